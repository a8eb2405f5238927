//! Plays a game of a file by the rules.

use games::{AnyMove, AnyState};
use reader::ParseError;

use crate::board::Layout;
use crate::error::{PdnError, Place};
use crate::fen::{largest, read_with};
use crate::game_type::GameType;
use crate::moves::read;
use crate::parser::{Element, MoveText, PdnGame, SquareText};
use crate::score::Score;

/// The tag that names the game with all of its options, where the tag `GameType` is not enough.
pub(crate) const RULES: &str = "Rules";

/// The options that switch off draws by a count. Games of people go on after such positions.
const WITHOUT_DRAWS: [&str; 2] = ["quiet", "repetition"];

/// A game that was replayed, or the part of a game up to the next position that is set up.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The number of the part, from 1; `None` for a whole game.
    pub part: Option<u64>,
    /// The tags, in order.
    pub tags: Vec<(String, String)>,
    /// The rules, and the names of the squares; `None` for a game that PDN cannot write.
    pub game_type: Option<GameType>,
    /// The name of the player in each seat; empty if the names are not known.
    pub players: Vec<String>,
    /// The first position.
    pub start: AnyState,
    /// The position after all moves, with its history.
    pub end: AnyState,
    /// The moves, as position texts write them.
    pub moves: Vec<String>,
    /// Comments and the like, each with the number of moves before it.
    pub notes: Vec<(usize, Note)>,
    /// The share of the point of each seat; `None` if the file has no result.
    pub result: Option<Vec<f64>>,
}

/// A note on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(String),
    /// Signs such as `!` after the move.
    Strength(String),
    /// A variation, as it is written.
    Variation(String),
}

impl Note {
    /// The kind in a word, and the text.
    #[must_use]
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Comment(text) => ("comment", text),
            Self::Nag(text) => ("nag", text),
            Self::Strength(text) => ("strength", text),
            Self::Variation(text) => ("variation", text),
        }
    }

    /// The note of a kind.
    #[must_use]
    pub fn of_parts(kind: &str, text: String) -> Option<Self> {
        Some(match kind {
            "comment" => Self::Comment(text),
            "nag" => Self::Nag(text),
            "strength" => Self::Strength(text),
            "variation" => Self::Variation(text),
            _ => return None,
        })
    }
}

impl PlayedGame {
    /// The commands in comments, such as the times of clocks: the number of moves before each, its
    /// name and its value.
    #[must_use]
    pub fn clocks(&self) -> Vec<(usize, &str, &str)> {
        let found = self.notes.iter().flat_map(|(place, note)| match note {
            Note::Comment(text) => {
                commands(text).into_iter().map(|(name, value)| (*place, name, value)).collect()
            }
            _ => Vec::new(),
        });
        found.collect()
    }

    /// The position text: the start, and the moves.
    #[must_use]
    pub fn text(&self) -> String {
        let game = self.start.game_text();
        let begins = AnyState::start(&game).is_ok_and(|start| start == self.start);
        let start = if begins { format!("{game} startpos") } else { self.start.text() };
        if self.moves.is_empty() {
            start
        } else {
            format!("{start} moves {}", self.moves.join(" "))
        }
    }
}

/// The commands in a comment, such as `clk` and `0:09:57` in `[%clk 0:09:57]`: the times of clocks.
///
/// ```
/// let found = draughts::commands("late [%clk 0:09:57] [%emt 0:00:03]");
/// assert_eq!(found, [("clk", "0:09:57"), ("emt", "0:00:03")]);
/// ```
#[must_use]
pub fn commands(comment: &str) -> Vec<(&str, &str)> {
    let commands = comment.split("[%").skip(1).filter_map(|text| text.split_once(']'));
    let parts = commands.filter_map(|(text, _)| text.trim().split_once(char::is_whitespace));
    parts.map(|(name, value)| (name, value.trim())).collect()
}

/// Rules and names of squares by which a game is tried.
struct Attempt {
    game: String,
    game_type: GameType,
    layout: Layout,
}

