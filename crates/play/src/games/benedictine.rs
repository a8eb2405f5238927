//! Master Bénédictine.

use games::benedictine::{AMBER, Ball, Benedictine, GREEN, Move, Position, ball_square};
use games::{Bits, Game, NoEvent, Seat, Step, square_name};

use super::PresentedGame;
use crate::happening::{Happening, HappeningKind};
use crate::language::Language;
use crate::why::{self, Refused};
use crate::words::Words;

impl PresentedGame for Benedictine {
    fn words(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/benedictine.en.toml"),
            Language::French => include_str!("../../texts/benedictine.fr.toml"),
        }
    }

    const LADDER: [usize; 10] = [0, 2, 3, 4, 5, 7, 8, 10, 13, 17];

    fn describe(&self, position: &Position, words: &Words<'_>) -> Vec<String> {
        let name = |square: u8| square_name(square % 8, square / 8);
        let side = |seat: Seat| {
            let bottles: Vec<_> = Bits(position.bottles(seat)).map(name).collect();
            words.side(seat.number(), [words.on("bottles", &bottles)])
        };
        let ball = (!position.is_over()).then(|| name(ball_square(position.ball())));
        let ball = ball.and_then(|ball| words.on("ball", &[ball]));
        [side(GREEN), side(AMBER)].into_iter().chain(ball).collect()
    }

    fn legend(&self, _: &Position, words: &Words<'_>) -> Option<Vec<String>> {
        Some(vec![words.legend("benedictine", &[])])
    }

    fn why(&self, position: &Position, refused: Refused<'_>, words: &Words<'_>) -> Option<String> {
        why::benedictine(position, refused, words)
    }

    /// A bottle's path, then `@` and the square of the ball or `goal`.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        let Some((bottle, ball)) = text.split_once('@') else { return words.path(text) };
        let bottle = words.path(bottle);
        if ball == "goal" {
            format!("{bottle}, {}", words.get("say.ball-goal"))
        } else {
            format!("{bottle}, {} {ball}", words.get("say.ball-to"))
        }
    }

    fn happenings(
        &self,
        before: &Position,
        step: Step<Move, NoEvent>,
        _: &Position,
    ) -> Vec<Happening> {
        let goal = matches!(step, Step::Move(mv) if mv.ball() == Ball::Goal);
        let goal = goal.then(|| Happening::new(HappeningKind::Goal, Some(self.mover(before))));
        goal.into_iter().collect()
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Vec<Position> {
        vec![position.with_side(seat)]
    }
}
