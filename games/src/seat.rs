//! Seats, sets of seats, and one value for each seat.

use std::ops::{Index, IndexMut};

/// The most seats that any game has. A power of two, so that a mask keeps an index in range.
pub const MAX_SEATS: usize = 4;

/// A player, numbered from 0 in the order of the game's page; always less than [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first player.
    pub const FIRST: Self = Self(0);
    /// The second player.
    pub const SECOND: Self = Self(1);

    /// The seat of a number.
    ///
    /// # Panics
    /// If `number` is [`MAX_SEATS`] or more.
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Self {
        assert!((number as usize) < MAX_SEATS, "a seat's number is less than MAX_SEATS");
        Self(number)
    }

    /// The seat of a number; `None` if the number is [`MAX_SEATS`] or more.
    #[must_use]
    pub const fn checked(number: u8) -> Option<Self> {
        if (number as usize) < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The first `count` seats, in order; `count` is at most [`MAX_SEATS`].
    #[inline]
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        debug_assert!(count as usize <= MAX_SEATS, "a game has at most MAX_SEATS seats");
        (0..count).map(|number| Self(number & MASK))
    }

    /// The opponent in a game of two.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The seat after this one where `seats` go round.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        if self.0 + 1 >= seats { Self::FIRST } else { Self((self.0 + 1) & MASK) }
    }

    /// The seat's number, from 0.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat's number, for indexing.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Keeps a number below [`MAX_SEATS`]. Seats always are; the mask lets the compiler leave out
/// checks.
const MASK: u8 = MAX_SEATS as u8 - 1;

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The first `count` seats.
    ///
    /// # Panics
    /// If `count` exceeds [`MAX_SEATS`].
    #[inline]
    #[must_use]
    pub const fn first(count: u8) -> Self {
        assert!(count as usize <= MAX_SEATS, "a game has at most MAX_SEATS seats");
        Self((1 << count) - 1)
    }

    /// One seat alone.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    /// The number of seats in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no seat.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in the set, in order.
    pub fn seats(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS as u8).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}

/// One value for each seat. In a game with fewer seats the last values are not used.
///
/// ```
/// use games::{PerSeat, Seat};
///
/// let mut scores = PerSeat::new([0; 4]);
/// scores[Seat::SECOND] += 3;
/// assert_eq!(scores.first(2), [0, 3]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PerSeat<T>([T; MAX_SEATS]);

impl<T> PerSeat<T> {
    /// These values, in the order of the seats.
    #[must_use]
    pub const fn new(values: [T; MAX_SEATS]) -> Self {
        Self(values)
    }

    /// The value that `make` gives each seat.
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|index| make(Seat(index as u8))))
    }

    /// The values of the first `count` seats.
    ///
    /// # Panics
    /// If `count` exceeds [`MAX_SEATS`].
    #[must_use]
    pub fn first(&self, count: u8) -> &[T] {
        &self.0[..count as usize]
    }

    /// The first `count` seats, each with its value.
    ///
    /// # Panics
    /// If `count` exceeds [`MAX_SEATS`].
    pub fn iter(&self, count: u8) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(count).zip(&self.0)
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[(seat.0 & MASK) as usize]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[(seat.0 & MASK) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SEATS, PerSeat, Seat, SeatSet};

    #[test]
    fn seats_are_limited() {
        assert_eq!(Seat::checked(MAX_SEATS as u8), None);
        assert_eq!(Seat::checked(3), Some(Seat::new(3)));
        assert!(std::panic::catch_unwind(|| Seat::new(MAX_SEATS as u8)).is_err());
        assert_eq!(SeatSet::first(MAX_SEATS as u8).len(), MAX_SEATS as u32);
    }

    #[test]
    fn seats_go_round() {
        let three: Vec<_> = Seat::all(4)
            .map(|seat| if seat.number() < 3 { seat.next(3).number() } else { 0 })
            .collect();
        assert_eq!(three, [1, 2, 0, 0]);
        assert_eq!(Seat::new(3).next(4), Seat::FIRST);
    }

    /// The fourth seat has its own value.
    #[test]
    fn every_seat_has_its_own_value() {
        let mut values = PerSeat::from_fn(Seat::number);
        values[Seat::new(3)] = 9;
        assert_eq!(values.first(4), [0, 1, 2, 9]);
        assert_eq!(values[Seat::FIRST], 0);
        assert_eq!(
            values.iter(2).map(|(seat, &value)| (seat.number(), value)).last(),
            Some((1, 1))
        );
    }
}
