//! The explanation of a search, as data.

use std::cmp::Reverse;

use engine::{Answer, Playable, Proof, RootMoveReport, Statistics, ValueBound, Variation};
use eval::{Explanation, Weights};
use games::{Actor, Information, Noisiness, State, format_position};
use serde::{Serialize, Serializer};
use ugi::line_texts;

/// An explanation of a best move.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) position: String,
    /// The name of the player to act.
    pub(super) actor: String,
    pub(super) bestmove: Option<String>,
    /// The expected result for this player, from -1 to 1.
    #[serde(serialize_with = "millionths")]
    pub(super) value: f64,
    /// `win`, `draw` or `loss` if that is proven.
    pub(super) proven: Option<&'static str>,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    pub(super) time_ms: u64,
    pub(super) pv: Vec<String>,
    /// Every legal move: first the searched moves, the best first.
    pub(super) moves: Vec<MoveReport>,
    pub(super) evaluation: EvaluationReport,
    pub(super) search: SearchReport,
}

/// The result of a move.
#[derive(Debug, Serialize)]
pub(super) struct MoveReport {
    #[serde(rename = "move")]
    pub(super) text: String,
    /// `None` if the move was not searched: another move is equivalent or proven no worse, or the
    /// time was over.
    #[serde(flatten)]
    pub(super) found: Option<MoveFound>,
}

/// The value of a move, and the work for it.
#[derive(Debug, Serialize)]
pub(super) struct MoveFound {
    #[serde(serialize_with = "millionths")]
    pub(super) value: f64,
    /// `exact`; `upper` if this is an upper bound, `lower` if it is a lower bound; `sampled`.
    pub(super) bound: &'static str,
    pub(super) depth: u32,
    /// The nodes visited for the move; with hidden cards, the sampled deals in which it was tried.
    pub(super) nodes: u64,
    /// Its share of the work of all moves.
    #[serde(serialize_with = "millionths")]
    pub(super) share: f64,
}

/// The evaluation before and after the best variation.
#[derive(Debug, Serialize)]
pub(super) struct EvaluationReport {
    pub(super) before: Explanation,
    /// `None` if the game is over then.
    pub(super) after: Option<Explanation>,
    /// Whether the position after the variation is quiet, so that the search evaluates it at once.
    pub(super) quiet: bool,
}

/// The work of the search. With hidden cards, tree search counts only nodes and leaves; other
/// searches also count cutoffs and uses of the transposition table.
#[derive(Debug, Serialize)]
pub(super) struct SearchReport {
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    pub(super) cutoffs: Option<u64>,
    pub(super) first_move_cutoffs: Option<u64>,
    pub(super) table_probes: Option<u64>,
    pub(super) table_hits: Option<u64>,
    pub(super) table_cutoffs: Option<u64>,
    pub(super) researches: Option<u64>,
    pub(super) aspiration_researches: Option<u64>,
    pub(super) quiescence_nodes: Option<u64>,
    /// The mean factor by which the nodes grew from iteration to iteration.
    pub(super) branching_factor: Option<f64>,
    pub(super) hashfull: u32,
}

impl Report {
    pub(super) fn new<G: Playable>(
        state: &State<G>,
        weights: &Weights,
        answer: &Answer<G::Move>,
    ) -> Self {
        let game = state.game();
        let pv = answer.variations.first().map_or(&[][..], |variation| &variation.moves);
        let proof = answer.variations.first().and_then(Variation::proof);
        let pv_texts = line_texts(state, pv);
        Self {
            position: format_position(game, state.position()),
            actor: game.player_name(state.position()).to_owned(),
            bestmove: pv_texts.first().cloned(),
            value: answer.value.to_f64(),
            proven: proof.map(|proof| match proof {
                Proof::Win(_) => "win",
                Proof::Draw => "draw",
                Proof::Loss(_) => "loss",
            }),
            depth: answer.depth,
            seldepth: answer.seldepth,
            nodes: answer.nodes,
            time_ms: answer.elapsed.as_millis() as u64,
            pv: pv_texts,
            moves: moves(state, answer),
            evaluation: EvaluationReport::new(state, weights, pv),
            search: SearchReport::new::<G>(answer),
        }
    }
}

/// All legal moves with their results.
fn moves<G: Playable>(state: &State<G>, answer: &Answer<G::Move>) -> Vec<MoveReport> {
    let found = answer.explanation.as_ref().map_or(&[][..], |found| &found.root_moves);
    let best = answer.best();
    let total: u64 = found.iter().map(|found| found.nodes).sum();
    let mut found = found.to_vec();
    // The best move first, then moves with a value, then moves that are only known to be no better.
    // Values of different depths have no order: the deepest come first.
    let rank = |found: &RootMoveReport<G::Move>| {
        let class = (Some(found.mv) != best, found.bound == ValueBound::Upper);
        (class, Reverse((found.depth, found.value, found.nodes)))
    };
    found.sort_by_key(rank);
    let text = |mv| state.game().format_move(state.position(), mv);
    let searched = found.iter().map(|found| MoveReport {
        text: text(found.mv),
        found: Some(MoveFound::new(found, total)),
    });
    let others = state.legal_moves().into_iter();
    let others = others.filter(|&mv| found.iter().all(|found| found.mv != mv));
    let others = others.map(|mv| MoveReport { text: text(mv), found: None });
    searched.chain(others).collect()
}

impl MoveFound {
    fn new<M>(found: &RootMoveReport<M>, total: u64) -> Self {
        Self {
            value: found.value.to_f64(),
            bound: match found.bound {
                ValueBound::Exact => "exact",
                ValueBound::Upper => "upper",
                ValueBound::Lower => "lower",
                ValueBound::Sampled => "sampled",
            },
            depth: found.depth,
            nodes: found.nodes,
            share: found.nodes as f64 / total.max(1) as f64,
        }
    }
}

impl EvaluationReport {
    fn new<G: Playable>(state: &State<G>, weights: &Weights, pv: &[G::Move]) -> Self {
        let mut end = state.clone();
        pv.iter().for_each(|&mv| end.play_unchecked(mv));
        let of = |state: &State<G>| Explanation::of(state.game(), state.position(), weights);
        let over = matches!(end.actor(), Actor::Over(_));
        let acts = matches!(end.actor(), Actor::Seat(_));
        let quiet = !acts || end.game().noisiness(end.position()) == Noisiness::Quiet;
        Self { before: of(state), after: (!over).then(|| of(&end)), quiet }
    }
}

impl SearchReport {
    fn new<G: Playable>(answer: &Answer<G::Move>) -> Self {
        let none = Statistics::default();
        let statistics = answer.explanation.as_ref().map_or(&none, |found| &found.statistics);
        let open = !G::Information::HIDDEN;
        let tree = open || statistics.table_probes > 0;
        let counted = |count| tree.then_some(count);
        let counted_open = |count| open.then_some(count);
        Self {
            nodes: answer.nodes,
            leaves: statistics.leaves,
            cutoffs: counted(statistics.cutoffs),
            first_move_cutoffs: counted(statistics.first_move_cutoffs),
            table_probes: counted(statistics.table_probes),
            table_hits: counted(statistics.table_hits),
            table_cutoffs: counted(statistics.table_cutoffs),
            researches: counted_open(statistics.researches),
            aspiration_researches: counted_open(statistics.aspiration_researches),
            quiescence_nodes: counted_open(statistics.quiescence_nodes),
            branching_factor: statistics.branching_factor().map(rounded),
            hashfull: answer.hashfull,
        }
    }
}

/// A number with six decimals.
fn millionths<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*value))
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
