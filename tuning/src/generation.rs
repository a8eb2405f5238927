//! Plays games of the engine against itself, for their positions.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Instant;

use engine::{Playable, StopFlag};
use selfplay::{Contest, Progress};

use crate::Error;
use crate::data::{CompactGame, DataError, DataWriter, Deduplicator, FileFault, Header, Recorder};
use crate::tune::check_players;

/// Games to be played and written to a file. The contents of the file depend on the match and the
/// number of samples alone, not on threads and interruptions.
#[derive(Clone, Debug)]
pub struct Generation<G: Playable> {
    /// The match, of one player against itself.
    pub contest: Contest<G>,
    /// The greatest number of samples of a game.
    pub per_game: u32,
    /// Whether luck is removed from the results.
    pub luck: bool,
    /// The number of games played at a time.
    pub threads: usize,
}

/// The progress of a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GenerationCounts {
    /// The number of games to be played.
    pub of: u64,
    /// The number of games written.
    pub games: u64,
    /// The number of their samples.
    pub positions: u64,
    /// The number of samples that were left out since they repeat earlier ones.
    pub duplicates: u64,
    /// The number of games that a fault of the player ended. They have no samples.
    pub faults: u64,
}

impl GenerationCounts {
    /// Whether all games are written.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.games == self.of
    }

    /// The counts as text.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { of, games, positions, duplicates, faults } = self;
        let faults = match faults {
            0 => String::new(),
            faults => format!(", {faults} games without positions, as the player failed"),
        };
        format!(
            "{games} of {of} games, {positions} positions, {duplicates} more seen before{faults}"
        )
    }
}

impl<G: Playable> Generation<G> {
    /// Plays the games that the file does not have yet, until all are there or `stop` is set.
    ///
    /// # Errors
    /// A file that cannot be written or has other games; games that cannot be played.
    #[inline(never)]
    pub fn run(
        self,
        out: &Path,
        resume: bool,
        stop: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<GenerationCounts, Error> {
        // A player that cannot be started must give an error here. Otherwise each of its games
        // would end by a fault, without samples.
        check_players(&[&self.contest], stop)?;
        // Luck is measured afterwards, move by move.
        let contest = self.contest.without_luck();
        let game = contest.start.game();
        let header = Header::new(contest.plan.clone(), self.per_game, self.luck);
        let resources = contest.plan.resources()?;
        let (writer, games) = DataWriter::open(out, &header, resume)?;
        let mut ordered = OrderedWriter {
            writer,
            deduplicator: Deduplicator::new(game, &resources),
            waiting: BTreeMap::new(),
            counts: GenerationCounts { of: contest.games(), ..GenerationCounts::default() },
        };
        let mut done = HashSet::new();
        for mut game in games {
            ordered.check_place(&game).map_err(|fault| DataError::File {
                file: out.to_string_lossy().into_owned(),
                fault,
            })?;
            done.insert((game.unit, game.game));
            ordered.count(&mut game)?;
        }
        let recorder = Recorder::new(game, &resources, self.per_game, self.luck);
        progress.begin(contest.games(), ordered.counts.games);
        let (started, before) = (Instant::now(), ordered.counts.positions);
        let played: Result<(), Error> = contest.run_with(
            &done,
            self.threads,
            stop,
            |played| Ok(recorder.compact_played(&played)),
            |game| {
                ordered.keep(game?)?;
                progress.advance(ordered.counts.games, &|| {
                    let positions = ordered.counts.positions;
                    let rate = (positions - before) as f64 / started.elapsed().as_secs_f64();
                    format!("games, {positions} positions, {rate:.0} a second")
                });
                Ok(())
            },
        );
        progress.finish();
        let counts = ordered.counts;
        if played.is_ok() && counts.is_complete() {
            ordered.writer.finish()?;
        }
        ordered.writer.sync()?;
        played?;
        if counts.faults > 0 && counts.faults == counts.games {
            return Err(Error::PlayerFailed(format!("in all {} games", counts.games)));
        }
        Ok(counts)
    }
}

/// Writes games in the order of their numbers.
struct OrderedWriter<G> {
    writer: DataWriter,
    deduplicator: Deduplicator<G>,
    /// Games that ended before an earlier game.
    waiting: BTreeMap<u64, CompactGame>,
    counts: GenerationCounts,
}

impl<G: Playable> OrderedWriter<G> {
    fn keep(&mut self, game: CompactGame) -> Result<(), Error> {
        self.waiting.insert(game.unit, game);
        // Each unit of a match of one player has one game, and the units of a shard are evenly
        // spaced.
        while let Some(mut game) = self.waiting.remove(&self.next_unit()) {
            self.count(&mut game)?;
            self.writer.add(&game)?;
        }
        Ok(())
    }

    /// Checks that a game of the file is the next one. If it were not, the writer would wait for
    /// the missing game without end.
    fn check_place(&self, game: &CompactGame) -> Result<(), FileFault> {
        let (read, expected) = ((game.unit, game.game), self.next_unit());
        if read == (expected, 0) {
            return Ok(());
        }
        Err(FileFault::Order { number: self.counts.games + 1, read, expected })
    }

    fn next_unit(&self) -> u64 {
        self.writer.shard().unit(self.counts.games)
    }

    fn count(&mut self, game: &mut CompactGame) -> Result<(), Error> {
        self.deduplicator.keep_new(game)?;
        self.counts.games += 1;
        self.counts.faults += u64::from(game.winners.is_empty());
        self.counts.duplicates += u64::from(game.dropped);
        self.counts.positions += game.samples.len() as u64;
        Ok(())
    }
}
