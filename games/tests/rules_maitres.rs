//! La Guerre des Maîtres Français, article by article and ruling by ruling: position in, moves out.

use games::Notation;
use games::maitres::Maitres;

use crate::board::board;
use crate::read::{actor, error, moves, moves_from, moves_where, position_of, sorted};

/// The text of a position with options: pieces such as `Sa2`, then the side and the die.
fn position_with(options: &str, pieces: &str, side: char, die: char) -> String {
    format!("maitres{options} {} {side} {die}", board(9, pieces))
}

fn position(pieces: &str, side: char, die: char) -> String {
    position_with("", pieces, side, die)
}

/// The splits that move the two pieces on these squares.
fn splits_of(text: &str, one: &str, two: &str) -> Vec<String> {
    moves_where(text, |mv| {
        let starts = |part: &str, square: &str| part.starts_with(&format!("{square}-"));
        mv.split_once('+').is_some_and(|(first, second)| {
            starts(first, one) && starts(second, two) || starts(first, two) && starts(second, one)
        })
    })
}

const LEAP: &str = ":passage=leap";
const ANNIHILATION: &str = ":variant=annihilation";

#[test]
fn m1_start() {
    let start = "maitres llllmllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLMLLLL r -";
    assert_eq!(position_of("maitres startpos"), start);
    assert_eq!(actor("maitres startpos"), "chance");
    assert_eq!(moves("maitres startpos"), sorted("die1 die2 die3 die4 die5 die6"));
    assert_eq!(actor("maitres startpos moves die4"), "r");
}

#[test]
fn the_other_side_rolls_after_a_turn() {
    let after = position_of("maitres startpos moves die3 a2-a5");
    assert_eq!(after, "maitres llllmllll/sssssssss/9/9/S8/9/9/1SSSSSSSS/LLLLMLLLL b -");
    assert_eq!(actor(&after), "chance");
}

#[test]
fn larges_and_the_master_move_exactly_the_die_in_eight_directions() {
    let text = position("Le5 Ma1 mi9", 'r', '3');
    let wanted = "e5-b2 e5-e2 e5-h2 e5-b5 e5-h5 e5-b8 e5-e8 e5-h8 a1-a4 a1-d1 a1-d4";
    assert_eq!(moves(&text), sorted(wanted));
    let text = position("Me5 Li1 mi9 la9", 'r', '4');
    let wanted = "e5-a1 e5-e1 e5-a5 e5-i5 e5-a9 e5-e9 e5-i9 i1-e1 i1-i5";
    assert_eq!(moves(&text), sorted(wanted), "i1 is its own, and so is e5");
}

#[test]
fn smalls_go_straight_ahead_only() {
    let text = position("Sc3 sg7 Ma1 mi9", 'r', '2');
    assert_eq!(moves_from(&text, "c3"), sorted("c3-c5"));
    let text = position("Sc3 sg7 Ma1 mi9", 'b', '2');
    assert_eq!(moves_from(&text, "g7"), sorted("g7-g5"));
}

#[test]
fn a_piece_captures_by_landing_and_never_lands_on_its_own() {
    // An enemy and an own piece are ahead; beside them are enemies that a small cannot take.
    let text = position("Sc3 Sf3 Lf5 sc5 sb5 sd5 Ma1 mi9", 'r', '2');
    assert_eq!(moves_from(&text, "c3"), sorted("c3-c5"));
    assert_eq!(moves_from(&text, "f3"), sorted(""));
    let after = position_of(&format!("{text} moves c3-c5"));
    assert_eq!(after, position("Sc5 Sf3 Lf5 sb5 sd5 Ma1 mi9", 'b', '-'));
    let text = position("Le5 Lg7 Sg5 lc5 sc3 Ma1 mi9", 'r', '2');
    assert_eq!(moves_from(&text, "e5"), sorted("e5-c3 e5-c5 e5-c7 e5-e3 e5-e7 e5-g3"));
}

