//! The rules of Buteur, ruling by ruling (F1 and F2 are in `packs.rs`), and impossible positions.

use crate::read::{actor, error, moves, moves_where, position_of, sorted};

/// Hands with most of the interesting cards.
const HANDS: &str = "Cb.F.G.L3b.N2h.N5r.P.R4h/Cr.F.G.L2r.L5h.N3b.N5h.R2r";

/// A text with its moves, without the game.
fn after(text: &str) -> String {
    position_of(text)
}

/// RULING F3: the second half is kicked off by the other team, in the same directions.
#[test]
fn ruling_f3_directions_stay() {
    let half =
        "buteur kickoff B1 c 2 1-1 run R L2h.L3h.N2b.N3r.N4b.R2b.R3r.R5h/Cb.Cr.F.F.G.G.N5h.P -";
    assert_eq!(moves(half), sorted("d8:N5h e8:N5h"));
    assert!(after(&format!("{half} moves d8:N5h")).starts_with("buteur play R1 d3 2"));
}

/// RULING F4: a cut card returns.
#[test]
fn ruling_f4_cut_cards_return() {
    let text = format!("buteur penalty B1 c 1 0-0 run R {HANDS} L4b");
    assert_eq!(actor(&text), "chance");
    let saved = format!("buteur clear B1 c 1 0-0 run R {HANDS} L4b");
    assert_eq!(after(&format!("{text} moves cut:N2b")).replace("kickoff B1 c 1 1-0", ""), {
        format!("buteur  run R {HANDS} L4b")
    });
    assert_eq!(after(&format!("{text} moves cut:L4h")), saved, "a hand saves");
}

/// RULING F5: a player who can play nothing throws any card away, and the ball stays where it is.
#[test]
fn ruling_f5_discards() {
    let own = "Cb.Cr.F.F.G.G.P.P";
    let other = "L2h.L3h.N2b.N3r.N4b.R2b.R3r.R5h";
    let all = sorted("discard:Cb discard:Cr discard:F discard:G discard:P");
    let kickoff = format!("buteur kickoff R1 c 1 0-0 run R {own}/{other} -");
    assert_eq!(moves(&kickoff), all);
    assert!(after(&format!("{kickoff} moves discard:G")).starts_with("buteur kickoff B1 c "));
    let play = format!("buteur play R1 c6 1 0-0 run R {own}/{other} -");
    assert_eq!(moves(&play), all);
    assert!(after(&format!("{play} moves discard:F")).starts_with("buteur play B1 c6 "));
    let throw = format!("buteur throw R1 a6 1 0-0 run R {own}/{other} -");
    assert!(after(&format!("{throw} moves discard:F")).starts_with("buteur play B1 a6 "));
    // A free kick that shoots can be played, so the player must play it.
    let shoots = format!("buteur play R1 g12 1 0-0 run R {own}/{other} -");
    assert_eq!(moves(&shoots), ["FL"]);
    let idle = "Cb.Cr.F.F.F.F.P.P";
    for (phase, ball) in [("goalkick-l", "b1"), ("goalkick-r", "g1"), ("clear", "d2")] {
        let text = format!("buteur {phase} R1 c 1 0-0 run R {idle}/{other} -");
        assert_eq!(moves(&text), sorted("discard:Cb discard:Cr discard:F discard:P"));
        let next = after(&format!("{text} moves discard:P"));
        assert!(next.starts_with(&format!("buteur play B1 {ball} ")), "{next}");
    }
    let clear = format!("buteur clear B1 c 1 0-0 run R {other}/{idle} -");
    assert!(after(&format!("{clear} moves discard:P")).starts_with("buteur play R1 d13 "));
}

/// RULING F6: the stop of a shot starts from the last cell before the line.
#[test]
fn ruling_f6_stops_start_on_the_line() {
    let text = format!("buteur shot B1 e14 1 0-0 run R {HANDS} N5b");
    assert_eq!(moves(&text), sorted("Cr GL GN GR goal"));
    assert!(after(&format!("{text} moves GN")).starts_with("buteur play R1 e10 "));
    // Blue's left is towards h.
    assert!(after(&format!("{text} moves GL")).starts_with("buteur throw R1 h11 "));
    assert!(after(&format!("{text} moves goal")).starts_with("buteur kickoff B1 c 1 1-0 run R "));
}

