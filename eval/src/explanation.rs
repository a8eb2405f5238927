//! The value of a position, feature by feature.

use games::{Notation, Seat};
use serde::Serialize;

use crate::evaluator::shortened;
use crate::{Evaluate, Evaluator, Feature, Linear, Net, Trace, Weights};

/// One feature that a position has for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The seat's name.
    pub seat: &'static str,
    /// The name of its group.
    pub name: &'static str,
    /// Its number within the group.
    pub index: usize,
    /// How often the seat has it.
    pub count: i32,
    /// Its weight.
    pub weight: i32,
    /// Count times weight.
    pub product: i64,
}

/// All terms of the value of an unfinished position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The features with a count other than zero, seat by seat.
    pub features: Vec<Term>,
    /// The sum of each seat's products.
    pub sums: Vec<i64>,
    /// Units of a weight for each unit of log-odds.
    pub scale: i32,
    /// The seats' names.
    pub seats: Vec<&'static str>,
    /// The name of the seat whose turn it is.
    pub mover: &'static str,
    /// The expected result for the seat whose turn it is, from -1 to 1.
    pub value: f64,
}

/// The group of a feature, and its number there.
fn place_of(features: &[Feature], mut number: usize) -> (&'static str, usize) {
    for feature in features {
        if number < feature.count {
            return (feature.name, number);
        }
        number -= feature.count;
    }
    unreachable!("each feature that speaks is in a group")
}

/// The output of the net for each seat, shown as one feature.
fn nets(net: Net, weights: &Weights, trace: &Trace, seats: &[&'static str]) -> Vec<Term> {
    let numbers = shortened(&weights.values()[net.first()..]);
    let rows = seats.iter().zip(trace.net_rows.first(seats.len() as u8));
    let term = |(&seat, rows): (&&'static str, &Vec<usize>)| {
        let weight = net.sum(&numbers, rows);
        Term { seat, name: "net", index: 0, count: 1, weight, product: weight.into() }
    };
    rows.map(term).filter(|term| term.weight != 0).collect()
}

impl Explanation {
    /// Explains an unfinished position.
    #[must_use]
    #[inline(never)]
    pub fn of<G: Evaluate + Notation>(game: &G, position: &G::Position, weights: &Weights) -> Self {
        let trace = Trace::of(game, position);
        let seats: Vec<_> = Seat::all(game.seats()).map(|seat| game.seat_name(seat)).collect();
        let mut features = Vec::new();
        for (&seat, counts) in seats.iter().zip(trace.counts.first(game.seats())) {
            features.extend(counts.iter().map(|&(number, count)| {
                let (name, index) = place_of(G::FEATURES, number);
                let weight = weights.values()[number];
                let product = i64::from(count) * i64::from(weight);
                Term { seat, name, index, count, weight, product }
            }));
        }
        if let Some(net) = Net::of::<G>() {
            features.extend(nets(net, weights, &trace, &seats));
        }
        let sum = |&seat: &&str| {
            features.iter().filter(|term| term.seat == seat).map(|term| term.product).sum()
        };
        let mover = game.mover(position);
        Self {
            sums: seats.iter().map(sum).collect(),
            features,
            scale: weights.scale(),
            seats,
            mover: game.seat_name(mover),
            value: Linear::new(weights).estimate(game, position, mover).to_f64(),
        }
    }

    /// A line for each feature, then the sums.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<_> =
            self.features.iter().map(|term| format!("{}[{}]", term.name, term.index)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).max("feature".len());
        let mut text =
            format!("seat {:width$} {:>7} {:>9} {:>9}\n", "feature", "count", "weight", "product");
        for (name, term) in names.iter().zip(&self.features) {
            let Term { seat, count, weight, product, .. } = term;
            text.push_str(&format!(
                "{seat:4} {name:width$} {count:>7} {weight:>9} {product:>+9}\n"
            ));
        }
        let Self { sums, scale, seats, mover, value, .. } = self;
        for (seat, sum) in seats.iter().zip(sums) {
            text.push_str(&format!("sum {sum:+} for {seat}\n"));
        }
        text.push_str(&format!("scale {scale}\n"));
        text.push_str(&format!("expected result {value:+.6} for {mover}, whose turn it is\n"));
        text
    }
}
