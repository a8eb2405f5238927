//! Describing a match in code.

use engine::Playable;
use games::{ParseError, format_game};
use statistics::Sprt;

use crate::Error;
use crate::players::bot::Bot;
use crate::players::kind::BotFactory;
use crate::players::player::Player;
use crate::players::timekeeping::Timekeeping;
use crate::referee::adjudication::Adjudication;
use crate::referee::contest::Contest;
use crate::report::match_report::MatchReport;
use crate::schedule::plan::Plan;
use crate::schedule::seating::{Schedule, TournamentKind};
use crate::schedule::shard::Shard;
use crate::written::Written;

/// The units of each pairing where the number of games is not given.
const UNITS: u64 = 50;

/// A match to be: who plays, what, how often, and when it ends.
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
    /// The number of games, if it is given.
    games: Option<u64>,
    /// The random moves that open each unit, if their number is given.
    opening: Option<u32>,
    threads: usize,
    /// Bots of the caller's own, by the numbers of their players.
    bots: Vec<(usize, BotFactory<G>)>,
}

impl<G: Playable> Default for Match<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> Match<G> {
    /// A match at the game with its usual options, without players yet.
    #[must_use]
    pub fn new() -> Self {
        let plan = Plan::new(G::NAME, Vec::new(), 1, 0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { plan, games: None, opening: None, threads, bots: Vec::new() }
    }

    /// The game with other options.
    #[must_use]
    pub fn game(mut self, game: &G) -> Self {
        self.plan.game = format_game(game);
        self
    }

    /// The text of a pack that the game names, where it is none of those compiled in.
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

    /// Adds a player whose moves a [`Bot`] of your own chooses. A text is its name; a [`Player`]
    /// gives it a limit, too.
    #[must_use]
    pub fn bot<B: Bot<G> + 'static>(
        mut self,
        player: impl Into<Player>,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        self.bots.push((self.plan.players.len(), BotFactory::new(make)));
        self.player(player.into())
    }

    /// Who meets whom: everyone everyone, unless this says otherwise.
    #[must_use]
    pub fn kind(mut self, kind: TournamentKind) -> Self {
        self.plan.kind = kind;
        self
    }

    /// The number of games, a multiple of those of a unit: 50 units of each pairing, unless this
    /// says otherwise.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = Some(games);
        self
    }

    /// The seed of openings and chance: 1, unless this says otherwise.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = seed;
        self
    }

    /// The random moves that open each unit: 4, or none after [`Match::openings`], unless this says
    /// otherwise.
    #[must_use]
    pub fn opening(mut self, moves: u32) -> Self {
        self.opening = Some(moves);
        self
    }

    /// A file of positions to start from, one in each line.
    #[must_use]
    pub fn openings(mut self, file: impl Into<String>) -> Self {
        self.plan.openings = Some(file.into());
        self
    }

    /// When games are ended early: never, unless this says otherwise.
    #[must_use]
    pub fn adjudication(mut self, rules: impl Into<Written<Adjudication>>) -> Self {
        self.plan.adjudication = rules.into();
        self
    }

    /// The test that ends the match.
    #[must_use]
    pub fn sprt(mut self, test: impl Into<Written<Sprt>>) -> Self {
        self.plan.sprt = Some(test.into());
        self
    }

    /// The part of the match to play: all of it, unless this says otherwise.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.plan.shard = shard;
        self
    }

    /// Milliseconds: the time that a player without a limit of time has for an answer, and the time
    /// by which a player may overstep its limit. They are a minute and 100, unless this says
    /// otherwise.
    #[must_use]
    pub fn patience(mut self, patience: u64, margin: u64) -> Self {
        (self.plan.patience, self.plan.margin) = (patience, margin);
        self
    }

    /// The clock of limits of time: that on the wall, unless this says otherwise.
    #[must_use]
    pub fn clock(mut self, clock: Timekeeping) -> Self {
        self.plan.clock = clock;
        self
    }

    /// The number of games at a time, which makes no difference to the result: one for each
    /// processor, unless this says otherwise.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The match, ready to play.
    ///
    /// # Errors
    /// Players that cannot meet, files that cannot be read, a number of games that makes no whole
    /// units, a test that cannot be held.
    pub fn build(self) -> Result<Contest<G>, Error> {
        let Self { mut plan, games, bots, .. } = self;
        plan.check()?;
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
        let mut contest = Contest::new(plan.with_files()?)?;
        for (player, factory) in bots {
            contest.bots[player] = factory;
        }
        Ok(contest)
    }

    /// Plays the match in memory. A match that may be interrupted has a [`MatchLog`] with a file.
    ///
    /// # Errors
    /// Those of [`Match::build`], and of a game that cannot be played.
    pub fn run(self) -> Result<MatchReport, Error> {
        let threads = self.threads;
        self.build()?.play_all(threads)
    }
}
