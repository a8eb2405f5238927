//! The value of a position, feature by feature.

use eval::{Evaluate, Evaluator, Linear, Trace, Weights};
use games::{Notation, Seat};
use serde::Serialize;

/// One feature that a position has, from the first seat's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The name of its group.
    pub name: &'static str,
    /// Its number within the group.
    pub index: usize,
    /// What the first seat has more of it than the second.
    pub coefficient: i32,
    /// Its weight.
    pub weight: i32,
    /// Coefficient times weight.
    pub product: i64,
}

/// All that makes up the value of an unfinished position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The features with a coefficient other than zero.
    pub features: Vec<Term>,
    /// The sum of the products: for the first seat.
    pub sum: i64,
    /// Units of a weight for each unit of log-odds.
    pub scale: i32,
    /// The first seat's name.
    pub first: &'static str,
    /// The name of the seat whose turn it is.
    pub mover: &'static str,
    /// The expected result for the seat whose turn it is, from -1 to 1.
    pub value: f64,
}

impl Explanation {
    /// Explains an unfinished position.
    #[must_use]
    pub fn of<G: Evaluate + Notation>(game: &G, position: &G::Position, weights: &Weights) -> Self {
        let trace = Trace::of(game, position);
        let mut numbered = trace.coefficients.iter().zip(&weights.values);
        let mut features = Vec::new();
        for feature in G::FEATURES {
            for (index, (&coefficient, &weight)) in
                numbered.by_ref().take(feature.count).enumerate()
            {
                let product = i64::from(coefficient) * i64::from(weight);
                if coefficient != 0 {
                    let name = feature.name;
                    features.push(Term { name, index, coefficient, weight, product });
                }
            }
        }
        Self {
            sum: features.iter().map(|term| term.product).sum(),
            features,
            scale: weights.scale,
            first: game.seat_name(Seat::FIRST),
            mover: game.seat_name(game.mover(position)),
            value: Linear::new(weights).estimate(game, position).to_f64(),
        }
    }

    /// A line for each feature, then what they come to.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<_> =
            self.features.iter().map(|term| format!("{}[{}]", term.name, term.index)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).max("feature".len());
        let mut text = format!(
            "{:width$} {:>11} {:>9} {:>9}\n",
            "feature", "coefficient", "weight", "product"
        );
        for (name, term) in names.iter().zip(&self.features) {
            let Term { coefficient, weight, product, .. } = term;
            text.push_str(&format!("{name:width$} {coefficient:>+11} {weight:>9} {product:>+9}\n"));
        }
        let Self { sum, scale, first, mover, value, .. } = self;
        text.push_str(&format!("sum {sum:+} for {first}\nscale {scale}\n"));
        text.push_str(&format!("expected result {value:+.6} for {mover}, whose turn it is\n"));
        text
    }
}
