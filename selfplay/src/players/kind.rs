//! The trait of the kinds of players.

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
    /// Its settings in words, for errors about settings that do not go together.
    const USAGE: &'static str;

    /// The keys of its settings.
    const KEYS: &'static [&'static str];

    /// Reads its settings; `None` if the settings belong to another kind.
    ///
    /// # Errors
    /// A value that is not valid for its key.
    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError>;

    /// The settings that [`PlayerKind::read`] reads.
    fn write(&self, settings: Settings) -> Settings;

    /// The expected limit, if this kind does not accept the given one.
    fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
        let _ = limit;
        None
    }

    /// The file that the player depends on.
    fn file(&self) -> Option<&Path> {
        None
    }

    /// Whether its replies have the value of the position.
    const VALUES: bool = true;

    /// Whether its replies have proofs.
    const PROOFS: bool = true;

    /// Checks that each of its settings has an effect.
    ///
    /// # Errors
    /// A setting without effect; a file that cannot be read.
    fn check_effects<G: Playable>(&self, table: &Table<'_, G>) -> Result<(), Error> {
        let _ = table;
        Ok(())
    }

    /// Starts the player once to check that it can play.
    ///
    /// # Errors
    /// The fault of the player.
    fn check<G: Playable>(&self, game: &G, terms: Terms, stop: &StopFlag) -> Result<(), Fault> {
        let _ = (game, terms, stop);
        Ok(())
    }

    /// The factory of its bots.
    ///
    /// # Errors
    /// A file that cannot be read.
    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error>;
}

/// The conditions for the bots of a player.
pub(crate) struct Table<'a, G: Playable> {
    /// The game at its start.
    pub(crate) start: &'a State<G>,
    /// The limit of the player.
    pub(crate) limit: Limit,
    /// The times to wait for processes.
    pub(crate) terms: Terms,
}

/// The times to wait for processes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The time that a process without a limit of time has for an answer.
    pub(crate) patience: Duration,
    /// The clock for limits of time.
    pub(crate) timekeeping: Timekeeping,
}

/// Makes the bots of a player for all threads.
#[derive(Clone)]
pub struct BotFactory<G: Playable>(Arc<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>);

impl<G: Playable> BotFactory<G> {
    /// A factory of bots. Each bot plays many games, each of which begins with [`Bot::begin`].
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
