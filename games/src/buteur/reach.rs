//! The effects of attackers from each cell, computed once for the evaluation.

use super::arrow::Arrow;
use super::cards::CardKind;
use super::contents::{ArrowChoice, Card, PackCard};
use super::pitch::{Kicks, Landing, Pitch};
use super::teams::{BLUE, RED};
use crate::Seat;

/// Sets of attackers by their effect from one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Attackers that shoot.
    pub shoot: u64,
    /// Attackers that bring the ball into the opponent's penalty area.
    pub enter: u64,
    /// Attackers that shoot after a free kick.
    pub free_shoot: u64,
    /// Whether a free kick alone shoots.
    pub free_kick_shoots: bool,
}

impl Reach {
    fn or(self, other: Self) -> Self {
        Self {
            shoot: self.shoot | other.shoot,
            enter: self.enter | other.enter,
            free_shoot: self.free_shoot | other.free_shoot,
            free_kick_shoots: self.free_kick_shoots || other.free_kick_shoots,
        }
    }
}

/// The reach of both teams from every cell: played from it, and thrown in from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reaches {
    played: [Vec<Reach>; 2],
    thrown: [Vec<Reach>; 2],
}

impl Reaches {
    pub(super) fn new(pitch: &Pitch, kicks: &Kicks, cards: &[PackCard], free: ArrowChoice) -> Self {
        let played = [RED, BLUE].map(|seat| {
            let reach = |cell| reach_from(pitch, kicks, cards, free, (seat, cell));
            (0..pitch.cells()).map(reach).collect::<Vec<_>>()
        });
        let thrown = [0, 1].map(|team: usize| {
            let around = |cell| {
                pitch
                    .neighbours(cell)
                    .map(|next| played[team][next as usize])
                    .fold(Reach::default(), Reach::or)
            };
            (0..pitch.cells()).map(around).collect()
        });
        Self { played, thrown }
    }

    #[inline]
    pub(super) fn from(&self, seat: Seat, cell: u8, thrown: bool) -> Reach {
        let reaches = if thrown { &self.thrown } else { &self.played };
        reaches[seat.index()][cell as usize]
    }
}

fn reach_from(
    pitch: &Pitch,
    kicks: &Kicks,
    cards: &[PackCard],
    free: ArrowChoice,
    (seat, cell): (Seat, u8),
) -> Reach {
    let mut reach = Reach::default();
    let attackers = || {
        (0..).map(CardKind).zip(cards).filter_map(|(kind, card)| match card.card {
            Card::Attacker { arrow, distance, .. } => Some((kind, arrow, distance)),
            _ => None,
        })
    };
    for (kind, arrow, distance) in attackers() {
        match kicks.landing(seat, arrow, distance, cell) {
            Landing::Shot(_) => reach.shoot |= kind.bit(),
            Landing::Field(end) if pitch.in_area(seat.other(), end) => reach.enter |= kind.bit(),
            _ => {}
        }
    }
    if pitch.in_area(RED, cell) || pitch.in_area(BLUE, cell) {
        return reach;
    }
    let after = |arrow: Arrow| kicks.landing(seat, arrow, free.distance, cell);
    for landing in free.arrows.iter().map(after) {
        match landing {
            Landing::Shot(_) => reach.free_kick_shoots = true,
            Landing::Field(next) => {
                for (kind, arrow, distance) in attackers() {
                    if let Landing::Shot(_) = kicks.landing(seat, arrow, distance, next) {
                        reach.free_shoot |= kind.bit();
                    }
                }
            }
            _ => {}
        }
    }
    reach
}
