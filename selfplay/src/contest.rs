//! A match: its units, each a pure function, and the pool of threads that plays them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use engine::StopFlag;
use games::State;

use crate::player::Player;
use crate::referee::{MatchError, Played, draw_start, play_game};
use crate::streams::Streams;
use crate::tally::Tally;

pub use engine::Playable as Game;

/// Two players, a game, and what the referee's randomness comes from.
#[derive(Clone, Debug)]
pub struct Contest<G: Game> {
    /// Where the random openings begin.
    pub start: State<G>,
    /// The players; results are those of the first.
    pub players: [Player; 2],
    /// Random moves that open each unit.
    pub opening: u32,
    /// What every unit's numbers are drawn from.
    pub seed: u64,
}

impl<G: Game> Contest<G> {
    /// Plays unit number `number`: two games from one start with the same dice, the first player in
    /// the first seat, then in the second.
    ///
    /// # Errors
    /// An illegal move, an opening that leaves no game to play, or no memory.
    pub fn unit(&self, number: u64) -> Result<[Played; 2], MatchError> {
        let streams = Streams::new(self.seed, number);
        let start = draw_start(&self.start, self.opening, streams)?;
        let [first, second] = &self.players;
        Ok([
            play_game(start.clone(), [first, second], streams)?,
            play_game(start, [second, first], streams)?,
        ])
    }

    /// Plays the units from 0 to `units` on so many threads, calling `report` after each. Once `stop`
    /// is set no new unit begins.
    ///
    /// # Errors
    /// That of the first unit that failed; the others in flight are played to their end.
    pub fn run(
        &self,
        units: u64,
        threads: usize,
        stop: &StopFlag,
        mut report: impl FnMut(&Tally),
    ) -> Result<Tally, MatchError> {
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
            return self.run_alone(units, stop, report);
        };
        // Units are handed out in order, so that an interrupted match is the beginning of a whole one.
        let next = AtomicU64::new(0);
        let failed = StopFlag::default();
        pool.in_place_scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads {
                let (sender, next, failed) = (sender.clone(), &next, &failed);
                scope.spawn(move |_| {
                    while !stop.is_set() && !failed.is_set() {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= units || sender.send(self.unit(number)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut tally = Tally::default();
            for unit in receiver {
                // Leaving drops the receiver, which ends the threads after their units.
                tally.add(&unit.inspect_err(|_| failed.stop())?);
                report(&tally);
            }
            Ok(tally)
        })
    }

    /// The same on the calling thread, where the system has no more threads to give.
    fn run_alone(
        &self,
        units: u64,
        stop: &StopFlag,
        mut report: impl FnMut(&Tally),
    ) -> Result<Tally, MatchError> {
        let mut tally = Tally::default();
        for number in (0..units).take_while(|_| !stop.is_set()) {
            tally.add(&self.unit(number)?);
            report(&tally);
        }
        Ok(tally)
    }
}
