//! The people who are connected to a table.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tabletop::{Right, Table};
use tokio::sync::watch;

use crate::room::Room;

/// The number of open pages by right.
#[derive(Debug)]
pub(crate) struct Presence(watch::Sender<BTreeMap<Right, usize>>);

impl Default for Presence {
    fn default() -> Self {
        Self(watch::Sender::new(BTreeMap::new()))
    }
}

impl Presence {
    /// Hears of changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<BTreeMap<Right, usize>> {
        self.0.subscribe()
    }

    /// The people as a page shows them: whether the host is connected, whether each player is, and
    /// the number of pages that look on. The host plays the seats that nobody has taken.
    pub(crate) fn shown(&self, table: &Table) -> Json {
        let pages = self.0.borrow();
        let is_there = |right: &Right| pages.contains_key(right);
        let host = is_there(&Right::Host);
        let taken = (0..).zip(&table.kept.claimed);
        let players = taken.map(|(player, taken)| {
            is_there(&Right::Player(player)) || host && !taken && table.is_person(player)
        });
        let looks_on = |right: &Right| matches!(right, Right::Guest(_) | Right::Watcher);
        let watchers = pages.iter().filter(|(right, _)| looks_on(right)).map(|(_, count)| count);
        json!({
            "host": host,
            "players": players.collect::<Vec<_>>(),
            "watchers": watchers.sum::<usize>(),
        })
    }
}

/// One open page. Dropping the value takes it from the people who are connected.
#[derive(Debug)]
pub(crate) struct Present(Arc<Room>, Right);

impl Present {
    pub(crate) fn new(room: Arc<Room>, right: Right) -> Self {
        room.presence.0.send_modify(|pages| *pages.entry(right).or_default() += 1);
        Self(room, right)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.0.presence.0.send_modify(|pages| {
            if let Some(count) = pages.get_mut(&self.1) {
                *count -= 1;
                if *count == 0 {
                    pages.remove(&self.1);
                }
            }
        });
    }
}
