//! Arguments of several commands: positions, limits, search options.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use cli::{PackArgument, read_count, read_number, read_threads, threads_or_all, whole};
use engine::{MAX_HASH, MAX_THREADS, Opponents, Parameter, Parameters, SearchKind, Uncertainty};
use games::ParseError;
use jobs::parse_duration;
use reader::items_of;
use selfplay::WeightsSource;

use super::endings::TablesChoice;
use super::search::SearchMeans;

/// The greatest memory for tables and proofs, in MiB.
pub(crate) const MOST_MEMORY: u64 = 1 << 20;

#[derive(Args, Debug)]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// Build the tables of up to N pieces; existing tables are kept
    #[command(
        after_help = "Example:\n  engine tables build etoile:players=2 --pieces 3 --dir tables"
    )]
    Build(BuildTables),
    /// Compare every entry with its successors; exit status 1 if one is wrong
    #[command(after_help = "Example:\n  engine tables verify etoile:players=2 --dir tables")]
    Verify(VerifyTables),
    /// Print the exact result of a position as JSON: `value` (in games with a die, bounds of the
    /// chance to win), `distance`, and the same for each move
    #[command(
        after_help = "Example:\n  engine tables probe \"etoile:players=2 A KAa1 KBc3 0 -\" --dir tables"
    )]
    Probe(ProbeTables),
}

#[derive(Args, Debug)]
pub(crate) struct BuildTables {
    #[command(flatten)]
    pub(crate) verify: VerifyTables,
    /// The greatest number of pieces on the board, 2 to 6; in games with a die 2 to 4
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2, 6))]
    pub(crate) pieces: u8,
    /// The greatest number of pieces of one player, 1 to 6. A smaller number builds only a part of
    /// the tables, which can be used without the others
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole::<u8>(1, 6))]
    pub(crate) a_side: u8,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyTables {
    /// A game with its options: etoile with players=2, or maitres
    pub(crate) game: String,
    /// The folder; each game has a subfolder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// Memory for tables, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = whole::<u64>(1, MOST_MEMORY))]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgument,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ProbeTables {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The folder of tables
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct PositionArgument {
    /// A position: `GAME[:options] startpos` or fields, then `moves ...`; or FEN or a game of PDN;
    /// `-` reads the position from standard input
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) pack: PackArgument,
}

#[derive(Args, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// Add the position after each move or event
    #[arg(long)]
    pub(crate) children: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The depth: moves and events to look ahead, 0 to 100
    #[arg(value_parser = whole::<u32>(0, 100))]
    pub(crate) depth: u32,
    /// Also print the count after each move or event
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgument,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct ThreadsArgument {
    #[arg(
        long,
        help = format!("Threads, 1 to {MAX_THREADS} [default: all cores]"),
        value_parser = read_threads
    )]
    pub(crate) threads: Option<usize>,
}

impl ThreadsArgument {
    /// The number of threads.
    pub(crate) fn count(&self) -> usize {
        threads_or_all(self.threads)
    }
}

/// The resources and the weights of a search.
#[derive(Args, Clone, Debug)]
pub(crate) struct MeansArguments {
    #[command(flatten)]
    pub(crate) threads: ThreadsArgument,
    /// Size of the transposition table in MiB, and of the tree for three players
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole::<u64>(1, MAX_HASH.into()))]
    pub(crate) hash: u64,
    /// The endgame tables: own (those that come with the program), off, or a folder that `engine
    /// tables build` made [default: own; with hub and dxp off]
    #[arg(long, value_name = "own|off|DIR", value_parser = TablesChoice::parser())]
    pub(crate) tables: Option<TablesChoice>,
    /// A weights file, or the word zero: then every unfinished position is worth an even result
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<String>,
}

impl MeansArguments {
    /// The resources, with the name of the size of the transposition table in errors, and the
    /// tables that are used without an argument.
    pub(crate) fn named<'a>(&'a self, hash: &'a str, usual: &'a TablesChoice) -> SearchMeans<'a> {
        let (threads, tables) = (self.threads.count(), self.tables.as_ref().unwrap_or(usual));
        SearchMeans { hash: (hash, self.hash), threads, tables }
    }

    /// The source of the weights.
    pub(crate) fn weights(&self) -> WeightsSource {
        self.weights.as_deref().map_or(WeightsSource::Default, WeightsSource::parse)
    }
}

#[derive(Args, Debug)]
pub(crate) struct ParameterArguments {
    /// Set parameters of the search; `engine parameters` lists them; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE,...")]
    settings: Vec<String>,
}

impl ParameterArguments {
    /// The parameters of the search. Each one that is set must be read by one of `searches`.
    pub(crate) fn parameters(&self, searches: &[SearchKind]) -> Result<Parameters, ParseError> {
        let mut parameters = Parameters::DEFAULT;
        let texts = self.settings.iter().map(String::as_str);
        for item in items_of("--set", texts, Parameter::full_name)? {
            parameters.read(item.key, &item.value())?;
            let parameter = Parameter::named(item.key)?;
            parameter.check_read(parameters.get(parameter), searches)?;
        }
        Ok(parameters)
    }
}

#[derive(Args, Debug)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) position: PositionArgument,
    /// The time limit, as 500ms, 2s, 1.5s, 3m or 1h [default: 2s; analyse has none]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// The depth limit in moves of players, 1 to 100
    #[arg(long, value_parser = whole::<u32>(1, 100))]
    pub(crate) depth: Option<u32>,
    /// The greatest number of nodes to visit
    #[arg(long, value_parser = read_count)]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) means: MeansArguments,
    /// The number of best lines to find
    #[arg(long, value_name = "K", value_parser = whole::<u32>(1, 1000))]
    pub(crate) multipv: Option<u32>,
    /// The seed that orders moves of equal rank
    #[arg(long, default_value_t = 0, value_parser = read_number)]
    pub(crate) seed: u64,
    /// Use hidden cards that the player to act cannot see (no effect in games without hidden cards)
    #[arg(long)]
    pub(crate) open: bool,
    /// The search for three players: mcts (Monte Carlo tree search; each player plays for himself),
    /// brs (best-reply search), paranoid (all others play against the player to act) or maxn (each
    /// player plays for himself, to a fixed depth) [default: mcts]
    #[arg(long, value_name = "mcts|brs|paranoid|maxn")]
    pub(crate) search: Option<Opponents>,
    /// The search where cards are hidden: ismcts (Monte Carlo tree search over information sets),
    /// views (expectimax over the views of the player) or worlds (search of sampled deals with open
    /// cards) [default: ismcts]
    #[arg(long, value_name = "ismcts|views|worlds")]
    pub(crate) hidden: Option<Uncertainty>,
    #[command(flatten)]
    pub(crate) settings: ParameterArguments,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the time of a search.
pub(crate) fn duration(text: &str) -> Result<Duration, ParseError> {
    const WANTED: &str = "a time as 500ms, 2s, 1.5s, 3m or 1h, at most 365 days";
    let wrong = |expected: &str| ParseError::new("time", text, expected);
    let time = parse_duration(text).ok_or_else(|| wrong(WANTED))?;
    if time < Duration::from_millis(1) {
        return Err(wrong(&format!("{WANTED} and at least 1ms")));
    }
    Ok(time)
}
