//! Progress on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two lines.
const PERIOD: Duration = Duration::from_secs(10);

const TEMPLATE: &str = "{wide_bar} {pos}/{len} [{elapsed} < {eta}] {msg}";

/// Shows how far something has come.
pub struct Progress {
    total: u64,
    style: Style,
}

enum Style {
    Quiet,
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Progress {
    /// Progress towards `total`; none is shown where `quiet`.
    #[must_use]
    pub fn new(total: u64, quiet: bool) -> Self {
        let style = if quiet {
            Style::Quiet
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(500));
            Style::Bar(bar)
        } else {
            Style::Lines { last: Instant::now() }
        };
        Self { total, style }
    }

    /// Begins with some done already.
    pub fn begin(&mut self, done: u64) {
        if let Style::Bar(bar) = &self.style {
            bar.set_position(done);
            bar.reset_eta();
        }
    }

    /// Says that `done` of the total are done, and how it stands.
    pub fn advance(&mut self, done: u64, message: impl FnOnce() -> String) {
        match &mut self.style {
            Style::Quiet => {}
            Style::Bar(bar) => {
                bar.set_position(done);
                bar.set_message(message());
            }
            Style::Lines { last } if last.elapsed() >= PERIOD => {
                *last = Instant::now();
                // Progress that nobody can see is no reason to stop.
                let _ = writeln!(io::stderr(), "{done}/{} {}", self.total, message());
            }
            Style::Lines { .. } => {}
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Style::Bar(bar) = self.style {
            bar.finish_and_clear();
        }
    }
}
