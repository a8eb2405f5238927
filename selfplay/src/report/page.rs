//! The report of a match as a page with plots.

use games::{Actor, Notation, Resources, Seat, State};
use pages::{Bars, Curve, Plot, html_page};

use crate::Error;
use crate::players::view::Line;
use crate::records::error::RecordsError;
use crate::records::journal::Records;
use crate::records::record::GameRecord;
use crate::records::tally::Tally;
use crate::report::match_report::Report;
use crate::statistics::sequential::Sequential;
use crate::statistics::summary::{Standing, Summary};

/// The most points of a line.
const POINTS: u64 = 400;

/// The most bars in a picture of lengths.
const BARS: u32 = 24;

/// One page of HTML that needs nothing else.
///
/// # Errors
/// A record that does not follow the rules.
pub fn page<G: Notation>(
    records: &Records,
    tally: &Tally,
    report: &Report,
) -> Result<String, Error> {
    let title = format!("{}: {}", records.plan.game, tally.names().join(", "));
    let mut plots = vec![strength_plot(tally)];
    plots.extend(test_plot(records, tally));
    plots.push(seat_bars(report.summary(), report.seat_names()).svg());
    plots.push(length_bars(&records.games).svg());
    plots.extend(thought_plots::<G>(records, tally.names())?);
    Ok(html_page(&title, &report.text(), &plots))
}

/// Whether a point of so many is drawn.
fn is_drawn(number: u64, of: u64) -> bool {
    number + 1 == of || number.is_multiple_of(of.div_ceil(POINTS).max(1))
}

/// The difference between the first two players as the games come.
fn strength_plot(tally: &Tally) -> String {
    let of = tally.units().count() as u64;
    let (mut standing, mut games, mut line) = (Standing::default(), 0, Curve::default());
    for (number, (_, unit)) in (0..).zip(tally.units()) {
        standing.add(&unit);
        games += unit.len();
        let Some(strength) = standing.strength().filter(|_| is_drawn(number, of)) else { continue };
        if let Some((low, high)) = strength.interval.filter(|(low, high)| (high - low).is_finite())
        {
            line.points.push((games as f64, strength.elo));
            line.band.push((low, high));
        }
    }
    let names = tally.names();
    Plot {
        title: format!("Elo of {} over {}, with 95 % interval", names[0], names[1]),
        across: "games".to_owned(),
        up: "Elo".to_owned(),
        lines: vec![line],
        levels: vec![(0.0, String::new())],
    }
    .svg()
}

/// The log-likelihood ratio as the games come.
fn test_plot(records: &Records, tally: &Tally) -> Option<String> {
    let mut test = Sequential::of(&records.plan).ok()??;
    let mut line = Curve::default();
    let (of, mut games, mut levels) = (tally.units().count() as u64, 0, Vec::new());
    for (number, (unit, results)) in (0..).zip(tally.units()) {
        games += results.len();
        let trial = test.look_until(tally, unit);
        if is_drawn(number, of) || trial.decided.is_some() {
            line.points.push((games as f64, trial.llr));
        }
        let (low, high) = trial.test.bounds();
        levels = vec![(low, "H0".to_owned()), (high, "H1".to_owned())];
        if trial.decided.is_some() {
            break;
        }
    }
    let title = "Log-likelihood ratio of the test".to_owned();
    let (across, up) = ("games".to_owned(), "LLR".to_owned());
    Some(Plot { title, across, up, lines: vec![line], levels }.svg())
}

/// Wins, draws and losses of each player in each seat.
fn seat_bars(summary: &Summary, seat_names: &[&str]) -> Bars {
    let mut bars = Vec::new();
    for player in &summary.players {
        for (seat, results) in seat_names.iter().zip(&player.seats) {
            let parts = [results.wins, results.draws, results.losses].map(|count| count as f64);
            bars.push((format!("{} as {seat}", player.name), parts.to_vec()));
        }
    }
    Bars {
        title: "Results by seat".to_owned(),
        up: "games".to_owned(),
        parts: ["won", "drawn", "lost"].map(str::to_owned).to_vec(),
        bars,
        ..Bars::default()
    }
}

fn length_bars(games: &[GameRecord]) -> Bars {
    let longest = games.iter().map(|game| game.plies).max().unwrap_or(0);
    let width = longest / BARS + 1;
    let mut counts = vec![0.0; (longest / width) as usize + 1];
    for game in games {
        counts[(game.plies / width) as usize] += 1.0;
    }
    let name = |place: usize| (place as u32 * width).to_string();
    let bars = counts.into_iter().enumerate().map(|(place, count)| (name(place), vec![count]));
    Bars {
        title: "Length of games".to_owned(),
        across: "moves of players".to_owned(),
        up: "games".to_owned(),
        parts: Vec::new(),
        bars: bars.collect(),
    }
}

/// What a player's moves have in common at one point of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    count: f64,
    depth: f64,
    millis: f64,
}

/// The depth and the time of each player's moves over the game.
fn thought_plots<G: Notation>(records: &Records, names: &[String]) -> Result<[String; 2], Error> {
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
            moves[ply].millis += time as f64 / 1000.0;
        }
    }
    let plot = |title: &str, up: &str, of: fn(&Moves) -> f64| {
        let line = |(name, moves): (&String, &Vec<Moves>)| {
            let moves = (1..).zip(moves).filter(|(_, moves)| moves.count > 0.0);
            let points = moves.map(|(ply, moves)| (f64::from(ply), of(moves) / moves.count));
            Curve { name: name.clone(), points: points.collect(), band: Vec::new() }
        };
        let lines = names.iter().zip(&players).map(line).collect();
        let (title, up, across) = (title.to_owned(), up.to_owned(), "move of the game".to_owned());
        Plot { title, across, up, lines, levels: Vec::new() }.svg()
    };
    Ok([
        plot("Mean depth of search", "depth", |moves| moves.depth),
        plot("Mean time of a move", "milliseconds", |moves| moves.millis),
    ])
}

/// For each move that a player chose, its number in the game, from 0, and the player's seat.
fn movers<G: Notation>(
    game: &GameRecord,
    resources: &Resources,
) -> Result<Vec<(usize, Seat)>, RecordsError> {
    let state = State::<G>::parse_with(&game.start, resources).map_err(RecordsError::Start)?;
    let (mut line, mut movers, mut ply) = (Line::new(state), Vec::new(), 0);
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

    #[test]
    fn long_lines_are_thinned_out() {
        let drawn = |of| (0..of).filter(|&number| is_drawn(number, of)).count();
        assert_eq!((drawn(3), drawn(400)), (3, 400));
        assert!((200..=401).contains(&drawn(100_000)));
    }
}
