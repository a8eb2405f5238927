//! Text of positions and moves, and the options.

use super::board::{Board, Cell, Square8, Square10, Star};
use super::capture_texts::Captures;
use super::diagram;
use super::generate::with_side;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::read;
use super::routes::{Routes, Trail};
use super::rules::{Etoile, Nation, Rules};
use crate::notation::illegal;
use crate::option_table::option_table;
use crate::{Bits, Notation, OptionInfo, Options, Paint, ParseError, Seat, sort_by_number};

/// The value of the option `omit` where the rule set decides.
const BY_RULES: &str = "as the rules say";

option_table! {
    /// The options as position texts give them.
    struct Choice {
        board: &'static str = words {
                Star::NAME => Star::NAME,
                Square8::NAME => Square8::NAME,
                Square10::NAME => Square10::NAME
            },
            "the star, or an ordinary board (two players, dark cells)";
        colour: bool = words { "dark" => false, "light" => true },
            "the cells that are used";
        landing: bool = words { "adjacent" => false, "any" => true },
            "where a king ends a capture";
        majority: bool = words { "no" => false, "yes" => true },
            "only captures of the most pieces are legal";
        misere: bool = words { "no" => false, "yes" => true },
            "a player without pieces or moves wins";
        neutral: bool = words { "promote" => false, "barren" => true },
            "with two players, whether camp C makes kings";
        omit: Option<bool> = words_or { BY_RULES; "huff" => true, "must" => false },
            "an omitted capture can be huffed, or captures are compulsory";
        players: u8 = words { "3" => 3, "2" => 2 }, "the number of players";
        quiet: Option<u32> = count_or { BY_RULES, to 1000 },
            "a draw after this many quiet turns of each player left";
        repetition: u32 = count { 3, not 1 }, "a draw when a position occurs this many times";
        rules: Nation = words {
                "french" => Nation::French,
                "english" => Nation::English,
                "german" => Nation::German,
                "italian" => Nation::Italian
            },
            "how men and kings capture, and whether omissions are huffed";
    }
}

impl<B: Board> Notation for Etoile<B> {
    const NAME: &'static str = "etoile";
    const TITLE: &'static str = "L'Étoile des Dames";
    const ABOUT: &'static str = "Draughts for two or three players, A, B and C, with twelve men \
        each on a star of three half boards that meet in the centre, where diagonals fork. Men go \
        forward; on the base line of another camp they become kings. A player who omits a capture \
        may be huffed, or obliged to make it. The last player with pieces wins. English and \
        international draughts are options, on their own boards.";
    const OPTIONS: &'static [OptionInfo] = Choice::OPTIONS;

