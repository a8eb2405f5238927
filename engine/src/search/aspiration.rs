//! Aspiration windows: one iteration over the root moves, with a narrow window around the last
//! value.

use eval::Value;
use games::{GameMove, State, sort_by_number};

use crate::answer::Variation;
use crate::search::abdada::mark_of;
use crate::search::control::Stopped;
use crate::search::node::LmrMove;
use crate::search::root::RootMove;
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::{Window, is_proven};
use crate::searchable::Searchable;

/// The best value at the root so far, and the value that the next move must exceed.
struct RootBest {
    value: Value,
    alpha: Value,
}

impl<G: Searchable> SearchThread<'_, G> {
    /// Searches the root moves with a narrow window around the last value, wider where it fails.
    pub(crate) fn aspiration(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        last: Option<Value>,
    ) -> Result<(), Stopped> {
        let techniques = self.context.techniques;
        let parameters = techniques.parameters;
        let mut margin = Value::ONE / 1024 * parameters.aspiration_margin;
        let narrow = depth as i32 >= parameters.aspiration_depth;
        let last = last.filter(|_| techniques.aspiration && techniques.alpha_beta && narrow);
        let mut window = last.map_or(Window::FULL, |last| Window::around(last, margin));
        // The move that failed high, with a lower bound of its value.
        let mut raised = None;
        loop {
            window = window.within(Window::FULL);
            let result = self.root_search(state, moves, depth, window);
            if result.is_err() {
                keep_raised(moves, raised);
            }
            let value = result?;
            let high = value >= window.beta;
            margin = margin.saturating_mul(parameters.aspiration_growth);
            let wide = margin > Value::ONE / 2;
            if value <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = if wide { Window::FULL.alpha } else { value.offset(-margin) };
            } else if value >= window.beta && window.beta < Window::FULL.beta {
                window.beta = if wide { Window::FULL.beta } else { value.offset(margin) };
            } else {
                return Ok(());
            }
            self.counters.count(|statistics| statistics.aspiration_researches += 1);
            sort_by_number(moves, |root| -i64::from(root.value.units()));
            raised = high.then(|| (moves[0].mv, value));
        }
    }

    /// Searches all root moves with a window. Moves that another thread is searching come last. A
    /// move that is the best so far gets its value and variation.
    fn root_search(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.estimates = 0;
        self.reply = None;
        self.memory.deferred.clear();
        for root in moves.iter_mut() {
            root.value = Value::LOSS;
        }
        let mut best = RootBest { value: Value::MINUS_INFINITY, alpha: window.alpha };
        let mut deferred = Vec::new();
        for (index, root) in moves.iter_mut().enumerate() {
            let child = state.game().play(state.position(), root.mv);
            let mark = mark_of(state.game().key(&child), Depth::new(depth as i32));
            let abdada = self.context.abdada.as_ref();
            if index > 0 && abdada.is_some_and(|abdada| abdada.is_marked(mark)) {
                deferred.push(index);
                continue;
            }
            abdada.inspect(|abdada| abdada.mark(mark));
            let result = self.try_root_move(state, root, index, depth, window, &mut best);
            abdada.inspect(|abdada| abdada.unmark(mark));
            if result? {
                return Ok(best.value);
            }
        }
        for index in deferred {
            if self.try_root_move(state, &mut moves[index], index, depth, window, &mut best)? {
                break;
            }
        }
        Ok(best.value)
    }

    /// Searches one root move. Returns whether its value is at or above `beta`.
    fn try_root_move(
        &mut self,
        state: &State<G>,
        root: &mut RootMove<G::Move>,
        index: usize,
        depth: u32,
        window: Window,
        best: &mut RootBest,
    ) -> Result<bool, Stopped> {
        let (estimates, nodes) = (self.estimates, self.meter.nodes());
        let rest = Window { alpha: best.alpha, beta: window.beta };
        let child = state.game().play(state.position(), root.mv);
        self.clear_variation(Ply::ROOT.next());
        let quiet = state.game().move_score(state.position(), root.mv) == 0;
        let late = LmrMove { index, quiet, history: 0, improving: true };
        self.memory.ordering.set_move(Ply::ROOT.next(), root.mv);
        let left = Depth::new(depth as i32 - 1);
        let value = self.search_move(state.position(), &child, late, left, Ply::ROOT, rest)?;
        root.note(value, rest.bound_of(value), depth, self.meter.nodes() - nodes);
        if value > best.alpha || index == 0 {
            self.extend_variation(Ply::ROOT, root.mv);
            root.value = value;
            let moves = self.variation(Ply::ROOT).to_vec();
            root.variation = Variation { value, exhausted: false, moves };
        }
        if is_proven(value, rest.bound_of(value)) {
            self.estimates = estimates;
        }
        best.value = best.value.max(value);
        if !self.context.techniques.alpha_beta {
            return Ok(false);
        }
        best.alpha = best.alpha.max(value);
        Ok(value >= window.beta)
    }
}

/// Where the search with a wider window was stopped before it had a result, the move that failed
/// high with the narrower window counts.
fn keep_raised<M: GameMove>(moves: &mut [RootMove<M>], raised: Option<(M, Value)>) {
    if let Some((mv, value)) = raised
        && moves.iter().all(|root| root.value == Value::LOSS)
        && let Some(root) = moves.iter_mut().find(|root| root.mv == mv)
    {
        root.value = value;
    }
}

#[cfg(test)]
mod tests {
    use games::benedictine::Benedictine;

    use super::*;

    #[test]
    fn a_raised_move_counts_where_nothing_else_was_found() {
        let state = State::<Benedictine>::parse("benedictine startpos").expect("a position");
        let mut moves: Vec<_> = state.legal_moves().into_iter().map(RootMove::new).collect();
        let raised = Some((moves[2].mv, Value::new(7)));
        keep_raised(&mut moves, raised);
        let values: Vec<_> = moves[..4].iter().map(|root| root.value).collect();
        assert_eq!(values, [Value::LOSS, Value::LOSS, Value::new(7), Value::LOSS]);

        // A result of the wider window is better.
        moves[2].value = Value::LOSS;
        moves[1].value = Value::new(3);
        keep_raised(&mut moves, raised);
        assert_eq!([moves[1].value, moves[2].value], [Value::new(3), Value::LOSS]);
    }
}
