//! The requests, as `assets/openapi.json` describes them.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderValue, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use games::buteur::Pack;
use games::{AnyState, OptionValues, ParseError};
use play::{Controller, Language, Level, LiveGame, texts};
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::analysis::{AnalysisBoard, lay};
use crate::entrance::enter;
use crate::error::{Refusal, typed};
use crate::identity::{Identity, IdentityQuery, identity};
use crate::limits::ClientLimits;
use crate::lobby::Lobby;
use crate::rate::Rates;
use crate::room::{Inner, Right, Room, RoomPlan, controller, tidy};
use crate::search::advance;
use crate::table_view::TableView;
use crate::{advice, assets, guard, limits, rate, socket};

/// The routes of the server.
pub(crate) fn router(lobby: Arc<Lobby>, limits: ClientLimits) -> Router {
    let rates = Arc::new(Rates::new(limits.requests));
    let router = Router::new()
        .route("/", get(assets::page))
        .route("/assets/{*path}", get(assets::asset))
        .route("/api/address", get(address))
        .route("/api/games", get(list_games))
        .route("/api/texts/{language}", get(all_texts))
        .route("/api/tables", post(create))
        .route("/api/tables/{id}", get(show).post(act).delete(delete))
        .route("/api/tables/{id}/analysis", post(analysis))
        .route("/api/tables/{id}/hint", get(advice::hint))
        .route("/api/tables/{id}/course", get(advice::course))
        .route("/api/tables/{id}/threats", get(advice::threats))
        .route("/api/tables/{id}/record", get(advice::record))
        .route("/api/tables/{id}/socket", get(socket::open))
        .fallback(async || Refusal::NotFound)
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(limits::BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.time))
        .layer(middleware::map_response(typed))
        .layer(middleware::from_fn(guard::guard))
        .layer(middleware::from_fn_with_state(rates, rate::limit));
    let headed = guard::HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    });
    headed.with_state(lobby)
}

/// The server's address in the local network, if it has one.
async fn address(State(lobby): State<Arc<Lobby>>) -> Json<Json_> {
    Json(json!({ "address": lobby.lan_address.map(|address| format!("http://{address}")) }))
}

async fn list_games(State(lobby): State<Arc<Lobby>>) -> Json<Json_> {
    let packs = &lobby.packs;
    let option = |option: &games::OptionInfo| {
        let (kind, words, most) = match option.values {
            OptionValues::Words(words) => ("words", words.to_vec(), 0),
            OptionValues::Count { most, .. } => ("count", Vec::new(), most),
            OptionValues::Resource(_) => ("resource", packs.names(), 0),
        };
        json!({ "key": option.key, "default": option.default, "kind": kind, "words": words, "most": most })
    };
    let game = |info: &games::GameInfo| {
        let options: Vec<_> = info.options.iter().map(option).collect();
        let is_pack = |option: &games::OptionInfo| matches!(option.values, OptionValues::Resource(kind) if kind == Pack::KIND);
        let has_packs = info.options.iter().any(is_pack);
        let packs = if has_packs { packs.shown() } else { json!([]) };
        json!({ "name": info.name, "seats": info.seats, "options": options, "packs": packs })
    };
    Json(AnyState::infos().iter().map(game).collect())
}

async fn all_texts(Path(code): Path<String>) -> Result<Json<Json_>, Refusal> {
    let language: Language = code.parse()?;
    let all = texts(language).all().map(|(key, text)| (key.to_owned(), Json_::from(text)));
    Ok(Json(Json_::Object(all.collect())))
}

/// The request for a new table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// A game with options, or a position text with its moves.
    game: String,
    /// By player: 0 for a person, else the engine's level. Missing numbers are filled in; extra
    /// ones are ignored.
    #[serde(default)]
    seats: Vec<u8>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    typed: bool,
    #[serde(default)]
    open: bool,
    /// The seed of dice and cards; random if it is missing.
    seed: Option<u64>,
}

