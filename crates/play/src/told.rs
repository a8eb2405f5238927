//! A position in words, for those who do not see the board.

use std::collections::BTreeMap;

use crate::language::Texts;
use crate::legend::stock;
use crate::spoken::card;
use crate::turned::board_and_legend;
use crate::view::TableView;

/// Where everything stands, a line for each side or hand, and what counts besides: the die, the stock, quiet turns. The text
/// of the position for a game that has no words of its own. The drawn board says what the text leaves out.
///
/// ```
/// use play::{Language, Table, Viewer, described, texts};
///
/// let table = Table::open("ruches play a 5c4,9d1 0b9 3 - -", 0)?;
/// let drawn = table.diagram(Viewer::Nobody, games::Paint::Plain);
/// let lines = described(texts(Language::English), &table.view(Viewer::Nobody), &drawn);
/// assert_eq!(lines[0], "Bees: 5 on c4, 9 on d1; captured 3");
/// # Ok::<(), games::ParseError>(())
/// ```
#[must_use]
pub fn described(texts: &Texts, view: &TableView, diagram: &str) -> Vec<String> {
    let fields: Vec<_> = view.position.split(' ').skip(1).collect();
    let (_, own) = board_and_legend(diagram);
    let teller = Teller { texts, view, stock: stock(&own) };
    let lines = match (view.name, fields.as_slice()) {
        ("benedictine", [board, ..]) => teller.ranks(board, &[("bottles", "G"), ("bottles", "A")]),
        ("maitres", [board, _, die]) => teller.masters(board, die),
        ("ruches", [phase, _, tokens @ .., marks]) => teller.bees(phase, tokens, marks),
        ("etoile", [_, sides @ .., quiet, marks]) => teller.draughts(sides, quiet, marks),
        ("buteur", [phase, _, ball, half, score, clock, _, hands, ..]) => {
            teller.match_of_cards(phase, ball, half, score, clock, hands)
        }
        _ => Vec::new(),
    };
    if lines.is_empty() { vec![view.position.clone()] } else { lines }
}

/// What tells a position.
struct Teller<'a> {
    texts: &'a Texts,
    view: &'a TableView,
    /// The cards in the stock, where there is one.
    stock: Option<&'a str>,
}

