//! The folder of a long run, with a checkpoint from which an interrupted run continues.
//!
//! A new checkpoint is first written to a file beside the old one and flushed to the disk. Then it
//! replaces the old one. After the program is killed the folder has the old or the new checkpoint,
//! each complete. After a full disk it has the old one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use disk::LockError;
use engine::Parameter;
use games::{Blame, ParseError};
use selfplay::{format_line, parse_line, write_atomically};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use thiserror::Error;

/// The version of the format.
const FORMAT: u32 = 1;

/// The time between two checkpoints.
const PERIOD: Duration = Duration::from_secs(60);

/// The name of the file in the run's folder.
const NAME: &str = "checkpoint.json";

/// The name of the lock file in the run's folder.
const LOCK: &str = "lock";

/// The checkpoint of a run. While it is open, no other process can write to its folder.
#[derive(Debug)]
pub struct Checkpoint {
    folder: PathBuf,
    header: CheckpointHeader,
    written: Instant,
    /// The lock, held until this value is dropped.
    _lock: File,
}

/// The reason why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The folder is wrong.
    #[error(transparent)]
    Folder(#[from] ParseError),
    /// The file is wrong.
    #[error("checkpoint {}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error in the file.
        fault: CheckpointFault,
    },
    /// The options of the run are not a JSON object.
    #[error("options: {0:?}")]
    Options(Json),
    /// The options or the state cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The state cannot be read back.
    #[error("state: read {0}, expected finite numbers")]
    Lost(String),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] selfplay::Error),
}

impl Blame for CheckpointError {
    fn is_input(&self) -> bool {
        match self {
            Self::Write(error) => error.is_input(),
            Self::Folder(_) | Self::File { .. } => true,
            Self::Options(_) | Self::Json(_) | Self::Lost(_) => false,
        }
    }

    fn into_output(self) -> Result<io::Error, Self> {
        match self {
            Self::Write(error) => error.into_output().map_err(Self::Write),
            other => Err(other),
        }
    }
}

/// An error in the file of a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointFault {
    /// The file cannot be read.
    #[error(transparent)]
    File(io::Error),
    /// The file is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The file has another format.
    #[error("format: read {read}, expected {expected}: another version of this program wrote it")]
    Format {
        /// The format of the file.
        read: String,
        /// The format that can be read.
        expected: u32,
    },
    /// The file belongs to another run.
    #[error("{key}: read {found}, expected {given} as in this run")]
    OtherRun {
        /// The option in which the two runs differ.
        key: String,
        /// The value in the checkpoint.
        found: String,
        /// The value given to this run.
        given: String,
    },
}

/// The description of a run in its checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CheckpointHeader {
    format: u32,
    command: String,
    /// The options that the run's result depends on.
    options: Map<String, Json>,
}

/// The contents of the file: one line, which ends with a checksum of the rest of the line.
#[derive(Serialize, Deserialize)]
struct CheckpointFile<S> {
    #[serde(flatten)]
    header: CheckpointHeader,
    state: S,
}

