//! Interval iteration: the bounds of all positions of one or two tables, taken from those of their
//! successors again and again until they meet.
//!
//! They begin at a sure loss and a sure win. A bound that is taken from right bounds is right, so
//! all are at any time, and since they meet in the end nothing is open: neither how long the game
//! takes nor what an endless one would be worth. (Where both players could keep away from each
//! other for ever the bounds would stay apart; then there is no table.)
//!
//! A sweep reads one table and writes the other, or part by part where the table is its own next
//! (Gauss and Seidel's way). So it comes to the same with any number of threads.
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

/// The memory that a number of a table takes: its bounds, where they are read and where they are
/// worked out.
pub(crate) const SWEEP_BYTES: usize = 3 * size_of::<Bounds>();

/// Lists are made shorter after so many sweeps.
const SHORTEN: u32 = 8;

/// Bounds are guessed after so many sweeps: most tables need no more. Where that fails they are
/// after twice as many.
const FIRST_PAUSE: u32 = 32;

/// Where guesses were proven the next ones follow after so many sweeps.
const PAUSE: u32 = 8;

/// A table that is its own next is swept in so many parts.
const PARTS: usize = 32;

/// Some numbers of a table in work, in the order of [`Layout::by_other`].
pub(super) struct SweepChunk {
    /// Their bounds; while guesses are tried, these.
    pub(super) bounds: Vec<Bounds>,
    /// What is proven, while guesses are tried.
    pub(super) proven: Vec<Bounds>,
    /// What its positions lead to, where there is memory for it; else that is listed in each sweep.
    list: Option<Vec<u32>>,
    /// All its bounds are near enough.
    settled: bool,
}

/// What a sweep goes over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SweepOf {
    /// Bounds that are proven.
    Proven,
    /// Guesses that are to be.
    Guesses,
}

/// What is swept at a time.
#[derive(Clone, Copy)]
struct SweepPart {
    /// Which of the tables.
    at: usize,
    /// The first of its chunks.
    first: usize,
    of: SweepOf,
}

/// How far a sweep came.
#[derive(Clone, Copy)]
pub(super) struct Swept {
    /// Whether any bound moved.
    moved: bool,
    /// How far apart two bounds are at most.
    widest: u32,
    /// Whether all guesses have come nearer on both sides.
    pub(super) proven: bool,
}

impl Swept {
    pub(super) const NOTHING: Self = Self { moved: false, widest: 0, proven: true };

    /// How far both came.
    fn and(self, other: Self) -> Self {
        Self {
            moved: self.moved | other.moved,
            widest: self.widest.max(other.widest),
            proven: self.proven & other.proven,
        }
    }
}

/// One or two tables in work.
pub(crate) struct Sweeps<'a> {
    ranks: &'a Ranks,
    known: &'a KnownBounds,
    layouts: Vec<Layout>,
    tables: Vec<Vec<Bounds>>,
    pub(super) chunks: Vec<Vec<SweepChunk>>,
    /// How many sweeps there were.
    sweeps: u32,
}

impl<'a> Sweeps<'a> {
    /// Tables that quiet moves join, where all that captures and promotions lead to is known.
    /// Successors are listed beforehand as far as `memory` bytes go.
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

    /// Sweeps until all bounds meet: the tables, and how many sweeps it took. `None` if they stay
    /// apart.
    pub(crate) fn solve(self) -> Option<(Vec<Vec<Bounds>>, u32)> {
        self.solve_with(FIRST_PAUSE)
    }

    /// The same, where bounds are guessed after so many sweeps.
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

    /// How far apart bounds may be in the end.
    fn slack(&self) -> u32 {
        Bounds::slack(self.layouts[0].id)
    }

    /// How far apart bounds are that are not looked at any more.
    pub(super) fn enough(&self) -> u32 {
        Bounds::enough(self.layouts[0].id)
    }

    /// One sweep over all tables.
    pub(super) fn sweep(&mut self, of: SweepOf) -> Swept {
        self.sweeps += 1;
        let tables = 0..self.tables.len();
        tables.fold(Swept::NOTHING, |all, at| all.and(self.sweep_table(at, of)))
    }

    /// Lets others read the bounds of all chunks.
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
        // Where a table reads itself, one part comes after another, so that each reads what came of
        // those before it.
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

    /// The bounds as they will be read from files.
    fn finished(self) -> Vec<Vec<Bounds>> {
        let mut tables = self.tables;
        for (table, layout) in tables.iter_mut().zip(&self.layouts) {
            table.par_iter_mut().for_each(|bounds| *bounds = bounds.settled(layout.id));
        }
        tables
    }
}

/// Copies the bounds of a chunk to where they are read.
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
            // No position: nothing is asked of it.
            *bounds = Bounds::LOST;
            continue;
        };
        // Never further apart than before.
        let better = Bounds { low: found.low.max(bounds.low), high: found.high.min(bounds.high) };
        swept.moved |= better != *bounds;
        swept.widest = swept.widest.max(better.width());
        *bounds = better;
    }
    swept
}
