//! `selfplay match` and `selfplay plan`.

use std::fs;
use std::io::{Write, stderr};
use std::path::Path;
use std::time::Duration;

use cli::{
    FOREIGN, Failure, print, print_line, replace_own, shown_progress, stop_on_interrupt,
    threads_or_all, warn,
};
use engine::{Playable, StopFlag, available_threads};
use games::{AnyState, ParseError, with_game, with_state};
use selfplay::{
    Adjudication, Contest, GameRecord, Match, MatchLog, Orphans, Plan, Player, Settings, Shard,
    Written, format_line, read_playable_plan,
};
use statistics::Sprt;

use super::args::{Description, MatchArguments, PlanArguments};

/// The file name that stands for the standard output.
const OUTPUT: &str = "-";

/// Plays a match, or a part of it.
pub(crate) fn run(args: &MatchArguments) -> Result<(), Failure> {
    let Some(file) = &args.plan else {
        let (any, pack) = args.description.start()?;
        return with_state!(&any, state => {
            let mut contest = args.description.described(state.game(), pack)?.build()?;
            contest.plan = of_part(contest.plan, args)?;
            play(&contest, args)
        });
    };
    let plan = of_part(planned(file)?, args)?;
    with_game!(&plan.start()?, G => play_plan::<G>(plan, args))
}

/// Writes the plan of a match.
pub(crate) fn write_plan(args: &PlanArguments) -> Result<(), Failure> {
    let (any, pack) = args.description.start()?;
    with_state!(&any, state => write_plan_of(state.game(), pack, args))
}

fn write_plan_of<G: Playable>(
    game: &G,
    pack: Option<String>,
    args: &PlanArguments,
) -> Result<(), Failure> {
    let contest = args.description.described(game, pack)?.build()?;
    let interrupted = stop_on_interrupt()?;
    let _orphans = Orphans::adopt();
    check_players(&contest, &interrupted)?;
    let line = format_line(&contest.plan).map_err(selfplay::Error::from)?;
    if args.out == Path::new(OUTPUT) {
        return print(&line);
    }
    // Records begin with a plan, too, and are not replaced.
    if fs::read(&args.out).is_ok_and(|old| old.iter().filter(|&&byte| byte == b'\n').count() > 1) {
        let expected = "a new file, or that of a plan";
        return Err(ParseError::new("out", &args.out.to_string_lossy(), expected).into());
    }
    replace_own(&args.out, line.as_bytes(), "{\"format\":")?;
    let (units, games) = (contest.plan.units, contest.schedule.games_per_unit());
    print_line(&format!("{}: {units} units of {games} games", args.out.display()))
}

/// The plan in a file, if this program can play it.
fn planned(file: &Path) -> Result<Plan, Failure> {
    read_playable_plan(file).map_err(|error| match error {
        selfplay::Error::Foreign { .. } => foreign(&error.to_string()),
        error => error.into(),
    })
}

/// The failure of a worker that cannot play a plan, although another one can.
fn foreign(message: &str) -> Failure {
    Failure::Status(FOREIGN, message.to_owned())
}

/// The part of a plan that is to be played here.
fn of_part(mut plan: Plan, args: &MatchArguments) -> Result<Plan, Failure> {
    plan = plan.whole();
    let environment = || Shard::from_environment(|name| std::env::var(name).ok());
    plan.shard = match args.units.or(args.shard) {
        Some(part) => part,
        None => environment()?.unwrap_or_default(),
    };
    plan.shard.check(plan.units)?;
    if args.units.is_some() {
        plan.worker = args.worker.clone().or_else(machine);
    }
    Ok(plan)
}

/// The name of this machine, if the system tells it.
fn machine() -> Option<String> {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok());
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

impl Description {
    /// The game at its start, and the text of its pack.
    fn start(&self) -> Result<(AnyState, Option<String>), Failure> {
        let lacks = |argument: &str| {
            let expected = "expected a value (see --help)";
            Failure::Input(format!("{argument}: read nothing, {expected}"))
        };
        let game = self.game.as_ref().ok_or_else(|| lacks("<GAME>"))?;
        let pack = self.pack.read()?;
        let any = pack.start(game)?;
        if self.players.is_empty() {
            return Err(lacks("--player <key=value,...>"));
        }
        Ok((any, pack.text))
    }

