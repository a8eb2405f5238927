//! The `engine` program.

mod actors;
mod draughts;
mod exact;
mod explain;
mod faults;
mod generate;
mod hidden;
mod inform;
mod play;
mod process;
mod program;
mod search;
#[cfg(unix)]
mod serve;
mod solve;
mod tables;
#[cfg(unix)]
mod terminal;
mod texts;
mod ugi;
mod ugi_ends;
mod ugi_rules;
