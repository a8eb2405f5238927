//! The file beside the gathered records: the parts that were read, and how far.
//!
//! The index only saves time. Without it, all parts are read again.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use statistics::{Decision, Multinomial, Sequential};

use super::ranges::Ranges;
use crate::records::record::{format_line, parse_line};
use crate::{Error, write_atomically};

/// The version of the format.
const FORMAT: u32 = 1;

/// The contents of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Index {
    /// The version of the format.
    gather: u32,
    /// The digest of the plan.
    #[serde(rename = "match")]
    pub(super) digest: String,
    /// The length in bytes of the gathered records.
    pub(super) length: u64,
    /// A change of the gathered records that may not be complete.
    pub(super) tail: Option<Tail>,
    /// The units in the gathered records.
    pub(super) units: Ranges,
    /// The state of the test.
    pub(super) test: Option<TestState>,
    /// The workers that are left out.
    pub(super) without: Vec<String>,
    /// The parts, by the names of their files.
    pub(super) parts: BTreeMap<String, PartState>,
}

/// A change of the gathered records: from byte `at` on they are the contents of the file of the
/// tail, which has `length` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tail {
    pub(super) at: u64,
    pub(super) length: u64,
}

/// The state of the sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TestState {
    /// The number of the next unit.
    pub(super) next: u64,
    counts: Vec<u64>,
    /// The deciding unit, and whether H1 was accepted.
    decided: Option<(u64, bool)>,
}

/// The state of one part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PartState {
    /// The size of the file and the time of its last change when it was read.
    pub(super) seen: (u64, u64),
    /// All bytes before this one need not be read again.
    pub(super) read: u64,
    /// The name of the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) worker: Option<String>,
    /// The units that came from this part.
    pub(super) units: Ranges,
    /// The number of their games.
    pub(super) games: u64,
    /// The games in which a player lost on time.
    pub(super) late: u64,
    /// The games in which a player failed in another way.
    pub(super) failures: u64,
    /// The fault of the file, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    /// The part is of another match.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) foreign: bool,
    /// The part is left out, since its worker is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) left_out: bool,
}

impl TestState {
    pub(super) fn of(test: &Sequential) -> Self {
        let decided = test.trial().decided;
        Self {
            next: test.units(),
            counts: test.results().counts().to_vec(),
            decided: decided.map(|(unit, decision)| (unit, decision == Decision::H1)),
        }
    }

    /// The test in this state; `new` is the test before the first unit.
    pub(super) fn resume(&self, new: Sequential) -> Sequential {
        let Some(results) = Multinomial::new(self.counts.clone()).ok() else { return new };
        if results.counts().len() != new.results().counts().len() {
            return new;
        }
        let decision = |h1| if h1 { Decision::H1 } else { Decision::H0 };
        let decided = self.decided.map(|(unit, h1)| (unit, decision(h1)));
        Sequential::resumed(new.trial().test, results, self.next, decided)
    }
}

impl Index {
    /// An index without a part.
    pub(super) fn new(digest: &str) -> Self {
        Self { gather: FORMAT, digest: digest.to_owned(), ..Self::default() }
    }

    /// Reads an index of this match; `None` if there is none that can be used.
    pub(super) fn read(path: &Path, digest: &str) -> Option<Self> {
        let text = disk::read_text(path).ok()?;
        let index: Self = parse_line(text.trim_end()).ok()?;
        (index.gather == FORMAT && index.digest == digest).then_some(index)
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        write_atomically(path, format_line(self)?.as_bytes())
    }

    /// The units that came from any part.
    pub(super) fn claimed(&self) -> Ranges {
        let mut claimed = Ranges::default();
        for part in self.parts.values() {
            part.units.pairs().for_each(|[first, end]| claimed.add(first, end));
        }
        claimed
    }
}
