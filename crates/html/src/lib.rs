//! Reports as HTML: figures, tables and plots in one self-contained file.
//!
//! A [`Page`] is a list of [`Block`]s. A [`Plot`] draws curves, which can have a band. [`Bars`]
//! draws a bar chart, [`HeatMap`] numbers on squares, and a [`DataTable`] can contain bars. All of
//! them are structs with defaults. Points and bars have tooltips. Every text is escaped.
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
//! The plots are drawn here and not by a plotting crate, because they are small. The page is one
//! file that a browser shows without scripts and fonts, in the reader's theme.

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
