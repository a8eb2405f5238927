//! The twin of Buteur, on the standard pitch with the standard pack. Cards are texts.

mod cards;
mod plays;
mod random;

use std::collections::BTreeSet;

pub(super) use random::made_up;

use super::{Children, Square, name};
use cards::{cards_of, pack, seats, take, text_of};
use plays::Landing;

/// Known cards, or only their number.
#[derive(Clone)]
enum Hand {
    Known(Vec<String>),
    Hidden(usize),
}

impl Hand {
    fn len(&self) -> usize {
        match self {
            Self::Known(cards) => cards.len(),
            Self::Hidden(count) => *count,
        }
    }
}

#[derive(Clone)]
struct Match {
    phase: String,
    players: usize,
    player: String,
    ball: Option<Square>,
    half: u32,
    score: [u32; 2],
    clock: String,
    kicker: String,
    hands: Vec<Hand>,
    discard: Vec<String>,
}

impl Match {
    fn read(players: usize, fields: &[&str]) -> Self {
        let square = |text: &str| {
            let (column, row) = text.split_at(1);
            let column = i32::from(column.as_bytes()[0] - b'a');
            (column, row.parse::<i32>().expect("a row") - 1)
        };
        let hands = fields[7].split('/').map(|hand| match hand.strip_prefix('?') {
            Some(count) => Hand::Hidden(count.parse().expect("a count")),
            None => Hand::Known(cards_of(hand)),
        });
        let (red, blue) = fields[4].split_once('-').expect("a score");
        Self {
            phase: fields[0].to_owned(),
            players,
            player: fields[1].to_owned(),
            ball: (fields[2] != "c").then(|| square(fields[2])),
            half: fields[3].parse().expect("a half"),
            score: [red.parse().expect("goals"), blue.parse().expect("goals")],
            clock: fields[5].to_owned(),
            kicker: fields[6].to_owned(),
            hands: hands.collect(),
            discard: cards_of(fields[8]),
        }
    }

    fn write(&self) -> String {
        let hands = self.hands.iter().map(|hand| match hand {
            Hand::Known(cards) => text_of(cards),
            Hand::Hidden(count) => format!("?{count}"),
        });
        let hands = hands.collect::<Vec<_>>().join("/");
        format!(
            "{} {} {} {} {}-{} {} {} {hands} {}",
            self.phase,
            self.player,
            self.ball.map_or("c".to_owned(), name),
            self.half,
            self.score[0],
            self.score[1],
            self.clock,
            self.kicker,
            text_of(&self.discard),
        )
    }

    fn is_red(&self) -> bool {
        self.player.starts_with('R')
    }

    /// The number of the hand of the player to act.
    fn hand_number(&self) -> usize {
        let player = self.player.trim_end_matches('*');
        seats(self.players).0.iter().position(|&name| name == player).expect("a player")
    }

    /// The cards that are neither in a known hand nor discarded.
    fn unseen(&self) -> Vec<String> {
        let mut cards = pack();
        for card in &self.discard {
            take(&mut cards, card);
        }
        for hand in &self.hands {
            if let Hand::Known(held) = hand {
                held.iter().for_each(|card| take(&mut cards, card));
            }
        }
        cards
    }

    fn stock(&self) -> usize {
        let hidden = self.hands.iter().map(|hand| match hand {
            Hand::Known(_) => 0,
            Hand::Hidden(count) => *count,
        });
        self.unseen().len() - hidden.sum::<usize>()
    }

    fn hand_size(&self, hand: usize) -> usize {
        match (self.players, hand) {
            (2, _) | (3, 0) => 8,
            _ => 6,
        }
    }

    fn draws(&self) -> bool {
        let short = (0..self.players).any(|hand| self.hands[hand].len() < self.hand_size(hand));
        short && self.stock() > 0
    }

    /// Whether the player to act holds these cards, or may hold them.
    fn holds(&self, wanted: &[String]) -> bool {
        let (mut cards, count) = match &self.hands[self.hand_number()] {
            Hand::Known(cards) => (cards.clone(), cards.len()),
            Hand::Hidden(count) => (self.unseen(), *count),
        };
        wanted.len() <= count
            && wanted.iter().all(|card| {
                let found = cards.iter().position(|other| other == card);
                found.map(|at| cards.remove(at)).is_some()
            })
    }

    /// Whether all cards of the player to act are, or may be, such cards.
    fn may_be_all(&self, such: impl Fn(&str) -> bool) -> bool {
        match &self.hands[self.hand_number()] {
            Hand::Known(cards) => cards.iter().all(|card| such(card)),
            Hand::Hidden(count) => self.unseen().iter().filter(|card| such(card)).count() >= *count,
        }
    }

