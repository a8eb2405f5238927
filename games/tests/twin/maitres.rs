//! The twin of La Guerre des Maîtres Français.

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, RngExt};

use super::{Board, Children, DIRECTIONS, Square, name, shift};

struct Rules {
    leap: bool,
    annihilation: bool,
}

/// The path of one piece.
type Part = (Square, Square);

fn is_side(piece: char, red: bool) -> bool {
    piece != '.' && piece.is_ascii_uppercase() == red
}

/// The paths of all pieces of a side by exactly `steps` squares.
fn parts(rules: &Rules, board: &Board, red: bool, steps: i32) -> Vec<Part> {
    let mut parts = Vec::new();
    for from in board.all(|piece| is_side(piece, red)) {
        let piece = board.at(from).expect("a piece").to_ascii_uppercase();
        for direction in DIRECTIONS {
            let ahead = (0, if red { 1 } else { -1 });
            if piece == 'S' && direction != ahead {
                continue;
            }
            let to = shift(from, direction, steps);
            let Some(target) = board.at(to) else { continue };
            let clear = |step| board.at(shift(from, direction, step)) == Some('.');
            if is_side(target, red) || !rules.leap && !(1..steps).all(clear) {
                continue;
            }
            // Without Masters on the board there is no rule of 1.
            let captures = target != '.';
            if steps == 1 && captures && (piece == 'M' || "Mm".contains(target)) {
                continue;
            }
            parts.push((from, to));
        }
    }
    parts
}

/// The board after one part.
fn played(board: &Board, (from, to): Part) -> Board {
    let piece = board.at(from).expect("a piece");
    let piece = match (piece, to.1) {
        ('S', 8) => 'L',
        ('s', 0) => 'l',
        _ => piece,
    };
    board.with(from, '.').with(to, piece)
}

fn text((from, to): Part) -> String {
    format!("{}-{}", name(from), name(to))
}

/// Rank by rank, as squares are ordered.
fn order(square: Square) -> Square {
    (square.1, square.0)
}

/// Every split in every order in which it can be played, with the board after it.
fn splits(rules: &Rules, board: &Board, red: bool) -> BTreeMap<(Part, Part), Board> {
    let mut splits = BTreeMap::new();
    for steps in 1..=5 {
        for first in parts(rules, board, red, steps) {
            let between = played(board, first);
            for second in parts(rules, &between, red, 6 - steps) {
                if second.0 != first.1 {
                    splits.insert((first, second), played(&between, second));
                }
            }
        }
    }
    splits
}

impl Rules {
    fn read(options: &str) -> Self {
        Self {
            leap: options.contains("passage=leap"),
            annihilation: options.contains("variant=annihilation"),
        }
    }
}

/// The other orders of splits.
pub(super) fn other_texts(options: &str, fields: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let (rules, board) = (Rules::read(options), Board::read(fields[0]));
    if fields[2] != "6" {
        return BTreeMap::new();
    }
    let splits = splits(&rules, &board, fields[1] == "r");
    let both = splits.keys().filter(|(first, second)| {
        order(first.0) > order(second.0) && splits.contains_key(&(*second, *first))
    });
    let write = |first, second| format!("{}+{}", text(first), text(second));
    both.map(|&(first, second)| (write(first, second), BTreeSet::from([write(second, first)])))
        .collect()
}

pub(super) fn children(options: &str, fields: &[&str]) -> Children {
    let rules = Rules::read(options);
    let board = Board::read(fields[0]);
    assert!(!rules.annihilation || board.all(|piece| "Mm".contains(piece)).is_empty());
    let red = fields[1] == "r";
    let after = |board: &Board| format!("{} {} -", board.write(), if red { 'b' } else { 'r' });
    let die: i32 = fields[2].parse().expect("a rolled die");
    let mut children = Children::new();
    for part in parts(&rules, &board, red, die) {
        children.insert(text(part), after(&played(&board, part)));
    }
    if die == 6 {
        let splits = splits(&rules, &board, red);
        for (&(first, second), end) in &splits {
            let reverse = splits.contains_key(&(second, first));
            if !reverse || order(first.0) < order(second.0) {
                children.insert(format!("{}+{}", text(first), text(second)), after(end));
            }
        }
    }
    if children.is_empty() {
        children.insert("pass".to_owned(), after(&board));
    }
    children
}

/// A player who has lost his Master, or all his pieces, has lost.
pub(super) fn winners(options: &str, fields: &[&str]) -> BTreeSet<String> {
    let board = Board::read(fields[0]);
    let masters = !options.contains("variant=annihilation");
    let alive = |red| {
        let counts = |piece: char| is_side(piece, red) && (!masters || "Mm".contains(piece));
        !board.all(counts).is_empty()
    };
    let winner = match (alive(true), alive(false)) {
        (true, true) => None,
        (red, _) => Some(if red { "r" } else { "b" }),
    };
    winner.map(str::to_owned).into_iter().collect()
}

/// Few pieces or many, everywhere on the board; every roll, most often a 6.
pub(super) fn made_up(options: &str, rng: &mut impl Rng) -> String {
    let annihilation = options.contains("variant=annihilation");
    let mut board = Board::empty(9);
    let both: &[bool] = &[true, false];
    // One in twelve positions has no Master, or no piece, of one side.
    let missing = (rng.random_range(0..12) == 0).then(|| rng.random_bool(0.5));
    for &red in both {
        let mut pieces = Vec::new();
        if missing != Some(red) || !annihilation {
            let many = if rng.random_bool(0.5) { 9 } else { 3 };
            let smalls = rng.random_range(0..=many);
            let most = if annihilation { 18 } else { 17 } - smalls;
            let many = if rng.random_bool(0.7) { 3 } else { most };
            let larges = rng.random_range(0..=many);
            pieces.extend(std::iter::repeat_n('S', smalls));
            pieces.extend(std::iter::repeat_n(
                'L',
                larges.max(usize::from(annihilation && smalls == 0)),
            ));
        }
        if missing != Some(red) && !annihilation {
            pieces.push('M');
        }
        for piece in pieces {
            let home = |rank| rank == 0 || rank == 8;
            let square = board.random_free(rng, |square| piece != 'S' || !home(square.1));
            let letter = if red { piece } else { piece.to_ascii_lowercase() };
            board = board.with(square.expect("a free square"), letter);
        }
    }
    let die = *[b'-', b'1', b'2', b'3', b'4', b'5', b'6', b'6', b'6', b'6']
        .get(rng.random_range(0..10usize))
        .expect("one of ten");
    let side = if rng.random_bool(0.5) { 'r' } else { 'b' };
    format!("{} {side} {}", board.write(), char::from(die))
}
