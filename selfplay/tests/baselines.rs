//! The simple players: stronger than random play, weaker than a search, and independent of the
//! number of threads.

use engine::Playable;
use games::{AnyState, with_game};
use selfplay::{Contest, MatchReport, Plan};

fn report<G: Playable>(plan: &Plan, threads: usize) -> MatchReport {
    Contest::<G>::new(plan.clone()).expect("a match").play_all(threads).expect("games")
}

/// The share of the points that the first player makes against the second.
fn score(game: &str, [first, second]: [&str; 2], games: u64) -> f64 {
    let players = [("first", first), ("second", second)];
    let player = |(name, keys)| format!("name={name},{keys}").parse().expect("a player");
    let players = players.map(player).to_vec();
    let plan = Plan::new(game, players, 3, games);
    let any = AnyState::start(game).expect("a game");
    let played = |plan: &Plan, threads| with_game!(&any, G => report::<G>(plan, threads));
    let few = Plan { units: 2, ..plan.clone() };
    let [one, two] = [1, 2].map(|threads| played(&few, threads));
    assert_eq!(one.text(), two.text(), "{game}: one thread and two");
    let all = played(&plan, 2);
    let points = |place: usize| all.players[place].points;
    points(0) / (points(0) + points(1))
}

#[test]
fn greedy_players_beat_random_ones() {
    let share = score("buteur", ["greedy=yes", "random=yes"], 60);
    assert!(share > 0.8, "Buteur: {share}");
    // Only goals have merit here; all other moves are equal.
    let share = score("benedictine:plies=60", ["greedy=yes", "random=yes"], 20);
    assert!(share > 0.7, "Bénédictine: {share}");
}

fn sampling_beats_random_play_in(games: &[&str]) {
    for game in games {
        let share = score(game, ["sampling=8,depth=1", "random=yes"], 12);
        assert!(share > 0.7, "{game}: {share}");
    }
}

#[test]
fn sampling_beats_random_play_and_loses_to_a_search() {
    sampling_beats_random_play_in(&["buteur"]);
    let share = score("ruches", ["sampling=1,depth=1", "depth=4"], 12);
    assert!(share < 0.3, "ruches: {share}");
}

#[test]
#[ignore = "long"]
fn sampling_beats_random_play_in_all_games() {
    sampling_beats_random_play_in(&["maitres", "ruches", "etoile"]);
}

fn tree_search_beats_random_play_in(games: &[&str]) {
    for game in games {
        let share = score(game, ["uct=yes,nodes=100", "random=yes"], 12);
        assert!(share > 0.7, "{game}: {share}");
    }
}

#[test]
fn tree_search_beats_random_play() {
    let share = score("ruches", ["uct=yes,nodes=50", "random=yes"], 8);
    assert!(share > 0.7, "{share}");
}

/// The player uses only the rules, and plays all games: with chance, hidden cards, three seats and
/// teams.
#[test]
#[ignore = "long"]
fn tree_search_beats_random_play_in_all_games() {
    tree_search_beats_random_play_in(&[
        "benedictine",
        "maitres",
        "ruches",
        "etoile",
        "etoile:players=2,misere=yes",
        "buteur",
        "buteur:players=3",
    ]);
}

/// More simulations give more strength.
#[test]
fn tree_search_gains_by_simulations() {
    let share = score("ruches", ["uct=yes,nodes=60", "uct=yes,nodes=3"], 8);
    assert!(share > 0.65, "{share}");
}

/// The same with three seats, and a search is stronger still.
#[test]
#[ignore = "long"]
fn tree_search_gains_by_simulations_in_all_games() {
    for game in ["benedictine", "ruches", "etoile"] {
        let share = score(game, ["uct=yes,nodes=200", "uct=yes,nodes=10"], 12);
        assert!(share > 0.65, "{game}: {share}");
    }
    let share = score("ruches", ["uct=yes,nodes=100", "depth=4"], 12);
    assert!(share < 0.3, "ruches: {share}");
}
