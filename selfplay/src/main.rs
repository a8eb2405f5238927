//! The `selfplay` program: matches between engines, and random games to try the rules.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use engine::StopFlag;
use games::{AnyState, Notation, ParseError, State, format_game, with_state};
use selfplay::{
    Contest, Failure, Game, MatchError, PlayerSpec, Progress, RandomGames, Report, Tally,
    check_random_game, finish, print, read_arguments, read_count,
};

/// Matches between engines.
#[derive(Parser)]
#[command(version, after_help = MATCH_EXAMPLE)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a match of two players: pairs of games from random openings, with the seats exchanged
    #[command(after_help = MATCH_EXAMPLE)]
    Match(MatchArguments),
    /// Plays random games, checking that texts read back and games end
    #[command(after_help = "Example: selfplay random maitres:variant=annihilation --games 100")]
    Random(RandomArguments),
}

const MATCH_EXAMPLE: &str = "Example: selfplay match benedictine --player name=new,nodes=2000 \
    --player name=old,nodes=2000,reductions=no --games 200 --seed 1";

#[derive(Args)]
struct MatchArguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    /// One of the two players: name=NAME, one of depth=N nodes=N random=yes, weights=default|zero|FILE,
    /// random-plies=N (at random in the first N plies), and techniques of the search, as reductions=no
    #[arg(long = "player", value_name = "key=value,...", required = true)]
    players: Vec<String>,
    /// Games to play, an even number
    #[arg(long, value_name = "N", default_value = "100", value_parser = read_count)]
    games: u64,
    /// What openings and dice are drawn from
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_seed)]
    seed: u64,
    /// Random moves that open each pair of games
    #[arg(long, value_name = "R", default_value = "4", value_parser = read_opening)]
    opening: u32,
    /// Games at a time; the result is the same with any number [default: all cores]
    #[arg(long, value_name = "T", value_parser = read_count)]
    threads: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Args)]
struct RandomArguments {
    /// The game, with its options: GAME[:key=value,...]
    game: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value = "100", value_parser = read_count)]
    games: u64,
    /// What moves and dice are drawn from
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_seed)]
    seed: u64,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

fn main() -> ExitCode {
    finish(read_arguments::<Arguments>().and_then(|arguments| match arguments {
        None => Ok(()),
        Some(Arguments { command: Command::Match(arguments) }) => {
            with_state!(&read_game(&arguments.game)?, state => run_match(state, &arguments))
        }
        Some(Arguments { command: Command::Random(arguments) }) => {
            with_state!(&read_game(&arguments.game)?, state => run_random(state, &arguments))
        }
    }))
}

fn read_game(text: &str) -> Result<AnyState, ParseError> {
    if text.contains(' ') {
        return Err(ParseError::new("game", text, "a game and its options without spaces"));
    }
    AnyState::parse(&format!("{text} startpos"))
}

fn read_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "a whole number from 0".to_owned())
}

fn read_opening(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a whole number from 0".to_owned())
}

fn run_match<G: Game>(start: &State<G>, arguments: &MatchArguments) -> Result<(), Failure> {
    let specs = read_players(&arguments.players)?;
    let contest = Contest {
        start: start.clone(),
        players: [specs[0].prepare(&start.game)?, specs[1].prepare(&start.game)?],
        opening: arguments.opening,
        seed: arguments.seed,
    };
    if start.game.seats() != 2 {
        return Err(ParseError::new("game", &arguments.game, "a game for two").into());
    }
    if !arguments.games.is_multiple_of(2) {
        let read = arguments.games.to_string();
        return Err(ParseError::new("games", &read, "an even number").into());
    }
    let units = arguments.games / 2;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(cores, |threads| threads.min(MAX_THREADS) as usize);
    let mut progress = Progress::new(units, arguments.quiet);
    let stop = stop_on_interrupt()?;
    let result = contest.run(units, threads, &stop, |tally| {
        progress.advance(tally.units(), || standing(tally, &specs[0].name));
    });
    progress.finish();
    let tally = result.map_err(|error| match error {
        MatchError::Opening(_) => Failure::Usage(error.to_string()),
        _ => Failure::Broken(error.to_string()),
    })?;
    let report = Report::new(&contest, &specs, units, tally);
    print(&if arguments.json { report.json() } else { report.text() })
}

/// More threads than any machine has use for.
const MAX_THREADS: u64 = 1024;

fn read_players(texts: &[String]) -> Result<[PlayerSpec; 2], ParseError> {
    let [first, second] = texts else {
        let given = texts.len().to_string();
        return Err(ParseError::new("players", &given, "2 of --player"));
    };
    let specs = [PlayerSpec::parse(first)?, PlayerSpec::parse(second)?];
    if specs[0].name == specs[1].name {
        return Err(ParseError::new(
            "player name",
            &specs[1].name,
            "another name than the first's",
        ));
    }
    Ok(specs)
}

/// How a match stands, for the line of progress.
fn standing(tally: &Tally, name: &str) -> String {
    let total = tally.total();
    format!("pairs, {name} +{} ={} -{}", total.wins, total.draws, total.losses)
}

/// Set at the first interrupt; at a second the program ends at once.
fn stop_on_interrupt() -> Result<StopFlag, Failure> {
    let stop = StopFlag::default();
    let flag = stop.clone();
    ctrlc::set_handler(move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.stop();
    })
    .map_err(|error| Failure::Broken(error.to_string()))?;
    Ok(stop)
}

fn run_random<G: Notation>(start: &State<G>, arguments: &RandomArguments) -> Result<(), Failure> {
    let mut progress = Progress::new(arguments.games, arguments.quiet);
    let mut results = RandomGames::default();
    for number in 0..arguments.games {
        let (end, outcome) = check_random_game(start, arguments.seed, number)?;
        results.add(&end, outcome);
        progress.advance(number + 1, || "random games".to_owned());
    }
    progress.finish();
    print(&results.text(&format_game(&start.game)))
}
