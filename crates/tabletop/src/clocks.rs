//! The clocks of people: a time for the whole game, and an increment for each move. The caller
//! gives the time, in milliseconds of the Unix clock.

use play::{Controller, Turn};

use crate::table::Table;
use crate::terms::Reason;

impl Table {
    /// Counts the time of the player whose clock runs. If it is over, the player has lost.
    pub(crate) fn count_time(&mut self, now: u64) {
        let Some(clock) = &mut self.kept.clock else { return };
        clock.count(now);
        let over = clock.running.filter(|&player| clock.left[usize::from(player)] == 0);
        if let Some(player) = over {
            clock.running = None;
            self.give_up(player, Reason::Time);
        }
    }

    /// Lets the clock of the person run who is to act now. A player who has just ended a turn gets
    /// the increment. A clock runs from the second turn of its player on.
    pub(crate) fn press_clock(&mut self, now: u64) {
        let next = self.timed();
        let Some(clock) = &mut self.kept.clock else { return };
        if clock.running != next {
            if let Some(before) = clock.running {
                clock.left[usize::from(before)] += u64::from(clock.increment) * 1000;
            }
            (clock.running, clock.since) = (next, now);
        }
    }

    /// Goes on with the clocks after a time in which nobody could play.
    pub fn resume_clock(&mut self, now: u64) {
        if let Some(clock) = &mut self.kept.clock {
            clock.since = now;
        }
    }

    /// The time at which the running clock is over.
    #[must_use]
    pub fn time_over(&self) -> Option<u64> {
        let clock = self.kept.clock.as_ref()?;
        clock.running.map(|player| clock.since + clock.left[usize::from(player)])
    }

    /// The person whose clock is to run now.
    fn timed(&self) -> Option<u8> {
        let (Turn::Player { player } | Turn::Chance { player }) = self.turn() else { return None };
        let person = self.game.controllers()[usize::from(player)] == Controller::Person;
        let mut played = self.game.steps()[..self.game.cursor()].iter();
        let began = played.any(|step| step.player == player && !step.chance);
        (person && began && !self.game.looks_back()).then_some(player)
    }
}
