//! The README shows a program that compiles, and quotes others.

const README: &str = include_str!("../../../README.md");

#[test]
fn the_readme_has_the_first_example() {
    let (_, program) = include_str!("../best_move.rs").split_once("\n\n").expect("a comment");
    assert!(README.contains(&format!("```rust\n{program}```\n")), "{program}");
}

/// What a move does in the games of the other two, without the indentation.
#[test]
fn the_readme_quotes_the_games() {
    for source in [include_str!("../dice_race/game.rs"), include_str!("../coin_row.rs")] {
        let start = source.find("    fn play(").expect("the rules");
        let (quote, _) = source[start..].split_once("\n}\n").expect("the end of the rules");
        let quote: Vec<_> =
            quote.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
        let quote = quote.join("\n");
        assert!(README.contains(&format!("```rust\n{quote}\n```\n")), "{quote}");
    }
}

/// As many lines as the README says.
#[test]
fn the_race_is_as_long_as_told() {
    let [game, rest] = [include_str!("../dice_race/game.rs"), include_str!("../dice_race/main.rs")]
        .map(|source| source.lines().count());
    let words = format!("a race with a die: {game} lines of game, and {rest}");
    assert!(README.contains(&words), "{words}");
}
