//! The identity of a request, from its query.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use play::texts;
use tabletop::{Identity, TableView, Visitor};

use crate::error::Refusal;
use crate::room::{Room, millis};

pub(crate) type IdentityQuery = Result<Query<Identity>, QueryRejection>;

/// The identity in a query, or an error if the query cannot be read.
pub(crate) fn identity(query: IdentityQuery) -> Result<Identity, Refusal> {
    let unreadable =
        |error: QueryRejection| tabletop::Refusal::Unreadable(error.body_text()).into();
    query.map(|Query(identity)| identity).map_err(unreadable)
}

/// A requester at a table.
pub(crate) fn visitor<'a>(id: &'a str, identity: &'a Identity) -> Visitor<'a> {
    Visitor { id, identity, texts: texts(identity.language()), now: millis() }
}

/// The table as a requester may see it.
pub(crate) fn view(identity: &Identity, room: &Room) -> Result<TableView, Refusal> {
    Ok(visitor(&room.id, identity).view(&room.lock().table)?)
}
