//! What can be asked about a game: hints, its course, what is threatened, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use games::{ParseError, Resources};
use play::{Opinion, Study, Table};
use selfplay::Elsewhere;
use serde_json::{Value as Json_, json};

use crate::asker::{Asked, asker};
use crate::error::Refusal;
use crate::lobby::Lobby;

/// The nodes of a hint, and of each position of a course.
const HINT: u64 = 150_000;
const COURSE: u64 = 4_000;

/// The best move for the player to act, where the asker speaks for him.
pub(crate) async fn hint(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<Opinion>, Refusal> {
    let asker = asker(asked)?;
    let question = {
        let room = lobby.room(&id)?;
        let mut inner = room.lock();
        let right = inner.right(&asker.token)?;
        if !inner.may_act(right) && inner.table.hides() {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        inner.table.question()
    };
    let mut question = question.ok_or(Refusal::NotNow("nobody is to act"))?;
    let permit = lobby.searches.clone().acquire_owned().await;
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        question.study(&Study::nodes(HINT), &mut |_| true)
    });
    thought.await.map(Json).map_err(|error| Refusal::Storage(error.to_string()))
}

/// What each seat could expect after each step, where all may know all.
pub(crate) async fn course(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<Json_>, Refusal> {
    let asker = asker(asked)?;
    let (start, steps) = {
        let room = lobby.room(&id)?;
        let mut inner = room.lock();
        inner.right(&asker.token)?;
        inner.open_now()?;
        let table = &inner.table;
        (table.start(), table.steps()[..table.cursor()].to_vec())
    };
    let resources = lobby.packs.resources.clone();
    let permit = lobby.analyses.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Refusal::TooMany("analyses"))?;
    let course = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        expectations(&start, &steps, &resources)
    });
    let course = course.await.map_err(|error| Refusal::Storage(error.to_string()))??;
    Ok(Json(json!({ "shares": course })))
}

fn expectations(
    start: &str,
    steps: &[play::StepView],
    resources: &Resources,
) -> Result<Vec<Vec<f64>>, ParseError> {
    let mut table = Table::open_with(start, 0, resources)?;
    table.show_all();
    let mut shares = Vec::with_capacity(steps.len() + 1);
    let expect = |table: &Table| match table.question() {
        Some(mut question) => question.study(&Study::nodes(COURSE), &mut |_| true).shares,
        None => table.view(play::Viewer::All).result.unwrap_or_default(),
    };
    shares.push(expect(&table));
    for step in steps {
        table.step(&step.text)?;
        shares.push(expect(&table));
    }
    Ok(shares)
}

/// What each player could do at once if it were his turn.
pub(crate) async fn threats(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<Json_>, Refusal> {
    let asker = asker(asked)?;
    let room = lobby.room(&id)?;
    let mut inner = room.lock();
    inner.right(&asker.token)?;
    Ok(Json(json!({ "threats": inner.table.threats() })))
}

/// A game that is over as `selfplay` writes it.
pub(crate) async fn record(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<impl IntoResponse, Refusal> {
    let asker = asker(asked)?;
    let room = lobby.room(&id)?;
    let (start, moves, players) = {
        let mut inner = room.lock();
        inner.right(&asker.token)?;
        if inner.table.turn() != play::Turn::Over {
            return Err(Refusal::NotNow("the game is not over"));
        }
        let table = &inner.table;
        let played = &table.steps()[..table.cursor()];
        let moves: Vec<_> = played.iter().map(|step| step.text.clone()).collect();
        (table.start(), moves, table.by_seat(&inner.names))
    };
    let pack = lobby.packs.text_for(&start);
    let game = Elsewhere { start: &start, moves: &moves, players: &players, pack };
    let records = game.records().map_err(|error| Refusal::Storage(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], records))
}
