//! The state of a match whose parts are being gathered.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use statistics::{Decision, Homogeneity, Sequential, Trial};

use super::Gathering;
use crate::records::record::rounded;

/// The state of the match.
#[derive(Clone, Debug)]
pub struct GatherReport {
    /// The number of complete units that were gathered.
    pub units: u64,
    /// The number of units in the match.
    pub of: u64,
    /// The number of games in a unit.
    pub games_per_unit: u32,
    /// The number of units before the first one that is missing.
    pub prefix: u64,
    /// The state of the test, if the match has one.
    pub test: Option<Trial>,
    /// The names of the first two players.
    names: [String; 2],
    /// The ranges of units that still have to be played: from the first number to the second, which
    /// is not included. After the decision of the test there are none.
    pub missing: Vec<[u64; 2]>,
    /// The workers, by name.
    pub workers: Vec<WorkerReport>,
    /// The files that are damaged, half-written or no records.
    pub damaged: Vec<PartFault>,
    /// The parts of other matches, which are not merged.
    pub refused: Vec<PartFault>,
}

/// The units of one worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkerReport {
    /// The name; empty if the records do not tell it.
    pub name: String,
    /// The number of units that came from it first.
    pub units: u64,
    /// The number of their games.
    pub games: u64,
    /// The games in which a player lost on time.
    pub late: u64,
    /// The games in which a player failed in another way.
    pub failures: u64,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartFault {
    /// The name of the file.
    pub part: String,
    /// The fault in words.
    pub fault: String,
}

impl GatherReport {
    pub(super) fn of(gathering: &Gathering) -> Self {
        let Gathering { plan, index, test, check, .. } = gathering;
        let trial = test.as_ref().map(Sequential::trial);
        let decided = trial.is_some_and(|trial| trial.decided.is_some());
        let name = |place: usize| check.names.get(place).cloned().unwrap_or_default();
        let mut workers = BTreeMap::<String, WorkerReport>::new();
        let (mut damaged, mut refused) = (Vec::new(), Vec::new());
        for (part, state) in &index.parts {
            if let Some(fault) = state.fault.clone() {
                let list = if state.foreign { &mut refused } else { &mut damaged };
                list.push(PartFault { part: part.clone(), fault });
            }
            if state.games > 0 {
                let name = state.worker.clone().unwrap_or_default();
                let worker = workers.entry(name.clone()).or_default();
                worker.name = name;
                worker.units += state.units.count();
                worker.games += state.games;
                worker.late += state.late;
                worker.failures += state.failures;
            }
        }
        Self {
            units: index.units.count(),
            of: plan.units,
            games_per_unit: check.schedule.games_per_unit(),
            prefix: index.units.prefix(),
            test: trial,
            names: [name(0), name(1)],
            missing: if decided { Vec::new() } else { index.units.missing(plan.units) },
            workers: workers.into_values().collect(),
            damaged,
            refused,
        }
    }

    /// Whether the test is decided or all units are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    /// The test whether all workers have equal rates of losses on time.
    #[must_use]
    pub fn late_test(&self) -> Option<Homogeneity> {
        self.compare(|worker| worker.late)
    }

    /// The test whether all workers have equal rates of other failures.
    #[must_use]
    pub fn failures_test(&self) -> Option<Homogeneity> {
        self.compare(|worker| worker.failures)
    }

    fn compare(&self, events: fn(&WorkerReport) -> u64) -> Option<Homogeneity> {
        let groups: Vec<_> =
            self.workers.iter().map(|worker| (events(worker), worker.games)).collect();
        Homogeneity::test(&groups)
    }

    /// The missing ranges, one in a line.
    #[must_use]
    pub fn missing_text(&self) -> String {
        self.missing.iter().map(|[first, end]| format!("{first}..{end}\n")).collect()
    }

