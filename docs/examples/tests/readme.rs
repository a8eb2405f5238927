//! The README quotes the first example as it is.

const README: &str = include_str!("../../../README.md");

#[test]
fn the_readme_has_the_first_example() {
    let (_, program) = include_str!("../best_move.rs").split_once("\n\n").expect("a comment");
    assert!(README.contains(&format!("```rust\n{program}```\n")), "{program}");
}
