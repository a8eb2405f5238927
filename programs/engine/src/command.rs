//! The commands.

use clap::{Args, Parser, Subcommand};
use play::Language;

use crate::args::{Inspect, Perft, PositionArgument, SearchArguments, Tables};
use crate::bench::BenchArguments;
use crate::convert::ConvertArguments;
use crate::dxp::DxpArguments;
use crate::generate::Generate;
use crate::hub::HubArguments;
use crate::play::{PlayArguments, language};
use crate::puzzles::PuzzlesArguments;
use crate::serve::ServeArguments;
use crate::solve::SolveArguments;

/// A game engine for out-of-print French board games.
#[derive(Debug, Parser)]
#[command(name = "engine", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games and their options
    #[command(after_help = "Example:\n  engine games --lang fr")]
    Games(GamesArguments),
    /// Draw a position
    #[command(after_help = "Example:\n  engine show \"benedictine startpos moves c2-d3@f2\"")]
    Show(PositionArgument),
    /// Describe a position as JSON: the player to act, the moves, the result
    #[command(after_help = "Example:\n  engine inspect \"maitres startpos\" --children")]
    Inspect(Inspect),
    /// Count the lines of moves and chance events to a depth (perft)
    #[command(after_help = "Example:\n  engine perft \"benedictine startpos\" 4 --divide")]
    Perft(Perft),
    /// Find the best move
    #[command(
        after_help = "Example:\n  engine bestmove \"maitres startpos moves die4\" --time 500ms"
    )]
    Bestmove(SearchArguments),
    /// Search until interrupted
    #[command(after_help = "Example:\n  engine analyse \"benedictine startpos\" --multipv 3")]
    Analyse(SearchArguments),
    /// Explain a best move: the value of each move, the evaluation, the statistics of the search
    #[command(after_help = "Example:\n  engine explain \"benedictine startpos\" --depth 8")]
    Explain(SearchArguments),
    /// Search a fixed suite and count its nodes, or solve a suite of puzzles
    #[command(
        after_help = "Example:\n  engine bench\n  engine bench --suite benches/suites/ruches.txt --nodes 1000"
    )]
    Bench(BenchArguments),
    /// Find positions with exactly one winning move; in games of chance, with one move far ahead
    #[command(after_help = "Example:\n  engine puzzles ruches --count 10 --seed 1")]
    Puzzles(PuzzlesArguments),
    /// List the parameters of the search
    #[command(after_help = "Example:\n  engine parameters")]
    Parameters,
    /// Build, verify and probe endgame tables
    #[command(
        subcommand_required = true,
        disable_help_subcommand = true,
        after_help = "Example:\n  engine tables build etoile:players=2 --pieces 3 --dir tables"
    )]
    Tables(Tables),
    /// Prove the result that the player to act can force; write and check proofs
    #[command(
        after_help = "Example:\n  engine solve \"etoile:board=square8,players=2,rules=english,quiet=40 A Kc3 Ka1 0 -\" --proof proof.txt"
    )]
    Solve(SolveArguments),
    /// Play in the terminal
    #[command(
        after_help = "Example:\n  engine play maitres --level 3\n  engine play etoile:players=2 --people A,B"
    )]
    Play(PlayArguments),
    /// Serve a page to play on
    #[command(after_help = "Example:\n  engine serve --port 8017")]
    Serve(ServeArguments),
    /// Convert games and positions: PDN, records and other JSON lines, position texts
    #[command(
        after_help = "Example:\n  engine convert games.pdn --to json\n  engine convert match.jsonl --to pdn\n  engine convert games.pdn --to text --game etoile:board=square8,players=2,rules=english"
    )]
    Convert(ConvertArguments),
    /// Write the page as static files, write man pages, print shell completions
    #[command(after_help = "Example:\n  engine generate completions bash")]
    Generate {
        #[command(subcommand)]
        what: Generate,
    },
    /// Speak the Hub protocol with a program for draughts
    #[command(
        after_help = "Example:\n  engine hub\n  printf 'hub\\ninit\\nlevel depth=8\\ngo think\\n' | engine hub --game etoile:board=square8,players=2,rules=english"
    )]
    Hub(HubArguments),
    /// Play draughts against another program over a socket, by the protocol DXP (DamExchange)
    #[command(
        after_help = "Example:\n  engine dxp --listen 127.0.0.1:27531\n  engine dxp --connect 127.0.0.1:27531 --games 2 --time 5m"
    )]
    Dxp(DxpArguments),
    /// Speak the text protocol UGI with a match runner or a board program
    #[command(
        after_help = "Example:\n  printf 'position startpos moves c2-d3@f2\\nquery moves\\n' | engine ugi"
    )]
    Ugi,
}

#[derive(Args, Debug)]
pub(crate) struct GamesArguments {
    /// The language of the descriptions
    #[arg(long, value_name = "en|fr", default_value = "en", value_parser = language)]
    pub(crate) lang: Language,
}
