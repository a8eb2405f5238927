//! Features: the same for mirror images and exchanged sides, and their trace gives the same sum as
//! the evaluation.

use eval::{Accumulators, Count, Evaluate, Evaluator, Linear, Net, Trace, Weights, weight_count};
use games::etoile::EtoileOnSquare8;
use games::{Actor, Notation, Seat, State, Symmetric, format_position, random_step};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::variants::variants;

/// The number of random games under all options together. Each set of options has at least one.
const GAMES: usize = 24;
/// The same for the test that every feature occurs. Few games reach late stages.
const LONG_LOOK: usize = 240;
/// The most steps of a game.
const STEPS: usize = 1000;
/// The bound of weights in files.
const MAX_WEIGHT: i32 = 1_000_000;

trait Judged: Evaluate + Notation + Symmetric {}
impl<G: Evaluate + Notation + Symmetric> Judged for G {}

/// Calls `test` with unfinished positions of random games.
fn each_position<G: Judged>(game: &G, games: usize, mut test: impl FnMut(&G::Position)) {
    let mut buffer = Vec::new();
    for seed in 0..games as u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(game.clone(), game.start());
        for _ in 0..STEPS {
            if matches!(game.actor(state.position()), Actor::Over(_)) {
                break;
            }
            test(state.position());
            if random_step(&mut state, &mut buffer, &mut rng).is_some() {
                break;
            }
        }
    }
}

/// The default weights, random ones, and the largest that a file can hold.
fn weights<G: Evaluate>(game: &G) -> Vec<Weights> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let groups = G::FEATURES.iter().filter(|group| !group.is_table());
    let first_entry: usize = groups.map(|group| group.count).sum();
    let made_up = |mut values: Vec<i32>| {
        // Tables have 16 bits for each entry.
        for entry in &mut values[first_entry..] {
            *entry = (*entry).clamp(i16::MIN.into(), i16::MAX.into());
        }
        let mut weights = Weights::zero(game);
        weights.values_mut().copy_from_slice(&values);
        weights.set_scale(100);
        weights
    };
    let count = weight_count(G::FEATURES);
    let mut random =
        |bound: i32| made_up((0..count).map(|_| rng.random_range(-bound..=bound)).collect());
    let random = [random(1000), random(MAX_WEIGHT)];
    let largest = [made_up(vec![MAX_WEIGHT; count]), made_up(vec![-MAX_WEIGHT; count])];
    [&[Weights::default_for(game)][..], &random, &largest].concat()
}

/// Many choices of options, and the number of random games for each.
fn variants_and_games<G: Judged>(games: usize) -> (Vec<G>, usize) {
    let variants = variants::<G>();
    let each = (games / variants.len()).max(1);
    (variants, each)
}

fn sorted(rows: &[usize]) -> Vec<usize> {
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    rows
}

/// The output of a net by its definition: units are added up, wrapped in 16 bits, clipped to
/// 0..255, squared, and multiplied by the output weights, which are the last row.
fn net_by_hand(net: Net, weights: &Weights, rows: &[usize]) -> i64 {
    let Some((&outputs, inputs)) = rows.split_last() else { return 0 };
    let number = |row: usize, unit: usize| {
        let number = weights.values()[net.first() + row * Net::HIDDEN + unit];
        i64::from(number.clamp(i16::MIN.into(), i16::MAX.into()))
    };
    let unit = |unit: usize| {
        let inputs: i64 = inputs.iter().map(|&input| number(input, unit)).sum();
        let cut = i64::from((number(net.inputs(), unit) + inputs) as i16).clamp(0, 255);
        cut * cut / 256 * number(outputs, unit)
    };
    (0..Net::HIDDEN).map(unit).sum::<i64>().div_euclid(256)
}

fn symmetric<G: Judged>() {
    let (variants, games) = variants_and_games::<G>(GAMES);
    for game in variants {
        let evaluators: Vec<_> = weights(&game).iter().map(Linear::new).collect();
        each_position(&game, games, |position| {
            let trace = Trace::of(&game, position);
            for symmetry in 0..game.symmetries() {
                let image = game.map_position(symmetry, position);
                let text = || format_position(&game, position);
                for evaluator in &evaluators {
                    let (sums, images) =
                        (evaluator.sums(&game, position), evaluator.sums(&game, &image));
                    for seat in Seat::all(game.seats()) {
                        let mapped = game.map_seat(symmetry, seat);
                        assert_eq!(images[mapped], sums[seat], "{symmetry} of {}", text());
                    }
                }
                let found = Trace::of(&game, &image);
                for seat in Seat::all(game.seats()) {
                    let mapped = game.map_seat(symmetry, seat);
                    let told = |trace: &Trace, seat| {
                        (trace.counts[seat].clone(), sorted(&trace.net_rows[seat]))
                    };
                    assert_eq!(
                        told(&found, mapped),
                        told(&trace, seat),
                        "{symmetry} of {}",
                        text()
                    );
                }
            }
        });
    }
}

