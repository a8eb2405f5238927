//! A program for English draughts on 8x8 only. The general game is measured against it. The
//! numbering of squares has gaps (ghost squares), so that a step is one shift by 4 or 5.

use rand::{Rng, RngExt};

/// Rows begin at 0, 5, 9, 14, 18, 23, 27 and 32 and have four squares each.
const SQUARES: u64 =
    0xF | 0xF << 5 | 0xF << 9 | 0xF << 14 | 0xF << 18 | 0xF << 23 | 0xF << 27 | 0xF << 32;
const BOTTOM: u64 = 0xF;
const TOP: u64 = 0xF << 32;
const SHIFTS: [u32; 2] = [4, 5];
/// A game is drawn after this many steps of kings in a row.
const QUIET: u32 = 60;
/// The number of steps for fewer pieces: two kings against one, and three against two.
const QUIET_FEW: [(u32, u32); 2] = [(3, 20), (5, 40)];

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    /// The pieces of the side that moves up, and of the other side.
    pieces: [u64; 2],
    kings: u64,
    side: usize,
    quiet: u32,
}

/// A move: from, to, and the captured pieces.
#[derive(Clone, Copy, Debug)]
struct Play {
    from: u64,
    to: u64,
    taken: u64,
}

impl Default for Checkers {
    fn default() -> Self {
        let low = 0xF | 0xF << 5 | 0xF << 9;
        let high = 0xF << 23 | 0xF << 27 | 0xF << 32;
        Self { pieces: [low, high], kings: 0, side: 0, quiet: 0 }
    }
}

impl Checkers {
    /// The number of lines of `depth` moves. The last ply is counted in bulk.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth <= 1 {
            return if depth == 0 { 1 } else { self.count() };
        }
        let mut total = 0;
        self.each(|play| total += self.after(play).perft(depth - 1));
        total
    }

    /// Plays a random game and returns the number of moves.
    pub fn playout(mut self, rng: &mut impl Rng) -> u64 {
        let mut plays = Vec::with_capacity(64);
        let mut length = 0;
        while !self.is_drawn() {
            plays.clear();
            self.each(|play| plays.push(play));
            if plays.is_empty() {
                break;
            }
            self = self.after(plays[rng.random_range(0..plays.len())]);
            length += 1;
        }
        length
    }

    fn is_drawn(&self) -> bool {
        if self.quiet < 20 {
            return false;
        }
        let all = self.pieces[0] | self.pieces[1];
        let few = QUIET_FEW.iter().find(|(count, _)| {
            let least = self.pieces[0].count_ones().min(self.pieces[1].count_ones());
            self.kings == all && all.count_ones() == *count && least == count / 2
        });
        self.quiet >= few.map_or(QUIET, |&(_, quiet)| quiet)
    }

    #[inline]
    fn after(&self, play: Play) -> Self {
        let mut next = *self;
        let king = self.kings & play.from != 0;
        next.pieces[self.side] ^= play.from ^ play.to;
        next.pieces[self.side ^ 1] &= !play.taken;
        next.kings &= !(play.taken | play.from);
        if king || play.to & (if self.side == 0 { TOP } else { BOTTOM }) != 0 {
            next.kings |= play.to;
        }
        next.quiet = if king && play.taken == 0 { self.quiet + 1 } else { 0 };
        next.side ^= 1;
        next
    }

    /// Own pieces that can move up, own pieces that can move down, enemy pieces, free squares.
    #[inline]
    fn sides(&self) -> (u64, u64, u64, u64) {
        let (own, enemy) = (self.pieces[self.side], self.pieces[self.side ^ 1]);
        let kings = own & self.kings;
        let (up, down) = if self.side == 0 { (own, kings) } else { (kings, own) };
        (up, down, enemy, SQUARES & !(own | enemy))
    }

    #[inline]
    fn jumpers(&self) -> u64 {
        let (up, down, enemy, free) = self.sides();
        let mut found = 0;
        for shift in SHIFTS {
            found |= ((up << shift & enemy) << shift & free) >> (2 * shift);
            found |= ((down >> shift & enemy) >> shift & free) << (2 * shift);
        }
        found
    }

    #[inline]
    fn count(&self) -> u64 {
        let jumpers = self.jumpers();
        let mut count = 0;
        if jumpers != 0 {
            self.each_jump(jumpers, &mut |_| count += 1);
            return count;
        }
        let (up, down, _, free) = self.sides();
        for shift in SHIFTS {
            count += u64::from((up << shift & free).count_ones());
            count += u64::from((down >> shift & free).count_ones());
        }
        count
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(Play)) {
        let jumpers = self.jumpers();
        if jumpers != 0 {
            return self.each_jump(jumpers, &mut visit);
        }
        let (up, down, _, free) = self.sides();
        for shift in SHIFTS {
            let (mut above, mut below) = (up << shift & free, down >> shift & free);
            while above != 0 {
                let to = above & above.wrapping_neg();
                visit(Play { from: to >> shift, to, taken: 0 });
                above ^= to;
            }
            while below != 0 {
                let to = below & below.wrapping_neg();
                visit(Play { from: to << shift, to, taken: 0 });
                below ^= to;
            }
        }
    }

    fn each_jump<F: FnMut(Play)>(&self, mut jumpers: u64, visit: &mut F) {
        while jumpers != 0 {
            let from = jumpers & jumpers.wrapping_neg();
            self.jump_on(Play { from, to: from, taken: 0 }, visit);
            jumpers ^= from;
        }
    }

    fn jump_on<F: FnMut(Play)>(&self, play: Play, visit: &mut F) {
        let (_, _, enemy, free) = self.sides();
        let (enemy, free) = (enemy & !play.taken, free | play.from);
        let king = self.kings & play.from != 0;
        let mut ends = play.taken != 0;
        for shift in SHIFTS {
            if king || self.side == 0 {
                let (over, to) = (play.to << shift, play.to << (2 * shift));
                if over & enemy != 0 && to & free != 0 {
                    ends = false;
                    self.jump_on(Play { to, taken: play.taken | over, ..play }, visit);
                }
            }
            if king || self.side == 1 {
                let (over, to) = (play.to >> shift, play.to >> (2 * shift));
                if over & enemy != 0 && to & free != 0 {
                    ends = false;
                    self.jump_on(Play { to, taken: play.taken | over, ..play }, visit);
                }
            }
        }
        if ends {
            visit(play);
        }
    }
}
