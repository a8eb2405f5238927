//! A match ready to play: each game is a pure function of the plan and its number.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::Error;
use engine::{Playable, StopFlag};
use eval::Linear;
use games::State;

use crate::players::baselines::{GreedyPlayer, RandomPlayer, SamplingPlayer};
use crate::players::bot::Bot;
use crate::players::process_player::{ProcessPlayer, Terms};
use crate::players::search::{SearchPlayer, SearchSettings};
use crate::players::spec::{Launch, PlayerKindSpec, PlayerSpec};
use crate::players::switches;
use crate::players::uct::{UctPlayer, UctSettings};
use crate::records::record::GameRecord;
use crate::referee::adjudication::Adjudication;
use crate::referee::game::{Conditions, play};
use crate::referee::luck::LuckMeter;
use crate::referee::opening::Openings;
use crate::referee::streams::Streams;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Schedule, TournamentKind};

/// A match ready to play.
#[derive(Clone, Debug)]
pub struct Contest<G: Playable> {
    /// What its games depend on.
    pub plan: Plan,
    /// The players.
    pub players: Vec<Entrant<G>>,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Who sits where.
    pub schedule: Schedule,
    /// Where `startpos` is.
    pub start: State<G>,
    openings: Openings<G>,
    luck: Option<LuckMeter>,
}

/// A player of the match, with all that it needs to play.
#[derive(Clone, Debug)]
pub struct Entrant<G: Playable> {
    /// As described.
    pub spec: PlayerSpec,
    /// How it finds its moves.
    pub kind: PlayerKind<G>,
}

/// How a player finds its moves.
#[derive(Clone)]
pub enum PlayerKind<G: Playable> {
    /// Every legal move is as likely as another.
    Random,
    /// By the look of the moves alone ([`games::Tactics::merit`]).
    Greedy,
    /// By plain sampling of so many worlds.
    Sampling {
        /// How many worlds.
        worlds: u32,
        /// What leaves are worth.
        evaluator: Linear,
    },
    /// By a Monte Carlo tree search that knows the rules alone.
    Uct(UctSettings),
    /// By a search in this process.
    Search(Box<SearchSettings>),
    /// By asking another process.
    Process(Launch),
    /// As the caller's own [`Bot`] does; see [`PlayerKind::own`].
    Own(Arc<dyn Fn() -> Box<dyn Bot<G>> + Send + Sync>),
}

impl<G: Playable> PlayerKind<G> {
    /// A player that the caller has written. It is made when a thread needs one, and begins every game with
    /// [`Bot::begin`].
    pub fn own<P: Bot<G> + 'static>(make: impl Fn() -> P + Send + Sync + 'static) -> Self {
        Self::Own(Arc::new(move || Box::new(make())))
    }
}

impl<G: Playable> fmt::Debug for PlayerKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("Random"),
            Self::Greedy => f.write_str("Greedy"),
            Self::Sampling { worlds, .. } => f.debug_tuple("Sampling").field(worlds).finish(),
            Self::Uct(settings) => f.debug_tuple("Uct").field(settings).finish(),
            Self::Search(settings) => f.debug_tuple("Search").field(settings).finish(),
            Self::Process(launch) => f.debug_tuple("Process").field(launch).finish(),
            Self::Own(_) => f.write_str("Own"),
        }
    }
}

impl<G: Playable> Contest<G> {
    /// The match of a plan.
    ///
    /// # Errors
    /// Anything in the plan that cannot be played.
    pub fn new(plan: Plan) -> Result<Self, Error> {
        let resources = plan.resources()?;
        let start = plan.start_of::<G>()?;
        let seats = usize::from(start.game().seats());
        let specs = plan.specs()?;
        let adjudication = Adjudication::parse(&plan.adjudication)?;
        let openings = match &plan.openings {
            None => Openings::random(&start, plan.opening),
            Some(file) => Openings::read(Path::new(file), (&start, &resources), plan.opening)?,
        };
        let varied = plan.kind == TournamentKind::Solo;
        let openings = if varied { openings.varied() } else { openings };
        openings.draw(0, Streams::new(plan.seed, 0))?;
        let entrant = |spec: PlayerSpec| Entrant::new(spec, &start);
        Ok(Self {
            players: specs.into_iter().map(entrant).collect::<Result<_, _>>()?,
            adjudication,
            openings,
            luck: (G::CHANCE && seats == 2).then(|| LuckMeter::new(start.game())),
            schedule: Schedule::new(plan.kind, plan.players.len(), seats),
            plan,
            start,
        })
    }

    /// Does without the luck of the games, which takes its time.
    #[must_use]
    pub fn without_luck(self) -> Self {
        Self { luck: None, ..self }
    }

    /// Starts every player that is a process once, so that a wrong path does not lose a match. Once `stop` is
    /// set that ends with any fault.
    ///
    /// # Errors
    /// A player that cannot be started or does not speak the protocol.
    pub fn check_processes(&self, stop: &StopFlag) -> Result<(), Error> {
        for Entrant { spec, kind } in &self.players {
            if let PlayerKind::Process(launch) = kind {
                let mut player = ProcessPlayer::new(launch.clone(), self.terms());
                let checked = player.check(self.start.game(), stop);
                checked.map_err(|fault| Error::Player { name: spec.name.clone(), fault })?;
            }
        }
        Ok(())
    }

