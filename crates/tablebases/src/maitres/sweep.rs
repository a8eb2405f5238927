//! Interval iteration: the bounds of all positions of one or two tables are computed from those of
//! their successors, again and again until they meet.
//!
//! The first bounds are a certain loss and a certain win. A bound that is computed from right
//! bounds is right, so all bounds are right at any time. When they meet, neither the length of the
//! game nor the value of an endless game matters any more. If both players could avoid each other
//! forever, the bounds would stay apart; then there is no table.
//!
//! A sweep reads one table and writes the other. If a table is its own successor, the sweep goes
//! part by part (the method of Gauss and Seidel). So the result does not depend on the number of
//! threads.
//!
//! CITE: S. Haddad, B. Monmege, "Reachability in MDPs: refining convergence of value iteration",
//! 2014 (interval iteration); K. Chatterjee, T. A. Henzinger, "Value iteration", 2008 (games with
//! chance).

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use crate::maitres::bounds::Bounds;
use crate::maitres::guess::sweep_guesses;
use crate::maitres::material::TableId;
use crate::maitres::ranks::{Layout, Ranks};
use crate::maitres::store::KnownBounds;
use crate::maitres::successors::{Successors, mean, shorten};

/// The memory that a number of a table needs, in bytes: its bounds in the table and in the chunk,
/// and the proven bounds beside guesses.
pub(crate) const SWEEP_BYTES: usize = 3 * size_of::<Bounds>();

/// The number of sweeps after which lists are shortened.
const SHORTEN: u32 = 8;

/// The number of sweeps before the first guess: most tables need no more. If the guess fails, the
/// next one follows after twice as many.
const FIRST_PAUSE: u32 = 32;

/// The number of sweeps before the next guess, if the last one was proven.
const PAUSE: u32 = 8;

/// The number of parts of a table that is its own successor.
const PARTS: usize = 32;

/// Some numbers of a table, in the order of [`Layout::by_other`].
pub(super) struct SweepChunk {
    /// The bounds of the numbers. While guesses are swept, they are the guesses.
    pub(super) bounds: Vec<Bounds>,
    /// The proven bounds, while guesses are swept.
    pub(super) proven: Vec<Bounds>,
    /// The successors of the positions. `None` if the memory is full; then each sweep lists them
    /// again.
    list: Option<Vec<u32>>,
    /// Whether all bounds are close enough.
    settled: bool,
}

/// The kind of a sweep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SweepOf {
    /// A sweep over proven bounds.
    Proven,
    /// A sweep over guesses, which it may prove.
    Guesses,
}

/// The part of a table that is swept at a time.
#[derive(Clone, Copy)]
struct SweepPart {
    /// The index of the table.
    at: usize,
    /// The first chunk of the part.
    first: usize,
    of: SweepOf,
}

/// The result of a sweep.
#[derive(Clone, Copy)]
pub(super) struct Swept {
    /// Whether any bound moved.
    moved: bool,
    /// The greatest distance between two bounds.
    widest: u32,
    /// Whether all guesses became closer on both sides.
    pub(super) proven: bool,
}

impl Swept {
    pub(super) const NOTHING: Self = Self { moved: false, widest: 0, proven: true };

    /// The result of two sweeps together.
    fn and(self, other: Self) -> Self {
        Self {
            moved: self.moved | other.moved,
            widest: self.widest.max(other.widest),
            proven: self.proven & other.proven,
        }
    }
}

/// One or two tables that are being analysed.
pub(crate) struct Sweeps<'a> {
    ranks: &'a Ranks,
    known: &'a KnownBounds,
    layouts: Vec<Layout>,
    tables: Vec<Vec<Bounds>>,
    pub(super) chunks: Vec<Vec<SweepChunk>>,
    /// The number of sweeps so far.
    sweeps: u32,
}

impl<'a> Sweeps<'a> {
    /// Tables that lead to each other by quiet moves. The tables after captures and promotions must
    /// be known. Successors are listed in advance, up to `memory` bytes.
    pub(crate) fn new(
        ranks: &'a Ranks,
        known: &'a KnownBounds,
        unit: &[TableId],
        memory: usize,
    ) -> Self {
        let layouts: Vec<_> = unit.iter().map(|&id| ranks.layout(id)).collect();
        let used = AtomicUsize::new(0);
        let chunks = (0..layouts.len()).map(|at| {
            let (layout, next) = (&layouts[at], &layouts[(at + 1) % layouts.len()]);
            let successors = Successors { ranks, known, next };
            let parts = (0..layout.chunks()).into_par_iter().map(|chunk| {
                let bounds = vec![Bounds::UNKNOWN; layout.chunk(chunk).len()];
                let mut work =
                    SweepChunk { bounds, proven: Vec::new(), list: None, settled: false };
                if used.load(Relaxed) < memory {
                    let mut list = successors.list(layout, numbers(layout, chunk));
                    list.shrink_to_fit();
                    let bytes = size_of_val(list.as_slice());
                    let fits = used.fetch_add(bytes, Relaxed) + bytes <= memory;
                    work.list = fits.then_some(list);
                }
                work
            });
            parts.collect()
        });
        let chunks = chunks.collect();
        let tables = layouts.iter().map(|layout| vec![Bounds::UNKNOWN; layout.len]).collect();
        Self { ranks, known, layouts, tables, chunks, sweeps: 0 }
    }

    /// Sweeps until all bounds meet. Returns the tables and the number of sweeps. `None` if the
    /// bounds stay apart.
    pub(crate) fn solve(self) -> Option<(Vec<Vec<Bounds>>, u32)> {
        self.solve_with(FIRST_PAUSE)
    }

