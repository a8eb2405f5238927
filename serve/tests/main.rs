//! The server, met over the network.

mod common;
mod hostile;
mod load;
mod secrets;
mod service;
mod study;
