//! The nodes of the search: who knows his cards, who does not show them, and chance.

use std::ops::Range;
use std::time::Instant;

use eval::{Evaluator, Value};
use games::{Actor, Game, Information, Seat, Tactics, Tension};

use super::root::Inquiry;
use crate::parameters::Parameters;
use crate::search::window::Window;
use crate::search::worker::{Searched, Stopped};
use crate::table::entry::{Entry, Tag};

/// How often the clock and the stop flag are looked at, in nodes.
const POLL_INTERVAL: u64 = 256;

/// Nodes below this depth are not worth a place in the table.
const TABLE_DEPTH: i32 = 1;

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Player moves left to be searched.
    pub(super) depth: i32,
    /// Moves below the root.
    pub(super) ply: i32,
}

impl Place {
    fn after_move(self) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1 }
    }
}

/// One thread of the search.
pub(super) struct Explorer<'a, G: Game, E> {
    pub(super) inquiry: &'a Inquiry<'a, G, E>,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    pub(super) seldepth: i32,
    /// Counts values taken from an estimate or a sample; a subtree that left it alone is exact.
    pub(super) estimates: u64,
    /// Moves of the nodes on the way with their values, one node after the other.
    pub(super) choices: Vec<(Value, G::Move)>,
    node_limit: u64,
    next_poll: u64,
}

impl<'a, G: Tactics, E: Evaluator<G>> Explorer<'a, G, E> {
    pub(super) fn new(inquiry: &'a Inquiry<'a, G, E>, node_limit: u64) -> Self {
        Self {
            inquiry,
            nodes: 0,
            leaves: 0,
            seldepth: 0,
            estimates: 0,
            choices: Vec::with_capacity(4096),
            node_limit,
            next_poll: POLL_INTERVAL.min(node_limit),
        }
    }

    /// Searches any view: `depth` more player moves, `ply` moves below the root. The value speaks for
    /// the seat whose turn it is.
    ///
    /// Fail-soft: a value outside the window is a bound.
    pub(super) fn search(
        &mut self,
        view: &G::Position,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        self.count_node(ply)?;
        let game = self.inquiry.game;
        match game.actor(view) {
            Actor::Over(outcome) => {
                let winners = outcome.winners;
                Ok(if !winners.contains(game.mover(view)) {
                    Value::loss_in(ply)
                } else if winners.len() == 1 {
                    Value::win_in(ply)
                } else {
                    Value::EVEN
                })
            }
            Actor::Chance => self.chance(view, depth, ply, self.most_events(depth), window),
            Actor::Seat(_) => self.decision(view, depth, ply, window),
        }
    }

