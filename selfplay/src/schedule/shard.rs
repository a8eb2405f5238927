//! The part of a match that one machine plays.

use std::fmt;

use games::ParseError;
use reader::bounds;
use serde::{Deserialize, Serialize};

/// A part of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Numbers", untagged)]
pub enum Shard {
    /// Part `index` of `count`: the units whose number modulo `count` is `index`.
    Every {
        /// The number of the part, from 0.
        index: u64,
        /// The number of parts.
        count: u64,
    },
    /// The units from `first` to `end - 1`.
    Range {
        /// The first unit.
        first: u64,
        /// The unit after the last one.
        end: u64,
    },
}

/// The numbers of a part in the form of a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Numbers {
    Every { index: u64, count: u64 },
    Range { first: u64, end: u64 },
}

impl TryFrom<Numbers> for Shard {
    type Error = ParseError;

    fn try_from(numbers: Numbers) -> Result<Self, ParseError> {
        match numbers {
            Numbers::Every { index, count } => Self::parse(&format!("{index}/{count}")),
            Numbers::Range { first, end } => Self::parse_range(&format!("{first}..{end}")),
        }
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self::Every { index: 0, count: 1 };

    /// Reads `i/n`.
    ///
    /// # Errors
    /// A text that is not two numbers, of which the first, from 0, is less than the second.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::new(
                "shard",
                text,
                format!("i/n, i from 0 to n-1, n from 1 to {}", u64::MAX),
            )
        };
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let shard = (index.parse().ok()).zip(count.parse().ok());
        let shard = shard.filter(|(index, count)| index < count).ok_or_else(wrong)?;
        Ok(Self::Every { index: shard.0, count: shard.1 })
    }

    /// Reads `A..B`.
    ///
    /// # Errors
    /// A text that is not two numbers, of which the first, from 0, is less than the second.
    pub fn parse_range(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            let expected = format!("A..B, the units from A to B-1, B from 1 to {}", u64::MAX);
            ParseError::new("units", text, expected)
        };
        let (first, end) = text.split_once("..").ok_or_else(wrong)?;
        // A sign before a number is no part of the form.
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        let range = number(first).zip(number(end));
        let (first, end) = range.filter(|(first, end)| first < end).ok_or_else(wrong)?;
        Ok(Self::Range { first, end })
    }

    /// Checks that a range is within a match of `units` units.
    ///
    /// # Errors
    /// A range that is not.
    pub fn check(&self, units: u64) -> Result<(), ParseError> {
        match self {
            Self::Range { end, .. } if *end > units => {
                let expected = format!("a range within 0..{units}, the {units} units of the plan");
                Err(ParseError::new("units", &self.to_string(), expected))
            }
            _ => Ok(()),
        }
    }

    /// The part that a job array of Slurm or Kubernetes gives in the environment, if there is one.
    /// Kubernetes gives only the index, so the user must set the count as `JOB_COMPLETIONS`.
    ///
    /// # Errors
    /// Numbers that are not a valid part.
    pub fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Self>, ParseError> {
        let slurm = ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"];
        let kubernetes = ["JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"];
        for [index_name, count_name] in [slurm, kubernetes] {
            let Some(index) = variable(index_name) else { continue };
            let count = variable(count_name).unwrap_or_default();
            let number = |name: &str, text: &str| {
                text.parse::<u64>()
                    .map_err(|_| ParseError::new(name, text, bounds(&(0..=u64::MAX))))
            };
            let (id, count) = (number(index_name, &index)?, number(count_name, &count)?);
            // The tasks of a Slurm array may start at any number and have any step.
            let slurm_number = |name: &str, default| {
                let given = variable(name).filter(|_| index_name == slurm[0]);
                given.map_or(Ok(default), |text| number(name, &text))
            };
            let first = slurm_number("SLURM_ARRAY_TASK_MIN", 0)?;
            let step = slurm_number("SLURM_ARRAY_TASK_STEP", 1)?.max(1);
            let place = id.wrapping_sub(first) / step;
            if place >= count {
                let expected = format!("a number of one of {count} tasks");
                return Err(ParseError::new(index_name, &index, expected));
            }
            return Ok(Some(Self::Every { index: place, count }));
        }
        Ok(None)
    }

    /// The number of this part's unit at `place`.
    #[must_use]
    pub fn unit(self, place: u64) -> u64 {
        match self {
            Self::Every { index, count } => place.saturating_mul(count).saturating_add(index),
            Self::Range { first, .. } => place.saturating_add(first),
        }
    }

    /// The number of this part's units in a match of `units` units.
    #[must_use]
    pub fn units(self, units: u64) -> u64 {
        match self {
            Self::Every { index, count } => units / count + u64::from(units % count > index),
            Self::Range { first, end } => end.min(units).saturating_sub(first),
        }
    }

    /// Whether a unit belongs to this part.
    #[must_use]
    pub fn contains(self, unit: u64) -> bool {
        match self {
            Self::Every { index, count } => unit % count == index,
            Self::Range { first, end } => (first..end).contains(&unit),
        }
    }

    /// Whether this is the whole match.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        *self == Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every { index, count } => write!(f, "{index}/{count}"),
            Self::Range { first, end } => write!(f, "{first}..{end}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read() {
        let shard = Shard::parse("2/5").unwrap();
        assert_eq!((shard.unit(0), shard.unit(3), shard.to_string()), (2, 17, "2/5".to_owned()));
        for text in ["5/5", "1", "a/2", "1/0", "-1/2", "1/2/3", ""] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
        // The same holds in a file.
        let read = |text: &str| serde_json::from_str::<Shard>(text);
        assert_eq!(read(&serde_json::to_string(&shard).unwrap()).unwrap(), shard);
        let range = Shard::parse_range("3..8").unwrap();
        assert_eq!(serde_json::to_string(&range).unwrap(), "{\"first\":3,\"end\":8}");
        assert_eq!(read("{\"first\":3,\"end\":8}").unwrap(), range);
        assert!(read("{\"first\":3,\"end\":3}").is_err() && read("{\"first\":3}").is_err());
        let error = read("{\"index\":0,\"count\":0}").unwrap_err().to_string();
        assert!(error.contains("shard: read \"0/0\", expected i/n, i from 0 to n-1"), "{error}");
    }

    #[test]
    fn ranges_are_read() {
        let range = Shard::parse_range("3..8").unwrap();
        assert_eq!((range.unit(0), range.units(100), range.units(5)), (3, 5, 2));
        assert_eq!((range.units(2), range.to_string()), (0, "3..8".to_owned()));
        assert_eq!([2, 3, 7, 8].map(|unit| range.contains(unit)), [false, true, true, false]);
        assert!(!Shard::parse_range("0..10").unwrap().is_whole(), "a range is never tested");
        for text in ["3..3", "8..3", "3..", "..3", "3", "3-8", "-1..2", "+1..2", "1..2..3", ""] {
            let error = Shard::parse_range(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("units: read {text:?}, expected A..B")), "{error}");
        }
        assert_eq!(range.check(8), Ok(()));
        let error = range.check(7).unwrap_err().to_string();
        let expected = "expected a range within 0..7, the 7 units of the plan";
        assert_eq!(error, format!("units: read \"3..8\", {expected}"));
    }

    fn environment(variables: &[(&str, &str)]) -> Result<Option<Shard>, String> {
        Shard::from_environment(|name| {
            let given = variables.iter().find(|&&(known, _)| known == name);
            given.map(|&(_, value)| value.to_owned())
        })
        .map_err(|error| error.to_string())
    }

    #[test]
    fn job_arrays_tell_the_part() {
        let found = |index, count| Ok(Some(Shard::Every { index, count }));
        assert_eq!(environment(&[]), Ok(None));
        let (id, count) = ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT");
        assert_eq!(environment(&[(id, "3"), (count, "8")]), found(3, 8));
        let (first, step) = (("SLURM_ARRAY_TASK_MIN", "1"), ("SLURM_ARRAY_TASK_STEP", "2"));
        assert_eq!(environment(&[(id, "8"), (count, "8"), first]), found(7, 8));
        assert_eq!(environment(&[(id, "7"), (count, "4"), first, step]), found(3, 4));
        let (index, completions) = ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS");
        assert_eq!(environment(&[(index, "0"), (completions, "2")]), found(0, 2));
        for wrong in [
            &[(id, "8"), (count, "8")][..],
            &[(id, "0"), (count, "8"), first],
            &[(id, "x"), (count, "8")],
            &[(index, "1")],
        ] {
            assert!(environment(wrong).is_err(), "{wrong:?}");
        }
    }
}
