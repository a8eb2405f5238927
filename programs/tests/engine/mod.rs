//! The `engine` program.

mod exact;
mod faults;
mod hidden;
mod inform;
mod process;
mod program;
mod search;
mod ugi;
