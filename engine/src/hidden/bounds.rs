//! Exact nodes: each is left as soon as the bounds of what follows it put its value outside the window.
//!
//! The value of a node where a hidden hand chooses is the mean, over all hands that it may be, of the best
//! move that the hand has. Like the mean over events (Star1, see [`crate::chance::branch`]) it never falls where
//! the value of a move rises, so bounds of the moves bound it too.

use eval::Value;
use games::Hidden;

use super::thread::{HiddenThread, NodePlace};
use crate::chance::branch::{Branch, HIGHEST, LOWEST, branch_window, combine, decided};
use crate::chance::mean::Mean;
use crate::search::control::Stopped;
use crate::search::thread::Searched;
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
        let techniques = &self.search.techniques;
        let bounded = techniques.pruning && techniques.star1;
        let game = self.search.game;
        let branch = |&(event, weight)| Branch::new(game.happen(view, event), weight as i32);
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

    /// Brings the listed moves from `start` on into the order in which they are best searched.
    pub(super) fn order(&mut self, view: &G::Position, start: usize, tag: Tag) {
        let game = self.search.game;
        // The sort is stable: moves that promise as much keep their order.
        self.choices[start..].sort_by_cached_key(|&(_, mv)| {
            std::cmp::Reverse((Tag::of(mv) == tag, game.promise(view, mv)))
        });
    }

    /// The value of the choice among the moves listed from `start` on, and the move that it falls on if it
    /// is known.
    pub(super) fn bounded_choice(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        window: Window,
        start: usize,
    ) -> Result<(Value, Tag), Stopped> {
        let game = self.search.game;
        if game.hides(view, game.player(view)) {
            let value = self.choice_of_a_hidden_hand(view, place, window, start)?;
            return Ok((value, Tag::NONE));
        }
        let prunes = self.search.techniques.pruning;
        let mut best = (Value::MINUS_INFINITY, Tag::NONE);
        for index in start..self.choices.len() {
            let mv = self.choices[index].1;
            let alpha = if prunes { window.alpha.max(best.0) } else { window.alpha };
            let value = self.move_value(view, mv, place, Window { alpha, ..window })?;
            if value > best.0 {
                best = (value, Tag::of(mv));
            }
            if prunes && value >= window.beta {
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
        start: usize,
    ) -> Searched {
        let techniques = &self.search.techniques;
        let bounded = techniques.pruning && techniques.star1 && window != Window::FULL;
        let mut moves = self.choices[start..].to_vec();
        for index in 0..moves.len() {
            if bounded && index > 0 {
                let lower = self.mean_of_best(view, &moves, index, LOWEST);
                if lower >= window.beta {
                    return Ok(lower);
                }
                let upper = self.mean_of_best(view, &moves, index, HIGHEST);
                if upper <= window.alpha {
                    return Ok(upper);
                }
            }
            // Which values of the move still matter could be found, but that saves no nodes.
            moves[index].0 = self.move_value(view, moves[index].1, place, Window::FULL)?;
        }
        Ok(self.mean_of_best(view, &moves, moves.len(), LOWEST))
    }

    /// The mean over the hands, each of which has the best of its moves; moves from number `searched` on
    /// are taken to be worth `unknown`.
    pub(super) fn mean_of_best(
        &self,
        view: &G::Position,
        moves: &[(Value, G::Move)],
        searched: usize,
        unknown: Value,
    ) -> Value {
        let mut ranked = moves.to_vec();
        ranked[searched..].iter_mut().for_each(|(value, _)| *value = unknown);
        // The sort is stable: moves of equal value keep their order.
        ranked.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let order: Vec<_> = ranked.iter().map(|&(_, mv)| mv).collect();
        let mut mean = Mean::<i128>::new();
        let add = |index: usize, hands| mean.add(ranked[index].0, hands);
        self.search.game.each_choice(view, &order, add);
        mean.value()
    }
}
