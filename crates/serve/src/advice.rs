//! Questions about a game: hints, its course, threats, and its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use engine::StopFlag;
use games::buteur::Pack;
use play::{Opinion, texts};
use selfplay::ImportedGame;
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use tabletop::{Course, Weighed};

use crate::entrance::enter;
use crate::error::Refusal;
use crate::identity::{IdentityQuery, identity};
use crate::lobby::Lobby;

/// A request that waits for an answer. Its drop stops the work: the page has gone, or the answer
/// took too long.
#[derive(Default)]
struct Awaited(StopFlag);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The best move for the player to act, if the requester controls that player.
pub(crate) async fn hint(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<Json<Opinion>, Refusal> {
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    let mut question = room.lock().table.hint_question(&identity)?;
    let permit = lobby.searches.clone().acquire_owned().await;
    let awaited = Awaited::default();
    let stop = awaited.0.clone();
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        tabletop::hint(&mut *question, &|| !stop.is_set())
    });
    thought.await.map(Json).map_err(|error| Refusal::Storage(error.to_string()))
}

/// The expected share of each seat after each step, if no cards are hidden or the game is over.
pub(crate) async fn course(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<Json<Course>, Refusal> {
    let identity = identity(query)?;
    let question = enter(&lobby, &id, &identity).await?.lock().table.course_question()?;
    let games = lobby.packs.games.clone();
    let permit = lobby.analyses.clone().try_acquire_owned();
    let permit = permit.map_err(|_| tabletop::Refusal::TooMany("analyses"))?;
    let awaited = Awaited::default();
    let stop = awaited.0.clone();
    let course = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        question.answer(&games, &stop)
    });
    Ok(Json(course.await.map_err(|error| Refusal::Storage(error.to_string()))??))
}

/// The stop that cannot be chosen, and the one that was chosen before it.
#[derive(Debug, Deserialize)]
pub(crate) struct RefusedStop {
    stop: String,
    from: Option<String>,
}

/// The reason why a stop cannot be chosen.
pub(crate) async fn why(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
    stop: Result<Query<RefusedStop>, QueryRejection>,
) -> Result<Json<Json_>, Refusal> {
    let identity = identity(query)?;
    let Query(RefusedStop { stop, from }) = stop.map_err(|error| unreadable(&error))?;
    let room = enter(&lobby, &id, &identity).await?;
    let words = texts(identity.language());
    let why = room.lock().table.why(&identity, words, from.as_deref(), &stop)?;
    Ok(Json(json!({ "why": why })))
}

/// The move that is to be weighed.
#[derive(Debug, Deserialize)]
pub(crate) struct WeighedMove {
    #[serde(rename = "move")]
    mv: String,
}

/// The loss of a move, if no cards are hidden.
pub(crate) async fn weigh(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
    mv: Result<Query<WeighedMove>, QueryRejection>,
) -> Result<Json<Weighed>, Refusal> {
    let identity = identity(query)?;
    let Query(WeighedMove { mv }) = mv.map_err(|error| unreadable(&error))?;
    let weighing = enter(&lobby, &id, &identity).await?.lock().table.weighing(&identity, &mv)?;
    let permit = lobby.analyses.clone().try_acquire_owned();
    let permit = permit.map_err(|_| tabletop::Refusal::TooMany("analyses"))?;
    let weighed = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        weighing.answer()
    });
    Ok(Json(weighed.await.map_err(|error| Refusal::Storage(error.to_string()))??))
}

fn unreadable(error: &QueryRejection) -> Refusal {
    tabletop::Refusal::Unreadable(error.body_text()).into()
}

/// The threats of each player: a win or a capture that would be possible if it were the player's
/// turn.
pub(crate) async fn threats(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<Json<Json_>, Refusal> {
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    let threats = room.lock().table.game.threats();
    Ok(Json(json!({ "threats": threats })))
}

/// The record of a finished game, in the format of `selfplay`.
pub(crate) async fn record(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<impl IntoResponse, Refusal> {
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    let (start, moves, players, pack) = {
        let inner = room.lock();
        let game = &inner.table.game;
        if game.turn() != play::Turn::Over {
            return Err(tabletop::Refusal::NotNow("the game is not over").into());
        }
        let played = &game.steps()[..game.cursor()];
        let moves: Vec<_> = played.iter().map(|step| step.text.clone()).collect();
        (game.start(), moves, game.by_seat(&inner.table.kept.names), game.option(Pack::KIND))
    };
    let pack = pack.and_then(|name| lobby.packs.text_of(&name));
    let game = ImportedGame { start: &start, moves: &moves, players: &players, pack };
    let records = game.records().map_err(|error| Refusal::Storage(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], records))
}
