//! La Guerre des Maîtres Français.

use games::maitres::{BROWN, Maitres, Move, Position, RED, SIZE, Variant};
use games::{Bits, Seat, square_name};

use super::PresentedGame;
use crate::happening::Piece;
use crate::language::Language;
use crate::threatened::Threatened;
use crate::why::{self, Refused};
use crate::words::Words;

impl PresentedGame for Maitres {
    fn words(language: Language) -> &'static str {
        match language {
            Language::English => include_str!("../../texts/maitres.en.toml"),
            Language::French => include_str!("../../texts/maitres.fr.toml"),
        }
    }

    const LADDER: [usize; 10] = [0, 1, 3, 4, 6, 7, 9, 11, 14, 17];

    fn describe(&self, position: &Position, words: &Words<'_>) -> Vec<String> {
        let side = |seat: Seat| {
            let master = position.master_bit(seat);
            let pieces = [
                ("masters", master),
                ("large", position.larges(seat) & !master),
                ("small", position.smalls(seat)),
            ];
            let parts = pieces.map(|(key, squares)| {
                let names = Bits(squares).map(|square| square_name(square % SIZE, square / SIZE));
                words.on(key, &names.collect::<Vec<_>>())
            });
            words.side(seat.number(), parts)
        };
        let die = (position.die() != 0).then(|| {
            let number = position.die().to_string();
            words.fill("say.die", &[("number", &number)])
        });
        [side(RED), side(BROWN)].into_iter().chain(die).collect()
    }

    fn legend(&self, position: &Position, words: &Words<'_>) -> Option<Vec<String>> {
        let die = match position.die() {
            0 => words.get("legend.to-roll").to_owned(),
            die => die.to_string(),
        };
        Some(vec![words.legend("maitres", &[("die", &die)])])
    }

    fn why(&self, position: &Position, refused: Refused<'_>, words: &Words<'_>) -> Option<String> {
        why::maitres(position, refused, words)
    }

    /// A roll, a pass, or the paths of one or two pieces.
    fn say(&self, text: &str, words: &Words<'_>) -> String {
        match text.strip_prefix("die") {
            Some(number) => words.fill("say.die", &[("number", number)]),
            None => words.path(text),
        }
    }

    /// The game's own words are about the Master. Annihilation has no Master.
    fn threat_key(&self, kind: Threatened) -> Option<&'static str> {
        (kind == Threatened::Win && self.variant == Variant::Master).then_some("threat")
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Vec<Position> {
        (1..=6).map(|die| position.with_turn(seat, die)).collect()
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let of_seat = |seat: Seat| {
            let master = position.master_bit(seat);
            let kinds = [
                ("master", master),
                ("large", position.larges(seat) & !master),
                ("small", position.smalls(seat)),
            ];
            kinds.into_iter().flat_map(move |(name, squares)| {
                Bits(squares).map(move |square| Piece {
                    cell: square_name(square % SIZE, square / SIZE),
                    seat: seat.number(),
                    name: name.to_owned(),
                })
            })
        };
        [RED, BROWN].into_iter().flat_map(of_seat).collect()
    }

    fn moves_two(&self, mv: Move) -> bool {
        mv.second().is_some()
    }
}
