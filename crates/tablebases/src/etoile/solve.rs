//! Retrograde analysis of tables that plain steps join: positions are settled in the order of their
//! distance to the end of the game, each with its predecessors found by steps taken back.
//!
//! CITE: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; counters
//! of moves not yet refuted as in R. Lake, J. Schaeffer, P. Lu, "Solving large retrograde analysis
//! problems using a network of workstations", 1994.

use std::sync::Arc;
use std::sync::atomic::Ordering::{AcqRel, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU16};

use games::etoile::{Board, Etoile, Position};
use games::{Bits, Seat};
use rayon::prelude::*;

use crate::etoile::code::{Code, MAX_DISTANCE};
use crate::etoile::material::TableId;
use crate::etoile::ranks::{Layout, Ranks, Sets, WalkingCells};
use crate::etoile::table::{BestCode, EndingTable, Known, NOTHING};

/// A distance that is not known yet; the lower bits have that of the latest loss by leaving the
/// tables.
const UNKNOWN: u16 = 0x8000;

/// Counts beyond those of moves: no position.
const NO_POSITION: u8 = 255;
/// Settled by captures, which are compulsory.
const CAPTURES: u8 = 254;
/// Settled by moves that all leave the tables, or by a step that wins.
const SETTLED: u8 = 253;
/// A move that leaves the tables does not lose.
const SAVED: u8 = 252;
/// The most steps that are counted. Six kings on an empty board have fewer.
const MOST_STEPS: u32 = 251;

/// The memory that the analysis of a table takes for each of its numbers, in bytes: distances and
/// counts, and at its end the codes beside them.
pub(crate) const BYTES_A_NUMBER: usize = 5;

/// The numbers of a run: so few that seldom all are looked at for the sake of one, layer after
/// layer.
const RUN: usize = 32;
/// The runs that a thread takes at a time.
const RUNS_AT_A_TIME: usize = 128;

/// A table in work.
struct TableInWork {
    layout: Layout,
    /// The distance of each position: settled up to the layer under way, beyond it what is known so
    /// far.
    distances: Vec<AtomicU16>,
    /// How many steps of each position are not known to lose.
    counts: Vec<AtomicU8>,
    /// For each run of numbers: no distance that is known but not settled is less.
    soonest: Vec<AtomicU16>,
    /// The same for each share of runs, so that most of a late layer is passed over unseen.
    soonest_of_shares: Vec<AtomicU16>,
}

impl TableInWork {
    fn new(layout: Layout) -> Self {
        Self {
            distances: (0..layout.len).map(|_| AtomicU16::new(UNKNOWN)).collect(),
            counts: (0..layout.len).map(|_| AtomicU8::new(NO_POSITION)).collect(),
            soonest: nothing_noted(layout.len.div_ceil(RUN)),
            soonest_of_shares: nothing_noted(layout.len.div_ceil(RUN * RUNS_AT_A_TIME)),
            layout,
        }
    }

    /// Notes a distance that was just written, in the layer before it or earlier. `Release`:
    /// whoever takes the note sees the distance.
    ///
    /// The run's note comes first: who takes the share's sees the run's, too. A note of the next
    /// layer that is there already will do. It is not taken before this layer is over: a run or a
    /// share is looked into in this layer only if a note of this layer or an earlier one stands,
    /// and all that is noted now is later.
    #[inline]
    fn schedule(&self, number: usize, distance: u16, layer: u16) {
        let of_share = &self.soonest_of_shares[number / (RUN * RUNS_AT_A_TIME)];
        for soonest in [&self.soonest[number / RUN], of_share] {
            if distance != layer + 1 || soonest.load(Relaxed) != distance {
                soonest.fetch_min(distance, Release);
            }
        }
    }

    /// A step leads to a position that is lost in `layer` for the other.
    #[inline]
    fn wins(&self, number: usize, layer: u16) {
        // Most positions have several such steps, and need no more than a look after the first.
        let distance = &self.distances[number];
        if distance.load(Relaxed) > layer + 1
            && self.counts[number].load(Relaxed) < SETTLED
            && distance.fetch_min(layer + 1, Relaxed) > layer + 1
        {
            // The soonest win, since layers come in order: its other steps need not be counted.
            self.counts[number].store(SETTLED, Relaxed);
            self.schedule(number, layer + 1, layer);
        }
    }

