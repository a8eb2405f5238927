//! Lines of the Hub protocol, version 2: the protocol between a draughts program and its interface.
//!
//! CITE: F. Letouzey, "Hub protocol for draughts, version 2", 2017, a file of the program Scan.
//!
//! Squares are numbered from the top left, as the side that begins sees the board; this side is
//! White. This is the numbering of international draughts, here also used for the small board.
//!
//! ```
//! use draughts::hub::{self, Line};
//!
//! let line = Line::parse("level time=291.5 note=\"two words\"")?;
//! assert_eq!((line.command.as_str(), line.get("time")), ("level", Some("291.5")));
//! assert_eq!(line.to_string(), "level time=291.5 note=\"two words\"");
//!
//! let state = games::AnyState::start("etoile:board=square8,players=2,rules=english")?;
//! let text = hub::position(&state).expect("a draughts game");
//! assert_eq!(text, "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
//! assert_eq!(hub::read_position(&text, &state.game_text())?, state);
//! let mv = hub::read_move(&state, "22-18")?;
//! assert_eq!(state.move_text(mv).as_deref(), Ok("c3-d4"));
//! # Ok::<(), games::ParseError>(())
//! ```

use std::fmt;

use games::{AnyMove, AnyState, Seat};
use reader::ParseError;

use crate::board::{Layout, Square};
use crate::game_type::{VARIANTS, Variant};
use crate::moves::{captured, find_by_captured, is_draughts, on_board, size, square};

/// The name of international draughts in which the player without pieces wins.
const LOSING: &str = "losing";

/// The names of the variants.
pub fn variants() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|variant| variant.hub).chain([LOSING])
}

/// The game of a variant, with its options; `None` for an unknown name.
///
/// ```
/// use draughts::hub::{game_of, variant_of};
///
/// let game = game_of("losing").expect("a variant");
/// assert!(game.contains("misere=yes"));
/// assert_eq!(variant_of(&games::AnyState::start(&game)?), Some("losing"));
/// # Ok::<(), games::ParseError>(())
/// ```
#[must_use]
pub fn game_of(variant: &str) -> Option<String> {
    match Variant::of_hub(variant) {
        Some(variant) => Some(variant.games[0].to_owned()),
        None if variant == LOSING => Some(format!("{},misere=yes", VARIANTS[0].games[0])),
        None => None,
    }
}

/// The variant whose rules come nearest to those of a game. `None` for a game without a name in the
/// protocol: another board, or a small board on which the player without pieces wins.
#[must_use]
pub fn variant_of(any: &AnyState) -> Option<&'static str> {
    let losing = on_board!(any, state => state.game().rules().misere, else false);
    match Variant::of_game(any)? {
        variant if !losing => Some(variant.hub),
        variant => (variant.number == VARIANTS[0].number).then_some(LOSING),
    }
}

/// A line: a command with arguments. An argument without a value is a flag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The command.
    pub command: String,
    /// The arguments, in order.
    pub arguments: Vec<(String, String)>,
}

impl Line {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// The line with another argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// The value of an argument; empty for a flag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Reads a line. An empty line gives an empty command.
    ///
    /// # Errors
    /// A quote that is not closed; a text that is no argument.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = |read: &str, expected: &str| Err(ParseError::new("line", read, expected));
        let (command, mut rest) = word(text.trim());
        let mut line = Self::new(command);
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(line);
            }
            let (name, after) = word(rest);
            if name.is_empty() {
                return wrong(rest, "arguments such as name=value");
            }
            rest = after.trim_start();
            let mut value = "";
            if let Some(after) = rest.strip_prefix('=') {
                let after = after.trim_start();
                (value, rest) = match after.strip_prefix('"') {
                    None => word(after),
                    Some(quoted) => match quoted.split_once('"') {
                        Some(parts) => parts,
                        None => return wrong(after, "each quote closed"),
                    },
                };
            }
            line.arguments.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// The first word of a text, and the rest.
