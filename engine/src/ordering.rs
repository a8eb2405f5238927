//! Move ordering: the table's move, promising moves, killers, history.

use games::{Game, GameMove, MAX_PROMISE, Seat, Tactics};

use crate::entry::{Tag, move_hash};
use crate::parameters::Parameters;

/// A move with its rank in the order, higher first.
#[derive(Clone, Copy)]
pub(crate) struct Ranked<M> {
    pub(crate) rank: i32,
    pub(crate) mv: M,
}

const TABLE_MOVE: i32 = i32::MAX;
const PROMISING: i32 = 1 << 24;
const FIRST_KILLER: i32 = PROMISING - 1;
const SECOND_KILLER: i32 = PROMISING - 2;

/// Slots of the history of a seat, a power of two.
const HISTORY: usize = 1 << 13;
/// History counters stay within this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// Plies for which killers are kept.
const KILLER_PLIES: usize = 128;

/// What one thread has learned about which moves tend to be best.
pub(crate) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i16>,
}

#[inline]
fn slot(seat: Seat, mv: impl GameMove) -> usize {
    seat.index() % 3 * HISTORY + (move_hash(mv) >> 51) as usize % HISTORY
}

impl<M: GameMove> Ordering<M> {
    pub(crate) fn new() -> Self {
        Self { killers: vec![[None; 2]; KILLER_PLIES], history: vec![0; 3 * HISTORY] }
    }

    /// Ranks moves: the table's, then by promise, then killers, then by history.
    #[inline]
    pub(crate) fn rank<G: Tactics + Game<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        tag: Tag,
        ply: i32,
        moves: &mut [Ranked<M>],
    ) {
        let seat = game.mover(position);
        let killers = self.killers[ply as usize % KILLER_PLIES];
        for ranked in moves {
            let mv = ranked.mv;
            let promise = game.promise(position, mv);
            debug_assert!(promise.abs() < MAX_PROMISE);
            ranked.rank = if Tag::of(mv) == tag {
                TABLE_MOVE
            } else if promise > 0 {
                PROMISING + promise * 16 + i32::from(self.history[slot(seat, mv)]) / 1024
            } else if killers[0] == Some(mv) {
                FIRST_KILLER
            } else if killers[1] == Some(mv) {
                SECOND_KILLER
            } else {
                i32::from(self.history[slot(seat, mv)]) + promise
            };
        }
    }

    /// Learns from a move that refuted the node, and from those tried before it in vain.
    #[inline]
    pub(crate) fn cutoff(&mut self, seat: Seat, mv: M, bonus: i32, ply: i32, tried: &[Ranked<M>]) {
        let killers = &mut self.killers[ply as usize % KILLER_PLIES];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.learn(seat, mv, bonus);
        for ranked in tried {
            self.learn(seat, ranked.mv, -bonus);
        }
    }

    /// Moves a counter towards its limit, by the less the nearer it is.
    #[inline]
    fn learn(&mut self, seat: Seat, mv: M, bonus: i32) {
        let counter = &mut self.history[slot(seat, mv)];
        let value = i32::from(*counter);
        *counter = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

/// What a cutoff at a depth adds to the counter of the move that made it.
#[inline]
pub(crate) fn history_bonus(parameters: &Parameters, depth: i32) -> i32 {
    (depth * depth * parameters.history_bonus).min(parameters.history_most)
}

/// Brings the highest-ranked of `moves[index..]` to `index`. After `picks` of them the others are
/// sorted, or near the leaves (`rough`) left as they are: most nodes have been cut off by then, and
/// of those that were not most try every move anyway.
#[inline]
pub(crate) fn pick<M: Copy>(moves: &mut [Ranked<M>], index: usize, rough: bool) -> M {
    const PICKS: usize = 4;
    if index < PICKS {
        let mut best = index;
        for candidate in index + 1..moves.len() {
            if moves[candidate].rank > moves[best].rank {
                best = candidate;
            }
        }
        moves.swap(index, best);
    } else if index == PICKS && !rough {
        moves[index..].sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    }
    moves[index].mv
}
