//! Files of games to learn from.
//!
//! A line of JSON says where the games come from; then each game is its length in bytes, the game as
//! `postcard` writes it, and its checksum. Games are only ever added, in the order of the match, so
//! that a file depends on its header alone; a program that is killed leaves a piece of a game at
//! the end at worst, which is cut off before the file goes on.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use games::ParseError;
use selfplay::{Plan, Shard, check_begun, crc32, format_line, open_locked, parse_line};
use serde::{Deserialize, Serialize};

use super::error::{DataError, FileFault, FrameError};
use super::game::CompactGame;

/// The version of the format.
const FORMAT: u32 = 1;

/// How often what was written is sent to the disk, for the case that the machine goes down.
const SYNC: Duration = Duration::from_secs(1);

/// Where the games of a data file come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub tuning_data: u32,
    /// The match.
    pub plan: Plan,
    /// The most samples of a game.
    pub per_game: u32,
    /// Whether luck was taken out of the results.
    pub luck: bool,
}

/// The contents of a data file.
#[derive(Clone, Debug, PartialEq)]
pub struct DataFile {
    /// Where the games come from.
    pub header: Header,
    /// The games, in the order of the file.
    pub games: Vec<CompactGame>,
    /// The checksum of the whole file.
    pub sum: u32,
    /// The bytes up to the last whole game.
    whole: u64,
    /// The bytes behind it.
    rest: u64,
}

impl Header {
    /// Games of a match, with at most so many samples of each.
    #[must_use]
    pub fn new(plan: Plan, per_game: u32, luck: bool) -> Self {
        Self { tuning_data: FORMAT, plan, per_game, luck }
    }

    /// The first thing in which the games of another header are other games, with both values. Which
    /// part of the match they are makes no difference.
    fn difference(&self, other: &Self) -> Option<[String; 3]> {
        let named = |name: &str, one: String, two: String| {
            (one != two).then(|| [name.to_owned(), one, two])
        };
        self.plan
            .difference(&other.plan)
            .or_else(|| named("per-game", self.per_game.to_string(), other.per_game.to_string()))
            .or_else(|| named("luck", self.luck.to_string(), other.luck.to_string()))
    }
}

impl DataFile {
    /// Reads a file whole.
    ///
    /// # Errors
    /// A file that cannot be read, is no data file, is damaged, or ends in the middle of a game.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let name = path.to_string_lossy();
        let bytes = fs::read(path).map_err(|error| {
            let expected = format!("a readable file ({error})");
            ParseError::new("data", &name, expected)
        })?;
        let file = Self::parse(&bytes, &name)?.ok_or_else(|| {
            ParseError::new("data", &name, "a data file, with a line of JSON first")
        })?;
        if file.rest > 0 {
            let (games, rest) = (file.games.len(), file.rest);
            return Err(faulty(&name, FileFault::Unfinished { games, rest }));
        }
        Ok(file)
    }

    /// Reads what a file has; `None` where not even its first line is whole.
    fn parse(bytes: &[u8], name: &str) -> Result<Option<Self>, DataError> {
        let wrong = |fault| faulty(name, fault);
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { return Ok(None) };
        let line = std::str::from_utf8(&bytes[..end]);
        let line = line.map_err(|_| wrong(FileFault::NoText))?;
        let version = serde_json::from_str(line).ok();
        let version = version.and_then(|value: serde_json::Value| value["tuning_data"].as_u64());
        if version != Some(u64::from(FORMAT)) {
            return Err(wrong(FileFault::Format { read: version, expected: FORMAT }));
        }
        let header =
            parse_line(line).map_err(|error| wrong(FileFault::Header(error.to_string())))?;
        let mut file =
            Self { header, games: Vec::new(), sum: crc32(bytes), whole: end as u64 + 1, rest: 0 };
        let mut left = &bytes[end + 1..];
        while !left.is_empty() {
            let number = file.games.len() + 1;
            let damaged = |error| wrong(FileFault::Frame { number, error });
            let Some((game, length)) = parse_frame(left).map_err(damaged)? else { break };
            file.games.push(game);
            file.whole += length as u64;
            left = &left[length..];
        }
        file.rest = left.len() as u64;
        Ok(Some(file))
    }
}

