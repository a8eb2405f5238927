//! Positions in the forms of draughts players, as position texts.

use std::borrow::Cow;

use games::AnyState;
use reader::ParseError;

use crate::error::PdnError;
use crate::fen::{is_fen, largest, read_fen};
use crate::game_type::GameType;
use crate::reader::PdnReader;
use crate::replay::replay;

/// Whether a text is FEN or PDN, not a position text.
fn is_foreign(text: &str) -> bool {
    if let Some((name, rest)) = text.split_once(char::is_whitespace)
        && is_game(name)
    {
        return is_fen(rest);
    }
    is_fen(text) || text.starts_with(['[', '{']) || text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word names a game.
fn is_game(word: &str) -> bool {
    AnyState::NAMES.contains(&word.split(':').next().unwrap_or_default())
}

/// The position text of a text in a form of draughts players: FEN, a game with its options and FEN,
/// or the only game of a PDN. Other texts are returned as they are.
///
/// FEN without a game is international draughts if it has a square above 32, and English draughts
/// if not.
///
/// ```
/// use draughts::position_text;
///
/// let text = "etoile:board=square8,players=2,rules=english B:W30:B1,K2";
/// let expected = "etoile:board=square8,players=2,rules=english A Ke1,g1 f8 0 -";
/// assert_eq!(position_text(text)?, expected);
/// assert_eq!(position_text("maitres startpos")?, "maitres startpos");
/// let text = "[GameType \"21\"]\n1. 11-15 *";
/// let expected = "etoile:board=square8,players=2,rules=english startpos moves c3-d4";
/// assert_eq!(position_text(text)?, expected);
/// # Ok::<(), games::ParseError>(())
/// ```
///
/// # Errors
/// FEN of a position that is not possible; PDN that is not one game with legal moves. The error of
/// a PDN names the line and the column.
pub fn position_text(given: &str) -> Result<Cow<'_, str>, ParseError> {
    let text = given.trim_start_matches('\u{feff}').trim();
    if !is_foreign(text) {
        return Ok(given.into());
    }
    match text.split_once(char::is_whitespace) {
        Some((game, fen)) if is_game(game) => {
            return Ok(fen_state(fen, Some(game))?.text().into());
        }
        _ => {}
    }
    if is_fen(text) {
        return Ok(fen_state(text, None)?.text().into());
    }
    let wrong = |expected: &str| ParseError::new("position", text, expected);
    let in_words = |error: PdnError| {
        let place = error.place;
        let field = format!("line {}, column {}, {}", place.line, place.column, error.error.field);
        ParseError { field, ..error.error }
    };
    let mut games = PdnReader::new(text.as_bytes());
    let game = games.next().ok_or_else(|| wrong("a game"))?.map_err(in_words)?;
    if games.next().is_some() {
        return Err(wrong("one game of PDN, not several"));
    }
    let parts = replay(&game, None).map_err(in_words)?;
    parts.last().map(|part| part.text().into()).ok_or_else(|| wrong("a game"))
}

/// The state of a position in FEN. The rules are those of a game with its options, or of a value of
/// the tag `GameType`. Without them it is international draughts if it has a square above 32, and
/// English draughts if not.
///
/// ```
/// use draughts::fen_state;
///
/// let state = fen_state("B:Wc3:Bd6,Kb8", Some("26"))?;
/// assert!(state.text().ends_with(" B c3 d6,Kb8 0 -"), "{state}");
/// # Ok::<(), games::ParseError>(())
/// ```
///
/// # Errors
/// A text of another form; rules of another board; a position that is not possible by the rules.
pub fn fen_state(fen: &str, rules: Option<&str>) -> Result<AnyState, ParseError> {
    let usual = if largest(fen) > 32 { "20" } else { "21" };
    let (game, game_type) = GameType::rules(rules.unwrap_or(usual))?;
    read_fen(fen, &game, &game_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_apart() {
        for text in
            ["W:W31:B20", "B : W1", "[Event \"x\"]", "1. 32-28", "{c} 1. 32-28", "etoile W:W31:B20"]
        {
            assert!(is_foreign(text), "{text}");
        }
        for text in ["etoile startpos", "maitres startpos moves die4", "", "x", "B b2 c3"] {
            assert!(!is_foreign(text), "{text}");
        }
        let error = position_text("1. 32-28 2-0 1. 32-28 *").unwrap_err();
        assert!(error.to_string().contains("not several"), "{error}");
        let error = position_text("1. 32-28 32-28").unwrap_err();
        assert!(error.to_string().starts_with("line 1, column 10, move: read"), "{error}");
    }
}
