//! Ratings of many players from all their games at once, with any number of seats.
//!
//! The model is Luce's choice: the probability that a seat gets the point is proportional to the
//! strength of its player. A shared point counts for each seat by its share. For two seats this is
//! Bradley-Terry with draws as half wins. For more seats it is Plackett-Luce for the first place.
//! The most likely strengths are found by Newton's method.
//!
//! The games of a unit are not independent, so the intervals are computed over units. The surplus
//! of a unit is the difference between its points and the expected points. The interval of a rating
//! has all values at which a mean surplus of zero is not much less likely than the likeliest mean,
//! when all other ratings are the most likely ones (empirical likelihood of the efficient score).
//! For two players it is the interval of [`Strength`](crate::Strength).

use std::collections::BTreeMap;

use crate::likelihood::{log_ratio, most_likely_of_mean};
use crate::matrix::Matrix;
use crate::root::root;
use crate::strength::{ELO_PER_DEVIATION, ENDS, limit};

/// The games of a unit. Each game is a list of the player and the share of the point in every seat.
pub type Unit = Vec<Vec<(usize, f64)>>;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in Elo, relative to the mean of all players.
    pub elo: f64,
    /// The 95 % interval. An end is infinite if the player won all or no points. Both are with less
    /// than two units. With less than six units it may be too narrow.
    pub interval: (f64, f64),
}

/// The strength of the prior, which pulls every rating towards the mean. It is so weak that it
/// matters only for a player that has won or lost all games.
const PRIOR: f64 = 1e-3;

/// The Elo difference of one unit of the logarithm of strength.
const ELO_PER_LOG: f64 = ELO_PER_DEVIATION / 2.0;

/// The greatest logarithm of strength that an end of an interval may have.
const MOST: f64 = 20.0;

/// The greatest loss of likelihood that is told apart from an infinite one.
const MOST_LOSS: f64 = 1e6;

/// The rating of a player without a game.
impl Default for Rating {
    fn default() -> Self {
        Self { elo: 0.0, interval: (f64::NEG_INFINITY, f64::INFINITY) }
    }
}

impl Rating {
    /// Half the width of the interval, if it is finite.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let (low, high) = self.interval;
        Some((high - low) / 2.0).filter(|margin| margin.is_finite())
    }

    /// The interval in figures: half its width if this is finite, else its ends.
    #[must_use]
    pub fn spread(&self) -> String {
        let (low, high) = self.interval;
        match self.margin() {
            Some(margin) => format!("± {margin:.0}"),
            None => format!("[{low:+.0}, {high:+.0}]"),
        }
    }
}

/// The rating of each of `players` players.
#[must_use]
pub fn rate(players: usize, units: &[Unit]) -> Vec<Rating> {
    let table = Table::of(players, units);
    let fitted = table.fit(vec![0.0; players], None);
    let rating = |player: usize| Rating {
        elo: fitted.strengths[player] * ELO_PER_LOG,
        interval: table.interval(player, &fitted),
    };
    (0..players).map(rating).collect()
}

/// Games with the same players in their seats.
struct Meeting {
    /// The player in each seat, in order.
    seats: Vec<usize>,
    games: f64,
}

/// Units with the same players and the same points.
#[derive(Clone)]
struct Outcome {
    /// The meeting of each game, in order.
    meetings: Vec<usize>,
    /// The points of each player, in order.
    points: Vec<(usize, f64)>,
    units: f64,
}

/// The results of all games.
struct Table {
    meetings: Vec<Meeting>,
    outcomes: Vec<Outcome>,
    /// By player: the sum of the points.
    points: Vec<f64>,
}

/// The most likely strengths.
struct Fitted {
    /// By player: the logarithm of the strength. Its mean is zero because of the prior.
    strengths: Vec<f64>,
    /// The inverse of the information.
    inverse: Matrix,
}

impl Outcome {
    fn points_of(&self, player: usize) -> Option<f64> {
        self.points.iter().find(|(other, _)| *other == player).map(|(_, points)| *points)
    }