#[test]
fn m2_blocked_all_squares_passed_over_must_be_empty() {
    let pieces = "Le5 Le6 sd5 Sc3 lc4 Ma1 mi9";
    let blocked = position(pieces, 'r', '3');
    assert_eq!(moves_from(&blocked, "e5"), sorted("e5-e2 e5-h2 e5-h5 e5-b8 e5-h8"));
    assert_eq!(moves_from(&blocked, "c3"), sorted(""));
    let leap = position_with(LEAP, pieces, 'r', '3');
    let wanted = "e5-b2 e5-e2 e5-h2 e5-b5 e5-h5 e5-b8 e5-e8 e5-h8";
    assert_eq!(moves_from(&leap, "e5"), sorted(wanted));
    assert_eq!(moves_from(&leap, "c3"), sorted("c3-c6"));
}

#[test]
fn a_master_is_not_captured_by_a_move_of_1() {
    let pieces = "Le5 Sd6 Ma1 md7 sf5";
    let text = position(pieces, 'r', '1');
    assert_eq!(moves_from(&text, "d6"), sorted(""));
    let text = position("Le6 Ma1 md7 sf5", 'r', '1');
    let wanted = "e6-d5 e6-e5 e6-f5 e6-d6 e6-f6 e6-e7 e6-f7";
    assert_eq!(moves_from(&text, "e6"), sorted(wanted));
    let text = position("Sd5 Ma1 md7", 'r', '2');
    assert_eq!(actor(&format!("{text} moves d5-d7")), "over r");
}

#[test]
fn a_master_captures_nothing_by_a_move_of_1() {
    let text = position("Me5 sf5 le6 md4", 'r', '1');
    assert_eq!(moves(&text), sorted("e5-e4 e5-f4 e5-d5 e5-d6 e5-f6"));
    let text = position("Me5 sg5 le7 mc3", 'r', '2');
    let wanted = "e5-c3 e5-e3 e5-g3 e5-c5 e5-g5 e5-c7 e5-e7 e5-g7";
    assert_eq!(moves(&text), sorted(wanted));
    assert_eq!(actor(&format!("{text} moves e5-c3")), "over r");
}

#[test]
fn the_rule_of_1_holds_for_a_part_of_1() {
    // d6 could take the Master on d7 only by a move of 1, e1 the large on d1 likewise.
    let text = position("Sd6 Me1 ld1 La1 md7", 'r', '6');
    assert_eq!(moves_where(&text, |mv| mv.contains("d6-d7")), sorted(""));
    assert_eq!(moves_where(&text, |mv| mv.contains("e1-d1")), sorted(""));
    // A part of 2 takes it.
    let text = position("Sd5 Me1 md7", 'r', '6');
    let wanted = "e1-a1+d5-d7 e1-a5+d5-d7 e1-e5+d5-d7 e1-i1+d5-d7 e1-i5+d5-d7";
    assert_eq!(moves_where(&text, |mv| mv.contains("d5-d7")), sorted(wanted));
}

#[test]
fn a_6_moves_one_piece_6_or_two_pieces_6_together() {
    let text = position("Sa2 Sc2 Mi1 me9 sb8 sd8", 'r', '6');
    let both = "a2-a3+c2-c7 a2-a4+c2-c6 a2-a5+c2-c5 a2-a6+c2-c4 a2-a7+c2-c3";
    assert_eq!(moves_from(&text, "a2"), sorted(&format!("a2-a8 {both}")));
    assert_eq!(moves_from(&text, "c2"), sorted("c2-c8"));
    // i1 is the lowest starting square, so its part comes first.
    let master = "i1-d1+a2-a3 i1-d6+a2-a3 i1-i6+a2-a3 i1-e1+a2-a4 i1-e5+a2-a4 i1-i5+a2-a4 \
        i1-f1+a2-a5 i1-f4+a2-a5 i1-i4+a2-a5 i1-g1+a2-a6 i1-g3+a2-a6 i1-i3+a2-a6 \
        i1-h1+a2-a7 i1-h2+a2-a7 i1-i2+a2-a7";
    assert_eq!(splits_of(&text, "a2", "i1"), sorted(master));
    assert_eq!(splits_of(&text, "a2", "c2"), sorted(both));
    for die in '1'..='5' {
        let text = position("Sa2 Sc2 Mi1 me9 sb8 sd8", 'r', die);
        assert_eq!(moves_where(&text, |mv| mv.contains('+')), sorted(""), "no split of {die}");
    }
}