    /// The match that the arguments describe.
    fn described<G: Playable>(&self, game: &G, pack: Option<String>) -> Result<Match<G>, Failure> {
        let each = Settings::parse_common(&self.each)?;
        let mut players = Vec::new();
        for text in &self.players {
            players.push(Player::read(Settings::parse(text)?.with_common(&each)?)?);
        }
        Player::check_common(&each, &players)?;
        let mut wanted = Match::new().game(game).pack(pack).kind(self.kind.into()).seed(self.seed);
        for player in players {
            wanted = wanted.player(match &self.pack.file {
                None => player,
                Some(file) => player.told_of_pack(file),
            });
        }
        wanted = wanted.adjudication(self.adjudicate.parse::<Written<Adjudication>>()?);
        if let Some(time) = self.patience {
            wanted = wanted.patience(millis(time));
        }
        if let Some(time) = self.margin {
            wanted = wanted.margin(millis(time));
        }
        if let Some(clock) = self.clock {
            wanted = wanted.clock(clock);
        }
        if let Some(games) = self.games {
            wanted = wanted.games(games);
        }
        if let Some(moves) = self.opening {
            wanted = wanted.opening(moves);
        }
        if let Some(file) = &self.openings {
            wanted = wanted.openings(file);
        }
        if let Some(test) = &self.sprt {
            wanted = wanted.sprt(test.parse::<Written<Sprt>>()?);
        }
        Ok(wanted)
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// Plays a plan. Its players are those of the machine where it was made, so a player that cannot
/// play here is a difference of this machine.
fn play_plan<G: Playable>(plan: Plan, args: &MatchArguments) -> Result<(), Failure> {
    let contest = Contest::<G>::new(plan)?;
    play(&contest, args)
}

fn play<G: Playable>(contest: &Contest<G>, args: &MatchArguments) -> Result<(), Failure> {
    let interrupted = stop_on_interrupt()?;
    // Processes that players leave behind are ended.
    let _orphans = Orphans::adopt();
    check_players(contest, &interrupted).map_err(|failure| match failure {
        Failure::Input(message) if args.plan.is_some() => foreign(&message),
        failure => failure,
    })?;
    let streams = args.out.as_deref() == Some(Path::new(OUTPUT));
    let mut log = match &args.out {
        None => MatchLog::new(contest)?,
        Some(_) if streams && args.resume => {
            let expected = "a file, since the standard output is not read again";
            return Err(ParseError::new("--resume", OUTPUT, expected).into());
        }
        Some(_) if streams => MatchLog::to_output(contest)?,
        Some(path) => MatchLog::open(contest, path, args.resume)?,
    };
    let threads = threads_or_all(args.threads);
    warn_of_threads(contest, threads);
    // An interrupt and the end of a test both stop the match. The code below tells them apart.
    let mut progress = shown_progress(args.quiet);
    let ended = |record: &GameRecord| match &record.fault {
        Some(fault) if args.strict => Err(Failure::Broken(format!(
            "player {} failed in unit {}, game {}: {}: {}",
            record.players[usize::from(fault.seat)],
            record.unit,
            record.game,
            record.reason.name(),
            fault.words
        ))),
        _ => Ok(()),
    };
    let result = log.play(contest, threads, &interrupted, &mut *progress, ended);
    let report = log.report(&contest.plan)?;
    let report_text = if args.json { report.json() } else { report.text() };
    if !streams {
        print(&report_text)?;
    } else if !args.quiet {
        // Nobody reads standard error if it cannot be written.
        let _ = stderr().write_all(report_text.as_bytes());
    }
    log.timing().warning().iter().for_each(|text| warn(text));
    result?;
    if report.complete {
        return Ok(());
    }
    let hint = if args.out.is_some() && !streams { ": --resume goes on with it" } else { "" };
    Err(Failure::Broken(format!("{INTERRUPTED}{hint}")))
}

/// The message of a match that was not played to its end.
const INTERRUPTED: &str = "the match was interrupted";

/// Starts each player that is a process once. An interrupt ends this check, too.
pub(crate) fn check_players<G: Playable>(
    contest: &Contest<G>,
    interrupted: &StopFlag,
) -> Result<(), Failure> {
    contest.check_processes(interrupted).map_err(|error| {
        if interrupted.is_set() { Failure::Broken(INTERRUPTED.to_owned()) } else { error.into() }
    })
}

/// Warns if more games are played at a time than there are processors, and a player has a limit of
/// time.
fn warn_of_threads<G: Playable>(contest: &Contest<G>, threads: usize) {
    let available = available_threads();
    let timed = contest.plan.players.iter().any(|player| player.limit().is_of_time());
    if timed && threads > available {
        warn(&format!(
            "--threads: read {threads}, expected no more than the {available} processors here, since \
             players have a limit of time"
        ));
    }
}
