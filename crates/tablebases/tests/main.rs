//! One harness, and one program to link.

mod common;
mod faults;
mod maitres;
mod published;
mod quiet;
mod speed;
mod twin;
