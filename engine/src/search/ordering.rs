//! What a thread learns about which moves tend to be best: killer moves and the history heuristic.
//!
//! CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE
//! Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989.

use games::{GameMove, MAX_MOVE_SCORE, MAX_SEATS, PerSeat, Seat, Tactics};

use crate::parameters::Parameters;
use crate::search::units::{Depth, Ply};
use crate::table::entry::{Tag, move_hash};

/// A move with its score in the order, higher first.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) score: i32,
    pub(crate) mv: M,
}

const NOISY: i32 = 1 << 24;
const FIRST_KILLER: i32 = NOISY - 1;
const SECOND_KILLER: i32 = NOISY - 2;

/// Whether a move with this score is neither promising nor a killer.
#[inline(always)]
pub(crate) const fn is_plain_quiet(score: i32) -> bool {
    score < SECOND_KILLER
}

/// Whether a move with this score is promising.
#[inline(always)]
pub(crate) const fn is_noisy(score: i32) -> bool {
    score >= NOISY
}

/// Slots of the history of a seat, a power of two.
const HISTORY: usize = 1 << 13;
/// Slots of the history of answers, a power of two: 64 KiB.
const ANSWERS: usize = 1 << 15;
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
    /// The same for a move as the answer to the one before it (continuation history), if it is kept.
    answers: Option<Vec<i16>>,
    /// The hash of the move that led to each ply.
    line: [u64; Ply::COUNT + 1],
}

impl MoveOrdering {
    /// Nothing is known yet; `answers` says whether moves are also known as answers to others.
    pub(crate) fn new(answers: bool) -> Self {
        Self {
            killers: [[Tag::NONE; 2]; KILLER_PLIES],
            history: Box::new(PerSeat::new([[0; HISTORY]; MAX_SEATS])),
            answers: answers.then(|| vec![0; ANSWERS]),
            line: [0; Ply::COUNT + 1],
        }
    }

    /// What is known after the move of another search: killers are forgotten, the rest counts half.
    pub(crate) fn age(&mut self) {
        self.killers = [[Tag::NONE; 2]; KILLER_PLIES];
        for seat in Seat::all(MAX_SEATS as u8) {
            self.history[seat].iter_mut().for_each(|counter| *counter /= 2);
        }
        self.answers.iter_mut().flatten().for_each(|counter| *counter /= 2);
    }

    /// A move leads to a ply.
    #[inline(always)]
    pub(crate) fn set_move(&mut self, ply: Ply, mv: impl GameMove) {
        self.line[ply.index()] = move_hash(mv);
    }

    /// Where the history of a move as an answer at a ply is.
    #[inline(always)]
    fn answer_slot(&self, ply: Ply, hash: u64) -> usize {
        let pair =
            (self.line[ply.index()] ^ hash.rotate_left(32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (pair >> 49) as usize % ANSWERS
    }

    /// Scores moves: by the move score of the game, then killers, then by history. The best comes to the front.
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
            if let Some(answers) = &self.answers {
                score += i32::from(answers[self.answer_slot(ply, hash)]);
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

    /// Learns from a move that refuted the node, and from those tried before it in vain.
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
        self.learn(seat, mv, bonus, ply);
        for scored in tried {
            self.learn(seat, scored.mv, -bonus, ply);
        }
    }

    #[inline]
    fn learn(&mut self, seat: Seat, mv: impl GameMove, bonus: i32, ply: Ply) {
        let hash = move_hash(mv);
        push(&mut self.history[seat][slot(hash)], bonus);
        let answer = self.answer_slot(ply, hash);
        if let Some(answers) = &mut self.answers {
            push(&mut answers[answer], bonus);
        }
    }
}

/// Moves a counter towards its limit, by the less the nearer it is.
#[inline]
fn push(counter: &mut i16, bonus: i32) {
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// What a cutoff at a depth adds to the counter of the move that made it.
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
