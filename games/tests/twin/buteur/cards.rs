//! The standard pack, lists of cards as texts, and the players who hold them.

/// All 55 cards, sorted.
pub(super) fn pack() -> Vec<String> {
    let mut cards: Vec<String> = Vec::new();
    for arrow in ["N", "L", "R"] {
        for distance in 2..=5 {
            cards.extend(["h", "r", "b"].map(|symbol| format!("{arrow}{distance}{symbol}")));
        }
    }
    for (card, count) in [("G", 4), ("F", 9), ("Cr", 2), ("Cb", 2), ("P", 2)] {
        cards.extend(std::iter::repeat_n(card.to_owned(), count));
    }
    cards.sort();
    cards
}

/// Takes one copy of a card out of a list, which must hold it.
pub(super) fn take(cards: &mut Vec<String>, card: &str) {
    let at = cards.iter().position(|other| other == card).expect("the card is there");
    cards.remove(at);
}

pub(super) fn is_attacker(card: &str) -> bool {
    card.len() == 3
}

/// The player of each hand, and of each turn of a round.
pub(super) fn seats(players: usize) -> (&'static [&'static str], &'static [&'static str]) {
    match players {
        2 => (&["R1", "B1"], &["R1", "B1"]),
        3 => (&["R1", "B1", "B2"], &["R1", "B1", "R1*", "B2"]),
        _ => (&["R1", "R2", "B1", "B2"], &["R1", "B1", "R2", "B2"]),
    }
}

pub(super) fn cards_of(text: &str) -> Vec<String> {
    if text == "-" { Vec::new() } else { text.split('.').map(str::to_owned).collect() }
}

pub(super) fn text_of(cards: &[String]) -> String {
    let mut cards = cards.to_vec();
    cards.sort();
    if cards.is_empty() { "-".to_owned() } else { cards.join(".") }
}
