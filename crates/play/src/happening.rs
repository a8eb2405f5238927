//! The happenings of a step: those that people want to be told of.

use std::fmt;

use games::{Seat, Step};
use serde::Serialize;

use crate::games::PresentedGame;
use crate::words::Words;

/// The kind of a happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HappeningKind {
    /// The ball is in the goal.
    Goal,
    /// A shot goes towards the goal, and can be stopped.
    Shot,
    /// A shot or a penalty is stopped.
    Saved,
    /// A shot is turned into a corner, for which a card is cut.
    Corner,
    /// A corner that makes no goal.
    Cleared,
    /// A penalty, for which a card is cut.
    Penalty,
    /// The ball is out beside the goal.
    GoalKick,
    /// The ball is out over a touchline.
    ThrowIn,
    /// The half is at its last turn.
    LastTurn,
    /// The first half is over.
    HalfTime,
    /// Pieces are captured.
    Capture,
    /// Pieces are taken off because a capture was omitted.
    Huff,
    /// Pieces become stronger.
    Promotion,
    /// The game is over.
    End,
}

/// The name of the kind in texts.
impl fmt::Display for HappeningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A happening of a step. All viewers may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Happening {
    /// Its kind.
    pub kind: HappeningKind,
    /// The seat that it is good for; at the end the winner. `None` if there is none.
    pub seat: Option<u8>,
    /// The pieces that are taken or promoted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// The points of each seat, if they count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<u32>,
}

impl Happening {
    /// A happening without pieces and points.
    pub(crate) fn new(kind: HappeningKind, seat: Option<Seat>) -> Self {
        Self { kind, seat: seat.map(Seat::number), pieces: Vec::new(), points: Vec::new() }
    }

    /// The same with pieces.
    fn of_pieces(self, pieces: Vec<Piece>) -> Self {
        Self { pieces, ..self }
    }

    /// The happening in words, if there are any for it. `seats` are the names of the seats.
    pub(crate) fn say(&self, seats: &[&str], words: &Words<'_>) -> Option<String> {
        let keys = [format!("{}.event-{}", words.game, self.kind), format!("event.{}", self.kind)];
        let key = keys.iter().find(|key| words.texts.has(key))?;
        let player = self.seat.map(|seat| words.player_among(seats, seat)).unwrap_or_default();
        let pieces: Vec<_> = self.pieces.iter().map(|piece| piece.say(words)).collect();
        let cells: Vec<_> = self.pieces.iter().map(|piece| piece.cell.as_str()).collect();
        let points: Vec<_> = self.points.iter().map(u32::to_string).collect();
        let (pieces, cells, score) = (pieces.join(", "), cells.join(", "), points.join(" : "));
        let given = [("pieces", &pieces), ("cells", &cells), ("score", &score)];
        let given = given.map(|(name, value)| (name, value.as_str()));
        Some(words.fill(key, &[&given[..], &[("player", &player)]].concat()))
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its cell.
    pub cell: String,
    /// Its seat.
    pub seat: u8,
    /// Its kind, as `king`, or its number.
    pub name: String,
}

impl Piece {
    /// The piece in words, with its side.
    fn say(&self, words: &Words<'_>) -> String {
        let name = match self.name.parse::<u8>() {
            Ok(_) => words.fill("ui.token", &[("number", &self.name)]),
            Err(_) => words.get(&format!("ui.{}", self.name)).to_owned(),
        };
        let sides = format!("{}.belongs", words.game);
        let side = words.get(&sides).split('|').nth(usize::from(self.seat)).unwrap_or_default();
        words.fill("ui.piece-of", &[("piece", &name), ("side", side)])
    }
}

/// The effect of a possible move, so that it can be shown before it is played. Moves whose text
/// tells all of it have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The places of the ball: its start and the end of each kick, as columns and rows from 0. They
    /// may be beyond the lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ball: Vec<(i8, i8)>,
    /// The happening at the end of the ball's way, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<HappeningKind>,
    /// The cells of captured pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<String>,
}

/// The pieces taken and promoted by a step.
pub(crate) fn changes<G: PresentedGame>(
    game: &G,
    before: &G::Position,
    step: Step<G::Move, G::Event>,
    after: &G::Position,
) -> Vec<Happening> {
    let Step::Move(mv) = step else { return Vec::new() };
    let (old, new) = (game.pieces(before), game.pieces(after));
    let count = |pieces: &[Piece], seat: u8, name: Option<&str>| {
        let of = |piece: &&Piece| piece.seat == seat && name.is_none_or(|name| name == piece.name);
        pieces.iter().filter(of).count()
    };
    let mover = game.mover(before);
    let taken = |piece: &&Piece| {
        let fewer = count(&old, piece.seat, None) > count(&new, piece.seat, None);
        fewer && !new.contains(piece)
    };
    let promoted = |piece: &&Piece| {
        let (seat, name) = (mover.number(), Some(piece.name.as_str()));
        piece.seat == seat
            && !old.contains(piece)
            && count(&old, seat, name) < count(&new, seat, name)
            && count(&old, seat, None) == count(&new, seat, None)
    };
    let taken: Vec<_> = old.iter().filter(taken).cloned().collect();
    let promoted: Vec<_> = new.iter().filter(promoted).cloned().collect();
    let kind = if game.is_huff(mv) { HappeningKind::Huff } else { HappeningKind::Capture };
    [(kind, taken), (HappeningKind::Promotion, promoted)]
        .into_iter()
        .filter(|(_, pieces)| !pieces.is_empty())
        .map(|(kind, pieces)| Happening::new(kind, Some(mover)).of_pieces(pieces))
        .collect()
}