#[test]
fn a_split_is_written_in_playing_order() {
    // c4 must first leave the path of c3, and c3 must not pass over its new square.
    let text = position("Sc3 Sc4 Mi1 mi9", 'r', '6');
    let wanted = "c4-c7+c3-c6 c4-c8+c3-c5 c4-c9+c3-c4";
    assert_eq!(splits_of(&text, "c3", "c4"), sorted(wanted));
    // With `passage=leap` c3 must wait only if it would land on c4.
    let text = position_with(LEAP, "Sc3 Sc4 Mi1 mi9", 'r', '6');
    let wanted = "c3-c8+c4-c5 c3-c7+c4-c6 c3-c6+c4-c7 c3-c5+c4-c8 c4-c9+c3-c4";
    assert_eq!(splits_of(&text, "c3", "c4"), sorted(wanted));
}

#[test]
fn the_second_part_meets_the_board_that_the_first_left() {
    // c3 cannot pass over c5, where there is an enemy or a5, which captured it. Neither can a5.
    let text = position("Sc3 La5 sc5 Mi1 mi9", 'r', '6');
    let wanted = "c3-c5+a5-a1 c3-c5+a5-a9 c3-c5+a5-e1 c3-c5+a5-e9";
    assert_eq!(splits_of(&text, "c3", "a5"), sorted(wanted));
    let wanted = "c3-c4+a5-f5 c3-c5+a5-a1 c3-c5+a5-a9 c3-c5+a5-e1 c3-c5+a5-e5 c3-c5+a5-e9 \
        c3-c6+a5-a2 c3-c6+a5-a8 c3-c6+a5-d2 c3-c6+a5-d5 c3-c6+a5-d8 c3-c7+a5-a3 c3-c7+a5-a7 \
        c3-c7+a5-c3 c3-c7+a5-c5 c3-c8+a5-a4 c3-c8+a5-a6 c3-c8+a5-b4 c3-c8+a5-b5 c3-c8+a5-b6";
    let leap = position_with(LEAP, "Sc3 La5 sc5 Mi1 mi9", 'r', '6');
    assert_eq!(splits_of(&leap, "c3", "a5"), sorted(wanted));
}

#[test]
fn m3_a_small_that_promotes_is_a_large_from_then_on() {
    let text = position("Sb8 Ma1 mi9 sh2", 'r', '1');
    let after = format!("{text} moves b8-b9");
    assert_eq!(position_of(&after), position("Lb9 Ma1 mi9 sh2", 'b', '-'));
    let later = format!("{after} die1 h2-h1 die2");
    assert_eq!(position_of(&later), position("Lb9 Ma1 mi9 lh1", 'r', '2'));
    assert_eq!(moves_from(&later, "b9"), sorted("b9-b7 b9-d7 b9-d9"));
}

#[test]
fn m3_a_capture_promotes_and_so_does_either_part_of_a_split() {
    let text = position("Sb8 Ma1 mi9 lb9", 'r', '1');
    assert_eq!(position_of(&format!("{text} moves b8-b9")), position("Lb9 Ma1 mi9", 'b', '-'));
    let text = position("Sb6 Sd6 Ma1 mi9", 'r', '6');
    let after = position_of(&format!("{text} moves b6-b9+d6-d9"));
    assert_eq!(after, position("Lb9 Ld9 Ma1 mi9", 'b', '-'));
}

#[test]
fn m3_promotion_does_not_depend_on_the_stock_of_larges() {
    let text = position("La1 Lb1 Lc1 Ld1 Lf1 Lg1 Lh1 Li1 Me1 Sa8 me9", 'r', '1');
    let after = position_of(&format!("{text} moves a8-a9"));
    assert_eq!(after, position("La1 Lb1 Lc1 Ld1 Lf1 Lg1 Lh1 Li1 Me1 La9 me9", 'b', '-'));
}

