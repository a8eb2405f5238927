//! The twin of L'Étoile des Dames.

mod board;
mod captures;
mod position;
mod random;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use random::made_up;

use super::Children;
use board::{CORNERS, Cell};
use captures::{Capture, captures};
use position::{Marks, Piece, Position};
use rules::Rules;

/// The steps of the side to act.
fn steps(rules: &Rules, position: &Position) -> BTreeSet<(Cell, Cell)> {
    let mut steps = BTreeSet::new();
    let is_free = |cell: &Cell| !position.pieces.contains_key(cell);
    for (&from, piece) in position.pieces.iter().filter(|(_, piece)| piece.seat == position.side) {
        for corner in CORNERS {
            if piece.king && rules.nation != "english" {
                for line in rules.board.lines(from, corner) {
                    steps.extend(line.into_iter().take_while(is_free).map(|to| (from, to)));
                }
            } else if piece.king || rules.is_forward(piece.seat, from, corner) {
                let next = rules.board.next(from, corner).into_iter().map(|(to, _)| to);
                steps.extend(next.filter(is_free).map(|to| (from, to)));
            }
        }
    }
    steps
}

/// Moves a piece, which may become a king. Returns whether it did.
fn shift(rules: &Rules, position: &mut Position, from: Cell, to: Cell) -> bool {
    let piece = position.pieces.remove(&from).expect("a piece");
    let crowned = !piece.king && rules.makes_king(piece.seat, to);
    position.pieces.insert(to, Piece { king: piece.king || crowned, ..piece });
    crowned
}

fn after_capture(rules: &Rules, position: &Position, capture: &Capture) -> Position {
    let mut next = Position { quiet: 0, marks: Marks::Nothing, ..position.clone() };
    shift(rules, &mut next, capture.path[0], *capture.path.last().expect("a cell"));
    for victim in &capture.victims {
        next.pieces.remove(victim);
    }
    next.pass_turn(rules);
    next
}

fn after_step(
    rules: &Rules,
    position: &Position,
    capturers: &BTreeSet<Cell>,
    (from, to): (Cell, Cell),
) -> Position {
    let mut next = Position { marks: Marks::Nothing, ..position.clone() };
    next.quiet = if position.pieces[&from].king { position.quiet + 1 } else { 0 };
    let crowned = shift(rules, &mut next, from, to);
    if !capturers.is_empty() {
        let stands = |&cell: &Cell| if cell == from { to } else { cell };
        let liable = capturers.iter().map(stands).collect();
        next.marks = Marks::Omitted { from, to, crowned, liable };
    }
    next.pass_turn(rules);
    next
}

/// The answers of the side to act to an omission.
fn answers(position: &Position) -> Vec<(String, Position)> {
    let Marks::Omitted { from, to, crowned, liable } = &position.marks else { return Vec::new() };
    let fresh = Position { quiet: 0, marks: Marks::Nothing, ..position.clone() };
    let mut answers = Vec::new();
    for cell in liable {
        let mut next = fresh.clone();
        next.pieces.remove(cell);
        answers.push((format!("huff:{cell}"), next));
    }
    let mut back = Position { marks: Marks::Obliged, ..fresh };
    let piece = back.pieces.remove(to).expect("the piece that stepped");
    back.pieces.insert(*from, Piece { king: piece.king && !crowned, ..piece });
    back.side = piece.seat;
    answers.push(("oblige".to_owned(), back));
    answers
}

/// The captures by their first texts: those of one piece that take the same pieces and end on the
/// same cell are one.
fn merged(captures: &[Capture]) -> BTreeMap<String, &Capture> {
    let mut texts: BTreeMap<(Cell, Cell, BTreeSet<Cell>), BTreeMap<String, &Capture>> =
        BTreeMap::new();
    for capture in captures {
        let names: Vec<String> = capture.path.iter().map(Cell::to_string).collect();
        let victims = capture.victims.iter().copied().collect();
        let same = texts.entry((capture.path[0], capture.at(), victims)).or_default();
        same.insert(names.join("x"), capture);
    }
    texts.into_values().filter_map(|mut same| same.pop_first()).collect()
}

