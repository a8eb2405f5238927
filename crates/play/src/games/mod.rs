//! The presentation of each game to people: a module for each, with the trait [`PresentedGame`].

mod benedictine;
mod buteur;
mod buteur_match;
mod etoile;
mod maitres;
mod ruches;

use games::{Notation, Seat, Step, format_position};

use crate::happening::{Effect, Happening, Piece, captured, changes};
use crate::language::Language;
use crate::threatened::Threatened;
use crate::why::Refused;
use crate::words::Words;

/// The ladder of a game whose levels were not measured.
const STANDARD_LADDER: [usize; 10] = [0, 2, 3, 4, 5, 7, 8, 10, 13, 17];

/// The presentation of a game to people: its words, its board's legend, its levels.
///
/// Every method has a default that works for any game, so that a new game begins with an empty
/// `impl`. A method that takes a position gets it as its reader may see it, without hidden cards.
pub(crate) trait PresentedGame: Notation {
    /// The game's texts in a language, as TOML tables of texts by key. The game's list of options
    /// fills in missing keys.
    fn words(_: Language) -> &'static str {
        ""
    }

    /// The strengths of the ten levels, as indices into [`STRENGTHS`](crate::level::STRENGTHS),
    /// chosen so that the distance between neighbours is about the same
    /// (docs/reference/measurements.md).
    const LADDER: [usize; 10] = STANDARD_LADDER;

    /// The players' names in texts, in the order of their numbers.
    fn players(&self) -> Vec<&'static str> {
        Seat::all(self.seats()).map(|seat| self.seat_name(seat)).collect()
    }

    /// The seat of a player. Players of a team share one.
    fn seat_of(&self, player: u8) -> Seat {
        Seat::new(player)
    }

    /// A position in words: a line for each side or hand, then all other facts.
    fn describe(&self, position: &Self::Position, _: &Words<'_>) -> Vec<String> {
        vec![format_position(self, position)]
    }

    /// The lines below the drawn board; `None` to keep the game's default lines.
    fn legend(&self, _: &Self::Position, _: &Words<'_>) -> Option<Vec<String>> {
        None
    }

    /// The notation of a move or an event, read aloud.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        words.path(text)
    }

    /// The reason why a cell or a card cannot be chosen, if it is known.
    fn why(&self, _: &Self::Position, _: Refused<'_>, _: &Words<'_>) -> Option<String> {
        None
    }

    /// The key of the game's own words for a threat, without the game's name. It counts only if the
    /// texts have this key.
    fn threat_key(&self, kind: Threatened) -> Option<&'static str> {
        match kind {
            Threatened::Win => Some("threat"),
            Threatened::Capture => Some("threat-capture"),
        }
    }

    /// The positions in which a seat would act if it were its turn now, one for each roll. There
    /// are none if the game has no threats.
    fn with_turn(&self, _: &Self::Position, _: Seat) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Whether a move counts as a capture in threats.
    fn is_capture(&self, _: Self::Move) -> bool {
        false
    }

    /// Whether a move takes a piece off because a capture was omitted.
    fn is_huff(&self, _: Self::Move) -> bool {
        false
    }

    /// The pieces on the board. There are none if nothing can happen to pieces.
    fn pieces(&self, _: &Self::Position) -> Vec<Piece> {
        Vec::new()
    }

    /// The happenings of a step, without the end of the game: by default the pieces that are taken
    /// or promoted. All viewers may know them.
    fn happenings(
        &self,
        before: &Self::Position,
        step: Step<Self::Move, Self::Event>,
        after: &Self::Position,
    ) -> Vec<Happening> {
        changes(self, before, step, after)
    }

    /// The effect of a possible move, if its text does not tell it: by default the pieces that a
    /// capture takes.
    fn effect(&self, position: &Self::Position, mv: Self::Move) -> Option<Effect> {
        captured(self, position, mv)
    }

    /// Whether a move moves two pieces.
    fn moves_two(&self, _: Self::Move) -> bool {
        false
    }

    /// Whether an event is the draw of a card, which other players do not see.
    fn is_draw(&self, _: Self::Event) -> bool {
        false
    }

    /// The draw of an unknown card, if the game has it.
    fn unseen_draw(&self) -> Option<Self::Event> {
        None
    }
}
