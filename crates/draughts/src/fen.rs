//! Positions as FEN: `W:W31-50:B1-20`.

use games::etoile::{Board, Etoile};
use games::{AnyState, Bits, Seat, State};
use reader::ParseError;

use crate::board::{Layout, Square};
use crate::game_type::GameType;
use crate::moves::{on_board, square};
use crate::parser::{SquareText, square as read_square};

/// A position as it is written.
struct Fen {
    white_acts: bool,
    /// The pieces of White and of Black: kings are marked.
    pieces: [Vec<(bool, SquareText)>; 2],
}

impl Fen {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = |read: &str, expected: &str| ParseError::new("FEN", read, expected);
        let body: String = text.split_whitespace().collect();
        let body = body.strip_suffix('.').unwrap_or(&body);
        let mut parts = body.split(':');
        let side = parts.next().unwrap_or_default();
        let white_acts = match side {
            "W" => true,
            "B" => false,
            _ => return Err(wrong(text, "the side to act and the pieces, as in W:W31-50:B1-20")),
        };
        let mut pieces = [Vec::new(), Vec::new()];
        let mut given = [false; 2];
        for part in parts {
            let color = match part.chars().next() {
                Some('W') => 0,
                Some('B') => 1,
                // Counters of half moves and moves, and points, that some programs add.
                Some('H' | 'F' | '+') => continue,
                _ => return Err(wrong(part, "W or B, and the squares of its pieces")),
            };
            if std::mem::replace(&mut given[color], true) {
                return Err(wrong(part, "each color once"));
            }
            for item in part[1..].split(',').filter(|item| !item.is_empty()) {
                Self::item(item, &mut pieces[color])
                    .ok_or_else(|| wrong(item, "squares such as 31, K31, 31-50 or c3"))?;
            }
        }
        Ok(Self { white_acts, pieces })
    }

    /// Reads a piece or a range of pieces.
    fn item(item: &str, pieces: &mut Vec<(bool, SquareText)>) -> Option<()> {
        let (king, name) = item.strip_prefix('K').map_or((false, item), |name| (true, name));
        let (first, length) = read_square(name)?;
        let rest = &name[length..];
        if rest.is_empty() {
            pieces.push((king, first));
            return Some(());
        }
        let (last, length) = read_square(rest.strip_prefix('-')?)?;
        let (SquareText::Number(first), SquareText::Number(last)) = (first, last) else {
            return None;
        };
        if rest.len() != length + 1 || last < first {
            return None;
        }
        pieces.extend((first..=last).map(|number| (king, SquareText::Number(number))));
        Some(())
    }

    /// The pieces of a side, in the form of position texts.
    fn list(&self, white: bool, layout: &Layout) -> Result<String, ParseError> {
        let mut list = Vec::new();
        for &(king, text) in &self.pieces[usize::from(!white)] {
            let (square, read) = match text {
                SquareText::Number(number) => (layout.square(number), number.to_string()),
                SquareText::Named(file, rank) => {
                    let name = Square { column: file, row: rank }.name();
                    (layout.named(file, rank), name)
                }
            };
            let expected = || format!("a playing square of a board of {0}x{0}", layout.size);
            let square = square.ok_or_else(|| ParseError::new("FEN", &read, expected()))?;
            list.push(format!("{}{}", if king { "K" } else { "" }, square.name()));
        }
        Ok(if list.is_empty() { "-".to_owned() } else { list.join(",") })
    }
}

/// Reads a position of a game, given with its options.
///
/// ```
/// use draughts::{GameType, read_fen, write_fen};
///
/// let game_type = GameType::parse("20")?;
/// let game = game_type.variant.games[0];
/// let state = read_fen("B:W27,K44:B1-3,K50", game, &game_type)?;
/// assert!(state.text().ends_with(" B Kh2,c5 Ki1,b10,d10,f10 0 -"), "{state}");
/// assert_eq!(write_fen(&state, &game_type)?, "B:W27,K44:B1,2,3,K50");
/// # Ok::<(), games::ParseError>(())
/// ```
///
/// # Errors
/// A text of another form; a position that is not possible by the rules of the game.
pub fn read_fen(text: &str, game: &str, game_type: &GameType) -> Result<AnyState, ParseError> {
    read_with(text, game, game_type, &game_type.layout)
}

