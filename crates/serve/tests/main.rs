//! Tests of the server over the network.

mod bounds;
mod common;
mod delivery;
mod description;
mod hostile;
mod keeping;
mod load;
mod offers;
mod people;
mod secrets;
mod service;
mod study;
