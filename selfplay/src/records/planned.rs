//! Reads the plan of a match from a file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use games::ParseError;
use reader::plain_line;
use serde::Deserialize;

use crate::Error;
use crate::records::error::RecordsError;
use crate::records::journal::LONGEST_LINE;
use crate::records::parser::Parser;
use crate::schedule::plan::Plan;

/// The program that made a plan.
#[derive(Deserialize)]
struct Origin {
    build: Option<String>,
    fingerprint: Option<String>,
}

/// Reads the plan in the first line of a file: of a plan, or of records.
///
/// # Errors
/// A file that cannot be read, or has no plan in its first line.
pub fn read_plan(path: &Path) -> Result<Plan, Error> {
    parse(path, &first_line(path)?)
}

/// Reads a plan that this program can play.
///
/// # Errors
/// As [`read_plan`]; [`Error::Foreign`] if this program has another build, or a file of the plan
/// differs here. A plan of another build need not be readable.
pub fn read_playable_plan(path: &Path) -> Result<Plan, Error> {
    let line = first_line(path)?;
    let foreign = |[key, here, planned]: [String; 3]| {
        Err(Error::Foreign { path: path.to_owned(), key, here, planned })
    };
    // Another build may write other keys and another checksum.
    let origin = std::str::from_utf8(&line).ok().and_then(|line| serde_json::from_str(line).ok());
    if let Some(Origin { build, fingerprint }) = origin
        && let Some(difference) = Plan::other_build(build.as_deref(), fingerprint.as_deref())
    {
        return foreign(difference);
    }
    let plan = parse(path, &line)?;
    match plan.foreign_here() {
        Some(difference) => foreign(difference),
        None => Ok(plan),
    }
}

fn first_line(path: &Path) -> Result<Vec<u8>, Error> {
    let wrong = |error| Error::file("plan", path, "a readable file", error);
    let file = File::open(path).map_err(wrong)?;
    let mut line = Vec::new();
    BufReader::new(file.take(LONGEST_LINE)).read_until(b'\n', &mut line).map_err(wrong)?;
    // The checksum tells whether the line is complete.
    if line.is_empty() {
        let expected = "the plan of a match in its first line";
        return Err(ParseError::new("plan", &path.to_string_lossy(), expected).into());
    }
    Ok(line)
}

fn parse(path: &Path, line: &[u8]) -> Result<Plan, Error> {
    let damaged = |error| RecordsError::Line { path: path.to_owned(), line: 1, error };
    let line = std::str::from_utf8(line).map_err(|error| damaged(error.into()))?;
    Ok(Parser::begin(plain_line(line).trim_end()).map_err(damaged)?.plan)
}
