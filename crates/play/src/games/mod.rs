//! How people meet each game: a module for each, behind the trait [`PresentedGame`].

mod benedictine;
mod buteur;
mod etoile;
mod maitres;
mod ruches;

use games::{Notation, Seat, format_position};

use crate::language::Language;
use crate::threatened::Threatened;
use crate::words::Words;

/// The ladder of a game without a measured one.
const STANDARD_LADDER: [usize; 10] = [0, 2, 3, 4, 5, 7, 8, 10, 13, 17];

/// A game as people play it: its words, its board's legend, its levels.
///
/// Every method has a default that works for any game, so that a new game begins with an empty
/// `impl`. Methods that take a position get it as its reader may see it: hidden cards are hidden.
pub(crate) trait PresentedGame: Notation {
    /// The game's words in a language, as TOML tables of texts by key. A key that the file lacks is
    /// filled from the game's list of options.
    fn words(_: Language) -> &'static str {
        ""
    }

    /// The strengths of the ten levels, as indices into [`STRENGTHS`](crate::level::STRENGTHS),
    /// chosen so that the distance between neighbours is about the same (docs/measurements.md).
    const LADDER: [usize; 10] = STANDARD_LADDER;

    /// The players' names in texts, in the order of their numbers.
    fn players(&self) -> Vec<&'static str> {
        Seat::all(self.seats()).map(|seat| self.seat_name(seat)).collect()
    }

    /// The seat of a player. Players of a team share one.
    fn seat_of(&self, player: u8) -> Seat {
        Seat::new(player)
    }

    /// A position in words: a line for each side or hand, then everything else that counts.
    fn describe(&self, position: &Self::Position, _: &Words<'_>) -> Vec<String> {
        vec![format_position(self, position)]
    }

    /// The lines below the drawn board; `None` to keep those that the game itself writes.
    fn legend(&self, _: &Self::Position, _: &Words<'_>) -> Option<Vec<String>> {
        None
    }

    /// The notation of a move or an event, read aloud.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        words.path(text)
    }

    /// The key of the game's own words for a threat, without the game's name; they count only if
    /// its texts have them.
    fn threat_key(&self, kind: Threatened) -> Option<&'static str> {
        match kind {
            Threatened::Win => Some("threat"),
            Threatened::Capture => Some("threat-capture"),
        }
    }

    /// The positions in which a seat would act if it were its turn now, one for each roll; none if
    /// the game does not look for threats.
    fn with_turn(&self, _: &Self::Position, _: Seat) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Whether a move captures, as threats name it.
    fn is_capture(&self, _: Self::Move) -> bool {
        false
    }

    /// Whether a move moves two pieces.
    fn moves_two(&self, _: Self::Move) -> bool {
        false
    }

    /// Whether an event is the draw of a card, which other players do not see.
    fn is_draw(&self, _: Self::Event) -> bool {
        false
    }

    /// The draw of a card that nobody here sees, if the game has it.
    fn unseen_draw(&self) -> Option<Self::Event> {
        None
    }
}
