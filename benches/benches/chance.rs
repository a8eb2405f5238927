//! chance
fn main() {}
