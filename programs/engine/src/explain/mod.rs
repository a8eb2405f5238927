//! `engine explain`: the value of each move, the evaluation, and the work of the search.

mod report;
mod text;

use std::time::Instant;

use cli::{Failure, print, print_line};
use engine::Playable;
use games::{AnyState, State, with_state};
use tablebases::Tabled;

use self::report::Report;
use super::args::SearchArguments;
use super::search::{SearchCommand, SearchQuestion, check_actor};

/// Explains the search of a position.
pub(crate) fn run(any: &AnyState, args: &SearchArguments, started: Instant) -> Result<(), Failure> {
    with_state!(any, state => explain(state, args, started))
}

fn explain<G: Playable + Tabled>(
    state: &State<G>,
    args: &SearchArguments,
    started: Instant,
) -> Result<(), Failure> {
    check_actor(state, args, SearchCommand::BestMove)?;
    let mut question = SearchQuestion::new(state, args, SearchCommand::BestMove, started)?;
    let request = question.request.clone().explain();
    let answer = question.searcher.search(&question.state, &request);
    let report = Report::new(&question.state, &question.weights, &answer);
    if args.json {
        let text = serde_json::to_string(&report);
        return print_line(&text.map_err(|error| Failure::Broken(error.to_string()))?);
    }
    print(&text::format(&report))
}
