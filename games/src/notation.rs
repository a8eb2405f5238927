//! Text of positions, moves and chance events, strict in both directions.
//!
//! ```text
//! position := game [":" option ("," option)*] SP ( "startpos" | fields ) [ SP "moves" ( SP move )+ ]
//! option   := key "=" value
//! ```

use std::sync::Arc;

use crate::buteur::Pack;
use crate::{Actor, Game, Paint, ParseError, Seat, State};

/// One option of a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its key in the position text.
    pub key: &'static str,
    /// The value when left out.
    pub default: &'static str,
    /// The values it can take.
    pub values: OptionValues,
    /// What it means, in half a sentence.
    pub about: &'static str,
}

/// The values that an option can take.
#[derive(Clone, Copy, Debug)]
pub enum OptionValues {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from 0 without leading zeros, other than the second value if any.
    Count(Option<u32>),
    /// The name of a pack: of that compiled in, or of one given.
    Pack,
}

impl OptionInfo {
    /// The values in words, for errors and for users.
    #[must_use]
    pub fn expected(&self) -> String {
        match self.values {
            OptionValues::Words(words) => format!("one of {}", words.join(" ")),
            OptionValues::Count(None) => "a number from 0 (off)".to_owned(),
            OptionValues::Count(Some(hole)) => format!("a number from 0 (off), but not {hole}"),
            OptionValues::Pack => {
                format!("{}, or the name of a pack given as a file", Pack::STANDARD)
            }
        }
    }

    fn check(&self, value: &str, packs: &[Arc<Pack>]) -> bool {
        match self.values {
            OptionValues::Words(words) => words.contains(&value),
            OptionValues::Count(hole) => {
                parse_count(value).is_some_and(|count| Some(count) != hole)
            }
            OptionValues::Pack => {
                value == Pack::STANDARD || packs.iter().any(|pack| pack.name() == value)
            }
        }
    }
}

/// The options of one position text: checked, with defaults filled in.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    known: &'static [OptionInfo],
    given: Vec<(&'static str, &'a str)>,
    packs: &'a [Arc<Pack>],
}

impl<'a> Options<'a> {
    /// Reads `key=value,key=value`, or nothing at all where `text` is `None`.
    ///
    /// # Errors
    /// An unknown key or value, or a key given twice, naming what is known.
    pub fn parse(known: &'static [OptionInfo], text: Option<&'a str>) -> Result<Self, ParseError> {
        Self::parse_with(known, text, &[])
    }

    /// The same, where these packs are known, too.
    ///
    /// # Errors
    /// As [`Options::parse`].
    pub fn parse_with(
        known: &'static [OptionInfo],
        text: Option<&'a str>,
        packs: &'a [Arc<Pack>],
    ) -> Result<Self, ParseError> {
        let mut given: Vec<(&'static str, &'a str)> = Vec::new();
        for option in text.map(|text| text.split(',')).into_iter().flatten() {
            let Some((key, value)) = option.split_once('=') else {
                return Err(ParseError::new("option", option, "key=value"));
            };
            let Some(info) = known.iter().find(|info| info.key == key) else {
                let keys: Vec<_> = known.iter().map(|info| info.key).collect();
                return Err(ParseError::new("option", key, format!("one of {}", keys.join(" "))));
            };
            if !info.check(value, packs) {
                return Err(ParseError::new(format!("option {key}"), value, info.expected()));
            }
            if given.iter().any(|&(seen, _)| seen == info.key) {
                return Err(ParseError::new(
                    format!("option {key}"),
                    option,
                    "each option only once",
                ));
            }
            given.push((info.key, value));
        }
        Ok(Self { known, given, packs })
    }

    /// The value of `key`: as given, or the default; empty for a key that the game does not have.
    #[must_use]
    pub fn get(&self, key: &str) -> &str {
        let given = self.given.iter().find(|(seen, _)| *seen == key).map(|&(_, value)| value);
        let default = self.known.iter().find(|info| info.key == key).map(|info| info.default);
        given.or(default).unwrap_or("")
    }

    /// The value of a counting option.
    #[must_use]
    pub fn count(&self, key: &str) -> u32 {
        parse_count(self.get(key)).unwrap_or(0)
    }

    /// The pack that an option names.
    #[must_use]
    pub fn pack(&self, key: &str) -> Arc<Pack> {
        let name = self.get(key);
        self.packs.iter().find(|pack| pack.name() == name).cloned().unwrap_or_else(Pack::standard)
    }
}

/// A number without sign or leading zeros.
fn parse_count(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// A game that can be read and written.
pub trait Notation: Game {
    /// The game's id in position texts.
    const NAME: &'static str;
    /// The game's full name.
    const TITLE: &'static str;
    /// A paragraph for users.
    const ABOUT: &'static str;
    /// The options, in alphabetical order of key.
    const OPTIONS: &'static [OptionInfo];

    /// The game under the given options.
    ///
    /// # Errors
    /// Options that do not go together.
    fn from_options(options: &Options<'_>) -> Result<Self, ParseError>;

    /// The value in force of each of [`Notation::OPTIONS`], in that order.
    fn option_values(&self) -> Vec<String>;

    /// The names of the fields under these rules.
    fn fields(&self) -> &'static [&'static str];

    /// Reads a position; `fields` has one text for each of [`Notation::fields`].
    ///
    /// # Errors
    /// Anything that no position of the game can be, naming the field.
    fn parse_fields(&self, fields: &[&str]) -> Result<Self::Position, ParseError>;

    /// The canonical fields, separated by single spaces.
    fn format_fields(&self, position: &Self::Position) -> String;

    /// The text of a legal move of `position`.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The text of a chance event.
    fn format_event(&self, event: Self::Event) -> String;

    /// The seat's name in texts and results.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The name of who acts or, where chance acts, whose turn it is, as written in the position: the
    /// seat's, but where several players share a seat.
    fn player_name(&self, position: &Self::Position) -> &'static str {
        self.seat_name(self.mover(position))
    }

    /// Where the game is won by points: each seat's, as they count when it is over. Else nothing.
    fn points(&self, _: &Self::Position) -> Vec<u32> {
        Vec::new()
    }

    /// A board that a person can read, several lines.
    fn diagram(&self, position: &Self::Position, paint: Paint) -> String;

    /// Reads a legal move of `position`.
    ///
    /// # Errors
    /// A text that is not a legal move there.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ParseError> {
        find_move(self, position, text)
            .ok_or_else(|| ParseError::new("move", text, "a legal move here"))
    }
}

