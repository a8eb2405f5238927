//! Weight files: the compiled-in ones are whole, damaged ones are refused in one line.

use std::collections::BTreeSet;

use eval::{Chances, Evaluate, Evaluator, Linear, Value, Weights, weight_count};
use games::benedictine::Benedictine;
use games::etoile::EtoileOnSquare8;
use games::maitres::Maitres;
use games::ruches::Ruches;
use games::{AnyState, Notation, Options, Seat, State, with_state};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::variants::variants;

/// Mutilated texts for each set of weights.
const MUTATIONS: u64 = 1000;

fn benedictine() -> Benedictine {
    Benedictine::from_options(&Options::parse(Benedictine::OPTIONS, None).expect("defaults"))
        .expect("a game")
}

/// A game for each set of weights.
fn sets<G: Evaluate + Notation>() -> Vec<G> {
    let mut games = variants::<G>();
    let mut seen = BTreeSet::new();
    games.retain(|game| seen.insert(game.weight_set()));
    games
}

fn defaults_are_whole<G: Evaluate + Notation>() {
    for game in sets::<G>() {
        let file = game.default_weights().expect("a listed game");
        let weights = Weights::parse(&game, file).expect("the compiled-in weights");
        assert_eq!(weights, Weights::default_for(&game));
        assert_eq!(weights.values().len(), weight_count(G::FEATURES));
        let set = game.weight_set();
        assert!(!weights.is_zero(), "{set} is all zero: write small weights by hand, or fit some");
        assert!(!weights.provenance.trim().is_empty(), "{set} says nothing of where it is from");
        assert!(weights.format(&game) == file, "files are as they would be written");
        assert!(file.starts_with(format!("set = {set:?}\n").as_bytes()));
    }
}

fn texts_round_trip<G: Evaluate + Notation>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for game in sets::<G>() {
        for provenance in [
            "",
            "zero",
            "By hand.\n",
            "two\nlines, \"quoted\".",
            "é # [weights]",
            "a \"b\"",
            "'c' \"d\"",
            "back\\slash",
            "\t\r\u{8}\u{c}\u{1}\u{7f}",
            "\"\"\" and '''",
            "\"\"\"\n'''\\\r",
        ] {
            let mut weights = Weights::zero(&game);
            weights.values_mut().fill_with(|| rng.random_range(-1_000_000..=1_000_000));
            weights.set_scale(rng.random_range(1..=10_000));
            weights.provenance = provenance.to_owned();
            if rng.random() {
                weights.set_chances(some_chances(&mut rng));
            }
            assert_eq!(Weights::parse(&game, weights.format(&game)), Ok(weights));
        }
        let zero = Weights::zero(&game);
        assert!(zero.is_zero());
        assert_eq!(Weights::parse(&game, zero.format(&game)), Ok(zero));
    }
}

fn some_chances(rng: &mut ChaCha8Rng) -> Chances {
    let mut curve = [0; Chances::POINTS].map(|_| rng.random_range(500..=1000));
    curve.sort_unstable();
    Chances::of_curve(curve).expect("a curve")
}

/// With zero weights every unfinished position is even.
#[test]
fn zero_is_even() {
    for text in [
        "benedictine startpos",
        "maitres startpos",
        "maitres startpos moves die3",
        "etoile startpos",
        "etoile:players=2 startpos",
    ] {
        let any = AnyState::parse(text).expect("a position");
        with_state!(&any, state => is_even(state));
    }
}

fn is_even<G: Evaluate>(state: &State<G>) {
    let evaluator = Linear::new(&Weights::zero(state.game()));
    let (game, position) = (state.game(), state.position());
    let seats = Seat::all(game.seats());
    let values: Vec<_> = seats.map(|seat| evaluator.estimate(game, position, seat)).collect();
    let even = Value::new(2 * Value::ONE / i32::from(game.seats()) - Value::ONE);
    assert!(values.iter().all(|&value| value == even), "{values:?}");
}

/// Entries of tables are kept in 16 bits. A number that does not fit becomes the nearest one that
/// does.
#[test]
fn entries_beyond_sixteen_bits_are_taken_as_the_nearest() {
    let any = AnyState::parse("ruches:setup=ordered startpos").expect("a position");
    let AnyState::Ruches(state) = any else { unreachable!() };
    let sums = |entry: i32| {
        let mut weights = Weights::zero(state.game());
        let mut before = 0;
        let mut groups = Ruches::FEATURES.iter();
        let diamonds = groups.find(|group| {
            before += group.count;
            group.name == "diamond"
        });
        let diamonds = diamonds.expect("a group");
        assert!(diamonds.is_table());
        weights.values_mut()[before - diamonds.count..before].fill(entry);
        Linear::new(&weights).sums(state.game(), state.position())
    };
    let most = i32::from(i16::MAX);
    assert_ne!(sums(most - 1), sums(most));
    assert_eq!(sums(most + 1), sums(most));
    assert_eq!(sums(-most - 2), sums(-most - 1));
}

