//! One harness, and one program to link.

mod common;
mod dice;
mod faults;
mod published;
mod quiet;
mod speed;
mod twin;
