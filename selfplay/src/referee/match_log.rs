//! The log of a match in progress: its file, its results and its test. All programs use it to play
//! matches.

use std::path::Path;

use engine::{Playable, StopFlag};
use statistics::{Sequential, Trial};

use crate::Error;
use crate::records::journal::Journal;
use crate::records::record::GameRecord;
use crate::records::tally::Tally;
use crate::records::timing::Timing;
use crate::referee::contest::Contest;
use crate::report::match_report::MatchReport;
use crate::report::summary::Standing;
use crate::schedule::plan::Plan;
use jobs::Progress;

/// The log of a match: the games that were played, and the test that may end the match.
#[derive(Debug)]
pub struct MatchLog {
    journal: Option<Journal>,
    tally: Tally,
    standing: Standing,
    test: Option<Sequential>,
    timing: Timing,
}

impl MatchLog {
    /// A log without a file.
    ///
    /// # Errors
    /// A test that is not valid.
    pub fn new<G: Playable>(contest: &Contest<G>) -> Result<Self, Error> {
        let test = contest.plan.test(contest.schedule.games_per_unit())?;
        Ok(Self {
            journal: None,
            tally: Tally::of(&contest.plan, contest.start.game()),
            standing: Standing::default(),
            test,
            timing: Timing::default(),
        })
    }

    /// A log in a file. With `resume` the file may already have some games of the match.
    ///
    /// # Errors
    /// A file that cannot be used, or that has another match.
    pub fn open<G: Playable>(
        contest: &Contest<G>,
        path: &Path,
        resume: bool,
    ) -> Result<Self, Error> {
        let mut log = Self::new(contest)?;
        let (journal, games) = Journal::open(path, &contest.plan, resume)?;
        log.journal = Some(journal);
        games.iter().try_for_each(|record| log.count(record))?;
        Ok(log)
    }

    /// A log that writes records to the standard output, each as soon as its game is over.
    ///
    /// # Errors
    /// A test that is not valid, an output that cannot be written.
    pub fn to_output<G: Playable>(contest: &Contest<G>) -> Result<Self, Error> {
        Ok(Self { journal: Some(Journal::to_output(&contest.plan)?), ..Self::new(contest)? })
    }

    /// Plays the missing games until all are played, the test is decided or `stop` is set. The end
    /// of the test sets `stop`, too. `ended` gets each game after it is written.
    ///
    /// # Errors
    /// Errors of `ended`, of the file, or of a game that cannot be played.
    pub fn play<G: Playable, E: From<Error>>(
        &mut self,
        contest: &Contest<G>,
        threads: usize,
        stop: &StopFlag,
        progress: &mut dyn Progress,
        mut ended: impl FnMut(&GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        progress.begin(contest.games(), self.tally.games());
        let mut result = Ok(());
        if !self.is_decided() {
            let played = self.tally.played();
            result = contest.run(&played, threads, stop, |record| {
                self.add(&record)?;
                progress.advance(self.tally.games(), &|| self.words());
                if self.is_decided() {
                    stop.stop();
                }
                ended(&record)
            });
        }
        progress.finish();
        result
    }

    /// Writes a game and counts it.
    fn add(&mut self, record: &GameRecord) -> Result<(), Error> {
        if let Some(journal) = &mut self.journal {
            journal.add(record)?;
        }
        self.timing = [self.timing, Timing::of(record)].into_iter().sum();
        self.count(record)
    }

    fn count(&mut self, record: &GameRecord) -> Result<(), Error> {
        self.tally.add(record)?;
        if let Some(games) = self.tally.unit(record.unit) {
            self.standing.add(&games);
            self.test.iter_mut().for_each(|test| self.tally.count(test));
        }
        Ok(())
    }

    /// The games so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The state of the test, if the match has one.
    #[must_use]
    pub fn trial(&self) -> Option<Trial> {
        self.test.as_ref().map(Sequential::trial)
    }

    /// Whether the test is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Sequential::is_decided)
    }

    /// The thinking times of the games that [`MatchLog::play`] played.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The result of the match so far.
    ///
    /// # Errors
    /// A test that is not valid.
    pub fn report(&self, plan: &Plan) -> Result<MatchReport, Error> {
        MatchReport::new(plan, &self.tally)
    }

    /// The state of the match in words, for a line of progress.
    fn words(&self) -> String {
        let trial =
            self.trial().map_or_else(String::new, |trial| format!(", {}", trial.standing()));
        let busy = self.timing.warning().map_or_else(String::new, |warning| format!("; {warning}"));
        format!("games, {}{trial}{busy}", self.standing.words(self.tally.names()))
    }
}
