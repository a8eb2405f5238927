//! `tuning calibrate`.

use std::path::{Path, PathBuf};

use clap::Args;
use cli::{Failure, print, replace_own, warn, whole};
use eval::{Evaluate, Weights};
use games::{Notation, ParseError, State, with_state};
use selfplay::{Records, WeightsSource};
use tuning::SearchedPositions;
use tuning::fit::is_held_out;

pub(super) const EXAMPLE: &str =
    "Example: tuning calibrate match.jsonl --weights ruches-fit/weights.toml --out weights.toml";

/// The usual number of units in a hundred that are held out.
const HELD_OUT: u32 = 50;

/// All files of weights begin with it. Other files are not replaced.
const MARK: &str = "set = \"";

#[derive(Args)]
pub(super) struct Arguments {
    /// Records of matches of players with these weights, all for one set of weights
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// The weights: default or a file
    #[arg(long, value_name = "FILE", default_value = "default")]
    weights: String,
    /// The percentage of units that are held out
    #[arg(long, value_name = "N", default_value_t = HELD_OUT, value_parser = whole::<u32>(1, 99))]
    held_out: u32,
    /// The file to write: the same weights with the new chances
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The positions of the units for the fit, and of those held out.
#[derive(Default)]
struct Parts {
    fitted: SearchedPositions,
    held_out: SearchedPositions,
}

/// Fits the chances that people see.
pub(super) fn run(args: &Arguments) -> Result<(), Failure> {
    let files: Vec<_> =
        args.records.iter().map(|path| Records::read(path)).collect::<Result<_, _>>()?;
    let Some(first) = files.first() else { return Ok(()) };
    with_state!(&first.plan.start()?, state => calibrate(state, &files, args))
}

fn calibrate<G: Evaluate + Notation>(
    state: &State<G>,
    files: &[Records],
    args: &Arguments,
) -> Result<(), Failure> {
    let game = state.game();
    let mut weights = WeightsSource::parse(&args.weights).load(game)?;
    let mut parts = Parts::default();
    for (records, path) in files.iter().zip(&args.records) {
        let name = path.display();
        records.left_out.iter().for_each(|error| warn(&format!("{name}: {error}")));
        with_state!(&records.plan.start()?, state => {
            check_set(state.game(), &weights, path)?;
            parts.add(state, records, args.held_out)
        })?;
    }
    for (part, positions) in [("fitted", &parts.fitted), ("held out", &parts.held_out)] {
        if positions.is_empty() {
            let message = format!("records: read no positions to be {part}, expected more games");
            return Err(Failure::Input(message));
        }
    }
    let before = weights.chances();
    weights.set_chances(parts.fitted.fitted());
    replace_own(&args.out, &weights.format(game), MARK)?;
    let [before, after] =
        [before, weights.chances()].map(|chances| parts.held_out.calibration(chances).text());
    let curve = weights.chances().curve().unwrap_or_default();
    print(&format!(
        "{} positions of {} games fitted, {} of {} held out\nbefore:\n{before}after, with chances = {curve:?}:\n{after}{}\n",
        parts.fitted.len(),
        parts.fitted.games(),
        parts.held_out.len(),
        parts.held_out.games(),
        args.out.display(),
    ))
}

/// All games must use the set of the first.
fn check_set<G: Evaluate>(game: &G, weights: &Weights, path: &Path) -> Result<(), ParseError> {
    if weights.are_for(game) {
        return Ok(());
    }
    let expected = "games of the same set of weights as in the first file";
    Err(ParseError::new(format!("records {}", path.display()), game.weight_set(), expected))
}

impl Parts {
    fn add<G: Notation>(
        &mut self,
        _: &State<G>,
        records: &Records,
        held_out: u32,
    ) -> Result<(), Failure> {
        let resources = records.plan.resources()?;
        for record in &records.games {
            let is_held_out = is_held_out(record.seed, record.unit, held_out);
            let part = if is_held_out { &mut self.held_out } else { &mut self.fitted };
            part.add::<G>(record, &resources)?;
        }
        Ok(())
    }
}