/// The first game of some bytes, and how many of them it takes; `None` if they end before.
fn parse_frame(bytes: &[u8]) -> Result<Option<(CompactGame, usize)>, FrameError> {
    let word = |at: usize| {
        let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
        word.map(u32::from_le_bytes)
    };
    let Some(length) = word(0).map(|length| length as usize) else { return Ok(None) };
    let Some(sum) = word(4 + length) else { return Ok(None) };
    let body = &bytes[4..4 + length];
    let found = crc32(body);
    if found != sum {
        return Err(FrameError::Checksum { read: sum, expected: found });
    }
    Ok(Some((postcard::from_bytes(body)?, 4 + length + 4)))
}

fn faulty(name: &str, fault: FileFault) -> DataError {
    DataError::File { file: name.to_owned(), fault }
}

/// A game as it stands in a file.
fn format_frame(game: &CompactGame) -> Result<Vec<u8>, DataError> {
    let body = postcard::to_stdvec(game)?;
    let mut frame = (body.len() as u32).to_le_bytes().to_vec();
    frame.extend_from_slice(&body);
    frame.extend_from_slice(&crc32(&body).to_le_bytes());
    Ok(frame)
}

/// A data file that games are added to. No other process can add to it meanwhile.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    path: PathBuf,
    shard: Shard,
    synced: Instant,
}

impl DataWriter {
    /// Opens a file for the games of a match. With `resume` the file may have some games already,
    /// which are given back.
    ///
    /// # Errors
    /// A file that another process writes to, that has other games, or any without `resume`.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(Self, Vec<CompactGame>), DataError> {
        let (mut file, length) = open_locked(path, resume)?;
        let name = path.to_string_lossy();
        let failed = |error: io::Error| DataError::Write { path: path.to_owned(), error };
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut bytes = Vec::with_capacity(length as usize);
        file.read_to_end(&mut bytes).map_err(failed)?;
        let found = DataFile::parse(&bytes, &name)?;
        let mut writer =
            Self { file, path: path.to_owned(), shard: header.plan.shard, synced: Instant::now() };
        let Some(found) = found else {
            // Not even the first line is whole.
            let line = format_line(header)?;
            check_begun(&writer.file, path, line.as_bytes())?;
            writer.file.set_len(0).map_err(failed)?;
            writer.write(line.as_bytes())?;
            return Ok((writer, Vec::new()));
        };
        let shards = [&found.header, header].map(|header| header.plan.shard.to_string());
        let difference = found.header.difference(header).or_else(|| {
            let [there, here] = shards;
            (there != here).then(|| ["shard".to_owned(), there, here])
        });
        if let Some([key, there, here]) = difference {
            let expected = format!("data of this match: {key} is {there} there, {here} here");
            return Err(ParseError::new("out", &name, expected).into());
        }
        writer.file.set_len(found.whole).map_err(failed)?;
        Ok((writer, found.games))
    }

    /// The part of the match that the file has.
    #[must_use]
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &CompactGame) -> Result<(), DataError> {
        self.write(&format_frame(game)?)?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Sends what was written to the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| self.failed(error))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.file.write_all(bytes).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> DataError {
        DataError::Write { path: self.path.clone(), error }
    }
}

/// The text of a whole data file.
///
/// # Errors
/// None in practice: all games can be written.
pub fn format_data(header: &Header, games: &[CompactGame]) -> Result<Vec<u8>, DataError> {
    let line = format_line(header)?;
    let mut bytes = line.into_bytes();
    for game in games {
        bytes.extend(format_frame(game)?);
    }
    Ok(bytes)
}

/// Puts parts of one match together: games in order, each once.
///
/// # Errors
/// Files of different matches, or two games of one number that differ although the players always play
/// the same.
pub fn merge_data(parts: Vec<DataFile>) -> Result<(Header, Vec<CompactGame>), DataError> {
    let mut merged: Option<Header> = None;
    let mut games: BTreeMap<(u64, u32), CompactGame> = BTreeMap::new();
    for part in parts {
        let header = merged.get_or_insert_with(|| part.header.clone());
        if let Some([key, expected, read]) = header.difference(&part.header) {
            return Err(DataError::OtherMatch { key, read, expected });
        }
        if part.header.plan.shard != header.plan.shard {
            header.plan.shard = Shard::WHOLE;
        }
        let repeatable = header.plan.is_repeatable();
        for game in part.games {
            let known = games.entry((game.unit, game.game)).or_insert_with(|| game.clone());
            if repeatable && (&known.steps, &known.winners) != (&game.steps, &game.winners) {
                let CompactGame { unit, game, .. } = game;
                return Err(DataError::TwoGames { unit, game });
            }
        }
    }
    let header = merged.ok_or(DataError::NoFile)?;
    Ok((header, games.into_values().collect()))
}
