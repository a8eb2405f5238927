//! Extracts strategies from the table and writes them as text.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::atomic::AtomicU64;

use games::{Game, Notation, State, Tactics, format_position};

use crate::check::{Claim, check_proof};
use crate::numbers::Keyed;
use crate::prover::{Prover, TriedMove};
use crate::solution::{Inquiry, Solution, SolveError};

/// The first line of a proof.
pub const PROOF_HEAD: &str = "proof 1";

/// A strategy: the move for each position that it can lead to.
type Strategy<G> = Vec<(<G as Game>::Position, <G as Game>::Move)>;

impl<G: Tactics + Notation> Solution<G> {
    /// The proof as text, after a check. `None` if the position was not decided.
    ///
    /// The first line is `proof 1`, the second the position. Each strategy begins with a line
    /// `claim` and its claim. Then there is one line for each position in which a seat of the
    /// strategy is to move: the move, a space, the fields of the position.
    ///
    /// # Errors
    /// Not enough memory to keep the whole proof.
    #[inline(never)]
    pub fn proof(&self, state: &State<G>) -> Result<Option<String>, SolveError> {
        let mut text =
            format!("{PROOF_HEAD}\n{}\n", format_position(state.game(), state.position()));
        let head = text.len();
        let [win, deny] = &self.inquiries;
        let proven = [win, deny].into_iter().find(|inquiry| inquiry.root.is_proven());
        let told = match proven {
            Some(inquiry) => vec![inquiry],
            None => [win, deny].into_iter().filter(|one| one.root.is_refuted()).collect(),
        };
        for inquiry in told {
            let claim = Claim { goal: inquiry.goal, reached: inquiry.root.is_proven() };
            let _ = writeln!(text, "claim {}", claim.text(state.game()));
            for (position, mv) in inquiry.strategy(state)? {
                let (mv, fields) = (
                    state.game().format_move(&position, mv),
                    state.game().format_fields(&position),
                );
                let _ = writeln!(text, "{mv} {fields}");
            }
        }
        if text.len() == head {
            return Ok(None);
        }
        match check_proof(state, &text) {
            Ok(_) => Ok(Some(text)),
            Err(error) => Err(SolveError::Forgotten(error.to_string())),
        }
    }
}

impl<G: Tactics> Inquiry<G> {
    /// The strategy of the seats that succeed.
    fn strategy(&self, state: &State<G>) -> Result<Strategy<G>, SolveError> {
        let nodes = AtomicU64::new(0);
        let quest = self.quest(state.game(), &nodes, u64::MAX, &|| false);
        let mut writer =
            Writer { prover: Prover::new(&quest), seen: HashSet::new(), strategy: Vec::new() };
        let root = writer.prover.keyed(state.position());
        let proven = self.root.is_proven();
        // A line can be long, so this runs on a thread with a large stack.
        std::thread::scope(|scope| {
            let work = move || {
                writer.write(root, proven);
                writer.strategy
            };
            let thread =
                std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work)?;
            Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }
}

/// Visits all positions that a strategy can lead to.
struct Writer<'a, G: Game> {
    prover: Prover<'a, G>,
    seen: HashSet<Keyed<G::Position>>,
    strategy: Strategy<G>,
}

impl<G: Tactics> Writer<'_, G> {
    /// Writes the strategy below a position. `proven`: the attackers succeed.
    fn write(&mut self, at: Keyed<G::Position>, proven: bool) {
        if !self.seen.insert(at) {
            return;
        }
        self.prover.push(at);
        let branches = self.prover.branches(&at.position);
        if self.prover.tries(&at.position) == proven {
            if let Some(branch) = self.best(&branches, proven) {
                self.strategy.push((at.position, branch.mv));
                self.follow(branch, proven);
            }
        } else {
            for branch in &branches {
                self.follow(branch, proven);
            }
        }
        self.prover.pop();
    }

    fn follow(&mut self, branch: &TriedMove<G>, proven: bool) {
        if !branch.is_end {
            self.write(branch.at, proven);
        }
    }

    /// The move with the shortest proof, or the first move that refutes.
    fn best<'b>(&self, branches: &'b [TriedMove<G>], proven: bool) -> Option<&'b TriedMove<G>> {
        let settled = branches.iter().filter_map(|branch| {
            let (numbers, _) = self.prover.look(branch);
            let fits = if proven { numbers.is_proven() } else { numbers.is_refuted() };
            fits.then_some((numbers.distance, branch))
        });
        settled.min_by_key(|(distance, _)| *distance).map(|(_, branch)| branch)
    }
}
