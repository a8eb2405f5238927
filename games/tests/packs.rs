//! Pack files: the standard one, another one in use, and bad ones with the lines of their errors.

use games::buteur::{Arrow, Card, CardKind, Landing, Pack, RED, Side, Symbol};
use games::{AnyState, Resources, format_position, perft, with_state};

const GARDEN: &str = include_str!("packs/garden.toml");

fn garden() -> Pack {
    Pack::parse(GARDEN).expect("a pack")
}

/// RULING F1: the standard pitch and pack.
#[test]
fn ruling_f1_standard_pack() {
    let pack = Pack::standard();
    assert_eq!((pack.name(), pack.all().total()), ("standard", 55));
    let pitch = pack.pitch();
    assert_eq!((pitch.columns, pitch.rows), (8, 14));
    assert_eq!((pitch.goal, pitch.area, pitch.area_rows), ((3, 4), (2, 5), 3));
    let count = |name: &str| {
        let kind = pack.cards().iter().position(|card| card.name == name).expect(name);
        pack.all().count(CardKind(kind as u8))
    };
    let names = ["G", "F", "Cr", "Cb", "P", "N2h", "L5r", "R4b"];
    assert_eq!(names.map(count), [4, 9, 2, 2, 2, 1, 1, 1]);
    let attackers = pack.cards().iter().filter(|card| matches!(card.card, Card::Attacker { .. }));
    assert_eq!(attackers.count(), 36);
    assert!(pack.cards().is_sorted_by(|one, other| one.name < other.name), "in order of texts");
    let hands: Vec<_> = (2..=4).map(|players| pack.hand_size(players, 0)).collect();
    assert_eq!(hands, [8, 8, 6]);
    assert_eq!(pack.hand_size(3, 1), 6);
}

/// RULING F2: no card of the standard pack goes sideways. Cards of another pack may.
#[test]
fn ruling_f2_sideways_cards() {
    let sideways = |pack: &Pack| {
        pack.cards()
            .iter()
            .filter(|card| {
                matches!(card.card, Card::Attacker { arrow: Arrow::West | Arrow::East, .. })
            })
            .count()
    };
    assert_eq!(sideways(&Pack::standard()), 0);
    let pack = garden();
    assert_eq!(sideways(&pack), 1);
    // Blue's left is on the other side.
    assert_eq!(pack.landing(RED, Arrow::West, 1, 8), Landing::Field(7));
    assert_eq!(pack.landing(RED.other(), Arrow::West, 1, 8), Landing::Field(9));
    assert_eq!(pack.landing(RED, Arrow::East, 9, 8), Landing::Throw(11));
}

#[test]
fn the_ball_leaves_the_pitch() {
    let pack = Pack::standard();
    let pitch = pack.pitch();
    let kick = |arrow, distance, column: u8, row: u8| {
        pack.landing(RED, arrow, distance, pitch.cell(column - b'a', row - 1))
    };
    assert_eq!(kick(Arrow::North, 2, b'd', 13), Landing::Shot(pitch.cell(3, 13)));
    assert_eq!(kick(Arrow::Right, 1, b'c', 14), Landing::Shot(pitch.cell(2, 13)));
    assert_eq!(kick(Arrow::Left, 1, b'd', 14), Landing::GoalKick(Side::Left));
    assert_eq!(kick(Arrow::North, 3, b'f', 12), Landing::GoalKick(Side::Right));
    assert_eq!(kick(Arrow::Left, 5, b'b', 3), Landing::Throw(pitch.cell(0, 3)));
    // Beyond both lines at a corner.
    assert_eq!(kick(Arrow::Left, 1, b'a', 14), Landing::Throw(pitch.cell(0, 13)));
}

#[test]
fn another_pack_plays_under_its_name() {
    let packs = Resources::default().with_pack(garden());
    let text = "buteur:pack=garden kickoff R1 c 1 0-0 run R N2h.N2h.W1b/Cr.G.L3r -";
    let any = AnyState::parse_with(text, &packs).expect("a position");
    let canonical = with_state!(&any, state => format_position(state.game(), state.position()));
    assert_eq!(canonical, text);
    // Two cells for two kinds of attackers; then one of the unseen cards.
    let counts = [1, 2]
        .map(|depth| with_state!(&any, state => perft(state.game(), state.position(), depth)));
    assert_eq!(counts, [4, 4 * 5]);
    let end = AnyState::parse_with(&format!("{text} moves c4:W1b draw:P"), &packs).expect("moves");
    let end = with_state!(&end, state => format_position(state.game(), state.position()));
    assert_eq!(end, "buteur:pack=garden play B1 b4 1 0-0 run R N2h.N2h.P/Cr.G.L3r W1b");
}

/// RULING F15: of two middle rows the one that is farther from the goal line.
#[test]
fn ruling_f15_an_area_of_even_depth() {
    let packs = Resources::default().with_pack(garden());
    for (hands, player, other, ball) in
        [("Cr.F.P/-", "R1", "B1", "c2"), ("-/Cr.F.P", "B1", "R1", "c7")]
    {
        let own = format!("buteur:pack=garden clear {player} c 1 0-0 run R {hands} -");
        let filled = own.replace("-/", "N2h.N2h.N2h/").replace("/-", "/N2h.N2h.N2h");
        let any =
            AnyState::parse_with(&format!("{filled} moves discard:P"), &packs).expect("moves");
        let text = with_state!(&any, state => format_position(state.game(), state.position()));
        assert!(text.starts_with(&format!("buteur:pack=garden play {other} {ball} ")), "{text}");
    }
}

