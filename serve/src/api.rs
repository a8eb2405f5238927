//! The requests, as `assets/openapi.json` describes them.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use games::{AnyState, OptionValues, ParseError};
use play::{Language, Level, Opinion, Sitter, Study, Table, texts};
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;
use serde_json::{Value as Json_, json};

use crate::error::Refusal;
use crate::lobby::Lobby;
use crate::room::{Right, Room, RoomPlan, sitter, tidy};
use crate::search::advance;
use crate::shown::Shown;
use crate::{assets, guard, limits, socket};

/// All that the server answers.
pub(crate) fn router(lobby: Arc<Lobby>) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/assets/{*path}", get(assets::asset))
        .route("/api/games", get(list_games))
        .route("/api/texts/{language}", get(all_texts))
        .route("/api/tables", post(create))
        .route("/api/tables/{id}", get(show).post(act).delete(delete))
        .route("/api/tables/{id}/hint", get(hint))
        .route("/api/tables/{id}/course", get(course))
        .route("/api/tables/{id}/socket", get(socket::open))
        .fallback(async || Refusal::NotFound)
        .method_not_allowed_fallback(async || Refusal::NotFound)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn(guard::guard))
        .with_state(lobby)
}

/// Who asks about a table, as a query.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Asker {
    /// His token.
    pub(crate) token: String,
    /// The player as whom he looks.
    pub(crate) player: Option<u8>,
    /// His language.
    pub(crate) lang: Option<String>,
}

impl Asker {
    pub(crate) fn language(&self) -> Language {
        self.lang.as_deref().and_then(|code| code.parse().ok()).unwrap_or_default()
    }

    /// What he sees of a table.
    pub(crate) fn shown(&self, room: &Room) -> Result<Shown, Refusal> {
        let mut inner = room.lock();
        let right = inner.right(&self.token)?;
        let viewer = inner.viewer(right, self.player)?;
        Ok(Shown::new(&room.id, &inner, right, viewer, self.language()))
    }
}

pub(crate) type Asked = Result<Query<Asker>, QueryRejection>;

/// The query, or why it cannot be read.
pub(crate) fn asker(asked: Asked) -> Result<Asker, Refusal> {
    asked.map(|Query(asker)| asker).map_err(|error| Refusal::Unreadable(error.body_text()))
}

async fn list_games() -> Json<Json_> {
    let option = |option: &games::OptionInfo| {
        let (kind, words, most) = match option.values {
            OptionValues::Words(words) => ("words", words, 0),
            OptionValues::Count { most, .. } => ("count", &[][..], most),
            OptionValues::Resource(_) => ("resource", &[][..], 0),
        };
        json!({ "key": option.key, "default": option.default, "kind": kind, "words": words, "most": most })
    };
    let game = |info: &games::GameInfo| {
        let options: Vec<_> = info.options.iter().map(option).collect();
        json!({ "name": info.name, "seats": info.seats, "options": options })
    };
    Json(AnyState::infos().iter().map(game).collect())
}

async fn all_texts(Path(code): Path<String>) -> Result<Json<Json_>, Refusal> {
    let language: Language = code.parse()?;
    let all = texts(language).all().map(|(key, text)| (key.to_owned(), Json_::from(text)));
    Ok(Json(Json_::Object(all.collect())))
}

/// A new table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// A game with options, or a position text with its moves.
    game: String,
    /// By player: 0 for a person, else the engine's level. A number too few or too many is filled up or cut.
    #[serde(default)]
    seats: Vec<u8>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    typed: bool,
    #[serde(default)]
    open: bool,
    /// For dice and cards; another one each time unless it is given.
    seed: Option<u64>,
}

async fn create(
    State(lobby): State<Arc<Lobby>>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let Json(wanted) = wanted.map_err(|error| Refusal::Unreadable(error.body_text()))?;
    let players = Table::open(&wanted.game, 0)?.players().len();
    let seats = wanted.seats.iter().copied().chain(std::iter::repeat(5)).take(players);
    let sitters = seats.map(checked_sitter).collect::<Result<_, _>>()?;
    let plan = RoomPlan {
        text: wanted.game,
        seed: wanted.seed.unwrap_or(random()?),
        sitters,
        names: wanted.names,
        typed: wanted.typed,
        open: wanted.open,
    };
    let mut tokens = Vec::new();
    for _ in 0..=players {
        tokens.push(token()?);
    }
    let room = Arc::new(Room::new(format!("{:016x}", random()?), plan, || {
        tokens.pop().unwrap_or_default()
    })?);
    lobby.add(room.clone()).await?;
    advance(&lobby, &room);
    let (id, token) = (room.id.clone(), room.lock().host_token());
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}

