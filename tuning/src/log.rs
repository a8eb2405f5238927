//! The log of a long run, from which its report is made: one line of JSON for each iteration.
//!
//! The log may have more lines than the checkpoint from which a run continues. These lines are cut
//! off, and the continued run writes the same lines again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use games::Blame;
use selfplay::{format_line, parse_line};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use thiserror::Error;

/// The version of the format, which every line names. The first version's lines do not name it.
const FORMAT: u32 = 1;

/// A record as it is written.
#[derive(Serialize)]
struct LogLine<'a, R> {
    format: u32,
    #[serde(flatten)]
    record: &'a R,
}

/// The reason why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file is wrong.
    #[error("log {}: {fault}", path.display())]
    File {
        /// The log.
        path: PathBuf,
        /// The error in the log.
        fault: LogFault,
    },
    /// The file cannot be written.
    #[error("output: {}: {error}", path.display())]
    Write {
        /// The log.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
}

impl Blame for LogError {
    fn is_input(&self) -> bool {
        matches!(self, Self::File { .. })
    }
}

/// An error in a log.
#[derive(Debug, Error)]
pub enum LogFault {
    /// The log cannot be opened or read.
    #[error(transparent)]
    File(io::Error),
    /// The log has fewer lines than its run wrote.
    #[error("read {read} lines, expected the {expected} of the checkpoint")]
    Short {
        /// The number of lines in the log.
        read: u64,
        /// The number of lines that the checkpoint counts.
        expected: u64,
    },
    /// A line is damaged.
    #[error("line {number}: {what}")]
    Line {
        /// The number of the line, from 1.
        number: usize,
        /// The error in the line.
        what: String,
    },
}

/// A log that lines are added to.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens a log, which is made if it is missing, and cuts off all but its first `lines` lines.
    ///
    /// # Errors
    /// A file that cannot be written to, or has fewer lines.
    pub fn open(path: &Path, lines: u64) -> Result<Self, LogError> {
        let wrong = |fault| LogError::File { path: path.to_owned(), fault };
        let failed = |error: io::Error| wrong(LogFault::File(error));
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        let (found, length) = length_of(&file, lines).map_err(failed)?;
        if found < lines {
            return Err(wrong(LogFault::Short { read: found, expected: lines }));
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Adds a record, which must be an object. It is on the disk before a checkpoint counts it.
    ///
    /// # Errors
    /// A record that cannot be written, or not be read back: JSON has no NaN and no infinity.
    pub fn add<R: Serialize + DeserializeOwned>(&mut self, record: &R) -> Result<(), LogError> {
        let line = format_line(&LogLine { format: FORMAT, record }).map_err(io::Error::from);
        let line = line.and_then(|line| match parse_line::<R>(line.trim_end()) {
            Ok(_) => Ok(line),
            Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error.to_string())),
        });
        let written = line.and_then(|line| {
            self.file.write_all(line.as_bytes())?;
            self.file.sync_data()
        });
        written.map_err(|error| LogError::Write { path: self.path.clone(), error })
    }

    /// Reads the records of a log. Another process may write to the log at the same time.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that is damaged or of a later version.
    pub fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, LogError> {
        let wrong = |fault| LogError::File { path: path.to_owned(), fault };
        let text = disk::read_text(path).map_err(|error| wrong(LogFault::File(error)))?;
        parse_log(&text).map_err(wrong)
    }
}

/// Reads the records of a log's text.
///
/// # Errors
/// A line that is damaged or of a later version.
pub fn parse_log<R: DeserializeOwned>(text: &str) -> Result<Vec<R>, LogFault> {
    // Without a line end the last line may be incomplete.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().enumerate().filter(|(_, line)| !line.is_empty());
    let parsed = lines.map(|(number, line)| {
        let damaged = |what: String| LogFault::Line { number: number + 1, what };
        let value: Json = parse_line(line).map_err(|what| damaged(what.to_string()))?;
        match value.get("format") {
            Some(format) if *format != FORMAT => {
                Err(damaged(format!("format: read {format}, expected {FORMAT} or none")))
            }
            _ => serde_json::from_value(value).map_err(|what| damaged(what.to_string())),
        }
    });
    parsed.collect()
}

/// The number of complete lines of a file, at most `lines`, and the number of their bytes.
fn length_of(file: &File, lines: u64) -> io::Result<(u64, u64)> {
    let mut reader = BufReader::new(file);
    let (mut found, mut length) = (0, 0);
    let mut line = Vec::new();
    while found < lines {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        found += 1;
        length += read as u64;
    }
    Ok((found, length))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Serialize, Deserialize)]
    struct Loss {
        loss: f64,
    }

    #[test]
    fn infinite_numbers_are_not_written() {
        let path = std::env::temp_dir().join(format!("tuning-{}-loss", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut log = Log::open(&path, 0).unwrap();
        log.add(&Loss { loss: 0.5 }).unwrap();
        for loss in [f64::NAN, f64::INFINITY] {
            assert!(log.add(&Loss { loss }).is_err());
        }
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
        fs::remove_file(path).unwrap();
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Record {
        iteration: u64,
    }

    fn record(iteration: u64) -> Record {
        Record { iteration }
    }

    #[test]
    fn what_is_ahead_is_cut_off() {
        let path = std::env::temp_dir().join(format!("tuning-{}-log", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut log = Log::open(&path, 0).unwrap();
        (0..5).for_each(|number| log.add(&record(number)).unwrap());
        assert_eq!(Log::read::<Record>(&path).unwrap(), (0..5).map(record).collect::<Vec<_>>());
        let mut log = Log::open(&path, 3).unwrap();
        log.add(&record(7)).unwrap();
        let expected = [0, 1, 2, 7].map(record);
        assert_eq!(Log::read::<Record>(&path).unwrap(), expected);
        // An incomplete line does not count.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        assert_eq!(Log::read::<Record>(&path).unwrap(), expected[..3]);
        let message = Log::open(&path, 4).unwrap_err().to_string();
        assert!(message.contains("read 3 lines, expected the 4"), "{message}");
        fs::write(&path, text.replacen("iteration\":2", "iteration\":3", 1)).unwrap();
        let message = Log::read::<Record>(&path).unwrap_err().to_string();
        assert!(message.contains("line 3: crc: read the checksum"), "{message}");
        fs::write(&path, format_line(&LogLine { format: 2, record: &record(0) }).unwrap()).unwrap();
        let message = Log::read::<Record>(&path).unwrap_err().to_string();
        assert!(message.ends_with("line 1: format: read 2, expected 1 or none"), "{message}");
        fs::write(&path, format_line(&record(8)).unwrap()).unwrap();
        assert_eq!(Log::read::<Record>(&path).unwrap(), [record(8)]);
        fs::remove_file(path).unwrap();
    }
}
