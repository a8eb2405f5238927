//! The search, and the engine program.