pub(crate) fn read_with(
    text: &str,
    game: &str,
    game_type: &GameType,
    layout: &Layout,
) -> Result<AnyState, ParseError> {
    let fen = Fen::parse(text)?;
    let white = fen.list(true, layout)?;
    let black = fen.list(false, layout)?;
    let (first, second) = if game_type.white_begins { (white, black) } else { (black, white) };
    let side = if fen.white_acts == game_type.white_begins { "A" } else { "B" };
    AnyState::parse(&format!("{game} {side} {first} {second} 0 -")).map_err(|error| {
        let field = match error.field.as_str() {
            "A" | "B" | "side" => format!("FEN, {}", error.field),
            _ => error.field,
        };
        ParseError { field, ..error }
    })
}

/// Writes a position. The count of quiet turns and the marks of an omission are not part of it.
///
/// # Errors
/// A game on another board than `square8` and `square10`.
pub fn write_fen(any: &AnyState, game_type: &GameType) -> Result<String, ParseError> {
    on_board!(any, state => Ok(write(state, game_type)), else {
        let expected = "etoile with board=square8 or board=square10";
        Err(ParseError::new("game", &any.game_text(), expected))
    })
}

fn write<B: Board>(state: &State<Etoile<B>>, game_type: &GameType) -> String {
    let (game, position) = (state.game(), state.position());
    let list = |white: bool| {
        let seat = Seat::new(u8::from(white != game_type.white_begins));
        let pieces = Bits(position.pieces(seat)).map(|cell| {
            let king = position.kings() >> cell & 1 != 0;
            (square(game, cell), king)
        });
        let mut pieces: Vec<_> = pieces.collect();
        pieces.sort_by_key(|&(square, _)| game_type.layout.order(square));
        let texts = pieces.into_iter().map(|(square, king)| {
            format!("{}{}", if king { "K" } else { "" }, game_type.layout.text(square))
        });
        texts.collect::<Vec<_>>().join(",")
    };
    let white_acts = (position.side() == Seat::FIRST) == game_type.white_begins;
    let side = if white_acts { 'W' } else { 'B' };
    format!("{side}:W{}:B{}", list(true), list(false))
}

/// The largest number of a square in a text of FEN; 0 if it has none.
pub(crate) fn largest(text: &str) -> u8 {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(0)
}

/// Whether a text looks like FEN.
pub(crate) fn is_fen(text: &str) -> bool {
    let mut letters = text.trim_start().chars().filter(|letter| !letter.is_whitespace());
    matches!(letters.next(), Some('W' | 'B')) && letters.next() == Some(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, number: &str) -> Result<String, String> {
        let game_type = GameType::parse(number).expect("a type");
        let state = read_fen(text, game_type.variant.games[0], &game_type);
        let state = state.map_err(|error| error.to_string())?;
        let written = write_fen(&state, &game_type).expect("a draughts game");
        let again = read_fen(&written, game_type.variant.games[0], &game_type).expect(&written);
        assert_eq!(again, state);
        Ok(written)
    }

    #[test]
    fn positions_are_read_and_written() {
        for (number, text, written) in [
            ("20", "W:W31-50:B1-20", None),
            (
                "21",
                "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
                Some("B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29"),
            ),
            ("21", "W : W 30 : B K1 .", Some("W:W30:BK1")),
            ("26", "W:Wa1,Kc3:Bh8,d6", Some("W:Wa1,Kc3:Bd6,h8")),
            ("26", "W:W32,K28:B1:H0:F1", None),
            ("22", "W:W32:B1", Some("W:W32:B1")),
        ] {
            let found = read(text, number).expect(text);
            if let Some(written) = written {
                assert_eq!(found, written);
            }
        }
        let start = AnyState::start(GameType::parse("20").expect("a type").variant.games[0]);
        let game_type = GameType::parse("20").expect("a type");
        let found = read_fen("W:W31-50:B1-20", game_type.variant.games[0], &game_type);
        assert_eq!(found, start);
    }

    #[test]
    fn wrong_positions_are_errors() {
        for (text, words) in [
            ("", "FEN: read \"\", expected the side to act"),
            ("X:W1:B2", "expected the side to act"),
            ("W:W51:B2", "FEN: read \"51\", expected a playing square"),
            ("W:W0:B2", "expected squares such as"),
            ("W:W5-1:B2", "expected squares such as"),
            ("W:W31:B2:W3", "expected each color once"),
            ("W:W31:Bx", "expected squares such as"),
            ("W:W31:B31", "one piece at most on a cell"),
            ("W:W1:B2", "a king where men become kings"),
            ("W:W:B2", "FEN, side: read \"A\", expected a player with pieces"),
            ("W:Y1", "expected W or B"),
        ] {
            let error = read(text, "20").unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
