//! Features of L'Étoile des Dames: men by their progress and by patterns, kings by their cells, the
//! centre and its fork, support, mobility, threats, the opposition, the leader, and the material of
//! both sides.

mod patterns;

use games::etoile::{Board, Etoile, Position, Rules};
use games::{Bits, Game, MAX_SEATS, Seat};

use self::patterns::{FILLINGS, Patterned, each_row, fillings};
use crate::feature::{Evaluate, Feature, PHASES, Sink, WeightFiles, features, weight_count};
use crate::layout::bars;
use crate::{Inputs, Net};

/// The number of weights of the opposition: one more than phases.
const OPPOSITIONS: usize = PHASES as usize + 1;

features! {
    MAN: 9, "man", "a man, by rows gone from his base line",
        bars("rows gone", &[]);
    KING: 1, "king", "a king";
    SHORT_KING: 1, "short_king", "a king that moves one cell";
    CENTRE: 2, "centre", "a man, a king on a cell at the centre (the fork)",
        bars("piece", &["man", "king"]);
    EDGE: 1, "edge", "a man at an edge, where no one captures it";
    SUPPORT: 1, "support", "a man with an own piece behind it";
    FREEDOM: 2, "freedom", "a step of a man, of a king",
        bars("piece", &["man", "king"]);
    THREAT: 3, "threat", "1, 2, 3 or more pieces that could capture, if it were their turn",
        bars("pieces that could capture", &["1", "2", "3 or more"]);
    LEAD: 1, "lead", "each piece more than the strongest other has";
    TRADE: 1, "trade", "the same, times eighths of all pieces gone";
    ON_MOVE: 1, "on_move", "the turn";
    DUEL: OPPOSITIONS + 2 * 64, "duel", "of two players alone: the turn with an odd number of pieces on odd rows, by how far the game has come (9); a king by its cell as its seat sees the board (64), and as a seat sees it who has nobody to his left (64)";
}

/// The first number of the tables.
const PATTERN: usize = weight_count(FEATURES);

/// The numbers of men and kings that the material table distinguishes; the last one stands for all
/// larger numbers.
const MEN_LEFT: usize = 8;
const KINGS_LEFT: usize = 4;

/// The combinations of men and kings of one player.
const LEFT: usize = MEN_LEFT * KINGS_LEFT;

/// The number of parts into which the quiet turns to a draw are divided.
const QUIET_PARTS: usize = 4;

/// The common features and the tables, which come last.
const fn with_tables(tables: [Feature; 3]) -> [Feature; FEATURES.len() + 3] {
    let mut all = [tables[0]; FEATURES.len() + 3];
    let mut i = 0;
    while i < FEATURES.len() {
        all[i] = FEATURES[i];
        i += 1;
    }
    all[FEATURES.len() + 1] = tables[1];
    all[FEATURES.len() + 2] = tables[2];
    all
}

/// The progress of a game, by the captured pieces: in the last phase a quarter of the pieces is
/// left.
fn lateness(gone: i32, start: i32) -> i32 {
    (4 * PHASES * gone / (3 * start)).min(PHASES)
}

