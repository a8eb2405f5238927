//! The `tuning` program.

mod calibrate;
mod commands;
mod files;
mod many;
mod tune;
