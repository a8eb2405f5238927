//! The `engine` program.

mod actors;
mod exact;
mod explain;
mod faults;
mod hidden;
mod inform;
mod process;
mod program;
mod search;
mod ugi;
mod ugi_rules;
