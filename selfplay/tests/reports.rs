//! The three forms of a report, text, JSON and page, have the same numbers.

use games::maitres::Maitres;
use selfplay::{Contest, MatchReport, Plan};
use serde_json::Value as Json;
use statistics::Results;

fn report(players: &[&str], sprt: Option<&str>) -> MatchReport {
    let players = players.iter().map(|text| text.parse().expect("a player")).collect();
    let sprt = sprt.map(|text| text.parse().expect("a test"));
    let plan = Plan { sprt, ..Plan::new("maitres", players, 3, 6) };
    Contest::<Maitres>::new(plan).expect("a match").play_all(2).expect("games")
}

/// Checks that the page has the text of the report, with the special characters of HTML escaped.
fn assert_page_shows(report: &MatchReport) {
    let text = report.text().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    assert!(report.page().contains(&text), "{}", report.page());
}

fn words(Results { wins, draws, losses }: Results) -> String {
    format!("{wins} won, {draws} drawn, {losses} lost")
}

/// Checks that the number in the JSON is correct to about five digits.
#[track_caller]
fn assert_close(json: &Json, number: f64) {
    let read = json.as_f64().expect("a number");
    assert!((read - number).abs() <= 1e-5 * number.abs().max(1.0), "{read}, expected {number}");
}

#[test]
fn a_duel_is_told_three_times() {
    let report =
        report(&["name=A<B,nodes=40", "name=C,random=yes"], Some("elo0=-200,elo1=200,alpha=0.001"));
    let (text, json) = (report.text(), report.json());
    let json: Json = serde_json::from_str(&json).expect("JSON");
    let (first, pair) = (&report.players[0], &report.pairs[0]);
    let (results, strength) = (first.results(), pair.strength.expect("units"));
    assert!(report.games > 0 && first.points > 0.0);

    let total = format!("A<B in {} games: {}", report.games, words(results));
    assert!(text.contains(&total), "{text}");
    assert_eq!(json["games"], report.games);
    let counts = [&json["wins"], &json["draws"], &json["losses"]];
    assert_eq!(counts, [results.wins, results.draws, results.losses]);

    assert!(text.contains(&format!(" {} points, ", first.points)), "{text}");
    assert_close(&json["points"], first.points);
    assert_close(&json["score"], strength.score);
    assert!(text.contains(&format!("{:.1} %", 100.0 * strength.score)), "{text}");

    let units: Vec<_> = pair.units.counts().iter().map(u64::to_string).collect();
    assert!(
        text.contains(&format!("units by points, from 0 to 2: {}", units.join(", "))),
        "{text}"
    );
    assert_eq!(json["units_by_points"], Json::from(pair.units.counts()));

    for (seat, (name, results)) in report.seat_names.iter().zip(&first.seats).enumerate() {
        assert!(text.contains(&format!("as {name}: {}", words(*results))), "{text}");
        assert_eq!(json["by_seat"][seat], serde_json::to_value(results).expect("JSON"));
    }

    let trial = report.test.expect("a test");
    assert!(text.contains(&format!("LLR {:.2}", trial.llr)), "{text}");
    assert_close(&json["sprt"]["llr"], trial.llr);
    assert_page_shows(&report);
}

#[test]
fn a_tournament_is_told_three_times() {
    let report = report(&["name=A,nodes=40", "name=B,depth=1", "name=C,random=yes"], None);
    let (text, json) = (report.text(), report.json());
    let json: Json = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report.pairs.len(), 3);
    for (number, player) in report.players.iter().enumerate() {
        let rating = format!("{:+.0} {}", player.rating.elo, player.rating.spread());
        let row = text.lines().find(|line| line.contains(&rating) && line.contains(&player.name));
        let row = row.unwrap_or_else(|| panic!("{} has no {rating}: {text}", player.name));
        assert!(row.contains(&format!("{:.1}", player.points)), "{row}");
        let entry = &json["ratings"][number];
        assert_eq!(entry["player"], player.name);
        assert_close(&entry["elo"], player.rating.elo);
        match player.rating.margin() {
            Some(margin) => assert_close(&entry["error"], margin),
            None => assert!(entry["error"].is_null(), "{entry}"),
        }
        let (low, high) = player.rating.interval;
        assert_eq!(entry["elo_interval"][0].is_number(), low.is_finite(), "{entry}");
        assert_eq!(entry["elo_interval"][1].is_number(), high.is_finite(), "{entry}");
        assert_close(&entry["points"], player.points);
        for (seat, results) in report.seat_names.iter().zip(&player.seats) {
            let line = format!("{} as {seat}: {}", player.name, words(*results));
            assert!(text.contains(&line), "{text}");
        }
    }
    for (number, pair) in report.pairs.iter().enumerate() {
        let [one, two] = pair.players.map(|player| report.players[player].name.as_str());
        let strength = pair.strength.expect("units");
        assert!(text.contains(&strength.words(one, two)), "{text}");
        assert_close(&json["heads"][number]["score"], strength.score);
        assert_eq!(json["heads"][number]["players"], serde_json::json!([one, two]));
    }
    assert_page_shows(&report);
}
