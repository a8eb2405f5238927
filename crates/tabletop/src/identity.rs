//! The identity of a request: its token, the player whose view it asks for, and its language.

use play::{Language, Texts};
use serde::Deserialize;
use serde_json::json;

use crate::action::{Act, apply, check_allowed};
use crate::refusal::Refusal;
use crate::table::Table;
use crate::table_view::TableView;

/// The identity of a request, from its query.
#[derive(Clone, Debug, Deserialize)]
pub struct Identity {
    /// The token of the host or of a seat.
    pub token: String,
    /// The player whose view is asked for.
    pub player: Option<u8>,
    /// The language of the texts.
    pub lang: Option<String>,
    /// The step to look back at; the present one if it is missing.
    #[serde(default)]
    pub at: Option<usize>,
}

impl Identity {
    /// The language of the texts; English if there is no other.
    #[must_use]
    pub fn language(&self) -> Language {
        self.lang.as_deref().and_then(|code| code.parse().ok()).unwrap_or_default()
    }
}

/// A requester at a table.
#[derive(Clone, Copy, Debug)]
pub struct Visitor<'a> {
    /// The table's id.
    pub id: &'a str,
    /// The identity of the request.
    pub identity: &'a Identity,
    /// The texts of the requester's language.
    pub texts: &'a Texts,
    /// The time in milliseconds of the Unix clock.
    pub now: u64,
}

impl Visitor<'_> {
    /// The table as this requester may see it.
    ///
    /// # Errors
    /// If the token allows no view, or not that of the player.
    pub fn view(&self, table: &Table) -> Result<TableView, Refusal> {
        let right = table.right(&self.identity.token)?;
        let viewer = table.viewer(right, self.identity.player)?;
        match self.identity.at {
            None => Ok(TableView::new(self.id, table, right, viewer, self.texts, self.now)),
            Some(step) => {
                let mut past = Table { game: table.game.at(step)?, kept: table.kept.clone() };
                // The game was not over then, but by now all cards are shown.
                if past.kept.ended.take().is_some() {
                    past.game.show_all();
                }
                let view = TableView::new(self.id, &past, right, viewer, self.texts, self.now);
                Ok(view.looking_back(step))
            }
        }
    }

    /// The table after an action. The action may have taken the player whose view was asked for
    /// from the requester.
    fn view_after(&self, table: &Table) -> Result<TableView, Refusal> {
        let right = table.right(&self.identity.token)?;
        let own = table.viewer(right, self.identity.player);
        let viewer = own.or_else(|_| table.viewer(right, None))?;
        Ok(TableView::new(self.id, table, right, viewer, self.texts, self.now))
    }

    /// Performs an action, if the requester is allowed to and the table is the one that the action
    /// refers to. An action that is sent once more is late.
    ///
    /// # Errors
    /// An action that is late, not allowed or not possible. The table may have changed, so the
    /// caller acts on a copy.
    pub fn act(&self, table: &mut Table, act: &Act) -> Result<TableView, Refusal> {
        table.change(self.now, |table| {
            let right = table.right(&self.identity.token)?;
            if act.version.is_some_and(|version| version != table.kept.version) {
                return Err(Refusal::Late(json!(self.view_after(table)?)));
            }
            check_allowed(table, right, &act.action)?;
            let viewer = table.viewer(right, self.identity.player);
            apply(table, right, &act.action)?;
            // Nobody acts with the view of another player.
            viewer?;
            Ok(())
        })?;
        self.view_after(table)
    }
}
