//! Kicks along the arrows of the cards, and the plays made of them.

use super::super::{DIRECTIONS, Square, name};
use super::Match;
use super::cards::{is_attacker, pack};

fn on_pitch((column, row): Square) -> bool {
    (0..8).contains(&column) && (0..14).contains(&row)
}

/// The end of a kick: the next phase, and the ball.
pub(super) type Landing = (&'static str, Option<Square>);

impl Match {
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

    /// The cells on which the ball may be put first.
    fn starts(&self) -> Vec<Square> {
        let red = self.is_red();
        let home = if red { 0 } else { 13 };
        let ball = self.ball.unwrap_or((0, 0));
        match self.phase.as_str() {
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
        }
    }

    /// All plays of the phase with any card of the pack: text, cards, landing.
    pub(super) fn plays(&self) -> Vec<(String, Vec<String>, Landing)> {
        let mut cards = pack();
        cards.dedup();
        let red = self.is_red();
        let mut plays = Vec::new();
        for start in self.starts() {
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
}