async fn create(
    State(lobby): State<Arc<Lobby>>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let Json(wanted) = wanted?;
    let resources = &lobby.packs.resources;
    let players = LiveGame::open_with(&wanted.game, 0, resources)?.players().len();
    let seats = wanted.seats.iter().copied().chain(std::iter::repeat(5)).take(players);
    let controllers = seats.map(checked_controller).collect::<Result<_, _>>()?;
    let plan = RoomPlan {
        text: wanted.game,
        seed: wanted.seed.unwrap_or(random()?),
        controllers,
        names: wanted.names,
        typed: wanted.typed,
        open: wanted.open,
    };
    make(&lobby, plan, |_| Ok(())).await
}

/// Makes an analysis of a game: a new table with all moves so far, from which lines branch off.
async fn analysis(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let identity = identity(query)?;
    let (plan, steps, cursor) = {
        let room = enter(&lobby, &id, &identity).await?;
        let inner = room.lock();
        inner.open_now()?;
        let game = &inner.game;
        let plan = RoomPlan {
            text: game.start(),
            seed: game.seed(),
            controllers: vec![Controller::Person; game.controllers().len()],
            names: inner.kept.names.clone(),
            typed: true,
            open: true,
        };
        let steps: Vec<_> = game.steps().iter().map(|step| step.text.clone()).collect();
        (plan, steps, game.cursor())
    };
    make(&lobby, plan, |inner| {
        lay(&mut inner.game, &steps, cursor)?;
        inner.kept.analysis = Some(AnalysisBoard::new(&id, steps));
        Ok(())
    })
    .await
}

/// Makes a table, and prepares it before pages can see it.
async fn make(
    lobby: &Arc<Lobby>,
    plan: RoomPlan,
    prepare: impl FnOnce(&mut Inner) -> Result<(), Refusal>,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let mut tokens = Vec::new();
    for _ in 0..=plan.controllers.len() {
        tokens.push(token()?);
    }
    let (id, resources) = (format!("{:016x}", random()?), &lobby.packs.resources);
    let room = Arc::new(Room::new(id, plan, resources, || tokens.pop().unwrap_or_default())?);
    prepare(&mut room.lock())?;
    lobby.add(&room).await?;
    advance(lobby, &room);
    let (id, token) = (room.id.clone(), room.lock().host_token());
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}

fn checked_controller(number: u8) -> Result<Controller, Refusal> {
    if number == 0 || Level::new(number).is_some() {
        return Ok(controller(number));
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
    query: IdentityQuery,
) -> Result<Json<TableView>, Refusal> {
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    Ok(Json(identity.view(&room)?))
}

/// An action, and the version of the table that it refers to.
#[derive(Debug, Deserialize)]
struct Act {
    /// The version that the page shows. If it is missing, the action refers to any version.
    version: Option<u64>,
    #[serde(flatten)]
    action: Action,
}

/// An action of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Plays a move, or enters a real roll or card.
    Step { text: String },
    /// Rolls the server's dice.
    Roll {},
    /// Takes a move back.
    Undo {},
    /// Replays a move that was taken back.
    Redo {},
    /// Agrees to lay all cards open.
    Open {},
    /// Refuses to lay all cards open, or withdraws the agreement.
    Decline {},
    /// Shows the position after a number of steps.
    Go { step: usize },
    /// Shows a line of an analysis after a number of its steps.
    Look { branch: usize, step: usize },
    /// Deletes a line of an analysis.
    Prune { branch: usize },
    /// Plays several moves in an analysis.
    Line { texts: Vec<String> },
    /// Gives a seat to a person (0) or to the engine (a level).
    Seat { player: u8, sitter: u8 },
    /// Names a player.
    Name { player: u8, name: String },
}

async fn act(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
    act: Result<Json<Act>, JsonRejection>,
) -> Result<Json<TableView>, Refusal> {
    let Json(act) = act?;
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    let view = lobby.change(&room, move |inner| perform(inner, &id, &identity, &act)).await?;
    advance(&lobby, &room);
    Ok(Json(view))
}

/// Performs an action, if the requester is allowed to and the table is the one that the action
/// refers to. An action that is sent once more is late.
fn perform(
    inner: &mut Inner,
    id: &str,
    identity: &Identity,
    Act { version, action }: &Act,
) -> Result<TableView, Refusal> {
    let right = inner.right(&identity.token)?;
    if version.is_some_and(|version| version != inner.kept.version) {
        return Err(Refusal::Late(json!(identity.view_after(id, inner)?)));
    }
    check_allowed(inner, right, action)?;
    let viewer = inner.viewer(right, identity.player);
    apply(inner, right, action)?;
    // Nobody acts with the view of another player.
    viewer?;
    inner.count_change();
    identity.view_after(id, inner)
}

