//! Gathers the records of a match that many machines play, as they arrive in a folder.
//!
//! The parts are files of records of one plan, with any names. Their complete units are merged into
//! one file, in order. A later look reads only new files and new ends of files.

mod index;
mod output;
mod part;
mod ranges;
mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use games::{ParseError, with_state};
use statistics::Sequential;

use self::index::{Index, PartState, TestState};
use self::output::{Output, Units};
use self::part::{Expected, PartHead, WholeUnit, read_head, read_part};
use self::ranges::Ranges;
pub use self::report::{GatherReport, PartFault, WorkerReport};
use crate::Error;
use crate::records::error::RecordsError;
use crate::records::parser::parse_game;
use crate::records::planned::read_plan;
use crate::records::record::format_line;
use crate::records::record_check::RecordCheck;
use crate::records::tally::half_points;
use crate::schedule::plan::{FORMAT, Plan};

/// The suffixes of the files beside the gathered records.
const INDEX: &str = ".gather";
const TAIL: &str = ".gather-tail";

/// New lines in memory are written when they are this long.
const BATCH: usize = 64 << 20;

/// The path with a suffix.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The gathered records of a match, and the folder of its parts.
#[derive(Debug)]
pub struct Gathering {
    folder: PathBuf,
    path: PathBuf,
    plan: Plan,
    digest: String,
    check: RecordCheck,
    /// The length of the line of the plan.
    head: u64,
    output: Output,
    index: Index,
    /// The units that came from any part.
    claimed: Ranges,
    test: Option<Sequential>,
    /// The name of the gathered records, if they are in the folder of the parts.
    own: Option<String>,
}

/// A part that has to be read.
struct NewPart {
    name: String,
    seen: (u64, u64),
    /// The first unit of its range.
    first: u64,
}

impl Gathering {
    /// Opens the gathered records in the file `out`, which need not exist. Without a plan, that of
    /// the file counts, or that of the first part. `None` if there is neither. The units of the
    /// workers in `without` are left out.
    ///
    /// # Errors
    /// A file with other contents, or that another process writes to; a plan that is not valid.
    pub fn open(
        folder: &Path,
        out: &Path,
        plan: Option<Plan>,
        without: &[String],
    ) -> Result<Option<Self>, Error> {
        let there = fs::metadata(out).is_ok_and(|about| about.len() > 0);
        let own = if there { Some(read_plan_of(out)?) } else { None };
        if let (Some(own), Some(plan)) = (&own, &plan)
            && let Some([key, expected, read]) = plan.difference(own)
        {
            let expected = format!("records of the plan: {key} is {read} there, not {expected}");
            return Err(ParseError::new("out", &out.to_string_lossy(), expected).into());
        }
        let Some(plan) = own.or(plan).or_else(|| first_plan(folder)) else {
            list(folder)?;
            return Ok(None);
        };
        if plan.format != FORMAT {
            let read = plan.format.to_string();
            return Err(ParseError::new("format", &read, FORMAT.to_string()).into());
        }
        let plan = plan.whole();
        let digest = plan.digest()?;
        let seats =
            with_state!(&plan.start()?, state => usize::from(games::Game::seats(state.game())));
        let check = RecordCheck::of(&plan, seats);
        let line = format_line(&plan)?;
        let mut gathering = Self {
            folder: folder.to_owned(),
            path: out.to_owned(),
            test: plan.test(check.schedule.games_per_unit())?,
            check,
            head: line.len() as u64,
            output: Output::open(out, beside(out, TAIL))?,
            index: Index::new(&digest),
            claimed: Ranges::default(),
            own: name_in(out, folder),
            plan,
            digest,
        };
        let adopted = gathering.recover(&line)?;
        if adopted && !without.is_empty() {
            // The parts tell which units are those of the workers.
            gathering.look()?;
        }
        gathering.leave_out(without)?;
        Ok(Some(gathering))
    }

    /// Finds the state that an earlier look left. If there is none that describes the file, the
    /// units of the file are taken over, and the result is `true`.
    fn recover(&mut self, line: &String) -> Result<bool, Error> {
        let length = self.output.length()?;
        let known = Index::read(&beside(&self.path, INDEX), &self.digest).filter(|_| length > 0);
        let mut index = known.unwrap_or_else(|| Index::new(&self.digest));
        if let Some(tail) = index.tail.filter(|&tail| self.output.has(tail)) {
            index.length = self.output.apply(tail)?;
            index.tail = None;
            self.output.forget_tail();
        } else if index.tail.is_some() || index.length != length {
            // The index does not describe the file, so the file is read as a part.
            index = Index::new(&self.digest);
        }
        if length == 0 {
            index.length = self.output.append(0, std::iter::once(line))?;
        }
        self.index = index;
        let adopted = self.index.length == 0;
        if adopted {
            self.adopt(line)?;
        }
        self.claimed = self.index.claimed();
        if let Some(test) = &self.index.test {
            self.test = self.test.take().map(|new| test.resume(new));
        }
        Ok(adopted)
    }

