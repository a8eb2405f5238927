//! The threads that play a match, and the one that keeps its books.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use crate::Error;
use engine::{Playable, StopFlag};

use crate::records::record::GameRecord;
use crate::referee::contest::{Contest, PlayerPool};

impl<G: Playable> Contest<G> {
    /// The games of this part of the match.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.plan.own_units() * u64::from(self.schedule.games_per_unit())
    }

    /// Plays all games but those `done` on so many threads, and hands each to `keep` as it ends; games
    /// begin in their order. Once `stop` is set, or `keep` fails, the games under way are given up; what
    /// had ended by then is kept, at most two games of each thread and one.
    ///
    /// # Errors
    /// That of `keep`, or of a game that cannot be played.
    pub fn run<E: From<Error>>(
        &self,
        done: &HashSet<(u64, u32)>,
        threads: usize,
        stop: &StopFlag,
        keep: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_with(done, threads, stop, Ok, keep)
    }

    /// The same, where the threads that play also make of each game what is kept of it.
    ///
    /// # Errors
    /// Those of `keep` and `make`, or of a game that cannot be played.
    pub fn run_with<T: Send, E: From<Error>>(
        &self,
        done: &HashSet<(u64, u32)>,
        threads: usize,
        stop: &StopFlag,
        make: impl Fn(GameRecord) -> Result<T, Error> + Sync,
        mut keep: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicU64::new(0);
        let left = || {
            let number = next.fetch_add(1, Relaxed);
            (number < self.games() && !stop.is_set()).then(|| self.numbered(number))
        };
        std::thread::scope(|scope| {
            let threads = threads.max(1);
            // Nobody runs far ahead of a keeper that is slow.
            let (sender, receiver) = mpsc::sync_channel(threads);
            for _ in 0..threads {
                let sender = sender.clone();
                let (left, make) = (&left, &make);
                scope.spawn(move || {
                    let mut pool = PlayerPool::new(self);
                    let games = std::iter::from_fn(left).filter(|game| !done.contains(game));
                    for (unit, game) in games {
                        let played = self.play(unit, game, &mut pool, stop).transpose();
                        let made = played.map(|played| played.and_then(make));
                        if made.is_none_or(|made| sender.send(made).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let result = receiver.iter().try_for_each(|played| keep(played?));
            if result.is_err() {
                stop.stop();
            }
            result
        })
    }

    /// The unit and the number within it of this part's game number `number`.
    fn numbered(&self, number: u64) -> (u64, u32) {
        let of = u64::from(self.schedule.games_per_unit());
        (self.plan.shard.unit(number / of), (number % of) as u32)
    }
}
