//! Commands and their arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use cli::{MOST, PackArgument, read_count, read_number, read_threads, whole};
use games::ParseError;
use jobs::parse_duration;
use selfplay::{Shard, Timekeeping, TournamentKind};

/// Matches between engines.
#[derive(Parser)]
#[command(name = "selfplay", version, after_help = MATCH_EXAMPLE)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays a match, a round robin or a gauntlet. All games of a unit have the same opening and
    /// the same chance events, with the players in different seats
    #[command(after_help = MATCH_EXAMPLE)]
    Match(Box<MatchArguments>),
    /// Writes the plan of a match, which many machines can play: the first line of its records
    #[command(after_help = PLAN_EXAMPLE)]
    Plan(Box<PlanArguments>),
    /// Merges the records of a plan's parts in a folder, as they arrive. Exit status: 0 if the test
    /// is decided or all units are there, else 4
    #[command(after_help = GATHER_EXAMPLE)]
    Gather(GatherArguments),
    /// Plays a unit of a match again and compares it with the records
    #[command(after_help = "Example: selfplay replay match.jsonl 17")]
    Replay(Replay),
    /// Checks every game of the records against the rules
    #[command(after_help = "Example: selfplay verify match.jsonl")]
    Verify(Files),
    /// Reports the result of a match from its records, also while the match is running
    #[command(after_help = "Example: selfplay stats match.jsonl --json")]
    Stats(Stats),
    /// Merges the records of the parts of a match
    #[command(after_help = "Example: selfplay merge part-0.jsonl part-1.jsonl --out match.jsonl")]
    Merge(MergeArguments),
    /// Writes the report of a match as a page with plots, and its games as a table
    #[command(after_help = "Example: selfplay report match.jsonl --out report")]
    Report(ReportArguments),
    /// Computes a sequential test from the results of units
    #[command(
        after_help = "Example: selfplay sprt --results 379,10170,21828,10640,343 --test elo0=0,elo1=2"
    )]
    Sprt(SprtArguments),
    /// Plays random games, and checks that all texts can be read back and that every game ends
    #[command(after_help = "Example: selfplay random maitres:variant=annihilation --games 100")]
    Random(RandomArguments),
    /// Draws openings that a search finds nearly even, one per line, for `match --openings`
    #[command(after_help = OPENINGS_EXAMPLE)]
    Openings(OpeningsArguments),
}

const OPENINGS_EXAMPLE: &str =
    "Example: selfplay openings etoile:players=2 --count 100 --opening 6 > even.txt";

const MATCH_EXAMPLE: &str = "Example: selfplay match benedictine --player name=new --player \
    name=old,lmr=no --each nodes=2000 --games 200 --sprt elo0=0,elo1=10 --out match.jsonl";

const PLAN_EXAMPLE: &str = "Example: selfplay plan benedictine --player name=new --player \
    name=old,lmr=no --each nodes=2000 --games 4000 --out plan.jsonl";

const GATHER_EXAMPLE: &str = "Example: selfplay gather parts --out match.jsonl --follow";

/// The arguments that describe a match.
const DESCRIPTION: [&str; 14] = [
    "game",
    "players",
    "each",
    "kind",
    "games",
    "seed",
    "opening",
    "openings",
    "adjudicate",
    "sprt",
    "file",
    "patience",
    "margin",
    "clock",
];

