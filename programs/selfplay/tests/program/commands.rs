//! The commands from the user's side: output, errors and exit status.

use std::io::Read;

use games::AnyState;

use super::program::{command, done, failed, json, run};
use testing::file;

const MATCH: &str = "match maitres --player name=A,nodes=50 --player name=B,random=yes --games 4";

#[test]
fn a_match_prints_its_result() {
    let text = run(MATCH).stdout;
    assert!(text.starts_with("maitres: A against B\n"), "{text}");
    assert!(text.contains("A in 4 games: "), "{text}");
    let json = run(&format!("{MATCH} --json --quiet --threads 2"));
    let value: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&value["game"], &value["games"]), (&"maitres".into(), &4.into()));
    assert_eq!(json.stdout, run(&format!("{MATCH} --json --threads 1")).stdout);
}

#[test]
fn random_games_are_counted() {
    let output = run("random benedictine --games 3 --seed 2 --quiet");
    let text = &output.stdout;
    assert!(text.starts_with("benedictine: 3 random games, "), "{text}");
    assert!(output.stderr.is_empty());
}

/// Openings can be played from, are all different, and are the same in each run. If no opening is
/// even enough, the command fails.
#[test]
fn even_openings_are_drawn() {
    const DRAW: &str = "openings benedictine --count 3 --opening 5 --nodes 40 --quiet";
    let drawn = run(&format!("{DRAW} --within 0.3"));
    let lines: std::collections::HashSet<_> = drawn.stdout.lines().collect();
    assert_eq!((lines.len(), drawn.stdout.lines().count()), (3, 3), "{}", drawn.stdout);
    assert_eq!(run(&format!("{DRAW} --within 0.3")).stdout, drawn.stdout);
    assert_ne!(run(&format!("{DRAW} --within 2")).stdout, drawn.stdout, "any opening will do");
    let path = file("even.txt");
    std::fs::write(&path, &drawn.stdout).expect("a file");
    let two = "--player name=A,nodes=20 --player name=B,random=yes";
    let openings = path.to_str().expect("a path");
    done(&format!("match benedictine {two} --games 6 --openings {openings} --quiet"));
    // Bénédictine has only a few first moves to draw.
    let failed = run("openings benedictine --count 200 --opening 1 --nodes 1 --within 2 --quiet");
    assert!(failed.stderr.contains("opening: read 10000 openings of 1 random moves in a row"));
    run("openings benedictine --within 3").refused(&["--within: read \"3\", expected a number"]);
}

#[test]
fn bad_usage_is_one_line_and_status_2() {
    let two = "--player name=A,nodes=50 --player name=B,random=yes";
    for (arguments, message) in [
        ("random chess", "game: read \"chess\", expected one of benedictine maitres"),
        ("random maitres:a=b", "option: read \"a\", expected one of"),
        ("random maitres --games none", "games: read \"none\", expected a whole number from 1"),
        (&format!("match maitres {two} --games 3"), "games: read \"3\", expected a multiple of 2"),
        ("match maitres --player name=A", "players: read \"1\", expected 2 or more"),
        ("match maitres", "--player <key=value,...>: read nothing, expected"),
        ("match benedictine --player nodes=1 --player b", "expected a name=..."),
        (
            "match maitres --player name=A,nodes=1,weights=none.toml --player name=B,nodes=1",
            "player: read \"none.toml\", expected a readable file",
        ),
        (
            &format!("match ruches {two} --openings none.txt"),
            "openings: read \"none.txt\", expected a readable file",
        ),
        (&format!("match benedictine:plies=3 {two}"), "opening: read \"4\", expected so few moves"),
    ] {
        run(arguments).refused(&[message]);
    }
}

/// A file that has no records is named in the error, with the expected contents, and is not
/// changed.
#[test]
fn what_is_no_file_of_records_is_named() {
    let (folder, records) = (file("no-records"), file("some.jsonl"));
    std::fs::create_dir_all(&folder).expect("a folder");
    done(&format!("{MATCH} --quiet --out {}", records.display()));
    let (folder, records) = (folder.display(), records.display());
    for arguments in [
        format!("verify {folder}"),
        format!("stats {records} {folder}"),
        format!("replay {folder} 0"),
        format!("report {folder} --out {folder}"),
        format!("merge {folder} --out {records}"),
        format!("merge {records} --out {folder}"),
    ] {
        let expected = format!("records: read \"{folder}\", expected a readable file (");
        run(&arguments).refused(&[&expected]);
    }
    // A file that cannot be opened is not replaced either.
    let looped = file("loop.jsonl");
    std::os::unix::fs::symlink(&looped, &looped).expect("a link");
    run(&format!("merge {records} --out {}", looped.display())).refused(&["out: read", "expected"]);
    assert!(std::fs::symlink_metadata(looped).expect("a link").is_symlink());
}

#[test]
fn help_has_an_example() {
    for command in
        ["", "match ", "random ", "replay ", "verify ", "stats ", "merge ", "report ", "sprt "]
    {
        assert!(done(&format!("{command}--help")).contains("Example: selfplay "));
    }
}

#[test]
fn a_reader_that_goes_away_is_a_normal_end() {
    let mut child = command(MATCH).spawn().unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(errors, "");
}

