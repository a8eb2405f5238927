//! RULING B5: with five bottles a side a move always exists, by enumeration.
//!
//! If a player has no step, no green square next to his bottles is free, so the opponent's bottles,
//! at most five, fill all of these squares. There are few such placements, and each must leave a
//! jump. Bitboards of 7 times 7 squares without a margin, unlike those of the crate.

use games::{AnyState, with_state};

const SIZE: i32 = 7;

/// Whether the square is not for bottles.
fn is_black(square: i32) -> bool {
    square % SIZE % 2 == 1 && square / SIZE % 2 == 1
}

/// The square some files and ranks away, if it is green.
fn green_at(square: i32, (files, ranks): (i32, i32)) -> Option<i32> {
    let (file, rank) = (square % SIZE + files, square / SIZE + ranks);
    let on_board = (0..SIZE).contains(&file) && (0..SIZE).contains(&rank);
    let there = rank * SIZE + file;
    (on_board && !is_black(there)).then_some(there)
}

const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The squares next to each green square, and each pair of a square to jump and one to land on.
struct Board {
    green: Vec<i32>,
    next_to: [u64; 49],
    jumps: [Vec<(u64, u64)>; 49],
}

impl Board {
    fn new() -> Self {
        let green: Vec<i32> = (0..SIZE * SIZE).filter(|&square| !is_black(square)).collect();
        let mut next_to = [0; 49];
        let mut jumps = std::array::from_fn(|_| Vec::new());
        for &square in &green {
            for direction in DIRECTIONS {
                let Some(over) = green_at(square, direction) else { continue };
                next_to[square as usize] |= 1u64 << over;
                if let Some(land) = green_at(over, direction) {
                    jumps[square as usize].push((1u64 << over, 1u64 << land));
                }
            }
        }
        Self { green, next_to, jumps }
    }

    /// Whether one of the bottles `own` can jump over any of `all` to a square free of them.
    fn has_jump(&self, own: &[i32], all: u64) -> bool {
        own.iter().any(|&from| {
            let jumps = &self.jumps[from as usize];
            jumps.iter().any(|&(over, land)| all & over != 0 && all & land == 0)
        })
    }
}

/// Calls `visit` with every choice of `count` of the squares in `from`.
fn each_choice(from: &[i32], count: usize, chosen: &mut Vec<i32>, visit: &mut impl FnMut(&[i32])) {
    if count == 0 {
        return visit(chosen);
    }
    for (index, &square) in from.iter().enumerate() {
        if from.len() - index < count {
            break;
        }
        chosen.push(square);
        each_choice(&from[index + 1..], count - 1, chosen, visit);
        chosen.pop();
    }
}

fn bits(squares: &[i32]) -> u64 {
    squares.iter().fold(0, |bits, square| bits | 1 << square)
}

/// Enumerates all placements of the bottles of the side to act, and of the opponent's bottles that
/// block all steps. It asserts that a jump exists each time, also by the crate's count of moves.
pub(crate) fn prove_that_a_move_exists() {
    let board = Board::new();
    assert_eq!(board.green.len(), 40);
    let (mut placements, mut shut) = (0, 0);
    each_choice(&board.green, 5, &mut Vec::new(), &mut |own| {
        placements += 1;
        let own_bits = bits(own);
        let around = own.iter().fold(0, |around, &square| around | board.next_to[square as usize]);
        let around = around & !own_bits;
        if around.count_ones() > 5 {
            return; // Five bottles cannot fill it: a step exists.
        }
        let taken = own_bits | around;
        let rest: Vec<i32> =
            board.green.iter().copied().filter(|square| taken >> square & 1 == 0).collect();
        let left = 5 - around.count_ones() as usize;
        each_choice(&rest, left, &mut Vec::new(), &mut |others| {
            shut += 1;
            let enemies = around | bits(others);
            assert!(board.has_jump(own, own_bits | enemies), "{own:?} shut in by {enemies:#x}");
            for side in ['g', 'a'] {
                assert_ne!(count_moves(own_bits, enemies, side), 0, "{own:?} in {enemies:#x}");
            }
        });
    });
    assert_eq!(placements, 658_008, "40 over 5");
    assert!(shut > 0, "the argument needs its second half");
}

/// The crate's count of moves in such a placement, the ball on d4.
fn count_moves(own: u64, enemies: u64, side: char) -> u64 {
    let (green, amber) = if side == 'g' { (own, enemies) } else { (enemies, own) };
    let letter = |square: i32| match square {
        _ if green >> square & 1 != 0 => 'G',
        _ if amber >> square & 1 != 0 => 'A',
        24 => 'o',
        _ => '1',
    };
    let ranks = (0..SIZE).rev().map(|rank| {
        let line: String = (0..SIZE).map(|file| letter(rank * SIZE + file)).collect();
        (2..=7).rev().fold(line, |line, run| line.replace(&"1".repeat(run), &run.to_string()))
    });
    let text = format!("benedictine {} {side}", ranks.collect::<Vec<_>>().join("/"));
    let state = AnyState::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    with_state!(&state, state => games::perft(state.game(), state.position(), 1))
}
