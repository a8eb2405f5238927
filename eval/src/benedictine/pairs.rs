//! Pairs of bottles, both own or one own and one enemy, by their squares and the place of the ball.
//!
//! Mirror images have the same weights. If the ball is in the right column, the board is mirrored.
//! If it is in the middle, each pair has the weight of its image.

use games::Seat;
use games::benedictine::{GREEN_SQUARES, Position};

use super::view::{ball, view};

/// Squares of bottles.
const SQUARES: usize = 40;
/// Pairs of squares in their order.
const PAIRS: usize = SQUARES * SQUARES;
/// Places of the ball, without the right column.
const BALLS: usize = 6;
/// Kinds of pairs: two own bottles, and an own and an enemy bottle.
const KINDS: usize = 2;
/// All weights.
pub(super) const WEIGHTS: usize = KINDS * BALLS * PAIRS;

/// The number of each square of a bottle, and that of its mirror image.
const NUMBERS: [[usize; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let (mut square, mut number) = (0, 0);
    while square < 56 {
        if GREEN_SQUARES >> square & 1 != 0 {
            table[0][square] = number;
            number += 1;
        }
        square += 1;
    }
    square = 0;
    while square < 56 {
        if GREEN_SQUARES >> square & 1 != 0 {
            table[1][square] = table[0][square / 8 * 8 + 6 - square % 8];
        }
        square += 1;
    }
    table
};

/// `PAIR_NUMBERS[middle][kind][one][other]`: the number of a pair among those of a place of the
/// ball, by the squares of its bottles. `middle` is whether the ball is in the middle column.
static PAIR_NUMBERS: [[[[u16; 64]; 64]; KINDS]; 2] = {
    let mut table = [[[[0; 64]; 64]; KINDS]; 2];
    let mut entry = 0;
    while entry < 56 * 56 {
        let (one, other) = (entry / 56, entry % 56);
        let mut kind = 0;
        while kind < KINDS {
            let [pair, image] = [
                number(NUMBERS[0][one], NUMBERS[0][other], kind),
                number(NUMBERS[1][one], NUMBERS[1][other], kind),
            ];
            table[0][kind][one][other] = pair;
            table[1][kind][one][other] = if image < pair { image } else { pair };
            kind += 1;
        }
        entry += 1;
    }
    table
};

/// The number of a pair of numbers of squares. Of two own bottles the lower square comes first, in
/// the mirror too.
const fn number(one: usize, other: usize, kind: usize) -> u16 {
    let swapped = kind == 0 && other < one;
    (if swapped { other * SQUARES + one } else { one * SQUARES + other }) as u16
}

/// The bottles of a side.
const BOTTLES: usize = 5;

/// The squares of a side's bottles.
#[inline]
fn squares(mut set: u64) -> [usize; BOTTLES] {
    debug_assert_eq!(set.count_ones() as usize, BOTTLES, "bottles of a side");
    [(); BOTTLES].map(|()| {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        square & 63
    })
}

/// The pairs of a seat: of two own bottles, and of an own and an enemy bottle.
const OWN_PAIRS: usize = BOTTLES * (BOTTLES - 1) / 2;

/// The number of each weight that counts for a seat.
#[inline]
pub(super) fn pairs(position: &Position, seat: Seat) -> impl Iterator<Item = usize> {
    let (column, row) = ball(position, seat);
    let [own, others] =
        [seat, seat.other()].map(|of| squares(view(position.bottles(of), seat, column == 2)));
    let middle = usize::from(column == 1);
    let [with_own, with_others] = &PAIR_NUMBERS[middle];
    let (mut own_pairs, mut mixed_pairs) = ([0; OWN_PAIRS], [0; BOTTLES * BOTTLES]);
    for (index, &a) in own.iter().enumerate() {
        for (before, &b) in own[..index].iter().enumerate() {
            own_pairs[index * (index - 1) / 2 + before] = with_own[a][b];
        }
        for (other, &b) in others.iter().enumerate() {
            mixed_pairs[BOTTLES * index + other] = with_others[a][b];
        }
    }
    let first = (2 * row + middle) * PAIRS;
    let own_pairs = own_pairs.into_iter().map(move |pair| first + usize::from(pair));
    let first = first + BALLS * PAIRS;
    own_pairs.chain(mixed_pairs.into_iter().map(move |pair| first + usize::from(pair)))
}

#[cfg(test)]
mod tests {
    use games::benedictine::Benedictine;
    use games::{Bits, State, Symmetric, random_step};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn sorted(position: &Position, seat: Seat) -> Vec<usize> {
        let mut found: Vec<_> = pairs(position, seat).collect();
        found.sort_unstable();
        found
    }

    /// A position and its images have the same pairs; if the board is turned, they are those of the
    /// other seat.
    #[test]
    fn images_have_the_same_pairs() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut buffer = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..50 {
            let mut state = State::<Benedictine>::parse("benedictine startpos").unwrap();
            for _ in 0..20 {
                let (game, position) = (*state.game(), *state.position());
                if position.ball() >= 9 {
                    break;
                }
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let found = sorted(&position, seat);
                    assert_eq!(found.len(), OWN_PAIRS + BOTTLES * BOTTLES);
                    assert!(found.iter().all(|&pair| pair < WEIGHTS));
                    for image in 0..game.symmetries() {
                        let other = game.map_position(image, &position);
                        let turned = other.side() != position.side();
                        let seat = if turned { seat.other() } else { seat };
                        assert_eq!(sorted(&other, seat), found, "{position:?} {image}");
                    }
                    seen.extend(found);
                }
                random_step(&mut state, &mut buffer, &mut rng);
            }
        }
        assert!(seen.len() > 2000, "{} pairs", seen.len());
    }

    #[test]
    fn squares_of_bottles_have_numbers() {
        let mut found: Vec<_> =
            Bits(GREEN_SQUARES).map(|square| NUMBERS[0][square as usize]).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..SQUARES));
    }
}
