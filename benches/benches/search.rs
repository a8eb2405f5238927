//! tmp
use benches::{Quantised, opening_positions, question};
use engine::{Engine, StopFlag, Techniques};
use games::DrawRules;
use games::benedictine::Benedictine;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let depth: u32 = args[1].parse().unwrap();
    let game = Benedictine { draws: DrawRules::default() };
    let states = opening_positions(&game, args[2].parse().unwrap());
    let (mut nodes, mut leaves) = (0, 0);
    let t0 = std::time::Instant::now();
    for state in &states {
        let stop = StopFlag::default();
        let mut engine = Engine::new(4, 1).unwrap();
        let a = engine.search(
            &question(state, depth, Techniques::EXACT, &stop),
            &Quantised::default(),
            |_| true,
        );
        nodes += a.nodes;
        leaves += a.leaves;
    }
    println!("nodes {nodes} leaves {leaves} {:?}", t0.elapsed());
}
