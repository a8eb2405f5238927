//! The way to a table: its id, and the token of a requester.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use tabletop::Identity;

use crate::error::Refusal;
use crate::identity::{IdentityQuery, identity};
use crate::lobby::Lobby;
use crate::room::Room;
use crate::search::advance;

/// A request that names a table.
pub(crate) struct Entrance {
    lobby: Arc<Lobby>,
    id: String,
    client: IpAddr,
    query: IdentityQuery,
}

/// A requester at a table.
pub(crate) struct Visit {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) room: Arc<Room>,
    pub(crate) identity: Identity,
    /// The address of the requester.
    pub(crate) client: IpAddr,
}

impl FromRequestParts<Arc<Lobby>> for Entrance {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, lobby: &Arc<Lobby>) -> Result<Self, Response> {
        let id = Path::from_request_parts(parts, lobby).await;
        let Path(id) = id.map_err(IntoResponse::into_response)?;
        let client = ConnectInfo::<SocketAddr>::from_request_parts(parts, lobby).await;
        let ConnectInfo(client) = client.map_err(IntoResponse::into_response)?;
        let query = Query::from_request_parts(parts, lobby).await;
        Ok(Self { lobby: lobby.clone(), id, client: client.ip(), query })
    }
}

impl Entrance {
    /// Lets the holder of one of the table's tokens in.
    pub(crate) async fn enter(self) -> Result<Visit, Refusal> {
        let Self { lobby, id, client, query } = self;
        let identity = identity(query)?;
        let (room, is_first) = lobby.room(&id).await?;
        let people = {
            let inner = room.lock();
            inner.table.right(&identity.token)?;
            inner.table.has_people()
        };
        room.look();
        // The engine may have been thinking when the last server ended. A game between engines
        // rests until somebody looks.
        if is_first || !people {
            advance(&lobby, &room, client);
        }
        Ok(Visit { lobby, room, identity, client })
    }
}