/// The effect of a capture: the pieces taken.
pub(crate) fn captured<G: PresentedGame>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
) -> Option<Effect> {
    if !game.is_capture(mv) {
        return None;
    }
    let made = changes(game, position, Step::Move(mv), &game.play(position, mv));
    let taken = made.into_iter().filter(|happening| happening.kind == HappeningKind::Capture);
    let takes = taken.flat_map(|happening| happening.pieces).map(|piece| piece.cell).collect();
    Some(Effect { takes, ..Effect::default() })
}

#[cfg(test)]
mod tests {
    use super::HappeningKind::{self, *};
    use super::*;
    use crate::{Language, LiveGame, Viewer, texts};

    /// The happenings of the last of some steps.
    fn after(game: &str, steps: &[&str]) -> Vec<Happening> {
        let mut game = LiveGame::open(game, 0).unwrap_or_else(|error| panic!("{error}"));
        for step in steps {
            game.step(step).unwrap_or_else(|error| panic!("{error}"));
        }
        game.steps().last().expect("a step").happened.clone()
    }

    fn kinds(game: &str, steps: &[&str]) -> Vec<HappeningKind> {
        after(game, steps).iter().map(|happening| happening.kind).collect()
    }

    fn pieces(happenings: &[Happening]) -> Vec<(HappeningKind, String)> {
        let told = |piece: &Piece| format!("{}{}{}", piece.seat, piece.name, piece.cell);
        let of = |happening: &Happening| {
            (happening.kind, happening.pieces.iter().map(told).collect::<Vec<_>>().join(","))
        };
        happenings.iter().map(of).collect()
    }

    #[test]
    fn pieces_are_taken_and_promoted() {
        let maitres = "maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r";
        let taken = after(&format!("{maitres} 2"), &["e5-e7"]);
        assert_eq!(pieces(&taken), [(Capture, "1smalle7".to_owned())]);
        assert_eq!(taken[0].seat, Some(0));
        assert_eq!(kinds(&format!("{maitres} 4"), &["e5-a9"]), []);
        assert_eq!(kinds("maitres 4m4/9/9/9/4L4/9/9/9/4M4 r 4", &["e5-e9"]), [Capture, End]);
        let crowned = after("maitres 4m4/8S/9/9/9/9/9/9/4M4 r 1", &["i8-i9"]);
        assert_eq!(pieces(&crowned), [(Promotion, "0largei9".to_owned())]);

        let chain = "etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -";
        let taken = after(chain, &["a1xc3xh8"]);
        assert_eq!(pieces(&taken), [(Capture, "1manb2,1mang7".to_owned())]);
        let crowned = after("etoile:board=square8,players=2 A a7,c1 h2 0 -", &["a7-b8"]);
        assert_eq!(pieces(&crowned), [(Promotion, "0kingb8".to_owned())]);

        let ruches = "ruches:setup=ordered startpos";
        assert_eq!(kinds(ruches, &["b3-a4"]), []);
        assert_eq!(kinds("ruches", &["7@d1"]), [], "a placed token is not promoted");
    }

    #[test]
    fn happenings_have_words() {
        for (game, step, english, french) in [
            (
                "maitres 4m4/9/4s4/9/4L4/9/9/9/4M4 r 2",
                "e5-e7",
                "Red: brown small cylinder captured",
                "Rouge : prise de petit cylindre brun",
            ),
            (
                "maitres 4m4/8S/9/9/9/9/9/9/4M4 r 1",
                "i8-i9",
                "A large cylinder on i9",
                "Un grand cylindre en i9",
            ),
            (SHOT, "goal", "GOAL! 1 : 0", "BUT ! 1 : 0"),
            (
                "ruches:setup=ordered play a \
                0a2,1d1,2f1,3b3,4c2,5e2,6g2,7a4,8e4,9f5 0f9,1d9,2c8,3g8,4e8,5b7,6a8,7e6,8b5,9a6 - - *e6",
                "-e6",
                "Bees: drones' token 7 captured",
                "Abeilles : prise de jeton 7 des faux-bourdons",
            ),
        ] {
            let mut game = LiveGame::open(game, 0).expect("a game");
            game.step(step).expect("a step");
            let happening = &game.steps().last().expect("a step").happened[0];
            for (language, words) in [(Language::English, english), (Language::French, french)] {
                assert_eq!(game.tell(texts(language), happening).as_deref(), Some(words));
            }
        }
    }

