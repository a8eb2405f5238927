//! The peer: the `minimax` crate, on the same positions, moves and evaluation.

use eval::{Evaluator, Linear, Value, Weights};
use games::benedictine::{Benedictine, Move, Position};
use games::{Actor, DrawRules, Game, GameMove, Seat, Tactics};
use minimax::{BEST_EVAL, Evaluation, IterativeOptions, IterativeSearch, Winner};

/// Bénédictine without draws by history, which the peer does not know.
const RULES: Benedictine = Benedictine { draws: DrawRules { repetition: 0, plies: 0 } };

/// Our evaluation on the peer's 16-bit scale: both sides search with just these values.
#[derive(Clone, Debug)]
pub struct Quantised(Linear);

/// A 16-bit step on our scale.
const STEP: i32 = Value::ONE / 10_000;

impl Default for Quantised {
    fn default() -> Self {
        Self(Linear::new(&Weights::default_for(&RULES)))
    }
}

impl Quantised {
    fn steps(&self, position: &Position, seat: Seat) -> i32 {
        self.0.estimate(&RULES, position, seat).0 / STEP
    }
}

impl Evaluator<Benedictine> for Quantised {
    fn estimate(&self, _: &Benedictine, position: &Position, seat: Seat) -> Value {
        Value(self.steps(position, seat) * STEP)
    }
}

/// The game and its evaluation for the peer.
#[derive(Clone, Debug, Default)]
pub struct Peer(Quantised);

impl minimax::Game for Peer {
    type S = Position;
    type M = Move;

    fn generate_moves(position: &Position, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            RULES.each_move(position, |mv| moves.push(mv));
        }
        winner
    }

    fn apply(position: &mut Position, mv: Move) -> Option<Position> {
        Some(RULES.play(position, mv))
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        // The only end of the game is a goal by the player who has just moved.
        matches!(RULES.actor(position), Actor::Over(_)).then_some(Winner::PlayerJustMoved)
    }

    fn zobrist_hash(position: &Position) -> u64 {
        RULES.key(position).0
    }

    fn table_index(mv: Move) -> u16 {
        mv.bits() as u16
    }

    fn max_table_index() -> u16 {
        u16::MAX
    }
}

impl minimax::Evaluator for Peer {
    type G = Self;

    /// A leaf with a goal at hand is a win in one, as in our quiescence.
    fn evaluate(&self, position: &Position) -> Evaluation {
        if RULES.wins_now(position) {
            BEST_EVAL - 1
        } else {
            self.0.steps(position, position.side()) as Evaluation
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
pub fn peer_value(search: &IterativeSearch<Peer>) -> i32 {
    match search.root_value() {
        BEST_EVAL => Value::ONE,
        value if value == -BEST_EVAL => -Value::ONE,
        value => i32::from(value) * STEP,
    }
}
