//! `tuning fit`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use cli::{Failure, print, read_count, warn, whole};
use engine::{Playable, StopFlag};
use eval::{Evaluate, Net, Weights};
use games::{Game, Notation, ParseError, State, with_state};
use selfplay::{Contest, Settings, WeightsSource, write_atomically};
use serde::Serialize;
use statistics::Sprt;
use tuning::Fitting;
use tuning::fit::{FitOptions, FitReport, HELD_OUT, Labels, Loaded, MIX, load};
use tuning::tune::{NewAgainstOld, check_players, in_whole_units, players_with_weights, verify};

use super::running::RunArguments;
use super::verify::tell;

pub(super) const EXAMPLE: &str =
    "Example: tuning fit ruches.data --out ruches-fit, which leaves ruches-fit/weights.toml";

#[derive(Args)]
pub(super) struct Arguments {
    /// Files of `tuning generate` or `tuning import`, all for one set of weights
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// A folder for the state of the fit, its log and the weights
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The weights to begin with: default, zero or a file
    #[arg(long, value_name = "FILE", default_value = "default")]
    weights: String,
    /// The share of the search's value in the label; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = MIX, value_parser = read_share)]
    mix: f64,
    /// The percentage of games that are held out
    #[arg(long, value_name = "N", default_value_t = HELD_OUT, value_parser = whole::<u32>(1, 50))]
    held_out: u32,
    /// Regularisation towards the old weights, as if N positions supported each of them
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().pull, value_parser = read_positive)]
    pull: f64,
    /// Also train the net of the game, if it has one and all numbers of the net are still zero
    #[arg(long)]
    net: bool,
    /// The width of draws between two seats, in log-odds: the lead with which half of the games are
    /// won (see docs/guides/tuning.md)
    #[arg(long, value_name = "WIDTH", default_value_t = FitOptions::default().draws, value_parser = read_width)]
    draws: f64,
    /// Round the fitted weights of tables to multiples of this, in log-odds, for a smaller file
    #[arg(long, value_name = "SIZE", default_value_t = FitOptions::default().round, value_parser = read_share)]
    round: f64,
    /// The size of the first steps, in log-odds
    #[arg(long, value_name = "STEP", default_value_t = FitOptions::default().rate, value_parser = read_positive)]
    rate: f64,
    /// The number of positions in a step
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().batch as u64, value_parser = read_count)]
    batch: u64,
    /// The greatest number of epochs
    #[arg(long, value_name = "N", default_value_t = FitOptions::default().epochs, value_parser = whole::<u32>(1, 100_000))]
    epochs: u32,
    /// Keep the weights, and fit only their scale
    #[arg(long, conflicts_with_all = ["draws", "round", "net", "pull", "rate", "batch", "epochs"])]
    scale_only: bool,
    /// At the end, play a match of the new weights against the old and report which to keep
    #[arg(long)]
    verify: bool,
    /// Settings of both players of --verify, as in `selfplay match`
    #[arg(long, value_name = "key=value,...", default_value = "nodes=2000", requires = "verify")]
    each: String,
    /// The test of --verify
    #[arg(
        long,
        value_name = "key=value,...",
        default_value = "elo0=0,elo1=20",
        requires = "verify"
    )]
    sprt: String,
    /// The greatest number of games of --verify
    #[arg(long, value_name = "N", default_value = "2000", value_parser = read_count, requires = "verify")]
    verify_games: u64,
    /// Continue the fit in the folder, if there is one
    #[arg(long)]
    resume: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArguments,
}

fn read_share(text: &str) -> Result<f64, ParseError> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| ParseError::new("share", text, "a number from 0 to 1"))
}

fn read_positive(text: &str) -> Result<f64, ParseError> {
    const MOST: f64 = 1e6;
    let number = text.parse().ok().filter(|&number: &f64| 0.0 < number && number <= MOST);
    number
        .ok_or_else(|| ParseError::new("number", text, format!("a number above 0, at most {MOST}")))
}

/// The greatest width of draws. Beyond it nearly every game is a draw.
const WIDEST: f64 = 10.0;

/// Reads a width of draws.
pub(super) fn read_width(text: &str) -> Result<f64, ParseError> {
    let width = text.parse().ok().filter(|width: &f64| (0.0..=WIDEST).contains(width));
    width.ok_or_else(|| ParseError::new("width", text, format!("a number from 0 to {WIDEST}")))
}

/// Checks that the game has two seats; only such games have a width of draws.
pub(super) fn check_width<G: Game>(game: &G, width: f64) -> Result<(), ParseError> {
    if width > 0.0 && game.seats() != 2 {
        let expected = format!("0 in a game for {}", game.seats());
        return Err(ParseError::new("--draws", &width.to_string(), expected));
    }
    Ok(())
}

/// Checks that the game has a net, if one is to be trained.
pub(super) fn check_net<G: Evaluate + Notation>(_: &G, net: bool) -> Result<(), ParseError> {
    if net && Net::of::<G>().is_none() {
        return Err(ParseError::new("--net", G::NAME, "a game with a net"));
    }
    Ok(())
}

/// The version of the format of `outcome.json`. The first files had no version.
pub(super) const OUTCOME_FORMAT: u32 = 1;

