//! Kills servers during games: every move that was acknowledged is kept.

use std::thread::{scope, sleep};
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};
use testing::{ENGINE, file};

use super::{Count, strike};
use crate::servers::{Server, ask};

/// The longest time between two kills.
const LONGEST: Duration = Duration::from_millis(150);

/// The longest time before a kill during a start.
const FIRST: Duration = Duration::from_millis(50);

/// Kills servers during their first start. The next server starts in the same folder.
pub(super) fn kill_first_starts(kills: u32, rng: &mut ChaCha8Rng) {
    for _ in 0..kills {
        let folder = file("kills-first");
        let path = folder.to_str().expect("UTF-8");
        let mut command = ENGINE.command(&["serve", "--port", "0", "--data", path]);
        let mut child = command.spawn().expect("it starts");
        sleep(FIRST.mul_f64(rng.random_range(0.0..1.0)));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        for _ in 0..2 {
            drop(Server::start(&folder));
        }
        std::fs::remove_dir_all(folder).expect("it was made");
    }
}

/// Kills servers during a game. The next server has the game in the state of the last answer, or in
/// the state after a request whose answer was lost.
pub(super) fn kill_servers(kills: u32, rng: &mut ChaCha8Rng) -> Count {
    let folder = file("kills-serve");
    let first = Server::start(&folder);
    let path = first.table("benedictine", 0).path;
    // The name of the player is a number that counts up. The number after the last acknowledged one
    // may have been stored.
    let number = |table: &Json| {
        assert_eq!(table["steps"].as_array().map(Vec::len), Some(1), "{table}");
        table["names"][0].as_str().and_then(|name| name.parse::<u64>().ok())
    };
    let act = |address: &str, action: Json| {
        ask(address, "POST", &path, &action).map(|(_, answer)| answer)
    };
    let name = |number: u64| json!({ "do": "name", "player": 0, "name": number.to_string() });
    act(&first.address, json!({ "do": "step", "text": "c2-d3@f2" })).expect("an answer");
    let table = act(&first.address, name(0)).expect("an answer");
    assert_eq!(number(&table), Some(0), "{table}");
    drop(first);
    let (mut count, mut last) = (Count::default(), 0);
    while count.all() < kills {
        let mut server = Server::start(&folder);
        let (_, table) = server.ask("GET", &path, &Json::Null);
        let found = number(&table).unwrap_or_else(|| panic!("the game is lost: {table}"));
        assert!((last..=last + 1).contains(&found), "{found} after {last}");
        let time = LONGEST.mul_f64(rng.random_range(0.0..1.0));
        let address = server.address.clone();
        last = scope(|scope| {
            let client = scope.spawn(|| {
                (found..).find(|&next| act(&address, name(next + 1)).is_none()).expect("an end")
            });
            sleep(time);
            strike(&mut server.child, rng, &mut count);
            let output = server.child.wait().expect("it ends");
            assert!(matches!(output.code(), None | Some(0)), "{output}");
            client.join().expect("a client")
        });
    }
    std::fs::remove_dir_all(folder).expect("it was made");
    count
}
