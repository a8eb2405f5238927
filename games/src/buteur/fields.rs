//! Reading and writing the fields of a position.

use super::cards::{Cards, Hand};
use super::pitch::{NO_CELL, Side};
use super::position::{Clock, Phase, Position};
use super::rules::Buteur;
use super::teams::{BLUE, MOST_PLAYERS, RED, Teams};
use crate::board_text::square_name;
use crate::{ParseError, Seat};

/// The names of the fields.
pub(super) const FIELDS: &[&str] =
    &["phase", "player", "ball", "half", "score", "clock", "kicker", "hands", "discard"];

pub(super) const PHASES: [(&str, Phase); 11] = [
    ("kickoff", Phase::Kickoff),
    ("play", Phase::Play),
    ("throw", Phase::Throw),
    ("goalkick-l", Phase::GoalKick(Side::Left)),
    ("goalkick-r", Phase::GoalKick(Side::Right)),
    ("clear", Phase::Clear),
    ("shot", Phase::Shot),
    ("corner-r", Phase::CornerRed),
    ("corner-b", Phase::CornerBlue),
    ("penalty", Phase::Penalty),
    ("end", Phase::End),
];

const CLOCKS: [(&str, Clock); 3] =
    [("run", Clock::Run), ("last", Clock::Last), ("over", Clock::Over)];

/// The value of a word, or an error that lists all words.
fn word<T: Copy>(field: &str, text: &str, words: &[(&str, T)]) -> Result<T, ParseError> {
    words.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
        ParseError::new(field, text, format!("one of {}", names.join(" ")))
    })
}

/// A number without sign or leading zeros.
fn number(text: &str) -> Option<u16> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

impl Buteur {
    pub(super) fn read_position(&self, fields: &[&str; 9]) -> Result<Position, ParseError> {
        let &[phase, player, ball, half, score, clock, kicker, hands, discard] = fields;
        let phase = word("phase", phase, &PHASES)?;
        let turn = self.read_player(player, phase)?;
        let ball = self.read_ball(ball, phase, Teams::seat(turn))?;
        let half = word("half", half, &[("1", 1), ("2", 2)])?;
        let score = read_score(score)?;
        let clock = word("clock", clock, &CLOCKS)?;
        let kicker = word("kicker", kicker, &[("R", RED), ("B", BLUE)])?;
        let mut unseen = *self.pack.all();
        let hands_text = hands;
        let hands = self.read_hands(hands, &mut unseen)?;
        self.read_cards("discard", discard, &mut unseen)?;
        let hidden = hands.iter().filter(|hand| hand.is_hidden());
        let hidden: u32 = hidden.map(|hand| u32::from(hand.count())).sum();
        if hidden > u32::from(unseen.total()) {
            let expected = format!("at most the {} cards that are not seen", unseen.total());
            return Err(ParseError::new("hands", hands_text, expected));
        }
        let position = Position { hands, unseen, score, phase, turn, ball, half, clock, kicker };
        self.check_clock(&position, fields)?;
        Ok(position)
    }

    fn read_player(&self, text: &str, phase: Phase) -> Result<u8, ParseError> {
        if phase == Phase::End {
            return word("player", text, &[("-", 0)]);
        }
        let names = self.teams().names;
        let turn = names.iter().position(|&name| name == text);
        turn.map(|turn| turn as u8)
            .ok_or_else(|| ParseError::new("player", text, format!("one of {}", names.join(" "))))
    }

    fn read_ball(&self, text: &str, phase: Phase, seat: Seat) -> Result<u8, ParseError> {
        let wrong = |expected: &str| Err(ParseError::new("ball", text, expected));
        let pitch = self.pack.pitch();
        if !matches!(phase, Phase::Play | Phase::Throw | Phase::Shot) {
            return if text == "c" { Ok(NO_CELL) } else { wrong("c in this phase") };
        }
        let Some(cell) = self.read_cell(text) else {
            let last = square_name(pitch.columns - 1, pitch.rows - 1);
            return wrong(&format!("a cell from a1 to {last}"));
        };
        if phase == Phase::Throw && !pitch.is_touchline(cell) {
            return wrong("a cell on a touchline for a throw-in");
        }
        if phase == Phase::Shot && !pitch.is_shot_cell(seat, cell) {
            return wrong("a cell on the goal line of the player to act, in or next to his goal");
        }
        Ok(cell)
    }

    pub(super) fn read_cell(&self, text: &str) -> Option<u8> {
        let pitch = self.pack.pitch();
        let column = text.bytes().next()?.checked_sub(b'a').filter(|&at| at < pitch.columns)?;
        let row =
            number(text.get(1..)?)?.checked_sub(1).filter(|&at| at < u16::from(pitch.rows))?;
        Some(pitch.cell(column, row as u8))
    }

    /// Reads all hands, and removes their cards from `unseen`.
    fn read_hands(
        &self,
        text: &str,
        unseen: &mut Cards,
    ) -> Result<[Hand; MOST_PLAYERS], ParseError> {
        let parts: Vec<&str> = text.split('/').collect();
        if parts.len() != self.players as usize {
            let expected = format!("{} hands separated by /, not {}", self.players, parts.len());
            return Err(ParseError::new("hands", text, expected));
        }
        let mut hands = [Hand::EMPTY; MOST_PLAYERS];
        for (hand, part) in parts.into_iter().enumerate() {
            let most = self.hand_size(hand);
            let too_many = || {
                let field = format!("hands, number {}", hand + 1);
                ParseError::new(field, part, format!("at most {most} cards"))
            };
            if let Some(count) = part.strip_prefix('?') {
                let Some(count) = number(count) else {
                    let expected = "the number of hidden cards as ?8";
                    return Err(ParseError::new("hands", part, expected));
                };
                if count > u16::from(most) {
                    return Err(too_many());
                }
                hands[hand] = Hand::hidden(count as u8);
                continue;
            }
            let cards = self.read_cards("hands", part, unseen)?;
            if cards.total() > most {
                return Err(too_many());
            }
            for (kind, count) in cards.iter() {
                hands[hand] = (0..count).fold(hands[hand], |hand, _| hand.with(kind));
            }
        }
        Ok(hands)
    }

