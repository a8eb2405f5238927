//! The way to a table: its id, and the token of a requester.

use std::net::IpAddr;
use std::sync::Arc;

use tabletop::Identity;

use crate::error::Refusal;
use crate::lobby::Lobby;
use crate::room::Room;
use crate::search::advance;

/// The table with this id, for the holder of one of its tokens.
pub(crate) async fn enter(
    lobby: &Arc<Lobby>,
    id: &str,
    identity: &Identity,
    client: IpAddr,
) -> Result<Arc<Room>, Refusal> {
    let (room, is_first) = lobby.room(id).await?;
    let people = {
        let inner = room.lock();
        inner.table.right(&identity.token)?;
        inner.table.has_people()
    };
    room.look();
    // The engine may have been thinking when the last server ended. A game between engines rests
    // until somebody looks.
    if is_first || !people {
        advance(lobby, &room, client);
    }
    Ok(room)
}
