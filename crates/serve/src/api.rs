//! The requests, as `assets/openapi.json` describes them.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::{Value as Json_, json};
use tabletop::{Act, Right, Table, TablePlan, TableView, Wanted};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::entrance::{Entrance, Visit};
use crate::error::{Refusal, typed};
use crate::identity::{IdentityQuery, identity, view, visitor};
use crate::limits::ClientLimits;
use crate::lobby::Lobby;
use crate::rate::Rates;
use crate::room::{Room, now};
use crate::search::advance;
use crate::{advice, assets, code, guard, limits, pages, rate, seats, socket};

/// The routes of the server.
pub(crate) fn router(lobby: Arc<Lobby>, limits: ClientLimits, hosts: Vec<String>) -> Router {
    let rates = Arc::new(Rates::of_requests(limits.requests));
    let router = Router::new()
        .route("/", get(assets::page))
        .route("/assets/{*path}", get(assets::asset))
        .route("/api/address", get(address))
        .route("/api/qr", get(code::qr))
        .route("/api/games", get(assets::games))
        .route("/api/texts/{language}", get(assets::texts))
        .route("/api/tables", post(create))
        .route("/api/tables/{id}", get(show).post(act).delete(delete))
        .route("/api/tables/{id}/analysis", post(analysis))
        .route("/api/tables/{id}/restore", post(restore))
        .route("/api/tables/{id}/seat", post(seats::take).delete(seats::leave))
        .route("/api/tables/{id}/again", post(seats::again))
        .route("/api/tables/{id}/hint", get(advice::hint))
        .route("/api/tables/{id}/course", get(advice::course))
        .route("/api/tables/{id}/threats", get(advice::threats))
        .route("/api/tables/{id}/why", get(advice::why))
        .route("/api/tables/{id}/weigh", get(advice::weigh))
        .route("/api/tables/{id}/record", get(advice::record))
        .route("/api/tables/{id}/socket", get(socket::open))
        .fallback(nothing)
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(limits::BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.time))
        .layer(middleware::map_response(typed))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard::guard))
        .layer(middleware::from_fn_with_state(rates, rate::limit));
    let headed = guard::HEADERS.into_iter().fold(router, |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)))
    });
    headed.with_state(lobby)
}

/// The answer where there is nothing: a page for people, JSON for programs.
async fn nothing(headers: HeaderMap) -> Response {
    if pages::wants_page(&headers) { pages::nothing() } else { Refusal::NotFound.into_response() }
}

/// The server's address in the local network, if it has one.
async fn address(State(lobby): State<Arc<Lobby>>) -> Json<Json_> {
    Json(json!({ "address": lobby.lan_address.map(|address| format!("http://{address}")) }))
}

async fn create(
    State(lobby): State<Arc<Lobby>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let Json(wanted) = wanted?;
    let plan = wanted.plan(&lobby.packs.games, random()?)?;
    make(&lobby, plan, client.ip()).await
}

/// Makes an analysis of a game: a new table with all moves so far, from which lines branch off.
async fn analysis(entrance: Entrance) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let Visit { lobby, room, client, .. } = entrance.enter().await?;
    let plan = room.lock().table.analysis_plan(&room.id)?;
    make(&lobby, plan, client).await
}

/// Makes a table.
async fn make(
    lobby: &Arc<Lobby>,
    plan: TablePlan,
    client: IpAddr,
) -> Result<(StatusCode, Json<Json_>), Refusal> {
    let mut tokens = Vec::new();
    for _ in 0..plan.controllers.len() + 2 {
        tokens.push(token()?);
    }
    let id = new_id()?;
    let token = || tokens.pop().unwrap_or_default();
    let table = Table::new(plan, &lobby.packs.games, token, now())?;
    let room = Arc::new(Room::new(id, table));
    lobby.add(&room, client).await?;
    advance(lobby, &room, client);
    let (id, token) = (room.id.clone(), room.lock().table.host_token());
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "token": token }))))
}

pub(crate) fn random() -> Result<u64, Refusal> {
    SysRng.try_next_u64().map_err(|error| Refusal::Storage(error.to_string()))
}

pub(crate) fn new_id() -> Result<String, Refusal> {
    Ok(format!("{:016x}", random()?))
}

pub(crate) fn token() -> Result<String, Refusal> {
    Ok(format!("{:016x}{:016x}", random()?, random()?))
}

async fn show(entrance: Entrance) -> Result<Json<TableView>, Refusal> {
    let Visit { room, identity, .. } = entrance.enter().await?;
    Ok(Json(view(&identity, &room)?))
}

async fn act(
    entrance: Entrance,
    act: Result<Json<Act>, JsonRejection>,
) -> Result<Json<TableView>, Refusal> {
    let Json(act) = act?;
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    let id = room.id.clone();
    let act = move |table: &mut Table| visitor(&id, &identity).act(table, &act);
    let view = lobby.change(&room, act).await?;
    advance(&lobby, &room, client);
    Ok(Json(view))
}

async fn delete(entrance: Entrance) -> Result<StatusCode, Refusal> {
    let Visit { lobby, room, identity, .. } = entrance.enter().await?;
    if room.lock().table.right(&identity.token)? != Right::Host {
        return Err(tabletop::Refusal::Forbidden.into());
    }
    lobby.delete(&room.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Brings a deleted table back.
async fn restore(
    State(lobby): State<Arc<Lobby>>,
    Path(id): Path<String>,
    query: IdentityQuery,
) -> Result<StatusCode, Refusal> {
    lobby.undelete(&id, &identity(query)?.token).await?;
    Ok(StatusCode::NO_CONTENT)
}
