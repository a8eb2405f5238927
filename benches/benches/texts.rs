//! Moves as text: the time to read and to write one, beside the slow way (to write all legal moves
//! and compare); and long lists of captures.
//!
//! `cargo bench -p benches --bench texts`

use std::hint::black_box;

use benches::{BenchRun, interleaved, seconds};
use games::etoile::EtoileOnSquare10;
use games::{Actor, AnyState, Notation, State, random_step, with_state};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const VARIANTS: &str = include_str!("../../games/variants.txt");
/// Positions of each variant, from random games.
const POSITIONS: usize = 300;
/// The numbers of captures of the positions with long lists, about.
const CAPTURES: &[usize] = &[65, 130, 260];
const TRIES: usize = 3000;
/// The game of the long lists.
const LONG: &str = "etoile:board=square10,landing=any,omit=must,players=2";

/// Positions of random games in which a seat acts, with the texts of their moves.
fn positions<G: Notation>(state: &State<G>) -> Vec<(State<G>, Vec<String>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut found, mut buffer) = (Vec::new(), Vec::new());
    while found.len() < POSITIONS {
        let mut state = state.clone();
        loop {
            if matches!(state.actor(), Actor::Seat(_)) && rng.random_bool(0.2) {
                found.push((state.clone(), state.legal_texts()));
            }
            if random_step(&mut state, &mut buffer, &mut rng).is_some() {
                break;
            }
        }
    }
    found.truncate(POSITIONS);
    found
}

fn read_slowly<G: Notation>(state: &State<G>, text: &str) -> Option<G::Move> {
    let mut found = None;
    state.game().each_move(state.position(), |mv| {
        if found.is_none() && state.move_text(mv) == text {
            found = Some(mv);
        }
    });
    found
}

fn one_move<G: Notation>(start: &State<G>, name: &str, rounds: usize) {
    let positions = positions(start);
    let count: usize = positions.iter().map(|(_, texts)| texts.len()).sum();
    // The slow way reads a part.
    let few = || {
        positions
            .iter()
            .flat_map(|(state, texts)| texts.iter().step_by(7).map(move |text| (state, text)))
    };
    for (state, text) in few() {
        assert_eq!(state.parse_move(text).ok(), read_slowly(state, text), "{text} in {state}");
    }
    let [read, slow, write] = interleaved(
        rounds,
        [
            &mut || {
                let read = || {
                    for (state, texts) in &positions {
                        texts.iter().for_each(|text| drop(black_box(state.parse_move(text))));
                    }
                };
                seconds(read).0 / count as f64
            },
            &mut || {
                let read = || {
                    few().for_each(|(state, text)| {
                        black_box(read_slowly(state, text));
                    });
                };
                seconds(read).0 / few().count() as f64
            },
            &mut || {
                let write = || {
                    positions.iter().for_each(|(state, _)| drop(black_box(state.legal_texts())));
                };
                seconds(write).0 / count as f64
            },
        ],
    );
    println!(
        "{name}: {:.1} moves a position; {:.0} ns to read one, {:.0} the slow way; {:.0} ns to list and write one",
        count as f64 / POSITIONS as f64,
        read * 1e9,
        slow * 1e9,
        write * 1e9
    );
}

/// A random position with about `wanted` legal moves, all of them captures: kings, and men on every
/// other diagonal, so that a king can land behind each.
fn with_captures(wanted: usize) -> Option<State<EtoileOnSquare10>> {
    let mut rng = ChaCha8Rng::seed_from_u64(wanted as u64);
    let cell = |(file, row): (char, u8)| format!("{file}{row}");
    let of = |files: &[char], rows: &[u8]| -> Vec<String> {
        files.iter().flat_map(|&file| rows.iter().map(move |&row| cell((file, row)))).collect()
    };
    let mut men = of(&['b', 'd', 'f', 'h'], &[2, 4, 6, 8]);
    let mut kings = of(&['a', 'c', 'e', 'g', 'i'], &[1, 3, 5, 7, 9]);
    kings.extend(of(&['j'], &[2, 4, 6, 8, 10]));
    for _ in 0..TRIES {
        men.shuffle(&mut rng);
        kings.shuffle(&mut rng);
        let (some, most) = (rng.random_range(6..=16), rng.random_range(1..=18));
        let text = format!("{LONG} A K{} {} 0 -", kings[..most].join(",K"), men[..some].join(","));
        let state = State::<EtoileOnSquare10>::parse(&text).expect("a position");
        if matches!(state.actor(), Actor::Seat(_)) {
            let count = count_moves(&state);
            if count >= wanted && count <= wanted + wanted / 8 {
                return Some(state);
            }
        }
    }
    None
}

fn count_moves(state: &State<EtoileOnSquare10>) -> usize {
    games::perft(state.game(), state.position(), 1) as usize
}

fn long_lists(rounds: usize) {
    for &wanted in CAPTURES {
        let Some(state) = with_captures(wanted) else {
            println!("{LONG}: no position with {wanted} captures in {TRIES} tries");
            continue;
        };
        let moves = state.legal_moves();
        let texts = state.move_texts(&moves);
        let refs: Vec<_> = texts.iter().map(String::as_str).collect();
        let list = |refs: &[&str]| state.game().parse_moves(state.position(), refs);
        let read: Vec<_> = list(&refs).into_iter().map(|mv| mv.expect("a legal move")).collect();
        assert_eq!(read, moves, "{state}");
        let count = moves.len() as f64;
        let [write, read, alone] = interleaved(
            rounds,
            [
                &mut || seconds(|| black_box(state.move_texts(&moves))).0 / count,
                &mut || seconds(|| black_box(list(&refs))).0 / count,
                &mut || {
                    let read =
                        || refs.iter().for_each(|text| drop(black_box(state.parse_move(text))));
                    seconds(read).0 / count
                },
            ],
        );
        println!(
            "{LONG}, {count} captures: {:.0} ns to write one of a list, {:.0} to read one of a list, {:.0} to read one alone",
            write * 1e9,
            read * 1e9,
            alone * 1e9
        );
    }
}

fn main() {
    let rounds = BenchRun::from_arguments().of(7, 1);
    println!("one thread, medians of {rounds} rounds");
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a variant");
        with_state!(&any, state => one_move(state, variant, rounds));
    }
    long_lists(rounds);
}
