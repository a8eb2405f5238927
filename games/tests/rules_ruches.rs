//! Bataille de ruches, article by article and ruling by ruling: position in, moves out.

use games::ruches::Ruches;
use games::{AnyState, Notation};

use crate::read::{actor, error, moves, moves_from, moves_where, position_of, read, sorted};

/// A position in the playing phase without captured tokens: options, side, tokens and marks.
fn with(options: &str, side: char, a: &str, b: &str, marks: &str) -> String {
    format!("ruches{options} play {side} {a} {b} - - {marks}")
}

fn play(side: char, a: &str, b: &str) -> String {
    with("", side, a, b, "-")
}

/// The fields of the position after a move.
fn after(text: &str, mv: &str) -> String {
    let position = position_of(&format!("{text} moves {mv}"));
    position.split_once(' ').expect("a game and its fields").1.to_owned()
}

fn points(text: &str) -> Vec<u32> {
    let AnyState::Ruches(state) = read(text) else { panic!("{text} is of another game") };
    state.game().points(state.position())
}

fn captures(text: &str) -> Vec<String> {
    moves_where(text, |mv| mv.contains('x'))
}

const JUMP: &str = ":contact=jump";
const WITHDRAW: &str = ":omit=withdraw";
const FREE: &str = ":omit=free";

#[test]
fn a_token_steps_diagonally_forward_to_a_free_square() {
    let text = play('a', "1d5,2a4,3b5,4g2,5b3", "6d9,7e8,8g8");
    assert_eq!(moves(&text), sorted("d5-c6 d5-e6 b5-a6 b5-c6 g2-f3 b3-c4"));
    assert_eq!(moves_from(&text, "a4"), sorted(""), "an own token stands there");
    let text = play('b', "1d1,2b1", "6d3,7e4,8a6");
    assert_eq!(moves(&text), sorted("d3-c2 d3-e2 e4-f3 a6-b5"));
    assert_eq!(after(&text, "e4-f3"), "play a 1d1,2b1 6d3,7f3,8a6 - - -");
}

#[test]
fn a_greater_value_jumps_to_the_free_square_behind() {
    let text = play('a', "7c4,1b1", "6d5,8b5,2a8");
    assert_eq!(captures(&text), sorted("c4xe6"));
    assert_eq!(after(&text, "c4xe6"), "play b 1b1,7e6 2a8,8b5 6 - -");
    // The square behind is occupied, or there is none.
    assert_eq!(captures(&play('a', "7c4,1b1", "6d5,8e6")), sorted(""));
    assert_eq!(captures(&play('a', "7c4,1e6", "6d5,8a8")), sorted(""));
    assert_eq!(captures(&play('a', "7b3,8c8,9f3", "6a4,5b9,4g4")), sorted(""));
    // B captures downwards, and nobody backwards.
    assert_eq!(captures(&play('b', "1d5,9d1,2d7", "6e6,7c8")), sorted("e6xc4"));
}

#[test]
fn an_equal_value_takes_the_place() {
    let text = play('a', "7c4,1b1", "7d5,9e6,2a8");
    assert_eq!(captures(&text), sorted("c4xd5"));
    assert_eq!(after(&text, "c4xd5"), "play b 1b1,7d5 2a8,9e6 7 - *d5");
    // Also on the border, where nothing could be jumped.
    assert_eq!(captures(&play('a', "7c8,1b1", "7d9,6b9")), sorted("c8xd9"));
}

#[test]
fn the_figure_of_the_rulebook() {
    // A7 takes the place of B7, then jumps over B4; or it jumps over B6, then over B5.
    let text = play('a', "7d3", "7c4,4b5,6e4,5e6,9e8");
    assert_eq!(captures(&text), sorted("d3xc4 d3xc4xa6 d3xf5 d3xf5xd7"));
    assert_eq!(after(&text, "d3xc4xa6"), "play b 7a6 5e6,6e4,9e8 47 - -");
    assert_eq!(after(&text, "d3xf5xd7"), "play b 7d7 4b5,7c4,9e8 56 - *d7");
}

