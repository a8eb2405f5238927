//! Reports as pages: figures, tables and pictures in one file of HTML that needs nothing else.
//!
//! A [`Page`] is a list of [`Block`]s. A [`Plot`] draws curves, perhaps with a band around them; [`Bars`] draws bars of
//! several parts, [`HeatMap`] numbers on squares, and a [`DataTable`] may have strips of bars in it. All are filled in like
//! a form, and what is left out has a default. Where the pointer is, the page says what a point or a bar stands for. Every
//! text is escaped.
//!
//! ```
//! use html::{Bars, Block, Curve, Figure, Page, Plot};
//!
//! let curve = Curve { points: vec![(0.0, 1.0), (1.0, 0.5)], ..Curve::default() };
//! let loss = Plot { title: "Loss".to_owned(), lines: vec![curve], ..Plot::default() };
//! let lengths = Bars {
//!     title: "Lengths".to_owned(),
//!     bars: vec![("short".to_owned(), vec![3.0]), ("long".to_owned(), vec![1.0])],
//!     ..Bars::default()
//! };
//! let blocks = vec![
//!     Block::Figures(vec![Figure::new("loss", "< 1", "of positions held out")]),
//!     Block::Pictures(vec![loss.svg(), lengths.svg()]),
//! ];
//! let page = Page { title: "A fit".to_owned(), lead: String::new(), blocks }.html();
//! assert!(page.contains("<h1>A fit</h1>") && page.contains("&lt; 1"));
//! assert_eq!(page.matches("<svg").count(), 2);
//! ```
//!
//! The plots are drawn here rather than by a plotting crate: they are small, and a page is to be one file
//! that a browser shows without scripts and fonts of its own, in the theme that the reader has.

mod axes;
mod bars;
mod heat_map;
mod page;
mod plot;
mod table;

pub use axes::{Tone, short};
pub use bars::Bars;
pub use heat_map::HeatMap;
pub use page::{Block, Figure, MARK, Page};
pub use plot::{Curve, Plot};
pub use table::{DataCell, DataTable};
