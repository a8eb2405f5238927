//! Matches between engines.