impl Teller<'_> {
    fn player(&self, player: usize) -> String {
        self.texts.player(self.view.name, &self.view.players, player as u8)
    }

    /// A side and what it has; nothing is said of what it has not.
    fn side(&self, player: usize, parts: &[String]) -> String {
        let none = [self.texts.get("told.nothing").to_owned()];
        let parts = if parts.is_empty() { &none } else { parts };
        let given = [("what", self.player(player)), ("which", parts.join("; "))];
        let given = given.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.texts.fill("ui.pair", &given)
    }

    /// Something by the key of its name, and what there is to say of it.
    fn named(&self, key: &str, which: &str) -> String {
        self.texts.fill("ui.pair", &[("what", self.texts.get(key)), ("which", which)])
    }

    fn on(&self, key: &str, cells: &[String]) -> Option<String> {
        let cells = cells.join(", ");
        (!cells.is_empty()).then(|| self.texts.fill(&format!("told.{key}"), &[("cells", &cells)]))
    }

    /// The pieces on a board written rank by rank: for each letter a word, by player; what is left are balls.
    fn ranks(&self, board: &str, words: &[(&str, &str)]) -> Vec<String> {
        let found = pieces(board);
        let cells = |letter: &str| found.get(letter).map_or(&[][..], Vec::as_slice);
        let sides = words.iter().enumerate().map(|(player, (word, letter))| {
            self.side(player, &Vec::from_iter(self.on(word, cells(letter))))
        });
        sides.chain(self.on("ball", cells("o"))).collect()
    }

    fn masters(&self, board: &str, die: &str) -> Vec<String> {
        let found = pieces(board);
        let side = |(player, letters): (usize, [&str; 3])| {
            let words = ["masters", "large", "small"].into_iter().zip(letters);
            let parts = words.filter_map(|(word, letter)| self.on(word, found.get(letter)?));
            self.side(player, &parts.collect::<Vec<_>>())
        };
        let sides = [["M", "L", "S"], ["m", "l", "s"]].into_iter().enumerate().map(side);
        let rolled = (die != "-").then(|| self.texts.fill("say.die", &[("number", die)]));
        sides.chain(rolled).collect()
    }

    fn bees(&self, phase: &str, tokens: &[&str], marks: &str) -> Vec<String> {
        let [sides @ .., _, _] = tokens else { return Vec::new() };
        let captured = &tokens[sides.len()..];
        let side = |(player, (tokens, captured)): (usize, (&&str, &&str))| {
            let stands = items(tokens).map(|token| {
                let (number, cell) = token.split_at(1);
                self.texts.fill("told.token", &[("number", number), ("cell", cell)])
            });
            let stands = stands.collect::<Vec<_>>().join(", ");
            let reserve = |number: &char| !items(tokens).any(|token| token.starts_with(*number));
            let numbers = |numbers: String| {
                let apart: Vec<_> = numbers.chars().map(String::from).collect();
                apart.join(", ")
            };
            let left = ('0'..='9').filter(|number| phase == "place" && reserve(number));
            let said = |key: &str, numbers: String| {
                (!numbers.is_empty()).then(|| self.texts.fill(key, &[("numbers", &numbers)]))
            };
            let taken = captured.chars().filter(char::is_ascii_digit);
            let parts = [
                (!stands.is_empty()).then_some(stands),
                said("told.reserve", numbers(left.collect())),
                said("told.captured", numbers(taken.collect())),
            ];
            self.side(player, &parts.into_iter().flatten().collect::<Vec<_>>())
        };
        let lines = sides.iter().zip(captured).enumerate().map(side);
        let marked = |sign| {
            items(marks).filter_map(|mark| mark.strip_prefix(sign)).map(str::to_owned).collect()
        };
        let marks: [(_, Vec<_>); 2] = [("removable", marked('*')), ("liable", marked('!'))];
        lines.chain(marks.iter().filter_map(|(key, cells)| self.on(key, cells))).collect()
    }

    fn draughts(&self, sides: &[&str], quiet: &str, marks: &str) -> Vec<String> {
        let sides = &sides[..sides.len().min(self.view.players.len())];
        let side = |(player, cells): (usize, &&str)| {
            let (kings, men): (Vec<_>, Vec<_>) =
                items(cells).map(str::to_owned).partition(|cell| cell.starts_with('K'));
            let kings: Vec<_> = kings.iter().map(|king| king[1..].to_owned()).collect();
            let parts = [self.on("men", &men), self.on("kings", &kings)];
            self.side(player, &parts.into_iter().flatten().collect::<Vec<_>>())
        };
        let liable = marks.split_once(':').map_or("-", |(_, cells)| cells);
        let liable: Vec<_> = items(liable).map(str::to_owned).collect();
        let obliged = (marks == "!").then(|| self.texts.get("told.obliged").to_owned());
        let lines = sides.iter().enumerate().map(side);
        let quiet = (quiet != "0").then(|| self.named("ui.quiet", quiet));
        lines.chain(self.on("liable", &liable)).chain(obliged).chain(quiet).collect()
    }

    fn match_of_cards(
        &self,
        phase: &str,
        ball: &str,
        half: &str,
        score: &str,
        clock: &str,
        hands: &str,
    ) -> Vec<String> {
        let half = self.texts.fill("ui.half", &[("number", half)]);
        let last = (clock == "last").then(|| self.texts.get("ui.last-turn").to_owned());
        let score = Some(self.named("ui.score", score));
        let stock = self.stock.map(|stock| self.named("ui.stock", stock));
        let phase = match phase.split('-').next() {
            Some("goalkick") => Some("ui.goal-kick".to_owned()),
            Some("play" | "end") | None => None,
            Some(phase) => Some(format!("ui.{phase}")),
        };
        let phase = phase.map(|key| self.texts.get(&key).to_owned());
        let ball = (ball != "c").then(|| self.on("ball", &[ball.to_owned()])).flatten();
        let first: Vec<_> =
            [score, Some(half), last, stock, phase, ball].into_iter().flatten().collect();
        let hand = |(player, hand): (usize, &str)| {
            let held = match hand.strip_prefix('?') {
                Some(count) => self.texts.fill("ui.cards-hidden", &[("count", count)]),
                None if hand == "-" => self.texts.get("told.nothing").to_owned(),
                None => hand
                    .split('.')
                    .map(|code| card(self.texts, code))
                    .collect::<Vec<_>>()
                    .join(", "),
            };
            let whose = self.texts.fill("ui.hand", &[("player", &self.player(player))]);
            self.texts.fill("ui.pair", &[("what", &whose), ("which", &held)])
        };
        [first.join("; ")].into_iter().chain(hands.split('/').enumerate().map(hand)).collect()
    }
}

