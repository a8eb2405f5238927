//! What a user adds to a game: packs of his own.

use std::path::Path;

use games::Resources;
use games::buteur::Pack;
use selfplay::read_text;

use crate::Failure;

/// What a file adds, where one was given by an option called `name`.
///
/// # Errors
/// A file that cannot be read, or is no pack.
pub fn read_resources(name: &str, file: Option<&str>) -> Result<Resources, Failure> {
    let Some(file) = file else { return Ok(Resources::default()) };
    let wrong = |reason: String| Failure::input(format!("{name}: {file:?}: {reason}"));
    let text = read_text(Path::new(file)).map_err(|error| wrong(error.to_string()))?;
    let pack = Pack::parse(&text).map_err(|error| wrong(error.to_string()))?;
    Ok(Resources::default().with_pack(pack))
}
