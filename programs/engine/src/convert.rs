//! `engine convert`: games and positions from one format to another.

use std::fs::File;
use std::io::{self, BufRead, BufWriter, Read, Write, stdout};

use clap::{Args, ValueEnum};
use cli::{Failure, warn};
use draughts::{Note, PdnReader, PlayedGame, position_text, replay, write_pdn};
use games::{AnyState, ParseError};
use selfplay::parse_line;
use serde_json::{Map, Value as Json, json};

#[derive(Args, Debug)]
pub(crate) struct ConvertArguments {
    /// The file; `-` is standard input. It has PDN, JSON lines such as the records of a match, or
    /// one position in each line
    file: String,
    /// The format to write
    #[arg(long, value_name = "pdn|text|json")]
    to: Format,
    /// The rules of the games in PDN, and of positions without a game [default: as the tags say]
    #[arg(long, value_name = "GAME[:options]")]
    game: Option<String>,
}

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Portable Draughts Notation.
    Pdn,
    /// Position texts, one in each line.
    Text,
    /// JSON, one object in each line.
    Json,
}

/// Converts the games of a file one by one. A game that cannot be converted costs no other game.
pub(crate) fn run(args: &ConvertArguments) -> Result<(), Failure> {
    if let Some(game) = &args.game {
        AnyState::start(game)?;
    }
    let unreadable = |error: io::Error| {
        let expected = format!("a readable file ({error})");
        Failure::from(ParseError::new("FILE", &args.file, expected))
    };
    let input: Box<dyn Read> = match args.file.as_str() {
        "-" => Box::new(io::stdin().lock()),
        path => Box::new(File::open(path).map_err(unreadable)?),
    };
    let (format, input) = opened(input).map_err(unreadable)?;
    let out = BufWriter::new(stdout().lock());
    let mut conversion = Conversion { args, out, done: 0, failed: 0, first_error: None };
    match format {
        Format::Pdn => {
            let game = args.game.as_deref();
            for read in PdnReader::new(input) {
                let parts = read.and_then(|pdn| replay(&pdn, game));
                conversion.add(parts.map_err(|error| error.to_string()))?;
            }
        }
        Format::Text => conversion.lines(input, text_line)?,
        Format::Json => conversion.lines(input, json_line)?,
    }
    conversion.end()
}

/// The format of a file, by its first bytes, and the whole file. UTF-16 is decoded.
fn opened(input: Box<dyn Read>) -> io::Result<(Format, impl BufRead)> {
    let mut whole = reader::streamed(input)?;
    let head = String::from_utf8_lossy(whole.fill_buf()?).into_owned();
    let head = head.trim_start_matches('\u{feff}').trim_start();
    let is_json = head.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
    let word = head.split([' ', ':', '\n']).next().unwrap_or_default();
    let is_text = head.starts_with('#')
        || AnyState::NAMES.contains(&word)
        || matches!(word, "W" | "B")
        || matches!(word, "startpos" | "A");
    let format = if is_json {
        Format::Json
    } else if is_text {
        Format::Text
    } else {
        Format::Pdn
    };
    Ok((format, whole))
}

/// A conversion in progress.
struct Conversion<'a, W: Write> {
    args: &'a ConvertArguments,
    out: W,
    /// The number of games that were written.
    done: u64,
    /// The number of games that were not.
    failed: u64,
    /// The error of the first of them, which is told at the end if it is the only game.
    first_error: Option<String>,
}

impl<W: Write> Conversion<'_, W> {
    /// Writes the parts of a game, or reports its error.
    fn add(&mut self, parts: Result<Vec<PlayedGame>, String>) -> Result<(), Failure> {
        let texts = parts.and_then(|parts| {
            parts.iter().map(|game| self.text(game)).collect::<Result<Vec<_>, _>>()
        });
        match texts {
            Ok(texts) => {
                texts.iter().try_for_each(|text| self.out.write_all(text.as_bytes()))?;
                self.done += 1;
            }
            Err(error) => {
                match self.first_error.take() {
                    None => self.first_error = Some(error),
                    Some(first) => {
                        if !first.is_empty() {
                            warn(&first);
                        }
                        warn(&error);
                        self.first_error = Some(String::new());
                    }
                }
                self.failed += 1;
            }
        }
        Ok(())
    }

    fn text(&self, game: &PlayedGame) -> Result<String, String> {
        match self.args.to {
            Format::Text => Ok(format!("{}\n", game.text())),
            Format::Json => Ok(format!("{}\n", json_of(game))),
            Format::Pdn => {
                write_pdn(game).map_err(|error| format!("game {}: {error}", game.number))
            }
        }
    }

    /// Converts a file with one game in each line.
    fn lines(
        &mut self,
        mut input: impl BufRead,
        read: fn(&str, u64, &ConvertArguments) -> Result<Option<PlayedGame>, ParseError>,
    ) -> Result<(), Failure> {
        let (mut line, mut game) = (0, 1);
        while let Some(text) = ugi::read_line(&mut input)? {
            line += 1;
            let found = text.and_then(|text| read(text.trim(), game, self.args));
            match found {
                Ok(None) => continue,
                Ok(Some(played)) => self.add(Ok(vec![played]))?,
                Err(error) => self.add(Err(format!("game {game}, line {line}: {error}")))?,
            }
            game += 1;
        }
        Ok(())
    }

    /// Reports the games that were not converted: exit status 2 if no game was converted, else 1.
    fn end(mut self) -> Result<(), Failure> {
        self.out.flush()?;
        let (failed, all) = (self.failed, self.failed + self.done);
        match self.first_error.take() {
            None if all == 0 => {
                let expected = "PDN, JSON lines or positions";
                Err(ParseError::new("FILE", &self.args.file, format!("games: {expected}")).into())
            }
            None => Ok(()),
            Some(error) if all == 1 => Err(Failure::Input(error)),
            Some(error) => {
                if !error.is_empty() {
                    warn(&error);
                }
                let message = format!("{failed} of {all} games were not converted");
                let nothing = self.done == 0;
                Err(if nothing { Failure::Input(message) } else { Failure::Broken(message) })
            }
        }
    }
}

