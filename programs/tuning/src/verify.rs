//! `tuning verify`.

use clap::Args;
use cli::{Failure, MOST, PackArgument, print_line, read_count, whole};
use engine::{Playable, StopFlag};
use games::with_state;
use selfplay::{Plan, Player, Progress, Settings};
use tuning::tune::{Comparison, Exchange, NewAgainstOld, verify};

use super::plans::PlansArgument;
use super::running::RunArguments;

pub(super) const EXAMPLE: &str =
    "Example: tuning verify ruches --new ruches-fit/weights.toml --each nodes=2000";

#[derive(Args)]
pub(super) struct Arguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    #[command(flatten)]
    pack: PackArgument,
    /// The old player: default, zero, a file of weights, or settings such as set.lmr_min_move=5
    #[arg(long, value_name = "FILE|key=value,...", default_value = "default")]
    old: String,
    /// The new player, in the same way
    #[arg(long, value_name = "FILE|key=value,...")]
    new: String,
    /// Settings of both players, as in `selfplay match`
    #[arg(long, value_name = "key=value,...", default_value = "")]
    each: String,
    /// The test: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "key=value,...", default_value = "elo0=0,elo1=20")]
    sprt: String,
    /// The greatest number of games
    #[arg(long, value_name = "N", default_value = "2000", value_parser = read_count)]
    games: u64,
    /// Random moves at the beginning of each unit
    #[arg(long, value_name = "R", default_value = "4", value_parser = whole::<u32>(0, MOST))]
    opening: u32,
    #[command(flatten)]
    plans: PlansArgument,
    #[command(flatten)]
    run: RunArguments,
}

/// Plays the old player against the new one.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    let any = pack.start(&args.game)?;
    let players = [player("new", &args.new, args)?, player("old", &args.old, args)?];
    Player::check_common(&Settings::parse_common(&args.each)?, &players)?;
    let [new, old] = players;
    let match_ = NewAgainstOld {
        pack: pack.text.as_deref(),
        new,
        old,
        seed: args.run.seed,
        opening: args.opening,
        sprt: args.sprt.parse()?,
        games: args.games,
    };
    with_state!(&any, state => judge(match_, state.game(), args))
}

/// A player with this name, from a file of weights or from settings.
fn player(name: &str, text: &str, args: &Arguments) -> Result<Player, Failure> {
    let own = if text.contains('=') {
        Settings::parse(&format!("name={name},{text}"))?
    } else {
        Settings::default().with("name", name).with("weights", text)
    };
    let player = Player::read(own.with_common(&Settings::parse_common(&args.each)?)?)?;
    Ok(match &args.pack.file {
        None => player,
        Some(file) => player.told_of_pack(file),
    })
}

fn judge<G: Playable>(
    match_: NewAgainstOld<'_>,
    game: &G,
    args: &Arguments,
) -> Result<(), Failure> {
    let contest = match_.contest(game)?;
    let ends = args.run.ends()?;
    let mut progress = args.run.progress();
    let verdict = match args.plans.exchange(None)? {
        None => verify(&contest, args.run.threads(), &ends.stop, &mut *progress)?,
        Some(exchange) => verified(&exchange, "verify", contest.plan, &ends.stop, &mut *progress)?,
    };
    tell(&verdict, "weights", &ends.interrupt)
}

/// The result of a match that other programs play.
pub(super) fn verified(
    exchange: &Exchange,
    name: &str,
    plan: Plan,
    stop: &StopFlag,
    progress: &mut dyn Progress,
) -> Result<Comparison, Failure> {
    let found = exchange.verify(name, plan, stop, progress)?;
    let words = "interrupted: the same command goes on with it";
    let found = found.ok_or_else(|| Failure::Broken(words.to_owned()))?;
    exchange.forget();
    Ok(found)
}

/// Reports which of the two to keep, or that the games or the time ended before the test was
/// decided. An interrupt before the decision is a failure.
pub(super) fn tell(verdict: &Comparison, what: &str, interrupt: &StopFlag) -> Result<(), Failure> {
    print_line(&verdict.words(what))?;
    if verdict.trial.decided.is_none() && interrupt.is_set() {
        let message = "sprt: read an interrupt, expected a decision before it";
        return Err(Failure::Broken(message.to_owned()));
    }
    Ok(())
}
