//! L'Étoile des Dames, paragraph by paragraph and ruling by ruling: position in, legal moves out.

use games::etoile::{Etoile, Nation, Rules, Star};
use games::{Game, Notation, State, format_position, random_step, with_state};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::read::{actor, error, moves, moves_from, moves_where, position_of, read, sorted};

/// The position with the given fields and options.
fn under(options: &str, fields: &str) -> String {
    format!("etoile:{options} {fields}")
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    assert_eq!(moves(text), sorted(wanted), "{text}");
}

#[test]
fn start() {
    let home = |camp: char| {
        "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"
            .split(' ')
            .map(|cell| format!("{camp}{cell}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    let (a, b, c) = (home('A'), home('B'), home('C'));
    assert_eq!(position_of("etoile startpos"), format!("etoile A {a} {b} {c} 0 -"));
    check("etoile startpos", "Aa3-Ab4 Ac3-Ab4 Ac3-Ad4 Ae3-Ad4 Ae3-Af4 Ag3-Af4 Ag3-Ah4");
    let two = position_of("etoile:players=2 startpos");
    assert_eq!(two, format!("etoile:players=2 A {a} {b} 0 -"));
}

#[test]
fn e1_turns_go_clockwise_from_a() {
    let names: Vec<_> =
        ["", " moves Aa3-Ab4", " moves Aa3-Ab4 Ba3-Bb4", " moves Aa3-Ab4 Ba3-Bb4 Ca3-Cb4"]
            .map(|moves| actor(&format!("etoile startpos{moves}")))
            .into();
    assert_eq!(names, ["A", "B", "C", "A"]);
    // A player without pieces is skipped.
    assert_eq!(actor("etoile A Aa1 - Ch2 0 - moves Aa1-Ab2"), "C");
}

#[test]
fn the_inner_border_joins_the_camps() {
    check("etoile A Ab4 Bh2 Ch2 0 -", "Ab4-Bh4 Ab4-Bf4");
    check("etoile A Ad4 Bh2 Ch2 0 -", "Ad4-Bf4 Ad4-Bd4 Ad4-Cd4");
    check("etoile A Af4 Bh2 Ch2 0 -", "Af4-Cd4 Af4-Cb4");
    check("etoile A Ah4 Bh2 Ch2 0 -", "Ah4-Cb4");
    check("etoile B Ah2 Bb4,Bh4 Ch2 0 -", "Bb4-Ch4 Bb4-Cf4 Bh4-Ab4");
    check("etoile C Ah2 Bh2 Cb4,Ch4 0 -", "Cb4-Ah4 Cb4-Af4 Ch4-Bb4");
}

#[test]
fn a_line_forks_in_the_centre() {
    let wanted = "Ac3-Ab2 Ac3-Aa1 Ac3-Ab4 Ac3-Bh4 Ac3-Ad2 Ac3-Ae1 \
        Ac3-Ad4 Ac3-Bd4 Ac3-Bc3 Ac3-Bb2 Ac3-Ba1 Ac3-Cd4 Ac3-Cc3 Ac3-Cb2 Ac3-Ca1";
    check("etoile A KAc3 Bh2 Ch2 0 -", wanted);
    // One branch is blocked, the other is free.
    let shut = "etoile A KAc3,Bc3,Cd4 Bh2 Ch2 0 -";
    let wanted = "Ac3-Ab2 Ac3-Aa1 Ac3-Ab4 Ac3-Bh4 Ac3-Ad2 Ac3-Ae1 Ac3-Ad4 Ac3-Bd4";
    assert_eq!(moves_from(shut, "Ac3"), sorted(wanted));
}

#[test]
fn a_man_goes_up_in_his_own_camp_and_down_in_others() {
    check("etoile A Ac1 Bh2 Ch2 0 -", "Ac1-Ab2 Ac1-Ad2");
    check("etoile A Bd4 Bh2 Ch2 0 -", "Bd4-Bc3 Bd4-Be3");
    check("etoile A Cd4 Bh2 Ch2 0 -", "Cd4-Cc3 Cd4-Ce3");
    check("etoile:board=square8,players=2 B c3 c5 0 -", "c5-b4 c5-d4");
    check("etoile:board=square8,players=2 A c3 c5 0 -", "c3-b4 c3-d4");
}

#[test]
fn a_man_becomes_a_king_on_the_base_line_of_another() {
    let text = "etoile A Bb2 Bh2 Ch2 0 - moves Bb2-Ba1";
    assert_eq!(position_of(text), "etoile B KBa1 Bh2 Ch2 0 -");
    let text = "etoile A Bb2 - Ch2 0 - moves Bb2-Ba1";
    assert_eq!(position_of(text), "etoile C KBa1 - Ch2 0 -");
}

#[test]
fn a_man_may_stop_as_a_king_or_go_on_as_a_man() {
    let text = under("rules=italian", "A Bc3 Bd2,Bf2 Ch2 0 -");
    check(&text, "Bc3xBe1 Bc3xBe1xBg3");
    let stopped = position_of(&format!("{text} moves Bc3xBe1"));
    assert_eq!(stopped, under("rules=italian", "B KBe1 Bf2 Ch2 0 -"));
    let gone_on = position_of(&format!("{text} moves Bc3xBe1xBg3"));
    assert_eq!(gone_on, under("rules=italian", "C Bg3 - Ch2 0 -"));
    // If men capture only forward, the capture is over.
    check(&under("omit=must,rules=german", "A Bc3 Bd2,Bf2 Ch2 0 -"), "Bc3xBe1");
}

#[test]
fn men_capture_as_their_nation_does() {
    let backward = "A Ac3 Ab2 Ch2 0 -";
    check(&under("omit=must", backward), "Ac3xAa1");
    check(&under("rules=italian", backward), "Ac3xAa1");
    check(&under("rules=english", backward), "Ac3-Ab4 Ac3-Ad4");
    check(&under("rules=german", backward), "Ac3-Ab4 Ac3-Ad4");
    let forward = "A Ab2 Ac3 Ch2 0 -";
    for nation in ["english", "french", "german", "italian"] {
        check(&under(&format!("omit=must,rules={nation}"), forward), "Ab2xAd4");
    }
    // In another camp forward is down.
    check(&under("omit=must,rules=german", "A Be3 Bd2,Bf4 Ch2 0 -"), "Be3xBc1");
}

#[test]
fn a_capture_over_the_fork_lands_on_either_branch() {
    check(&under("omit=must", "A Ac3 Ad4 Ch2 0 -"), "Ac3xBd4 Ac3xCd4");
    check(&under("omit=must", "A Ac3,Cd4 Ad4 Ch2 0 -"), "Ac3xBd4");
    // From one branch to another, over the centre.
    check(&under("omit=must", "A Ac3 Ad4 Cd4 0 -"), "Ac3xBd4xCc3");
}

#[test]
fn e5_a_capture_goes_on_and_takes_its_pieces_at_the_end() {
    let text = under("omit=must", "A Ac3 Ad4,Be3 Ch2 0 -");
    check(&text, "Ac3xBd4xBf2 Ac3xCd4");
    let after = position_of(&format!("{text} moves Ac3xBd4xBf2"));
    assert_eq!(after, under("omit=must", "C Bf2 - Ch2 0 -"));
    // In a circle: the cell that the piece left is free, and no piece is jumped twice.
    let circle = under("board=square8,omit=must,players=2", "A c3 d2,f2,d4,f4 0 -");
    check(&circle, "c3xe1xg3xe5xc3");
    assert_eq!(actor(&format!("{circle} moves c3xe1xg3xe5xc3")), "over A");
}

#[test]
fn e5_captured_pieces_block_until_the_end() {
    // From c5 the king could take d4, if e3 had been removed already.
    let options = "board=square8,majority=yes,omit=must,players=2";
    check(&under(options, "A Kd2 e3,d4,d6,g7 0 -"), "d2xh6xf8xc5");
}

#[test]
fn kings_fly_but_in_english() {
    let text = under("board=square8,players=2,rules=english", "A Kc3 h8 0 -");
    check(&text.replace("h8", "g7"), "c3-b2 c3-d2 c3-b4 c3-d4");
    let text = under("board=square8,players=2", "A Ka1 Kb8 0 -");
    check(&text, "a1-b2 a1-c3 a1-d4 a1-e5 a1-f6 a1-g7 a1-h8");
    let text = under("board=square8,players=2,rules=english", "A Kc3 b2,d4,f6 0 -");
    check(&text, "c3xa1 c3xe5xg7");
    // It cannot take the second piece of a line, a piece with another right behind, or an own
    // piece.
    let options = "board=square8,omit=must,players=2";
    check(&under(options, "A Ka1 e5,f6 0 -"), "a1-b2 a1-c3 a1-d4");
    check(&under(options, "A c3,Ka1 e5 0 -"), "a1-b2 c3-b4 c3-d4");
    check(&under(options, "A Ka1 c3,d4,h2 0 -"), "a1-b2");
}

#[test]
fn e3_where_a_king_lands() {
    let adjacent = under("omit=must", "A KAa1 Ac3 Ch2 0 -");
    check(&adjacent, "Aa1xAd4");
    let both = "Aa1xBd4 Aa1xBc3 Aa1xBb2 Aa1xBa1 Aa1xCd4 Aa1xCc3 Aa1xCb2 Aa1xCa1";
    check(&under("landing=any,omit=must", "A KAa1 Ac3 Ch2 0 -"), &format!("Aa1xAd4 {both}"));
    // The cells right behind the fork are on both branches.
    check(&under("omit=must", "A KAa1 Ad4 Ch2 0 -"), "Aa1xBd4 Aa1xCd4");
    check(&under("landing=any,omit=must", "A KAa1 Ad4 Ch2 0 -"), both);
    // It must land where it can continue, whatever the rule for the last landing.
    for landing in ["landing=any", "landing=adjacent"] {
        let text = under(&format!("{landing},omit=must"), "A KAa1 Ac3,Bd2 Ch2 0 -");
        check(&text, "Aa1xBc3xBe1");
    }
}

#[test]
fn e4_majority_is_an_option() {
    let fields = "A Ac3,Ae1 Af2,Ad4,Be3 Ch2 0 -";
    check(&under("omit=must", fields), "Ac3xBd4xBf2 Ac3xCd4 Ae1xAg3");
    check(&under("majority=yes,omit=must", fields), "Ac3xBd4xBf2");
}

/// The first text of a move of which one text is given.
#[track_caller]
fn canonical(text: &str, mv: &str) -> String {
    with_state!(&read(text), state => {
        let read = state.parse_move(mv);
        state.move_text(read.unwrap_or_else(|error| panic!("{mv} in {text}: {error}")))
    })
}

/// Every text of a move leads to the same position as the first.
#[track_caller]
fn same_move(text: &str, first: &str, others: &str) {
    let moved = |mv: &str| position_of(&format!("{text} moves {mv}"));
    for other in others.split_whitespace() {
        assert_eq!(moved(other), moved(first), "{other} for {first} in {text}");
        assert_eq!(canonical(text, other), first, "{other} in {text}");
    }
}

#[test]
fn e12_routes_that_take_the_same_pieces_are_one_move() {
    // A king may rest on several squares between two pieces of a line, or go round a circle in
    // either direction.
    let line = under("board=square8,landing=any,omit=must,players=2", "A Ka1 b2,g7 0 -");
    check(&line, "a1xc3xh8");
    same_move(&line, "a1xc3xh8", "a1xd4xh8 a1xe5xh8 a1xf6xh8 a1xh8 Ka1xh8 Ka1xd4xh8");
    let circle = under("board=square8,omit=must,players=2", "A c3 d2,f2,d4,f4,a7 0 -");
    check(&circle, "c3xe1xg3xe5xc3");
    same_move(&circle, "c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3 c3xc3");
}

#[test]
fn e12_other_pieces_or_another_end_are_another_move() {
    let ends = "board=square8,landing=any,omit=must,players=2";
    check(&under(ends, "A Ka1 b2,f6 0 -"), "a1xc3xg7 a1xc3xh8");
    let star = "etoile:players=2,quiet=2 B Ag1,Ab2,Ad2,Ah2,Ac3,Ag3,Ab4,Ad4,Af4,Bg3,Cb4 \
        Bg1,Bb2,Bd2,Bh2,Ba3,Bb4,Ch2 0 -";
    let captures = moves_where(star, |mv| mv.contains('x'));
    let wanted = "Bh2xBf4xAa3xAc1 Bh2xBf4xAa3xAc1xAe3xBf4 Bh2xBf4xAe3xAc1";
    assert_eq!(captures, sorted(wanted));
    same_move(star, "Bh2xBf4xAa3xAc1xAe3xBf4", "Bh2xBf4xAe3xAc1xAa3xBf4 Bh2xBf4");
    // Two captures take other pieces on the way to the same cell.
    let short = error(&format!("{star} moves Bh2xAc1"));
    assert_eq!(short.field, "move");
    let expected = "the cells of one capture, as in Bh2xBf4xAa3xAc1 Bh2xBf4xAe3xAc1";
    assert_eq!(short.expected, expected);
}

#[test]
fn e12_wrong_routes_are_refused() {
    let line = under("board=square8,landing=any,omit=must,players=2", "A Ka1,c1 b2,g7 0 -");
    for wrong in [
        "a1xg7",
        "a1xb2xh8",
        "a1xc3",
        "a1xc3xf6",
        "a1xc3xh8xh8",
        "a1x",
        "xh8",
        "a1",
        "KKa1xh8",
        "c1xh8",
        "Kc1xa3",
        "a1xi9",
        "a1-h8",
        "a1xc3-h8",
        "ka1xh8",
        "a1xh8K",
    ] {
        let error = error(&format!("{line} moves {wrong}"));
        assert_eq!((error.field.as_str(), error.expected.as_str()), ("move", "a legal move here"));
    }
}

#[test]
fn italian_men_may_not_take_kings() {
    check(&under("rules=italian", "A Ac3 KAd4 Ch2 0 -"), "Ac3-Ab4");
    check(&under("rules=italian", "A KAc3 KAd4 Ch2 0 -"), "Ac3xBd4 Ac3xCd4");
    check(&under("omit=must", "A Ac3 KAd4 Ch2 0 -"), "Ac3xBd4 Ac3xCd4");
}

#[test]
fn e2_the_neutral_camp() {
    let to_camp = |options: &str| {
        position_of(&format!("etoile:{options}players=2 A Cb2 Bh2 0 - moves Cb2-Ca1"))
    };
    assert_eq!(to_camp(""), "etoile:players=2 B KCa1 Bh2 0 -");
    assert_eq!(to_camp("neutral=barren,"), "etoile:neutral=barren,players=2 B Ca1 Bh2 0 -");
    let enemy = "etoile:neutral=barren,players=2 A Bb2 Bh2 0 - moves Bb2-Ba1";
    assert_eq!(position_of(enemy), "etoile:neutral=barren,players=2 B KBa1 Bh2 0 -");
    // A man who has arrived there stays there for ever.
    assert_eq!(actor("etoile:neutral=barren,players=2 A Ca1 Bh2 0 -"), "over B");
}

const CAN_CAPTURE: &str = "A Ah2,Ac3 Ad4 Ch2 0 -";

#[test]
fn a_capture_may_be_omitted_where_it_is_huffed() {
    let all = "Ac3xBd4 Ac3xCd4 Ac3-Ab4 Ah2-Ag3";
    for huffing in
        ["omit=huff", "rules=german", "omit=huff,rules=english", "omit=huff,rules=italian"]
    {
        check(&under(huffing, CAN_CAPTURE), all);
    }
    for compulsory in ["omit=must", "rules=english", "rules=italian", "omit=must,rules=german"] {
        check(&under(compulsory, CAN_CAPTURE), "Ac3xBd4 Ac3xCd4");
    }
}

#[test]
fn liable_pieces_are_marked_where_they_now_stand() {
    let after = |step: &str| position_of(&format!("etoile {CAN_CAPTURE} moves {step}"));
    assert_eq!(after("Ah2-Ag3"), "etoile B Ac3,Ag3 Ad4 Ch2 0 Ah2-Ag3:Ac3");
    assert_eq!(after("Ac3-Ab4"), "etoile B Ah2,Ab4 Ad4 Ch2 0 Ac3-Ab4:Ab4");
    // A player who captured anything has omitted nothing.
    let text = "etoile A Ac3,Ae3 Ad4,Be3 Ch2 0 - moves Ac3xCd4";
    assert_eq!(position_of(text), "etoile B Ae3,Cd4 Be3 Ch2 0 -");
}

#[test]
fn the_next_player_may_huff_oblige_or_just_play() {
    let text = format!("etoile {CAN_CAPTURE} moves Ah2-Ag3");
    check(&text, "huff:Ac3 oblige Ad4xAb2 Ad4-Ae3");
    // After a huff he makes his own move.
    let huffed = format!("{text} huff:Ac3");
    assert_eq!(position_of(&huffed), "etoile B Ag3 Ad4 Ch2 0 -");
    check(&huffed, "Ad4-Ac3 Ad4-Ae3");
    // After `oblige` the offender has only captures, and then his turn ends.
    let obliged = format!("{text} oblige");
    assert_eq!(position_of(&obliged), "etoile A Ah2,Ac3 Ad4 Ch2 0 !");
    check(&obliged, "Ac3xBd4 Ac3xCd4");
    assert_eq!(position_of(&format!("{obliged} Ac3xBd4")), "etoile C Ah2,Bd4 - Ch2 0 -");
    // The player made a move instead: his right is gone, and his step has also omitted a capture.
    let played = position_of(&format!("{text} Ad4-Ae3"));
    assert_eq!(played, "etoile C Ac3,Ag3 Ae3 Ch2 0 Ad4-Ae3:Ae3");
}

#[test]
fn e6_all_that_could_capture_are_liable_and_one_is_huffed() {
    let text = "etoile A Ac1,Ae1,Ah2 Ad2 Ch2 0 - moves Ah2-Ag3";
    assert_eq!(moves_where(text, |mv| mv.starts_with("huff")), sorted("huff:Ac1 huff:Ae1"));
    assert_eq!(position_of(&format!("{text} huff:Ae1")), "etoile B Ac1,Ag3 Ad2 Ch2 0 -");
    assert_eq!(error(&format!("{text} huff:Ae1 huff:Ac1")).field, "move");
    assert_eq!(error(&format!("{text} huff:Ag3")).field, "move");
}

#[test]
fn e6_the_move_after_a_huff_can_omit() {
    let text = "etoile A Ag1,Ac3,Ae3 Ad4,Bh2 Ch2 0 - moves Ag1-Ah2 huff:Ac3 Bh2-Bg3";
    assert_eq!(position_of(text), "etoile C Ah2,Ae3 Ad4,Bg3 Ch2 0 Bh2-Bg3:Ad4");
}

#[test]
fn e6_a_huff_may_take_the_last_piece() {
    let two = "etoile:players=2 A Ac3 Ad4,Bh2 0 -";
    assert_eq!(actor(&format!("{two} moves Ac3-Ab4 huff:Ab4")), "over B");
    let three = "etoile A Ac3 Ad4 Ch2 7 - moves Ac3-Ab4 huff:Ab4";
    assert_eq!(position_of(three), "etoile B - Ad4 Ch2 0 -");
    assert_eq!(actor(three), "B");
    let misere = "etoile:misere=yes A Ac3 Ad4 Ch2 7 - moves Ac3-Ab4 huff:Ab4";
    assert_eq!(actor(misere), "over A");
}

#[test]
fn oblige_takes_a_king_back_to_a_man() {
    let text = "etoile A Ac3,Bb2 Ad4 Ch2 0 - moves Bb2-Ba1";
    assert_eq!(position_of(text), "etoile B Ac3,KBa1 Ad4 Ch2 0 Bb2-Ba1=K:Ac3");
    assert_eq!(position_of(&format!("{text} oblige")), "etoile A Ac3,Bb2 Ad4 Ch2 0 !");
    // A king stays a king. The count of quiet turns is written as 0.
    let text = "etoile A Ac3,KBb2 Ad4 Ch2 5 - moves Bb2-Ba1";
    assert_eq!(position_of(text), "etoile B Ac3,KBa1 Ad4 Ch2 6 Bb2-Ba1:Ac3");
    assert_eq!(position_of(&format!("{text} oblige")), "etoile A Ac3,KBb2 Ad4 Ch2 0 !");
}

#[test]
fn e10_a_king_may_omit_and_is_huffed_as_men_are() {
    let text = "etoile A KAa1,Ah2 Ac3 Ch2 0 - moves Ah2-Ag3";
    assert_eq!(position_of(text), "etoile B KAa1,Ag3 Ac3 Ch2 0 Ah2-Ag3:Aa1");
    assert_eq!(position_of(&format!("{text} huff:Aa1")), "etoile B Ag3 Ac3 Ch2 0 -");
}

#[test]
fn e8_an_obliged_side_needs_a_capture_and_no_more() {
    // With misère the game is over, although the side to act could capture.
    let over = "etoile:misere=yes B Bd4 KAd4 - 0 !";
    assert_eq!(position_of(over), over);
    assert_eq!(actor(over), "over C");
    assert_eq!(error("etoile B Ag1 KAa1 Ch2 0 !").field, "marks");
}

/// The mirror image of a name: the cell of the other colour, or the exchanged player of a seat.
fn mirrored(text: &str) -> String {
    let swap = |letter| match letter {
        'B' => 'C',
        'C' => 'B',
        'a'..='h' => char::from(b'a' + b'h' - letter as u8),
        other => other,
    };
    text.chars().map(swap).collect()
}

fn mirrored_move(mv: &str) -> String {
    if mv == "pass" { mv.to_owned() } else { mirrored(mv) }
}

/// The mirror image of a position on dark cells.
fn mirrored_fields(fields: &str) -> String {
    let image = mirrored(fields);
    let &[side, a, c, b, quiet, marks] = &image.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{fields}")
    };
    let [a, b, c] = [a, b, c].map(|list| {
        let mut cells: Vec<&str> = list.split(',').collect();
        // By camp, row and column.
        cells.sort_by_key(|cell| {
            let name = cell.trim_start_matches('K').as_bytes();
            (name[0], name.get(2).copied(), name.get(1).copied())
        });
        cells.join(",")
    });
    format!("{side} {a} {b} {c} {quiet} {marks}")
}

#[test]
fn light_cells_mirror_the_dark_ones() {
    let dark = Etoile::<Star>::new(Rules::new(Nation::French, 3));
    let mut buffer = Vec::new();
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(dark, dark.start());
        while random_step(&mut state, &mut buffer, &mut rng).is_none() {
            let text = format_position(&dark, state.position());
            // Marks depend on the order of the players, and the mirror reverses it.
            if !text.ends_with(" -") {
                continue;
            }
            let fields = dark.format_fields(state.position());
            let image = under("colour=light", &mirrored_fields(&fields));
            assert_eq!(position_of(&image), image);
            // Among the routes of a capture another text may be the first in the mirror.
            let first = |mv: &String| canonical(&image, &mirrored_move(mv));
            let mut wanted: Vec<_> = moves(&text).iter().map(first).collect();
            wanted.sort();
            assert_eq!(moves(&image), wanted, "{text}");
        }
    }
}
