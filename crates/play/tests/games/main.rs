//! Tables of every game: whole games, undo, hidden cards, levels.

mod words;

use engine::{Request, StopFlag};
use games::Paint;
use play::{
    Controller, GameView, Language, Level, LiveGame, Opinion, StepView, Study, Turn, Viewer, texts,
};

const VARIANTS: &str = include_str!("../../../../games/variants.txt");

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// The engine plays at a level until the game ends or `steps` steps are made.
fn play_on(game: &mut LiveGame, number: u8, steps: usize) {
    for _ in 0..steps {
        match game.turn() {
            Turn::Over => return,
            Turn::Chance { .. } => game.roll().expect("chance acts"),
            Turn::Player { .. } => {
                let mut question = game.question().expect("somebody acts");
                let seed = game.choice_seed();
                let mv = question.choose(level(number), seed, &StopFlag::default());
                game.step(&mv).unwrap_or_else(|error| panic!("{error} in {}", game.text()));
            }
        }
    }
}

/// A beginner's game ends in every variant. Its text is read again and gives the same end.
#[test]
fn whole_games() {
    for variant in VARIANTS.lines().filter(|line| !line.contains("plies=60")) {
        let mut game = LiveGame::open(variant, 3).expect(variant);
        play_on(&mut game, 1, 60);
        let again = LiveGame::open(&game.text(), 3).expect("its own text");
        assert_eq!(again.view(Viewer::All).position, game.view(Viewer::All).position);
        assert_eq!(again.view(Viewer::All).result, game.view(Viewer::All).result);
        assert!(!game.diagram(Viewer::Nobody, Paint::Plain).is_empty());
        for (player, name) in game.players().iter().enumerate() {
            let view = game.view(Viewer::Player(player as u8));
            assert!(view.seats[player] < 4 && !name.is_empty());
        }
    }
}

/// A capture can be chosen by each of its routes, and by its first and last cell. The game keeps
/// its first text.
#[test]
fn captures_by_any_route() {
    let start = "etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -";
    let game = || LiveGame::open(start, 1).expect("a game");
    let view = game().view(Viewer::All);
    assert_eq!(view.moves, ["a1xc3xh8"]);
    assert_eq!(view.routes, ["a1xd4xh8", "a1xe5xh8", "a1xf6xh8"]);
    for text in
        ["a1xc3xh8", "a1xh8", "Ka1xh8"].into_iter().chain(view.routes.iter().map(|text| &**text))
    {
        let mut game = game();
        game.step(text).expect("a route");
        assert_eq!(game.steps()[0].text, "a1xc3xh8", "{text}");
        assert!(game.view(Viewer::All).routes.is_empty());
    }
    assert!(game().step("a1xg7").is_err());
}

