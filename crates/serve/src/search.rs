//! The engine's part at the tables. It plays its seats. Where the server has the dice, it also
//! rolls and deals.

use std::sync::Arc;

use engine::StopFlag;
use play::{Controller, Turn};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::sleep;

use crate::error::Refusal;
use crate::limits;
use crate::lobby::Lobby;
use crate::room::{Inner, Room};

/// The next work at a table.
enum Work {
    /// Nothing to do: a person is to act, the game is over, or a search is running.
    Nothing,
    /// The server must roll or deal in the position after this change.
    Deal { version: u64 },
    /// The engine must think about the position after this change.
    Think {
        version: u64,
        stop: StopFlag,
        level: play::Level,
        seed: u64,
        question: Box<dyn play::Question>,
    },
}

/// Lets the engine and chance act until a person must act. Any change may call it.
pub(crate) fn advance(lobby: &Arc<Lobby>, room: &Arc<Room>) {
    let (lobby, room) = (lobby.clone(), room.clone());
    tokio::spawn(async move { while work(&lobby, &room).await {} });
}

/// Does the next work at a table. Returns whether there can be more.
async fn work(lobby: &Arc<Lobby>, room: &Arc<Room>) -> bool {
    match next(room) {
        Work::Nothing => false,
        Work::Deal { version } => insist(lobby, room, version, deal).await,
        Work::Think { version, stop, level, seed, mut question } => {
            let Ok(permit) = lobby.searches.clone().acquire_owned().await else { return false };
            let chosen = tokio::task::spawn_blocking(move || {
                let _permit: OwnedSemaphorePermit = permit;
                question.choose(level, seed, &stop)
            });
            let Ok(mv) = chosen.await else { return false };
            let more = insist(lobby, room, version, move |inner| inner.step(&mv)).await;
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
    change: impl Fn(&mut Inner) -> Result<(), Refusal> + Clone + Send + 'static,
) -> bool {
    loop {
        let change = change.clone();
        let changed = lobby.change(room, move |inner| {
            if inner.kept.version != version {
                return Err(Refusal::NotNow("the table has moved on"));
            }
            change(inner)?;
            inner.count_change();
            Ok(())
        });
        match changed.await {
            Err(Refusal::Storage(_)) => sleep(limits::STORE_PAUSE).await,
            changed => return matches!(changed, Ok(()) | Err(Refusal::NotNow(_))),
        }
    }
}

fn next(room: &Room) -> Work {
    let mut inner = room.lock();
    // While somebody looks at an earlier position, the later moves stay. The engine must not
    // replace them.
    let waits = inner.search.is_some() || inner.game.looks_back();
    if inner.deleted || waits || !inner.has_room() {
        return Work::Nothing;
    }
    let version = inner.kept.version;
    match inner.game.turn() {
        Turn::Over => Work::Nothing,
        Turn::Chance { player } => {
            // A person rolls the die with a button; the server deals the cards.
            let person = inner.game.controllers()[usize::from(player)] == Controller::Person;
            let waits = inner.kept.typed || person && !inner.game.deals();
            if waits { Work::Nothing } else { Work::Deal { version } }
        }
        Turn::Player { player } => {
            let Controller::Engine(level) = inner.game.controllers()[usize::from(player)] else {
                return Work::Nothing;
            };
            let Some(question) = inner.game.question() else { return Work::Nothing };
            let (stop, seed) = (StopFlag::default(), inner.game.choice_seed());
            inner.search = Some((version, stop.clone()));
            Work::Think { version, stop, level, seed, question }
        }
    }
}

/// Rolls. All cards of a hand are dealt in one change.
fn deal(inner: &mut Inner) -> Result<(), Refusal> {
    let dealt = inner.game.deals();
    inner.game.roll()?;
    while dealt && inner.game.deals() && inner.game.roll().is_ok() {}
    Ok(())
}
