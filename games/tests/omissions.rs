//! Omitted captures gain nothing with two players. Games with few pieces are solved twice: over all
//! legal moves, and over the moves that a search tries. Every position must have the same result.
//! The proof is at `each_candidate` of `games/src/etoile/tactics.rs`.

use std::collections::HashMap;

use games::etoile::{Board, Etoile, Position, Square8, Star};
use games::{Actor, Game, Key, Notation, Options, Seat, Tactics};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of random starting positions.
const STARTS: usize = 4;

/// All positions that can follow a set of positions, without the count of quiet turns. A cycle is a
/// draw.
struct Graph {
    nodes: Vec<Node>,
}

struct Node {
    position: Position,
    /// Whether the first seat is to act.
    first: bool,
    /// 1 if the first seat has won, -1 if it has lost, 0 if the game continues or is drawn.
    result: i8,
    /// The positions after legal moves, and whether a search tries each move.
    children: Vec<(u32, bool)>,
}

/// The position with no quiet turn.
fn fresh<B: Board>(game: &Etoile<B>, position: &Position) -> Position {
    if position.quiet() == 0 {
        return *position;
    }
    let fields = game.format_fields(position);
    let mut fields: Vec<&str> = fields.split(' ').collect();
    fields[3] = "0";
    game.parse_fields(&fields).expect("the same with a lower count")
}

impl Graph {
    fn reach<B: Board>(game: &Etoile<B>, starts: &[Position]) -> Self {
        let mut graph = Self { nodes: Vec::new() };
        let mut known: HashMap<Key, u32> = HashMap::new();
        for start in starts {
            graph.enter(game, &mut known, start);
        }
        let mut next = 0;
        while next < graph.nodes.len() {
            let position = graph.nodes[next].position;
            if matches!(game.actor(&position), Actor::Seat(_)) {
                let (mut moves, mut candidates) = (Vec::new(), Vec::new());
                game.each_move(&position, |mv| moves.push(mv));
                game.each_candidate(&position, |mv| candidates.push(mv));
                for mv in moves {
                    let child = graph.enter(game, &mut known, &game.play(&position, mv));
                    graph.nodes[next].children.push((child, candidates.contains(&mv)));
                }
            }
            next += 1;
        }
        graph
    }

    fn enter<B: Board>(
        &mut self,
        game: &Etoile<B>,
        known: &mut HashMap<Key, u32>,
        position: &Position,
    ) -> u32 {
        *known.entry(game.repetition_key(position)).or_insert_with(|| {
            let position = fresh(game, position);
            let first = Seat::FIRST;
            let result = match game.actor(&position) {
                Actor::Over(outcome) if outcome.winners().contains(first) => 1,
                Actor::Over(_) => -1,
                _ => 0,
            };
            let first = position.side() == first;
            self.nodes.push(Node { position, first, result, children: Vec::new() });
            self.nodes.len() as u32 - 1
        })
    }

    /// The result of every position, over all moves or only over those that are `tried`, computed
    /// to a fixed point.
    fn solved(&self, tried: impl Fn(bool) -> bool) -> Vec<i8> {
        let mut results: Vec<i8> = self.nodes.iter().map(|node| node.result).collect();
        loop {
            let mut changed = false;
            for (index, node) in self.nodes.iter().enumerate().rev() {
                let best = if node.first { 1 } else { -1 };
                let moves = node.children.iter().filter(|(_, candidate)| tried(*candidate));
                let found = moves.map(|&(child, _)| best * results[child as usize]).max();
                if let Some(found) = found.filter(|found| results[index] == 0 && *found != 0) {
                    results[index] = best * found;
                    changed = true;
                }
            }
            if !changed {
                return results;
            }
        }
    }
}

/// Two or three pieces, one side's and the other's.
fn random_position<B: Board>(game: &Etoile<B>, rng: &mut ChaCha8Rng) -> Option<Position> {
    let camps: &[&str] = if B::CAMPS == 1 { &[""] } else { &["A", "B", "C"] };
    let mut lists = [Vec::new(), Vec::new()];
    for number in 0..rng.random_range(2..=3) {
        let column = char::from(b'a' + rng.random_range(0..8));
        let king = ["", "K"].choose(rng)?;
        let row = rng.random_range(1..=B::ROWS);
        lists[number % 2].push(format!("{king}{}{column}{row}", camps.choose(rng)?));
    }
    let [a, b] = lists.map(|list| list.join(","));
    game.parse_fields(&["A", &a, &b, "0", "-"]).ok()
}

fn omissions_gain_nothing<B: Board>(options: &str) {
    let options = Options::parse(Etoile::<B>::OPTIONS, Some(options)).expect("options");
    let game = Etoile::<B>::from_options(&options).expect("options that go together");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut starts = Vec::new();
    while starts.len() < STARTS {
        starts.extend(random_position(&game, &mut rng));
    }
    let graph = Graph::reach(&game, &starts);
    let (all, tried) = (graph.solved(|_| true), graph.solved(|candidate| candidate));
    let mut omitted = 0;
    for (node, (all, tried)) in graph.nodes.iter().zip(all.iter().zip(&tried)) {
        assert_eq!(all, tried, "{}", game.format_fields(&node.position));
        omitted += usize::from(node.children.iter().any(|(_, candidate)| !candidate));
    }
    let wins = |result| all.iter().filter(|&&found| found == result).count();
    let (won, lost) = (wins(1), wins(-1));
    assert!(omitted > 100 && won > 1000 && lost > 1000, "{omitted} {won} {lost}");
}

#[test]
fn french_on_an_ordinary_board() {
    omissions_gain_nothing::<Square8>("board=square8,landing=any,majority=yes,players=2");
}

#[test]
fn german_misere_on_an_ordinary_board() {
    omissions_gain_nothing::<Square8>("board=square8,misere=yes,players=2,rules=german");
}

#[test]
fn english_with_huffs_on_the_star() {
    omissions_gain_nothing::<Star>("omit=huff,players=2,rules=english");
}
