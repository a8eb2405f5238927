//! Processes on systems other than Unix: none can be started.

use std::convert::Infallible;
use std::time::Duration;

use crate::players::bot::Fault;
use crate::players::launch::Launch;
use crate::players::wait::Wait;

/// A process, which cannot exist.
pub(crate) struct Process(Infallible);

impl Process {
    pub(crate) fn start(launch: &Launch) -> Result<Self, Fault> {
        let error = "this system is not of the family of Unix";
        Err(Fault::no_program(&launch.program, &error))
    }

    pub(crate) fn send(&mut self, _: &str, _: &Wait<'_>) -> Result<(), Fault> {
        match self.0 {}
    }

    pub(crate) fn line(&mut self, _: &Wait<'_>) -> Result<String, Fault> {
        match self.0 {}
    }

    pub(crate) fn skip_lines(&mut self, _: impl Fn(&str) -> bool) -> Result<(), Fault> {
        match self.0 {}
    }

    pub(crate) fn processor_time(&self) -> Option<Duration> {
        match self.0 {}
    }

    pub(crate) fn look(&mut self) {
        match self.0 {}
    }

    pub(crate) fn dismiss(&mut self) {
        match self.0 {}
    }
}

/// Processes of other systems have no offspring that this program could adopt.
#[derive(Debug)]
pub struct Orphans(());

impl Orphans {
    /// Does nothing on this system.
    #[must_use]
    pub fn adopt() -> Self {
        Self(())
    }
}