#[test]
fn a_capture_goes_on_in_either_direction_and_may_stop() {
    let text = play('a', "9b1,2g2", "1c2,2c4,3e4,4e6,5g6,8c8");
    assert_eq!(captures(&text), sorted("b1xd3 b1xd3xb5 b1xd3xf5 b1xd3xf5xd7 b1xd3xf5xd7xb9"));
    assert_eq!(after(&text, "b1xd3xf5xd7xb9"), "play b 2g2,9b9 2c4,5g6 1348 - -");
}

#[test]
fn a_removal_takes_the_token_that_moved_last_from_where_it_stands() {
    let text = with("", 'a', "1b1,7b5", "4a6,2b9", "*a6");
    assert_eq!(moves_where(&text, |mv| mv.starts_with('-')), sorted("-a6"));
    assert_eq!(after(&text, "-a6"), "play b 1b1,7b5 2b9 4 - -");
    // The value must be greater.
    let text = play('b', "4b5,1b1", "4b7,2f9");
    assert_eq!(after(&text, "b7-a6"), "play a 1b1,4b5 2f9,4a6 - - -");
    // If it could also be jumped over, both moves are legal.
    let text = with("", 'a', "1b1,7b5", "4c6,2b9", "*c6");
    assert_eq!(captures(&text), sorted("b5xd7"));
    assert_eq!(after(&text, "-c6"), "play b 1b1,7b5 2b9 4 - -");
}

#[test]
fn the_end_three_tokens_on_the_opposite_border() {
    let text = play('a', "1b9,2d9,3e8", "4g8,5d5,9d1,8b1");
    assert_eq!(actor(&text), "a");
    let end = format!("{text} moves e8-f9");
    assert_eq!(actor(&end), "over b");
    assert_eq!(points(&end), [12, 34]);
    assert_eq!(moves(&end), sorted(""));
    assert_eq!(error(&format!("{end} g8-f7")).field, "move");
    // For either side, and also after a capture.
    assert_eq!(actor(&play('b', "7b9,8d9,9f9", "4g8")), "over a");
    let text = play('b', "8c4,1e8", "7b1,8d1,9d5,2f7");
    assert_eq!(actor(&format!("{text} moves d5xb3")), "a");
    let text = play('b', "8c2,1e8", "7b1,8f1,9b3,2f7");
    assert_eq!(actor(&format!("{text} moves b3xd1")), "over b");
}

#[test]
fn the_end_one_token_at_most_is_left() {
    let text = play('a', "9c4", "5d5");
    assert_eq!(actor(&format!("{text} moves c4xe6")), "over a");
    assert_eq!(points(&format!("{text} moves c4xe6")), [5, 0]);
    let text = with("", 'b', "9c4", "5d5", "!c4");
    assert_eq!(actor(&format!("{text} moves !c4")), "draw");
    assert_eq!(actor("ruches play b - - 9 9 -"), "draw");
    assert_eq!(actor("ruches play b - - 8 9 -"), "over b");
}

#[test]
fn points_count_arrivals_double_and_the_0_ten() {
    let text = "ruches play a 0b9,3d9,5f9,7a8 1b1,9d1,8c2 026 49 -";
    assert_eq!(points(text), [20 + 6 + 10 + 10 + 2 + 6, 2 + 18 + 4 + 9]);
    assert_eq!(actor(text), "over a");
    assert_eq!(actor("ruches play b 1b9,2d9,3f9 6f1,9a4 - - -"), "draw");
}

#[test]
fn no_marks_where_the_game_is_over() {
    // The step leaves a capture out, and a token of greater value could have removed the last one.
    let text = play('a', "1b9,2d9,3e8,9c4", "5d5,6g8");
    assert_eq!(after(&text, "e8-f9"), "play b 1b9,2d9,3f9,9c4 5d5,6g8 - - -");
    let text = play('a', "1b9,3e8,9c4", "5d5,6g8");
    assert_eq!(after(&text, "e8-f9"), "play b 1b9,3f9,9c4 5d5,6g8 - - !c4");
}

