//! How far apart the levels are: neighbours play each other, and each level's lead over the one below is printed.
//!
//! ```sh
//! cargo run --release -p play --example levels -- benedictine 100
//! ```

use engine::StopFlag;
use play::{Level, Table, Turn, Viewer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "benedictine".to_owned());
    let games: u64 = arguments.next().map_or(Ok(60), |text| text.parse())?;
    let lowest: u8 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let highest: u8 = arguments.next().map_or(Ok(10), |text| text.parse())?;
    for number in lowest + 1..=highest {
        let mut share = 0.0;
        for seed in 0..games {
            share += result(&game, seed / 2, [number, number - 1], seed % 2 == 1)?;
        }
        let share = (share / games as f64).clamp(0.001, 0.999);
        let elo = 400.0 * (share / (1.0 - share)).log10();
        println!(
            "{game}: level {number} over {}: {:.1} %, {elo:+.0} Elo, {games} games",
            number - 1,
            100.0 * share
        );
    }
    Ok(())
}

/// What the first of two levels makes of a game; with the same seed and swapped seats the dice are the same.
fn result(game: &str, seed: u64, levels: [u8; 2], swap: bool) -> Result<f64, games::ParseError> {
    let mut table = Table::open(game, seed)?;
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
