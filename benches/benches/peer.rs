//! Time to the same depth beside the `minimax` crate: the same positions, moves and evaluation, only
//! exact techniques on both sides, equal values asserted.
//!
//! `cargo bench -p benches --bench peer`

use benches::{
    Peer, Quantised, Run, geometric_mean, interleaved, opening_positions, peer_options, peer_value,
    question, ratio, seconds,
};
use engine::{Engine, StopFlag, Techniques};
use games::benedictine::Benedictine;
use games::{DrawRules, State};
use minimax::{IterativeSearch, Strategy};

const DEPTH: u32 = 6;

fn ours(state: &State<Benedictine>) -> (f64, i32, u64) {
    let stop = StopFlag::default();
    let question = question(state, DEPTH, Techniques::EXACT, &stop);
    let (time, answer) = seconds(|| {
        let mut engine = Engine::new(4, 1).expect("4 MiB");
        engine.search(&question, &Quantised::default(), |_| true)
    });
    (time, answer.value.expectation(), answer.nodes)
}

fn theirs(state: &State<Benedictine>, best: bool) -> (f64, i32) {
    seconds(|| {
        let mut search = IterativeSearch::new(Peer::default(), peer_options(best));
        search.set_max_depth(DEPTH as u8);
        search.choose_move(&state.position);
        peer_value(&search)
    })
}

fn main() {
    let run = Run::from_arguments();
    let (rounds, count) = (run.of(3, 1), run.of(20, 4));
    let game = Benedictine { draws: DrawRules::default() };
    let (mut engine, mut best, mut default) = (Vec::new(), Vec::new(), Vec::new());
    println!("Bénédictine to depth {DEPTH}: seconds, medians of {rounds} interleaved rounds");
    println!("{:>3} {:>9} {:>9} {:>9} {:>10}", "", "engine", "best", "defaults", "nodes");
    for (number, state) in opening_positions(&game, count).iter().enumerate() {
        let (mut values, mut nodes) = ([0; 3], 0);
        let [own, peer_best, peer_default] = {
            let [own, tuned, plain] = &mut values;
            interleaved(
                rounds,
                [
                    &mut || {
                        let (time, value, count) = ours(state);
                        (*own, nodes) = (value, count);
                        time
                    },
                    &mut || {
                        let (time, value) = theirs(state, true);
                        *tuned = value;
                        time
                    },
                    &mut || {
                        let (time, value) = theirs(state, false);
                        *plain = value;
                        time
                    },
                ],
            )
        };
        println!(
            "{number:>3} {own:>9.4} {peer_best:>9.4} {peer_default:>9.4} {nodes:>10} {values:?}"
        );
        engine.push(own);
        best.push(peer_best);
        default.push(peer_default);
    }
    println!(
        "geometric means: engine {:.4} s, best {:.4} s, defaults {:.4} s",
        geometric_mean(&engine),
        geometric_mean(&best),
        geometric_mean(&default)
    );
    println!("engine / best settings: {:.3}", ratio(&engine, &best));
    println!("engine / defaults:      {:.3}", ratio(&engine, &default));
}