/// The legal move of `position` whose canonical text is `text`.
pub(crate) fn find_move<G: Notation>(
    game: &G,
    position: &G::Position,
    text: &str,
) -> Option<G::Move> {
    let mut found = None;
    game.each_move(position, |mv| {
        if found.is_none() && game.format_move(position, mv) == text {
            found = Some(mv);
        }
    });
    found
}

/// The canonical head of a position text: the game and its options that are not the default.
#[must_use]
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
pub fn format_position<G: Notation>(game: &G, position: &G::Position) -> String {
    format!("{} {}", format_game(game), game.format_fields(position))
}

/// Reads what follows the game's name and options: a position, then moves and events.
pub(crate) fn parse_state<G: Notation>(
    game: G,
    rest: Option<&str>,
) -> Result<State<G>, ParseError> {
    let names = game.fields();
    let wanted = format!("startpos, or the fields: {}", names.join(" "));
    let Some(rest) = rest else {
        return Err(ParseError::new("position", "", wanted));
    };
    let (fields, moves) = split_moves(rest)?;
    let position = if fields == "startpos" {
        game.start()
    } else {
        let fields: Vec<&str> = fields.split(' ').collect();
        if fields.len() != names.len() || fields.contains(&"") {
            let expected = format!("{wanted}, {} separated by single spaces", names.len());
            return Err(ParseError::new("position", rest, expected));
        }
        game.parse_fields(&fields)?
    };
    let mut state = State::new(game, position);
    if let Some(moves) = moves {
        for text in moves.split(' ') {
            step(&mut state, text)?;
        }
    }
    Ok(state)
}

/// Splits the fields from the list of moves.
fn split_moves(rest: &str) -> Result<(&str, Option<&str>), ParseError> {
    if rest == "moves" || rest.ends_with(" moves") {
        return Err(ParseError::new("moves", "", "at least one move after the word moves"));
    }
    Ok(rest.split_once(" moves ").map_or((rest, None), |(fields, moves)| (fields, Some(moves))))
}

/// Reads and plays one move or chance event.
///
/// # Errors
/// A text that is not a legal move or a possible event in the position; any text where the game is over.
pub fn step<G: Notation>(state: &mut State<G>, text: &str) -> Result<(), ParseError> {
    match state.actor() {
        Actor::Over(_) => Err(ParseError::new("move", text, "no move: the game is over")),
        Actor::Seat(_) => {
            let mv = state.game.parse_move(&state.position, text)?;
            state.play(mv);
            Ok(())
        }
        Actor::Chance => {
            let mut found = None;
            let mut known = Vec::new();
            state.game.each_event(&state.position, |event, _| {
                let name = state.game.format_event(event);
                if name == text {
                    found = Some(event);
                }
                known.push(name);
            });
            let Some(event) = found else {
                let expected = format!("a chance event: one of {}", known.join(" "));
                return Err(ParseError::new("move", text, expected));
            };
            state.happen(event);
            Ok(())
        }
    }
}

/// Reads a board written rank by rank from the top, runs of empty squares as one digit, and calls
/// `put(file, rank, letter)` for every letter.
///
/// # Errors
/// A wrong number of ranks or squares, a run split in two digits, or what `put` rejects.
pub(crate) fn parse_board(
    text: &str,
    files: u8,
    ranks: u8,
    mut put: impl FnMut(u8, u8, char) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let count = text.split('/').count();
    if count != ranks as usize {
        let expected = format!("{ranks} ranks separated by /, not {count}");
        return Err(ParseError::new("board", text, expected));
    }
    for (row, line) in text.split('/').enumerate() {
        let rank = ranks - 1 - row as u8;
        let wrong =
            |expected: &str| ParseError::new(format!("board rank {}", rank + 1), line, expected);
        let mut file = 0;
        let mut after_digit = false;
        for letter in line.chars() {
            if let Some(run) = letter.to_digit(10) {
                if after_digit {
                    return Err(wrong("each run of empty squares as one digit"));
                }
                if run == 0 || run > u32::from(files - file) {
                    return Err(wrong(&format!("runs that add up to {files} squares")));
                }
                file += run as u8;
                after_digit = true;
            } else {
                if file == files {
                    return Err(wrong(&format!("{files} squares")));
                }
                put(file, rank, letter)?;
                file += 1;
                after_digit = false;
            }
        }
        if file != files {
            return Err(wrong(&format!("{files} squares, not {file}")));
        }
    }
    Ok(())
}

/// Writes a board rank by rank from the top; `letter(file, rank)` is `None` for an empty square.
pub(crate) fn format_board(
    files: u8,
    ranks: u8,
    letter: impl Fn(u8, u8) -> Option<char>,
) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut run = 0;
        for file in 0..files {
            match letter(file, rank) {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text.push(char::from(b'0' + run));
                    }
                    run = 0;
                    text.push(letter);
                }
            }
        }
        if run > 0 {
            text.push(char::from(b'0' + run));
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The name of a square, `a1` for file 0 and rank 0.
pub(crate) fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}
