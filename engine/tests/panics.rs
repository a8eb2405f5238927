//! A panic in one thread of a search reaches the caller.

use std::thread;

use engine::{Request, SearcherBuilder};
use eval::{Evaluator, Value};
use games::{Actor, DrawRules, Game, GameMove, Key, Outcome, Seat, State, Tactics, without_chance};

/// Two seats count up by one or two; the seat that reaches the end wins.
#[derive(Clone, Debug, PartialEq)]
struct Count;

const END: u32 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Add(u32);

impl GameMove for Add {
    fn bits(self) -> u64 {
        self.0.into()
    }
}

impl Game for Count {
    type Position = (u32, Seat);
    type Move = Add;
    type Information = games::Perfect;
    without_chance!();

    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    fn start(&self) -> Self::Position {
        (0, Seat::FIRST)
    }

    fn actor(&self, &(count, seat): &Self::Position) -> Actor {
        if count >= END { Actor::Over(Outcome::win(seat.other())) } else { Actor::Seat(seat) }
    }

    fn mover(&self, position: &Self::Position) -> Seat {
        position.1
    }

    fn each_move(&self, _: &Self::Position, mut visit: impl FnMut(Add)) {
        (1..=4).for_each(|count| visit(Add(count)));
    }

    fn play(&self, &(count, seat): &Self::Position, mv: Add) -> Self::Position {
        (count + mv.0, seat.other())
    }

    fn key(&self, &(count, seat): &Self::Position) -> Key {
        Key((u64::from(count) * 2 + seat.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }
}

impl Tactics for Count {}

/// An evaluation that panics on every thread except the caller's.
#[derive(Clone, Copy, Debug)]
struct FailsElsewhere(thread::ThreadId);

impl Evaluator<Count> for FailsElsewhere {
    fn estimate(&self, _: &Count, &(count, seat): &(u32, Seat), of: Seat) -> Value {
        assert!(thread::current().id() == self.0, "an estimate in the second thread");
        let value = Value::new(count as i32 % 7);
        if of == seat { value } else { -value }
    }
}

engine::searchable!(Count, FailsElsewhere);

fn search(threads: usize) -> Value {
    let evaluator = FailsElsewhere(thread::current().id());
    let builder = SearcherBuilder::new(Count, evaluator).hash(1).threads(threads);
    let mut searcher = builder.build().expect("a small table");
    let state = State::new(Count, Count.start());
    searcher.search(&state, &Request::new().depth(9)).value
}

#[test]
#[should_panic(expected = "an estimate in the second thread")]
fn a_panic_in_a_helper_reaches_the_caller() {
    search(2);
}

#[test]
fn one_thread_does_not_fail() {
    search(1);
}
