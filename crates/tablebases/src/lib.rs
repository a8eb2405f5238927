//! Endgame tables: how every position with few pieces ends, or how likely it is won.
//!
//! [`Tabled`] builds, verifies and opens them, of whichever game. They exist for L'Étoile des Dames with two players, on every
//! board and under all rules, by retrograde analysis ([`build`], [`verify`], [`TableSet`]), and for La Guerre des
//! Maîtres, where a die decides, by interval iteration ([`SliceSet`]). A table knows a position, not how it came about: it speaks of the game without draws by quiet
//! turns and repetition, in which endless play is a draw. [`Endings::verdict`](games::Endings::verdict) says what that means in a game
//! under way.
//!
//! ```
//! use games::{Ending, Endings, State, etoile::EtoileOnSquare8};
//! use tablebases::{BuildLimits, TableSet, build, verify};
//!
//! let text = "etoile:board=square8,players=2,rules=english B Kc3 Ka1 0 -";
//! let state = State::<EtoileOnSquare8>::parse(text)?;
//! let dir = std::env::temp_dir().join(format!("tables-{}", std::process::id()));
//! let limits = BuildLimits { memory: 16, threads: 1 };
//! let built = build(state.game(), 2, &dir, limits, |_| ())?;
//! assert_eq!(built.positions, 3488);
//! assert_eq!(verify(state.game(), &dir, limits, |_| ())?.wrong, None);
//!
//! // The king in the corner must leave it, and is taken.
//! let tables = TableSet::open(state.game(), &dir)?.expect("they were built");
//! assert_eq!(tables.probe(state.position()), Some(Ending::Loss(2)));
//! # std::fs::remove_dir_all(&dir).expect("a folder");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which positions, and how they end
//!
//! In La Guerre des Maîtres a table has the positions of one material before a roll, each with the chance to win, which is proven
//! to lie within 2^-15. What a roll and a move lead to is there, too, so a position after the roll is the best of those.
//!
//! In L'Étoile a table has the positions of one material, with one player to act. A position with a capture due needs no entry: captures
//! are compulsory, or may be taken to be. Where they may be omitted, omitting is never better
//! ([`games::Tactics::each_candidate`]); only the loser can hold out longer, by two plies for each capture, which no
//! distance counts.

mod build;
mod cache;
mod code;
mod dice;
mod error;
mod file;
mod folder;
mod key;
mod material;
mod open;
mod ranks;
mod set;
mod solve;
mod store;
mod successors;
mod table;
mod tabled;
mod verify;

pub use build::{BuildLimits, BuildProgress, Built, build, build_slice};
pub use code::MAX_DISTANCE;
pub use dice::{Force, MAX_SLICE_PIECES, SliceCounts, SliceId, SliceSet};
pub use error::Error;
pub use file::Counts;
pub use folder::check_folder;
pub use material::{MAX_PIECES, Material, TableId};
pub use set::TableSet;
pub use tabled::Tabled;
pub use verify::{Verified, Wrong, verify};
