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
//! let bind = [127, 0, 0, 1].into();
//! let (data, hosts) = ("games".into(), Vec::new());
//! let config = Config { bind, port: 8017, data, pack: None, hosts, endings: None, limits };
//! serve::run(&config, |notice| println!("{notice:?}"))?;
//! # Ok::<(), serve::Error>(())
//! ```
//!
//! # Rights
//!
//! Each table has a token for its host, one for the link of each seat, and one to look on. At first
//! the host controls all seats of people. Somebody with a seat's link may take the seat, and gets a
//! new token for it, which the host does not know. So several people may share a screen, or each
//! may use a device. A page only receives data that its token allows; all these data come from
//! [`play::LiveGame::view`].
//!
//! # Security
//!
//! The server listens on the loopback address by default. The host name of a request must be an
//! address, `localhost`, or a name that the server was given, and the request must come from the
//! server's own page. So no other site
//! can act for the user (`guard`). The number and size of bodies, messages, tables, connections,
//! sockets and searches are limited, in all and by address; so are the rate and the time of
//! requests (`limits`). A connection that sends no request in that time is closed. Searches have a
//! queue in which replies to people come first (`searches`). Every refusal is JSON with a code,
//! even if a library made it.

mod advice;
mod api;
mod assets;
mod bundle;
mod code;
mod connections;
mod entrance;
mod error;
mod guard;
mod identity;
mod lan_address;
mod limits;
mod lobby;
mod notice;
mod old_store;
mod pages;
mod presence;
mod rate;
mod room;
mod search;
mod searches;
mod seats;
mod sent;
mod server;
mod shared;
mod site;
mod socket;
mod store;
mod survey;

pub use error::Error;
pub use lan_address::lan_address;
pub use limits::ClientLimits;
pub use notice::Notice;
pub use server::{Config, run};
pub use site::{SITE_MODULES, site};
pub use survey::{Survey, check, salvage};
