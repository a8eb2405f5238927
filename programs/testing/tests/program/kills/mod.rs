//! Kills every program that writes files at random moments, again and again. The files stay valid,
//! and the result is the same as without kills.
//!
//! `programs/testing/faults` runs this test for a long time.

mod server;
mod subjects;

use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::Instant;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rustix::process::{Pid, Signal, kill_process};

use self::server::{kill_first_starts, kill_servers};
use self::subjects::{SUBJECTS, Subject};
use crate::servers::number;

/// The number of kills after which a run may continue to its end.
const MOST: u32 = 12;

/// The number of kills by SIGKILL, and of interrupts by other signals.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    killed: u32,
    asked: u32,
}

impl Count {
    fn all(self) -> u32 {
        self.killed + self.asked
    }
}

/// Sends a signal to a program, usually SIGKILL. Returns the status if the program has already
/// ended.
fn strike(child: &mut Child, rng: &mut ChaCha8Rng, count: &mut Count) -> Option<ExitStatus> {
    let ended = child.try_wait().expect("a status");
    if ended.is_some() {
        return ended;
    }
    let signal = match rng.random_range(0..10) {
        0 => Signal::INT,
        1 => Signal::TERM,
        _ => Signal::KILL,
    };
    // The program may end at this moment.
    let _ = kill_process(Pid::from_child(child), signal);
    if signal == Signal::KILL {
        count.killed += 1;
    } else {
        count.asked += 1;
    }
    None
}

/// Runs a program and kills it until there are `kills` kills. Each run continues with the files of
/// the previous one. Whenever the program reaches its end, its files are compared with those of an
/// uninterrupted run.
fn kill_runs(subject: &Subject, kills: u32, rng: &mut ChaCha8Rng) -> Count {
    let place = subject.place();
    let started = Instant::now();
    let expected = subject.run_to_its_end(&place);
    let time = started.elapsed();
    let mut count = Count::default();
    while count.all() < kills {
        subject.clear(&place);
        let (mut struck, mut runs) = (0, 0);
        while struck < MOST && count.all() < kills {
            subject.bring(&place, Some(runs));
            runs += 1;
            let mut child = subject.command(&place).spawn().expect("the program starts");
            sleep(time.mul_f64(rng.random_range(0.0..1.0)));
            let before = count.all();
            strike(&mut child, rng, &mut count);
            let output = child.wait_with_output().expect("it ends");
            let errors = String::from_utf8(output.stderr).expect("text");
            // The run was neither refused nor ended by a panic. With 4, something has not arrived.
            let good =
                matches!(output.status.code(), None | Some(0 | 1 | 4)) && !errors.contains("panic");
            assert!(good, "{}: {} {errors}", subject.name, output.status);
            subject.check(&place);
            if output.status.success() {
                break;
            }
            struck += count.all() - before;
        }
        let found = subject.run_to_its_end(&place);
        // The contents are too long to print.
        let names = |files: &[(PathBuf, Vec<u8>)], than: &[(PathBuf, Vec<u8>)]| {
            let others = files.iter().filter(|file| !than.contains(file));
            others.map(|(name, _)| name.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        let differ = [names(&found, &expected), names(&expected, &found)];
        assert_eq!(differ, ["", ""], "{}: found, expected", subject.name);
    }
    subject.clear(&place);
    count
}

/// Kills the programs of some subjects, each one `kills` times.
fn kill_programs(subjects: impl Iterator<Item = usize>, kills: u32, seed: u64) {
    for number in subjects {
        let subject = &SUBJECTS[number];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number as u64);
        let Count { killed, asked } = kill_runs(subject, kills, &mut rng);
        println!("{}: {killed} killed, {asked} interrupted", subject.name);
    }
}

/// Kills servers, during games and during their first start.
fn kill_all_servers(kills: u32, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Count { killed, asked } = kill_servers(kills, &mut rng);
    println!("serve: {killed} killed, {asked} interrupted");
    kill_first_starts(kills, &mut rng);
    println!("serve, first start: {kills} killed");
}

// Two tests, so that two processors are busy.

#[test]
fn what_is_killed_goes_on() {
    kill_programs((0..SUBJECTS.len()).step_by(2), 1, 1);
    kill_all_servers(1, 1);
}

#[test]
fn what_else_is_killed_goes_on() {
    kill_programs((1..SUBJECTS.len()).step_by(2), 1, 1);
}

/// The environment gives the total number of kills, which all programs share, and the seed of their
/// moments.
#[test]
#[ignore = "minutes: programs/testing/faults"]
fn kills_at_length() {
    let programs = SUBJECTS.len() as u32 + 1;
    let kills = number("FAULT_KILLS", 100).div_ceil(programs);
    let seed = number("FAULT_SEED", 2).into();
    kill_programs(0..SUBJECTS.len(), kills, seed);
    kill_all_servers(kills, seed);
}
