//! Retrograde analysis of tables that lead to each other by plain steps. Positions are settled in
//! the order of their distance to the end of the game. The predecessors of a settled position are
//! found by taking steps back.
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

/// Marks a distance that is not known yet. The lower bits have the distance of the latest loss
/// among the moves that leave the tables.
const UNKNOWN: u16 = 0x8000;

/// A special value beyond the counts of steps: the number has no position.
const NO_POSITION: u8 = 255;
/// The position is settled by captures, which are compulsory.
const CAPTURES: u8 = 254;
/// The position is settled: all its moves leave the tables, or a step wins.
const SETTLED: u8 = 253;
/// A move that leaves the tables does not lose.
const SAVED: u8 = 252;
/// The greatest count of steps. Six kings on an empty board have fewer.
const MOST_STEPS: u32 = 251;

/// The memory that the analysis of a table needs for each number, in bytes: the distance and the
/// count, and at the end the code.
pub(crate) const BYTES_A_NUMBER: usize = 5;

/// The numbers of a run. All distances of a run are examined in a layer in which one position is
/// settled, so a run has few of them.
const RUN: usize = 32;
/// The number of runs that a thread takes at a time. These runs are a share.
const RUNS_AT_A_TIME: usize = 128;

/// A table that is being analysed.
struct TableInWork {
    layout: Layout,
    /// The distance of each position. Up to the present layer it is settled. Beyond this layer it
    /// is the best known so far.
    distances: Vec<AtomicU16>,
    /// For each position, the number of steps that are not known to lose.
    counts: Vec<AtomicU8>,
    /// For each run: a lower bound of its distances that are known but not settled.
    soonest: Vec<AtomicU16>,
    /// For each share of runs: the same lower bound, so that most runs of a late layer need not be
    /// examined.
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

    /// Notes a distance that was just written, in the layer before it or in an earlier one. With
    /// `Release` a thread that reads the note also sees the distance.
    ///
    /// The run's note is written first, so a thread that reads the share's note sees the run's note
    /// too. An existing note of the next layer need not be written again. It is not removed before
    /// the present layer ends: in this layer a run or a share is examined only if its note is of
    /// this layer or of an earlier one, and all notes that are written now are later.
    #[inline]
    fn schedule(&self, number: usize, distance: u16, layer: u16) {
        let of_share = &self.soonest_of_shares[number / (RUN * RUNS_AT_A_TIME)];
        for soonest in [&self.soonest[number / RUN], of_share] {
            if distance != layer + 1 || soonest.load(Relaxed) != distance {
                soonest.fetch_min(distance, Release);
            }
        }
    }

    /// Records a step to a position that the other player loses in `layer`.
    #[inline]
    fn wins(&self, number: usize, layer: u16) {
        // Most positions have several such steps. After the first one, a read is enough.
        let distance = &self.distances[number];
        if distance.load(Relaxed) > layer + 1
            && self.counts[number].load(Relaxed) < SETTLED
            && distance.fetch_min(layer + 1, Relaxed) > layer + 1
        {
            // It is the soonest win, since layers are in order. So the other steps need not be
            // counted.
            self.counts[number].store(SETTLED, Relaxed);
            self.schedule(number, layer + 1, layer);
        }
    }

    /// Records a step to a position that the other player wins in `layer`.
    #[inline]
    fn fails(&self, number: usize, layer: u16) {
        let count = &self.counts[number];
        if count.load(Relaxed) > MOST_STEPS as u8 || count.fetch_sub(1, Relaxed) > 1 {
            return;
        }
        // This was the last step that might not lose.
        let known = self.distances[number].load(Relaxed);
        if known & UNKNOWN != 0 {
            let last = (known & !UNKNOWN).max(layer + 1);
            self.distances[number].store(last, Relaxed);
            self.schedule(number, last, layer);
        }
    }

    /// The distances and notes of the share of runs that begins with the run `first`.
    fn runs(&self, first: usize) -> impl Iterator<Item = (&[AtomicU16], &AtomicU16)> {
        let distances = self.distances[first * RUN..].chunks(RUN);
        distances.zip(&self.soonest[first..]).take(RUNS_AT_A_TIME)
    }

    /// Writes the notes of a share of runs after the first pass.
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

    /// The first run of each share.
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

/// The notes of runs or shares before the first pass.
fn nothing_noted(len: usize) -> Vec<AtomicU16> {
    (0..len).map(|_| AtomicU16::new(u16::MAX)).collect()
}

/// A table that is completely settled.
pub(crate) struct Solved {
    pub(crate) table: Arc<EndingTable>,
    /// Whether each number needs an entry. It needs one if it has a position in which no capture is
    /// due.
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
    /// The analysis of tables that lead to each other by steps. All tables that captures and
    /// crownings lead to must be known.
    pub(crate) fn new(ranks: &'a Ranks<B>, known: &'a Known, code: Code, unit: &[TableId]) -> Self {
        let works = unit.iter().map(|&id| TableInWork::new(ranks.layout(id))).collect();
        Self { ranks, known, code, works }
    }

    /// Settles all positions. `None` if a distance is greater than [`MAX_DISTANCE`].
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

    /// The first pass over a chunk: the results of captures and crownings, and the counts of steps.
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
            // The player is blocked, or all moves leave the tables.
            (choice.loss(), SETTLED)
        } else {
            (UNKNOWN | choice.loss(), steps.min(MOST_STEPS) as u8)
        }
    }

    /// Processes one layer of a share of runs: settles the positions of this distance, and updates
    /// their predecessors.
    fn settle(&self, index: usize, first: usize, layer: u16) {
        let work = &self.works[index];
        let of_share = &work.soonest_of_shares[first / RUNS_AT_A_TIME];
        if of_share.load(Relaxed) > layer {
            return;
        }
        // A distance that is scheduled later writes its note again. Distances that were scheduled
        // earlier are seen below.
        of_share.swap(u16::MAX, AcqRel);
        let mut later = u16::MAX;
        let mut cells = WalkingCells::new(self.ranks, &work.layout);
        for ((distances, noted), run) in work.runs(first).zip(first..) {
            let found = noted.load(Relaxed);
            if found > layer {
                later = later.min(found);
                continue;
            }
            // A distance of the run that is scheduled later writes its note again, too.
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

    /// Takes back every step to a settled position, and updates the positions before it.
    fn tell_predecessors(&self, index: usize, sets: &Sets, layer: u16) {
        let ranks = self.ranks;
        let work = &self.works[(index + 1) % self.works.len()];
        let sets = if Ranks::<B>::symmetric() { Ranks::<B>::turned(sets) } else { *sets };
        let mover = work.layout.id.side().index();
        let all = sets.iter().fold(0, |all, set| all | set);
        let empty = Etoile::<B>::cells() & !all;
        // The player to act here has won or lost. The player who made the step has the opposite
        // result.
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

/// The position after a man of the player to act stepped and became a king.
fn crowned(position: &Position, seat: Seat, from: u8, to: u8) -> Position {
    let mut pieces = [position.pieces(Seat::FIRST), position.pieces(Seat::SECOND)];
    pieces[seat.index()] ^= 1 << from | 1 << to;
    Position::of_pieces(pieces, position.kings() | 1 << to, seat.other())
}
