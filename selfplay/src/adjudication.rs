//! Ending games before their end: off unless asked for.

use games::{Outcome, ParseError, Seat};

use crate::player::{Choice, Verdict};
use crate::reason::Reason;

/// When a game is ended early. A text like `proven=yes,win=0.95,even=0.01,length=200`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A result ends the game that the players have proven.
    proven: bool,
    /// A game is won when for some moves both players agree on a value so far from even.
    win: Option<f64>,
    /// For how many moves of each player.
    win_moves: u32,
    /// A game is drawn when for some moves both players agree on a value so near to even.
    even: Option<f64>,
    /// For how many moves of each player.
    even_moves: u32,
    /// But not before so many player moves of the game.
    even_after: u32,
    /// A game is drawn after so many player moves.
    length: Option<u32>,
}

/// The keys, for errors.
const KEYS: &str = "proven win win-moves even even-moves even-after length";

impl Adjudication {
    /// Reads the text; an empty one switches all off.
    ///
    /// # Errors
    /// An unknown key, or a value that it does not take.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut rules = Self { win_moves: 3, even_moves: 8, ..Self::default() };
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let Some((key, value)) = item.split_once('=') else {
                return Err(ParseError::new("adjudicate", item, "key=value"));
            };
            let wrong =
                |expected: &str| ParseError::new(format!("adjudicate {key}"), value, expected);
            let share = || {
                let number = value.parse().ok().filter(|number| (0.0..=1.0).contains(number));
                number.ok_or_else(|| wrong("an expected result from 0 to 1"))
            };
            let count = || value.parse::<u32>().map_err(|_| wrong("a whole number from 0"));
            match key {
                "proven" => rules.proven = value == "yes",
                "win" => rules.win = Some(share()?),
                "win-moves" => rules.win_moves = count()?,
                "even" => rules.even = Some(share()?),
                "even-moves" => rules.even_moves = count()?,
                "even-after" => rules.even_after = count()?,
                "length" => rules.length = Some(count()?),
                _ => return Err(ParseError::new("adjudicate", key, format!("one of {KEYS}"))),
            }
            if key == "proven" && !["yes", "no"].contains(&value) {
                return Err(wrong("yes or no"));
            }
        }
        Ok(rules)
    }

    /// Whether it looks at values, which speak of two players.
    #[must_use]
    pub fn needs_two_seats(&self) -> bool {
        self.proven || self.win.is_some() || self.even.is_some()
    }
}

/// Adjudication of one game, as it goes.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    seats: u8,
    /// For each seat, how often in a row it found itself winning, losing, even.
    runs: Vec<[u32; 3]>,
    /// For each seat, what it proved with its last move.
    proofs: Vec<Option<Verdict>>,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication, seats: u8) -> Self {
        let runs = vec![[0; 3]; usize::from(seats)];
        Self { rules, seats, runs, proofs: vec![None; usize::from(seats)] }
    }

    /// Looks at a move that was played, the last of `plies`; the result if the game shall end.
    pub(crate) fn look<M>(
        &mut self,
        seat: Seat,
        choice: &Choice<M>,
        plies: u32,
    ) -> Option<(Outcome, Reason)> {
        let (rules, place) = (self.rules, seat.index());
        self.proofs[place] = choice.proof;
        let value = choice.value;
        let holds = [
            rules.win.is_some_and(|bound| value.is_some_and(|value| value >= bound)),
            rules.win.is_some_and(|bound| value.is_some_and(|value| value <= -bound)),
            rules.even.is_some_and(|bound| value.is_some_and(|value| value.abs() <= bound)),
        ];
        for (run, holds) in self.runs[place].iter_mut().zip(holds) {
            *run = if holds { *run + 1 } else { 0 };
        }
        let draw = Outcome::draw(self.seats);
        if rules.proven {
            // A player is believed what speaks against it; for anything else both must agree.
            if choice.proof == Some(Verdict::Loss) {
                return Some((Outcome::win(seat.other()), Reason::Proven));
            }
            if self.proofs.iter().all(|&proof| proof == Some(Verdict::Draw)) {
                return Some((draw, Reason::Proven));
            }
        }
        if rules.win.is_some() {
            for winner in (0..self.seats).map(Seat) {
                let [wins, losses] = [(winner, 0), (winner.other(), 1)]
                    .map(|(seat, kind)| self.runs[seat.index()][kind] >= rules.win_moves.max(1));
                if wins && losses {
                    return Some((Outcome::win(winner), Reason::Win));
                }
            }
        }
        let even = |runs: &[u32; 3]| runs[2] >= rules.even_moves.max(1);
        if rules.even.is_some() && plies >= rules.even_after && self.runs.iter().all(even) {
            return Some((draw, Reason::Even));
        }
        (rules.length.is_some_and(|length| plies >= length)).then_some((draw, Reason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: &str, choices: &[(f64, Option<Verdict>)]) -> Option<(usize, Outcome, Reason)> {
        let mut adjudicator = Adjudicator::new(Adjudication::parse(rules).unwrap(), 2);
        (0..).zip(choices).find_map(|(ply, &(value, proof))| {
            let choice = Choice { value: Some(value), proof, ..Choice::bare(()) };
            let seat = Seat(ply as u8 % 2);
            let end = adjudicator.look(seat, &choice, ply as u32 + 1);
            end.map(|(outcome, reason)| (ply, outcome, reason))
        })
    }

    #[test]
    fn both_must_agree_on_a_win() {
        let first = Outcome::win(Seat::FIRST);
        let rules = "win=0.9,win-moves=2";
        let agreed = [(0.95, None), (-0.9, None), (0.95, None), (-0.92, None)];
        assert_eq!(play(rules, &agreed), Some((3, first, Reason::Win)));
        let doubted = [(0.95, None), (-0.9, None), (0.95, None), (-0.5, None), (0.95, None)];
        assert_eq!(play(rules, &doubted), None);
    }

    #[test]
    fn even_games_and_long_ones_are_drawn() {
        let even = [(0.0, None); 6];
        let draw = Outcome::draw(2);
        assert_eq!(play("even=0.01,even-moves=2", &even), Some((3, draw, Reason::Even)));
        let late = "even=0.01,even-moves=2,even-after=6";
        assert_eq!(play(late, &even), Some((5, draw, Reason::Even)));
        assert_eq!(play("length=3", &even), Some((2, draw, Reason::Length)));
        assert_eq!(play("", &even), None);
    }

    #[test]
    fn only_the_loser_is_believed() {
        let (win, loss) = (Some(Verdict::Win), Some(Verdict::Loss));
        let game = [(0.9, win), (0.0, None), (0.9, win), (-0.9, loss)];
        assert_eq!(play("proven=yes", &game), Some((3, Outcome::win(Seat::FIRST), Reason::Proven)));
        let drawn = [(0.0, Some(Verdict::Draw)); 2];
        assert_eq!(play("proven=yes", &drawn), Some((1, Outcome::draw(2), Reason::Proven)));
        assert_eq!(play("proven=no", &game), None);
    }

    #[test]
    fn errors_name_the_key() {
        for (text, message) in [
            ("win", "adjudicate: read \"win\", expected key=value"),
            ("win=2", "adjudicate win: read \"2\", expected an expected result from 0 to 1"),
            ("proven=1", "adjudicate proven: read \"1\", expected yes or no"),
            ("length=-1", "adjudicate length: read \"-1\""),
            ("score=1", "adjudicate: read \"score\", expected one of proven"),
        ] {
            let error = Adjudication::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
