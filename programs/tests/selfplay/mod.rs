//! The `selfplay` program: output, errors, interruptions, and players that fail.

mod commands;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod interruption;
mod program;
mod strangers;
