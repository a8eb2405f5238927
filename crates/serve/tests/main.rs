//! Tests of the server over the network.

mod bounds;
mod common;
mod description;
mod hostile;
mod load;
mod offers;
mod secrets;
mod service;
mod study;