/// A match.
#[derive(Args)]
pub(crate) struct Description {
    /// The game, with its options: GAME[:key=value,...]
    pub(crate) game: Option<String>,
    /// A player, with name=NAME; give this option for each player. Its limit: one of nodes=N
    /// (default 5000), depth=N, time=10ms, tc=10+0.1. A search: weights=default|zero|FILE,
    /// hash=MIB, a technique that is off as lmr=no, a parameter as set.lmr_min_move=5. A simple
    /// player: random=yes; or greedy=yes (no look-ahead); or sampling=WORLDS with depth=N (search
    /// of sampled deals); or uct=yes (Monte Carlo tree search; nodes=N are simulations),
    /// exploration=C, first-play=P. A program that speaks the text protocol: cmd=PROGRAM,
    /// args=ARGUMENTS (default ugi), option.NAME=VALUE; quotes keep spaces and commas, as in
    /// cmd="/a, b/engine",args="--log 'my file'". Any player: random-plies=N (random moves at its
    /// start)
    #[arg(long = "player", value_name = "key=value,...")]
    pub(crate) players: Vec<String>,
    /// Settings of all players; a player's own settings come first
    #[arg(long, value_name = "key=value,...", default_value = "")]
    pub(crate) each: String,
    /// The pairings of the players
    #[arg(long, value_enum, default_value_t = MatchKind::RoundRobin)]
    pub(crate) kind: MatchKind,
    /// Games to play, a multiple of the games of a unit [default: 50 units of each pairing]
    #[arg(long, value_name = "N", value_parser = read_count)]
    pub(crate) games: Option<u64>,
    /// The seed of openings and chance events
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_number)]
    pub(crate) seed: u64,
    /// Random moves at the beginning of each unit [default: 4, or 0 with --openings]
    #[arg(long, value_name = "R", value_parser = whole::<u32>(0, MOST))]
    pub(crate) opening: Option<u32>,
    /// A file of starting positions, one per line, with or without the game; or games of PDN in a
    /// file whose name ends in .pdn
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<String>,
    /// End games early: proven=yes, win=0.95, win-moves=3, even=0.01, even-moves=8, even-after=40,
    /// length=200 (0 is off)
    #[arg(long, value_name = "key=value,...", default_value = "")]
    pub(crate) adjudicate: String,
    /// Stop when a sequential test has decided whether the first player is better:
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05, model=normalized|logistic|bayes,over=units|games
    #[arg(long, value_name = "key=value,...")]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) pack: PackArgument,
    /// The longest time for an answer of a player with cmd= and without a time limit [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub(crate) patience: Option<Duration>,
    /// The time by which a player may exceed its time limit [default: 100ms]
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub(crate) margin: Option<Duration>,
    /// The clock for time limits: wall, or processor, so that no player loses on time because the
    /// machine is busy [default: wall]
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<Timekeeping>,
}

#[derive(Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) description: Description,
    /// The file to write; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct GatherArguments {
    /// The folder of the parts; all of its files are read, except those that begin with a dot
    pub(crate) folder: PathBuf,
    /// The file to write: all complete units, in order. FILE.gather beside it says what was read
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The plan of the match [default: that of FILE, or of the first part]
    #[arg(long, value_name = "PLAN")]
    pub(crate) plan: Option<PathBuf>,
    /// Look again every second, until the test is decided or all units are there
    #[arg(long)]
    pub(crate) follow: bool,
    /// Print only the ranges A..B of units that still have to be played
    #[arg(long, conflicts_with = "json")]
    pub(crate) missing: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Leave out the units of this worker, so that they are missing; may be repeated
    #[arg(long, value_name = "WORKER", value_parser = read_worker)]
    pub(crate) without: Vec<String>,
    /// Show no progress, and do not name parts that are half-written
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Reads the name of a worker.
fn read_worker(text: &str) -> Result<String, ParseError> {
    if text.is_empty() || text.len() > 200 || text.contains(char::is_control) {
        return Err(ParseError::new("worker", text, "a name of at most 200 bytes in one line"));
    }
    Ok(text.to_owned())
}