    /// This outcome, but the player wins all games or none, in this number of units. `None` if
    /// there are no others to win them.
    fn with_all(&self, player: usize, wins: bool, units: f64) -> Option<Self> {
        let games = self.meetings.len() as f64;
        let others = self.points.len() - 1;
        let share = |other: usize| match (other == player, wins) {
            (true, true) => games,
            (false, false) => games / others as f64,
            _ => 0.0,
        };
        let points = self.points.iter().map(|&(other, _)| (other, share(other))).collect();
        (others > 0).then(|| Self { meetings: self.meetings.clone(), points, units })
    }
}

impl Table {
    fn of(players: usize, units: &[Unit]) -> Self {
        let mut points = vec![0.0; players];
        let mut meetings = BTreeMap::new();
        // The same sums of shares have the same bits.
        let mut outcomes = BTreeMap::new();
        for unit in units {
            let mut own: BTreeMap<usize, f64> = BTreeMap::new();
            let mut met = Vec::new();
            for game in unit {
                let mut seats: Vec<_> = game.iter().map(|&(player, _)| player).collect();
                seats.sort_unstable();
                let number = meetings.len();
                let meeting = meetings.entry(seats).or_insert((number, 0.0));
                meeting.1 += 1.0;
                met.push(meeting.0);
                for &(player, share) in game {
                    points[player] += share;
                    *own.entry(player).or_default() += share;
                }
            }
            met.sort_unstable();
            let own: Vec<_> = own.into_iter().map(|(one, sum)| (one, sum.to_bits())).collect();
            *outcomes.entry((met, own)).or_insert(0.0) += 1.0;
        }
        let mut meetings: Vec<_> = meetings.into_iter().collect();
        meetings.sort_unstable_by_key(|(_, (number, _))| *number);
        let meeting = |(seats, (_, games))| Meeting { seats, games };
        let outcome = |((meetings, points), units): ((_, Vec<(usize, u64)>), f64)| {
            let points = points.into_iter().map(|(one, bits)| (one, f64::from_bits(bits)));
            Outcome { meetings, points: points.collect(), units }
        };
        Self {
            meetings: meetings.into_iter().map(meeting).collect(),
            outcomes: outcomes.into_iter().map(outcome).collect(),
            points,
        }
    }

    /// The most likely strengths, beginning with `strengths`. If a player is `held`, the strength
    /// of this player relative to the mean stays as it is.
    fn fit(&self, mut strengths: Vec<f64>, held: Option<usize>) -> Fitted {
        const ROUNDS: u32 = 100;
        let mut inverse = Matrix::identity(strengths.len());
        for _ in 0..ROUNDS {
            let (gradient, information) = self.slopes(&strengths);
            inverse = information.inverse();
            let mut step = inverse.times(&gradient);
            if let Some(player) = held {
                let shift = relative(&step, player);
                let along = direction(&inverse, player);
                step.iter_mut().zip(along).for_each(|(step, part)| *step -= shift * part);
            }
            // Long steps from a bad start are shortened, since the likelihood is flat there.
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            if longest < 1e-10 {
                break;
            }
        }
        Fitted { strengths, inverse }
    }

    /// The gradient of the logarithm of the likelihood, and the information.
    fn slopes(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut gradient: Vec<_> = self.points.clone();
        let mut information = Matrix::zero(strengths.len());
        for (player, strength) in strengths.iter().enumerate() {
            gradient[player] -= PRIOR * strength;
            information[player][player] = PRIOR;
        }
        for Meeting { seats, games } in &self.meetings {
            let chances = chances(seats, strengths);
            for (&player, chance) in seats.iter().zip(&chances) {
                gradient[player] -= games * chance;
                information[player][player] += games * chance;
                for (&other, other_chance) in seats.iter().zip(&chances) {
                    information[player][other] -= games * chance * other_chance;
                }
            }
        }
        (gradient, information)
    }

