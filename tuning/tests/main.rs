//! The tests of data, fits and nights.

mod data;
mod fit;
mod nets;
mod overnight;
