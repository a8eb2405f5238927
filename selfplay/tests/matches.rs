//! Small matches: the same on any number of threads, fair to both seats, and won by the stronger.

use engine::{Limits, StopFlag, Techniques};
use eval::{Linear, Weights};
use games::{AnyState, Outcome, Seat, State, with_state};
use selfplay::{Contest, Game, MatchError, Mind, Player, PlayerSpec, Searcher, Tally};

const GAMES: [&str; 4] =
    ["benedictine:plies=120", "maitres", "maitres:variant=annihilation", "ruches:setup=ordered"];

fn player<G: Game>(start: &State<G>, text: &str) -> Player {
    PlayerSpec::parse(text).expect("a player").prepare(&start.game).expect("weights")
}

fn contest<G: Game>(start: &State<G>, first: &str, second: &str) -> Contest<G> {
    let players = [player(start, first), player(start, second)];
    Contest { start: start.clone(), players, opening: 4, seed: 5 }
}

fn play<G: Game>(contest: &Contest<G>, units: u64, threads: usize) -> Tally {
    contest.run(units, threads, &StopFlag::default(), |_| {}).expect("legal moves")
}

fn on_every_game(run: impl Fn(&AnyState)) {
    for game in GAMES {
        run(&AnyState::parse(&format!("{game} startpos")).expect("a game"));
    }
}

#[test]
fn threads_change_nothing() {
    on_every_game(|any| {
        with_state!(any, state => {
            let contest = contest(state, "name=A,nodes=60", "name=B,nodes=30,reductions=no");
            let one = play(&contest, 5, 1);
            assert_eq!(one, play(&contest, 5, 2));
            assert_eq!(one.units(), 5);
            let other = Contest { seed: 6, ..contest };
            assert_ne!(one, play(&other, 5, 2), "another seed plays other games");
        });
    });
}

/// A player against itself: both games of a pair are the same game, move by move.
#[test]
fn seats_are_exchanged() {
    on_every_game(|any| {
        with_state!(any, state => {
            for text in ["nodes=40", "random=yes"] {
                let contest =
                    contest(state, &format!("name=A,{text}"), &format!("name=B,{text}"));
                for number in 0..4 {
                    let [one, two] = contest.unit(number).unwrap();
                    assert_eq!(one, two);
                }
                let tally = play(&contest, 4, 2);
                assert_eq!(tally.pairs, [0, 0, 4, 0, 0]);
                assert_eq!(tally.seats[0].wins, tally.seats[1].losses);
            }
        });
    });
}

/// The first player has the first seat in the first game, and the second in the second.
#[test]
fn the_winner_sits_where_it_should() {
    on_every_game(|any| {
        with_state!(any, state => {
            let contest = contest(state, "name=A,nodes=300", "name=B,random=yes");
            let units: Vec<_> = (0..4).map(|number| contest.unit(number).unwrap()).collect();
            let wins = |game: usize, seat| {
                units.iter().filter(|unit| unit[game].outcome == Outcome::win(seat)).count()
            };
            assert!(wins(0, Seat::FIRST) >= 3, "{units:?}");
            assert!(wins(1, Seat::SECOND) >= 3, "{units:?}");
        });
    });
}

#[test]
fn negated_weights_lose() {
    on_every_game(|any| {
        with_state!(any, state => {
            let mut contest = contest(state, "name=A,nodes=200", "name=B,nodes=200");
            let mut weights = Weights::default_for(&state.game);
            weights.values.iter_mut().for_each(|weight| *weight = -*weight);
            contest.players[1].mind = Mind::Search(Box::new(Searcher {
                random_plies: 0,
                limits: Limits { nodes: Some(200), ..Limits::default() },
                techniques: Techniques::ALL,
                evaluator: Linear::new(&weights),
            }));
            let total = play(&contest, 4, 2).total();
            assert!(total.points() >= 6.5, "{total:?}");
        });
    });
}

/// Random for good is a random player; random for no ply is none.
#[test]
fn random_plies_are_random() {
    on_every_game(|any| {
        with_state!(any, state => {
            let total = |first, second| play(&contest(state, first, second), 4, 2).total();
            let random = total("name=A,nodes=200", "name=B,random=yes");
            assert_eq!(total("name=A,nodes=200", "name=B,nodes=2,random-plies=9999"), random);
            let same = total("name=A,nodes=200", "name=B,nodes=200,random-plies=0");
            assert_eq!(same.points(), 4.0, "{same:?}");
        });
    });
}

#[test]
fn a_stopped_match_is_the_beginning_of_a_whole_one() {
    let any = AnyState::parse("maitres startpos").unwrap();
    with_state!(&any, state => {
        let contest = contest(state, "name=A,nodes=40", "name=B,random=yes");
        let stop = StopFlag::default();
        let part = contest.run(9, 1, &stop, |tally| {
            if tally.units() == 2 {
                stop.stop();
            }
        });
        let part = part.unwrap();
        assert!((2..9).contains(&part.units()));
        assert_eq!(part, play(&contest, part.units(), 1));
    });
}

#[test]
fn an_opening_that_leaves_no_game_is_an_error() {
    let any = AnyState::parse("benedictine:plies=4 startpos").unwrap();
    with_state!(&any, state => {
        let contest = contest(state, "name=A,nodes=40", "name=B,random=yes");
        assert_eq!(contest.unit(0), Err(MatchError::Opening(4)));
        assert!(contest.run(3, 2, &StopFlag::default(), |_| {}).is_err());
    });
}
