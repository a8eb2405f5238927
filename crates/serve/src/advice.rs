//! Questions about a game: hints, its course, threats, and its record.

use axum::Json;
use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header;
use axum::response::IntoResponse;
use games::buteur::Pack;
use play::{Opinion, texts};
use selfplay::ImportedGame;
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use tabletop::{Course, Means, Weighed};

use crate::entrance::{Entrance, Visit};
use crate::error::Refusal;
use crate::limits;
use crate::searches::{Purpose, clock};

/// The means of searches for advice. Their clock lets more urgent searches run first.
const MEANS: Means = Means { hash: limits::HASH, time: Some((clock, limits::ADVICE_TIME)) };

/// The best move for the player to act, if the requester controls that player. A table has at most
/// one search for a hint: those who ask at the same time get the same answer.
pub(crate) async fn hint(entrance: Entrance) -> Result<Json<Opinion>, Refusal> {
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    let (version, mut question) = {
        let inner = room.lock();
        (inner.table.kept.version, inner.table.hint_question(&identity)?)
    };
    let answer = room.hint.answer(version, |stop| async move {
        let think = move || tabletop::hint(&mut *question, MEANS, &|| !stop.is_set());
        lobby.searches.ask(Purpose::Hint, client, think).await
    });
    Ok(Json(answer.await?))
}

/// The expected share of each seat after each step, if no cards are hidden or the game is over.
pub(crate) async fn course(entrance: Entrance) -> Result<Json<Course>, Refusal> {
    let Visit { lobby, room, client, .. } = entrance.enter().await?;
    let (version, question) = {
        let inner = room.lock();
        (inner.table.kept.version, inner.table.course_question()?)
    };
    let answer = room.course.answer(version, |stop| async move {
        let games = lobby.packs.games.clone();
        let find = move || question.answer(&games, MEANS, &|| !stop.is_set());
        lobby.searches.ask(Purpose::Analysis, client, find).await
    });
    Ok(Json(answer.await??))
}

/// The stop that cannot be chosen, and the one that was chosen before it.
#[derive(Debug, Deserialize)]
pub(crate) struct RefusedStop {
    stop: String,
    from: Option<String>,
}

/// The reason why a stop cannot be chosen.
pub(crate) async fn why(
    entrance: Entrance,
    stop: Result<Query<RefusedStop>, QueryRejection>,
) -> Result<Json<Json_>, Refusal> {
    let Query(RefusedStop { stop, from }) = stop.map_err(|error| unreadable(&error))?;
    let Visit { room, identity, .. } = entrance.enter().await?;
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
    entrance: Entrance,
    mv: Result<Query<WeighedMove>, QueryRejection>,
) -> Result<Json<Weighed>, Refusal> {
    let Query(WeighedMove { mv }) = mv.map_err(|error| unreadable(&error))?;
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    let weighing = room.lock().table.weighing(&identity, &mv)?;
    let weigh = move || weighing.answer(MEANS);
    Ok(Json(lobby.searches.ask(Purpose::Hint, client, weigh).await??))
}

fn unreadable(error: &QueryRejection) -> Refusal {
    tabletop::Refusal::Unreadable(error.body_text()).into()
}

/// The threats of each player: a win or a capture that would be possible if it were the player's
/// turn.
pub(crate) async fn threats(entrance: Entrance) -> Result<Json<Json_>, Refusal> {
    let Visit { room, .. } = entrance.enter().await?;
    let threats = room.lock().table.threats()?;
    Ok(Json(json!({ "threats": threats })))
}

/// The record of a finished game, in the format of `selfplay`.
pub(crate) async fn record(entrance: Entrance) -> Result<impl IntoResponse, Refusal> {
    let Visit { lobby, room, .. } = entrance.enter().await?;
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
