//! The nodes of the search over views: known hands, hidden hands, and chance.

use std::ops::Range;

use eval::Value;
use games::{Actor, Hidden, Noisiness, Seat};

use super::bounds::best_first;
use super::thread::{HiddenThread, NodePlace};
use crate::chance::mean::Mean;
use crate::parameters::Parameters;
use crate::search::control::Stopped;
use crate::search::node::Searched;
use crate::search::units::Depth;
use crate::search::window::Window;
use crate::searchable::Searchable;
use crate::table::entry::{Entry, Tag};

/// Nodes of a smaller depth are not stored in the table.
const TABLE_DEPTH: Depth = Depth::new(1);

impl<G: Searchable + Hidden> HiddenThread<'_, G> {
    /// Searches any view. The value is for the seat whose turn it is.
    ///
    /// Fail-soft: a value outside the window is a bound.
    pub(super) fn search_view(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        window: Window,
    ) -> Searched {
        self.meter.count_node(place.ply)?;
        let game = self.context.game;
        match game.actor(view) {
            Actor::Over(outcome) => {
                Ok(Value::of_outcome(outcome, game.mover(view), place.ply.moves()))
            }
            Actor::Chance => self.chance(view, place, self.most_events(place.depth), window),
            Actor::Seat(_) => self.search_node(view, place, window),
        }
    }

    /// The estimate of a view for the seat whose turn it is.
    pub(super) fn estimate(&mut self, view: &G::Position) -> Value {
        self.leaves += 1;
        self.estimates += 1;
        self.context.estimate(view)
    }

    /// The number of events to be searched at a chance node. It falls with the depth left: a
    /// shallow search does not show the use of a drawn card.
    fn most_events(&self, depth: Depth) -> usize {
        let techniques = &self.context.techniques;
        if !techniques.samples {
            return usize::MAX;
        }
        let Parameters { views_sample_0, views_sample_1, views_sample_2, views_sample_3, .. } =
            techniques.parameters;
        let most = match depth.moves() {
            ..=0 => views_sample_0,
            1 => views_sample_1,
            2 => views_sample_2,
            3.. => views_sample_3,
        };
        most as usize
    }

    /// The mean over the events. Events that play alike are searched once. Of many events only a
    /// sample is searched. Where chance acts again after an event, as when several cards are drawn,
    /// one event is sampled for each further step.
    fn chance(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        most: usize,
        window: Window,
    ) -> Searched {
        let game = self.context.game;
        let mut events = Vec::new();
        game.each_event_group(view, |event, weight| events.push((event, u64::from(weight))));
        if place.depth.is_horizon()
            && events.len() > self.context.techniques.parameters.views_horizon_events as usize
        {
            return Ok(self.estimate(view));
        }
        if most == usize::MAX {
            return self.bounded_chance(view, &events, place, window);
        }
        if events.len() > most + most / 2 {
            self.estimates += 1;
            events = spread(&events, most);
        }
        let seat = game.mover(view);
        let mut mean = Mean::<i128>::new();
        for (event, weight) in events {
            let child = game.apply_event(view, event);
            let value = match game.actor(&child) {
                Actor::Chance => self.chance(&child, place, 1, Window::FULL)?,
                _ => self.search_view(&child, place, Window::FULL)?,
            };
            mean.add(if game.mover(&child) == seat { value } else { -value }, weight);
        }
        Ok(mean.value())
    }

    fn search_node(&mut self, view: &G::Position, place: NodePlace, window: Window) -> Searched {
        let game = self.context.game;
        if place.depth.is_horizon() && (!G::TACTICAL || game.noisiness(view) == Noisiness::Quiet) {
            return Ok(self.estimate(view));
        }
        let key = self.table_key(game.key(view));
        let uses_table = self.context.techniques.table && place.depth >= TABLE_DEPTH;
        let table = uses_table.then_some(self.context.table);
        let entry = table.and_then(|table| table.probe(key));
        self.counters.count(|statistics| {
            statistics.table_probes += u64::from(table.is_some());
            statistics.table_hits += u64::from(entry.is_some());
        });
        if let Some(entry) = entry
            && let Some(value) = entry.decides(place.depth, true, window, place.ply)
        {
            self.counters.count(|statistics| statistics.table_cutoffs += 1);
            self.estimates += u64::from(!entry.exhausted);
            return Ok(value);
        }
        let before = self.estimates;
        let (value, tag) = if self.context.techniques.samples {
            (self.sampled_choice(view, place)?, Tag::NONE)
        } else {
            self.bounded_choice(view, place, window, entry.map_or(Tag::NONE, |entry| entry.tag))?
        };
        if let Some(table) = table {
            table.store(
                key,
                Entry {
                    value: value.relative_to_node(place.ply.moves()),
                    tag,
                    depth: place.depth,
                    exhausted: self.estimates == before,
                    bound: window.bound_of(value),
                },
            );
        }
        Ok(value)
    }

    /// The value of a decision in a search that samples events. It considers one move of each
    /// group.
    fn sampled_choice(&mut self, view: &G::Position, place: NodePlace) -> Searched {
        let start = self.choices.len();
        let list = &mut self.choices;
        self.context.game.each_group(view, |mv| list.push((Value::EVEN, mv)));
        let found = self.choose(view, place, start);
        self.choices.truncate(start);
        found
    }

    /// The value of a decision between the moves listed from `start` on. A search of depth 1 ranks
    /// them. Only the best are searched deeper: with a hidden hand those that almost all hands
    /// would choose, otherwise a fixed number.
    fn choose(&mut self, view: &G::Position, place: NodePlace, start: usize) -> Searched {
        let game = self.context.game;
        let hidden = game.hides(view, game.player(view));
        if place.depth > Depth::new(1) {
            // Each move gets a first value by a search of depth 1.
            let near = NodePlace { depth: Depth::new(1), ..place };
            self.value_moves(view, near, start..self.choices.len())?;
            let likely = if hidden {
                self.likely(view, start)
            } else {
                self.context.techniques.parameters.views_own_moves as usize
            };
            let end = self.choices.len().min(start + likely);
            let before: i64 = self.sum_of_values(start..end);
            self.value_moves(view, place, start..end)?;
            // The others keep their values, plus the mean change of the moves that were searched
            // deeper.
            let shift = (self.sum_of_values(start..end) - before) / (end - start).max(1) as i64;
            for (value, _) in &mut self.choices[end..] {
                self.estimates += 1;
                *value = Value::estimate(value.expectation() + shift as i32);
            }
        } else {
            self.value_moves(view, place, start..self.choices.len())?;
        }
        if !hidden {
            return Ok(self.choices[start].0);
        }
        Ok(self.mean_of_best(view, self.choices[start..].to_vec()))
    }

    /// Searches some of the listed moves, and sorts them, best first.
    fn value_moves(
        &mut self,
        view: &G::Position,
        place: NodePlace,
        range: Range<usize>,
    ) -> Result<(), Stopped> {
        for index in range.clone() {
            let mv = self.choices[index].1;
            self.choices[index].0 = self.move_value(view, mv, place, Window::FULL)?;
        }
        best_first(&mut self.choices[range]);
        Ok(())
    }

    fn sum_of_values(&self, range: Range<usize>) -> i64 {
        self.choices[range].iter().map(|(value, _)| i64::from(value.expectation())).sum()
    }

    /// The number of listed moves, best first, that cover the choices of almost all hands.
    fn likely(&mut self, view: &G::Position, start: usize) -> usize {
        let choices = &self.choices[start..];
        let ranked: Vec<_> = choices.iter().map(|&(_, mv)| mv).collect();
        let (mut chosen, mut likely) = (0u64, 0);
        let game = self.context.game;
        let neglected = self.context.techniques.parameters.views_unlikely as u64;
        let mut passed = Vec::new();
        let all = game.each_choice(view, &ranked, |index, hands| {
            passed.push((index, hands));
        });
        for (index, hands) in passed {
            chosen += hands;
            likely = likely.max(index + 1);
            if all - chosen <= all / neglected {
                break;
            }
        }
        likely
    }

    /// The value of a move for the seat that makes it.
    pub(super) fn move_value(
        &mut self,
        view: &G::Position,
        mv: G::Move,
        place: NodePlace,
        window: Window,
    ) -> Searched {
        let child = self.context.game.play(view, mv);
        self.value_for(self.context.game.mover(view), &child, place.after_move(), window)
    }

    /// The value of a view for a seat.
    pub(super) fn value_for(
        &mut self,
        seat: Seat,
        view: &G::Position,
        place: NodePlace,
        window: Window,
    ) -> Searched {
        if self.context.game.mover(view) == seat {
            self.search_view(view, place, window)
        } else {
            self.search_view(view, place, window.flipped()).map(|value| -value)
        }
    }
}

/// Systematic sampling of weighted events: `count` events at equal steps through the sum of the
/// weights. Each gets the same weight.
fn spread<T: Copy>(events: &[(T, u64)], count: usize) -> Vec<(T, u64)> {
    let total: u64 = events.iter().map(|&(_, weight)| weight).sum();
    let mut found: Vec<(T, u64)> = Vec::with_capacity(count);
    let (mut passed, mut at) = (0, 0);
    for step in 0..count as u64 {
        let place = (2 * step + 1) * total / (2 * count as u64);
        while passed + events[at].1 <= place {
            passed += events[at].1;
            at += 1;
        }
        found.push((events[at].0, 1));
    }
    found
}
