//! Results of two players against each other, with the luck in them and without it.

use serde::Serialize;

use crate::{ControlVariate, Multinomial, Strength};

/// Wins, draws and losses. A shared point is a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Adds a game by the share of the point that the player got.
    pub fn add(&mut self, share: f64) {
        if share >= 1.0 {
            self.wins += 1;
        } else if share > 0.0 {
            self.draws += 1;
        } else {
            self.losses += 1;
        }
    }
}

/// The result of one game for the first of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Two for a win, one for a draw, none for a loss.
    pub half_points: u32,
    /// The part of the result that is due to luck, where it is known.
    pub luck: Option<f64>,
}

/// Results of two players against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Units by the score of the first of the two.
    pub units: Multinomial,
    /// Games by the score of the first of the two.
    pub games: Multinomial,
    /// The scores of units with their luck; none as soon as the luck of a game is not known.
    lucky: Option<ControlVariate>,
}

/// How much stronger one player is than another, without luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The difference of strength from adjusted scores: each score less a multiple of its luck. The
    /// multiple is the one that makes the variance least.
    pub strength: Strength,
    /// The number of games without adjustment that give an interval as narrow as one adjusted game.
    pub worth: f64,
    /// The multiple of the luck that was subtracted: 1 is all of it.
    pub coefficient: f64,
}

impl Head {
    /// No unit yet, of `games` games each.
    #[must_use]
    pub fn new(games: u32) -> Self {
        let lucky = Some(ControlVariate::default());
        Self { units: Multinomial::empty(games), games: Multinomial::empty(1), lucky }
    }

    /// Adds the games of a unit.
    pub fn add(&mut self, games: &[Score]) {
        games.iter().for_each(|game| self.games.add(game.half_points));
        let half_points = games.iter().map(|game| game.half_points).sum();
        self.units.add(half_points);
        let score = f64::from(half_points) / (2.0 * games.len() as f64);
        let luck = games.iter().map(|game| game.luck).sum::<Option<f64>>();
        self.lucky = self.lucky.zip(luck).map(|(mut scores, luck)| {
            scores.add(score, luck / games.len() as f64);
            scores
        });
    }

    /// The difference of strength in favour of the first of the two; `None` without a unit.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        Strength::of(&self.units)
    }

    /// The difference of strength from scores adjusted for luck. `None` if the luck of a game is
    /// not known, or if the scores have no variance.
    #[must_use]
    pub fn adjusted(&self) -> Option<Adjusted> {
        let found = self.lucky?.estimate().filter(|found| found.variance > 0.0)?;
        let worth = found.raw_variance / found.variance;
        let strength = self.strength()?.adjusted(found.mean, worth);
        Some(Adjusted { strength, worth, coefficient: found.coefficient })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_of_unknown_luck_makes_the_adjustment_unknown() {
        let game = |half_points, luck| Score { half_points, luck };
        let mut head = Head::new(2);
        for luck in [0.2, -0.1, 0.05, 0.3] {
            head.add(&[game(2, Some(luck)), game(1, Some(-luck / 2.0))]);
            head.add(&[game(0, Some(-luck)), game(1, Some(0.0))]);
        }
        assert_eq!((head.units.units(), head.games.counts()), (8.0, &[4, 8, 4][..]));
        assert!(head.adjusted().is_some());
        head.add(&[game(2, None), game(0, Some(0.1))]);
        assert_eq!(head.adjusted(), None);
        assert!(head.strength().is_some());
    }
}
