//! The tables of techniques and parameters name the searches that read each of them. Settings that
//! a search does not read are refused, so the tables must be right.

use std::thread;

use engine::{
    Limits, Opponents, Parameter, Parameters, Playable, Request, SearchKind, Searcher, Technique,
    Techniques, Uncertainty,
};
use games::{Actor, AnyState, Information, State, random_step, with_state};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Moves and events at random from the position, then on to a decision of a player.
#[derive(Clone, Copy)]
struct Question {
    text: &'static str,
    steps: u32,
    limits: Limits,
}

/// A search to a depth. Without alpha-beta it would take very long, so its nodes are limited, too.
const fn depth(text: &'static str, steps: u32, depth: u32) -> Question {
    let limits = Limits { depth: Some(depth), nodes: Some(4000), time: None };
    Question { text, steps, limits }
}

const fn nodes(text: &'static str, steps: u32, nodes: u64) -> Question {
    let limits = Limits { depth: None, nodes: Some(nodes), time: None };
    Question { text, steps, limits }
}

const CHECKERS: &str = "etoile:board=square8,players=2,quiet=40,rules=english startpos";

const TWO: &[Question] = &[
    depth("benedictine startpos", 4, 5),
    depth("ruches startpos", 6, 4),
    depth(CHECKERS, 8, 9),
    // Strokes: a man is given up, and the reply is forced.
    depth(
        "etoile:board=square8,players=2,quiet=40,rules=english A b4,c3,e3,f2,Kd2 b6,c7,d6,f6,h6 0 -",
        0,
        8,
    ),
];
const DICE: &[Question] = &[depth("maitres startpos", 4, 2), depth("maitres startpos", 14, 3)];
const THREE: &[Question] = &[depth("etoile startpos", 9, 4), depth("etoile startpos", 30, 4)];
const TREE: &[Question] = &[nodes("etoile startpos", 9, 3000), nodes("etoile startpos", 31, 9000)];
const CARDS: &[Question] = &[
    nodes("buteur startpos", 30, 4000),
    nodes("buteur startpos", 47, 4000),
    nodes("buteur startpos", 61, 12_000),
];

/// Each search with its questions, and the choices that lead to it.
const SEARCHES: [(SearchKind, &[Question], Opponents, Uncertainty); 9] = [
    (SearchKind::AlphaBeta, TWO, Opponents::Mcts, Uncertainty::Ismcts),
    (SearchKind::Expectimax, DICE, Opponents::Mcts, Uncertainty::Ismcts),
    (SearchKind::BestReply, THREE, Opponents::BestReply, Uncertainty::Ismcts),
    (SearchKind::Paranoid, THREE, Opponents::Paranoid, Uncertainty::Ismcts),
    (SearchKind::MaxN, THREE, Opponents::MaxN, Uncertainty::Ismcts),
    (SearchKind::Mcts, TREE, Opponents::Mcts, Uncertainty::Ismcts),
    (SearchKind::Views, CARDS, Opponents::Mcts, Uncertainty::Views),
    (SearchKind::Worlds, CARDS, Opponents::Mcts, Uncertainty::Worlds),
    (SearchKind::Ismcts, CARDS, Opponents::Mcts, Uncertainty::Ismcts),
];

fn decision<G: Playable>(mut state: State<G>, steps: u32) -> State<G> {
    let (mut rng, mut buffer) = (ChaCha8Rng::seed_from_u64(5), Vec::new());
    for step in 0.. {
        match state.actor() {
            Actor::Seat(_) if step >= steps => break,
            Actor::Over(_) => panic!("a longer game is needed"),
            _ => random_step(&mut state, &mut buffer, &mut rng),
        };
    }
    state.seen_by(G::Information::player(state.game(), state.position()))
}

