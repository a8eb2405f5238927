//! The laws of [`Tactics`](games::Tactics).

use std::collections::HashSet;

use games::{Actor, Noisiness, Outcome};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::cases::{Case, Player, each_case};

/// Games whose tactics claim wins at hand; a game may claim none.
const CLAIMING: &[&str] = &["benedictine", "buteur", "maitres", "ruches"];

/// A claimed win must be proven; a win may be missed.
pub(crate) fn wins_are_wins<G: Player>() {
    let mut seen = [0; 2];
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        match game.actor(position) {
            Actor::Over(_) => {}
            Actor::Chance => {
                let events = case.events();
                let wins = events
                    .iter()
                    .filter(|(event, _)| game.wins_now(&game.apply_event(position, *event)));
                let weight: u32 = wins.map(|(_, weight)| weight).sum();
                case.same(&game.winning_weight(position), &weight, "the weight of winning events");
            }
            Actor::Seat(seat) => {
                let won = Actor::Over(Outcome::win(seat));
                let claimed = game.wins_now(position);
                if claimed {
                    let wins = |&mv: &G::Move| game.actor(&game.play(position, mv)) == won;
                    case.holds(case.moves().iter().any(wins), "a win that is claimed is there");
                }
                seen[usize::from(claimed)] += 1;
            }
        }
    });
    assert!(seen[0] > 100, "wins and others: {seen:?}");
    assert!(seen[1] > 15 || !CLAIMING.contains(&G::NAME), "wins and others: {seen:?}");
}

/// If a game without chance promises an exact answer, no win is missed.
pub(crate) fn no_win_is_missed<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if let Actor::Seat(seat) = game.actor(position) {
            let won = Actor::Over(Outcome::win(seat));
            let wins = |&mv: &G::Move| game.actor(&game.play(position, mv)) == won;
            let found = case.moves().iter().any(wins);
            case.holds(game.wins_now(position) || !found, "a win that is there is claimed");
        }
    });
}

/// Visited moves, each one legal and none of them twice.
fn listed<G: Player>(case: &Case<'_, G>, visited: &[G::Move]) -> HashSet<G::Move> {
    let legal: HashSet<_> = case.moves().into_iter().collect();
    let set: HashSet<_> = visited.iter().copied().collect();
    case.same(&set.len(), &visited.len(), "no move twice");
    case.holds(set.is_subset(&legal), "legal moves");
    set
}

fn candidates<G: Player>(case: &Case<'_, G>) -> HashSet<G::Move> {
    let mut visited = Vec::new();
    case.game.each_candidate(&case.position, |mv| visited.push(mv));
    listed(case, &visited)
}

fn tactical_moves<G: Player>(case: &Case<'_, G>) -> Vec<G::Move> {
    let mut visited = Vec::new();
    case.game.each_tactical(&case.position, |mv| visited.push(mv));
    visited
}

pub(crate) fn candidates_are_moves<G: Player>() {
    each_case::<G>(|case| {
        if matches!(case.game.actor(&case.position), Actor::Seat(_)) {
            case.holds(!candidates(case).is_empty(), "a candidate where a seat acts");
        }
    });
}

/// A noisy position has tactical moves. If they are forced, with two players, all candidates are
/// tactical. No line of tactical moves is longer than the number of pieces that can be captured,
/// plus an answer to an omission and its repair.
pub(crate) fn tactical_moves_come_to_an_end<G: Player>() {
    const LONGEST: usize = 40;
    let mut seen = [0; 3];
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let noisiness = game.noisiness(position);
        seen[noisiness as usize] += 1;
        case.holds(
            G::TACTICAL || noisiness == Noisiness::Quiet,
            "noisy positions only where the game declares them",
        );
        if noisiness == Noisiness::Quiet {
            return;
        }
        let tactical = listed(case, &tactical_moves(case));
        case.holds(!tactical.is_empty(), "a tactical move in a noisy position");
        let candidates = candidates(case);
        case.holds(tactical.is_subset(&candidates), "candidates");
        let all = noisiness == Noisiness::Forced && game.seats() == 2;
        case.holds(!all || tactical == candidates, "all candidates where the mover is forced");
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        let mut next = *position;
        for length in 0.. {
            let over = !matches!(game.actor(&next), Actor::Seat(_));
            if over || game.noisiness(&next) == Noisiness::Quiet {
                break;
            }
            case.holds(length < LONGEST, "a line of tactical moves ends");
            let moves = tactical_moves(&Case::new(game, next, case.seed));
            next = game.play(&next, *moves.choose(&mut rng).expect("a tactical move"));
        }
    });
    let [quiet, tense] = [seen[0], seen[1] + seen[2]];
    assert_eq!(quiet > 100 && tense > 100, G::TACTICAL, "noisiness: {seen:?}");
}
