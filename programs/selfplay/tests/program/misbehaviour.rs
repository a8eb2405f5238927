//! Players that misbehave in every way and at every moment. The match ends in time, each game is
//! lost for its reason, and no process survives. A match that was interrupted and continues has the
//! same result.
//!
//! `programs/testing/faults` plays many rounds of this test.

use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value as Json;

use super::program::{command, done, run};
use super::survivors::{nothing_runs, running, signal};
use testing::{file, mock};

/// Faults that are possible at any moment, each with the reason of the end of the game.
const ANYTIME: [(&str, &str); 18] = [
    ("silent", "stall"),
    ("spin", "stall"),
    ("babble", "stall"),
    ("endless", "garbage"),
    ("short", "garbage"),
    ("nothing", "garbage"),
    ("line", "garbage"),
    ("bytes", "garbage"),
    ("chatter", "garbage"),
    ("exit", "crash"),
    ("signal", "crash"),
    ("orphans", "crash"),
    ("closed", "closed"),
    ("deaf", "stall"),
    ("stopped", "stall"),
    ("errors", "stall"),
    ("daemon", "stall"),
    ("stubborn", "stall"),
];

/// Faults that are possible only at some moments.
const SOMETIMES: [(&str, &str); 11] = [
    ("go-half", "stall"),
    ("again-half", "stall"),
    ("again-refuse", "garbage"),
    ("go-illegal", "illegal"),
    ("go-empty", "garbage"),
    ("go-none", "illegal"),
    ("go-huge", "illegal"),
    ("go-figures", "illegal"),
    ("go-cut", "illegal"),
    ("shown-illegal", "illegal"),
    ("deaf-silent", "stall"),
];

/// The number of modes that run at the same time. Most of them only wait.
const WORKERS: usize = 8;

/// A player with one kind of misbehaviour.
struct Mode {
    name: String,
    reason: &'static str,
    /// The processes that it leaves behind sleep for this number of seconds, by which they are
    /// found.
    mark: String,
}

impl Mode {
    fn new(number: usize, name: String, reason: &'static str) -> Self {
        Self { name, reason, mark: format!("{}.{}", 1000 + number, std::process::id()) }
    }

    /// The match of this mode's player against a player of the program. The patience is short only
    /// if the player does not answer, so that other players have enough time on a busy machine.
    fn arguments(&self) -> String {
        let mock = mock("misbehave.sh");
        let patience = if self.reason == "stall" { "1s" } else { "20s" };
        format!(
            "match benedictine --player name=M,cmd=/bin/bash,args={mock}\u{a0}{}\u{a0}{} \
             --player name=B,nodes=20 --opening 1 --games 2 --quiet --json --threads 2 \
             --patience {patience}",
            self.name, self.mark
        )
    }

    fn with_records(&self, out: &Path) -> String {
        format!("{} --out {}", self.arguments(), out.display())
    }

    fn records(&self, name: &str) -> PathBuf {
        file(&format!("misbehaviour-{}-{name}.jsonl", self.name))
    }

    /// Plays the match. The player loses both games for the mode's reason.
    fn play(&self) -> Json {
        let started = Instant::now();
        let out = self.records("whole");
        let report: Json = serde_json::from_str(&done(&self.with_records(&out))).expect("JSON");
        assert_eq!(report["ended_by"][self.reason], 2, "{}: {report}", self.name);
        assert_eq!((&report["losses"], &report["games"]), (&2.into(), &2.into()), "{}", self.name);
        assert!(started.elapsed() < Duration::from_secs(30), "{}: {started:?}", self.name);
        nothing_runs(&self.mark);
        done(&format!("verify {}", out.display()));
        report
    }

