//! Tables of every game: whole games, taking back, hidden cards, levels.

use engine::StopFlag;
use games::Paint;
use play::{
    Language, Level, Sitter, StepView, Study, Table, TableView, Turn, Viewer, picture, texts,
};

const VARIANTS: &str = include_str!("../../../games/variants.txt");

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Lets the engine at a level play until the game ends or so many steps are made.
fn play_on(table: &mut Table, number: u8, steps: usize) {
    for _ in 0..steps {
        match table.turn() {
            Turn::Over => return,
            Turn::Chance { .. } => table.roll().expect("chance acts"),
            Turn::Player { .. } => {
                let mut question = table.question().expect("somebody acts");
                let seed = table.choice_seed();
                let mv = question.choose(level(number), seed, &StopFlag::default());
                table.step(&mv).unwrap_or_else(|error| panic!("{error} in {}", table.text()));
            }
        }
    }
}

/// A beginner's whole game ends in every variant, and its text is read again to the same end.
#[test]
fn whole_games() {
    for variant in VARIANTS.lines().filter(|line| !line.contains("plies=60")) {
        let mut table = Table::open(variant, 3).expect(variant);
        play_on(&mut table, 1, 120);
        let again = Table::open(&table.text(), 3).expect("its own text");
        assert_eq!(again.view(Viewer::All).position, table.view(Viewer::All).position);
        assert_eq!(again.view(Viewer::All).result, table.view(Viewer::All).result);
        assert!(!table.diagram(Viewer::Nobody, Paint::Plain).is_empty());
        for (player, name) in table.players().iter().enumerate() {
            let view = table.view(Viewer::Player(player as u8));
            assert!(view.seats[player] < 4 && !name.is_empty());
        }
    }
}

/// Each player's name is the one that the position's text has where he is to move.
#[test]
fn names_of_players() {
    for variant in VARIANTS.lines() {
        let mut table = Table::open(variant, 5).expect(variant);
        for _ in 0..40 {
            play_on(&mut table, 1, 1);
            if let Turn::Player { player } = table.turn() {
                let (view, name) = (table.view(Viewer::All), table.players()[usize::from(player)]);
                let mut words = view.position.split(' ');
                assert!(
                    words.any(|word| word.trim_end_matches('*') == name),
                    "{name}: {}",
                    view.position
                );
            }
        }
    }
}

#[test]
fn dice_stay_when_moves_are_taken_back() {
    let mut table = Table::open("maitres", 11).expect("a game");
    table.seat(1, Sitter::Engine(level(1)));
    play_on(&mut table, 1, 12);
    let (text, steps) = (table.text(), table.steps().to_vec());
    table.undo().expect("a move to take back");
    assert_eq!(table.to_move(), Some(Sitter::Person));
    assert_eq!(table.steps(), steps, "nothing is forgotten until something else is played");
    table.redo().expect("a move to play again");
    assert_eq!(table.text(), text);

    // Another move, and still the same rolls.
    while table.undo().is_ok() {}
    let other = table.view(Viewer::All).moves.pop().expect("a move");
    table.step(&other).expect("a legal one");
    play_on(&mut table, 1, 7);
    let rolls = |steps: &[StepView]| {
        steps
            .iter()
            .filter(|step| step.chance)
            .map(|step| step.text.clone())
            .take(4)
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(table.steps()), rolls(&steps));
    assert!(table.go_to(999).is_err() && table.go_to(1).is_ok());
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let mut table = Table::open("benedictine", 1).expect("a game");
    for wrong in ["c2-c9", "", "die4", "c2-d3@f2 ", "pass", "\u{0}"] {
        assert!(table.step(wrong).is_err(), "{wrong:?}");
    }
    assert!(table.roll().is_err() && table.undo().is_err() && table.redo().is_err());
    assert_eq!(table.text(), Table::open("benedictine startpos", 9).expect("a start").text());
    for wrong in
        ["", "chess", "benedictine moves", "benedictine startpos moves", "maitres:x=1 startpos"]
    {
        assert!(Table::open(wrong, 1).is_err(), "{wrong:?}");
    }
}

