//! Players in other processes: they play as in this process, and they can fail in every way.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::program::{command, failed, json};
use super::survivors::{nothing_runs, running, signal};
use testing::{ENGINE, file, mock};

/// Plays a match of a mock player, which fails in the given way, against a player of the program.
fn against_mock(way: &str, mark: &str, games: u32) -> String {
    let mock = mock("player.sh");
    // The arguments of a player's process are separated by spaces, in one item of the settings.
    format!(
        "match benedictine --player name=M,cmd=/bin/sh,args={mock}\u{a0}{way}\u{a0}{mark} \
         --player name=B,nodes=20 --opening 1 --games {games} --quiet --json --threads 2 \
         --patience 300ms"
    )
}

/// Each failure loses the game for its reason. Afterwards the player is started again, the match
/// continues, and no process is left.
#[test]
#[cfg(target_os = "linux")]
fn every_fault_loses_its_game_alone() {
    for (number, (way, reason)) in [
        ("crash", "crash"),
        ("stall", "stall"),
        ("illegal", "illegal"),
        ("empty", "garbage"),
        ("chatter", "garbage"),
        ("bytes", "garbage"),
        ("closed", "closed"),
        ("deaf", "stall"),
    ]
    .into_iter()
    .enumerate()
    {
        let mark = format!("{}.{}", 100 + number, std::process::id());
        let out = file(&format!("fault-{way}.jsonl"));
        let text = format!("{} --out {}", against_mock(way, &mark, 2), out.display());
        let report = json(&text);
        assert_eq!(report["ended_by"][reason], 2, "{way}: {report}");
        assert_eq!((&report["losses"], &report["games"]), (&2.into(), &2.into()), "{way}");
        assert_eq!(report["ratings"][0]["failures"], 2, "{way}");
        nothing_runs(&mark);
        assert_eq!(json(&format!("stats --json {}", out.display())), report, "{way}");
        super::program::done(&format!("verify {}", out.display()));
    }
}

#[test]
fn a_late_answer_loses_on_time() {
    let text = format!("{} --each time=100ms --margin 50ms", against_mock("late", "1", 2));
    let report = json(&text);
    assert_eq!(
        (&report["ended_by"]["time"], &report["losses"]),
        (&2.into(), &2.into()),
        "{report}"
    );
}

#[test]
fn strict_matches_stop() {
    let message = failed(&format!("{} --strict", against_mock("crash", "1", 40)), 1);
    assert!(message.starts_with("error: player M failed in unit 0, game "), "{message}");
    assert!(message.contains(": crash: exit status: 3: out of luck"), "{message}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_nothing_running() {
    let mark = format!("99.{}", std::process::id());
    let arguments = against_mock("stall", &mark, 4).replace("300ms", "60s");
    let child = command(&arguments).spawn().expect("the program starts");
    let started = Instant::now();
    while running(&mark).iter().filter(|(_, arguments)| arguments.starts_with("sleep")).count() < 2
    {
        assert!(started.elapsed() < Duration::from_secs(10), "the players do not start");
        sleep(Duration::from_millis(10));
    }
    signal(child.id(), "-INT");
    let started = Instant::now();
    let output = child.wait_with_output().expect("it ends");
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(1));
    nothing_runs(&mark);
}

/// With a wrong path the match is not started, so no game is lost.
#[test]
fn players_that_cannot_be_started_are_refused() {
    for (player, message) in [
        ("cmd=/nowhere/engine", "player: read \"/nowhere/engine\", expected a readable file"),
        (
            "cmd=nowhere-engine",
            "player M: cmd: read \"nowhere-engine\", expected a program that can be run (",
        ),
        ("cmd=/bin/true", "player M: read \"exit status: 0\", expected a program that speaks"),
    ] {
        let text = format!(
            "match benedictine --player name=M,{player} --player name=B,nodes=20 --games 2 --quiet"
        );
        assert!(failed(&text, 2).contains(message), "{player}");
    }
}

/// A table that does not fit the memory is an error before the first game, not a lost match.
#[test]
fn players_that_do_not_fit_are_refused() {
    let text = "match benedictine --player name=M,depth=1,hash=16777216 --player name=B,depth=1 \
                --games 2 --quiet";
    let message = failed(text, 2);
    let start = "error: player hash: read \"16777216\", expected a smaller size: a table of";
    assert!(message.starts_with(start), "{message}");
}

