//! The way to a table: its id, the token of a requester, and the claim of a seat.

use std::sync::Arc;

use tabletop::Identity;

use crate::error::Refusal;
use crate::lobby::Lobby;
use crate::room::{Inner, Room};
use crate::search::advance;

/// The table with this id, for the holder of one of its tokens. The first use of a seat's token
/// takes the seat from the host. This is stored before the requester is answered.
pub(crate) async fn enter(
    lobby: &Arc<Lobby>,
    id: &str,
    identity: &Identity,
) -> Result<Arc<Room>, Refusal> {
    let (room, is_first) = lobby.room(id).await?;
    if is_first {
        // The engine may have been thinking when the last server ended.
        advance(lobby, &room);
    }
    let unclaimed = {
        let inner = room.lock();
        inner.table.unclaimed(inner.table.right(&identity.token)?)
    };
    if let Some(player) = unclaimed {
        let claim = move |inner: &mut Inner| {
            inner.table.claim(player);
            Ok(())
        };
        lobby.change(&room, claim).await?;
    }
    Ok(room)
}
