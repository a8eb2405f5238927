//! Games under many choices of their options.

use games::{Notation, OptionValues, Options};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The most choices of options that a test looks at.
const MOST: usize = 48;

/// The game under every choice of words for its options that go together, or many of them.
pub(crate) fn variants<G: Notation>() -> Vec<G> {
    let mut sets = vec![Vec::new()];
    for info in G::OPTIONS {
        let values = match info.values {
            OptionValues::Words(words) => words,
            OptionValues::Count(_) => &["0", "2"],
            OptionValues::Pack => &["standard"],
        };
        let extended = |set: &Vec<String>| -> Vec<Vec<String>> {
            let with = |value| [&set[..], &[format!("{}={value}", info.key)]].concat();
            values.iter().map(with).collect()
        };
        sets = sets.iter().flat_map(extended).collect();
    }
    let game = |set: &Vec<String>| {
        let text = set.join(",");
        let text = (!text.is_empty()).then_some(text.as_str());
        G::from_options(&Options::parse(G::OPTIONS, text).expect("options")).ok()
    };
    let mut games: Vec<G> = sets.iter().filter_map(game).collect();
    games.shuffle(&mut ChaCha8Rng::seed_from_u64(1));
    games.truncate(MOST);
    games
}
