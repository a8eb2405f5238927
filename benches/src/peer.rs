//! The peer: the `minimax` crate, on the same positions, moves and evaluation.

use std::fmt::Debug;
use std::marker::PhantomData;

use eval::{Evaluate, Evaluator, Linear, Value, Weights};
use games::{Actor, Game, GameMove, Seat, Tactics};
use minimax::{BEST_EVAL, Evaluation, IterativeOptions, IterativeSearch, Winner};

/// Our evaluation on the peer's 16-bit scale: both sides search with just these values.
#[derive(Clone, Debug)]
pub struct Quantised(Linear);

/// A 16-bit step on our scale.
const STEP: i32 = Value::ONE / 10_000;

impl Quantised {
    /// The default weights of a game.
    #[must_use]
    pub fn of<G: Evaluate>(game: &G) -> Self {
        Self(Linear::new(&Weights::default_for(game)))
    }

    fn steps<G: Evaluate>(&self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        self.0.estimate(game, position, seat).0 / STEP
    }
}

impl<G: Evaluate> Evaluator<G> for Quantised {
    fn estimate(&self, game: &G, position: &G::Position, seat: Seat) -> Value {
        Value(self.steps(game, position, seat) * STEP)
    }
}

/// A position with its rules, which the peer keeps nowhere else.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    /// The rules.
    pub game: &'static G,
    /// The position.
    pub position: G::Position,
}

/// A game of two seats without chance, and its evaluation, for the peer.
#[derive(Clone, Debug)]
pub struct Peer<G> {
    evaluator: Quantised,
    game: PhantomData<G>,
}

impl<G: Evaluate> Peer<G> {
    /// The peer's view of a game.
    #[must_use]
    pub fn new(game: &G) -> Self {
        Self { evaluator: Quantised::of(game), game: PhantomData }
    }
}

impl<G: Tactics + Evaluate> minimax::Game for Peer<G> {
    type S = Table<G>;
    type M = G::Move;

    fn generate_moves(table: &Table<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(table);
        if winner.is_none() {
            table.game.each_candidate(&table.position, |mv| moves.push(mv));
        }
        winner
    }

    fn apply(table: &mut Table<G>, mv: G::Move) -> Option<Table<G>> {
        Some(Table { position: table.game.play(&table.position, mv), ..*table })
    }

    fn get_winner(table: &Table<G>) -> Option<Winner> {
        let Actor::Over(outcome) = table.game.actor(&table.position) else { return None };
        Some(if outcome.winners.len() > 1 {
            Winner::Draw
        } else if outcome.winners.contains(table.game.mover(&table.position)) {
            Winner::PlayerToMove
        } else {
            Winner::PlayerJustMoved
        })
    }

    fn zobrist_hash(table: &Table<G>) -> u64 {
        table.game.key(&table.position).0
    }

    fn table_index(mv: G::Move) -> u16 {
        (mv.bits() ^ mv.bits() >> 16) as u16
    }

    fn max_table_index() -> u16 {
        u16::MAX
    }
}

impl<G: Tactics + Evaluate> minimax::Evaluator for Peer<G> {
    type G = Self;

    /// A leaf with a win at hand is a win in one, as in our quiescence.
    fn evaluate(&self, table: &Table<G>) -> Evaluation {
        let Table { game, position } = table;
        if game.wins_now(position) {
            BEST_EVAL - 1
        } else {
            self.evaluator.steps(*game, position, game.mover(position)) as Evaluation
        }
    }
}

/// The peer's settings: its defaults, or its best (history, MTD(f), a 4 MiB table).
#[must_use]
pub fn peer_options(best: bool) -> IterativeOptions {
    let options = IterativeOptions::new();
    if best {
        options.with_countermove_history().with_mtdf().with_table_byte_size(4 << 20)
    } else {
        options
    }
}

/// The peer's value of a finished search on our scale, wins and losses without their distance.
#[must_use]
pub fn peer_value<G: Tactics + Evaluate>(search: &IterativeSearch<Peer<G>>) -> i32 {
    match search.root_value() {
        BEST_EVAL => Value::ONE,
        value if value == -BEST_EVAL => -Value::ONE,
        value => i32::from(value) * STEP,
    }
}
