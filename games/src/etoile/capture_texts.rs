//! Captures as text. RULING E12: a capture is written by the first text of its routes; every other
//! of its routes is read, too, and so is a short text, its first and last cell.
//!
//! A walk follows the routes of a piece in the order of their texts. Two routes to the same cell
//! with the same captured pieces are equally long, and go on in the same ways. So the first route
//! that gets there is part of the first text, and the walk goes on from there only once.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::board::{Board, Cell};
use super::generate::with_side;
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::read;
use super::routes::{Routes, Trail};
use super::rules::Etoile;
use crate::notation::illegal;
use crate::{Bits, ParseError, sort_by_number};

/// The most other routes that are listed. Made-up positions have millions.
const MOST_ROUTES: usize = 1000;

/// What a walk does at each cell: whether it follows a route, and the visit of a complete capture.
pub(super) struct Walk<'a> {
    /// The place of a cell in the order of names.
    pub(super) order: &'a dyn Fn(u8) -> u32,
    pub(super) follow: &'a mut dyn FnMut(&Trail<'_>) -> bool,
    pub(super) visit: &'a mut dyn FnMut(&Trail<'_>) -> ControlFlow<()>,
}

impl<B: Board> Etoile<B> {
    /// The texts of legal captures of a position, or of other moves.
    #[inline(never)]
    pub(super) fn capture_texts(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let captures = moves.iter().filter(|mv| mv.kind == MoveKind::Capture);
        let mut texts: HashMap<_, _> = captures.map(|&mv| (mv, String::new())).collect();
        let from = texts.keys().fold(0_u64, |cells, mv| cells | 1 << mv.from);
        // The routes of one capture take none but its own pieces.
        let victims = if let [mv] = moves { mv.cells } else { u64::MAX };
        let mut left = texts.len();
        for from in Bits(from) {
            let mut met = HashSet::new();
            let mut follow = |trail: &Trail<'_>| {
                trail.victims & !victims == 0 && met.insert((trail.to, trail.victims))
            };
            let mut visit = |trail: &Trail<'_>| {
                if let Some(text) = texts.get_mut(&trail.as_move()) {
                    *text = self.trail_text(trail);
                    left -= 1;
                }
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if self.walk(position, from, &mut follow, &mut visit).is_break() {
                break;
            }
        }
        moves.iter().map(|mv| texts.get(mv).cloned().unwrap_or_default()).collect()
    }

    /// The routes of captures that are not the first of their capture, in the order of texts.
    pub(super) fn later_routes(&self, position: &Position) -> Vec<String> {
        let captures = Captures::new(self, position);
        let mut texts = Vec::new();
        for from in self.in_order(captures.capturers()) {
            let mut known = HashSet::new();
            let mut visit = |trail: &Trail<'_>| {
                let mv = trail.as_move();
                if captures.is_long_enough(mv) && !known.insert(mv) {
                    texts.push(self.trail_text(trail));
                }
                let full = texts.len() == MOST_ROUTES;
                if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            if self.walk(position, from, &mut |_| true, &mut visit).is_break() {
                break;
            }
        }
        texts
    }

    fn walk(
        &self,
        position: &Position,
        from: u8,
        follow: &mut dyn FnMut(&Trail<'_>) -> bool,
        visit: &mut dyn FnMut(&Trail<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let order = |cell| self.order_of(cell);
        let mut walk = Walk { order: &order, follow, visit };
        with_side!(self, position, position.side(), side => {
            side.walk_on(&Trail::new(from), &mut walk)
        })
    }

    /// The cells of a set in the order of their names.
    fn in_order(&self, cells: u64) -> Vec<u8> {
        let mut cells: Vec<_> = Bits(cells).collect();
        sort_by_number(&mut cells, |&cell| self.order_of(cell).into());
        cells
    }

    /// The place of a cell in the order of names: by camp, by column, and by row. As a text row 10
    /// comes before row 2; row 1 has no cell in that column.
    fn order_of(&self, cell: u8) -> u32 {
        let Cell { camp, row, column } = self.shown(cell);
        u32::from(camp) << 16 | u32::from(column) << 8 | u32::from(row % 10)
    }

    fn trail_text(&self, trail: &Trail<'_>) -> String {
        let mut text = String::new();
        for cell in trail.cells() {
            if !text.is_empty() {
                text.push('x');
            }
            self.write_cell(cell, &mut text);
        }
        text
    }
}

/// Reads captures of one position.
pub(super) struct Captures<'a, B> {
    game: &'a Etoile<B>,
    position: &'a Position,
    /// The number of pieces that a legal capture takes under the majority rule.
    most: OnceCell<u32>,
    /// The captures between two cells.
    between: OnceCell<HashMap<(u8, u8), Vec<Move>>>,
}

impl<'a, B: Board> Captures<'a, B> {
    pub(super) fn new(game: &'a Etoile<B>, position: &'a Position) -> Self {
        Self { game, position, most: OnceCell::new(), between: OnceCell::new() }
    }

    /// Reads a legal capture.
    pub(super) fn read(&self, text: &str) -> Result<Move, ParseError> {
        let names = text.strip_prefix('K').unwrap_or(text).split('x');
        let cells = names.map(|name| read::cell(self.game, "move", name));
        let cells = cells.collect::<Result<Vec<_>, _>>().map_err(|_| illegal(text))?;
        let king = self.position.kings() >> cells[0] & 1 != 0;
        if text.starts_with('K') && !king {
            return Err(illegal(text));
        }
        if let Some(mv) = self.along(&cells).filter(|&mv| self.is_long_enough(mv)) {
            return Ok(mv);
        }
        let &[from, to] = &cells[..] else { return Err(illegal(text)) };
        match self.between(from, to) {
            [] => Err(illegal(text)),
            &[mv] => Ok(mv),
            moves => {
                let mut texts = self.game.capture_texts(self.position, moves);
                texts.sort();
                let expected = format!("the cells of one capture, as in {}", texts.join(" "));
                Err(ParseError::new("move", text, expected))
            }
        }
    }

    fn capturers(&self) -> u64 {
        let (game, position) = (self.game, self.position);
        with_side!(game, position, position.side(), side => side.capturers())
    }

    /// The complete capture over these cells.
    fn along(&self, cells: &[u8]) -> Option<Move> {
        let (game, position) = (self.game, self.position);
        let mut found = None;
        let mut visit = |trail: &Trail<'_>| {
            if trail.length() as usize + 1 == cells.len() {
                found = Some(trail.as_move());
            }
        };
        let routes = Routes::Along(cells);
        with_side!(game, position, position.side(), side => {
            side.each_complete_route(side.capturers(), routes, &mut visit);
        });
        found
    }

    /// RULING E4: whether a complete capture takes the most pieces, if it has to.
    fn is_long_enough(&self, mv: Move) -> bool {
        let (game, position) = (self.game, self.position);
        let most = || {
            with_side!(game, position, position.side(), side => {
                side.most_victims(side.capturers())
            })
        };
        !game.rules().majority || mv.victims() == *self.most.get_or_init(most)
    }

    /// The legal captures between two cells.
    fn between(&self, from: u8, to: u8) -> &[Move] {
        let all = self.between.get_or_init(|| {
            let mut between: HashMap<_, Vec<_>> = HashMap::new();
            self.game.each_trail(self.position, Routes::merged(), |trail| {
                between.entry((trail.from, trail.to)).or_default().push(trail.as_move());
            });
            between
        });
        all.get(&(from, to)).map_or(&[], Vec::as_slice)
    }
}
