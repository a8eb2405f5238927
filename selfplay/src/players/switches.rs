//! The techniques of the search by name, for the text of a player.

use engine::Techniques;

/// One switch.
struct Switch {
    name: &'static str,
    set: fn(&mut Techniques, bool),
}

/// Declares a switch for each named field.
macro_rules! switches {
    ($($field:ident)+) => {
        const SWITCHES: &[Switch] = &[
            $(Switch { name: stringify!($field), set: |techniques, on| techniques.$field = on },)+
        ];

        // This pattern names every field, so a new technique cannot be forgotten here.
        #[cfg(test)]
        fn complete(techniques: Techniques) {
            let Techniques { opponents: _, uncertainty: _, parameters: _, $($field: _),+ } = techniques;
        }
    };
}

switches! {
    alpha_beta table near_table eval_cache exact_depth ordering pvs aspiration etc
    immediate_wins star1 star2
    quiescence samples lmr lmp futility probcut extensions continuation_history keep_history
}

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

/// The names of all switches.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SWITCHES.iter().map(|switch| switch.name)
}

/// The full name of a switch; `key` is this name, or its first word.
pub(crate) fn find(key: &str) -> Option<&'static str> {
    let renamed = OLD_NAMES.iter().find(|(old, _)| *old == key);
    let key = renamed.map_or(key, |&(_, new)| new);
    names().find(|&name| name == key || name.split('_').next() == Some(key))
}

/// Sets the switch with the given full name.
pub(crate) fn set(techniques: &mut Techniques, name: &str, on: bool) {
    if let Some(switch) = SWITCHES.iter().find(|switch| switch.name == name) {
        (switch.set)(techniques, on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_its_switch() {
        complete(Techniques::ALL);
        let mut techniques = Techniques::ALL;
        for name in names() {
            let before = techniques;
            set(&mut techniques, name, false);
            set(&mut techniques, name, true);
            let on = techniques;
            set(&mut techniques, name, false);
            assert_ne!(on, techniques, "{name}");
            techniques = before;
        }
    }

    #[test]
    fn first_words_are_unique() {
        for name in names() {
            let first = name.split('_').next().unwrap();
            assert_eq!(find(first), Some(name));
            assert_eq!(find(name), Some(name));
        }
        assert_eq!(find("magic"), None);
    }

    #[test]
    fn old_names_are_understood() {
        for (old, new) in OLD_NAMES {
            assert_eq!(find(old), Some(new));
        }
    }
}
