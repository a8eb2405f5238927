//! Kills during acts: each act that was acknowledged is there after the kill, and an act whose
//! answer was lost was played as a whole or not at all.

use std::thread::{scope, sleep};
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value as Json, json};
use testing::file;

use super::{Server, Table, act, ask, number};

/// The longest time between a start and the next kill.
const LONGEST: Duration = Duration::from_millis(250);

/// Plays at a table until the server is killed. Returns the act without an answer.
fn play_on(address: &str, table: &mut Table, rng: &mut ChaCha8Rng) -> Json {
    loop {
        let action = act(&table.seen, rng);
        match ask(address, "POST", &table.path, &action) {
            Some((200, seen)) => table.seen = seen,
            Some((status, refused)) => panic!("{action}: {status} {refused}"),
            None => return action,
        }
    }
}

/// Whether `after` is the table `before` with one more act.
fn follows(before: &Json, action: &Json, after: &Json) -> bool {
    let number = |table: &Json, key: &str| table[key].as_u64().expect("a number");
    let (was, is) = (number(before, "cursor") as usize, number(after, "cursor") as usize);
    let steps = |table: &Json| table["steps"].as_array().expect("steps").clone();
    let (old, new) = (steps(before), steps(after));
    let one_more = number(after, "version") == number(before, "version") + 1;
    one_more
        && match action["do"].as_str() {
            Some("step") => new.len() == is && is == was + 1 && new[was]["text"] == action["text"],
            Some("roll") => new.len() == is && is == was + 1,
            Some("undo") => is < was,
            _ => {
                let player = action["player"].as_u64().expect("a player") as usize;
                after["names"][player] == action["name"] && new == old && is == was
            }
        }
        && new[..is.min(was)] == old[..is.min(was)]
}

/// Returns the number of acts that were played, and of those whose answer was lost though they were
/// stored.
fn kill_acts(kills: u32, seed: u64) -> (u64, u32) {
    let folder = file(&format!("servers-acts-{seed}"));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let server = Server::start(&folder);
    let games = ["benedictine", "ruches", "maitres", "etoile:players=2", "maitres", "ruches"];
    let mut tables: Vec<_> = (0..).zip(games).map(|(at, game)| server.table(game, at)).collect();
    drop(server);
    let mut stored = 0;
    for _ in 0..kills {
        let mut server = Server::start(&folder);
        let time = LONGEST.mul_f64(rng.random_range(0.0..1.0));
        let address = server.address.clone();
        let lost: Vec<_> = scope(|scope| {
            let clients: Vec<_> = tables
                .iter_mut()
                .map(|table| {
                    let (mut rng, address) = (ChaCha8Rng::seed_from_u64(rng.random()), &address);
                    scope.spawn(move || play_on(address, table, &mut rng))
                })
                .collect();
            sleep(time);
            server.child.kill().expect("it runs");
            clients.into_iter().map(|client| client.join().expect("a client")).collect()
        });
        drop(server);
        let server = Server::start(&folder);
        for (table, action) in tables.iter_mut().zip(&lost) {
            let (status, found) = server.look(table);
            assert_eq!(status, 200, "{found}");
            let (again, answer) = server.ask("POST", &table.path, action);
            if found == table.seen {
                assert_eq!(again, 200, "{action}: {answer}");
                assert!(follows(&table.seen, action, &answer), "{action}: {found} {answer}");
                table.seen = answer;
            } else {
                assert!(follows(&table.seen, action, &found), "{action}: {} {found}", table.seen);
                assert_eq!((again, &answer["table"]), (409, &found), "it counts once");
                table.seen = found;
                stored += 1;
            }
        }
        assert_eq!(server.kill(), "");
    }
    std::fs::remove_dir_all(folder).expect("it was made");
    (tables.iter().map(|table| table.seen["version"].as_u64().unwrap_or(0)).sum(), stored)
}

#[test]
fn acts_survive_kills() {
    kill_acts(3, 1);
}

#[test]
#[ignore = "long"]
fn acts_survive_many_kills() {
    let kills = number("FAULT_KILLS", 100);
    let (acts, stored) = kill_acts(kills, number("FAULT_SEED", 2).into());
    println!("{kills} kills during {acts} acts; {stored} were stored without an answer");
}

/// The comparison tells a half-played act from a whole one.
#[test]
fn half_played_acts_are_seen() {
    let step = |text: &str| json!({ "text": text });
    let table = |version: u64, cursor: u64, steps: &[&str]| {
        let steps: Vec<_> = steps.iter().map(|text| step(text)).collect();
        json!({ "version": version, "cursor": cursor, "steps": steps, "names": ["", ""] })
    };
    let (before, action) = (table(3, 1, &["a"]), json!({ "do": "step", "text": "b" }));
    assert!(follows(&before, &action, &table(4, 2, &["a", "b"])));
    for after in [
        table(3, 2, &["a", "b"]),
        table(4, 1, &["a"]),
        table(4, 2, &["a", "c"]),
        table(4, 2, &["c", "b"]),
        table(5, 2, &["a", "b"]),
    ] {
        assert!(!follows(&before, &action, &after), "{after}");
    }
}
