//! The engine's part at the tables: it plays its seats, and deals and rolls where the server has
//! the dice.

use std::sync::Arc;

use engine::StopFlag;
use play::{Controller, Turn};
use tokio::sync::OwnedSemaphorePermit;

use crate::lobby::Lobby;
use crate::room::Room;

/// The next work at a table.
enum Work {
    /// Nothing: a person is to act, or the game is over, or somebody is at it already.
    Nothing,
    /// It was done.
    Done,
    /// The engine has to think, starting from this change.
    Think {
        version: u64,
        stop: StopFlag,
        level: play::Level,
        seed: u64,
        question: Box<dyn play::Question>,
    },
}

/// Lets the engine and chance act at a table until a person is to. It may be called at any time.
pub(crate) fn advance(lobby: &Arc<Lobby>, room: &Arc<Room>) {
    let (lobby, room) = (lobby.clone(), room.clone());
    tokio::spawn(async move {
        loop {
            match next(&room) {
                Work::Nothing => return,
                Work::Done => {
                    // What cannot be written now is written with the next change; the page is told
                    // then.
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
    // Where somebody looks back, what came after stays until a person plays on from there.
    let waits = inner.search.is_some() || inner.game.looks_back();
    if inner.deleted || waits || !inner.has_room() {
        return Work::Nothing;
    }
    match inner.game.turn() {
        Turn::Over => Work::Nothing,
        Turn::Chance { player } => {
            // A person rolls his own die; cards are dealt.
            let person = inner.game.controllers()[usize::from(player)] == Controller::Person;
            let dealt = inner.game.deals();
            if inner.kept.typed || person && !dealt {
                return Work::Nothing;
            }
            let rolled = inner.game.roll().is_ok();
            // The cards of a whole hand come as one change.
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

/// Plays the engine's move, if nothing has changed since the search began.
fn play(room: &Room, version: u64, mv: &str) {
    let mut inner = room.lock();
    if inner.search.as_ref().is_some_and(|(asked, _)| *asked == version) {
        inner.search = None;
        if inner.version == version && inner.step(mv).is_ok() {
            room.touch(&mut inner);
        }
    }
}