/// The engine loses without its evaluation, and the test shows it.
#[test]
fn a_crippled_evaluation_is_found_out() {
    crippled_evaluations_are_found_out(&["ruches"], 100);
}

/// The same in every game.
#[test]
#[ignore = "long"]
fn a_crippled_evaluation_is_found_out_in_every_game() {
    crippled_evaluations_are_found_out(AnyState::NAMES, 400);
}

fn crippled_evaluations_are_found_out(games: &[&str], nodes: u32) {
    let players = ["name=whole", "name=crippled,weights=zero"];
    for game in games {
        // Buteur needs more nodes: with few worlds, its search hardly tells one evaluation from
        // another.
        let nodes = if *game == "buteur" { 10 * nodes } else { nodes };
        for (order, verdict) in [([0, 1], "H1"), ([1, 0], "H0")] {
            let [first, second] = order.map(|number| players[number]);
            let report = json(&format!(
                "match {game} --player {first} --player {second} --each nodes={nodes} --games 1998 \
                 --sprt elo0=0,elo1=60 --quiet --json"
            ));
            assert_eq!(report["sprt"]["verdict"], verdict, "{game}: {report}");
            assert!(report["games"].as_u64().expect("a number") < 1000, "{game}: {report}");
        }
    }
}

/// The page is one file with all its plots and all tags closed. The table has a line for each game.
#[test]
fn a_report_is_a_page_and_a_table() {
    let (out, folder) = (file("report.jsonl"), file("report"));
    done(&format!(
        "match maitres --player name=<A>,nodes=50 --player name=B,nodes=20 --games 8 \
         --sprt elo0=0,elo1=9 --quiet --out {}",
        out.display()
    ));
    done(&format!("report {} --out {}", out.display(), folder.display()));
    let page = std::fs::read_to_string(folder.join("report.html")).expect("a page");
    assert_eq!(page.matches("<svg ").count(), 5);
    assert!(page.contains("&lt;A&gt;") && !page.contains("<A>"));
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http"));
    for tag in [
        "html", "head", "body", "main", "figure", "svg", "text", "title", "pre", "style", "table",
        "dl",
    ] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf\""), "{page}");
    let table = std::fs::read_to_string(folder.join("games.csv")).expect("a table");
    assert_eq!(table.lines().count(), 9);
}

/// The number of threads does not change which games a test counts.
#[test]
fn a_test_ends_the_same_on_any_number_of_threads() {
    let report = |threads| {
        json(&format!(
            "match maitres --player name=A,nodes=100 --player name=B,depth=1,weights=zero --games 400 \
             --sprt elo0=0,elo1=80 --quiet --json --threads {threads}"
        ))
    };
    let one = report(1);
    assert_eq!(one["sprt"]["verdict"], "H1", "{one}");
    assert_eq!(one, report(4));
}

#[test]
fn openings_are_played_in_turn() {
    let openings = file("openings.txt");
    let text = "# two lines\n\nstartpos moves c2-d3@f2\nbenedictine 3A3/2A1A1G/1A3A1/5o1/2G1G2/2G4/1G5 a\n";
    std::fs::write(&openings, text).expect("a file");
    let out = file("opened.jsonl");
    let arguments = format!(
        "match benedictine --player name=A,nodes=20 --player name=B,nodes=30 --games 6 --quiet \
         --openings {} --out {}",
        openings.display(),
        out.display()
    );
    done(&arguments);
    done(&format!("verify {}", out.display()));
    let records = selfplay::Records::read(&out).expect("records");
    for game in records.games {
        if game.unit % 2 == 0 {
            assert_eq!((game.opening, game.moves[0].as_str()), (1, "c2-d3@f2"));
        } else {
            assert_eq!((game.opening, game.start.ends_with("/1G5 a")), (0, true));
        }
    }
    for (line, message) in [
        ("startpos moves c2-c9", "line 1: move: read \"c2-c9\""),
        ("maitres startpos", "line 1: game: read"),
        ("", "expected a file with positions"),
    ] {
        std::fs::write(&openings, line).expect("a file");
        let found = failed(&arguments.replace("--out", "--resume --out"), 2);
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn a_gauntlet_is_for_the_first() {
    let report = json(
        "match maitres --player name=A,nodes=30 --player name=B,random=yes --player name=C,random=yes \
         --kind gauntlet --games 8 --quiet --json",
    );
    let heads = report["heads"].as_array().expect("a list");
    let players: Vec<_> = heads.iter().map(|head| head["players"].to_string()).collect();
    assert_eq!(players, ["[\"A\",\"B\"]", "[\"A\",\"C\"]"]);
    assert_eq!(report["ratings"][0]["seats"], 8);
}

#[test]
fn games_are_ended_early_where_that_is_asked_for() {
    let report = json(
        "match maitres --player name=A,nodes=30 --player name=B,nodes=20 --games 6 --quiet --json \
         --adjudicate length=9",
    );
    assert_eq!(
        report["ended_by"]["length"].as_u64().expect("a number")
            + report["ended_by"]["rules"].as_u64().expect("a number"),
        6
    );
    assert!(report["mean_length"].as_f64().expect("a number") <= 9.0, "{report}");
}
