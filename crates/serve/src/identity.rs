//! The identity of a request: its token, the player whose view it asks for, and its language.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use play::Language;
use serde::Deserialize;

use crate::error::Refusal;
use crate::room::{Inner, Room};
use crate::table_view::TableView;

/// The identity of a request, from its query.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Identity {
    /// The token of the host or of a seat.
    pub(crate) token: String,
    /// The player whose view is asked for.
    pub(crate) player: Option<u8>,
    /// The language of the texts.
    pub(crate) lang: Option<String>,
}

impl Identity {
    pub(crate) fn language(&self) -> Language {
        self.lang.as_deref().and_then(|code| code.parse().ok()).unwrap_or_default()
    }

    /// The table as this requester may see it.
    pub(crate) fn view(&self, room: &Room) -> Result<TableView, Refusal> {
        let inner = room.lock();
        let right = inner.right(&self.token)?;
        let viewer = inner.viewer(right, self.player)?;
        Ok(TableView::new(&room.id, &inner, right, viewer, self.language()))
    }

    /// The table after an action. The action may have taken the player whose view was asked for
    /// from the requester.
    pub(crate) fn view_after(&self, id: &str, inner: &Inner) -> Result<TableView, Refusal> {
        let right = inner.right(&self.token)?;
        let viewer = inner.viewer(right, self.player).or_else(|_| inner.viewer(right, None))?;
        Ok(TableView::new(id, inner, right, viewer, self.language()))
    }
}

pub(crate) type IdentityQuery = Result<Query<Identity>, QueryRejection>;

/// The identity in a query, or an error if the query cannot be read.
pub(crate) fn identity(query: IdentityQuery) -> Result<Identity, Refusal> {
    query.map(|Query(identity)| identity).map_err(|error| Refusal::Unreadable(error.body_text()))
}
