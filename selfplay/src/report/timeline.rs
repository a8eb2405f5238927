//! The course of a match, game by game: the curves and bars of its page.

use games::{Actor, Notation, Resources, Seat, State};
use serde::Serialize;

use crate::Error;
use crate::players::view::Playthrough;
use crate::records::error::RecordsError;
use crate::records::journal::Records;
use crate::records::record::GameRecord;
use crate::records::tally::Tally;
use crate::report::summary::Standing;

/// The greatest number of points in a curve.
const POINTS: u64 = 400;

/// The greatest number of bars for the lengths of games.
const BARS: u32 = 24;

/// The course of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timeline {
    /// The estimated difference of strength between the first two players, after more and more
    /// games.
    pub strength: Vec<StrengthPoint>,
    /// The first player's share of the points of the first two players, after more and more games.
    pub scores: Vec<(usize, f64)>,
    /// The course of the test.
    pub test: Option<TestTimeline>,
    /// The lengths of games in player moves: the least length of each group, and its number of
    /// games.
    pub lengths: Vec<(u32, u64)>,
    /// For each player, the mean cost of its moves at each point of the game.
    pub thoughts: Vec<Vec<MeanMove>>,
}

/// The estimated difference between the first two players after some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StrengthPoint {
    /// The number of games.
    pub games: usize,
    /// The difference in Elo.
    pub elo: f64,
    /// The 95 % interval of the difference.
    pub interval: (f64, f64),
}

/// The course of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TestTimeline {
    /// Numbers of games, each with the log-likelihood ratio after them.
    pub points: Vec<(usize, f64)>,
    /// The bounds at which the test ends.
    pub bounds: (f64, f64),
}

/// The mean cost of a player's moves at one point of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanMove {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The depth of the search.
    pub depth: f64,
    /// The time in milliseconds.
    pub milliseconds: f64,
}

impl Timeline {
    /// The timeline of a match. It replays the games.
    ///
    /// # Errors
    /// A record that does not follow the rules.
    #[inline(never)]
    pub fn of<G: Notation>(records: &Records, tally: &Tally) -> Result<Self, Error> {
        let (strength, scores) = strength(tally);
        Ok(Self {
            strength,
            scores,
            test: test(records, tally),
            lengths: lengths(&records.games),
            thoughts: thoughts::<G>(records, tally.names())?,
        })
    }
}

/// Whether the curve keeps point `number` of `of` points.
fn is_kept(number: u64, of: u64) -> bool {
    number + 1 == of || number.is_multiple_of(of.div_ceil(POINTS).max(1))
}

fn strength(tally: &Tally) -> (Vec<StrengthPoint>, Vec<(usize, f64)>) {
    let of = tally.units().count() as u64;
    let (mut standing, mut games) = (Standing::default(), 0);
    let (mut points, mut scores) = (Vec::new(), Vec::new());
    for (number, (_, unit)) in (0..).zip(tally.units()) {
        standing.add(&unit);
        games += unit.len();
        let strength = standing.strength().filter(|_| is_kept(number, of));
        scores.extend(strength.map(|strength| (games, strength.score)));
        points.extend(strength.and_then(|strength| {
            let interval = strength.interval.filter(|(low, high)| (high - low).is_finite())?;
            Some(StrengthPoint { games, elo: strength.elo, interval })
        }));
    }
    (points, scores)
}

fn test(records: &Records, tally: &Tally) -> Option<TestTimeline> {
    let mut test = records.plan.test(tally.schedule().games_per_unit()).ok()??;
    let of = tally.units().count() as u64;
    let (mut games, mut timeline) = (0, TestTimeline { points: Vec::new(), bounds: test.bounds() });
    for (number, (unit, results)) in (0..).zip(tally.units()) {
        games += results.len();
        let is_decided = test.count(unit, |unit| tally.half_points(unit));
        if is_kept(number, of) || is_decided {
            timeline.points.push((games, test.trial().llr));
        }
        if is_decided {
            break;
        }
    }
    Some(timeline)
}

fn lengths(games: &[GameRecord]) -> Vec<(u32, u64)> {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(0);
    let width = longest / BARS + 1;
    let mut lengths: Vec<_> = (0..=longest / width).map(|group| (group * width, 0)).collect();
    for game in games {
        lengths[(game.plies / width) as usize].1 += 1;
    }
    lengths
}

/// Sums over a player's moves at one point of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    count: f64,
    depth: f64,
    milliseconds: f64,
}

fn thoughts<G: Notation>(records: &Records, names: &[String]) -> Result<Vec<Vec<MeanMove>>, Error> {
    let resources = records.plan.resources()?;
    let mut players: Vec<Vec<Moves>> = vec![Vec::new(); names.len()];
    for game in &records.games {
        for (chosen, (ply, seat)) in movers::<G>(game, &resources)?.into_iter().enumerate() {
            let named = |name: &String| game.players.get(seat.index()) == Some(name);
            let Some(player) = names.iter().position(named) else { continue };
            let (Some(&Some(depth)), Some(&time)) =
                (game.depths.get(chosen), game.times.get(chosen))
            else {
                continue;
            };
            let moves = &mut players[player];
            moves.resize(moves.len().max(ply + 1), Moves::default());
            moves[ply].count += 1.0;
            moves[ply].depth += f64::from(depth);
            moves[ply].milliseconds += time as f64 / 1000.0;
        }
    }
    let mean = |(ply, moves): (usize, &Moves)| {
        let Moves { count, depth, milliseconds } = moves;
        MeanMove { ply, depth: depth / count, milliseconds: milliseconds / count }
    };
    let means = |moves: &Vec<Moves>| {
        (1..).zip(moves).filter(|(_, moves)| moves.count > 0.0).map(mean).collect()
    };
    Ok(players.iter().map(means).collect())
}

/// For each move that a player chose, its number in the game, from 0, and the player's seat.
fn movers<G: Notation>(
    game: &GameRecord,
    resources: &Resources,
) -> Result<Vec<(usize, Seat)>, RecordsError> {
    let state = State::<G>::parse_with(&game.start, resources).map_err(RecordsError::Start)?;
    let (mut line, mut movers, mut ply) = (Playthrough::new(state), Vec::new(), 0);
    for (number, text) in (0u32..).zip(&game.moves) {
        if let Actor::Seat(seat) = line.state.actor() {
            if number >= game.opening {
                movers.push((ply, seat));
            }
            ply += 1;
        }
        let wrong = |error| RecordsError::Moves { unit: game.unit, game: game.game, error };
        line.step(text).map_err(wrong)?;
    }
    Ok(movers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::record;

    #[test]
    fn long_curves_are_thinned_out() {
        let kept = |of| (0..of).filter(|&number| is_kept(number, of)).count();
        assert_eq!((kept(3), kept(400)), (3, 400));
        assert!((200..=401).contains(&kept(100_000)));
    }

    #[test]
    fn lengths_are_grouped() {
        let games = [0, 3, 49, 50].map(|plies| GameRecord { plies, ..record(0, 0) });
        let lengths = lengths(&games);
        assert_eq!((lengths[0], lengths[1], lengths.len()), ((0, 1), (3, 1), 17));
        assert_eq!(lengths[16], (48, 2));
    }
}
