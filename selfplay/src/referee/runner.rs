//! The threads that play a match, and the thread that keeps the games.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use crate::Error;
use engine::{Playable, StopFlag};

use crate::records::record::GameRecord;
use crate::referee::contest::{Contest, PlayerPool};
use crate::referee::game::PlayedGame;
use crate::referee::match_log::MatchLog;
use crate::report::match_report::MatchReport;
use jobs::Silent;

impl<G: Playable> Contest<G> {
    /// The number of games in this part of the match.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.plan.own_units() * u64::from(self.schedule.games_per_unit())
    }

    /// Plays the whole match on `threads` threads, until its test is decided, and returns the
    /// report. Nothing is written to a file. A match that may be interrupted needs a [`MatchLog`]
    /// with a file.
    ///
    /// # Errors
    /// A test that is not valid, or a game that cannot be played.
    pub fn play_all(&self, threads: usize) -> Result<MatchReport, Error> {
        let mut log = MatchLog::new(self)?;
        log.play(self, threads, &StopFlag::default(), &mut Silent, |_| Ok::<(), Error>(()))?;
        log.report(&self.plan)
    }

    /// Plays all games except those in `done` on `threads` threads, and gives each one to `keep` as
    /// it ends. Games begin in the order of their numbers. If `stop` is set or `keep` fails, the
    /// games in progress are given up. Finished games are still kept, at most two for each thread
    /// and one more. A panic in one thread stops the others and reaches the caller.
    ///
    /// # Errors
    /// Errors of `keep`, or of a game that cannot be played.
    pub fn run<E: From<Error>>(
        &self,
        done: &HashSet<(u64, u32)>,
        threads: usize,
        stop: &StopFlag,
        keep: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_with(done, threads, stop, |played| Ok(played.record), keep)
    }

    /// Like [`Contest::run`], but the threads also convert each game to the value that is kept.
    ///
    /// # Errors
    /// Errors of `keep` and `make`, or of a game that cannot be played.
    pub fn run_with<T: Send, E: From<Error>>(
        &self,
        done: &HashSet<(u64, u32)>,
        threads: usize,
        stop: &StopFlag,
        make: impl Fn(PlayedGame<G>) -> Result<T, Error> + Sync,
        mut keep: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicU64::new(0);
        let left = || {
            let number = next.fetch_add(1, Relaxed);
            (number < self.games() && !stop.is_set()).then(|| self.numbered(number))
        };
        let play = |hand_over: &dyn Fn(Result<T, Error>) -> bool| {
            let games = std::iter::from_fn(left).filter(|game| !done.contains(game));
            self.play_games(games, stop, &|played| hand_over(played.and_then(&make)));
        };
        run_threads(threads, stop, &play, &mut keep)
    }

    /// Plays games one after another, until `hand_over` refuses a game or a game is given up.
    fn play_games(
        &self,
        games: impl Iterator<Item = (u64, u32)>,
        stop: &StopFlag,
        hand_over: &dyn Fn(Result<PlayedGame<G>, Error>) -> bool,
    ) {
        let mut pool = PlayerPool::new(self);
        for (unit, game) in games {
            let played = self.play(unit, game, &mut pool, stop).transpose();
            if !played.is_some_and(hand_over) {
                break;
            }
        }
    }

    /// The unit and the number within the unit of game `number` of this part.
    fn numbered(&self, number: u64) -> (u64, u32) {
        let of = u64::from(self.schedule.games_per_unit());
        (self.plan.shard.unit(number / of), (number % of) as u32)
    }
}

/// Plays games until a function refuses one.
type PlayGames<'a, T> = dyn Fn(&dyn Fn(Result<T, Error>) -> bool) + Sync + 'a;

/// Plays on `threads` threads and keeps the games. The function does not depend on the
/// game, so it is compiled only once for a program.
fn run_threads<T: Send, E: From<Error>>(
    threads: usize,
    stop: &StopFlag,
    play: &PlayGames<'_, T>,
    keep: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    std::thread::scope(|scope| {
        let threads = threads.max(1);
        // The bounded channel stops the threads from running far ahead of a slow keeper.
        let (sender, receiver) = mpsc::sync_channel(threads);
        let players: Vec<_> = (0..threads)
            .map(|_| {
                let sender = sender.clone();
                scope.spawn(move || {
                    let _guard = StopOnPanic(stop);
                    play(&|played| sender.send(played).is_ok());
                })
            })
            .collect();
        drop(sender);
        let result = receiver.iter().try_for_each(|played| keep(played?));
        if result.is_err() {
            stop.stop();
        }
        // A thread that waits to hand over a game must not wait for ever.
        drop(receiver);
        for player in players {
            player.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        result
    })
}

/// Stops the other threads if a thread panics, so that the panic reaches the caller at once.
struct StopOnPanic<'a>(&'a StopFlag);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicBool;

    use games::maitres::{Maitres, Move};

    use super::*;
    use crate::{Allowance, Bot, Fault, GameStart, Match, Player, Reply, View};

    /// Plays the first legal move; the broken one panics instead.
    struct FirstMove {
        broken: bool,
    }

    impl Bot<Maitres> for FirstMove {
        fn begin(&mut self, _: &Maitres, _: GameStart) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(
            &mut self,
            view: &View<'_, Maitres>,
            _: &Allowance,
            _: &StopFlag,
        ) -> Result<Reply<Move>, Fault> {
            assert!(!self.broken, "broken player");
            Ok(Reply::bare(view.playthrough.state.legal_moves()[0]))
        }
    }

    /// One of two threads fails in its first game. The other thread must not play the match to its
    /// end first.
    #[test]
    fn a_panic_reaches_the_caller_at_once() {
        let made = AtomicBool::new(false);
        let contest = Match::<Maitres>::new()
            .bot("A", move || FirstMove { broken: !made.swap(true, Relaxed) })
            .player(Player::random("B"))
            .games(1000)
            .seed(5)
            .build()
            .expect("a match");
        let mut kept = 0;
        let panic = catch_unwind(AssertUnwindSafe(|| {
            contest.run(&HashSet::new(), 2, &StopFlag::default(), |_| {
                kept += 1;
                Ok::<(), Error>(())
            })
        }));
        let panic = panic.expect_err("a panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"broken player"));
        assert!(kept < 100, "{kept} of {} games were kept", contest.games());
    }
}
