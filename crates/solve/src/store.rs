//! The state of an unfinished search, as text.

use games::{Actor, Notation, State, format_position};

use crate::numbers::{INFINITE, Keyed, ProofNumbers};
use crate::solution::Inquiry;

/// The first line.
const HEAD: &str = "solve 1";
/// The names of the two questions.
const NAMES: [&str; 2] = ["win", "deny"];

/// An upper bound of the moves of a proof: many times the longest line of a search.
const MOST_MOVES: u64 = 1 << 20;

/// An upper bound of the visited positions of a search.
const MOST_WORK: u64 = 1 << 60;

/// The reason why a text is not the state of a search of this position.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: read {read}, expected {expected}")]
pub struct StoreError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The text that was read.
    pub read: String,
    /// The text that was expected.
    pub expected: String,
}

fn wrong(line: usize, read: &str, expected: impl Into<String>) -> StoreError {
    // A damaged line can have any content and length.
    let read = format!("{:?}", read.chars().take(80).collect::<String>());
    StoreError { line, read, expected: expected.into() }
}

/// The state as text: `solve 1`; the position; for each expanded position the question, the proof
/// and disproof number, the distance, the work below it, and the fields; then the CRC-32 of
/// everything before.
pub(crate) fn write<G: Notation>(state: &State<G>, inquiries: &[Inquiry<G>; 2]) -> String {
    let mut text = format!("{HEAD}\n{}\n", format_position(state.game(), state.position()));
    for (name, inquiry) in NAMES.iter().zip(inquiries) {
        for (at, numbers, work) in inquiry.table.worked_on() {
            let ProofNumbers { proof, disproof, distance, .. } = numbers;
            let fields = state.game().format_fields(&at.position);
            text.push_str(&format!("{name} {proof} {disproof} {distance} {work} {fields}\n"));
        }
    }
    let sum = crc32fast::hash(text.as_bytes());
    text + &format!("sum {sum:08x}\n")
}

/// Fills the tables from a text.
#[inline(never)]
pub(crate) fn read<G: Notation>(
    state: &State<G>,
    inquiries: &[Inquiry<G>; 2],
    text: &str,
) -> Result<(), StoreError> {
    let last = text.lines().count();
    let body = text.trim_end_matches('\n').rfind('\n').map_or("", |end| &text[..=end]);
    let sum = format!("sum {:08x}", crc32fast::hash(body.as_bytes()));
    let read = text.lines().next_back().unwrap_or_default();
    if read != sum {
        return Err(wrong(last.max(1), read, sum));
    }
    let mut lines = (1..).zip(body.lines());
    for (line, expected) in
        [(1, HEAD.to_owned()), (2, format_position(state.game(), state.position()))]
    {
        let (_, read) = lines.next().unwrap_or_default();
        if read != expected {
            return Err(wrong(line, read, expected));
        }
    }
    for (line, text) in lines {
        read_line(state, inquiries, text).ok_or_else(|| {
            wrong(line, text, "win or deny, four numbers and the fields of a position")
        })?;
    }
    Ok(())
}

fn read_line<G: Notation>(state: &State<G>, inquiries: &[Inquiry<G>; 2], text: &str) -> Option<()> {
    let words: Vec<_> = text.split(' ').collect();
    let [name, proof, disproof, distance, work, fields @ ..] = words.as_slice() else {
        return None;
    };
    let table = &inquiries[NAMES.iter().position(|known| known == name)?].table;
    let position = state.game().parse_fields(fields).ok()?;
    let number = |text: &str, most| text.parse().ok().filter(|number| *number <= most);
    let small = |text| number(text, u64::from(INFINITE)).map(|number| number as u32);
    let numbers = match (small(proof)?, small(disproof)?) {
        (0, INFINITE) => ProofNumbers::proven(number(distance, MOST_MOVES)? as u32),
        (INFINITE, 0) => ProofNumbers::refuted(),
        (0 | INFINITE, _) | (_, 0 | INFINITE) => return None,
        // A finished position is never open in a saved state, and a search could not continue from
        // it.
        _ if matches!(state.game().actor(&position), Actor::Over(_)) => return None,
        (proof, disproof) => ProofNumbers::open(proof, disproof),
    };
    let key = state.game().key(&position);
    table.put(Keyed { key, position }, numbers, number(work, MOST_WORK)?);
    Some(())
}

#[cfg(test)]
mod tests {
    use games::benedictine::Benedictine;

    use super::*;
    use crate::solution::{SolveError, SolveLimits, solve_on};

    /// A finished position is won or lost, so it is never searched.
    #[test]
    fn what_is_over_is_not_open() {
        let fields = "1A1A1A1/2A1A2/7/3o3/7/2G1G2/1G1G1G1 g";
        let state = State::<Benedictine>::parse(&format!("benedictine {fields}")).unwrap();
        let limits = SolveLimits { nodes: Some(300), memory: 1, ..SolveLimits::default() };
        let solve = |line: &str| {
            let body = format!("{HEAD}\nbenedictine {fields}\n{line}\n");
            let text = format!("{body}sum {:08x}\n", crc32fast::hash(body.as_bytes()));
            solve_on(&state, &limits, Some(&text), &|| false, |_, _| true)
        };
        let over = "win 20 1 0 1 1A1A1A1/2A1A2/7/7/3G3/2G1G2/3G1G1 a";
        match solve(over) {
            Err(SolveError::Store(error)) => {
                assert_eq!((error.line, error.read), (3, format!("{over:?}")));
            }
            other => panic!("{:?}", other.err()),
        }
        assert!(solve(&format!("win 20 1 0 1 {fields}")).is_ok(), "what goes on may be open");
    }
}