/// A test over games has the counts of games.
#[test]
fn counts_of_units_are_no_games() {
    for test in ["model=bayes", "over=games"] {
        let message = failed(&format!("sprt --results 1,2,3,4,5 --test {test}"), 2);
        assert!(message.contains("results: read \"5 counts\", expected 3 counts"), "{message}");
    }
    let found = super::program::done("sprt --results 50,0,150 --test elo0=0,elo1=50,model=bayes");
    assert!(found.contains("H1 accepted"), "{found}");
}

/// The same engine plays the same games in this process and in another one.
#[test]
fn a_process_plays_as_the_engine_does() {
    for (game, weights) in [("benedictine", ""), ("maitres:passage=leap", ",weights=zero")] {
        let games = [String::new(), format!(",cmd={ENGINE}")].map(|other| {
            let out = file("process.jsonl");
            let text = format!(
                "match {game} --player name=A,nodes=150 --player name=B,nodes=80{weights}{other} \
                 --games 6 --quiet --seed 3 --threads 2 --out {}",
                out.display()
            );
            super::program::done(&text);
            let records = selfplay::Records::read(&out).expect("records");
            let mut games = records.games;
            games.sort_by_key(|game| (game.unit, game.game));
            games
        });
        for (own, other) in games[0].iter().zip(&games[1]) {
            assert!(own.is_replay_of(other), "{own:?}\n{other:?}");
        }
        assert_eq!(games[0].len(), 6);
    }
}

/// An engine that sometimes loses its input. Those games are lost; the match continues.
#[test]
fn a_player_is_started_again() {
    let frail = mock("frail.sh");
    let text = format!(
        "match maitres --player name=F,cmd=/bin/sh,nodes=50,args={frail}\u{a0}{ENGINE}\u{a0}60 \
         --player name=B,nodes=50 --games 12 --quiet --json --threads 1 --patience 5s"
    );
    let report = json(&text);
    let crashes = report["ended_by"]["crash"].as_u64().expect("a number");
    assert!((1..=8).contains(&crashes), "{report}");
    assert_eq!(report["ended_by"]["rules"], 12 - crashes, "{report}");
}

#[test]
fn clocks_run() {
    let text = format!(
        "match maitres --player name=A,tc=1+0.01 --player name=B,cmd={ENGINE},tc=1+0.01 --games 2 \
         --quiet --json --threads 1 --margin 500ms"
    );
    // On a busy machine the command prints a warning.
    let report: serde_json::Value =
        serde_json::from_str(&super::program::run(&text).stdout).expect("JSON");
    assert_eq!((&report["games"], &report["ended_by"]["time"]), (&2.into(), &0.into()), "{report}");
}

/// The engine is stopped for some time while it thinks. By the wall clock it loses, although it has
/// hardly used a processor, and the result says so. By the processor's clock it continues. The game
/// ends soon after the move, so the search of the move ends before its time, on any machine.
#[test]
#[cfg(target_os = "linux")]
fn a_starved_engine_keeps_its_game_by_the_processor() {
    let frozen = mock("frozen.sh");
    let text = format!(
        "match benedictine:plies=7 --player name=F,cmd=/bin/bash,time=200ms,args={frozen}\u{a0}{ENGINE}\u{a0}0.8 \
         --player name=B,nodes=20 --opening 1 --games 2 --quiet --json --threads 1 --margin 300ms"
    );
    let report = super::program::run(&text);
    let report: serde_json::Value = serde_json::from_str(&report.stdout).expect("JSON");
    assert_eq!(
        (&report["time"]["decided"], &report["time"]["starved"]),
        (&2.into(), &2.into()),
        "{report}"
    );
    let report = super::program::run(&format!("{text} --clock processor"));
    let report: serde_json::Value = serde_json::from_str(&report.stdout).expect("JSON");
    assert_eq!(
        (&report["time"]["decided"], &report["ended_by"]["stall"]),
        (&0.into(), &0.into()),
        "{report}"
    );
}

/// With limits of time, a match with more games at a time than processors is not fair.
#[test]
fn too_many_games_at_a_time_are_told() {
    let text = "match maitres --player name=A,time=1ms --player name=B,random=yes --games 2 --quiet --threads 1024";
    let finished = super::program::run(text);
    assert_eq!(finished.status, Some(0), "{}", finished.stderr);
    assert!(
        finished.stderr.starts_with("warning: --threads: read 1024, expected no more than the "),
        "{}",
        finished.stderr
    );
}
