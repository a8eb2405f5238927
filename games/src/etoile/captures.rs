//! Captures: which pieces can capture, and every way in which they do.

use super::board::Board;
use super::geometry::{Hop, Ray};
use super::steps::Side;
use crate::Bits;

/// The longest capture: twice twelve pieces, or twenty, and the cell where it begins.
const LONGEST: usize = 25;

/// A capture under way or done: the cells where the piece stood, and what it took.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    cells: [u8; LONGEST],
    len: usize,
    pub(super) victims: u64,
}

impl Trail {
    #[inline]
    fn new() -> Self {
        Self { cells: [0; LONGEST], len: 1, victims: 0 }
    }

    /// Begins with a piece on `from`.
    #[inline]
    fn begin(&mut self, from: u8) {
        (self.cells[0], self.len, self.victims) = (from, 1, 0);
    }

    /// Where it stood: from the first cell to the last.
    #[inline]
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells[..self.len]
    }

    #[inline]
    pub(super) fn from(&self) -> u8 {
        self.cells[0]
    }

    #[inline]
    pub(super) fn to(&self) -> u8 {
        self.cells[self.len - 1]
    }

    #[inline]
    fn push(&mut self, victim: u64, land: u8) {
        self.victims |= victim;
        self.cells[self.len] = land;
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self, victim: u64) {
        self.victims &= !victim;
        self.len -= 1;
    }
}

/// What a flying king can do along one ray: the piece that it meets, and the free cells behind it.
struct Strike {
    victim: u64,
    landings: u64,
    /// The landing cells right behind the piece.
    nearest: u64,
}

