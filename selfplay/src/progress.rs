//! How far a long piece of work has come, for whoever wants to show it.

/// What is told how far a long piece of work has come. A library tells it; a program shows it.
pub trait Progress {
    /// The work begins: of `total` steps so many are `done` already.
    fn begin(&mut self, total: u64, done: u64);

    /// So many steps are done. `message` says how it stands, and need not be asked.
    fn advance(&mut self, done: u64, message: &dyn Fn() -> String);

    /// The work has ended, or goes on another time.
    fn finish(&mut self);
}

/// Progress that nobody wants to know of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&mut self, _: u64, _: u64) {}

    fn advance(&mut self, _: u64, _: &dyn Fn() -> String) {}

    fn finish(&mut self) {}
}
