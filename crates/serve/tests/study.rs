//! Requests about games: records, threats, analyses.

use games::ruches::Ruches;
use selfplay::{Schedule, parse_line};
use serde_json::{Value, json};

use crate::common::Server;

/// Plays the first legal move until the game is over.
fn play_out(server: &Server, path: &str, query: &str) -> Value {
    loop {
        let table = server.settled(path, query);
        let Some(mv) = table["moves"].as_array().and_then(|moves| moves.first()) else {
            return table;
        };
        server.post(&format!("{path}{query}"), &json!({ "do": "step", "text": mv }));
    }
}

/// A finished game has a record that the rules accept; an unfinished game has none.
#[test]
fn games_are_downloaded_as_records() {
    let server = Server::start("records");
    let wanted = json!({ "game": "ruches:setup=ordered", "seats": [0, 1], "names": ["Ann", ""] });
    let (path, query) = server.table(&wanted);
    let record = format!("{path}/record{query}");
    assert_eq!(server.get(&record).0, 409);
    let over = play_out(&server, &path, &query);
    assert_eq!(over["turn"]["kind"], "over", "{over}");
    let (status, head, text) = server.send("GET", &record, "", "");
    assert!(status == 200 && head.contains("application/jsonl"), "{head}");
    let (plan, game) = text.trim_end().split_once('\n').expect("two lines");
    let plan: selfplay::Plan = parse_line(plan).expect("a plan");
    let game: selfplay::GameRecord = parse_line(game).expect("a game");
    let players: Vec<_> = plan.players.iter().map(ToString::to_string).collect();
    assert_eq!(players, ["name=Ann,cmd=person", "name=b,cmd=level-1"]);
    assert_eq!(json!(game.result), over["result"]);
    let schedule = Schedule::new(plan.kind, 2, 2);
    selfplay::verify::<Ruches>(&plan, &schedule, &game).expect("by the rules");

    // The record can be opened again as a position text.
    let text = format!("{} moves {}", game.start, game.moves.join(" "));
    let (path, query) = server.table(&json!({ "game": text, "seats": [0, 0] }));
    assert_eq!(server.get(&format!("{path}{query}")).1["result"], over["result"]);
}

/// Possible wins and captures of both sides are listed; where cards are hidden, none is.
#[test]
fn threats_are_told() {
    let server = Server::start("threats");
    let threats = |game: &str| {
        let (path, query) = server.table(&json!({ "game": game, "seats": [0, 0] }));
        server.get(&format!("{path}/threats{query}")).1["threats"].clone()
    };
    assert_eq!(threats("benedictine"), json!([]));
    let found = threats("maitres 4m4/9/9/9/4L4/9/9/9/4M4 b -");
    assert_eq!((&found[0]["player"], &found[0]["kind"]), (&json!(0), &json!("win")), "{found}");
    assert_eq!(
        (&found[0]["rolls"], &found[0]["moves"][0]),
        (&json!(2), &json!("e5-e9")),
        "{found}"
    );
    assert_eq!(threats("buteur"), json!([]));
}

/// Lines branch off from a game; the game itself does not change.
#[test]
fn a_game_is_analysed() {
    let server = Server::start("analysis");
    let (path, query) = server.table(&json!({ "game": "benedictine", "seats": [0, 0] }));
    let game = format!("{path}{query}");
    for text in ["c2-d3@f2", "c6-d5", "d3-e3"] {
        assert_eq!(server.post(&game, &json!({ "do": "step", "text": text })).0, 200, "{text}");
    }
    let made = server.post(&format!("{path}/analysis{query}"), &json!({})).1;
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    let analysis = format!("/api/tables/{}?token={}", text("id"), text("token"));
    let act = |action: Value| server.post(&analysis, &action);
    let table = server.get(&analysis).1;
    assert_eq!((&table["cursor"], &table["may_act"]), (&json!(3), &json!(true)), "{table}");
    assert_eq!(act(json!({ "do": "look", "branch": 0, "step": 1 })).1["cursor"], 1);
    let (_, branched) = act(json!({ "do": "line", "texts": ["e6-d5", "b1-c2", "nonsense", "x"] }));
    assert_eq!((&branched["cursor"], &branched["analysis"]["current"]), (&json!(3), &json!(1)));
    let line = json!({ "parent": 0, "at": 1, "steps": ["e6-d5", "b1-c2"] });
    assert_eq!(branched["analysis"]["branches"][1], line);
    assert_eq!(act(json!({ "do": "line", "texts": ["nonsense"] })).0, 422);
    assert_eq!(act(json!({ "do": "look", "branch": 2, "step": 0 })).0, 422);
    assert_eq!(act(json!({ "do": "prune", "branch": 0 })).0, 422);
    let (_, pruned) = act(json!({ "do": "prune", "branch": 1 }));
    assert_eq!((&pruned["cursor"], &pruned["analysis"]["current"]), (&json!(1), &json!(0)));
    assert_eq!(server.get(&game).1["cursor"], 3);
    assert_eq!(server.post(&game, &json!({ "do": "look", "branch": 0, "step": 0 })).0, 409);

    // While cards are hidden, no analysis can be made.
    let (path, query) = server.table(&json!({ "game": "buteur", "seats": [0, 1] }));
    assert_eq!(server.post(&format!("{path}/analysis{query}"), &json!({})).0, 409);
}

/// With the user's pitch and pack, the page receives the pack, and the record of a match contains
/// it.
#[test]
fn a_pack_of_ones_own_is_played() {
    let garden = include_str!("../../../games/tests/packs/garden.toml");
    let server = Server::start_with("garden", Some(garden.to_owned()));
    let games = server.get("/api/games").1;
    let buteur = games.as_array().expect("games").iter().find(|game| game["name"] == "buteur");
    let packs = &buteur.expect("listed")["packs"];
    let expected = json!({ "name": "garden", "columns": 6, "rows": 8, "goal": [2, 3],
        "area": [2, 3], "area_rows": 2, "cards": 12 });
    assert_eq!((&packs[0]["cards"], &packs[1]), (&json!(55), &expected));
    let wanted = json!({ "game": "buteur:pack=garden", "seats": [1, 1], "open": true });
    let (path, query) = server.table(&wanted);
    let over = server.settled(&path, &query);
    assert_eq!(over["turn"]["kind"], "over", "{over}");
    let (status, _, text) = server.send("GET", &format!("{path}/record{query}"), "", "");
    assert_eq!(status, 200, "{text}");
    let plan: selfplay::Plan = parse_line(text.lines().next().expect("a plan")).expect("a plan");
    assert_eq!(plan.pack.as_deref(), Some(garden));
    let plain = Server::start("no-garden");
    assert_eq!(plain.post("/api/tables", &wanted).0, 422);
}

/// A match at a real table, with cards that the program does not know, has no course.
#[test]
fn unknown_cards_have_no_course() {
    let server = Server::start("unknown");
    let start = "buteur play B1 d8 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.L4h.L5h/?8 -";
    let wanted = json!({ "game": start, "seats": [0, 0], "typed": true, "open": true });
    let (path, query) = server.table(&wanted);
    let (status, refused) = server.get(&format!("{path}/course{query}"));
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("input")), "{refused}");
}
