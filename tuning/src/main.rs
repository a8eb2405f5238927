//! The `tuning` program: looking into evaluations.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use engine::program::{Failure, WeightsSource, finish, print, read_arguments};
use eval::Evaluate;
use games::{Actor, AnyState, Notation, ParseError, State, format_position, with_state};
use tuning::Explanation;

/// Looking into evaluations.
#[derive(Parser)]
#[command(version, after_help = EXAMPLE)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Prints what the value of a position is made of, feature by feature
    #[command(after_help = EXAMPLE)]
    Trace(TraceArguments),
}

const EXAMPLE: &str = "Example: tuning trace \"benedictine startpos\"";

#[derive(Args)]
struct TraceArguments {
    /// The position: GAME[:key=value,...] startpos or fields, moves
    position: String,
    /// default, zero or a file of weights
    #[arg(long, value_name = "FILE", default_value = "default")]
    weights: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    finish(read_arguments::<Arguments>().and_then(|arguments| match arguments {
        None => Ok(()),
        Some(Arguments { command: Command::Trace(arguments) }) => {
            with_state!(&AnyState::parse(&arguments.position)?, state => trace(state, &arguments))
        }
    }))
}

fn trace<G: Evaluate + Notation>(
    state: &State<G>,
    arguments: &TraceArguments,
) -> Result<(), Failure> {
    if matches!(state.actor(), Actor::Over(_)) {
        let expected = "a game that is not over";
        return Err(ParseError::new("position", &arguments.position, expected).into());
    }
    let weights = WeightsSource::parse(&arguments.weights).load(&state.game)?;
    let explanation = Explanation::of(&state.game, &state.position, &weights);
    if !arguments.json {
        return print(&explanation.text());
    }
    let mut value = serde_json::json!({
        "position": format_position(&state.game, &state.position),
        "weights": arguments.weights,
    });
    if let (Some(value), serde_json::Value::Object(explanation)) =
        (value.as_object_mut(), serde_json::json!(explanation))
    {
        value.extend(explanation);
    }
    print(&format!("{value}\n"))
}
