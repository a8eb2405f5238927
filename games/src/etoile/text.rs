//! Text of positions and moves, and the options.

use super::board::{Board, Cell};
use super::diagram;
use super::generate::with_side;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::read;
use super::rules::{Etoile, Nation, Rules};
use crate::{Bits, Notation, OptionInfo, OptionValues, Options, Paint, ParseError, Seat};

/// What the option `omit` shows where the rule set decides.
const BY_RULES: &str = "as the rules say";

impl<B: Board> Notation for Etoile<B> {
    const NAME: &'static str = "etoile";
    const TITLE: &'static str = "L'Étoile des Dames";
    const ABOUT: &'static str = "Draughts for two or three players, A, B and C, with twelve men each on a \
        star of three half boards that meet in the centre, where diagonals fork. Men go forward; on the base \
        line of another camp they become kings. Who omits a capture may be huffed, or obliged to make it. The \
        last player with pieces wins. English and international draughts are there too, on their own boards.";
    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo {
            key: "board",
            default: "star",
            values: OptionValues::Words(&["star", "square8", "square10"]),
            about: "the star, or an ordinary board (two players, dark cells)",
        },
        OptionInfo {
            key: "colour",
            default: "dark",
            values: OptionValues::Words(&["dark", "light"]),
            about: "the cells that are played on",
        },
        OptionInfo {
            key: "landing",
            default: "adjacent",
            values: OptionValues::Words(&["adjacent", "any"]),
            about: "where a king ends a capture",
        },
        OptionInfo {
            key: "majority",
            default: "no",
            values: OptionValues::Words(&["no", "yes"]),
            about: "only captures of the most pieces are legal",
        },
        OptionInfo {
            key: "misere",
            default: "no",
            values: OptionValues::Words(&["no", "yes"]),
            about: "who has no pieces or moves left wins",
        },
        OptionInfo {
            key: "neutral",
            default: "promote",
            values: OptionValues::Words(&["promote", "barren"]),
            about: "with two players, whether camp C makes kings",
        },
        OptionInfo {
            key: "omit",
            default: BY_RULES,
            values: OptionValues::Words(&["huff", "must"]),
            about: "an omitted capture can be huffed, or captures are compulsory",
        },
        OptionInfo {
            key: "players",
            default: "3",
            values: OptionValues::Words(&["3", "2"]),
            about: "how many play",
        },
        OptionInfo {
            key: "quiet",
            default: BY_RULES,
            values: OptionValues::Count { most: 1000, hole: None },
            about: "a draw after this many quiet turns of each player left",
        },
        OptionInfo {
            key: "repetition",
            default: "3",
            values: OptionValues::Count { most: u32::MAX, hole: Some(1) },
            about: "a draw when a position occurs for this many times",
        },
        OptionInfo {
            key: "rules",
            default: "french",
            values: OptionValues::Words(&["french", "english", "german", "italian"]),
            about: "how men and kings capture, and whether omissions are huffed",
        },
    ];

    fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let board = options.get("board");
        if board != B::NAME {
            return Err(ParseError::new("option board", board, B::NAME));
        }
        for (key, wanted) in [("players", "2"), ("colour", "dark")] {
            let value = options.get(key);
            if B::CAMPS == 1 && value != wanted {
                let expected = format!("{wanted} with board={board}");
                return Err(ParseError::new(format!("option {key}"), value, expected));
            }
        }
        let nation = match options.get("rules") {
            "english" => Nation::English,
            "german" => Nation::German,
            "italian" => Nation::Italian,
            _ => Nation::French,
        };
        let mut rules = Rules::new(nation, if options.get("players") == "2" { 2 } else { 3 });
        rules.light = options.get("colour") == "light";
        rules.barren = options.get("neutral") == "barren";
        rules.any_landing = options.get("landing") == "any";
        rules.majority = options.get("majority") == "yes";
        rules.misere = options.get("misere") == "yes";
        rules.quiet = options.number("quiet").map(|turns| turns as u16);
        rules.repetition = options.count("repetition");
        match options.get("omit") {
            "huff" => rules.huff = true,
            "must" => rules.huff = false,
            _ => {}
        }
        Ok(Self::new(rules))
    }

    fn option_values(&self) -> Vec<String> {
        let rules = self.rules();
        let yes_no = |yes| if yes { "yes" } else { "no" };
        let omit = match rules.huff {
            huff if huff == Rules::huffs(rules.nation) => BY_RULES,
            true => "huff",
            false => "must",
        };
        let nation = match rules.nation {
            Nation::French => "french",
            Nation::English => "english",
            Nation::German => "german",
            Nation::Italian => "italian",
        };
        vec![
            B::NAME.to_owned(),
            if rules.light { "light" } else { "dark" }.to_owned(),
            if rules.any_landing { "any" } else { "adjacent" }.to_owned(),
            yes_no(rules.majority).to_owned(),
            yes_no(rules.misere).to_owned(),
            if rules.barren { "barren" } else { "promote" }.to_owned(),
            omit.to_owned(),
            rules.players.to_string(),
            rules.quiet.map_or(BY_RULES.to_owned(), |turns| turns.to_string()),
            rules.repetition.to_string(),
            nation.to_owned(),
        ]
    }

    fn fields(&self) -> &'static [&'static str] {
        if self.rules().players == 2 {
            &["side", "A", "B", "quiet", "marks"]
        } else {
            &["side", "A", "B", "C", "quiet", "marks"]
        }
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        read::position(self, fields)
    }

    fn format_fields(&self, position: &Position) -> String {
        let mut fields = vec![self.seat_name(position.side()).to_owned()];
        for seat in Seat::all(self.rules().players) {
            fields.push(self.cell_list(position.pieces(seat), position.kings()));
        }
        fields.push(position.quiet().to_string());
        fields.push(match position.omission() {
            Omission::None => "-".to_owned(),
            Omission::Obliged => "!".to_owned(),
            Omission::Step { from, to, crowned } => format!(
                "{}-{}{}:{}",
                self.cell_name(from),
                self.cell_name(to),
                if crowned { "=K" } else { "" },
                self.cell_list(position.liable(), 0)
            ),
        });
        fields.join(" ")
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        match mv.kind {
            MoveKind::Step => format!("{}-{}", self.cell_name(mv.from), self.cell_name(mv.to)),
            MoveKind::Capture => self.capture_text(position, mv),
            MoveKind::Huff => format!("huff:{}", self.cell_name(mv.from)),
            MoveKind::Oblige => "oblige".to_owned(),
            MoveKind::Pass => "pass".to_owned(),
        }
    }

    fn format_event(&self, event: Self::Event) -> String {
        match event {}
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        ["A", "B", "C"][seat.index()]
    }

    fn diagram(&self, position: &Position, paint: Paint) -> String {
        diagram::draw(self, position, paint)
    }

    /// Captures are looked for by their cells, so that a position with very many is read fast.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let mut found = None;
        if text.contains('x') {
            self.each_trail(position, |cells, mv| {
                if found.is_none() && self.trail_text(cells) == text {
                    found = Some(mv);
                }
            });
        } else {
            self.generate(position, self.rules().huff, |mv| {
                let quiet = mv.kind != MoveKind::Capture;
                if quiet && found.is_none() && self.format_move(position, mv) == text {
                    found = Some(mv);
                }
            });
        }
        found.ok_or_else(|| ParseError::new("move", text, "a legal move here"))
    }
}