    #[test]
    fn a_huff_is_no_capture() {
        let huff = "etoile B Aa1,Ac1,Ae1,Ag1,Ab2,Ad2,Af2,Ah2,Aa3,Ae3,Ag3,Bh4 \
            Ba1,Bc1,Be1,Bg1,Bb2,Bd2,Bf2,Bh2,Ba3,Bc3,Bg3,Bf4 \
            Ca1,Cc1,Ce1,Cg1,Cb2,Cd2,Cf2,Ch2,Ca3,Cc3,Ce3,Ch4 0 Ab4-Bh4:Bh4";
        assert_eq!(pieces(&after(huff, &["huff:Bh4"])), [(Huff, "0manBh4".to_owned())]);
        assert_eq!(kinds(huff, &["oblige"]), [], "a step that is taken back takes nothing");
        let removal = "ruches:setup=ordered play a \
            0a2,1d1,2f1,3b3,4c2,5e2,6g2,7a4,8e4,9f5 0f9,1d9,2c8,3g8,4e8,5b7,6a8,7e6,8b5,9a6 - - *e6";
        assert_eq!(pieces(&after(removal, &["-e6"])), [(Capture, "17e6".to_owned())]);
    }

    #[test]
    fn balls_are_scored() {
        let goal = "benedictine 1A1G1A1/2AoA2/7/7/3A3/2G1G2/1G3G1 g";
        assert_eq!(kinds(goal, &["c2-b3@goal"]), [Goal, End]);
        assert_eq!(kinds(goal, &["c2-b3"]), []);
    }

    const SHOT: &str = "buteur shot B1 d14 1 0-0 run R \
        L2h.L3b.N3b.N4r.N5h.R2b.R3r.R5b/F.L4h.Cr.G.R4h.N2b.R2r.N5b -";

    #[test]
    fn a_match_has_goals_and_corners() {
        let goal = after(SHOT, &["goal"]);
        assert_eq!((goal[0].kind, goal[0].seat, &goal[0].points[..]), (Goal, Some(0), &[1, 0][..]));
        assert_eq!(kinds(SHOT, &["Cr"]), [Saved, Corner]);
        assert_eq!(kinds(SHOT, &["Cr", "draw:N3h", "cut:N2r"]), [Goal]);
        assert_eq!(kinds(SHOT, &["Cr", "draw:N3h", "cut:N2h"]), [Cleared]);
        assert_eq!(kinds(SHOT, &["GN"]), [Saved]);
        let play = "buteur play R1 b7 1 0-0 run R L3b.N2h.N5r.R4h.F.G.P.Cr/?8 -";
        assert_eq!(kinds(play, &["L3b"]), [ThrowIn]);
        assert_eq!(kinds(play, &["N2h"]), []);
        let area = "buteur play R1 d10 1 0-0 run R L3b.N2h.N5r.R4h.F.G.P.Cr/?8 -";
        assert_eq!(kinds(area, &["N5r"]), [Shot]);
        assert_eq!(kinds(area, &["N2h+P"]), [Penalty]);
        assert_eq!(kinds(area, &["N2h+P", "draw:N3h", "draw:N4h", "cut:N2r"]), [Goal]);
        assert_eq!(kinds(area, &["N2h+P", "draw:N3h", "draw:N4h", "cut:N3r"]), [Goal]);
        assert_eq!(kinds(area, &["N2h+P", "draw:N3h", "draw:N4h", "cut:N5h"]), [Saved]);
    }

    /// A whole match has a half-time and an end, each once.
    #[test]
    fn a_match_has_two_halves() {
        let mut game = LiveGame::open("buteur", 5).expect("a game");
        loop {
            game.roll_all();
            let moves = game.view(Viewer::All).moves;
            let Some(mv) = moves.first() else { break };
            game.step(mv).expect("a legal move");
        }
        let all = game.steps().iter().flat_map(|step| &step.happened);
        let count = |kind| all.clone().filter(|happening| happening.kind == kind).count();
        assert_eq!([HalfTime, LastTurn, End].map(count), [1, 2, 1]);
        let goals = all.clone().filter(|happening| happening.kind == Goal).count();
        assert_eq!(goals as u32, game.view(Viewer::All).points.iter().sum::<u32>());
    }

    #[test]
    fn effects_tell_the_flight_and_the_captured() {
        let game = LiveGame::open(SHOT, 0).expect("a game");
        let effects = game.view(Viewer::Player(1)).effects;
        assert_eq!(
            (&effects["goal"].ball[..], effects["goal"].end),
            (&[(3, 13), (3, 14)][..], Some(Goal))
        );
        assert_eq!(effects["Cr"].end, Some(Corner));
        assert!(game.view(Viewer::Player(0)).effects.is_empty(), "the cards of the other player");
        let chain = "etoile:board=square8,landing=any,omit=must,players=2 A Ka1 b2,g7,a7 0 -";
        let effects = LiveGame::open(chain, 0).expect("a game").view(Viewer::All).effects;
        assert!(effects.values().all(|effect| !effect.takes.is_empty()), "{effects:?}");
    }
}
