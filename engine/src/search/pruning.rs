//! Selectivity: which moves and nodes are searched less deep, or not at all.
//!
//! All of this relies on estimates. Nodes are ended by their estimate, and moves skipped, only with zero windows, and
//! only where neither side has a capture or a win at hand: never near proven results, nor while all moves tried lose.
//! ProbCut, too, needs a zero window away from proven results. So nothing skipped here can create a proof. There is no
//! null move: who must move is often worse off than who may pass. All that is here works with the same mover.
//!
//! CITE: late move reductions and pruning, futility: as in E. A. Heinz, "Scalable search in computer chess", 2000, and
//! the programs since; ProbCut: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm",
//! ICCA Journal 18(2), 1995, in the form of Scan by F. Letouzey: the same node, less deep, once in a line.

use eval::Value;
use games::Noisiness;

use crate::integer::log2;
use crate::search::control::Stopped;
use crate::search::decision::Node;
use crate::search::ordering::{is_noisy, is_plain_quiet};
use crate::search::thread::{SearchThread, Searched};
use crate::search::units::{Depth, Ply};
use crate::search::window::Window;
use crate::searchable::Searchable;

/// What a move is like that may be reduced.
#[derive(Clone, Copy)]
pub(crate) struct LmrMove {
    /// Its number in the order.
    pub(crate) index: usize,
    /// It takes nothing and promises nothing.
    pub(crate) quiet: bool,
    /// Its history.
    pub(crate) history: i32,
    /// The estimate has risen since the mover's last turn.
    pub(crate) improving: bool,
}

/// What a node looks like before any of its moves is tried.
#[derive(Clone, Copy)]
pub(crate) struct StaticEval {
    /// Its estimate, where one is asked for.
    pub(crate) estimate: Option<Value>,
    /// Neither side has a tactical move or a win at hand; told only where moves may be left out.
    pub(crate) quiet: bool,
    /// The estimate has risen since the mover's last turn, or nothing is known of it.
    pub(crate) improving: bool,
}

impl StaticEval {
    /// Nothing is known.
    pub(crate) const NONE: Self = Self { estimate: None, quiet: false, improving: true };
}

/// How far so many hundredths of log-odds reach from a value, by the slope of the logistic there.
fn log_odds_margin(value: Value, hundredths: i32) -> i32 {
    let (one, value) = (i64::from(Value::ONE), i64::from(value.expectation()));
    let slope = (one * one - value * value) / (2 * one);
    (slope * i64::from(hundredths) / 100) as i32
}

fn is_unproven(value: Value) -> bool {
    value.0.abs() < Value::ONE
}

