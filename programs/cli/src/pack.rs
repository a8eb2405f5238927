//! A pitch and a pack for Buteur from a file of the user.

use std::io;
use std::path::Path;

use games::buteur::Pack;
use games::{AnyState, Notation, OptionValues, ParseError, Resources, with_state};

use crate::Failure;

/// The argument that names the file of a pack.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PackArgument {
    /// A file with another pitch and pack for Buteur; positions name it by the option `pack`
    #[arg(long = "pack", value_name = "FILE")]
    pub file: Option<String>,
}

/// The contents of the file, if there is one.
#[derive(Clone, Debug, Default)]
pub struct OwnPack {
    /// The text of the file.
    pub text: Option<String>,
    /// The resources that the texts of positions may name.
    pub resources: Resources,
    /// The file, and the name of the pack in it.
    source: Option<[String; 2]>,
}

impl PackArgument {
    /// Reads the file.
    ///
    /// # Errors
    /// A file that cannot be read or is no pack.
    pub fn read(&self) -> Result<OwnPack, Failure> {
        OwnPack::read("--pack", self.file.as_deref())
    }
}

impl OwnPack {
    /// Reads a file, if one was given; `name` is the option that names it.
    ///
    /// # Errors
    /// A file that cannot be read or is no pack.
    pub fn read(name: &str, file: Option<&str>) -> Result<Self, Failure> {
        let Some(file) = file else { return Ok(Self::default()) };
        let text = read_pack(Path::new(file)).map_err(|error| {
            ParseError::new(name, file, format!("a file with a pitch and a pack ({error})"))
        })?;
        let pack = Pack::parse(&text)
            .map_err(|error| Failure::input(format!("{name}: {file:?}: {error}")))?;
        let source = Some([file.to_owned(), pack.name().to_owned()]);
        Ok(Self { text: Some(text), resources: Resources::default().with_pack(pack), source })
    }

    /// The start of a game, from its name with options.
    ///
    /// # Errors
    /// A text that is no game, or does not name the pack.
    pub fn start(&self, game: &str) -> Result<AnyState, ParseError> {
        self.named_by(AnyState::start_with(game, &self.resources)?)
    }

    /// The position of a text.
    ///
    /// # Errors
    /// A text that is no position, or does not name the pack.
    pub fn position(&self, text: &str) -> Result<AnyState, ParseError> {
        self.named_by(AnyState::parse_with(text, &self.resources)?)
    }

    /// A state, if it names the pack: the pack has no effect in others.
    fn named_by(&self, any: AnyState) -> Result<AnyState, ParseError> {
        let Some([file, name]) = &self.source else { return Ok(any) };
        if with_state!(&any, state => names(state.game(), name)) {
            return Ok(any);
        }
        let expected = format!("the option pack={name} in the game, since the file has this pack");
        Err(ParseError::new("--pack", file, expected))
    }
}

/// Whether an option of a game names a pack.
fn names<G: Notation>(game: &G, pack: &str) -> bool {
    let is_pack = |values: &OptionValues| matches!(values, OptionValues::Resource(kind) if *kind == Pack::KIND);
    let mut options = G::OPTIONS.iter().zip(game.option_values());
    options.any(|(option, value)| is_pack(&option.values) && value == pack)
}

/// The text of a file, if it is short enough to be a pack.
fn read_pack(path: &Path) -> io::Result<String> {
    const MOST_MIB: u64 = 16;
    disk::read_at_most(path, MOST_MIB).and_then(disk::as_text)
}