/// The name of each player is the name in the position's text when the player is to move.
#[test]
fn names_of_players() {
    for variant in VARIANTS.lines() {
        let mut game = LiveGame::open(variant, 5).expect(variant);
        for _ in 0..16 {
            play_on(&mut game, 1, 1);
            if let Turn::Player { player } = game.turn() {
                let (view, name) = (game.view(Viewer::All), game.players()[usize::from(player)]);
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
    let mut game = LiveGame::open("maitres", 11).expect("a game");
    game.seat(1, Controller::Engine(level(1)));
    play_on(&mut game, 1, 12);
    let (text, steps) = (game.text(), game.steps().to_vec());
    game.undo().expect("a move to take back");
    assert_eq!(game.to_move(), Some(Controller::Person));
    assert_eq!(game.steps(), steps, "nothing is forgotten until something else is played");
    game.redo().expect("a move to play again");
    assert_eq!(game.text(), text);

    // After another move the rolls are still the same.
    while game.undo().is_ok() {}
    let other = game.view(Viewer::All).moves.pop().expect("a move");
    game.step(&other).expect("a legal one");
    play_on(&mut game, 1, 7);
    let rolls = |steps: &[StepView]| {
        steps
            .iter()
            .filter(|step| step.chance)
            .map(|step| step.text.clone())
            .take(4)
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(game.steps()), rolls(&steps));
    assert!(game.go_to(999).is_err() && game.go_to(1).is_ok());
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let mut game = LiveGame::open("benedictine", 1).expect("a game");
    for wrong in ["c2-c9", "", "die4", "c2-d3@f2 x", "pass", "\u{0}"] {
        assert!(game.step(wrong).is_err(), "{wrong:?}");
    }
    assert!(game.roll().is_err() && game.undo().is_err() && game.redo().is_err());
    assert_eq!(game.text(), LiveGame::open("benedictine startpos", 9).expect("a start").text());
    for wrong in
        ["", "chess", "benedictine moves", "benedictine startpos moves", "maitres:x=1 startpos"]
    {
        assert!(LiveGame::open(wrong, 1).is_err(), "{wrong:?}");
    }
}

/// The view of a player does not depend on hidden cards: it contains no card that only others hold.
/// A card that was shown cannot be taken back.
#[test]
fn hidden_cards_stay_hidden() {
    let mut taken_back = 0;
    for (seed, game) in
        (0..6).zip(["buteur", "buteur:players=3", "buteur:players=4"].iter().cycle())
    {
        let mut game = LiveGame::open(game, seed).expect("a match");
        for _ in 0..60 {
            play_on(&mut game, 1, 1);
            let players = game.players().len() as u8;
            let hands = hands(&game.view(Viewer::All));
            for player in 0..players {
                let view = game.view(Viewer::Player(player));
                let seen = self::hands(&view);
                for (other, hand) in seen.iter().enumerate() {
                    let own = other == usize::from(player);
                    assert!(
                        own && *hand == hands[other] || hand.starts_with('?') || hand == "-",
                        "{view:?}"
                    );
                }
                assert_eq!(view.text, view.position, "the past tells cards");
                let acts = game.turn() == Turn::Player { player };
                assert!(acts || view.moves.is_empty(), "{view:?}");
                for step in view.steps.iter().filter(|step| step.text.starts_with("draw:")) {
                    assert!(step.player == player || step.text == "draw:?", "{step:?}");
                }
            }
            let nobody = game.view(Viewer::Nobody);
            assert!(self::hands(&nobody).iter().all(|hand| hand.starts_with('?') || hand == "-"));
            assert!(nobody.moves.is_empty());
            assert!(game.go_to(0).is_err());
            // A move can be taken back exactly if no card was shown since.
            let played = &game.steps()[..game.cursor()];
            let last = played.iter().rposition(|step| !step.chance);
            let shown = last.is_none_or(|last| played[last..].iter().any(|step| step.chance));
            assert_eq!(game.undo().is_err(), shown, "{game:?}");
            if !shown {
                game.redo().expect("it was taken back");
                taken_back += 1;
            }
        }
        let shown = game.view(Viewer::All);
        game.show_all();
        assert_eq!(hands(&game.view(Viewer::Nobody)), hands(&shown));
        assert!(game.undo().is_ok(), "in an analysis all may be taken back");
    }
    assert!(taken_back > 0);
}

fn hands(view: &GameView) -> Vec<String> {
    let fields: Vec<_> = view.position.split(' ').collect();
    fields[8].split('/').map(str::to_owned).collect()
}

/// A level with the same seed plays the same game; another seed gives another game.
#[test]
fn levels_choose_by_their_seed() {
    let game = |number, seed| {
        let mut game = LiveGame::open("benedictine", seed).expect("a game");
        play_on(&mut game, number, 8);
        game.text()
    };
    assert_eq!(game(3, 1), game(3, 1));
    assert_ne!(game(3, 1), game(3, 2));
    assert_eq!(game(7, 1), game(7, 1));
}

/// Every level plays a winning move if there is one, even a beginner.
#[test]
fn a_win_at_hand_is_taken() {
    let mut wins = 0;
    for seed in 0..16 {
        let mut game = LiveGame::open("benedictine", seed).expect("a game");
        while game.turn() != Turn::Over {
            let view = game.view(Viewer::All);
            let won: Vec<_> = view.moves.iter().filter(|mv| mv.ends_with("@goal")).collect();
            let mv = game.question().expect("somebody acts").choose(
                level(1),
                seed,
                &StopFlag::default(),
            );
            assert!(won.is_empty() || won.contains(&&mv), "{mv} in {}", view.position);
            wins += usize::from(!won.is_empty());
            game.step(&mv).expect("a legal move");
        }
    }
    assert!(wins > 4, "{wins} of 16 games were won by a goal");
}

/// An opinion is for the seat to move and names legal moves; the shares make one point together.
#[test]
fn opinions() {
    for variant in VARIANTS.lines() {
        let mut game = LiveGame::open(variant, 2).expect(variant);
        game.roll_all();
        let mut reports = 0;
        let opinion = game.question().expect("a start").study(&Study::nodes(3_000), &mut |_| {
            reports += 1;
            true
        });
        assert!((opinion.shares.iter().sum::<f64>() - 1.0).abs() < 0.01, "{variant}: {opinion:?}");
        let line = &opinion.lines[0];
        assert!((0.0..=1.0).contains(&line.share) && reports > 0, "{variant}: {opinion:?}");
        assert!(game.view(Viewer::All).moves.contains(&line.moves[0]), "{variant}: {line:?}");
    }
}

/// The lines of an opinion fall in value, and the first has the share of the player to act.
#[test]
fn lines_of_an_opinion_fall_in_value() {
    for variant in VARIANTS.lines() {
        let mut game = LiveGame::open(variant, 2).expect(variant);
        game.roll_all();
        let Turn::Player { player } = game.turn() else { panic!("{variant}: {}", game.text()) };
        let seat = usize::from(game.view(Viewer::All).seats[usize::from(player)]);
        let check = |opinion: &Opinion| {
            let lines = &opinion.lines;
            assert!(lines.is_sorted_by(|one, two| one.share >= two.share), "{variant}: {lines:?}");
            assert!((opinion.shares[seat] - lines[0].share).abs() < 1e-6, "{variant}: {opinion:?}");
            true
        };
        let request = Request::new().nodes(6_000).variations(5);
        let mut question = game.question().expect("a start");
        check(&question.study(&Study { request, hash: 1 }, &mut |opinion| check(opinion)));
    }
}

/// The English picture of an unturned board is the game's diagram, at every position, except for
/// the marks of the last move. The French legend of a turned board contains no English words.
#[test]
fn legends_follow_the_reader() {
    let english = texts(Language::English);
    // Marks stand in the place of spaces and of the shade of dark squares.
    let unmarked = |picture: String| picture.replace(['·', '◂', '░'], " ");
    for variant in VARIANTS.lines() {
        let mut game = LiveGame::open(variant, 11).expect(variant);
        for _ in 0..12 {
            for viewer in [Viewer::All, Viewer::Player(0)] {
                let drawn = game.diagram(viewer, Paint::Plain);
                let picture = game.picture(english, viewer, Paint::Plain, false);
                assert_eq!(unmarked(picture), unmarked(drawn), "{}", game.text());
                let french = game.picture(texts(Language::French), viewer, Paint::Plain, true);
                for word in
                    [" plays", " up", " score", " turns:", " quiet", " omitted", " hidden", "bees"]
                {
                    assert!(!french.contains(word), "{french}");
                }
            }
            play_on(&mut game, 1, 1);
        }
    }
}

/// The legend names the direction of each side, also on a turned board.
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
        let game = LiveGame::open(game, 0).expect(game);
        for (flipped, words) in [(false, straight), (true, turned)] {
            let french = texts(Language::French);
            let text = game.picture(french, Viewer::Nobody, Paint::Plain, flipped);
            assert!(text.contains(words), "{text}");
        }
    }
}

/// Typed rolls and cards are taken back like moves. The draw of an unknown card is not a step to
/// stop at.
#[test]
fn what_was_typed_in_is_taken_back() {
    let mut game = LiveGame::open("maitres", 1).expect("a game");
    game.type_chance();
    game.step("die3").expect("a roll");
    assert_eq!(game.undone_by(), Some(0));
    game.undo().expect("it was typed in");
    assert!(game.view(Viewer::All).can_redo && game.undo().is_err());

    let start = "buteur play B1 d8 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.L4h.L5h/?8 -";
    let mut game = LiveGame::open(start, 1).expect("a match");
    game.type_chance();
    assert!(game.hides() && game.unseen_draw().is_none());
    game.step("N2b").expect("a card that he may have");
    assert_eq!(game.turn(), Turn::Chance { player: 1 }, "who draws is not Red");
    assert!(game.unseen_draw().is_some());
    game.step("draw:?").expect("he draws");
    game.step("N2h").expect("a card of Red");
    assert_eq!(game.turn(), Turn::Chance { player: 0 });
    assert!(game.unseen_draw().is_none());
    game.step("draw:R2h").expect("a card that is left");
    let left = [3, 2, 0].map(|cursor| {
        game.undo().expect("a step to take back");
        (game.cursor() == cursor).then_some(cursor)
    });
    assert_eq!(left, [Some(3), Some(2), Some(0)]);
    let again = [2, 3, 4].map(|_| {
        game.redo().expect("a step to play again");
        game.cursor()
    });
    assert_eq!(again, [2, 3, 4]);
}

/// Where the server deals, a card that a player has seen cannot be taken back.
#[test]
fn what_was_dealt_here_stays() {
    let start = "buteur play B1 d8 1 0-0 run R N2h.N3h.N4h.N5h.L2h.L3h.L4h.L5h/?8 -";
    let mut game = LiveGame::open(start, 1).expect("a match");
    game.step("N2b").expect("a card that he may have");
    game.roll().expect("a draw");
    assert!(game.undo().is_err());
}
