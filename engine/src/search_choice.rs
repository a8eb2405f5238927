//! The choice of a search: which one answers a request.

use games::{Actor, Game, Information, State};

use crate::limits::{Limits, MAX_DEPTH};
use crate::opponents::model::Opponents;
use crate::search_kind::SearchKind;
use crate::techniques::Techniques;
use crate::uncertainty::Uncertainty;

impl SearchKind {
    /// The search that answers a request with these techniques and limits in a state.
    ///
    /// ```
    /// use engine::{Limits, SearchKind, Techniques};
    /// use games::{State, etoile::EtoileOnStar};
    ///
    /// let state = State::<EtoileOnStar>::parse("etoile:players=3 startpos")?;
    /// let kind = |limits| SearchKind::of(&state, &Techniques::ALL, &limits);
    /// assert_eq!(kind(Limits::default()), SearchKind::Mcts);
    /// assert_eq!(kind(Limits { depth: Some(5), ..Limits::default() }), SearchKind::BestReply);
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn of<G: Game>(state: &State<G>, techniques: &Techniques, limits: &Limits) -> Self {
        let (game, position) = (state.game(), state.position());
        if G::Information::HIDDEN {
            let player = G::Information::player(game, position);
            let is_view = G::Information::view(game, position, player) == *position;
            return if is_view { Self::where_hidden(techniques) } else { Self::Views };
        }
        if G::MAX_SEATS <= 2 || game.seats() <= 2 {
            return if G::CHANCE { Self::Expectimax } else { Self::AlphaBeta };
        }
        match techniques.opponents {
            Opponents::MaxN => Self::MaxN,
            Opponents::Paranoid => Self::Paranoid,
            Opponents::BestReply => Self::BestReply,
            Opponents::Mcts => {
                let by_depth = limits.depth.is_some_and(|depth| depth < MAX_DEPTH);
                let all_in_play = game.in_play(position).len() == u32::from(game.seats());
                let player_acts = matches!(state.actor(), Actor::Seat(_));
                let fits = !G::CHANCE && !by_depth && player_acts && all_in_play;
                if fits { Self::Mcts } else { Self::BestReply }
            }
        }
    }

    /// All searches that read parameters in a game from `start` on, for a player who does not see
    /// hidden cards. With Monte Carlo tree search for three seats best-reply search is one of them:
    /// it takes over once a seat is out of the game.
    #[must_use]
    pub fn all_of<G: Game>(
        start: &State<G>,
        techniques: &Techniques,
        limits: &Limits,
        has_clock: bool,
    ) -> Vec<Self> {
        let first = if G::Information::HIDDEN {
            Self::where_hidden(techniques)
        } else {
            Self::of(start, techniques, limits)
        };
        let mut all = vec![first];
        all.extend((first == Self::Mcts).then_some(Self::BestReply));
        all.extend(has_clock.then_some(Self::Clock));
        all
    }

    fn where_hidden(techniques: &Techniques) -> Self {
        match techniques.uncertainty {
            Uncertainty::Views => Self::Views,
            Uncertainty::Worlds => Self::Worlds,
            Uncertainty::Ismcts => Self::Ismcts,
        }
    }
}
