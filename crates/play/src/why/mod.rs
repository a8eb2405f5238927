//! Reasons why a cell or a card cannot be chosen, for people who learn a game.
//!
//! A person chooses a move stop by stop: cells, cards, buttons. A reason is about one stop, after
//! the stop before it if there is one. There may be none: then the page says nothing.

mod benedictine;
mod buteur;
mod etoile;
mod maitres;
mod ruches;

pub(crate) use benedictine::benedictine;
pub(crate) use buteur::buteur;
pub(crate) use etoile::etoile;
pub(crate) use maitres::maitres;
pub(crate) use ruches::ruches;

use games::Seat;

use crate::words::Words;

/// A stop that cannot be chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused<'a> {
    /// The stop that was chosen before it.
    pub(crate) from: Option<&'a str>,
    /// The stop.
    pub(crate) stop: &'a str,
    /// The texts of the legal moves.
    pub(crate) moves: &'a [String],
}

/// The pieces on a board, as a reason needs them.
struct Pieces {
    /// The cells with their owners.
    all: Vec<(String, Seat)>,
    acting: Seat,
}

impl Pieces {
    fn owner(&self, cell: &str) -> Option<Seat> {
        self.all.iter().find(|(name, _)| name == cell).map(|&(_, seat)| seat)
    }

    fn is_own(&self, cell: &str) -> bool {
        self.owner(cell) == Some(self.acting)
    }
}

impl Refused<'_> {
    /// The own piece that was chosen, which is to go to the stop.
    fn source(&self, pieces: &Pieces) -> Option<&str> {
        self.from.filter(|from| pieces.is_own(from) && !pieces.is_own(self.stop))
    }

    /// The reason if the stop is no piece that could be moved; else `None`.
    fn not_a_piece(&self, pieces: &Pieces, words: &Words<'_>) -> Option<String> {
        match pieces.owner(self.stop) {
            None => Some(words.get("why.empty").to_owned()),
            Some(seat) if seat != pieces.acting => {
                let player = words.player(seat.number());
                Some(words.fill("why.not-yours", &[("player", &player)]))
            }
            Some(_) => None,
        }
    }

    /// Whether there are moves, and all of them are captures.
    fn must_capture(&self) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|mv| mv.contains('x'))
    }
}

/// The text of a key.
fn told(words: &Words<'_>, key: &str) -> Option<String> {
    Some(words.get(key).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::{Language, LiveGame, texts};

    /// A position of Buteur in which Red plays a card.
    const RUN: &str = "buteur play R1 d7 1 0-0 run R Cb.F.G.L3b.N2h.N5r.P.R4h/?8 -";

    /// The reason of each kind, by position, the stop before, and the stop.
    #[test]
    fn reasons_are_those_of_the_rules() {
        for (game, from, stop, reason) in [
            ("maitres startpos moves die4", "", "d5", "Choose one of your pieces."),
            ("maitres startpos moves die4", "", "c9", "This piece belongs to Brown."),
            ("maitres startpos moves die4", "", "c1", "With a 4 this piece cannot move"),
            ("maitres startpos moves die4", "c2", "c5", "The die says 4"),
            ("maitres startpos moves die4", "c2", "g6", "Small cylinders only go straight ahead."),
            ("maitres 4m4/9/9/9/4L4/9/9/9/4M4 r 3", "e5", "f8", "Pieces move in a straight line"),
            ("maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r 4", "e5", "e9", "A piece is in the way."),
            ("maitres 9/9/9/4m4/4L4/9/9/9/4M4 r 1", "e5", "e6", "A move of 1 never captures"),
            ("maitres startpos moves die4", "c2", "c2", ""),
            ("benedictine", "", "b7", "This piece belongs to Amber."),
            ("benedictine", "", "d4", "First move a bottle, then the ball."),
            ("benedictine", "c2", "d2", "Only the ball stands on the black squares."),
            ("benedictine", "c2", "c5", "A bottle goes one step, or jumps"),
            ("ruches:setup=ordered", "b3", "b5", "A token goes one step diagonally forward"),
            ("ruches:setup=ordered", "", "b1", "This piece cannot move now."),
            ("ruches", "", "c4", "First choose a token beside the board."),
            ("ruches", "t7", "c4", "Place the token on a free dark square"),
            ("etoile:board=square8,players=2", "a3", "a5", "Men go one cell diagonally forward"),
            ("etoile:board=square8,players=2", "", "a1", "This piece cannot move now."),
            (
                "etoile:board=square8,players=2,rules=english A c3,g3 d4,h8 0 -",
                "",
                "g3",
                "You must capture, if you can.",
            ),
            ("etoile", "", "Ba1", "This piece belongs to Amber."),
            ("buteur", "", "d5", "First choose a cell with a ring"),
            ("buteur", "", "card:G", "First choose a cell with a ring"),
            (RUN, "", "card:G", "A goalkeeper is only for"),
            (RUN, "", "card:Cb", "A corner card only stops"),
            (RUN, "", "card:P", "A penalty card only follows"),
            (RUN, "", "e8", "Choose a card"),
            (
                "buteur shot R1 d1 1 0-0 run R G.L3b.N2h.N3h.N4b.N5r.R3r.R4h/?8 -",
                "",
                "card:N2h",
                "The ball flies into your goal",
            ),
        ] {
            let game_of = LiveGame::open(game, 0).expect(game);
            let from = Some(from).filter(|from| !from.is_empty());
            let why = game_of.why(texts(Language::English), from, stop).unwrap_or_default();
            assert!(
                why.starts_with(reason) && why.is_empty() == reason.is_empty(),
                "{game} {stop}: {why}"
            );
        }
    }
}
