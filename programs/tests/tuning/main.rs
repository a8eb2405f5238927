//! The `tuning` program as a user meets it.

mod commands;
mod tune;
