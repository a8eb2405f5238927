//! Reasons in Buteur.

use games::buteur::{Phase, Position};

use super::{Refused, told};
use crate::words::Words;

/// The reason why a card or a cell cannot be chosen.
pub(crate) fn buteur(
    position: &Position,
    refused: Refused<'_>,
    words: &Words<'_>,
) -> Option<String> {
    let Refused { from, stop, moves } = refused;
    // At a restart, moves begin with a cell.
    if from.is_none() && moves.iter().all(|mv| mv.contains(':') && !mv.starts_with("discard")) {
        return told(words, "buteur.why-place");
    }
    let Some(card) = stop.strip_prefix("card:") else {
        return told(words, "buteur.why-choose-card");
    };
    if position.phase() == Phase::Shot {
        return told(words, "buteur.why-shot");
    }
    let key = match (card.as_bytes().first(), from) {
        (Some(b'G'), _) => "buteur.why-keeper",
        (Some(b'C'), _) => "buteur.why-corner",
        (Some(b'P'), _) => "buteur.why-penalty",
        (Some(b'F'), None) => "buteur.why-free",
        (_, Some(_)) => "buteur.why-attacker",
        _ => "why.card",
    };
    told(words, key)
}
