//! Random positions of all kinds.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::super::name;
use super::cards::{is_attacker, pack, seats, text_of};

const PHASES: [&str; 6] = ["kickoff", "play", "throw", "goalkick-l", "goalkick-r", "clear"];

/// Any phase, with hands that have many equal cards, at the beginning, in the middle and at the end
/// of a half. Some hands are hidden; some cards must be drawn or cut.
pub(in crate::twin) fn made_up(options: &str, rng: &mut impl Rng) -> String {
    let players =
        options.split("players=").nth(1).map_or(2, |players| players[..1].parse().expect("a digit"));
    let (names, round) = seats(players);
    let mut player = (*round.choose(rng).expect("a round")).to_owned();
    let red = player.starts_with('R');
    let clocks = ["run", "run", "run", "last", "last", "over", "over"];
    let clock = *clocks.choose(rng).expect("a clock");
    let shot = |rng: &mut dyn FnMut(i32) -> i32| Some((2 + rng(4), if red { 0 } else { 13 }));
    let mut below = |most: i32| rng.random_range(0..most);
    let (phase, ball) = match (clock, below(10)) {
        ("over", 0) => ("end", None),
        ("over", 1 | 2) => ("penalty", None),
        ("over", _) | (_, 0..3) => ("shot", shot(&mut below)),
        (_, 3) => (["corner-r", "corner-b", "penalty"][below(3) as usize], None),
        (_, at) => match PHASES[(at as usize + below(6) as usize) % 6] {
            "throw" => ("throw", Some((7 * below(2), below(14)))),
            "play" => ("play", Some((below(8), below(14)))),
            phase => (phase, None),
        },
    };
    let mut stock = pack();
    stock.shuffle(rng);
    // Some hands have more of the cards that are rarely alone.
    if rng.random_bool(0.4) {
        stock.sort_by_key(|card| is_attacker(card));
    }
    let mut hands = Vec::new();
    let full = clock == "over" || clock == "last" && phase.starts_with("corner");
    let lacking = if full { 0 } else { rng.random_range(0..3usize) };
    let short = rng.random_range(0..players);
    for hand in 0..players {
        let size = match (players, hand) {
            (2, _) | (3, 0) => 8,
            _ => 6,
        };
        let size = if hand == short { size - lacking } else { size };
        hands.push(stock.split_off(stock.len() - size));
    }
    let left = match clock {
        "run" => rng.random_range(4..=stock.len()),
        _ => rng.random_range(lacking..=3),
    };
    let discard = stock.split_off(left);
    let half = if phase == "end" || rng.random_bool(0.6) { 2 } else { 1 };
    let open = rng.random_bool(0.5);
    let hands: Vec<_> = hands
        .iter()
        .zip(names)
        .map(|(hand, name)| {
            let own = player.starts_with(name);
            let seen = open || own && rng.random_bool(0.7);
            if seen { text_of(hand) } else { format!("?{}", hand.len()) }
        })
        .collect();
    if phase == "end" {
        player = "-".to_owned();
    }
    format!(
        "{phase} {player} {} {half} {}-{} {clock} {} {} {}",
        ball.map_or("c".to_owned(), name),
        rng.random_range(0..4),
        rng.random_range(0..4),
        if rng.random_bool(0.5) { "R" } else { "B" },
        hands.join("/"),
        text_of(&discard),
    )
}
