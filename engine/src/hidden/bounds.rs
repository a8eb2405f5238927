//! Exact nodes of the search over views, which are cut off as soon as bounds of their children put
//! their value outside the window.
//!
//! Where a hidden hand chooses, the value of the node is a mean over all possible hands: the value
//! of each hand's best move. It never falls when the value of a move rises, so bounds of the moves
//! give bounds of the node, as at chance nodes (Star1, see [`crate::chance::branch`]).

use eval::Value;
use games::Hidden;

use super::thread::{HiddenThread, NodePlace};
use crate::chance::branch::{Branch, HIGHEST, LOWEST, branch_window, combine, decided};
use crate::chance::mean::Mean;
use crate::search::control::Stopped;
use crate::search::move_picker::MovePicker;
use crate::search::node::Searched;
use crate::search::ordering::{ScoredMove, history_bonus};
use crate::search::window::Window;
use crate::searchable::Searchable;
use crate::table::entry::Tag;

impl<G: Searchable + Hidden> HiddenThread<'_, G> {
    /// The mean over all events.
    pub(super) fn bounded_chance(
        &mut self,
        view: &G::Position,
        events: &[(G::Event, u64)],
        place: NodePlace,
        window: Window,
    ) -> Searched {
        let techniques = &self.context.techniques;
        let bounded = techniques.alpha_beta && techniques.star1;
        let game = self.context.game;
        let branch = |&(event, weight)| Branch::new(game.apply_event(view, event), weight as i32);
        let mut branches: Vec<_> = events.iter().map(branch).collect();
        for index in 0..branches.len() {
            let inner = if bounded {
                if let Some(value) = decided(&branches, window) {
                    return Ok(value);
                }
                branch_window(&branches, index, window)
            } else {
                Window::FULL
            };
            let value =
                self.value_for(game.mover(view), &branches[index].position, place, inner)?;
            branches[index].learn(value, inner);
        }
        Ok(decided(&branches, window).unwrap_or_else(|| combine(&branches, |branch| branch.lower)))
    }

    /// The value of the best choice of a move. Also the move, if the hand is known.
    pub(super) fn bounded_choice(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        window: Window,
        tag: Tag,
    ) -> Result<(Value, Tag), Stopped> {
        let game = self.context.game;
        let start = self.moves.len();
        let list = &mut self.moves;
        game.each_group(view, |mv| list.push(ScoredMove { score: 0, mv }));
        let range = start..list.len();
        let picker = if self.context.techniques.ordering {
            MovePicker::ordered(list, range, tag, false)
        } else {
            MovePicker::generated(range)
        };
        let found = if game.hides(view, game.player(view)) {
            self.choice_of_a_hidden_hand(view, place, window, picker)
                .map(|value| (value, Tag::NONE))
        } else {
            self.choice_of_a_known_hand(view, place, window, picker)
        };
        self.moves.truncate(start);
        found
    }

    fn choice_of_a_known_hand(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        window: Window,
        mut picker: MovePicker,
    ) -> Result<(Value, Tag), Stopped> {
        let techniques = &self.context.techniques;
        let prunes = techniques.alpha_beta;
        let mut best = (Value::MINUS_INFINITY, Tag::NONE);
        while let Some((index, mv)) = self.next_move(&mut picker, view, place) {
            let alpha = if prunes { window.alpha.max(best.0) } else { window.alpha };
            let value = self.move_value(view, mv, place, Window { alpha, ..window })?;
            if value > best.0 {
                best = (value, Tag::of(mv));
            }
            if prunes && value >= window.beta {
                self.counters.count(|statistics| {
                    statistics.cutoffs += 1;
                    statistics.first_move_cutoffs += u64::from(index == 0);
                });
                let bonus = history_bonus(&techniques.parameters, place.depth);
                let tried = &self.moves[picker.range()][..index];
                let mover = self.context.game.mover(view);
                self.ordering.record_cutoff(mover, mv, bonus, place.ply, tried);
                break;
            }
        }
        Ok(best)
    }

    fn choice_of_a_hidden_hand(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        window: Window,
        mut picker: MovePicker,
    ) -> Searched {
        let techniques = &self.context.techniques;
        let bounded = techniques.alpha_beta && techniques.star1 && window != Window::FULL;
        let mut searched: Vec<(Value, G::Move)> = Vec::with_capacity(picker.range().len());
        while let Some((index, mv)) = self.next_move(&mut picker, view, place) {
            if bounded && index > 0 {
                let others = &self.moves[picker.range()][index..];
                let bound = |unknown| {
                    let others = others.iter().map(|scored| (unknown, scored.mv));
                    self.mean_of_best(view, searched.iter().copied().chain(others).collect())
                };
                let lower = bound(LOWEST);
                if lower >= window.beta {
                    return Ok(lower);
                }
                let upper = bound(HIGHEST);
                if upper <= window.alpha {
                    return Ok(upper);
                }
            }
            // A narrower window could be computed from the bounds, but it saves no nodes.
            searched.push((self.move_value(view, mv, place, Window::FULL)?, mv));
        }
        Ok(self.mean_of_best(view, searched))
    }

    fn next_move(
        &mut self,
        picker: &mut MovePicker,
        view: &G::Position,
        place: NodePlace,
    ) -> Option<(usize, G::Move)> {
        picker.next(&mut self.moves, &self.ordering, self.context.game, view, place.ply)
    }

    /// The mean over the hands, each of which plays the best of its moves.
    pub(super) fn mean_of_best(
        &self,
        view: &G::Position,
        mut ranked: Vec<(Value, G::Move)>,
    ) -> Value {
        best_first(&mut ranked);
        let order: Vec<_> = ranked.iter().map(|&(_, mv)| mv).collect();
        let mut mean = Mean::<i128>::new();
        let add = |index: usize, hands| mean.add(ranked[index].0, hands);
        self.context.game.each_choice(view, &order, add);
        mean.value()
    }
}

/// Sorts moves by their values, the best first. Moves of equal value keep their order.
pub(super) fn best_first<M>(moves: &mut [(Value, M)]) {
    moves.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
}