    /// Takes over a file of records that this look finds: its complete units, in order.
    fn adopt(&mut self, line: &str) -> Result<(), Error> {
        let mut units = Units::new();
        let mut state = PartState::default();
        let expected = Expected { digest: &self.digest, check: &self.check };
        let mut keep = |unit, whole: WholeUnit| drop(units.insert(unit, whole.lines));
        read_part(&self.path, &expected, &mut state, &mut |_| false, &mut keep)
            .map_err(|error| Error::file("out", &self.path, "a readable file", error))?;
        let mut found = Ranges::default();
        units.keys().for_each(|&unit| found.add(unit, unit + 1));
        self.index.units = found;
        let tail = self.output.stage(line, (0, 0), |_| true, &units)?;
        self.commit_tail(tail)
    }

    /// Leaves out the units of these workers, and takes in those of others that were left out.
    fn leave_out(&mut self, without: &[String]) -> Result<(), Error> {
        let mut without = without.to_vec();
        without.sort();
        without.dedup();
        if without == self.index.without {
            return Ok(());
        }
        let mut kept = self.index.units.clone();
        self.index.parts.retain(|_, part| {
            let out = part.worker.as_ref().is_some_and(|worker| without.contains(worker));
            if out {
                part.units.pairs().for_each(|[first, end]| kept.remove(first, end));
            }
            !out && !part.left_out
        });
        // Other parts may have the same units, so all parts are read again.
        self.index.parts.values_mut().for_each(|part| (part.seen, part.read) = ((0, 0), 0));
        self.index.without = without;
        let all = (self.head, self.index.length);
        let tail = self.output.stage("", all, |unit| kept.contains(unit), &Units::new())?;
        self.index.units = kept;
        self.index.test = None;
        self.test = self.plan.test(self.check.schedule.games_per_unit())?;
        self.claimed = self.index.claimed();
        self.commit_tail(tail)
    }

    /// Makes a staged change, so that a killed program can finish it.
    fn commit_tail(&mut self, tail: index::Tail) -> Result<(), Error> {
        self.index.tail = Some(tail);
        self.save()?;
        self.index.length = self.output.apply(tail)?;
        self.index.tail = None;
        self.save()?;
        self.output.forget_tail();
        Ok(())
    }

    fn save(&self) -> Result<(), Error> {
        self.index.write(&beside(&self.path, INDEX))
    }

    /// Reads what has arrived in the folder since the last look.
    ///
    /// # Errors
    /// A folder that cannot be read, a file that cannot be written.
    pub fn look(&mut self) -> Result<(), Error> {
        let before = self.index.clone();
        let (mut new, mut bytes) = (BTreeMap::new(), 0);
        for part in self.new_parts()? {
            self.read(&part, &mut new, &mut bytes);
            if bytes >= BATCH {
                self.write(&std::mem::take(&mut new))?;
                bytes = 0;
            }
        }
        if !new.is_empty() {
            self.write(&new)?;
        }
        self.advance()?;
        if self.index != before {
            self.save()?;
        }
        Ok(())
    }

    /// The parts that are new or have changed, in the order of their units. Other files are marked
    /// as such.
    fn new_parts(&mut self) -> Result<Vec<NewPart>, Error> {
        let mut parts = Vec::new();
        for (name, seen) in list(&self.folder)? {
            let path = self.folder.join(&name);
            let known = self.index.parts.get(&name);
            if known.is_some_and(|part| part.seen == seen) || self.is_own(&name) {
                continue;
            }
            let state = |fault, foreign| PartState { seen, fault, foreign, ..PartState::default() };
            let plan = match read_head(&path, &self.plan) {
                PartHead::Own(plan) => plan,
                PartHead::Foreign(words) => {
                    self.index.parts.insert(name, state(Some(words), true));
                    continue;
                }
                PartHead::Unusable(words) => {
                    self.index.parts.entry(name).or_insert_with(|| state(Some(words), false));
                    continue;
                }
            };
            let first = plan.shard.unit(0);
            let part = self.index.parts.entry(name.clone()).or_default();
            part.worker = plan.worker;
            part.foreign = false;
            let worker = part.worker.as_ref();
            part.left_out = worker.is_some_and(|worker| self.index.without.contains(worker));
            if part.left_out {
                part.seen = seen;
            } else {
                parts.push(NewPart { name, seen, first });
            }
        }
        parts.sort_by(|one, two| (one.first, &one.name).cmp(&(two.first, &two.name)));
        Ok(parts)
    }

    /// Whether a file belongs to the gathered records.
    fn is_own(&self, name: &str) -> bool {
        let after = self.own.as_ref().and_then(|own| name.strip_prefix(own.as_str()));
        after.is_some_and(|after| after.is_empty() || after.starts_with(INDEX))
    }

