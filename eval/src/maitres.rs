//! Features of La Guerre des Maîtres Français: material by rank, and the rolls that take a Master,
//! all by the stage of the game: the fewer pieces are left, the more each is worth. Further
//! features are pieces by their place relative to either Master, and the material of both sides.

use std::ops::Range;

use games::maitres::{Maitres, NO_MASTER, Position, RANK, Variant, reached, winning_rolls};
use games::{Bits, PerSeat, Seat};

use crate::feature::{Evaluate, Feature, Sink, features};
use crate::layout::{FROM_ONE, GroupTable, Layout, bars};

/// The stages of a game: one for every four of the 36 pieces that are gone, the last without end.
const STAGES: usize = 8;

/// The features of captures: the best capture of each roll by its kind, and four more.
const TAKES: usize = KINDS + 4;
/// Kinds of captures, the best first: a large, a protected large, a small, a protected small.
const KINDS: usize = 4;

/// The tables have an early part for the first four stages, and a late part.
const PARTS: usize = 2;
/// Places of a piece seen from a Master: files away (9), and ranks from him (17).
const PLACES: usize = 9 * 17;
/// Weights of a table: of smalls and larges in each part.
const FROM_MASTER: usize = PARTS * 2 * PLACES;

/// The numbers of smalls that the material table distinguishes: none to five or more.
const SMALLS_LEFT: usize = 6;
/// The numbers of larges that it distinguishes: none to seven or more.
const LARGES_LEFT: usize = 8;
/// The combinations of smalls and larges of one side.
const LEFT: usize = SMALLS_LEFT * LARGES_LEFT;

features! {
    SMALL: STAGES * 7, "small", "for each stage of four pieces gone: a small, by rank from the second",
        Layout::Table(|| by_stage(&FROM_ONE[1..8]));
    LARGE: STAGES * 9, "large", "for each stage: a large, by rank from home",
        Layout::Table(|| by_stage(&FROM_ONE[..9]));
    MASTER: STAGES * 9, "master", "for each stage: the Master, by rank from home",
        Layout::Table(|| by_stage(&FROM_ONE[..9]));
    SHELTER: STAGES * 9, "shelter", "for each stage: by the number of own pieces around the Master, 0 to 8",
        Layout::Table(|| by_stage(&["0", "1", "2", "3", "4", "5", "6", "7", "8"]));
    ATTACK_MOVER: STAGES * 7, "attack_mover", "for each stage: the turn, by the number of rolls that capture what wins, 0 to 6",
        Layout::Table(|| by_stage(&["0", "1", "2", "3", "4", "5", "6"]));
    ATTACK_OTHER: STAGES * 7, "attack_other", "the same for the other side, if it were to roll",
        Layout::Table(|| by_stage(&["0", "1", "2", "3", "4", "5", "6"]));
    ON_MOVE: STAGES, "turn", "the turn, for each stage",
        bars("stage of the game", &[]);
    TAKE_MOVER: STAGES * TAKES, "take_mover", "in annihilation, for each stage, the turn: the rolls that take a large at best, a protected large, a small, a protected small; a 6 that takes two; attacked larges, smalls; rolls that take back",
        Layout::Table(|| by_stage(&TAKE_LABELS));
    TAKE_OTHER: STAGES * TAKES, "take_other", "the same for the other side, if it were to roll",
        Layout::Table(|| by_stage(&TAKE_LABELS));
    HUNT: FROM_MASTER, "hunt", "to 16 pieces gone and later, smalls and larges: by ranks ahead of the other's Master, from -8, and files away from him";
    GUARD: FROM_MASTER, "guard", "the same, from the own Master";
    MATERIAL: LEFT * LEFT, "material", "the turn, by own smalls (to 5) and larges (to 7), then the other's";
}

/// The stage of a position.
#[inline]
fn stage(position: &Position) -> usize {
    let left = position.pieces(Seat::FIRST) | position.pieces(Seat::SECOND);
    ((36 - left.count_ones() as usize) / 4).min(STAGES - 1)
}

/// The names of the weights of `take_mover` and `take_other` in one stage.
const TAKE_LABELS: [&str; TAKES] =
    ["large", "guarded", "small", "guarded s", "two", "larges", "smalls", "back"];

/// A row for each stage of the game, named by the pieces gone, and a column for each label.
fn by_stage(labels: &[&str]) -> GroupTable {
    let stages = (0..STAGES).map(|stage| format!("{} gone", 4 * stage));
    GroupTable::by_rows(labels.iter().map(|&label| label.to_owned()).collect(), stages)
}

