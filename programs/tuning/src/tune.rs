//! The common part of `tuning spsa` and `tuning cma`.

use std::path::PathBuf;

use clap::Args;
use cli::{Failure, MOST, PackArgument, print, print_line, read_count, whole};
use engine::{Playable, StopFlag};
use games::{AnyState, ParseError, format_game, with_state};
use selfplay::{Plan, Progress, Settings, Written, write_atomically};
use serde::Serialize;
use statistics::Sprt;
use tuning::tune::{
    Batch, Comparison, Configuration, Duel, Method, Run, Variables, in_whole_units, verify,
};

use super::plans::PlansArgument;
use super::running::RunArguments;
use super::verify::{tell, verified};

#[derive(Args)]
pub(super) struct TuneArguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    #[command(flatten)]
    pack: PackArgument,
    /// Parameters of the search to vary: names, or all parameters that the search of the game
    /// reads; `engine parameters` lists them
    #[arg(long, value_name = "all|NAME,...")]
    params: Option<String>,
    /// Weights to vary: whole groups or single ones
    #[arg(long, value_name = "GROUP|GROUP[INDEX],...")]
    weights_group: Option<String>,
    /// Another range and step for one parameter or weight; may be repeated
    #[arg(long = "range", value_name = "NAME=LEAST..MOST/STEP")]
    ranges: Vec<String>,
    /// Settings of both players, as in `selfplay match`: the limit and the initial values
    #[arg(long, value_name = "key=value,...", default_value = "")]
    each: String,
    /// Games of the whole run
    #[arg(long, value_name = "N", default_value = "20000", value_parser = read_count)]
    pub(super) games: u64,
    /// Random moves at the beginning of each unit
    #[arg(long, value_name = "R", default_value = "4", value_parser = whole::<u32>(0, MOST))]
    opening: u32,
    /// A folder for the state of the run, its log and its result
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Continue the run in the folder, if there is one
    #[arg(long)]
    resume: bool,
    /// The file for weights that were varied [default: weights.toml in the folder]
    #[arg(long, value_name = "FILE")]
    weights_out: Option<PathBuf>,
    /// At the end, play a match of the new values against the old and report which to keep
    #[arg(long)]
    verify: bool,
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
    #[command(flatten)]
    plans: PlansArgument,
    #[command(flatten)]
    pub(super) run: RunArguments,
}

impl TuneArguments {
    /// The game at its start.
    pub(super) fn start(&self) -> Result<AnyState, Failure> {
        Ok(self.pack.read()?.start(&self.game)?)
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let pack = self.pack.read()?;
        let game = with_state!(&pack.start(&self.game)?, state => format_game(state.game()));
        let mut plan = Plan::new(&game, Vec::new(), self.run.seed, 0);
        plan.pack = pack.text;
        plan.opening = self.opening;
        Ok(plan)
    }
}

/// A search with its options.
pub(super) struct Tuner<'a, G: Playable> {
    args: &'a TuneArguments,
    pub(super) duel: Duel<G>,
    pub(super) variables: Variables,
}

/// Everything that the result depends on.
#[derive(Serialize)]
struct RunOptions<'a, O> {
    #[serde(flatten)]
    plan: &'a Plan,
    games: u64,
    #[serde(flatten)]
    own: &'a O,
}

impl<'a, G: Playable> Tuner<'a, G> {
    pub(super) fn new(args: &'a TuneArguments) -> Result<Self, Failure> {
        let threads = args.run.threads();
        let duel = Duel::<G>::new(args.plan()?, &Settings::parse_common(&args.each)?, threads)?;
        // Without these checks, an error would show only after all games.
        Sprt::parse(&args.sprt).map_err(tuning::Error::from)?;
        in_whole_units("--verify-games", args.verify_games, duel.contest().start.game())?;
        let variables = Variables::parse::<G>(
            duel.base().clone(),
            args.params.as_deref(),
            args.weights_group.as_deref(),
            &args.ranges,
            &duel.searches(),
        )?;
        if let Some(path) = args.weights_out.as_ref().filter(|_| !variables.has_weights()) {
            let expected = "--weights-group as well: no weights are varied";
            return Err(ParseError::new("--weights-out", &path.to_string_lossy(), expected).into());
        }
        let exchange = args.plans.exchange(Some(&args.out))?;
        Ok(Self { args, duel: duel.played_by(exchange), variables })
    }

