//! The games that a text may name.

use std::borrow::Cow;
use std::fmt;

use draughts::position_text;
use engine::Playable;
use games::{AnyState, ParseError, Resources, State, for_each_game, with_state};

use crate::games::PresentedGame;
use crate::live_game::LiveGame;
use crate::typed_game::{AnyGame, TypedGame};

/// Reads a position without moves.
pub(crate) type Read = fn(&str, &Resources) -> Result<Box<dyn AnyGame>, ParseError>;

/// The position text of a text in another form, such as PDN. Other texts are returned as they are.
type Forms = fn(&str) -> Result<Cow<'_, str>, ParseError>;

/// The games that a text may name: all of them, or one. A program for one game does not contain the
/// code of the others.
///
/// ```
/// use play::Games;
///
/// let all = Games::all(games::Resources::default());
/// assert_eq!(all.open("ruches startpos", 1)?.start(), Games::ruches().open("ruches", 1)?.start());
/// let error = Games::ruches().open("maitres", 1).unwrap_err();
/// assert_eq!(error.to_string(), "game: read \"maitres startpos\", expected a position of ruches");
/// # Ok::<(), games::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Games {
    read: Read,
    forms: Forms,
    resources: Resources,
}

impl Games {
    /// All games. Texts may also name these resources, and draughts may be FEN or a game of PDN.
    #[must_use]
    pub fn all(resources: Resources) -> Self {
        Self { read: read_any, forms: position_text, resources }
    }

    /// A game from its start: an id with options, or a position text with its moves. People play
    /// all seats.
    ///
    /// # Errors
    /// A text that is neither. The error names the field, the text that was read, and the expected
    /// text.
    pub fn open(&self, text: &str, seed: u64) -> Result<LiveGame, ParseError> {
        LiveGame::read(&(self.forms)(text)?, seed, &self.resources, self.read)
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("resources", &self.resources).finish_non_exhaustive()
    }
}

/// Reads a position of any game.
pub(crate) fn read_any(text: &str, resources: &Resources) -> Result<Box<dyn AnyGame>, ParseError> {
    AnyState::parse_with(text, resources).map(any_game)
}

/// A game that begins with a state.
pub(crate) fn any_game(start: AnyState) -> Box<dyn AnyGame> {
    with_state!(start, state => Box::new(TypedGame::new(state)))
}

/// Reads a position of one game.
fn read_one<G: Playable + PresentedGame>(
    text: &str,
    resources: &Resources,
) -> Result<Box<dyn AnyGame>, ParseError> {
    Ok(Box::new(TypedGame::new(State::<G>::parse_with(text, resources)?)))
}

/// A program for one game reads only position texts.
fn as_it_is(text: &str) -> Result<Cow<'_, str>, ParseError> {
    Ok(text.into())
}

macro_rules! only {
    ($id:ident, $game:ty) => {
        impl Games {
            /// Only this game, with the compiled-in resources. A game whose boards have types of
            /// their own is several games here.
            #[must_use]
            pub fn $id() -> Self {
                Self { read: read_one::<$game>, forms: as_it_is, resources: Resources::default() }
            }
        }
    };
}
for_each_game!(only);