    /// The interval of a player's rating.
    fn interval(&self, player: usize, fitted: &Fitted) -> (f64, f64) {
        let own: Vec<_> = self
            .outcomes
            .iter()
            .filter_map(|found| Some((found, found.points_of(player)?)))
            .collect();
        let count = |with: &dyn Fn(&Outcome, f64) -> bool| -> f64 {
            let counted = own.iter().filter(|(found, points)| with(found, *points));
            counted.map(|(found, _)| found.units).sum()
        };
        let units = count(&|_, _| true);
        if units < 2.0 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let games = |found: &Outcome| found.meetings.len() as f64;
        let none = count(&|_, points| points == 0.0);
        let all = count(&|found, points| points == games(found));
        // Units with all points and with no point are possible even if there was none.
        let mut outcomes = self.outcomes.clone();
        for (wins, least) in [(false, ENDS - none), (true, ENDS - all)] {
            let more = own.iter().filter(|_| least > 0.0);
            outcomes.extend(more.filter_map(|(found, _)| {
                found.with_all(player, wins, least * found.units / units)
            }));
        }
        let at = relative(&fitted.strengths, player);
        let surpluses = |strength: f64| {
            let along = direction(&fitted.inverse, player);
            let moved = fitted.strengths.iter().zip(along);
            let begun = moved.map(|(start, part)| start + (strength - at) * part).collect();
            self.surpluses(&outcomes, &self.fit(begun, Some(player)), player)
        };
        let mean = |strength: f64| {
            -surpluses(strength).iter().map(|(surplus, chance)| surplus * chance).sum::<f64>()
        };
        let middle = root(-MOST, MOST, mean);
        let total: f64 = outcomes.iter().map(|found| found.units).sum();
        let excess = |strength: f64| {
            let found = surpluses(strength);
            let loss = 2.0 * total * log_ratio(&found, &most_likely_of_mean(&found, 0.0), &found);
            loss.min(MOST_LOSS) - limit(units)
        };
        let low = (none < units).then(|| root(-MOST, middle, |strength| -excess(strength)));
        let high = (all < units).then(|| root(middle, MOST, excess));
        let low = low.filter(|&low| low > -MOST).map_or(f64::NEG_INFINITY, |low| low * ELO_PER_LOG);
        let high =
            high.filter(|&high| high < MOST).map_or(f64::INFINITY, |high| high * ELO_PER_LOG);
        (low, high)
    }

    /// The surplus of points of each outcome, in the direction in which a player's rating changes,
    /// with the probability of the outcome.
    fn surpluses(&self, outcomes: &[Outcome], fitted: &Fitted, player: usize) -> Vec<(f64, f64)> {
        let along = direction(&fitted.inverse, player);
        let expected = |meeting: &Meeting| {
            let chances = chances(&meeting.seats, &fitted.strengths).into_iter();
            chances.zip(&meeting.seats).map(|(chance, &player)| chance * along[player]).sum::<f64>()
        };
        let expected: Vec<_> = self.meetings.iter().map(expected).collect();
        let total: f64 = outcomes.iter().map(|found| found.units).sum();
        let surplus = |found: &Outcome| {
            let points = found.points.iter().map(|&(player, points)| points * along[player]);
            let expected = found.meetings.iter().map(|&meeting| expected[meeting]);
            (points.sum::<f64>() - expected.sum::<f64>(), found.units / total)
        };
        outcomes.iter().map(surplus).collect()
    }
}