impl Checkpoint {
    /// Whether a folder has a checkpoint of any run.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        folder.join(NAME).exists()
    }

    /// Opens the folder of a run, and reads the state that an earlier run left there, if any. The
    /// run is described by its command and its options (a JSON object). A missing folder is made. A
    /// run that finds no state must save one before it writes any other file. So all other files
    /// beside a checkpoint belong to its run.
    ///
    /// # Errors
    /// A folder that another process uses; a folder with other files but no checkpoint; a
    /// checkpoint without `resume`; a damaged checkpoint; a checkpoint of another command or with
    /// other options.
    pub fn open<S: DeserializeOwned>(
        folder: &Path,
        command: &str,
        options: &impl Serialize,
        resume: bool,
    ) -> Result<(Self, Option<S>), CheckpointError> {
        let name = folder.to_string_lossy();
        let wrong =
            |expected: String| CheckpointError::from(ParseError::new("out", &name, expected));
        let unusable = |error: io::Error| wrong(format!("a folder to write to ({error})"));
        fs::create_dir_all(folder).map_err(unusable)?;
        if !Self::is_in(folder)
            && let Some(file) = stranger(folder).map_err(unusable)?
        {
            return Err(wrong(format!("a new or empty folder, or one with {NAME}: it has {file}")));
        }
        let lock = disk::lock_folder(folder).map_err(|error| match error {
            LockError::Busy => wrong("a folder that no other run writes to".to_owned()),
            LockError::Stranger => wrong(
                "a folder of a run: its lock is an empty file, not somebody else's".to_owned(),
            ),
            LockError::System(error) => unusable(error),
        })?;
        let options = match serde_json::to_value(options) {
            Ok(Json::Object(options)) => options,
            Ok(other) => return Err(CheckpointError::Options(other)),
            Err(error) => return Err(error.into()),
        };
        let header = CheckpointHeader { format: FORMAT, command: command.to_owned(), options };
        let written = Instant::now();
        let checkpoint = Self { folder: folder.to_owned(), header, written, _lock: lock };
        let state = checkpoint.read()?;
        if state.is_some() && !resume {
            return Err(wrong("a new or empty folder, or --resume to go on with it".to_owned()));
        }
        Ok((checkpoint, state))
    }

    /// Writes the state if the last checkpoint is older than the period, and tells whether it did.
    ///
    /// # Errors
    /// As [`Checkpoint::save`].
    pub fn save_if_due<S: Serialize + DeserializeOwned>(
        &mut self,
        state: &S,
    ) -> Result<bool, CheckpointError> {
        let due = self.written.elapsed() >= PERIOD;
        if due {
            self.save(state)?;
        }
        Ok(due)
    }

    /// Writes the state.
    ///
    /// # Errors
    /// A state that cannot be written, or not be read back. Then the last checkpoint is still
    /// there.
    pub fn save<S: Serialize + DeserializeOwned>(
        &mut self,
        state: &S,
    ) -> Result<(), CheckpointError> {
        let line = format_line(&CheckpointFile { header: self.header.clone(), state })?;
        // JSON has no NaN and no infinity: they are written as null, which is not a number.
        parse_line::<CheckpointFile<S>>(line.trim_end())
            .map_err(|error| CheckpointError::Lost(error.to_string()))?;
        write_atomically(&self.path(), line.as_bytes())?;
        self.written = Instant::now();
        Ok(())
    }

    fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Reads the state, if there is one.
    fn read<S: DeserializeOwned>(&self) -> Result<Option<S>, CheckpointError> {
        let path = self.path();
        let wrong = |fault| CheckpointError::File { path: path.clone(), fault };
        let text = match disk::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(CheckpointFault::File(error))),
        };
        let state = self.header.state(&text).map_err(wrong)?;
        Ok(Some(state))
    }
}

/// Reads the state of a run from the text of its checkpoint. The run is described by its command
/// and its options.
///
/// # Errors
/// A text that is damaged, of another version or of another run.
pub fn parse_checkpoint<S: DeserializeOwned>(
    text: &str,
    command: &str,
    options: &Map<String, Json>,
) -> Result<S, CheckpointFault> {
    let (command, options) = (command.to_owned(), options.clone());
    CheckpointHeader { format: FORMAT, command, options }.state(text)
}

/// The name of a file that a new run does not expect in its folder. A new run expects only its lock
/// file, which is empty, and an unfinished checkpoint.
fn stranger(folder: &Path) -> io::Result<Option<String>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let empty = || entry.metadata().is_ok_and(|about| about.is_file() && about.len() == 0);
        if !(disk::is_beside(&name, NAME) || name == LOCK && empty()) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Replaces the parameter names of the last release by the present names, so that runs of the last
/// release can continue.
fn use_new_names(options: &mut Map<String, Json>) {
    let variables = options.get_mut("variables").and_then(Json::as_array_mut);
    for variable in variables.into_iter().flatten() {
        let Some(name) = variable.get_mut("name") else { continue };
        if let Some(Ok(parameter)) = name.as_str().map(Parameter::named) {
            *name = Json::from(parameter.name);
        }
    }
}

