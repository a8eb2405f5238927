//! Positions as arrays of small numbers.

use crate::{Game, Information};

/// The shape of the observations of a game: planes over the board, then single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservationShape {
    /// The number of planes. A plane has a number for each cell of the board.
    pub planes: usize,
    /// The rows of a plane, the first player's back rank first.
    pub rows: usize,
    /// The columns of a plane.
    pub columns: usize,
    /// The number of single values, which follow the planes.
    pub values: usize,
}

impl ObservationShape {
    /// The number of bytes of an observation.
    #[must_use]
    pub const fn size(self) -> usize {
        self.planes * self.rows * self.columns + self.values
    }
}

/// A game whose positions can be written as arrays of bytes, its observations: for networks and
/// other programs that learn.
///
/// An observation has everything that a player knows of a position, and nothing that is hidden from
/// him. Positions that a player sees in the same way have the same observation, and others have
/// different ones. The history of a game is not part of it. The page
/// `docs/reference/observations.md` lists the planes and the values.
///
/// ```
/// use games::{Observations, State, benedictine::Benedictine};
///
/// let state = State::<Benedictine>::parse("benedictine startpos")?;
/// let shape = state.game().observation_shape();
/// let observation = state.game().observation(state.position(), 0);
/// assert_eq!(observation.len(), shape.size());
/// assert_eq!(observation[1], 1, "a green bottle on b1");
/// # Ok::<(), games::ParseError>(())
/// ```
pub trait Observations: Game {
    /// The shape of all observations under these options.
    fn observation_shape(&self) -> ObservationShape;

    /// Writes a position as `player` sees it. Nothing that `player` may not know is in `view`.
    fn write_view(&self, view: &Self::Position, player: u8, writer: &mut ObservationWriter<'_>);

    /// The observation of a player. Players are numbered from 0.
    fn observation(&self, position: &Self::Position, player: u8) -> Vec<u8> {
        let view = Self::Information::view(self, position, player);
        let shape = self.observation_shape();
        let mut bytes = vec![0; shape.size()];
        let cells = shape.rows * shape.columns;
        let mut writer = ObservationWriter { cells, rest: &mut bytes };
        self.write_view(&view, player, &mut writer);
        debug_assert!(writer.rest.is_empty(), "{} bytes are missing", writer.rest.len());
        bytes
    }
}

/// Writes the planes and the values of an observation, one after the other.
#[derive(Debug)]
pub struct ObservationWriter<'a> {
    /// The cells of a plane.
    cells: usize,
    rest: &'a mut [u8],
}

impl ObservationWriter<'_> {
    /// Writes a plane with 1 on each of these cells and 0 on the others.
    pub fn plane(&mut self, cells: impl IntoIterator<Item = usize>) {
        self.numbers(cells.into_iter().map(|cell| (cell, 1)));
    }

    /// Writes a plane with these numbers on these cells and 0 on the others.
    pub fn numbers(&mut self, numbers: impl IntoIterator<Item = (usize, u8)>) {
        let plane = self.next(self.cells);
        for (cell, number) in numbers {
            plane[cell] = number;
        }
    }

    /// Writes a value.
    pub fn value(&mut self, value: u8) {
        self.next(1)[0] = value;
    }

    /// Writes a number as two values: the multiples of 256, and the rest.
    pub fn wide(&mut self, number: u16) {
        self.next(2).copy_from_slice(&number.to_be_bytes());
    }

    /// Writes a value for each of `count` things, 1 for those in a set and 0 for the others.
    pub fn set(&mut self, count: usize, members: impl IntoIterator<Item = usize>) {
        let values = self.next(count);
        for member in members {
            values[member] = 1;
        }
    }

    /// Writes `count` values, each the number of times that it comes.
    pub fn counts(&mut self, count: usize, items: impl IntoIterator<Item = usize>) {
        let values = self.next(count);
        for item in items {
            values[item] += 1;
        }
    }

    /// The next bytes.
    fn next(&mut self, count: usize) -> &mut [u8] {
        let (bytes, rest) = std::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        bytes
    }
}
