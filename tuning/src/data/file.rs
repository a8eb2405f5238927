//! Files with games to learn from.
//!
//! The first line is JSON and describes the source of the games. Then the games follow as
//! [frames](super::frame), and an end frame. Games are only added at the end, in the order of the
//! match. So the contents of a file depend on its header alone. If the program is killed, at worst
//! a part of a game is at the end. The next run cuts this part off before it adds games.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use games::ParseError;
use reader::plain_line;
use selfplay::{Plan, Shard, TournamentKind, check_begun, format_line, open_locked, parse_line};
use serde::{Deserialize, Serialize};

use super::error::{DataError, FileFault};
use super::frame::{Chain, FORMAT, Frame};
use super::game::CompactGame;

/// The period after which written data is flushed to the disk, in case the machine goes down.
const SYNC: Duration = Duration::from_secs(1);

/// The longest first line, in bytes.
const LONGEST_LINE: u64 = 64 << 20;

/// The source of the games in a data file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub tuning_data: u32,
    /// The match.
    pub plan: Plan,
    /// The greatest number of samples of a game.
    pub per_game: u32,
    /// Whether luck was taken out of the results.
    pub luck: bool,
}

/// The contents of a data file.
#[derive(Clone, Debug, PartialEq)]
pub struct DataFile {
    /// The source of the games.
    pub header: Header,
    /// The games, in the order of the file.
    pub games: Vec<CompactGame>,
    /// Whether the end frame is there, which means that all planned games are written.
    pub finished: bool,
    /// The checksum of the whole file.
    pub sum: u32,
    /// The state of the chain of frames after the last complete frame.
    chain: Chain,
    /// The number of bytes up to the end of the last complete frame.
    whole: u64,
    /// The number of bytes after the last complete frame.
    rest: u64,
}

impl Header {
    /// The header of a match, with at most `per_game` samples of each game.
    #[must_use]
    pub fn new(plan: Plan, per_game: u32, luck: bool) -> Self {
        Self { tuning_data: FORMAT, plan, per_game, luck }
    }

    /// Reads the first line of a file: of a plan, or of data.
    ///
    /// # Errors
    /// A file that cannot be read, or whose first line is no such line.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let name = path.to_string_lossy();
        let unreadable =
            |error| ParseError::new("plan", &name, format!("a readable file ({error})"));
        let file = File::open(path).map_err(unreadable)?;
        let mut line = Vec::new();
        let mut start = BufReader::new(file.take(LONGEST_LINE));
        start.read_until(b'\n', &mut line).map_err(unreadable)?;
        match DataFile::parse(&line, &name)? {
            Some(file) => Ok(file.header),
            None => Err(ParseError::new("plan", &name, "a plan of games, one line of JSON").into()),
        }
    }

    /// The number of games in the complete file. It is known if the match has one player: then each
    /// unit has one game.
    fn planned(&self) -> Option<u64> {
        (self.plan.kind == TournamentKind::Solo).then(|| self.plan.own_units())
    }

    /// The reason why games of a match with another header cannot be added to a file with this one,
    /// if there is one.
    fn refusal(&self, other: &Self) -> Option<String> {
        if self.tuning_data != FORMAT {
            let read = self.tuning_data;
            return Some(format!(
                "a file of format {FORMAT}, not {read}: games are not added to older files, which fit and \
                 merge still read"
            ));
        }
        let [there, here] = [self, other].map(|header| header.plan.shard.to_string());
        let parts = || (there != here).then(|| ["shard".to_owned(), there, here]);
        let [key, there, here] = self.difference(other).or_else(parts)?;
        Some(format!("data of this match: {key} is {there} there, {here} here"))
    }

    /// The first field that makes the games of another header different, with both values. Headers
    /// of different parts of one match are not different.
    pub(crate) fn difference(&self, other: &Self) -> Option<[String; 3]> {
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
    /// Reads a complete file.
    ///
    /// # Errors
    /// A file that cannot be read, is not a data file, is damaged, or ends in the middle of a game.
    pub fn read(path: &Path) -> Result<Self, DataError> {
        let name = path.to_string_lossy();
        let bytes = disk::read_whole(path).map_err(|error| {
            let expected = format!("a readable file ({error})");
            ParseError::new("data", &name, expected)
        })?;
        let file = Self::parse(&bytes, &name)?.ok_or_else(|| {
            ParseError::new("data", &name, "a data file, with a line of JSON first")
        })?;
        if file.rest > 0 {
            let (games, rest) = (file.games.len(), file.rest);
            let (file, fault) = (name.into_owned(), FileFault::Unfinished { games, rest });
            return Err(DataError::File { file, fault });
        }
        Ok(file)
    }

    /// Reads the contents of a file. `None` if not even its first line is complete.
    ///
    /// # Errors
    /// Bytes that are not a data file, or a damaged one. `name` is the file's name in the error.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Option<Self>, DataError> {
        let wrong = |fault| DataError::File { file: name.to_owned(), fault };
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { return Ok(None) };
        let line = std::str::from_utf8(&bytes[..end]);
        let line = plain_line(line.map_err(|_| wrong(FileFault::NoText))?);
        let version = serde_json::from_str(line).ok();
        let version = version.and_then(|value: serde_json::Value| value["tuning_data"].as_u64());
        let Some(format) = version.filter(|version| (1..=u64::from(FORMAT)).contains(version))
        else {
            return Err(wrong(FileFault::Format { read: version, expected: FORMAT }));
        };
        let header =
            parse_line(line).map_err(|error| wrong(FileFault::Header(error.to_string())))?;
        let (whole, left) = bytes.split_at(end + 1);
        let mut file = Self {
            header,
            games: Vec::new(),
            finished: false,
            sum: crc32fast::hash(bytes),
            chain: Chain::new(format as u32, format!("{line}\n").as_bytes()),
            whole: whole.len() as u64,
            rest: left.len() as u64,
        };
        file.parse_frames(left).map_err(wrong)?;
        Ok(Some(file))
    }

    /// Reads frames up to the end, or up to the last complete frame.
    fn parse_frames(&mut self, mut left: &[u8]) -> Result<(), FileFault> {
        while !left.is_empty() {
            let number = self.games.len() + 1;
            if self.finished && left.trim_ascii().is_empty() {
                // An editor has added blank lines.
                left = &[];
                break;
            }
            if self.finished {
                return Err(FileFault::Behind { games: self.games.len(), rest: left.len() as u64 });
            }
            let damaged = |error| FileFault::Frame { number, error };
            let Some((frame, length)) = self.chain.parse(left).map_err(damaged)? else { break };
            match frame {
                Frame::Game(game) => self.games.push(game),
                Frame::End => self.finished = true,
            }
            self.whole += length as u64;
            left = &left[length..];
        }
        self.rest = left.len() as u64;
        Ok(())
    }

    /// A description of the games that are missing, if any.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let games = self.games.len() as u64;
        match self.header.planned() {
            _ if self.finished => None,
            // Files of format 1 have no end frame.
            Some(planned) if games == planned => None,
            None if self.header.tuning_data < FORMAT => None,
            Some(planned) => Some(format!(
                "{games} of {planned} games: it was cut off, a part was not merged, or --resume of the command \
                 that wrote it goes on with it"
            )),
            None => Some(format!("{games} games, without the end of the file: it was cut off")),
        }
    }
}