/// RULING F7: the player who clears puts the ball in the area. After a penalty it is the player for
/// whom the card was cut; after a corner it is the next player.
#[test]
fn ruling_f7_who_clears() {
    let penalty = format!("buteur penalty B1 c 1 0-0 run R {HANDS} -");
    assert!(after(&format!("{penalty} moves cut:N3h")).starts_with("buteur clear B1 c "));
    let corner = format!("buteur shot R1 d1 1 0-0 run R {HANDS} N5b moves Cb");
    assert_eq!(actor(&corner), "chance");
    assert!(after(&corner).starts_with("buteur corner-b B1 c "));
    let drawn = format!("{corner} draw:F");
    assert!(after(&format!("{drawn} cut:N3h")).starts_with("buteur clear R1 c 1 0-0"));
    assert!(after(&format!("{drawn} cut:N3r")).starts_with("buteur clear R1 c 1 0-0"));
    assert!(after(&format!("{drawn} cut:N4b")).starts_with("buteur kickoff R1 c 1 0-1"));
    let clear = format!("{drawn} cut:N3h");
    assert_eq!(moves_where(&clear, |mv| mv.ends_with(":GN")).len(), 12, "any cell of the area");
}

/// RULING F8: cards of the same text are the same card.
#[test]
fn ruling_f8_same_text_same_card() {
    let text = "buteur play R1 d8 1 0-0 run R F.F.F.F.F.F.N2h.N2r/?8 -";
    let found = moves(text);
    assert_eq!(found, sorted("FL+N2h FL+N2r FN+N2h FN+N2r FR+N2h FR+N2r N2h N2r"));
    let end = after(&format!("{text} moves FN+N2h"));
    assert!(end.ends_with("run R F.F.F.F.F.N2r/?8 F.N2h"), "{end}");
}

/// RULING F9: no penalty card at a kick-off. Otherwise it can be added whenever the player's own
/// card brings the ball into the area.
#[test]
fn ruling_f9_penalties() {
    let has_penalty = |mv: &str| mv.ends_with("+P");
    let kickoff = format!("buteur kickoff R1 c 1 0-0 run R {HANDS} -");
    assert_eq!(moves_where(&kickoff, has_penalty).len(), 0);
    let play = format!("buteur play R1 d7 1 0-0 run R {HANDS} -");
    let wanted = sorted("FL+R4h+P FN+N2h+P FR+L3b+P N5r+P");
    assert_eq!(moves_where(&play, has_penalty), wanted);
    let next = after(&format!("{play} moves N5r+P"));
    assert!(next.starts_with("buteur penalty B1 c 1 0-0 run R Cb.F.G.L3b.N2h.R4h/"), "{next}");
    // No free kick from the opponent's area, and none from the own area.
    let inside = format!("buteur play R1 d12 1 0-0 run R {HANDS} -");
    assert_eq!(moves_where(&inside, |mv| mv.starts_with('F')).len(), 0);
    let home = format!("buteur play R1 c3 1 0-0 run R {HANDS} -");
    assert_eq!(moves_where(&home, |mv| mv.starts_with('F')).len(), 0);
}

/// RULING F10: a shot that ends a half is stopped by a player who can, with the card of his choice.
#[test]
fn ruling_f10_last_shots() {
    let discards = "Cb.Cr.Cr.F.F.F.F.F.F.F.F.G.G.G.L2b.L2r.L3r.L4b.L4h.L4r.L5b.L5r.N2r.N3b.N3h.N4h.\
        N4r.N5b.P.R2h.R2r.R3b.R3h.R4b.R4r.R5b.R5r";
    let (can, cannot) = ("Cb.F.G.L3b.N2h.N5r.P.R4h", "L2h.L3h.N2b.N3r.N4b.R2b.R3r.R5h");
    let stopped = format!("buteur shot R1 d1 1 1-1 last R {can}/{cannot} {discards}");
    assert_eq!(moves(&stopped), sorted("Cb G"));
    let second = format!("{stopped} moves G");
    assert!(after(&second).starts_with("buteur kickoff B1 c 2 1-1 run R "), "{}", after(&second));
    let scored = format!("buteur shot R1 d1 2 1-1 last B {cannot}/{can} {discards}");
    assert_eq!(moves(&scored), ["goal"]);
    assert_eq!(actor(&format!("{scored} moves goal")), "over B");
    assert!(after(&format!("{scored} moves goal")).starts_with("buteur end - c 2 1-2 over B "));
}

