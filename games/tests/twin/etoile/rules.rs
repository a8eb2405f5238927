//! The options, and the direction and promotion of a player's men.

use super::board::{Board, Cell, Corner};

pub(super) struct Rules {
    pub(super) board: Board,
    pub(super) nation: &'static str,
    pub(super) players: usize,
    pub(super) any_landing: bool,
    pub(super) majority: bool,
    pub(super) misere: bool,
    pub(super) huff: bool,
    pub(super) quiet: Option<usize>,
    barren: bool,
}

impl Rules {
    pub(super) fn read(options: &str) -> Self {
        let has = |option: &str| options.split(',').any(|given| given == option);
        let one_of = |key: &str, values: &[&'static str], default: &'static str| {
            let given = values.iter().find(|value| has(&format!("{key}={value}")));
            given.copied().unwrap_or(default)
        };
        let nation = one_of("rules", &["english", "german", "italian"], "french");
        let huffs = if matches!(nation, "french" | "german") { "huff" } else { "must" };
        Self {
            board: Board::new(
                one_of("board", &["square8", "square10"], "star"),
                has("colour=light"),
            ),
            nation,
            players: if has("players=2") { 2 } else { 3 },
            any_landing: has("landing=any"),
            majority: has("majority=yes"),
            misere: has("misere=yes"),
            huff: one_of("omit", &["huff", "must"], huffs) == "huff",
            quiet: options.split(',').find_map(|given| given.strip_prefix("quiet=")?.parse().ok()),
            barren: has("neutral=barren"),
        }
    }

    pub(super) fn seats(&self) -> Vec<char> {
        "ABC".chars().take(self.players).collect()
    }

    /// Whether a corner lies forward of a man.
    pub(super) fn is_forward(&self, seat: char, cell: Cell, corner: Corner) -> bool {
        let up = if cell.camp == ' ' { seat == 'A' } else { seat == cell.camp };
        (corner.1 == 1) == up
    }

    /// Whether a man becomes a king where his move ends.
    pub(super) fn makes_king(&self, seat: char, cell: Cell) -> bool {
        match cell.camp {
            ' ' => cell.row == if seat == 'A' { self.board.rows } else { 1 },
            'C' if self.players == 2 && self.barren => false,
            camp => camp != seat && cell.row == 1,
        }
    }
}