#[test]
fn r1_ten_dark_squares_at_home() {
    let homes = |side| moves(&format!("ruches {side}")).len();
    assert_eq!(homes("startpos"), 100);
    assert_eq!(homes("startpos moves 7@d1"), 100);
    assert_eq!(homes("startpos moves 7@d1 7@d9"), 81);
    let squares = moves_where("ruches startpos", |mv| mv.starts_with('0'));
    let wanted = "0@b1 0@d1 0@f1 0@a2 0@c2 0@e2 0@g2 0@b3 0@d3 0@f3";
    assert_eq!(squares, sorted(wanted));
    let squares = moves_where("ruches startpos moves 7@d1", |mv| mv.starts_with('0'));
    let wanted = "0@b9 0@d9 0@f9 0@a8 0@c8 0@e8 0@g8 0@b7 0@d7 0@f7";
    assert_eq!(squares, sorted(wanted));
}

#[test]
fn r2_the_0_fights_as_10() {
    assert_eq!(captures(&play('a', "0c4,1b1", "9d5,2a8")), sorted("c4xe6"));
    assert_eq!(captures(&play('a', "9c4,1b1", "0d5,2a8")), sorted(""));
    let text = play('a', "0c4,1b1", "0d5,2a8");
    assert_eq!(captures(&text), sorted("c4xd5"));
    assert_eq!(after(&text, "c4xd5"), "play b 0d5,1b1 2a8 0 - -");
    let text = play('a', "9c4,1b1", "0e6,2a8");
    assert_eq!(after(&text, "c4-d5"), "play b 1b1,9d5 0e6,2a8 - - *d5");
}

#[test]
fn r3_placing_in_turn() {
    assert_eq!(position_of("ruches startpos"), "ruches place a - - - - -");
    let text = position_of("ruches startpos moves 7@d1 0@a8");
    assert_eq!(text, "ruches place a 7d1 0a8 - - -");
    assert_eq!(moves_where(&text, |mv| mv.starts_with('7') || mv.ends_with("@d1")), sorted(""));
    let last = "ruches place b 0b1,1d1,2f1,3a2,4c2,5e2,6g2,7b3,8d3,9f3 \
        0f9,1d9,2b9,3g8,4e8,5c8,6a8,7f7,8d7 - - -";
    assert_eq!(moves(last), sorted("9@b7"));
    assert_eq!(actor(&format!("{last} moves 9@b7")), "a");
    assert!(after(last, "9@b7").starts_with("play a "));
}

#[test]
fn r3_in_order() {
    let start = "play a 0b1,1d1,2f1,3a2,4c2,5e2,6g2,7b3,8d3,9f3 \
        0f9,1d9,2b9,3g8,4e8,5c8,6a8,7f7,8d7,9b7 - - -";
    let text = "ruches:setup=ordered startpos";
    assert_eq!(position_of(text), format!("ruches:setup=ordered {start}"));
    assert_eq!(moves(text), sorted("b3-a4 b3-c4 d3-c4 d3-e4 f3-e4 f3-g4"));
    assert_eq!(error("ruches:setup=ordered place a - - - - -").field, "phase");
}

#[test]
fn r4_huff_every_token_that_could_have_captured_is_liable() {
    let text = play('a', "1b1,7c4,8e4", "6d5,2b9");
    assert_eq!(captures(&text), sorted("c4xe6 e4xc6"));
    assert_eq!(after(&text, "b1-a2"), "play b 1a2,7c4,8e4 2b9,6d5 - - !c4,!e4");
    // On the square where it now stands.
    assert_eq!(after(&text, "c4-b5"), "play b 1b1,7b5,8e4 2b9,6d5 - - !e4,!b5");
    let next = format!("{text} moves c4-b5");
    assert_eq!(moves_where(&next, |mv| mv.starts_with('!')), sorted("!b5 !e4"));
    assert_eq!(position_of(&format!("{next} !b5")), play('a', "1b1,8e4", "2b9,6d5"));
}

#[test]
fn r4_huff_a_removal_left_out_makes_all_that_it_was_open_to_liable() {
    let text = with("", 'a', "1b1,7c4,5e4,9b5,3g2", "4d5,2b9", "*d5");
    assert_eq!(after(&text, "g2-f3"), "play b 1b1,3f3,5e4,7c4,9b5 2b9,4d5 - - !c4,!e4");
}

