//! `engine inspect`.

use cli::{Failure, print_line};
use games::{Actor, AnyState, Notation, Seat, State, format_position, with_state};
use serde_json::{Map, Value as Json, json};
use ugi::{fraction, successors};

use super::output::millionths;

/// Describes a position as JSON.
pub(crate) fn run(any: &AnyState, children: bool) -> Result<(), Failure> {
    let object = with_state!(any, state => describe(state, children));
    print_line(&Json::Object(object).to_string())
}

fn describe<G: Notation>(state: &State<G>, children: bool) -> Map<String, Json> {
    let (game, position) = (state.game(), state.position());
    let mut object = Map::new();
    object.insert("position".into(), format_position(game, position).into());
    let actor = state.actor();
    let name = match actor {
        Actor::Seat(_) => game.player_name(position),
        Actor::Chance => "chance",
        Actor::Over(_) => "over",
    };
    object.insert("actor".into(), name.into());

    let branches = successors(state);
    let moves: Vec<_> = branches.iter().map(|branch| branch.text.clone()).collect();
    object.insert("moves".into(), json!(moves));
    if actor == Actor::Chance {
        let total = game.total_weight(position);
        let prob = branches.iter().map(|b| (b.text.clone(), fraction(b.weight, total).into()));
        object.insert("prob".into(), Json::Object(prob.collect()));
    }
    if let Actor::Over(outcome) = actor {
        let shares = Seat::all(game.seats()).map(|seat| {
            let (n, d) = outcome.share(seat);
            (game.seat_name(seat).to_owned(), millionths(f64::from(n) / f64::from(d)))
        });
        object.insert("result".into(), Json::Object(shares.collect()));
        let points = game.points(position);
        if !points.is_empty() {
            let seats = Seat::all(game.seats()).map(|seat| game.seat_name(seat).to_owned());
            let points = seats.zip(points.into_iter().map(Json::from)).collect();
            object.insert("points".into(), Json::Object(points));
        }
    }
    if children {
        let children = branches.into_iter().map(|branch| (branch.text, branch.child.into()));
        object.insert("children".into(), Json::Object(children.collect()));
    }
    object
}
