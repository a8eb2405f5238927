//! The `tuning` program.

mod commands;
mod tune;
