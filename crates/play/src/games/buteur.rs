//! Buteur: teams, hidden hands, and cards that are drawn and cut.

use games::buteur::{BLUE, Buteur, Clock, Event, Hand, Move, NO_CELL, Phase, Position, RED};
use games::{Seat, Step};

use super::{PresentedGame, buteur_match};
use crate::happening::{Effect, Happening};
use crate::language::Language;
use crate::why::{self, Refused};
use crate::words::Words;

impl PresentedGame for Buteur {
    fn words(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/buteur.en.toml"),
            Language::French => include_str!("../../texts/buteur.fr.toml"),
        }
    }

    const LADDER: [usize; 10] = [0, 1, 4, 6, 8, 10, 12, 14, 16, 17];

    fn players(&self) -> Vec<&'static str> {
        match self.players {
            2 => vec!["R1", "B1"],
            3 => vec!["R1", "B1", "B2"],
            _ => vec!["R1", "R2", "B1", "B2"],
        }
    }

    fn seat_of(&self, player: u8) -> Seat {
        self.team_of(player.into())
    }

    fn describe(&self, position: &Position, words: &Words<'_>) -> Vec<String> {
        let phase = match position.phase() {
            Phase::Kickoff => Some("ui.kickoff"),
            Phase::Throw => Some("ui.throw"),
            Phase::GoalKick(_) => Some("ui.goal-kick"),
            Phase::Clear => Some("ui.clear"),
            Phase::Shot => Some("ui.shot"),
            Phase::CornerRed | Phase::CornerBlue => Some("ui.corner"),
            Phase::Penalty => Some("ui.penalty"),
            Phase::Play | Phase::End => None,
        };
        let is_last = position.clock() == Clock::Last;
        let ball = (position.ball() != NO_CELL).then(|| self.cell_name(position.ball()));
        let state = [
            Some(words.pair("ui.score", &score(position))),
            Some(words.fill("ui.half", &[("number", &position.half().to_string())])),
            is_last.then(|| words.get("ui.last-turn").to_owned()),
            Some(words.pair("ui.stock", &position.stock().to_string())),
            phase.map(|key| words.get(key).to_owned()),
            ball.and_then(|ball| words.on("ball", &[ball])),
        ];
        let state: Vec<_> = state.into_iter().flatten().collect();
        let hands = (0..self.players).map(|player| {
            let hand = position.hand(player.into());
            let held = match cards(self, hand) {
                None => words.fill("ui.cards-hidden", &[("count", &hand.count().to_string())]),
                Some(cards) if cards.is_empty() => words.get("told.nothing").to_owned(),
                Some(cards) => {
                    let cards: Vec<_> = cards.iter().map(|code| say_card(words, code)).collect();
                    cards.join(", ")
                }
            };
            let whose = words.fill("ui.hand", &[("player", &words.player(player))]);
            words.fill("ui.pair", &[("what", &whose), ("which", &held)])
        });
        [state.join("; ")].into_iter().chain(hands).collect()
    }

    fn legend(&self, position: &Position, words: &Words<'_>) -> Option<Vec<String>> {
        let ball = match (position.ball(), position.phase()) {
            (NO_CELL, Phase::Kickoff) => words.legend("buteur-centre", &[]),
            (NO_CELL, _) => words.legend("buteur-out", &[]),
            (cell, _) => words.legend("buteur-ball", &[("cell", &self.cell_name(cell))]),
        };
        let clock = match position.clock() {
            Clock::Run => "buteur-run",
            Clock::Last => "buteur-last",
            Clock::Over => "buteur-over",
        };
        let state = [
            ("score", score(position)),
            ("half", position.half().to_string()),
            ("clock", words.legend(clock, &[])),
            ("stock", position.stock().to_string()),
        ];
        let state = state.each_ref().map(|(name, value)| (*name, value.as_str()));
        let lines =
            [words.legend("buteur-line", &[("ball", &ball)]), words.legend("buteur-score", &state)];
        let hands = (0..self.players).zip(words.players()).map(|(player, name)| {
            let hand = position.hand(player.into());
            let cards = match cards(self, hand) {
                None => words.fill("ui.cards-hidden", &[("count", &hand.count().to_string())]),
                Some(cards) if cards.is_empty() => "-".to_owned(),
                Some(cards) => cards.join(" "),
            };
            let team = words.player_among(&["R", "B"], self.seat_of(player).number());
            let player = format!("{name} ({team})");
            words.fill("ui.pair", &[("what", &player), ("which", &cards)])
        });
        Some(lines.into_iter().chain(hands).collect())
    }

    fn why(&self, position: &Position, refused: Refused<'_>, words: &Words<'_>) -> Option<String> {
        why::buteur(position, refused, words)
    }

    /// A draw, a cut, a discard, a goal that is let in, or a play of cards.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        let said = |key, code| words.fill(key, &[("card", &say_card(words, code))]);
        match text.split_once(':') {
            Some(("draw", "?")) => words.get("say.draw-hidden").to_owned(),
            Some(("draw", code)) => said("say.draw", code),
            Some(("cut", code)) => said("say.cut", code),
            Some(("discard", code)) => said("say.discard", code),
            None if text == "goal" => words.get("say.goal").to_owned(),
            _ => say_play(words, text),
        }
    }

    fn happenings(
        &self,
        before: &Position,
        step: Step<Move, Event>,
        after: &Position,
    ) -> Vec<Happening> {
        buteur_match::happenings(self, before, step, after)
    }

    fn effect(&self, position: &Position, mv: Move) -> Option<Effect> {
        buteur_match::effect(self, position, mv)
    }

    fn is_draw(&self, event: Event) -> bool {
        matches!(event, Event::Draw(_) | Event::DrawUnseen)
    }

    fn unseen_draw(&self) -> Option<Event> {
        Some(Event::DrawUnseen)
    }
}

