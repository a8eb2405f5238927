//! The twin of Master Bénédictine.

use std::collections::BTreeSet;

use rand::{Rng, RngExt};

use super::{Board, Children, DIRECTIONS, Square, name, shift};

fn is_black(square: Square) -> bool {
    square.0 % 2 == 1 && square.1 % 2 == 1
}

/// The squares on which the bottle from `from` can end.
fn bottle_ends(board: &Board, from: Square) -> BTreeSet<Square> {
    let without = board.with(from, '.');
    let free = |square| without.at(square) == Some('.') && !is_black(square);
    let mut ends = BTreeSet::new();
    let mut seen = vec![from];
    let mut next = 0;
    while next < seen.len() {
        let here = seen[next];
        next += 1;
        for direction in DIRECTIONS {
            let over = without.at(shift(here, direction, 1));
            let land = shift(here, direction, 2);
            if matches!(over, Some('G' | 'A')) && free(land) && !seen.contains(&land) {
                seen.push(land);
            }
        }
    }
    ends.extend(seen);
    ends.extend(
        DIRECTIONS.map(|direction| shift(from, direction, 1)).into_iter().filter(|&to| free(to)),
    );
    ends.remove(&from);
    ends
}

/// The squares on which the ball can end by jumps over the bottles `own`; `None` is the goal.
fn ball_ends(board: &Board, ball: Square, own: char) -> BTreeSet<Option<Square>> {
    let beyond = if own == 'G' { 7 } else { -1 };
    let mut ends = BTreeSet::new();
    let mut seen = vec![ball];
    let mut next = 0;
    while next < seen.len() {
        let here = seen[next];
        next += 1;
        for direction in DIRECTIONS {
            if board.at(shift(here, direction, 1)) != Some(own) {
                continue;
            }
            let land = shift(here, direction, 2);
            if land.1 == beyond {
                ends.insert(None);
            } else if board.at(land).is_some() && !seen.contains(&land) {
                seen.push(land);
                ends.insert(Some(land));
            }
        }
    }
    ends
}

pub(super) fn children(_: &str, fields: &[&str]) -> Children {
    let board = Board::read(fields[0]);
    let (own, next) = if fields[1] == "g" { ('G', 'a') } else { ('A', 'g') };
    let ball = board.all(|piece| piece == 'o')[0];
    let mut children = Children::new();
    for from in board.all(|piece| piece == own) {
        for to in bottle_ends(&board, from) {
            let after = board.with(from, '.').with(to, own);
            let bottle = format!("{}-{}", name(from), name(to));
            children.insert(bottle.clone(), format!("{} {next}", after.write()));
            for end in ball_ends(&after, ball, own) {
                let gone = after.with(ball, '.');
                let (text, end) = match end {
                    Some(end) => (name(end), gone.with(end, 'o')),
                    None => ("goal".to_owned(), gone),
                };
                children.insert(format!("{bottle}@{text}"), format!("{} {next}", end.write()));
            }
        }
    }
    children
}

/// After a goal the side to act has lost.
pub(super) fn winners(_: &str, fields: &[&str]) -> BTreeSet<String> {
    let winner = if fields[1] == "g" { "a" } else { "g" };
    let goal = !fields[0].contains('o');
    goal.then(|| winner.to_owned()).into_iter().collect()
}

/// Bottles anywhere, or crowded into a corner or around the ball.
pub(super) fn made_up(_: &str, rng: &mut impl Rng) -> String {
    let width = rng.random_range(4..=7);
    let left = rng.random_range(0..=7 - width);
    let bottom = rng.random_range(0..=7 - width);
    let inside = |square: Square| {
        (left..left + width).contains(&square.0) && (bottom..bottom + width).contains(&square.1)
    };
    let mut board = Board::empty(7);
    for index in 0..10 {
        let letter = if index % 2 == 0 { 'G' } else { 'A' };
        let square = board.random_free(rng, |square| inside(square) && !is_black(square));
        board = board.with(square.expect("at least ten green squares"), letter);
    }
    let ball = board.random_free(rng, is_black).expect("a black square");
    if rng.random_range(0..20) > 0 {
        board = board.with(ball, 'o');
    }
    format!("{} {}", board.write(), if rng.random_bool(0.5) { 'g' } else { 'a' })
}