#[derive(Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub(crate) description: Description,
    /// The plan of the match, from `selfplay plan`, instead of a game with players and options.
    /// Exit status 3 if this build, its weights, the openings or a program differs from the plan
    #[arg(long, value_name = "FILE", conflicts_with_all = DESCRIPTION)]
    pub(crate) plan: Option<PathBuf>,
    /// Games played at the same time; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "T", value_parser = read_threads)]
    pub(crate) threads: Option<usize>,
    /// Write a record of each game to this file, one per line; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the match in the file of --out, if it exists
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Play only part i of n, from 0/n to n-1/n [default: the part in the environment of a job
    /// array]
    #[arg(long, value_name = "i/n", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Play only the units from A to B-1, with all their games, also if a test is decided before
    #[arg(long, value_name = "A..B", conflicts_with = "shard", value_parser = Shard::parse_range)]
    pub(crate) units: Option<Shard>,
    /// The name of this worker in the records of its units [default: the name of the machine]
    #[arg(long, value_name = "NAME", requires = "units", value_parser = read_worker)]
    pub(crate) worker: Option<String>,
    /// Stop at the first failure of a player
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The pairings of a match.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum MatchKind {
    /// Every player meets every other one
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
}

impl From<MatchKind> for TournamentKind {
    fn from(kind: MatchKind) -> Self {
        match kind {
            MatchKind::RoundRobin => Self::RoundRobin,
            MatchKind::Gauntlet => Self::Gauntlet,
        }
    }
}

#[derive(Args)]
pub(crate) struct Replay {
    /// The records of the match
    pub(crate) file: PathBuf,
    /// The number of the unit
    #[arg(value_parser = read_number)]
    pub(crate) unit: u64,
}

#[derive(Args)]
pub(crate) struct Files {
    /// Records, or games of draughts in files whose names end in .pdn
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct MergeArguments {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct ReportArguments {
    /// The records of the match, or games of draughts in a file whose name ends in .pdn
    pub(crate) file: PathBuf,
    /// The folder to write report.html and games.csv to
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

#[derive(Args)]
pub(crate) struct SprtArguments {
    /// The number of units with each score, from no points to all points: for pairs
    /// LL,LD,LW+DD,DW,WW, for single games L,D,W
    #[arg(long, value_name = "N,N,N,...", value_delimiter = ',', action = ArgAction::Set, required = true, value_parser = whole::<u64>(0, MOST))]
    pub(crate) results: Vec<u64>,
    /// The test
    #[arg(
        long,
        value_name = "key=value,...",
        default_value = "elo0=0,elo1=5,alpha=0.05,beta=0.05"
    )]
    pub(crate) test: String,
}

#[derive(Args)]
pub(crate) struct RandomArguments {
    /// The game, with its options: GAME[:key=value,...]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) pack: PackArgument,
    /// Games to play
    #[arg(long, value_name = "N", default_value = "100", value_parser = read_count)]
    pub(crate) games: u64,
    /// The seed of moves and chance events
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_number)]
    pub(crate) seed: u64,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct OpeningsArguments {
    /// The game, with its options: GAME[:key=value,...]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) pack: PackArgument,
    /// Openings to draw
    #[arg(long, value_name = "N", default_value = "50", value_parser = read_count)]
    pub(crate) count: u64,
    /// Random moves of each opening
    #[arg(long, value_name = "R", default_value = "4", value_parser = whole::<u32>(0, MOST))]
    pub(crate) opening: u32,
    /// The greatest distance of the expected result from an even one; results go from -1 to 1
    #[arg(long, value_name = "V", default_value = "0.2", value_parser = read_value)]
    pub(crate) within: f64,
    /// Nodes of the search that estimates an opening
    #[arg(long, value_name = "N", default_value = "20000", value_parser = read_count)]
    pub(crate) nodes: u64,
    /// The seed of moves and chance events
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_number)]
    pub(crate) seed: u64,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A difference of two expected results.
fn read_value(text: &str) -> Result<f64, ParseError> {
    let value = text.parse().ok().filter(|value| (0.0..=2.0).contains(value));
    value.ok_or_else(|| ParseError::new("--within", text, "a number from 0 to 2"))
}

fn read_time(text: &str) -> Result<Duration, ParseError> {
    parse_duration(text)
        .ok_or_else(|| ParseError::new("time", text, "a time as 10ms or 2s, at most 365 days"))
}
