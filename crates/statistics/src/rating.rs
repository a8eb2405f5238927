//! Ratings of many players from all their games at once, with any number of seats.
//!
//! The model is Luce's choice: the probability that a seat gets the point is proportional to the
//! strength of its player. A shared point counts for each seat by its share. For two seats this is
//! Bradley-Terry with draws as half wins. For more seats it is Plackett-Luce for the first place.
//! The most likely strengths are found by Newton's method. The games of a unit are not independent,
//! so the errors are computed over units (the sandwich estimator).

use crate::matrix::Matrix;
use crate::normal::QUANTILE;
use crate::strength::ELO_PER_DEVIATION;

/// The games of a unit. Each game is a list of the player and the share of the point in every seat.
pub type Unit = Vec<Vec<(usize, f64)>>;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo, relative to the mean of all players.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The strength of the prior, which pulls every rating towards the mean. It is so weak that it
/// matters only for a player that has won or lost all games.
const PRIOR: f64 = 1e-3;

/// The Elo difference of one unit of the logarithm of strength.
const ELO_PER_LOG: f64 = ELO_PER_DEVIATION / 2.0;

/// The rating of each of `players` players.
#[must_use]
pub fn rate(players: usize, units: &[Unit]) -> Vec<Rating> {
    const ROUNDS: u32 = 100;
    let mut strengths = vec![0.0; players];
    let mut inverse = Matrix::identity(players);
    for _ in 0..ROUNDS {
        let mut gradient: Vec<f64> = strengths.iter().map(|strength| -PRIOR * strength).collect();
        let mut information = Matrix::zero(players);
        for player in 0..players {
            information[player][player] = PRIOR;
        }
        for game in units.iter().flatten() {
            let chances = chances(game, &strengths);
            for (player, &chance) in chances.iter().enumerate() {
                gradient[player] -= chance;
                information[player][player] += chance;
                for (other, other_chance) in chances.iter().enumerate() {
                    information[player][other] -= chance * other_chance;
                }
            }
            for &(player, share) in game {
                gradient[player] += share;
            }
        }
        inverse = information.inverse();
        let step = inverse.times(&gradient);
        // Long steps from a bad start are shortened, since the likelihood is flat there.
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (strength, part) in strengths.iter_mut().zip(&step) {
            *strength += scale * part;
        }
        if longest < 1e-10 {
            break;
        }
    }
    // The prior makes the mean of the strengths zero.
    let variances = variances(units, &strengths, &inverse);
    let rating = |(strength, variance): (&f64, f64)| Rating {
        elo: strength * ELO_PER_LOG,
        error: QUANTILE * variance.max(0.0).sqrt() * ELO_PER_LOG,
    };
    strengths.iter().zip(variances).map(rating).collect()
}

/// Each player's probability to get the point of a game; 0 for a player without a seat.
fn chances(game: &[(usize, f64)], strengths: &[f64]) -> Vec<f64> {
    let most = game.iter().map(|&(player, _)| strengths[player]).fold(f64::NEG_INFINITY, f64::max);
    let mut chances = vec![0.0; strengths.len()];
    let mut sum = 0.0;
    for &(player, _) in game {
        let weight = (strengths[player] - most).exp();
        chances[player] += weight;
        sum += weight;
    }
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// The variance of each strength, relative to the mean, over units.
fn variances(units: &[Unit], strengths: &[f64], inverse: &Matrix) -> Vec<f64> {
    let players = strengths.len();
    let mut sums = vec![0.0; players];
    for unit in units {
        let mut surplus = vec![0.0; players];
        for game in unit {
            for (player, chance) in chances(game, strengths).into_iter().enumerate() {
                surplus[player] -= chance;
            }
            for &(player, share) in game {
                surplus[player] += share;
            }
        }
        // The shift of each strength by this unit alone.
        for (sum, moved) in sums.iter_mut().zip(inverse.times(&surplus)) {
            *sum += moved.powi(2);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two players, where the first one gets this share of the point.
    fn game(one: usize, two: usize, share: f64) -> Vec<(usize, f64)> {
        vec![(one, share), (two, 1.0 - share)]
    }

    /// For two players the rating is the Elo of the score, with the error of the score.
    #[test]
    fn two_players() {
        let (mut units, mut scores) = (Vec::new(), Vec::new());
        for (half_points, count) in [(0, 5), (1, 10), (2, 30), (3, 25), (4, 20)] {
            let score = f64::from(half_points) / 4.0;
            for _ in 0..count {
                units.push(vec![game(0, 1, score), game(1, 0, 1.0 - score)]);
                scores.push(score);
            }
        }
        let ratings = rate(2, &units);
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let elo = crate::elo(mean);
        assert!((ratings[0].elo - ratings[1].elo - elo).abs() < 1e-2, "{ratings:?} {elo}");
        let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
        let error = spread.sqrt() / scores.len() as f64;
        let expected = QUANTILE * error * ELO_PER_LOG / (mean * (1.0 - mean));
        assert!((2.0 * ratings[0].error - expected).abs() < 1e-2, "{ratings:?} {expected}");
    }

    /// The published example of OpenSpiel (`elo_test.cc`). The players' wins against each other are
    /// `0 4 2`, `1 0 2`, `3 3 0`. The first and the last player are equal; the second is weaker.
    #[test]
    fn three_players_in_pairs() {
        let wins = [[0, 4, 2], [1, 0, 2], [3, 3, 0]];
        let mut units = Vec::new();
        for (one, row) in wins.iter().enumerate() {
            for (two, &count) in row.iter().enumerate() {
                units.extend((0..count).map(|_| vec![game(one, two, 1.0)]));
            }
        }
        let ratings = rate(3, &units);
        assert!((ratings[0].elo - ratings[2].elo).abs() < 1e-6, "{ratings:?}");
        assert!(ratings[1].elo < ratings[0].elo - 100.0, "{ratings:?}");
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6, "{ratings:?}");
    }

    /// Three players with strengths 1, 2 and 4 share the points in that proportion.
    #[test]
    fn three_seats() {
        let shares = [1.0 / 7.0, 2.0 / 7.0, 4.0 / 7.0];
        let unit = vec![shares.into_iter().enumerate().collect::<Vec<_>>()];
        let ratings = rate(3, &vec![unit; 1000]);
        let double = 400.0 * 2f64.log10();
        assert!((ratings[1].elo - ratings[0].elo - double).abs() < 1e-2, "{ratings:?}");
        assert!((ratings[2].elo - ratings[1].elo - double).abs() < 1e-2, "{ratings:?}");
    }

    #[test]
    fn a_player_who_won_all_games_has_a_finite_rating() {
        let ratings = rate(2, &vec![vec![game(0, 1, 1.0)]; 10]);
        assert!(ratings[0].elo.is_finite() && ratings[0].elo > 400.0, "{ratings:?}");
        assert!(ratings[0].error.is_finite());
    }
}
