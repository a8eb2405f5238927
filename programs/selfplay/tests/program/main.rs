//! The `selfplay` program: output, errors, interruptions, and players that fail.

mod commands;
#[cfg(target_os = "linux")]
mod disks;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod hub;
#[cfg(unix)]
mod interruption;
#[cfg(target_os = "linux")]
mod many;
#[cfg(target_os = "linux")]
mod misbehaviour;
mod program;
mod strangers;
#[cfg(unix)]
mod survivors;
mod texts;
