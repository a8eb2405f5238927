//! Games, folders and a brute-force solver.

use std::collections::HashMap;
use std::path::PathBuf;

use games::etoile::{Board, Etoile, Position};
use games::{Actor, Ending, Game, Outcome, Seat, State};
use tablebases::BuildLimits;

/// Little memory, two threads.
pub(crate) const LIMITS: BuildLimits = BuildLimits { memory: 256, threads: 2 };

/// A path for this test's folder. The folder does not exist.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// The game with this text.
pub(crate) fn game<B: Board>(text: &str) -> Etoile<B> {
    State::<Etoile<B>>::parse(&format!("{text} startpos")).expect("a game").into_game()
}

/// All positions with this number of pieces, without marks. Both players have pieces.
pub(crate) fn positions<B: Board>(game: &Etoile<B>, pieces: u32) -> Vec<Position> {
    let cells: Vec<u8> = (0..64).filter(|cell| Etoile::<B>::cells() >> cell & 1 != 0).collect();
    let mut found = Vec::new();
    place(game, &cells, pieces, [0; 2], 0, &mut found);
    found
}

fn place<B: Board>(
    game: &Etoile<B>,
    cells: &[u8],
    left: u32,
    pieces: [u64; 2],
    kings: u64,
    found: &mut Vec<Position>,
) {
    if left == 0 {
        if pieces.iter().all(|&own| own != 0) {
            found.extend(Seat::all(2).map(|seat| Position::of_pieces(pieces, kings, seat)));
        }
        return;
    }
    for (index, &cell) in cells.iter().enumerate() {
        let (bit, rest) = (1u64 << cell, &cells[index + 1..]);
        for seat in Seat::all(2) {
            let mut more = pieces;
            more[seat.index()] |= bit;
            place(game, rest, left - 1, more, kings | bit, found);
            if game.base(seat) & bit == 0 {
                place(game, rest, left - 1, more, kings, found);
            }
        }
    }
}

/// The endings of these positions and of all their successors, found by repeated passes over all of
/// them.
pub(crate) fn brute_force<B: Board>(
    game: &Etoile<B>,
    mut positions: Vec<Position>,
) -> HashMap<Position, Ending> {
    let mut numbers: HashMap<Position, usize> =
        positions.iter().enumerate().map(|(number, &position)| (position, number)).collect();
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut endings: Vec<Option<Ending>> = Vec::new();
    while children.len() < positions.len() {
        let position = positions[children.len()];
        let mut next = Vec::new();
        let mut ending = None;
        if let Actor::Over(outcome) = game.actor(&position) {
            let won = outcome == Outcome::win(position.side());
            ending = Some(if won { Ending::Win(0) } else { Ending::Loss(0) });
        } else {
            game.each_move(&position, |mv| {
                // Positions have no count of quiet turns, so that they recur. Such turns draw no
                // game here.
                let child = plain(&game.play(&position, mv));
                let count = numbers.len();
                let number = *numbers.entry(child).or_insert(count);
                if number == count {
                    positions.push(child);
                }
                next.push(number);
            });
        }
        children.push(next);
        endings.push(ending);
    }
    let sides: Vec<_> = positions.iter().map(Position::side).collect();
    for round in 1.. {
        let mut changed = false;
        let last = endings.clone();
        for number in 0..positions.len() {
            if last[number].is_some() {
                continue;
            }
            let after = children[number].iter().map(|&child| {
                last[child].map(|ending| ending.before(sides[child] == sides[number]))
            });
            let best = after.clone().flatten().max();
            let known = after.clone().all(|ending| ending.is_some());
            let settled = best.filter(|best| matches!(best, Ending::Win(_)) || known);
            // Each round settles one distance, so the first win found is the soonest.
            endings[number] = settled.filter(|best| best.distance() == Some(round));
            changed |= endings[number].is_some();
        }
        let later = |ending: &Option<Ending>| ending.and_then(Ending::distance) > Some(round);
        if !changed && !endings.iter().any(later) {
            break;
        }
    }
    let endings = endings.into_iter().map(|ending| ending.unwrap_or(Ending::Draw));
    positions.into_iter().zip(endings).collect()
}

/// The position without its quiet turns; marks are kept.
fn plain(position: &Position) -> Position {
    position.without_quiet()
}
