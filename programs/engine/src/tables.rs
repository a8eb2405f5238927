//! `engine tables`: builds, verifies and probes endgame tables.

use std::time::Instant;

use cli::{Failure, print_line, shown_progress};
use games::{AnyState, Ending, Notation, ParseError, State, WinChance, format_game, with_state};
use serde_json::{Map, Value as Json, json};
use tablebases::{BuildLimits, BuildProgress, Tabled};

use super::args::{BuildTables, PositionArgument, ProbeTables, TablesCommand, VerifyTables};

/// Runs one of the commands; `read` reads a position argument.
pub(crate) fn run(
    command: &TablesCommand,
    read: impl Fn(&PositionArgument) -> Result<AnyState, Failure>,
) -> Result<(), Failure> {
    match command {
        TablesCommand::Build(args) => build(args),
        TablesCommand::Verify(args) => verify(args),
        TablesCommand::Probe(args) => {
            with_state!(&read(&args.position)?, state => probe(state, args))
        }
    }
}

fn build(args: &BuildTables) -> Result<(), Failure> {
    let VerifyTables { game, dir, quiet, .. } = &args.verify;
    let limits = args.verify.limits();
    let mut shown = ShownProgress::new(*quiet);
    let mut report = |progress: &BuildProgress| shown.show(progress);
    let built = with_state!(&AnyState::start(game)?, state => {
        state.game().build_tables(args.pieces, args.a_side, dir, limits, &mut report)
    });
    shown.finish();
    let built = built?;
    print_line(&format!("tables {} positions {} bytes", built.positions, built.bytes))
}

fn verify(args: &VerifyTables) -> Result<(), Failure> {
    let mut shown = ShownProgress::new(args.quiet);
    let mut report = |progress: &BuildProgress| shown.show(progress);
    let start = AnyState::start(&args.game)?;
    let verified = with_state!(&start, state => {
        state.game().verify_tables(&args.dir, args.limits(), &mut report)
    });
    shown.finish();
    let verified = verified?;
    if let Some(wrong) = verified.wrong {
        let (read, expected) = (say(wrong.stored), say(wrong.expected));
        let message = format!("{}: read {read}, expected {expected}", wrong.position);
        return Err(Failure::Broken(message));
    }
    for line in with_state!(&start, state => state.game().list_tables(&args.dir))? {
        print_line(&line)?;
    }
    print_line(&format!("verified {} tables {} positions", verified.tables, verified.positions))
}

/// An ending in words.
fn say(ending: Ending) -> String {
    match ending {
        Ending::Win(distance) | Ending::Loss(distance) => {
            format!("{} in {distance}", ending.word())
        }
        Ending::Draw => ending.word().to_owned(),
        Ending::Chance(chance) => {
            let [low, high] = shares(chance);
            format!("a chance from {low:.6} to {high:.6}")
        }
    }
}

/// The bounds of a chance, from 0 to 1.
fn shares(WinChance { low, high }: WinChance) -> [f64; 2] {
    [low, high].map(|bound| f64::from(bound) / f64::from(WinChance::ONE))
}

fn probe<G: Notation + Tabled>(state: &State<G>, args: &ProbeTables) -> Result<(), Failure> {
    let game = state.game();
    let tables = game.open_tables(&args.dir)?.ok_or_else(|| {
        let dir = args.dir.display().to_string();
        ParseError::new("dir", &dir, format!("a folder with tables of {}", format_game(game)))
    })?;
    let known = |position: &G::Position| {
        tables.probe(position).ok_or_else(|| {
            let expected = format!("one that the tables know ({})", tables.describe());
            Failure::from(ParseError::new("position", &game.format_fields(position), expected))
        })
    };
    let ending = known(state.position())?;
    let mut moves = Map::new();
    for mv in state.legal_moves() {
        let child = game.play(state.position(), mv);
        let same = game.mover(&child) == game.mover(state.position());
        let ending = known(&child)?.before(same);
        moves.insert(game.format_move(state.position(), mv), describe(ending, G::CHANCE));
    }
    let mut answer = describe(ending, G::CHANCE);
    answer["moves"] = Json::Object(moves);
    print_line(&answer.to_string())
}

/// The result for the player to act, with its distance in plies; in games with a die, a chance to
/// win.
fn describe(ending: Ending, die: bool) -> Json {
    let value = match ending {
        Ending::Chance(chance) => json!(shares(chance)),
        Ending::Win(_) if die => json!([1.0, 1.0]),
        Ending::Loss(_) if die => json!([0.0, 0.0]),
        _ => json!(ending.word()),
    };
    json!({ "value": value, "distance": ending.distance() })
}

impl VerifyTables {
    fn limits(&self) -> BuildLimits {
        BuildLimits { memory: self.memory as usize, threads: self.threads.count() }
    }
}

/// Progress on standard error.
struct ShownProgress {
    progress: Box<dyn selfplay::Progress>,
    /// The time of the first report, and the work done by then. That work includes existing tables.
    first: Option<(Instant, u64)>,
}

impl ShownProgress {
    fn new(quiet: bool) -> Self {
        Self { progress: shown_progress(quiet), first: None }
    }

    fn show(&mut self, progress: &BuildProgress) {
        let BuildProgress { done, total, table, positions, time } = progress;
        if self.first.is_none() {
            self.progress.begin(*total, *done);
        }
        let (begun, first) = *self.first.get_or_insert((Instant::now(), *done));
        self.progress.advance(*done, &|| {
            let rate = *positions as f64 / time.as_secs_f64().max(1e-6) / 1e6;
            let seconds = begun.elapsed().as_secs_f64() * (total - done) as f64;
            let left = seconds / (done - first).max(1) as f64;
            format!("{table}: {positions} positions, {rate:.1} million a second, {left:.0} s left")
        });
    }

    fn finish(&mut self) {
        if self.first.is_some() {
            self.progress.finish();
        }
    }
}