    /// Plays the match with interruptions at random moments, and then to its end.
    fn play_interrupted(&self, rng: &mut ChaCha8Rng, expected: &Json) {
        let out = self.records("pieces");
        let arguments = format!("{} --resume", self.with_records(&out));
        for name in ["-INT", "-TERM", "-KILL"] {
            let child = command(&arguments).spawn().expect("the program starts");
            sleep(Duration::from_micros(rng.random_range(0..1_500_000)));
            end(child, name, self);
        }
        let report: Json = serde_json::from_str(&done(&arguments)).expect("JSON");
        assert_eq!(&report, expected, "{}", self.name);
        nothing_runs(&self.mark);
    }

    /// The player is refused before the match starts.
    fn is_refused(&self) {
        let finished = run(&self.arguments());
        finished.failed(2, &["error: player M: "]);
        assert!(
            finished.elapsed < Duration::from_secs(30),
            "{}: {:?}",
            self.name,
            finished.elapsed
        );
        nothing_runs(&self.mark);
    }
}

/// Ends a match by a signal. The match and its players end soon after it.
fn end(mut child: Child, name: &str, mode: &Mode) {
    let started = Instant::now();
    signal(child.id(), name);
    let status = child.wait().expect("it ends");
    // On an idle machine this takes a second.
    assert!(started.elapsed() < Duration::from_secs(4), "{}: {:?}", mode.name, started.elapsed());
    assert!(matches!(status.code(), Some(0..=2) | None), "{}: {status}", mode.name);
    nothing_runs(&mode.mark);
}

/// Calls `act` for all modes, several at a time. A failure of one mode is reported after all have
/// run.
fn each(modes: &[Mode], act: impl Fn(usize, &Mode) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((number, mode)) = Some(next.fetch_add(1, Relaxed))
                    .and_then(|number| Some((number, modes.get(number)?)))
                {
                    act(number, mode);
                }
            });
        }
    });
}

