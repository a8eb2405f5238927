//! Loads data files, and makes samples with features.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use eval::{Evaluate, Net, Trace, weight_count};
use games::{Blame, Game, Key, Notation, Resources, Seat, SeatSet, with_state};
use rayon::prelude::*;
use selfplay::Plan;
use thiserror::Error;

use super::dataset::{Dataset, Label};
use crate::data::{
    CompactGame, DataError, DataFile, Deduplicator, FileFault, GameFault, Replayer, Sample,
};

/// Whether the games of a unit are held out, if `percentage` of 100 units are. All games of a unit
/// begin alike, so all are learned from or all are held out.
#[must_use]
pub fn is_held_out(seed: u64, unit: u64, percentage: u32) -> bool {
    crc32fast::hash(format!("{seed} {unit}").as_bytes()) % 100 < percentage
}

/// The seats that can still gain something.
pub(crate) fn seats_in_play<G: Game>(game: &G, position: &G::Position) -> SeatSet {
    if game.seats() == 2 { SeatSet::first(2) } else { game.in_play(position) }
}

/// How labels are made from results, and which games are held out.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// The share of the search's value in the label, from 0 to 1.
    pub mix: f64,
    /// The number of games in a hundred that are held out.
    pub held_out: u32,
}

/// The samples of some files.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The match that the games of the first file come from.
    pub plan: Plan,
    /// The samples to learn from.
    pub train: Dataset,
    /// The samples of other games, by which the weights are judged.
    pub held_out: Dataset,
    /// The number of games read.
    pub games: usize,
    /// The number of samples that were left out since they repeat earlier ones.
    pub duplicates: usize,
    /// A short description of each file: its name, its checksum, its size and how its games were
    /// played.
    pub files: Vec<String>,
    /// A description of the planned games that are missing in some files.
    pub missing: Vec<String>,
}

/// The reason why nothing can be learned from data files.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The files cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// All games ended in the same way.
    #[error(
        "labels: read {positions} positions to learn from, all of the same result, expected different ones"
    )]
    OneResult {
        /// The number of positions.
        positions: usize,
    },
    /// No positions are held out to judge the weights by.
    #[error("labels: no position of {games} games is held out, expected more games to judge by")]
    NoneHeldOut {
        /// The number of games read.
        games: usize,
    },
}

impl Blame for LoadError {
    fn is_input(&self) -> bool {
        match self {
            Self::Data(error) => error.is_input(),
            Self::OneResult { .. } | Self::NoneHeldOut { .. } => true,
        }
    }

    fn into_output(self) -> Result<io::Error, Self> {
        match self {
            Self::Data(error) => error.into_output().map_err(Self::Data),
            other => Err(other),
        }
    }
}

/// The usual share of the search's value in the label.
pub const MIX: f64 = 0.3;

/// The usual number of games in a hundred that are held out.
pub const HELD_OUT: u32 = 15;

impl Default for Labels {
    fn default() -> Self {
        Self { mix: MIX, held_out: HELD_OUT }
    }
}

/// The number of games that one thread takes at a time.
const CHUNK: usize = 256;

/// Loads files of one set of weights, of a registered game. The files may have different options.
///
/// # Errors
/// A file that cannot be read or is damaged; a file of another set of weights than the first;
/// results that are all the same.
pub fn load(paths: &[PathBuf], labels: Labels) -> Result<Loaded, LoadError> {
    let mut loader = Loader::new(labels);
    for path in paths {
        let file = DataFile::read(path)?;
        let start = file.header.plan.start().map_err(DataError::from)?;
        with_state!(&start, state => loader.add(state.game(), path, file))?;
    }
    loader.finish()
}

/// As [`load`], for a game that is known by its type. The game need not be registered.
///
/// # Errors
/// As [`load`]; a file of another game.
pub fn load_as<G: Evaluate + Notation>(
    paths: &[PathBuf],
    labels: Labels,
) -> Result<Loaded, LoadError> {
    let mut loader = Loader::new(labels);
    for path in paths {
        let file = DataFile::read(path)?;
        let start = file.header.plan.start_of::<G>().map_err(DataError::from)?;
        loader.add(start.game(), path, file)?;
    }
    loader.finish()
}

