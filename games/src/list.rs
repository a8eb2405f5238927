//! The list of games, and the types that are generated from it.

use std::fmt;

use crate::coded::Coded;
use crate::state_text::split_head;
use crate::{
    Actions, Game, Notation, Observations, OptionInfo, Options, ParseError, Resources, State, Step,
};

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

/// A move or event of a game.
type StepOf<G> = Step<<G as Game>::Move, <G as Game>::Event>;

/// The number of low bits of [`AnyMove::bits`] that name the game.
const TAG_BITS: u32 = 8;

/// A game of the list. Its states can be stored as [`AnyState`], and its moves as [`AnyMove`].
///
/// ```
/// use games::{AnyMove, AnyState, Listed, State, Step, ruches::Ruches};
///
/// let state = State::<Ruches>::parse("ruches startpos")?;
/// let mv = state.legal_moves()[0];
/// let any = Ruches::any_move(Step::Move(mv));
/// assert_eq!(Ruches::step(any), Some(Step::Move(mv)));
/// assert!(Ruches::any_state(state).is_legal(any));
/// # Ok::<(), games::ParseError>(())
/// ```
pub trait Listed: Notation + Actions + Observations {
    /// The state as an [`AnyState`].
    fn any_state(state: State<Self>) -> AnyState;

    /// The state in an [`AnyState`]; `None` if it is of another game or board.
    fn state(any: &AnyState) -> Option<&State<Self>>;

    /// The move or event as an [`AnyMove`].
    fn any_move(step: Step<Self::Move, Self::Event>) -> AnyMove;

    /// The move or event of an [`AnyMove`]; `None` if it is of another game or board.
    fn step(any: AnyMove) -> Option<Step<Self::Move, Self::Event>>;
}

/// Declares the games: each with the name of its variant in [`AnyState`], an id for tests and its
/// type. A game that has a type of its own for some values of an option lists those values after
/// the option's key.
macro_rules! games {
    (@listed $variant:ident, $game:ty) => {
        impl Listed for $game {
            fn any_state(state: State<Self>) -> AnyState {
                AnyState::$variant(state)
            }

            fn state(any: &AnyState) -> Option<&State<Self>> {
                match any {
                    AnyState::$variant(state) => Some(state),
                    _ => None,
                }
            }

            fn any_move(step: StepOf<Self>) -> AnyMove {
                AnyMove::$variant(step)
            }

            fn step(any: AnyMove) -> Option<StepOf<Self>> {
                match any {
                    AnyMove::$variant(step) => Some(step),
                    _ => None,
                }
            }
        }
    };
    (($d:tt) $(
        $(#[$doc:meta])*
        $variant:ident, $id:ident, $module:ident::$game:ident
        $(, by $key:literal { $(
            $(#[$other_doc:meta])*
            $value:literal => $other:ident, $other_id:ident, $other_module:ident::$other_game:ident;
        )+ })?;
    )+) => {
        /// A game of any kind in progress, as read from a text.
        ///
        /// Its methods are those of [`State`](crate::State), for games that are known only when
        /// the program runs. States are equal as [`State`](crate::State)s are. A copy is cheap, so
        /// a program that takes moves back keeps copies.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyState {
            $(
                $(#[$doc])*
                $variant(State<crate::$module::$game>),
                $($($(#[$other_doc])* $other(State<crate::$other_module::$other_game>),)+)?
            )+
        }

        /// A move or a chance event of any game. It has no text alone: the text of a move can
        /// depend on the position ([`AnyState::move_text`]).
        ///
        /// ```
        /// use games::{AnyMove, AnyState};
        ///
        /// let mut state = AnyState::parse("maitres startpos moves die4")?;
        /// let moves = state.legal_moves();
        /// let mv = AnyMove::from_bits(moves[0].bits()).expect("a move");
        /// assert_eq!(mv, moves[0]);
        /// state.play(mv).expect("a legal move");
        /// assert_eq!(state.chances().len(), 6);
        /// # Ok::<(), games::ParseError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AnyMove {
            $(
                $(#[$doc])*
                $variant(StepOf<crate::$module::$game>),
                $($($(#[$other_doc])* $other(StepOf<crate::$other_module::$other_game>),)+)?
            )+
        }

        /// The numbers of the games in [`AnyMove::bits`]. They stay the same, so a new game comes
        /// last.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Tag {
            $($variant, $($($other,)+)?)+
        }

        impl AnyMove {
            /// The move or event as a number. Different moves and events have different numbers,
            /// in all games together. Numbers stay the same from one version to the next.
            #[must_use]
            pub fn bits(self) -> u128 {
                let (tag, code) = match self {
                    $(
                        Self::$variant(step) => (Tag::$variant, step.code()),
                        $($(Self::$other(step) => (Tag::$other, step.code()),)+)?
                    )+
                };
                code << TAG_BITS | tag as u128
            }

            /// The move or event of a number; `None` if there is none. It need not be legal
            /// anywhere.
            #[must_use]
            pub fn from_bits(bits: u128) -> Option<Self> {
                let (tag, code) = (bits & ((1 << TAG_BITS) - 1), bits >> TAG_BITS);
                $(
                    if tag == Tag::$variant as u128 {
                        return Step::from_code(code).map(Self::$variant);
                    }
                    $($(
                        if tag == Tag::$other as u128 {
                            return Step::from_code(code).map(Self::$other);
                        }
                    )+)?
                )+
                None
            }
        }

        $(
            games!(@listed $variant, crate::$module::$game);
            $($(games!(@listed $other, crate::$other_module::$other_game);)+)?
        )+

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

        /// As [`for_each_game!`], but a game with several types comes once, with all of them:
        /// `for_each_whole_game!(name)` becomes `name!(id, Type, OtherType);`.
        #[macro_export]
        macro_rules! for_each_whole_game {
            ($d call:ident) => {
                $(
                    $d call!(
                        $id,
                        $crate::$module::$game
                        $($(, $crate::$other_module::$other_game)+)?
                    );
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

// They come after the macros that they use.
mod any_state;
#[cfg(not(test))]
mod compiled;

#[cfg(not(test))]
#[doc(hidden)]
pub use compiled::compiled_for_each_game;

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
}

impl fmt::Display for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
