//! The lists that a page needs before it has a table: the games with their options, and the words.

use games::buteur::Pack;
use games::{AnyState, GameInfo, OptionInfo, OptionValues};
use play::{Language, texts};
use serde_json::{Value, json};

use crate::packs::Packs;

/// The games with their options.
#[must_use]
pub fn games(packs: &Packs) -> Value {
    let option = |option: &OptionInfo| {
        let (kind, words, most) = match option.values {
            OptionValues::Words(words) => ("words", words.to_vec(), 0),
            OptionValues::Count { most, .. } => ("count", Vec::new(), most),
            OptionValues::Resource(_) => ("resource", packs.names(), 0),
        };
        json!({ "key": option.key, "default": option.default, "kind": kind, "words": words, "most": most })
    };
    let game = |info: &GameInfo| {
        let options: Vec<_> = info.options.iter().map(option).collect();
        let is_pack = |option: &OptionInfo| matches!(option.values, OptionValues::Resource(kind) if kind == Pack::KIND);
        let has_packs = info.options.iter().any(is_pack);
        let packs = if has_packs { packs.shown() } else { json!([]) };
        json!({ "name": info.name, "seats": info.seats, "options": options, "packs": packs })
    };
    AnyState::infos().iter().map(game).collect()
}

/// The texts of a language by key: all that a page shows. Those of the terminal are left out.
#[must_use]
pub fn words(language: Language) -> Value {
    let of_page = |(key, _): &(&str, &str)| {
        !["cli.", "legend.", "told."].iter().any(|section| key.starts_with(section))
    };
    let all = texts(language)
        .all()
        .filter(of_page)
        .map(|(key, text)| (key.to_owned(), Value::from(text)));
    Value::Object(all.collect())
}
