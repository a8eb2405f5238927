//! Sets of units, as ranges.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A set of numbers, stored as ranges that do not touch. As text it is a list of pairs: the first
/// number, and the number after the last one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<[u64; 2]>", into = "Vec<[u64; 2]>")]
pub(super) struct Ranges(BTreeMap<u64, u64>);

impl From<Vec<[u64; 2]>> for Ranges {
    fn from(pairs: Vec<[u64; 2]>) -> Self {
        let mut ranges = Self::default();
        pairs.into_iter().for_each(|[first, end]| ranges.add(first, end));
        ranges
    }
}

impl From<Ranges> for Vec<[u64; 2]> {
    fn from(ranges: Ranges) -> Self {
        ranges.pairs().collect()
    }
}

impl Ranges {
    /// The ranges, in order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u64; 2]> {
        self.0.iter().map(|(&first, &end)| [first, end])
    }

    /// The range that has a number.
    fn around(&self, number: u64) -> Option<[u64; 2]> {
        let (&first, &end) = self.0.range(..=number).next_back()?;
        (number < end).then_some([first, end])
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        self.around(number).is_some()
    }

    /// Adds the numbers from `first` to `end - 1`.
    pub(super) fn add(&mut self, mut first: u64, mut end: u64) {
        if first >= end {
            return;
        }
        if let Some((&before, &until)) = self.0.range(..=first).next_back()
            && until >= first
        {
            (first, end) = (before, end.max(until));
        }
        while let Some((&next, &until)) = self.0.range(first..=end).next() {
            self.0.remove(&next);
            end = end.max(until);
        }
        self.0.insert(first, end);
    }

    /// Removes the numbers from `first` to `end - 1`.
    pub(super) fn remove(&mut self, first: u64, end: u64) {
        let touched: Vec<_> =
            self.pairs().filter(|[one, two]| *one < end && first < *two).collect();
        for [one, two] in touched {
            self.0.remove(&one);
            self.add(one, first.min(two));
            self.add(end.max(one), two);
        }
    }

    /// The quantity of numbers.
    pub(super) fn count(&self) -> u64 {
        self.pairs().map(|[first, end]| end - first).sum()
    }

    /// The greatest number.
    pub(super) fn last(&self) -> Option<u64> {
        self.0.last_key_value().map(|(_, end)| end - 1)
    }

    /// The first number, from 0, that is missing.
    pub(super) fn prefix(&self) -> u64 {
        self.0.get(&0).copied().unwrap_or(0)
    }

    /// The ranges that are missing below `end`.
    pub(super) fn missing(&self, end: u64) -> Vec<[u64; 2]> {
        let mut missing = Vec::new();
        let mut next = 0;
        for [first, until] in self.pairs() {
            if next < first.min(end) {
                missing.push([next, first.min(end)]);
            }
            next = until;
        }
        if next < end {
            missing.push([next, end]);
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// The twin is a set of single numbers.
    #[test]
    fn ranges_are_a_set() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..200 {
            let (mut ranges, mut set) = (Ranges::default(), BTreeSet::new());
            for _ in 0..12 {
                let first = rng.random_range(0..30);
                let end = first + rng.random_range(0..8);
                if rng.random_range(0..4) == 0 {
                    ranges.remove(first, end);
                    set.retain(|number| !(first..end).contains(number));
                } else {
                    ranges.add(first, end);
                    set.extend(first..end);
                }
            }
            let listed: Vec<_> = ranges.pairs().flat_map(|[first, end]| first..end).collect();
            assert!(listed.iter().eq(&set), "{ranges:?} {set:?}");
            assert!(
                ranges.0.iter().zip(ranges.0.keys().skip(1)).all(|((_, end), next)| end < next)
            );
            assert_eq!(ranges.count(), set.len() as u64);
            assert_eq!(ranges.last(), set.last().copied());
            assert_eq!(ranges.prefix(), (0..).find(|number| !set.contains(number)).unwrap());
            let missing = ranges.missing(25);
            let missing: Vec<_> = missing.into_iter().flat_map(|[one, two]| one..two).collect();
            assert!(missing.into_iter().eq((0..25).filter(|number| !set.contains(number))));
            assert!((0..40).all(|number| ranges.contains(number) == set.contains(&number)));
            let text = serde_json::to_string(&ranges).unwrap();
            assert_eq!(serde_json::from_str::<Ranges>(&text).unwrap(), ranges);
        }
    }
}
