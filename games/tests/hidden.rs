//! Resampling: all deals of the unseen cards are equally likely. (The battery checks that a deal
//! agrees with the view.)

use std::collections::BTreeMap;

use games::buteur::Buteur;
use games::{AnyState, Hidden, Notation, State};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn read(text: &str) -> State<Buteur> {
    match AnyState::parse(text) {
        Ok(AnyState::Buteur(state)) => state,
        other => panic!("{text}: {other:?}"),
    }
}

/// Chi-squared over the hands of three cards dealt from six: the probability of each follows from
/// the copies of its cards.
#[test]
fn deals_are_uniform() {
    // Unseen: Cb Cb G G G L2b; six of them are hidden or in the stock.
    let seen = "Cr.Cr.F.F.F.F.F.F.F.F.F.G.L2h.L2r.L3b.L3h.L3r.L4b.L4h.L4r.L5b.L5h.L5r.N2b.N2h.N2r.\
        N3b.N3h.N3r.N4b.N4h.N4r.N5b.N5h.N5r.R2b.R2h.R2r.R3b.R3h.R3r";
    let own = "P.P.R4b.R4h.R4r.R5b.R5h.R5r";
    let state = read(&format!("buteur shot R1 d1 1 0-0 last R {own}/?3 {seen}"));
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    const SAMPLES: u32 = 60_000;
    for _ in 0..SAMPLES {
        let dealt = state.game().resample(state.position(), &mut rng);
        let fields = state.game().format_fields(&dealt);
        let hand = fields.split([' ', '/']).nth(8).expect("the second hand").to_owned();
        *counts.entry(hand).or_default() += 1.0;
    }
    // Out of 20 choices of three of six cards.
    let expected = [
        ("Cb.Cb.G", 3.0),
        ("Cb.Cb.L2b", 1.0),
        ("Cb.G.G", 6.0),
        ("Cb.G.L2b", 6.0),
        ("G.G.G", 1.0),
        ("G.G.L2b", 3.0),
    ];
    assert_eq!(counts.len(), expected.len(), "{counts:?}");
    let chi_squared: f64 = expected
        .iter()
        .map(|(hand, ways)| {
            let mean = f64::from(SAMPLES) * ways / 20.0;
            (counts[*hand] - mean).powi(2) / mean
        })
        .sum();
    // Five degrees of freedom: one seed in a thousand exceeds 20.5.
    assert!(chi_squared < 20.5, "{chi_squared}: {counts:?}");
}

/// The same over whole hands of the standard deal: all cards are equally frequent in each hand.
#[test]
fn whole_deals_are_uniform() {
    let state = read("buteur:players=4 play R2 d7 1 0-0 run R ?6/Cr.F.L5h.N3b.N5h.R2r/?6/?6 -");
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    const SAMPLES: u32 = 40_000;
    let mut counts = [[0.0; 64]; 4];
    for _ in 0..SAMPLES {
        let dealt = state.game().resample(state.position(), &mut rng);
        for (hand, counts) in counts.iter_mut().enumerate() {
            dealt.hand(hand).cards().for_each(|kind| counts[kind.index()] += 1.0);
        }
    }
    for hand in [0, 2, 3] {
        let unseen: Vec<_> = state.position().unseen().iter().collect();
        let total = f64::from(state.position().unseen().total());
        let chi_squared: f64 = unseen
            .iter()
            .map(|&(kind, copies)| {
                let mean = f64::from(SAMPLES) * 6.0 * f64::from(copies) / total;
                (counts[hand][kind.index()] - mean).powi(2) / mean
            })
            .sum();
        // The cards of a hand are negatively correlated, so this is below a chi-squared variable
        // with 38 degrees of freedom, which exceeds 70 for one seed in a thousand.
        assert!(chi_squared < 70.0, "hand {hand}: {chi_squared}");
    }
}

/// Red's view of a shot that Blue answers.
const SHOT: &str = "buteur shot B1 d14 1 0-0 run R Cr.F.F.L2h.L3r.N2b.N4h.R5r/?8 G.L4r.N3h";

/// For each of 400 deals after some moves: the number of clues that it contradicts, and Blue's
/// cards.
fn deal_clues(moves: &str, better: impl Fn(&str) -> bool) -> Vec<(u32, String)> {
    let state = read(&format!("{SHOT} moves {moves}"));
    let game = state.game();
    let clue = |(position, mv): &(_, _)| {
        let mut others = Vec::new();
        game.each_group(position, |other| {
            if better(&game.format_move(position, other)) {
                others.push(other);
            }
        });
        game.clue(position, *mv, &others)
    };
    let clues: Vec<_> = state.decisions().iter().rev().map(clue).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let deal = |_| {
        let dealt = game.resample(state.position(), &mut rng);
        let fields = game.format_fields(&dealt);
        let hand = fields.split([' ', '/']).nth(8).expect("the second hand").to_owned();
        (game.belied(&dealt, &clues, &mut rng), hand)
    };
    (0..400).map(deal).collect()
}

/// A player who lets a shot in holds no card that stops it.
#[test]
fn a_goal_belies_hands_that_stop_it() {
    let stops = |text: &str| text.starts_with(['G', 'C']);
    let deals = deal_clues("goal", stops);
    for (belied, hand) in &deals {
        let holds = hand.split('.').any(stops);
        assert_eq!(*belied, u32::from(holds), "{hand}");
    }
    assert!(deals.iter().any(|deal| deal.0 == 0) && deals.iter().any(|deal| deal.0 == 1));
}

/// A clue says nothing about a card drawn later: it may be any of the eight. The played card was in
/// the hand.
#[test]
fn cards_drawn_since_belie_nothing() {
    let stops = |text: &str| text.starts_with(['G', 'C']);
    let deals = deal_clues("goal d8:N4b draw:?", stops);
    let number_of = |hand: &str| hand.split('.').filter(|card| stops(card)).count();
    let one: Vec<_> = deals.iter().filter(|(_, hand)| number_of(hand) == 1).collect();
    let excused = one.iter().filter(|(belied, _)| *belied == 0).count();
    assert!(
        one.len() > 100 && excused > 5 && excused * 4 < one.len(),
        "{excused} of {}",
        one.len()
    );
    for (belied, hand) in &deals {
        match number_of(hand) {
            0 => assert_eq!(*belied, 0, "{hand}"),
            1 => assert!(*belied <= 1, "{hand}"),
            _ => assert_eq!(*belied, 1, "{hand}"),
        }
    }
    // He could have played the same card in another way, whatever else he held.
    let kicked = deal_clues("goal d8:N4b draw:?", |text| text.ends_with("N4b"));
    assert!(kicked.iter().all(|deal| deal.0 == 0), "{kicked:?}");
}
