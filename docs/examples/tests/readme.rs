//! The README and the guide to the library quote the examples as they are.

const README: &str = include_str!("../../../README.md");
const GUIDE: &str = include_str!("../../guides/library.md");

#[test]
fn the_readme_has_the_first_example() {
    let (_, program) = include_str!("../best_move.rs").split_once("\n\n").expect("a comment");
    assert!(README.contains(&format!("```rust\n{program}```\n")), "{program}");
}

#[test]
fn the_guide_tells_the_length_of_the_race() {
    let [game, rest] = [include_str!("../dice_race/game.rs"), include_str!("../dice_race/main.rs")]
        .map(|source| source.lines().count());
    let words = format!("{game} lines of game, and {rest}");
    let guide = GUIDE.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(guide.contains(&words), "{words}");
}
