//! Links as codes for the camera of a phone.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header;
use axum::response::IntoResponse;
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use crate::error::Refusal;

/// The most bytes of a link.
const LONGEST: usize = 600;

/// The text of a code.
#[derive(Debug, Deserialize)]
pub(crate) struct Text {
    text: String,
}

/// A text as a QR code, drawn as SVG.
pub(crate) async fn qr(
    query: Result<Query<Text>, QueryRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let unreadable = |why: String| Refusal::from(tabletop::Refusal::Unreadable(why));
    let Query(Text { text }) = query.map_err(|error| unreadable(error.body_text()))?;
    if text.len() > LONGEST {
        return Err(unreadable(format!("text: expected at most {LONGEST} bytes")));
    }
    let code = QrCode::new(text).map_err(|error| unreadable(error.to_string()))?;
    let drawn = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn))
}
