//! Text of positions, moves, draws and cuts.

use super::arrow::Arrow;
use super::cards::CardKind;
use super::contents::Card;
use super::fields::FIELDS;
use super::moves::{Move, MoveAction};
use super::pack::Pack;
use super::pitch::NO_CELL;
use super::position::Position;
use super::rules::{Buteur, Event};
use super::teams::RED;
use crate::notation::illegal;
use crate::option_table::option_table;
use crate::{Game, Notation, OptionInfo, Options, Paint, ParseError, Seat};

option_table! {
    /// The options as position texts give them.
    struct Choice {
        pack: String = resource { Pack::STANDARD, Pack::KIND }, "the pitch and the pack of cards";
        players: u8 = words { "2" => 2, "3" => 3, "4" => 4 }, "the number of players, in two teams";
    }
}

impl Notation for Buteur {
    const NAME: &'static str = "buteur";
    const TITLE: &'static str = "Buteur";
    const ABOUT: &'static str = "A football match between two teams, Red and Blue, for two \
        players, three (Red is alone) or four. Players hold hidden cards; a card moves the ball \
        towards the opponent's goal on a pitch of 8x14 cells. Goalkeepers and corners stop shots, \
        free kicks and penalties help attackers. The stock of cards is the clock of each of two \
        halves. The team with more goals wins. Another pitch and pack are read from a file given \
        with --pack FILE; then pack=<its name>.";
    const OPTIONS: &'static [OptionInfo] = Choice::OPTIONS;

    fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let Choice { pack, players } = Choice::read(options);
        Ok(Self { players, pack: options.resources().pack(&pack).unwrap_or_else(Pack::standard) })
    }

    fn option_values(&self) -> Vec<String> {
        Choice { pack: self.pack.name().to_owned(), players: self.players }.texts()
    }

    fn fields(&self) -> &'static [&'static str] {
        FIELDS
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        match fields.try_into() {
            Ok(fields) => self.read_position(fields),
            Err(_) => Err(ParseError::new("position", &fields.join(" "), FIELDS.join(" "))),
        }
    }

    fn format_fields(&self, position: &Position) -> String {
        self.write_position(position)
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        let card = |kind: Option<CardKind>| kind.map_or("", |kind| self.pack.card_name(kind));
        match mv.action() {
            MoveAction::Concede => return "goal".to_owned(),
            MoveAction::Stop => return card(mv.kind()).to_owned(),
            MoveAction::Discard => return format!("discard:{}", card(mv.kind())),
            MoveAction::Kick => {}
        }
        let mut text = String::new();
        if let Some(cell) = mv.cell() {
            text.push_str(&self.cell_name(cell));
            text.push(':');
        }
        if let Some(arrow) = mv.free_kick() {
            text.push('F');
            text.push(arrow.letter());
            text.push_str(if mv.kind().is_some() { "+" } else { "" });
        }
        text.push_str(card(mv.kind()));
        text.extend(mv.arrow().map(Arrow::letter));
        if mv.has_penalty() {
            text.push_str("+P");
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let legal = self.read_move(text).filter(|&mv| self.is_legal(position, mv));
        legal.ok_or_else(|| illegal(text))
    }

    fn format_event(&self, event: Event) -> String {
        match event {
            Event::Draw(kind) => format!("draw:{}", self.pack.card_name(kind)),
            Event::DrawUnseen => "draw:?".to_owned(),
            Event::Cut(kind) => format!("cut:{}", self.pack.card_name(kind)),
        }
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == RED { "R" } else { "B" }
    }

    fn player_name(&self, position: &Position) -> &'static str {
        self.player_of(position)
    }

    fn points(&self, position: &Position) -> Vec<u32> {
        position.score.map(u32::from).to_vec()
    }

    fn diagram(&self, position: &Position, paint: Paint) -> String {
        self.draw(position, paint)
    }
}

impl Buteur {
    /// The move of a text.
    fn read_move(&self, text: &str) -> Option<Move> {
        if text == "goal" {
            return Some(Move::new(MoveAction::Concede, NO_CELL, None));
        }
        if let Some(name) = text.strip_prefix("discard:") {
            return Some(Move::new(
                MoveAction::Discard,
                NO_CELL,
                Some(self.pack.kind_named(name)?),
            ));
        }
        let (cell, rest) = match text.split_once(':') {
            Some((cell, rest)) => (self.read_cell(cell)?, rest),
            None => (NO_CELL, text),
        };
        let (rest, penalty) = rest.strip_suffix("+P").map_or((rest, false), |rest| (rest, true));
        let (free_kick, card) = match rest.strip_prefix('F') {
            None => (None, Some(rest)),
            Some(rest) => {
                let mut letters = rest.chars();
                let arrow = Arrow::from_letter(letters.next()?)?;
                let rest = letters.as_str();
                (Some(arrow), if rest.is_empty() { None } else { Some(rest.strip_prefix('+')?) })
            }
        };
        let mut mv = match card {
            None => Move::new(MoveAction::Kick, cell, None),
            Some(card) => self.read_card_move(cell, card)?,
        };
        if let Some(arrow) = free_kick {
            mv = mv.with_free_kick(arrow);
        }
        Some(if penalty { mv.with_penalty() } else { mv })
    }

    /// The move of one card: an attacker, a goalkeeper with an arrow, or a card that stops a shot.
    fn read_card_move(&self, cell: u8, text: &str) -> Option<Move> {
        if let Some(kind) = self.pack.kind_named(text) {
            return Some(match self.pack.card(kind) {
                Card::Attacker { .. } => Move::kick(cell, kind),
                _ => Move::new(MoveAction::Stop, cell, Some(kind)),
            });
        }
        let mut letters = text.chars();
        let arrow = Arrow::from_letter(letters.next_back()?)?;
        Some(Move::kick(cell, self.pack.kind_named(letters.as_str())?).with_arrow(arrow))
    }
}