/// The cards of a hand by their codes, as players type them; `None` if the hand is hidden.
fn cards(game: &Buteur, hand: Hand) -> Option<Vec<&str>> {
    let codes = hand.cards().map(|kind| game.pack.card_name(kind));
    (!hand.is_hidden()).then(|| codes.collect())
}

fn score(position: &Position) -> String {
    format!("{}-{}", position.goals(RED), position.goals(BLUE))
}

/// A play of cards: where the ball is put, a free kick, a card, a penalty.
fn say_play(words: &Words<'_>, text: &str) -> String {
    let (place, cards) = match text.split_once(':') {
        Some((cell, cards)) => (words.fill("say.from", &[("cell", cell)]) + " ", cards),
        None => (String::new(), text),
    };
    let (cards, penalty) = match cards.strip_suffix("+P") {
        Some(cards) => (cards, format!(" {}", words.get("say.penalty"))),
        None => (cards, String::new()),
    };
    let cards: Vec<_> = cards.split('+').map(|code| say_card(words, code)).collect();
    let cards = cards.join(&format!(" {} ", words.get("say.and")));
    format!("{place}{} {cards}{penalty}", words.get("say.plays"))
}

/// A card by its code; a direction in which it is played follows the code.
fn say_card(words: &Words<'_>, code: &str) -> String {
    let word = |key: &str| words.get(&format!("say.{key}")).to_owned();
    if ["Cr", "Cb", "P"].contains(&code) {
        return word(code);
    }
    let mut letters = code.chars();
    let kind = letters.next().map_or(String::new(), String::from);
    let rest: String = letters.collect();
    if kind == "F" || kind == "G" {
        let arrow = if rest.is_empty() { rest } else { format!(" {}", word(&rest)) };
        return word(&kind) + &arrow;
    }
    // An attacker: the direction, the distance, and the symbol that counts when the card is cut.
    let (distance, symbol): (String, String) = rest.chars().partition(char::is_ascii_digit);
    let symbol = if symbol.is_empty() { symbol } else { format!(" ({})", word(&symbol)) };
    format!("{} {} {distance}{symbol}", word("attacker"), word(&kind))
}
