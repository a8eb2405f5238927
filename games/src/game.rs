//! The trait of a game: seats, the actor, moves, chance events, successors, results.

use std::fmt::Debug;
use std::hash::Hash;

use crate::information::Information;
use crate::{DrawRules, Key, Seat, SeatSet};

/// How a game ended: the seats that share the one point equally. One winner is a win, all seats
/// are a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    winners: SeatSet,
}

impl Outcome {
    /// One seat wins.
    #[must_use]
    pub const fn win(seat: Seat) -> Self {
        Self { winners: SeatSet::only(seat) }
    }

    /// `seats` players share the point.
    #[must_use]
    pub const fn draw(seats: u8) -> Self {
        Self { winners: SeatSet::first(seats) }
    }

    /// Some players share the point.
    ///
    /// # Panics
    /// If `winners` is empty.
    #[must_use]
    pub const fn shared(winners: SeatSet) -> Self {
        assert!(!winners.is_empty(), "the point is somebody's");
        Self { winners }
    }

    /// The seats that share the point; never empty.
    #[must_use]
    pub const fn winners(self) -> SeatSet {
        self.winners
    }

    /// The share of one point that `seat` gets, as a fraction `(numerator, denominator)`.
    #[must_use]
    pub const fn share(self, seat: Seat) -> (u32, u32) {
        (self.winners.contains(seat) as u32, self.winners.len())
    }
}

/// The actor in a position; exactly one of these holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player is to move.
    Seat(Seat),
    /// Chance is to act: a die, a draw, a cut.
    Chance,
    /// The game is over.
    Over(Outcome),
}

/// A move as searches and tables use it: at most 64 bits, ordered, comparable.
pub trait GameMove: Copy + Eq + Ord + Hash + Debug + Send + Sync {
    /// The move as a number; different moves of one position have different numbers.
    fn bits(self) -> u64;
}

/// The event type of a game without chance: it has no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoEvent {}

/// The items of `impl Game` that concern events, for a game without chance.
#[macro_export]
macro_rules! without_chance {
    () => {
        type Event = $crate::NoEvent;

        const CHANCE: bool = false;

        fn each_event(&self, _: &Self::Position, _: impl FnMut($crate::NoEvent, u32)) {}

        fn total_weight(&self, _: &Self::Position) -> u32 {
            1
        }

        fn apply_event(&self, _: &Self::Position, event: $crate::NoEvent) -> Self::Position {
            match event {}
        }
    };
}

/// A game with the options in force: a rules value, built once.
///
/// Laws, checked for every game by the battery in `games/tests/battery.rs`: a position where a seat
/// acts has a move, and a finished one has none; moves come without duplicates and in a fixed
/// order; routes lead to the same moves; a key depends on the position alone; the weights of a
/// position's events add up to [`Game::total_weight`].
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// A position: a few machine words. It has no history.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;
    /// A player's move.
    type Move: GameMove;
    /// A chance event; [`NoEvent`] where nothing is left to chance.
    type Event: Copy + Eq + Debug + Send + Sync;
    /// [`Perfect`](crate::Perfect) if players see everything, [`Imperfect`](crate::Imperfect) if
    /// cards may be hidden.
    type Information: Information<Self>;

    /// Whether chance ever acts. A constant, so that searches of other games carry no chance code.
    const CHANCE: bool;

    /// The most seats that any options give, from two to [`MAX_SEATS`](crate::MAX_SEATS). A
    /// constant, so that searches of games for two carry no code for more.
    const MAX_SEATS: u8 = 2;

    /// The number of seats.
    fn seats(&self) -> u8 {
        Self::MAX_SEATS
    }

    /// The rules for draws by history. By default there are none.
    fn draw_rules(&self) -> DrawRules {
        DrawRules::default()
    }

    /// The seats that can still gain something: others may have lost while these play on.
    fn in_play(&self, _: &Self::Position) -> SeatSet {
        SeatSet::first(self.seats())
    }

    /// The outcome of a draw by history. By default the seats in play share the point.
    fn drawn(&self, position: &Self::Position) -> Outcome {
        Outcome::shared(self.in_play(position))
    }

    /// The position that `startpos` means.
    fn start(&self) -> Self::Position;

    /// The actor: a seat, chance, or nobody.
    fn actor(&self, position: &Self::Position) -> Actor;

    /// The seat whose turn it is: the seat to act or, where chance acts or the game is over, the
    /// seat that the position text names. Values and evaluations are for this seat.
    fn mover(&self, position: &Self::Position) -> Seat;

    /// Calls `visit` with every legal move, in a fixed order. Only where a seat acts.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with every legal move, once for each route that leads to it, in a fixed order:
    /// as [`Game::each_move`] does, but where a move has several routes. Data files number moves in
    /// this order, so it must not change.
    fn each_route(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.each_move(position, visit);
    }

    /// Replaces the items of a list by all legal moves, in the order of [`Game::each_move`]. Only
    /// where a seat acts. The generator of moves is compiled anew for each visitor, but this
    /// function only once for each game, so code outside the search calls this function.
    #[inline(never)]
    fn list_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.clear();
        self.each_move(position, |mv| moves.push(mv));
    }

    /// Replaces the items of a list by the moves of [`Game::each_route`], in its order.
    #[inline(never)]
    fn list_routes(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.clear();
        self.each_route(position, |mv| moves.push(mv));
    }

    /// Whether a move is legal. Only where a seat acts. By default it looks for the move among all
    /// legal moves.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut found = false;
        self.each_move(position, |known| found |= known == mv);
        found
    }

    /// The number of legal moves; 0 where the game is over. Not where chance acts.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = 0;
        if !matches!(self.actor(position), Actor::Seat(_)) {
            return count;
        }
        self.each_move(position, |_| count += 1);
        count
    }

    /// The position after a legal move. An illegal one gives some position, never undefined
    /// behaviour.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Calls `visit` with every chance event of non-zero probability and its weight, in a fixed
    /// order; its probability is the weight over [`Game::total_weight`]. Only where chance acts.
    fn each_event(&self, position: &Self::Position, visit: impl FnMut(Self::Event, u32));

    /// The sum of the weights of all events. Only where chance acts.
    fn total_weight(&self, position: &Self::Position) -> u32 {
        let mut total = 0;
        self.each_event(position, |_, weight| total += weight);
        total
    }

    /// The position after a chance event.
    #[must_use]
    fn apply_event(&self, position: &Self::Position, event: Self::Event) -> Self::Position;

    /// The position's key. A game that updates its key with each move returns it faster.
    fn key(&self, position: &Self::Position) -> Key {
        Key::of(position)
    }

    /// The key for the repetition rule. It ignores counters.
    fn repetition_key(&self, position: &Self::Position) -> Key {
        self.key(position)
    }

    /// The position with all counters reset that no rule in force reads. Apart from history,
    /// positions that are then equal have the same future.
    fn without_idle_counters(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The key of the position after `mv`. Some games compute it without making the move.
    fn key_after(&self, position: &Self::Position, mv: Self::Move) -> Key {
        self.key(&self.play(position, mv))
    }
}