#[test]
fn a_pack_is_known_only_where_it_was_given() {
    let error = AnyState::parse("buteur:pack=garden startpos").expect_err("unknown");
    assert_eq!(error.field, "option pack");
    assert!(error.expected.contains("standard"), "{error}");
    let error = AnyState::parse_with(
        "buteur:pack=yard startpos",
        &Resources::default().with_pack(garden()),
    )
    .expect_err("unknown");
    assert_eq!((error.field.as_str(), error.read.as_str()), ("option pack", "yard"));
    assert!(
        AnyState::parse_with("buteur startpos", &Resources::default().with_pack(garden())).is_ok(),
        "the default stays"
    );
}

/// A line of the file, its replacement, the start of the error, and a word of what it expects.
const BAD: &[(&str, &str, &str, &str)] = &[
    ("name = \"garden\"", "name = \"standard\"", "name: read \"standard\"", "another name"),
    ("name = \"garden\"", "name = \"My pack\"", "line 2: name: read \"My pack\"", "a-z"),
    ("name = \"garden\"", "name = 3", "line 2: pack", "string"),
    ("name = \"garden\"", "", "line 1: pack", "name"),
    ("columns = 6", "columns = 7", "line 5: columns: read \"7\"", "even"),
    ("columns = 6", "columns = 28", "line 5: columns: read \"28\"", "6 to 26"),
    ("rows = 8", "rows = 200", "line 6: rows: read \"200\"", "2 to 26"),
    ("goal = \"c-d\"", "goal = \"b-d\"", "line 7: goal: read \"b-d\"", "penalty area"),
    ("goal = \"c-d\"", "goal = \"d-c\"", "line 7: goal: read \"d-c\"", "columns as"),
    (
        "columns = \"c-d\", rows = 2",
        "columns = \"b-d\", rows = 2",
        "line 8: area columns",
        "two columns",
    ),
    ("columns = \"c-d\", rows = 2", "columns = \"c-d\", rows = 5", "line 8: area rows", "1 to 4"),
    ("alone = 3", "alone = 9", "line 11: alone: read \"9\"", "1 to 8"),
    ("alone = 3", "alone = 8", "line 15: cards: read \"12\"", "20 to 200"),
    ("\"N\", distance = 2", "\"N\", distance = 10", "line 16: distance: read \"10\"", "1 to 9"),
    ("\"N\", distance = 2", "\"N\"", "line 16: distance: read \"nothing\"", "attacker"),
    ("\"N\", distance = 2", "\"NL\", distance = 2", "line 16: arrows: read \"NL\"", "one arrow"),
    ("\"N\", distance = 2", "\"S\", distance = 2", "line 16: arrows: read \"S\"", "N L R W E"),
    ("\"N\", distance = 2", "\"\", distance = 2", "line 16: arrows: read \"\"", "at least one"),
    ("symbol = \"hand\"", "symbol = \"foot\"", "line 16: symbol: read \"foot\"", "hand, red"),
    ("count = 4 }", "count = 0 }", "line 16: count: read \"0\"", "1 to 200"),
    ("count = 4 }", "count = 4, colour = 1 }", "line 16: pack", "unknown field"),
    (
        "\"L\", distance = 3, symbol = \"red\"",
        "\"N\", distance = 2, symbol = \"hand\"",
        "line 17: card: read \"N2h\"",
        "each card in one line",
    ),
    ("card = \"penalty\"", "card = \"foul\"", "line 22: card: read \"foul\"", "penalty"),
    ("card = \"penalty\"", "card = \"penalty\", distance = 3", "line 22: distance", "none"),
    (
        "card = \"corner\", symbol = \"red\"",
        "card = \"corner\", symbol = \"hand\"",
        "line 21: symbol: read \"hand\"",
        "red or blue",
    ),
    ("  { card = \"penalty\", count = 1 },\n]", "", "line ", "array"),
];

#[test]
fn errors_name_the_line() {
    for (old, new, start, expected) in BAD {
        let text = GARDEN.replacen(old, new, 1);
        assert_ne!(text, GARDEN, "{old}");
        let error = Pack::parse(&text).expect_err(new).to_string();
        assert!(error.starts_with(start), "{new}: {error}");
        assert!(error.contains(expected), "{new}: {error}");
        assert!(!error.contains('\n'), "{new}: {error}");
    }
}

#[test]
fn symbols_are_read() {
    let symbol = |name: &str| {
        let pack = garden();
        let card = pack.cards().iter().find(|card| card.name == name).expect(name).card;
        match card {
            Card::Attacker { symbol, .. } | Card::Corner(symbol) => Some(symbol),
            _ => None,
        }
    };
    let names = ["N2h", "L3r", "W1b", "Cr", "G", "F", "P"];
    let wanted = [Some(Symbol::Hand), Some(Symbol::Red), Some(Symbol::Blue), Some(Symbol::Red)];
    assert_eq!(names.map(symbol)[..4], wanted);
    assert_eq!(names.map(symbol)[4..], [None; 3]);
}
