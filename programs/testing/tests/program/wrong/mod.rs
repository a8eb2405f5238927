//! Wrong input to every command: each answer is one line that names the field, with status 2.

mod files;
mod options;
mod outputs;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use testing::{ENGINE, Finished, Program, SELFPLAY, TUNING};

const PROGRAMS: [Program; 3] = [ENGINE, SELFPLAY, TUNING];

/// Checks an error: one line without control characters, which says what was read and expected.
fn check_line(finished: &Finished, text: &str) {
    let line = finished.stderr.strip_suffix('\n').unwrap_or("no line");
    let is_plain = line.starts_with("error: ") && !line.contains(char::is_control);
    assert!(is_plain && !line.contains("panicked"), "{text}: {:?}", finished.stderr);
}

/// Checks that wrong input was refused.
fn check_refused(finished: &Finished, text: &str) {
    assert_eq!(finished.status, Some(2), "{text}: {:?}", finished.stderr);
    check_line(finished, text);
    assert_eq!(finished.stdout, "", "{text}");
}

/// Runs a test on each of some cases, on all processors.
fn each<T: Sync>(cases: &[T], test: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    test(case);
                }
            });
        }
    });
}
