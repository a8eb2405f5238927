//! The one list of games: a new game adds its line to [`AnyState`], [`AnyState::parse`] and the two
//! macros below.

use crate::benedictine::Benedictine;
use crate::buteur::Buteur;
use crate::etoile::{Etoile, Square8, Square10, Star};
use crate::maitres::Maitres;
use crate::ruches::Ruches;
use crate::state_text::split_head;
use crate::{Notation, Options, ParseError, Resources, State};

/// A game of any kind under way, as read from a text.
#[derive(Clone, Debug)]
pub enum AnyState {
    /// Master Bénédictine.
    Benedictine(State<Benedictine>),
    /// La Guerre des Maîtres Français.
    Maitres(State<Maitres>),
    /// Bataille de ruches.
    Ruches(State<Ruches>),
    /// L'Étoile des Dames.
    Etoile(State<Etoile<Star>>),
    /// The same on 64 squares.
    EtoileSquare8(State<Etoile<Square8>>),
    /// The same on 100 squares.
    EtoileSquare10(State<Etoile<Square10>>),
    /// Buteur.
    Buteur(State<Buteur>),
}

impl AnyState {
    /// The ids of all games.
    pub const NAMES: &'static [&'static str] =
        &[Benedictine::NAME, Maitres::NAME, Ruches::NAME, Etoile::<Star>::NAME, Buteur::NAME];

    /// Reads a position text with its moves.
    ///
    /// # Errors
    /// Anything that is not a position of a known game, naming the field, what was read and what was
    /// expected.
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

    /// As [`AnyState::start`], where the text may name these resources, too.
    ///
    /// # Errors
    /// As [`AnyState::start`].
    pub fn start_with(game: &str, resources: &Resources) -> Result<Self, ParseError> {
        if game.contains(' ') {
            return Err(ParseError::new("game", game, "a game and its options without spaces"));
        }
        Self::parse_with(&format!("{game} startpos"), resources)
    }

    /// As [`AnyState::parse`], where texts may name these resources, too.
    ///
    /// # Errors
    /// As [`AnyState::parse`].
    pub fn parse_with(text: &str, resources: &Resources) -> Result<Self, ParseError> {
        let (name, options, rest) = split_head(text);
        match name {
            Benedictine::NAME => {
                State::parse_parts(options, rest, resources).map(Self::Benedictine)
            }
            Maitres::NAME => State::parse_parts(options, rest, resources).map(Self::Maitres),
            Ruches::NAME => State::parse_parts(options, rest, resources).map(Self::Ruches),
            Etoile::<Star>::NAME => {
                match Options::parse(Etoile::<Star>::OPTIONS, options)?.get("board") {
                    "square8" => {
                        State::parse_parts(options, rest, resources).map(Self::EtoileSquare8)
                    }
                    "square10" => {
                        State::parse_parts(options, rest, resources).map(Self::EtoileSquare10)
                    }
                    _ => State::parse_parts(options, rest, resources).map(Self::Etoile),
                }
            }
            Buteur::NAME => State::parse_parts(options, rest, resources).map(Self::Buteur),
            _ => {
                let names = Self::NAMES.join(" ");
                Err(ParseError::new("game", name, format!("one of {names}")))
            }
        }
    }
}

/// Runs an expression, generic over the game, on the state inside an [`AnyState`]:
/// `with_state!(any, state => expression)`.
#[macro_export]
macro_rules! with_state {
    ($any:expr, $state:ident => $body:expr) => {
        match $any {
            $crate::AnyState::Benedictine($state) => $body,
            $crate::AnyState::Maitres($state) => $body,
            $crate::AnyState::Ruches($state) => $body,
            $crate::AnyState::Etoile($state) => $body,
            $crate::AnyState::EtoileSquare8($state) => $body,
            $crate::AnyState::EtoileSquare10($state) => $body,
            $crate::AnyState::Buteur($state) => $body,
        }
    };
}

/// Runs an expression, generic over the game, with the type of the game inside an
/// [`AnyState`](crate::AnyState): `with_game!(any, G => expression)`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        $crate::with_game!(
            @ $any, $game => $body;
            Benedictine: $crate::benedictine::Benedictine,
            Maitres: $crate::maitres::Maitres,
            Ruches: $crate::ruches::Ruches,
            Etoile: $crate::etoile::Etoile<$crate::etoile::Star>,
            EtoileSquare8: $crate::etoile::Etoile<$crate::etoile::Square8>,
            EtoileSquare10: $crate::etoile::Etoile<$crate::etoile::Square10>,
            Buteur: $crate::buteur::Buteur,
        )
    };
    (@ $any:expr, $game:ident => $body:expr; $($variant:ident: $type:ty,)*) => {
        match $any {
            $($crate::AnyState::$variant(_) => {
                type $game = $type;
                $body
            })*
        }
    };
}

/// Expands a macro once for each game: `for_each_game!(name)` becomes `name!(id, Type);` for every
/// game, with its id as an identifier.
#[macro_export]
macro_rules! for_each_game {
    ($call:ident) => {
        $call!(benedictine, $crate::benedictine::Benedictine);
        $call!(maitres, $crate::maitres::Maitres);
        $call!(ruches, $crate::ruches::Ruches);
        $call!(etoile, $crate::etoile::Etoile<$crate::etoile::Star>);
        $call!(etoile_square8, $crate::etoile::Etoile<$crate::etoile::Square8>);
        $call!(etoile_square10, $crate::etoile::Etoile<$crate::etoile::Square10>);
        $call!(buteur, $crate::buteur::Buteur);
    };
}