/// The nodes and values of two searches by one searcher, the second of them deeper.
fn outcome<G: Playable>(
    state: &State<G>,
    (kind, limits): (SearchKind, Limits),
    techniques: Techniques,
) -> Vec<String> {
    assert_eq!(SearchKind::of(state, &techniques, &limits), kind);
    let builder = Searcher::builder(state.game().clone()).techniques(techniques);
    let mut searcher = builder.hash(1).threads(1).build().expect("a small table");
    let deeper = Limits {
        depth: limits.depth.map(|depth| depth + 1),
        nodes: limits.nodes.map(|nodes| nodes * 2),
        time: None,
    };
    let searches = [limits, deeper].map(|limits| {
        let answer = searcher.search(state, &Request::from(limits).seed(3));
        format!("{} {} {:?}", answer.nodes, answer.leaves, answer.variations)
    });
    searches.to_vec()
}

/// A change of one technique, or of one parameter.
enum Change {
    Technique(&'static Technique),
    Parameter(&'static Parameter),
}

impl Change {
    fn all() -> impl Iterator<Item = Self> {
        let techniques = Techniques::TABLE.iter().map(Self::Technique);
        techniques.chain(Parameters::TABLE.iter().map(Self::Parameter))
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Technique(technique) => technique.name,
            Self::Parameter(parameter) => parameter.name,
        }
    }

    fn is_read_by(&self, kind: SearchKind) -> bool {
        match self {
            Self::Technique(technique) => technique.check_read(&[kind]).is_ok(),
            Self::Parameter(parameter) => parameter.is_read_by(&[kind]),
        }
    }

    /// The techniques with the change: the other state of the technique, the least and the greatest
    /// value of the parameter.
    fn made_in(&self, usual: Techniques) -> Vec<Techniques> {
        match self {
            Self::Technique(technique) => {
                let changed = [true, false].map(|on| {
                    let mut changed = usual;
                    technique.set(&mut changed, on);
                    changed
                });
                changed.into_iter().filter(|changed| *changed != usual).collect()
            }
            Self::Parameter(parameter) => [parameter.least, parameter.most]
                .map(|value| {
                    let mut changed = usual;
                    changed.parameters.set(parameter, value);
                    changed
                })
                .to_vec(),
        }
    }
}

/// The changes that have an effect in a search, and those of them that the search should not read.
fn effects_in(
    (kind, questions, opponents, uncertainty): (SearchKind, &[Question], Opponents, Uncertainty),
) -> (usize, Vec<String>) {
    let usual = Techniques { opponents, uncertainty, ..Techniques::ALL };
    let mut effects: Vec<(Change, bool)> = Change::all().map(|change| (change, false)).collect();
    for question in questions {
        let any = AnyState::parse(question.text).expect("a position");
        with_state!(any, state => {
            let state = decision(state, question.steps);
            let search = (kind, question.limits);
            let expected = outcome(&state, search, usual);
            for (change, effect) in effects.iter_mut().filter(|(_, effect)| !effect) {
                let mut changed = change.made_in(usual);
                if !change.is_read_by(kind) {
                    // No value has an effect, so one is enough.
                    changed.truncate(1);
                }
                *effect = changed.iter().any(|&one| outcome(&state, search, one) != expected);
            }
        });
    }
    let found: Vec<_> = effects.into_iter().filter(|(_, effect)| *effect).collect();
    let unread = found.iter().filter(|(change, _)| !change.is_read_by(kind));
    let unread = unread.map(|(change, _)| format!("{} in {}", change.name(), kind.name()));
    (found.len(), unread.collect())
}

/// No search reads more than the tables say, so a setting that is refused has no effect. Most
/// settings that a search reads change these small searches; some need longer ones, and the
/// evaluation cache changes their speed alone.
#[test]
#[ignore = "long: 40 s of processor time"]
fn settings_without_readers_have_no_effect() {
    let found = thread::scope(|scope| {
        let threads = SEARCHES.map(|search| scope.spawn(move || effects_in(search)));
        threads.map(|thread| thread.join().expect("no panic"))
    });
    let unread: Vec<_> = found.iter().flat_map(|(_, unread)| unread.clone()).collect();
    assert_eq!(unread, Vec::<String>::new());
    let count: usize = found.iter().map(|(count, _)| count).sum();
    assert!(count > 60, "{count} effects say little");
}