    /// Runs the search and reports its result. An iteration plays `least` games.
    pub(super) fn run<M: Method<G>>(
        &self,
        method: &M,
        command: &str,
        own: &impl Serialize,
        least: u64,
    ) -> Result<(), Failure> {
        let Self { args, duel, variables } = self;
        if args.games < least {
            let expected = format!("at least {least}, the games of an iteration");
            return Err(ParseError::new("--games", &args.games.to_string(), expected).into());
        }
        let options = RunOptions { plan: &duel.contest().plan, games: args.games, own };
        let ends = args.run.ends()?;
        // Only whole iterations are played, and no more games than were asked for.
        let run = Run { duel, variables, games: args.games - args.games % least };
        let mut progress = args.run.progress();
        let named = (command, &options);
        let (best, games) =
            run.run(method, &args.out, named, args.resume, &ends.stop, &mut *progress)?;
        if ends.interrupt.is_set() {
            let message = "the run was interrupted: --resume goes on with it";
            return Err(Failure::Broken(message.to_owned()));
        }
        let found = variables.nearest(&best);
        print(&self.table(&best, &found, games))?;
        let provenance = self.provenance(command, games);
        if variables.has_weights() {
            let path = args.weights_out.clone().unwrap_or_else(|| args.out.join("weights.toml"));
            let mut weights = found.weights.clone();
            weights.provenance = provenance;
            let file = weights.format(duel.contest().start.game());
            write_atomically(&path, &file)?;
            print_line(&format!("weights {}", path.display()))?;
        }
        if args.verify {
            let units = args.verify_games / duel.games_per_unit();
            // The seed differs from that of the games that found the values.
            let seed = args.run.seed.wrapping_add(1);
            let name = "verify".to_owned();
            let batch = Batch { name, players: [&found, &variables.base], seed, units };
            tell(
                &self.verify(&batch, &ends.interrupt, &mut *progress)?,
                "values",
                &ends.interrupt,
            )?;
        }
        Ok(())
    }

    /// Plays the match of the new values against the old.
    fn verify(
        &self,
        batch: &Batch<'_>,
        interrupt: &StopFlag,
        progress: &mut dyn Progress,
    ) -> Result<Comparison, Failure> {
        let sprt = Some(self.args.sprt.parse::<Written<Sprt>>()?);
        if let Some(exchange) = self.duel.exchange() {
            let plan = Plan { sprt, ..self.duel.plan(exchange, batch)? };
            return verified(exchange, &batch.name, plan, interrupt, progress);
        }
        let mut contest = self.duel.between(batch.players, batch.seed, batch.units);
        contest.plan.sprt = sprt;
        Ok(verify(&contest, self.duel.threads(), interrupt, progress)?)
    }

    /// The new value of each parameter, and the options to play with it.
    fn table(&self, best: &[f64], found: &Configuration, games: u64) -> String {
        let mut text = format!("after {games} games\n");
        let values = self.variables.read(found);
        for ((variable, value), best) in self.variables.list.iter().zip(values).zip(best) {
            let start = variable.start;
            text.push_str(&format!("{} {start} -> {value} ({best:.2})\n", variable.name));
        }
        let settings = self.variables.settings(found);
        if !settings.is_empty() {
            text.push_str(&format!("player {}\n", settings.join(",")));
        }
        text
    }

    /// The source of the weights.
    fn provenance(&self, command: &str, games: u64) -> String {
        let TuneArguments { game, each, run: RunArguments { seed, .. }, .. } = self.args;
        let names = self.variables.list.iter().map(|variable| variable.name.as_str());
        format!(
            "tuning {command} {game} by {games} games, each {each:?}, seed {seed}, from: {}. Varied: {}.",
            self.variables.base.weights.provenance.trim(),
            names.collect::<Vec<_>>().join(" "),
        )
    }
}