/// Refuses an action that the requester may not do, or not now. The actions `open` and `decline`
/// are checked elsewhere.
fn check_allowed(inner: &Inner, right: Right, action: &Action) -> Result<(), Refusal> {
    let chance = matches!(inner.game.turn(), play::Turn::Chance { .. });
    let controls = |player: u8| {
        let known = usize::from(player) < inner.game.controllers().len();
        known && (right == Right::Host || inner.own(right).contains(&player))
    };
    match action {
        Action::Step { .. } | Action::Roll {} | Action::Line { .. } if !inner.may_act(right) => {
            Err(Refusal::NotNow("somebody else is to act"))
        }
        Action::Step { .. } | Action::Roll {} | Action::Line { .. } if !inner.has_room() => {
            Err(Refusal::TooMany("steps in one game"))
        }
        Action::Step { .. } if chance && !inner.kept.typed => {
            Err(Refusal::NotNow("the server rolls and deals"))
        }
        Action::Roll {} if inner.kept.typed => Err(Refusal::NotNow("a real table rolls and deals")),
        Action::Undo {} if !inner.may_take_back(right, inner.game.undone_by()) => {
            Err(Refusal::NotNow("the last move is somebody else's"))
        }
        Action::Redo {} if !inner.may_take_back(right, inner.game.redone_by()) => {
            Err(Refusal::NotNow("the next move is somebody else's"))
        }
        Action::Go { .. } if !inner.is_alone(right) => {
            Err(Refusal::NotNow("others are at the table"))
        }
        Action::Seat { player, .. } if !controls(*player) || right != Right::Host => {
            Err(Refusal::Forbidden)
        }
        Action::Name { player, .. } if !controls(*player) => Err(Refusal::Forbidden),
        _ => Ok(()),
    }
}

/// Performs an allowed action.
fn apply(inner: &mut Inner, right: Right, action: &Action) -> Result<(), Refusal> {
    match action {
        Action::Step { text } => inner.step(text)?,
        Action::Line { texts } => {
            inner.analysis()?;
            let (first, rest) = texts.split_first().ok_or(Refusal::NotNow("no move is given"))?;
            inner.step(first)?;
            // The moves from the first illegal one on are ignored.
            let _ = rest.iter().take(limits::LINE).try_for_each(|text| inner.step(text));
        }
        Action::Look { branch, step } => {
            let (analysis, game) = inner.analysis()?;
            analysis.go(game, *branch, *step)?;
        }
        Action::Prune { branch } => {
            let (analysis, game) = inner.analysis()?;
            analysis.prune(game, *branch)?;
        }
        Action::Roll {} => inner.game.roll()?,
        Action::Undo {} => inner.game.undo()?,
        Action::Redo {} => inner.game.redo()?,
        Action::Open {} => inner.agree(right)?,
        Action::Decline {} => inner.decline(right)?,
        Action::Go { step } => inner.game.go_to(*step)?,
        Action::Seat { player, sitter } => give_seat(inner, *player, *sitter)?,
        Action::Name { player, name } => inner.kept.names[usize::from(*player)] = tidy(name),
    }
    Ok(())
}

/// Gives a seat to a person or to the engine.
fn give_seat(inner: &mut Inner, player: u8, number: u8) -> Result<(), Refusal> {
    let controller = checked_controller(number)?;
    if !inner.may_seat(player, controller) {
        return Err(Refusal::NotNow("the engine's cards are hidden until the game is over"));
    }
    inner.game.seat(player, controller);
    inner.kept.agreed.clear();
    Ok(())
}

async fn delete(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<StatusCode, Refusal> {
    let identity = identity(query)?;
    let room = enter(&lobby, &id, &identity).await?;
    if room.lock().right(&identity.token)? != Right::Host {
        return Err(Refusal::Forbidden);
    }
    lobby.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}
