//! Move ordering: the table's move, promising moves, killers, history.

use games::{GameMove, MAX_PROMISE, MAX_SEATS, PerSeat, Seat, Tactics};

use crate::parameters::Parameters;
use crate::table::entry::{Tag, move_hash};

/// A move with its rank in the order, higher first.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub(crate) rank: i32,
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
const KILLER_PLIES: usize = 128;

#[inline]
fn slot(hash: u64) -> usize {
    (hash >> 51) as usize % HISTORY
}

/// What one thread has learned about which moves tend to be best.
pub(crate) struct Ordering {
    killers: [[Tag; 2]; KILLER_PLIES],
    history: Box<PerSeat<[i16; HISTORY]>>,
}

impl Ordering {
    pub(crate) fn new() -> Self {
        Self {
            killers: [[Tag::NONE; 2]; KILLER_PLIES],
            history: Box::new(PerSeat::new([[0; HISTORY]; MAX_SEATS])),
        }
    }

    /// Ranks moves: by promise, then killers, then by history. The best comes to the front.
    pub(crate) fn rank<G: Tactics>(
        &self,
        game: &G,
        position: &G::Position,
        ply: i32,
        moves: &mut [Ranked<G::Move>],
    ) {
        let history = &self.history[game.mover(position)];
        let killers = self.killers[ply as usize % KILLER_PLIES];
        for ranked in moves.iter_mut() {
            let promise = game.promise(position, ranked.mv);
            debug_assert!(promise.abs() < MAX_PROMISE);
            let hash = move_hash(ranked.mv);
            let score = i32::from(history[slot(hash)]);
            let tag = Tag::of_hash(hash);
            ranked.rank = if promise > 0 {
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
    pub(crate) fn cutoff<M: GameMove>(
        &mut self,
        seat: Seat,
        mv: M,
        bonus: i32,
        ply: i32,
        tried: &[Ranked<M>],
    ) {
        let killers = &mut self.killers[ply as usize % KILLER_PLIES];
        let tag = Tag::of(mv);
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        self.learn(seat, mv, bonus);
        for ranked in tried {
            self.learn(seat, ranked.mv, -bonus);
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
pub(crate) fn history_bonus(parameters: &Parameters, depth: i32) -> i32 {
    (depth * depth * parameters.history_bonus).min(parameters.history_most)
}

/// Brings the highest-ranked move to the front, the first of equals.
#[inline]
fn bring_best<M>(moves: &mut [Ranked<M>]) {
    let (mut best, mut highest) = (0, i32::MIN);
    for (index, ranked) in moves.iter().enumerate() {
        if ranked.rank > highest {
            (best, highest) = (index, ranked.rank);
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}

/// Brings the highest-ranked of `moves[index..]` to `index`. After `picks` of them the others are
/// sorted, or near the leaves (`rough`) left as they are: most nodes have been cut off by then, and
/// of those that were not most try every move anyway.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [Ranked<M>], index: usize, rough: bool) -> M {
    const PICKS: usize = 4;
    if index < PICKS {
        bring_best(&mut moves[index..]);
    } else if index == PICKS && !rough {
        moves[index..].sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
    moves[index].mv
}
