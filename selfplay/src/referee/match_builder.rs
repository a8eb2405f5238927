//! A builder that describes a match in code.

use engine::Playable;
use games::{ParseError, format_game};
use statistics::Sprt;

use crate::Error;
use crate::players::bot::Bot;
use crate::players::kind::BotFactory;
use crate::players::kinds::Kind;
use crate::players::player::Player;
use crate::players::timekeeping::Timekeeping;
use crate::referee::adjudication::Adjudication;
use crate::referee::contest::Contest;
use crate::report::match_report::MatchReport;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Schedule, TournamentKind};
use crate::schedule::shard::Shard;
use crate::written::Written;

/// The default number of units for each pairing.
const UNITS: u64 = 50;

/// A match that is not built yet: its players, its game, its number of games and its end.
///
/// ```
/// use games::maitres::Maitres;
/// use selfplay::{Match, Player};
/// use statistics::Sprt;
///
/// let report = Match::<Maitres>::new()
///     .player(Player::search("new").nodes(50))
///     .player(Player::random("old"))
///     .sprt(Sprt::elo(0.0, 200.0))
///     .games(400)
///     .seed(1)
///     .run()?;
/// let verdict = report.test.expect("a test").words("new", "old");
/// assert!(verdict.contains("H1 accepted"), "{verdict}");
/// assert!(report.games < 400, "the test ends the match early");
/// # Ok::<(), selfplay::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<G: Playable> {
    plan: Plan,
    /// The number of games; `None` for the default.
    games: Option<u64>,
    /// The number of random moves that open each unit; `None` for the default.
    opening: Option<u32>,
    /// The times in milliseconds and the clock, where they were set.
    times: Times,
    threads: usize,
    /// The caller's own bots, by the numbers of their players.
    bots: Vec<(usize, BotFactory<G>)>,
}

/// The times of a plan that were set.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    patience: Option<u64>,
    margin: Option<u64>,
    clock: Option<Timekeeping>,
}

impl Times {
    /// Writes them into a plan with its players.
    ///
    /// # Errors
    /// A time that has no effect with these players.
    fn set(self, plan: &mut Plan) -> Result<(), ParseError> {
        let Self { patience, margin, clock } = self;
        let timed = plan.players.iter().any(|player| player.limit().is_of_time());
        let processes = plan
            .players
            .iter()
            .any(|player| matches!(player.kind(), Kind::Launch(_) | Kind::Hub(_)));
        let millis = |time: Option<u64>| time.map(|millis| format!("{millis}ms"));
        let (of_process, of_time) = ("a player with cmd=", "a player with time= or tc=");
        for (field, given, has_effect, expected) in [
            ("patience", millis(patience), processes, of_process),
            ("margin", millis(margin), timed, of_time),
            ("clock", clock.map(|clock| clock.to_string()), timed, of_time),
        ] {
            if let Some(read) = given.filter(|_| !has_effect) {
                let expected = format!("{expected}, since it has no effect without one");
                return Err(ParseError::new(field, &read, expected));
            }
        }
        plan.patience = patience.unwrap_or(plan.patience);
        plan.margin = margin.unwrap_or(plan.margin);
        plan.clock = clock.unwrap_or(plan.clock);
        Ok(())
    }
}

impl<G: Playable> Default for Match<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> Match<G> {
    /// A match at the game with its default options, without players.
    #[must_use]
    pub fn new() -> Self {
        let plan = Plan::new(G::NAME, Vec::new(), 1, 0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let times = Times::default();
        Self { plan, games: None, opening: None, times, threads, bots: Vec::new() }
    }

    /// Sets the game with other options.
    #[must_use]
    pub fn game(mut self, game: &G) -> Self {
        self.plan.game = format_game(game);
        self
    }

    /// Sets the text of a pack that the game names, if that pack is not compiled in.
    #[must_use]
    pub fn pack(mut self, text: impl Into<Option<String>>) -> Self {
        self.plan.pack = text.into();
        self
    }

    /// Adds a player.
    #[must_use]
    pub fn player(mut self, player: Player) -> Self {
        self.plan.players.push(player);
        self
    }

    /// Adds a player whose moves are chosen by your own [`Bot`]. `player` may be a text, which is
    /// its name, or a [`Player`], which also has a limit.
    #[must_use]
    pub fn bot<B: Bot<G> + 'static>(
        mut self,
        player: impl Into<Player>,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        self.bots.push((self.plan.players.len(), BotFactory::new(make)));
        self.player(player.into())
    }

