//! Features of L'Étoile des Dames: men by the way they have come, kings, the centre and its fork,
//! support, freedom, threats, and who leads.

use games::etoile::{Board, Etoile, Position};
use games::{Bits, Game, Seat};

use crate::feature::{Evaluate, Feature, Sink, features};

features! {
    MAN: 9, "man", "a man, by rows gone from his base line";
    KING: 1, "king", "a king";
    SHORT_KING: 1, "short_king", "a king that moves one cell";
    CENTRE: 2, "centre", "a man, a king on a cell at the centre (the fork)";
    EDGE: 1, "edge", "a man at an edge, where no one captures it";
    SUPPORT: 1, "support", "a man with an own piece behind it";
    FREEDOM: 2, "freedom", "a step of a man, of a king";
    THREAT: 3, "threat", "1, 2, 3 or more pieces that could capture, if it were their turn";
    LEAD: 1, "lead", "each piece more than the strongest other has";
    TRADE: 1, "trade", "the same, times eighths of all pieces gone";
    ON_MOVE: 1, "on_move", "the turn";
}

impl<B: Board> Evaluate for Etoile<B> {
    const FEATURES: &'static [Feature] = FEATURES;

    fn weight_set(&self) -> &'static str {
        match (self.rules().players, self.rules().misere) {
            (2, false) => "etoile-two",
            (2, true) => "etoile-two-misere",
            (_, false) => "etoile-three",
            (_, true) => "etoile-three-misere",
        }
    }

    fn default_weights(&self) -> Option<&'static str> {
        Some(match (self.rules().players, self.rules().misere) {
            (2, false) => include_str!("../../weights/etoile-two.toml"),
            (2, true) => include_str!("../../weights/etoile-two-misere.toml"),
            (_, false) => include_str!("../../weights/etoile-three.toml"),
            (_, true) => include_str!("../../weights/etoile-three-misere.toml"),
        })
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        sink.add(position.side(), ON_MOVE, 1);
        let counts = [0, 1, 2].map(|seat| position.pieces(Seat::new(seat)).count_ones() as i32);
        let start = self.start_count();
        let gone = i32::from(self.seats()) * start - counts.iter().sum::<i32>();
        for seat in Seat::all(self.seats()) {
            let own = position.pieces(seat);
            if own == 0 {
                continue;
            }
            let men = own & !position.kings();
            let kings = own & position.kings();
            for cell in Bits(men) {
                sink.add(seat, MAN + self.stage(seat, cell), 1);
            }
            let king = if self.flies() { KING } else { SHORT_KING };
            sink.add(seat, king, kings.count_ones() as i32);
            sink.add(seat, CENTRE, (men & B::CENTRE).count_ones() as i32);
            sink.add(seat, CENTRE + 1, (kings & B::CENTRE).count_ones() as i32);
            sink.add(seat, EDGE, (men & B::EDGE).count_ones() as i32);
            let survey = self.survey(position, seat);
            sink.add(seat, SUPPORT, survey.supported.count_ones() as i32);
            sink.add(seat, FREEDOM, survey.men_steps as i32);
            sink.add(seat, FREEDOM + 1, survey.king_steps as i32);
            if seat != position.side() && survey.capturers != 0 {
                let most = survey.capturers.count_ones().min(3) as usize;
                sink.add(seat, THREAT + most - 1, 1);
            }
            let others = (0..3).filter(|&other| other != seat.index());
            let strongest = others.map(|other| counts[other]).max().unwrap_or(0);
            let lead = (counts[seat.index()] - strongest).max(0);
            sink.add(seat, LEAD, lead);
            sink.add(seat, TRADE, lead * gone / 8);
        }
    }
}
