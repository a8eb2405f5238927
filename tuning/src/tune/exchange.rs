//! Games that other programs play: a folder with plans and their answers.
//!
//! A run writes a plan for each batch of games, and waits for its answer: the complete records. A
//! driver plays the plans on any machines. Plans and answers appear whole, since both are written
//! beside and renamed. A run that is repeated writes the same plans, so answers that are there
//! already count.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use engine::StopFlag;
use games::ParseError;
use selfplay::{Plan, Progress, Records, Tally, format_line, write_atomically};

use super::comparison::Comparison;
use crate::Error;
use crate::data::{DataFile, Header};

/// The time between two looks for an answer.
const LOOK: Duration = Duration::from_millis(20);

/// The folder of plans and answers.
#[derive(Clone, Debug)]
pub struct Exchange {
    folder: PathBuf,
    /// The batches that are answered. Their files are removed when no checkpoint needs them.
    answered: Arc<Mutex<Vec<String>>>,
}

impl Exchange {
    /// An exchange in a folder, which is made if it is missing.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn new(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder)
            .map_err(|error| Error::Folder { path: folder.to_owned(), error })?;
        Ok(Self { folder: folder.to_owned(), answered: Arc::default() })
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}{ending}"))
    }

    /// Writes a file that a plan needs, such as weights, and returns its path.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn put(&self, name: &str, ending: &str, contents: &[u8]) -> Result<PathBuf, Error> {
        let path = self.path(name, ending);
        if !fs::read(&path).is_ok_and(|old| old == contents) {
            write_atomically(&path, contents)?;
        }
        Ok(path)
    }

    /// Writes the plan of a match.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn ask(&self, name: &str, plan: Plan) -> Result<Plan, Error> {
        let plan = plan.with_files()?.with_build();
        let line = format_line(&plan).map_err(selfplay::Error::from)?;
        self.put(name, ".plan", line.as_bytes())?;
        Ok(plan)
    }

    /// Waits for the answer to a plan, and returns the results. `None` if `stop` is set.
    ///
    /// # Errors
    /// An answer that is not the records of the plan.
    pub fn answer(&self, name: &str, plan: &Plan, stop: &StopFlag) -> Result<Option<Tally>, Error> {
        let Some(path) = self.wait(name, stop) else { return Ok(None) };
        let records = Records::read(&path)?;
        let wrong = |expected: String| ParseError::new("answer", &path.to_string_lossy(), expected);
        if let Some([key, expected, read]) = plan.difference(&records.plan) {
            return Err(wrong(format!("records with {key} {expected}, not {read}")).into());
        }
        let mut tally = Tally::new(plan)?;
        for record in &records.games {
            tally.add(record)?;
        }
        let test = plan.test(tally.schedule().games_per_unit())?;
        let decided = test.is_some_and(|mut test| tally.look(&mut test).decided.is_some());
        let units = tally.units().count() as u64;
        if units < plan.units && !decided {
            return Err(wrong(format!("{} units, not {units}", plan.units)).into());
        }
        self.forget_later(name);
        Ok(Some(tally))
    }

    /// Lets other programs play the games of a data file, and returns the file. `None` if `stop` is
    /// set.
    ///
    /// # Errors
    /// Files that cannot be read or written; an answer with other data, or without all games.
    pub fn data(
        &self,
        name: &str,
        mut header: Header,
        stop: &StopFlag,
    ) -> Result<Option<DataFile>, Error> {
        header.plan = header.plan.with_build();
        let line = format_line(&header).map_err(selfplay::Error::from)?;
        self.put(name, ".plan", line.as_bytes())?;
        let Some(path) = self.wait(name, stop) else { return Ok(None) };
        let data = DataFile::read(&path)?;
        let wrong = |expected: String| ParseError::new("answer", &path.to_string_lossy(), expected);
        if let Some([key, expected, read]) = header.difference(&data.header) {
            return Err(wrong(format!("data with {key} {expected}, not {read}")).into());
        }
        if let Some(missing) = data.missing() {
            return Err(wrong(format!("all games, not {missing}")).into());
        }
        self.forget_later(name);
        Ok(Some(data))
    }

    fn wait(&self, name: &str, stop: &StopFlag) -> Option<PathBuf> {
        let path = self.path(name, ".answer");
        while !path.exists() {
            if stop.is_set() {
                return None;
            }
            sleep(LOOK);
        }
        Some(path)
    }

    fn forget_later(&self, name: &str) {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner).push(name.to_owned());
    }

    /// Removes the files of answered batches. Until a run has stored their results, it may need
    /// them again.
    pub fn forget(&self) {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        for name in answered.drain(..) {
            for ending in [".plan", NEW, OLD, ".answer"] {
                // Files that stay do no harm.
                let _ = fs::remove_file(self.path(&name, ending));
            }
        }
    }

    /// Lets other programs play a match with a sequential test.
    ///
    /// # Errors
    /// A plan without a test; files that cannot be read or written; an answer that is not the
    /// records of the plan.
    pub fn verify(
        &self,
        name: &str,
        plan: Plan,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Option<Comparison>, Error> {
        let plan = self.ask(name, plan)?;
        progress.begin(plan.units, 0);
        let tally = self.answer(name, &plan, stop)?;
        progress.finish();
        let Some(tally) = tally else { return Ok(None) };
        let test = plan.test(tally.schedule().games_per_unit())?;
        let mut test = test.ok_or_else(|| ParseError::new("sprt", "", "a test"))?;
        let trial = tally.look(&mut test);
        let last = trial.decided.map_or(u64::MAX, |(unit, _)| unit);
        Ok(Some(Comparison { trial, units: tally.first_against_second(last) }))
    }
}

/// The endings of the files with the weights of the two players.
pub(super) const NEW: &str = "-new.toml";
pub(super) const OLD: &str = "-old.toml";
