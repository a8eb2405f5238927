//! `tuning overnight`.

use std::path::{Component, Path, PathBuf};

use clap::Args;
use cli::{Failure, MOST, PackArgument, print_line, read_count, whole};
use engine::Playable;
use games::{State, format_game, with_state};
use tuning::data::PER_GAME;
use tuning::fit::FitOptions;
use tuning::{Night, NightOptions};

use super::fit::{check_net, check_width, read_width};
use super::plans::PlansArgument;
use super::running::RunArguments;

pub(super) const EXAMPLE: &str = "Example: tuning overnight ruches --until 07:00 --out ruches-night; \
    the same command goes on with it the next night";

#[derive(Args)]
pub(super) struct Arguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    #[command(flatten)]
    pack: PackArgument,
    /// A folder for games, weights and the state of the run; an existing run in it continues
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The weights to begin with: default, zero or a file
    #[arg(long, value_name = "FILE", default_value = "default")]
    weights: String,
    /// The player that generates the games, as in `selfplay match`
    #[arg(long, value_name = "key=value,...", default_value = "nodes=1000")]
    player: String,
    /// The number of games in each round
    #[arg(long, value_name = "N", default_value = "10000", value_parser = read_count)]
    games: u64,
    /// The greatest number of random moves at the beginning of a game; games have 0, 1, 2 ... in
    /// turn
    #[arg(long, value_name = "R", default_value = "12", value_parser = whole::<u32>(0, MOST))]
    opening: u32,
    /// Settings of both players in the match between new and old weights
    #[arg(long, value_name = "key=value,...", default_value = "nodes=2000")]
    each: String,
    /// The test of that match
    #[arg(long, value_name = "key=value,...", default_value = "elo0=0,elo1=10")]
    sprt: String,
    /// The greatest number of games of that match
    #[arg(long, value_name = "N", default_value = "4000", value_parser = read_count)]
    match_games: u64,
    /// The width of the range of draws in log-odds, as in `tuning fit`
    #[arg(long, value_name = "WIDTH", default_value_t = FitOptions::default().draws, value_parser = read_width)]
    draws: f64,
    /// Also train a net, as in `tuning fit`
    #[arg(long)]
    net: bool,
    /// The greatest number of rounds; 0 only checks the options and makes the folder
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<u32>(0, MOST))]
    rounds: u32,
    #[command(flatten)]
    plans: PlansArgument,
    #[command(flatten)]
    run: RunArguments,
}

/// Plays, fits and verifies, round after round.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let pack = args.pack.read()?;
    let any = pack.start(&args.game)?;
    with_state!(&any, state => check_width(state.game(), args.draws))?;
    with_state!(&any, state => check_net(state.game(), args.net))?;
    let game = with_state!(&any, state => format_game(state.game()));
    let options = NightOptions {
        game,
        pack: pack.text,
        // Two spellings of the same path mean the same run.
        weights: Path::new(&args.weights)
            .components()
            .skip_while(|part| *part == Component::CurDir)
            .collect::<PathBuf>()
            .to_string_lossy()
            .into_owned(),
        player: args.player.clone(),
        games: args.games,
        opening: args.opening,
        per_game: PER_GAME,
        fit: FitOptions {
            seed: args.run.seed,
            draws: args.draws,
            net: args.net,
            ..FitOptions::default()
        },
        each: args.each.clone(),
        sprt: args.sprt.clone(),
        match_games: args.match_games,
    };
    let exchange = args.plans.exchange(Some(&args.out))?;
    let (folder, threads, rounds) = (&args.out, args.run.threads(), args.rounds);
    let night = Night { options, folder, threads, rounds, exchange };
    args.run.pool()?.install(|| with_state!(&any, state => learn(state, &night, args)))
}

fn learn<G: Playable>(
    state: &State<G>,
    night: &Night<'_>,
    args: &Arguments,
) -> Result<(), Failure> {
    let ends = args.run.ends()?;
    let rounds = night.run(state.game(), &ends.stop, &mut *args.run.progress(), |round| {
        let [before, after] = round.losses;
        print_line(&format!(
            "round {}: {} positions, loss {before:.6} before, {after:.6} after; {}",
            round.round, round.positions, round.verdict
        ))
    })?;
    let kept = rounds.iter().filter(|round| round.kept).count();
    let file = args.out.join(tuning::NIGHT_WEIGHTS);
    let last = match kept {
        0 => "none brought better weights than those at the start".to_owned(),
        _ => format!("{kept} brought better weights"),
    };
    print_line(&format!("{} rounds, {last}: {}", rounds.len(), file.display()))?;
    if ends.interrupt.is_set() {
        return Err(Failure::Broken("interrupted: the same command goes on with it".to_owned()));
    }
    Ok(())
}
