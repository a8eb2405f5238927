//! Some places in a long row of numbers.

/// The places of the weights that a fit changes. Most table features never occur in the positions,
/// so a step that goes over these places alone is faster.
#[derive(Clone, Debug)]
pub(super) struct Places(Vec<u32>);

impl Places {
    /// The places of the numbers above zero.
    pub(super) fn above_zero(row: &[f64]) -> Self {
        Self((0..).zip(row).filter(|(_, number)| **number > 0.0).map(|(place, _)| place).collect())
    }

    /// The places, in order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&place| place as usize)
    }

    /// The number of places before `place`.
    pub(super) fn before(&self, place: usize) -> usize {
        self.0.partition_point(|&one| (one as usize) < place)
    }

    /// The numbers at the places.
    pub(super) fn of(&self, row: &[f64]) -> Vec<f64> {
        self.iter().map(|place| row[place]).collect()
    }

    /// Sets the numbers at the places.
    pub(super) fn set(&self, row: &mut [f64], numbers: &[f64]) {
        for (place, number) in self.iter().zip(numbers) {
            row[place] = *number;
        }
    }
}
