//! Who asks about a table: his token, as whom he looks, and in which language.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use play::Language;
use serde::Deserialize;

use crate::error::Refusal;
use crate::room::Room;
use crate::shown::Shown;

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