    /// Counts a node, and sees whether the search shall end.
    pub(super) fn count_node(&mut self, ply: i32) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes < self.next_poll {
            return Ok(());
        }
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.node_limit);
        let inquiry = self.inquiry;
        let late = inquiry.clock.is_some_and(|clock| Instant::now() >= clock.hard);
        if self.nodes >= self.node_limit || late || inquiry.interrupt.is_set() {
            return Err(Stopped);
        }
        Ok(())
    }

    /// The estimate of a view for the seat whose turn it is.
    pub(super) fn estimate(&mut self, view: &G::Position) -> Value {
        self.leaves += 1;
        self.estimates += 1;
        let game = self.inquiry.game;
        self.inquiry.evaluator.estimate(game, view, game.mover(view))
    }

    /// How many events are searched of those that play differently, by the depth left; more where there
    /// are hardly more. With less depth left, what a draw is good for does not show.
    fn most_events(&self, depth: i32) -> usize {
        let techniques = &self.inquiry.techniques;
        if !techniques.samples {
            return usize::MAX;
        }
        let Parameters { sample_0, sample_1, sample_2, sample_3, .. } = techniques.parameters;
        let most = match depth {
            ..=0 => sample_0,
            1 => sample_1,
            2 => sample_2,
            3.. => sample_3,
        };
        most as usize
    }

    /// The mean over the events, taking one for all that play alike; of many, a sample. Where one event
    /// follows another, as where several cards are drawn, it is the sample of a few for all of them.
    fn chance(
        &mut self,
        view: &G::Position,
        depth: i32,
        ply: i32,
        most: usize,
        window: Window,
    ) -> Searched {
        let game = self.inquiry.game;
        let mut events = Vec::new();
        G::Information::each_event_group(game, view, |event, weight| {
            events.push((event, u64::from(weight)))
        });
        if depth <= 0 && events.len() > self.inquiry.techniques.parameters.few_events as usize {
            return Ok(self.estimate(view));
        }
        if most == usize::MAX {
            return self.bounded_chance(view, &events, Place { depth, ply }, window);
        }
        if events.len() > most + most / 2 {
            self.estimates += 1;
            events = spread(&events, most);
        }
        let seat = game.mover(view);
        let mut mean = Mean::default();
        for (event, weight) in events {
            let child = game.happen(view, event);
            let value = match game.actor(&child) {
                Actor::Chance => self.chance(&child, depth, ply, 1, Window::FULL)?,
                _ => self.search(&child, depth, ply, Window::FULL)?,
            };
            mean.add(if game.mover(&child) == seat { value } else { -value }, weight);
        }
        Ok(mean.value())
    }

    fn decision(&mut self, view: &G::Position, depth: i32, ply: i32, window: Window) -> Searched {
        let game = self.inquiry.game;
        if depth <= 0 && (!G::TACTICAL || game.tension(view) == Tension::Quiet) {
            return Ok(self.estimate(view));
        }
        let key = game.key(view);
        let uses_table = self.inquiry.techniques.table && depth >= TABLE_DEPTH;
        let table = uses_table.then_some(self.inquiry.table);
        let entry = table.and_then(|table| table.probe(key));
        if let Some(entry) = entry
            && let Some(value) = entry.decides(depth, true, window, ply)
        {
            self.estimates += u64::from(!entry.exhausted);
            return Ok(value);
        }
        let before = self.estimates;
        let start = self.choices.len();
        let list = &mut self.choices;
        G::Information::each_group(game, view, |mv| list.push((Value::EVEN, mv)));
        let place = Place { depth, ply };
        let found = if self.inquiry.techniques.samples {
            self.choose(view, place, start).map(|value| (value, Tag::NONE))
        } else {
            self.order(view, start, entry.map_or(Tag::NONE, |entry| entry.tag));
            self.bounded_choice(view, place, window, start)
        };
        self.choices.truncate(start);
        let (value, tag) = found?;
        if let Some(table) = table {
            table.store(
                key,
                Entry {
                    value: value.relative_to_node(ply),
                    tag,
                    depth,
                    exhausted: self.estimates == before,
                    bound: window.bound_of(value),
                },
            );
        }
        Ok(value)
    }

    /// The value of the choice among the moves listed from `start` on: beyond one move of the likely
    /// choices only.
    fn choose(&mut self, view: &G::Position, place: Place, start: usize) -> Searched {
        let Place { depth, ply } = place;
        let game = self.inquiry.game;
        let hidden = G::Information::hides(game, view, G::Information::player(game, view));
        if depth > 1 {
            // As they look from a search of one move.
            self.value_moves(view, 1, ply, start..self.choices.len())?;
            let likely = if hidden {
                self.likely(view, start)
            } else {
                self.inquiry.techniques.parameters.most_own as usize
            };
            let end = self.choices.len().min(start + likely);
            let before: i64 = self.sum_of_values(start..end);
            self.value_moves(view, depth, ply, start..end)?;
            // The others keep their values, but for what looking further has changed on the whole.
            let shift = (self.sum_of_values(start..end) - before) / (end - start).max(1) as i64;
            for (value, _) in &mut self.choices[end..] {
                self.estimates += 1;
                *value = Value::estimate(value.expectation() + shift as i32);
            }
        } else {
            self.value_moves(view, depth, ply, start..self.choices.len())?;
        }
        if !hidden {
            return Ok(self.choices[start].0);
        }
        let choices = &self.choices[start..];
        Ok(self.mean_of_best(view, choices, choices.len(), Value::EVEN))
    }

    /// Searches some of the listed moves, and sorts them, best first.
    fn value_moves(
        &mut self,
        view: &G::Position,
        depth: i32,
        ply: i32,
        range: Range<usize>,
    ) -> Result<(), Stopped> {
        for index in range.clone() {
            let mv = self.choices[index].1;
            self.choices[index].0 =
                self.move_value(view, mv, Place { depth, ply }, Window::FULL)?;
        }
        // The sort is stable: moves of equal value keep their order.
        self.choices[range].sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        Ok(())
    }

    fn sum_of_values(&self, range: Range<usize>) -> i64 {
        self.choices[range].iter().map(|(value, _)| i64::from(value.expectation())).sum()
    }

    /// How many of the listed moves, best first, are the choice of all but few hands.
    fn likely(&mut self, view: &G::Position, start: usize) -> usize {
        let choices = &self.choices[start..];
        let ranked: Vec<_> = choices.iter().map(|&(_, mv)| mv).collect();
        let (mut chosen, mut likely) = (0u64, 0);
        let game = self.inquiry.game;
        let neglected = self.inquiry.techniques.parameters.unlikely as u64;
        let mut passed = Vec::new();
        let all = G::Information::each_choice(game, view, &ranked, |index, hands| {
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

    /// The value of a move for who makes it.
    pub(super) fn move_value(
        &mut self,
        view: &G::Position,
        mv: G::Move,
        place: Place,
        window: Window,
    ) -> Searched {
        let child = self.inquiry.game.play(view, mv);
        self.value_for(self.inquiry.game.mover(view), &child, place.after_move(), window)
    }

    /// The value of a view for a seat.
    pub(super) fn value_for(
        &mut self,
        seat: Seat,
        view: &G::Position,
        place: Place,
        window: Window,
    ) -> Searched {
        if self.inquiry.game.mover(view) == seat {
            self.search(view, place.depth, place.ply, window)
        } else {
            self.search(view, place.depth, place.ply, window.flipped()).map(|value| -value)
        }
    }
}

/// The mean of expected results, towards zero; proven where all are won (by the latest) or lost.
#[derive(Default)]
pub(super) struct Mean {
    sum: i128,
    total: u64,
    /// The lowest and the highest value.
    range: Option<(Value, Value)>,
}

impl Mean {
    pub(super) fn add(&mut self, value: Value, weight: u64) {
        self.sum += i128::from(value.expectation()) * i128::from(weight);
        self.total += weight;
        let (lowest, highest) = self.range.unwrap_or((value, value));
        self.range = Some((lowest.min(value), highest.max(value)));
    }

    pub(super) fn value(&self) -> Value {
        match self.range {
            None => Value::EVEN,
            Some((lowest, _)) if lowest.is_win() => lowest,
            Some((_, highest)) if highest.is_loss() => highest,
            Some(_) => Value((self.sum / i128::from(self.total.max(1))) as i32),
        }
    }
}

/// So many of some weighted events, at equal steps through their weights, each for an equal share.
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
