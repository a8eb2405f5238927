//! The texts of both languages: those that games share, and those of each game.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use games::{AnyState, GameInfo, OptionValues, for_each_game};

use crate::games::PresentedGame;
use crate::language::{Language, Texts};

/// The words of a language.
///
/// # Panics
/// Never: the texts are compiled in, and a test reads them.
#[must_use]
pub fn texts(language: Language) -> &'static Texts {
    static ENGLISH: OnceLock<Texts> = OnceLock::new();
    static FRENCH: OnceLock<Texts> = OnceLock::new();
    match language {
        Language::English => ENGLISH.get_or_init(|| complete(language)),
        Language::French => FRENCH.get_or_init(|| complete(language)),
    }
}

/// The texts of a language. The games' lists of options fill in missing keys.
fn complete(language: Language) -> Texts {
    let mut texts = read(language);
    AnyState::infos().iter().for_each(|info| add_info(&mut texts, info));
    texts
}

/// The texts of all files of a language: those that games share, and those of each game.
fn read(language: Language) -> Texts {
    let mut found = match language {
        Language::English => flatten(include_str!("../texts/en.toml")),
        Language::French => flatten(include_str!("../texts/fr.toml")),
    };
    macro_rules! add {
        ($id:ident, $game:ty) => {
            found.extend(flatten(<$game as PresentedGame>::words(language)));
        };
    }
    for_each_game!(add);
    Texts(found)
}

/// Flattens the tables of a file: the key `name` of the table `ui` becomes `ui.name`.
fn flatten(text: &str) -> BTreeMap<String, String> {
    let table: toml::Table = text.parse().expect("the texts are compiled in");
    let mut found = BTreeMap::new();
    for (section, value) in table {
        match value {
            toml::Value::Table(entries) => {
                for (key, value) in entries {
                    let words = value.as_str().unwrap_or_default().trim_end().to_owned();
                    found.insert(format!("{section}.{key}"), words);
                }
            }
            value => drop(found.insert(section, value.as_str().unwrap_or_default().to_owned())),
        }
    }
    found
}

/// Adds the title, the options and the description from a game's list, for missing keys.
fn add_info(texts: &mut Texts, info: &GameInfo) {
    let key = |name: &str| format!("{}.{name}", info.name);
    for option in info.options {
        let about = key(&format!("{}-option", option.key));
        if !texts.has(&key(option.key)) && !texts.has(&about) {
            texts.0.insert(about, option.about.to_owned());
        }
        if let OptionValues::Words(words) = option.values {
            for word in words {
                let named = texts.0.entry(key(&format!("{}-{word}", option.key)));
                named.or_insert_with(|| (*word).to_owned());
            }
        }
    }
    for (name, words) in [("title", info.title), ("about", info.about), ("rules", info.about)] {
        texts.0.entry(key(name)).or_insert_with(|| words.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both languages have the same keys, and their texts have the same names to fill in.
    #[test]
    fn languages_have_the_same_keys() {
        let names = |text: &str| {
            let mut names: Vec<_> =
                text.split('{').skip(1).filter_map(|part| part.split_once('}')).collect();
            names.sort_unstable();
            names.into_iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        };
        let keys = |language| {
            texts(language)
                .all()
                .map(|(key, text)| (key.to_owned(), names(text)))
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(Language::English), keys(Language::French));
        assert!(texts(Language::French).all().all(|(_, text)| !text.is_empty()));
    }

    /// A game with texts explains every option and each of its words.
    #[test]
    fn options_are_explained() {
        let files = Language::ALL.map(read);
        let spoken_of = |info: &&GameInfo| files[0].has(&format!("{}.title", info.name));
        for info in AnyState::infos().iter().filter(spoken_of) {
            let known = |key: String| files.iter().all(|file| file.has(&key));
            for option in info.options {
                let plain = format!("{}.{}", info.name, option.key);
                assert!(known(plain.clone()) || known(format!("{plain}-option")), "{plain}");
                if let OptionValues::Words(words) = option.values {
                    assert!(
                        words.iter().all(|word| known(format!("{plain}-{word}"))),
                        "{plain}: {words:?}"
                    );
                }
            }
            for key in ["title", "about", "rules"] {
                assert!(known(format!("{}.{key}", info.name)), "{key} of {}", info.name);
            }
        }
    }

    /// Each ruling that an option names has a text in both languages, and is in the rules page of
    /// the game.
    #[test]
    fn rulings_have_texts() {
        let mut named = 0;
        for (key, text) in texts(Language::English).all() {
            let Some((_, rest)) = text.split_once("ruling ") else { continue };
            if key.starts_with("ruling.") {
                continue;
            }
            let ruling = rest.split(')').next().expect("a part");
            let (game, _) = key.split_once('.').expect("a section");
            let rules = format!("{}/../../docs/rules/{game}.md", env!("CARGO_MANIFEST_DIR"));
            let rules = std::fs::read_to_string(rules).expect("a rules page");
            assert!(rules.contains(&format!("**{ruling}**")), "{key}: {ruling}");
            for texts in Language::ALL.map(texts) {
                assert!(texts.has(&format!("ruling.{ruling}")), "{key}: {ruling}");
                assert!(texts.get(key).contains(ruling), "{key}: {ruling}");
            }
            named += 1;
        }
        assert!(named >= 15, "{named}");
    }

    /// A game without texts uses its list of options.
    #[test]
    fn a_game_without_texts_has_words() {
        let mut texts = Texts(BTreeMap::new());
        let info = &AnyState::infos()[0];
        add_info(&mut texts, info);
        assert_eq!(texts.get(&format!("{}.title", info.name)), info.title);
        let option = &info.options[0];
        assert_eq!(texts.get(&format!("{}.{}-option", info.name, option.key)), option.about);
        assert_eq!(texts.player(info.name, &["w", "x"], 1), "x");
    }

    #[test]
    fn names_are_filled_in() {
        let said = texts(Language::French).fill("ui.your-turn", &[("player", "Rouge")]);
        assert_eq!(said, "Rouge : à vous de jouer");
        let names = ["R1", "B1", "B2"];
        let called = |count: usize| texts(Language::French).player("buteur", &names[..count], 1);
        assert_eq!((called(2), called(3)), ("Bleu".to_owned(), "Bleu 1".to_owned()));
        assert_eq!(texts(Language::English).get("no.such"), "no.such");
        assert_eq!(Language::of_locale("fr_FR.UTF-8"), Language::French);
        assert_eq!(Language::of_locale("C"), Language::English);
    }
}