/// The outcome of the fit in the form of its file.
#[derive(Serialize)]
struct OutcomeFile<'a> {
    format: u32,
    #[serde(flatten)]
    report: &'a FitReport,
}

/// Everything that the result depends on.
#[derive(Serialize)]
struct FitSettings<'a> {
    data: Vec<String>,
    weights: &'a str,
    /// The checksum of the old weights.
    weights_sum: u32,
    labels: [f64; 2],
    scale_only: bool,
    fit: FitOptions,
}

/// Fits weights.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    if args.verify {
        // Data are read for a long time, so the texts are checked before.
        Sprt::parse(&args.sprt).map_err(tuning::Error::from)?;
        players_with_weights([args.weights.as_str(); 2], &Settings::parse_common(&args.each)?)?;
    }
    args.run.pool()?.install(|| {
        let loaded = load(&args.data, Labels { mix: args.mix, held_out: args.held_out })?;
        for words in &loaded.missing {
            warn(words);
        }
        let start = loaded.plan.start()?;
        with_state!(&start, state => fit(state, &loaded, args))
    })
}

fn fit<G: Playable>(state: &State<G>, loaded: &Loaded, args: &Arguments) -> Result<(), Failure> {
    check_width(state.game(), args.draws)?;
    check_net(state.game(), args.net)?;
    let pack = loaded.plan.pack.as_deref();
    if args.verify {
        in_whole_units("--verify-games", args.verify_games, state.game())?;
        // Without this check, a player that cannot be built or started would show only after the
        // fit.
        let contest = contest(state.game(), pack, [args.weights.as_str(); 2], args)?;
        check_players(&[&contest], &StopFlag::default())?;
    }
    let old = WeightsSource::parse(&args.weights).load(state.game())?;
    let options = FitOptions {
        seed: args.run.seed,
        batch: args.batch as usize,
        rate: args.rate,
        pull: args.pull,
        draws: args.draws,
        round: args.round,
        net: args.net,
        epochs: if args.scale_only { 0 } else { args.epochs },
    };
    let settings = FitSettings {
        data: loaded.files.clone(),
        weights: &args.weights,
        weights_sum: crc32fast::hash(&old.format(state.game())),
        labels: [args.mix, f64::from(args.held_out)],
        scale_only: args.scale_only,
        fit: options,
    };
    let ends = args.run.ends()?;
    let fitting = Fitting { game: state.game(), loaded, old: &old, options };
    let started = Instant::now();
    let outcome =
        fitting.run(&args.out, &settings, args.resume, &ends.stop, &mut *args.run.progress())?;
    let Some((weights, outcome)) = outcome else {
        let message = "the fit was interrupted: --resume goes on with it";
        return Err(Failure::Broken(message.to_owned()));
    };
    write(&args.out, "weights.toml", &weights.format(state.game()))?;
    let written = OutcomeFile { format: OUTCOME_FORMAT, report: &outcome };
    let json =
        serde_json::to_string(&written).map_err(|error| Failure::Broken(error.to_string()))?;
    write(&args.out, "outcome.json", format!("{json}\n").as_bytes())?;
    if args.json {
        print(&format!("{json}\n"))?;
    } else {
        print(&words(&fitting, &weights, &outcome, started, args))?;
    }
    if !args.verify {
        return Ok(());
    }
    judge(state.game(), pack, &ends.interrupt, args)
}

/// The outcome in words.
fn words<G: Evaluate>(
    fitting: &Fitting<'_, G>,
    weights: &Weights,
    outcome: &FitReport,
    started: Instant,
    args: &Arguments,
) -> String {
    let loaded = fitting.loaded;
    let (games, seconds) = (loaded.games, started.elapsed().as_secs_f64());
    format!(
        "{} positions of {games} games, {} more seen before; {} features never occur\n{}scale {}, in {seconds:.0} s\n{}\n",
        loaded.train.len() + loaded.held_out.len(),
        loaded.duplicates,
        fitting.never(),
        outcome.text(),
        weights.scale(),
        args.out.join("weights.toml").display(),
    )
}

/// The match of new weights against old.
fn contest<G: Playable>(
    game: &G,
    pack: Option<&str>,
    weights: [&str; 2],
    args: &Arguments,
) -> Result<Contest<G>, Failure> {
    let [new, old] = players_with_weights(weights, &Settings::parse_common(&args.each)?)?;
    let sprt = args.sprt.parse()?;
    let (seed, games) = (args.run.seed, args.verify_games);
    Ok(NewAgainstOld { pack, new, old, seed, opening: 4, sprt, games }.contest(game)?)
}

/// Plays the new weights against the old, and reports which to keep.
fn judge<G: Playable>(
    game: &G,
    pack: Option<&str>,
    interrupt: &StopFlag,
    args: &Arguments,
) -> Result<(), Failure> {
    let new = args.out.join("weights.toml");
    let contest = contest(game, pack, [&new.to_string_lossy(), &args.weights], args)?;
    let threads = args.run.threads();
    let verdict = verify(&contest, threads, interrupt, &mut *args.run.progress())?;
    tell(&verdict, "weights", interrupt)
}

fn write(folder: &Path, name: &str, contents: &[u8]) -> Result<(), Failure> {
    Ok(write_atomically(&folder.join(name), contents)?)
}
