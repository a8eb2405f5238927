//! Positions and moves in words.

use play::{Language, LiveGame, Viewer, texts};

fn told(language: Language, text: &str) -> Vec<String> {
    let game = LiveGame::open(text, 0).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.describe(texts(language), Viewer::Player(0))
}

#[test]
fn positions_are_told() {
    for (text, lines) in [
        (
            "benedictine startpos moves c2-d3@f2",
            &[
                "Green: bottles on b1, d1, f1, e2, d3",
                "Amber: bottles on c6, e6, b7, d7, f7",
                "ball on f2",
            ][..],
        ),
        (
            "maitres 4m4/9/9/9/4L4/9/3S5/9/4M4 b -",
            &[
                "Red: Master on e1; large cylinders on e5; small cylinders on d3",
                "Brown: Master on e9",
            ],
        ),
        (
            "maitres 4m4/9/9/9/9/9/9/9/4M4 b 3",
            &["Red: Master on e1", "Brown: Master on e9", "the die shows 3"],
        ),
        (
            "ruches startpos moves 7@d1",
            &[
                "Bees: 7 on d1; to be placed: 0, 1, 2, 3, 4, 5, 6, 8, 9",
                "Drones: to be placed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
            ],
        ),
        (
            "etoile:players=2 A Ac3,KBd4 Be3 0 -",
            &["Green: men on Ac3; kings on Bd4", "Amber: men on Be3"],
        ),
        (
            "etoile:players=2 A KBd4 KBe1 7 -",
            &["Green: kings on Bd4", "Amber: kings on Be1", "Quiet turns: 7"],
        ),
        (
            "buteur play R1 d7 1 2-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -",
            &[
                "Score: 2-0; half 1; Stock: 39; ball on d7",
                "Hand of Red: blue corner, free kick, goalkeeper, attacker left 3 (blue flag), attacker straight 2 \
                 (hand), attacker straight 5 (red flag), penalty card, attacker right 4 (hand)",
                "Hand of Blue: 8 hidden cards",
            ],
        ),
    ] {
        let found = told(Language::English, text);
        assert_eq!(found, lines, "{text}");
    }
    let french = told(Language::French, "benedictine startpos");
    assert_eq!(french[0], "Vert : bouteilles en b1, d1, f1, c2, e2");
}

/// The words name every piece: as many cells as pieces, in random games.
#[test]
fn nothing_is_left_out() {
    for (game, pieces) in [("benedictine", 11), ("maitres", 36), ("etoile", 36)] {
        let lines = told(Language::English, game).join(" ");
        let is_cell =
            |word: &&str| word.len() > 1 && word.ends_with(|end: char| end.is_ascii_digit());
        let cells = lines.split([' ', ',', ';']).filter(is_cell).count();
        assert_eq!(cells, pieces, "{lines}");
    }
}

#[test]
fn moves_are_read_aloud() {
    let french = texts(Language::French);
    for (game, text, said) in [
        ("maitres", "a2-a4+c2-c6", "a2 va en a4, et c2 va en c6"),
        ("maitres", "die4", "le dé montre 4"),
        ("benedictine", "c2-d3@goal", "c2 va en d3, ballon au but"),
        ("ruches", "7@d1", "pose 7 en d1"),
        ("ruches", "-e6", "retire e6"),
        ("etoile", "Ac3xBd4xBf2", "Ac3 prend vers Bd4, prend vers Bf2"),
        ("etoile", "huff:Bc3", "souffle Bc3"),
        ("ruches", "!d5", "souffle d5"),
        ("ruches:omit=withdraw", "!d5", "retire son jeton de d5"),
        ("ruches:omit=withdraw", "7@d1", "pose 7 en d1"),
        ("buteur", "d7:N4h+P", "de d7 : joue attaquant tout droit 4 (main) avec un penalty"),
        ("buteur", "GN", "joue gardien tout droit"),
        ("buteur", "discard:N4r", "jette attaquant tout droit 4 (drapeau rouge)"),
        ("buteur", "draw:L2b", "tire attaquant à gauche 2 (drapeau bleu)"),
        ("buteur", "draw:?", "tire une carte"),
        ("buteur", "cut:Cr", "la carte coupée est corner rouge"),
    ] {
        let game = LiveGame::open(game, 0).expect("a game");
        assert_eq!(game.say(french, text), said);
    }
}
