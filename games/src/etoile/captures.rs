//! Captures: the pieces that can capture, and all their captures.

use std::ops::ControlFlow;

use super::board::Board;
use super::capture_texts::Walk;
use super::geometry::{Hop, Ray};
use super::routes::{Routes, Trail};
use super::steps::MovingSide;
use crate::{Bits, sort_by_number};

/// The function that receives a capture.
type Visit<'a> = &'a mut dyn FnMut(&Trail<'_>);

/// A search for captures: which routes it follows, and the function that receives them.
struct Tour<'a> {
    routes: Routes<'a>,
    visit: Visit<'a>,
}

/// A capture of a flying king along one ray: the piece that it meets, and the free cells behind it.
struct Strike {
    victim: u64,
    landings: u64,
    /// The landing cells right behind the piece.
    nearest: u64,
}

impl<B: Board, const CAMP: usize> MovingSide<'_, B, CAMP> {
    /// The cells with two rows above, and with two rows below, in their camp.
    const HAS_TWO_ABOVE: u64 = Self::all_but(B::ROWS - 1, B::ROWS);
    const HAS_TWO_BELOW: u64 = Self::all_but(1, 2);
    /// The least number of jumps after which two routes meet. On an ordinary board it is four:
    /// jumps go two cells in each direction, so the second and third piece of one route cannot be
    /// the first of another.
    const LEAST_JUMPS: u32 = if B::CAMPS == 1 { 4 } else { 2 };
    /// The cells over which jumps lead from one camp to another.
    const CROSSED: u64 = if B::CAMPS == 1 { 0 } else { B::GEOMETRY.rows[B::ROWS as usize] };

    /// The pieces that can capture something, regardless of the majority rule.
    #[inline(always)]
    pub(super) fn capturers(&self) -> u64 {
        let strikers = if self.flyers == 0 { 0 } else { (*self).strikers() };
        self.hoppers() | self.crossers() | strikers
    }

    /// The flying kings that can capture.
    #[inline(never)]
    fn strikers(self) -> u64 {
        let strikes = |&from: &u8| self.can_strike(&Trail::new(from));
        Bits(self.flyers).filter(strikes).fold(0, |found, from| found | 1 << from)
    }

    /// The pieces that can jump within a camp.
    #[inline(always)]
    fn hoppers(&self) -> u64 {
        let (left, right) = (B::LEFT, B::LEFT + 1);
        let [up_left, down_right, up_right, down_left] =
            Self::landings(self.men, self.backward, self.prey_of_hoppers, self.empty);
        up_left >> (2 * left)
            | down_right << (2 * left)
            | up_right >> (2 * right)
            | down_left << (2 * right)
    }

    /// The landing cells of jumps within a camp: up and down by the one shift, then by the other.
    #[inline(always)]
    fn landings(forward: u64, backward: u64, prey: u64, free: u64) -> [u64; 4] {
        let up = (forward & Self::UPWARD | backward) & Self::HAS_TWO_ABOVE;
        let down = (forward & Self::DOWNWARD | backward) & Self::HAS_TWO_BELOW;
        let (left, right) = (B::LEFT, B::LEFT + 1);
        [
            (up << left & prey) << left & free,
            (down >> left & prey) >> left & free,
            (up << right & prey) << right & free,
            (down >> right & prey) >> right & free,
        ]
    }

    /// The pieces that can jump from one camp to another.
    #[inline]
    fn crossers(&self) -> u64 {
        let mut found = 0;
        for over in Bits(self.prey_of_hoppers & Self::CROSSED) {
            for hop in B::GEOMETRY.crossings_over[over as usize].all() {
                let pieces =
                    if Self::is_forward(hop) { self.men | self.backward } else { self.backward };
                let free = pieces >> hop.from & self.empty >> hop.land & 1 != 0;
                found |= u64::from(free) << hop.from;
            }
        }
        found
    }

    #[inline]
    fn is_forward(hop: &Hop) -> bool {
        (Self::UPWARD >> hop.from & 1 != 0) == hop.up
    }

    /// Calls `visit` with every legal capture, in a fixed order. RULING E12: captures by one piece
    /// that take the same pieces and end on the same cell come once. `visit` is a pointer: captures
    /// are rarer than steps, and a copy of this code for each caller would be the larger part of
    /// the programs.
    #[inline]
    pub(super) fn each_capture(&self, capturers: u64, visit: Visit<'_>) {
        self.each_route(capturers, Routes::merged(), visit);
    }

    /// Calls `visit` with some routes of the legal captures, in a fixed order.
    pub(super) fn each_route(&self, capturers: u64, routes: Routes<'_>, visit: Visit<'_>) {
        if !self.rules.majority {
            return self.each_complete(capturers, Tour { routes, visit });
        }
        let most = self.most_victims(capturers);
        let mut visit_longest = |trail: &Trail<'_>| {
            if trail.length() == most {
                visit(trail);
            }
        };
        self.each_complete(capturers, Tour { routes, visit: &mut visit_longest });
    }

    /// As [`Self::each_route`], regardless of the majority rule.
    pub(super) fn each_complete_route(&self, capturers: u64, routes: Routes<'_>, visit: Visit<'_>) {
        self.each_complete(capturers, Tour { routes, visit });
    }

    /// The most pieces that a capture takes.
    pub(super) fn most_victims(&self, capturers: u64) -> u32 {
        let mut most = 0;
        let mut measure = |trail: &Trail<'_>| most = most.max(trail.length());
        self.each_complete(capturers, Tour { routes: Routes::merged(), visit: &mut measure });
        most
    }

    /// Continues a capture in the order of texts: first it may end here, then it goes on.
    #[inline(never)]
    pub(super) fn walk_on(&self, trail: &Trail<'_>, walk: &mut Walk<'_>) -> ControlFlow<()> {
        let mut jumps = self.jumps(trail);
        let crowned = self.base >> trail.to & self.men >> trail.from & 1 != 0;
        if trail.victims != 0 && (jumps.is_empty() || crowned) {
            (walk.visit)(trail)?;
        }
        sort_by_number(&mut jumps, |&(_, land)| (walk.order)(land).into());
        for (victim, land) in jumps {
            let next = trail.go_on(victim, land);
            if (walk.follow)(&next) {
                self.walk_on(&next, walk)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The next jumps of a capture: the captured piece and the landing cell of each.
    fn jumps(&self, trail: &Trail<'_>) -> Vec<(u64, u8)> {
        let mut jumps = Vec::new();
        if self.flyers >> trail.from & 1 != 0 {
            for ray in &B::GEOMETRY.rays[trail.to as usize] {
                for strike in self.strikes(ray, trail).into_iter().flatten() {
                    let (cells, _) = self.landing_cells(trail, &strike);
                    jumps.extend(Bits(cells).map(|cell| (strike.victim, cell)));
                }
            }
        } else if self.backward >> trail.from & 1 != 0 {
            self.add_jumps::<true>(trail, &mut jumps);
        } else {
            self.add_jumps::<false>(trail, &mut jumps);
        }
        jumps
    }

    /// Adds the next jumps over neighbouring cells.
    fn add_jumps<const BACKWARD: bool>(&self, trail: &Trail<'_>, jumps: &mut Vec<(u64, u8)>) {
        let at = 1_u64 << trail.to;
        let over = [at << B::LEFT, at >> B::LEFT, at << (B::LEFT + 1), at >> (B::LEFT + 1)];
        for (over, land) in over.into_iter().zip(self.hops::<BACKWARD>(trail)) {
            jumps.extend(Bits(land).map(|land| (over, land)));
        }
        let crossings = self.crossings::<BACKWARD>(trail);
        jumps.extend(crossings.map(|hop| (1 << hop.over, hop.land)));
    }

    /// Every capture that continues as long as it can, or stops where a man becomes a king.
    #[inline]
    fn each_complete(&self, capturers: u64, mut tour: Tour<'_>) {
        for from in Bits(capturers) {
            if !tour.routes.begin(from) {
                continue;
            }
            let trail = Trail::new(from);
            if self.flyers >> from & 1 != 0 {
                self.strike_on(&trail, &mut tour);
            } else if self.backward >> from & 1 != 0 {
                self.hop_on::<true>(&trail, &mut tour);
            } else {
                self.hop_on::<false>(&trail, &mut tour);
            }
        }
    }

    /// Continues the capture of a jumping piece, which captures only forward, or backward, too. At
    /// least one jump is possible.
    #[inline(never)]
    fn hop_on<const BACKWARD: bool>(&self, trail: &Trail<'_>, tour: &mut Tour<'_>) {
        let at = 1 << trail.to;
        let mut hop = |over: u64, land: u64| {
            let next = trail.go_on(over, land.trailing_zeros() as u8);
            if !tour.routes.follow(&next, Self::LEAST_JUMPS) {
                return;
            }
            let ends = !self.can_hop::<BACKWARD>(&next);
            if !ends {
                self.hop_on::<BACKWARD>(&next, tour);
            }
            if ends || self.base & land != 0 && self.men >> trail.from & 1 != 0 {
                (tour.visit)(&next);
            }
        };
        let (left, right) = (B::LEFT, B::LEFT + 1);
        let [up_left, down_right, up_right, down_left] = self.hops::<BACKWARD>(trail);
        if up_left != 0 {
            hop(at << left, up_left);
        }
        if down_right != 0 {
            hop(at >> left, down_right);
        }
        if up_right != 0 {
            hop(at << right, up_right);
        }
        if down_left != 0 {
            hop(at >> right, down_left);
        }
        for crossing in self.crossings::<BACKWARD>(trail) {
            hop(1 << crossing.over, 1 << crossing.land);
        }
    }

    #[inline(always)]
    fn can_hop<const BACKWARD: bool>(&self, trail: &Trail<'_>) -> bool {
        let [up_left, down_right, up_right, down_left] = self.hops::<BACKWARD>(trail);
        up_left | down_right | up_right | down_left != 0
            || self.crossings::<BACKWARD>(trail).next().is_some()
    }

    /// The landing cells of the next jumps within the camp.
    #[inline(always)]
    fn hops<const BACKWARD: bool>(&self, trail: &Trail<'_>) -> [u64; 4] {
        let at = 1 << trail.to;
        let prey = self.prey_of_hoppers & !trail.victims;
        Self::landings(at, if BACKWARD { at } else { 0 }, prey, self.free(trail))
    }

    /// The next jumps to another camp.
    #[inline(always)]
    fn crossings<const BACKWARD: bool>(
        &self,
        trail: &Trail<'_>,
    ) -> impl Iterator<Item = &'static Hop> {
        let hops =
            if B::CAMPS == 1 { &[] } else { B::GEOMETRY.crossings_from[trail.to as usize].all() };
        let (prey, free) = (self.prey_of_hoppers & !trail.victims, self.free(trail));
        hops.iter().filter(move |hop| {
            let meets = prey >> hop.over & free >> hop.land & 1 != 0;
            meets && (BACKWARD || Self::is_forward(hop))
        })
    }

    /// The free cells during a capture: the piece has left its first cell.
    #[inline(always)]
    fn free(&self, trail: &Trail<'_>) -> u64 {
        self.empty | 1 << trail.from
    }

    /// Continues the capture of a flying king. At least one capture is possible.
    #[inline(never)]
    fn strike_on(&self, trail: &Trail<'_>, tour: &mut Tour<'_>) {
        for ray in &B::GEOMETRY.rays[trail.to as usize] {
            for strike in self.strikes(ray, trail).into_iter().flatten() {
                self.land(trail, &strike, tour);
            }
        }
    }

    /// Lands behind a captured piece: where the capture can continue; otherwise right behind it, or
    /// on any free cell.
    fn land(&self, trail: &Trail<'_>, strike: &Strike, tour: &mut Tour<'_>) {
        let (cells, goes_on) = self.landing_cells(trail, strike);
        for cell in Bits(cells) {
            let next = trail.go_on(strike.victim, cell);
            if !tour.routes.follow(&next, 2) {
                continue;
            }
            if goes_on {
                self.strike_on(&next, tour);
            } else {
                (tour.visit)(&next);
            }
        }
    }

    /// The cells behind a captured piece on which a flying king may land, and whether the capture
    /// continues there.
    #[inline(always)]
    fn landing_cells(&self, trail: &Trail<'_>, strike: &Strike) -> (u64, bool) {
        let onward: u64 = Bits(strike.landings)
            .filter(|&cell| self.can_strike(&trail.go_on(strike.victim, cell)))
            .fold(0, |onward, cell| onward | 1 << cell);
        let last = if self.rules.any_landing { strike.landings } else { strike.nearest };
        if onward != 0 { (onward, true) } else { (last, false) }
    }

    /// Whether the capture of a flying king can continue: the first piece on a line can be
    /// captured, and the cell behind it is free.
    fn can_strike(&self, trail: &Trail<'_>) -> bool {
        let free = self.free(trail);
        let prey = self.prey_of_flyers & !trail.victims;
        let lines = B::GEOMETRY.rays[trail.to as usize].iter().flat_map(Ray::lines);
        lines.filter(|line| line.set & prey != 0).any(|line| {
            let mut cells = line.cells().iter();
            let met = cells.find(|&&cell| free >> cell & 1 == 0);
            met.is_some_and(|cell| prey >> cell & 1 != 0)
                && cells.next().is_some_and(|cell| free >> cell & 1 != 0)
        })
    }

    /// The captures of a flying king along a ray: behind a fork, one on each branch.
    #[inline]
    fn strikes(&self, ray: &Ray, trail: &Trail<'_>) -> [Option<Strike>; 2] {
        let free = self.free(trail);
        let prey = self.prey_of_flyers & !trail.victims;
        let mut strikes: [Option<Strike>; 2] = [None, None];
        for (branch, line) in ray.lines().iter().enumerate() {
            if line.set & prey == 0 {
                continue;
            }
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
            // A piece before the fork is on both branches. It is one capture, with the landing
            // cells of both.
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
