//! The techniques of the search by name, for the text of a player.

use engine::{Technique, Techniques};

/// The prefix of the key of a search parameter.
pub(crate) const SET: &str = "set.";

/// The names of the last release, and their present names. The old names are accepted for one more
/// release.
const OLD_NAMES: [(&str, &str); 14] = [
    ("pruning", "alpha_beta"),
    ("estimate_table", "eval_cache"),
    ("estimate", "eval_cache"),
    ("null_windows", "pvs"),
    ("null", "pvs"),
    ("child_lookup", "etc"),
    ("child", "etc"),
    ("wins_at_hand", "immediate_wins"),
    ("wins", "immediate_wins"),
    ("reductions", "lmr"),
    ("late_pruning", "lmp"),
    ("late", "lmp"),
    ("continuation", "continuation_history"),
    ("memory", "keep_history"),
];

/// The names of all techniques.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    Techniques::TABLE.iter().map(|technique| technique.name)
}

/// The technique of a key: its name, the first word of its name, or its name in the last release.
pub(crate) fn find(key: &str) -> Option<&'static Technique> {
    let renamed = OLD_NAMES.iter().find(|(old, _)| *old == key);
    let key = renamed.map_or(key, |&(_, new)| new);
    let first = |technique: &Technique| technique.name.split('_').next() == Some(key);
    Technique::named(key).or_else(|| Techniques::TABLE.iter().find(|technique| first(technique)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_switch() {
        for technique in Techniques::TABLE {
            let (mut off, mut on) = (Techniques::ALL, Techniques::ALL);
            technique.set(&mut off, false);
            technique.set(&mut on, true);
            assert_ne!(on, off, "{}", technique.name);
        }
    }

    #[test]
    fn first_words_are_unique() {
        for name in names() {
            let first = name.split('_').next().unwrap();
            assert_eq!(find(first).unwrap().name, name);
            assert_eq!(find(name).unwrap().name, name);
        }
        assert!(find("magic").is_none());
    }

    #[test]
    fn old_names_are_understood() {
        for (old, new) in OLD_NAMES {
            assert_eq!(find(old).unwrap().name, new);
        }
    }
}