    /// A step leads to a position that is won in `layer` for the other.
    #[inline]
    fn fails(&self, number: usize, layer: u16) {
        let count = &self.counts[number];
        if count.load(Relaxed) > MOST_STEPS as u8 || count.fetch_sub(1, Relaxed) > 1 {
            return;
        }
        // The last step that might have saved it.
        let known = self.distances[number].load(Relaxed);
        if known & UNKNOWN != 0 {
            let last = (known & !UNKNOWN).max(layer + 1);
            self.distances[number].store(last, Relaxed);
            self.schedule(number, last, layer);
        }
    }

    /// The runs from one on that a thread takes at a time: distances and notes.
    fn runs(&self, first: usize) -> impl Iterator<Item = (&[AtomicU16], &AtomicU16)> {
        let distances = self.distances[first * RUN..].chunks(RUN);
        distances.zip(&self.soonest[first..]).take(RUNS_AT_A_TIME)
    }

    /// Notes what the first pass has found in some runs.
    fn note(&self, first: usize) {
        let mut of_share = u16::MAX;
        for (distances, soonest) in self.runs(first) {
            let least = distances.iter().map(|distance| distance.load(Relaxed)).min();
            let least = least.filter(|&least| least < UNKNOWN).unwrap_or(u16::MAX);
            soonest.store(least, Relaxed);
            of_share = of_share.min(least);
        }
        self.soonest_of_shares[first / RUNS_AT_A_TIME].store(of_share, Relaxed);
    }

    /// The first runs of what threads take at a time.
    fn shares(&self) -> impl IndexedParallelIterator<Item = usize> + use<> {
        (0..self.soonest_of_shares.len()).into_par_iter().map(|share| share * RUNS_AT_A_TIME)
    }

    fn finish(self) -> Solved {
        let distances = self.distances.par_iter().map(|distance| distance.load(Relaxed));
        let codes =
            distances.zip(&self.counts).map(|(distance, count)| match count.load(Relaxed) {
                NO_POSITION => NOTHING,
                _ if distance & UNKNOWN != 0 => Code::DRAW,
                _ => distance + 1,
            });
        let codes = codes.collect();
        drop(self.distances);
        let wanted = self.counts.into_par_iter().map(|count| count.into_inner() < CAPTURES);
        Solved {
            wanted: wanted.collect(),
            table: Arc::new(EndingTable { codes, layout: self.layout }),
        }
    }
}

/// Notes of runs or shares before the first pass.
fn nothing_noted(len: usize) -> Vec<AtomicU16> {
    (0..len).map(|_| AtomicU16::new(u16::MAX)).collect()
}

/// A table that is settled.
pub(crate) struct Solved {
    pub(crate) table: Arc<EndingTable>,
    /// Which numbers need an entry: positions without a capture due, by which they can be told.
    pub(crate) wanted: Vec<bool>,
}

/// The analysis of one or two tables.
pub(crate) struct Analysis<'a, B: Board> {
    ranks: &'a Ranks<B>,
    known: &'a Known,
    code: Code,
    works: Vec<TableInWork>,
}

impl<'a, B: Board> Analysis<'a, B> {
    /// The analysis of tables that steps join, where all that captures and crownings lead to is
    /// known.
    pub(crate) fn new(ranks: &'a Ranks<B>, known: &'a Known, code: Code, unit: &[TableId]) -> Self {
        let works = unit.iter().map(|&id| TableInWork::new(ranks.layout(id))).collect();
        Self { ranks, known, code, works }
    }

    /// Settles all positions; `None` if a distance is beyond [`MAX_DISTANCE`].
    pub(crate) fn solve(self) -> Option<Vec<Solved>> {
        for work in &self.works {
            (0..work.layout.chunks()).into_par_iter().for_each(|chunk| self.begin(work, chunk));
            work.shares().for_each(|first| work.note(first));
        }
        let mut layer = 0;
        loop {
            for index in 0..self.works.len() {
                let shares = self.works[index].shares();
                shares.for_each(|first| self.settle(index, first, layer));
            }
            let soonest = self.works.iter().flat_map(|work| &work.soonest_of_shares);
            match soonest.map(|distance| distance.load(Relaxed)).min() {
                Some(next) if next < UNKNOWN => layer = next,
                _ => break,
            }
            if layer > MAX_DISTANCE {
                return None;
            }
        }
        Some(self.works.into_iter().map(TableInWork::finish).collect())
    }

    /// The first pass over a chunk: what captures and crownings come to, and how many steps there
    /// are.
    fn begin(&self, work: &TableInWork, chunk: usize) {
        let first = chunk * work.layout.chunk_len();
        self.ranks.each_of_chunk(&work.layout, chunk, |rank, sets| {
            let (distance, count) = self.begin_position(work.layout.id, &sets);
            work.distances[first + rank].store(distance, Relaxed);
            work.counts[first + rank].store(count, Relaxed);
        });
    }