fn word(text: &str) -> (&str, &str) {
    let ends =
        |letter: char| letter.is_whitespace() || letter.is_control() || "=\"".contains(letter);
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// One line. The protocol has no way to write a quote or a line break inside a value: they become
/// apostrophes and blanks.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            let clean = |letter: char| match letter {
                '"' => '\'',
                other if other.is_control() => ' ',
                other => other,
            };
            let value: String = value.chars().map(clean).collect();
            if value.is_empty() || word(&value).0.len() < value.len() {
                write!(f, " {name}=\"{value}\"")?;
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}

/// The position: the side to act, and one letter for each square. `None` for another game.
#[must_use]
pub fn position(any: &AnyState) -> Option<String> {
    letters(any, ['w', 'W', 'b', 'B'])
}

/// The side to act, and a letter for each square: the man and the king of White and of Black.
pub(crate) fn letters(
    any: &AnyState,
    [man, king, black_man, black_king]: [char; 4],
) -> Option<String> {
    let layout = Layout::standard(size(any));
    let mut squares = vec!['e'; usize::from(layout.squares())];
    let side = on_board!(any, state => {
        let (game, position) = (state.game(), state.position());
        for (seat, letters) in [(Seat::new(0), [man, king]), (Seat::new(1), [black_man, black_king])] {
            for cell in games::Bits(position.pieces(seat)) {
                let king = position.kings() >> cell & 1;
                let number = layout.number(square(game, cell));
                squares[usize::from(number) - 1] = letters[king as usize];
            }
        }
        if position.side() == Seat::FIRST { king } else { black_king }
    }, else return None);
    Some(std::iter::once(side).chain(squares).collect())
}

/// Reads a position of a game, given with its options.
///
/// # Errors
/// A text of another form; a position that is not possible by the rules of the game.
pub fn read_position(text: &str, game: &str) -> Result<AnyState, ParseError> {
    read_letters("pos", text, game, ['w', 'W', 'b', 'B'])
}

pub(crate) fn read_letters(
    field: &str,
    text: &str,
    game: &str,
    letters: [char; 4],
) -> Result<AnyState, ParseError> {
    let start = AnyState::start(game)?;
    if !is_draughts(&start) {
        return Err(ParseError::new("game", game, "etoile with board=square8 or board=square10"));
    }
    let layout = Layout::standard(size(&start));
    let [man, king, black_man, black_king] = letters;
    let wrong = |read: &str| {
        let count = layout.squares();
        let expected = format!(
            "{king} or {black_king}, and {count} letters of {man} {king} {black_man} {black_king} e"
        );
        ParseError::new(field, read, expected)
    };
    let mut chars = text.chars();
    let side = match chars.next() {
        Some(side) if side == king => "A",
        Some(side) if side == black_king => "B",
        _ => return Err(wrong(text)),
    };
    let mut lists = [Vec::new(), Vec::new()];
    let mut number = 0;
    for letter in chars {
        number += 1;
        let square = layout.square(number).ok_or_else(|| wrong(text))?;
        let seat = usize::from(letter == black_man || letter == black_king);
        if letter == man || letter == black_man {
            lists[seat].push(square.name());
        } else if letter == king || letter == black_king {
            lists[seat].push(format!("K{}", square.name()));
        } else if letter != 'e' {
            return Err(wrong(&letter.to_string()));
        }
    }
    if number != layout.squares() {
        return Err(wrong(text));
    }
    let [first, second] =
        lists.map(|list| if list.is_empty() { "-".to_owned() } else { list.join(",") });
    AnyState::parse(&format!("{game} {side} {first} {second} 0 -"))
}

