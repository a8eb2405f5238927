//! Reading a pack file: TOML, checked, with errors that name the line.

use serde::Deserialize;
use toml::Spanned;

use super::arrow::{Arrow, Arrows};
use super::cards::{Hand, KINDS};
use super::contents::{ArrowChoice, Card, Contents, PackCard, Symbol};
use super::pitch::{FARTHEST, MOST_CELLS, Pitch};
use crate::ParseError;

/// The most cards of a pack.
const MOST_CARDS: i64 = 200;

/// The number of cards that the stock must hold when all hands are full. With three the clock would
/// turn at once.
const LEAST_STOCK: u32 = 4;

/// A pack file before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFile {
    name: Spanned<String>,
    pitch: PitchTable,
    hands: Option<HandsTable>,
    pack: CardsTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PitchTable {
    columns: Spanned<i64>,
    rows: Spanned<i64>,
    goal: Spanned<String>,
    area: AreaTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaTable {
    columns: Spanned<String>,
    rows: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandsTable {
    alone: Spanned<i64>,
    paired: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsTable {
    cards: Spanned<Vec<Spanned<CardTable>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardTable {
    card: Spanned<String>,
    arrows: Option<Spanned<String>>,
    distance: Option<Spanned<i64>>,
    symbol: Option<Spanned<String>>,
    count: Spanned<i64>,
}

/// Reads a pack file.
pub(super) fn read(text: &str) -> Result<Contents, ParseError> {
    let reader = Reader { text };
    let file: PackFile = toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let expected = format!("a pack file ({})", error.message().replace('\n', " "));
        ParseError::new(reader.field(at, "pack"), reader.line(at), expected)
    })?;
    let name = reader.name(&file.name)?;
    let pitch = reader.pitch(&file.pitch)?;
    let hands = match &file.hands {
        None => [8, 6],
        Some(table) => {
            let most = i64::from(Hand::MOST);
            [
                reader.number("alone", &table.alone, 1, most)?,
                reader.number("paired", &table.paired, 1, most)?,
            ]
        }
    };
    let mut contents = Contents {
        name,
        pitch,
        hands,
        cards: Vec::new(),
        keeper: ArrowChoice::default(),
        free_kick: ArrowChoice::default(),
    };
    for entry in file.pack.cards.get_ref() {
        reader.card(entry, &mut contents)?;
    }
    reader.check_size(&file.pack.cards, &contents)?;
    Ok(contents)
}

/// Checks values, and names their place in the text.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    /// A field's name with its line.
    fn field(&self, at: usize, name: &str) -> String {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("line {line}: {name}")
    }

    /// The line of a place in the text.
    fn line(&self, at: usize) -> &str {
        let at = (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let (before, after) = self.text.split_at(at.unwrap_or(0));
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = before.len() + after.find('\n').unwrap_or(after.len());
        self.text[start..end].trim()
    }

    fn error<T>(&self, name: &str, value: &Spanned<T>, read: &str, expected: &str) -> ParseError {
        ParseError::new(self.field(value.span().start, name), read, expected)
    }

    fn number(
        &self,
        name: &str,
        value: &Spanned<i64>,
        least: i64,
        most: i64,
    ) -> Result<u8, ParseError> {
        let number = *value.get_ref();
        if !(least..=most).contains(&number) {
            let expected = format!("a number from {least} to {most}");
            return Err(self.error(name, value, &number.to_string(), &expected));
        }
        Ok(number as u8)
    }

    fn name(&self, name: &Spanned<String>) -> Result<String, ParseError> {
        let text = name.get_ref();
        let is_plain = |letter: char| {
            letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter)
        };
        if text.is_empty() || text.len() > 40 || !text.chars().all(is_plain) {
            let expected = "at most 40 of the characters a-z 0-9 - _";
            return Err(self.error("name", name, text, expected));
        }
        Ok(text.clone())
    }

    fn pitch(&self, table: &PitchTable) -> Result<Pitch, ParseError> {
        let even = |name: &str, value: &Spanned<i64>, least| {
            let number = self.number(name, value, least, 26)?;
            if number % 2 == 1 {
                return Err(self.error(name, value, &number.to_string(), "an even number"));
            }
            Ok(number)
        };
        let columns = even("columns", &table.columns, 6)?;
        let rows = even("rows", &table.rows, 2)?;
        if u32::from(columns) * u32::from(rows) > MOST_CELLS {
            let expected = format!("so many that there are at most {MOST_CELLS} cells");
            return Err(self.error("rows", &table.rows, &rows.to_string(), &expected));
        }
        let goal = self.columns("goal", &table.goal)?;
        let area = self.columns("area columns", &table.area.columns)?;
        if area.0 < 2 || area.1 + 3 > columns {
            let expected = "two columns free on either side, for goal kicks";
            let given = &table.area.columns;
            return Err(self.error("area columns", given, given.get_ref(), expected));
        }
        if goal.0 < area.0 || goal.1 > area.1 {
            let expected = "columns of the penalty area";
            return Err(self.error("goal", &table.goal, table.goal.get_ref(), expected));
        }
        let area_rows = self.number("area rows", &table.area.rows, 1, i64::from(rows / 2))?;
        Ok(Pitch { columns, rows, goal, area, area_rows })
    }

    /// Columns as `c-f`, from 0.
    fn columns(&self, name: &str, value: &Spanned<String>) -> Result<(u8, u8), ParseError> {
        match value.get_ref().as_bytes() {
            &[first @ b'a'..=b'z', b'-', last @ b'a'..=b'z'] if first <= last => {
                Ok((first - b'a', last - b'a'))
            }
            _ => Err(self.error(name, value, value.get_ref(), "columns as c-f")),
        }
    }

    /// Adds the card of one line.
    fn card(&self, entry: &Spanned<CardTable>, contents: &mut Contents) -> Result<(), ParseError> {
        let table = entry.get_ref();
        let count = self.number("count", &table.count, 1, MOST_CARDS)?;
        let word = table.card.get_ref().as_str();
        let (arrows, distance) = match word {
            "attacker" | "keeper" | "free-kick" => {
                let distance = self.needed(entry, "distance", table.distance.as_ref())?;
                let most = i64::from(FARTHEST);
                (self.arrows(entry)?, self.number("distance", distance, 1, most)?)
            }
            _ => {
                self.unwanted(word, "arrows", table.arrows.as_ref())?;
                self.unwanted(word, "distance", table.distance.as_ref())?;
                (Arrows::default(), 0)
            }
        };
        let choice = ArrowChoice { arrows, distance };
        let (name, card) = match word {
            "attacker" => {
                let (symbol, letter) = self.symbol(entry)?;
                let mut list = arrows.iter();
                let (Some(arrow), None) = (list.next(), list.next()) else {
                    let given = self.needed(entry, "arrows", table.arrows.as_ref())?;
                    let expected = "one arrow for an attacker";
                    return Err(self.error("arrows", given, given.get_ref(), expected));
                };
                let name = format!("{}{distance}{letter}", arrow.letter());
                (name, Card::Attacker { arrow, distance, symbol })
            }
            "corner" => match self.symbol(entry)? {
                (Symbol::Hand, _) => {
                    let given = self.needed(entry, "symbol", table.symbol.as_ref())?;
                    return Err(self.error("symbol", given, "hand", "red or blue for a corner"));
                }
                (flag, letter) => (format!("C{letter}"), Card::Corner(flag)),
            },
            _ => {
                self.unwanted(word, "symbol", table.symbol.as_ref())?;
                match word {
                    "keeper" => {
                        contents.keeper = choice;
                        ("G".to_owned(), Card::Keeper)
                    }
                    "free-kick" => {
                        contents.free_kick = choice;
                        ("F".to_owned(), Card::FreeKick)
                    }
                    "penalty" => ("P".to_owned(), Card::Penalty),
                    _ => {
                        let expected = "attacker, keeper, free-kick, corner or penalty";
                        return Err(self.error("card", &table.card, word, expected));
                    }
                }
            }
        };
        if contents.cards.iter().any(|(known, _)| known.name == name) {
            let expected = "each card in one line, with its count";
            return Err(self.error("card", &table.card, &name, expected));
        }
        if contents.cards.len() == KINDS {
            let expected = format!("at most {KINDS} different cards");
            return Err(self.error("card", &table.card, &name, &expected));
        }
        contents.cards.push((PackCard { name, card }, count));
        Ok(())
    }

    fn needed<'t, T>(
        &self,
        entry: &Spanned<CardTable>,
        name: &str,
        value: Option<&'t Spanned<T>>,
    ) -> Result<&'t Spanned<T>, ParseError> {
        let word = entry.get_ref().card.get_ref();
        value.ok_or_else(|| {
            self.error(name, entry, "nothing", &format!("a value for a card {word}"))
        })
    }

    fn unwanted<T>(
        &self,
        word: &str,
        name: &str,
        value: Option<&Spanned<T>>,
    ) -> Result<(), ParseError> {
        match value {
            None => Ok(()),
            Some(value) => Err(self.error(name, value, name, &format!("none for a card {word}"))),
        }
    }

    fn arrows(&self, entry: &Spanned<CardTable>) -> Result<Arrows, ParseError> {
        let given = self.needed(entry, "arrows", entry.get_ref().arrows.as_ref())?;
        let mut arrows = Arrows::default();
        for letter in given.get_ref().chars() {
            match Arrow::from_letter(letter) {
                Some(arrow) if arrows.with(arrow) != arrows => arrows = arrows.with(arrow),
                _ => {
                    let expected = "letters of N L R W E, each once";
                    return Err(self.error("arrows", given, given.get_ref(), expected));
                }
            }
        }
        if arrows.is_empty() {
            return Err(self.error("arrows", given, "", "at least one letter of N L R W E"));
        }
        Ok(arrows)
    }

    fn symbol(&self, entry: &Spanned<CardTable>) -> Result<(Symbol, char), ParseError> {
        let given = self.needed(entry, "symbol", entry.get_ref().symbol.as_ref())?;
        match given.get_ref().as_str() {
            "hand" => Ok((Symbol::Hand, 'h')),
            "red" => Ok((Symbol::Red, 'r')),
            "blue" => Ok((Symbol::Blue, 'b')),
            other => Err(self.error("symbol", given, other, "hand, red or blue")),
        }
    }

    /// Checks that the pack fills all hands and a stock, for any number of players.
    fn check_size<T>(&self, cards: &Spanned<T>, contents: &Contents) -> Result<(), ParseError> {
        let [alone, paired] = contents.hands.map(u32::from);
        let dealt = (2 * alone).max(alone + 2 * paired).max(4 * paired);
        let total: u32 = contents.cards.iter().map(|&(_, count)| u32::from(count)).sum();
        let least = dealt + LEAST_STOCK;
        if !(least..=MOST_CARDS as u32).contains(&total) {
            let expected = format!("{least} to {MOST_CARDS} cards in all");
            return Err(self.error("cards", cards, &total.to_string(), &expected));
        }
        let has_attacker =
            contents.cards.iter().any(|(card, _)| matches!(card.card, Card::Attacker { .. }));
        if !has_attacker {
            return Err(self.error("cards", cards, "no attacker", "at least one"));
        }
        Ok(())
    }
}
