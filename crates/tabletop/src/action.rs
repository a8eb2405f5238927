//! The actions of a page at a table.

use play::{Controller, Turn};
use serde::Deserialize;

use crate::limits;
use crate::refusal::Refusal;
use crate::table::{Right, Table, tidy};
use crate::terms::Proposal;
use crate::wanted::checked_controller;

/// An action, and the version of the table that it refers to.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Given")]
pub struct Act {
    /// The version that the page shows. If it is missing, the action refers to any version.
    pub(crate) version: Option<u64>,
    pub(crate) action: Action,
}

/// An action of a page.
#[derive(Clone, Debug)]
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
    /// Refuses the proposals of others, or withdraws the own ones: of open cards, a draw, a move
    /// taken back.
    Decline {},
    /// Proposes a draw, or agrees to one.
    Draw {},
    /// Asks to take the own last move back, or agrees to that of another player.
    Back {},
    /// Gives the game up.
    Resign {},
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

/// The JSON of an action. One type for all kinds of actions takes a third of the code of a type for
/// each kind, which matters for a WebAssembly module.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
struct Given {
    r#do: String,
    version: Option<u64>,
    text: Option<String>,
    texts: Option<Vec<String>>,
    step: Option<usize>,
    branch: Option<usize>,
    player: Option<u8>,
    sitter: Option<u8>,
    name: Option<String>,
}

impl TryFrom<Given> for Act {
    type Error = String;

    fn try_from(mut given: Given) -> Result<Self, String> {
        let (kind, version) = (std::mem::take(&mut given.r#do), given.version.take());
        let missing = |field: &str| format!("do: read {kind:?} without {field}");
        macro_rules! action {
            ($($word:literal => $name:ident $($field:ident)*;)+) => {
                match &*kind {
                    $($word => Action::$name {
                        $($field: given.$field.take().ok_or_else(|| missing(stringify!($field)))?),*
                    },)+
                    _ => {
                        let known = [$(concat!("`", $word, "`")),+].join(", ");
                        return Err(format!("do: read {kind:?}, expected one of {known}"));
                    }
                }
            };
        }
        let action = action! {
            "step" => Step text;
            "roll" => Roll;
            "undo" => Undo;
            "redo" => Redo;
            "open" => Open;
            "decline" => Decline;
            "draw" => Draw;
            "back" => Back;
            "resign" => Resign;
            "go" => Go step;
            "look" => Look branch step;
            "prune" => Prune branch;
            "line" => Line texts;
            "seat" => Seat player sitter;
            "name" => Name player name;
        };
        if given != Given::default() {
            return Err(format!("do: read {kind:?} with a field that it does not have"));
        }
        Ok(Self { version, action })
    }
}

/// Refuses an action that the requester may not do, or not now. The actions `open` and `decline`
/// are checked elsewhere.
pub(crate) fn check_allowed(table: &Table, right: Right, action: &Action) -> Result<(), Refusal> {
    if matches!(right, Right::Guest(_) | Right::Watcher) {
        return Err(Refusal::Forbidden);
    }
    let chance = matches!(table.game.turn(), Turn::Chance { .. });
    let controls = |player: u8| {
        let known = usize::from(player) < table.game.controllers().len();
        known && (right == Right::Host || table.own(right).contains(&player))
    };
    match action {
        Action::Step { .. } | Action::Roll {} | Action::Line { .. } if !table.may_act(right) => {
            Err(Refusal::NotNow("somebody else is to act"))
        }
        Action::Step { .. } | Action::Roll {} | Action::Line { .. } if !table.has_room() => {
            Err(Refusal::TooMany("steps in one game"))
        }
        Action::Step { .. } if chance && !table.kept.typed => {
            Err(Refusal::NotNow("the server rolls and deals"))
        }
        Action::Roll {} if table.kept.typed => Err(Refusal::NotNow("a real table rolls and deals")),
        Action::Undo {} | Action::Redo {} | Action::Go { .. } if table.kept.ended.is_some() => {
            Err(Refusal::NotNow("the game has ended"))
        }
        Action::Undo {} if !table.may_take_back(right, table.game.undone_by()) => {
            Err(Refusal::NotNow("the last move is somebody else's"))
        }
        Action::Redo {} if !table.may_take_back(right, table.game.redone_by()) => {
            Err(Refusal::NotNow("the next move is somebody else's"))
        }
        Action::Go { .. } if !table.is_alone(right) => {
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
pub(crate) fn apply(table: &mut Table, right: Right, action: &Action) -> Result<(), Refusal> {
    if matches!(
        action,
        Action::Step { .. } | Action::Roll {} | Action::Undo {} | Action::Seat { .. }
    ) {
        // The game has gone on, so the proposal is void.
        table.kept.ask = None;
    }
    match action {
        Action::Step { text } => table.step(text)?,
        Action::Line { texts } => {
            table.analysis()?;
            let (first, rest) = texts.split_first().ok_or(Refusal::NotNow("no move is given"))?;
            table.step(first)?;
            // The moves from the first illegal one on are ignored.
            let _ = rest.iter().take(limits::LINE).try_for_each(|text| table.step(text));
        }
        Action::Look { branch, step } => {
            let (analysis, game) = table.analysis()?;
            analysis.go(game, *branch, *step)?;
        }
        Action::Prune { branch } => {
            let (analysis, game) = table.analysis()?;
            analysis.prune(game, *branch)?;
        }
        Action::Roll {} => table.game.roll()?,
        Action::Undo {} => table.game.undo()?,
        Action::Redo {} => table.game.redo()?,
        Action::Open {} => table.agree(right)?,
        Action::Decline {} => table.decline(right)?,
        Action::Draw {} => table.propose(right, Proposal::Draw)?,
        Action::Back {} => table.propose(right, Proposal::Back)?,
        Action::Resign {} => table.resign(right)?,
        Action::Go { step } => table.game.go_to(*step)?,
        Action::Seat { player, sitter } => give_seat(table, *player, *sitter)?,
        Action::Name { player, name } => table.kept.names[usize::from(*player)] = tidy(name),
    }
    Ok(())
}

/// Gives a seat to a person or to the engine.
fn give_seat(table: &mut Table, player: u8, number: u8) -> Result<(), Refusal> {
    let controller = checked_controller(number)?;
    if !table.may_seat(player, controller) {
        return Err(Refusal::NotNow("the engine's cards are hidden until the game is over"));
    }
    // A person who leaves a game with hidden cards still knows them, and decides on open cards.
    if controller != Controller::Person && !table.game.hides() {
        table.free_seat(player);
    }
    table.game.seat(player, controller);
    table.kept.agreed.clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_have_their_fields_and_no_others() {
        let read =
            |json: &str| serde_json::from_str::<Act>(json).map_err(|error| error.to_string());
        let act = read(r#"{"do":"look","branch":1,"step":2,"version":3}"#).unwrap();
        assert_eq!(act.version, Some(3));
        assert!(matches!(act.action, Action::Look { branch: 1, step: 2 }));
        for (json, message) in [
            (r#"{"do":"step"}"#, r#"do: read "step" without text"#),
            (
                r#"{"do":"roll","text":"3"}"#,
                r#"do: read "roll" with a field that it does not have"#,
            ),
            (r#"{"do":"fly"}"#, r#"do: read "fly", expected one of `step`, `roll`"#),
            (r#"{"version":1}"#, r#"do: read "", expected one of `step`"#),
            (r#"{"do":"roll","wings":2}"#, "unknown field `wings`"),
            (r#"{"do":"go","step":-1}"#, "invalid value: integer `-1`"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
