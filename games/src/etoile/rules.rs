//! The rules as data and as a [`Game`].

use std::marker::PhantomData;

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::{MoveFrame, Position};
use super::routes::Routes;
use super::steps::MovingSide;
use crate::{Actor, DrawRules, Game, Key, Outcome, Perfect, Seat, SeatSet, without_chance};

/// Which country's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nation {
    /// Men capture forward and backward, kings fly, omitted captures are huffed.
    French,
    /// Men capture forward, kings move one cell, captures are compulsory.
    English,
    /// Men capture forward, kings fly, omitted captures are huffed.
    German,
    /// As French, but captures are compulsory and men do not capture kings.
    Italian,
}

/// The options in force, and facts that follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rule set from which the other rules were derived.
    pub nation: Nation,
    /// Two or three players.
    pub players: u8,
    /// RULING E1: play on the light cells. Inside, the star is mirrored: light cells become dark,
    /// and camps B and C change places.
    pub light: bool,
    /// RULING E2: with two players, camp C makes no kings.
    pub barren: bool,
    /// RULING E3: a capture by a king may end on any free cell behind the last piece.
    pub any_landing: bool,
    /// RULING E4: only captures that take the most pieces are legal.
    pub majority: bool,
    /// The player who loses all his pieces wins.
    pub misere: bool,
    /// A capture may be omitted, at the price of a huff.
    pub huff: bool,
    /// RULING E11: the game is drawn after this many quiet turns of each player left; 0 for never.
    /// Without a number the counts of the rulebook apply.
    pub quiet: Option<u16>,
    /// The game is drawn when a position occurs this many times.
    pub repetition: u32,
    /// Men capture backward, too.
    pub men_capture_back: bool,
    /// Men, and kings that do not fly, may capture kings.
    pub men_capture_kings: bool,
    /// Kings go any number of cells.
    pub flying: bool,
}

impl Rules {
    /// The rules of a nation for a number of players, everything else by default.
    #[must_use]
    pub fn new(nation: Nation, players: u8) -> Self {
        Self {
            nation,
            players,
            light: false,
            barren: false,
            any_landing: false,
            majority: false,
            misere: false,
            huff: Self::huffs(nation),
            quiet: None,
            repetition: 3,
            men_capture_back: matches!(nation, Nation::French | Nation::Italian),
            men_capture_kings: nation != Nation::Italian,
            flying: nation != Nation::English,
        }
    }

    /// Whether a nation's rules huff.
    pub(super) fn huffs(nation: Nation) -> bool {
        matches!(nation, Nation::French | Nation::German)
    }
}

/// Rules that apply to all pieces of a kind or to none. They are sets of cells, so they cost no
/// branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Masks {
    /// Where kings fly.
    flyers: u64,
    /// Where men capture backward.
    backward: u64,
    /// Where men may not capture kings.
    spared: u64,
}

impl Masks {
    fn of(rules: &Rules) -> Self {
        let everywhere = |holds| if holds { u64::MAX } else { 0 };
        Self {
            flyers: everywhere(rules.flying),
            backward: everywhere(rules.men_capture_back),
            spared: everywhere(!rules.men_capture_kings),
        }
    }
}

/// L'Étoile des Dames on a board, with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Etoile<B> {
    rules: Rules,
    /// Each seat's camp in the tables: on light cells B and C are exchanged.
    camps: [u8; 3],
    /// Where the men of each seat become kings.
    bases: [u64; 3],
    /// The consequences of the rules for sets of pieces.
    masks: Masks,
    /// The smallest number of quiet turns that draws a game.
    least_quiet: u16,
    board: PhantomData<B>,
}

