//! The server, met over the network.

mod common;
mod hostile;
mod service;
mod study;