/// Loads one file after another.
struct Loader {
    labels: Labels,
    /// The set of weights of the first file, and the data read so far.
    loaded: Option<(&'static str, Loaded)>,
    /// The samples so far. Positions of games with other options are different samples.
    seen: HashMap<(String, Option<String>), HashSet<Key>>,
}

impl Loader {
    fn new(labels: Labels) -> Self {
        Self { labels, loaded: None, seen: HashMap::new() }
    }

    fn add<G: Evaluate + Notation>(
        &mut self,
        game: &G,
        path: &Path,
        mut file: DataFile,
    ) -> Result<(), LoadError> {
        let name = path.display().to_string();
        let wrong = |fault| DataError::File { file: name.clone(), fault };
        let plan = &file.header.plan;
        let read = game.weight_set();
        let none = Dataset::new(weight_count(G::FEATURES)).with_net(Net::of::<G>());
        let (expected, all) = self.loaded.get_or_insert_with(|| (read, Loaded::new(plan, &none)));
        if *expected != read {
            let [read, expected] = [read, *expected].map(str::to_owned);
            return Err(wrong(FileFault::OtherWeights { read, expected }).into());
        }
        all.files.push(described(&name, &file));
        all.missing.extend(file.missing().map(|words| format!("data {name}: {words}")));
        let resources = plan.resources().map_err(DataError::from)?;
        let seen = self.seen.entry((plan.game.clone(), plan.pack.clone())).or_default();
        all.add((game, &resources), &mut file, self.labels, seen).map_err(wrong)?;
        Ok(())
    }

    fn finish(self) -> Result<Loaded, LoadError> {
        let (_, loaded) = self.loaded.ok_or(DataError::NoFile)?;
        let first = loaded.train.labels().next().map(|label| label.result);
        if loaded.train.labels().all(|label| Some(label.result) == first) {
            return Err(LoadError::OneResult { positions: loaded.train.len() });
        }
        if loaded.held_out.is_empty() {
            return Err(LoadError::NoneHeldOut { games: loaded.games });
        }
        Ok(loaded)
    }
}

fn described(name: &str, file: &DataFile) -> String {
    let plan = &file.header.plan;
    let stem = name.rsplit('/').next().unwrap_or(name);
    let games = file.games.len();
    let players: Vec<_> = plan.players.iter().map(ToString::to_string).collect();
    let players = players.join(" and ");
    let (game, seed, sum) = (&plan.game, plan.seed, file.sum);
    let cut = if file.missing().is_some() { ", not finished" } else { "" };
    format!("{stem} ({sum:08x}): {games} games of {game} by {players}, seed {seed}{cut}")
}

impl Loaded {
    fn new(plan: &Plan, none: &Dataset) -> Self {
        Self {
            plan: plan.clone(),
            train: none.emptied(),
            held_out: none.emptied(),
            games: 0,
            duplicates: 0,
            files: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Adds the games of a file.
    fn add<G: Evaluate + Notation>(
        &mut self,
        (game, resources): (&G, &Resources),
        file: &mut DataFile,
        labels: Labels,
        seen: &mut HashSet<Key>,
    ) -> Result<(), FileFault> {
        let mut deduplicator = Deduplicator::after(game, resources, std::mem::take(seen));
        for compact in &mut file.games {
            self.duplicates +=
                deduplicator.keep_new(compact).map_err(|error| faulty(compact, error))?;
        }
        *seen = deduplicator.into_seen();
        self.games += file.games.len();
        let seed = file.header.plan.seed;
        let learner = Learner { replayer: Replayer::new(game, resources), game, labels };
        let chunks = file.games.par_chunks(CHUNK).map(|games| {
            let mut parts = [self.train.emptied(), self.train.emptied()];
            for compact in games {
                let part =
                    &mut parts[usize::from(is_held_out(seed, compact.unit, labels.held_out))];
                part.begin_game();
                learner.add(part, compact).map_err(|error| faulty(compact, error))?;
            }
            Ok(parts)
        });
        for parts in chunks.collect::<Result<Vec<_>, FileFault>>()? {
            let [train, held_out] = parts;
            self.train.append(&train)?;
            self.held_out.append(&held_out)?;
        }
        Ok(())
    }
}

fn faulty(compact: &CompactGame, error: impl Into<GameFault>) -> FileFault {
    FileFault::Game { unit: compact.unit, game: compact.game, error: error.into() }
}

/// Makes samples from games.
struct Learner<'a, G> {
    game: &'a G,
    replayer: Replayer<G>,
    labels: Labels,
}

impl<G: Evaluate + Notation> Learner<'_, G> {
    fn add(&self, part: &mut Dataset, compact: &CompactGame) -> Result<(), GameFault> {
        let (seats, winners) = (self.game.seats(), &compact.winners);
        let are_there = !winners.is_empty() && winners.iter().all(|&seat| seat < seats);
        if !compact.samples.is_empty() && !are_there {
            return Err(GameFault::Winners { read: winners.clone(), seats });
        }
        let mut result = Ok(());
        self.replayer.each_sample(compact, |sample, view| {
            if result.is_ok() {
                result = self.add_sample(part, compact, sample, view);
            }
        })?;
        result
    }

