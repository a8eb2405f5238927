//! Games that other programs play.

use std::fs;
use std::path::{Component, Path, PathBuf, absolute};

use clap::Args;
use cli::Failure;
use games::ParseError;
use tuning::tune::Exchange;

#[derive(Args)]
pub(super) struct PlansArgument {
    /// Let other programs play the games: write the plan of each batch to this folder, and wait for
    /// its records or data there. The folder must not lie inside --out
    #[arg(long = "plans", value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl PlansArgument {
    /// The folder of plans, which is made if it is missing; `out` is the folder of the run.
    pub(super) fn exchange(&self, out: Option<&Path>) -> Result<Option<Exchange>, Failure> {
        let Some(folder) = &self.folder else { return Ok(None) };
        if let Some(out) = out.filter(|out| real(folder).starts_with(real(out))) {
            // A run without --resume needs a new folder, and only its own files belong there.
            let expected = format!("a folder outside of --out, {}", out.display());
            return Err(ParseError::new("--plans", &folder.to_string_lossy(), expected).into());
        }
        Ok(Some(Exchange::new(folder)?))
    }
}

/// The path without links, also if its last parts do not exist yet.
fn real(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    let known = path.ancestors().find_map(|part| Some((part, fs::canonicalize(part).ok()?)));
    let Some((part, mut real)) = known else { return path };
    for component in path.components().skip(part.components().count()) {
        match component {
            Component::ParentDir => {
                real.pop();
            }
            other => real.push(other),
        }
    }
    real
}
