//! Reports as pages: a text and plots in one file of HTML that needs nothing else.
//!
//! A [`Plot`] draws curves, [`Bars`] draws bars; both are SVG. [`html_page`] puts them below a text.
//!
//! ```
//! use pages::{Curve, Plot, html_page};
//!
//! let curve = Curve { points: vec![(0.0, 1.0), (1.0, 0.5)], ..Curve::default() };
//! let plot = Plot { title: "Loss".to_owned(), lines: vec![curve], ..Plot::default() };
//! let page = html_page("A fit", "1 epoch", &[plot.svg()]);
//! assert!(page.contains("<h1>A fit</h1>") && page.contains("<svg"));
//! ```
//!
//! The plots are drawn here rather than by a plotting crate: they are small, and a page is to be one file
//! that a browser shows without scripts and fonts of its own.

mod axes;
mod bars;
mod page;
mod plot;

pub use bars::Bars;
pub use page::html_page;
pub use plot::{Curve, Plot};
