//! Data sets: samples with the counts of their features.

use eval::{Count, Net};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use thiserror::Error;

use super::gradient::SparseSum;

/// A step of the fit changes the numbers of a net less than those of features: the change is
/// divided by this.
const NET_STEP: f64 = 2.0;

/// The results that a sample teaches: the share of the point that the seat of each row should
/// expect. The base seat expects the rest; its features are subtracted from those of the other
/// seats. With two seats the row belongs to the seat to move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Label {
    /// The target: the result without luck, mixed with the value of a search.
    pub target: [f32; 2],
    /// The bare result of the game.
    pub result: [f32; 2],
}

/// A feature's count for the row's seat, minus its count for the base seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FeatureCount {
    feature: u32,
    count: i16,
}

/// The place of a sample's rows. A sample has one row in a game of two seats, and two rows if three
/// seats are in play.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SampleRows {
    /// The index of the first row's first entry, and the end index of each row.
    start: u32,
    ends: [u32; 2],
    rows: u8,
    /// The index of the sample's first net row, and the end index of each seat's net rows: first
    /// those of each row's seat, then those of the base seat.
    net_rows: [u32; 4],
    /// The number of the sample's game.
    game: u32,
    label: Label,
}

/// Samples by rows of features.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    features: usize,
    net: Option<Net>,
    games: u32,
    entries: Vec<FeatureCount>,
    net_rows: Vec<u16>,
    samples: Vec<SampleRows>,
}

/// The reason why samples cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DatasetError {
    /// A feature has a count that does not fit in an entry.
    #[error("feature {feature} counts {count}, expected 16 bits")]
    Count {
        /// The number of the feature.
        feature: usize,
        /// The count of the feature.
        count: i32,
    },
    /// There are more entries than can be numbered.
    #[error("more than 4 thousand million counts, expected less data")]
    Full,
}

/// One row: the features of a seat minus those of the base seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a>(&'a [FeatureCount]);

impl Row<'_> {
    /// The weighted sum.
    #[inline]
    pub(super) fn dot(self, weights: &[f64]) -> f64 {
        let terms = self.0.iter();
        terms.map(|entry| weights[entry.feature as usize] * f64::from(entry.count)).sum()
    }

    /// Adds `factor` times the row to a gradient.
    #[inline]
    pub(super) fn add_to(self, gradient: &mut SparseSum, factor: f64) {
        for entry in self.0 {
            gradient.add(entry.feature, factor * f64::from(entry.count));
        }
    }
}

impl Dataset {
    /// An empty data set, of an evaluation with this number of features.
    #[must_use]
    pub fn new(features: usize) -> Self {
        Self { features, ..Self::default() }
    }

    /// The same data set, of an evaluation with this net.
    #[must_use]
    pub fn with_net(self, net: Option<Net>) -> Self {
        Self { net, ..self }
    }

    /// The evaluation's net, if it has one.
    #[must_use]
    pub fn net(&self) -> Option<Net> {
        self.net
    }

