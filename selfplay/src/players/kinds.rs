//! The list of the kinds of players. A new kind is a file with its type, which is a
//! [`PlayerKind`], and a line in the list below.

use std::path::Path;

use engine::{Playable, StopFlag};
use games::ParseError;

use crate::Error;
use crate::players::bot::Fault;
use crate::players::greedy::Greedy;
use crate::players::kind::{BotFactory, PlayerKind, Table, Terms};
use crate::players::launch::Launch;
use crate::players::limit::Limit;
use crate::players::random::Random;
use crate::players::sampling::Sampling;
use crate::players::search::{SET, Search};
use crate::players::settings::{Settings, Unread};
use crate::players::switches;
use crate::players::uct::Uct;

/// Declares the kinds of players. The last one, after a semicolon, is that of settings which name
/// no other kind.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident),+; $(#[$default_about:meta])* $default:ident) => {
        /// How a player finds its moves.
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
            /// The settings of a player with the settings of this kind.
            pub(crate) fn write(&self, settings: Settings) -> Settings {
                match self { $(Self::$kind(kind) => kind.write(settings),)+ }
            }

            /// What is expected where a limit, or none, does not go with this kind.
            pub(crate) fn refuses(&self, limit: Option<Limit>) -> Option<&'static str> {
                match self { $(Self::$kind(kind) => kind.refuses(limit),)+ }
            }

            /// The file that its play depends on.
            pub(crate) fn file(&self) -> Option<&Path> {
                match self { $(Self::$kind(kind) => kind.file(),)+ }
            }

            /// Starts it once to see whether it can play.
            pub(crate) fn check<G: Playable>(
                &self,
                game: &G,
                terms: Terms,
                stop: &StopFlag,
            ) -> Result<(), Fault> {
                match self { $(Self::$kind(kind) => kind.check(game, terms, stop),)+ }
            }

            /// What makes its bots.
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
    /// Every legal move is as likely as another.
    Random,
    /// By the look of the moves alone ([`games::Tactics::merit`]).
    Greedy,
    /// By plain sampling of deals, with a short open search of each.
    Sampling,
    /// By a Monte Carlo tree search that knows only the rules.
    Uct,
    /// By asking another program in the text protocol.
    Launch;
    /// By a search in this process.
    Search
}

impl Kind {
    /// Reads the settings of a player that are left when those of all kinds are read.
    ///
    /// # Errors
    /// Values that their keys do not take, and keys that are left over.
    pub(crate) fn read(unread: &mut Unread<'_>) -> Result<Self, ParseError> {
        let kind = Self::of(unread)?;
        match (kind, unread.items.first()) {
            (Some(kind), None) => Ok(kind),
            (_, left) => Err(Self::left_over(left.map_or("", |&(key, _)| key))),
        }
    }

    /// A key that no kind of player has, or that does not go with the others.
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
