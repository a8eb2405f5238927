//! The twin of Buteur, on the standard pitch with the standard pack. Cards are texts.

use std::collections::BTreeSet;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::{Children, DIRECTIONS, Square, name};

const PHASES: [&str; 6] = ["kickoff", "play", "throw", "goalkick-l", "goalkick-r", "clear"];

/// All 55 cards, sorted.
fn pack() -> Vec<String> {
    let mut cards: Vec<String> = Vec::new();
    for arrow in ["N", "L", "R"] {
        for distance in 2..=5 {
            cards.extend(["h", "r", "b"].map(|symbol| format!("{arrow}{distance}{symbol}")));
        }
    }
    for (card, count) in [("G", 4), ("F", 9), ("Cr", 2), ("Cb", 2), ("P", 2)] {
        cards.extend(std::iter::repeat_n(card.to_owned(), count));
    }
    cards.sort();
    cards
}

/// Takes one copy of a card out of a list, which must hold it.
fn take(cards: &mut Vec<String>, card: &str) {
    let at = cards.iter().position(|other| other == card).expect("the card is there");
    cards.remove(at);
}

fn is_attacker(card: &str) -> bool {
    card.len() == 3
}

/// Known cards, or how many there are.
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

/// The players of the hands, and of the turns of a round.
fn seats(players: usize) -> (&'static [&'static str], &'static [&'static str]) {
    match players {
        2 => (&["R1", "B1"], &["R1", "B1"]),
        3 => (&["R1", "B1", "B2"], &["R1", "B1", "R1*", "B2"]),
        _ => (&["R1", "R2", "B1", "B2"], &["R1", "B1", "R2", "B2"]),
    }
}

fn cards_of(text: &str) -> Vec<String> {
    if text == "-" { Vec::new() } else { text.split('.').map(str::to_owned).collect() }
}

fn text_of(cards: &[String]) -> String {
    let mut cards = cards.to_vec();
    cards.sort();
    if cards.is_empty() { "-".to_owned() } else { cards.join(".") }
}

fn on_pitch((column, row): Square) -> bool {
    (0..8).contains(&column) && (0..14).contains(&row)
}

