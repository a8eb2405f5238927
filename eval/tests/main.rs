//! The tests of evaluations.

mod explanations;
mod features;
mod numbers;
mod variants;
mod weights;
