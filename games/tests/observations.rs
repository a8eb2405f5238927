//! Observations: a player's view and nothing else, in random games and random positions of all
//! options.

use std::collections::HashMap;

use games::{
    AnyState, Information, Listed, ObservationShape, Observations, State, format_position,
    random_step, with_state,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::cases::{Player, each_case};

const VARIANTS: &str = include_str!("../variants.txt");

/// The text of a player's view, and his observation.
fn seen<G: Player + Observations>(
    game: &G,
    position: &G::Position,
    player: u8,
) -> (String, Vec<u8>) {
    let view = G::Information::view(game, position, player);
    (format_position(game, &view), game.observation(position, player))
}

/// Texts and observations belong together one to one.
#[derive(Default)]
struct Pairs {
    observations: HashMap<(String, u8), Vec<u8>>,
    texts: HashMap<(String, Vec<u8>), (String, u8)>,
}

impl Pairs {
    fn add<G: Player + Observations>(&mut self, game: &G, position: &G::Position) {
        for player in 0..G::Information::players(game) {
            let (text, observation) = seen(game, position, player);
            let head = text.split(' ').next().unwrap_or("").to_owned();
            let named = (text, player);
            let known = self.observations.entry(named.clone()).or_insert(observation.clone());
            assert_eq!(*known, observation, "two observations of {named:?}");
            let known = self.texts.entry((head, observation)).or_insert(named.clone());
            assert_eq!(*known, named, "two positions with one observation");
        }
    }
}

/// The position with one field of another position, for each field where that is a position.
fn mixed<G: Player>(game: &G, one: &G::Position, other: &G::Position) -> Vec<G::Position> {
    let [one, other] = [one, other].map(|position| game.format_fields(position));
    let [one, other]: [Vec<&str>; 2] = [&one, &other].map(|text| text.split(' ').collect());
    let mix = |field: usize| {
        let mut fields = one.clone();
        fields[field] = other[field];
        game.parse_fields(&fields).ok()
    };
    (0..one.len()).filter_map(mix).collect()
}

fn observations_are_views<G: Player + Observations>() {
    let (mut pairs, mut last) = (Pairs::default(), None);
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        for player in 0..G::Information::players(game) {
            let observation = game.observation(position, player);
            case.same(&observation.len(), &game.observation_shape().size(), "the shape");
            let view = G::Information::view(game, position, player);
            case.same(&game.observation(&view, player), &observation, "of the view");
            if !G::Information::hides(game, &view, player) {
                let dealt = G::Information::resample(game, &view, &mut rng);
                case.same(&game.observation(&dealt, player), &observation, "of another deal");
            }
        }
        pairs.add(game, position);
        // Positions that differ in one field.
        if let Some((same, before)) = last.replace((game.clone(), *position))
            && same == *game
        {
            mixed(game, position, &before).iter().for_each(|mixed| pairs.add(game, mixed));
        }
    });
    let views = pairs.observations.len();
    assert!(views > 2000, "only {views} views");
}

macro_rules! of_game {
    ($name:ident, $game:ty) => {
        #[test]
        fn $name() {
            super::observations_are_views::<$game>();
        }
    };
}

mod observations_are_views {
    games::for_each_game!(of_game);
}

/// The other cards of a position do not matter, and the own cards do.
#[test]
fn hidden_cards_are_not_observed() {
    let read = |hands: &str| {
        let text = format!("buteur play R1 d7 1 0-0 run R {hands} F");
        AnyState::parse(&text).expect("a position")
    };
    let one = read("Cr.F.L5h.N3b.N5h.P.R2r.R3r/G.G.L2b.L3b.L4b.N2b.N4b.R5b");
    let other = read("Cr.F.L5h.N3b.N5h.P.R2r.R3r/G.G.L2b.L3b.L4b.N2b.N4b.R4b");
    assert_eq!(one.observation(0), other.observation(0));
    assert_ne!(one.observation(1), other.observation(1));
    assert_ne!(one.observation(0), one.observation(1));
    assert_eq!(one.observation(2), None);
    // The player of a hidden hand knows only how many cards he has.
    let of_red = one.view(0).expect("a player");
    assert_eq!(of_red.observation(1), other.view(0).expect("a player").observation(1));
    assert_ne!(of_red.observation(1), one.observation(1));
}

/// A digest of the observations of a random game.
fn digest<G: Listed>(start: &State<G>) -> u64 {
    let (mut digest, mut buffer) = (0_u64, Vec::new());
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut state = start.clone();
    loop {
        for player in 0..G::Information::players(state.game()) {
            for byte in state.game().observation(state.position(), player) {
                digest = digest.wrapping_mul(0x100_0000_01B3) ^ u64::from(byte);
            }
        }
        if random_step(&mut state, &mut buffer, &mut rng).is_some() {
            return digest;
        }
    }
}

/// The layout stays the same from one version to the next. A new variant adds a line here.
#[test]
fn observations_keep_their_layout() {
    let known: &[(&str, [usize; 4], u64)] = &[
        ("benedictine", [3, 7, 7, 2], 0xDCE0F0E2FDC38F6B),
        ("benedictine:plies=60,repetition=0", [3, 7, 7, 2], 0x7186703CE9A165E5),
        ("maitres", [6, 9, 9, 3], 0x981E3CD401FAFE29),
        ("maitres:passage=leap", [6, 9, 9, 3], 0x20F5E0D9D2A17697),
        ("maitres:variant=annihilation", [6, 9, 9, 3], 0xBBC2319F1C9B1A65),
        ("ruches", [4, 9, 7, 23], 0x93A59DC5C73D2DFC),
        ("ruches:omit=withdraw", [4, 9, 7, 23], 0x2F7F92D0878A0CE0),
        ("ruches:contact=jump,omit=free,setup=ordered", [4, 9, 7, 23], 0xDCCF621155904DA5),
        ("etoile", [9, 12, 4, 6], 0x234BC509112FECDB),
        ("etoile:misere=yes", [9, 12, 4, 6], 0x870D95005CC3FF29),
        ("etoile:landing=any,omit=must", [9, 12, 4, 6], 0xC6DC9F6F548D8928),
        ("etoile:players=2", [7, 12, 4, 6], 0xF042C49563C42E67),
        ("etoile:omit=huff,players=2,rules=english", [7, 12, 4, 6], 0xA2F1DA13EC54D748),
        ("etoile:neutral=barren,players=2,rules=german", [7, 12, 4, 6], 0xBBD02EE05A2928D7),
        (
            "etoile:colour=light,majority=yes,players=2,rules=italian",
            [7, 12, 4, 6],
            0x5DAB2F3C36961C6B,
        ),
        ("etoile:board=square8,players=2,rules=english", [7, 8, 4, 6], 0xD49174A5E2AB450),
        ("etoile:board=square10,players=2", [7, 10, 5, 6], 0x6A27DF410C5040DB),
        ("buteur", [1, 14, 8, 105], 0x26934C821729D9A),
        ("buteur:players=3", [1, 14, 8, 106], 0x4175D5037A151039),
        ("buteur:players=4", [1, 14, 8, 107], 0x944BB1081F24C973),
    ];
    let mut found = Vec::new();
    for variant in VARIANTS.lines() {
        let any = AnyState::start(variant).expect("a variant");
        let ObservationShape { planes, rows, columns, values } = any.observation_shape();
        let digest = with_state!(&any, state => digest(state));
        found.push((variant, [planes, rows, columns, values], digest));
    }
    assert_eq!(found, known);
}
