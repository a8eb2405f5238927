//! Reports as pages: a text and pictures in one file of HTML that needs nothing else.
//!
//! A [`Plot`] draws curves, perhaps with a band around them; [`Bars`] draws bars of several parts. Both are
//! filled in like a form, and what is left out has a default. `svg` makes a picture of them, and
//! [`html_page`] puts pictures below a text. Every text is escaped.
//!
//! ```
//! use pages::{Bars, Curve, Plot, html_page};
//!
//! let curve = Curve { points: vec![(0.0, 1.0), (1.0, 0.5)], ..Curve::default() };
//! let loss = Plot { title: "Loss".to_owned(), lines: vec![curve], ..Plot::default() };
//! let lengths = Bars {
//!     title: "Lengths".to_owned(),
//!     bars: vec![("short".to_owned(), vec![3.0]), ("long".to_owned(), vec![1.0])],
//!     ..Bars::default()
//! };
//! let page = html_page("A fit", "loss < 1", &[loss.svg(), lengths.svg()]);
//! assert!(page.contains("<h1>A fit</h1>") && page.contains("loss &lt; 1"));
//! assert_eq!(page.matches("<svg").count(), 2);
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
