//! `tuning trace`.

use clap::Args;
use cli::{Failure, PackArgument, print};
use eval::{Evaluate, Explanation};
use games::{Actor, Notation, ParseError, State, format_position, with_state};
use selfplay::WeightsSource;

pub(super) const EXAMPLE: &str = "Example: tuning trace \"benedictine startpos\"";

#[derive(Args)]
pub(super) struct Arguments {
    /// The position: GAME[:key=value,...] startpos or fields, moves
    position: String,
    #[command(flatten)]
    pack: PackArgument,
    /// default, zero or a file of weights
    #[arg(long, value_name = "FILE", default_value = "default")]
    weights: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Explains the value of a position.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let any = arguments.pack.read()?.position(&arguments.position)?;
    with_state!(&any, state => trace(state, arguments))
}

fn trace<G: Evaluate + Notation>(state: &State<G>, arguments: &Arguments) -> Result<(), Failure> {
    if matches!(state.actor(), Actor::Over(_)) {
        let expected = "a game that is not over";
        return Err(ParseError::new("position", &arguments.position, expected).into());
    }
    let weights = WeightsSource::parse(&arguments.weights).load(state.game())?;
    let explanation = Explanation::of(state.game(), state.position(), &weights);
    if !arguments.json {
        return print(&explanation.text());
    }
    let mut value = serde_json::json!({
        "position": format_position(state.game(), state.position()),
        "weights": arguments.weights,
    });
    if let (Some(value), serde_json::Value::Object(explanation)) =
        (value.as_object_mut(), serde_json::json!(explanation))
    {
        value.extend(explanation);
    }
    print(&format!("{value}\n"))
}
