//! Games are never lost: crashes, damage, seats after a restart, and actions that are sent twice.

use std::fs;
use std::path::Path;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use serve::{ClientLimits, check, salvage};

use crate::common::{Server, Socket, action, folder};

fn step(text: &str, version: u64) -> Value {
    json!({ "do": "step", "text": text, "version": version })
}

/// A crash loses no game, and actions of before are late after it.
#[test]
fn games_outlive_the_server() {
    let server = Server::start("crash");
    let (path, query) =
        server.table(&json!({ "game": "ruches", "seats": [0, 0], "names": ["Ann", "Bob"] }));
    let table = format!("{path}{query}");
    assert_eq!(server.post(&table, &step("7@d1", 0)).0, 200);
    let before = server.get(&table).1;
    let again = server.after_kill("after-crash", |_| {});
    let after = again.get(&table).1;
    assert_eq!(after, before);
    assert_eq!(after["names"], json!(["Ann", "Bob"]));
    assert_eq!(again.post(&table, &step("7@d1", 0)).0, 409);
}

/// A guest takes a seat; opening its link does not take it. After a restart the host sees no more
/// than before.
#[test]
fn a_seat_stays_taken() {
    let server = Server::start("seat");
    for socket in [false, true] {
        let wanted = json!({ "game": "buteur", "seats": [0, 0], "seed": 2 });
        let (path, host) = server.table(&wanted);
        let made = server.settled(&path, &host);
        let link = format!("?token={}", made["tokens"][1].as_str().expect("a token"));
        let as_guest = format!("{path}{host}&player=1");
        assert_eq!(server.get(&as_guest).0, 200, "nobody has taken the seat");
        if socket {
            let mut socket = Socket::open(&server, &format!("{path}/socket{link}"));
            socket.hear().expect("the table");
        } else {
            assert_eq!(server.get(&format!("{path}{link}")).0, 200);
        }
        assert_eq!(server.get(&as_guest).0, 200, "a look takes nothing");
        let guest = server.take(&path, &link);
        let again = server.after_kill("seat-again", |_| {});
        for server in [&server, &again] {
            assert_eq!(server.get(&as_guest).0, 403);
            assert_eq!(server.get(&format!("{path}{guest}")).1["own"], json!([1]));
            assert_eq!(server.get(&format!("{path}{link}")).1["own"], json!([]));
            assert_eq!(server.get(&format!("{path}{host}")).1["own"], json!([0]));
        }
    }
}

/// The answers to a requester: the table, its record and its threats, as every player.
fn answers(server: &Server, path: &str, query: &str, players: usize) -> Vec<(u16, Value)> {
    let joined = if query.is_empty() { "?" } else { "&" };
    let as_players = (0..=players).map(|player| format!("{query}{joined}player={player}"));
    let queries: Vec<_> = [query.to_owned()].into_iter().chain(as_players).collect();
    let parts = ["", "/record", "/threats"].iter();
    parts
        .flat_map(|part| queries.iter().map(move |query| format!("{path}{part}{query}")))
        .map(|path| server.get(&path))
        .collect()
}

/// After a restart nobody sees or may do more than before, nor less: the host, the holders of seats
/// that are taken and of seats that are free, people with another table's token, with no token, and
/// with a wrong one.
#[test]
fn everybody_sees_the_same_after_a_restart() {
    let limits = ClientLimits { requests: 1_000_000, ..ClientLimits::default() };
    let server = Server::start_within("views", None, limits);
    let mut rng = ChaCha8Rng::seed_from_u64(45);
    let mut tables = Vec::new();
    for (number, game) in
        ["buteur:players=3", "buteur:players=2", "maitres", "etoile", "ruches", "benedictine"]
            .into_iter()
            .enumerate()
    {
        let seats = [0, 0, if number == 0 { 1 } else { 0 }, 0];
        let wanted = json!({ "game": game, "seats": seats, "seed": number });
        let (path, host) = server.table(&wanted);
        let made = server.settled(&path, &host);
        let token = |player: usize| Some(format!("?token={}", made["tokens"][player].as_str()?));
        let mut queries: Vec<_> = (0..4).filter_map(token).collect();
        // The second player takes the seat; the first one plays on the host's device.
        queries[1] = server.take(&path, &queries[1]);
        let guest = format!("{path}{}", queries[1]);
        let own = format!("{path}{host}");
        for _ in 0..12 {
            let Some((by, table)) = server.to_act(&[&own, &guest]) else { break };
            server.post(by, &action(&table, &mut rng).expect("an action"));
            if rng.random_ratio(1, 4) {
                server.post(by, &json!({ "do": "undo" }));
            }
        }
        if number == 0 {
            server.post(&guest, &json!({ "do": "open" }));
        }
        queries.truncate(2);
        queries.push(host.clone());
        tables.push((path, queries, made["sitters"].as_array().expect("seats").len()));
    }
    // The first seat stays free.
    let strangers = [String::new(), "?token=0".to_owned(), tables[1].1[2].clone()];
    let all = |server: &Server| -> Vec<_> {
        let table = |(path, queries, players): &(String, Vec<String>, usize)| {
            let others = strangers.iter().filter(|other| !queries.contains(other));
            let known = queries[1..].iter().chain(others).cloned();
            known.map(|query| answers(server, path, &query, *players)).collect::<Vec<_>>()
        };
        tables.iter().map(table).collect()
    };
    for (path, queries, _) in &tables {
        server.to_act(&[&format!("{path}{}", queries[2]), &format!("{path}{}", queries[1])]);
    }
    let before = all(&server);
    let again = server.after_kill("views-again", |_| {});
    let after = all(&again);
    assert_eq!(after, before);
    // The link of a free seat still lets somebody look on, on both servers.
    for (path, queries, players) in &tables {
        let [one, two] =
            [&server, &again].map(|server| answers(server, path, &queries[0], *players));
        assert_eq!(one, two);
        assert_eq!(one[0].0, 200);
    }
    assert_eq!(all(&server), all(&again));
}