/// The routes of captures that are not listed; and short texts, the first and the last cell of a
/// capture. Both may begin with a K, if the piece is a king.
pub(super) fn other_texts(options: &str, fields: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let rules = Rules::read(options);
    let position = Position::read(&rules, fields);
    let captures = captures(&rules, &position);
    let listed = merged(&captures);
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut short: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for capture in &captures {
        let victims: BTreeSet<_> = capture.victims.iter().collect();
        let same = |other: &&Capture| {
            let taken: BTreeSet<_> = other.victims.iter().collect();
            (other.path[0], other.at(), &taken) == (capture.path[0], capture.at(), &victims)
        };
        let (first, _) = listed.iter().find(|(_, other)| same(other)).expect("a listed capture");
        let names: Vec<String> = capture.path.iter().map(Cell::to_string).collect();
        texts.entry(names.join("x")).or_default().insert(first.clone());
        let ends = format!("{}x{}", capture.path[0], capture.at());
        short.entry(ends).or_default().insert(first.clone());
    }
    for (text, meanings) in short {
        texts.entry(text).or_insert(meanings);
    }
    let is_king = |text: &str| {
        let mut kings = position.pieces.iter().filter(|(_, piece)| piece.king);
        kings.any(|(cell, _)| text.starts_with(&format!("{cell}x")))
    };
    let kings: Vec<_> = texts.iter().filter(|(text, _)| is_king(text)).collect();
    let named: Vec<_> =
        kings.into_iter().map(|(text, meanings)| (format!("K{text}"), meanings.clone())).collect();
    texts.extend(named);
    texts.retain(|text, _| !listed.contains_key(text));
    texts
}

/// All moves except passing.
fn moves(rules: &Rules, position: &Position) -> Vec<(String, Position)> {
    let mut moves = answers(position);
    let captures = captures(rules, position);
    for (text, capture) in merged(&captures) {
        moves.push((text, after_capture(rules, position, capture)));
    }
    let may_step = captures.is_empty() || rules.huff && position.marks != Marks::Obliged;
    let capturers: BTreeSet<Cell> = captures.iter().map(|capture| capture.path[0]).collect();
    for step in steps(rules, position).into_iter().filter(|_| may_step) {
        let next = after_step(rules, position, &capturers, step);
        moves.push((format!("{}-{}", step.0, step.1), next));
    }
    moves
}

/// The most quiet turns of each player left.
fn patience(rules: &Rules, position: &Position) -> usize {
    if let Some(turns) = rules.quiet {
        return if turns == 0 { usize::MAX / 3 } else { turns };
    }
    let left = position.left();
    let men = position.pieces.values().any(|piece| !piece.king);
    let count = |seat| position.pieces.values().filter(|piece| piece.seat == seat).count();
    let mut counts: Vec<usize> = left.into_iter().map(count).collect();
    counts.sort_unstable();
    match counts[..] {
        [1, 2] if !men => 10,
        [2, 3] if !men => 20,
        _ => 30,
    }
}

fn winners_of(rules: &Rules, position: &Position) -> BTreeSet<char> {
    let left = position.left();
    let seats: BTreeSet<char> = rules.seats().into_iter().collect();
    let side = BTreeSet::from([position.side]);
    if rules.misere && left != seats {
        return &seats - &left;
    }
    if left.len() == 1 {
        return left;
    }
    if moves(rules, position).is_empty() {
        match left.len() {
            _ if rules.misere => return side,
            2 => return &left - &side,
            _ => {}
        }
    }
    let omitted = matches!(position.marks, Marks::Omitted { .. });
    let drawn = !omitted && position.quiet >= patience(rules, position) * left.len();
    if drawn { left } else { BTreeSet::new() }
}

fn children_of(rules: &Rules, position: &Position) -> Children {
    let mut moves = moves(rules, position);
    if moves.is_empty() {
        let mut next = Position { quiet: position.quiet + 1, ..position.clone() };
        next.pass_turn(rules);
        moves.push(("pass".to_owned(), next));
    }
    let count = moves.len();
    let children: Children =
        moves.into_iter().map(|(text, next)| (text, next.write(rules))).collect();
    assert_eq!(children.len(), count, "the landing cells tell the victims");
    children
}

pub(super) fn winners(options: &str, fields: &[&str]) -> BTreeSet<String> {
    let rules = Rules::read(options);
    let winners = winners_of(&rules, &Position::read(&rules, fields));
    winners.into_iter().map(String::from).collect()
}

pub(super) fn children(options: &str, fields: &[&str]) -> Children {
    let rules = Rules::read(options);
    children_of(&rules, &Position::read(&rules, fields))
}