    fn spend(&mut self, cards: &[String]) {
        let hand = self.hand_number();
        for card in cards {
            match &mut self.hands[hand] {
                Hand::Known(held) => take(held, card),
                Hand::Hidden(count) => *count -= 1,
            }
            self.discard.push(card.clone());
        }
    }

    fn next_player(&mut self) {
        let round = seats(self.players).1;
        let at = round.iter().position(|&name| name == self.player).expect("a player");
        round[(at + 1) % round.len()].clone_into(&mut self.player);
    }

    fn end_half(&mut self) {
        self.ball = None;
        if self.half == 2 {
            (self.phase, self.player, self.clock) = ("end".into(), "-".into(), "over".into());
            return;
        }
        self.half = 2;
        self.discard.clear();
        (self.phase, self.clock) = ("kickoff".into(), "run".into());
        self.player = if self.kicker == "R" { "B1" } else { "R1" }.to_owned();
    }

    /// The position after a turn that spends cards and leaves a phase.
    fn after_turn(&self, cards: &[String], (phase, ball): Landing) -> String {
        let mut next = self.clone();
        next.spend(cards);
        phase.clone_into(&mut next.phase);
        next.ball = ball;
        next.next_player();
        if next.clock == "last" && !next.draws() {
            next.clock = "over".to_owned();
            if !["shot", "penalty"].contains(&phase) {
                next.end_half();
            }
        }
        next.write()
    }

    /// The position after an answer to a shot that ends the half, or after a goal.
    fn after_answer(&self, card: Option<&str>) -> String {
        let mut next = self.clone();
        match card {
            Some(card) => next.spend(&[card.to_owned()]),
            None => {
                next.score[usize::from(self.is_red())] += 1;
                (next.phase, next.ball) = ("kickoff".to_owned(), None);
            }
        }
        if self.clock != "run" {
            next.end_half();
        }
        next.write()
    }
}

/// The moves in a position where a player acts.
pub(super) fn children(options: &str, fields: &[&str]) -> Children {
    let players = options.split(',').find_map(|option| option.strip_prefix("players="));
    let players = players.map_or(2, |players| players.parse().expect("a number"));
    let game = Match::read(players, fields);
    let mut children = Children::new();
    let stoppers = ["Cb", "Cr", "G"];
    if game.phase == "shot" && game.clock != "run" {
        for card in stoppers.into_iter().filter(|card| game.holds(&[(*card).to_owned()])) {
            children.insert(card.to_owned(), game.after_answer(Some(card)));
        }
        if game.may_be_all(|card| !stoppers.contains(&card)) {
            children.insert("goal".to_owned(), game.after_answer(None));
        }
        return children;
    }
    if game.phase == "shot" {
        children.insert("goal".to_owned(), game.after_answer(None));
        for (card, phase) in [("Cr", "corner-r"), ("Cb", "corner-b")] {
            let cards = [card.to_owned()];
            if game.holds(&cards) {
                children.insert(card.to_owned(), game.after_turn(&cards, (phase, None)));
            }
        }
    }
    let plays = game.plays();
    for (text, cards, landing) in &plays {
        if game.holds(cards) {
            children.insert(text.clone(), game.after_turn(cards, *landing));
        }
    }
    // A card is idle if no play needs it alone. Every other play needs such a card, too.
    let idle = |card: &str| !plays.iter().any(|(_, cards, _)| cards[..] == [card.to_owned()]);
    if game.phase != "shot" && game.may_be_all(idle) {
        let red = game.is_red();
        let home = |near: i32, far: i32| if red { near } else { far };
        let left: Landing = match game.phase.as_str() {
            "kickoff" => ("kickoff", None),
            "goalkick-l" => ("play", Some((1, home(0, 13)))),
            "goalkick-r" => ("play", Some((6, home(0, 13)))),
            "clear" => ("play", Some((3, home(1, 12)))),
            _ => ("play", game.ball),
        };
        let mut cards = pack();
        cards.dedup();
        for card in cards.into_iter().filter(|card| idle(card)) {
            if game.holds(std::slice::from_ref(&card)) {
                let after = game.after_turn(std::slice::from_ref(&card), left);
                children.insert(format!("discard:{card}"), after);
            }
        }
    }
    children
}

/// The team with more goals at the end; both teams if the goals are equal.
pub(super) fn winners(_: &str, fields: &[&str]) -> BTreeSet<String> {
    let game = Match::read(fields[7].split('/').count(), fields);
    let [red, blue] = game.score;
    let winner =
        |name: &str, own, other| (game.phase == "end" && own >= other).then(|| name.to_owned());
    winner("R", red, blue).into_iter().chain(winner("B", blue, red)).collect()
}