/// Replays a game. A position that is set up between the moves begins a new part.
///
/// The rules are those of `game`, a game with its options; without it, those of the tags `Rules` or
/// `GameType`. A game without these tags is international draughts if it has a square above 32. If
/// not, it is the first of English, international, Brazilian and Italian draughts that allows all
/// moves; with letters the first of Brazilian, pool and Czech draughts.
///
/// If the players went on after a draw by the count of quiet turns or by repetition, these draws
/// are switched off in the result (`quiet=0`, `repetition=0`).
///
/// # Errors
/// Rules that the options do not express; a position or a move that is not legal.
pub fn replay(pdn: &PdnGame, game: Option<&str>) -> Result<Vec<PlayedGame>, PdnError> {
    let mut first: Option<(usize, PdnError)> = None;
    let mut queue = attempts(pdn, game)?;
    let mut place = 0;
    while place < queue.len() {
        let attempt = &queue[place];
        place += 1;
        let (moves, error, drawn) = match try_replay(pdn, attempt) {
            Ok(parts) => return Ok(parts),
            Err(failed) => failed,
        };
        if drawn && let Some(endless) = attempt.without_draws() {
            queue.insert(place, endless);
        }
        // The attempt that went furthest has probably the right rules.
        if first.as_ref().is_none_or(|&(most, _)| moves > most) {
            first = Some((moves, error));
        }
    }
    Err(first.map_or_else(|| unknown(pdn), |(_, error)| error))
}

fn unknown(pdn: &PdnGame) -> PdnError {
    let error = ParseError::new("GameType", "", "a variant of draughts");
    PdnError { game: pdn.number, place: pdn.place, error }
}

impl Attempt {
    /// The same rules without draws by a count.
    fn without_draws(&self) -> Option<Self> {
        let (name, options) = self.game.split_once(':')?;
        let kept = options.split(',').filter(|option| {
            let key = option.split('=').next().unwrap_or_default();
            !WITHOUT_DRAWS.contains(&key)
        });
        let options: Vec<_> = kept.collect();
        let game = format!("{name}:{},quiet=0,repetition=0", options.join(","));
        let game = AnyState::start(&game).ok()?.game_text();
        (game != self.game).then_some(Self { game, ..*self })
    }
}

/// The rules and layouts to try, in order.
fn attempts(pdn: &PdnGame, game: Option<&str>) -> Result<Vec<Attempt>, PdnError> {
    let at = |place: Place| move |error: ParseError| PdnError { game: pdn.number, place, error };
    let own_rules = game.map(|game| (game, pdn.place)).or_else(|| pdn.tag_with_place(RULES));
    let tag = pdn.tag_with_place("GameType").filter(|(text, _)| !text.is_empty());
    let tag = tag.map(|(text, place)| (text, GameType::parse(text).map_err(at(place)), place));
    let Some((game, place)) = own_rules else {
        let types = match tag {
            Some((_, game_type, _)) => vec![game_type?],
            None => guessed(pdn),
        };
        return Ok(types
            .into_iter()
            .flat_map(|found| found.attempts(found.variant.games))
            .collect());
    };
    let start = AnyState::start(game).map_err(at(place))?;
    let usual = GameType::of_game(&start).map_err(at(place))?;
    let game = start.game_text();
    // With other rules, the tag still gives the names of the squares.
    let game_type = match tag {
        Some((text, Ok(read), place)) if read.layout.size != usual.layout.size => {
            let size = usual.layout.size;
            let expected = format!("a board of {size}x{size} squares, as the game has");
            return Err(at(place)(ParseError::new("GameType", text, expected)));
        }
        Some((_, Ok(read), _)) => read,
        Some((_, Err(_), _)) | None => usual,
    };
    Ok(game_type.attempts(&[&game]))
}

impl GameType {
    fn attempts(self, games: &[&str]) -> Vec<Attempt> {
        let attempts = games.iter().flat_map(|game| {
            let layouts = self.layouts().into_iter();
            layouts.map(|layout| Attempt { game: (*game).to_owned(), game_type: self, layout })
        });
        attempts.collect()
    }
}

/// The types of a game without a tag: only the large board has squares above 32.
fn guessed(pdn: &PdnGame) -> Vec<GameType> {
    let number = |square: &SquareText| match *square {
        SquareText::Number(number) => number,
        SquareText::Named(file, rank) => 50 * u8::from(file.max(rank) >= 8),
    };
    let in_body = pdn.body.iter().map(|element| match element {
        Element::Move(text) => text.squares.iter().map(number).max().unwrap_or(0),
        Element::Setup(fen, _) => largest(fen),
        _ => 0,
    });
    let most = in_body.chain(pdn.tag("FEN").map(largest)).max().unwrap_or(0);
    let letters = pdn.body.iter().any(|element| match element {
        Element::Move(text) => matches!(text.squares[0], SquareText::Named(..)),
        _ => false,
    });
    let types: &[&str] = match letters {
        _ if most > 32 => &["20"],
        true => &["26", "23,W,8,8,A0,0", "29", "21", "20"],
        false => &["21", "20", "26", "22"],
    };
    types.iter().filter_map(|text| GameType::parse(text).ok()).collect()
}

/// The moves replayed, the error, and whether a draw by a count was in the way.
type Failed = (usize, PdnError, bool);

