//! `selfplay match`.

use std::collections::HashSet;
use std::time::Duration;

use cli::{Failure, print, shown_progress, stop_on_interrupt, threads_or_all, warn};
use engine::{Playable, StopFlag, available_threads};
use games::{Game as _, ParseError, format_game, with_game, with_state};
use selfplay::{
    Contest, GameRecord, Journal, MatchReport, Orphans, Plan, Schedule, Shard, Standing, Tally,
    Timing, with_common, with_pack,
};
use statistics::{Sequential, Trial};

use super::args::MatchArguments;

/// Units of each pairing where the number of games is not given.
const UNITS: u64 = 50;

/// Plays a match.
pub(crate) fn run(args: &MatchArguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    let any = pack.start(&args.game)?;
    let (game, seats) =
        with_state!(&any, state => (format_game(state.game()), usize::from(state.game().seats())));
    let plan = plan(args, &game, pack.text, seats)?;
    with_game!(&any, G => play::<G>(plan, args))
}

/// What the arguments ask for.
fn plan(
    args: &MatchArguments,
    game: &str,
    pack: Option<String>,
    seats: usize,
) -> Result<Plan, Failure> {
    let players = args.players.iter().map(|text| player(text, args));
    let players = players.collect::<Result<_, _>>()?;
    let mut plan = Plan::new(game, players, args.seed, 0);
    plan.pack = pack;
    let count = plan.specs()?.len();
    let schedule = Schedule::new(args.kind.into(), count, seats);
    let of_unit = u64::from(schedule.games_per_unit());
    plan.units = match args.games {
        None => UNITS * schedule.units_per_round(),
        Some(games) if games.is_multiple_of(of_unit) => games / of_unit,
        Some(games) => {
            let expected = format!("a multiple of {of_unit}, the games of a unit");
            return Err(ParseError::new("games", &games.to_string(), expected).into());
        }
    };
    let default_opening = if args.openings.is_some() { 0 } else { plan.opening };
    plan.opening = args.opening.unwrap_or(default_opening);
    plan.openings.clone_from(&args.openings);
    plan.kind = args.kind.into();
    plan.adjudication.clone_from(&args.adjudicate);
    plan.sprt.clone_from(&args.sprt);
    plan.patience = millis(args.patience);
    plan.margin = millis(args.margin);
    plan.clock = args.clock;
    let given = args.shard.map_or_else(
        || Shard::from_environment(|name| std::env::var(name).ok()),
        |shard| Ok(Some(shard)),
    )?;
    plan.shard = given.unwrap_or_default();
    plan.test(schedule.games_per_unit())?;
    Ok(plan.with_files()?)
}

/// The whole text of a player. One that is a process is told of the pack, too.
fn player(text: &str, args: &MatchArguments) -> Result<String, ParseError> {
    let text = with_common(text, &args.each);
    match &args.pack.file {
        None => Ok(text),
        Some(file) => with_pack(&text, file),
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn play<G: Playable>(plan: Plan, args: &MatchArguments) -> Result<(), Failure> {
    let contest = Contest::<G>::new(plan)?;
    let interrupted = stop_on_interrupt()?;
    // Nothing that a player has started is left behind.
    let _orphans = Orphans::adopt();
    check_players(&contest, &interrupted)?;
    let mut books = Books::open(&contest.plan, args)?;
    let threads = threads_or_all(args.threads);
    warn_of_threads(&contest, threads);
    // An interrupt and the end of a test both end the match, and are told apart afterwards.
    let stop = interrupted.clone();
    let mut progress = shown_progress(args.quiet);
    let done = books.done.clone();
    let mut count = done.len() as u64;
    progress.begin(contest.games(), count);
    let result = if books.is_decided() {
        Ok(())
    } else {
        contest.run(&done, threads, &stop, |record| {
            books.keep(&record)?;
            count += 1;
            progress.advance(count, &|| books.standing());
            if books.is_decided() {
                stop.stop();
            }
            match &record.fault {
                Some(fault) if args.strict => Err(Failure::Broken(format!(
                    "player {} failed in unit {}, game {}: {}: {}",
                    record.players[usize::from(fault.seat)],
                    record.unit,
                    record.game,
                    record.reason.name(),
                    fault.words
                ))),
                _ => Ok(()),
            }
        })
    };
    progress.finish();
    let report = MatchReport::new(&contest.plan, &books.tally)?;
    print(&if args.json { report.json() } else { report.text() })?;
    books.timing.warning().iter().for_each(|text| warn(text));
    result?;
    if report.complete {
        return Ok(());
    }
    let hint = if args.out.is_some() { ": --resume goes on with it" } else { "" };
    Err(Failure::Broken(format!("{INTERRUPTED}{hint}")))
}

/// What is said of a match that was not played to its end.
const INTERRUPTED: &str = "the match was interrupted";

/// Starts each player that is a process once; also that can be interrupted.
pub(crate) fn check_players<G: Playable>(
    contest: &Contest<G>,
    interrupted: &StopFlag,
) -> Result<(), Failure> {
    contest.check_processes(interrupted).map_err(|error| {
        if interrupted.is_set() { Failure::Broken(INTERRUPTED.to_owned()) } else { error.into() }
    })
}

/// Warns of more games at a time than there are processors for players whose time is limited.
fn warn_of_threads<G: Playable>(contest: &Contest<G>, threads: usize) {
    let available = available_threads();
    let timed = contest.players.iter().any(|player| player.spec.limit.is_of_time());
    if timed && threads > available {
        warn(&format!(
            "--threads: read {threads}, expected no more than the {available} processors here, since \
             players have a limit of time"
        ));
    }
}

/// The books of a match: its file, its results, its test.
struct Books {
    journal: Option<Journal>,
    tally: Tally,
    standing: Standing,
    test: Option<Sequential>,
    trial: Option<Trial>,
    /// What time did, in the games of this run.
    timing: Timing,
    done: HashSet<(u64, u32)>,
}

impl Books {
    fn open(plan: &Plan, args: &MatchArguments) -> Result<Self, Failure> {
        let opened = args.out.as_ref().map(|path| Journal::open(path, plan, args.resume));
        let (journal, games) = opened.transpose()?.unzip();
        let tally = Tally::new(plan)?;
        let test = plan.test(tally.schedule().games_per_unit())?;
        let mut books = Self {
            journal,
            tally,
            standing: Standing::default(),
            test,
            trial: None,
            timing: Timing::default(),
            done: HashSet::new(),
        };
        for record in games.into_iter().flatten() {
            books.add(&record)?;
            books.done.insert((record.unit, record.game));
        }
        Ok(books)
    }

    /// Writes a game down.
    fn keep(&mut self, record: &GameRecord) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.add(record)?;
        }
        self.timing = [self.timing, Timing::of(record)].into_iter().sum();
        self.add(record)
    }

    fn add(&mut self, record: &GameRecord) -> Result<(), Failure> {
        self.tally.add(record)?;
        if let Some(games) = self.tally.unit(record.unit) {
            self.standing.add(&games);
            self.trial = self.test.as_mut().map(|test| self.tally.look(test));
        }
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.trial.is_some_and(|trial| trial.decided.is_some())
    }

    /// How it stands, for the line of progress.
    fn standing(&self) -> String {
        let trial = self.trial.map_or_else(String::new, |trial| format!(", {}", trial.standing()));
        let busy = self.timing.warning().map_or_else(String::new, |warning| format!("; {warning}"));
        format!("games, {}{trial}{busy}", self.standing.words(self.tally.names()))
    }
}
