//! Offers to lay all cards open, and undo of moves before open cards.

use serde_json::{Value, json};

use crate::common::Server;

/// A match of Buteur with a person or the engine at each seat.
struct Match {
    server: Server,
    path: String,
    host: String,
    tokens: Vec<String>,
}

impl Match {
    fn start(name: &str, seats: &[u8]) -> Self {
        let server = Server::start(name);
        let game = format!("buteur:players={}", seats.len());
        let (path, host) = server.table(&json!({ "game": game, "seats": seats, "seed": 4 }));
        let table = server.settled(&path, &host);
        let token = |token: &Value| format!("?token={}", token.as_str().unwrap_or_default());
        let tokens = table["tokens"].as_array().expect("tokens").iter().map(token).collect();
        Self { server, path, host, tokens }
    }

    fn act(&self, query: &str, action: &Value) -> (u16, Value) {
        self.server.post(&format!("{}{query}", self.path), action)
    }

    fn take(&self, player: usize) -> String {
        self.server.take(&self.path, &self.tokens[player])
    }

    fn see(&self, query: &str) -> Value {
        self.server.get(&format!("{}{query}", self.path)).1
    }

    /// Plays a card, after which another is drawn. Returns the number of steps.
    fn play(&self, query: &str) -> u64 {
        let table = self.server.settled(&self.path, query);
        let mv = &table["moves"][0];
        let (status, answer) = self.act(query, &json!({ "do": "step", "text": mv }));
        assert_eq!(status, 200, "{answer}");
        self.server.settled(&self.path, &self.host);
        self.see(query)["cursor"].as_u64().expect("a number")
    }
}

fn hands(table: &Value) -> Vec<bool> {
    let hands = table["position"].as_str().and_then(|text| text.split(' ').nth(8)).expect("hands");
    hands.split('/').map(|hand| hand.starts_with('?')).collect()
}

/// No card is taken back until the holders of all seats agree. Then every step can be taken back.
#[test]
fn all_agree_to_lay_cards_open() {
    let game = Match::start("offers", &[0, 0]);
    let (open, decline, undo) =
        (json!({ "do": "open" }), json!({ "do": "decline" }), json!({ "do": "undo" }));
    let (red, blue) = (&game.take(0), &game.take(1));
    assert_eq!(game.see(blue)["own"], json!([1]));
    assert_eq!(game.see(red)["offer"], json!(null));
    game.play(red);
    assert_eq!((game.act(red, &undo).0, &game.see(red)["can_undo"]), (422, &json!(false)));

    // One player asks and the other refuses: the cards stay hidden. A later agreement of the second
    // player alone opens nothing.
    assert_eq!(game.act(red, &open).1["offer"], json!([0]));
    assert_eq!(game.see(blue)["offer"], json!([0]));
    assert_eq!(game.act(blue, &decline).1["offer"], json!(null));
    assert_eq!(game.act(blue, &open).1["offer"], json!([1]));
    assert_eq!(
        (hands(&game.see(blue)), game.see(red)["hides"].clone()),
        (vec![true, false], json!(true))
    );
    // Neither the host, whose seats are all taken, nor a stranger may decide.
    assert_eq!((game.act(&game.host, &open).0, game.act("?token=0", &open).0), (403, 403));
    assert_eq!(game.act(red, &undo).0, 422);

    let (status, opened) = game.act(red, &open);
    assert_eq!((status, &opened["hides"], &opened["offer"]), (200, &json!(false), &json!(null)));
    assert_eq!((hands(&opened), hands(&game.see(blue))), (vec![false; 2], vec![false; 2]));
    assert_eq!(game.see(red)["can_undo"], json!(true));
    let (status, back) = game.act(red, &undo);
    assert_eq!(status, 200, "{back}");
    // The same card is drawn again.
    let redone = game.act(red, &json!({ "do": "redo" })).1;
    assert_eq!(redone["position"], opened["position"]);
    assert_eq!(game.act(red, &open).0, 409, "they lie open already");
    let (status, made) = game.server.post(&format!("{}/analysis{red}", game.path), &json!({}));
    assert_eq!(status, 201, "{made}");
}

/// A requester who controls all people at the table needs no other agreement. The engine is not
/// asked.
#[test]
fn one_owner_agrees_at_once() {
    for (name, seats) in [("alone", [0, 2]), ("both", [0, 0])] {
        let game = Match::start(name, &seats);
        let query = format!("{}&player=0", game.host);
        game.play(&query);
        assert_eq!(game.act(&query, &json!({ "do": "undo" })).0, 422);
        let opened = game.act(&game.host, &json!({ "do": "open" })).1;
        assert_eq!((&opened["hides"], hands(&opened)), (&json!(false), vec![false; 2]), "{name}");
        let (status, back) = game.act(&game.host, &json!({ "do": "undo" }));
        assert_eq!(status, 200, "{back}");
    }
    let server = Server::start("nothing-hidden");
    let (path, host) = server.table(&json!({ "game": "maitres", "seats": [0, 0] }));
    assert_eq!(server.post(&format!("{path}{host}"), &json!({ "do": "open" })).0, 409);
}

/// The host's agreement for a seat does not bind the person who takes the seat later. The host
/// cannot see a person's cards by giving the seat to the engine.
#[test]
fn nobody_is_agreed_for() {
    let game = Match::start("taken", &[0, 0, 0]);
    let third = game.take(2);
    assert_eq!(game.see(&third)["own"], json!([2]));
    let open = json!({ "do": "open" });
    assert_eq!(game.act(&game.host, &open).1["offer"], json!([0, 1]));
    let second = game.take(1);
    assert_eq!(game.see(&second)["offer"], json!([0]), "a seat was taken since");
    assert_eq!(game.act(&third, &open).1["offer"], json!([0, 2]));
    let seat = json!({ "do": "seat", "player": 1, "sitter": 3 });
    assert_eq!(game.act(&game.host, &seat).1["offer"], json!(null), "others sit there now");
    game.act(&third, &open);
    let offer = &game.act(&game.host, &open).1;
    assert_eq!((&offer["offer"], &offer["hides"]), (&json!([0, 2]), &json!(true)));
}