/// The message for the text, which must be refused.
#[track_caller]
fn refused(text: &str) -> String {
    let error = Weights::parse(&benedictine(), text).expect_err("a damaged text");
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
    message
}

/// A text that does not change with every fit.
fn by_hand() -> String {
    text_of(&made_by_hand())
}

/// The text of a file of a set without tables.
fn text_of(weights: &Weights) -> String {
    String::from_utf8(weights.format(&benedictine())).expect("text")
}

fn made_by_hand() -> Weights {
    let mut weights = Weights::zero(&benedictine());
    let before = Benedictine::FEATURES.iter().take_while(|feature| feature.name != "on_move");
    let first: usize = before.map(|feature| feature.count).sum();
    weights.values_mut()[first..first + 3].copy_from_slice(&[10, 20, 30]);
    weights.set_scale(100);
    weights
}

/// Curves of chances that are none.
const LOW: &str = "scale = 100\nchances = [499, 600, 700, 800, 900, 910, 920, 930, 940, 950]";
const HIGH: &str = "scale = 100\nchances = [500, 600, 700, 800, 900, 910, 920, 930, 940, 1001]";
const FALLING: &str = "scale = 100\nchances = [600, 599, 700, 800, 900, 910, 920, 930, 940, 950]";

#[test]
fn damage_is_named() {
    let good = by_hand();
    for (from, to, words) in [
        ("set = \"benedictine\"", "set = \"maitres\"", &["set", "maitres", "benedictine"][..]),
        ("format = 1", "format = 2", &["format: read 2, expected 1 or none"]),
        ("format = 1", "format = 7\nmagic = []", &["format: read 7, expected 1 or none"]),
        ("format = 1", "format = \"x\"", &["line 2"]),
        ("set = \"benedictine\"\n", "", &["set"]),
        ("set = \"benedictine\"", "set = 3", &["line 1", "string"]),
        ("scale = 100", "scale = 0", &["scale", "read 0", "1 to 10000"]),
        ("scale = 100", "scale = -5", &["scale", "read -5"]),
        ("scale = 100", "scale = 10001", &["scale", "read 10001"]),
        ("scale = 100", "scale = 99999999999", &["line 5"]),
        ("scale = 100", "scale = 1.5", &["line 5"]),
        ("scale = 100", "scale = \"x\"", &["line 5"]),
        ("scale = 100", "", &["scale"]),
        ("scale = 100", "scale = 100\nscale = 100", &["line 6", "duplicate"]),
        ("scale = 100", "scale = 100\nspeed = 1", &["line 6", "speed"]),
        ("scale = 100", LOW, &["chances: read [499, 600,", "expected numbers that rise from 500"]),
        ("scale = 100", HIGH, &["chances: read", "1001]"]),
        ("scale = 100", FALLING, &["chances: read [600, 599,"]),
        ("scale = 100", "scale = 100\nchances = [600]", &["line 6", "10"]),
        ("scale = 100", "scale = 100\nchances = 600", &["line 6"]),
        ("scale = 100", "scale = 100\nchances = [-1, 2]", &["line 6"]),
        ("[weights]", "[weight]", &["weight"]),
        ("[weights]", "[weights", &["line 7"]),
        ("on_move = [10, 20, 30]", "", &["weights", "on_move", "3"]),
        ("on_move = [10, 20, 30]", "on_move = []", &["on_move", "read 0", "expected 3"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20]", &["on_move", "read 2", "expected 3"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, 3, 4]", &["on_move", "read 4"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, 1000001]", &["on_move", "1000001"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, -2147483648]", &["on_move", "-2147483648"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, 3000000000]", &["line 13"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, true]", &["line 13"]),
        ("on_move = [10, 20, 30]", "on_move = 10", &["line 13"]),
        ("on_move = [10, 20, 30]", "on_move = [10, 20, 30]\nmore = [1]", &["more", "missing"]),
    ] {
        assert!(good.contains(from), "{from}");
        let message = refused(&good.replace(from, to));
        for word in words {
            assert!(message.contains(word), "{word:?} in {message:?}, for {to:?}");
        }
    }
}

