//! The gathered records: a file with the complete units in order.
//!
//! New units after all others are appended. If a unit comes before others, the file changes from
//! that unit on: the new end of the file is first written to another file, the tail. A killed
//! program finishes the change when it is started again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use games::ParseError;
use serde::Deserialize;

use super::index::Tail;
use crate::Error;

/// The lines of units, by the number of the unit.
pub(super) type Units = BTreeMap<u64, Vec<String>>;

/// The file.
#[derive(Debug)]
pub(super) struct Output {
    file: File,
    path: PathBuf,
    tail: PathBuf,
}

/// The unit in the line of a game.
#[derive(Deserialize)]
struct UnitNumber {
    unit: u64,
}

impl Output {
    /// Opens the file, and locks it against other processes. `tail` is the path of its tail.
    ///
    /// # Errors
    /// A file that cannot be opened, or that another process writes to.
    pub(super) fn open(path: &Path, tail: PathBuf) -> Result<Self, Error> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| Error::file("out", path, "a file to write", error))?;
        let wrong = |expected: &str| ParseError::new("out", &path.to_string_lossy(), expected);
        if !file.metadata().is_ok_and(|about| about.is_file()) {
            return Err(wrong("a regular file").into());
        }
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(wrong("a file that no other run writes to").into());
        }
        Ok(Self { file, path: path.to_owned(), tail })
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::write(&self.path, error)
    }

    /// The length of the file in bytes.
    pub(super) fn length(&self) -> Result<u64, Error> {
        Ok(self.file.metadata().map_err(|error| self.failed(error))?.len())
    }

    /// Replaces everything from byte `at` on.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append<'a>(
        &mut self,
        at: u64,
        lines: impl Iterator<Item = &'a String>,
    ) -> Result<u64, Error> {
        let write = || {
            self.file.set_len(at)?;
            self.file.seek(SeekFrom::Start(at))?;
            let mut written = BufWriter::new(&self.file);
            let mut length = at;
            for line in lines {
                written.write_all(line.as_bytes())?;
                length += line.len() as u64;
            }
            written.flush()?;
            self.file.sync_data()?;
            Ok(length)
        };
        write().map_err(|error| Error::write(&self.path, error))
    }

    /// The place of the first line, from `first` to `end`, with this unit or a later one. The lines
    /// between are in order.
    pub(super) fn place_of(&self, unit: u64, first: u64, end: u64) -> Result<u64, Error> {
        self.search(unit, first, end).map_err(|error| self.failed(error))
    }

    fn search(&self, unit: u64, first: u64, end: u64) -> io::Result<u64> {
        // Lines before `low` have earlier units, and lines from `high` on have not.
        let (mut low, mut high) = (first, end);
        while low < high {
            let middle = low + (high - low) / 2;
            let next = middle + self.line_at(middle)?.len() as u64;
            let probe = if middle == low || next >= high { low } else { next };
            let line = self.line_at(probe)?;
            if unit_of(&line)? < unit {
                low = probe + line.len() as u64;
            } else if probe == low {
                return Ok(low);
            } else {
                high = probe;
            }
        }
        Ok(low)
    }

    /// The bytes from a place up to the end of the line.
    fn line_at(&self, place: u64) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.reader(place)?.read_until(b'\n', &mut line)?;
        Ok(line)
    }

    fn reader(&self, place: u64) -> io::Result<BufReader<&File>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place))?;
        Ok(BufReader::with_capacity(1 << 16, file))
    }

    /// Calls `visit` with the lines between two places, until it returns `false`.
    ///
    /// # Errors
    /// Errors of `visit`, and a file that cannot be read.
    pub(super) fn each_line(
        &self,
        from: u64,
        to: u64,
        mut visit: impl FnMut(&str) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let failed = |error| self.failed(error);
        let mut left = self.reader(from).map_err(failed)?.take(to.saturating_sub(from));
        let mut line = String::new();
        while left.read_line(&mut line).map_err(failed)? > 0 {
            if !visit(&line)? {
                break;
            }
            line.clear();
        }
        Ok(())
    }

    /// Writes the tail: a first line, which may be empty; then all lines between two places for
    /// whose units `keeps` holds, and new units, in order.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn stage(
        &self,
        first: &str,
        (at, end): (u64, u64),
        keeps: impl Fn(u64) -> bool,
        new: &Units,
    ) -> Result<Tail, Error> {
        let failed = |error| Error::write(&self.tail, error);
        let file = File::create(&self.tail).map_err(failed)?;
        let (mut written, mut length) = (BufWriter::new(&file), 0);
        let mut put = |line: &str| {
            length += line.len() as u64;
            written.write_all(line.as_bytes()).map_err(failed)
        };
        put(first)?;
        let mut left = new.iter().peekable();
        self.each_line(at, end, |line| {
            let unit = unit_of(line.as_bytes()).map_err(|error| self.failed(error))?;
            while let Some((_, lines)) = left.next_if(|(new, _)| **new < unit) {
                lines.iter().try_for_each(|line| put(line))?;
            }
            if keeps(unit) {
                put(line)?;
            }
            Ok(true)
        })?;
        left.flat_map(|(_, lines)| lines).try_for_each(|line| put(line))?;
        written.flush().map_err(failed)?;
        drop(written);
        file.sync_all().map_err(failed)?;
        Ok(Tail { at, length })
    }

    /// Whether the tail is there.
    pub(super) fn has(&self, tail: Tail) -> bool {
        fs::metadata(&self.tail).is_ok_and(|about| about.len() == tail.length)
    }

    /// Copies the tail to its place, and returns the new length. This can be repeated.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub(super) fn apply(&mut self, tail: Tail) -> Result<u64, Error> {
        let mut copy = || {
            let mut from = File::open(&self.tail)?;
            self.file.seek(SeekFrom::Start(tail.at))?;
            io::copy(&mut from, &mut self.file)?;
            self.file.set_len(tail.at + tail.length)?;
            self.file.sync_data()
        };
        copy().map_err(|error| Error::write(&self.path, error))?;
        Ok(tail.at + tail.length)
    }

    /// Removes the tail.
    pub(super) fn forget_tail(&self) {
        // A tail that stays does no harm.
        let _ = fs::remove_file(&self.tail);
    }
}

/// The unit of a line.
fn unit_of(line: &[u8]) -> io::Result<u64> {
    let number: UnitNumber = serde_json::from_slice(line)?;
    Ok(number.unit)
}
