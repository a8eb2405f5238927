//! Options that a user chooses by a word.

use games::ParseError;

/// The value of a word in a table.
///
/// # Errors
/// An unknown word. `field` is the name of the option.
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
