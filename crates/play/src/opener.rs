//! The games that a text may name.

use std::fmt;
use std::sync::Arc;

use draughts::position_text;
use games::{AnyState, ParseError, Resources, with_state};

use crate::live_game::LiveGame;
use crate::question::{AskedPosition, FindEndings, Question};
use crate::typed_game::{AnyGame, TypedGame};

/// Reads a position without moves.
type Read = dyn Fn(&str) -> Result<Box<dyn AnyGame>, ParseError> + Send + Sync;

/// The games that a text may name. Draughts may be FEN or a game of PDN.
///
/// ```
/// use play::Games;
///
/// let all = Games::all(games::Resources::default());
/// assert_eq!(all.open("ruches", 1)?.start(), all.open("ruches startpos", 1)?.start());
/// # Ok::<(), games::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Games {
    read: Arc<Read>,
    endings: Option<FindEndings>,
}

impl Games {
    /// All games. Texts may also name these resources.
    #[must_use]
    pub fn all(resources: Resources) -> Self {
        Self { read: Arc::new(move |text| read_any(text, &resources)), endings: None }
    }

    /// All games, with the compiled-in resources. `ask` makes the questions to an engine that is in
    /// another program ([`EngineOfGame`](crate::EngineOfGame)), so this program need not contain
    /// the search. Its games are not drawn as text.
    #[must_use]
    pub fn asking(ask: fn(AskedPosition) -> Box<dyn Question>) -> Self {
        let read = move |text: &str| {
            let start = AnyState::parse(text)?;
            let game: Box<dyn AnyGame> =
                with_state!(start, state => Box::new(TypedGame::asking(state, ask)));
            Ok(game)
        };
        Self { read: Arc::new(read), endings: None }
    }

    /// The same games, with searches that use the endgame tables which `find` finds.
    #[must_use]
    pub fn with_endings(self, find: Option<FindEndings>) -> Self {
        Self { endings: find, ..self }
    }

    /// A game from its start: an id with options, or a position text with its moves. People play
    /// all seats.
    ///
    /// # Errors
    /// A text that is neither. The error names the field, the text that was read, and the expected
    /// text.
    pub fn open(&self, text: &str, seed: u64) -> Result<LiveGame, ParseError> {
        let mut game = LiveGame::read(&position_text(text)?, seed, &*self.read)?;
        game.set_endings(self.endings);
        Ok(game)
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").finish_non_exhaustive()
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