    /// How long processes are waited for.
    fn terms(&self) -> Terms {
        let Plan { patience, clock, .. } = self.plan;
        Terms { patience: Duration::from_millis(patience), timekeeping: clock }
    }

    /// Plays one game. Once `stop` is set it is given up: `None`.
    ///
    /// # Errors
    /// An opening that leaves no game to play.
    pub fn play(
        &self,
        unit: u64,
        game: u32,
        pool: &mut PlayerPool<'_, G>,
        stop: &StopFlag,
    ) -> Result<Option<GameRecord>, Error> {
        let round = unit / self.schedule.units_per_round();
        let streams = Streams::new(self.plan.seed, round);
        let line = self.openings.draw(round, streams)?;
        let seated = self.schedule.seated(unit, game);
        let conditions = Conditions {
            streams,
            specs: seated.iter().map(|&player| &self.players[player].spec).collect(),
            adjudication: self.adjudication,
            luck: self.luck.as_ref(),
            margin: Duration::from_millis(self.plan.margin),
            timekeeping: self.plan.clock,
            stop,
        };
        let opening = line.moves.len() as u32;
        let mut bots: Vec<_> = seated.iter().map(|&player| pool.take(player)).collect();
        let played = play(line, &conditions, &mut bots);
        let failed = played.as_ref().and_then(|played| played.fault.as_ref());
        let failed = failed.map(|fault| usize::from(fault.seat));
        for (seat, (&player, bot)) in seated.iter().zip(bots).enumerate() {
            // A player that failed, or was cut short, is started anew for its next game.
            if played.is_none() {
                pool.retire(bot);
            } else if failed != Some(seat) {
                pool.put_back(player, bot);
            }
        }
        let name = |&player: &usize| self.players[player].spec.name.clone();
        let players = seated.iter().map(name).collect();
        Ok(played
            .map(|played| played.record(&self.plan, [unit, u64::from(game)], players, opening)))
    }
}

impl<G: Playable> Entrant<G> {
    fn new(spec: PlayerSpec, start: &State<G>) -> Result<Self, Error> {
        let game = start.game();
        let kind = match &spec.kind {
            PlayerKindSpec::Random => PlayerKind::Random,
            PlayerKindSpec::Greedy => PlayerKind::Greedy,
            PlayerKindSpec::Sampling { worlds, weights } => {
                let evaluator = Linear::new(&weights.load(game)?);
                PlayerKind::Sampling { worlds: *worlds, evaluator }
            }
            PlayerKindSpec::Uct { exploration, first_play } => {
                let own = UctSettings::of_game::<G>();
                PlayerKind::Uct(UctSettings {
                    exploration: exploration.unwrap_or(own.exploration),
                    first_play: first_play.unwrap_or(own.first_play),
                })
            }
            PlayerKindSpec::Search {
                weights,
                opponents,
                uncertainty,
                switches,
                parameters,
                hash,
            } => {
                let mut searcher = SearchSettings::new(&weights.load(game)?, *hash);
                if let Some(opponents) = *opponents {
                    searcher.techniques.opponents = opponents;
                }
                if let Some(uncertainty) = *uncertainty {
                    searcher.techniques.uncertainty = uncertainty;
                }
                searcher.techniques.parameters = *parameters;
                for &(name, on) in switches {
                    switches::set(&mut searcher.techniques, name, on);
                }
                parameters.check_read(&spec.limit.searches(start, &searcher.techniques))?;
                PlayerKind::Search(Box::new(searcher))
            }
            PlayerKindSpec::Process(launch) => PlayerKind::Process(launch.clone()),
        };
        Ok(Self { spec, kind })
    }
}

/// The players that one thread has at hand, kept from game to game.
pub struct PlayerPool<'a, G: Playable> {
    contest: &'a Contest<G>,
    idle: HashMap<usize, Vec<Box<dyn Bot<G>>>>,
    /// Players that were told to end.
    retired: Vec<Box<dyn Bot<G>>>,
}

impl<'a, G: Playable> PlayerPool<'a, G> {
    /// With nobody there yet.
    #[must_use]
    pub fn new(contest: &'a Contest<G>) -> Self {
        Self { contest, idle: HashMap::new(), retired: Vec::new() }
    }

    fn take(&mut self, player: usize) -> Box<dyn Bot<G>> {
        let idle = self.idle.get_mut(&player).and_then(Vec::pop);
        idle.unwrap_or_else(|| match &self.contest.players[player].kind {
            PlayerKind::Random => Box::new(RandomPlayer::new()),
            PlayerKind::Greedy => Box::new(GreedyPlayer::new()),
            PlayerKind::Sampling { worlds, evaluator } => {
                Box::new(SamplingPlayer::new(*worlds, evaluator.clone()))
            }
            PlayerKind::Uct(settings) => Box::new(UctPlayer::new(*settings)),
            PlayerKind::Search(searcher) => Box::new(SearchPlayer::new(searcher)),
            PlayerKind::Process(launch) => {
                Box::new(ProcessPlayer::new(launch.clone(), self.contest.terms()))
            }
            PlayerKind::Own(make) => make(),
        })
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
    /// All players end at the same time.
    fn drop(&mut self) {
        for (_, bots) in std::mem::take(&mut self.idle) {
            bots.into_iter().for_each(|bot| self.retire(bot));
        }
    }
}
