//! The engine's part at the tables. It plays its seats. Where the server has the dice, it also
//! rolls and deals.

use std::sync::Arc;

use engine::StopFlag;
use play::{Controller, Turn};
use tokio::sync::OwnedSemaphorePermit;

use crate::lobby::Lobby;
use crate::room::Room;

/// The next work at a table.
enum Work {
    /// Nothing to do: a person is to act, the game is over, or a search is running.
    Nothing,
    /// The work is done.
    Done,
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
    tokio::spawn(async move {
        loop {
            match next(&room) {
                Work::Nothing => return,
                Work::Done => {
                    // If the table cannot be written now, the next change writes it and tells the
                    // page.
                    let _ = lobby.keep(&room).await;
                }
                Work::Think { version, stop, level, seed, mut question } => {
                    let Ok(permit) = lobby.searches.clone().acquire_owned().await else { return };
                    let flag = stop.clone();
                    let chosen = tokio::task::spawn_blocking(move || {
                        let _permit: OwnedSemaphorePermit = permit;
                        question.choose(level, seed, &flag)
                    });
                    let Ok(mv) = chosen.await else { return };
                    play(&room, version, &mv);
                    let _ = lobby.keep(&room).await;
                }
            }
        }
    });
}

fn next(room: &Room) -> Work {
    let mut inner = room.lock();
    // While somebody looks at an earlier position, the later moves stay. The engine must not
    // replace them.
    let waits = inner.search.is_some() || inner.game.looks_back();
    if inner.deleted || waits || !inner.has_room() {
        return Work::Nothing;
    }
    match inner.game.turn() {
        Turn::Over => Work::Nothing,
        Turn::Chance { player } => {
            // A person rolls the die with a button; the server deals the cards.
            let person = inner.game.controllers()[usize::from(player)] == Controller::Person;
            let dealt = inner.game.deals();
            if inner.kept.typed || person && !dealt {
                return Work::Nothing;
            }
            let rolled = inner.game.roll().is_ok();
            // All cards of a hand are dealt in one change.
            while dealt && inner.game.deals() && inner.game.roll().is_ok() {}
            room.touch(&mut inner);
            if rolled { Work::Done } else { Work::Nothing }
        }
        Turn::Player { player } => {
            let Controller::Engine(level) = inner.game.controllers()[usize::from(player)] else {
                return Work::Nothing;
            };
            let Some(question) = inner.game.question() else { return Work::Nothing };
            let (version, stop, seed) =
                (inner.version, StopFlag::default(), inner.game.choice_seed());
            inner.search = Some((version, stop.clone()));
            Work::Think { version, stop, level, seed, question }
        }
    }
}

/// Plays the engine's move, unless the table has changed since the search began.
fn play(room: &Room, version: u64, mv: &str) {
    let mut inner = room.lock();
    if inner.search.as_ref().is_some_and(|(asked, _)| *asked == version) {
        inner.search = None;
        if inner.version == version && inner.step(mv).is_ok() {
            room.touch(&mut inner);
        }
    }
}