/// Whatever a player is told of a match does not depend on the cards that he does not see: his view holds none of
/// the cards that only others have, and nobody can take back what was shown.
#[test]
fn hidden_cards_stay_hidden() {
    let mut taken_back = 0;
    for (seed, game) in
        (0..12).zip(["buteur", "buteur:players=3", "buteur:players=4"].iter().cycle())
    {
        let mut table = Table::open(game, seed).expect("a match");
        for _ in 0..60 {
            play_on(&mut table, 1, 1);
            let players = table.players().len() as u8;
            let hands = hands(&table.view(Viewer::All));
            for player in 0..players {
                let view = table.view(Viewer::Player(player));
                let seen = self::hands(&view);
                for (other, hand) in seen.iter().enumerate() {
                    let own = other == usize::from(player);
                    assert!(
                        own && *hand == hands[other] || hand.starts_with('?') || hand == "-",
                        "{view:?}"
                    );
                }
                assert_eq!(view.text, view.position, "the past tells cards");
                let acts = table.turn() == Turn::Player { player };
                assert!(acts || view.moves.is_empty(), "{view:?}");
                for step in view.steps.iter().filter(|step| step.text.starts_with("draw:")) {
                    assert!(step.player == player || step.text == "draw:?", "{step:?}");
                }
            }
            let nobody = table.view(Viewer::Nobody);
            assert!(self::hands(&nobody).iter().all(|hand| hand.starts_with('?') || hand == "-"));
            assert!(nobody.moves.is_empty());
            assert!(table.go_to(0).is_err());
            // What nobody has seen a card since is taken back, and nothing else.
            let played = &table.steps()[..table.cursor()];
            let last = played.iter().rposition(|step| !step.chance);
            let shown = last.is_none_or(|last| played[last..].iter().any(|step| step.chance));
            assert_eq!(table.undo().is_err(), shown, "{table:?}");
            if !shown {
                table.redo().expect("it was taken back");
                taken_back += 1;
            }
        }
        let shown = table.view(Viewer::All);
        table.show_all();
        assert_eq!(hands(&table.view(Viewer::Nobody)), hands(&shown));
        assert!(table.undo().is_ok(), "in an analysis all may be taken back");
    }
    assert!(taken_back > 0);
}

fn hands(view: &TableView) -> Vec<String> {
    let fields: Vec<_> = view.position.split(' ').collect();
    fields[8].split('/').map(str::to_owned).collect()
}

/// A level is the same each time, and another seed gives another game.
#[test]
fn levels_choose_by_their_seed() {
    let game = |number, seed| {
        let mut table = Table::open("benedictine", seed).expect("a game");
        play_on(&mut table, number, 8);
        table.text()
    };
    assert_eq!(game(3, 1), game(3, 1));
    assert_ne!(game(3, 1), game(3, 2));
    assert_eq!(game(7, 1), game(7, 1));
}

/// Nobody leaves a win at hand, not even a beginner.
#[test]
fn a_win_at_hand_is_taken() {
    let mut wins = 0;
    for seed in 0..40 {
        let mut table = Table::open("benedictine", seed).expect("a game");
        while table.turn() != Turn::Over {
            let view = table.view(Viewer::All);
            let won: Vec<_> = view.moves.iter().filter(|mv| mv.ends_with("@goal")).collect();
            let mv = table.question().expect("somebody acts").choose(
                level(1),
                seed,
                &StopFlag::default(),
            );
            assert!(won.is_empty() || won.contains(&&mv), "{mv} in {}", view.position);
            wins += usize::from(!won.is_empty());
            table.step(&mv).expect("a legal move");
        }
    }
    assert!(wins > 10, "{wins} of 40 games were won by a goal");
}

/// An opinion is about the seat to move and names legal moves; the shares make one point.
#[test]
fn opinions() {
    for variant in VARIANTS.lines() {
        let mut table = Table::open(variant, 2).expect(variant);
        table.roll_all();
        let mut reports = 0;
        let opinion = table.question().expect("a start").study(&Study::nodes(3_000), &mut |_| {
            reports += 1;
            true
        });
        assert!((opinion.shares.iter().sum::<f64>() - 1.0).abs() < 0.01, "{variant}: {opinion:?}");
        let line = &opinion.lines[0];
        assert!((0.0..=1.0).contains(&line.share) && reports > 0, "{variant}: {opinion:?}");
        assert!(table.view(Viewer::All).moves.contains(&line.moves[0]), "{variant}: {line:?}");
    }
}