fn traced<G: Judged>() {
    let (variants, games) = variants_and_games::<G>(GAMES);
    let mut positions = 0;
    for game in variants {
        let weights = weights(&game);
        let mut evaluators: Vec<_> =
            weights.iter().map(|one| (one, Linear::new(one), Accumulators::default())).collect();
        each_position(&game, games, |position| {
            let trace = Trace::of(&game, position);
            for (weights, evaluator, accumulators) in &mut evaluators {
                let sums = evaluator.sums(&game, position);
                for seat in Seat::all(game.seats()) {
                    assert_eq!(
                        evaluator.estimate_next(&game, position, seat, accumulators),
                        evaluator.estimate(&game, position, seat),
                        "after other positions: {}",
                        format_position(&game, position)
                    );
                }
                for (seat, counts) in trace.counts.iter(game.seats()) {
                    let product =
                        |&(feature, c): &Count| i64::from(c) * i64::from(weights.values()[feature]);
                    let mut dot: i64 = counts.iter().map(product).sum();
                    if let Some(net) = Net::of::<G>() {
                        dot += net_by_hand(net, weights, &trace.net_rows[seat]);
                    }
                    assert_eq!(i64::from(sums[seat]), dot, "{}", format_position(&game, position));
                }
            }
            positions += 1;
        });
    }
    assert!(positions > 1000, "{positions} positions say little");
}

/// Every feature occurs somewhere. Otherwise it could not be tuned.
fn used<G: Judged>() {
    let mut seen = vec![false; weight_count(G::FEATURES)];
    let (variants, games) = variants_and_games::<G>(LONG_LOOK);
    for game in variants {
        each_position(&game, games, |position| {
            let trace = Trace::of(&game, position);
            for counts in trace.counts.first(game.seats()) {
                for &(feature, _) in counts {
                    seen[feature] = true;
                }
            }
            if let Some(net) = Net::of::<G>() {
                let rows = trace.net_rows.first(game.seats()).iter().flatten();
                for row in rows.copied().chain([net.inputs()]) {
                    seen[net.first() + row * Net::HIDDEN..][..Net::HIDDEN].fill(true);
                }
            }
        });
    }
    for group in G::FEATURES {
        let (these, others) = seen.split_at(group.count);
        let spoken = these.iter().filter(|seen| **seen).count();
        // Some weights are for squares that no piece can stand on, or that random games do not
        // reach. That holds for most entries of tables.
        let least = group.count / if group.is_table() { 100 } else { 2 };
        assert!(spoken > least, "{}: {spoken} of {}", group.name, group.count);
        seen = others.to_vec();
    }
}

/// The number of the entry in the material table that A has.
fn material_of_a(position: &str) -> usize {
    let text = format!("etoile:board=square8,players=2,rules=english A {position}");
    let state = State::<EtoileOnSquare8>::parse(&text).expect("a position");
    let [.., table, net] = EtoileOnSquare8::FEATURES else { unreachable!("two tables at least") };
    let first = weight_count(EtoileOnSquare8::FEATURES) - net.count - table.count;
    let trace = Trace::of(state.game(), state.position());
    let entries = trace.counts[Seat::new(0)].iter().filter(|(feature, _)| *feature >= first);
    let entries: Vec<_> = entries.map(|(feature, count)| (feature - first, *count)).collect();
    assert_eq!((table.name, entries.len(), entries[0].1), ("material", 1, 1), "{position}");
    entries[0].0
}

/// Material depends on the kinds of the remaining pieces, and on the quarter of the quiet turns
/// that lead to a draw.
#[test]
fn material_tells_what_both_have_left() {
    let entry = |part: usize, own: (usize, usize), other: (usize, usize)| {
        (part * 32 + 4 * own.0 + own.1) * 32 + 4 * other.0 + other.1
    };
    assert_eq!(material_of_a("Kc3,Ke3 Kh8 0 -"), entry(0, (0, 2), (0, 1)));
    assert_eq!(material_of_a("Kd4,Kg1 Ka7 0 -"), entry(0, (0, 2), (0, 1)));
    assert_eq!(material_of_a("a1,c1,Ke3 b8,Kh8 0 -"), entry(0, (2, 1), (1, 1)));
    let many = "a1,b2,c1,d2,e1,f2,g1,h2,a3 Kb8,Kd8,Kf8,Kh8,Ka7 0 -";
    assert_eq!(material_of_a(many), entry(0, (7, 0), (0, 3)));
    // Three kings against two have twenty quiet turns each, most others thirty.
    for (quiet, part) in [(14, 0), (15, 1), (44, 2), (45, 3), (59, 3)] {
        assert_eq!(material_of_a(&format!("a1,Ke3 Kh8 {quiet} -")), entry(part, (1, 1), (0, 1)));
    }
    assert_eq!(material_of_a("Ka1,Kc3,Ke3 Kf8,Kh8 20 -"), entry(2, (0, 3), (0, 2)));
}

macro_rules! laws {
    ($id:ident, $game:ty) => {
        mod $id {
            #[test]
            fn images_are_worth_the_same() {
                super::symmetric::<$game>();
            }

            #[test]
            fn traces_give_the_sum() {
                super::traced::<$game>();
            }

            #[test]
            fn features_are_used() {
                super::used::<$game>();
            }
        }
    };
}

games::for_each_game!(laws);
