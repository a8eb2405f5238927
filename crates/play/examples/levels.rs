//! Measures the distance between levels. Neighbouring levels play each other. The program prints
//! the lead of each level over the one below, with the bounds of 95 %. Games are played in pairs
//! with the same dice and swapped seats, a pair on each processor.
//!
//! ```sh
//! cargo run --release -p play --example levels -- benedictine 100
//! ```

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::StopFlag;
use play::{Level, LiveGame, Turn, Viewer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "benedictine".to_owned());
    let games: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let lowest: u8 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let highest: u8 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    LiveGame::open(&game, 0)?;
    for number in lowest + 1..=highest {
        let pairs = pairs(&game, games.div_ceil(2).max(2), [number, number - 1]);
        let count = pairs.len() as f64;
        let share = pairs.iter().sum::<f64>() / count;
        let spread = pairs.iter().map(|pair| (pair - share).powi(2)).sum::<f64>() / (count - 1.0);
        let margin = 1.96 * (spread / count).sqrt();
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        let (low, high) = (elo(share - margin), elo(share + margin));
        println!(
            "{game}: level {number} over {}: {:.1} %, {:+.0} Elo ({low:+.0} to {high:+.0}), {} games",
            number - 1,
            100.0 * share,
            elo(share),
            2 * pairs.len()
        );
    }
    Ok(())
}

/// The mean score of the first of two levels in each pair of games, from 0 to 1.
fn pairs(game: &str, pairs: u64, levels: [u8; 2]) -> Vec<f64> {
    let (next, results) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= pairs {
                        return;
                    }
                    let play =
                        |swap| result(game, seed, levels, swap).expect("a table that opened");
                    let share = (play(false) + play(true)) / 2.0;
                    results.lock().expect("nobody panics").push(share);
                }
            });
        }
    });
    results.into_inner().expect("nobody panics")
}

/// The score of the first of two levels in a game. With the same seed and swapped seats, the dice
/// are the same.
fn result(game: &str, seed: u64, levels: [u8; 2], swap: bool) -> Result<f64, games::ParseError> {
    let mut table = LiveGame::open(game, seed)?;
    let seats = table.view(Viewer::Nobody).seats;
    loop {
        match table.turn() {
            Turn::Chance { .. } => table.roll()?,
            Turn::Player { player } => {
                let seat = usize::from(seats[usize::from(player)]);
                let level = Level::new(levels[(seat + usize::from(swap)) % 2]).expect("1 to 10");
                let Some(mut question) = table.question() else { continue };
                let seed = table.choice_seed() ^ u64::from(swap);
                table.step(&question.choose(level, seed, &StopFlag::default()))?;
            }
            Turn::Over => {
                let shares = table.view(Viewer::Nobody).result.unwrap_or_default();
                return Ok(shares[usize::from(swap)]);
            }
        }
    }
}
