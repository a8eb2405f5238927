//! The engine's part at the tables. It plays its seats. Where the server has the dice, it also
//! rolls and deals.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use engine::StopFlag;
use tabletop::{Table, Work};
use tokio::time::sleep;

use crate::error::Refusal;
use crate::limits;
use crate::lobby::Lobby;
use crate::room::{Room, millis};
use crate::searches::{Purpose, clock};

/// Lets the engine and chance act until a person must act. Any change may call it. A game between
/// engines goes on only while somebody watches. The searches count as those of the client.
pub(crate) fn advance(lobby: &Arc<Lobby>, room: &Arc<Room>, client: IpAddr) {
    let (lobby, room) = (lobby.clone(), room.clone());
    tokio::spawn(async move {
        while work(&lobby, &room, client).await {}
        if room.lock().table.time_over().is_some() {
            let timer = tokio::spawn(end_time(lobby, room.clone())).abort_handle();
            let mut running = room.timer.lock().unwrap_or_else(PoisonError::into_inner);
            running.replace(timer).into_iter().for_each(|before| before.abort());
        }
    });
}

/// Waits until the time of the person to act is over, and ends the game.
async fn end_time(lobby: Arc<Lobby>, room: Arc<Room>) {
    loop {
        let Some(over) = room.lock().table.time_over() else { return };
        match over.saturating_sub(millis()) {
            0 => {}
            left => {
                sleep(Duration::from_millis(left)).await;
                continue;
            }
        }
        // Each change counts the time first.
        let end = |table: &mut Table| match table.time_over() {
            Some(_) => Err(tabletop::Refusal::NotNow("there is time left")),
            None => Ok(()),
        };
        match lobby.change(&room, move |table| table.change(millis(), end)).await {
            Err(Refusal::Storage(_)) => sleep(limits::STORE_PAUSE).await,
            Err(Refusal::Table(tabletop::Refusal::NotNow(_))) => {}
            _ => break,
        }
    }
    // In a game with three or more seats the engine plays on.
    while work(&lobby, &room, IpAddr::from([127, 0, 0, 1])).await {}
}

/// Does the next work at a table. Returns whether there can be more.
async fn work(lobby: &Arc<Lobby>, room: &Arc<Room>, client: IpAddr) -> bool {
    let Next { version, work, purpose, stop } = next(room);
    match work {
        Work::Nothing => false,
        Work::Deal => insist(lobby, room, version, Table::deal).await,
        Work::Think { level, seed, mut question } => {
            let choose = move || {
                question.set_clock(clock);
                question.set_hash(limits::HASH);
                question.choose(level, seed, &stop)
            };
            let chosen = lobby.searches.ask(purpose, client, choose).await;
            let more = match chosen {
                Ok(mv) => insist(lobby, room, version, move |table| table.step(&mv)).await,
                Err(_) => false,
            };
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
        let changed = lobby.change(room, move |table| {
            if table.kept.version != version {
                return Err(tabletop::Refusal::NotNow("the table has moved on"));
            }
            table.change(millis(), change)
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

/// The next work at a table.
struct Next {
    /// The number of the change before it.
    version: u64,
    work: Work,
    purpose: Purpose,
    /// Stops its search.
    stop: StopFlag,
}

fn next(room: &Room) -> Next {
    let is_watched = room.is_watched(limits::LOOK);
    let (mut inner, stop) = (room.lock(), StopFlag::default());
    let version = inner.table.kept.version;
    let people = inner.table.has_people();
    let rests = inner.deleted || inner.search.is_some() || !people && !is_watched;
    let work = if rests { Work::Nothing } else { inner.table.work() };
    let mut purpose = Purpose::Show;
    if let Work::Think { level, .. } = &work {
        inner.search = Some((version, stop.clone()));
        if people {
            purpose = Purpose::Reply(inner.table.game.level_time(*level));
        }
    }
    Next { version, work, purpose, stop }
}
