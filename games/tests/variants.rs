//! `variants.txt`, the games that CI plays: it contains each game and each word of an option.

use std::collections::BTreeSet;

use games::{AnyState, Notation, OptionValues, format_game, with_state};

const VARIANTS: &str = include_str!("../variants.txt");

/// Everything that must occur: each game by its name, two settings for games with options, and each
/// word of an option.
fn wanted<G: Notation>() -> BTreeSet<String> {
    let mut wanted = BTreeSet::from([G::NAME.to_owned()]);
    if !G::OPTIONS.is_empty() {
        wanted.insert(format!("{} with options", G::NAME));
    }
    for option in G::OPTIONS {
        if let OptionValues::Words(words) = option.values {
            let text = |word| format!("{}:{}={word}", G::NAME, option.key);
            wanted.extend(words.iter().map(text));
        }
    }
    wanted
}

/// The parts that a variant covers.
fn shown<G: Notation>(line: &str, game: &G) -> BTreeSet<String> {
    assert_eq!(line, format_game(game), "the canonical text of a variant");
    let options = G::OPTIONS.iter().zip(game.option_values());
    let mut shown: BTreeSet<_> =
        options.map(|(option, value)| format!("{}:{}={value}", G::NAME, option.key)).collect();
    shown.insert(G::NAME.to_owned());
    if line.contains(':') {
        shown.insert(format!("{} with options", G::NAME));
    }
    shown
}

#[test]
fn every_game_and_word_of_an_option_is_among_the_variants() {
    let mut known = BTreeSet::new();
    for line in VARIANTS.lines() {
        let any = AnyState::start(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        known.append(&mut with_state!(any, state => shown(line, state.game())));
    }
    macro_rules! check {
        ($name:ident, $game:ty) => {
            let missing: Vec<_> = wanted::<$game>().difference(&known).cloned().collect();
            assert!(missing.is_empty(), "variants.txt lacks {missing:?}");
        };
    }
    games::for_each_game!(check);
    for name in AnyState::NAMES {
        assert!(VARIANTS.lines().any(|line| line == *name), "variants.txt lacks {name} itself");
    }
}
