//! Questions about a game: hints, its course, threats, and its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use engine::StopFlag;
use games::buteur::Pack;
use games::{ParseError, Resources};
use play::{LiveGame, Opinion, Study};
use selfplay::ImportedGame;
use serde::Serialize;
use serde_json::{Value as Json_, json};

use crate::entrance::enter;
use crate::error::Refusal;
use crate::identity::{IdentityQuery, identity};
use crate::lobby::Lobby;

/// The nodes of a hint, and of each position of a course.
const HINT: u64 = 150_000;
const COURSE: u64 = 4_000;

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
    let question = {
        let room = enter(&lobby, &id, &identity).await?;
        let inner = room.lock();
        let right = inner.right(&identity.token)?;
        if !inner.may_be_advised(right, identity.player) {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        inner.game.question()
    };
    let mut question = question.ok_or(Refusal::NotNow("nobody is to act"))?;
    let permit = lobby.searches.clone().acquire_owned().await;
    let awaited = Awaited::default();
    let stop = awaited.0.clone();
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        question.study(&Study::nodes(HINT), &mut |_| !stop.is_set())
    });
    thought.await.map(Json).map_err(|error| Refusal::Storage(error.to_string()))
}

/// The expected share of each seat after each step, if no cards are hidden or the game is over.
pub(crate) async fn course(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<Json<GameCourse>, Refusal> {
    let identity = identity(query)?;
    let (start, steps) = {
        let room = enter(&lobby, &id, &identity).await?;
        let inner = room.lock();
        inner.open_now()?;
        let game = &inner.game;
        (game.start(), game.steps().to_vec())
    };
    let resources = lobby.packs.resources.clone();
    let permit = lobby.analyses.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Refusal::TooMany("analyses"))?;
    let awaited = Awaited::default();
    let stop = awaited.0.clone();
    let course = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        GameCourse::of(&start, &steps, &resources, &stop)
    });
    Ok(Json(course.await.map_err(|error| Refusal::Storage(error.to_string()))??))
}

/// The course of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameCourse {
    /// The expected share of each seat, at the start and after each step.
    shares: Vec<Vec<f64>>,
    /// The loss of each step against the best move. It is the difference between two searches of
    /// the same size, one after the best move and one after the step. The best move has the loss 0,
    /// and so has every chance event.
    losses: Vec<f64>,
}

impl GameCourse {
    fn of(
        start: &str,
        steps: &[play::StepView],
        resources: &Resources,
        stop: &StopFlag,
    ) -> Result<Self, ParseError> {
        let mut game = LiveGame::open_with(start, 0, resources)?;
        game.show_all();
        let seats = game.view(play::Viewer::All).seats;
        let (shares, mut best) = outlook(&game)?;
        let mut course = Self { shares: vec![shares], losses: Vec::new() };
        for (index, step) in steps.iter().enumerate() {
            if stop.is_set() {
                break;
            }
            let seat = usize::from(seats[usize::from(step.player)]);
            let mut possible = None;
            if let Some(best) = best.filter(|best| !step.chance && *best != step.text) {
                game.step(&best)?;
                possible = Some(outlook(&game)?.0[seat]);
                game.go_to(index)?;
            }
            game.step(&step.text)?;
            let (shares, next) = outlook(&game)?;
            best = next;
            course.losses.push(possible.map_or(0.0, |possible| (possible - shares[seat]).max(0.0)));
            course.shares.push(shares);
        }
        Ok(course)
    }
}

/// The expected share of each seat in a position, and the best move.
fn outlook(game: &LiveGame) -> Result<(Vec<f64>, Option<String>), ParseError> {
    if let Some(mut question) = game.question() {
        let Opinion { shares, lines, .. } = question.study(&Study::nodes(COURSE), &mut |_| true);
        let best = lines.first().and_then(|line| line.moves.first().cloned());
        return Ok((shares, best));
    }
    let result = game.view(play::Viewer::All).result;
    let unknown =
        || ParseError::new("game", "unknown cards", "a game in which all cards are known");
    Ok((result.ok_or_else(unknown)?, None))
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
    let threats = room.lock().game.threats();
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
        if inner.game.turn() != play::Turn::Over {
            return Err(Refusal::NotNow("the game is not over"));
        }
        let game = &inner.game;
        let played = &game.steps()[..game.cursor()];
        let moves: Vec<_> = played.iter().map(|step| step.text.clone()).collect();
        (game.start(), moves, game.by_seat(&inner.kept.names), game.option(Pack::KIND))
    };
    let pack = pack.and_then(|name| lobby.packs.text_of(&name));
    let game = ImportedGame { start: &start, moves: &moves, players: &players, pack };
    let records = game.records().map_err(|error| Refusal::Storage(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], records))
}