#[test]
fn m4_pass_only_where_nothing_can_be_played() {
    let text = position("Sc3 Lc4 Ma1 mi9 ld9", 'r', '5');
    assert!(!moves(&text).contains(&"pass".to_owned()));
    let text = position("Me5 mi9", 'r', '6');
    assert_eq!(moves(&text), sorted("pass"));
    assert_eq!(position_of(&format!("{text} moves pass")), position("Me5 mi9", 'b', '-'));
    assert_eq!(error("maitres startpos moves die3 pass").field, "move");
}

#[test]
fn m4_both_parts_of_a_split_must_be_playable() {
    // a7 can move 1, but then the Master cannot move 5. He can move 4, but then a7 cannot move 2.
    let text = position("Me5 Sa7 la8 ma9 sb2", 'r', '6');
    assert_eq!(moves(&text), sorted("pass"));
}

#[test]
fn m4_the_second_part_is_played_after_a_master_fell() {
    let text = position("Lg5 Ma1 mg7", 'r', '6');
    assert_eq!(error(&format!("{text} moves g5-g7")).field, "move");
    let after = format!("{text} moves a1-a5+g5-g7");
    assert_eq!(position_of(&format!("{text} moves g5-g7+a1-a5")), position_of(&after));
    assert_eq!(position_of(&after), position("Lg7 Ma5", 'b', '-'));
    assert_eq!(actor(&after), "over r");
    assert_eq!(moves(&after), sorted(""));
    assert_eq!(error(&format!("{after} die1")).field, "move");
}

#[test]
fn m4_a_capture_of_the_master_needs_a_playable_second_part() {
    // d5 could take the Master with 2, but no other piece can move 4.
    let text = position("Sd5 Ma1 md7 sa2 lb1 sb2", 'r', '6');
    assert_eq!(moves(&text), sorted("pass"));
    let text = position("Sd5 Ma1 md7 sa2 lb1", 'r', '6');
    assert_eq!(moves_where(&text, |mv| mv.contains("d5-d7")), sorted("a1-e5+d5-d7"));
}

#[test]
fn a_split_may_capture_twice() {
    let text = position("Lc3 Lg3 Ma1 mi9 sc5 lg7", 'r', '6');
    let after = position_of(&format!("{text} moves c3-c5+g3-g7"));
    assert_eq!(after, position("Lc5 Lg7 Ma1 mi9", 'b', '-'));
}

#[test]
fn m5_a_small_cannot_overshoot() {
    let text = position("Sc7 Ma1 mi9", 'r', '3');
    assert_eq!(moves_from(&text, "c7"), sorted(""));
    let text = position("Sc7 Ma1 mi9", 'r', '2');
    assert_eq!(moves_from(&text, "c7"), sorted("c7-c9"));
    let text = position("sc3 Ma1 mi9", 'b', '3');
    assert_eq!(moves_from(&text, "c3"), sorted(""));
}

#[test]
fn m6_two_orders_of_the_same_parts_are_one_move() {
    let text = position("Sa2 Sc2 Mi1 me9", 'r', '6');
    assert_eq!(moves_where(&text, |mv| mv.contains("a2-a4") && mv.contains("c2-c6")).len(), 1);
    let canonical = position_of(&format!("{text} moves a2-a4+c2-c6"));
    assert_eq!(position_of(&format!("{text} moves c2-c6+a2-a4")), canonical);
    assert!(moves(&text).contains(&"a2-a4+c2-c6".to_owned()));
}

#[test]
fn m6_an_order_that_cannot_be_played_is_not_read() {
    let text = position("Sc3 Sc4 Mi1 mi9", 'r', '6');
    assert_eq!(error(&format!("{text} moves c3-c6+c4-c7")).field, "move");
    let after = position_of(&format!("{text} moves c4-c7+c3-c6"));
    assert_eq!(after, position("Sc6 Sc7 Mi1 mi9", 'b', '-'));
}

