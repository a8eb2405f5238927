//! Choices that a user makes by a word.

/// What a word stands for in a table.
///
/// # Errors
/// The words that were expected.
pub(crate) fn look_up<T: Copy, const COUNT: usize>(
    table: &[(&str, T); COUNT],
    word: &str,
) -> Result<T, String> {
    let found = table.iter().find(|(known, _)| *known == word);
    let words = || table.each_ref().map(|&(word, _)| word).join(" ");
    found.map(|&(_, found)| found).ok_or_else(|| format!("expected one of {}", words()))
}
