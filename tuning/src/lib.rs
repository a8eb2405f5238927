//! Looking into evaluations.
