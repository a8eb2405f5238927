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

/// Counters of a history. Those of a block are only halved or cleared if one of them is not zero: a
/// short search counts in few blocks.
struct Counters<const SLOTS: usize> {
    counters: Box<[i16; SLOTS]>,
    /// Whether a block may have counters that are not zero.
    used: Vec<bool>,
}

/// Counters in a block: 128 bytes.
const BLOCK: usize = 64;

impl<const SLOTS: usize> Counters<SLOTS> {
    fn new() -> Self {
        Self { counters: Box::new([0; SLOTS]), used: vec![false; SLOTS / BLOCK] }
    }

    #[inline]
    fn get(&self, slot: usize) -> i16 {
        self.counters[slot]
    }

    #[inline]
    fn add(&mut self, slot: usize, bonus: i32) {
        add_with_gravity(&mut self.counters[slot], bonus);
        self.used[slot / BLOCK] = true;
    }

    fn halve(&mut self) {
        let (blocks, _) = self.counters.as_chunks_mut::<BLOCK>();
        for (block, used) in blocks.iter_mut().zip(&mut self.used).filter(|(_, used)| **used) {
            block.iter_mut().for_each(|counter| *counter /= 2);
            *used = *block != [0; BLOCK];
        }
    }

    fn clear(&mut self) {
        let (blocks, _) = self.counters.as_chunks_mut::<BLOCK>();
        for (block, used) in blocks.iter_mut().zip(&mut self.used) {
            if std::mem::take(used) {
                *block = [0; BLOCK];
            }
        }
    }
}

/// The killers and histories of one thread.
pub(crate) struct MoveOrdering {
    killers: [[Tag; 2]; KILLER_PLIES],
    history: PerSeat<Counters<HISTORY>>,
    /// Continuation history: the same for pairs of a move and the move before it, if it is kept.
    continuation: Option<Counters<CONTINUATIONS>>,
    /// The hash of the move that leads to each ply.
    line: [u64; Ply::COUNT + 1],
}

impl MoveOrdering {
    /// An empty ordering, with or without continuation history.
    pub(crate) fn new(continuation: bool) -> Self {
        Self {
            killers: [[Tag::NONE; 2]; KILLER_PLIES],
            history: PerSeat::new([(); MAX_SEATS].map(|()| Counters::new())),
            continuation: continuation.then(Counters::new),
            line: [0; Ply::COUNT + 1],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.killers = [[Tag::NONE; 2]; KILLER_PLIES];
        for seat in Seat::all(MAX_SEATS as u8) {
            self.history[seat].clear();
        }
        self.continuation.iter_mut().for_each(Counters::clear);
        self.line = [0; Ply::COUNT + 1];
    }

    /// Prepares for the next search: forgets the killers and halves the histories.
    pub(crate) fn age(&mut self) {
        self.killers = [[Tag::NONE; 2]; KILLER_PLIES];
        for seat in Seat::all(MAX_SEATS as u8) {
            self.history[seat].halve();
        }
        self.continuation.iter_mut().for_each(Counters::halve);
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
        let seat = game.mover(position);
        if game.has_move_scores(position) {
            self.score_by(seat, ply, moves, |mv| game.move_score(position, mv));
        } else {
            debug_assert!(moves.iter().all(|scored| game.move_score(position, scored.mv) == 0));
            self.score_by(seat, ply, moves, |_| 0);
        }
        bring_best(moves);
    }

    /// Scores moves, with a function for the move score of the game.
    #[inline(always)]
    fn score_by<M: GameMove>(
        &self,
        seat: Seat,
        ply: Ply,
        moves: &mut [ScoredMove<M>],
        move_score: impl Fn(M) -> i32,
    ) {
        let history = &self.history[seat];
        let killers = self.killers[ply.index() % KILLER_PLIES];
        for scored in moves.iter_mut() {
            let move_score = move_score(scored.mv);
            debug_assert!(move_score.abs() < MAX_MOVE_SCORE);
            let hash = move_hash(scored.mv);
            let mut score = i32::from(history.get(slot(hash)));
            if let Some(continuation) = &self.continuation {
                score += i32::from(continuation.get(self.continuation_slot(ply, hash)));
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
        self.history[seat].add(slot(hash), bonus);
        let pair = self.continuation_slot(ply, hash);
        if let Some(continuation) = &mut self.continuation {
            continuation.add(pair, bonus);
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

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// Blocks that are left out have only counters of zero.
    #[test]
    fn counters_are_halved_and_cleared_as_a_plain_list() {
        const SLOTS: usize = 4 * BLOCK;
        let (mut counters, mut plain) = (Counters::<SLOTS>::new(), [0; SLOTS]);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for step in 0..400 {
            let (slot, bonus) = (rng.random_range(0..SLOTS), rng.random_range(-900..900));
            match rng.random_range(0..8) {
                0..3 => {
                    counters.add(slot, bonus);
                    add_with_gravity(&mut plain[slot], bonus);
                }
                3..7 => {
                    counters.halve();
                    plain.iter_mut().for_each(|counter| *counter /= 2);
                }
                _ => {
                    counters.clear();
                    plain = [0; SLOTS];
                }
            }
            assert!((0..SLOTS).all(|slot| counters.get(slot) == plain[slot]), "step {step}");
        }
    }
}
