//! Progress on standard error: a bar on a terminal, otherwise a line every ten seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use jobs::{Progress, Silent};

/// The time between two lines.
const PERIOD: Duration = Duration::from_secs(10);

const TEMPLATE: &str = "{wide_bar} {pos}/{len} [{elapsed} < {eta}] {msg}";

/// Shows progress on standard error, or nothing if `quiet`.
#[must_use]
pub fn shown_progress(quiet: bool) -> Box<dyn Progress> {
    if quiet {
        Box::new(Silent)
    } else if io::stderr().is_terminal() {
        Box::new(Bar(ProgressBar::hidden()))
    } else {
        Box::new(ProgressLines { total: 0, last: Instant::now() })
    }
}

/// A bar on a terminal.
struct Bar(ProgressBar);

impl Progress for Bar {
    fn begin(&mut self, total: u64, done: u64) {
        self.0 = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            self.0.set_style(style);
        }
        self.0.enable_steady_tick(Duration::from_millis(500));
        self.0.set_position(done);
        self.0.reset_eta();
    }

    fn advance(&mut self, done: u64, message: &dyn Fn() -> String) {
        self.0.set_position(done);
        self.0.set_message(message());
    }

    fn finish(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Lines in a file or a pipe.
struct ProgressLines {
    total: u64,
    last: Instant,
}

impl Progress for ProgressLines {
    fn begin(&mut self, total: u64, _: u64) {
        *self = Self { total, last: Instant::now() };
    }

    fn advance(&mut self, done: u64, message: &dyn Fn() -> String) {
        if self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            // Progress that cannot be written does not stop the work.
            let _ = writeln!(io::stderr(), "{done}/{} {}", self.total, message());
        }
    }

    fn finish(&mut self) {}
}
