//! `engine games` and `engine parameters`.

use std::io::{IsTerminal, Write, stdout};

use cli::{Failure, print};
use engine::{Parameter, Parameters};
use games::{AnyState, GameInfo, OptionInfo, OptionValues};
use play::{Language, Texts, texts};

use crate::output::wrapped;

/// Lists the games: in English from the rules, in French from the texts of `play`.
pub(crate) fn games(language: Language) -> Result<(), Failure> {
    let describe = |game| match language {
        Language::English => describe(game),
        Language::French => describe_in(texts(language), game),
    };
    let texts: Vec<_> = AnyState::infos().iter().map(describe).collect();
    stdout().lock().write_all(texts.join("\n").as_bytes())?;
    Ok(())
}

/// Lists the parameters of the search, one a line; on a terminal, lines are wrapped.
pub(crate) fn parameters() -> Result<(), Failure> {
    let lines = Parameters::TABLE.iter().map(|parameter| {
        let line = describe_parameter(parameter);
        if stdout().is_terminal() {
            let rows = wrapped(&line, "    ", 78);
            rows.trim_start().to_owned()
        } else {
            line + "\n"
        }
    });
    print(&lines.collect::<String>())
}

/// One line that can be understood on its own.
fn describe_parameter(parameter: &Parameter) -> String {
    let Parameter { name, about, unit, default, least, most, step, source, .. } = *parameter;
    let readers: Vec<_> = parameter.readers.iter().map(|reader| reader.name()).collect();
    let readers = readers.join(" ");
    let range = format!("unit: {unit}; range: {least} to {most}, step {step}");
    format!("{name}={default}: {about} ({range}; read by: {readers}; source: {source})")
}

fn describe(game: &GameInfo) -> String {
    let mut text = format!("{} - {}\n", game.name, game.title);
    text.push_str(&wrapped(game.about, "  ", 78));
    for option in game.options {
        let (key, default) = (option.key, option.default);
        let (about, values) = (option.about, option.expected());
        text.push_str(&format!("    {key}={default}: {about} ({values})\n"));
    }
    text
}

fn describe_in(texts: &Texts, game: &GameInfo) -> String {
    let mut text = format!("{} - {}\n", game.name, texts.get(&format!("{}.title", game.name)));
    text.push_str(&wrapped(texts.get(&format!("{}.about", game.name)), "  ", 78));
    for option in game.options {
        let key = format!("{}.{}", game.name, option.key);
        let other = format!("{key}-option");
        // For a few options another key fits better.
        let about = if texts.get(&other) == other { texts.get(&key) } else { texts.get(&other) };
        let default = default_in(texts, option);
        text.push_str(&format!("    {}={default}: {about}\n", option.key));
        if let OptionValues::Words(words) = option.values {
            for word in words {
                text.push_str(&format!(
                    "        {word}: {}\n",
                    texts.get(&format!("{key}-{word}"))
                ));
            }
        }
    }
    text
}

/// The default value, or a note that it depends on another option.
fn default_in<'a>(texts: &'a Texts, option: &OptionInfo) -> &'a str {
    let can_be_typed = match option.values {
        OptionValues::Words(words) => words.contains(&option.default),
        OptionValues::Count { .. } => option.default.parse::<u32>().is_ok(),
        OptionValues::Resource(_) => true,
    };
    if can_be_typed { option.default } else { texts.get("by.rules") }
}
