//! Matches between players of Buteur who see only their own cards.

mod contest;
mod players;

pub use contest::{Score, play_deals};
pub use players::Player;
