//! The README shows a program that compiles.

#[test]
fn the_readme_has_the_first_example() {
    let (_, program) = include_str!("../best_move.rs").split_once("\n\n").expect("a comment");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("```rust\n{program}```\n")), "{program}");
}
