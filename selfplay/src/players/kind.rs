//! What a kind of player is: how its settings are read, and how it plays.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::{Playable, StopFlag};
use games::{ParseError, State};

use crate::Error;
use crate::players::bot::{Bot, Fault};
use crate::players::limit::Limit;
use crate::players::settings::{Settings, Unread};
use crate::players::timekeeping::Timekeeping;

/// A kind of player: how its settings are read, and how it plays.
pub(crate) trait PlayerKind: Clone + fmt::Debug + Sized {
    /// Its settings, in words: for errors about settings that do not go together.
    const USAGE: &'static str;

    /// The keys of its settings.
    const KEYS: &'static [&'static str];

    /// Reads its settings; `None` if they are those of another kind.
    ///
    /// # Errors
    /// A value that a key does not take.
    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError>;

    /// The settings that [`PlayerKind::read`] reads.
    fn write(&self, settings: Settings) -> Settings;

    /// What is expected where a limit, or none, does not go with this kind.
    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        let _ = limit;
        None
    }

    /// The file that its play depends on.
    fn file(&self) -> Option<&Path> {
        None
    }

    /// Starts it once to see whether it can play.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check<G: Playable>(&self, game: &G, terms: Terms, stop: &StopFlag) -> Result<(), Fault> {
        let _ = (game, terms, stop);
        Ok(())
    }

    /// What makes its bots.
    ///
    /// # Errors
    /// A file that cannot be read.
    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error>;
}

/// The conditions under which the bots of a player are to play.
pub(crate) struct Table<'a, G: Playable> {
    /// The game at its start.
    pub(crate) start: &'a State<G>,
    /// The limit of the player.
    pub(crate) limit: Limit,
    /// How long processes are waited for.
    pub(crate) terms: Terms,
}

/// How long processes are waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The time that a process without a limit of time has for an answer.
    pub(crate) patience: Duration,
    /// The clock of limits of time.
    pub(crate) timekeeping: Timekeeping,
}

/// Makes a bot whenever a thread needs one.
#[derive(Clone)]
pub struct BotFactory<G: Playable>(Arc<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>);

impl<G: Playable> BotFactory<G> {
    /// A factory of bots. Each bot plays many games, and begins each one with [`Bot::begin`].
    pub fn new<B: Bot<G> + 'static>(make: impl Fn() -> B + Send + Sync + 'static) -> Self {
        Self(Arc::new(move || Box::new(make())))
    }

    pub(crate) fn make(&self) -> Box<dyn Bot<G>> {
        (self.0)()
    }
}

impl<G: Playable> fmt::Debug for BotFactory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BotFactory")
    }
}
