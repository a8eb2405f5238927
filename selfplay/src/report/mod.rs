//! What is said of a match: one value, and text, JSON and a page of it.

mod json;
pub(crate) mod match_report;
mod page;
mod pictures;
pub(crate) mod summary;
pub(crate) mod table;
mod text;
pub(crate) mod timeline;
