//! Adjudication: ending a game before its end by the rules. It is off by default.

use std::fmt;
use std::str::FromStr;

use engine::Proof;
use games::{Outcome, ParseError, Seat, SeatSet};
use reader::{items, whole};

use crate::players::bot::Reply;
use crate::records::reason::Reason;

/// The rules of adjudication. Their text is like `proven=yes,win=0.95,even=0.01,length=200`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjudication {
    /// Ends a game as soon as the players prove its result: all players but one prove a loss, or
    /// all prove a draw.
    pub proven: bool,
    /// A game is won when all players agree on the winner for some moves, with values at least this
    /// far from 0.
    pub win: Option<f64>,
    /// The number of moves of each player for `win`.
    pub win_moves: u32,
    /// A game is drawn when the values of all players are this near to an equal share for some
    /// moves.
    pub even: Option<f64>,
    /// The number of moves of each player for `even`.
    pub even_moves: u32,
    /// The number of player moves before which `even` draws no game.
    pub even_after: u32,
    /// A game is drawn after this many player moves.
    pub length: Option<u32>,
}

impl Default for Adjudication {
    /// All rules are off.
    fn default() -> Self {
        let (win_moves, even_moves) = (3, 8);
        let (proven, win, even, even_after, length) = (false, None, None, 0, None);
        Self { proven, win, win_moves, even, even_moves, even_after, length }
    }
}