/// In English a board that is not turned has the legend that the game itself writes, at every position; in French none
/// of its words, and turned the other way.
#[test]
fn legends_follow_the_reader() {
    let english = texts(Language::English);
    for variant in VARIANTS.lines() {
        let mut table = Table::open(variant, 11).expect(variant);
        for _ in 0..60 {
            for viewer in [Viewer::All, Viewer::Player(0)] {
                let (drawn, view) = (table.diagram(viewer, Paint::Plain), table.view(viewer));
                assert_eq!(picture(english, &view, &drawn, false), drawn, "{}", table.text());
                let french = picture(texts(Language::French), &view, &drawn, true);
                for word in
                    [" plays", " up", " score", " turns:", " quiet", " omitted", " hidden", "bees"]
                {
                    assert!(!french.contains(word), "{french}");
                }
            }
            play_on(&mut table, 1, 1);
        }
    }
}

/// Who plays up stands below.
#[test]
fn legends_turn_with_the_board() {
    for (game, straight, turned) in [
        ("benedictine", "Vert joue vers le haut", "Vert joue vers le bas"),
        (
            "maitres",
            "Brun joue vers le bas ; dé : à lancer",
            "Brun joue vers le haut ; dé : à lancer",
        ),
        ("ruches", "A abeilles, vers le haut : 0 points", "A abeilles, vers le bas : 0 points"),
        ("buteur", "Rouge attaque vers le haut", "Rouge attaque vers le bas"),
    ] {
        let table = Table::open(game, 0).expect(game);
        let (drawn, view) =
            (table.diagram(Viewer::Nobody, Paint::Plain), table.view(Viewer::Nobody));
        for (flipped, words) in [(false, straight), (true, turned)] {
            let text = picture(texts(Language::French), &view, &drawn, flipped);
            assert!(text.contains(words), "{text}");
        }
    }
}

/// What is typed in at a real table is taken back like a move; what nobody there sees is no step of its own.
#[test]
fn what_was_typed_in_is_taken_back() {
    let mut table = Table::open("maitres", 1).expect("a game");
    table.type_chance();
    table.step("die3").expect("a roll");
    assert_eq!(table.undone_by(), Some(0));
    table.undo().expect("it was typed in");
    assert!(table.view(Viewer::All).can_redo && table.undo().is_err());

    let start = "buteur play B1 d8 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.L4h.L5h/?8 -";
    let mut table = Table::open(start, 1).expect("a match");
    table.type_chance();
    assert!(table.hides() && !table.draws_unseen());
    table.step("N2b").expect("a card that he may have");
    assert_eq!(table.turn(), Turn::Chance { player: 1 }, "who draws is not Red");
    assert!(table.draws_unseen());
    table.step("draw:?").expect("he draws");
    table.step("N2h").expect("a card of Red");
    assert_eq!(table.turn(), Turn::Chance { player: 0 });
    assert!(!table.draws_unseen());
    table.step("draw:R2h").expect("a card that is left");
    let left = [3, 2, 0].map(|cursor| {
        table.undo().expect("a step to take back");
        (table.cursor() == cursor).then_some(cursor)
    });
    assert_eq!(left, [Some(3), Some(2), Some(0)]);
    let again = [2, 3, 4].map(|_| {
        table.redo().expect("a step to play again");
        table.cursor()
    });
    assert_eq!(again, [2, 3, 4]);
}

/// Where the server deals, a card that was seen is not taken back, whoever drew it.
#[test]
fn what_was_dealt_here_stays() {
    let start = "buteur play B1 d8 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.L4h.L5h/?8 -";
    let mut table = Table::open(start, 1).expect("a match");
    table.step("N2b").expect("a card that he may have");
    table.roll().expect("a draw");
    assert!(table.undo().is_err());
}
