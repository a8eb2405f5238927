//! Writes games as PDN.

use games::{AnyState, Seat};
use reader::ParseError;

use crate::fen::write_fen;
use crate::game_type::GameType;
use crate::moves::pdn_text;
use crate::replay::{Note, PlayedGame, RULES};
use crate::score::Score;

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// The tags that every game has, in their order, with the value for an unknown one.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that follow from the game.
const OWN: [&str; 5] = ["Result", "GameType", RULES, "FEN", "SetUp"];

impl PlayedGame {
    /// A game of any kind from its position text, with its moves and chance events.
    ///
    /// # Errors
    /// A text that is no position with moves.
    pub fn from_text(text: &str, number: u64) -> Result<Self, ParseError> {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let start = AnyState::parse(start)?;
        let mut end = start.clone();
        let mut texts = Vec::new();
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let mv = end.parse_move(text)?;
            let wrong = |_| ParseError::new("move", text, "a legal move here");
            texts.push(end.move_text(mv).map_err(wrong)?);
            end.play(mv).map_err(wrong)?;
        }
        let result = end.result().map(|outcome| {
            let share = |seat| {
                let (share, of) = outcome.share(seat);
                f64::from(share) / f64::from(of)
            };
            Seat::all(end.seats()).map(share).collect()
        });
        Ok(Self {
            number,
            part: None,
            tags: Vec::new(),
            game_type: GameType::of_game(&start).ok(),
            players: Vec::new(),
            start,
            end,
            moves: texts,
            notes: Vec::new(),
            result,
        })
    }
}

/// Writes a game by the writing grammar of PDN 3.0, with a blank line at its end.
///
/// # Errors
/// A game that is not on `square8` or `square10`; a move that PDN cannot write, such as a huff.
pub fn write_pdn(game: &PlayedGame) -> Result<String, ParseError> {
    let game_type = match game.game_type {
        Some(game_type) => game_type,
        None => GameType::of_game(&game.start)?,
    };
    let mut text = tags(game, &game_type)?;
    text.push('\n');
    let mut lines = Lines::default();
    let (mut state, mut notes) = (game.start.clone(), game.notes.iter().peekable());
    let second = |state: &AnyState| state.mover().index() == 1;
    let offset = usize::from(second(&game.start));
    let mut numbered = true;
    for (place, name) in game.moves.iter().enumerate() {
        numbered |= write_notes(&mut lines, &mut notes, place);
        let mv = state.parse_move(name)?;
        let written = pdn_text(&state, mv, &game_type.layout);
        let expected = "a step or a capture: PDN has no other moves";
        let mut written = written.ok_or_else(|| ParseError::new("move", name, expected))?;
        let number = (place + offset) / 2 + 1;
        if second(&state) {
            if numbered {
                lines.word(&format!("{number}..."));
            }
        } else {
            lines.word(&format!("{number}."));
        }
        numbered = false;
        while let Some((_, Note::Strength(signs))) =
            notes.next_if(|(at, note)| *at == place + 1 && matches!(note, Note::Strength(_)))
        {
            written.push_str(signs);
        }
        lines.word(&written);
        let wrong = |_| ParseError::new("move", name, "a legal move here");
        state.play(mv).map_err(wrong)?;
    }
    write_notes(&mut lines, &mut notes, game.moves.len());
    lines.word("*");
    text.push_str(&lines.text);
    text.push_str("\n\n");
    Ok(text)
}

/// Writes the notes before a move. Returns whether there were any.
fn write_notes<'a>(
    lines: &mut Lines,
    notes: &mut std::iter::Peekable<impl Iterator<Item = &'a (usize, Note)>>,
    place: usize,
) -> bool {
    let mut any = false;
    while let Some((_, note)) = notes.next_if(|(at, _)| *at <= place) {
        any = true;
        match note {
            Note::Comment(text) => {
                let text = format!("{{{}}}", text.replace('}', ")"));
                text.split_whitespace().for_each(|word| lines.word(word));
            }
            Note::Nag(number) => lines.word(&format!("${number}")),
            Note::Strength(_) => {}
            Note::Variation(text) => {
                let text = format!("({text})");
                text.split_whitespace().for_each(|word| lines.word(word));
            }
        }
    }
    any
}