#[test]
fn texts_that_are_no_files() {
    let nested = format!("set = {}", "[".repeat(100_000));
    let long = format!("set = \"{}\"", "x".repeat(1_000_000));
    for text in ["", "\0", "\u{feff}", "é", "[[[", "a.b.c.d = 1", "set = \"\"\"", &nested, &long] {
        refused(text);
    }
}

/// One damage at a random place.
fn mutilated(file: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    const PARTS: &str = "\0 \" \"\"\" [ ] = - 9999999999 é \u{1f3b2} \\ # weights \r";
    let parts: Vec<&str> = PARTS.split(' ').chain(["", "\n"]).collect();
    let mut bytes = file.to_vec();
    for _ in 0..rng.random_range(1..4) {
        let start = rng.random_range(0..=bytes.len());
        let end = (start + rng.random_range(0..12)).min(bytes.len());
        let part = parts[rng.random_range(0..parts.len())];
        match rng.random_range(0..3) {
            0 => drop(bytes.splice(start..start, part.bytes())),
            1 => drop(bytes.splice(start..end, part.bytes())),
            _ => bytes.truncate(start.max(1)),
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    bytes
}

/// Packed weights are the same numbers. Damaged ones are refused, or are weights.
fn packed_weights_are_the_same<G: Evaluate + Notation>() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let packed: Vec<_> = Weights::all_packed::<G>().collect();
    for game in sets::<G>() {
        let set = game.weight_set();
        let default = Weights::default_for(&game);
        let (_, bytes) = packed.iter().find(|(name, _)| *name == set).expect("every set");
        assert!(*bytes == default.packed());
        let mut random = Weights::zero(&game);
        assert_eq!(Weights::from_packed(&game, &random.packed()).as_ref(), Some(&without(&random)));
        random.set_scale(rng.random_range(1..10_000));
        random.set_chances(some_chances(&mut rng));
        for weight in random.values_mut() {
            if rng.random_range(0..3) == 0 {
                *weight = rng.random_range(-1_000_000..=1_000_000) >> rng.random_range(0..20);
            }
        }
        for weights in [default, random] {
            let read = Weights::from_packed(&game, &weights.packed());
            assert!(read.as_ref() == Some(&without(&weights)), "{set}");
        }
        for _ in 0..MUTATIONS / 10 {
            if let Some(weights) = Weights::from_packed(&game, &mutilated(bytes, &mut rng)) {
                assert_eq!(weights.values().len(), weight_count(G::FEATURES));
            }
        }
    }
}

/// The weights without their provenance.
fn without(weights: &Weights) -> Weights {
    let mut weights = weights.clone();
    weights.provenance.clear();
    weights
}

fn survives_mutilation<G: Evaluate + Notation>() {
    for game in sets::<G>() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let file = game.default_weights().expect("a listed game");
        // The bytes of tables are long, and one checksum protects them.
        let mutations = if file.contains(&0) { MUTATIONS / 10 } else { MUTATIONS };
        let mut refused = 0;
        for _ in 0..mutations {
            let damaged = mutilated(file, &mut rng);
            match Weights::parse(&game, &damaged) {
                Ok(weights) => assert_eq!(weights.values().len(), weight_count(G::FEATURES)),
                Err(error) => {
                    let message = error.to_string();
                    let plain = !message.is_empty() && !message.contains(char::is_control);
                    assert!(plain, "{message:?} for {:?}", damaged.escape_ascii().to_string());
                    refused += 1;
                }
            }
        }
        assert!(3 * refused > 2 * mutations, "{refused} texts were damaged");
    }
}

/// Every text that is cut short is refused.
#[test]
fn truncated_texts() {
    let text = by_hand();
    let last = text.rfind(']').expect("numbers");
    for end in (0..=last).filter(|&end| text.is_char_boundary(end)) {
        refused(&text[..end]);
    }
}

macro_rules! laws {
    ($id:ident, $game:ty) => {
        mod $id {
            #[test]
            fn defaults_are_whole() {
                super::defaults_are_whole::<$game>();
            }

            #[test]
            fn texts_round_trip() {
                super::texts_round_trip::<$game>();
            }

            #[test]
            fn packed_weights_are_the_same() {
                super::packed_weights_are_the_same::<$game>();
            }

            #[test]
            fn survives_mutilation() {
                super::survives_mutilation::<$game>();
            }
        }
    };
}

games::for_each_game!(laws);

