//! Three seats: what a search assumes of the opponents.
//!
//! Paranoid and best-reply search see two sides, the *hero* (the seat to act at the root) and all
//! others, so they run as alpha-beta with the same table and ordering: values speak for the hero on
//! his turns and against him on others'. Max^n ([`crate::maxn`]) needs no such assumption.
//! CITE: N. Sturtevant, R. Korf, "On pruning techniques for multi-player games", AAAI 2000 (paranoid);
//! M. Esser et al., "Improving best-reply search", CG 2013 (BRS+).

use std::str::FromStr;

use eval::{Evaluator, Value};
use games::{Key, Outcome, ParseError, PerSeat, Seat, Tactics, random_words};

use crate::search::ordering::Ranked;
use crate::search::worker::Worker;
use crate::words::look_up;

/// What a search with three seats assumes of the others. Without effect where there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// Everyone plays for himself (max^n); slow, for reference.
    MaxN,
    /// All play against the seat that searches.
    Paranoid,
    /// Between two turns of the seat that searches just one opponent plays against it as well as he
    /// can; the others play the move that looks most promising (BRS+).
    BestReply,
}

impl Opponents {
    /// The word for each, and the assumption.
    pub const WORDS: [(&str, Self); 3] =
        [("maxn", Self::MaxN), ("paranoid", Self::Paranoid), ("brs", Self::BestReply)];
}

impl FromStr for Opponents {
    type Err = ParseError;

    fn from_str(word: &str) -> Result<Self, ParseError> {
        look_up("search", &Self::WORDS, word)
    }
}

/// Keep what is stored for one hero from another.
static HERO_KEYS: PerSeat<Key> = PerSeat::new(random_words(111));
/// Keep what is stored after an opponent's reply from what is stored before it.
static REPLY_KEYS: PerSeat<Key> = PerSeat::new(random_words(112));

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// The seat that searches, where there are three.
    #[inline]
    pub(crate) fn hero(&self) -> Option<Seat> {
        if G::MAX_SEATS == 2 { None } else { self.shared.hero }
    }

    /// Whether a value for one seat's turn speaks for the other's, too.
    #[inline]
    pub(crate) fn same_side(&self, one: Seat, other: Seat) -> bool {
        match self.hero() {
            None => one == other,
            Some(hero) => (one == hero) == (other == hero),
        }
    }

    /// The estimate of a position, for the side whose turn it is.
    #[inline]
    pub(crate) fn estimate(&mut self, position: &G::Position) -> Value {
        let (game, evaluator, hero) = (self.shared.game, self.shared.evaluator, self.hero());
        let estimate = || {
            let mover = game.mover(position);
            match hero {
                None => evaluator.estimate(game, position, mover),
                Some(hero) if mover == hero => evaluator.estimate(game, position, hero),
                Some(hero) => -evaluator.estimate(game, position, hero),
            }
        };
        if self.shared.techniques.estimate_table {
            self.estimate_table.get_or(game.key(position), estimate)
        } else {
            estimate()
        }
    }

    /// The value of a finished game, for the side whose turn it would be.
    #[inline]
    pub(crate) fn final_value(&self, position: &G::Position, outcome: Outcome, ply: i32) -> Value {
        let mover = self.shared.game.mover(position);
        match self.hero() {
            None => outcome_value(outcome, mover, ply),
            Some(hero) if mover == hero => outcome_value(outcome, hero, ply),
            Some(hero) => -outcome_value(outcome, hero, ply),
        }
    }

    /// The value of a draw by history.
    #[inline]
    pub(crate) fn draw_value(&self, position: &G::Position, ply: i32) -> Value {
        match self.hero() {
            None => Value::EVEN,
            Some(_) => self.final_value(position, self.shared.game.drawn(position), ply),
        }
    }

    /// Whether the hero has lost while others play on.
    #[inline]
    pub(crate) fn hero_is_out(&self, position: &G::Position) -> bool {
        self.hero().is_some_and(|hero| !self.shared.game.in_play(position).contains(hero))
    }

    /// What distinguishes the node in the tables beside its position.
    #[inline]
    pub(crate) fn assumption_key(&self) -> Key {
        let Some(hero) = self.hero() else { return Key(0) };
        let reply = self.reply.map_or(Key(0), |seat| REPLY_KEYS[seat]);
        HERO_KEYS[hero] ^ reply
    }

    /// Whether another opponent has made his reply, so that the mover has just his most promising move.
    #[inline]
    pub(crate) fn is_restricted(&self, mover: Seat) -> bool {
        self.hero()
            .is_some_and(|hero| mover != hero && self.reply.is_some_and(|seat| seat != mover))
    }

    /// Who has replied after a move: `promising` is the mover's most promising one.
    #[inline]
    pub(crate) fn reply_after(
        &self,
        mover: Seat,
        mv: G::Move,
        promising: Option<G::Move>,
    ) -> Option<Seat> {
        match self.hero() {
            Some(hero)
                if mover != hero && self.shared.techniques.opponents == Opponents::BestReply =>
            {
                if promising == Some(mv) {
                    self.reply
                } else {
                    self.reply.or(Some(mover))
                }
            }
            _ => None,
        }
    }

    /// The most promising of a node's moves, the first of equals, where best-reply search needs it.
    #[inline]
    pub(crate) fn promising(&self, position: &G::Position, start: usize) -> Option<G::Move> {
        self.hero().filter(|_| self.shared.techniques.opponents == Opponents::BestReply)?;
        most_promising(self.shared.game, position, &self.moves[start..])
    }
}

fn most_promising<G: Tactics>(
    game: &G,
    position: &G::Position,
    moves: &[Ranked<G::Move>],
) -> Option<G::Move> {
    let mut best: Option<(i32, G::Move)> = None;
    for ranked in moves {
        let promise = game.promise(position, ranked.mv);
        if best.is_none_or(|(most, _)| promise > most) {
            best = Some((promise, ranked.mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// What a result is worth to a seat: a proven win or loss, or its share of the point on the scale from
/// -1 to 1.
pub(crate) fn outcome_value(outcome: Outcome, seat: Seat, ply: i32) -> Value {
    let winners = outcome.winners;
    if !winners.contains(seat) {
        Value::loss_in(ply)
    } else if winners.len() == 1 {
        Value::win_in(ply)
    } else {
        Value(2 * Value::ONE / winners.len() as i32 - Value::ONE)
    }
}