/// An action that is sent again, or too late, changes nothing. The answer is the table as it is
/// now.
#[test]
fn actions_count_once() {
    let server = Server::start("twice");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let table = format!("{path}{query}");
    let first = step("c2-d3@f2", server.get(&table).1["version"].as_u64().expect("a number"));
    let (status, played) = server.post(&table, &first);
    assert_eq!((status, &played["cursor"]), (200, &json!(1)));
    let name = json!({ "do": "name", "player": 0, "name": "Ann", "version": 0 });
    let ahead = json!({ "do": "undo", "version": 7 });
    for late in [&first, &step("c6-d5", 0), &json!({ "do": "undo", "version": 0 }), &name, &ahead] {
        let (status, refused) = server.post(&table, late);
        assert_eq!((status, &refused["error"]["code"]), (409, &json!("late")), "{refused}");
        assert_eq!(refused["table"], played, "{late}");
    }
    assert_eq!(server.get(&table).1, played);
    assert_eq!(server.post(&table, &step("c6-d5", 1)).1["cursor"], 2);
    // An action that names no version refers to the table as it is.
    assert_eq!(server.post(&table, &json!({ "do": "undo" })).1["cursor"], 1);
}

/// Changes a byte in the file of a table.
fn damage(data: &Path, path: &str) {
    let file = data.join(format!("tables/{}.table", id(path)));
    let mut bytes = fs::read(&file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).expect("written");
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().expect("an id")
}

/// Damage costs only the damaged table. It is named, the others are served, and the check and the
/// rescue see the same.
#[test]
fn damage_costs_one_table() {
    let server = Server::start("damage");
    let wanted = json!({ "game": "benedictine", "seats": [0, 0] });
    let tables = [0, 1, 2].map(|_| server.table(&wanted));
    for (path, query) in &tables {
        assert_eq!(server.post(&format!("{path}{query}"), &step("c2-d3@f2", 0)).0, 200);
    }
    assert!(check(&server.data, None).expect("checked").damaged.is_empty(), "while it serves");
    let path = |number: usize| tables[number].0.as_str();
    let again = server.after_kill("damaged", |data| damage(data, path(1)));
    let warning = again.warning();
    assert!(warning.contains(id(path(1))) && warning.contains("checksum"), "{warning}");
    let survey = check(&again.data, None).expect("checked");
    assert_eq!(survey.tables, 3);
    assert_eq!(survey.damaged, [(id(path(1)).to_owned(), "the checksum differs".to_owned())]);
    let rescue = folder("rescue");
    assert_eq!(salvage(&again.data, &rescue).expect("salvaged"), survey);
    salvage(&again.data, &rescue).expect_err("the folder is not new");
    assert_eq!(check(&rescue, None).expect("checked").tables, 2);
    for (number, (path, query)) in tables.iter().enumerate() {
        let table = format!("{path}{query}");
        let (status, answer) = again.get(&table);
        if number == 1 {
            assert_eq!((status, &answer["error"]["code"]), (500, &json!("damaged")), "{answer}");
        } else {
            assert_eq!((status, &answer["cursor"]), (200, &json!(1)));
            assert_eq!(again.post(&table, &step("c6-d5", 1)).0, 200);
        }
    }
    fs::remove_dir_all(rescue).expect("removed");
}
