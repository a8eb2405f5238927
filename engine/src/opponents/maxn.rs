//! Max^n: three seats, each of which plays for its own share. The reference for the other searches.
//!
//! A node has a value for every seat. The seat to act picks the move that is best for itself. The
//! shares add up to one point. If a move leaves the seat that moved before less than that seat has
//! already, the node is cut off (shallow pruning). At a chance node each seat gets the mean of its
//! values.
//! CITE: C. Luckhardt, K. Irani, "An algorithmic solution of n-person games", AAAI 1986; R. Korf,
//! "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991.

use eval::{Evaluator, Value};
use games::{Actor, MAX_SEATS, Noisiness, Outcome, PerSeat, Seat, State, sort_by_number};

use crate::answer::Variation;
use crate::chance::mean::Mean;
use crate::search::control::Stopped;
use crate::search::deepening::IterationResult;
use crate::search::move_picker::MovePicker;
use crate::search::ordering::{ScoredMove, history_bonus};
use crate::search::root::RootMove;
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::Bound;
use crate::searchable::{SearchContext, Searchable};
use crate::table::entry::Tag;

/// Each seat's expected result, from `-ONE` to `ONE`: twice its share of the point, less one.
pub(crate) type Shares = PerSeat<i32>;

/// The seat that moved last, and the value that it has already.
type Floor = Option<(Seat, i32)>;

/// Whether `mover`, with a value of `own`, leaves less to the seat before it than that seat has
/// already.
fn leaves_less(floor: Floor, mover: Seat, own: i32) -> bool {
    own >= Value::ONE || floor.is_some_and(|(seat, least)| seat != mover && own + least > 0)
}

/// Whether `mover` prefers one value to another. If both are equal for the mover, the shares of the
/// other seats decide, in the order of the seats. So the result does not depend on the order of the
/// moves.
pub(crate) fn prefers(mover: Seat, one: Shares, other: Shares) -> bool {
    (one[mover], one) > (other[mover], other)
}

pub(crate) fn shares_of(outcome: Outcome) -> Shares {
    PerSeat::from_fn(|seat| Value::of_outcome(outcome, seat, 0).expectation())
}