impl<B: Board> Etoile<B> {
    /// The game under rules that fit the board.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let rows = &B::GEOMETRY.rows;
        let camps = if rules.light { [0, 2, 1] } else { [0, 1, 2] };
        let masks = Masks::of(&rules);
        // The least count of the rulebook is 10 for each of two players.
        let least_quiet = rules.quiet.map_or(20, |turns| if turns == 0 { u16::MAX } else { turns });
        let mut game = Self { rules, camps, bases: [0; 3], masks, least_quiet, board: PhantomData };
        for seat in Seat::all(3) {
            let camp = game.camp(seat);
            game.bases[seat.index()] = if B::CAMPS == 1 {
                [rows[B::ROWS as usize], rows[1], 0][camp]
            } else {
                let barren = if rules.barren && rules.players == 2 {
                    game.camp_cells(Seat::new(2))
                } else {
                    0
                };
                rows[1] & !game.camp_cells(seat) & !barren
            };
        }
        game
    }

    /// Where a seat's men stand at the start.
    fn home(&self, seat: Seat) -> u64 {
        let rows = &B::GEOMETRY.rows[1..=B::ROWS as usize];
        let home = B::HOME_ROWS as usize;
        let union = |rows: &[u64]| rows.iter().fold(0, |cells, row| cells | row);
        match (B::CAMPS, seat) {
            (1, Seat::FIRST) => union(&rows[..home]),
            (1, _) => union(&rows[rows.len() - home..]),
            _ => union(&rows[..home]) & self.camp_cells(seat),
        }
    }

    fn camp_cells(&self, seat: Seat) -> u64 {
        B::GEOMETRY.camps[self.camp(seat)]
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The camp of a seat in the tables.
    #[inline]
    pub(super) fn camp(&self, seat: Seat) -> usize {
        if B::CAMPS == 1 { seat.index() } else { self.camps[seat.index()] as usize }
    }

    /// Where a seat's men become kings.
    #[inline]
    #[must_use]
    pub fn base(&self, seat: Seat) -> u64 {
        self.bases[seat.index()]
    }

    /// A seat's pieces, prepared for the generators.
    #[inline]
    pub(super) fn side<const CAMP: usize>(
        &self,
        position: &Position,
        seat: Seat,
    ) -> MovingSide<'_, B, CAMP> {
        let seat = if B::CAMPS == 1 { Seat::new(CAMP as u8) } else { seat };
        let own = position.pieces(seat);
        let all = position.all();
        let enemies = all & !own;
        let masks = &self.masks;
        let (men, kings) = (own & !position.kings(), own & position.kings());
        let flyers = kings & masks.flyers;
        MovingSide {
            rules: &self.rules,
            men,
            kings,
            backward: kings & !flyers | men & masks.backward,
            flyers,
            prey_of_hoppers: enemies & !(position.kings() & masks.spared),
            prey_of_flyers: enemies,
            empty: B::CELLS & !all,
            base: self.base(seat),
            board: PhantomData,
        }
    }

    /// Whether every player has pieces.
    #[inline]
    fn all_have_pieces(&self, position: &Position) -> bool {
        Seat::all(self.seats()).all(|seat| position.pieces(seat) != 0)
    }

    /// The game ends by lack of pieces before a blockade, and by a blockade before too many quiet
    /// turns.
    #[cold]
    fn end(&self, position: &Position) -> Option<Outcome> {
        self.end_by_pieces(position)
            .or_else(|| if self.is_blocked(position) { self.end_by_block(position) } else { None })
            .or_else(|| self.is_drawn(position).then(|| self.drawn(position)))
    }

    fn end_by_pieces(&self, position: &Position) -> Option<Outcome> {
        if !self.ends_by_pieces(position) {
            None
        } else if self.rules.misere {
            let seats = Seat::all(self.rules.players);
            let winners = seats.filter(|&seat| position.pieces(seat) == 0).collect();
            Some(Outcome::shared(winners))
        } else {
            Some(Outcome::win(position.side()))
        }
    }

    /// Whether the game is over by lack of pieces.
    #[inline]
    fn ends_by_pieces(&self, position: &Position) -> bool {
        !self.all_have_pieces(position) && (self.rules.misere || position.players_left() == 1)
    }

    /// The winner if the side to act is blocked; `None` if it passes instead.
    fn end_by_block(&self, position: &Position) -> Option<Outcome> {
        let side = position.side();
        if self.rules.misere {
            Some(Outcome::win(side))
        } else if position.players_left() == 2 {
            let mut others = self.in_play(position).seats();
            others.find(|&seat| seat != side).map(Outcome::win)
        } else {
            None
        }
    }

    /// Whether the limit of quiet turns is reached.
    #[inline]
    fn is_drawn(&self, position: &Position) -> bool {
        position.quiet() >= self.least_quiet && self.is_past_its_limit(position)
    }

    #[cold]
    fn is_past_its_limit(&self, position: &Position) -> bool {
        if position.omission() != Omission::None {
            return false;
        }
        let turns = match self.rules.quiet {
            None => Self::turns_of_the_rulebook(position),
            // RULING E11.
            Some(0) => return false,
            Some(turns) => u32::from(turns),
        };
        u32::from(position.quiet()) >= turns * position.players_left()
    }

    /// The number of quiet turns of each player left that draws the game.
    pub(super) fn turns_of_the_rulebook(position: &Position) -> u32 {
        let men = position.all() & !position.kings() != 0;
        let mut counts = [0, 1, 2].map(|seat| position.pieces(Seat::new(seat)).count_ones());
        counts.sort_unstable();
        match counts {
            [0, 1, 2] if !men => 10,
            [0, 2, 3] if !men => 20,
            _ => 30,
        }
    }
}

