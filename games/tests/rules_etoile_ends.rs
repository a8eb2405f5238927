//! L'Étoile des Dames, how a game ends: the last player with pieces, blockades, misère, quiet
//! turns.

use crate::read::{actor, error, moves, position_of, sorted};

/// The position with the given fields and options.
fn under(options: &str, fields: &str) -> String {
    format!("etoile:{options} {fields}")
}

#[track_caller]
fn check(text: &str, wanted: &str) {
    assert_eq!(moves(text), sorted(wanted), "{text}");
}

#[test]
fn the_last_player_with_pieces_wins() {
    let text = "etoile A Ac3 Ad4 - 0 -";
    assert_eq!(actor(text), "A");
    assert_eq!(actor(&format!("{text} moves Ac3xBd4")), "over A");
    assert_eq!(error(&format!("{text} moves Ac3xBd4 Bd4-Bc3")).field, "move");
}

/// A's man has two rows of C's men in front of him.
const BLOCKED: &str = "A Ah4 Bh2 Cc3,Cb4 0 -";

#[test]
fn a_blocked_player_passes_or_with_two_left_has_lost() {
    let text = format!("etoile {BLOCKED}");
    check(&text, "pass");
    // E6: a pass is a quiet turn.
    assert_eq!(position_of(&format!("{text} moves pass")), "etoile B Ah4 Bh2 Cc3,Cb4 1 -");
    assert_eq!(actor("etoile A Ah4 - Cc3,Cb4 0 -"), "over C");
    assert_eq!(error("etoile startpos moves pass").field, "move");
}

#[test]
fn an_answer_to_an_omission_is_a_move() {
    let text = "etoile:players=2 A Ac1,Ae1,Ah2 Ad2 0 - moves Ah2-Ag3";
    check(text, "huff:Ac1 huff:Ae1 oblige");
    assert_eq!(actor(text), "B");
    assert_eq!(actor("etoile:players=2 B Ac1,Ae1,Ag3 Ad2 0 -"), "over A");
}

#[test]
fn misere_is_won_without_pieces_or_moves() {
    assert_eq!(actor(&under("misere=yes", BLOCKED)), "over A");
    assert_eq!(actor(&under("misere=yes", "A Ah4 - Ch2 0 -")), "over B");
    assert_eq!(actor(&under("misere=yes", "A Ah4 - - 0 -")), "over B C");
    assert_eq!(actor(&under("misere=yes", "A Ac3 Ad4 Ch2 0 - moves Ac3xBd4")), "over B");
    assert_eq!(actor("etoile A Ah4 - Ch2 0 -"), "A");
}

#[test]
fn quiet_turns_are_counted() {
    let after = |mv: &str| position_of(&format!("etoile A KAa1,Af4 Bd2 Ch2 5 - moves {mv}"));
    assert_eq!(after("Aa1-Ab2"), "etoile B KAb2,Af4 Bd2 Ch2 6 -");
    assert_eq!(after("Af4-Cd4"), "etoile B KAa1,Cd4 Bd2 Ch2 0 -");
    let captured = "etoile A KAa1 Ab2,Bh2 Ch2 5 - moves Aa1xAc3";
    assert_eq!(position_of(captured), "etoile B KAc3 Bh2 Ch2 0 -");
}

/// Whether a position is drawn at a count of quiet turns, and not before it.
#[track_caller]
fn drawn_at(quiet: u32, text: &str, result: &str) {
    let at = |quiet: u32| actor(&text.replace("QUIET", &quiet.to_string()));
    assert_eq!(at(quiet - 1), "A", "{text}");
    assert_eq!(at(quiet), result, "{text}");
    assert_eq!(at(quiet + 1), result, "{text}");
}