impl<G: Searchable> SearchThread<'_, G> {
    /// One iteration of a max^n search: every root move with its value for the seat to act.
    pub(crate) fn maxn_iteration(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        count: usize,
        progress: &mut IterationResult<G::Move>,
    ) -> Result<(), Stopped> {
        let mover = state.game().mover(state.position());
        let count = count.clamp(1, moves.len());
        self.estimates = 0;
        let mut best: Option<i32> = None;
        for root in moves.iter_mut() {
            let floor = best.filter(|_| count == 1).map(|value| (mover, value));
            let child = state.game().play(state.position(), root.mv);
            let before = self.meter.nodes();
            self.clear_variation(Ply::ROOT.next());
            self.history.push_ply();
            let left = Depth::new(depth as i32 - 1);
            let shares = self.maxn(&child, left, Ply::ROOT.next(), floor);
            self.history.pop_ply();
            let shares = shares?;
            let own = shares[mover];
            root.value = Value::new(own);
            self.extend_variation(Ply::ROOT, root.mv);
            let moves = self.variation(Ply::ROOT).to_vec();
            root.variation = Variation { value: Value::new(own), exhausted: false, moves };
            // If the child may be cut off, the rest of its mover's share is an upper bound.
            let (value, bound) = match state.game().actor(&child) {
                Actor::Seat(replier) if leaves_less(floor, replier, shares[replier]) => {
                    (-shares[replier], Bound::Upper)
                }
                _ => (own, Bound::Exact),
            };
            root.note(Value::new(value), bound, depth, self.meter.nodes() - before);
            best = Some(best.map_or(own, |best| best.max(own)));
        }
        sort_by_number(moves, |root| -i64::from(root.value.units()));
        progress.take(moves[..count].iter().map(|root| root.variation.clone()).collect());
        progress.settled = self.estimates == 0 || progress.value.units() >= Value::ONE;
        Ok(())
    }

    fn maxn(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        floor: Floor,
    ) -> Result<Shares, Stopped> {
        self.meter.count_node(ply)?;
        let game = self.context.game;
        match game.actor(position) {
            Actor::Over(outcome) => return Ok(shares_of(outcome)),
            _ if self.history.out_of_plies() => return Ok(shares_of(game.drawn(position))),
            Actor::Chance => return self.maxn_chance(position, depth, ply),
            Actor::Seat(_) => {}
        }
        let key = game.repetition_key(position);
        if self.is_repetition(|| key) {
            self.estimates += 1;
            return Ok(shares_of(game.drawn(position)));
        }
        let start = self.memory.moves.len();
        let mut standing = None;
        if !depth.is_horizon() && !ply.is_last() {
            let list = &mut self.memory.moves;
            game.each_candidate(position, |mv| list.push(ScoredMove { score: 0, mv }));
        } else {
            let looks = G::TACTICAL && self.context.techniques.quiescence;
            let noisiness = if looks { game.noisiness(position) } else { Noisiness::Quiet };
            let floor_reached = ply.is_last();
            if noisiness != Noisiness::Forced || floor_reached {
                standing = Some(self.estimated_shares(position));
            }
            if let Some(shares) =
                standing.filter(|_| noisiness == Noisiness::Quiet || floor_reached)
            {
                return Ok(shares);
            }
            let list = &mut self.memory.moves;
            game.each_tactical(position, |mv| list.push(ScoredMove { score: 0, mv }));
        }
        let range = start..self.memory.moves.len();
        let picker = if self.context.techniques.ordering {
            MovePicker::ordered(&mut self.memory.moves, range, Tag::NONE, false)
        } else {
            MovePicker::generated(range)
        };
        self.history.record(key);
        let found = self.best_shares(position, depth, ply, floor, standing, picker);
        self.history.unrecord();
        self.memory.moves.truncate(start);
        found
    }

    /// Each seat's mean over the events. The floor bounds the mean, not a single event, so it is
    /// not passed on.
    pub(crate) fn maxn_chance(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
    ) -> Result<Shares, Stopped> {
        let game = self.context.game;
        self.clear_variation(ply);
        if depth.is_horizon() {
            return Ok(self.estimated_shares(position));
        }
        let mut events = Vec::new();
        game.each_event(position, |event, weight| events.push((event, weight)));
        let mut means = PerSeat::from_fn(|_| Mean::<i64>::new());
        for (event, weight) in events {
            let shares = self.maxn(&game.apply_event(position, event), depth, ply, None)?;
            for seat in Seat::all(game.seats()) {
                means[seat].add(Value::new(shares[seat]), weight);
            }
        }
        // The line ends where chance acts.
        self.clear_variation(ply);
        Ok(adding_up(game.seats(), |seat| means[seat].value().expectation()))
    }

    fn best_shares(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        floor: Floor,
        standing: Option<Shares>,
        mut picker: MovePicker,
    ) -> Result<Shares, Stopped> {
        let game = self.context.game;
        let mover = game.mover(position);
        let mut best = standing;
        while let Some((index, mv)) = self.next_move(&mut picker, position, ply) {
            let own = best.map(|shares| shares[mover]);
            if self.context.techniques.alpha_beta
                && own.is_some_and(|own| leaves_less(floor, mover, own))
            {
                self.learn_shallow_cutoff(mover, depth, ply, &picker, index);
                break;
            }
            self.clear_variation(ply.next());
            self.history.push_ply();
            let child = game.play(position, mv);
            let floor = own.map(|own| (mover, own));
            let shares = self.maxn(&child, depth.less(1), ply.next(), floor);
            self.history.pop_ply();
            let shares = shares?;
            if best.is_none_or(|best| prefers(mover, shares, best)) {
                best = Some(shares);
                self.extend_variation(ply, mv);
            }
        }
        Ok(best.unwrap_or(PerSeat::new([-Value::ONE; MAX_SEATS])))
    }

    /// Updates history and killer moves after a cutoff by the move before number `index`, the last
    /// one tried.
    fn learn_shallow_cutoff(
        &mut self,
        mover: Seat,
        depth: Depth,
        ply: Ply,
        picker: &MovePicker,
        index: usize,
    ) {
        self.counters.count(|statistics| {
            statistics.cutoffs += 1;
            statistics.first_move_cutoffs += u64::from(index <= 1);
        });
        let techniques = &self.context.techniques;
        if techniques.ordering && index > 0 && !depth.is_horizon() {
            let tried = &self.memory.moves[picker.range()][..index];
            let bonus = history_bonus(&techniques.parameters, depth);
            let (cut, before) = (tried[index - 1].mv, &tried[..index - 1]);
            self.memory.ordering.record_cutoff(mover, cut, bonus, ply, before);
        }
    }

    /// The estimates of all seats.
    pub(crate) fn estimated_shares(&mut self, position: &G::Position) -> Shares {
        self.leaves += 1;
        self.estimates += 1;
        let SearchContext { game, evaluator, .. } = self.context;
        let estimates = evaluator.estimate_seats(game, position, &mut self.memory.accumulators);
        adding_up(game.seats(), |seat| estimates[seat].expectation())
    }
}

/// The shares of `seats` seats. The last seat gets the rest, so that they add up exactly.
fn adding_up(seats: u8, mut share_of: impl FnMut(Seat) -> i32) -> Shares {
    let mut shares = PerSeat::new([-Value::ONE; MAX_SEATS]);
    // The sum of all shares, each of which is twice the share of the point, less one.
    let mut rest = (2 - i32::from(seats)) * Value::ONE;
    for seat in Seat::all(seats - 1) {
        shares[seat] = share_of(seat);
        rest -= shares[seat];
    }
    shares[Seat::new(seats - 1)] = rest;
    shares
}
