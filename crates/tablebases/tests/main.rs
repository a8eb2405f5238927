//! All tests in one program, so that only one is linked.

mod common;
mod faults;
mod maitres;
mod published;
mod quiet;
mod speed;
mod twin;
