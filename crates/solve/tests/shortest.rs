//! The shortest games, compared with all games of that length.

use games::benedictine::Benedictine;
use games::buteur::Buteur;
use games::etoile::{EtoileOnSquare8, EtoileOnStar};
use games::maitres::Maitres;
use games::{Actor, Game, Notation, Outcome, Seat, State, Tactics};
use solve::{ShortGame, ShortestGames, SolveError};

/// All results, and the number of plies that were searched.
fn shortest<G: Notation + Tactics>(state: &State<G>, memory: usize) -> (Vec<ShortGame>, u32) {
    let mut games = ShortestGames::new(state, memory).expect("a player to act");
    let found = std::iter::from_fn(|| games.deepen(&|_| false)).flatten().collect();
    (found, games.plies())
}

/// Whether a seat can win within some player moves if all others help it.
fn can_win<G: Game>(game: &G, position: &G::Position, seat: Seat, plies: u32) -> bool {
    let mut found = false;
    match game.actor(position) {
        Actor::Over(outcome) => return outcome == Outcome::win(seat),
        Actor::Chance => game.each_event(position, |event, _| {
            found = found || can_win(game, &game.apply_event(position, event), seat, plies);
        }),
        Actor::Seat(_) if plies > 0 => game.each_move(position, |mv| {
            found = found || can_win(game, &game.play(position, mv), seat, plies - 1);
        }),
        Actor::Seat(_) => {}
    }
    found
}

/// The games that are found end with the win, and none is shorter.
fn check<G: Notation + Tactics>(text: &str) -> Vec<ShortGame> {
    let state = State::<G>::parse(text).expect("a position");
    let (found, _) = shortest(&state, 64);
    for game in &found {
        let end = State::<G>::parse(&format!("{text} moves {}", game.line.join(" ")));
        let end = end.unwrap_or_else(|error| panic!("{text}: {game:?}: {error}"));
        assert_eq!(end.actor(), Actor::Over(Outcome::win(game.winner)), "{game:?}");
        assert!(can_win(state.game(), state.position(), game.winner, game.plies));
        assert!(!can_win(state.game(), state.position(), game.winner, game.plies - 1), "{game:?}");
    }
    found
}

#[test]
fn shortest_games_are_shortest() {
    let plies = |found: Vec<ShortGame>| found.iter().map(|game| game.plies).collect::<Vec<_>>();
    assert_eq!(plies(check::<Benedictine>("benedictine startpos")), [4, 5]);
    // A has the move, in the sense of draughts: B can never capture, even with help.
    let kings = "etoile:board=square8,players=2,rules=english A Kc3 Kd4 0 -";
    assert_eq!(plies(check::<EtoileOnSquare8>(kings)), [1]);
    let apart = "etoile:board=square8,players=2,rules=english A Ka1 Kd4 0 -";
    assert_eq!(plies(check::<EtoileOnSquare8>(apart)), [3]);
    let die = "maitres 4m4/9/9/4L4/9/9/9/9/4M4 r -";
    assert_eq!(plies(check::<Maitres>(die))[0], 1);
    assert!(check::<EtoileOnStar>("etoile A Aa1 Ba1 Cb2 0 -").len() > 1);
}

/// The same for a state with its history.
fn can_win_from<G: Game>(state: &State<G>, seat: Seat, plies: u32) -> bool {
    if let Actor::Over(outcome) = state.actor() {
        return outcome == Outcome::win(seat);
    }
    let wins = |mv| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        can_win_from(&next, seat, plies - 1)
    };
    plies > 0 && state.legal_moves().into_iter().any(wins)
}

/// A position that has occurred twice is a draw when it occurs again. The shortest game avoids it.
#[test]
fn shortest_games_keep_clear_of_repetitions() {
    let rules = "etoile:board=square8,players=2,repetition=3,rules=english";
    let around = "a1-b2 d4-e5 b2-a1 e5-d4 a1-b2 d4-e5 b2-a1";
    let text = format!("{rules} A Ka1 Kd4 0 - moves {around}");
    let state = State::<EtoileOnSquare8>::parse(&text).unwrap();
    let (found, _) = shortest(&state, 64);
    assert_eq!((found.len(), found[0].plies), (1, 6), "{found:?}");
    assert!(can_win_from(&state, found[0].winner, 6) && !can_win_from(&state, found[0].winner, 5));
    let end = State::<EtoileOnSquare8>::parse(&format!("{text} {}", found[0].line.join(" ")));
    assert_eq!(end.unwrap().actor(), Actor::Over(Outcome::win(found[0].winner)));
    assert_eq!(shortest(&state.without_history(), 64).0[0].plies, 4, "the same without a history");
}

#[test]
fn shortest_games_end_with_memory_or_a_stop() {
    let state = State::<Benedictine>::parse("benedictine startpos").unwrap();
    // With one MiB two plies are stored, and a third is searched.
    let (found, plies) = shortest(&state, 1);
    assert!(found.is_empty() && (2..4).contains(&plies), "{plies}");
    let mut games = ShortestGames::new(&state, 64).unwrap();
    assert!(games.deepen(&|nodes| nodes > 5000).is_some(), "the first ply has few positions");
    assert!(std::iter::from_fn(|| games.deepen(&|nodes| nodes > 5000)).flatten().next().is_none());
    let looked = (games.plies(), games.nodes());
    assert!(games.deepen(&|_| false).is_none(), "stopped for good");
    assert_eq!((games.plies(), games.nodes()), looked);
    // The game ends earlier, by its length.
    let short = State::<Benedictine>::parse("benedictine:plies=3 startpos").unwrap();
    assert_eq!(shortest(&short, 64), (vec![], 3));
    let hidden = State::<Buteur>::parse("buteur startpos").unwrap();
    assert!(matches!(ShortestGames::new(&hidden, 1), Err(SolveError::Hidden)));
}