impl Evaluate for Maitres {
    const FEATURES: &'static [Feature] = FEATURES;

    fn weight_set(&self) -> &'static str {
        match self.variant {
            Variant::Master => "maitres",
            Variant::Annihilation => "maitres-annihilation",
        }
    }

    fn default_weights(&self) -> Option<&'static [u8]> {
        Some(match self.variant {
            Variant::Master => include_bytes!("../weights/maitres.weights"),
            Variant::Annihilation => include_bytes!("../weights/maitres-annihilation.weights"),
        })
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let (mover, stage) = (position.side(), stage(position));
        sink.add(mover, ON_MOVE + stage, 1);
        let mut left = PerSeat::<usize>::default();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let smalls = by_rank(position.smalls(seat), seat, 1..8, SMALL + 7 * stage, sink);
            let master = position.master(seat);
            let mut larges = position.larges(seat);
            if master != NO_MASTER {
                larges &= !(1u128 << master);
                let rank = master as usize / 9;
                let rank = if seat == Seat::FIRST { rank } else { 8 - rank };
                sink.add(seat, MASTER + 9 * stage + rank, 1);
                let shelter = around(master) & position.pieces(seat);
                sink.add(seat, SHELTER + 9 * stage + shelter.count_ones() as usize, 1);
            }
            let larges = by_rank(larges, seat, 0..9, LARGE + 9 * stage, sink);
            left[seat] = entry(smalls, larges + i32::from(master != NO_MASTER));
            let group = if seat == mover { ATTACK_MOVER } else { ATTACK_OTHER };
            let rolls = winning_rolls(self, position, seat) as usize;
            sink.add(seat, group + 7 * stage + rolls, 1);
        }
        if sink.needs(MATERIAL) {
            let entry = LEFT * left[mover] + left[mover.other()];
            sink.look_up(mover, std::iter::once(MATERIAL + entry));
        }
        match self.variant {
            Variant::Master if sink.needs(HUNT) => {
                for seat in [Seat::FIRST, Seat::SECOND] {
                    from_masters(position, seat, stage * PARTS / STAGES, sink);
                }
            }
            Variant::Annihilation if sink.needs(TAKE_MOVER) => {
                let reached = [Seat::FIRST, Seat::SECOND].map(|seat| reached(self, position, seat));
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let group = if seat == mover { TAKE_MOVER } else { TAKE_OTHER };
                    let takes = takes(position, seat, &reached);
                    for (count, feature) in takes.into_iter().zip(group + TAKES * stage..) {
                        sink.add(seat, feature, count);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The index of a seat's remaining material in the material table (the Master counts as a large).
/// The value of a lead depends on the other side's material, which a sum over pieces cannot
/// express.
#[inline]
fn entry(smalls: i32, larges: i32) -> usize {
    LARGES_LEFT * (smalls as usize).min(SMALLS_LEFT - 1) + (larges as usize).min(LARGES_LEFT - 1)
}

/// A seat's pieces by their place relative to the Masters: near the enemy Master they attack him,
/// near their own Master they guard him.
///
/// CITE: relations of a piece and a king, as in K. Hoki's Bonanza (shogi, 2006).
#[inline]
fn from_masters(position: &Position, seat: Seat, part: usize, sink: &mut impl Sink) {
    let larges = position.larges(seat) & !position.master_bit(seat);
    let pieces = position.smalls(seat) | larges;
    let places =
        [seat.other(), seat].map(|of| FROM[seat.index()].get(position.master(of) as usize));
    let [Some(hunting), Some(guarding)] = places else { return };
    let tables = [HUNT, GUARD].map(|table| table + 2 * PLACES * part);
    // The two halves of the board are scanned one after the other, because that is faster than
    // scanning a 128-bit word.
    for half in [0, 64] {
        let [pieces, larges] = [pieces, larges].map(|set| (set >> half) as u64);
        let entries = Bits(pieces).flat_map(|bit| {
            let kind = if larges >> bit & 1 == 0 { 0 } else { PLACES };
            let square = usize::from(bit) + half;
            let [hunt, guard] = tables.map(|table| table + kind);
            [hunt + usize::from(hunting[square]), guard + usize::from(guarding[square])]
        });
        sink.look_up(seat, entries);
    }
}

/// `FROM[seat][master][square]`: the place of a square relative to a Master, as a seat sees the
/// board. Left and right are the same.
static FROM: [[[u8; 81]; 81]; 2] = {
    let mut table = [[[0; 81]; 81]; 2];
    let mut master = 0;
    while master < 81 {
        let mut square = 0;
        while square < 81 {
            let files = (square % 9_usize).abs_diff(master % 9);
            let (rank, from) = (square / 9, master / 9);
            table[0][master][square] = (9 * (8 + rank - from) + files) as u8;
            table[1][master][square] = (9 * (8 + from - rank) + files) as u8;
            square += 1;
        }
        master += 1;
    }
    table
};

/// The captures of a seat, if it were to roll.
#[inline]
fn takes(position: &Position, seat: Seat, reached: &[[u128; 7]; 2]) -> [i32; TAKES] {
    let enemy = seat.other();
    let (own, theirs) = (&reached[seat.index()], &reached[enemy.index()]);
    let any = |reached: &[u128; 7]| reached.iter().fold(0, |all, &squares| all | squares);
    let (attacked, protected) = (any(own), any(theirs));
    let (larges, smalls) = (position.larges(enemy), position.smalls(enemy));
    let kinds: [u128; KINDS] =
        [larges & !protected, larges & protected, smalls & !protected, smalls & protected];
    let pieces = larges | smalls;
    let (mut best, mut back) = ([0; KINDS], 0);
    let mut six = None;
    for (length, &squares) in own.iter().enumerate() {
        let Some(kind) = kinds.iter().position(|&kind| squares & kind != 0) else { continue };
        let targets = squares & kinds[kind];
        let returns = if targets & protected != 0 { rolls_onto(theirs, targets) } else { 0 };
        // A 6 may be split, so it makes the best capture of any length.
        if six.is_none_or(|(other, _)| kind < other) {
            six = Some((kind, returns));
        }
        if length < 6 {
            best[kind] += 1;
            back += returns;
        }
    }
    if let Some((kind, returns)) = six {
        best[kind] += 1;
        back += returns;
    }
    let both = |length: usize| own[length] & pieces != 0 && own[6 - length] & pieces != 0;
    let two = both(1) || both(2) || (own[3] & pieces).count_ones() > 1;
    let count = |pieces: u128| (attacked & pieces).count_ones() as i32;
    let [large, guarded_large, small, guarded_small] = best;
    [large, guarded_large, small, guarded_small, i32::from(two), count(larges), count(smalls), back]
}

/// The number of lengths of moves that lead onto some squares.
#[inline]
fn rolls_onto(reached: &[u128; 7], squares: u128) -> i32 {
    reached.iter().filter(|&&reached| reached & squares != 0).count() as i32
}

/// Reports a seat's pieces by rank from home, from feature number `first` on. Returns the number of
/// all pieces.
#[inline]
fn by_rank(pieces: u128, seat: Seat, ranks: Range<u32>, first: usize, sink: &mut impl Sink) -> i32 {
    let mut all = 0;
    for (rank, feature) in ranks.zip(first..) {
        let on_rank = count(pieces, seat, rank);
        sink.add(seat, feature, on_rank);
        all += on_rank;
    }
    all
}

/// The pieces on a rank counted from a seat's home.
#[inline]
fn count(pieces: u128, seat: Seat, rank: u32) -> i32 {
    let rank = if seat == Seat::FIRST { rank } else { 8 - rank };
    i32::from(POPULATION[(pieces >> (9 * rank)) as usize & RANK as usize])
}

/// The number of bits of each row of nine.
static POPULATION: [u8; 512] = {
    let mut table = [0; 512];
    let mut row: usize = 0;
    while row < 512 {
        table[row] = row.count_ones() as u8;
        row += 1;
    }
    table
};

/// The squares around a square.
#[inline]
fn around(square: u8) -> u128 {
    AROUND[square as usize]
}

static AROUND: [u128; 81] = around_table();

const fn around_table() -> [u128; 81] {
    let mut table = [0; 81];
    let mut square = 0;
    while square < 81 {
        let (file, rank) = (square % 9, square / 9);
        let mut other = 0;
        while other < 81 {
            let (other_file, other_rank) = (other % 9, other / 9);
            let near = (other_file - file) * (other_file - file) <= 1
                && (other_rank - rank) * (other_rank - rank) <= 1;
            if near && other != square {
                table[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_ahead_of_a_master_are_each_seats_own() {
        let (e1, e3, b9) = (4, 22, 73);
        assert_eq!(FROM[0][e1][e3], 9 * (8 + 2));
        assert_eq!(FROM[1][e1][e3], 9 * (8 - 2));
        assert_eq!(FROM[0][e1][b9], 9 * 16 + 3);
        assert_eq!(usize::from(FROM[0][0][80]), PLACES - 1);
    }
}
