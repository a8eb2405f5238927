//! The techniques of the search by name, to be switched in a player's text.

use engine::Techniques;

/// One switch.
struct Switch {
    name: &'static str,
    set: fn(&mut Techniques, bool),
}

/// One switch for each named field.
macro_rules! switches {
    ($($field:ident)+) => {
        const SWITCHES: &[Switch] = &[
            $(Switch { name: stringify!($field), set: |techniques, on| techniques.$field = on },)+
        ];

        // Names every field, so that a new technique cannot be forgotten here.
        #[cfg(test)]
        fn complete(techniques: Techniques) {
            let Techniques { opponents: _, uncertainty: _, parameters: _, $($field: _),+ } = techniques;
        }
    };
}

switches! {
    pruning table near_table estimate_table exact_depth ordering null_windows aspiration child_lookup
    wins_at_hand star1 star2
    quiescence samples reductions late_pruning futility probcut extensions continuation memory
}

/// The names of all switches.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SWITCHES.iter().map(|switch| switch.name)
}

/// The full name of the switch that `key` means: its name, or the first word of it.
pub(crate) fn find(key: &str) -> Option<&'static str> {
    names().find(|&name| name == key || name.split('_').next() == Some(key))
}

/// Sets the switch of that full name.
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
}
