//! Checks every message to a page for hidden cards.

use std::collections::BTreeSet;
use std::thread;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use serve::ClientLimits;

use crate::common::{Client, Server, Socket, action};

/// The number of whole matches.
const MATCHES: u64 = 100;

/// The attackers in a text, as `L3b`. The pack has only one of each.
fn attackers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| {
        matches!(word.as_bytes(), [b'N' | b'L' | b'R', b'2'..=b'5', b'h' | b'r' | b'b'])
    })
}

fn all_attackers() -> impl Iterator<Item = String> {
    let ways = ["N", "L", "R"].into_iter();
    ways.flat_map(|way| ["2", "3", "4", "5"].map(|distance| way.to_owned() + distance))
        .flat_map(|arrow| ["h", "r", "b"].map(|symbol| arrow.clone() + symbol))
}

/// A page that watches a match, and the cards that its player may know.
struct Page {
    /// `None` for the host's page, when other people have taken every seat.
    player: Option<usize>,
    query: String,
    socket: Socket,
    /// The attackers that the player has held, and those that were played openly.
    known: BTreeSet<String>,
    /// The versions of the table in which the player was to act.
    turns: BTreeSet<u64>,
    table: Value,
}

impl Page {
    fn open(server: &Server, path: &str, player: Option<usize>, token: &str) -> Self {
        let query = format!("?token={token}");
        let socket = Socket::open(server, &format!("{path}/socket{query}"));
        let (known, turns) = (BTreeSet::new(), BTreeSet::new());
        let mut page = Self { player, query, socket, known, turns, table: Value::Null };
        page.hear();
        page
    }

    /// Checks a message with the table, and keeps the table.
    fn take(&mut self, table: Value) {
        let table = self.check(table);
        if self.player.is_some() && table["may_act"] == json!(true) {
            self.turns.insert(table["version"].as_u64().expect("a version"));
        }
        self.table = table;
    }

    /// Looks back at a step.
    fn look_back(&mut self, server: &Server, path: &str, step: usize) {
        let (status, table) = server.get(&format!("{path}{}&at={step}", self.query));
        assert_eq!(
            (status, &table["cursor"], &table["may_act"]),
            (200, &json!(step), &json!(false))
        );
        assert_eq!((&table["moves"], &table["effects"]), (&json!([]), &json!({})));
        // At the end of the match the past is open, too. This page may not have heard of the end.
        let last = table["steps"].as_array().and_then(|steps| steps.last());
        let is_over = last.is_some_and(|step| step["happened"].to_string().contains("\"end\""));
        assert_eq!(table["hides"], json!(!is_over), "{table}");
        if !is_over {
            self.check(table);
        }
    }

    /// Checks a table for cards that the player does not know.
    fn check(&mut self, mut table: Value) -> Value {
        if table["hides"] == json!(false) {
            assert_eq!(table["turn"]["kind"], "over", "{table}");
            return table;
        }
        let position = table["position"].as_str().expect("a position");
        let hands: Vec<_> = position.split(' ').nth(8).expect("hands").split('/').collect();
        for (player, hand) in hands.iter().enumerate() {
            if Some(player) == self.player {
                self.known.extend(attackers(hand).map(str::to_owned));
            } else {
                assert!(hand.starts_with('?') || *hand == "-", "{player}: {table}");
            }
        }
        for step in table["steps"].as_array().expect("steps") {
            let (who, text) = (step["player"].as_u64(), step["text"].as_str().expect("a text"));
            if who != self.player.map(|player| player as u64) && text.starts_with("draw:") {
                assert_eq!(text, "draw:?", "{table}");
            } else {
                self.known.extend(attackers(text).map(str::to_owned));
            }
        }
        // The possible draws are all cards that the player has not seen. A shorter list would
        // reveal the cards of others.
        let events = table["events"].take().to_string();
        let drawn: BTreeSet<_> = attackers(&events).collect();
        if events.contains("draw:") && !drawn.is_empty() {
            let mut unknown = all_attackers().filter(|card| !self.known.contains(card));
            assert!(unknown.all(|card| drawn.contains(&*card)), "{drawn:?} at {table}");
        }
        let text = table.to_string();
        let foreign = attackers(&text).find(|card| !self.known.contains(*card));
        assert_eq!(foreign, None, "sent to {:?}: {table}", self.player);
        table
    }

