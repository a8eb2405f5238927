//! What is said of a match: text, JSON, pages, plots.

pub(crate) mod match_report;
pub(crate) mod page;
pub(crate) mod table;
