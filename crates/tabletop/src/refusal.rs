//! The reasons for which a table refuses a request.

use std::fmt;

use games::ParseError;
use serde_json::{Value, json};

/// The reasons for the refusal of a request at a table.
#[derive(Debug)]
pub enum Refusal {
    /// The input is wrong, as the error says.
    Input(ParseError),
    /// A body or a query that cannot be read.
    Unreadable(String),
    /// The token does not allow the request.
    Forbidden,
    /// It is not this player's turn, or the table has moved on.
    NotNow(&'static str),
    /// The action refers to another version of the table. This is the table as it is now.
    Late(Value),
    /// There are too many things of a kind.
    TooMany(&'static str),
    /// The table's record is damaged.
    Damaged(String),
}

impl Refusal {
    /// The status of HTTP.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Input(_) => 422,
            Self::Unreadable(_) => 400,
            Self::Forbidden => 403,
            Self::NotNow(_) | Self::Late(_) => 409,
            Self::TooMany(_) => 429,
            Self::Damaged(_) => 500,
        }
    }

    /// The code, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Input(_) => "input",
            Self::Unreadable(_) => "unreadable",
            Self::Forbidden => "forbidden",
            Self::NotNow(_) => "not_now",
            Self::Late(_) => "late",
            Self::TooMany(_) => "too_many",
            Self::Damaged(_) => "damaged",
        }
    }

    /// The refusal as JSON: `error` with its code, its message and the parts of an input error, and
    /// the `table` as it is now if the action was late.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code(), "message": self.to_string() });
        if let Self::Input(parse) = self {
            error["field"] = json!(parse.field);
            error["read"] = json!(parse.read);
            error["expected"] = json!(parse.expected);
        }
        match self {
            Self::Late(table) => json!({ "error": error, "table": table }),
            _ => json!({ "error": error }),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Unreadable(text) => f.write_str(text),
            Self::Forbidden => f.write_str("the token does not allow it"),
            Self::NotNow(why) | Self::TooMany(why) => f.write_str(why),
            Self::Late(_) => f.write_str("the table has moved on"),
            Self::Damaged(why) => write!(f, "the record of the table is damaged: {why}"),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        Self::Input(error)
    }
}