/// Reads a line with a position. Blank lines and comments have none.
fn text_line(
    text: &str,
    number: u64,
    args: &ConvertArguments,
) -> Result<Option<PlayedGame>, ParseError> {
    // Puzzles have a solution after the position.
    let text = text.split(" ; ").next().unwrap_or_default();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let word = text.split([' ', ':']).next().unwrap_or_default();
    let text = match &args.game {
        Some(game) if !AnyState::NAMES.contains(&word) => format!("{game} {text}"),
        _ => text.to_owned(),
    };
    PlayedGame::from_text(&position_text(&text)?, number).map(Some)
}

/// Reads a line of JSON: a record of a match, or a line that this command wrote.
fn json_line(
    text: &str,
    number: u64,
    args: &ConvertArguments,
) -> Result<Option<PlayedGame>, ParseError> {
    let wrong = |read: &str, expected: &str| ParseError::new("JSON", read, expected);
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(game) = &args.game {
        return Err(ParseError::new("--game", game, "no game: JSON lines have their own"));
    }
    // A record ends with a checksum.
    let value: Json = if text.contains(",\"crc\":\"") {
        parse_line(text).map_err(|error| wrong(text, &format!("an undamaged line ({error})")))?
    } else {
        serde_json::from_str(text).map_err(|error| wrong(text, &format!("an object ({error})")))?
    };
    // The plan of a match is its first line.
    if value.get("format").is_some() && value.get("start").is_none() {
        return Ok(None);
    }
    let start = value.get("start").or_else(|| value.get("position")).and_then(Json::as_str);
    let start = start.ok_or_else(|| wrong(text, "the key start"))?;
    let list = |key: &str| -> Vec<String> {
        let items = value.get(key).and_then(Json::as_array).into_iter().flatten();
        items.filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let moves = list("moves");
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    let mut game = PlayedGame::from_text(&format!("{start}{moves}"), number)?;
    game.players = list("players");
    if let Some(shares) = value.get("result").and_then(Json::as_array) {
        game.result = Some(shares.iter().filter_map(Json::as_f64).collect());
    }
    let tags = value.get("tags").and_then(Json::as_object).into_iter().flatten();
    game.tags =
        tags.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
    if let (Some(unit), Some(of_unit)) = (value.get("unit"), value.get("game")) {
        game.tags.push(("Round".to_owned(), format!("{unit}.{of_unit}")));
    }
    if let Some(reason) = value.get("reason").and_then(Json::as_str) {
        game.tags.push(("Termination".to_owned(), reason.to_owned()));
    }
    let notes = value.get("notes").and_then(Json::as_array).into_iter().flatten();
    game.notes = notes.filter_map(note_of).collect();
    game.notes.sort_by_key(|&(place, _)| place);
    Ok(Some(game))
}

/// Reads a note: the number of moves before it, its kind and its text.
fn note_of(value: &Json) -> Option<(usize, Note)> {
    let place = value.get(0)?.as_u64()? as usize;
    let text = value.get(2)?.as_str()?.to_owned();
    Some((place, Note::of_parts(value.get(1)?.as_str()?, text)?))
}

/// A game as JSON.
fn json_of(game: &PlayedGame) -> String {
    let mut object = Map::new();
    object.insert("game".into(), game.number.into());
    if let Some(part) = game.part {
        object.insert("part".into(), part.into());
    }
    if !game.players.is_empty() {
        object.insert("players".into(), json!(game.players));
    }
    let text = game.text();
    let start = text.split(" moves ").next().unwrap_or_default();
    object.insert("start".into(), start.into());
    object.insert("moves".into(), json!(game.moves));
    object.insert("result".into(), json!(game.result));
    let tags = game.tags.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
    object.insert("tags".into(), Json::Object(tags.collect()));
    let notes = game.notes.iter().map(|(place, note)| {
        let (kind, text) = note.parts();
        json!([place, kind, text])
    });
    let clocks = game.clocks().into_iter().map(|clock| json!(clock));
    for (key, list) in [("notes", notes.collect::<Vec<_>>()), ("clocks", clocks.collect())] {
        if !list.is_empty() {
            object.insert(key.into(), Json::Array(list));
        }
    }
    Json::Object(object).to_string()
}
