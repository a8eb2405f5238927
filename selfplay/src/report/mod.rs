//! The report of a match: one value, which can be written as text, JSON and a page.

mod json;
pub(crate) mod match_report;
mod page;
mod pictures;
pub(crate) mod summary;
pub(crate) mod table;
mod text;
pub(crate) mod timeline;
