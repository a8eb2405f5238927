//! `query`: questions about the position.

use games::{Actor, Notation, Outcome, ParseError, Seat, State, format_position};

/// The line that answers a question about the position, without its end.
///
/// # Errors
/// An unknown question.
#[inline(never)]
pub fn answer_query<G: Notation>(state: &State<G>, question: &str) -> Result<String, ParseError> {
    let answer = of_state(state, question);
    answer.map(|text| format!("response {text}")).ok_or_else(|| {
        let expected = "one of gameover p1turn result actor moves chance position shares";
        ParseError::new("query", question, expected)
    })
}

fn of_state<G: Notation>(state: &State<G>, question: &str) -> Option<String> {
    let (game, actor) = (state.game(), state.actor());
    Some(match question {
        "gameover" => matches!(actor, Actor::Over(_)).to_string(),
        "p1turn" => (actor == Actor::Seat(Seat::FIRST)).to_string(),
        "result" => result(actor, game.seats()),
        "actor" => match actor {
            Actor::Seat(_) => game.player_name(state.position()).to_owned(),
            Actor::Chance => "chance".to_owned(),
            Actor::Over(_) => "over".to_owned(),
        },
        "moves" => {
            let moves = successors(state).into_iter().map(|branch| branch.text);
            or_none(&moves.collect::<Vec<_>>())
        }
        "chance" if actor == Actor::Chance => {
            let total = game.total_weight(state.position());
            let chances = successors(state).into_iter();
            let chances =
                chances.map(|event| format!("{} {}", event.text, fraction(event.weight, total)));
            or_none(&chances.collect::<Vec<_>>())
        }
        "chance" => or_none(&[]),
        "position" => format_position(game, state.position()),
        "shares" => match actor {
            Actor::Over(outcome) => shares(game, outcome),
            _ => or_none(&[]),
        },
        _ => return None,
    })
}

fn or_none(texts: &[String]) -> String {
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

/// `p1win` and so on, `draw`, or `none` where the game is not over.
fn result(actor: Actor, seats: u8) -> String {
    let Actor::Over(outcome) = actor else { return or_none(&[]) };
    let winner = Seat::all(seats).find(|&seat| outcome == Outcome::win(seat));
    winner.map_or_else(|| "draw".to_owned(), |seat| format!("p{}win", seat.number() + 1))
}

/// The share of the point of each seat.
fn shares<G: Notation>(game: &G, outcome: Outcome) -> String {
    let share = |seat| {
        let (share, of) = outcome.share(seat);
        format!("{} {:.6}", game.seat_name(seat), f64::from(share) / f64::from(of))
    };
    or_none(&Seat::all(game.seats()).map(share).collect::<Vec<_>>())
}

/// A legal move or a chance event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The move or event.
    pub text: String,
    /// The weight of an event; 1 for a move.
    pub weight: u32,
    /// The position after it.
    pub child: String,
}

/// All moves or events of a position, sorted by text.
#[inline(never)]
pub fn successors<G: Notation>(state: &State<G>) -> Vec<Successor> {
    let (game, position) = (state.game(), state.position());
    let mut found = Vec::new();
    match state.actor() {
        Actor::Over(_) => {}
        Actor::Seat(_) => {
            let moves = state.legal_moves();
            for (text, mv) in state.move_texts(&moves).into_iter().zip(moves) {
                let child = format_position(game, &game.play(position, mv));
                found.push(Successor { text, weight: 1, child });
            }
        }
        Actor::Chance => game.each_event(position, |event, weight| {
            let child = format_position(game, &game.apply_event(position, event));
            found.push(Successor { text: game.format_event(event), weight, child });
        }),
    }
    by_text(found)
}

/// It does not depend on the game, so its sort is compiled once.
fn by_text(mut successors: Vec<Successor>) -> Vec<Successor> {
    successors.sort_by(|one, two| one.text.cmp(&two.text));
    successors
}

/// A fraction in lowest terms.
#[must_use]
pub fn fraction(numerator: u32, denominator: u32) -> String {
    let (mut a, mut b) = (numerator, denominator);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", numerator / a.max(1), denominator / a.max(1))
}
