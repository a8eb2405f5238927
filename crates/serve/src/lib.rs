//! A page to play on, and the service behind it.
//!
//! [`run`] listens, keeps the games in a folder, lets the engine play its seats, and ends when the
//! system asks it to. The page is compiled in. `assets/openapi.json` describes the service for
//! other front ends.
//!
//! ```no_run
//! use serve::{ClientLimits, Config};
//!
//! let limits = ClientLimits::default();
//! let config = Config { bind: [127, 0, 0, 1].into(), port: 8017, data: "games".into(), pack: None, limits };
//! serve::run(&config, |address, _| println!("listening on http://{address}"))?;
//! # Ok::<(), serve::Error>(())
//! ```
//!
//! # Who may do what
//!
//! A table has a token for its host and one for each seat that a person has. A seat's token takes
//! the seat from the host when it is first used; so several people may share a screen, or each has
//! a device of his own. What a page is sent is what its token may see; all of it comes from
//! [`play::LiveGame::view`].
//!
//! # Where it is safe
//!
//! It listens on the loopback address unless told otherwise. Requests must name it by an address or
//! as `localhost` and come from its own page, so that no other site can speak for the user
//! (`guard`). Bodies, messages, tables, connections, sockets and searches are limited in number and
//! size, requests in their rate and time (`limits`); a connection that sends no request in that
//! time is closed. Whatever is refused is told as JSON with a code, also what the libraries beneath
//! refuse.

mod advice;
mod analysis;
mod api;
mod assets;
mod connections;
mod error;
mod guard;
mod identity;
mod lan_address;
mod limits;
mod lobby;
mod offer;
mod packs;
mod rate;
mod room;
mod search;
mod server;
mod socket;
mod store;
mod table_view;

pub use error::{DatabaseError, Error};
pub use lan_address::lan_address;
pub use limits::ClientLimits;
pub use server::{Config, run};
