//! Many clients at once, games of the engine in parallel, and thousands of hostile requests. Normal
//! test runs are small. This command measures:
//! `LOAD=full cargo test --release -p serve load -- --nocapture --test-threads 1`.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use play::{Level, LiveGame};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use serve::ClientLimits;

use crate::common::{Client, Server, Socket, action};

const GAMES: [&str; 5] = ["benedictine", "maitres", "ruches", "etoile", "buteur"];

/// Whether the tests measure at full size.
fn full() -> bool {
    std::env::var_os("LOAD").is_some_and(|scale| scale == "full")
}

/// Plays games one after the other, an action at a time. Returns the time of each action.
fn play(server: &Server, number: usize, pause: Duration, until: Instant) -> Vec<Duration> {
    let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
    let mut client = Client::new(server);
    let wanted = json!({ "game": GAMES[number % GAMES.len()], "seats": [0, 0, 0, 0], "open": true,
        "typed": number % GAMES.len() == 4, "seed": number });
    let (mut path, mut table, mut taken) = (String::new(), Value::Null, Vec::new());
    while Instant::now() < until {
        let begun = Instant::now();
        let next = (!path.is_empty()).then(|| action(&table, &mut rng)).flatten();
        let Some(action) = next else {
            path = client.table(&wanted);
            table = client.post(&path, &json!({ "do": "name", "player": 0, "name": "x" })).1;
            continue;
        };
        let (status, answer) = client.post(&path, &action);
        assert_eq!(status, 200, "{action} at {}: {answer}", table["position"]);
        table = answer;
        taken.push(begun.elapsed());
        thread::sleep(pause.saturating_sub(begun.elapsed()));
    }
    taken
}

/// The memory of this process (server and clients) in MiB; 0 where `/proc` is missing.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    (pages.unwrap_or(0) * 4096) >> 20
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

/// Fifty people each play a move every 100 ms: none is refused.
#[test]
fn load_of_many_clients() {
    let limits = ClientLimits { tables: 100_000, ..ClientLimits::default() };
    let server = Server::start_within("load", None, limits);
    let (clients, time) =
        if full() { (50, Duration::from_secs(60)) } else { (10, Duration::from_millis(1500)) };
    let until = Instant::now() + time;
    let pause = Duration::from_millis(100);
    let mut taken: Vec<Duration> = thread::scope(|scope| {
        let played = (0..clients).map(|number| {
            scope.spawn({
                let server = &server;
                move || play(server, number, pause, until)
            })
        });
        let played: Vec<_> = played.collect();
        played.into_iter().flat_map(|thread| thread.join().expect("it plays")).collect()
    });
    taken.sort();
    println!(
        "{clients} clients, {} actions in {time:?}: p50 {:?}, p99 {:?}, longest {:?}; {} MiB",
        taken.len(),
        percentile(&taken, 50),
        percentile(&taken, 99),
        percentile(&taken, 100),
        memory()
    );
    assert!(taken.len() > clients * 4, "{}", taken.len());
    // No player notices the time of a move.
    let most = Duration::from_millis(if full() { 100 } else { 2_000 });
    assert!(percentile(&taken, 99) < most, "{:?}", percentile(&taken, 99));
}

/// Plays against the engine at one of several tables. Returns the delay of each answer: the time
/// that it took beyond the level's time.
fn answers(server: &Server, game: &str, level: u8, moves: usize) -> Vec<Duration> {
    let (path, query) =
        server.table(&json!({ "game": game, "seats": [0, level], "open": true, "seed": 3 }));
    let mut socket = Socket::open(server, &format!("{path}/socket{query}"));
    let mut client = Client::new(server);
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(level));
    let limit = LiveGame::open(game, 0).expect("a game");
    let limit = limit.level_time(Level::new(level).expect("a level"));
    let mut late = Vec::new();
    let mut asked = None;
    while late.len() < moves {
        let Some(text) = socket.hear() else { panic!("the socket ended") };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let table = &message["table"];
        if table["may_act"] != json!(true) {
            if table["turn"]["kind"] == "over" {
                break;
            }
            continue;
        }
        late.extend(asked.take().map(|asked: Instant| asked.elapsed().saturating_sub(limit)));
        let Some(action) = action(table, &mut rng) else { break };
        let moves = action["do"] == "step";
        let begun = Instant::now();
        assert_eq!(client.post(&format!("{path}{query}"), &action).0, 200);
        asked = moves.then_some(begun);
    }
    late
}

