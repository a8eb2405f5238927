//! Master Bénédictine, article by article and ruling by ruling: position in, legal moves out.

use games::Notation;
use games::benedictine::Benedictine;

use crate::board::board;
use crate::placements;
use crate::read::{actor, error, moves, moves_from, moves_where, position_of, sorted};

/// The text of a position: pieces such as `Gc2`, then the side.
fn position(pieces: &str, side: char) -> String {
    format!("benedictine {} {side}", board(7, pieces))
}

#[test]
fn b1_start() {
    let start = "Gb1 Gd1 Gf1 Gc2 Ge2 Ab7 Ad7 Af7 Ac6 Ae6 od4";
    assert_eq!(position_of("benedictine startpos"), position(start, 'g'));
    assert_eq!(actor("benedictine startpos"), "g");
    // After c2-d3 the ball goes to d2, and over e2 on to f2.
    let from_c2 = sorted("c2-b3 c2-c1 c2-c3 c2-c3@b2 c2-d3 c2-d3@d2 c2-d3@f2");
    assert_eq!(moves_from("benedictine startpos", "c2"), from_c2);
}

#[test]
fn a_bottle_steps_to_the_free_green_squares_around_it() {
    let text = position("Gc4 Ga1 Gc1 Ge1 Gg1 Aa7 Ac7 Ae7 Ag7 Ag6 of6", 'g');
    assert_eq!(moves_from(&text, "c4"), sorted("c4-b3 c4-c3 c4-d3 c4-b5 c4-c5 c4-d5"));
    let text = position("Gc3 Ga1 Gc1 Ge1 Gg1 Aa7 Ac7 Ae7 Ag7 Ag6 of6", 'g');
    assert_eq!(moves_from(&text, "c3"), sorted("c3-b3 c3-c2 c3-d3 c3-c4"));
}

#[test]
fn a_bottle_jumps_over_either_colour_and_may_turn() {
    let text = position("Ga1 Gc4 Ge1 Gg1 Gg3 Aa2 Ab3 Ac7 Ae7 Ag7 of6", 'g');
    assert_eq!(moves_from(&text, "a1"), sorted("a1-b1 a1-a3 a1-c3 a1-c5"));
}

#[test]
fn a_bottle_jumps_only_over_an_adjacent_bottle_to_a_free_square_behind_it() {
    // Two bottles in a row cannot be jumped, nor a distant bottle. Nothing is captured.
    let text = position("Ga1 Ga2 Aa3 Gd1 Gg1 Gg3 Ac7 Ae7 Ag7 Aa7 of6", 'g');
    assert_eq!(moves_from(&text, "a1"), sorted("a1-b1"));
    let text = position("Ga1 Aa2 Gd1 Gg1 Gg3 Gg4 Ac7 Ae7 Ag7 Aa7 of6", 'g');
    let after = position_of(&format!("{text} moves a1-a3"));
    assert_eq!(after, position("Ga3 Aa2 Gd1 Gg1 Gg3 Gg4 Ac7 Ae7 Ag7 Aa7 of6", 'a'));
}

#[test]
fn a_bottle_never_jumps_the_ball() {
    let text = position("Gc4 Ga1 Gc1 Ge1 Gg1 Aa7 Ac7 Ae7 Ag7 Ag6 od4", 'g');
    let wanted = "c4-b3 c4-c3 c4-c3@b2 c4-d3 c4-d3@d2 c4-b5 c4-c5 c4-c5@b6 c4-d5 c4-d5@d6";
    assert_eq!(moves_from(&text, "c4"), sorted(wanted));
}

#[test]
fn the_ball_jumps_own_bottles_only_as_they_stand_after_the_bottle_move() {
    // d5 is the opponent's bottle, so the ball cannot go up. It can jump over c4 to b4 while the
    // bottle is on c4.
    let text = position("Gc4 Ga1 Gc1 Ge1 Gg1 Ad5 Ac7 Ae7 Ag7 Aa7 od4", 'g');
    assert_eq!(moves_from(&text, "g1"), sorted("g1-f1 g1-f1@b4 g1-g2 g1-g2@b4"));
    assert_eq!(moves_where(&text, |mv| mv.starts_with("c4-") && mv.ends_with("@b4")), sorted(""));
}