/// Where a kick ends: the phase that it leaves, and the ball.
type Landing = (&'static str, Option<Square>);

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

    /// What is neither in a known hand nor discarded.
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

    /// Whether a cell is in the penalty area of a team.
    fn in_area(red: bool, (column, row): Square) -> bool {
        (2..=5).contains(&column) && if red { row < 3 } else { row > 10 }
    }

    /// Moves the ball along a card's arrow, cell by cell.
    fn kick(&self, arrow: char, distance: i32, from: Square) -> Landing {
        let ahead = if self.is_red() { 1 } else { -1 };
        let aside = match arrow {
            'N' => 0,
            'L' => -ahead,
            _ => ahead,
        };
        let mut at = from;
        for _ in 0..distance {
            let next = (at.0 + aside, at.1 + ahead);
            if !(0..8).contains(&next.0) {
                return ("throw", Some(at));
            }
            if !on_pitch(next) {
                return match next.0 {
                    3 | 4 => ("shot", Some(at)),
                    0..=2 => ("goalkick-l", None),
                    _ => ("goalkick-r", None),
                };
            }
            at = next;
        }
        ("play", Some(at))
    }

    fn attack(&self, card: &str, from: Square) -> Landing {
        let letters: Vec<char> = card.chars().collect();
        self.kick(letters[0], letters[1].to_digit(10).expect("a distance") as i32, from)
    }

    /// All plays of the phase with any of the cards that there are: text, cards, landing.
    fn plays(&self) -> Vec<(String, Vec<String>, Landing)> {
        let mut cards = pack();
        cards.dedup();
        let red = self.is_red();
        let home = if red { 0 } else { 13 };
        let ball = self.ball.unwrap_or((0, 0));
        // Where the ball may be put first.
        let starts: Vec<Square> = match self.phase.as_str() {
            "kickoff" => vec![(3, if red { 6 } else { 7 }), (4, if red { 6 } else { 7 })],
            "play" | "shot" => vec![ball],
            "throw" => {
                let around = DIRECTIONS.map(|(column, row)| (ball.0 + column, ball.1 + row));
                around.into_iter().filter(|&cell| on_pitch(cell)).collect()
            }
            "goalkick-l" => vec![(0, home), (1, home)],
            "goalkick-r" => vec![(6, home), (7, home)],
            _ => (0..8 * 14)
                .map(|at| (at % 8, at / 8))
                .filter(|&cell| Self::in_area(red, cell))
                .collect(),
        };
        let mut plays = Vec::new();
        for start in starts {
            let prefix = match self.phase.as_str() {
                "play" | "shot" => String::new(),
                _ => format!("{}:", name(start)),
            };
            for card in &cards {
                if is_attacker(card) && self.phase != "shot" {
                    let text = format!("{prefix}{card}");
                    plays.push((text, vec![card.clone()], self.attack(card, start)));
                }
            }
            if ["goalkick-l", "goalkick-r", "clear", "shot"].contains(&self.phase.as_str()) {
                for arrow in ['L', 'N', 'R'] {
                    let landing = self.kick(arrow, 4, start);
                    plays.push((format!("{prefix}G{arrow}"), vec!["G".to_owned()], landing));
                }
            }
            let in_area = Self::in_area(true, start) || Self::in_area(false, start);
            if ["play", "throw"].contains(&self.phase.as_str()) && !in_area {
                for arrow in ['L', 'N', 'R'] {
                    let text = format!("{prefix}F{arrow}");
                    match self.kick(arrow, 3, start) {
                        landing @ ("shot", _) => plays.push((text, vec!["F".to_owned()], landing)),
                        ("play", Some(between)) => {
                            for card in cards.iter().filter(|card| is_attacker(card)) {
                                let both = vec!["F".to_owned(), card.clone()];
                                let landing = self.attack(card, between);
                                plays.push((format!("{text}+{card}"), both, landing));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        if self.phase != "kickoff" {
            let penalties: Vec<_> = plays
                .iter()
                .filter(|(_, _, (phase, cell))| {
                    *phase == "play" && cell.is_some_and(|cell| Self::in_area(!red, cell))
                })
                .map(|(text, cards, _)| {
                    let cards = [&cards[..], &["P".to_owned()]].concat();
                    (format!("{text}+P"), cards, ("penalty", None))
                })
                .collect();
            plays.extend(penalties);
        }
        plays
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
    // A card is idle if no play needs it alone: every other play needs such a card, too.
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

/// The team with more goals at the end, both where they have as many.
pub(super) fn winners(fields: &[&str]) -> BTreeSet<String> {
    let game = Match::read(fields[7].split('/').count(), fields);
    let [red, blue] = game.score;
    let winner =
        |name: &str, own, other| (game.phase == "end" && own >= other).then(|| name.to_owned());
    winner("R", red, blue).into_iter().chain(winner("B", blue, red)).collect()
}

/// Any phase with hands full of like cards, at the beginning, in the middle and at the end of a half;
/// some hands hidden; some cards to draw or to cut.
pub(super) fn made_up(head: &str, rng: &mut impl Rng) -> String {
    let players =
        head.split("players=").nth(1).map_or(2, |players| players[..1].parse().expect("a digit"));
    let (names, round) = seats(players);
    let mut player = (*round.choose(rng).expect("a round")).to_owned();
    let red = player.starts_with('R');
    let clocks = ["run", "run", "run", "last", "last", "over", "over"];
    let clock = *clocks.choose(rng).expect("a clock");
    let shot = |rng: &mut dyn FnMut(i32) -> i32| Some((2 + rng(4), if red { 0 } else { 13 }));
    let mut below = |most: i32| rng.random_range(0..most);
    let (phase, ball) = match (clock, below(10)) {
        ("over", 0) => ("end", None),
        ("over", 1 | 2) => ("penalty", None),
        ("over", _) | (_, 0..3) => ("shot", shot(&mut below)),
        (_, 3) => (["corner-r", "corner-b", "penalty"][below(3) as usize], None),
        (_, at) => match PHASES[(at as usize + below(6) as usize) % 6] {
            "throw" => ("throw", Some((7 * below(2), below(14)))),
            "play" => ("play", Some((below(8), below(14)))),
            phase => (phase, None),
        },
    };
    let mut stock = pack();
    stock.shuffle(rng);
    // Some hands lean to the cards that seldom come alone.
    if rng.random_bool(0.4) {
        stock.sort_by_key(|card| is_attacker(card));
    }
    let mut hands = Vec::new();
    let full = clock == "over" || clock == "last" && phase.starts_with("corner");
    let lacking = if full { 0 } else { rng.random_range(0..3usize) };
    let short = rng.random_range(0..players);
    for hand in 0..players {
        let size = match (players, hand) {
            (2, _) | (3, 0) => 8,
            _ => 6,
        };
        let size = if hand == short { size - lacking } else { size };
        hands.push(stock.split_off(stock.len() - size));
    }
    let left = match clock {
        "run" => rng.random_range(4..=stock.len()),
        _ => rng.random_range(lacking..=3),
    };
    let discard = stock.split_off(left);
    let half = if phase == "end" || rng.random_bool(0.6) { 2 } else { 1 };
    let open = rng.random_bool(0.5);
    let hands: Vec<_> = hands
        .iter()
        .zip(names)
        .map(|(hand, name)| {
            let own = player.starts_with(name);
            let seen = open || own && rng.random_bool(0.7);
            if seen { text_of(hand) } else { format!("?{}", hand.len()) }
        })
        .collect();
    if phase == "end" {
        player = "-".to_owned();
    }
    format!(
        "{phase} {player} {} {half} {}-{} {clock} {} {} {}",
        ball.map_or("c".to_owned(), name),
        rng.random_range(0..4),
        rng.random_range(0..4),
        if rng.random_bool(0.5) { "R" } else { "B" },
        hands.join("/"),
        text_of(&discard),
    )
}
