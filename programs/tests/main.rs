//! The programs as their users run them: every command's output, exit status and faults.

mod common;
mod engine;
mod selfplay;
mod tuning;