/// RULING F11: free kicks at any turn in play and after a throw-in, not at goal kicks and
/// clearances.
#[test]
fn ruling_f11_when_free_kicks_are_played() {
    let free_kicks = |phase: &str, ball: &str| {
        let text = format!("buteur {phase} R1 {ball} 1 0-0 run R {HANDS} -");
        moves_where(&text, |mv| mv.contains("F")).len()
    };
    for (phase, ball) in [("play", "d7"), ("throw", "a7")] {
        assert!(free_kicks(phase, ball) > 0, "{phase}");
    }
    for phase in ["kickoff", "goalkick-l", "goalkick-r", "clear"] {
        assert_eq!(free_kicks(phase, "c"), 0, "{phase}");
    }
}

/// RULING F12: a penalty card goes with the own card that has put the ball in the area.
#[test]
fn ruling_f12_no_penalty_for_a_ball_that_lies_in_the_area() {
    let text = format!("buteur play R1 e12 1 0-0 run R {HANDS} -");
    assert_eq!(moves_where(&text, |mv| mv.ends_with("+P")), sorted("N2h+P"));
    assert_eq!(moves(&text), sorted("L3b N2h N2h+P N5r R4h"));
}

/// RULING F13: R1 kicks off at the start; another player does so in another text.
#[test]
fn ruling_f13_who_begins() {
    assert_eq!(after("buteur startpos"), "buteur kickoff R1 c 1 0-0 run R -/- -");
    let blue = format!("buteur kickoff B1 c 1 0-0 run B {HANDS} -");
    assert_eq!((actor(&blue), after(&blue)), ("B".to_owned(), blue));
    let three = after("buteur:players=3 startpos");
    assert_eq!(three, "buteur:players=3 kickoff R1 c 1 0-0 run R -/-/- -");
}

/// RULING F14: while the clock runs, the stock has all cards that the hands lack.
#[test]
fn ruling_f14_a_stock_that_cannot_fill_the_hands() {
    let discards = "Cb.Cr.F.F.F.F.F.F.F.G.G.L2b.L2h.L3h.L3r.L4b.L4h.L4r.L5b.L5r.N2b.N2r.N3h.N3r.\
        N4b.N4h.N4r.N5b.P.R2b.R2h.R3b.R3h.R3r.R4b.R4r";
    let lacking = |count: usize| {
        let (red, blue) = HANDS.split_once('/').expect("two hands");
        let kept: Vec<_> = red.split('.').skip(count).collect();
        let thrown: Vec<_> = red.split('.').take(count).collect();
        let mut cards: Vec<_> = discards.split('.').chain(thrown).collect();
        cards.sort_unstable();
        format!("buteur play R1 d12 1 1-1 run R {}/{blue} {}", kept.join("."), cards.join("."))
    };
    assert_eq!(actor(&lacking(3)), "chance");
    let error = error(&lacking(4));
    assert_eq!(error.field, "clock");
    assert_eq!(error.expected, "as many cards in the stock as the hands lack");
}

/// RULING F15: the ball after a card thrown away at a clearance; `packs.rs` has an area of even
/// depth.
#[test]
fn ruling_f15_where_the_ball_lies_after_a_clearance() {
    let idle = "Cb.Cr.F.F.F.F.P.P";
    let other = "L2h.L3h.N2b.N3r.N4b.R2b.R3r.R5h";
    let red = format!("buteur clear R1 c 1 0-0 run R {idle}/{other} - moves discard:P");
    assert!(after(&red).starts_with("buteur play B1 d2 "));
    let blue = format!("buteur clear B1 c 1 0-0 run R {other}/{idle} - moves discard:P");
    assert!(after(&blue).starts_with("buteur play R1 d13 "));
}

