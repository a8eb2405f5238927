//! A best move in one of the listed games.

use engine::prelude::*;

fn main() -> Result<(), ParseError> {
    let mut state = State::<Maitres>::parse("maitres startpos moves die4")?;
    let mut searcher = Searcher::new(*state.game());
    let answer = searcher.search(&state, &Request::new().depth(3));
    let best = answer.best().expect("a player is to act");
    println!("{}, worth {:.3}", state.move_text(best), answer.value.to_f64());
    state.play(best).expect("a legal move");
    Ok(())
}
