//! The engine's part at the tables. It plays its seats. Where the server has the dice, it also
//! rolls and deals.

use std::sync::Arc;

use engine::StopFlag;
use tabletop::{Table, Work};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::error::Refusal;
use crate::limits;
use crate::lobby::Lobby;
use crate::room::{Room, now};

/// Lets the engine and chance act until a person must act. Any change may call it.
pub(crate) fn advance(lobby: &Arc<Lobby>, room: &Arc<Room>) {
    let (lobby, room) = (lobby.clone(), room.clone());
    tokio::spawn(async move { while work(&lobby, &room).await {} });
}

/// Does the next work at a table. Returns whether there can be more.
async fn work(lobby: &Arc<Lobby>, room: &Arc<Room>) -> bool {
    let (version, work, stop) = next(room);
    match work {
        Work::Nothing => false,
        Work::Deal => insist(lobby, room, version, Table::deal).await,
        Work::Think { level, seed, mut question } => {
            let Ok(permit) = lobby.searches.clone().acquire_owned().await else { return false };
            let chosen = tokio::task::spawn_blocking(move || {
                let _permit: OwnedSemaphorePermit = permit;
                question.choose(level, seed, &stop)
            });
            let Ok(mv) = chosen.await else { return false };
            let more = insist(lobby, room, version, move |table| table.step(&mv)).await;
            room.end_search(version);
            more
        }
    }
}

/// Changes the position with this number. While the change cannot be stored, it is tried again and
/// again, until the table has moved on. Returns whether there can be more work at the table.
async fn insist(
    lobby: &Arc<Lobby>,
    room: &Arc<Room>,
    version: u64,
    change: impl Fn(&mut Table) -> Result<(), tabletop::Refusal> + Clone + Send + 'static,
) -> bool {
    loop {
        let change = change.clone();
        let changed = lobby.change(room, move |inner| {
            let table = &mut inner.table;
            if table.kept.version != version {
                return Err(tabletop::Refusal::NotNow("the table has moved on").into());
            }
            change(table)?;
            table.count_change(now());
            Ok(())
        });
        match changed.await {
            Err(Refusal::Storage(_)) => sleep(limits::STORE_PAUSE).await,
            changed => {
                return matches!(
                    changed,
                    Ok(()) | Err(Refusal::Table(tabletop::Refusal::NotNow(_)))
                );
            }
        }
    }
}

/// The next work at a table, the number of the change before it, and the flag that stops its
/// search.
fn next(room: &Room) -> (u64, Work, StopFlag) {
    let (mut inner, stop) = (room.lock(), StopFlag::default());
    let version = inner.table.kept.version;
    if inner.deleted || inner.search.is_some() {
        return (version, Work::Nothing, stop);
    }
    let work = inner.table.work();
    if matches!(work, Work::Think { .. }) {
        inner.search = Some((version, stop.clone()));
    }
    (version, work, stop)
}
