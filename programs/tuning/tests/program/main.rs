//! The `tuning` program.

mod commands;
mod files;
mod many;
mod tune;