/// A data file that games are added to. No other process can add games to it at the same time.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    path: PathBuf,
    shard: Shard,
    chain: Chain,
    finished: bool,
    synced: Instant,
}

impl DataWriter {
    /// Opens a file for the games of a match. With `resume` the file may already have some games,
    /// which are returned.
    ///
    /// # Errors
    /// A file that another process writes to; a file with other games or that is not a data file;
    /// any existing file without `resume`. Such a file stays unchanged.
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
        let line = format_line(header)?;
        let chain = Chain::new(FORMAT, line.as_bytes());
        let mut writer = Self {
            file,
            path: path.to_owned(),
            shard: header.plan.shard,
            chain,
            finished: false,
            synced: Instant::now(),
        };
        let Some(found) = DataFile::parse(&bytes, &name)? else {
            // Not even the first line is complete. The contents must then be the beginning of that
            // line.
            check_begun(&writer.file, path, line.as_bytes())?;
            writer.file.set_len(0).map_err(failed)?;
            writer.write(line.as_bytes())?;
            return Ok((writer, Vec::new()));
        };
        if let Some(expected) = found.header.refusal(header) {
            return Err(ParseError::new("out", &name, expected).into());
        }
        writer.file.set_len(found.whole).map_err(failed)?;
        (writer.chain, writer.finished) = (found.chain, found.finished);
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
    /// A game that cannot be written.
    pub fn add(&mut self, game: &CompactGame) -> Result<(), DataError> {
        let frame = self.chain.format(game)?;
        self.write(&frame)?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes the end frame, if it is not there.
    ///
    /// # Errors
    /// An end frame that cannot be written.
    pub fn finish(&mut self) -> Result<(), DataError> {
        if !self.finished {
            let end = self.chain.format_end();
            self.write(&end)?;
            self.finished = true;
        }
        Ok(())
    }

    /// Flushes the written data to the disk.
    ///
    /// # Errors
    /// A disk that does not accept the data.
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

/// The bytes of a data file with these games, and with the end frame if it is `finished`. The bytes
/// have the present format, also if the header comes from a file of an older format.
///
/// # Errors
/// None in practice: all games can be written.
pub fn format_data(
    header: &Header,
    games: &[CompactGame],
    finished: bool,
) -> Result<Vec<u8>, DataError> {
    let line = format_line(&Header { tuning_data: FORMAT, ..header.clone() })?;
    let mut chain = Chain::new(FORMAT, line.as_bytes());
    let mut bytes = line.into_bytes();
    for game in games {
        bytes.extend(chain.format(game)?);
    }
    if finished {
        bytes.extend(chain.format_end());
    }
    Ok(bytes)
}

/// Merges parts of one match. The result has the games in order, each once, and whether it is
/// complete.
///
/// # Errors
/// Files of different matches, or two games of one number that differ although the players always
/// play the same.
pub fn merge_data(parts: Vec<DataFile>) -> Result<(Header, Vec<CompactGame>, bool), DataError> {
    let mut merged: Option<Header> = None;
    let mut games: BTreeMap<(u64, u32), CompactGame> = BTreeMap::new();
    let mut finished = true;
    for part in parts {
        finished &= part.missing().is_none();
        let header =
            merged.get_or_insert_with(|| Header { tuning_data: FORMAT, ..part.header.clone() });
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
    let mut header = merged.ok_or(DataError::NoFile)?;
    if header.plan.own_units() == header.plan.units {
        header.plan.shard = Shard::WHOLE;
    }
    finished &= header.planned().is_none_or(|planned| planned == games.len() as u64);
    Ok((header, games.into_values().collect(), finished))
}
