//! The file of records. Lines are only appended, and a game is written as soon as it is over.
//!
//! If the program is killed, the file may end in the middle of a line. That incomplete line is cut
//! off before the match continues.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::Error;
use crate::records::error::{LineError, RecordsError};
use crate::records::parser::{Parser, format_game};
use crate::records::pdn;
use crate::records::record::{GameRecord, format_line};
use crate::schedule::plan::Plan;
use games::ParseError;
use reader::plain_line;

/// The interval between two syncs to the disk, which protect against a crash of the machine.
const SYNC: Duration = Duration::from_secs(1);

/// The longest line that is read, in bytes.
pub(crate) const LONGEST_LINE: u64 = 64 << 20;

/// The beginning of the name of the worker in the first line.
const WORKER: &str = ",\"worker\":";

/// A file of records that is open for new games. It is locked against other processes.
#[derive(Debug)]
pub struct Journal {
    sink: Sink,
    /// The digest of the plan, which binds games to their match.
    digest: String,
}

/// The place for the lines.
#[derive(Debug)]
enum Sink {
    File {
        file: File,
        path: PathBuf,
        synced: Instant,
    },
    /// The standard output, for a program that reads the games as they end.
    Output,
}

/// The contents of a file of records.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// The plan of the match.
    pub plan: Plan,
    /// The games, in the order of the file.
    pub games: Vec<GameRecord>,
    /// The games of a file of PDN that are no records, each with the reason.
    pub left_out: Vec<String>,
    /// The length in bytes of all complete lines. The bytes after them are an incomplete line.
    whole: u64,
}

impl Journal {
    /// Opens a file for the records of a match. With `resume` the file may already have some games
    /// of the match; these are returned.
    ///
    /// # Errors
    /// A file that another process writes to, a file with another match or other contents, or a
    /// file that is not empty although `resume` is not set.
    pub fn open(path: &Path, plan: &Plan, resume: bool) -> Result<(Self, Vec<GameRecord>), Error> {
        let (file, length) = open_locked(path, resume)?;
        let found = Records::read_open(&file, path)?;
        match &found {
            Some(records) => {
                Self::check(path, plan, &records.plan)?;
                if records.whole < length {
                    file.set_len(records.whole).map_err(Error::Output)?;
                }
            }
            None => {
                // Even the first line is incomplete. Another worker may have begun it.
                let line = format_line(plan)?;
                match line.split_once(WORKER) {
                    Some((common, _)) => check_start(&file, path, common.as_bytes(), 0)?,
                    None => check_begun(&file, path, line.as_bytes())?,
                }
                file.set_len(0).map_err(Error::Output)?;
            }
        }
        let sink = Sink::File { file, path: path.to_owned(), synced: Instant::now() };
        let mut journal = Self { sink, digest: plan.digest()? };
        let games = match found {
            Some(records) => records.games,
            None => {
                journal.write(&format_line(plan)?)?;
                Vec::new()
            }
        };
        Ok((journal, games))
    }

    /// Writes records to the standard output instead, each as soon as its game is over.
    ///
    /// # Errors
    /// An output that cannot be written.
    pub fn to_output(plan: &Plan) -> Result<Self, Error> {
        let mut journal = Self { sink: Sink::Output, digest: plan.digest()? };
        journal.write(&format_line(plan)?)?;
        Ok(journal)
    }

    /// Checks that the match can continue in this file.
    fn check(path: &Path, plan: &Plan, found: &Plan) -> Result<(), Error> {
        let difference = found.difference(plan).or_else(|| {
            let parts = [found.shard.to_string(), plan.shard.to_string()];
            (parts[0] != parts[1]).then(|| ["shard".to_owned(), parts[0].clone(), parts[1].clone()])
        });
        let Some([key, found, given]) = difference else { return Ok(()) };
        let name = path.to_string_lossy();
        let expected = format!("records of this match: {key} is {found} there, {given} here");
        Err(ParseError::new("out", &name, expected).into())
    }

    /// Appends a game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), Error> {
        self.write(&format_game(&self.digest, record)?)
    }

    fn write(&mut self, line: &str) -> Result<(), Error> {
        match &mut self.sink {
            Sink::File { file, path, synced } => {
                let failed = |error| Error::write(path, error);
                file.write_all(line.as_bytes()).map_err(failed)?;
                if synced.elapsed() >= SYNC {
                    file.sync_data().map_err(failed)?;
                    *synced = Instant::now();
                }
                Ok(())
            }
            Sink::Output => {
                let mut output = stdout().lock();
                let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
                // A reader that has closed the pipe lacks games, so this is no normal end.
                written.map_err(|error| Error::write(Path::new("standard output"), error))
            }
        }
    }
}

