//! The options of all long commands, and their interrupts.

use clap::Args;
use cli::{
    DeadlineArguments, Failure, read_number, read_threads, shown_progress, stop_on_interrupt,
    threads_or_all,
};
use engine::StopFlag;
use rayon::ThreadPool;
use selfplay::Progress;

#[derive(Args)]
pub(super) struct RunArguments {
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value = "1", value_parser = read_number)]
    pub(super) seed: u64,
    /// Threads; the result does not depend on their number [default: all cores]
    #[arg(long, value_name = "T", value_parser = read_threads)]
    threads: Option<usize>,
    #[command(flatten)]
    deadline: DeadlineArguments,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// The flags that end a run.
pub(super) struct Ends {
    /// Set by an interrupt.
    pub(super) interrupt: StopFlag,
    /// Set by an interrupt, and at the deadline.
    pub(super) stop: StopFlag,
}

impl RunArguments {
    pub(super) fn threads(&self) -> usize {
        threads_or_all(self.threads)
    }

    /// Threads for a fit.
    pub(super) fn pool(&self) -> Result<ThreadPool, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build();
        pool.map_err(|error| Failure::Broken(format!("threads: {error}")))
    }

    /// Shows the progress.
    pub(super) fn progress(&self) -> Box<dyn Progress> {
        shown_progress(self.quiet)
    }

    /// Starts to watch for interrupts and the deadline.
    pub(super) fn ends(&self) -> Result<Ends, Failure> {
        let interrupt = stop_on_interrupt()?;
        let stop = self.deadline.deadline().watch(&interrupt);
        Ok(Ends { interrupt, stop })
    }
}
