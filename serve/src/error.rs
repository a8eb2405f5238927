//! What can go wrong: for the one who starts the server, and for those who use it.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use games::ParseError;
use serde_json::json;

/// Why the server did not start, or ended.
#[derive(Debug)]
pub enum Error {
    /// It cannot listen at this address.
    Listen(std::net::SocketAddr, std::io::Error),
    /// The folder of the games cannot be used.
    Data(std::path::PathBuf, String),
    /// The text of a pack is none.
    Pack(ParseError),
    /// The system refused a thread or the like.
    System(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listen(address, error) => {
                let expected = format!("an address and a port to listen at ({error})");
                write!(f, "{}", ParseError::new("--bind, --port", &address.to_string(), expected))
            }
            Self::Data(path, error) => {
                let expected = format!("a folder to keep games in ({error})");
                write!(f, "{}", ParseError::new("--data", &path.to_string_lossy(), expected))
            }
            Self::Pack(error) => write!(f, "--pack: {error}"),
            Self::System(error) => write!(f, "system: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Why a request was refused.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// What was sent is not right, as the error says.
    Input(ParseError),
    /// A body or a query that cannot be read.
    Unreadable(String),
    /// There is no such table, or nothing else of that name.
    NotFound,
    /// The token does not allow it.
    Forbidden,
    /// It is not this player's turn, or the table has moved on.
    NotNow(&'static str),
    /// There is too much of something.
    TooMany(&'static str),
    /// The request names another host, or comes from another site.
    Foreign,
    /// The games cannot be written.
    Storage(String),
}

impl Refusal {
    fn parts(&self) -> (StatusCode, &'static str, String) {
        match self {
            Self::Input(error) => (StatusCode::UNPROCESSABLE_ENTITY, "input", error.to_string()),
            Self::Unreadable(text) => (StatusCode::BAD_REQUEST, "unreadable", text.clone()),
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "not_found", "nothing of that name".to_owned())
            }
            Self::Forbidden => {
                (StatusCode::FORBIDDEN, "forbidden", "the token does not allow it".to_owned())
            }
            Self::NotNow(why) => (StatusCode::CONFLICT, "not_now", (*why).to_owned()),
            Self::TooMany(what) => (StatusCode::TOO_MANY_REQUESTS, "too_many", (*what).to_owned()),
            Self::Foreign => {
                let message = "the host is to be an address or localhost, and the origin this page";
                (StatusCode::FORBIDDEN, "foreign", message.to_owned())
            }
            Self::Storage(why) => (StatusCode::INTERNAL_SERVER_ERROR, "storage", why.clone()),
        }
    }

    /// As a message on a socket.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let (_, code, message) = self.parts();
        let mut error = json!({ "code": code, "message": message });
        if let Self::Input(parse) = self {
            error["field"] = json!(parse.field);
            error["read"] = json!(parse.read);
            error["expected"] = json!(parse.expected);
        }
        json!({ "error": error })
    }
}

impl From<ParseError> for Refusal {
    fn from(error: ParseError) -> Self {
        Self::Input(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.parts().0, Json(self.to_json())).into_response()
    }
}