fn try_replay(pdn: &PdnGame, attempt: &Attempt) -> Result<Vec<PlayedGame>, Failed> {
    let Attempt { game, game_type, layout } = attempt;
    let fail =
        |moves: usize, place, error| (moves, PdnError { game: pdn.number, place, error }, false);
    let start = match pdn.tag_with_place("FEN") {
        Some((fen, place)) if !fen.is_empty() => {
            read_with(fen, game, game_type, layout).map_err(|error| fail(0, place, error))?
        }
        _ => AnyState::start(game).map_err(|error| fail(0, pdn.place, error))?,
    };
    let mut parts = Vec::new();
    let mut part = Part::new(start);
    let mut count = 0;
    for element in &pdn.body {
        match element {
            Element::Move(text) => {
                part.play(text, layout).map_err(|error| {
                    let drawn = is_shared(&part.end);
                    (count, PdnError { game: pdn.number, place: text.place, error }, drawn)
                })?;
                count += 1;
            }
            Element::Setup(fen, place) => {
                let start = read_with(fen, game, game_type, layout)
                    .map_err(|error| fail(count, *place, error))?;
                let done = std::mem::replace(&mut part, Part::new(start));
                if !done.moves.is_empty() {
                    parts.push(done.finish(pdn, *game_type, *layout));
                }
            }
            Element::Comment(text) => part.note(Note::Comment(text.clone())),
            Element::Nag(text) => part.note(Note::Nag(text.clone())),
            Element::Variation(text) => part.note(Note::Variation(text.clone())),
        }
    }
    parts.push(part.finish(pdn, *game_type, *layout));
    if parts.len() > 1 {
        (1..).zip(&mut parts).for_each(|(number, part)| part.part = Some(number));
    }
    Ok(parts)
}

/// Whether a game ended as a draw.
fn is_shared(any: &AnyState) -> bool {
    any.result().is_some_and(|outcome| outcome.winners().len() > 1)
}

/// A part of a game that is being replayed.
struct Part {
    start: AnyState,
    end: AnyState,
    moves: Vec<String>,
    notes: Vec<(usize, Note)>,
}

impl Part {
    fn new(start: AnyState) -> Self {
        Self { end: start.clone(), start, moves: Vec::new(), notes: Vec::new() }
    }

    fn play(&mut self, text: &MoveText, layout: &Layout) -> Result<(), ParseError> {
        let mv: AnyMove = read(&self.end, text, layout)?;
        let wrong = |_| ParseError::new("move", &text.text, "a legal move here");
        self.moves.push(self.end.move_text(mv).map_err(wrong)?);
        self.end.play(mv).map_err(wrong)?;
        if !text.strength.is_empty() {
            self.note(Note::Strength(text.strength.clone()));
        }
        Ok(())
    }

    fn note(&mut self, note: Note) {
        self.notes.push((self.moves.len(), note));
    }

