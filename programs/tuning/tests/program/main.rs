//! The `tuning` program.

mod commands;
mod files;
mod tune;
