//! Text of positions, moves and chance events, strict in both directions.
//!
//! ```text
//! position := game [":" option ("," option)*] SP ( "startpos" | fields ) [ SP "moves" ( SP move )+ ]
//! option   := key "=" value
//! ```

use crate::{Game, OptionInfo, Options, Paint, ParseError, Seat};

/// A game that can be read and written.
///
/// A small game may use the defaults: no options, one field, simple names. The text of an option, a
/// field, a move or an event has no spaces.
pub trait Notation: Game {
    /// The game's id in position texts.
    const NAME: &'static str;
    /// The game's full name.
    const TITLE: &'static str = Self::NAME;
    /// A paragraph for users.
    const ABOUT: &'static str = "";
    /// The options, in alphabetical order of key.
    const OPTIONS: &'static [OptionInfo] = &[];

    /// The game under the given options.
    ///
    /// # Errors
    /// Options that exclude each other.
    fn from_options(options: &Options<'_>) -> Result<Self, ParseError>;

    /// The value in force of each of [`Notation::OPTIONS`], in that order.
    fn option_values(&self) -> Vec<String> {
        Vec::new()
    }

    /// The names of the fields under these rules.
    fn fields(&self) -> &'static [&'static str] {
        &["board"]
    }

    /// Reads a position; `fields` has one text for each of [`Notation::fields`].
    ///
    /// # Errors
    /// A text that is no position of the game. The error names the field.
    fn parse_fields(&self, fields: &[&str]) -> Result<Self::Position, ParseError>;

    /// The canonical fields, separated by single spaces.
    fn format_fields(&self, position: &Self::Position) -> String;

    /// The text of a legal move of `position`; by default its `Debug` text in small letters.
    fn format_move(&self, _: &Self::Position, mv: Self::Move) -> String {
        format!("{mv:?}").to_lowercase()
    }

    /// The texts of legal moves of `position`. It takes time in proportion to their number, also
    /// where the text of one move depends on the others.
    fn format_moves(&self, position: &Self::Position, moves: &[Self::Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.format_move(position, mv)).collect()
    }

    /// The text of a chance event; by default its `Debug` text in small letters.
    fn format_event(&self, event: Self::Event) -> String {
        format!("{event:?}").to_lowercase()
    }

    /// The seat's name in texts and results; by default its number from 1.
    fn seat_name(&self, seat: Seat) -> &'static str {
        ["1", "2", "3", "4"][seat.index()]
    }

    /// The name of the player whose turn it is, as the position text writes it. By default it is
    /// the seat's name. It differs where several players share a seat.
    fn player_name(&self, position: &Self::Position) -> &'static str {
        self.seat_name(self.mover(position))
    }

    /// The points of each seat as they count at the end, in games that are won by points. Otherwise
    /// empty.
    fn points(&self, _: &Self::Position) -> Vec<u32> {
        Vec::new()
    }

    /// A board for people to read, in several lines; by default the fields.
    fn diagram(&self, position: &Self::Position, _: Paint) -> String {
        format!("{}\n", self.format_fields(position))
    }

    /// Texts of legal moves besides those of [`Notation::format_move`], sorted: where a move has
    /// several routes that a person can choose cell by cell. There may be more than are listed.
    fn other_routes(&self, _: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Reads a legal move of `position`. By default it compares `text` with the text of each legal
    /// move; a game that reads the text itself is faster.
    ///
    /// # Errors
    /// A text that is not a legal move there.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        let mut found = None;
        self.each_move(position, |mv| {
            if found.is_none() && self.format_move(position, mv) == text {
                found = Some(mv);
            }
        });
        found.ok_or_else(|| illegal(text))
    }

    /// Reads legal moves of `position`, each by itself. It takes time in proportion to their
    /// number.
    fn parse_moves(
        &self,
        position: &Self::Position,
        texts: &[&str],
    ) -> Vec<Result<Self::Move, ParseError>> {
        texts.iter().map(|text| self.parse_move(position, text)).collect()
    }
}

/// The error of a text that is not a legal move.
pub(crate) fn illegal(text: &str) -> ParseError {
    ParseError::new("move", text, "a legal move here")
}

/// The canonical head of a position text: the game and its options that are not the default.
#[must_use]
#[inline(never)]
pub fn format_game<G: Notation>(game: &G) -> String {
    let values = game.option_values();
    let given: Vec<_> = G::OPTIONS
        .iter()
        .zip(values)
        .filter(|(info, value)| info.default != value)
        .map(|(info, value)| format!("{}={value}", info.key))
        .collect();
    if given.is_empty() { G::NAME.to_owned() } else { format!("{}:{}", G::NAME, given.join(",")) }
}

/// The canonical text of a position.
#[must_use]
#[inline(never)]
pub fn format_position<G: Notation>(game: &G, position: &G::Position) -> String {
    format!("{} {}", format_game(game), game.format_fields(position))
}
