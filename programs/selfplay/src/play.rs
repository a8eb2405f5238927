//! `selfplay match`.

use std::time::Duration;

use cli::{Failure, print, shown_progress, stop_on_interrupt, threads_or_all, warn};
use engine::{Playable, StopFlag, available_threads};
use games::with_state;
use selfplay::{
    Adjudication, Contest, GameRecord, Match, MatchLog, Orphans, Player, Settings, Shard, Written,
};
use statistics::Sprt;

use super::args::MatchArguments;

/// Plays a match.
pub(crate) fn run(args: &MatchArguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    let any = pack.start(&args.game)?;
    with_state!(&any, state => play(state.game(), pack.text, args))
}

/// The match that the arguments describe.
fn described<G: Playable>(
    game: &G,
    pack: Option<String>,
    args: &MatchArguments,
) -> Result<Match<G>, Failure> {
    let each = Settings::parse_common(&args.each)?;
    let mut players = Vec::new();
    for text in &args.players {
        players.push(Player::read(Settings::parse(text)?.with_common(&each)?)?);
    }
    Player::check_common(&each, &players)?;
    let mut wanted = Match::new().game(game).pack(pack).kind(args.kind.into()).seed(args.seed);
    for player in players {
        wanted = wanted.player(match &args.pack.file {
            None => player,
            Some(file) => player.told_of_pack(file),
        });
    }
    wanted = wanted.adjudication(args.adjudicate.parse::<Written<Adjudication>>()?);
    if let Some(time) = args.patience {
        wanted = wanted.patience(millis(time));
    }
    if let Some(time) = args.margin {
        wanted = wanted.margin(millis(time));
    }
    if let Some(clock) = args.clock {
        wanted = wanted.clock(clock);
    }
    if let Some(games) = args.games {
        wanted = wanted.games(games);
    }
    if let Some(moves) = args.opening {
        wanted = wanted.opening(moves);
    }
    if let Some(file) = &args.openings {
        wanted = wanted.openings(file);
    }
    if let Some(test) = &args.sprt {
        wanted = wanted.sprt(test.parse::<Written<Sprt>>()?);
    }
    let given = args.shard.map_or_else(
        || Shard::from_environment(|name| std::env::var(name).ok()),
        |shard| Ok(Some(shard)),
    )?;
    Ok(wanted.shard(given.unwrap_or_default()))
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

fn play<G: Playable>(game: &G, pack: Option<String>, args: &MatchArguments) -> Result<(), Failure> {
    let contest = described(game, pack, args)?.build()?;
    let interrupted = stop_on_interrupt()?;
    // Processes that players leave behind are ended.
    let _orphans = Orphans::adopt();
    check_players(&contest, &interrupted)?;
    let mut log = match &args.out {
        None => MatchLog::new(&contest)?,
        Some(path) => MatchLog::open(&contest, path, args.resume)?,
    };
    let threads = threads_or_all(args.threads);
    warn_of_threads(&contest, threads);
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
    let result = log.play(&contest, threads, &interrupted, &mut *progress, ended);
    let report = log.report(&contest.plan)?;
    print(&if args.json { report.json() } else { report.text() })?;
    log.timing().warning().iter().for_each(|text| warn(text));
    result?;
    if report.complete {
        return Ok(());
    }
    let hint = if args.out.is_some() { ": --resume goes on with it" } else { "" };
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