impl<B: Patterned> Evaluate for Etoile<B> {
    const FEATURES: &'static [Feature] = &with_tables([
        Feature::new(
            "pattern",
            B::PLACES * FILLINGS * 2,
            "eight cells by the men on them, for each place, early and late in the game",
        ),
        Feature::new(
            "material",
            QUIET_PARTS * LEFT * LEFT,
            "of two players alone: quarters of the quiet turns to a draw, own men (to 7), kings (to 3), the other's",
        ),
        Feature::new(
            "net",
            Net::size(Self::NET_INPUTS),
            "a net: men and kings by their cells as a seat sees the board, own, to his left, to his right, and whose turn it is",
        ),
    ]);

    const NET_INPUTS: usize = TURN + 3;

    const WEIGHTS: WeightFiles = B::WEIGHTS;

    fn weight_set(&self) -> &'static str {
        let Rules { players, misere, flying, any_landing, men_capture_kings, .. } = *self.rules();
        match (players, B::NAME, flying) {
            (2, ..) if misere => "etoile-two-misere",
            _ if misere => "etoile-three-misere",
            (2, "square8", false) => "square8-english",
            (2, "square8", true) if any_landing => "square8-brazilian",
            (2, "square8", true) => "square8",
            (2, "square10", _) => "square10",
            (2, _, false) => "etoile-two-english",
            (2, _, true) if !men_capture_kings => "etoile-two-italian",
            (2, _, true) => "etoile-two",
            (_, _, false) => "etoile-three-english",
            (_, _, true) => "etoile-three",
        }
    }

    #[inline]
    fn features(&self, position: &Position, sink: &mut impl Sink) {
        sink.add(position.side(), ON_MOVE, 1);
        let count = |seat: Seat| position.pieces(seat).count_ones() as i32;
        let third = if self.seats() == 3 { count(Seat::new(2)) } else { 0 };
        let counts = [count(Seat::FIRST), count(Seat::SECOND), third];
        let start = i32::from(self.seats()) * self.start_count();
        let gone = start - counts.iter().sum::<i32>();
        for seat in Seat::all(self.seats()) {
            let own = position.pieces(seat);
            if own == 0 {
                continue;
            }
            let men = own & !position.kings();
            let kings = own & position.kings();
            each_row::<B>(self.view(seat, men), |gone, count| sink.add(seat, MAN + gone, count));
            sink.add(seat, CENTRE, (men & B::CENTRE).count_ones() as i32);
            sink.add(seat, EDGE, (men & B::EDGE).count_ones() as i32);
            let survey = self.survey(position, seat);
            sink.add(seat, SUPPORT, survey.supported.count_ones() as i32);
            sink.add(seat, FREEDOM, survey.men_steps as i32);
            // Most positions have no king, and counting takes a dozen instructions.
            if kings != 0 {
                let king = if self.flies() { KING } else { SHORT_KING };
                sink.add(seat, king, kings.count_ones() as i32);
                sink.add(seat, CENTRE + 1, (kings & B::CENTRE).count_ones() as i32);
                sink.add(seat, FREEDOM + 1, survey.king_steps as i32);
            }
            if seat != position.side() {
                let capturers = self.capturers(position, seat).count_ones() as usize;
                if capturers > 0 {
                    sink.add(seat, THREAT + capturers.min(3) - 1, 1);
                }
            }
            let others = (0..3).filter(|&other| other != seat.index());
            let strongest = others.map(|other| counts[other]).max().unwrap_or(0);
            let lead = (counts[seat.index()] - strongest).max(0);
            sink.add(seat, LEAD, lead);
            sink.add(seat, TRADE, lead * gone / 8);
        }
        if self.seats() == 2 && !self.rules().misere {
            let late = lateness(gone, start);
            duel(self, position, late, sink);
            patterns(self, position, late, sink);
            if sink.needs(material_entry::<B>()) {
                material(self, position, counts, sink);
            }
        }
        if let Some(net) = const { Net::of::<Self>() }
            && sink.needs(net.first())
        {
            placed(self, position, counts, net, sink);
        }
    }
}

/// The number of inputs of the net for each kind of piece of each seat: the bits of a set of cells.
const CELLS: usize = 64;

/// The first of the inputs for the seat to move, after men and kings of three seats.
const TURN: usize = 6 * CELLS;

