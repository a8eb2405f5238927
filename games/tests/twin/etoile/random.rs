//! Positions that random play would not reach.

use std::collections::BTreeMap;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::position::{Marks, Piece, Position};
use super::rules::Rules;
use super::{moves, winners_of};

/// One of this many positions has marks, if marks are possible.
const MARKED: u32 = 3;

/// Few pieces or many, mostly men or many kings, two or three players left; or positions after an
/// omitted capture, or after `oblige`.
pub(in super::super) fn made_up(options: &str, rng: &mut impl Rng) -> String {
    let rules = Rules::read(options);
    let position = placed(&rules, rng);
    let after = if rng.random_ratio(1, MARKED) { marked(&rules, &position, rng) } else { None };
    after.unwrap_or(position).write(&rules)
}

fn placed(rules: &Rules, rng: &mut impl Rng) -> Position {
    let most = if rules.board.rows == 10 { 20 } else { 12 };
    let dense = rng.random_bool(0.4);
    let seats = rules.seats();
    // One side may be missing, but rarely one of two.
    let missing = rng.random_ratio(1, if seats.len() == 3 { 3 } else { 20 });
    let missing = missing.then(|| rng.random_range(0..seats.len()));
    let mut pieces = BTreeMap::new();
    for (index, &seat) in seats.iter().enumerate() {
        let count = match dense {
            _ if missing == Some(index) => 0,
            true => rng.random_range(4..=most),
            false => rng.random_range(1..=4),
        };
        let kings = rng.random_range(0..=3);
        for number in 0..count {
            let cell = *rules.board.cells.choose(rng).expect("a cell");
            let king = number < kings || rules.makes_king(seat, cell);
            pieces.entry(cell).or_insert(Piece { seat, king });
        }
    }
    let mut position = Position { pieces, side: 'A', quiet: 0, marks: Marks::Nothing };
    let left: Vec<char> = position.left().into_iter().collect();
    position.side = *left.choose(rng).expect("a player with pieces");
    if rng.random_bool(0.3) {
        let turns = rules.quiet.unwrap_or_else(|| 10 * rng.random_range(1..=3));
        let limit = turns * left.len();
        position.quiet = rng.random_range(limit.saturating_sub(2)..=limit);
    }
    position
}

/// A position after a step that omitted a capture, or after `oblige`.
fn marked(rules: &Rules, position: &Position, rng: &mut impl Rng) -> Option<Position> {
    if !winners_of(rules, position).is_empty() {
        return None;
    }
    let omits = |(_, next): &(String, Position)| matches!(next.marks, Marks::Omitted { .. });
    let steps: Vec<_> = moves(rules, position).into_iter().filter(omits).collect();
    let (_, omitted) = steps.choose(rng)?.clone();
    if rng.random_bool(0.7) {
        return Some(omitted);
    }
    let mut answers = super::answers(&omitted);
    answers.pop().map(|(_, obliged)| obliged)
}