fn checked_sitter(number: u8) -> Result<Sitter, Refusal> {
    if number == 0 || Level::new(number).is_some() {
        return Ok(sitter(number));
    }
    Err(ParseError::new("seats", &number.to_string(), "0 for a person, or a level from 1 to 10")
        .into())
}

fn random() -> Result<u64, Refusal> {
    SysRng.try_next_u64().map_err(|error| Refusal::Storage(error.to_string()))
}

fn token() -> Result<String, Refusal> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

async fn show(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<Shown>, Refusal> {
    Ok(Json(asker(asked)?.shown(&*lobby.room(&id)?)?))
}

/// What a page does.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// A move, or what a real die or card showed.
    Step { text: String },
    /// The server's dice.
    Roll,
    /// Takes back.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Looks at the position after so many steps.
    Go { step: usize },
    /// Gives a seat to somebody else: 0 for a person, else a level.
    Seat { player: u8, sitter: u8 },
    /// Names a player.
    Name { player: u8, name: String },
}

async fn act(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
    action: Result<Json<Action>, JsonRejection>,
) -> Result<Json<Shown>, Refusal> {
    let Json(action) = action.map_err(|error| Refusal::Unreadable(error.body_text()))?;
    let asker = asker(asked)?;
    let room = lobby.room(&id)?;
    carry_out(&room, &asker, &action)?;
    lobby.keep(&room).await?;
    advance(&lobby, &room);
    Ok(Json(asker.shown(&room)?))
}

fn carry_out(room: &Room, asker: &Asker, action: &Action) -> Result<(), Refusal> {
    let mut inner = room.lock();
    let right = inner.right(&asker.token)?;
    let host = |inner: &crate::room::Inner, player: u8| {
        let known = usize::from(player) < inner.table.sitters().len();
        if known && (right == Right::Host || inner.own(right).contains(&player)) {
            Ok(())
        } else {
            Err(Refusal::Forbidden)
        }
    };
    match action {
        Action::Step { .. } | Action::Roll if !inner.may_act(right) => {
            return Err(Refusal::NotNow("somebody else is to act"));
        }
        Action::Step { .. } | Action::Roll if !inner.has_room() => {
            return Err(Refusal::TooMany("steps in one game"));
        }
        Action::Step { text } => {
            let chance = matches!(inner.table.turn(), play::Turn::Chance { .. });
            if chance && !inner.typed {
                return Err(Refusal::NotNow("the server rolls and deals"));
            }
            inner.table.step(text)?;
        }
        Action::Roll if inner.typed => return Err(Refusal::NotNow("a real table rolls and deals")),
        Action::Roll => inner.table.roll()?,
        Action::Undo => inner.table.undo()?,
        Action::Redo => inner.table.redo()?,
        Action::Go { step } => inner.table.go_to(*step)?,
        Action::Seat { player, sitter } => {
            host(&inner, *player)?;
            if right != Right::Host {
                return Err(Refusal::Forbidden);
            }
            inner.table.seat(*player, checked_sitter(*sitter)?);
        }
        Action::Name { player, name } => {
            host(&inner, *player)?;
            inner.names[usize::from(*player)] = tidy(name);
        }
    }
    room.touch(&mut inner);
    Ok(())
}

async fn delete(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<StatusCode, Refusal> {
    let asker = asker(asked)?;
    let room = lobby.room(&id)?;
    let right = room.lock().right(&asker.token)?;
    if right != Right::Host {
        return Err(Refusal::Forbidden);
    }
    lobby.delete(&room).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The nodes of a hint, and of each position of a course.
const HINT: u64 = 150_000;
const COURSE: u64 = 4_000;

/// The best move for the player to act, where the asker speaks for him.
async fn hint(
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
async fn course(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Json<Json_>, Refusal> {
    let asker = asker(asked)?;
    let (start, steps) = {
        let room = lobby.room(&id)?;
        let mut inner = room.lock();
        inner.right(&asker.token)?;
        let table = &inner.table;
        if table.hides() && table.turn() != play::Turn::Over {
            return Err(Refusal::NotNow("cards are hidden until the game is over"));
        }
        (table.start(), table.steps()[..table.cursor()].to_vec())
    };
    let permit = lobby.analyses.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Refusal::TooMany("analyses"))?;
    let course = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        expectations(&start, &steps)
    });
    let course = course.await.map_err(|error| Refusal::Storage(error.to_string()))??;
    Ok(Json(json!({ "shares": course })))
}

fn expectations(start: &str, steps: &[play::StepView]) -> Result<Vec<Vec<f64>>, ParseError> {
    let mut table = Table::open(start, 0)?;
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