#[test]
fn m7_annihilation_starts_without_masters() {
    let start = "lllllllll/sssssssss/9/9/9/9/9/SSSSSSSSS/LLLLLLLLL r -";
    let text = format!("maitres{ANNIHILATION} startpos");
    assert_eq!(position_of(&text), format!("maitres{ANNIHILATION} {start}"));
    assert_eq!(error(&position_with(ANNIHILATION, "Ma1 la9", 'r', '-')).field, "board");
}

#[test]
fn m7_the_rule_of_1_is_off() {
    let text = position_with(ANNIHILATION, "La1 lb1 sb2 la2 lc3", 'r', '1');
    assert_eq!(moves(&text), sorted("a1-a2 a1-b1 a1-b2"));
}

#[test]
fn m7_a_side_without_pieces_has_lost() {
    let text = position_with(ANNIHILATION, "La1 lb1 sb2", 'r', '1');
    assert_eq!(actor(&format!("{text} moves a1-b1")), "chance");
    let text = position_with(ANNIHILATION, "La1 lb1", 'r', '1');
    let after = format!("{text} moves a1-b1");
    assert_eq!(position_of(&after), position_with(ANNIHILATION, "Lb1", 'b', '-'));
    assert_eq!(actor(&after), "over r");
    assert_eq!(actor(&position_with(ANNIHILATION, "lb1", 'r', '3')), "over b");
}

#[test]
fn a_side_without_its_master_has_lost_whatever_else_it_has() {
    assert_eq!(actor(&position("Ma1 la9 sb8 sc8", 'b', '-')), "over r");
    assert_eq!(actor(&position("ma1 La9 Sb8 Sc8", 'r', '4')), "over b");
}

/// The Masters move to and fro between two squares, 1 square at a time.
fn to_and_fro(options: &str, plies: usize) -> String {
    let moves = ["die1 a1-b1", "die1 i9-h9", "die1 b1-a1", "die1 h9-i9"];
    let moves: Vec<_> = moves.into_iter().cycle().take(plies).collect();
    format!("{} moves {}", position_with(options, "Ma1 mi9", 'r', '-'), moves.join(" "))
}

#[test]
fn m8_plies_draw() {
    assert_eq!(actor(&to_and_fro("", 999)), "chance");
    assert_eq!(actor(&to_and_fro("", 1000)), "draw");
    assert_eq!(moves(&to_and_fro("", 1000)), sorted(""));
    assert_eq!(actor(&to_and_fro(":plies=0", 1001)), "chance");
    assert_eq!(actor(&to_and_fro(":plies=2", 1)), "chance");
    // Rolls do not count: the roll before the second move is still legal.
    assert_eq!(actor(&format!("{} die1", to_and_fro(":plies=2", 1))), "b");
    assert_eq!(actor(&to_and_fro(":plies=2", 2)), "draw");
    assert_eq!(error(&format!("{} die1", to_and_fro(":plies=2", 2))).field, "move");
}

#[test]
fn m8_a_pass_counts() {
    let text = position_with(":plies=2", "Me5 md5", 'r', '-');
    assert_eq!(actor(&format!("{text} moves die6 pass")), "chance");
    assert_eq!(actor(&format!("{text} moves die6 pass die6 pass")), "draw");
}

#[test]
fn m8_a_capture_of_the_master_comes_before_a_draw() {
    let text = position_with(":plies=1", "Sd5 Ma1 md7", 'r', '2');
    assert_eq!(actor(&format!("{text} moves a1-a3")), "draw");
    assert_eq!(actor(&format!("{text} moves d5-d7")), "over r");
}

#[test]
fn m8_no_repetition_rule() {
    let keys: Vec<_> = Maitres::OPTIONS.iter().map(|option| option.key).collect();
    assert_eq!(keys, ["passage", "plies", "variant"]);
    assert_eq!(error("maitres:repetition=3 startpos").field, "option");
}
