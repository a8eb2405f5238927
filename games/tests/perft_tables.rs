//! Published move counts (perft) of the draughts games that L'Étoile des Dames contains. Captures
//! that take the same pieces with the same man to the same square count once.
//! CITE: R. Halbersma, DCTL, perft from the initial positions and from others.
//! CITE: damforum.nl, topic 2308, and shashki.com, topic 627: perft of positions.

use games::{Actor, AnyState, Game, perft, with_state};

/// Checks the counts for depths `first`, `first + 1`, ... of a position.
#[track_caller]
fn check(options: &str, fields: &str, first: u32, counts: &[u64]) {
    let text = format!("etoile:{options} {fields}");
    let any = AnyState::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for (depth, &count) in (first..).zip(counts) {
        let found = with_state!(&any, state => perft(state.game(), state.position(), depth));
        assert_eq!(found, count, "depth {depth} of {text}");
    }
}

#[test]
fn english_draughts() {
    let counts = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680, 18_391_564];
    check("board=square8,players=2,rules=english", "startpos", 1, &counts);
}

const INTERNATIONAL: &str = "board=square10,landing=any,majority=yes,omit=must,players=2";
const BRAZILIAN: &str = "board=square8,landing=any,majority=yes,omit=must,players=2";

#[test]
fn international_draughts() {
    let counts = [9, 81, 658, 4265, 27117, 167_140, 1_049_442];
    check(INTERNATIONAL, "startpos", 1, &counts);
}

#[test]
#[ignore = "long"]
fn international_draughts_deeper() {
    check(INTERNATIONAL, "startpos", 8, &[6_483_961, 41_022_423]);
}

#[test]
fn brazilian_draughts() {
    let counts = [7, 49, 302, 1469, 7473, 37628, 187_302, 907_830];
    check(BRAZILIAN, "startpos", 1, &counts);
}

#[test]
#[ignore = "long"]
fn brazilian_draughts_deeper() {
    check(BRAZILIAN, "startpos", 10, &[21_560_022]);
}

/// The fields of a position of international draughts in PDN, as `W:WK1,6:B41`. White goes up.
fn fields(pdn: &str) -> String {
    let (side, lists) = pdn.split_once(':').expect("a side to move");
    let list = |colour| {
        let list = lists.split(':').find_map(|list| list.strip_prefix(colour)).expect("pieces");
        let cells = list.split(',').map(|piece| {
            let (king, number) = piece.strip_prefix('K').map_or(("", piece), |rest| ("K", rest));
            let number = number.parse::<u8>().expect("a square") - 1;
            let (row, place) = (number / 5, number % 5);
            let column = 2 * place + (row + 1) % 2;
            format!("{king}{}{}", char::from(b'a' + column), 10 - row)
        });
        cells.collect::<Vec<_>>().join(",")
    };
    let seat = if side == "W" { "A" } else { "B" };
    format!("{seat} {} {} 0 -", list('W'), list('B'))
}

/// The published count for depth 9 is 1,008,317. It counts routes: four of its captures differ from
/// others in their route alone.
const ROUTES: &str = "W:B16,17,18,19,20:W31,32,33,34,35";

/// As `perft`, with each route of a move as a move.
fn perft_of_routes<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 || !matches!(game.actor(position), Actor::Seat(_)) {
        return u64::from(depth == 0);
    }
    let mut total = 0;
    game.each_route(position, |mv| {
        total +=
            if depth == 1 { 1 } else { perft_of_routes(game, &game.play(position, mv), depth - 1) };
    });
    total
}

/// The counts before routes were merged.
#[test]
fn counts_of_routes() {
    let count = |text: String, depth| {
        let any = AnyState::parse(&text).expect("a position");
        with_state!(&any, state => perft_of_routes(state.game(), state.position(), depth))
    };
    assert_eq!(count(format!("etoile:{INTERNATIONAL} {}", fields(ROUTES)), 9), 1_008_317);
    assert_eq!(count(format!("etoile:{BRAZILIAN} startpos"), 8), 907_836);
    let kings = format!("etoile:{INTERNATIONAL} {}", fields(POSITIONS[0].0));
    assert_eq!([1, 2, 3, 4].map(|depth| count(kings.clone(), depth)), [436, 1728, 38080, 177_960]);
}

/// Positions with many captures or kings, and the counts for depths 1, 2, ...
const POSITIONS: &[(&str, &[u64])] = &[
    (
        "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
        &[14, 55, 1168, 5432, 87195, 629_010],
    ),
    (
        "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
        &[6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050],
    ),
    ("W:W6,7,8,9,10:B41,42,43,44,45", &[9, 81, 795, 7578, 86351, 936_311]),
    (ROUTES, &[9, 81, 534, 2538, 9052, 29999, 98971, 310_315, 1_008_313]),
];

#[test]
fn positions_of_international_draughts() {
    for (pdn, counts) in POSITIONS {
        check(INTERNATIONAL, &fields(pdn), 1, counts);
    }
}
