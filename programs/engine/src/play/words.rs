//! The words of the commands. Each language has its own, and understands those of the other.

use play::Language;

/// The commands, in English and in French.
const COMMANDS: [(&str, &str); 19] = [
    ("hint", "conseil"),
    ("undo", "annuler"),
    ("redo", "refaire"),
    ("moves", "coups"),
    ("eval", "avis"),
    ("threats", "menaces"),
    ("level", "niveau"),
    ("seat", "siège"),
    ("roll", "lancer"),
    ("show", "montrer"),
    ("flip", "tourner"),
    ("save", "enregistrer"),
    ("load", "charger"),
    ("record", "relevé"),
    ("open", "ouvrir"),
    ("rules", "règles"),
    ("lang", "langue"),
    ("help", "aide"),
    ("quit", "quitter"),
];

/// The greatest number of letters in which a mistyped word differs from the meant one.
const FAR: usize = 2;

/// The commands of a language.
pub(super) fn commands(language: Language) -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().map(move |(english, french)| match language {
        Language::English => english,
        Language::French => french,
    })
}

/// The English word of a command; any other word as it is.
pub(super) fn english(word: &str) -> &str {
    let is = |&(_, french): &(&str, &str)| french == word || plain(french) == word;
    COMMANDS.iter().find(|command| is(command)).map_or(word, |(english, _)| english)
}

/// A word without the accents of the commands.
fn plain(word: &str) -> String {
    word.replace(['è', 'é'], "e")
}

/// The command that a mistyped word may mean.
pub(super) fn nearest(word: &str, language: Language) -> Option<&'static str> {
    let word = plain(word);
    let near =
        commands(language).map(|command| (strsim::osa_distance(&word, &plain(command)), command));
    // A short word has few letters that could be right.
    let far = FAR.min(word.chars().count().saturating_sub(1) / 2);
    near.filter(|&(distance, _)| distance <= far).min().map(|(_, command)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_words_in_both_languages() {
        for (word, meant) in [
            ("aide", "help"),
            ("règles", "rules"),
            ("regles", "rules"),
            ("siege", "seat"),
            ("hint", "hint"),
            ("c2-d3", "c2-d3"),
        ] {
            assert_eq!(english(word), meant);
        }
    }

    #[test]
    fn mistyped_words_are_understood() {
        let english = |word| nearest(word, Language::English);
        for (word, meant) in
            [("levle", "level"), ("hlep", "help"), ("undoo", "undo"), ("hnit", "hint")]
        {
            assert_eq!(english(word), Some(meant), "{word}");
        }
        for word in ["x9", "c2-d3", "", "a", "zzzzzz"] {
            assert_eq!(english(word), None, "{word}");
        }
        assert_eq!(nearest("conseli", Language::French), Some("conseil"));
    }
}
