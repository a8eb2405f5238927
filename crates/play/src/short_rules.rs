//! The short rules of a game. Sentences that depend on options are chosen by their current values.

use games::{AnyState, OptionInfo};

use crate::language::Texts;

impl Texts {
    /// The short rules of a game; `values` are the current values of the options, in their order. A
    /// condition in brackets in the text, as `[omit=huff or omit=usual rules=french|german]`, is
    /// valid up to the next one. `[]` is no condition, and `usual` is the default value of an
    /// option.
    ///
    /// ```
    /// use play::{Language, LiveGame, texts};
    ///
    /// let rules = |text: &str| {
    ///     let table = LiveGame::open(text, 1).unwrap();
    ///     texts(Language::English).rules("maitres", &table.options())
    /// };
    /// assert!(rules("maitres").contains("captures the Master wins"));
    /// assert!(!rules("maitres:variant=annihilation").contains("captures the Master wins"));
    /// ```
    #[must_use]
    pub fn rules(&self, game: &str, values: &[String]) -> String {
        let infos = AnyState::infos();
        let info = infos.iter().find(|info| info.name == game);
        let options = info.map_or(&[][..], |info| info.options);
        let given: Vec<_> = options.iter().zip(values).collect();
        let text = self.get(&format!("{game}.rules")).to_owned();
        let lines = text.lines().map(|line| told(line, &given)).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// The parts of a line whose conditions hold.
fn told(line: &str, given: &[(&OptionInfo, &String)]) -> String {
    let mut parts = line.split('[');
    let first = parts.next().unwrap_or_default().trim();
    let held = parts.filter_map(|part| {
        let (condition, text) = part.split_once(']')?;
        holds(condition, given).then_some(text.trim())
    });
    [first].into_iter().chain(held).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn holds(condition: &str, given: &[(&OptionInfo, &String)]) -> bool {
    let term = |term: &str| {
        let (key, words) = term.split_once('=').unwrap_or_default();
        given.iter().any(|(option, value)| {
            let is = |word| {
                word == value.as_str() || word == "usual" && option.default == value.as_str()
            };
            option.key == key && words.split('|').any(is)
        })
    };
    condition.is_empty() || condition.split(" or ").any(|all| all.split(' ').all(term))
}

#[cfg(test)]
mod tests {
    use games::OptionValues;

    use super::*;
    use crate::language::Language;
    use crate::live_game::LiveGame;
    use crate::texts::texts;

    fn rules(language: Language, text: &str) -> String {
        let table = LiveGame::open(text, 1).expect(text);
        texts(language).rules(text.split(':').next().expect("a name"), &table.options())
    }

    #[test]
    fn rules_are_those_of_the_options() {
        for (game, said, unsaid) in [
            ("etoile", "any distance", "one cell in any direction"),
            (
                "etoile:board=square8,players=2,rules=english",
                "one cell in any direction",
                "any distance",
            ),
            ("etoile:board=square8,players=2,rules=english", "must", "huff"),
            ("etoile:board=square8,players=2,rules=english", "last rank", "camp"),
            ("etoile:omit=must", "must", "huff"),
            ("etoile:omit=huff,rules=italian", "huff", "must"),
            ("etoile:misere=yes", "first player without pieces", "last player"),
            ("etoile:majority=yes", "the most pieces", "["),
            ("etoile:players=2,neutral=barren", "makes no kings", "["),
            ("maitres", "captures the Master wins", "all enemy pieces"),
            ("maitres:variant=annihilation", "all enemy pieces", "the Master wins"),
            ("maitres:passage=leap", "may pass over", "must be empty"),
            ("ruches:setup=ordered", "stand in order", "place your tokens"),
            ("ruches:contact=jump", "jumped over", "Removal"),
            ("ruches:omit=free", "no penalty", "huff"),
            ("ruches:omit=withdraw", "one of his own", "huff"),
        ] {
            let told = rules(Language::English, game);
            assert!(told.contains(said) && !told.contains(unsaid), "{game}: {told}");
        }
        assert!(
            rules(Language::French, "etoile:misere=yes").contains("premier qui n'a plus de pièces")
        );
    }

    /// Conditions name existing options and words, the same in both languages.
    #[test]
    fn conditions_are_of_options() {
        for info in AnyState::infos() {
            let conditions = Language::ALL.map(|language| {
                let text = texts(language).get(&format!("{}.rules", info.name)).to_owned();
                let parts = text.split('[').skip(1).filter_map(|part| part.split_once(']'));
                parts.map(|(condition, _)| condition.to_owned()).collect::<Vec<_>>()
            });
            assert_eq!(conditions[0], conditions[1], "{}", info.name);
            for term in conditions[0].iter().flat_map(|all| all.split([' ', '|'])) {
                let (key, word) = term.split_once('=').unwrap_or(("", term));
                let word_of = |option: &&OptionInfo| match option.values {
                    OptionValues::Words(words) => words.contains(&word) || word == "usual",
                    OptionValues::Count { .. } => word.parse::<u32>().is_ok(),
                    OptionValues::Resource(_) => true,
                };
                let mut known =
                    info.options.iter().filter(|option| key.is_empty() || option.key == key);
                assert!(
                    ["", "or"].contains(&term) || known.any(|option| word_of(&option)),
                    "{term}"
                );
            }
        }
    }
}
