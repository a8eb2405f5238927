//! Hidden cards: strength in paired deals against simple players, worlds and matches a second.
//!
//! `cargo bench -p benches --bench hidden -- first=search:ms=100 second=greedy deals=1000`

use benches::hidden::{Player, play_deals};
use games::buteur::Buteur;
use games::{Notation, Options};

fn main() {
    let mut values = std::collections::BTreeMap::new();
    for argument in std::env::args().skip(1) {
        if let Some((key, value)) = argument.split_once('=') {
            values.insert(key.to_owned(), value.to_owned());
        }
    }
    let get = |key: &str, default: &str| values.get(key).cloned().unwrap_or(default.to_owned());
    let options = format!("players={}", get("players", "2"));
    let options = Options::parse(Buteur::OPTIONS, Some(&options)).expect("options");
    let game = Buteur::from_options(&options).expect("a game");
    let [first, second] = [get("first", "search:depth=1"), get("second", "greedy")];
    let [one, two] = [&first, &second]
        .map(|text| Player::parse(&game, text).unwrap_or_else(|| panic!("{text}")));
    let deals: u64 = get("deals", "100").parse().expect("a number");
    let from: u64 = get("from", "0").parse().expect("a number");
    let score = play_deals(&game, [&one, &two], from, deals);
    let (share, error) = score.share();
    println!(
        "{first} against {second}: {:.1}% ± {:.1} of the points, {} deals twice, {:?} won drawn lost; {:.2} and {:.2} ms a move",
        100.0 * share,
        196.0 * error,
        deals,
        score.results,
        1e3 * score.times[0] / f64::from(score.moves[0]),
        1e3 * score.times[1] / f64::from(score.moves[1]),
    );
}
