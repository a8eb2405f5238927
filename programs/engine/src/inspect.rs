//! `engine inspect`.

use cli::{Failure, print_line};
use games::{Actor, AnyState, Notation, Seat, State, format_position, with_state};
use serde_json::{Map, Value as Json, json};

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

    let branches = branches(state, actor);
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

/// A move or event, its weight (1 for a move), and the position after it.
pub(super) struct Successor {
    pub(super) text: String,
    pub(super) weight: u32,
    child: String,
}

/// All moves or events, sorted by text.
pub(super) fn branches<G: Notation>(state: &State<G>, actor: Actor) -> Vec<Successor> {
    let (game, position) = (state.game(), state.position());
    let mut found = Vec::new();
    match actor {
        Actor::Over(_) => {}
        Actor::Seat(_) => game.each_move(position, |mv| {
            let child = format_position(game, &game.play(position, mv));
            found.push(Successor { text: game.format_move(position, mv), weight: 1, child });
        }),
        Actor::Chance => game.each_event(position, |event, weight| {
            let child = format_position(game, &game.apply_event(position, event));
            found.push(Successor { text: game.format_event(event), weight, child });
        }),
    }
    found.sort_by(|one, two| one.text.cmp(&two.text));
    found
}

/// A fraction in lowest terms.
pub(super) fn fraction(numerator: u32, denominator: u32) -> String {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", numerator / a.max(1), denominator / a.max(1))
}