/// The outputs of the net: with two players only for the player to move, with three for each.
#[inline]
fn placed<B: Board>(
    game: &Etoile<B>,
    position: &Position,
    counts: [i32; 3],
    net: Net,
    sink: &mut impl Sink,
) {
    let (seats, side) = (game.seats(), position.side());
    for seat in Seat::all(seats).filter(|&seat| seats == 3 || seat == side) {
        if position.pieces(seat) == 0 {
            continue;
        }
        let place = |of: Seat| match of {
            _ if of == seat => 0,
            // The two sides of an ordinary board see the same.
            _ if B::CAMPS == 1 || game.left_is(seat, of) => 1,
            _ => 2,
        };
        let mut inputs = [Inputs { first: TURN, on: 1 << place(side) }; 2 * MAX_SEATS + 1];
        for of in Seat::all(seats) {
            let (pieces, first) = (game.view(seat, position.pieces(of)), 2 * CELLS * place(of));
            let kings = game.view(seat, position.pieces(of) & position.kings());
            inputs[2 * of.index()] = Inputs { first, on: pieces & !kings };
            inputs[2 * of.index() + 1] = Inputs { first: first + CELLS, on: kings };
        }
        let sets = 2 * usize::from(seats) + 1;
        let stage = stage(game, counts[seat.index()]);
        sink.net(seat, net, stage, seat.index(), &inputs[..sets]);
    }
}

/// The stage of the game for a seat, by its remaining pieces. (A position may have more pieces than
/// the game begins with.)
#[inline]
fn stage<B: Board>(game: &Etoile<B>, left: i32) -> usize {
    let parts = Net::STAGES * left as usize / (game.start_count() as usize + 1);
    parts.min(Net::STAGES - 1)
}

/// Whether only one of two seats counts patterns. On the star the seats see different boards, and
/// one seat counts for both.
#[inline]
fn tells<B: Patterned>(game: &Etoile<B>, seat: Seat) -> bool {
    B::CAMPS == 1 || game.left_is(seat, seat.other())
}

/// The features of games for two players: the opposition, and kings by their cells.
#[inline]
fn duel<B: Patterned>(game: &Etoile<B>, position: &Position, late: i32, sink: &mut impl Sink) {
    let odd_rows = game.view(position.side(), position.all()) & B::ODD_ROWS;
    let odd = odd_rows.count_ones() % 2 == 1;
    sink.look_up(position.side(), odd.then_some(DUEL + late as usize).into_iter());
    for seat in Seat::all(2) {
        let cells = DUEL + OPPOSITIONS + if tells(game, seat) { 0 } else { 64 };
        let kings = game.view(seat, position.pieces(seat) & position.kings());
        sink.look_up(seat, Bits(kings).map(|cell| cells + cell as usize));
    }
}

/// The patterns of men of two players.
#[inline]
fn patterns<B: Patterned>(game: &Etoile<B>, position: &Position, late: i32, sink: &mut impl Sink) {
    for seat in Seat::all(2).filter(|&seat| tells(game, seat)) {
        let men = |of: Seat| game.view(seat, position.pieces(of) & !position.kings());
        let fillings = fillings::<B>(men(seat), men(seat.other()));
        let entries = fillings.map(|(place, filling)| PATTERN + 2 * (place * FILLINGS + filling));
        sink.blend(seat, late, entries);
    }
}

/// The number of the first entry of the table of material.
const fn material_entry<B: Patterned>() -> usize {
    PATTERN + B::PLACES * FILLINGS * 2
}

/// The material of both players. A lead that wins among men often does not win among kings, or not
/// before the draw by quiet turns. A sum over pieces cannot express that.
#[inline]
fn material<B: Patterned>(
    game: &Etoile<B>,
    position: &Position,
    counts: [i32; 3],
    sink: &mut impl Sink,
) {
    let left = |seat: Seat| {
        let kings = position.pieces(seat) & position.kings();
        // Most positions have none, and this check is faster than counting.
        let kings = if kings == 0 { 0 } else { kings.count_ones() as usize };
        let men = counts[seat.index()] as usize - kings;
        men.min(MEN_LEFT - 1) * KINGS_LEFT + kings.min(KINGS_LEFT - 1)
    };
    let part = match (usize::from(position.quiet()), game.quiet_limit(position)) {
        (0, _) | (_, None) => 0,
        (quiet, Some(limit)) => (QUIET_PARTS * quiet / limit as usize).min(QUIET_PARTS - 1),
    };
    for seat in Seat::all(2) {
        let entry = (part * LEFT + left(seat)) * LEFT + left(seat.other());
        sink.look_up(seat, std::iter::once(material_entry::<B>() + entry));
    }
}
