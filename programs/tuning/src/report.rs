//! `tuning report`.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Args;
use cli::{Failure, print_line, replace_own};
use games::ParseError;
use selfplay::PAGE_MARK;
use serde_json::Value as Json;
use tuning::fit::{Epoch, FitReport};
use tuning::tune::{IterationRecord, LOG};
use tuning::{EPOCHS, Log, ROUNDS, Round, fit_page, night_page, search_page};

use super::fit::OUTCOME_FORMAT;

pub(super) const EXAMPLE: &str = "Example: tuning report ruches-fit --out ruches-fit/report";

#[derive(Args)]
pub(super) struct Arguments {
    /// The folder of a run
    folder: PathBuf,
    /// The folder to write the page to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes the page of a run, also while it is running.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let page = page(args)?;
    fs::create_dir_all(&args.out).map_err(|error| {
        let expected = format!("a folder to write to ({error})");
        Failure::from(ParseError::new("out", &args.out.to_string_lossy(), expected))
    })?;
    let file = args.out.join("report.html");
    replace_own(&file, page.as_bytes(), PAGE_MARK)?;
    print_line(&file.display().to_string())
}

/// The page for the kind of log in the folder.
fn page(args: &Arguments) -> Result<String, Failure> {
    let name = args.folder.to_string_lossy();
    let logs = [EPOCHS, LOG, ROUNDS].map(|log| args.folder.join(log));
    let [epochs, iterations, rounds] = &logs;
    if epochs.is_file() {
        let title = format!("Fit {name}");
        Ok(fit_page(&title, &Log::read::<Epoch>(epochs)?, outcome(args)?.as_ref()))
    } else if iterations.is_file() {
        Ok(search_page(&format!("Search {name}"), &Log::read::<IterationRecord>(iterations)?))
    } else if rounds.is_file() {
        Ok(night_page(&format!("Night {name}"), &Log::read::<Round>(rounds)?))
    } else {
        let expected = format!("the folder of a run, with {EPOCHS}, {LOG} or {ROUNDS}");
        Err(ParseError::new("folder", &name, expected).into())
    }
}

/// The outcome of the fit, if it has ended.
fn outcome(args: &Arguments) -> Result<Option<FitReport>, Failure> {
    let file = args.folder.join("outcome.json");
    let wrong = |what: String| Failure::input(format!("outcome {}: {what}", file.display()));
    let text = match disk::read_text(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(wrong(error.to_string())),
    };
    let value: Json = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    match value.get("format") {
        Some(format) if *format != OUTCOME_FORMAT => {
            Err(wrong(format!("format: read {format}, expected {OUTCOME_FORMAT} or none")))
        }
        _ => serde_json::from_value(value).map(Some).map_err(|error| wrong(error.to_string())),
    }
}