    fn begin_position(&self, id: TableId, sets: &Sets) -> (u16, u8) {
        let ranks = self.ranks;
        let position = Ranks::<B>::position(id, sets);
        if let Some(choice) = self.known.captures(ranks, self.code, &position) {
            let code = choice.best();
            return (if code == Code::DRAW { UNKNOWN } else { code - 1 }, CAPTURES);
        }
        let mut choice = BestCode::new(self.code);
        let seat = id.side();
        let empty = Etoile::<B>::cells() & !position.all();
        let mut steps = 0;
        for from in Bits(sets[seat.index()]) {
            let from = usize::from(from);
            steps += (ranks.ahead[seat.index()][from] & empty).count_ones();
            for to in Bits(ranks.crowning[seat.index()][from] & empty) {
                let child = crowned(&position, seat, from as u8, to);
                choice.add(self.known.code(ranks, &child));
            }
        }
        for from in Bits(sets[2 + seat.index()]) {
            steps += ranks.rules.king_steps(from, empty).count_ones();
        }
        if let Some(distance) = choice.win() {
            (distance, SAVED)
        } else if choice.draws() {
            (UNKNOWN, SAVED)
        } else if steps == 0 {
            // Blocked, or all moves leave the tables.
            (choice.loss(), SETTLED)
        } else {
            (UNKNOWN | choice.loss(), steps.min(MOST_STEPS) as u8)
        }
    }

    /// One layer of some runs: positions of this distance are settled, and those before them learn
    /// of it.
    fn settle(&self, index: usize, first: usize, layer: u16) {
        let work = &self.works[index];
        let of_share = &work.soonest_of_shares[first / RUNS_AT_A_TIME];
        if of_share.load(Relaxed) > layer {
            return;
        }
        // What is scheduled from now on is noted again by those who do it; what was scheduled
        // before is seen.
        of_share.swap(u16::MAX, AcqRel);
        let mut later = u16::MAX;
        let mut cells = WalkingCells::new(self.ranks, &work.layout);
        for ((distances, noted), run) in work.runs(first).zip(first..) {
            let found = noted.load(Relaxed);
            if found > layer {
                later = later.min(found);
                continue;
            }
            // Likewise.
            noted.swap(u16::MAX, AcqRel);
            let mut soonest = u16::MAX;
            for (rank, distance) in distances.iter().enumerate() {
                let distance = distance.load(Relaxed);
                if distance == layer {
                    self.tell_predecessors(index, &cells.of(run * RUN + rank), layer);
                } else if distance > layer && distance < soonest {
                    soonest = distance;
                }
            }
            if soonest < UNKNOWN {
                noted.fetch_min(soonest, Relaxed);
                later = later.min(soonest);
            }
        }
        of_share.fetch_min(later, Relaxed);
    }

    /// Takes back every step that leads to a settled position.
    fn tell_predecessors(&self, index: usize, sets: &Sets, layer: u16) {
        let ranks = self.ranks;
        let work = &self.works[(index + 1) % self.works.len()];
        let sets = if Ranks::<B>::symmetric() { Ranks::<B>::turned(sets) } else { *sets };
        let mover = work.layout.id.side().index();
        let all = sets.iter().fold(0, |all, set| all | set);
        let empty = Etoile::<B>::cells() & !all;
        // Whoever is to act here has lost or won: the one who stepped has the other result.
        let wins = !self.code.wins(layer);
        let tell = |number| {
            if wins { work.wins(number, layer) } else { work.fails(number, layer) }
        };
        for (group, kings) in [(mover, false), (2 + mover, true)] {
            if sets[group] == 0 {
                continue;
            }
            let (rest, stride) = ranks.number_without(&work.layout, &sets, group);
            for to in Bits(sets[group]) {
                let others = sets[group] & !(1 << to);
                let whence = if kings {
                    ranks.rules.king_steps(to, empty)
                } else {
                    ranks.behind[mover][to as usize] & empty
                };
                for from in Bits(whence) {
                    tell(rest + ranks.rank_of(group, others | 1 << from) * stride);
                }
            }
        }
    }
}

/// The position after a man of the player to act has stepped and become a king.
fn crowned(position: &Position, seat: Seat, from: u8, to: u8) -> Position {
    let mut pieces = [position.pieces(Seat::FIRST), position.pieces(Seat::SECOND)];
    pieces[seat.index()] ^= 1 << from | 1 << to;
    Position::of_pieces(pieces, position.kings() | 1 << to, seat.other())
}