/// The text that [`Adjudication::parse`] reads, without default values.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::default();
        let number = |value: u32, default: u32| (value != default).then(|| value.to_string());
        let items = [
            ("proven", self.proven.then(|| "yes".to_owned())),
            ("win", self.win.map(|share| share.to_string())),
            ("win-moves", number(self.win_moves, default.win_moves)),
            ("even", self.even.map(|share| share.to_string())),
            ("even-moves", number(self.even_moves, default.even_moves)),
            ("even-after", number(self.even_after, default.even_after)),
            ("length", self.length.map(|length| length.to_string())),
        ];
        let given = items.into_iter().filter_map(|(key, value)| Some((key, value?)));
        for (place, (key, value)) in given.enumerate() {
            write!(f, "{}{key}={value}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Adjudication {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// The greatest number of moves.
const MOST: u32 = 1_000_000;

/// The keys that error messages name.
const KEYS: &str = "proven win win-moves even even-moves even-after length";

impl Adjudication {
    /// Reads the text. An empty text switches all rules off, and `length=0` switches off this rule.
    ///
    /// # Errors
    /// An unknown key, a key that is given twice, a value that is not valid, or a key that has no
    /// effect without another one.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut rules = Self::default();
        let items = if text.is_empty() { Vec::new() } else { items("adjudicate", text)? };
        for item in &items {
            let value = item.value();
            let wrong = |expected: &str| item.wrong("adjudicate", expected);
            let share = || {
                let number = value.parse().ok().filter(|number| (0.0..=1.0).contains(number));
                number.ok_or_else(|| wrong("a value from 0 to 1"))
            };
            let count = |least| whole(&format!("adjudicate {}", item.key), &value, least..=MOST);
            match item.key {
                "proven" => {
                    rules.proven = match &*value {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(wrong("yes or no")),
                    }
                }
                "win" => rules.win = Some(share()?),
                "win-moves" => rules.win_moves = count(1)?,
                "even" => rules.even = Some(share()?),
                "even-moves" => rules.even_moves = count(1)?,
                "even-after" => rules.even_after = count(0)?,
                "length" => rules.length = Some(count(0)?).filter(|&length| length > 0),
                key => return Err(ParseError::new("adjudicate", key, format!("one of {KEYS}"))),
            }
        }
        let is_given = |key| items.iter().any(|item| item.key == key);
        for (key, rule) in [("win-moves", "win"), ("even-moves", "even"), ("even-after", "even")] {
            if is_given(key) && !is_given(rule) {
                let expected = format!("{rule} as well, since {key} has no effect without it");
                return Err(ParseError::new("adjudicate", text, expected));
            }
        }
        Ok(rules)
    }

    /// Checks that each rule has an effect in a match with this number of players whose replies
    /// have values, and of players whose replies have proofs.
    pub(crate) fn check_effects(&self, values: usize, proofs: usize) -> Result<(), ParseError> {
        let rules = [
            (self.proven.then(|| "proven=yes".to_owned()), 1, proofs, "proofs"),
            (self.win.map(|bound| format!("win={bound}")), 2, values, "values"),
            (self.even.map(|bound| format!("even={bound}")), 2, values, "values"),
        ];
        for (rule, least, count, what) in rules {
            if let Some(rule) = rule.filter(|_| count < least) {
                let expected = format!("{least} or more players whose answers have {what}");
                return Err(ParseError::new("adjudicate", &rule, expected));
            }
        }
        Ok(())
    }
}

/// The adjudication of one game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// The seats that were still in the game after the last move.
    playing: SeatSet,
    /// For each seat, the number of its consecutive moves with a winning, a losing and an even
    /// value.
    runs: Vec<[u32; 3]>,
    /// For each seat, the proof of its last move.
    proofs: Vec<Option<Proof>>,
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication, seats: u8) -> Self {
        let count = usize::from(seats);
        let playing = SeatSet::first(seats);
        Self { rules, playing, runs: vec![[0; 3]; count], proofs: vec![None; count] }
    }

    /// Looks at a move that was played, the last of `plies`, and returns the result if the game
    /// ends now. Only the values of seats that are still `playing` count, and only these seats
    /// share a draw. When a seat leaves the game, the values before that are forgotten.
    pub(crate) fn look<M>(
        &mut self,
        seat: Seat,
        choice: &Reply<M>,
        plies: u32,
        playing: SeatSet,
    ) -> Option<(Outcome, Reason)> {
        if self.playing != playing {
            *self = Self { playing, ..Self::new(self.rules, self.runs.len() as u8) };
        }
        self.listen(seat, choice);
        let rules = &self.rules;
        let draw = Outcome::shared(playing);
        self.proven()
            .map(|outcome| (outcome, Reason::Proven))
            .or_else(|| self.won().map(|winner| (Outcome::win(winner), Reason::Win)))
            .or_else(|| self.is_even(plies).then_some((draw, Reason::Even)))
            .or_else(|| {
                rules.length.is_some_and(|length| plies >= length).then_some((draw, Reason::Length))
            })
    }

    /// Records the value and the proof of a move.
    fn listen<M>(&mut self, seat: Seat, choice: &Reply<M>) {
        let (rules, place) = (self.rules, seat.index());
        self.proofs[place] = choice.proof;
        // The value of an equal share of the point.
        let middle = 2.0 / f64::from(self.playing.len()) - 1.0;
        let value = choice.value;
        let holds = [
            rules.win.is_some_and(|bound| value.is_some_and(|value| value >= bound)),
            rules.win.is_some_and(|bound| value.is_some_and(|value| value <= -bound)),
            rules
                .even
                .is_some_and(|bound| value.is_some_and(|value| (value - middle).abs() <= bound)),
        ];
        for (run, holds) in self.runs[place].iter_mut().zip(holds) {
            *run = if holds { *run + 1 } else { 0 };
        }
    }

    /// The result that the players have proven. A proof counts only against the player that claims
    /// it: the last player wins when all others have proven a loss, and a draw needs a proof by
    /// all.
    fn proven(&self) -> Option<Outcome> {
        if !self.rules.proven {
            return None;
        }
        let lost = |seat: Seat| matches!(self.proofs[seat.index()], Some(Proof::Loss(_)));
        let mut others = self.playing.seats().filter(|&seat| !lost(seat));
        match (others.next(), others.next()) {
            (Some(winner), None) => Some(Outcome::win(winner)),
            _ => {
                let drawn = |seat: Seat| self.proofs[seat.index()] == Some(Proof::Draw);
                self.playing.seats().all(drawn).then_some(Outcome::shared(self.playing))
            }
        }
    }

    /// The player whose values are winning while the values of all others are losing.
    fn won(&self) -> Option<Seat> {
        self.rules.win?;
        let long = |seat: Seat, kind| self.runs[seat.index()][kind] >= self.rules.win_moves.max(1);
        self.playing.seats().find(|&winner| {
            self.playing.seats().all(|seat| long(seat, usize::from(seat != winner)))
        })
    }

    /// Whether the values of all players are even.
    fn is_even(&self, plies: u32) -> bool {
        let rules = &self.rules;
        let long = |seat: Seat| self.runs[seat.index()][2] >= rules.even_moves.max(1);
        rules.even.is_some() && plies >= rules.even_after && self.playing.seats().all(long)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: &str, choices: &[(f64, Option<Proof>)]) -> Option<(usize, Outcome, Reason)> {
        let mut adjudicator = Adjudicator::new(Adjudication::parse(rules).unwrap(), 2);
        (0..).zip(choices).find_map(|(ply, &(value, proof))| {
            let choice = Reply { value: Some(value), proof, ..Reply::bare(()) };
            let seat = Seat::new(ply as u8 % 2);
            let end = adjudicator.look(seat, &choice, ply as u32 + 1, SeatSet::first(2));
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
        let (win, loss) = (Some(Proof::Win(3)), Some(Proof::Loss(2)));
        let game = [(0.9, win), (0.0, None), (0.9, win), (-0.9, loss)];
        assert_eq!(play("proven=yes", &game), Some((3, Outcome::win(Seat::FIRST), Reason::Proven)));
        let drawn = [(0.0, Some(Proof::Draw)); 2];
        assert_eq!(play("proven=yes", &drawn), Some((1, Outcome::draw(2), Reason::Proven)));
        assert_eq!(play("proven=no", &game), None);
    }

    /// Three seats: each turn has a player's value and proof, and the seats still in the game.
    fn play_three(
        rules: &str,
        turns: &[(u8, f64, Option<Proof>, &[u8])],
    ) -> Option<(usize, Outcome, Reason)> {
        let mut adjudicator = Adjudicator::new(Adjudication::parse(rules).unwrap(), 3);
        (0..).zip(turns).find_map(|(turn, &(seat, value, proof, playing))| {
            let choice = Reply { value: Some(value), proof, ..Reply::bare(()) };
            let playing = playing.iter().copied().map(Seat::new).collect();
            let end = adjudicator.look(Seat::new(seat), &choice, turn as u32 + 1, playing);
            end.map(|(outcome, reason)| (turn, outcome, reason))
        })
    }

    #[test]
    fn of_three_the_two_others_must_agree() {
        const ALL: &[u8] = &[0, 1, 2];
        let rules = "win=0.9,win-moves=1";
        let won = [(0, -0.95, None, ALL), (1, 0.95, None, ALL), (2, -0.95, None, ALL)];
        let second = Outcome::win(Seat::SECOND);
        assert_eq!(play_three(rules, &won), Some((2, second, Reason::Win)));
        let doubted = [(0, -0.95, None, ALL), (1, 0.95, None, ALL), (2, -0.5, None, ALL)];
        assert_eq!(play_three(rules, &doubted), None);
        let loss = Some(Proof::Loss(1));
        let lost = [(0, -1.0, loss, ALL), (1, 0.5, None, ALL), (2, -1.0, loss, ALL)];
        assert_eq!(play_three("proven=yes", &lost), Some((2, second, Reason::Proven)));
        assert_eq!(play_three("proven=yes", &lost[..2]), None);
    }

    /// With three players, a third of the point is the value -1/3. With two players left, a half is
    /// 0, and only they share the point.
    #[test]
    fn of_three_an_equal_share_is_even() {
        let third = 2.0 / 3.0 - 1.0;
        let rules = "even=0.01,even-moves=1";
        let even = [0, 1, 2].map(|seat| (seat, third, None, &[0, 1, 2][..]));
        assert_eq!(play_three(rules, &even), Some((2, Outcome::draw(3), Reason::Even)));
        let left: &[u8] = &[0, 2];
        let two = Outcome::shared(left.iter().copied().map(Seat::new).collect());
        // The first player's value from the time with three players no longer counts.
        let duel = [even[0], even[1], (2, 0.0, None, left), (0, 0.0, None, left)];
        assert_eq!(play_three(rules, &duel), Some((3, two, Reason::Even)));
        assert_eq!(play_three("length=3", &duel), Some((2, two, Reason::Length)));
    }

    #[test]
    fn texts_read_back() {
        for text in ["", "proven=yes", "win=0.95,win-moves=2,even=0.01,even-after=40,length=200"] {
            assert_eq!(Adjudication::parse(text).unwrap().to_string(), text);
        }
    }

    /// Values decide only where all players have them; a proof of one player is enough.
    #[test]
    fn rules_need_values_and_proofs() {
        for (text, values, proofs, refused) in [
            ("", 0, 0, None),
            ("length=9", 0, 0, None),
            ("win=0.9", 2, 0, None),
            ("proven=yes", 1, 1, None),
            ("proven=no", 0, 0, None),
            ("proven=yes", 2, 0, Some("adjudicate: read \"proven=yes\", expected 1 or more")),
            ("win=0.9", 1, 1, Some("adjudicate: read \"win=0.9\", expected 2 or more")),
            ("even=0.5", 0, 0, Some("adjudicate: read \"even=0.5\", expected 2 or more")),
        ] {
            let checked = Adjudication::parse(text).unwrap().check_effects(values, proofs);
            let error = checked.err().map(|error| error.to_string());
            assert_eq!(error.is_some(), refused.is_some(), "{text}: {error:?}");
            assert!(error.unwrap_or_default().starts_with(refused.unwrap_or_default()), "{text}");
        }
    }

    #[test]
    fn no_length_is_off() {
        assert_eq!(Adjudication::parse("length=0").unwrap(), Adjudication::default());
    }

    #[test]
    fn errors_name_the_key() {
        for (text, message) in [
            ("win", "adjudicate: read \"win\", expected key=value"),
            ("win=2", "adjudicate win: read \"2\", expected a value from 0 to 1"),
            ("proven=1", "adjudicate proven: read \"1\", expected yes or no"),
            (
                "length=-1",
                "adjudicate length: read \"-1\", expected a whole number from 0 to 1000000",
            ),
            (
                "win=0.9,win-moves=0",
                "adjudicate win-moves: read \"0\", expected a whole number from 1",
            ),
            ("win=0.5,win=0.6", "adjudicate win: read \"win=0.6\", expected each key only once"),
            ("win-moves=1", "adjudicate: read \"win-moves=1\", expected win as well"),
            ("win=0.9,even-moves=2", "expected even as well"),
            ("even-after=2", "expected even as well"),
            ("score=1", "adjudicate: read \"score\", expected one of proven"),
        ] {
            let error = Adjudication::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
