//! The list of the kinds of players. A new kind is a file with its type, which implements
//! [`PlayerKind`], and a line in the list below.

use std::path::Path;

use engine::{Playable, StopFlag};
use games::ParseError;

use crate::Error;
use crate::players::bot::Fault;
use crate::players::greedy::Greedy;
use crate::players::hub::Hub;
use crate::players::kind::{BotFactory, PlayerKind, Table, Terms};
use crate::players::launch::Launch;
use crate::players::limit::Limit;
use crate::players::random::Random;
use crate::players::sampling::Sampling;
use crate::players::search::Search;
use crate::players::settings::{Settings, Unread};
use crate::players::switches::{self, SET};
use crate::players::uct::Uct;

/// Declares the kinds of players. The last one, after a semicolon, is the default for settings that
/// name no other kind.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident),+; $(#[$default_about:meta])* $default:ident) => {
        /// The kind of a player, with its settings.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$about])* $kind($kind),)+
            $(#[$default_about])* $default($default),
        }

        kinds! { @from $($kind)+ $default }

        impl Kind {
            /// The settings of each kind, in words.
            const USAGES: &[&str] = &[$($kind::USAGE,)+ $default::USAGE];

            /// The keys of each kind.
            const KEYS: &[&[&str]] = &[$($kind::KEYS,)+ $default::KEYS];

            fn of(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
                $(if let Some(kind) = $kind::read(unread)? {
                    return Ok(Some(kind.into()));
                })+
                Ok($default::read(unread)?.map(Self::from))
            }
        }

        kinds! { @methods $($kind)+ $default }
    };
    (@from $($kind:ident)+) => {
        $(impl From<$kind> for Kind {
            fn from(kind: $kind) -> Self {
                Self::$kind(kind)
            }
        })+
    };
    (@methods $($kind:ident)+) => {
        impl Kind {
            /// Adds the settings of this kind to the settings of a player.
            pub(crate) fn write(&self, settings: Settings) -> Settings {
                match self { $(Self::$kind(kind) => kind.write(settings),)+ }
            }

            /// The expected limit, if this kind does not accept the given one.
            pub(crate) fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
                match self { $(Self::$kind(kind) => kind.refuses(limit),)+ }
            }

            /// The file that the player depends on.
            pub(crate) fn file(&self) -> Option<&Path> {
                match self { $(Self::$kind(kind) => kind.file(),)+ }
            }

            /// Whether its replies have the value of the position.
            pub(crate) fn has_values(&self) -> bool {
                match self { $(Self::$kind(_) => $kind::VALUES,)+ }
            }

            /// Whether its replies have proofs.
            pub(crate) fn has_proofs(&self) -> bool {
                match self { $(Self::$kind(_) => $kind::PROOFS,)+ }
            }

            /// Checks that each of its settings has an effect.
            pub(crate) fn check_effects<G: Playable>(
                &self,
                table: &Table<'_, G>,
            ) -> Result<(), Error> {
                match self { $(Self::$kind(kind) => kind.check_effects(table),)+ }
            }

            /// Starts the player once to check that it can play.
            pub(crate) fn check<G: Playable>(
                &self,
                game: &G,
                terms: Terms,
                stop: &StopFlag,
            ) -> Result<(), Fault> {
                match self { $(Self::$kind(kind) => kind.check(game, terms, stop),)+ }
            }

            /// The factory of its bots.
            pub(crate) fn factory<G: Playable>(
                &self,
                table: &Table<'_, G>,
            ) -> Result<BotFactory<G>, Error> {
                match self { $(Self::$kind(kind) => kind.factory(table),)+ }
            }
        }
    };
}

kinds! {
    /// Plays random moves, all with the same probability.
    Random,
    /// Plays the move with the greatest merit ([`games::Tactics::merit`]), without a search.
    Greedy,
    /// Samples deals, and searches each one with all cards open.
    Sampling,
    /// Uses a Monte Carlo tree search that knows only the rules.
    Uct,
    /// Asks another program in the Hub protocol.
    Hub,
    /// Asks another program in the text protocol.
    Launch;
    /// Searches in this process.
    Search
}

impl Kind {
    /// Reads the remaining settings of a player, after the settings of all kinds are read.
    ///
    /// # Errors
    /// Values that are not valid for their keys, and unknown keys.
    pub(crate) fn read(unread: &mut Unread<'_>) -> Result<Self, ParseError> {
        let kind = Self::of(unread)?;
        match (kind, unread.items.first()) {
            (Some(kind), None) => Ok(kind),
            (_, left) => Err(Self::left_over(left.map_or("", |&(key, _)| key))),
        }
    }

    /// The error for a key that is unknown or does not go with the other keys.
    fn left_over(key: &str) -> ParseError {
        let is_known = Self::KEYS.iter().any(|keys| keys.contains(&key));
        if is_known || switches::find(key).is_some() || key.starts_with(SET) {
            let expected = format!("keys that go together: {}", Self::USAGES.join(", or "));
            return ParseError::new("player key", key, expected);
        }
        let common = ["name", "random-plies"].into_iter();
        let keys = common.chain(Self::KEYS.iter().copied().flatten().copied());
        let keys: Vec<_> = keys.chain(Limit::KEYS).chain(switches::names()).collect();
        let expected = format!("one of {} set.NAME option.NAME", keys.join(" "));
        ParseError::new("player key", key, expected)
    }
}