/// The tags of a game.
fn tags(game: &PlayedGame, game_type: &GameType) -> Result<String, ParseError> {
    let known = |name: &str| {
        let found = game.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    };
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        let value: String = value.chars().filter(|letter| !letter.is_control()).collect();
        // A quote before a bracket would end the tag.
        let mut parts = value.split('"').skip(1);
        let ends = parts.any(|part| part.trim_start().starts_with(']'));
        let value = value.replace('"', if ends { "'" } else { "\\\"" });
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, unknown) in ROSTER {
        let seat = match name {
            "White" => Some(usize::from(!game_type.white_begins)),
            "Black" => Some(usize::from(game_type.white_begins)),
            _ => None,
        };
        let player = seat.and_then(|seat| game.players.get(seat)).map(String::as_str);
        add(name, player.or_else(|| known(name)).unwrap_or(unknown));
    }
    let shares = game.result.as_deref().and_then(|shares| shares.try_into().ok());
    let score = shares.and_then(|shares| Score::of_shares(shares, game_type.white_begins));
    // A result with other points has no score, and is kept as it is.
    let other = known("Result").filter(|told| !told.is_empty()).unwrap_or("*");
    add("Result", score.map_or(other, |score| score.text(game_type.counts_two_points())));
    add("GameType", &game_type.to_string());
    let rules = game.start.game_text();
    if rules != game_type.variant.games[0] {
        add(RULES, &rules);
    }
    if AnyState::start(&rules).ok().as_ref() != Some(&game.start) {
        add("FEN", &write_fen(&game.start, game_type)?);
    }
    for (name, value) in &game.tags {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        if !ROSTER.iter().any(|(known, _)| is(known)) && !OWN.into_iter().any(is) {
            add(name, value);
        }
    }
    Ok(text)
}

/// Words in lines of bounded length. A word of a comment may begin with `[` or `%`, but no line
/// does: it would be read as a tag or a remark.
#[derive(Default)]
struct Lines {
    text: String,
    length: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let fits = self.length + 1 + length <= WIDTH || word.starts_with(['[', '%']);
        if self.length > 0 && !fits {
            self.text.push('\n');
            self.length = 0;
        } else if self.length > 0 {
            self.text.push(' ');
            self.length += 1;
        }
        self.text.push_str(word);
        self.length += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::PdnReader;
    use crate::replay::replay;

    fn played(text: &str) -> PlayedGame {
        let game = PdnReader::new(text.as_bytes()).next().expect("a game").expect(text);
        replay(&game, None).expect("legal moves").remove(0)
    }

    /// A game is written, read and written again without a change.
    #[test]
    fn games_are_written() {
        let text = "[White \"Ann \\\"A\\\"\"][Black \"Bob\"][Result \"0-2\"][Note \"x\"]\n\
            {first} 1. 32-28! {c} 19-23?! $2 (1... 18-23) 2. 28x19 14x23";
        let written = write_pdn(&played(text)).expect("moves of PDN");
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"Ann \\\"A\\\"\"]\n[Black \"Bob\"]\n[Result \"0-2\"]\n[GameType \"20\"]\n\
            [Note \"x\"]\n\n\
            {first} 1. 32-28! {c} 1... 19-23?! $2 (1... 18-23) 2. 28x19 14x23 *\n\n";
        assert_eq!(written, expected);
        assert_eq!(write_pdn(&played(&written)), Ok(written));
    }

    /// Words of comments that would begin a tag or a remark do not begin a line.
    #[test]
    fn comments_stay_comments() {
        for word in ["[Event \"x\"]", "% y"] {
            let text = format!("1. 32-28 {{{} {word} z}} 19-23 *", "a".repeat(67));
            let written = write_pdn(&played(&text)).expect("moves of PDN");
            let line = written.replace('\n', " ");
            assert!(line.contains(&format!("a {word} z}} 1... 19-23 *")), "{written}");
            assert_eq!(write_pdn(&played(&written)), Ok(written));
        }
    }

    #[test]
    fn position_texts_are_written() {
        for (text, words) in [
            (
                "etoile:board=square8,players=2,rules=english B Kc3 f6,Kh8 0 -",
                "[FEN \"W:W22,K29:BK11\"]",
            ),
            (
                "etoile:board=square8,players=2,quiet=40,rules=english startpos moves c3-d4",
                "[Rules \"etoile:board=square8,players=2,quiet=40,rules=english\"]\n\n1. 11-15 *",
            ),
            (
                "etoile:board=square8,landing=any,majority=yes,omit=must,players=2 startpos moves c3-d4",
                "[GameType \"26\"]\n\n1. c3-d4 *",
            ),
        ] {
            let game = PlayedGame::from_text(text, 1).expect(text);
            let written = write_pdn(&game).expect(text);
            assert!(written.contains(words), "{written}");
            assert_eq!(played(&written).text(), text);
        }
        for text in ["maitres startpos", "etoile startpos"] {
            let game = PlayedGame::from_text(text, 1).expect(text);
            let error = write_pdn(&game).unwrap_err().to_string();
            assert!(error.contains("expected etoile with board=square8"), "{error}");
        }
    }
}