    /// A short text for a line of progress.
    #[must_use]
    pub fn words(&self) -> String {
        let test = self.test.map_or_else(String::new, |trial| format!(", {}", trial.standing()));
        format!("units, complete up to unit {}{test}", self.prefix)
    }

    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { units, of, prefix, .. } = self;
        let games = units * u64::from(self.games_per_unit);
        let mut lines = vec![format!("{games} games, {units} of {of} units complete")];
        if prefix < of {
            lines.push(format!("  unit {prefix} is the first one that is missing"));
        }
        if let Some(trial) = &self.test {
            lines.push(trial.words(&self.names[0], &self.names[1]));
        }
        let missing: u64 = self.missing.iter().map(|[first, end]| end - first).sum();
        if missing > 0 {
            lines.push(format!("{missing} units still have to be played: --missing lists them"));
        }
        self.worker_lines(&mut lines);
        lines.push(String::new());
        lines.join("\n")
    }

    fn worker_lines(&self, lines: &mut Vec<String>) {
        let has_faults = self.workers.iter().any(|worker| worker.late + worker.failures > 0);
        if !has_faults {
            let workers = self.workers.len();
            if workers > 1 {
                lines.push(format!("{workers} workers, in no game a failure or a loss on time"));
            }
            return;
        }
        let shown = |worker: &WorkerReport| match worker.name.as_str() {
            "" => "(without a name)".to_owned(),
            name => name.to_owned(),
        };
        let lengths = self.workers.iter().map(|worker| shown(worker).chars().count());
        let width = lengths.max().unwrap_or(0).max(6);
        lines.push(format!(
            "{:width$} {:>8} {:>8} {:>12} {:>14}",
            "worker", "units", "games", "lost on time", "other failures"
        ));
        for worker in &self.workers {
            let WorkerReport { units, games, late, failures, .. } = worker;
            let name = shown(worker);
            lines.push(format!("{name:width$} {units:>8} {games:>8} {late:>12} {failures:>14}"));
        }
        for (what, test) in
            [("losses on time", self.late_test()), ("other failures", self.failures_test())]
        {
            if let Some(Homogeneity { chi_square, degrees, p }) = test {
                lines.push(format!(
                    "  equal rates of {what}: chi-square {chi_square:.2} with {degrees} degrees of \
                     freedom, p = {p:.4}"
                ));
            }
        }
    }

    /// The report as one JSON object, with the end of the line.
    #[must_use]
    pub fn json(&self) -> String {
        let decided = self.test.and_then(|trial| trial.decided).map(|(unit, decision)| {
            let verdict = if decision == Decision::H1 { "H1" } else { "H0" };
            json!({ "unit": unit, "verdict": verdict })
        });
        let bounds = self.test.map(|trial| {
            let (low, high) = trial.test.bounds();
            [rounded(low), rounded(high)]
        });
        let worker = |worker: &WorkerReport| {
            json!({
                "worker": worker.name,
                "units": worker.units,
                "games": worker.games,
                "late": worker.late,
                "failures": worker.failures,
            })
        };
        let report = json!({
            "units": self.units,
            "of": self.of,
            "games": self.units * u64::from(self.games_per_unit),
            "complete": self.is_complete(),
            "prefix": self.prefix,
            "decided": decided,
            "llr": self.test.map(|trial| rounded(trial.llr)),
            "bounds": bounds,
            "missing": self.missing,
            "workers": self.workers.iter().map(worker).collect::<Vec<_>>(),
            "late_test": homogeneity(self.late_test()),
            "failures_test": homogeneity(self.failures_test()),
            "damaged": faults(&self.damaged),
            "refused": faults(&self.refused),
        });
        format!("{report}\n")
    }
}

fn homogeneity(test: Option<Homogeneity>) -> Json {
    let number = |Homogeneity { chi_square, degrees, p }: Homogeneity| json!({ "chi2": rounded(chi_square), "df": degrees, "p": rounded(p) });
    test.map_or(Json::Null, number)
}

fn faults(list: &[PartFault]) -> Vec<Json> {
    list.iter().map(|PartFault { part, fault }| json!({ "part": part, "fault": fault })).collect()
}
