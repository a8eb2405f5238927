//! The drawn pitch, with the cards that are known and the state of the match.

use super::pitch::NO_CELL;
use super::position::{Clock, Phase, Position};
use super::rules::Buteur;
use super::teams::{BLUE, RED, team_of};
use crate::Paint;
use crate::diagram::{Square, grid};

impl Buteur {
    /// The pitch with its penalty areas shaded and `*` in the goals; the match in a few lines.
    pub(super) fn draw(&self, position: &Position, paint: Paint) -> String {
        let pitch = self.pack.pitch();
        let board = grid(pitch.columns, pitch.rows, paint, |column, row| {
            let cell = pitch.cell(column, row);
            let in_area = pitch.in_area(RED, cell) || pitch.in_area(BLUE, cell);
            if cell == position.ball {
                return Square { letter: '●', style: "1", dark: in_area, ..Square::EMPTY };
            }
            let is_goal = (row == 0 || row == pitch.rows - 1)
                && (pitch.goal.0..=pitch.goal.1).contains(&column);
            let style = if row == 0 { "1;31" } else { "1;34" };
            if is_goal {
                Square { letter: '*', style, dark: in_area, ..Square::EMPTY }
            } else {
                Square { dark: in_area, ..Square::EMPTY }
            }
        });
        format!("{board}{}{}", self.status(position), self.hands_text(position))
    }

    fn status(&self, position: &Position) -> String {
        let ball = match (position.ball, position.phase) {
            (NO_CELL, Phase::Kickoff) => "at the centre spot".to_owned(),
            (NO_CELL, _) => "out of play".to_owned(),
            (cell, _) => format!("● on {}", self.cell_name(cell)),
        };
        let clock = match position.clock {
            Clock::Run => "running",
            Clock::Last => "at its last turn",
            Clock::Over => "over",
        };
        let [red, blue] = position.score;
        format!(
            "Red attacks up, Blue attacks down; ball {ball}\n\
             score {red}-{blue}, half {} {clock}, {} cards in the stock\n",
            position.half,
            position.stock()
        )
    }

    fn hands_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for hand in 0..self.players as usize {
            let names = self.teams().names;
            let turn = self.teams().hands.iter().position(|&other| usize::from(other) == hand);
            let name = turn.map_or("", |turn| names[turn]);
            let cards = position.hands[hand];
            let shown = if cards.is_hidden() {
                format!("{} hidden cards", cards.count())
            } else {
                self.write_hand(cards).replace('.', " ")
            };
            let team = if team_of(self.players, hand) == RED { "Red" } else { "Blue" };
            text.push_str(&format!("{name} ({team}): {shown}\n"));
        }
        text
    }
}