#[test]
fn e7_quiet_turns_draw_by_the_number_of_players_left() {
    drawn_at(20, "etoile:players=2 A KAa1,KAc1 KBe1 QUIET -", "draw");
    drawn_at(20, "etoile:players=2 A KAa1 KBe1,KBg1 QUIET -", "draw");
    drawn_at(40, "etoile:players=2 A KAa1,KAc1,KAe1 KBe1,KBg1 QUIET -", "draw");
    drawn_at(60, "etoile:players=2 A KAa1,KAc1 Be1 QUIET -", "draw");
    drawn_at(60, "etoile:players=2 A KAa1 KBe1 QUIET -", "draw");
    drawn_at(60, "etoile:players=2 A KAa1,KAc1,KAe1 KBe1 QUIET -", "draw");
    // With three players, the remaining players share the point.
    drawn_at(20, "etoile A KAa1,KAc1 KBe1 - QUIET -", "over A B");
    drawn_at(40, "etoile A KAa1,KAc1 - KCa1,KCc1,KCe1 QUIET -", "over A C");
    drawn_at(90, "etoile A KAa1,KAc1 KBe1 KCe1 QUIET -", "draw");
}

#[test]
fn e11_another_count_of_quiet_turns() {
    let english = "etoile:board=square8,players=2,quiet=40,rules=english A KaX Kh2 QUIET -";
    drawn_at(80, &english.replace("KaX", "Kb8,Kd8"), "draw");
    drawn_at(80, &english.replace("KaX", "Kb8,Kd8,Kf8"), "draw");
    // It does not depend on the remaining pieces, but on the number of players left.
    drawn_at(5 * 3, "etoile:quiet=5 A KAa1 KBa1 KCa1 QUIET -", "draw");
    drawn_at(5 * 2, "etoile:quiet=5 A KAa1 KBa1 - QUIET -", "over A B");
    drawn_at(1000 * 2, "etoile:players=2,quiet=1000 A KAa1,Ac3 Bc3 QUIET -", "draw");
    drawn_at(2, "etoile:players=2,quiet=1 A KAa1 KBa1 QUIET -", "draw");
    // Never.
    for quiet in [60, 500, 65535] {
        assert_eq!(actor(&format!("etoile:players=2,quiet=0 A KAa1 KBa1 {quiet} -")), "A");
    }
    let last = "etoile:players=2,quiet=0 A KAa1 KBa1 65535 - moves Aa1-Ab2";
    assert_eq!(position_of(last), "etoile:players=2,quiet=0 B KAb2 KBa1 65535 -");
}

#[test]
fn e11_counts_end_at_a_thousand() {
    let error = error("etoile:quiet=1001 startpos");
    assert_eq!(
        (&*error.field, &*error.expected),
        ("option quiet", "a number from 0 (off) to 1000")
    );
    assert!(position_of("etoile:quiet=1000 startpos").starts_with("etoile:quiet=1000 A "));
}

#[test]
fn a_blockade_comes_before_a_draw_and_an_omission_puts_it_off() {
    assert_eq!(actor("etoile A Ah4 - Cc3,Cb4 60 -"), "over C");
    let text = "etoile:players=2 A KAe1,Ac3 Ad4 59 -";
    let omitted = format!("{text} moves Ae1-Af2");
    assert_eq!(position_of(&omitted), "etoile:players=2 B KAf2,Ac3 Ad4 60 Ae1-Af2:Ac3");
    assert_eq!(actor(&omitted), "B");
    assert_eq!(actor("etoile:players=2 B KAf2,Ac3 Ad4 60 -"), "draw");
}

#[test]
fn repetition_does_not_look_at_quiet_turns() {
    let round = " Aa1-Ab2 Be1-Bf2 Ab2-Aa1 Bf2-Be1";
    let text = "etoile:players=2 A KAa1 KBe1 0 - moves";
    assert_eq!(actor(&format!("{text}{round}")), "A");
    assert_eq!(actor(&format!("{text}{round}{round}")), "draw");
    let twice = text.replace("players=2", "players=2,repetition=2");
    assert_eq!(actor(&format!("{twice}{round}")), "draw");
    let never = text.replace("players=2", "players=2,repetition=0");
    assert_eq!(actor(&format!("{never}{round}{round}{round}")), "A");
}
