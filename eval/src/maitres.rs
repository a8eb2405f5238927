//! Features of La Guerre des Maîtres Français: material by rank, and the rolls that take a Master.

use games::Seat;
use games::maitres::{Maitres, NO_MASTER, Position, RANK, Variant, winning_rolls};

use crate::feature::{Evaluate, Feature, Sink, features};

features! {
    SMALL: 7, "small", "a small, by rank from the second";
    LARGE: 9, "large", "a large, by rank from home";
    MASTER: 9, "master", "the Master, by rank from home";
    SHELTER: 9, "shelter", "by the number of own pieces around the Master, 0 to 8";
    ATTACK_MOVER: 7, "attack_mover", "the turn, by the number of rolls that capture what wins, 0 to 6";
    ATTACK_OTHER: 7, "attack_other", "the same for the other side, if it were to roll";
    ON_MOVE: 1, "on_move", "the turn";
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
            Variant::Master => include_bytes!("../../weights/maitres.toml"),
            Variant::Annihilation => include_bytes!("../../weights/maitres-annihilation.toml"),
        })
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let mover = position.side();
        sink.add(mover, ON_MOVE, 1);
        for seat in [Seat::FIRST, Seat::SECOND] {
            for (rank, feature) in (1..8).zip(SMALL..) {
                sink.add(seat, feature, count(position.smalls(seat), seat, rank));
            }
            let master = position.master(seat);
            let mut larges = position.larges(seat);
            if master != NO_MASTER {
                larges &= !(1u128 << master);
                let rank = master as usize / 9;
                sink.add(seat, MASTER + if seat == Seat::FIRST { rank } else { 8 - rank }, 1);
                let shelter = around(master) & position.pieces(seat);
                sink.add(seat, SHELTER + shelter.count_ones() as usize, 1);
            }
            for (rank, feature) in (0..9).zip(LARGE..) {
                sink.add(seat, feature, count(larges, seat, rank));
            }
            let group = if seat == mover { ATTACK_MOVER } else { ATTACK_OTHER };
            sink.add(seat, group + winning_rolls(self, position, seat) as usize, 1);
        }
    }
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