    /// As [`Sweeps::solve`]. The first guess follows after `pause` sweeps.
    pub(super) fn solve_with(mut self, mut pause: u32) -> Option<(Vec<Vec<Bounds>>, u32)> {
        let mut left = pause;
        loop {
            let all = self.sweep(SweepOf::Proven);
            if all.widest <= self.slack() {
                let sweeps = self.sweeps;
                return Some((self.finished(), sweeps));
            }
            if !all.moved {
                return None;
            }
            left -= 1;
            if left == 0 {
                pause = if self.guess() { PAUSE } else { 2 * pause };
                left = pause;
            }
        }
    }

    /// The greatest final distance between two bounds.
    fn slack(&self) -> u32 {
        Bounds::slack(self.layouts[0].id)
    }

    /// The distance at which bounds are no longer improved.
    pub(super) fn enough(&self) -> u32 {
        Bounds::enough(self.layouts[0].id)
    }

    /// One sweep over all tables.
    pub(super) fn sweep(&mut self, of: SweepOf) -> Swept {
        self.sweeps += 1;
        let tables = 0..self.tables.len();
        tables.fold(Swept::NOTHING, |all, at| all.and(self.sweep_table(at, of)))
    }

    /// Copies the bounds of all chunks to the tables, where other chunks read them.
    pub(super) fn publish(&mut self) {
        for ((table, chunks), layout) in self.tables.iter_mut().zip(&self.chunks).zip(&self.layouts)
        {
            for (chunk, work) in chunks.iter().enumerate() {
                copy_chunk(table, layout, chunk, &work.bounds);
            }
        }
    }

    /// One sweep over a table.
    fn sweep_table(&mut self, at: usize, of: SweepOf) -> Swept {
        let next = (at + 1) % self.tables.len();
        let mut chunks = std::mem::take(&mut self.chunks[at]);
        // A table that is its own successor is swept part by part, so that each part reads the
        // results of the parts before it.
        let size = if next == at { chunks.len().div_ceil(PARTS) } else { chunks.len() };
        let mut swept = Swept::NOTHING;
        for (part, chunks) in chunks.chunks_mut(size).enumerate() {
            let part = SweepPart { at, first: part * size, of };
            swept = swept.and(self.sweep_part(part, chunks));
            let (table, layout) = (&mut self.tables[at], &self.layouts[at]);
            for (chunk, work) in (part.first..).zip(chunks) {
                copy_chunk(table, layout, chunk, &work.bounds);
            }
        }
        self.chunks[at] = chunks;
        swept
    }

    /// One sweep over a part of a table.
    fn sweep_part(&self, part: SweepPart, chunks: &mut [SweepChunk]) -> Swept {
        let layout = &self.layouts[part.at];
        let next = (part.at + 1) % self.layouts.len();
        let read = &self.tables[next];
        let enough = self.enough();
        let shortens = part.of == SweepOf::Proven && self.sweeps.is_multiple_of(SHORTEN);
        let successors =
            Successors { ranks: self.ranks, known: self.known, next: &self.layouts[next] };
        let swept = chunks.par_iter_mut().enumerate().map(|(chunk, work)| {
            if work.settled {
                return Swept { widest: enough, ..Swept::NOTHING };
            }
            let listed;
            let list = match &mut work.list {
                Some(list) => {
                    if shortens {
                        *list = shorten(list, &work.bounds, read, enough);
                    }
                    list
                }
                None => {
                    listed = successors.list(layout, numbers(layout, part.first + chunk));
                    &listed
                }
            };
            match part.of {
                SweepOf::Guesses => {
                    sweep_guesses(list, &mut work.bounds, &work.proven, read, enough)
                }
                SweepOf::Proven => {
                    let swept = sweep_chunk(list, &mut work.bounds, read, enough);
                    work.settled = swept.widest <= enough;
                    swept
                }
            }
        });
        swept.reduce(|| Swept::NOTHING, Swept::and)
    }

    /// The bounds as files will have them.
    fn finished(self) -> Vec<Vec<Bounds>> {
        let mut tables = self.tables;
        for (table, layout) in tables.iter_mut().zip(&self.layouts) {
            table.par_iter_mut().for_each(|bounds| *bounds = bounds.settled(layout.id));
        }
        tables
    }
}

/// Copies the bounds of a chunk to its table.
fn copy_chunk(table: &mut [Bounds], layout: &Layout, chunk: usize, bounds: &[Bounds]) {
    for (number, &bounds) in numbers(layout, chunk).zip(bounds) {
        table[number] = bounds;
    }
}

/// The numbers of a chunk.
fn numbers(layout: &Layout, chunk: usize) -> impl Iterator<Item = usize> {
    layout.chunk(chunk).map(|place| layout.by_other(place))
}

/// One sweep over some numbers.
fn sweep_chunk(mut list: &[u32], bounds: &mut [Bounds], next: &[Bounds], enough: u32) -> Swept {
    let mut swept = Swept::NOTHING;
    for bounds in bounds {
        if bounds.width() <= enough {
            list = &list[1 + list[0] as usize..];
            swept.widest = swept.widest.max(bounds.width());
            continue;
        }
        let (found, rest) = mean(list, next);
        list = rest;
        let Some(found) = found else {
            // The number has no position, so its bounds are never read.
            *bounds = Bounds::LOST;
            continue;
        };
        // The distance between the bounds never increases.
        let better = Bounds { low: found.low.max(bounds.low), high: found.high.min(bounds.high) };
        swept.moved |= better != *bounds;
        swept.widest = swept.widest.max(better.width());
        *bounds = better;
    }
    swept
}
