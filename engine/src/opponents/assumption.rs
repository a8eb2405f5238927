//! Three seats: alpha-beta with a model of the opponents.
//!
//! Paranoid and best-reply search both see two sides: the *root seat* (the seat to act at the root)
//! and all others. So they are alpha-beta, with the same table and ordering. On the root seat's
//! turn a value is that seat's value; on any other turn it is the negative of it. Max^n
//! ([`crate::opponents::maxn`]) and the tree ([`crate::mcts`]) need no such assumption.
//! CITE: N. Sturtevant, R. Korf, "On pruning techniques for multi-player games", AAAI 2000
//! (paranoid); M. Esser et al., "Improving best-reply search", CG 2013 (BRS+).

use eval::{Evaluator, Value};
use games::{Key, Outcome, PerSeat, Seat, Tactics, random_words};

use crate::search::ordering::ScoredMove;
use crate::search::thread::SearchThread;
use crate::search::units::Ply;
use crate::searchable::Searchable;

/// Separate the table entries of different root seats.
static ROOT_SEAT_KEYS: PerSeat<Key> = PerSeat::new(random_words(111));
/// Separate the table entries after an opponent's reply from those before it.
static REPLY_KEYS: PerSeat<Key> = PerSeat::new(random_words(112));

impl<G: Searchable> SearchThread<'_, G> {
    /// The root seat, where there are three seats.
    #[inline]
    pub(crate) fn root_seat(&self) -> Option<Seat> {
        if G::MAX_SEATS == 2 { None } else { self.context.root_seat }
    }

    /// Whether a value for one seat is a value for the other, too: both are the root seat, or
    /// neither is.
    #[inline]
    pub(crate) fn same_side(&self, one: Seat, other: Seat) -> bool {
        match self.root_seat() {
            None => one == other,
            Some(root_seat) => (one == root_seat) == (other == root_seat),
        }
    }

    /// The estimate of a position, for the side whose turn it is.
    #[inline]
    pub(crate) fn estimate(&mut self, position: &G::Position) -> Value {
        let (context, root_seat) = (self.context, self.root_seat());
        let (game, evaluator) = (context.game, context.evaluator);
        let accumulators = &mut self.memory.accumulators;
        let mut estimate = || {
            let mover = game.mover(position);
            let seat = root_seat.unwrap_or(mover);
            let value = evaluator.estimate_next(game, position, seat, accumulators);
            if seat == mover { value } else { -value }
        };
        if context.techniques.eval_cache {
            // The estimate is for the side of the root seat, and the cache outlives the search.
            let side = root_seat.map_or(Key(0), |seat| ROOT_SEAT_KEYS[seat]);
            self.memory.evaluation_cache.get_or(game.key(position) ^ side, estimate)
        } else {
            estimate()
        }
    }

    /// The value of a finished game, for the side whose turn it would be.
    #[inline]
    pub(crate) fn final_value(&self, position: &G::Position, outcome: Outcome, ply: Ply) -> Value {
        let mover = self.context.game.mover(position);
        match self.root_seat() {
            None => Value::of_outcome(outcome, mover, ply.moves()),
            Some(root_seat) if mover == root_seat => {
                Value::of_outcome(outcome, root_seat, ply.moves())
            }
            Some(root_seat) => -Value::of_outcome(outcome, root_seat, ply.moves()),
        }
    }

    /// The value of a draw by history.
    #[inline]
    pub(crate) fn draw_value(&self, position: &G::Position, ply: Ply) -> Value {
        match self.root_seat() {
            None => Value::EVEN,
            Some(_) => self.final_value(position, self.context.game.drawn(position), ply),
        }
    }

    /// Whether the root seat is out of the game while others play on.
    #[inline]
    pub(crate) fn root_seat_is_out(&self, position: &G::Position) -> bool {
        self.root_seat()
            .is_some_and(|root_seat| !self.context.game.in_play(position).contains(root_seat))
    }

    /// The part of the node's table key that does not come from its position.
    #[inline]
    pub(crate) fn assumption_key(&self) -> Key {
        let Some(root_seat) = self.root_seat() else { return Key(0) };
        let reply = self.reply.map_or(Key(0), |seat| REPLY_KEYS[seat]);
        ROOT_SEAT_KEYS[root_seat] ^ reply
    }

    /// Whether another opponent has made its reply, so that the mover may only make the move with
    /// the highest score.
    #[inline]
    fn is_restricted(&self, mover: Seat) -> bool {
        self.root_seat().is_some_and(|root_seat| {
            mover != root_seat && self.reply.is_some_and(|seat| seat != mover)
        })
    }

    /// The seat that has replied after a move. `best_scored` is the mover's move with the highest
    /// score.
    #[inline]
    pub(crate) fn reply_after(
        &self,
        mover: Seat,
        mv: G::Move,
        best_scored: Option<G::Move>,
    ) -> Option<Seat> {
        match self.root_seat() {
            Some(root_seat)
                if mover != root_seat && self.context.techniques.opponents.is_best_reply() =>
            {
                if best_scored == Some(mv) {
                    self.reply
                } else {
                    self.reply.or(Some(mover))
                }
            }
            _ => None,
        }
    }

    /// The move with the highest score of those listed from `start` on, the first of equals, where
    /// best-reply search needs it. Where another opponent has replied, only this move stays.
    #[inline]
    pub(crate) fn restrict_moves(
        &mut self,
        position: &G::Position,
        start: usize,
    ) -> Option<G::Move> {
        self.root_seat().filter(|_| self.context.techniques.opponents.is_best_reply())?;
        let mv = first_best_scored(self.context.game, position, &self.memory.moves[start..])?;
        if self.is_restricted(self.context.game.mover(position)) {
            self.memory.moves.truncate(start);
            self.memory.moves.push(ScoredMove { score: 0, mv });
        }
        Some(mv)
    }
}

fn first_best_scored<G: Tactics>(
    game: &G,
    position: &G::Position,
    moves: &[ScoredMove<G::Move>],
) -> Option<G::Move> {
    let mut best: Option<(i32, G::Move)> = None;
    for scored in moves {
        let score = game.move_score(position, scored.mv);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, scored.mv));
        }
    }
    best.map(|(_, mv)| mv)
}