/// Opens a file to append to, locks it against other processes, and returns its length. With
/// `resume` the file need not be empty.
///
/// # Errors
/// A file that cannot be opened or locked, that another process writes to, or that is not empty
/// although `resume` is not set.
pub fn open_locked(path: &Path, resume: bool) -> Result<(File, u64), Error> {
    let name = path.to_string_lossy();
    let wrong = |expected: &str| Error::from(ParseError::new("out", &name, expected));
    let unusable = |expected, error| Error::file("out", path, expected, error);
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path);
    let file = file.map_err(|error| unusable("a file to write", error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(wrong("a file that no other run writes to"));
        }
        Err(TryLockError::Error(error)) => {
            return Err(unusable("a file that can be locked", error));
        }
    }
    let about = file.metadata().map_err(Error::Output)?;
    if !about.is_file() {
        return Err(wrong("a regular file"));
    }
    if about.len() > 0 && !resume {
        return Err(wrong("a new or empty file, or --resume to go on with it"));
    }
    Ok((file, about.len()))
}

/// Checks that a file without a complete line has only the beginning of the expected first line. A
/// run that was killed leaves such a file. Any other file belongs to another program and is kept.
///
/// # Errors
/// A file with other contents, or one that cannot be read.
pub fn check_begun(file: &File, path: &Path, first: &[u8]) -> Result<(), Error> {
    check_start(file, path, first, 1)
}

/// Checks that a file agrees with the expected bytes as far as both go. The file can have more
/// bytes, of which `more` are compared, too.
fn check_start(mut file: &File, path: &Path, first: &[u8], more: u64) -> Result<(), Error> {
    let mut begun = Vec::new();
    let most = first.len() as u64 + more;
    file.seek(SeekFrom::Start(0)).map_err(Error::Output)?;
    file.take(most).read_to_end(&mut begun).map_err(Error::Output)?;
    if first.starts_with(&begun) {
        return Ok(());
    }
    let expected = "an empty file, or a file that this command began";
    Err(ParseError::new("out", &path.to_string_lossy(), expected).into())
}

/// Locks a file that will be replaced, so that no other process can append to it. Returns `None` if
/// the file does not exist.
///
/// # Errors
/// A file that another process writes to, or that cannot be read.
pub fn lock_unwritten(path: &Path) -> Result<Option<File>, Error> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // A file that cannot be read may belong to another program.
        Err(error) => return Err(Error::file("out", path, "a readable file, or none", error)),
    };
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let expected = "a file that no run writes to";
        return Err(ParseError::new("out", &path.to_string_lossy(), expected).into());
    }
    Ok(Some(file))
}

impl Drop for Journal {
    fn drop(&mut self) {
        if let Sink::File { file, .. } = &self.sink {
            // The written lines are complete even if the disk does not sync them now.
            let _ = file.sync_data();
        }
    }
}

impl Records {
    /// Records in memory, without a file.
    #[must_use]
    pub fn new(plan: Plan, games: Vec<GameRecord>) -> Self {
        Self { plan, games, left_out: Vec::new(), whole: 0 }
    }

    /// Reads a file. This is also possible while games are appended to it. The games of a file
    /// whose name ends in `.pdn` become records: a match, if two players play all of them, and
    /// else the games of one player that has all seats.
    ///
    /// # Errors
    /// A file that cannot be read or has no plan, or the first line that is damaged or does not
    /// belong to the match.
    pub fn read(path: &Path) -> Result<Self, Error> {
        if pdn::is_pdn(path) {
            return pdn::read(path);
        }
        let file = File::open(path);
        let file = file.map_err(|error| Error::file("records", path, "a readable file", error))?;
        let no_plan = || ParseError::new("records", &path.to_string_lossy(), "the plan of a match");
        Ok(Self::read_open(&file, path)?.ok_or_else(no_plan)?)
    }