#[test]
fn r4_huff_lasts_one_turn_and_counts_for_nobody() {
    let text = with("", 'b', "1b1,7c4,8e4", "6d5,2b9", "!c4,!e4");
    assert_eq!(after(&text, "!e4"), "play a 1b1,7c4 2b9,6d5 - - -");
    assert_eq!(after(&text, "b9-a8"), "play a 1b1,7c4,8e4 2a8,6d5 - - -");
}

#[test]
fn r4_having_captured_or_huffed_is_no_omission() {
    let text = play('a', "1b1,7c4,8e4", "6d5,2b9,3f5");
    assert_eq!(after(&text, "c4xe6"), "play b 1b1,7e6,8e4 2b9,3f5 6 - -");
    // Ending a capture early is not an omission either.
    let text = play('a', "9b1,2g2", "1c2,2c4,3a8");
    assert_eq!(after(&text, "b1xd3"), "play b 2g2,9d3 2c4,3a8 1 - -");
    let text = with("", 'a', "1b1,7c4,8e4", "6d5,2b9", "!d5");
    assert_eq!(after(&text, "!d5"), "play b 1b1,7c4,8e4 2b9 - - -");
    let text = with("", 'a', "1b1,7c4,8e4,3e6", "6d5,2d7,4b9", "*d7");
    assert_eq!(after(&text, "-d7"), "play b 1b1,3e6,7c4,8e4 4b9,6d5 2 - -");
}

#[test]
fn r4_withdraw_own_tokens_that_could_have_been_captured() {
    // Later jumps count as well.
    let text = with(WITHDRAW, 'a', "1f1,9c2", "3d3,4f5,5d7,6b9", "-");
    assert_eq!(captures(&text), sorted("c2xe4 c2xe4xg6"));
    let next = after(&text, "f1-g2");
    assert_eq!(next, "play b 1g2,9c2 3d3,4f5,5d7,6b9 - - !d3,!f5");
    let text = format!("{text} moves f1-g2");
    assert_eq!(moves_where(&text, |mv| mv.starts_with('!')), sorted("!d3 !f5"));
    assert_eq!(
        position_of(&format!("{text} !d3")),
        with(WITHDRAW, 'a', "1g2,9c2", "4f5,5d7,6b9", "-")
    );
    // A removal left out.
    let text = with(WITHDRAW, 'a', "1f1,9c2,2b9", "3d3,4a8,5b3,6e4", "*b3");
    assert_eq!(after(&text, "f1-g2"), "play b 1g2,2b9,9c2 3d3,4a8,5b3,6e4 - - !b3");
}

#[test]
fn r4_free_has_no_penalty() {
    let text = with(FREE, 'a', "1b1,7c4,8e4", "6d5,2b9", "-");
    assert_eq!(after(&text, "b1-a2"), "play b 1a2,7c4,8e4 2b9,6d5 - - -");
    let text = with(FREE, 'b', "1b1,7c4,8e4", "6d5,2b9", "!c4");
    assert_eq!(error(&text).field, "marks");
}

#[test]
fn r5_without_removals_a_lower_token_is_only_jumped_over() {
    let text = play('a', "4b5,1b1", "7b7,2f9");
    assert_eq!(after(&text, "b5-a6"), "play b 1b1,4a6 2f9,7b7 - - *a6");
    let text = with(JUMP, 'a', "4b5,1b1", "7b7,2f9", "-");
    assert_eq!(after(&text, "b5-a6"), "play b 1b1,4a6 2f9,7b7 - - -");
    assert_eq!(error(&with(JUMP, 'b', "4a6,1b1", "7b7,2f9", "*a6")).field, "marks");
}

#[test]
fn r6_pass_only_where_nothing_else_can_be_done() {
    let text = play('b', "7b1,2g8", "1d1,9c2");
    assert_eq!(moves(&text), sorted("pass"));
    assert_eq!(after(&text, "pass"), "play a 2g8,7b1 1d1,9c2 - - -");
    // A withdrawal is possible, so the player must make it. The same holds for a removal.
    let text = with(WITHDRAW, 'b', "7b1", "1d1,3a2,9c2", "!c2");
    assert_eq!(moves(&text), sorted("!c2"));
    let text = with("", 'a', "7b1", "1d1,3a2,9c2", "*a2");
    assert_eq!(moves(&text), sorted("-a2"));
    assert_eq!(error("ruches:setup=ordered startpos moves pass").field, "move");
}

