//! What is written below a drawn board, in the reader's language and as the board lies before him.

use crate::language::Texts;
use crate::told::items;
use crate::turned::{board_and_legend, turned};
use crate::view::TableView;

/// A drawn board, from the other side if it is `flipped`, with what is to be said of it.
///
/// ```
/// use play::{Language, Table, Viewer, picture, texts};
///
/// let table = Table::open("benedictine", 0)?;
/// let drawn = table.diagram(Viewer::Nobody, games::Paint::Plain);
/// let text = picture(texts(Language::English), &table.view(Viewer::Nobody), &drawn, true);
/// assert!(text.ends_with("G Green plays down, A Amber plays up, ● ball\n"));
/// # Ok::<(), games::ParseError>(())
/// ```
#[must_use]
pub fn picture(texts: &Texts, view: &TableView, diagram: &str, flipped: bool) -> String {
    let (board, own) = board_and_legend(diagram);
    let lines = Legend { texts, view, flipped }.lines(&own);
    let board = if flipped { turned(&board) } else { board };
    // A game that has no words of its own is told as it tells itself.
    board + &lines.map_or(own, |lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// How many cards are in the stock, by what Buteur writes below its board: the text of a position does not say how many
/// the pack has.
pub(crate) fn stock(own: &str) -> Option<&str> {
    own.lines().nth(1)?.rsplit_once(", ")?.1.split(' ').next()
}

/// What writes a legend.
struct Legend<'a> {
    texts: &'a Texts,
    view: &'a TableView,
    flipped: bool,
}

impl Legend<'_> {
    /// The lines of a game that has words for them; `own` is what the game itself writes.
    fn lines(&self, own: &str) -> Option<Vec<String>> {
        let fields: Vec<_> = self.view.position.split(' ').skip(1).collect();
        match (self.view.name, fields.as_slice()) {
            ("benedictine", _) => Some(vec![self.fill("benedictine", &[])]),
            ("maitres", [.., die]) => Some(vec![self.masters(die)]),
            ("ruches", [.., first, second, marks]) => Some(self.bees([first, second], marks)),
            ("etoile", [_, sides @ .., quiet, marks]) => Some(self.draughts(sides, quiet, marks)),
            ("buteur", [phase, _, ball, half, score, clock, _, hands, ..]) => {
                let stock = stock(own)?;
                let ball = self.fill("buteur-line", &[("ball", &self.ball(phase, ball))]);
                let clock = self.fill(&format!("buteur-{clock}"), &[]);
                let given =
                    [("score", *score), ("half", half), ("clock", &clock), ("stock", stock)];
                let lines = [ball, self.fill("buteur-score", &given)];
                Some(lines.into_iter().chain(self.hands(hands)).collect())
            }
            _ => None,
        }
    }

    /// Words with names filled in, and with where each side of the board goes.
    fn fill(&self, key: &str, given: &[(&str, &str)]) -> String {
        let [up, down] = ["legend.up", "legend.down"].map(|key| self.texts.get(key));
        let (first, second) = if self.flipped { (down, up) } else { (up, down) };
        let ways = [("first", first), ("second", second)];
        self.texts.fill(&format!("legend.{key}"), &[given, &ways].concat())
    }

    fn masters(&self, die: &str) -> String {
        let die = if die == "-" { self.texts.get("legend.to-roll") } else { die };
        self.fill("maitres", &[("die", die)])
    }

    fn bees(&self, captured: [&str; 2], marks: &str) -> Vec<String> {
        let points = self.view.points.iter().map(ToString::to_string);
        let sides = ["ruches-a", "ruches-b"].iter().zip(points.zip(captured));
        let sides = sides.map(|(key, (points, captured))| {
            self.fill(key, &[("points", &points), ("captured", captured)])
        });
        let huff = if self.view.game.contains("omit=withdraw") {
            "ruches-withdraw"
        } else {
            "ruches-huff"
        };
        let marked =
            [("ruches-removable", '*'), (huff, '!')].into_iter().filter_map(|(key, sign)| {
                let cells: Vec<_> =
                    items(marks).filter_map(|mark| mark.strip_prefix(sign)).collect();
                (!cells.is_empty()).then(|| self.fill(key, &[("cells", &cells.join(" "))]))
            });
        sides.chain(marked).collect()
    }

    fn draughts(&self, sides: &[&str], quiet: &str, marks: &str) -> Vec<String> {
        let sides = ["●", "○", "▲"].iter().zip(&self.view.players).zip(sides);
        let men: Vec<_> = sides
            .map(|((man, name), cells)| format!("{man} {name} {}", items(cells).count()))
            .collect();
        let mut lines = vec![self.fill("etoile", &[("men", &men.join(", ")), ("quiet", quiet)])];
        if let Some((step, cells)) = marks.split_once(':') {
            let step = step.trim_end_matches("=K");
            lines.push(self.fill("etoile-omitted", &[("step", step), ("cells", cells)]));
        } else if marks == "!" {
            lines.push(self.texts.get("told.obliged").to_owned());
        }
        lines
    }

    /// Where the ball is.
    fn ball(&self, phase: &str, ball: &str) -> String {
        match (phase, ball) {
            ("kickoff", "c") => self.fill("buteur-centre", &[]),
            (_, "c") => self.fill("buteur-out", &[]),
            (_, cell) => self.fill("buteur-ball", &[("cell", cell)]),
        }
    }

    /// Whose hand has which cards, by their codes: those are what is typed.
    fn hands(&self, hands: &str) -> impl Iterator<Item = String> {
        let TableView { players, seats, .. } = self.view;
        let hands = hands.split('/').zip(players).zip(seats);
        hands.map(|((hand, player), &seat)| {
            let team = self.texts.player("buteur", &["R", "B"], seat);
            let cards = match hand.strip_prefix('?') {
                Some(count) => self.texts.fill("ui.cards-hidden", &[("count", count)]),
                None => hand.replace('.', " "),
            };
            let player = format!("{player} ({team})");
            self.texts.fill("ui.pair", &[("what", &player), ("which", &cards)])
        })
    }
}