    fn finish(self, pdn: &PdnGame, game_type: GameType, layout: Layout) -> PlayedGame {
        let tags = pdn.tags.iter().map(|(name, value, _)| (name.clone(), value.clone()));
        let score = Score::parse(&pdn.end).or_else(|| pdn.tag("Result").and_then(Score::parse));
        let Self { start, end, moves, notes } = self;
        let names = if game_type.white_begins { ["White", "Black"] } else { ["Black", "White"] };
        let known = names.iter().any(|name| pdn.tag(name).is_some());
        let players = names.iter().filter(|_| known);
        PlayedGame {
            number: pdn.number,
            part: None,
            tags: tags.collect(),
            game_type: Some(GameType { layout, ..game_type }),
            players: players.map(|name| pdn.tag(name).unwrap_or("?").to_owned()).collect(),
            start,
            end,
            moves,
            notes,
            result: score.map(|score| score.shares(game_type.white_begins).to_vec()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::PdnReader;

    fn first(text: &str) -> PdnGame {
        PdnReader::new(text.as_bytes()).next().expect("a game").expect(text)
    }

    fn text(text: &str) -> String {
        replay(&first(text), None).map_or_else(
            |error| error.to_string(),
            |parts| parts.iter().map(PlayedGame::text).collect::<Vec<_>>().join("\n"),
        )
    }

    #[test]
    fn rules_follow_from_the_tags() {
        let square10 = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2";
        for (pdn, expected) in [
            ("1. 32-28 19-23 2. 28x19 14x23 *", format!("{square10} startpos moves d4-e5 g7-f6 e5xg7 h8xf6")),
            ("1. 11-15 23-19 *", "etoile:board=square8,players=2,rules=english startpos moves c3-d4 d6-c5".to_owned()),
            ("[GameType \"26\"] 1. c3-d4 d6-c5 *", "etoile:board=square8,landing=any,majority=yes,omit=must,players=2 startpos moves c3-d4 d6-c5".to_owned()),
            // Numbers from the top left, and numbers from a1.
            ("[GameType \"26\"] 1. 22-18 *", "etoile:board=square8,landing=any,majority=yes,omit=must,players=2 startpos moves c3-d4".to_owned()),
            ("[GameType \"26\"] 1. 10-14 *", "etoile:board=square8,landing=any,majority=yes,omit=must,players=2 startpos moves c3-d4".to_owned()),
            // A game site writes this attribute, but numbers as usual.
            ("[GameType \"20,W,10,10,N1,0\"] 1. 32-28 *", format!("{square10} startpos moves d4-e5")),
            // Italian numbers, and Russian letters, without a tag.
            ("1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18 1-0", "etoile:board=square8,majority=yes,players=2,rules=italian startpos moves g3-h4 b6-c5 c3-d4 d6-e5 d4xb6 a7xc5 b2-c3 e5-f4 e3xg5 h6xf4".to_owned()),
            ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 1-0", "etoile:board=square8,landing=any,omit=must,players=2 startpos moves c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4 b4xd6 e7xc5".to_owned()),
            // Czech men do not capture backward.
            ("1. a3-b4 d6-c5 2. b4xd6 c7xe5 3. c3-b4 b6-c5 4. b4xd6 e7xc5 1-1", "etoile:board=square8,landing=any,omit=must,players=2,rules=german startpos moves a3-b4 d6-c5 b4xd6 c7xe5 c3-b4 b6-c5 b4xd6 e7xc5".to_owned()),
            ("[GameType \"20\"][FEN \"W:W28:B23\"] 1. 28x19 2-0", format!("{square10} A e5 f6 0 - moves e5xg7")),
            ("[Rules \"etoile:board=square8,misere=yes,players=2,rules=english\"] *", "etoile:board=square8,misere=yes,players=2,rules=english startpos".to_owned()),
        ] {
            assert_eq!(text(pdn), expected, "{pdn}");
        }
    }

    #[test]
    fn errors_name_the_move() {
        for (pdn, expected) in [
            (
                "[GameType \"25\"] 1. c3-d4",
                "game 1, line 1, column 1: GameType: read \"25\", expected one of",
            ),
            (
                "1. 32-28\n20-26 *",
                "game 1, line 2, column 1: move: read \"20-26\", expected a legal move here",
            ),
            (
                "1. 32-99",
                "game 1, line 1, column 4: move: read \"32-99\", expected squares of the board",
            ),
            ("[FEN \"W:W51:B1\"] *", "game 1, line 1, column 1: FEN: read \"51\""),
            // The capture is compulsory.
            ("1. 32-28 19-23 2. 33-29 *", "game 1, line 1, column 19: move: read \"33-29\""),
        ] {
            let found = text(pdn);
            assert!(found.starts_with(expected), "{found}");
        }
    }

    /// The example of the standard: the short text fits two captures.
    #[test]
    fn ambiguous_captures_need_their_route() {
        let fen = "[GameType \"20\"][FEN \"W:WK47:B9,13,19,20,29,33\"]";
        let found = text(&format!("{fen} 1. 47x36 *"));
        assert!(
            found.contains("all squares of one capture, as in ") || found.contains("a legal move"),
            "{found}"
        );
    }

    #[test]
    fn a_position_that_is_set_up_begins_a_part() {
        let pdn = "1. 32-28 19-23 /FEN \"W:W31:B20\"/ {now} 2. 31-26 *";
        let parts = replay(&first(pdn), None).expect("legal moves");
        assert_eq!([parts[0].part, parts[1].part], [Some(1), Some(2)]);
        assert_eq!((parts[0].moves.len(), parts[1].moves.len()), (2, 1));
        assert_eq!(parts[1].notes, [(0, Note::Comment("now".to_owned()))]);
        let pdn = "/FEN \"W:W31:B20\"/ 1. 31-26 *";
        assert_eq!(replay(&first(pdn), None).expect("legal moves").len(), 1);
    }

    /// Players may go on after a draw by our count; then the count is switched off.
    #[test]
    fn games_go_on_after_draws() {
        let mut pdn = "[GameType \"21\"][FEN \"B:WK32:BK1\"] ".to_owned();
        for _ in 0..20 {
            pdn.push_str("1-5 32-27 5-1 27-32 ");
        }
        let parts = replay(&first(&pdn), None).expect("legal moves");
        assert_eq!(parts[0].moves.len(), 80);
        assert!(parts[0].text().contains("quiet=0,repetition=0"), "{}", parts[0].text());
    }
}