#[test]
fn r6_over_when_the_other_could_not_move_either() {
    let text = play('b', "7b1", "1d1,3a2,9c2");
    assert_eq!(actor(&text), "over b");
    assert_eq!(points(&text), [0, 2]);
    assert_eq!(actor(&play('a', "7b1", "1d1,3a2,9c2")), "over b");
    // The other side has a capture, but no step.
    assert_eq!(actor(&play('b', "7b1", "1d1,7a2,9c2")), "b");
    assert_eq!(moves(&play('b', "7b1,8f1", "1d1,7a2,9c2,3e2,2g2")), sorted("a2xb1"));
}

#[test]
fn r7_only_the_token_of_the_turn_before_is_removed() {
    let text = play('b', "7b5,1b1", "4b7,2f9,6e8");
    assert_eq!(after(&text, "b7-a6"), "play a 1b1,7b5 2f9,4a6,6e8 - - *a6");
    assert_eq!(after(&text, "f9-g8"), "play a 1b1,7b5 2g8,4b7,6e8 - - -");
    // A turn later it is too late.
    let later = format!("{text} moves b7-a6 b1-a2 f9-g8");
    assert_eq!(moves_where(&later, |mv| mv.starts_with('-')), sorted(""));
    // After a capture it is the capturing token, on its last square.
    let text = play('a', "5c4,2g2", "0b9,1d5,3c8,8f7");
    assert_eq!(after(&text, "c4xe6"), "play b 2g2,5e6 0b9,3c8,8f7 1 - *e6");
    // After a removal, a huff or a pass there is none, although tokens are in front of greater
    // ones.
    let text = with("", 'a', "1b3,7b5,2f1", "4a6,8a4,9g8", "*a6");
    assert_eq!(after(&text, "-a6"), "play b 1b3,2f1,7b5 8a4,9g8 4 - -");
    let text = with("", 'a', "1b3,7b5,2f1", "4e8,8a4,9g8", "!e8");
    assert_eq!(after(&text, "!e8"), "play b 1b3,2f1,7b5 8a4,9g8 - - -");
}

#[test]
fn r8_no_repetition_rule() {
    let keys: Vec<_> = Ruches::OPTIONS.iter().map(|option| option.key).collect();
    assert_eq!(keys, ["contact", "omit", "setup"]);
    assert_eq!(error("ruches:repetition=3 startpos").field, "option");
    assert_eq!(error("ruches:plies=9 startpos").field, "option");
}

/// RULING R9: contact is with a token diagonally in front.
#[test]
fn r9_no_contact_beside_or_behind() {
    // Smaller tokens two files away on the same rank, straight ahead, and diagonally behind.
    for b in ["1b5", "1f5", "1d7", "1c4", "1e4"] {
        let text = play('a', "7d5,9b1", &format!("{b},2a8"));
        assert_eq!(captures(&text), sorted(""), "{b}");
        let marked = with("", 'a', "7d5,9b1", &format!("{b},2a8"), &format!("*{}", &b[1..]));
        assert_eq!(error(&marked).field, "marks", "{b}");
    }
    let text = with("", 'a', "7d5,9b1", "1e6,2a8", "*e6");
    assert_eq!(moves_where(&text, |mv| mv.contains("e6") || mv.contains('x')), sorted("-e6 d5xf7"));
}

/// RULING R10: equal points draw.
#[test]
fn r10_equal_points_draw() {
    let text = "ruches play a 1b9,2d9,3f9 4a2 4 6 -";
    assert_eq!(points(&text.replace(" 4 6 ", " - - ")), [12, 0]);
    let text = "ruches play a 1b9,2d9,3f9 4b1 - 4 -";
    assert_eq!(points(text), [12, 12]);
    assert_eq!(actor(text), "draw");
}