    /// The latest version of the table that the page has received.
    fn version(&self) -> u64 {
        self.table["version"].as_u64().expect("a version")
    }

    fn is_to_act(&self) -> bool {
        self.turns.contains(&self.version())
    }

    /// Receives messages until the table has this version or a later one.
    fn hear_until(&mut self, version: u64) {
        while self.version() < version {
            self.hear();
        }
    }

    fn hear(&mut self) {
        let text = self.socket.hear().expect("a message");
        let mut message: Value = serde_json::from_str(&text).expect("JSON");
        if message.get("table").is_some() {
            self.take(message["table"].take());
        } else if message.get("opinion").is_some() {
            // Only the player to act receives an opinion.
            let version = message["version"].as_u64().expect("a version");
            assert!(self.turns.contains(&version), "{:?}: {message}", self.player);
        }
    }
}

/// Plays a match to its end with random moves. Returns the number of actions.
fn play(server: &Server, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut client = Client::new(server);
    let players = 2 + seed as usize % 3;
    let game = format!("buteur:players={players}");
    let wanted = json!({ "game": game, "seats": vec![0; players], "seed": seed });
    let (path, host) = server.table(&wanted);
    // Until all seats are taken, the host controls the remaining seats and may see their cards. So
    // the host's page opens last.
    let made = server.settled(&path, &host);
    let mut pages = Vec::new();
    for player in 0..players {
        let link = format!("?token={}", made["tokens"][player].as_str().expect("a token"));
        let query = server.take(&path, &link);
        pages.push(Page::open(server, &path, Some(player), &query["?token=".len()..]));
    }
    pages.insert(0, Page::open(server, &path, None, &host["?token=".len()..]));
    let mut actions = 0;
    loop {
        let version = pages.iter().map(Page::version).max().expect("a page");
        pages.iter_mut().for_each(|page| page.hear_until(version));
        // An analysis continues from move to move, and takes time.
        if seed.is_multiple_of(10) && rng.random_ratio(1, 10) {
            let page = rng.random_range(0..pages.len());
            assert!(pages[page].socket.send(br#"{"analyse":2}"#));
        }
        if let Some(page) = pages.iter_mut().find(|page| page.is_to_act()) {
            let action = action(&page.table, &mut rng).expect("an action");
            let (status, answer) = client.post(&format!("{path}{}", page.query), &action);
            assert_eq!(status, 200, "{action}: {answer}");
            page.take(answer);
            let page = &mut pages[rng.random_range(0..=players)];
            page.take(server.get(&format!("{path}{}", page.query)).1);
            let step = rng.random_range(0..=page.table["cursor"].as_u64().expect("steps") as usize);
            page.look_back(server, &path, step);
            actions += 1;
        } else if pages[0].table["turn"]["kind"] == "over" {
            for page in &pages {
                let table = server.get(&format!("{path}{}", page.query)).1;
                assert!(!table["position"].as_str().expect("a position").contains('?'), "{table}");
            }
            return actions;
        } else {
            // The server deals.
            pages[0].hear_until(version + 1);
        }
    }
}

/// No message to a page contains a card that its player does not know. All messages of many matches
/// are checked: those on sockets, and the answers to requests.
#[test]
fn no_message_tells_a_hidden_card() {
    play_matches(3);
}

#[test]
#[ignore = "long"]
fn no_message_of_many_matches_tells_a_hidden_card() {
    play_matches(MATCHES);
}

fn play_matches(matches: u64) {
    // The test sends more requests than people do.
    let limits = ClientLimits { requests: 1_000_000, ..ClientLimits::default() };
    let server = Server::start_within(&format!("secrets-{matches}"), None, limits);
    // The matches run in parallel, because each waits for the disk.
    let some =
        |first: u64| (first..matches).step_by(4).map(|seed| play(&server, seed)).sum::<usize>();
    let actions: usize = thread::scope(|scope| {
        let threads = [0, 1, 2, 3].map(|first| scope.spawn(move || some(first)));
        threads.into_iter().map(|thread| thread.join().expect("no card is told")).sum()
    });
    println!("{matches} matches, {actions} actions");
}