/// Lists of cards are read in any order, and written in one order.
#[test]
fn cards_in_any_order() {
    let text = "buteur play R1 d7 1 0-0 run R P.N5r.Cb.F.R4h.G.N2h.L3b/?8 N4h.Cr.N3r";
    let canonical = "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 Cr.N3r.N4h";
    assert_eq!(after(text), canonical);
    assert_eq!(moves(text), moves(canonical));
}

/// With three players Red has two turns a round; with four the partners take turns.
#[test]
fn turns_go_round() {
    let three = "buteur:players=3 play R1 d7 1 0-0 run R N2h.N2r.N3b.N3h.N3r.N4b.N4h.N4r/\
        L2b.L2h.L2r.L3b.L3h.L3r/R2b.R2h.R2r.R3b.R3h.R3r -";
    let step = |text: &str, mv: &str| after(&format!("{text} moves {mv}"));
    let mut text = three.to_owned();
    let mut seen = Vec::new();
    for steps in ["N2h draw:F", "L2b draw:F", "N2r draw:F", "R2b draw:F"] {
        text = step(&text, steps);
        seen.push(text.split(' ').nth(2).expect("a player").to_owned());
    }
    assert_eq!(seen, ["B1", "R1*", "B2", "R1"]);
}

/// The clock turns when the last draw leaves three cards, and the last turn may leave a shot.
#[test]
fn the_clock_turns() {
    let discards = "Cb.Cr.F.F.F.F.F.F.F.G.G.L2b.L2h.L3h.L3r.L4b.L4h.L4r.L5b.L5r.N2b.N2r.N3h.N3r.\
        N4b.N4h.N4r.N5b.P.R2b.R2h.R3b.R3h.R3r.R4b";
    let text = format!("buteur play R1 d12 1 1-1 run R {HANDS} {discards}");
    // Four cards are left, and the draw leaves three. With one card fewer this would be the last
    // turn.
    assert_eq!(error(&format!("{text}.R5b")).field, "clock");
    let next = after(&format!("{text} moves N5r draw:R4r"));
    assert!(next.starts_with("buteur shot B1 d14 1 1-1 last R "), "{next}");
    assert_eq!(moves(&next), sorted("Cr G"));
    let half = after(&format!("{text} moves N5r draw:R4r G"));
    assert!(half.starts_with("buteur kickoff B1 c 2 1-1 run R "), "{half}");
}

/// A list of discards that leaves few cards beside these hands.
const MOST: &str = "Cb.Cr.F.F.F.F.F.F.F.G.G.L2b.L2h.L3h.L3r.L4b.L4h.L4r.L5b.L5r.N2b.N2r.N3h.N3r.N4b.N4h.\
    N4r.N5b.R2b.R2h.R3b.R3h.R3r.R4b.R4r.R5b";

/// The list of discards with more cards.
fn with(more: &str) -> String {
    let mut cards: Vec<_> = MOST.split('.').chain(more.split('.')).collect();
    cards.sort_unstable();
    cards.join(".")
}

/// Each impossible position has its own error, which names the field.
#[track_caller]
fn refuses(cases: &[(String, &str, &str)]) {
    for (fields, field, expected) in cases {
        let error = error(&format!("buteur {fields}"));
        assert_eq!(error.field, *field, "{fields}: {error}");
        assert!(error.expected.contains(expected), "{fields}: {error}");
    }
}