/// The items of a list.
pub(crate) fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|item| !item.is_empty() && *item != "-")
}

/// The cells of each letter on a board written rank by rank from the top, in the order of squares.
fn pieces(board: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (rank, row) in (1..).zip(board.split('/').rev()) {
        let mut file = b'a';
        for letter in row.chars() {
            if let Some(run) = letter.to_digit(10) {
                file += run as u8;
            } else {
                let cell = format!("{}{rank}", char::from(file));
                found.entry(letter.to_string()).or_default().push(cell);
                file += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Language, texts};
    use crate::table::Table;
    use crate::view::Viewer;

    fn told(language: Language, text: &str) -> Vec<String> {
        let table = Table::open(text, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
        let drawn = table.diagram(Viewer::Player(0), games::Paint::Plain);
        described(texts(language), &table.view(Viewer::Player(0)), &drawn)
    }

    #[test]
    fn positions_are_told() {
        for (text, lines) in [
            (
                "benedictine startpos moves c2-d3@f2",
                &[
                    "Green: bottles on b1, d1, f1, e2, d3",
                    "Amber: bottles on c6, e6, b7, d7, f7",
                    "ball on f2",
                ][..],
            ),
            (
                "maitres 4m4/9/9/9/4L4/9/3S5/9/4M4 b -",
                &[
                    "Red: Master on e1; large cylinders on e5; small cylinders on d3",
                    "Brown: Master on e9",
                ],
            ),
            (
                "maitres 4m4/9/9/9/9/9/9/9/4M4 b 3",
                &["Red: Master on e1", "Brown: Master on e9", "the die shows 3"],
            ),
            (
                "ruches startpos moves 7@d1",
                &[
                    "Bees: 7 on d1; to be placed: 0, 1, 2, 3, 4, 5, 6, 8, 9",
                    "Drones: to be placed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
                ],
            ),
            (
                "etoile:players=2 A Ac3,KBd4 Be3 0 -",
                &["A: men on Ac3; kings on Bd4", "B: men on Be3"],
            ),
            (
                "etoile:players=2 A KBd4 KBe1 7 -",
                &["A: kings on Bd4", "B: kings on Be1", "Quiet turns: 7"],
            ),
            (
                "buteur play R1 d7 1 2-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
                &[
                    "Score: 2-0; half 1; Stock: 39; ball on d7",
                    "Hand of Red: blue corner, free kick, goalkeeper, attacker left 3 (blue flag), attacker straight 2 \
                     (hand), attacker straight 5 (red flag), penalty card, attacker right 4 (hand)",
                    "Hand of Blue: 8 hidden cards",
                ],
            ),
        ] {
            let found = told(Language::English, text);
            assert_eq!(found, lines, "{text}");
        }
        let french = told(Language::French, "benedictine startpos");
        assert_eq!(french[0], "Vert : bouteilles en b1, d1, f1, c2, e2");
    }

    /// Whatever stands on the board is told: as many cells as pieces, in games played at random.
    #[test]
    fn nothing_is_left_out() {
        for (game, pieces) in [("benedictine", 11), ("maitres", 36), ("etoile", 36)] {
            let lines = told(Language::English, game).join(" ");
            let is_cell =
                |word: &&str| word.len() > 1 && word.ends_with(|end: char| end.is_ascii_digit());
            let cells = lines.split([' ', ',', ';']).filter(is_cell).count();
            assert_eq!(cells, pieces, "{lines}");
        }
    }
}