impl<B: Board> Etoile<B> {
    /// Calls `visit` with the cells of every legal capture, and the capture.
    pub(super) fn each_trail(&self, position: &Position, mut visit: impl FnMut(&[u8], Move)) {
        with_side!(self, position, position.side(), side => {
            let mut route = 0;
            side.each_capture(side.capturers(), |trail| {
                let mv = Move::capture(trail.from, trail.to, trail.victims, route);
                visit(&trail.cells(), mv);
                route += 1;
            });
        });
    }

    fn capture_text(&self, position: &Position, wanted: Move) -> String {
        let mut text = String::new();
        self.each_trail(position, |cells, mv| {
            if mv == wanted {
                text = self.trail_text(cells);
            }
        });
        text
    }

    fn trail_text(&self, cells: &[u8]) -> String {
        let names: Vec<_> = cells.iter().map(|&cell| self.cell_name(cell)).collect();
        names.join("x")
    }

    /// A cell as its players know it: on light cells the star is mirrored.
    pub(super) fn shown(&self, index: u8) -> Cell {
        let cell = Cell::at(index, B::COLUMNS, B::ROWS);
        if self.rules().light {
            Cell { camp: (3 - cell.camp) % 3, column: B::COLUMNS + 1 - cell.column, ..cell }
        } else {
            cell
        }
    }

    pub(super) fn cell_name(&self, index: u8) -> String {
        let Cell { camp, row, column } = self.shown(index);
        let column = char::from(b'a' + column - 1);
        match B::CAMPS {
            1 => format!("{column}{row}"),
            _ => format!("{}{column}{row}", char::from(b'A' + camp)),
        }
    }

    /// Cells in canonical order, those of `kings` marked.
    pub(super) fn cell_list(&self, cells: u64, kings: u64) -> String {
        if cells == 0 {
            return "-".to_owned();
        }
        let mut order: Vec<u8> = Bits(cells).collect();
        order.sort_by_key(|&cell| self.shown(cell));
        let name = |&cell: &u8| {
            let king = if kings >> cell & 1 != 0 { "K" } else { "" };
            format!("{king}{}", self.cell_name(cell))
        };
        order.iter().map(name).collect::<Vec<_>>().join(",")
    }
}