/// With four games at once, the engine answers soon after its level's time.
#[test]
fn load_of_four_games() {
    let server = Server::start("four");
    let (level, moves) = if full() { (9, 12) } else { (3, 3) };
    let games = ["benedictine", "maitres", "ruches:setup=ordered", "etoile:players=2"];
    let mut late: Vec<Duration> = thread::scope(|scope| {
        let server = &server;
        let threads = games.map(|game| scope.spawn(move || answers(server, game, level, moves)));
        threads.into_iter().flat_map(|thread| thread.join().expect("it plays")).collect()
    });
    late.sort();
    println!(
        "four games at level {level}, {} answers: p50 {:?}, longest {:?} beyond the level's time",
        late.len(),
        percentile(&late, 50),
        percentile(&late, 100)
    );
    assert!(late.len() >= moves * 2, "{late:?}");
    let most = Duration::from_millis(if full() { 200 } else { 3_000 });
    assert!(percentile(&late, 100) < most, "{late:?}");
}

/// Thousands of hostile requests and messages: each is refused properly, and no memory leaks.
#[test]
fn load_of_hostile_clients() {
    let server = Server::start("hostile-load");
    let (path, query) = server.table(&json!({ "game": "etoile", "seats": [0, 0, 0] }));
    let rounds = if full() { 100 } else { 4 };
    let mut statuses = BTreeMap::new();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut used = Vec::new();
    for _ in 0..rounds {
        hostile_round(&server, &path, &query, &mut rng, &mut statuses);
        used.push(memory());
    }
    println!("{} requests and messages: {statuses:?}, MiB {used:?}", rounds * 100);
    assert_eq!(server.get(&format!("{path}{query}")).1["cursor"], 0);
    assert!(statuses.keys().all(|status| (400..500).contains(status)), "{statuses:?}");
    // The first rounds fill pools and caches.
    let (early, last) = (used[rounds / 4], used[rounds - 1]);
    assert!(last <= early + 8, "MiB {used:?}");
}

/// Fifty requests and fifty messages of nonsense.
fn hostile_round(
    server: &Server,
    path: &str,
    query: &str,
    rng: &mut ChaCha8Rng,
    statuses: &mut BTreeMap<u16, u32>,
) {
    let mut client = Client::new(server);
    for _ in 0..50 {
        let noise: String =
            (0..rng.random_range(0..300)).map(|_| rng.random_range(' '..='~')).collect();
        let (path, body) = match rng.random_range(0..6) {
            0 => (format!("{path}{query}"), json!({ "do": "step", "text": noise })),
            1 => (format!("{path}{query}"), json!({ "do": noise })),
            2 => (
                format!("{path}{query}"),
                json!({ "do": "look", "branch": 7, "step": 1_u64 << 40 }),
            ),
            3 => ("/api/tables".to_owned(), json!({ "game": noise, "seats": [0, 0] })),
            4 => (format!("{path}?token={:x}", rng.random::<u64>()), json!({ "do": "undo" })),
            _ => (format!("{path}/analysis?token=0"), json!([noise])),
        };
        let (status, _) = client.post(&path, &body);
        *statuses.entry(status).or_default() += 1;
    }
    let mut socket = Socket::open(server, &format!("{path}/socket{query}"));
    for _ in 0..50 {
        let length = rng.random_range(0..100);
        let noise: Vec<u8> = (0..length).map(|_| rng.random_range(b' '..=b'~')).collect();
        assert!(socket.send(&noise), "it goes on hearing");
    }
}
