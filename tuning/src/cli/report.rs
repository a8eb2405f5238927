//! `tuning report`.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use clap::Args;
use engine::program::{Failure, print_line};
use games::ParseError;
use tuning::fit::{Epoch, Outcome};
use tuning::{Log, fit_page, write_atomically};

pub(super) const EXAMPLE: &str = "Example: tuning report ruches-fit --out ruches-fit/report";

#[derive(Args)]
pub(super) struct Arguments {
    /// The folder of a run
    folder: PathBuf,
    /// A folder for the page, which is made where it is missing
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Writes the page of a run, also while it goes on.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let log = args.folder.join("log.jsonl");
    let name = args.folder.to_string_lossy();
    if !log.is_file() {
        return Err(ParseError::new("folder", &name, "the folder of a run, with log.jsonl").into());
    }
    let page =
        fit_page(&format!("Fit {name}"), &Log::read::<Epoch>(&log)?, outcome(args)?.as_ref());
    fs::create_dir_all(&args.out).map_err(|error| {
        let expected = format!("a folder to write to ({error})");
        Failure::from(ParseError::new("out", &args.out.to_string_lossy(), expected))
    })?;
    let file = args.out.join("report.html");
    write_atomically(&file, page.as_bytes())?;
    print_line(&file.display().to_string())
}

/// What the fit came to, if it has come to its end.
fn outcome(args: &Arguments) -> Result<Option<Outcome>, Failure> {
    let file = args.folder.join("outcome.json");
    let wrong = |what: String| Failure::input(format!("outcome {}: {what}", file.display()));
    match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|error| wrong(error.to_string())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(error.to_string())),
    }
}