impl CheckpointHeader {
    /// Reads the state of this run from the text of a checkpoint.
    fn state<S: DeserializeOwned>(&self, text: &str) -> Result<S, CheckpointFault> {
        let damaged = |what: String| CheckpointFault::Damaged(what);
        let line = text.strip_suffix('\n').unwrap_or(text);
        let found: Json = parse_line(line).map_err(|what| damaged(what.to_string()))?;
        if found["format"] != FORMAT {
            let read = found["format"].to_string();
            return Err(CheckpointFault::Format { read, expected: FORMAT });
        }
        let mut found: CheckpointFile<Json> =
            serde_json::from_value(found).map_err(|what| damaged(what.to_string()))?;
        use_new_names(&mut found.header.options);
        if let Some([key, found, given]) = self.difference(&found.header) {
            return Err(CheckpointFault::OtherRun { key, found, given });
        }
        serde_json::from_value(found.state).map_err(|error| damaged(error.to_string()))
    }

    /// The first difference between the checkpoint found and the one expected: the option's name,
    /// the value found, the value expected.
    fn difference(&self, found: &Self) -> Option<[String; 3]> {
        if found.command != self.command {
            return Some(["command".into(), found.command.clone(), self.command.clone()]);
        }
        let mut keys = self.options.keys().chain(found.options.keys());
        let key = keys.find(|&key| self.options.get(key) != found.options.get(key))?;
        let shown = |header: &Self| {
            header.options.get(key).map_or_else(|| "nothing".to_owned(), Json::to_string)
        };
        Some([key.clone(), shown(found), shown(self)])
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    struct Options {
        seed: u64,
        rate: f64,
    }

    const OPTIONS: Options = Options { seed: 1, rate: 0.1 };

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tuning-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn refused(folder: &Path, command: &str, options: &Options, resume: bool) -> String {
        match Checkpoint::open::<Vec<f64>>(folder, command, options, resume) {
            Err(error) => error.to_string(),
            other => panic!("{other:?}"),
        }
    }

    /// A run of the last release, whose parameters had other names, can continue.
    #[test]
    fn old_names_of_parameters_are_understood() {
        let run = |name: &str| CheckpointHeader {
            format: FORMAT,
            command: "spsa".to_owned(),
            options: Map::from_iter([("variables".to_owned(), json!([{ "name": name }]))]),
        };
        let line = format_line(&CheckpointFile { header: run("lmr_index"), state: 7 }).unwrap();
        assert_eq!(run("lmr_min_move").state::<u32>(&line).unwrap(), 7);
        assert!(run("lmr_base").state::<u32>(&line).is_err(), "another run");
    }

    /// Numbers that are not finite are never written: the last checkpoint stays.
    #[test]
    fn infinite_numbers_are_not_written() {
        let folder = folder("infinite");
        let opened = Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, false);
        let mut checkpoint = opened.unwrap().0;
        checkpoint.save(&vec![1.5]).unwrap();
        for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = checkpoint.save(&vec![0.0, wrong]).unwrap_err();
            assert!(error.to_string().ends_with("expected finite numbers"), "{error}");
            assert!(!error.is_input());
        }
        drop(checkpoint);
        let opened = Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, true);
        assert_eq!(opened.unwrap().1, Some(vec![1.5]));
        // Nor are they read.
        for wrong in ["null", "NaN", "1e999"] {
            let path = folder.join(NAME);
            let text = fs::read_to_string(&path).unwrap();
            let (body, _) = text.rsplit_once(",\"crc\":").unwrap();
            let body = body.replace("1.5", wrong) + "}";
            let sum = crc32fast::hash(body.as_bytes());
            let line = format!("{},\"crc\":\"{sum:08x}\"}}\n", body.strip_suffix('}').unwrap());
            fs::write(&path, line).unwrap();
            let message = refused(&folder, "fit", &OPTIONS, true);
            assert!(message.contains(NAME), "{message}");
            fs::write(&path, text).unwrap();
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// A folder with unknown files is left unchanged, and so is a checkpoint of a later version.
    #[test]
    fn strangers_are_left_alone() {
        let folder = folder("stranger");
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [("lock", "mine"), ("iterations.jsonl", ""), ("diary", "today")] {
            fs::write(folder.join(name), text).unwrap();
            let message = refused(&folder, "fit", &OPTIONS, true);
            assert!(
                message.ends_with(&format!("one with checkpoint.json: it has {name}")),
                "{message}"
            );
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{name}");
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), text);
            fs::remove_file(folder.join(name)).unwrap();
        }
        // The files of a run that was killed before its first checkpoint.
        fs::write(folder.join("lock"), "").unwrap();
        fs::write(folder.join("checkpoint.json.0012abef.new"), "{\"for").unwrap();
        let opened = Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, false);
        let mut checkpoint = opened.unwrap().0;
        checkpoint.header.format = 2;
        checkpoint.save(&vec![0.5]).unwrap();
        drop(checkpoint);
        assert_eq!(fs::read(folder.join("checkpoint.json.0012abef.new")).unwrap(), b"{\"for");
        let message = refused(&folder, "fit", &OPTIONS, true);
        assert!(message.contains("format: read 2, expected 1: another version"), "{message}");
        fs::write(folder.join("lock"), "mine").unwrap();
        let message = refused(&folder, "fit", &OPTIONS, true);
        assert!(message.contains("its lock is an empty file"), "{message}");
        assert_eq!(fs::read(folder.join("lock")).unwrap(), b"mine");
        fs::remove_dir_all(folder).unwrap();
    }

    /// Every number is read back with all its bits.
    #[test]
    fn states_read_back() {
        let folder = folder("states");
        let (mut checkpoint, none) =
            Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, true).unwrap();
        assert_eq!(none, None);
        let bits = (1..2000u64).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let state: Vec<_> = bits.map(f64::from_bits).filter(|number| number.is_finite()).collect();
        checkpoint.save_if_due(&vec![0.5]).unwrap();
        assert!(!checkpoint.path().exists(), "not yet due");
        checkpoint.save(&vec![0.5]).unwrap();
        checkpoint.save(&state).unwrap();
        drop(checkpoint);
        let found = Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, true).unwrap().1;
        assert_eq!(found.unwrap(), state);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_its_own_run_goes_on() {
        let folder = folder("other");
        let (mut checkpoint, _) =
            Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, false).unwrap();
        checkpoint.save(&vec![0.5]).unwrap();
        assert!(refused(&folder, "fit", &OPTIONS, true).contains("no other run writes to"));
        drop(checkpoint);
        assert!(refused(&folder, "fit", &OPTIONS, false).contains("or --resume"));
        assert!(
            refused(&folder, "cma", &OPTIONS, true)
                .contains("command: read fit, expected cma as in this run")
        );
        let other = Options { seed: 2, ..OPTIONS };
        assert!(
            refused(&folder, "fit", &other, true)
                .contains("seed: read 1, expected 2 as in this run")
        );
        let other = Options { rate: 0.2, ..OPTIONS };
        assert!(
            refused(&folder, "fit", &other, true)
                .contains("rate: read 0.1, expected 0.2 as in this run")
        );
        fs::remove_dir_all(folder).unwrap();
    }

    /// A text with a changed byte or a missing end gives an error, never another state.
    #[test]
    fn damage_is_an_error() {
        let folder = folder("damage");
        let (mut checkpoint, _) =
            Checkpoint::open::<Vec<f64>>(&folder, "fit", &OPTIONS, false).unwrap();
        checkpoint.save(&vec![0.5, 0.25]).unwrap();
        let path = checkpoint.path();
        drop(checkpoint);
        let whole = fs::read(&path).unwrap();
        for place in 0..whole.len() - 1 {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(refused(&folder, "fit", &OPTIONS, true).contains("checkpoint"), "{place}");
            fs::write(&path, &whole[..place]).unwrap();
            assert!(refused(&folder, "fit", &OPTIONS, true).contains("checkpoint"), "{place}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