    /// An empty data set of the same evaluation.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self::new(self.features).with_net(self.net)
    }

    /// The number of weights of the evaluation.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// The number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Begins a new game: later samples belong to it. The positions of one game share its result.
    /// So intervals are computed from games, and the data are divided by games.
    pub fn begin_game(&mut self) {
        self.games += 1;
    }

    /// Adds a sample: one or two rows, each with the counts of the features that occur.
    ///
    /// # Errors
    /// A count that does not fit 16 bits, or more entries than 32 bits can number.
    pub fn push(&mut self, rows: &[&[Count]], label: Label) -> Result<(), DatasetError> {
        self.push_with_net(rows, &[], label)
    }

    /// As [`Dataset::push`], with the net rows of [`eval::Trace::net_rows`]: first those of each
    /// row's seat, then those of the base seat.
    ///
    /// # Errors
    /// As [`Dataset::push`].
    pub fn push_with_net(
        &mut self,
        rows: &[&[Count]],
        net_rows: &[&[usize]],
        label: Label,
    ) -> Result<(), DatasetError> {
        let mut bounds = [self.net_rows_end()?; 4];
        for (place, bound) in bounds[1..].iter_mut().enumerate() {
            let numbers = net_rows.get(place).copied().unwrap_or_default();
            self.net_rows.extend(numbers.iter().map(|&row| row as u16));
            *bound = self.net_rows_end()?;
        }
        let start = self.place()?;
        let mut ends = [start; 2];
        for (row, end) in rows.iter().zip(&mut ends) {
            for &(feature, count) in *row {
                let wrong = DatasetError::Count { feature, count };
                let count = i16::try_from(count).map_err(|_| wrong)?;
                self.entries.push(FeatureCount { feature: feature as u32, count });
            }
            *end = self.place()?;
        }
        let rows = rows.len().min(2) as u8;
        let (net_rows, game) = (bounds, self.games);
        self.samples.push(SampleRows { start, ends, rows, net_rows, game, label });
        Ok(())
    }

    fn net_rows_end(&self) -> Result<u32, DatasetError> {
        u32::try_from(self.net_rows.len()).map_err(|_| DatasetError::Full)
    }

    fn place(&self) -> Result<u32, DatasetError> {
        u32::try_from(self.entries.len()).map_err(|_| DatasetError::Full)
    }

    /// Adds the samples of another data set.
    ///
    /// # Errors
    /// As [`Dataset::push`].
    pub fn append(&mut self, other: &Self) -> Result<(), DatasetError> {
        for sample in &other.samples {
            self.copy(other, sample, self.games)?;
        }
        self.games += other.games;
        Ok(())
    }

    /// The samples of some games, by their numbers.
    ///
    /// # Errors
    /// None in practice: there are no more entries than before.
    pub(super) fn of_games(&self, is_one: impl Fn(u32) -> bool) -> Result<Self, DatasetError> {
        let mut part = Self { games: self.games, ..self.emptied() };
        for sample in self.samples.iter().filter(|sample| is_one(sample.game)) {
            part.copy(self, sample, 0)?;
        }
        Ok(part)
    }

    fn copy(&mut self, from: &Self, sample: &SampleRows, games: u32) -> Result<(), DatasetError> {
        let start = self.place()?;
        let last = sample.ends[usize::from(sample.rows) - 1];
        self.entries.extend_from_slice(&from.entries[sample.start as usize..last as usize]);
        self.place()?;
        let ends = sample.ends.map(|end| end - sample.start + start);
        let first = self.net_rows_end()?;
        let [from_first, .., from_last] = sample.net_rows;
        self.net_rows.extend_from_slice(&from.net_rows[from_first as usize..from_last as usize]);
        self.net_rows_end()?;
        let net_rows = sample.net_rows.map(|end| end - from_first + first);
        let game = sample.game + games;
        self.samples.push(SampleRows { start, ends, net_rows, game, ..*sample });
        Ok(())
    }

    /// The same samples in a random order.
    ///
    /// # Errors
    /// None in practice: there are no more entries than before.
    pub fn shuffled(&self, seed: u64) -> Result<Self, DatasetError> {
        let mut order: Vec<_> = (0..self.samples.len()).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let mut shuffled = Self { games: self.games, ..self.emptied() };
        shuffled.entries.reserve_exact(self.entries.len());
        shuffled.net_rows.reserve_exact(self.net_rows.len());
        shuffled.samples.reserve_exact(self.samples.len());
        for place in order {
            shuffled.copy(self, &self.samples[place], 0)?;
        }
        Ok(shuffled)
    }

    /// The rows of a sample, and its label.
    #[inline]
    pub(super) fn sample(&self, place: usize) -> (impl Iterator<Item = Row<'_>>, &Label) {
        let sample = &self.samples[place];
        let rows = (0..usize::from(sample.rows)).map(|row| {
            let start = if row == 0 { sample.start } else { sample.ends[0] };
            Row(&self.entries[start as usize..sample.ends[row] as usize])
        });
        (rows, &sample.label)
    }

    /// The net rows for each row's seat of a sample, then for the base seat.
    #[inline]
    pub(super) fn net_rows(&self, place: usize) -> [&[u16]; 3] {
        let sample = &self.samples[place];
        let [start, ends @ ..] = sample.net_rows;
        let mut start = start as usize;
        ends.map(|end| {
            let rows = &self.net_rows[start..end as usize];
            start = end as usize;
            rows
        })
    }

    /// The number of a sample's game.
    pub(super) fn game(&self, place: usize) -> u32 {
        self.samples[place].game
    }

    /// The labels of all samples.
    pub(super) fn labels(&self) -> impl Iterator<Item = &Label> {
        self.samples.iter().map(|sample| &sample.label)
    }

    /// The typical size of each feature's count: the root mean square of its counts that are not
    /// zero; 0 if the feature never occurs. For the numbers of a net it is two, so that a step
    /// changes them by half.
    #[must_use]
    pub fn typical_counts(&self) -> Vec<f64> {
        let mut sums = vec![(0.0, 0u64); self.features];
        for entry in &self.entries {
            let (squares, count) = &mut sums[entry.feature as usize];
            *squares += f64::from(entry.count).powi(2);
            *count += 1;
        }
        let mut typical: Vec<_> =
            sums.iter().map(|&(squares, count)| (squares / count.max(1) as f64).sqrt()).collect();
        if let Some(net) = self.net {
            let mut occurs = vec![false; Net::size(net.inputs()) / Net::HIDDEN];
            occurs[net.inputs()] = true;
            self.net_rows.iter().for_each(|&row| occurs[usize::from(row)] = true);
            for (numbers, occurs) in typical[net.first()..].chunks_mut(Net::HIDDEN).zip(occurs) {
                numbers.fill(if occurs { NET_STEP } else { 0.0 });
            }
        }
        typical
    }
}
