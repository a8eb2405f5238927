//! The programs as their users run them: every command's output, exit status and faults.

mod common;
mod engine;
#[cfg(target_os = "linux")]
mod kills;
mod packs;
mod selfplay;
mod tuning;
