//! Deals played twice, teams exchanged, with the same cards.

use games::buteur::Buteur;
use games::{Actor, Game, Hidden, Seat, pick_event};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Player;

/// Results of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Matches won, drawn and lost.
    pub results: [u32; 3],
    /// Of the points of each deal, from 0 to 2: the sum and the sum of squares.
    sums: [f64; 2],
    deals: u32,
    /// Seconds that the first and the second player took, and their moves.
    pub times: [f64; 2],
    /// Moves of the first and the second player.
    pub moves: [u32; 2],
}

impl Score {
    /// The share of the points, and its standard error.
    #[must_use]
    pub fn share(&self) -> (f64, f64) {
        let deals = f64::from(self.deals).max(1.0);
        let mean = self.sums[0] / deals;
        let variance = (self.sums[1] / deals - mean * mean).max(0.0);
        (mean / 2.0, (variance / deals).sqrt() / 2.0)
    }

    fn add(&mut self, points: [f64; 2]) {
        for points in points {
            self.results[(2.0 - 2.0 * points) as usize] += 1;
        }
        let points = points[0] + points[1];
        self.sums[0] += points;
        self.sums[1] += points * points;
        self.deals += 1;
    }
}

/// Plays deals from number `first` on; each is played twice, the teams exchanged.
pub fn play_deals(game: &Buteur, players: [&Player; 2], first: u64, deals: u64) -> Score {
    let mut score = Score::default();
    for number in first..first + deals {
        let one = play(game, players, number, Seat::FIRST, &mut score);
        let other = play(game, players, number, Seat::SECOND, &mut score);
        score.add([one, other]);
    }
    score
}

/// One match with the first player in a seat; his points.
fn play(game: &Buteur, players: [&Player; 2], number: u64, seat: Seat, score: &mut Score) -> f64 {
    let mut cards = ChaCha8Rng::seed_from_u64(number);
    let mut rng = ChaCha8Rng::seed_from_u64(number ^ 0x5EED);
    let mut position = game.start();
    loop {
        match game.actor(&position) {
            Actor::Over(outcome) => {
                let (numerator, denominator) = outcome.share(seat);
                return f64::from(numerator) / f64::from(denominator);
            }
            Actor::Chance => {
                // One number for each event keeps both matches of a deal in step.
                let mut event = ChaCha8Rng::seed_from_u64(cards.next_u64());
                let event = pick_event(game, &position, &mut event).expect("an event");
                position = game.happen(&position, event);
            }
            Actor::Seat(mover) => {
                let index = usize::from(mover != seat);
                let player = players[index];
                let view = if player.sees_all() {
                    position
                } else {
                    game.view(&position, game.player(&position))
                };
                let started = std::time::Instant::now();
                let mv = player.choose(game, &view, &mut rng);
                score.times[index] += started.elapsed().as_secs_f64();
                score.moves[index] += 1;
                position = game.play(&position, mv);
            }
        }
    }
}
