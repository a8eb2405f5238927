//! A match ready to play: each game is a pure function of the plan and its number.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use crate::Error;
use engine::{Playable, StopFlag};
use games::State;

use crate::players::bot::Bot;
use crate::players::kind::{BotFactory, Table, Terms};
use crate::players::kinds::Kind;
use crate::players::player::Player;
use crate::referee::game::{Conditions, PlayedGame, play};
use crate::referee::luck::LuckMeter;
use crate::referee::opening::Openings;
use crate::referee::streams::Streams;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Schedule, TournamentKind};

/// A match ready to play.
#[derive(Clone, Debug)]
pub struct Contest<G: Playable> {
    /// The plan, which all games depend on.
    pub plan: Plan,
    /// The bot factory of each player of the plan. You can replace them to let your own bots play.
    pub bots: Vec<BotFactory<G>>,
    /// The seats of the players in every game.
    pub schedule: Schedule,
    /// The position that `startpos` stands for.
    pub start: State<G>,
    openings: Openings<G>,
    luck: Option<LuckMeter>,
}

impl<G: Playable> Contest<G> {
    /// The match that a plan describes.
    ///
    /// # Errors
    /// A plan that cannot be played.
    #[inline(never)]
    pub fn new(plan: Plan) -> Result<Self, Error> {
        let resources = plan.resources()?;
        let start = plan.start_of::<G>()?;
        let seats = usize::from(start.game().seats());
        plan.check()?;
        let openings = match &plan.openings {
            None => Openings::random(&start, plan.opening),
            Some(file) => Openings::read(Path::new(file), (&start, &resources), plan.opening)?,
        };
        let varied = plan.kind == TournamentKind::Solo;
        let openings = if varied { openings.varied() } else { openings };
        openings.draw(0, Streams::new(plan.seed, 0))?;
        let bots = plan.players.iter().map(|player| {
            let table = Table { start: &start, limit: player.limit(), terms: terms(&plan) };
            player.kind().factory(&table)
        });
        Ok(Self {
            bots: bots.collect::<Result<_, _>>()?,
            openings,
            luck: (G::CHANCE && seats == 2).then(|| LuckMeter::new(start.game())),
            schedule: Schedule::new(plan.kind, plan.players.len(), seats),
            plan,
            start,
        })
    }

    /// Checks that each setting of the players, and each rule of adjudication, has an effect. The
    /// records of a match are read without this check.
    ///
    /// # Errors
    /// A setting without effect.
    #[inline(never)]
    pub fn check_effects(&self) -> Result<(), Error> {
        let Self { plan, start, .. } = self;
        for player in &plan.players {
            let table = Table { start, limit: player.limit(), terms: terms(plan) };
            player.kind().check_effects(&table)?;
        }
        let count = |has: fn(&Kind) -> bool| {
            plan.players.iter().filter(|player| has(player.kind())).count()
        };
        plan.adjudication.check_effects(count(Kind::has_values), count(Kind::has_proofs))?;
        Ok(())
    }

    /// Turns off the computation of luck, which takes time.
    #[must_use]
    pub fn without_luck(self) -> Self {
        Self { luck: None, ..self }
    }

    /// Starts every program that plays once, so that a wrong path does not lose a match. If `stop`
    /// is set, the check ends with any fault.
    ///
    /// # Errors
    /// A player that cannot be started or does not speak the protocol.
    #[inline(never)]
    pub fn check_processes(&self, stop: &StopFlag) -> Result<(), Error> {
        self.check_other_processes(&[], stop)
    }

    /// As [`Contest::check_processes`], without the players that `checked` has, too, perhaps under
    /// other names.
    ///
    /// # Errors
    /// As [`Contest::check_processes`].
    pub fn check_other_processes(&self, checked: &[Player], stop: &StopFlag) -> Result<(), Error> {
        for (place, player) in self.plan.players.iter().enumerate() {
            let earlier = checked.iter().chain(&self.plan.players[..place]);
            if earlier.into_iter().any(|other| other.kind() == player.kind()) {
                continue;
            }
            let checked = player.kind().check(self.start.game(), terms(&self.plan), stop);
            checked.map_err(|fault| Error::Player { name: player.name().to_owned(), fault })?;
        }
        Ok(())
    }

    /// Plays one game. If `stop` is set, the game is given up and the result is `None`.
    ///
    /// # Errors
    /// An opening after which the game is already over.
    #[inline(never)]
    pub fn play(
        &self,
        unit: u64,
        game: u32,
        pool: &mut PlayerPool<'_, G>,
        stop: &StopFlag,
    ) -> Result<Option<PlayedGame<G>>, Error> {
        let round = unit / self.schedule.units_per_round();
        let streams = Streams::new(self.plan.seed, round);
        let line = self.openings.draw(round, streams)?;
        let seated = self.schedule.seated(unit, game);
        let conditions = Conditions {
            streams,
            players: seated.iter().map(|&player| &self.plan.players[player]).collect(),
            adjudication: *self.plan.adjudication,
            luck: self.luck.as_ref(),
            margin: Duration::from_millis(self.plan.margin),
            timekeeping: self.plan.clock,
            stop,
        };
        let opening = line.moves.len() as u32;
        let mut bots: Vec<_> = seated.iter().map(|&player| pool.take(player)).collect();
        let played = play(line, &conditions, &mut bots);
        let failed = played.as_ref().and_then(|played| played.figures.fault.as_ref());
        let failed = failed.map(|fault| usize::from(fault.seat));
        for (seat, (&player, bot)) in seated.iter().zip(bots).enumerate() {
            // A player that failed or was interrupted is started again for its next game.
            if played.is_none() {
                pool.retire(bot);
            } else if failed != Some(seat) {
                pool.put_back(player, bot);
            }
        }
        let name = |&player: &usize| self.plan.players[player].name().to_owned();
        let players = seated.iter().map(name).collect();
        Ok(played
            .map(|played| played.finish(&self.plan, [unit, u64::from(game)], players, opening)))
    }
}

/// The times to wait for processes.
fn terms(plan: &Plan) -> Terms {
    Terms { patience: Duration::from_millis(plan.patience), timekeeping: plan.clock }
}

/// The players of one thread, which are reused from game to game.
pub struct PlayerPool<'a, G: Playable> {
    contest: &'a Contest<G>,
    idle: HashMap<usize, Vec<Box<dyn Bot<G>>>>,
    /// Players that were told to end.
    retired: Vec<Box<dyn Bot<G>>>,
}

impl<'a, G: Playable> PlayerPool<'a, G> {
    /// A pool without players.
    #[must_use]
    pub fn new(contest: &'a Contest<G>) -> Self {
        Self { contest, idle: HashMap::new(), retired: Vec::new() }
    }

    fn take(&mut self, player: usize) -> Box<dyn Bot<G>> {
        let idle = self.idle.get_mut(&player).and_then(Vec::pop);
        idle.unwrap_or_else(|| self.contest.bots[player].make())
    }

    fn put_back(&mut self, player: usize, bot: Box<dyn Bot<G>>) {
        self.idle.entry(player).or_default().push(bot);
    }

    fn retire(&mut self, mut bot: Box<dyn Bot<G>>) {
        bot.dismiss();
        self.retired.push(bot);
    }
}

impl<G: Playable> Drop for PlayerPool<'_, G> {
    /// Tells all players to end before it waits for any of them.
    fn drop(&mut self) {
        for (_, bots) in std::mem::take(&mut self.idle) {
            bots.into_iter().for_each(|bot| self.retire(bot));
        }
    }
}
