//! The program as its users run it: every command's output, exit status and faults.

mod exact;
mod faults;
mod hidden;
mod inform;
mod process;
mod program;
mod search;
mod ugi;
