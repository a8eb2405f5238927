//! What a thread learns about which moves tend to be best: killer moves and the history heuristic.
//!
//! CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE
//! Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989.

use games::{GameMove, MAX_PROMISE, MAX_SEATS, PerSeat, Seat, Tactics};

use crate::parameters::Parameters;
use crate::search::units::{Depth, Ply};
use crate::table::entry::{Tag, move_hash};

/// A move with its score in the order, higher first.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) score: i32,
    pub(crate) mv: M,
}

const PROMISING: i32 = 1 << 24;
const FIRST_KILLER: i32 = PROMISING - 1;
const SECOND_KILLER: i32 = PROMISING - 2;

/// Slots of the history of a seat, a power of two.
const HISTORY: usize = 1 << 13;
/// History counters stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// Plies for which killers are kept.
const KILLER_PLIES: usize = Ply::COUNT;

#[inline]
fn slot(hash: u64) -> usize {
    (hash >> 51) as usize % HISTORY
}

/// What one thread has learned about which moves tend to be best.
pub(crate) struct MoveOrdering {
    killers: [[Tag; 2]; KILLER_PLIES],
    history: Box<PerSeat<[i16; HISTORY]>>,
}

impl MoveOrdering {
    pub(crate) fn new() -> Self {
        Self {
            killers: [[Tag::NONE; 2]; KILLER_PLIES],
            history: Box::new(PerSeat::new([[0; HISTORY]; MAX_SEATS])),
        }
    }

    /// Scores moves: by promise, then killers, then by history. The best comes to the front.
    pub(crate) fn score<G: Tactics>(
        &self,
        game: &G,
        position: &G::Position,
        ply: Ply,
        moves: &mut [ScoredMove<G::Move>],
    ) {
        let history = &self.history[game.mover(position)];
        let killers = self.killers[ply.index() % KILLER_PLIES];
        for scored in moves.iter_mut() {
            let promise = game.promise(position, scored.mv);
            debug_assert!(promise.abs() < MAX_PROMISE);
            let hash = move_hash(scored.mv);
            let score = i32::from(history[slot(hash)]);
            let tag = Tag::of_hash(hash);
            scored.score = if promise > 0 {
                PROMISING + promise * 16 + score / 1024
            } else if tag == killers[0] {
                FIRST_KILLER
            } else if tag == killers[1] {
                SECOND_KILLER
            } else {
                score + promise
            };
        }
        bring_best(moves);
    }

    /// Learns from a move that refuted the node, and from those tried before it in vain.
    #[inline]
    pub(crate) fn learn_cutoff<M: GameMove>(
        &mut self,
        seat: Seat,
        mv: M,
        bonus: i32,
        ply: Ply,
        tried: &[ScoredMove<M>],
    ) {
        let killers = &mut self.killers[ply.index() % KILLER_PLIES];
        let tag = Tag::of(mv);
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        self.learn(seat, mv, bonus);
        for scored in tried {
            self.learn(seat, scored.mv, -bonus);
        }
    }

    /// Moves a counter towards its limit, by the less the nearer it is.
    #[inline]
    fn learn(&mut self, seat: Seat, mv: impl GameMove, bonus: i32) {
        let counter = &mut self.history[seat][slot(move_hash(mv))];
        let value = i32::from(*counter);
        *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// What a cutoff at a depth adds to the counter of the move that made it.
#[inline]
pub(crate) fn history_bonus(parameters: &Parameters, depth: Depth) -> i32 {
    (depth.moves() * depth.moves() * parameters.history_bonus).min(parameters.history_most)
}

/// Brings the highest-scored move to the front, the first of equals.
#[inline]
pub(crate) fn bring_best<M>(moves: &mut [ScoredMove<M>]) {
    let (mut best, mut highest) = (0, i32::MIN);
    for (index, scored) in moves.iter().enumerate() {
        if scored.score > highest {
            (best, highest) = (index, scored.score);
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}