/// Weights of one variant are not those of the other.
#[test]
fn variants_have_their_own_weights() {
    let any = AnyState::parse("maitres:variant=annihilation startpos").expect("a position");
    let AnyState::Maitres(state) = any else { panic!("another game") };
    let master = Maitres::from_options(&Options::parse(Maitres::OPTIONS, None).expect("defaults"))
        .expect("a game");
    let text = master.default_weights().expect("a listed game");
    let error = Weights::parse(state.game(), text).expect_err("another set");
    assert!(error.to_string().contains("maitres-annihilation"), "{error}");
}

/// Strings are written as the reader's own library writes them: the plainest form that holds the
/// text.
#[test]
fn provenance_is_written_plainly() {
    for (text, wanted) in [
        ("zero", "\"zero\""),
        ("a \"b\"", "'a \"b\"'"),
        ("'a' \"b\"", "\"\"\"'a' \"b\"\"\"\""),
        ("a\nb\n", "\"\"\"\na\nb\n\"\"\""),
        ("a\n\\b", "'''\na\n\\b'''"),
        ("a\r", "\"a\\r\""),
        ("a\tb", "\"a\\tb\""),
        ("\r\n\"\"\"\"", "\"\"\"\n\\r\n\"\"\\\"\"\"\"\""),
    ] {
        let mut weights = Weights::zero(&benedictine());
        weights.provenance = text.to_owned();
        let line = format!("provenance = {wanted}\n");
        assert!(text_of(&weights).contains(&line), "{text:?}");
    }
}

/// A file with tables, and where their bytes begin.
fn with_tables() -> (EtoileOnSquare8, Vec<u8>, usize) {
    let game = State::<EtoileOnSquare8>::parse("etoile:board=square8,players=2 startpos");
    let game = game.expect("a position").into_game();
    let mut weights = Weights::zero(&game);
    let count = weights.values().len();
    for (index, weight) in [(0, 5), (count - 700, -1_000_000), (count - 699, 70), (count - 1, 1)] {
        weights.values_mut()[index] = weight;
    }
    let file = weights.format(&game);
    assert_eq!(Weights::parse(&game, &file), Ok(weights));
    let text = file.iter().position(|&byte| byte == 0).expect("tables");
    (game, file, text + 1)
}

/// Every changed, missing or additional byte in a file with tables is detected.
#[test]
fn damaged_tables_are_named() {
    let (game, file, start) = with_tables();
    let refused = |file: &[u8]| Weights::parse(&game, file).expect_err("damage").to_string();
    for end in start..file.len() {
        let message = refused(&file[..end]);
        assert!(message.contains("cut off") || message.contains("checksum"), "{end}: {message}");
    }
    for place in start..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 1;
        assert!(refused(&damaged).contains("checksum"), "{place}");
    }
    // Damage with a correct checksum.
    let summed = |mut body: Vec<u8>| {
        let sum = crc32fast::hash(&body);
        body.extend(sum.to_le_bytes());
        body
    };
    let body = &file[..file.len() - 4];
    for (damaged, words) in [
        ([body, &[0, 0]].concat(), "read 2 bytes too many"),
        (body[..body.len() - 1].to_vec(), "damaged bytes at weight"),
        ([&body[..body.len() - 1], &[0x80; 9]].concat(), "damaged bytes at weight"),
        ([&body[..start], &[0, 0xFF, 0xFF, 0x7F]].concat(), "damaged bytes at weight 0"),
        ([&body[..start], &[0x82, 0x89, 0x7A]].concat(), "damaged bytes at weight"),
    ] {
        let message = refused(&summed(damaged));
        assert!(message.contains(words), "{words}: {message}");
    }
    let text = String::from_utf8(file[..start - 1].to_vec()).expect("text");
    for (from, to, words) in [
        ("format = 2", "format = 1", "format: read 1, expected 2"),
        ("net = ", "net = 1", "expected"),
        ("net = ", "nets = ", "\"nets\""),
    ] {
        assert!(text.contains(from), "{from}");
        let damaged = [text.replace(from, to).as_bytes(), &body[start - 1..]].concat();
        let message = refused(&summed(damaged));
        assert!(message.contains(words), "{words}: {message}");
    }
}

/// Weights apply only to a game with the options of their set.
#[test]
fn weights_of_a_set_are_for_its_options() {
    let any = AnyState::parse("maitres:variant=annihilation startpos").expect("a position");
    let AnyState::Maitres(state) = any else { panic!("another game") };
    let master = State::<Maitres>::parse("maitres startpos").expect("a position").into_game();
    for weights in [Weights::zero(state.game()), Weights::default_for(state.game())] {
        assert!(weights.are_for(state.game()) && !weights.are_for(&master));
        assert!(!weights.are_for(&benedictine()));
    }
}
