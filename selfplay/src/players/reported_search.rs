//! The search of a player in another process, from its `info` lines.

use engine::Proof;
use games::Notation;
use ugi::{Info, ProvenResult};

use crate::players::bot::{Fault, Reply};
use crate::players::view::View;

/// The `info` lines of a search so far: the last value of each field for the best move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReportedSearch {
    value: Option<f64>,
    proof: Option<Proof>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl ReportedSearch {
    /// Adds a line. Lines about other moves than the best one are ignored.
    pub(crate) fn add(&mut self, info: &Info) {
        if info.multipv.is_some_and(|rank| rank != 1) {
            return;
        }
        if info.depth.is_some() {
            self.depth = info.depth;
            self.proof = info.proven.map(|proven| {
                // A proof counts even if the player does not tell the distance.
                let distance = proven.distance.unwrap_or(0);
                match proven.result {
                    ProvenResult::Win => Proof::Win(distance),
                    ProvenResult::Draw => Proof::Draw,
                    ProvenResult::Loss => Proof::Loss(distance),
                }
            });
        }
        self.nodes = info.nodes.or(self.nodes);
        self.value = info.value.or(self.value);
    }

    /// The reply; `text` is the rest of the line after `bestmove`.
    pub(crate) fn choice<G: Notation>(
        self,
        view: &View<'_, G>,
        text: &str,
    ) -> Result<Reply<G::Move>, Fault> {
        let Some(text) = text.split_whitespace().next() else {
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
    fn the_best_line_counts() {
        let mut search = ReportedSearch::default();
        let mut add = |text: &str| {
            search.add(&Info::parse(text));
            let ReportedSearch { value, proof, depth, nodes } = search;
            (depth, nodes, value, proof)
        };
        add("depth 3 seldepth 5 multipv 1 score cp 3 value 0.5 proven win distance 3 nodes 9 pv a");
        add("depth 3 multipv 2 value 0.1 nodes 12 pv b");
        let found = add("string depth 8");
        assert_eq!(found, (Some(3), Some(9), Some(0.5), Some(Proof::Win(3))));
        let found = add("depth 4 value nan nodes x");
        assert_eq!(found, (Some(4), Some(9), Some(0.5), None));
    }
}
