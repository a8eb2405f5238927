//! Max^n: three seats, each of which plays for its own share. The reference for the pruned searches.
//!
//! A node has a value for every seat; the seat to act picks the move that is best for itself. As the
//! shares add up to one point, a seat that is sure of some share leaves only the rest to the seat that
//! moved before it: shallow pruning.
//! CITE: C. Luckhardt, K. Irani, "An algorithmic solution of n-person games", AAAI 1986; R. Korf,
//! "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991.

use eval::{Evaluator, Value};
use games::{Actor, MAX_SEATS, Outcome, PerSeat, Seat, State, Tactics, Tension};

use crate::answer::Line;
use crate::opponents::assumption::outcome_value;
use crate::search::ordering::{Ranked, history_bonus, pick};
use crate::search::root::{Progress, RootMove};
use crate::search::worker::{MAX_PLY, Stopped, Worker};

/// Each seat's expected result, from `-ONE` to `ONE`: twice its part of the point less one.
type Shares = PerSeat<i32>;

/// What the seat that moved last already has.
type Floor = Option<(Seat, i32)>;

/// Whether `mover`, sure of `own`, leaves the seat before it less than it has already.
fn leaves_less(floor: Floor, mover: Seat, own: i32) -> bool {
    own >= Value::ONE || floor.is_some_and(|(seat, least)| seat != mover && own + least > 0)
}

/// Whether `mover` prefers one to another. Of what is worth the same to it the others' shares decide,
/// in the order of the seats, so that the order of moves does not.
fn prefers(mover: Seat, one: Shares, other: Shares) -> bool {
    (one[mover], one) > (other[mover], other)
}

fn shares_of(outcome: Outcome) -> Shares {
    PerSeat::from_fn(|seat| outcome_value(outcome, seat, 0).expectation())
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// One iteration of a max^n search: every root move with its value for the seat to act.
    pub(crate) fn maxn_iteration(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        count: usize,
        progress: &mut Progress<G::Move>,
    ) -> Result<(), Stopped> {
        let mover = state.game.mover(&state.position);
        let count = count.clamp(1, moves.len());
        self.estimates = 0;
        let mut best: Option<i32> = None;
        for root in moves.iter_mut() {
            let floor = best.filter(|_| count == 1).map(|value| (mover, value));
            let child = state.game.play(&state.position, root.mv);
            self.lines[1].clear();
            self.history.push_ply();
            let shares = self.maxn(&child, depth as i32 - 1, 1, floor);
            self.history.pop_ply();
            let own = shares?[mover];
            root.value = Value(own);
            self.extend_line(0, root.mv);
            root.line = Line { value: Value(own), exhausted: false, moves: self.lines[0].clone() };
            best = Some(best.map_or(own, |best| best.max(own)));
        }
        moves.sort_by_key(|root| std::cmp::Reverse(root.value));
        progress.lines = moves[..count].iter().map(|root| root.line.clone()).collect();
        progress.value = moves[0].value;
        progress.settled = self.estimates == 0 || progress.value.0 >= Value::ONE;
        Ok(())
    }

    fn maxn(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        floor: Floor,
    ) -> Result<Shares, Stopped> {
        self.count_node(ply)?;
        let game = self.shared.game;
        match game.actor(position) {
            Actor::Over(outcome) => return Ok(shares_of(outcome)),
            _ if self.history.out_of_plies() => return Ok(shares_of(game.drawn(position))),
            _ => {}
        }
        let key = game.repetition_key(position);
        if self.is_repetition(|| key) {
            self.estimates += 1;
            return Ok(shares_of(game.drawn(position)));
        }
        let start = self.moves.len();
        let mut standing = None;
        if depth > 0 && (ply as usize) < MAX_PLY - 1 {
            let list = &mut self.moves;
            game.each_candidate(position, |mv| list.push(Ranked { rank: 0, mv }));
        } else {
            let looks = G::TACTICAL && self.shared.techniques.quiescence;
            let tension = if looks { game.tension(position) } else { Tension::Quiet };
            let floor_reached = ply as usize >= MAX_PLY - 1;
            if tension != Tension::Forced || floor_reached {
                standing = Some(self.estimated_shares(position));
            }
            if let Some(shares) = standing.filter(|_| tension == Tension::Quiet || floor_reached) {
                return Ok(shares);
            }
            let list = &mut self.moves;
            game.each_tactical(position, |mv| list.push(Ranked { rank: 0, mv }));
        }
        if self.shared.techniques.ordering {
            self.ordering.rank(game, position, ply, &mut self.moves[start..]);
        }
        self.history.record(key);
        let found = self.best_shares(position, depth, ply, floor, standing, start);
        self.history.unrecord();
        self.moves.truncate(start);
        found
    }

    fn best_shares(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        floor: Floor,
        standing: Option<Shares>,
        start: usize,
    ) -> Result<Shares, Stopped> {
        let techniques = &self.shared.techniques;
        let game = self.shared.game;
        let mover = game.mover(position);
        let mut best = standing;
        for index in 0..self.moves.len() - start {
            let own = best.map(|shares| shares[mover]);
            if techniques.pruning && own.is_some_and(|own| leaves_less(floor, mover, own)) {
                if techniques.ordering && index > 0 && depth > 0 {
                    let (cut, tried) = (self.moves[start + index - 1].mv, start..start + index - 1);
                    let bonus = history_bonus(&techniques.parameters, depth);
                    self.ordering.cutoff(mover, cut, bonus, ply, &self.moves[tried]);
                }
                break;
            }
            let mv = if techniques.ordering {
                pick(&mut self.moves[start..], index, false)
            } else {
                self.moves[start + index].mv
            };
            self.lines[ply as usize + 1].clear();
            self.history.push_ply();
            let child = game.play(position, mv);
            let shares = self.maxn(&child, depth - 1, ply + 1, own.map(|own| (mover, own)));
            self.history.pop_ply();
            let shares = shares?;
            if best.is_none_or(|best| prefers(mover, shares, best)) {
                best = Some(shares);
                self.extend_line(ply as usize, mv);
            }
        }
        Ok(best.unwrap_or(PerSeat::new([-Value::ONE; MAX_SEATS])))
    }

    /// Estimates that add up exactly, the last seat's from the others'.
    fn estimated_shares(&mut self, position: &G::Position) -> Shares {
        self.leaves += 1;
        self.estimates += 1;
        let (game, evaluator) = (self.shared.game, self.shared.evaluator);
        let mut shares = PerSeat::new([-Value::ONE; MAX_SEATS]);
        let seats = game.seats();
        // What the shares of all seats add up to, each twice its part of the point less one.
        let mut rest = (2 - i32::from(seats)) * Value::ONE;
        for seat in Seat::all(seats - 1) {
            shares[seat] = evaluator.estimate(game, position, seat).expectation();
            rest -= shares[seat];
        }
        shares[Seat::new(seats - 1)] = rest;
        shares
    }
}
