//! The numbers of moves.

use super::arrow::Arrow;
use super::cards::kinds_of;
use super::moves::{Move, MoveAction};
use super::position::Position;
use super::rules::Buteur;
use super::teams::RED;
use crate::{Actions, Game};

/// No arrow, or one of them.
const ARROWS: u32 = 1 + Arrow::ALL.len() as u32;

/// The actions of a pitch and a pack.
struct Numbering {
    cells: u32,
    kinds: u32,
}

impl Numbering {
    fn of(rules: &Buteur) -> Self {
        let cells = u32::from(rules.pack.pitch().cells());
        Self { cells, kinds: rules.pack.cards().len() as u32 }
    }

    /// Where kicks begin, and where free kicks without another card do.
    fn kicks(&self) -> u32 {
        1 + 2 * self.kinds
    }

    fn free_kicks(&self) -> u32 {
        self.kicks() + (self.cells + 1) * self.kinds * ARROWS * 2
    }

    fn end(&self) -> u32 {
        self.free_kicks() + (self.cells + 1) * (ARROWS - 1)
    }

    fn number(&self, mv: Move) -> u32 {
        let cell = mv.cell().map_or(self.cells, u32::from);
        let arrow = mv.arrow().or(mv.free_kick()).map_or(0, |arrow| 1 + arrow as u32);
        match (mv.action(), mv.kind().map(|kind| u32::from(kind.0))) {
            (MoveAction::Discard, Some(kind)) => 1 + kind,
            (MoveAction::Stop, Some(kind)) => 1 + self.kinds + kind,
            (MoveAction::Kick, Some(kind)) => {
                let kick = (cell * self.kinds + kind) * ARROWS + arrow;
                self.kicks() + kick * 2 + u32::from(mv.has_penalty())
            }
            (MoveAction::Kick, None) => self.free_kicks() + cell * (ARROWS - 1) + arrow - 1,
            _ => 0,
        }
    }
}

impl Actions for Buteur {
    /// A bound for a hidden hand, which may hold each card of the pack: after a throw-in to one of
    /// eight cells, or from all cells of the penalty area.
    fn most_moves(&self) -> usize {
        let (pack, classes) = (&self.pack, self.pack.classes());
        let attackers = 2 * kinds_of(classes.attackers).count();
        let keepers = 2 * kinds_of(classes.keepers).count() * pack.keeper().arrows.iter().count();
        let free_kicks = pack.free_kick().arrows.iter().count() * attackers;
        let cleared = pack.pitch().area_cells(RED).count() * (attackers + keepers);
        cleared.max(8 * (attackers + free_kicks)) + pack.cards().len()
    }

    fn actions(&self) -> u32 {
        Numbering::of(self).end()
    }

    fn each_action(&self, position: &Position, mut visit: impl FnMut(Move, u32)) {
        let numbering = Numbering::of(self);
        self.each_move(position, |mv| visit(mv, numbering.number(mv)));
    }
}