    #[inline(never)]
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
        let choice = Choice::read(options);
        let rules = Rules::new(choice.rules, choice.players);
        Ok(Self::new(Rules {
            light: choice.colour,
            barren: choice.neutral,
            any_landing: choice.landing,
            majority: choice.majority,
            misere: choice.misere,
            huff: choice.omit.unwrap_or(rules.huff),
            quiet: choice.quiet.map(|turns| turns as u16),
            repetition: choice.repetition,
            ..rules
        }))
    }

    #[inline(never)]
    fn option_values(&self) -> Vec<String> {
        let rules = self.rules();
        let by_rules = rules.huff == Rules::huffs(rules.nation);
        let choice = Choice {
            board: B::NAME,
            colour: rules.light,
            landing: rules.any_landing,
            majority: rules.majority,
            misere: rules.misere,
            neutral: rules.barren,
            omit: (!by_rules).then_some(rules.huff),
            players: rules.players,
            quiet: rules.quiet.map(u32::from),
            repetition: rules.repetition,
            rules: rules.nation,
        };
        choice.texts()
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

    #[inline(never)]
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

    #[inline(never)]
    fn format_move(&self, position: &Position, mv: Move) -> String {
        match mv.kind {
            MoveKind::Step => format!("{}-{}", self.cell_name(mv.from), self.cell_name(mv.to)),
            MoveKind::Capture => self.capture_texts(position, &[mv]).concat(),
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

    #[inline(never)]
    fn diagram(&self, position: &Position, paint: Paint) -> String {
        diagram::draw(self, position, paint)
    }

    #[inline(never)]
    fn format_moves(&self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut texts = self.capture_texts(position, moves);
        for (text, &mv) in texts.iter_mut().zip(moves) {
            if mv.kind != MoveKind::Capture {
                *text = self.format_move(position, mv);
            }
        }
        texts
    }

    /// RULING E12: every route of a capture is understood, and so is the short text, its first and
    /// last cell.
    #[inline(never)]
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        self.read_move(position, text, &Captures::new(self, position))
    }

    #[inline(never)]
    fn parse_moves(&self, position: &Position, texts: &[&str]) -> Vec<Result<Move, ParseError>> {
        let captures = Captures::new(self, position);
        texts.iter().map(|text| self.read_move(position, text, &captures)).collect()
    }

    #[inline(never)]
    fn other_routes(&self, position: &Position) -> Vec<String> {
        self.later_routes(position)
    }
}

impl<B: Board> Etoile<B> {
    /// Calls `visit` with some routes of the legal captures.
    pub(super) fn each_trail(
        &self,
        position: &Position,
        routes: Routes<'_>,
        mut visit: impl FnMut(&Trail<'_>),
    ) {
        with_side!(self, position, position.side(), side => {
            side.each_route(side.capturers(), routes, &mut visit);
        });
    }

    fn read_move(
        &self,
        position: &Position,
        text: &str,
        captures: &Captures<'_, B>,
    ) -> Result<Move, ParseError> {
        if text.contains('x') {
            captures.read(text)
        } else {
            self.read_other_move(position, text).ok_or_else(|| illegal(text))
        }
    }

    /// Reads a legal move that is no capture.
    fn read_other_move(&self, position: &Position, text: &str) -> Option<Move> {
        let cell = |name| read::cell(self, "move", name).ok();
        match text {
            "oblige" => return (position.liable() != 0).then_some(Move::OBLIGE),
            "pass" => return self.may_pass(position).then_some(Move::PASS),
            _ => {}
        }
        if let Some(name) = text.strip_prefix("huff:") {
            let cell = cell(name)?;
            return (position.liable() >> cell & 1 != 0).then_some(Move::huff(cell));
        }
        let (from, to) = text.split_once('-')?;
        self.legal_step(position, cell(from)?, cell(to)?)
    }

    /// A cell as the players name it: on light cells the star is mirrored.
    pub(super) fn shown(&self, index: u8) -> Cell {
        let cell = Cell::at(index, B::COLUMNS, B::ROWS);
        if self.rules().light {
            Cell { camp: (3 - cell.camp) % 3, column: B::COLUMNS + 1 - cell.column, ..cell }
        } else {
            cell
        }
    }

    /// The name of a cell, as its players know it.
    #[must_use]
    pub fn cell_name(&self, index: u8) -> String {
        let mut name = String::new();
        self.write_cell(index, &mut name);
        name
    }

    /// The column and the row of a cell in its camp, from 0. On an ordinary board a1 is (0, 0).
    #[must_use]
    pub fn place(&self, index: u8) -> (u8, u8) {
        let Cell { row, column, .. } = self.shown(index);
        (column - 1, row - 1)
    }

    /// The cell at a place of an ordinary board; `None` on the star, and where no cell in play is.
    #[must_use]
    pub fn cell_at(&self, column: u8, row: u8) -> Option<u8> {
        let on_board = B::CAMPS == 1 && column < B::COLUMNS && row < B::ROWS;
        let cell = Cell { camp: 0, row: row.wrapping_add(1), column: column.wrapping_add(1) };
        let in_play = on_board && (column + row).is_multiple_of(2);
        in_play.then(|| cell.index(B::COLUMNS, B::ROWS))
    }

    pub(super) fn write_cell(&self, index: u8, text: &mut String) {
        let Cell { camp, row, column } = self.shown(index);
        if B::CAMPS > 1 {
            text.push(char::from(b'A' + camp));
        }
        text.push(char::from(b'a' + column - 1));
        if row >= 10 {
            text.push('1');
        }
        text.push(char::from(b'0' + row % 10));
    }

    /// The cells of a set in the order in which texts list them.
    #[must_use]
    pub fn sorted_cells(&self, cells: u64) -> Vec<u8> {
        let mut order: Vec<u8> = Bits(cells).collect();
        sort_by_number(&mut order, |&cell| {
            let Cell { camp, row, column } = self.shown(cell);
            i64::from(camp) << 16 | i64::from(row) << 8 | i64::from(column)
        });
        order
    }

    /// Cells in canonical order, those of `kings` marked.
    pub(super) fn cell_list(&self, cells: u64, kings: u64) -> String {
        if cells == 0 {
            return "-".to_owned();
        }
        let order = self.sorted_cells(cells);
        let name = |&cell: &u8| {
            let king = if kings >> cell & 1 != 0 { "K" } else { "" };
            format!("{king}{}", self.cell_name(cell))
        };
        order.iter().map(name).collect::<Vec<_>>().join(",")
    }
}
