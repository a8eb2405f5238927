//! A value with the text that it was read from.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A value together with its text. Records repeat the text as the user wrote it, with the same
/// order and abbreviations.
///
/// ```
/// use selfplay::Written;
/// use statistics::Sprt;
///
/// let test: Written<Sprt> = "elo1=50".parse()?;
/// assert_eq!((test.elo0, test.elo1, test.to_string()), (0.0, 50.0, "elo1=50".to_owned()));
/// assert_eq!(Written::from(Sprt::elo(0.0, 50.0)).to_string(), "elo0=0,elo1=50");
/// # Ok::<(), games::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written<T> {
    text: String,
    value: T,
}

impl<T: fmt::Display> From<T> for Written<T> {
    fn from(value: T) -> Self {
        Self { text: value.to_string(), value }
    }
}

impl<T: FromStr> FromStr for Written<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        Ok(Self { value: text.parse()?, text: text.to_owned() })
    }
}

impl<T> Deref for Written<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> fmt::Display for Written<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
