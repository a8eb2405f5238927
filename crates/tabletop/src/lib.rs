//! A table at which people and the engine play: its rights, actions, versions and views.
//!
//! A [`Table`] is a game with the tokens of its host, its seats and those who look on. A
//! [`Visitor`] is one request at a table: it sees the table as JSON, or acts. A [`TableRecord`] is
//! the table as a text, to be kept. [`Table::work`] tells what the engine and chance have to do
//! next.
//!
//! ```
//! use play::{Games, Language, texts};
//! use tabletop::{Identity, Table, Visitor, Wanted};
//!
//! let games = Games::all(games::Resources::default());
//! let wanted: Wanted = serde_json::from_str(r#"{"game": "ruches", "seats": [0, 0]}"#)?;
//! let mut tokens = ["host", "seat one", "seat two", "watch"].map(str::to_owned).into_iter();
//! let mut table = Table::new(wanted.plan(&games, 7)?, &games, || tokens.next().expect("four"), 0)?;
//!
//! let identity = Identity { token: table.host_token(), player: Some(0), lang: None, at: None };
//! let visitor = Visitor { id: "1", identity: &identity, texts: texts(Language::English), now: 0 };
//! let act = serde_json::from_str(r#"{"do": "step", "text": "9@d1", "version": 0}"#)?;
//! visitor.act(&mut table, &act)?;
//! assert_eq!(table.kept.version, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! This crate opens no socket and no file. It starts no thread, reads no clock and draws no random
//! number: the caller gives the time, the seed and the tokens. So the service (`serve`) and the
//! page without a server use the same tables.

mod action;
mod advice;
mod again;
mod analysis;
mod clocks;
mod ends;
mod identity;
mod lists;
mod offer;
mod packs;
mod record;
mod refusal;
mod seats;
mod table;
mod table_view;
mod terms;
mod wanted;
mod work;

pub mod limits;

pub use action::Act;
pub use advice::{Course, CourseQuestion, Means, Weighed, Weighing, hint};
pub use analysis::AnalysisBoard;
pub use identity::{Identity, Visitor};
pub use lists::{games, words};
pub use packs::Packs;
pub use record::{Damage, Kept, TableRecord};
pub use refusal::Refusal;
pub use table::{AnalysisPlan, Right, Table, TablePlan};
pub use table_view::TableView;
pub use terms::{Ask, Clocks, Ended};
pub use wanted::Wanted;
pub use work::Work;
