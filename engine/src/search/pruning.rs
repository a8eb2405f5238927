//! Selectivity: nodes and moves that are pruned, and moves that are searched with less depth.
//!
//! All of this relies on estimates, so it must not create proofs. Reverse futility pruning,
//! futility pruning and ProbCut need a zero window away from proven results; late move pruning
//! needs any zero window. Except for ProbCut, neither side may have a tactical move or a win at
//! hand. No move is pruned while all moves searched so far lose.
//!
//! In a *stroke* one side gives up several pieces, each capture is forced, and a large capture
//! follows. Until then a shallow search sees only a gain for the side that must capture. So ProbCut
//! does not act where the mover must capture, and moves that force a capture are not reduced. This
//! holds from a depth on. Near the horizon it would cost more nodes than it finds strokes.
//!
//! There is no null move pruning: zugzwang is common in these games. All techniques here also hold
//! where a seat moves twice in a row.
//!
//! CITE: late move reductions, late move pruning and futility pruning: as in E. A. Heinz, "Scalable
//! search in computer chess", 2000, and the programs since.

use eval::Value;
use games::Noisiness;

use crate::integer::log2;
use crate::search::control::Stopped;
use crate::search::node::{LmrMove, Node, Searched, StaticEval};
use crate::search::ordering::{is_noisy, is_plain_quiet};
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::Window;
use crate::searchable::Searchable;

/// A margin in hundredths of log-odds, as a difference of values near `value`: times the slope of
/// the logistic function there.
fn log_odds_margin(value: Value, hundredths: i32) -> i32 {
    let (one, value) = (i64::from(Value::ONE), i64::from(value.expectation()));
    let slope = (one * one - value * value) / (2 * one);
    (slope * i64::from(hundredths) / 100) as i32
}

/// Whether a value is no proven result.
fn is_unproven(value: Value) -> bool {
    value.units().abs() < Value::ONE
}

impl<G: Searchable> SearchThread<'_, G> {
    /// Whether nodes have a static evaluation: with two seats and without chance, if a technique
    /// needs it.
    #[inline(always)]
    fn is_selective(&self) -> bool {
        let techniques = &self.context.techniques;
        !G::CHANCE
            && self.root_seat().is_none()
            && (techniques.futility || techniques.lmp || techniques.lmr)
    }

    /// Whether a node of that depth, or some of its moves, may be pruned.
    #[inline(always)]
    fn prunes_at(&self, depth: Depth) -> bool {
        let parameters = &self.context.techniques.parameters;
        let near = parameters.lmp_depth.max(parameters.fp_depth);
        depth.moves() <= near.max(parameters.rfp_depth)
    }

    /// The static evaluation of a node.
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
            self.static_evals[ply.index()] = None;
            return StaticEval::NONE;
        }
        let estimate = self.estimate(position);
        self.static_evals[ply.index()] = Some(estimate);
        let before = ply.two_before().and_then(|ply| self.static_evals[ply.index()]);
        StaticEval {
            estimate: Some(estimate),
            quiet: self.prunes_at(depth) && !game.is_threatened(position),
            improving: before.is_none_or(|before| estimate > before),
        }
    }

    /// Reverse futility pruning (RFP): returns the estimate if it is so far above a zero window
    /// that the opponent will hardly bring it down in the depth that is left.
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
        (estimate.units() - margin >= window.beta.units()).then(|| {
            self.leaves += 1;
            self.estimates += 1;
            estimate
        })
    }

    /// ProbCut: returns a value where a search with less depth ends well above a zero window.
    ///
    /// CITE: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA
    /// Journal 18(2), 1995, in the form of Scan by F. Letouzey: the same node with less depth, once
    /// in a line.
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
            && !self.in_probcut
            && self.root_seat().is_none()
            && window.is_zero()
            && depth >= Depth::new(parameters.probcut_depth);
        if !tried || !is_unproven(window.beta) || self.may_be_stroke(position, depth.moves()) {
            return Ok(None);
        }
        let moves = depth.moves();
        let margin = log_odds_margin(window.beta, parameters.probcut_margin * moves);
        let bound = window.beta.offset(margin);
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
        Ok(Some(if value.is_win() { value } else { value.offset(-margin) }))
    }

    /// Whether the mover must capture, so that the position may be part of a stroke. Only with two
    /// seats, and only from a depth on. Where the game is over nobody can capture.
    #[inline]
    fn may_be_stroke(&self, position: &G::Position, depth: i32) -> bool {
        let techniques = &self.context.techniques;
        G::TACTICAL
            && techniques.strokes
            && depth >= techniques.parameters.stroke_depth
            && self.root_seat().is_none()
            && self.context.game.noisiness(position) == Noisiness::Forced
    }

    /// Searches whether a node is worth at least `bound`. There is no ProbCut within this search.
    fn probcut_search(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        bound: Value,
    ) -> Searched {
        self.in_probcut = true;
        let result = self.search_node(position, depth, ply, Window::zero(bound.offset(-1)));
        self.in_probcut = false;
        result
    }

    /// Whether a move of a zero-window node may be pruned: a quiet move that is neither the first
    /// nor a killer, in a quiet position, if some move tried so far does not lose.
    #[inline(always)]
    pub(crate) fn may_prune_move(
        &self,
        node: &Node<'_, G>,
        index: usize,
        score: i32,
        best: Value,
    ) -> bool {
        node.static_eval.quiet && index != 0 && is_plain_quiet(score) && !best.is_loss()
    }

    /// Late move pruning (LMP): near the horizon the late moves are not searched. The limit is
    /// lower where the static evaluation is not improving.
    #[inline(always)]
    pub(crate) fn late_move_pruning(&self, node: &Node<'_, G>, index: usize) -> bool {
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let depth = node.info.depth.moves();
        if !techniques.lmp || depth > parameters.lmp_depth {
            return false;
        }
        let most = parameters.lmp_base + depth * depth * parameters.lmp_slope / 100;
        index as i32 >= most - i32::from(!node.static_eval.improving) * most / 3
    }

    /// Futility pruning (FP): near the horizon, where the estimate is so far below the window that
    /// a quiet move will hardly bring it back.
    #[inline(always)]
    pub(crate) fn futility_pruning(&self, node: &Node<'_, G>) -> bool {
        let techniques = &self.context.techniques;
        let parameters = &techniques.parameters;
        let Some(estimate) = node.static_eval.estimate else { return false };
        let (depth, alpha) = (node.info.depth.moves(), node.window.alpha);
        techniques.futility
            && depth <= parameters.fp_depth
            && is_unproven(alpha)
            && estimate.units() + log_odds_margin(alpha, parameters.fp_margin * depth)
                <= alpha.units()
    }

    /// Late move reductions (LMR): the number of plies by which the first search of a late quiet
    /// move is reduced. `child` is the position after the move. They gained nothing in games with a
    /// die (Maîtres, 600 games), so they are off there.
    #[inline]
    pub(crate) fn reduction(
        &self,
        late: LmrMove,
        child: &G::Position,
        depth: Depth,
        is_pv: bool,
    ) -> i32 {
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
        hundredths -= if is_pv { parameters.lmr_pv } else { 0 };
        hundredths += if late.improving { 0 } else { parameters.lmr_not_improving };
        let reduction = (hundredths / 100).clamp(0, depth - 1);
        if reduction > 0 && self.may_be_stroke(child, depth) { 0 } else { reduction }
    }

    /// The properties of a move of a node for [`Self::reduction`].
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

/// The history score, of either sign, beyond which a reduction does not change.
const HISTORY: i32 = 1 << 14;
