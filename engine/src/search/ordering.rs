//! The move ordering of one thread: killer moves, history and continuation history.
//!
//! CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE
//! Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989.

use games::{GameMove, MAX_MOVE_SCORE, MAX_SEATS, PerSeat, Seat, Tactics};

use crate::parameters::Parameters;
use crate::search::units::{Depth, Ply};
use crate::table::entry::{Tag, move_hash};

/// A move with its score in the move ordering. Higher scores come first.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) score: i32,
    pub(crate) mv: M,
}

const NOISY: i32 = 1 << 24;
const FIRST_KILLER: i32 = NOISY - 1;
const SECOND_KILLER: i32 = NOISY - 2;

/// Whether a move with this score is quiet and no killer.
#[inline(always)]
pub(crate) const fn is_plain_quiet(score: i32) -> bool {
    score < SECOND_KILLER
}

/// Whether a move with this score is noisy: a capture or the like.
#[inline(always)]
pub(crate) const fn is_noisy(score: i32) -> bool {
    score >= NOISY
}

/// Slots of the history of a seat, a power of two.
const HISTORY: usize = 1 << 13;
/// Slots of the continuation history, a power of two: 64 KiB.
const CONTINUATIONS: usize = 1 << 15;
/// History counters stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// Plies for which killers are kept.
const KILLER_PLIES: usize = Ply::COUNT;

#[inline]
fn slot(hash: u64) -> usize {
    (hash >> 51) as usize % HISTORY
}

/// The killers and histories of one thread.
pub(crate) struct MoveOrdering {
    killers: [[Tag; 2]; KILLER_PLIES],
    history: Box<PerSeat<[i16; HISTORY]>>,
    /// Continuation history: the same for pairs of a move and the move before it, if it is kept.
    continuation: Option<Vec<i16>>,
    /// The hash of the move that leads to each ply.
    line: [u64; Ply::COUNT + 1],
}

impl MoveOrdering {
    /// An empty ordering, with or without continuation history.
    pub(crate) fn new(continuation: bool) -> Self {
        Self {
            killers: [[Tag::NONE; 2]; KILLER_PLIES],
            history: Box::new(PerSeat::new([[0; HISTORY]; MAX_SEATS])),
            continuation: continuation.then(|| vec![0; CONTINUATIONS]),
            line: [0; Ply::COUNT + 1],
        }
    }

    /// Prepares for the next search: forgets the killers and halves the histories.
    pub(crate) fn age(&mut self) {
        self.killers = [[Tag::NONE; 2]; KILLER_PLIES];
        for seat in Seat::all(MAX_SEATS as u8) {
            self.history[seat].iter_mut().for_each(|counter| *counter /= 2);
        }
        self.continuation.iter_mut().flatten().for_each(|counter| *counter /= 2);
    }

    /// Sets the move that leads to a ply.
    #[inline(always)]
    pub(crate) fn set_move(&mut self, ply: Ply, mv: impl GameMove) {
        self.line[ply.index()] = move_hash(mv);
    }

    /// The slot of the continuation history for a move at a ply.
    #[inline(always)]
    fn continuation_slot(&self, ply: Ply, hash: u64) -> usize {
        let pair =
            (self.line[ply.index()] ^ hash.rotate_left(32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (pair >> 49) as usize % CONTINUATIONS
    }

    /// Scores moves: by the move score of the game, then killers, then by history. The best comes
    /// to the front.
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
            let move_score = game.move_score(position, scored.mv);
            debug_assert!(move_score.abs() < MAX_MOVE_SCORE);
            let hash = move_hash(scored.mv);
            let mut score = i32::from(history[slot(hash)]);
            if let Some(continuation) = &self.continuation {
                score += i32::from(continuation[self.continuation_slot(ply, hash)]);
            }
            let tag = Tag::of_hash(hash);
            scored.score = if move_score > 0 {
                NOISY + move_score * 16 + score / 1024
            } else if tag == killers[0] {
                FIRST_KILLER
            } else if tag == killers[1] {
                SECOND_KILLER
            } else {
                score + move_score
            };
        }
        bring_best(moves);
    }

    /// After a beta cutoff: makes the move a killer and raises its histories. Lowers the histories
    /// of the moves `tried` before it.
    #[inline]
    pub(crate) fn record_cutoff<M: GameMove>(
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
        self.update_history(seat, mv, bonus, ply);
        for scored in tried {
            self.update_history(seat, scored.mv, -bonus, ply);
        }
    }

    #[inline]
    fn update_history(&mut self, seat: Seat, mv: impl GameMove, bonus: i32, ply: Ply) {
        let hash = move_hash(mv);
        add_with_gravity(&mut self.history[seat][slot(hash)], bonus);
        let pair = self.continuation_slot(ply, hash);
        if let Some(continuation) = &mut self.continuation {
            add_with_gravity(&mut continuation[pair], bonus);
        }
    }
}

/// Adds a bonus to a counter. The nearer the counter is to its limit, the less is added (history
/// gravity).
#[inline]
fn add_with_gravity(counter: &mut i16, bonus: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// The history bonus of a cutoff at a depth.
#[inline]
pub(crate) fn history_bonus(parameters: &Parameters, depth: Depth) -> i32 {
    (depth.moves() * depth.moves() * parameters.history_bonus).min(parameters.history_max)
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
