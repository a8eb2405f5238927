//! `engine tables`: exact endings, built, verified and asked.

use std::time::Instant;

use games::etoile::{Board, Etoile};
use games::{AnyState, Ending, Notation, ParseError, State, format_game, with_state};
use programs::{Failure, print_line, shown_progress};
use serde_json::{Map, Value as Json, json};
use tables::{BuildLimits, BuildProgress, TableSet, Tabled};

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

/// Runs an expression on the game of a text, if it is one that tables are made for.
macro_rules! with_etoile {
    ($text:expr, $game:ident => $body:expr) => {
        match AnyState::start($text)? {
            AnyState::Etoile(start) => {
                let $game = start.into_game();
                $body
            }
            AnyState::EtoileSquare8(start) => {
                let $game = start.into_game();
                $body
            }
            AnyState::EtoileSquare10(start) => {
                let $game = start.into_game();
                $body
            }
            _ => Err(ParseError::new("game", $text, "etoile with players=2").into()),
        }
    };
}

fn build(args: &BuildTables) -> Result<(), Failure> {
    let VerifyTables { game, dir, quiet, .. } = &args.verify;
    with_etoile!(game, game => {
        let mut shown = ShownProgress::new(*quiet);
        let (limits, show) = (args.verify.limits(), |progress: &BuildProgress| shown.show(progress));
        let built = tables::build_slice(&game, args.pieces, args.a_side, dir, limits, show);
        shown.finish();
        let built = built?;
        print_line(&format!("tables {} positions {} bytes", built.positions, built.bytes))
    })
}

fn verify(args: &VerifyTables) -> Result<(), Failure> {
    with_etoile!(&args.game, game => {
        let mut shown = ShownProgress::new(args.quiet);
        let verified = tables::verify(&game, &args.dir, args.limits(), |progress| shown.show(progress));
        shown.finish();
        let verified = verified?;
        if let Some(wrong) = verified.wrong {
            let say = |ending: Ending| match ending.distance() {
                Some(distance) => format!("{} in {distance}", ending.word()),
                None => ending.word().to_owned(),
            };
            let message = format!(
                "{}: read {}, expected {}",
                wrong.position,
                say(wrong.stored),
                say(wrong.expected)
            );
            return Err(Failure::Broken(message));
        }
        longest(&game, args)?;
        print_line(&format!("verified {} tables {} positions", verified.tables, verified.positions))
    })
}

/// A line for each table: its counts, and its longest ending with a position.
fn longest<B: Board>(game: &Etoile<B>, args: &VerifyTables) -> Result<(), Failure> {
    let Some(set) = TableSet::open(game, &args.dir)? else { return Ok(()) };
    for (id, counts, position) in set.tables() {
        let longest = counts.longest.zip(position).map(|((distance, _), position)| {
            format!(" longest {distance} {}", game.format_fields(&position))
        });
        print_line(&format!(
            "{id} wins {} draws {} losses {}{}",
            counts.wins,
            counts.draws,
            counts.losses,
            longest.unwrap_or_default()
        ))?;
    }
    Ok(())
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
        moves.insert(game.format_move(state.position(), mv), describe(ending));
    }
    let mut answer = describe(ending);
    answer["moves"] = Json::Object(moves);
    print_line(&answer.to_string())
}

/// An ending as the player to act sees it, in plies from now on.
fn describe(ending: Ending) -> Json {
    json!({ "value": ending.word(), "distance": ending.distance() })
}

impl VerifyTables {
    fn limits(&self) -> BuildLimits {
        BuildLimits { memory: self.memory as usize, threads: self.threads.count() }
    }
}

/// Progress on standard error.
struct ShownProgress {
    progress: Box<dyn selfplay::Progress>,
    /// When the first report came, and what was done by then: tables that were there already, too.
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
