//! Moves and events read aloud, for those who hear the game.

use crate::language::Texts;

/// A move or an event of a game (by its id, with or without its options) in words.
///
/// ```
/// use play::{Language, spoken, texts};
///
/// let english = texts(Language::English);
/// assert_eq!(spoken(english, "benedictine", "c2-d3@f2"), "c2 to d3, ball to f2");
/// assert_eq!(spoken(english, "ruches", "c4xe6xf7"), "c4 takes e6, takes f7");
/// assert_eq!(spoken(english, "buteur", "b5:FL+N4h"), "from b5: plays free kick left and attacker straight 4 (hand)");
/// ```
#[must_use]
pub fn spoken(texts: &Texts, game: &str, text: &str) -> String {
    if let Some(said) = chance(texts, text).or_else(|| common(texts, game, text)) {
        return said;
    }
    if name(game) == "buteur" { card_play(texts, text) } else { way(texts, text) }
}

/// A game's id.
fn name(game: &str) -> &str {
    game.split(':').next().unwrap_or_default()
}

/// What chance brings.
fn chance(texts: &Texts, text: &str) -> Option<String> {
    if let Some(number) = text.strip_prefix("die") {
        return Some(texts.fill("say.die", &[("number", number)]));
    }
    let said = |key, code| texts.fill(key, &[("card", &card(texts, code))]);
    match text.split_once(':')? {
        ("draw", "?") => Some(texts.get("say.draw-hidden").to_owned()),
        ("draw", code) => Some(said("say.draw", code)),
        ("cut", code) => Some(said("say.cut", code)),
        ("discard", code) => Some(said("say.discard", code)),
        ("huff", cell) => Some(texts.fill("say.huff", &[("cell", cell)])),
        _ => None,
    }
}

/// Moves that are one word, or one sign and a square.
fn common(texts: &Texts, game: &str, text: &str) -> Option<String> {
    let at = |key, cell| Some(texts.fill(key, &[("cell", cell)]));
    match text {
        "pass" => return Some(texts.get("say.pass").to_owned()),
        "oblige" => return Some(texts.get("say.oblige").to_owned()),
        "goal" => return Some(texts.get("say.goal").to_owned()),
        _ => {}
    }
    if let Some(cell) = text.strip_prefix('-') {
        return at("say.remove", cell);
    }
    if let Some(cell) = text.strip_prefix('!') {
        let is_own = game.contains("omit=withdraw");
        return at(if is_own { "say.withdraw" } else { "say.huff" }, cell);
    }
    match text.split_once('@')? {
        (number, cell) if name(game) == "ruches" => {
            Some(texts.fill("say.place", &[("number", number), ("cell", cell)]))
        }
        (bottle, "goal") => Some(format!("{}, {}", way(texts, bottle), texts.get("say.ball-goal"))),
        (bottle, cell) => {
            Some(format!("{}, {} {cell}", way(texts, bottle), texts.get("say.ball-to")))
        }
    }
}

/// Squares joined by `-` and `x`; two parts joined by `+`.
fn way(texts: &Texts, text: &str) -> String {
    let part = |part: &str| {
        let takes = format!(", {} ", texts.get("say.takes"));
        let said = part.replacen('x', &takes[1..], 1).replace('x', &takes);
        said.replace('-', &format!(" {} ", texts.get("say.to")))
    };
    let joined = format!(", {} ", texts.get("say.and"));
    text.split('+').map(part).collect::<Vec<_>>().join(&joined)
}

/// A play of cards: where the ball is put, a free kick, a card, a penalty.
fn card_play(texts: &Texts, text: &str) -> String {
    let (place, cards) = match text.split_once(':') {
        Some((cell, cards)) => (texts.fill("say.from", &[("cell", cell)]) + " ", cards),
        None => (String::new(), text),
    };
    let (cards, penalty) = match cards.strip_suffix("+P") {
        Some(cards) => (cards, format!(" {}", texts.get("say.penalty"))),
        None => (cards, String::new()),
    };
    let cards: Vec<_> = cards.split('+').map(|code| card(texts, code)).collect();
    let cards = cards.join(&format!(" {} ", texts.get("say.and")));
    format!("{place}{} {cards}{penalty}", texts.get("say.plays"))
}

/// A card by its code, with the direction in which it is played after it.
pub(crate) fn card(texts: &Texts, code: &str) -> String {
    let word = |key: &str| texts.get(&format!("say.{key}")).to_owned();
    if ["Cr", "Cb", "P"].contains(&code) {
        return word(code);
    }
    let mut letters = code.chars();
    let kind = letters.next().map_or(String::new(), String::from);
    let rest: String = letters.collect();
    if kind == "F" || kind == "G" {
        let arrow = if rest.is_empty() { rest } else { format!(" {}", word(&rest)) };
        return word(&kind) + &arrow;
    }
    // An attacker: direction, distance, and the symbol that counts when the card is cut.
    let (distance, symbol): (String, String) = rest.chars().partition(char::is_ascii_digit);
    let symbol = if symbol.is_empty() { symbol } else { format!(" ({})", word(&symbol)) };
    format!("{} {} {distance}{symbol}", word("attacker"), word(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Language, texts};

    #[test]
    fn moves_are_read_aloud() {
        let french = texts(Language::French);
        for (game, text, said) in [
            ("maitres", "a2-a4+c2-c6", "a2 va en a4, et c2 va en c6"),
            ("maitres", "die4", "le dé montre 4"),
            ("benedictine", "c2-d3@goal", "c2 va en d3, ballon au but"),
            ("ruches", "7@d1", "pose 7 en d1"),
            ("ruches", "-e6", "retire e6"),
            ("etoile", "Ac3xBd4xBf2", "Ac3 prend vers Bd4, prend vers Bf2"),
            ("etoile", "huff:Bc3", "souffle Bc3"),
            ("ruches", "!d5", "souffle d5"),
            ("ruches:omit=withdraw", "!d5", "retire son jeton de d5"),
            ("ruches:omit=withdraw", "7@d1", "pose 7 en d1"),
            ("buteur", "d7:N4h+P", "de d7 : joue attaquant tout droit 4 (main) avec un penalty"),
            ("buteur", "GN", "joue gardien tout droit"),
            ("buteur", "discard:N4r", "jette attaquant tout droit 4 (drapeau rouge)"),
            ("buteur", "draw:L2b", "tire attaquant à gauche 2 (drapeau bleu)"),
            ("buteur", "draw:?", "tire une carte"),
            ("buteur", "cut:Cr", "la carte coupée est corner rouge"),
        ] {
            assert_eq!(spoken(french, game, text), said);
        }
    }
}