impl<G: Searchable> SearchThread<'_, G> {
    /// Whether nodes may be judged by their estimates: for two, without chance.
    #[inline(always)]
    fn is_selective(&self) -> bool {
        let techniques = &self.context.techniques;
        !G::CHANCE
            && self.root_seat().is_none()
            && (techniques.futility || techniques.lmp || techniques.lmr)
    }

    /// Whether a node of that depth may end by its estimate, or be left some of its moves.
    #[inline(always)]
    fn prunes_at(&self, depth: Depth) -> bool {
        let parameters = &self.context.techniques.parameters;
        let near = parameters.lmp_depth.max(parameters.fp_depth);
        depth.moves() <= near.max(parameters.rfp_depth)
    }

    /// What a node looks like, where something is made of that.
    #[inline]
    pub(crate) fn static_eval(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
    ) -> StaticEval {
        if !self.is_selective() {
            return StaticEval::NONE;
        }
        let game = self.context.game;
        if G::TACTICAL && game.noisiness(position) != Noisiness::Quiet {
            self.estimated[ply.index()] = None;
            return StaticEval::NONE;
        }
        let estimate = self.estimate(position);
        self.estimated[ply.index()] = Some(estimate);
        let before = ply.two_before().and_then(|ply| self.estimated[ply.index()]);
        StaticEval {
            estimate: Some(estimate),
            quiet: self.prunes_at(depth) && !game.is_threatened(position),
            improving: before.is_none_or(|before| estimate > before),
        }
    }

    /// Reverse futility: an estimate so far above a zero window that a few moves will not bring it back.
    #[inline]
    pub(crate) fn reverse_futility(
        &mut self,
        static_eval: StaticEval,
        depth: Depth,
        window: Window,
    ) -> Option<Value> {
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let estimate = static_eval.estimate.filter(|_| static_eval.quiet && techniques.futility)?;
        let moves = depth.moves();
        if moves > parameters.rfp_depth || !window.is_zero() || !is_unproven(window.beta) {
            return None;
        }
        let margin = log_odds_margin(window.beta, parameters.rfp_margin * moves);
        (estimate.0 - margin >= window.beta.0).then(|| {
            self.leaves += 1;
            self.estimates += 1;
            estimate
        })
    }

    /// ProbCut: the node's value where a search of less depth ends well above a zero window.
    #[inline]
    pub(crate) fn probcut(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Result<Option<Value>, Stopped> {
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let tried = !G::CHANCE
            && techniques.probcut
            && !self.probing
            && self.root_seat().is_none()
            && window.is_zero()
            && depth >= Depth::new(parameters.probcut_depth);
        if !tried || !is_unproven(window.beta) {
            return Ok(None);
        }
        let moves = depth.moves();
        let margin = log_odds_margin(window.beta, parameters.probcut_margin * moves);
        let bound = Value(window.beta.0 + margin);
        let shallow = moves * parameters.probcut_share / 100;
        if !is_unproven(bound) || shallow < 1 {
            return Ok(None);
        }
        let result = self.probcut_search(position, Depth::new(shallow), ply, bound);
        let value = result?;
        if value < bound {
            return Ok(None);
        }
        self.estimates += u64::from(!value.is_win());
        Ok(Some(if value.is_win() { value } else { Value(value.0 - margin) }))
    }

    /// Whether the node is worth so much, by a search in which no other such question is asked.
    fn probcut_search(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        bound: Value,
    ) -> Searched {
        self.probing = true;
        let result = self.search_node(position, depth, ply, Window::zero(Value(bound.0 - 1)));
        self.probing = false;
        result
    }

    /// Whether a move need not be searched: a late quiet one near the leaves, or one that would have to bring more
    /// than quiet moves do. Never while all that was tried loses.
    #[inline(always)]
    pub(crate) fn prunes_late_move(
        &self,
        node: &Node<'_, G>,
        index: usize,
        score: i32,
        best: Value,
    ) -> bool {
        let static_eval = node.static_eval;
        if !static_eval.quiet || index == 0 || !is_plain_quiet(score) || best.is_loss() {
            return false;
        }
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let depth = node.info.depth.moves();
        if techniques.lmp && depth <= parameters.lmp_depth {
            let most = parameters.lmp_base + depth * depth * parameters.lmp_slope / 100;
            if index as i32 >= most - i32::from(!static_eval.improving) * most / 3 {
                return true;
            }
        }
        let Some(estimate) = static_eval.estimate else { return false };
        let alpha = node.window.alpha;
        techniques.futility
            && depth <= parameters.fp_depth
            && is_unproven(alpha)
            && estimate.0 + log_odds_margin(alpha, parameters.fp_margin * depth) <= alpha.0
    }

    /// Late move reductions: how much less deep a late quiet move is searched at first. With a die they gain nothing
    /// (Maîtres, 600 games), so there they are off.
    #[inline]
    pub(crate) fn reduction(&self, late: LmrMove, depth: Depth, open: bool) -> i32 {
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let (index, depth) = (late.index as i32, depth.moves());
        let is_late = index >= parameters.lmr_min_move && depth >= parameters.lmr_depth;
        if G::CHANCE || !techniques.lmr || !is_late || !late.quiet {
            return 0;
        }
        let mut hundredths = parameters.lmr_base
            + parameters.lmr_slope * log2(depth + 1) * log2(index + 1) / (32 * 32)
            - late.history.clamp(-HISTORY, HISTORY) * parameters.lmr_history / HISTORY;
        hundredths -= if open { parameters.lmr_pv } else { 0 };
        hundredths += if late.improving { 0 } else { parameters.lmr_not_improving };
        (hundredths / 100).clamp(0, depth - 1)
    }

    /// What a move of a node's list is like.
    #[inline(always)]
    pub(crate) fn lmr_move(
        &self,
        node: &Node<'_, G>,
        mv: G::Move,
        index: usize,
        score: i32,
    ) -> LmrMove {
        let game = self.context.game;
        let quiet = if self.context.techniques.ordering {
            !is_noisy(score)
        } else {
            game.move_score(node.position, mv) == 0
        };
        LmrMove { index, quiet, history: score, improving: node.static_eval.improving }
    }
}

/// The best history, and the worst with the other sign, beyond which a reduction does not change.
const HISTORY: i32 = 1 << 14;
