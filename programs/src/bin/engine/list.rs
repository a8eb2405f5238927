//! `engine games` and `engine parameters`.

use std::io::{Write, stdout};

use engine::{Parameter, Parameters, Scope};
use games::{AnyState, GameInfo, OptionValues};
use play::{Language, Texts, texts};
use programs::{Failure, print};

/// Lists the games: in English as the games say themselves, in French as the tables say.
pub(crate) fn games(language: Language) -> Result<(), Failure> {
    let describe = |game| match language {
        Language::English => describe(game),
        Language::French => describe_in(texts(language), game),
    };
    let texts: Vec<_> = AnyState::infos().iter().map(describe).collect();
    stdout().lock().write_all(texts.join("\n").as_bytes())?;
    Ok(())
}

/// Lists the numbers of the search.
pub(crate) fn parameters() -> Result<(), Failure> {
    let mut text = String::new();
    for parameter in Parameters::TABLE {
        let Parameter { name, default, least, most, step, scope, about, .. } = *parameter;
        let matters = match scope {
            Scope::Perfect => "where all is seen",
            Scope::Deterministic => "where all is seen, without chance",
            Scope::Imperfect => "where cards are hidden",
            Scope::Time => "where time is limited",
        };
        let range = format!("{least} to {most}, step {step}; {matters}");
        text.push_str(&format!("{name}={default}: {about} ({range})\n"));
    }
    print(&text)
}

fn describe(game: &GameInfo) -> String {
    let mut text = format!("{} - {}\n", game.name, game.title);
    text.push_str(&wrapped(game.about, 76));
    for option in game.options {
        let (key, default) = (option.key, option.default);
        let (about, values) = (option.about, option.expected());
        text.push_str(&format!("    {key}={default}: {about} ({values})\n"));
    }
    text
}

fn describe_in(texts: &Texts, game: &GameInfo) -> String {
    let mut text = format!("{} - {}\n", game.name, texts.get(&format!("{}.title", game.name)));
    text.push_str(&wrapped(texts.get(&format!("{}.about", game.name)), 76));
    for option in game.options {
        let key = format!("{}.{}", game.name, option.key);
        let other = format!("{key}-option");
        // A few options are called as something else of the game is.
        let about = if texts.get(&other) == other { texts.get(&key) } else { texts.get(&other) };
        text.push_str(&format!("    {}={}: {about}\n", option.key, option.default));
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

/// A paragraph in lines of at most `width` characters, indented by two.
fn wrapped(paragraph: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let last = lines.len() - 1;
        let fits = lines[last].chars().count() + 1 + word.chars().count() <= width;
        if fits || lines[last].is_empty() {
            let line = &mut lines[last];
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}