/// The probability of each seat to get the point.
fn chances(seats: &[usize], strengths: &[f64]) -> Vec<f64> {
    let most = seats.iter().map(|&player| strengths[player]).fold(f64::NEG_INFINITY, f64::max);
    let mut chances: Vec<_> =
        seats.iter().map(|&player| (strengths[player] - most).exp()).collect();
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// A player's number relative to the mean of all.
fn relative(numbers: &[f64], player: usize) -> f64 {
    numbers[player] - numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The direction in which the most likely strengths move if that of one player moves by one,
/// relative to the mean.
fn direction(inverse: &Matrix, player: usize) -> Vec<f64> {
    let size = inverse.size();
    let relative_unit = |row: usize| f64::from(row == player) - 1.0 / size as f64;
    let moved = inverse.times(&(0..size).map(relative_unit).collect::<Vec<_>>());
    let length = relative(&moved, player);
    moved.into_iter().map(|part| part / length).collect()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::{Multinomial, Strength};

    /// A game of two players, where the first one gets this share of the point.
    fn game(one: usize, two: usize, share: f64) -> Vec<(usize, f64)> {
        vec![(one, share), (two, 1.0 - share)]
    }

    /// For two players the rating is the Elo of the score, with the interval of the score.
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
        agrees(&ratings, [5, 10, 30, 25, 20]);
    }

    /// The interval of each of two players is half of that of their difference of strength.
    #[track_caller]
    fn agrees(ratings: &[Rating], pairs: [u64; 5]) {
        let results = Multinomial::new(pairs.to_vec()).unwrap();
        let (low, high) = Strength::of(&results).unwrap().interval.unwrap();
        let close = |one: f64, two: f64| {
            // The scores that did not occur have a small probability in the difference of strength.
            one == two || (one - two).abs() < 0.5 + 0.01 * two.abs()
        };
        let [one, two] = [ratings[0].interval, ratings[1].interval];
        assert!(close(2.0 * one.0, low) && close(2.0 * one.1, high), "{one:?} {low} {high}");
        assert!(close(-2.0 * two.1, low) && close(-2.0 * two.0, high), "{two:?} {low} {high}");
    }

    /// The ratings of two players after pairs of games, by the points of the first one.
    fn after_pairs(pairs: [u64; 5]) -> Vec<Rating> {
        let mut units = Vec::new();
        for (half_points, count) in (0u32..).zip(pairs) {
            let score = f64::from(half_points) / 4.0;
            let unit = || vec![game(0, 1, score), game(1, 0, 1.0 - score)];
            units.extend((0..count).map(|_| unit()));
        }
        rate(2, &units)
    }

    /// Few units, equal units and one-sided results have the intervals of the difference of
    /// strength.
    #[test]
    fn two_players_with_few_units() {
        for pairs in
            [[0, 0, 0, 2, 0], [0, 0, 2, 0, 0], [0, 0, 50, 0, 0], [0, 0, 0, 0, 9], [3, 0, 1, 0, 2]]
        {
            agrees(&after_pairs(pairs), pairs);
        }
        assert_eq!(after_pairs([0, 0, 0, 1, 0])[0].margin(), None, "one unit");
        let won = after_pairs([0, 0, 0, 0, 9]);
        assert!(won[0].spread().ends_with(", +inf]"), "{}", won[0].spread());
    }

    /// Three players, two of whom meet in each unit: the intervals have the true ratings as often
    /// as is said, also with few units.
    #[test]
    fn intervals_of_three_players_hold() {
        const RUNS: u32 = 150;
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let strengths = [0.0f64, 0.4, 1.0];
        let mean = strengths.iter().sum::<f64>() / 3.0;
        let mut covered = 0;
        for _ in 0..RUNS {
            let mut units = Vec::new();
            for [one, two] in [[0, 1], [0, 2], [1, 2]] {
                for _ in 0..4 {
                    let chance = 1.0 / (1.0 + (strengths[two] - strengths[one]).exp());
                    let mut share = || f64::from(u8::from(rng.random_bool(chance)));
                    units.push(vec![game(one, two, share()), game(one, two, share())]);
                }
            }
            for (rating, strength) in rate(3, &units).iter().zip(strengths) {
                let (low, high) = rating.interval;
                let truth = (strength - mean) * ELO_PER_LOG;
                covered += u32::from(low <= truth && truth <= high);
            }
        }
        let share = f64::from(covered) / f64::from(3 * RUNS);
        println!("{:.1} %", 100.0 * share);
        assert!((0.93..0.99).contains(&share), "{share}");
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
        assert!(ratings[0].interval.0.is_finite() && ratings[0].interval.1.is_infinite());
    }
}
