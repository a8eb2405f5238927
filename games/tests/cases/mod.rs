//! The positions on which the battery tests its laws: sets of options, random games and generated
//! positions. A failure names the seed and the position.

use std::collections::HashSet;
use std::fmt::Debug;

use games::{
    Game, Notation, OptionInfo, OptionValues, Options, State, Symmetric, Tactics, format_game,
    format_position, random_step,
};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::twin;

/// Random games, shared among the sets of options, and the most steps of one.
const GAMES: usize = 20;
const STEPS: usize = 150;
/// Random positions, shared among the sets of options.
const MADE_UP: usize = 600;

/// The number of times that the random games and positions are tried, with other seeds. The long
/// form of the tests sets it.
fn times() -> usize {
    let times = std::env::var("TIMES").ok().map(|text| text.parse().expect("TIMES: a number"));
    times.unwrap_or(1)
}

/// A game that the battery runs on.
pub(crate) trait Player: Game + Notation + Symmetric + Tactics {}
impl<G: Game + Notation + Symmetric + Tactics> Player for G {}

/// A position under test, named in every failure.
pub(crate) struct Case<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) position: G::Position,
    pub(crate) text: String,
    pub(crate) seed: u64,
}

impl<G: Player> Case<'_, G> {
    pub(crate) fn new(game: &G, position: G::Position, seed: u64) -> Case<'_, G> {
        Case { game, position, text: format_position(game, &position), seed }
    }

    #[track_caller]
    pub(crate) fn same<T: PartialEq + Debug>(&self, left: &T, right: &T, law: &str) {
        assert_eq!(left, right, "{law}: seed {}, {}", self.seed, self.text);
    }

    #[track_caller]
    pub(crate) fn holds(&self, condition: bool, law: &str) {
        assert!(condition, "{law}: seed {}, {}", self.seed, self.text);
    }

    pub(crate) fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.each_move(&self.position, |mv| moves.push(mv));
        moves
    }

    pub(crate) fn events(&self) -> Vec<(G::Event, u32)> {
        let mut events = Vec::new();
        self.game.each_event(&self.position, |event, weight| events.push((event, weight)));
        events
    }
}

/// A choice of options, as `key=value`.
type Choice = Vec<String>;

/// The values of an option in a test: its words; nothing if the default is not among them; a number
/// unchanged.
fn values(info: &OptionInfo) -> Vec<Option<String>> {
    let value = |value: &str| Some(format!("{}={value}", info.key));
    match info.values {
        OptionValues::Words(words) => {
            let implied = !words.contains(&info.default);
            let words = words.iter().map(|word| value(word));
            implied.then_some(None).into_iter().chain(words).collect()
        }
        OptionValues::Count { .. } if info.default.parse::<u32>().is_err() => {
            vec![value("25"), None]
        }
        OptionValues::Count { .. } | OptionValues::Resource(_) => vec![value(info.default)],
    }
}

fn goes_together<G: Notation>(choice: &Choice) -> bool {
    let text = choice.join(",");
    let options = Options::parse(G::OPTIONS, Some(&text)).expect("options of the game");
    G::from_options(&options).is_ok()
}

/// Valid choices of options. Each pair of words occurs in one of them. The first choice also occurs
/// with its numbers off, and with small numbers.
pub(crate) fn option_sets<G: Notation>() -> Vec<String> {
    let mut all: Vec<Choice> = vec![Vec::new()];
    for info in G::OPTIONS {
        let extended = |set: &Choice| -> Vec<Choice> {
            let with = |value: &Option<String>| set.iter().chain(value).cloned().collect();
            values(info).iter().map(with).collect()
        };
        all = all.iter().flat_map(extended).collect();
    }
    all.retain(goes_together::<G>);
    let mut sets = Vec::new();
    for number in ["0", "9"] {
        let numbered = |option: &String| {
            let (key, value) = option.split_once('=').expect("an option");
            let count = value.bytes().all(|byte| byte.is_ascii_digit());
            let known = G::OPTIONS.iter().find(|info| info.key == key);
            let free = known.is_some_and(|info| matches!(info.values, OptionValues::Count { .. }));
            format!("{key}={}", if count && free { number } else { value })
        };
        sets.push(all[0].iter().map(numbered).collect::<Choice>());
    }
    all[1..].shuffle(&mut ChaCha8Rng::seed_from_u64(0));
    let mut met = HashSet::new();
    for choice in all {
        let pairs = choice.iter().flat_map(|one| choice.iter().map(move |other| (one, other)));
        let fresh = pairs.filter(|(one, other)| met.insert(format!("{one},{other}"))).count();
        if fresh > 0 {
            sets.push(choice.clone());
        }
    }
    sets.iter().map(|set| set.join(",")).collect()
}

pub(crate) fn with_options<G: Notation>(options: &str) -> G {
    let options = Options::parse(G::OPTIONS, Some(options)).expect("options of the game");
    G::from_options(&options).expect("options that go together")
}

/// Positions of `share` of the random games, and of the generated positions, with one set of
/// options.
fn positions<G: Player>(game: &G, seed: u64, sets: usize) -> Vec<(G::Position, u64)> {
    let mut positions = Vec::new();
    let mut buffer = Vec::new();
    for seed in seed..seed + (times() * GAMES).div_ceil(sets) as u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(game.clone(), game.start());
        positions.push((*state.position(), seed));
        for _ in 0..STEPS {
            if random_step(&mut state, &mut buffer, &mut rng).is_some() {
                break;
            }
            positions.push((*state.position(), seed));
        }
    }
    let head = format_game(game);
    for seed in seed..seed + (times() * MADE_UP).div_ceil(sets) as u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let text = twin::made_up(&head, &mut rng);
        let fields: Vec<&str> = text.split(' ').collect();
        let position = game.parse_fields(&fields);
        let position =
            position.unwrap_or_else(|error| panic!("seed {seed}: {head} {text}: {error}"));
        positions.push((position, seed));
    }
    positions
}

/// Calls `test` with the positions of every set of options.
pub(crate) fn each_case<G: Player>(mut test: impl FnMut(&Case<'_, G>)) {
    let sets = option_sets::<G>();
    for (index, options) in sets.iter().enumerate() {
        let game: G = with_options(options);
        for (position, seed) in positions(&game, 1000 * index as u64, sets.len()) {
            test(&Case::new(&game, position, seed));
        }
    }
}