#[test]
fn impossible_states_of_play() {
    let (hands, most) = (HANDS, MOST);
    refuses(&[
        (format!("kick R1 c 1 0-0 run R {hands} -"), "phase", "one of kickoff"),
        (format!("kickoff R2 c 1 0-0 run R {hands} -"), "player", "one of R1 B1"),
        (format!("kickoff - c 1 0-0 run R {hands} -"), "player", "one of R1 B1"),
        (format!("end R1 c 2 0-0 over R {hands} {most}"), "player", "one of -"),
        (format!("kickoff R1 d7 1 0-0 run R {hands} -"), "ball", "c in this phase"),
        (format!("play R1 c 1 0-0 run R {hands} -"), "ball", "a cell from a1 to h14"),
        (format!("play R1 d15 1 0-0 run R {hands} -"), "ball", "a cell from a1 to h14"),
        (format!("play R1 d07 1 0-0 run R {hands} -"), "ball", "a cell from a1 to h14"),
        (format!("throw R1 b3 1 0-0 run R {hands} -"), "ball", "touchline"),
        (format!("shot R1 d14 1 0-0 run R {hands} -"), "ball", "goal line of the player to act"),
        (format!("shot R1 b1 1 0-0 run R {hands} -"), "ball", "in or next to his goal"),
        (format!("kickoff R1 c 3 0-0 run R {hands} -"), "half", "one of 1 2"),
        (format!("end - c 1 0-0 over R {hands} {most}"), "half", "2 where the match is over"),
        (format!("kickoff R1 c 1 0:0 run R {hands} -"), "score", "as 2-1"),
        (format!("kickoff R1 c 1 00-0 run R {hands} -"), "score", "as 2-1"),
        (format!("kickoff R1 c 1 0-0 walk R {hands} -"), "clock", "one of run last over"),
        (format!("kickoff R1 c 1 0-0 run - {hands} -"), "kicker", "one of R B"),
    ]);
}

#[test]
fn impossible_cards() {
    let hands = HANDS;
    let known = "Cb.F.G.L3b.N2h.N5r.P.R4h";
    refuses(&[
        (format!("kickoff R1 c 1 0-0 run R {known} -"), "hands", "2 hands separated by /"),
        (format!("kickoff R1 c 1 0-0 run R {known}/?9 -"), "hands, number 2", "at most 8 cards"),
        (format!("kickoff R1 c 1 0-0 run R {known}/?08 -"), "hands", "as ?8"),
        (format!("kickoff R1 c 1 0-0 run R {known}.R5h/?8 -"), "hands, number 1", "at most 8"),
        (format!("kickoff R1 c 1 0-0 run R {known}/N1h -"), "hands", "cards joined by ."),
        (format!("kickoff R1 c 1 0-0 run R {known}/N2h -"), "hands", "at most 1 cards N2h"),
        (format!("kickoff R1 c 1 0-0 run R {hands} P.P"), "discard", "at most 2 cards P"),
        (format!("kickoff R1 c 1 0-0 run R {hands} Q"), "discard", "cards joined by ."),
        (
            format!("shot R1 d1 2 0-0 over R ?8/?8 {}", with("R2r.R5h.R5r.G")),
            "hands",
            "at most the 15",
        ),
        (format!("penalty R1 c 1 0-0 last R {hands} -"), "discard", "cards to cut from"),
    ]);
}

#[test]
fn impossible_clocks() {
    let (hands, most) = (HANDS, MOST);
    let short = hands.replace("N2h.", "");
    refuses(&[
        (format!("play R1 d7 1 0-0 run R {hands} {most}"), "clock", "last or over"),
        (format!("play R1 d7 1 0-0 last R {hands} -"), "clock", "run: 39 cards are left"),
        (format!("shot R1 d1 1 0-0 over R {hands} -"), "clock", "run: 39 cards are left"),
        (
            format!("play R1 d7 1 0-0 last R {short} {}", with("N2h.P.R5h.R5r")),
            "clock",
            "a hand is short",
        ),
        (
            format!("corner-r R1 c 1 0-0 last R {short} {}", with("R5h")),
            "clock",
            "leaves no corner",
        ),
        (format!("play R1 d7 1 0-0 over R {hands} {most}"), "clock", "only a shot, a penalty"),
        (
            format!("shot R1 d1 1 0-0 over R {short} {}", with("R5h")),
            "clock",
            "last: there are cards to draw",
        ),
        (format!("end - c 2 0-0 run R {hands} -"), "clock", "over where the match is over"),
        (
            format!("play R1 d7 1 0-0 run R {short} {}", with("N2h.P.R5h.R5r")),
            "clock",
            "hands lack",
        ),
    ]);
}