    /// Sets the pairings. By default every player meets every other one.
    #[must_use]
    pub fn kind(mut self, kind: TournamentKind) -> Self {
        self.plan.kind = kind;
        self
    }

    /// Sets the number of games, a multiple of the games of a unit. The default is 50 units of each
    /// pairing.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = Some(games);
        self
    }

    /// Sets the seed of openings and chance events. The default is 1.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = seed;
        self
    }

    /// Sets the number of random moves that open each unit. The default is 4, or 0 with
    /// [`Match::openings`].
    #[must_use]
    pub fn opening(mut self, moves: u32) -> Self {
        self.opening = Some(moves);
        self
    }

    /// Sets a file of starting positions, one per line.
    #[must_use]
    pub fn openings(mut self, file: impl Into<String>) -> Self {
        self.plan.openings = Some(file.into());
        self
    }

    /// Sets the rules of adjudication. By default no game is ended early.
    #[must_use]
    pub fn adjudication(mut self, rules: impl Into<Written<Adjudication>>) -> Self {
        self.plan.adjudication = rules.into();
        self
    }

    /// Sets the test that ends the match.
    #[must_use]
    pub fn sprt(mut self, test: impl Into<Written<Sprt>>) -> Self {
        self.plan.sprt = Some(test.into());
        self
    }

    /// Sets the part of the match to play. The default is the whole match.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.plan.shard = shard;
        self
    }

    /// Sets the time in milliseconds that a player in another program has for an answer if it has
    /// no limit of time. The default is one minute.
    #[must_use]
    pub fn patience(mut self, millis: u64) -> Self {
        self.times.patience = Some(millis);
        self
    }

    /// Sets the time in milliseconds by which a player may exceed its limit of time. The default is
    /// 100 ms.
    #[must_use]
    pub fn margin(mut self, millis: u64) -> Self {
        self.times.margin = Some(millis);
        self
    }

    /// Sets the clock for limits of time. The default is the wall clock.
    #[must_use]
    pub fn clock(mut self, clock: Timekeeping) -> Self {
        self.times.clock = Some(clock);
        self
    }

    /// Sets the number of games that are played at the same time. It does not change the result.
    /// The default is one for each processor.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The match, ready to play.
    ///
    /// # Errors
    /// Players that cannot meet, files that cannot be read, a number of games that is not a
    /// multiple of a unit, a test that is not valid, or a setting without effect.
    #[inline(never)]
    pub fn build(self) -> Result<Contest<G>, Error> {
        let Self { mut plan, games, bots, times, .. } = self;
        plan.check()?;
        times.set(&mut plan)?;
        let seats = usize::from(plan.start_of::<G>()?.game().seats());
        let schedule = Schedule::new(plan.kind, plan.players.len(), seats);
        let of_unit = u64::from(schedule.games_per_unit());
        plan.units = match games {
            None => UNITS * schedule.units_per_round(),
            Some(games) if games.is_multiple_of(of_unit) => games / of_unit,
            Some(games) => {
                let expected = format!("a multiple of {of_unit}, the games of a unit");
                return Err(ParseError::new("games", &games.to_string(), expected).into());
            }
        };
        let usual = if plan.openings.is_some() { 0 } else { plan.opening };
        plan.opening = self.opening.unwrap_or(usual);
        plan.test(schedule.games_per_unit())?;
        let mut contest = Contest::new(plan.with_files()?.with_build())?;
        contest.check_effects()?;
        for (player, factory) in bots {
            contest.bots[player] = factory;
        }
        Ok(contest)
    }

    /// Plays the match in memory. A match that may be interrupted has a
    /// [`MatchLog`](crate::MatchLog) with a file.
    ///
    /// # Errors
    /// Those of [`Match::build`], and of a game that cannot be played.
    #[inline(never)]
    pub fn run(self) -> Result<MatchReport, Error> {
        let threads = self.threads;
        self.build()?.play_all(threads)
    }
}
