//! The `info` lines of an engine's answer.

use std::time::Duration;

use engine::eval::Value;
use engine::{Answer, Proof, Variation};
use games::{Notation, State};

use crate::info::{Info, Proven, ProvenResult};

/// The answer whose lines were printed last.
///
/// An interrupted iteration may find another answer, which is not reported. So the lines at the end
/// of a search are printed if they are new, and the last lines always agree with the best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastPrinted<M>(Option<(u32, Vec<Variation<M>>)>);

impl<M> Default for LastPrinted<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M: Copy + PartialEq> LastPrinted<M> {
    /// Notes that the lines of an answer are printed.
    pub fn note(&mut self, answer: &Answer<M>) {
        self.0 = Some((answer.depth, answer.variations.clone()));
    }

    /// Whether the answer has other lines than those printed last.
    #[must_use]
    pub fn differs(&self, answer: &Answer<M>) -> bool {
        self.0
            .as_ref()
            .is_none_or(|(depth, lines)| *depth != answer.depth || *lines != answer.variations)
    }
}

/// The `info` lines of an answer, best first. Where chance acts there is one line, without moves.
#[inline(never)]
pub fn info_lines<G: Notation>(
    state: &State<G>,
    answer: &Answer<G::Move>,
    multipv: bool,
) -> Vec<Info> {
    if answer.variations.is_empty() {
        return vec![searched(answer, answer.value)];
    }
    let line = |(rank, line): (usize, &Variation<G::Move>)| Info {
        multipv: multipv.then_some(rank as u32 + 1),
        proven: Proven::of(state, line),
        pv: Some(line_texts(state, &line.moves)),
        ..searched(answer, line.value)
    };
    answer.variations.iter().enumerate().map(line).collect()
}

/// The depth, the value and the effort of a search.
fn searched<M: Copy>(answer: &Answer<M>, value: Value) -> Info {
    Info {
        depth: Some(answer.depth),
        seldepth: Some(answer.seldepth),
        score: Some(centi_log_odds(value)),
        value: Some(value.to_f64()),
        ..effort(answer)
    }
}

/// The effort of a search alone.
pub(crate) fn effort<M: Copy>(answer: &Answer<M>) -> Info {
    Info {
        nodes: Some(answer.nodes),
        nps: Some(answer.nps()),
        hashfull: Some(answer.hashfull),
        time: Some(Duration::from_millis(answer.elapsed.as_millis() as u64)),
        ..Info::default()
    }
}

/// The score that match tools expect: hundredths of log-odds. A proven result is beyond 100000 or
/// -100000.
fn centi_log_odds(value: Value) -> i64 {
    match value.distance() {
        Some(distance) if value.is_win() => 120_000 - i64::from(distance),
        Some(distance) => i64::from(distance) - 120_000,
        None => {
            let expected = value.to_f64().clamp(-0.999_999, 0.999_999);
            (100.0 * ((1.0 + expected) / (1.0 - expected)).ln()).round() as i64
        }
    }
}

impl Proven {
    /// The result that a variation proves, and the most player moves until it. A draw cannot be
    /// forced before the limit of the game's length, if there is one.
    pub fn of<G: Notation>(state: &State<G>, line: &Variation<G::Move>) -> Option<Self> {
        let (result, distance) = match line.proof()? {
            Proof::Win(distance) => (ProvenResult::Win, Some(distance)),
            Proof::Loss(distance) => (ProvenResult::Loss, Some(distance)),
            Proof::Draw => (ProvenResult::Draw, state.history().plies_left()),
        };
        Some(Self { result, distance })
    }
}

/// The texts of a line of moves.
#[inline(never)]
pub fn line_texts<G: Notation>(state: &State<G>, moves: &[G::Move]) -> Vec<String> {
    let game = state.game();
    let mut position = *state.position();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.format_move(&position, mv));
        position = game.play(&position, mv);
    }
    texts
}
