//! Features of La Guerre des Maîtres Français: material by rank, and the rolls that take a Master,
//! all by the stage of the game: the fewer pieces are left, the more each is worth. Further
//! features are pieces by their place relative to either Master, and the material of both sides.

use std::ops::BitOr;

use games::maitres::{Maitres, NO_MASTER, Position, Variant, reached, winning_rolls};
use games::{PerSeat, Seat};

use crate::feature::{Evaluate, Feature, Sink, WeightFiles, features};
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

    const WEIGHTS: WeightFiles = &[
        ("maitres", include_bytes!("../weights/maitres.weights")),
        ("maitres-annihilation", include_bytes!("../weights/maitres-annihilation.weights")),
    ];

    fn weight_set(&self) -> &'static str {
        match self.variant {
            Variant::Master => "maitres",
            Variant::Annihilation => "maitres-annihilation",
        }
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let (mover, stage) = (position.side(), stage(position));
        sink.add(mover, ON_MOVE + stage, 1);
        let mut left = PerSeat::<usize>::default();
        for seat in [Seat::FIRST, Seat::SECOND] {
            left[seat] = pieces(position, seat, stage, sink);
            let master = position.master(seat);
            if master != NO_MASTER {
                let rank = master as usize / 9;
                let rank = if seat == Seat::FIRST { rank } else { 8 - rank };
                sink.add(seat, MASTER + 9 * stage + rank, 1);
                let shelter = around(master) & position.pieces(seat);
                sink.add(seat, SHELTER + 9 * stage + shelter.count_ones() as usize, 1);
            }
            let group = if seat == mover { ATTACK_MOVER } else { ATTACK_OTHER };
            let rolls = winning_rolls(self, position, seat) as usize;
            sink.add(seat, group + 7 * stage + rolls, 1);
        }
        if sink.needs(MATERIAL) {
            let entry = LEFT * left[mover] + left[mover.other()];
            sink.look_up(mover, std::iter::once(MATERIAL + entry));
        }
        match self.variant {
            Variant::Annihilation if sink.needs(TAKE_MOVER) => {
                let reached = [Seat::FIRST, Seat::SECOND].map(|seat| reached(self, position, seat));
                let squares = reached.map(|reached| reached.into_iter().fold(0, u128::bitor));
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let group = if seat == mover { TAKE_MOVER } else { TAKE_OTHER };
                    if squares[seat.index()] & position.pieces(seat.other()) == 0 {
                        continue;
                    }
                    let protected = squares[seat.other().index()];
                    let takes = takes(position, seat, &reached, protected);
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
fn entry(smalls: u32, larges: u32) -> usize {
    LARGES_LEFT * (smalls as usize).min(SMALLS_LEFT - 1) + (larges as usize).min(LARGES_LEFT - 1)
}

/// Reports a seat's pieces other than the Master: by rank, and by their place relative to the
/// Masters. Near the enemy Master they attack him, near their own Master they guard him. Returns
/// the seat's [entry] of material.
///
/// CITE: relations of a piece and a king, as in K. Hoki's Bonanza (shogi, 2006).
#[inline]
fn pieces(position: &Position, seat: Seat, stage: usize, sink: &mut impl Sink) -> usize {
    let masters = [seat.other(), seat].map(|of| position.master(of));
    let smalls = (position.smalls(seat) >> SMALLS_FROM) as u64 & SMALLS_MASK;
    let larges = position.larges(seat) & !position.master_bit(seat);
    let near_masters = masters.map(|master| &FROM[seat.index()][usize::from(master).min(81)]);
    let part = stage * PARTS / STAGES;
    let tables = [HUNT, GUARD].map(|table| table + 2 * PLACES * part);
    // Where there are no Masters, the rank alone counts.
    let counted = if masters.contains(&NO_MASTER) { 1 } else { 3 };
    let frame = (u32::from(masters[0]) << 7 | u32::from(masters[1])) << 3 | stage as u32;
    let sets = [smalls, larges as u64, (larges >> 64) as u64];
    sink.pieces(seat, frame, sets, |set, bit| {
        let square = usize::from(bit) + [SMALLS_FROM, 0, 64][set];
        let rank = if seat == Seat::FIRST { square / 9 } else { 8 - square / 9 };
        let (by_rank, kind) = if set == 0 {
            (SMALL + 7 * stage + rank - 1, 0)
        } else {
            (LARGE + 9 * stage + rank, 1)
        };
        let [hunt, guard] =
            [0, 1].map(|of| tables[of] + PLACES * kind + usize::from(near_masters[of][square]));
        [by_rank, hunt, guard].into_iter().take(counted)
    });
    entry(smalls.count_ones(), position.larges(seat).count_ones())
}

/// The first square of the second rank, and the squares from there to the last rank but one: those
/// where smalls can be.
const SMALLS_FROM: usize = 9;
const SMALLS_MASK: u64 = (1 << 63) - 1;

/// `FROM[seat][master][square]`: the place of a square relative to a Master, as a seat sees the
/// board. Left and right are the same. The last entry stands for no Master.
static FROM: [[[u8; 81]; 82]; 2] = {
    let mut table = [[[0; 81]; 82]; 2];
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

/// The captures of a seat, if it were to roll. The other side reaches the squares `protected`.
#[inline]
fn takes(
    position: &Position,
    seat: Seat,
    reached: &[[u128; 7]; 2],
    protected: u128,
) -> [i32; TAKES] {
    let enemy = seat.other();
    let (own, theirs) = (&reached[seat.index()], &reached[enemy.index()]);
    let attacked = own.iter().fold(0, |all, &squares| all | squares);
    let (larges, smalls) = (position.larges(enemy), position.smalls(enemy));
    let pieces = larges | smalls;
    let (mut best, mut back) = ([0; KINDS], 0);
    let mut six = None;
    for (length, &squares) in own.iter().enumerate() {
        let hit = squares & pieces;
        if hit == 0 {
            continue;
        }
        // Of what is hit, larges come first, and what is not protected.
        let of_rank = if hit & larges != 0 { hit & larges } else { hit };
        let free = of_rank & !protected;
        let kind = 2 * usize::from(hit & larges == 0) + usize::from(free == 0);
        let returns = if free == 0 { rolls_onto(theirs, of_rank) } else { 0 };
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
    let half = own[3] & pieces;
    let two = both(1) || both(2) || half & half.wrapping_sub(1) != 0;
    let count = |pieces: u128| (attacked & pieces).count_ones() as i32;
    let [large, guarded_large, small, guarded_small] = best;
    [large, guarded_large, small, guarded_small, i32::from(two), count(larges), count(smalls), back]
}

/// The number of lengths of moves that lead onto some squares.
#[inline]
fn rolls_onto(reached: &[u128; 7], squares: u128) -> i32 {
    reached.iter().filter(|&&reached| reached & squares != 0).count() as i32
}

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