/// All modes at the given moments, and the given further ones.
fn modes(first: usize, moments: &[&str], sometimes: &[(&str, &'static str)]) -> Vec<Mode> {
    let anytime = moments.iter().flat_map(|moment| {
        ANYTIME.iter().map(move |&(way, reason)| (format!("{moment}-{way}"), reason))
    });
    let sometimes = sometimes.iter().map(|&(name, reason)| (name.to_owned(), reason));
    let named = (first..).zip(anytime.chain(sometimes));
    named.map(|(number, (name, reason))| Mode::new(number, name, reason)).collect()
}

fn games(first: usize) -> Vec<Mode> {
    modes(first, &["again", "go"], &SOMETIMES)
}

/// One of every `parts` modes, for a short test. [`misbehaviour_at_length`] has all of them. Each
/// moment has `ways` modes, and other ways are chosen at the next moment.
fn part(modes: Vec<Mode>, ways: usize, parts: usize) -> Vec<Mode> {
    let numbered = modes.into_iter().enumerate();
    let chosen =
        numbered.filter(|(number, _)| (number % ways + number / ways).is_multiple_of(parts));
    chosen.map(|(_, mode)| mode).collect()
}

#[test]
fn misbehaviour_in_a_game_is_ruled() {
    each(&part(games(0), ANYTIME.len(), 3), |_, mode| drop(mode.play()));
}

#[test]
fn misbehaviour_at_the_start_is_refused() {
    let modes = modes(200, &["hello", "ready"], &[]);
    each(&part(modes, ANYTIME.len(), 3), |_, mode| mode.is_refused());
}

/// Rounds of all modes with interruptions. The environment gives the number of rounds.
#[test]
#[ignore = "minutes: programs/testing/faults"]
fn misbehaviour_at_length() {
    let rounds = std::env::var("FAULT_ROUNDS").ok().and_then(|text| text.parse().ok());
    for round in 0..rounds.unwrap_or(1) {
        each(&games(400), |number, mode| {
            let mut rng = ChaCha8Rng::seed_from_u64(round);
            rng.set_stream(number as u64);
            let expected = mode.play();
            mode.play_interrupted(&mut rng, &expected);
        });
        each(&modes(600, &["hello", "ready"], &[]), |_, mode| mode.is_refused());
        println!("round {round}: done");
    }
}

/// Ends matches by signals while their players do not answer.
fn end_waits(first: usize, signals: &[&str]) {
    let ways = ["silent", "spin", "babble", "stopped", "stubborn", "daemon", "deaf"];
    let moments = ["hello", "ready", "again", "go"];
    let names = moments.iter().flat_map(|moment| ways.map(|way| format!("{moment}-{way}")));
    let modes: Vec<_> =
        names.zip(first..).map(|(name, number)| Mode::new(number, name, "none")).collect();
    each(&part(modes, ways.len(), 4), |number, mode| {
        let arguments = mode.arguments().replace("1s", "60s").replace("20s", "60s");
        let child = command(&arguments).spawn().expect("the program starts");
        let started = Instant::now();
        while running(&mode.mark).len() < 2 {
            assert!(started.elapsed() < Duration::from_secs(10), "{} does not start", mode.name);
            sleep(Duration::from_millis(10));
        }
        sleep(Duration::from_millis(500));
        end(child, signals[number % signals.len()], mode);
    });
}

/// A match that is interrupted does not wait for its players, whatever their fault.
#[test]
fn an_interrupt_ends_any_wait() {
    end_waits(800, &["-INT", "-TERM"]);
}

/// A killed match cannot end its players. The guards end them, and all processes that they started.
#[test]
fn no_player_outlives_a_match_that_is_killed() {
    end_waits(850, &["-KILL"]);
}

/// Signals do not end a guard: neither from a player that signals its group, nor from a closed
/// terminal.
#[test]
fn guards_heed_no_signals() {
    let mode = Mode::new(950, "go-stubborn".to_owned(), "stall");
    let child = command(&mode.arguments().replace("1s", "60s")).spawn().expect("it starts");
    let started = Instant::now();
    let guards =
        || running(&mode.mark).into_iter().filter(|(_, words)| words.starts_with("guard "));
    let asleep = || running(&mode.mark).iter().any(|(_, words)| words.starts_with("sleep "));
    while guards().count() < 2 || !asleep() {
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", running(&mode.mark));
        sleep(Duration::from_millis(20));
    }
    for (process, _) in guards() {
        for name in ["-HUP", "-TERM", "-INT", "-QUIT", "-USR1"] {
            signal(process, name);
        }
    }
    sleep(Duration::from_millis(100));
    assert_eq!(guards().count(), 2, "{:?}", running(&mode.mark));
    end(child, "-KILL", &mode);
}

/// A position is longer than a pipe holds, and the player does not read it. The match still ends by
/// its patience or by an interrupt.
#[test]
fn a_long_position_that_nobody_reads() {
    let there_and_back = " b1-a1 b7-a7 a1-b1 a7-b7".repeat(3000);
    let openings = file("long.openings");
    std::fs::write(&openings, format!("startpos moves{there_and_back}\n")).expect("a file");
    let mode = Mode::new(900, "deaf-silent".to_owned(), "stall");
    let option = format!("--openings {} --opening 0", openings.display());
    let arguments = mode
        .arguments()
        .replace("benedictine", "benedictine:plies=0,repetition=0")
        .replace("--opening 1", &option);
    let out = mode.records("long");
    let report = run(&format!("{arguments} --out {}", out.display())).json();
    assert_eq!(report["ended_by"]["stall"], 2, "{report}");
    let records = std::fs::read_to_string(&out).expect("records");
    assert_eq!(records.matches("it does not read its input").count(), 2);
    nothing_runs(&mode.mark);
    let child = command(&arguments.replace("1s", "60s")).spawn().expect("the program starts");
    let started = Instant::now();
    while running(&mode.mark).len() < 2 {
        assert!(started.elapsed() < Duration::from_secs(10), "the players do not start");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(500));
    end(child, "-INT", &mode);
}