impl<B: Board, const CAMP: usize> Side<'_, B, CAMP> {
    const ROW_TWO_BELOW_TOP: u64 =
        B::CELLS & !B::GEOMETRY.rows[B::ROWS as usize] & !B::GEOMETRY.rows[B::ROWS as usize - 1];
    const ROW_TWO_ABOVE_BASE: u64 = B::CELLS & !B::GEOMETRY.rows[1] & !B::GEOMETRY.rows[2];
    /// The cells over which hops lead from one camp to another.
    const CROSSED: u64 = if B::CAMPS == 1 { 0 } else { B::GEOMETRY.rows[B::ROWS as usize] };

    /// The pieces that can capture something, whatever the majority rule.
    #[inline(always)]
    pub(super) fn capturers(&self) -> u64 {
        let (men_up, men_down) = if self.rules.men_capture_back {
            (self.men, self.men)
        } else {
            (self.men & Self::UPWARD, self.men & !Self::UPWARD)
        };
        let mut found = self.hoppers(men_up, men_down, self.prey_of_men)
            | self.crossers(self.men, self.prey_of_men, self.rules.men_capture_back);
        if self.kings == 0 {
            return found;
        }
        if self.rules.flying {
            let mut trail = Trail::new();
            for from in Bits(self.kings) {
                trail.begin(from);
                found |= u64::from(self.can_strike(from, &trail)) << from;
            }
            found
        } else {
            found
                | self.hoppers(self.kings, self.kings, self.prey_of_kings)
                | self.crossers(self.kings, self.prey_of_kings, true)
        }
    }

    /// The pieces of `up` that can hop up within a camp, and those of `down` that can hop down.
    #[inline]
    fn hoppers(&self, up: u64, down: u64, prey: u64) -> u64 {
        let mut found = 0;
        let (up, down) = (up & Self::ROW_TWO_BELOW_TOP, down & Self::ROW_TWO_ABOVE_BASE);
        for shift in [B::LEFT, B::LEFT + 1] {
            found |= ((up << shift & prey) << shift & self.empty) >> (2 * shift);
            found |= ((down >> shift & prey) >> shift & self.empty) << (2 * shift);
        }
        found
    }

    /// The pieces that can hop from one camp to another.
    #[inline]
    fn crossers(&self, pieces: u64, prey: u64, back: bool) -> u64 {
        let mut found = 0;
        for over in Bits(prey & Self::CROSSED) {
            for hop in B::GEOMETRY.crossings_over[over as usize].all() {
                let free = pieces >> hop.from & self.empty >> hop.land & 1 != 0;
                let allowed = back || Self::is_forward(hop);
                found |= u64::from(free & allowed) << hop.from;
            }
        }
        found
    }

    #[inline]
    fn is_forward(hop: &Hop) -> bool {
        (Self::UPWARD >> hop.from & 1 != 0) == hop.up
    }

    /// Calls `visit` with every legal capture, in a fixed order.
    #[inline]
    pub(super) fn each_capture(&self, capturers: u64, mut visit: impl FnMut(&Trail)) {
        if !self.rules.majority {
            return self.each_complete(capturers, &mut visit);
        }
        let mut most = 0;
        self.each_complete(capturers, &mut |trail| most = most.max(trail.victims.count_ones()));
        self.each_complete(capturers, &mut |trail| {
            if trail.victims.count_ones() == most {
                visit(trail);
            }
        });
    }

    /// Every capture that goes on as long as it can, or stops where a man becomes a king.
    fn each_complete<F: FnMut(&Trail)>(&self, capturers: u64, visit: &mut F) {
        let mut trail = Trail::new();
        for from in Bits(capturers) {
            trail.begin(from);
            if self.men >> from & 1 != 0 {
                self.hop_on(&mut trail, self.prey_of_men, false, visit);
            } else if self.rules.flying {
                self.strike_on(&mut trail, visit);
            } else {
                self.hop_on(&mut trail, self.prey_of_kings, true, visit);
            }
        }
    }

    /// Goes on with the capture of a man, or of a king that moves one cell.
    fn hop_on<F: FnMut(&Trail)>(&self, trail: &mut Trail, prey: u64, king: bool, visit: &mut F) {
        let at = trail.to();
        let bit = 1u64 << at;
        let prey_left = prey & !trail.victims;
        let free = self.empty | 1 << trail.from();
        let anywhere = king || self.rules.men_capture_back;
        let forward_is_up = Self::UPWARD & bit != 0;
        let mut ends = true;
        let mut hop = |over: u64, land: u64| {
            if over & prey_left != 0 && land & free != 0 {
                ends = false;
                trail.push(over, land.trailing_zeros() as u8);
                self.hop_on(trail, prey, king, visit);
                trail.pop(over);
            }
        };
        for shift in [B::LEFT, B::LEFT + 1] {
            if (anywhere || forward_is_up) && bit & Self::ROW_TWO_BELOW_TOP != 0 {
                hop(bit << shift, bit << (2 * shift));
            }
            if (anywhere || !forward_is_up) && bit & Self::ROW_TWO_ABOVE_BASE != 0 {
                hop(bit >> shift, bit >> (2 * shift));
            }
        }
        if B::CAMPS > 1 {
            for crossing in B::GEOMETRY.crossings_from[at as usize].all() {
                if anywhere || Self::is_forward(crossing) {
                    hop(1 << crossing.over, 1 << crossing.land);
                }
            }
        }
        let may_stop = !king && self.base & bit != 0;
        if trail.len > 1 && (ends || may_stop) {
            visit(trail);
        }
    }

    /// Goes on with the capture of a flying king.
    fn strike_on<F: FnMut(&Trail)>(&self, trail: &mut Trail, visit: &mut F) {
        let mut ends = true;
        for ray in &B::GEOMETRY.rays[trail.to() as usize] {
            for strike in self.strikes(ray, trail).into_iter().flatten() {
                ends = false;
                self.land(trail, &strike, visit);
            }
        }
        if ends && trail.len > 1 {
            visit(trail);
        }
    }

    /// Lands behind a piece: where the capture can go on; else right behind it, or on any free cell.
    fn land<F: FnMut(&Trail)>(&self, trail: &mut Trail, strike: &Strike, visit: &mut F) {
        trail.victims |= strike.victim;
        let onward = Bits(strike.landings)
            .filter(|&cell| self.can_strike(cell, trail))
            .fold(0, |onward, cell| onward | 1 << cell);
        trail.victims &= !strike.victim;
        let cells = match onward {
            0 if self.rules.any_landing => strike.landings,
            0 => strike.nearest,
            _ => onward,
        };
        for cell in Bits(cells) {
            trail.push(strike.victim, cell);
            self.strike_on(trail, visit);
            trail.pop(strike.victim);
        }
    }

    /// Whether a flying king on `from` can capture, with what `trail` has taken out of play.
    fn can_strike(&self, from: u8, trail: &Trail) -> bool {
        let rays = &B::GEOMETRY.rays[from as usize];
        rays.iter().any(|ray| self.strikes(ray, trail).iter().any(Option::is_some))
    }

    /// What a flying king can capture along a ray: behind a fork, a piece on each branch.
    #[inline]
    fn strikes(&self, ray: &Ray, trail: &Trail) -> [Option<Strike>; 2] {
        let free = self.empty | 1 << trail.from();
        let prey = self.prey_of_kings & !trail.victims;
        let mut strikes: [Option<Strike>; 2] = [None, None];
        for (branch, line) in ray.lines().iter().enumerate() {
            let cells = line.cells();
            let Some(met) = cells.iter().position(|&cell| free >> cell & 1 == 0) else { continue };
            let behind = &cells[met + 1..];
            let open = behind.iter().take_while(|&&cell| free >> cell & 1 != 0).count();
            let victim = 1u64 << cells[met];
            if prey & victim == 0 || open == 0 {
                continue;
            }
            let landings = behind[..open].iter().fold(0, |set, &cell| set | 1 << cell);
            let nearest = 1 << behind[0];
            // A piece before the fork is met on both branches: one capture with the landings of both.
            match &mut strikes[0] {
                Some(first) if first.victim == victim => {
                    first.landings |= landings;
                    first.nearest |= nearest;
                }
                _ => strikes[branch] = Some(Strike { victim, landings, nearest }),
            }
        }
        strikes
    }
}
