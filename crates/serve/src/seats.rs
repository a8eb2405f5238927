//! Requests about seats, and about the next game.

use std::sync::Arc;

use axum::Json;
use serde_json::{Value as Json_, json};
use tabletop::{Right, Table};

use crate::api::{new_id, random, token};
use crate::entrance::{Entrance, Visit};
use crate::error::Refusal;
use crate::room::{Room, millis, now};
use crate::search::advance;

/// Takes the seat whose link the requester has. The answer is the token of the seat, which nobody
/// else has.
pub(crate) async fn take(entrance: Entrance) -> Result<Json<Json_>, Refusal> {
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    let (given, seed) = (token()?, random()?);
    let new_token = given.clone();
    let take = move |table: &mut Table| {
        table.change(millis(), |table| table.take_seat(&identity.token, new_token, seed))
    };
    lobby.change(&room, take).await?;
    advance(&lobby, &room, client);
    Ok(Json(json!({ "token": given })))
}

/// Gives a seat back. The answer is the token of its link.
pub(crate) async fn leave(entrance: Entrance) -> Result<Json<Json_>, Refusal> {
    let Visit { lobby, room, identity, .. } = entrance.enter().await?;
    let leave =
        move |table: &mut Table| table.change(millis(), |table| table.leave_seat(&identity.token));
    let link = lobby.change(&room, leave).await?;
    Ok(Json(json!({ "token": link })))
}

/// Makes the table of the next game, unless another player has made it. The players keep their
/// tokens there. The answer is its id.
pub(crate) async fn again(entrance: Entrance) -> Result<Json<Json_>, Refusal> {
    let Visit { lobby, room, identity, client } = entrance.enter().await?;
    if let Right::Guest(_) | Right::Watcher = room.lock().table.right(&identity.token)? {
        return Err(tabletop::Refusal::Forbidden.into());
    }
    let _one = room.following.lock().await;
    let before = room.lock().table.kept.next.clone();
    let next = match before {
        Some(next) => next,
        None => {
            let table = room.lock().table.next_game(&lobby.packs.games, random()?, now())?;
            let new = Arc::new(Room::new(new_id()?, table));
            lobby.add(&new, client).await?;
            advance(&lobby, &new, client);
            let next = new.id.clone();
            let follow = move |table: &mut Table| {
                table.change(millis(), |table| {
                    table.kept.next = Some(next.clone());
                    Ok(next)
                })
            };
            lobby.change(&room, follow).await?
        }
    };
    Ok(Json(json!({ "id": next })))
}