    /// Reads cards in any order, and removes them from `unseen`.
    fn read_cards(&self, field: &str, text: &str, unseen: &mut Cards) -> Result<Cards, ParseError> {
        let mut cards = Cards::NONE;
        if text == "-" {
            return Ok(cards);
        }
        for name in text.split('.') {
            let Some(kind) = self.pack.kind_named(name) else {
                let names: Vec<_> = self.pack.cards().iter().map(|card| &*card.name).collect();
                let expected = format!("cards joined by . or -: {}", names.join(" "));
                return Err(ParseError::new(field, name, expected));
            };
            if unseen.count(kind) == 0 {
                let count = self.pack.all().count(kind);
                let expected = format!("at most {count} cards {name} in hands and discards");
                return Err(ParseError::new(field, name, expected));
            }
            unseen.remove(kind);
            cards.add(kind);
        }
        Ok(cards)
    }

    /// The clock must agree with the cards and the phase.
    fn check_clock(&self, position: &Position, fields: &[&str; 9]) -> Result<(), ParseError> {
        let wrong = |expected: &str| Err(ParseError::new("clock", fields[5], expected));
        let (phase, stock) = (position.phase, position.stock());
        if phase == Phase::End {
            if position.clock != Clock::Over {
                return wrong("over where the match is over");
            }
            if position.half != 2 {
                return Err(ParseError::new("half", fields[3], "2 where the match is over"));
            }
        }
        let short: u8 = (0..self.players as usize)
            .map(|hand| self.hand_size(hand) - position.hands[hand].count())
            .sum();
        let draws = self.drawing_hand(position).is_some();
        if phase.is_cut() && position.clock != Clock::Run && fields[8] == "-" {
            let expected = "cards to cut from, as the half is at its end";
            return Err(ParseError::new("discard", fields[8], expected));
        }
        match position.clock {
            Clock::Run if short > stock => {
                return wrong("as many cards in the stock as the hands lack");
            }
            Clock::Run if stock <= Self::LAST_STOCK && !draws => {
                return wrong("last or over: three cards or fewer are left in the stock");
            }
            Clock::Last | Clock::Over if stock > Self::LAST_STOCK => {
                return wrong(&format!("run: {stock} cards are left in the stock"));
            }
            Clock::Last if short > 0 && !draws => {
                return wrong("over: a hand is short of cards and there is no stock to draw from");
            }
            Clock::Last if draws && matches!(phase, Phase::CornerRed | Phase::CornerBlue) => {
                return wrong("run: there are cards to draw, and a last turn leaves no corner");
            }
            Clock::Over if !matches!(phase, Phase::Shot | Phase::Penalty | Phase::End) => {
                return wrong("run or last: only a shot, a penalty or the end can be over");
            }
            Clock::Over if draws => {
                return wrong("last: there are cards to draw");
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        let name = |found: Option<&'static str>| found.unwrap_or("");
        let phase = PHASES.iter().find(|(_, phase)| *phase == position.phase);
        let clock = CLOCKS.iter().find(|(_, clock)| *clock == position.clock);
        let ball = match position.ball {
            NO_CELL => "c".to_owned(),
            cell => self.cell_name(cell),
        };
        let hands: Vec<_> = position.hands[..self.players as usize]
            .iter()
            .map(|&hand| self.write_hand(hand))
            .collect();
        format!(
            "{} {} {ball} {} {}-{} {} {} {} {}",
            name(phase.map(|&(name, _)| name)),
            self.player_of(position),
            position.half,
            position.score[0],
            position.score[1],
            name(clock.map(|&(name, _)| name)),
            if position.kicker == RED { "R" } else { "B" },
            hands.join("/"),
            self.write_cards(&position.discards(&self.pack)),
        )
    }

    /// The name of the player to act, or `-` where the match is over.
    pub(super) fn player_of(&self, position: &Position) -> &'static str {
        if position.phase == Phase::End { "-" } else { self.teams().names[position.turn as usize] }
    }

    /// The name of a cell of the pitch.
    #[must_use]
    pub fn cell_name(&self, cell: u8) -> String {
        square_name(self.pack.pitch().column(cell), self.pack.pitch().row(cell))
    }

    pub(super) fn write_hand(&self, hand: Hand) -> String {
        if hand.is_hidden() {
            return format!("?{}", hand.count());
        }
        let names: Vec<_> = hand.cards().map(|kind| self.pack.card_name(kind)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(".") }
    }

    fn write_cards(&self, cards: &Cards) -> String {
        let copies = |(kind, count): (super::CardKind, u8)| {
            std::iter::repeat_n(self.pack.card_name(kind), count as usize)
        };
        let names: Vec<_> = cards.iter().flat_map(copies).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(".") }
    }
}

fn read_score(text: &str) -> Result<[u16; 2], ParseError> {
    let goals = text.split_once('-').and_then(|(red, blue)| Some([number(red)?, number(blue)?]));
    goals.ok_or_else(|| ParseError::new("score", text, "the goals of Red and of Blue as 2-1"))
}