    fn add_sample(
        &self,
        part: &mut Dataset,
        compact: &CompactGame,
        sample: &Sample,
        view: &G::Position,
    ) -> Result<(), GameFault> {
        if sample.seat >= self.game.seats() {
            return Err(GameFault::Seat { read: sample.seat, seats: self.game.seats() });
        }
        let base = self.base(view);
        let in_play = seats_in_play(self.game, view);
        let rows: Vec<_> = in_play.seats().filter(|&seat| seat != base).take(2).collect();
        if rows.is_empty() || !in_play.contains(base) {
            return Ok(());
        }
        let trace = Trace::of(self.game, view);
        let counts: Vec<_> = rows.iter().map(|&seat| trace.difference(seat, base)).collect();
        let counts: Vec<_> = counts.iter().map(Vec::as_slice).collect();
        let seats = rows.iter().chain(std::iter::once(&base));
        let net_rows: Vec<_> = seats.map(|&seat| &trace.net_rows[seat][..]).collect();
        Ok(part.push_with_net(&counts, &net_rows, self.label(compact, sample, &rows))?)
    }

    /// The seat that the others are compared with. With two seats it is not the seat to move.
    fn base(&self, view: &G::Position) -> Seat {
        let mover = self.game.mover(view);
        if self.game.seats() == 2 { mover.other() } else { mover }
    }

    fn label(&self, compact: &CompactGame, sample: &Sample, rows: &[Seat]) -> Label {
        let winners = compact.winners();
        let share = |seat: Seat| {
            if winners.contains(seat) { 1.0 / f64::from(winners.len()) } else { 0.0 }
        };
        let mut label = Label::default();
        for (place, &seat) in rows.iter().enumerate() {
            label.result[place] = share(seat) as f32;
            label.target[place] = self.target(sample, seat, &share) as f32;
        }
        label
    }

    /// The target of a seat: its share of the point, without luck, mixed with the value that the
    /// search of the seat that moved gave. The shares of the others are adjusted so that the sum
    /// stays one.
    fn target(&self, sample: &Sample, seat: Seat, share: &impl Fn(Seat) -> f64) -> f64 {
        let luck = f64::from(sample.luck) / Sample::UNIT;
        let played = match seat {
            _ if self.game.seats() > 2 => share(seat),
            Seat::FIRST => share(seat) - luck,
            _ => share(seat) + luck,
        };
        let Some(value) = sample.value else { return played };
        let mover = Seat::new(sample.seat);
        let searched = f64::midpoint(1.0, f64::from(value) / Sample::UNIT);
        let mix = self.labels.mix;
        if seat == mover {
            return played + mix * (searched - played);
        }
        if self.game.seats() == 2 {
            return played + mix * (1.0 - searched - played);
        }
        let own = share(mover);
        let rest = 1.0 - own - mix * (searched - own);
        if own < 1.0 {
            played * rest / (1.0 - own)
        } else {
            rest / f64::from(self.game.seats() - 1)
        }
    }
}
