//! The files that every game of the list needs beside its code. A forgotten step fails here. In
//! other tests `for_each_game!` requires an evaluation with weights, a symmetry and a twin, and
//! `variants.rs` requires variants for CI.

use std::collections::BTreeSet;
use std::path::PathBuf;

use games::{AnyState, GameInfo, OptionValues};

/// A file of the repository.
fn file(path: &str) -> Result<String, std::io::Error> {
    std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path))
}

/// The id of a game in a position text or in `game:options`.
fn id(text: &str) -> &str {
    text.split([':', ' ']).next().unwrap_or(text)
}

#[test]
fn names_are_ids() {
    let names: BTreeSet<_> = AnyState::NAMES.iter().collect();
    assert_eq!(names.len(), AnyState::NAMES.len(), "each name once");
    let infos: Vec<_> = AnyState::infos().iter().map(|info| info.name).collect();
    assert_eq!(infos, AnyState::NAMES);
    for info in AnyState::infos() {
        assert!(info.name.bytes().all(|letter| letter.is_ascii_lowercase()), "{}", info.name);
        assert!((2..=games::MAX_SEATS as u8).contains(&info.seats), "{}", info.name);
    }
}

#[test]
fn options_are_sorted_and_each_value_is_read() {
    for GameInfo { name, options, .. } in AnyState::infos() {
        assert!(options.is_sorted_by(|one, other| one.key < other.key), "options of {name}");
        for option in *options {
            let OptionValues::Words(words) = option.values else { continue };
            for word in words {
                // It may conflict with the defaults of other options, but it is a valid value.
                let read = AnyState::start(&format!("{name}:{}={word}", option.key));
                let refused = read.err().map_or(String::new(), |error| error.expected);
                assert!(!refused.starts_with("one of"), "{name}:{}={word}: {refused}", option.key);
            }
        }
    }
}

#[test]
fn rules_are_written_down() {
    for GameInfo { name, title, options, .. } in AnyState::infos() {
        let page = file(&format!("docs/rules/{name}.md")).unwrap_or_else(|error| {
            panic!("docs/rules/{name}.md: {error}");
        });
        assert!(page.starts_with(&format!("# {title} (`{name}`)\n")), "the title of {name}");
        for option in *options {
            let line = format!("\n| `{}` |", option.key);
            assert!(page.contains(&line), "docs/rules/{name}.md has no option {}", option.key);
        }
        let notation = file("docs/rules/notation.md").expect("the page of the notation");
        assert!(notation.contains(&format!("]({name}.md)")), "notation.md does not name {name}");
    }
}

#[test]
fn every_game_has_its_tests_and_variants() {
    let variants = file("games/variants.txt").expect("the variants");
    let tests: Vec<_> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .expect("the tests")
        .map(|entry| entry.expect("a test").file_name().to_string_lossy().into_owned())
        .collect();
    for name in AnyState::NAMES {
        let vectors = format!("games/tests/vectors/{name}.jsonl");
        assert!(
            file(&vectors).is_ok_and(|lines| lines.lines().count() >= 50),
            "{vectors}: 50 lines"
        );
        let rules = format!("rules_{name}");
        assert!(tests.iter().any(|test| test.starts_with(&rules)), "games/tests has no {rules}.rs");
        assert!(variants.lines().any(|line| id(line) == *name), "games/variants.txt lacks {name}");
    }
}

#[test]
fn every_game_stands_in_the_suite_of_bench() {
    let suite = file("benches/suites/bench.txt").expect("the suite");
    let mut met = BTreeSet::new();
    for line in suite.lines() {
        let (depth, text) = line.split_once(' ').expect("a depth and a position");
        assert!(depth.parse::<u32>().is_ok_and(|depth| depth > 0), "{line}");
        AnyState::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        met.insert(id(text).to_owned());
    }
    for name in AnyState::NAMES {
        assert!(met.contains(*name), "benches/suites/bench.txt has no position of {name}");
    }
}
