//! All captures, found by trying.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{CORNERS, Cell};
use super::position::Position;
use super::rules::Rules;

/// A capture: the cells of the piece in order, and the captured pieces.
#[derive(Clone)]
pub(super) struct Capture {
    pub(super) path: Vec<Cell>,
    pub(super) victims: Vec<Cell>,
}

impl Capture {
    pub(super) fn at(&self) -> Cell {
        *self.path.last().expect("where it began")
    }

    fn is_free(&self, position: &Position, cell: Cell) -> bool {
        cell == self.path[0] || !position.pieces.contains_key(&cell)
    }

    fn with(&self, victim: Cell, land: Cell) -> Self {
        let mut next = self.clone();
        next.victims.push(victim);
        next.path.push(land);
        next
    }

    /// Whether the piece on a cell can be captured now.
    fn may_take(&self, rules: &Rules, position: &Position, cell: Cell) -> bool {
        let piece = position.pieces[&self.path[0]];
        let enemy = position.pieces.get(&cell).filter(|other| other.seat != piece.seat);
        let allowed = |other: bool| piece.king || !other || rules.nation != "italian";
        enemy.is_some_and(|other| allowed(other.king)) && !self.victims.contains(&cell)
    }
}

/// The legal captures of the side to act.
pub(super) fn captures(rules: &Rules, position: &Position) -> Vec<Capture> {
    let mut all = Vec::new();
    for (&from, piece) in &position.pieces {
        if piece.seat == position.side {
            let capture = Capture { path: vec![from], victims: Vec::new() };
            complete(rules, position, &capture, &mut all);
        }
    }
    let most = all.iter().map(|capture| capture.victims.len()).max();
    all.retain(|capture| !rules.majority || Some(capture.victims.len()) == most);
    all
}

fn complete(rules: &Rules, position: &Position, capture: &Capture, all: &mut Vec<Capture>) {
    let piece = position.pieces[&capture.path[0]];
    let further = if piece.king && rules.nation != "english" {
        strikes(rules, position, capture)
    } else {
        hops(rules, position, capture)
    };
    let may_stop = !piece.king && rules.makes_king(piece.seat, capture.at());
    if !capture.victims.is_empty() && (further.is_empty() || may_stop) {
        all.push(capture.clone());
    }
    for next in further {
        complete(rules, position, &next, all);
    }
}

/// The next capture of a man, or of a king that moves one cell.
fn hops(rules: &Rules, position: &Position, capture: &Capture) -> Vec<Capture> {
    let piece = position.pieces[&capture.path[0]];
    let backward = piece.king || matches!(rules.nation, "french" | "italian");
    let mut found = Vec::new();
    for corner in CORNERS {
        if !backward && !rules.is_forward(piece.seat, capture.at(), corner) {
            continue;
        }
        for (over, onward) in rules.board.next(capture.at(), corner) {
            for (land, _) in rules.board.next(over, onward) {
                if capture.may_take(rules, position, over) && capture.is_free(position, land) {
                    found.push(capture.with(over, land));
                }
            }
        }
    }
    found
}

/// For each piece that a flying king can take next: the free cells behind it, and the nearest ones.
fn targets(
    rules: &Rules,
    position: &Position,
    capture: &Capture,
) -> BTreeMap<Cell, (BTreeSet<Cell>, BTreeSet<Cell>)> {
    let mut targets: BTreeMap<_, (BTreeSet<_>, BTreeSet<_>)> = BTreeMap::new();
    for corner in CORNERS {
        for line in rules.board.lines(capture.at(), corner) {
            let is_free = |cell: &&Cell| capture.is_free(position, **cell);
            let met = line.iter().take_while(is_free).count();
            if met == line.len() || !capture.may_take(rules, position, line[met]) {
                continue;
            }
            let behind: Vec<Cell> = line[met + 1..].iter().take_while(is_free).copied().collect();
            if let Some(&nearest) = behind.first() {
                let (all, near) = targets.entry(line[met]).or_default();
                all.extend(behind);
                near.insert(nearest);
            }
        }
    }
    targets
}

/// The next capture of a flying king.
fn strikes(rules: &Rules, position: &Position, capture: &Capture) -> Vec<Capture> {
    let mut found = Vec::new();
    for (victim, (behind, nearest)) in targets(rules, position, capture) {
        let goes_on =
            |land: &Cell| !targets(rules, position, &capture.with(victim, *land)).is_empty();
        let onward: BTreeSet<Cell> = behind.iter().copied().filter(goes_on).collect();
        let landings = match onward.is_empty() {
            false => onward,
            true if rules.any_landing => behind,
            true => nearest,
        };
        found.extend(landings.into_iter().map(|land| capture.with(victim, land)));
    }
    found
}
