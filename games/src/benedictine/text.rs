//! Text of positions and moves, and the drawn board.

use super::ball::{ball_at, ball_square};
use super::board::{AMBER, BLACK, GREEN, SIZE, square};
use super::moves::{Ball, Move};
use super::position::Position;
use super::rules::Benedictine;
use crate::board_text::{format_board, parse_board, read_square, square_name};
use crate::diagram::{Square, grid};
use crate::notation::illegal;
use crate::option_table::option_table;
use crate::{DrawRules, Game, Notation, OptionInfo, Options, Paint, ParseError, Seat};

option_table! {
    /// The options as position texts give them.
    struct Choice {
        plies: u32 = count { 300 }, "a draw after this many moves";
        repetition: u32 = count { 3, not 1 }, "a draw when a position occurs this many times";
    }
}

impl Notation for Benedictine {
    const NAME: &'static str = "benedictine";
    const TITLE: &'static str = "Master Bénédictine";
    const ABOUT: &'static str = "Two players, Green and Amber, with five bottles each on a board \
        of 7x7 squares, and one ball. A turn moves one bottle, by a step or by jumps over other \
        bottles. Then, if the player wants, it moves the ball, by jumps over his own bottles. The \
        first player who brings the ball beyond the opponent's last rank wins.";
    const OPTIONS: &'static [OptionInfo] = Choice::OPTIONS;

    fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let Choice { plies, repetition } = Choice::read(options);
        Ok(Self { draws: DrawRules { repetition, plies } })
    }

    fn option_values(&self) -> Vec<String> {
        Choice { plies: self.draws.plies, repetition: self.draws.repetition }.texts()
    }

    fn fields(&self) -> &'static [&'static str] {
        &["board", "side"]
    }

    fn parse_fields(&self, fields: &[&str]) -> Result<Position, ParseError> {
        let &[board, side] = fields else {
            return Err(ParseError::new("position", &fields.join(" "), "board and side"));
        };
        let (bottles, ball) = read_board(board)?;
        let side = match side {
            "g" => GREEN,
            "a" => AMBER,
            _ => return Err(ParseError::new("side", side, "g or a")),
        };
        Ok(Position::new(bottles, ball, side))
    }

    fn format_fields(&self, position: &Position) -> String {
        let board = format_board(SIZE, SIZE, |file, rank| position.letter(file, rank));
        format!("{board} {}", self.seat_name(position.side()))
    }

    fn format_move(&self, _: &Position, mv: Move) -> String {
        let name = |at: u8| square_name(at % 8, at / 8);
        let bottle = format!("{}-{}", name(mv.from()), name(mv.to()));
        match mv.ball() {
            Ball::Stays => bottle,
            Ball::To(ball) => format!("{bottle}@{}", name(ball_square(ball))),
            Ball::Goal => format!("{bottle}@goal"),
        }
    }

    fn format_event(&self, event: Self::Event) -> String {
        match event {}
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let legal = read_move(text).filter(|&mv| self.is_legal(position, mv));
        legal.ok_or_else(|| illegal(text))
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == GREEN { "g" } else { "a" }
    }

    fn diagram(&self, position: &Position, paint: Paint) -> String {
        let board = grid(SIZE, SIZE, paint, |file, rank| {
            let dark = BLACK >> square(file, rank) & 1 != 0;
            match position.letter(file, rank) {
                Some('G') => Square { letter: 'G', style: "1;32", dark, ..Square::EMPTY },
                Some('A') => Square { letter: 'A', style: "1;33", dark, ..Square::EMPTY },
                Some(_) => Square { letter: '●', style: "1;36", dark, ..Square::EMPTY },
                None => Square { dark, ..Square::EMPTY },
            }
        });
        format!("{board}G Green plays up, A Amber plays down, ● ball\n")
    }
}

/// The move of a text.
fn read_move(text: &str) -> Option<Move> {
    let (bottle, ball) =
        text.split_once('@').map_or((text, None), |(bottle, ball)| (bottle, Some(ball)));
    let (from, to) = bottle.split_once('-')?;
    let square_of = |name| read_square(name, SIZE, SIZE).map(|(file, rank)| square(file, rank));
    let ball = match ball {
        None => Ball::Stays,
        Some("goal") => Ball::Goal,
        Some(name) => {
            let (file, rank) = read_square(name, SIZE, SIZE)?;
            Ball::To(ball_at(file, rank)?)
        }
    };
    Some(Move::build(square_of(from)?, square_of(to)?, ball))
}

fn read_board(text: &str) -> Result<([u64; 2], Option<u8>), ParseError> {
    let mut bottles = [0u64; 2];
    let mut ball = None;
    let wrong = |expected: &str| Err(ParseError::new("board", text, expected));
    parse_board(text, SIZE, SIZE, |file, rank, letter| {
        let bit = 1u64 << square(file, rank);
        let seat = match letter {
            'G' => GREEN,
            'A' => AMBER,
            'o' if ball.is_some() => return wrong("one ball o"),
            'o' => {
                ball = ball_at(file, rank);
                return match ball {
                    Some(_) => Ok(()),
                    None => wrong(&format!(
                        "the ball on a black square, not {}",
                        square_name(file, rank)
                    )),
                };
            }
            _ => return wrong(&format!("the letters G A o and digits, not {letter:?}")),
        };
        if bit & BLACK != 0 {
            return wrong(&format!("no bottle on the black square {}", square_name(file, rank)));
        }
        bottles[seat.index()] |= bit;
        Ok(())
    })?;
    for (bottles, name) in bottles.iter().zip(["G", "A"]) {
        if bottles.count_ones() != 5 {
            let expected = format!("five {name}, not {}", bottles.count_ones());
            return Err(ParseError::new("board", text, expected));
        }
    }
    Ok((bottles, ball))
}
