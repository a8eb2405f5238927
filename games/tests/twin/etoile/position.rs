//! Positions as maps from cells to pieces, read from their text and written.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Cell;
use super::rules::Rules;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) seat: char,
    pub(super) king: bool,
}

/// An omission or an obligation that the last turn left.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Marks {
    Nothing,
    Obliged,
    Omitted { from: Cell, to: Cell, crowned: bool, liable: BTreeSet<Cell> },
}

#[derive(Clone)]
pub(super) struct Position {
    pub(super) pieces: BTreeMap<Cell, Piece>,
    pub(super) side: char,
    pub(super) quiet: usize,
    pub(super) marks: Marks,
}

fn read_marks(text: &str) -> Marks {
    if let Some((step, liable)) = text.split_once(':') {
        let (step, crowned) = step.strip_suffix("=K").map_or((step, false), |step| (step, true));
        let (from, to) = step.split_once('-').expect("a step");
        let liable = liable.split(',').map(Cell::read).collect();
        Marks::Omitted { from: Cell::read(from), to: Cell::read(to), crowned, liable }
    } else if text == "!" {
        Marks::Obliged
    } else {
        Marks::Nothing
    }
}

impl Position {
    pub(super) fn read(rules: &Rules, fields: &[&str]) -> Self {
        let mut pieces = BTreeMap::new();
        for (index, seat) in rules.seats().into_iter().enumerate() {
            for name in fields[index + 1].split(',').filter(|name| *name != "-") {
                let king = name.starts_with('K');
                pieces.insert(Cell::read(name.trim_start_matches('K')), Piece { seat, king });
            }
        }
        Self {
            pieces,
            side: fields[0].chars().next().expect("a side"),
            quiet: fields[rules.players + 1].parse().expect("a count"),
            marks: read_marks(fields[rules.players + 2]),
        }
    }

    pub(super) fn write(&self, rules: &Rules) -> String {
        let mut fields = vec![self.side.to_string()];
        for seat in rules.seats() {
            let own = self.pieces.iter().filter(|(_, piece)| piece.seat == seat);
            let names: Vec<String> = own
                .map(|(cell, piece)| format!("{}{cell}", if piece.king { "K" } else { "" }))
                .collect();
            fields.push(if names.is_empty() { "-".to_owned() } else { names.join(",") });
        }
        fields.push(self.quiet.to_string());
        fields.push(match &self.marks {
            Marks::Nothing => "-".to_owned(),
            Marks::Obliged => "!".to_owned(),
            Marks::Omitted { from, to, crowned, liable } => {
                let cells: Vec<String> = liable.iter().map(Cell::to_string).collect();
                let crown = if *crowned { "=K" } else { "" };
                format!("{from}-{to}{crown}:{}", cells.join(","))
            }
        });
        fields.join(" ")
    }

    /// The players with pieces.
    pub(super) fn left(&self) -> BTreeSet<char> {
        self.pieces.values().map(|piece| piece.seat).collect()
    }

    /// The turn goes to the next player with pieces.
    pub(super) fn pass_turn(&mut self, rules: &Rules) {
        let seats = rules.seats();
        let left = self.left();
        let here = seats.iter().position(|&seat| seat == self.side).expect("a seat");
        let later = (1..=seats.len()).map(|step| seats[(here + step) % seats.len()]);
        self.side = later.into_iter().find(|seat| left.contains(seat)).expect("a player");
    }
}