    /// Reads a part.
    fn read(&mut self, part: &NewPart, new: &mut Units, bytes: &mut usize) {
        let path = self.folder.join(&part.name);
        let Self { digest, check, index, claimed, .. } = self;
        let Index { parts, units, .. } = index;
        let state = parts.entry(part.name.clone()).or_default();
        if part.seen.0 < state.read {
            // Another file has taken its place.
            state.read = 0;
        }
        let expected = Expected { digest, check };
        let again = state.read > 0;
        loop {
            let (mut read, mut taken) = (state.clone(), Vec::new());
            let mut known = |unit| claimed.contains(unit);
            let result = read_part(&path, &expected, &mut read, &mut known, &mut |unit, whole| {
                taken.push((unit, whole));
            });
            let damaged = read.fault.as_ref().is_some_and(|fault| fault.contains("damaged"));
            if damaged && again && state.read > 0 {
                // Perhaps another file has taken its place, so that lines begin elsewhere.
                state.read = 0;
                continue;
            }
            match result {
                Ok(()) => (*state, state.seen) = (read, part.seen),
                Err(error) => state.fault = Some(error.to_string()),
            }
            for (unit, whole) in taken {
                claimed.add(unit, unit + 1);
                state.units.add(unit, unit + 1);
                state.games += whole.lines.len() as u64;
                state.late += whole.late;
                state.failures += whole.failures;
                if !units.contains(unit) {
                    *bytes += whole.lines.iter().map(String::len).sum::<usize>();
                    new.insert(unit, whole.lines);
                }
            }
            break;
        }
    }

    /// Writes new units.
    fn write(&mut self, new: &Units) -> Result<(), Error> {
        let (Some(&first), length) = (new.keys().next(), self.index.length) else { return Ok(()) };
        let last = self.index.units.last();
        new.keys().for_each(|&unit| self.index.units.add(unit, unit + 1));
        if last.is_none_or(|last| last < first) {
            self.index.length = self.output.append(length, new.values().flatten())?;
            return self.save();
        }
        let at = self.output.place_of(first, self.head, length)?;
        let tail = self.output.stage("", (at, length), |_| true, new)?;
        self.commit_tail(tail)
    }

    /// Lets the test count the units after those that it has counted.
    fn advance(&mut self) -> Result<(), Error> {
        let Some(test) = &mut self.test else { return Ok(()) };
        let next = test.units();
        if test.is_decided() || self.index.units.prefix() <= next {
            return Ok(());
        }
        let games = self.check.schedule.games_per_unit() as usize;
        let from = self.output.place_of(next, self.head, self.index.length)?;
        let mut points = Vec::new();
        self.output.each_line(from, self.index.length, |line| {
            let wrong = |error| RecordsError::Line { path: self.path.clone(), line: 0, error };
            let record = parse_game(line.trim_end().as_bytes(), &self.digest, &self.check);
            let record = record.map_err(wrong)?;
            if record.unit != test.units() {
                return Ok(false);
            }
            let seated = self.check.schedule.seated(record.unit, record.game);
            let outcome = record.outcome().expect("a checked record has the whole point");
            points.push(half_points(outcome, &seated, [0, 1]));
            if points.len() == games {
                let unit = std::mem::take(&mut points);
                test.count(record.unit, |_| Some(unit.clone()));
            }
            Ok(!test.is_decided())
        })?;
        self.index.test = Some(TestState::of(test));
        Ok(())
    }

    /// Whether the test is decided or all units are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.test.as_ref().is_some_and(Sequential::is_decided)
            || self.index.units.prefix() >= self.plan.units
    }

    /// The state of the match.
    #[must_use]
    pub fn report(&self) -> GatherReport {
        GatherReport::of(self)
    }
}

/// The name of a file, if it is in this folder.
fn name_in(file: &Path, folder: &Path) -> Option<String> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let same = fs::canonicalize(parent.unwrap_or(Path::new("."))).ok()?
        == fs::canonicalize(folder).ok()?;
    file.file_name().filter(|_| same)?.to_str().map(str::to_owned)
}

/// The plan of a file that is to be continued.
fn read_plan_of(out: &Path) -> Result<Plan, Error> {
    read_plan(out).map_err(|error| {
        let expected = format!("records of a match, or no file ({error})");
        ParseError::new("out", &out.to_string_lossy(), expected).into()
    })
}

/// The plan of the first file in a folder that has one.
fn first_plan(folder: &Path) -> Option<Plan> {
    let mut names = list(folder).ok()?.into_iter();
    names.find_map(|(name, _)| read_plan(&folder.join(name)).ok())
}

/// The files of a folder, by name, with their sizes and the times of their last changes. Names that
/// begin with a dot do not count.
fn list(folder: &Path) -> Result<BTreeMap<String, (u64, u64)>, Error> {
    let wrong = |error| Error::file("folder", folder, "a readable folder", error);
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        // A file that has just been removed or renamed is not there.
        let Ok(about) = fs::metadata(entry.path()) else { continue };
        if name.starts_with('.') || !about.is_file() {
            continue;
        }
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let nanos = changed.map_or(0, |time| time.as_nanos() as u64);
        found.insert(name, (about.len(), nanos));
    }
    Ok(found)
}
