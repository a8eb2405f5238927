//! What the weights of a group are for, each in a word or two: the names of their bars.

/// What the bars stand for, and the name of each; plain numbers where nothing is known of the group.
pub(crate) fn weight_names(group: &str, count: usize) -> (&'static str, Vec<String>) {
    let (across, named): (_, &[&str]) = match group {
        "attack_mover" | "attack_other" => ("rolls that win", &[]),
        "take_mover" | "take_other" => (
            "rolls that take, and what is attacked",
            &["large", "guarded", "small", "guarded s", "two", "larges", "smalls", "back"],
        ),
        "small" => ("rank", &["2", "3", "4", "5", "6", "7", "8"]),
        "turn" => ("stage of the game", &[]),
        "shelter" => ("own pieces around the Master", &[]),
        "large" | "master" | "throw" => ("row from home", &ROWS[1..]),
        "on_move" | "missing" | "man" => (
            match group {
                "on_move" => "row of the ball from home",
                "missing" => "ranks ahead without a bottle",
                _ => "rows gone",
            },
            &[],
        ),
        "reach_mover" | "reach_other" => ("rows that can be gained", &["0", "1", "2", "goal"]),
        "ball" => ("file of the ball", &["b or f", "d"]),
        "centre" | "freedom" => ("piece", &["man", "king"]),
        "threat" => ("pieces that could capture", &["1", "2", "3 or more"]),
        "passed" | "strong" => ("steps to the border", &ROWS[1..]),
        "lead" | "behind" => ("steps of the third token to the border", &[]),
        "goal" => ("cards left", &["to 3", "to 7", "to 15", "to 31", "to 63", "more"]),
        "restart" => ("how play goes on", &["kick-off", "goal kick", "to clear"]),
        "shot" => ("the shot", &["not stopped", "stopped"]),
        "cut" => ("the chance of", &["a goal", "the turn"]),
        "shoot" => ("the chance to shoot", &["at all", "past the keeper", "free kick"]),
        "enter" => ("penalty card", &["with", "without"]),
        "stop" => ("cards that stop shots", &["first", "second", "more"]),
        "card" => (
            "card: straight s, diagonal d",
            &["pen", "free", "cor", "s2", "s3", "s4", "s5", "d2", "d3", "d4", "d5"],
        ),
        "next" => ("the chance to", &["shoot", "enter"]),
        _ => ("number in the group", &[]),
    };
    let name = |place: usize| named.get(place).copied().or_else(|| ROWS.get(place).copied());
    let names =
        (0..count).map(|place| name(place).map_or_else(|| place.to_string(), str::to_owned));
    (across, names.collect())
}

/// Numbers from 0.
static ROWS: [&str; 15] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use eval::{Evaluate, LONGEST_GROUP};
    use games::{AnyState, with_state};

    use super::*;
    use crate::weight_pictures::STAGES;

    fn check<G: Evaluate>(_: &G) -> usize {
        let drawn = G::FEATURES.iter().filter(|group| (2..=LONGEST_GROUP).contains(&group.count));
        // Those of squares are drawn as boards, those by stages of the game as a table with a column for each name.
        let boards = ["place", "play", "token", "placed"];
        let staged = [
            "small",
            "large",
            "master",
            "shelter",
            "attack_mover",
            "attack_other",
            "take_mover",
            "take_other",
        ];
        let drawn = drawn.filter(|group| !boards.contains(&group.name));
        let mut named = 0;
        for group in drawn {
            let stages = if staged.contains(&group.name) { STAGES } else { 1 };
            let (across, names) = weight_names(group.name, group.count / stages);
            assert_ne!(across, "number in the group", "{}", group.name);
            let different: HashSet<_> = names.iter().collect();
            assert_eq!(different.len() * stages, group.count, "{}: {names:?}", group.name);
            named += 1;
        }
        named
    }

    /// Every bar of every game has a name of its own.
    #[test]
    fn every_weight_has_its_name() {
        let named = AnyState::NAMES.iter().map(|name| {
            let any = AnyState::start(name).expect("a game");
            with_state!(&any, state => check(state.game()))
        });
        assert!(named.sum::<usize>() > 25);
        assert_eq!(weight_names("threat", 3).1, ["1", "2", "3 or more"]);
        assert_eq!(weight_names("large", 9).1.last().map(String::as_str), Some("9"));
        assert_eq!(weight_names("new", 2), ("number in the group", vec!["0".into(), "1".into()]));
    }
}
