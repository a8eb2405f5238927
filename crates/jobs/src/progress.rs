//! The progress of a long run.

/// Receives the progress of a long run. A library reports it; a program shows it.
pub trait Progress {
    /// The run begins: it has `total` steps, of which `done` were done before.
    fn begin(&mut self, total: u64, done: u64);

    /// The number of steps that are done now. `message` describes the result so far; it is called
    /// only if the message is shown.
    fn advance(&mut self, done: u64, message: &dyn Fn() -> String);

    /// The run has ended, or will be continued another time.
    fn finish(&mut self);
}

/// Shows no progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&mut self, _: u64, _: u64) {}

    fn advance(&mut self, _: u64, _: &dyn Fn() -> String) {}

    fn finish(&mut self) {}
}