#[test]
fn the_ball_may_jump_on_and_stop_anywhere() {
    let text = position("Ge5 Gf7 Ga1 Gc1 Gg1 Ab7 Ab5 Aa4 Ag3 Ac7 od4", 'g');
    assert_eq!(
        moves_from(&text, "g1"),
        sorted("g1-f1 g1-f1@f6 g1-f1@goal g1-g2 g1-g2@f6 g1-g2@goal")
    );
    let text = position("Ae3 Af1 Aa7 Ac7 Ag7 Gb1 Gb3 Ga4 Gg5 Gc1 od4", 'a');
    assert_eq!(
        moves_from(&text, "g7"),
        sorted("g7-f7 g7-f7@f2 g7-f7@goal g7-g6 g7-g6@f2 g7-g6@goal")
    );
}

#[test]
fn a_goal_goes_straight_or_diagonally_over_the_last_rank_corners_included() {
    for (ball, columns) in [("b6", "abc"), ("d6", "cde"), ("f6", "efg")] {
        for column in "abcdefg".chars() {
            let own = format!("G{column}7 Ga1 Gc1 Ge1 Gg1 o{ball}");
            let text = position(&format!("{own} Aa3 Ac3 Ag3 Ae3 Ag4"), 'g');
            let goal = moves(&text).contains(&"a1-b1@goal".to_owned());
            assert_eq!(goal, columns.contains(column), "{text}");
        }
    }
}

#[test]
fn a_goal_wins_at_once() {
    let text = position("Ge5 Gf7 Ga1 Gc1 Gg1 Ab7 Ab5 Aa4 Ag3 Ac7 od4", 'g');
    let over = format!("{text} moves g1-f1@goal");
    assert_eq!(position_of(&over), position("Ge5 Gf7 Ga1 Gc1 Gf1 Ab7 Ab5 Aa4 Ag3 Ac7", 'a'));
    assert_eq!(actor(&over), "over g");
    assert_eq!(moves(&over), sorted(""));
    assert_eq!(error(&format!("{over} b7-a7")).field, "move");
    // The side to act has lost, whichever side it is.
    assert_eq!(actor(&position("Ge5 Gf7 Ga1 Gc1 Gf1 Ab7 Ab5 Aa4 Ag3 Ac7", 'g')), "over a");
}

/// A bottle on c3 that can jump in a circle: e3, e5, c5 and back.
const CIRCLE: &str = "Gc3 Ga1 Ga7 Gg7 Gg5 Ad3 Ae4 Ad5 Ac4 Ag1 of2";

#[test]
fn b2_a_bottle_must_end_elsewhere() {
    let wanted = "c3-b3 c3-c2 c3-e3 c3-e3@d4 c3-e5 c3-c5";
    assert_eq!(moves_from(&position(CIRCLE, 'g'), "c3"), sorted(wanted));
    assert_eq!(error(&format!("{} moves c3-c3", position(CIRCLE, 'g'))).field, "move");
    assert_eq!(moves_where(&position(CIRCLE, 'g'), |mv| mv == "pass"), sorted(""));
}

#[test]
fn b2_may_cross_its_own_square() {
    // Around the circle to c3 and then over b3 to a3 is the same move as directly to a3.
    let text = position(&CIRCLE.replace("Ag1", "Ab3"), 'g');
    let wanted = "c3-c2 c3-a3 c3-e3 c3-e3@d4 c3-e5 c3-c5";
    assert_eq!(moves_from(&text, "c3"), sorted(wanted));
}

#[test]
fn b2_the_ball_must_end_elsewhere() {
    // The ball can go over c5 to b6 and back. That is not a move of the ball.
    let text = position("Gc5 Ga1 Gc1 Ge1 Gg1 Aa7 Ac7 Ae7 Ag7 Ag6 od4", 'g');
    assert_eq!(moves_from(&text, "g1"), sorted("g1-f1 g1-f1@b6 g1-g2 g1-g2@b6"));
    assert_eq!(error(&format!("{text} moves g1-f1@d4")).field, "move");
}

#[test]
fn b3_two_routes_one_move() {
    // c3 reaches e5 by e3 and by c5.
    let text = position(CIRCLE, 'g');
    assert_eq!(moves_where(&text, |mv| mv.starts_with("c3-e5")), sorted("c3-e5"));
    // The ball reaches d4 from b2 by b4 and by d2.
    let text = position("Gb3 Gc2 Gc4 Gd3 Ga7 Ag1 Ag3 Ag5 Ag7 Ae7 ob2", 'g');
    let wanted = "a7-a6 a7-a6@b4 a7-a6@d2 a7-a6@d4 a7-b7 a7-b7@b4 a7-b7@d2 a7-b7@d4";
    assert_eq!(moves_from(&text, "a7"), sorted(wanted));
}

