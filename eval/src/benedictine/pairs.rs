//! Pairs of bottles, both own or one own and one enemy, by their squares and the place of the ball.
//!
//! Mirror images have the same weights. If the ball is in the right column, the board is mirrored.
//! If it is in the middle, each pair has the weight of its image.

use games::benedictine::{GREEN_SQUARES, Position};
use games::{Bits, Seat};

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
static NUMBERS: [[u8; 64]; 2] = numbers();

const fn numbers() -> [[u8; 64]; 2] {
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
}

/// The numbers of some bottles' squares, and how many there are.
#[inline]
fn squares(set: u64) -> ([[usize; 2]; 5], usize) {
    let mut found = [[0; 2]; 5];
    let mut count = 0;
    for (square, found) in Bits(set).zip(&mut found) {
        *found = NUMBERS.each_ref().map(|numbers| numbers[square as usize & 63].into());
        count += 1;
    }
    (found, count)
}

/// The most pairs of a seat: ten of its five bottles, and five by five with enemy bottles.
const MOST: usize = 10 + 25;

/// The number of each weight that counts for a seat.
#[inline]
pub(super) fn pairs(position: &Position, seat: Seat) -> impl Iterator<Item = usize> {
    let (column, row) = ball(position, seat);
    let (own, count) = squares(view(position.bottles(seat), seat, column == 2));
    let (others, others_count) = squares(view(position.bottles(seat.other()), seat, column == 2));
    let middle = column == 1;
    let place = (2 * row + usize::from(middle)) * PAIRS;
    let number = |a: [usize; 2], b: [usize; 2]| {
        let [one, image] = [0, 1].map(|look| a[look] * SQUARES + b[look]);
        if middle { one.min(image) } else { one }
    };
    let (mut found, mut len) = ([0; MOST], 0);
    for (index, &a) in own[..count].iter().enumerate() {
        for b in &own[..index] {
            // The lower square comes first, in the mirror too.
            let (low, high) =
                ([0, 1].map(|look| a[look].min(b[look])), [0, 1].map(|look| a[look].max(b[look])));
            found[len] = place + number(low, high);
            len += 1;
        }
        for &b in &others[..others_count] {
            found[len] = BALLS * PAIRS + place + number(a, b);
            len += 1;
        }
    }
    found.into_iter().take(len)
}

#[cfg(test)]
mod tests {
    use games::benedictine::Benedictine;
    use games::{State, Symmetric, random_step};
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
                    assert_eq!(found.len(), MOST);
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
        assert!(found.iter().map(|&number| usize::from(number)).eq(0..SQUARES));
    }
}
