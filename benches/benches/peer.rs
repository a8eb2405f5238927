//! Time to the same depth as the `minimax` crate: the same positions, moves and evaluation, only
//! exact techniques on both sides, equal values. Our values are asserted to be those of a search
//! without a table.
//!
//! `cargo bench -p benches --bench peer [-- benedictine etoile draughts]`

use benches::{
    BenchRun, Peer, PeerState, Quantised, QuantisedGame, geometric_mean, interleaved,
    opening_positions, peer_options, peer_value, ratio, seconds,
};
use engine::{Request, SearcherBuilder, Techniques};
use games::benedictine::Benedictine;
use games::etoile::{Etoile, Nation, Rules, Square8, Star};
use games::{DrawRules, State, Tactics};
use minimax::{IterativeSearch, Strategy};

/// A searcher without quiescence search, except for a win by the next move at a leaf.
fn builder<G: QuantisedGame>(game: &Quantised<G>) -> SearcherBuilder<Quantised<G>> {
    let techniques = Techniques { quiescence: !G::TACTICAL, ..Techniques::EXACT };
    SearcherBuilder::new(game.clone(), game.evaluator()).techniques(techniques)
}

fn ours<G: QuantisedGame>(state: &State<Quantised<G>>, depth: u32) -> (f64, i32, u64) {
    let builder = builder(state.game()).hash(4);
    let (time, answer) =
        seconds(|| builder.build().expect("4 MiB").search(state, &Request::new().depth(depth)));
    (time, answer.value.expectation(), answer.nodes)
}

/// Whether only one move has to be tried.
fn forced<G: Tactics>(state: &State<G>) -> bool {
    let mut count = 0;
    state.game().each_candidate(state.position(), |_| count += 1);
    count == 1
}

/// The value at exactly this depth. Without a table none can come from a deeper search.
fn truth<G: QuantisedGame>(state: &State<Quantised<G>>, depth: u32) -> i32 {
    let builder = builder(state.game()).adjust(|techniques| techniques.table = false);
    let mut searcher = builder.hash(1).build().expect("1 MiB");
    searcher.search(state, &Request::new().depth(depth)).value.expectation()
}

fn theirs<G: QuantisedGame>(
    game: &'static Quantised<G>,
    state: &State<Quantised<G>>,
    depth: u32,
    best: bool,
) -> (f64, i32) {
    let peer = Peer::new(game);
    let start = PeerState { game, position: *state.position() };
    seconds(|| {
        let mut search = IterativeSearch::new(peer, peer_options(best));
        search.set_max_depth(depth as u8);
        search.choose_move(&start);
        peer_value(&search)
    })
}

fn main() {
    let run = BenchRun::from_arguments();
    if run.includes("benedictine") {
        compare(&run, "Bénédictine", Benedictine { draws: DrawRules::default() }, 6);
    }
    // The peer knows neither repetition nor a player who moves twice, as after a huff.
    let rules = |nation| Rules { repetition: 0, huff: false, ..Rules::new(nation, 2) };
    if run.includes("etoile") {
        compare(&run, "The star for two", Etoile::<Star>::new(rules(Nation::French)), 11);
    }
    if run.includes("draughts") {
        let game = Etoile::<Square8>::new(rules(Nation::English));
        compare(&run, "English draughts", game, 14);
    }
}

fn compare<G: QuantisedGame>(run: &BenchRun, name: &str, game: G, depth: u32) {
    let (rounds, count) = (run.of(3, 1), run.of(20, 4));
    // Lives as long as the program, because the peer's positions refer to their rules.
    let game: &'static Quantised<G> = Box::leak(Box::new(Quantised(game)));
    let (mut engine, mut best, mut default) = (Vec::new(), Vec::new(), Vec::new());
    println!("{name} to depth {depth}: seconds, medians of {rounds} interleaved rounds");
    println!("{:>3} {:>9} {:>9} {:>9} {:>10}", "", "engine", "best", "defaults", "nodes");
    // The peer does not search if there is only one move.
    let mut positions = opening_positions(game, 4 * count);
    positions.retain(|state| !forced(state));
    for (number, state) in positions.iter().take(count).enumerate() {
        let (mut values, mut nodes) = ([0; 3], 0);
        let [own, peer_best, peer_default] = {
            let [own, tuned, plain] = &mut values;
            interleaved(
                rounds,
                [
                    &mut || {
                        let (time, value, count) = ours(state, depth);
                        (*own, nodes) = (value, count);
                        time
                    },
                    &mut || {
                        let (time, value) = theirs(game, state, depth, true);
                        *tuned = value;
                        time
                    },
                    &mut || {
                        let (time, value) = theirs(game, state, depth, false);
                        *plain = value;
                        time
                    },
                ],
            )
        };
        assert_eq!(values[0], truth(state, depth), "a search without a table");
        if values.iter().any(|&value| value != values[0]) {
            // The peer uses table entries of greater depth, whose values may differ.
            println!("{number:>3} left out: values {values:?}");
            continue;
        }
        println!("{number:>3} {own:>9.4} {peer_best:>9.4} {peer_default:>9.4} {nodes:>10}");
        engine.push(own);
        best.push(peer_best);
        default.push(peer_default);
    }
    assert!(engine.len() * 4 >= count * 3, "too few positions are left");
    println!(
        "geometric means: engine {:.4} s, best {:.4} s, defaults {:.4} s",
        geometric_mean(&engine),
        geometric_mean(&best),
        geometric_mean(&default)
    );
    println!("engine / best settings: {:.3}", ratio(&engine, &best));
    println!("engine / defaults:      {:.3}", ratio(&engine, &default));
}
