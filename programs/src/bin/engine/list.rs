//! `engine games` and `engine parameters`.

use std::io::{Write, stdout};

use engine::{Parameter, Parameters, Scope};
use games::{AnyState, GameInfo};
use programs::{Failure, print};

/// Lists the games.
pub(crate) fn games() -> Result<(), Failure> {
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
