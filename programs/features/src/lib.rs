//! An empty crate. The programs and the Python package depend on it, so cargo gives their common
//! dependencies the same features, and each library is compiled once for both.
