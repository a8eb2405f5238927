//! What a player in another process says of its search.

use engine::Proof;
use games::Notation;

use crate::players::bot::{Fault, Reply};
use crate::players::view::View;

/// What a player said of its search so far.
#[derive(Debug, Default)]
pub(crate) struct Thought {
    value: Option<f64>,
    proof: Option<Proof>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Thought {
    /// Takes what an `info` line says of the best move.
    pub(crate) fn take(&mut self, text: &str) {
        let words: Vec<_> = text.split(' ').collect();
        let end = words.iter().position(|&word| word == "pv" || word == "string");
        let words = &words[..end.unwrap_or(words.len())];
        let after = |name| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1).copied()
        };
        if after("multipv").is_some_and(|rank| rank != "1") {
            return;
        }
        if let Some(depth) = after("depth").and_then(|text| text.parse().ok()) {
            self.depth = Some(depth);
            // A player that does not say how far off the end is has proven the result all the same.
            let distance = after("distance").and_then(|text| text.parse().ok()).unwrap_or(0);
            self.proof = after("proven").and_then(|word| match word {
                "win" => Some(Proof::Win(distance)),
                "draw" => Some(Proof::Draw),
                "loss" => Some(Proof::Loss(distance)),
                _ => None,
            });
        }
        if let Some(nodes) = after("nodes").and_then(|text| text.parse().ok()) {
            self.nodes = Some(nodes);
        }
        let value = after("value").and_then(|text| text.parse().ok());
        if let Some(value) = value.filter(|value: &f64| (-1.0..=1.0).contains(value)) {
            self.value = Some(value);
        }
    }

    /// The answer, with the move after the word `bestmove`.
    pub(crate) fn choice<G: Notation>(
        self,
        view: &View<'_, G>,
        text: &str,
    ) -> Result<Reply<G::Move>, Fault> {
        let Some(text) = text.split(' ').next().filter(|text| !text.is_empty()) else {
            return Err(Fault::Garbage("bestmove without a move".to_owned()));
        };
        let state = &view.playthrough.state;
        let mv = state.game().parse_move(state.position(), text);
        let mv =
            mv.map_err(|_| Fault::Illegal(format!("{text:.60} in {}", view.playthrough.text())))?;
        let Self { value, proof, depth, nodes } = self;
        Ok(Reply { mv, value, proof, depth, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_tells() {
        let mut thought = Thought::default();
        thought.take(
            "depth 3 seldepth 5 multipv 1 score cp 3 value 0.5 proven win distance 3 nodes 9 pv a",
        );
        thought.take("depth 3 multipv 2 value 0.1 nodes 12 pv b");
        thought.take("string depth 8");
        assert_eq!((thought.depth, thought.nodes, thought.value), (Some(3), Some(9), Some(0.5)));
        assert_eq!(thought.proof, Some(Proof::Win(3)));
        thought.take("depth 4 value nan nodes x");
        assert_eq!((thought.depth, thought.nodes, thought.value), (Some(4), Some(9), Some(0.5)));
        assert_eq!(thought.proof, None);
    }
}
