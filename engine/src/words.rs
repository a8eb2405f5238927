//! Choices that a user makes by a word.

use games::ParseError;

/// What a word stands for in a table.
///
/// # Errors
/// A word that is not there; `field` names what it was to choose.
pub(crate) fn look_up<T: Copy, const COUNT: usize>(
    field: &str,
    table: &[(&str, T); COUNT],
    word: &str,
) -> Result<T, ParseError> {
    let found = table.iter().find(|(known, _)| *known == word);
    let words = || table.each_ref().map(|&(word, _)| word).join(" ");
    let wrong = || ParseError::new(field, word, format!("one of {}", words()));
    found.map(|&(_, found)| found).ok_or_else(wrong)
}
