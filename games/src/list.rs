//! The list of games, and the types that are generated from it.

use std::fmt;

use crate::state_text::split_head;
use crate::{Actor, Game, Notation, OptionInfo, Options, ParseError, Resources, State};

/// The description of a game for users.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The id in position texts.
    pub name: &'static str,
    /// The full name.
    pub title: &'static str,
    /// A paragraph for users.
    pub about: &'static str,
    /// The most seats that any options give.
    pub seats: u8,
    /// The options, in alphabetical order of key.
    pub options: &'static [OptionInfo],
}

impl GameInfo {
    const fn of<G: Notation>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            seats: <G as Game>::MAX_SEATS,
            options: G::OPTIONS,
        }
    }
}

/// Declares the games: each with the name of its variant in [`AnyState`], an id for tests and its
/// type. A game that has a type of its own for some values of an option lists those values after
/// the option's key.
macro_rules! games {
    (($d:tt) $(
        $(#[$doc:meta])*
        $variant:ident, $id:ident, $module:ident::$game:ident
        $(, by $key:literal { $(
            $(#[$other_doc:meta])*
            $value:literal => $other:ident, $other_id:ident, $other_module:ident::$other_game:ident;
        )+ })?;
    )+) => {
        /// A game of any kind in progress, as read from a text.
        #[derive(Clone, Debug)]
        pub enum AnyState {
            $(
                $(#[$doc])*
                $variant(State<crate::$module::$game>),
                $($($(#[$other_doc])* $other(State<crate::$other_module::$other_game>),)+)?
            )+
        }

        const INFOS: &[GameInfo] = &[$(GameInfo::of::<crate::$module::$game>()),+];

        impl AnyState {
            /// The ids of all games.
            pub const NAMES: &'static [&'static str] = &[$(<crate::$module::$game as Notation>::NAME),+];

            /// As [`AnyState::parse`]. The text may also name these resources.
            ///
            /// # Errors
            /// As [`AnyState::parse`].
            pub fn parse_with(text: &str, resources: &Resources) -> Result<Self, ParseError> {
                let (name, options, rest) = split_head(text);
                $(if name == <crate::$module::$game as Notation>::NAME {
                    $(
                        let chosen = Options::parse(<crate::$module::$game>::OPTIONS, options)?;
                        match chosen.get($key) {
                            $($value => {
                                let state = State::parse_parts(options, rest, resources);
                                return state.map(Self::$other);
                            })+
                            _ => {}
                        }
                    )?
                    return State::parse_parts(options, rest, resources).map(Self::$variant);
                })+
                let names = Self::NAMES.join(" ");
                Err(ParseError::new("game", name, format!("one of {names}")))
            }
        }

        /// Runs an expression, generic over the game, on the state inside an
        /// [`AnyState`](crate::AnyState): `with_state!(any, state => expression)`.
        #[macro_export]
        macro_rules! with_state {
            ($d any:expr, $d state:ident => $d body:expr) => {
                match $d any {
                    $(
                        $crate::AnyState::$variant($d state) => $d body,
                        $($($crate::AnyState::$other($d state) => $d body,)+)?
                    )+
                }
            };
        }

        /// Runs an expression, generic over the game, with the type of the game inside an
        /// [`AnyState`](crate::AnyState): `with_game!(any, G => expression)`.
        #[macro_export]
        macro_rules! with_game {
            ($d any:expr, $d game:ident => $d body:expr) => {
                match $d any {
                    $(
                        $crate::AnyState::$variant(_) => {
                            type $d game = $crate::$module::$game;
                            $d body
                        }
                        $($($crate::AnyState::$other(_) => {
                            type $d game = $crate::$other_module::$other_game;
                            $d body
                        })+)?
                    )+
                }
            };
        }

        /// Compiles a function that is generic over the game for each game, in the crate that calls
        /// the macro: `compile_for_each_game!(entry_points)` makes a function that calls
        /// `entry_points` with the type of every game.
        #[macro_export]
        macro_rules! compile_for_each_game {
            ($d entry_points:ident) => {
                /// Names the entry points for each listed game. It is never called.
                #[doc(hidden)]
                #[inline(never)]
                pub fn compiled_for_each_game() {
                    $(
                        $d entry_points::<$crate::$module::$game>();
                        $($($d entry_points::<$crate::$other_module::$other_game>();)+)?
                    )+
                }
            };
        }

        /// Expands a macro once for each game: `for_each_game!(name)` becomes `name!(id, Type);`
        /// for every game, with its id as an identifier. A game with several types comes once for
        /// each.
        #[macro_export]
        macro_rules! for_each_game {
            ($d call:ident) => {
                $(
                    $d call!($id, $crate::$module::$game);
                    $($($d call!($other_id, $crate::$other_module::$other_game);)+)?
                )+
            };
        }
    };
}

games! { ($)
    /// Master Bénédictine.
    Benedictine, benedictine, benedictine::Benedictine;
    /// La Guerre des Maîtres Français.
    Maitres, maitres, maitres::Maitres;
    /// Bataille de ruches.
    Ruches, ruches, ruches::Ruches;
    /// L'Étoile des Dames.
    Etoile, etoile, etoile::EtoileOnStar, by "board" {
        /// L'Étoile des Dames on 64 squares.
        "square8" => EtoileSquare8, etoile_square8, etoile::EtoileOnSquare8;
        /// L'Étoile des Dames on 100 squares.
        "square10" => EtoileSquare10, etoile_square10, etoile::EtoileOnSquare10;
    };
    /// Buteur.
    Buteur, buteur, buteur::Buteur;
}

impl AnyState {
    /// The descriptions of all games, in the order of [`AnyState::NAMES`].
    #[must_use]
    pub const fn infos() -> &'static [GameInfo] {
        INFOS
    }

    /// Reads a position text with its moves.
    ///
    /// # Errors
    /// A text that is not a position of a known game. The error names the field, the text that was
    /// read, and the expected text.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_with(text, Resources::none())
    }

    /// Reads a game with its options, without a position, and gives its start.
    ///
    /// # Errors
    /// As [`AnyState::parse`]; a text with spaces.
    pub fn start(game: &str) -> Result<Self, ParseError> {
        Self::start_with(game, Resources::none())
    }

    /// As [`AnyState::start`]. The text may also name these resources.
    ///
    /// # Errors
    /// As [`AnyState::start`].
    pub fn start_with(game: &str, resources: &Resources) -> Result<Self, ParseError> {
        if game.contains(' ') {
            return Err(ParseError::new("game", game, "a game and its options without spaces"));
        }
        Self::parse_with(&format!("{game} startpos"), resources)
    }

    /// The actor: a seat, chance, or nobody.
    #[must_use]
    pub fn actor(&self) -> Actor {
        with_state!(self, state => state.actor())
    }

    /// The texts of all legal moves, or of all possible events where chance acts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        with_state!(self, state => match state.actor() {
            Actor::Chance => {
                state.legal_events().into_iter().map(|(event, _)| state.event_text(event)).collect()
            }
            _ => state.legal_moves().into_iter().map(|mv| state.move_text(mv)).collect(),
        })
    }

    /// Plays a move or chance event by its text.
    ///
    /// ```
    /// use games::AnyState;
    ///
    /// let mut state = AnyState::parse("benedictine startpos")?;
    /// state.play("c2-d3@f2")?;
    /// let before = state.to_string();
    /// assert!(state.play("c2-d3@f2").is_err());
    /// assert_eq!(state.to_string(), before);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// If it is not legal. Then the state is unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), ParseError> {
        with_state!(self, state => state.try_step(text))
    }

    /// The text of the position, as [`State::text`]. `Display` writes the same.
    #[must_use]
    pub fn text(&self) -> String {
        with_state!(self, state => state.text())
    }
}

impl fmt::Display for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
