//! The peer: the search of the `minimax` crate, with the same positions, moves and evaluation.

use std::marker::PhantomData;

use eval::{Evaluator, Value};
use games::{Actor, Game, GameMove, Tactics};
use minimax::{BEST_EVAL, Evaluation, IterativeOptions, IterativeSearch, Winner};

use crate::quantised::{Quantised, QuantisedGame, QuantisedLinear, STEP};

/// A position with its rules, because the peer stores no rules.
#[derive(Clone, Debug)]
pub struct PeerState<G: QuantisedGame> {
    /// The rules.
    pub game: &'static Quantised<G>,
    /// The position.
    pub position: G::Position,
}

/// A game of two seats without chance, and its evaluation, for the peer.
#[derive(Clone, Debug)]
pub struct Peer<G> {
    evaluator: QuantisedLinear,
    game: PhantomData<G>,
}

impl<G: QuantisedGame> Peer<G> {
    /// The game for the peer.
    #[must_use]
    pub fn new(game: &Quantised<G>) -> Self {
        Self::with_evaluator(game.evaluator())
    }

    /// The game for the peer, with another evaluation.
    #[must_use]
    pub fn with_evaluator(evaluator: QuantisedLinear) -> Self {
        Self { evaluator, game: PhantomData }
    }
}

impl<G: QuantisedGame> minimax::Game for Peer<G> {
    type S = PeerState<G>;
    type M = G::Move;

    fn generate_moves(state: &PeerState<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            state.game.each_candidate(&state.position, |mv| moves.push(mv));
        }
        winner
    }

    fn apply(state: &mut PeerState<G>, mv: G::Move) -> Option<PeerState<G>> {
        Some(PeerState { position: state.game.play(&state.position, mv), ..*state })
    }

    fn get_winner(state: &PeerState<G>) -> Option<Winner> {
        let Actor::Over(outcome) = state.game.actor(&state.position) else { return None };
        Some(if outcome.winners().len() > 1 {
            Winner::Draw
        } else if outcome.winners().contains(state.game.mover(&state.position)) {
            Winner::PlayerToMove
        } else {
            Winner::PlayerJustMoved
        })
    }

    fn zobrist_hash(state: &PeerState<G>) -> u64 {
        state.game.key(&state.position).0
    }

    fn table_index(mv: G::Move) -> u16 {
        (mv.bits() ^ mv.bits() >> 16) as u16
    }

    fn max_table_index() -> u16 {
        u16::MAX
    }
}

impl<G: QuantisedGame> minimax::Evaluator for Peer<G> {
    type G = Self;

    /// A win by the next move at a leaf counts as a win in one, as in our quiescence search.
    fn evaluate(&self, state: &PeerState<G>) -> Evaluation {
        let PeerState { game, position } = state;
        if game.wins_now(position) {
            BEST_EVAL - 1
        } else {
            (self.evaluator.estimate(game, position, game.mover(position)).units() / STEP)
                as Evaluation
        }
    }
}

/// The settings of the peer: its defaults, or its best (history, MTD(f), a 4 MiB table).
#[must_use]
pub fn peer_options(best: bool) -> IterativeOptions {
    let options = IterativeOptions::new();
    if best {
        options.with_countermove_history().with_mtdf().with_table_byte_size(4 << 20)
    } else {
        options
    }
}

/// The value of the peer's search on our scale. Wins and losses have no distance.
#[must_use]
pub fn peer_value<G: QuantisedGame>(search: &IterativeSearch<Peer<G>>) -> i32 {
    match search.root_value() {
        BEST_EVAL => Value::ONE,
        value if value == -BEST_EVAL => -Value::ONE,
        value => i32::from(value) * STEP,
    }
}
