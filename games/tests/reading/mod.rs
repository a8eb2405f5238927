//! The law of reading moves: as if all legal moves were written and compared.

use std::collections::{BTreeMap, BTreeSet};

use games::{Actor, ParseError};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::{Case, Player, each_case};
use crate::twin;

/// The test reads one position in `EVERY`, if it has at most `MANY` moves.
const EVERY: usize = 4;
const MANY: usize = 400;
/// The number of texts of a position, at most, that are changed.
const CHANGED: usize = 40;
/// The letters of moves, and some others.
const LETTERS: &[u8] = b"abcdefghijklABCFGKLNPR0123456789x-+@:!* gosx";

/// A text with a letter left out, doubled, exchanged with the next, or replaced.
fn changed(text: &str, rng: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..5) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, bytes[at]),
        2 if at > 0 => bytes.swap(at - 1, at),
        3 => bytes[at] = *LETTERS.choose(rng).expect("letters"),
        _ => bytes.insert(at, *LETTERS.choose(rng).expect("letters")),
    }
    String::from_utf8(bytes).expect("letters of ASCII")
}

/// Reads a text by the list of all texts that are understood, each with its meanings.
fn read_slowly<M: Copy>(
    texts: &BTreeMap<String, BTreeSet<String>>,
    moves: &BTreeMap<&str, M>,
    text: &str,
) -> Result<M, ParseError> {
    let meanings: Vec<_> = texts.get(text).into_iter().flatten().map(String::as_str).collect();
    match meanings[..] {
        [] => Err(ParseError::new("move", text, "a legal move here")),
        [one] => Ok(moves[one]),
        _ => {
            let expected = format!("the cells of one capture, as in {}", meanings.join(" "));
            Err(ParseError::new("move", text, expected))
        }
    }
}

fn position_reads<G: Player>(case: &Case<'_, G>, strangers: &[(String, G::Move)]) {
    let (game, position) = (case.game, &case.position);
    let moves = case.moves();
    let written = game.format_moves(position, &moves);
    let mut texts = twin::other_texts(&case.text);
    for (text, &mv) in written.iter().zip(&moves) {
        case.same(text, &game.format_move(position, mv), "the text alone and in a list");
        case.holds(game.is_legal(position, mv), "a legal move");
        texts.insert(text.clone(), BTreeSet::from([text.clone()]));
    }
    for (_, mv) in strangers {
        case.same(&game.is_legal(position, *mv), &moves.contains(mv), "legal elsewhere");
    }
    let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
    let mut read: Vec<String> = texts.keys().cloned().collect();
    read.extend(strangers.iter().map(|(text, _)| text.clone()));
    let some: Vec<_> = read.sample(&mut rng, CHANGED).cloned().collect();
    read.extend(some.iter().map(|text| changed(text, &mut rng)));
    read.shuffle(&mut rng);
    let known: BTreeMap<_, _> = written.iter().map(String::as_str).zip(moves).collect();
    let list: Vec<_> = read.iter().map(String::as_str).collect();
    for (text, result) in list.iter().zip(game.parse_moves(position, &list)) {
        case.same(&result, &read_slowly(&texts, &known, text), text);
        case.same(&game.parse_move(position, text), &result, "alone and in a list");
    }
}

pub(crate) fn texts_are_read_as_listed<G: Player>() {
    let (mut number, mut tested) = (0, 0);
    // Moves of the position tested before, which has often the same pieces.
    let mut strangers = Vec::new();
    each_case::<G>(|case| {
        number += 1;
        let (game, position) = (case.game, &case.position);
        let acts = matches!(game.actor(position), Actor::Seat(_));
        if number % EVERY != 0 || !acts || game.count_moves(position) > MANY as u64 {
            return;
        }
        position_reads(case, &strangers);
        let moves = case.moves();
        strangers = game.format_moves(position, &moves).into_iter().zip(moves).take(50).collect();
        tested += 1;
    });
    assert!(tested > 300, "{tested} positions");
}
