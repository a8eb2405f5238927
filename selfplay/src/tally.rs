//! Adding up the results of a match.

use games::Seat;
use serde::Serialize;

use crate::referee::{Played, Reason};

/// Wins, draws and losses.
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
    /// How many games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Two for a win, one for a draw.
    #[must_use]
    pub fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Half points as points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    fn add(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// The result of some units, all for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the seat that the first player had.
    pub seats: [Results; 2],
    /// How many units ended with 0, 1, 2, 3 and 4 half points.
    pub pairs: [u64; 5],
    /// Player moves of all games.
    pub plies: u64,
    /// Games that ended by the rules, by the cap on their length, by repetition.
    pub reasons: [u64; 3],
}

impl Tally {
    /// Adds a unit: in its first game the first player had the first seat, in its second the other.
    pub fn add(&mut self, unit: &[Played; 2]) {
        let mut sum = 0;
        for (seat, game) in [Seat::FIRST, Seat::SECOND].into_iter().zip(unit) {
            let (share, of) = game.outcome.share(seat);
            let half_points = 2 * share / of;
            self.seats[seat.index()].add(half_points);
            self.plies += u64::from(game.plies);
            self.reasons[game.reason as usize] += 1;
            sum += half_points;
        }
        self.pairs[sum as usize] += 1;
    }

    /// Over both seats.
    #[must_use]
    pub fn total(&self) -> Results {
        let [a, b] = self.seats;
        Results { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
    }

    /// How many games ended for that reason.
    #[must_use]
    pub fn ended_by(&self, reason: Reason) -> u64 {
        self.reasons[reason as usize]
    }

    /// How many units.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The mean length of a game in player moves; 0 without games.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / (self.total().games().max(1)) as f64
    }
}

#[cfg(test)]
mod tests {
    use games::Outcome;

    use super::*;

    fn game(outcome: Outcome, plies: u32, reason: Reason) -> Played {
        Played { outcome, plies, reason }
    }

    #[test]
    fn seats_and_pairs() {
        let mut tally = Tally::default();
        let won = game(Outcome::win(Seat::FIRST), 10, Reason::Rules);
        let drawn = game(Outcome::draw(2), 30, Reason::Repetition);
        tally.add(&[won, won]);
        tally.add(&[won, drawn]);
        tally.add(&[drawn, drawn]);
        assert_eq!(tally.seats[0], Results { wins: 2, draws: 1, losses: 0 });
        assert_eq!(tally.seats[1], Results { wins: 0, draws: 2, losses: 1 });
        assert_eq!(tally.pairs, [0, 0, 2, 1, 0]);
        assert_eq!((tally.ended_by(Reason::Rules), tally.ended_by(Reason::Repetition)), (3, 3));
        assert_eq!((tally.units(), tally.total().points()), (3, 3.5));
        assert_eq!(tally.mean_length(), 20.0);
    }
}