#[test]
fn b4_a_ball_leaves_only_beyond_the_opponents_last_rank() {
    // Over the side.
    let text = position("Gg3 Gg4 Gg5 Ga1 Gd1 Aa7 Ac7 Ae7 Ag7 Ac6 of4", 'g');
    assert_eq!(moves_from(&text, "a1"), sorted("a1-a2 a1-b1"));
    // Over the player's own home rank: illegal for Green, a goal for Amber.
    let text = position("Gc1 Gd1 Ge1 Ga1 Gg3 Aa7 Ac7 Ae7 Ag7 Ac6 od2", 'g');
    assert_eq!(moves_from(&text, "g3"), sorted("g3-g2 g3-g4 g3-f3"));
    let text = position("Ac1 Ad1 Ae1 Aa1 Ag3 Ga7 Gc7 Ge7 Gg7 Gc6 od2", 'a');
    assert_eq!(
        moves_from(&text, "g3"),
        sorted("g3-g2 g3-g2@goal g3-g4 g3-g4@goal g3-f3 g3-f3@goal")
    );
}

#[test]
fn b5_a_player_always_has_a_move() {
    placements::prove_that_a_move_exists();
}

/// Both sides move to and fro: four moves that lead back to the same position.
const TO_AND_FRO: &str = "b1-a1 b7-a7 a1-b1 a7-b7";

fn to_and_fro(options: &str, plies: usize) -> String {
    let moves: Vec<_> = TO_AND_FRO.split(' ').cycle().take(plies).collect();
    format!("benedictine{options} startpos moves {}", moves.join(" "))
}

#[test]
fn b6_repetition_and_plies_draw() {
    // The position before the moves is the first of three.
    assert_eq!(actor(&to_and_fro("", 7)), "a");
    assert_eq!(actor(&to_and_fro("", 8)), "draw");
    assert_eq!(moves(&to_and_fro("", 8)), sorted(""));
    assert_eq!(actor(&to_and_fro(":repetition=2", 3)), "a");
    assert_eq!(actor(&to_and_fro(":repetition=2", 4)), "draw");
    assert_eq!(actor(&to_and_fro(":repetition=0", 299)), "a");
    assert_eq!(actor(&to_and_fro(":repetition=0", 300)), "draw");
    assert_eq!(actor(&to_and_fro(":plies=0,repetition=0", 301)), "a");
    assert_eq!(actor(&to_and_fro(":plies=5", 4)), "g");
    assert_eq!(actor(&to_and_fro(":plies=5", 5)), "draw");
}

#[test]
fn b6_no_move_is_legal_after_a_draw() {
    let refused = error(&format!("{} b1-a1", to_and_fro("", 8)));
    assert_eq!(refused.field, "move");
    assert!(refused.expected.contains("over"), "{refused}");
}

#[test]
fn b6_the_same_squares_with_the_other_side_to_act_are_another_position() {
    // Amber comes back in two moves and Green in three, so the other side is to act.
    let moves = "b1-a1 b7-a7 a1-a2 a7-b7 a2-b1";
    let text = format!("benedictine:repetition=2 startpos moves {moves}");
    assert_eq!(
        position_of(&text),
        position_of("benedictine:repetition=2 startpos").replace(" g", " a")
    );
    assert_eq!(actor(&text), "a");
}

#[test]
fn b6_a_goal_comes_before_a_draw() {
    let text = position("Ge5 Gf7 Ga1 Gc1 Gg1 Ab7 Ab5 Aa4 Ag3 Ac7 od4", 'g');
    let text = text.replace("benedictine", "benedictine:plies=1");
    assert_eq!(actor(&format!("{text} moves g1-f1")), "draw");
    assert_eq!(actor(&format!("{text} moves g1-f1@goal")), "over g");
}

#[test]
fn b7_a_position_knows_no_match() {
    let keys: Vec<_> = Benedictine::OPTIONS.iter().map(|option| option.key).collect();
    assert_eq!(keys, ["plies", "repetition"]);
}