/// The text of a legal move; `None` for a move that the protocol cannot write, such as a huff.
#[must_use]
pub fn move_text(any: &AnyState, mv: AnyMove) -> Option<String> {
    let (from, to, taken) = captured(any, mv)?;
    let layout = Layout::standard(size(any));
    let number = |square: Square| layout.number(square).to_string();
    if taken.is_empty() {
        return Some(format!("{}-{}", number(from), number(to)));
    }
    let mut numbers: Vec<_> = taken.into_iter().map(|square| layout.number(square)).collect();
    numbers.sort_unstable();
    let taken = numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("x");
    Some(format!("{}x{}x{taken}", number(from), number(to)))
}

/// Reads a legal move. The captured pieces may be left out where only one capture has these ends.
///
/// # Errors
/// A text that is no legal move.
pub fn read_move(any: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
    let wrong = |expected: &str| ParseError::new("move", text, expected);
    let layout = Layout::standard(size(any));
    let form = "a legal move, as 32-28, or 28x19x23 with the captured pieces after the last square";
    let squares: Option<Vec<_>> = text
        .split(['-', 'x'])
        .map(|number| {
            let plain = number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
            layout.square(number.parse().ok().filter(|_| plain)?)
        })
        .collect();
    let squares = squares.ok_or_else(|| wrong(form))?;
    let &[from, to, ref taken @ ..] = &squares[..] else { return Err(wrong(form)) };
    if text.contains('x') && taken.is_empty() {
        let ends = |mv: &AnyMove| {
            captured(any, *mv)
                .is_some_and(|found| (found.0, found.1) == (from, to) && !found.2.is_empty())
        };
        let moves = any.legal_moves();
        let mut found = moves.iter().filter(|mv| ends(mv));
        return match (found.next(), found.next()) {
            (Some(&mv), None) => Ok(mv),
            _ => Err(wrong(form)),
        };
    }
    if text.contains('-') && (!taken.is_empty() || text.contains('x')) {
        return Err(wrong(form));
    }
    find_by_captured(any, from, to, taken).ok_or_else(|| wrong(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written() {
        for (text, written) in [
            ("hub", "hub"),
            ("  go   think ", "go think=\"\""),
            ("pos pos=Wbe moves=\"38-15 5-41\"", "pos pos=Wbe moves=\"38-15 5-41\""),
            ("set-param name = a value = \"\"", "set-param name=a value=\"\""),
            ("", ""),
        ] {
            let line = Line::parse(text).expect(text);
            assert_eq!(line.to_string(), written);
            assert_eq!(Line::parse(written), Ok(line));
        }
        for text in ["pos =x", "pos moves=\"a", "pos \"a\""] {
            assert!(Line::parse(text).is_err(), "{text}");
        }
        let line = Line::new("error").with("message", "a \"b\"\nc");
        assert_eq!(line.to_string(), "error message=\"a 'b' c\"");
    }

    #[test]
    fn captures_name_the_pieces() {
        let game = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2";
        let state = read_position(&format!("W{}", "e".repeat(50)), game);
        assert!(state.unwrap_err().to_string().contains("a player with pieces"));
        let state = AnyState::parse(&format!("{game} A e5 f6 0 -")).expect("a position");
        let text = position(&state).expect("a draughts game");
        assert_eq!(text.find('w'), Some(28));
        assert_eq!(read_position(&text, game), Ok(state.clone()));
        let mv = state.legal_moves()[0];
        assert_eq!(move_text(&state, mv).as_deref(), Some("28x19x23"));
        for text in ["28x19x23", "28x19"] {
            assert_eq!(read_move(&state, text), Ok(mv), "{text}");
        }
        for text in [
            "28-19",
            "28x19x24",
            "28x19x23x24",
            "28-19x23",
            "28",
            "28x",
            "x",
            "028x19",
            "28x99",
            "",
        ] {
            assert!(read_move(&state, text).is_err(), "{text}");
        }
        for text in
            ["", "W", "Xe", "We", &format!("W{}", "y".repeat(50)), &format!("W{}", "e".repeat(51))]
        {
            let error = read_position(text, game).unwrap_err().to_string();
            assert!(error.starts_with("pos: read"), "{error}");
        }
    }
}
