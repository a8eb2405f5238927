//! The way to a table: its id, the token of a requester, and the claim of a seat.

use std::net::IpAddr;
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
    client: IpAddr,
) -> Result<Arc<Room>, Refusal> {
    let (room, is_first) = lobby.room(id).await?;
    let (unclaimed, people) = {
        let inner = room.lock();
        let unclaimed = inner.table.unclaimed(inner.table.right(&identity.token)?);
        (unclaimed, inner.table.has_people())
    };
    room.look();
    // The engine may have been thinking when the last server ended. A game between engines rests
    // until somebody looks.
    if is_first || !people {
        advance(lobby, &room, client);
    }
    if let Some(player) = unclaimed {
        let claim = move |inner: &mut Inner| {
            inner.table.claim(player);
            Ok(())
        };
        lobby.change(&room, claim).await?;
    }
    Ok(room)
}
