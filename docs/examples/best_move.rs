//! A best move in one of the listed games.

use engine::{Request, Searcher};
use games::maitres::Maitres;
use games::{Notation, ParseError, State};

fn main() -> Result<(), ParseError> {
    let state = State::<Maitres>::parse("maitres startpos moves die4")?;
    let mut searcher = Searcher::new(*state.game());
    let answer = searcher.search(&state, &Request::depth(3));
    let best = answer.best().expect("a player is to act");
    let text = state.game().format_move(state.position(), best);
    println!("{text}, worth {:.3}", answer.value.to_f64());
    assert_eq!(text, "b2-b6");
    Ok(())
}
