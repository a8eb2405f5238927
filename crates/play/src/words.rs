//! The words with which one game is described to one reader.

use crate::language::Texts;

/// The texts of the reader's language, the game, its players, and the reader's side of the board.
pub(crate) struct Words<'a> {
    pub(crate) texts: &'a Texts,
    /// The game's name.
    pub(crate) game: &'static str,
    /// The players' names in texts.
    pub(crate) players: Vec<&'static str>,
    /// Whether the board is seen from the other side.
    pub(crate) flipped: bool,
}

impl Words<'_> {
    /// The text of a key.
    pub(crate) fn get<'k>(&'k self, key: &'k str) -> &'k str {
        self.texts.get(key)
    }

    /// The text of a key, with names filled in.
    pub(crate) fn fill(&self, key: &str, given: &[(&str, &str)]) -> String {
        self.texts.fill(key, given)
    }

    /// The text of a key of the legend. Names are filled in, and the directions in which the first
    /// and the second side play.
    pub(crate) fn legend(&self, key: &str, given: &[(&str, &str)]) -> String {
        let [up, down] = ["legend.up", "legend.down"].map(|key| self.texts.get(key));
        let (first, second) = if self.flipped { (down, up) } else { (up, down) };
        let directions = [("first", first), ("second", second)];
        self.fill(&format!("legend.{key}"), &[given, &directions].concat())
    }

    /// The players' names in texts.
    pub(crate) fn players(&self) -> impl Iterator<Item = &'static str> {
        self.players.iter().copied()
    }

    /// The common name of a player.
    pub(crate) fn player(&self, player: u8) -> String {
        self.player_among(&self.players, player)
    }

    /// The common name of a player or team; `names` are the names in texts.
    pub(crate) fn player_among(&self, names: &[&str], player: u8) -> String {
        self.texts.player(self.game, names, player)
    }

    /// A side and the parts that it has; "nothing" if there are none.
    pub(crate) fn side(
        &self,
        player: u8,
        parts: impl IntoIterator<Item = Option<String>>,
    ) -> String {
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            parts.push(self.get("told.nothing").to_owned());
        }
        let (player, parts) = (self.player(player), parts.join("; "));
        self.fill("ui.pair", &[("what", &player), ("which", &parts)])
    }

    /// A thing, by the key of its name, and its value.
    pub(crate) fn pair(&self, key: &str, value: &str) -> String {
        self.fill("ui.pair", &[("what", self.get(key)), ("which", value)])
    }

    /// Pieces, by the key of their name, and their cells; `None` if there are none.
    pub(crate) fn on(&self, key: &str, cells: &[String]) -> Option<String> {
        let text = cells.join(", ");
        (!cells.is_empty()).then(|| self.fill(&format!("told.{key}"), &[("cells", &text)]))
    }

    /// A move in common notation: cells joined by `-` and `x`, two parts joined by `+`, or `pass`.
    pub(crate) fn path(&self, text: &str) -> String {
        if text == "pass" {
            return self.get("say.pass").to_owned();
        }
        let takes = format!(", {} ", self.get("say.takes"));
        let part = |part: &str| {
            let said = part.replacen('x', &takes[1..], 1).replace('x', &takes);
            said.replace('-', &format!(" {} ", self.get("say.to")))
        };
        let joined = format!(", {} ", self.get("say.and"));
        text.split('+').map(part).collect::<Vec<_>>().join(&joined)
    }
}