    /// Reads an open file from its beginning; `None` if it has no complete line.
    fn read_open(mut file: &File, path: &Path) -> Result<Option<Self>, RecordsError> {
        let unreadable = |error| RecordsError::Unreadable { path: path.to_owned(), error };
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut lines = BufReader::new(file);
        let (mut found, mut whole): (Option<Parser>, _) = (None, 0);
        let (mut bytes, mut number) = (Vec::new(), 0);
        loop {
            bytes.clear();
            let line = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let length = line.map_err(unreadable)? as u64;
            number += 1;
            let damaged = |error| RecordsError::Line { path: path.to_owned(), line: number, error };
            if length == LONGEST_LINE {
                return Err(damaged(LineError::Long(length)));
            }
            // Without a line break at its end, the last line may be incomplete.
            if bytes.pop() != Some(b'\n') {
                return Ok(found
                    .map(|Parser { plan, games, .. }| Self { whole, ..Self::new(plan, games) }));
            }
            whole += length;
            let line = std::str::from_utf8(&bytes).map_err(|error| damaged(error.into()))?;
            let line = plain_line(line);
            if line.trim().is_empty() {
                continue;
            }
            match &mut found {
                None => found = Some(Parser::begin(line).map_err(damaged)?),
                Some(parser) => parser.add(line).map_err(damaged)?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::records::record::tests::record;

    fn plan() -> Plan {
        Plan::new("maitres", vec!["A".into(), "B".into()], 1, 10)
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("selfplay-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn refused(path: &Path, plan: &Plan, resume: bool) -> String {
        match Journal::open(path, plan, resume) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("was opened"),
        }
    }

    /// The file is cut at every byte: all games before the cut remain, and more can be appended.
    #[test]
    fn a_file_cut_anywhere_goes_on() {
        let path = path("cut");
        let (mut journal, games) = Journal::open(&path, &plan(), false).unwrap();
        assert_eq!(games, []);
        for number in 0..2 {
            journal.add(&record(number, 0)).unwrap();
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<_> = (1..=whole.len()).filter(|&length| whole[length - 1] == b'\n').collect();
        assert_eq!(ends.len(), 3);
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, games) = Journal::open(&path, &plan(), true).unwrap();
            let expected = ends[1..].iter().filter(|&&end| end <= length).count();
            assert_eq!(games.len(), expected, "{length}");
            for number in expected as u64..2 {
                journal.add(&record(number, 0)).unwrap();
            }
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
        fs::remove_file(path).unwrap();
    }

    /// A file with foreign contents is never changed.
    #[test]
    fn a_strangers_file_stays() {
        let path = path("stranger");
        let longer = format_line(&plan()).unwrap().replace('\n', " and more");
        for text in ["diary", "diary\nof a stranger\n", "{", "{\"format\":2,\"game\":\"r", &longer]
        {
            fs::write(&path, text).unwrap();
            let ours = format_line(&plan()).unwrap().starts_with(text);
            let opened = Journal::open(&path, &plan(), true);
            assert_eq!(opened.is_ok(), ours, "{text}");
            if !ours {
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
        fs::write(&path, "diary").unwrap();
        let expected = "an empty file, or a file that this command began";
        assert!(refused(&path, &plan(), true).contains(expected));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn only_its_own_match_goes_on() {
        let path = path("other");
        let (journal, _) = Journal::open(&path, &plan(), false).unwrap();
        assert!(refused(&path, &plan(), true).contains("no other run writes to"));
        drop(journal);
        assert!(refused(&path, &plan(), false).contains("or --resume"));
        let other = Plan { seed: 2, ..plan() };
        assert!(refused(&path, &other, true).contains("seed is 1 there, 2 here"));
        let part = Plan { shard: crate::Shard::Every { index: 1, count: 2 }, ..plan() };
        assert!(refused(&path, &part, true).contains("shard is 0/1 there, 1/2 here"));
        fs::remove_file(path).unwrap();
    }

    /// Another worker continues a part, even if the first one wrote only a part of the first line.
    #[test]
    fn another_worker_goes_on() {
        let path = path("worker");
        let by = |name: &str| Plan { worker: Some(name.to_owned()), ..plan() };
        let line = format_line(&by("one")).unwrap();
        for length in [line.len(), line.len() - 1, line.find("worker").unwrap() + 10, 20, 0] {
            fs::write(&path, &line[..length]).unwrap();
            let (mut journal, games) = Journal::open(&path, &by("another"), true).unwrap();
            assert!(games.is_empty());
            journal.add(&record(0, 0)).unwrap();
            drop(journal);
            assert_eq!(Records::read(&path).unwrap().games, [record(0, 0)], "{length}");
        }
        fs::remove_file(path).unwrap();
    }

    /// A record with NaN or infinity is refused, and nothing is written.
    #[test]
    fn infinite_numbers_are_not_written() {
        let path = path("infinite");
        let (mut journal, _) = Journal::open(&path, &plan(), false).unwrap();
        let mut wrong = [record(0, 0), record(0, 0), record(0, 0)];
        wrong[0].values = vec![Some(f64::NAN)];
        wrong[1].result = vec![f64::INFINITY, 0.0];
        wrong[2].luck = Some(vec![f64::NEG_INFINITY, 0.0]);
        for record in wrong {
            let error = journal.add(&record).unwrap_err().to_string();
            assert!(error.ends_with("expected finite numbers"), "{error}");
        }
        drop(journal);
        assert_eq!(Records::read(&path).unwrap().games, []);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn damage_in_the_middle_is_an_error() {
        let path = path("damage");
        let (mut journal, _) = Journal::open(&path, &plan(), false).unwrap();
        journal.add(&record(0, 0)).unwrap();
        journal.add(&record(0, 1)).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap().replacen("c2-c6", "c2-c7", 1);
        fs::write(&path, text).unwrap();
        let error = Records::read(&path).unwrap_err();
        let line = |error: &Error| match error {
            Error::Records(RecordsError::Line { line, error: LineError::Sum { .. }, .. }) => *line,
            _ => 0,
        };
        assert_eq!(line(&error), 2, "{error:?}");
        assert!(error.to_string().contains("line 2: crc: read the checksum"), "{error}");
        fs::remove_file(path).unwrap();
    }
}
