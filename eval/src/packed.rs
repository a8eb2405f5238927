//! Packed weights, for programs that load them over a network: only numbers, in an order that
//! compresses well.
//!
//! ```text
//! scale   a number
//! curve   the number of points of the curve of chances, 0 or 10, then the points
//! count   the number of weights other than 0
//! planes  the highest bytes of these weights as numbers, then the middle ones, then the lowest ones
//! runs    to the end of the file: the number of zeros that come next, and of other weights after them
//! ```
//!
//! A number has seven bits to a byte, and a weight is a number as in [`crate::weight_tables`].

use crate::chances::Chances;
use crate::feature::{Evaluate, first_entry, weight_count};
use crate::logistic::Logistic;
use crate::weight_tables::{number_of, push_number, take_number, weight_of};
use crate::weights::{MAX_WEIGHT, Weights};

/// The lowest bit of each plane.
const PLANES: [u32; 3] = [16, 8, 0];

impl Weights {
    /// All sets of weights of a game that are compiled in, packed, each with its name.
    ///
    /// # Panics
    /// If a compiled-in file is damaged, which the tests exclude.
    pub fn all_packed<G: Evaluate>() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
        G::WEIGHTS.iter().map(|&(set, file)| {
            let weights = Self::parse_set(set, G::FEATURES, file);
            (set, weights.expect("the compiled-in weights are tested").packed())
        })
    }

    /// The weights packed, without their provenance. The bytes do not name their set.
    #[must_use]
    pub fn packed(&self) -> Vec<u8> {
        let numbers: Vec<_> =
            self.values.iter().map(|&weight| number_of(weight)).filter(|&one| one != 0).collect();
        let mut bytes = Vec::new();
        push_number(&mut bytes, self.scale as u32);
        let curve = self.chances.curve();
        push_number(&mut bytes, curve.map_or(0, |curve| curve.len() as u32));
        curve.iter().flatten().for_each(|&point| push_number(&mut bytes, point.into()));
        push_number(&mut bytes, numbers.len() as u32);
        for shift in PLANES {
            bytes.extend(numbers.iter().map(|number| (number >> shift) as u8));
        }
        let end = self.values.iter().rposition(|&weight| weight != 0).map_or(0, |last| last + 1);
        let mut rest = &self.values[..end];
        while !rest.is_empty() {
            for zeros in [true, false] {
                let run = rest.iter().take_while(|&&weight| (weight == 0) == zeros).count();
                push_number(&mut bytes, run as u32);
                rest = &rest[run..];
            }
        }
        bytes
    }

    /// The weights for a game from the bytes of [`Weights::packed`]; `None` if they are damaged.
    ///
    /// ```
    /// use eval::Weights;
    /// use games::{State, ruches::Ruches};
    ///
    /// let state = State::<Ruches>::parse("ruches startpos")?;
    /// let weights = Weights::default_for(state.game());
    /// let same = Weights::from_packed(state.game(), &weights.packed()).expect("whole bytes");
    /// assert_eq!(same.values(), weights.values());
    /// # Ok::<(), games::ParseError>(())
    /// ```
    #[must_use]
    pub fn from_packed<G: Evaluate>(game: &G, mut bytes: &[u8]) -> Option<Self> {
        let scale = i32::try_from(take_number(&mut bytes)?).ok()?;
        let chances = take_chances(&mut bytes)?;
        let count = take_number(&mut bytes)? as usize;
        let (planes, mut runs) = bytes.split_at_checked(PLANES.len() * count)?;
        let mut values = vec![0; weight_count(G::FEATURES)];
        let (mut place, mut at) = (0, 0);
        while !runs.is_empty() {
            place += take_number(&mut runs)? as usize;
            for _ in 0..take_number(&mut runs)? {
                let byte = |plane: usize| planes.get(plane * count + at).copied().map(u32::from);
                let number = (0..PLANES.len())
                    .try_fold(0, |number, plane| Some(number | byte(plane)? << PLANES[plane]))?;
                *values.get_mut(place)? = weight_of(number);
                (place, at) = (place + 1, at + 1);
            }
        }
        let sound = at == count
            && (1..=Logistic::MAX_SCALE).contains(&scale)
            && values.iter().all(|weight| weight.abs() <= MAX_WEIGHT);
        let (set, first_entry) = (game.weight_set(), first_entry(G::FEATURES));
        sound.then(|| Self { values, scale, chances, provenance: String::new(), set, first_entry })
    }
}

/// Takes the curve of chances from the beginning of some bytes.
fn take_chances(bytes: &mut &[u8]) -> Option<Chances> {
    if take_number(bytes)? == 0 {
        return Some(Chances::default());
    }
    let mut curve = [0; Chances::POINTS];
    for point in &mut curve {
        *point = u16::try_from(take_number(bytes)?).ok()?;
    }
    Chances::of_curve(curve)
}