impl<B: Board> Game for Etoile<B> {
    type Position = Position;
    type Move = Move;
    type Information = Perfect;

    without_chance!();

    const MAX_SEATS: u8 = if B::CAMPS == 1 { 2 } else { 3 };

    #[inline]
    fn seats(&self) -> u8 {
        if Self::MAX_SEATS == 2 { 2 } else { self.rules.players }
    }

    fn draw_rules(&self) -> DrawRules {
        DrawRules { repetition: self.rules.repetition, plies: 0 }
    }

    fn in_play(&self, position: &Position) -> SeatSet {
        Seat::all(self.rules.players).filter(|&seat| position.pieces(seat) != 0).collect()
    }

    fn start(&self) -> Position {
        let mut pieces = [0; 3];
        for seat in Seat::all(self.rules.players) {
            pieces[seat.index()] = self.home(seat);
        }
        Position::new(pieces, 0, 0, Seat::FIRST)
    }

    #[inline]
    fn actor(&self, position: &Position) -> Actor {
        let goes_on = self.all_have_pieces(position)
            && !self.is_blocked(position)
            && !self.is_drawn(position);
        let ended = if goes_on { None } else { self.end(position) };
        ended.map_or(Actor::Seat(position.side()), Actor::Over)
    }

    #[inline]
    fn mover(&self, position: &Position) -> Seat {
        position.side()
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        self.generate(position, self.rules.huff, visit);
    }

    fn each_route(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let mut captured = false;
        self.each_move(position, |mv| {
            if mv.kind() != MoveKind::Capture {
                visit(mv);
            } else if !captured {
                captured = true;
                self.each_trail(position, Routes::All, |trail| visit(trail.as_move()));
            }
        });
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position) -> u64 {
        // A blockade comes before a draw, but there is no move after either.
        let over = self.ends_by_pieces(position) || self.is_drawn(position);
        if over { 0 } else { self.count(position) }
    }

    #[inline(always)]
    fn play(&self, position: &Position, mv: Move) -> Position {
        let landing = MoveFrame { base: self.base(position.side()), seats: self.seats() };
        position.after(mv, landing)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    fn without_idle_counters(&self, position: &Position) -> Position {
        if self.rules.quiet == Some(0) { position.without_quiet() } else { *position }
    }

    #[inline]
    fn repetition_key(&self, position: &Position) -> Key {
        position.key_without_quiet()
    }
}
