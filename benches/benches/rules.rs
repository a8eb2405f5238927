//! rules
fn main() {}
