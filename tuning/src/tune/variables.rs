//! Variables of a run by games: search parameters and weights.

use engine::{Parameter, Parameters, SearchKind};
use eval::Evaluate;
use games::ParseError;
use reader::{Item, items_of, names};
use serde::Serialize;

use super::duel::Configuration;
use crate::optimisers::Dimension;

/// The greatest absolute value of a weight, as in weight files.
const MAX_WEIGHT: i32 = 1_000_000;

/// One variable. Its value is rounded to a whole number when it is used.
#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    /// The name: that of a search parameter, or `group[index]` for a weight.
    pub name: String,
    /// The initial value.
    pub start: i32,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// The size of a change that is large enough to have an effect.
    pub step: i32,
    #[serde(skip)]
    kind: VariableKind,
}

/// The kind of a variable.
#[derive(Clone, Copy, Debug)]
enum VariableKind {
    /// A search parameter.
    Parameter(&'static Parameter),
    /// A weight, by its index.
    Weight(usize),
}

/// All variables, and the configuration that they begin with.
#[derive(Clone, Debug)]
pub struct Variables {
    /// The variables, in the order in which they were given.
    pub list: Vec<Variable>,
    /// The initial configuration.
    pub base: Configuration,
}

impl Variables {
    /// Reads lists of names, separated by commas. A name is a search parameter, a group of weights,
    /// or a single weight `group[index]`; `all` means all parameters that one of `searches` reads.
    /// An item of `ranges`, `NAME=LEAST..MOST/STEP`, replaces the range of a variable.
    ///
    /// # Errors
    /// An unknown name, a parameter that no search reads, a wrong range, no variables.
    pub fn parse<G: Evaluate>(
        base: Configuration,
        numbers: Option<&str>,
        weights: Option<&str>,
        ranges: &[String],
        searches: &[SearchKind],
    ) -> Result<Self, ParseError> {
        let mut list = Vec::new();
        match numbers {
            None => {}
            Some("all") => {
                let is_read = |parameter: &&Parameter| parameter.is_read_by(searches);
                let found = Parameters::TABLE.iter().filter(is_read);
                list.extend(found.map(|parameter| of_search(parameter, &base)));
            }
            Some(text) => {
                for name in names("params", text, Parameter::full_name)? {
                    let parameter = Parameter::named(name)?;
                    parameter.check_read(base.parameters.get(parameter), searches)?;
                    list.push(of_search(parameter, &base));
                }
            }
        }
        let groups =
            weights.map_or(Ok(Vec::new()), |text| names("weights-group", text, |name| name));
        for group in groups? {
            list.extend(of_group::<G>(group, &base)?);
        }
        if list.is_empty() {
            let expected = "something to vary: --params or --weights-group";
            return Err(ParseError::new("params", "", expected));
        }
        for (place, variable) in list.iter().enumerate() {
            if list[..place].iter().any(|other| other.name == variable.name) {
                return Err(ParseError::new(
                    "weights-group",
                    &variable.name,
                    "each weight only once",
                ));
            }
        }
        let ranges = ranges.iter().map(String::as_str);
        for range in items_of("range", ranges, Parameter::full_name)? {
            set_range(&mut list, &range)?;
        }
        Ok(Self { list, base })
    }

    /// The dimensions for the optimisers.
    #[must_use]
    pub fn dimensions(&self) -> Vec<Dimension> {
        let dimension = |variable: &Variable| Dimension {
            start: f64::from(variable.start),
            least: f64::from(variable.least),
            most: f64::from(variable.most),
            step: f64::from(variable.step),
        };
        self.list.iter().map(dimension).collect()
    }

    /// The configuration with these values. Each value is rounded up if its fraction is greater
    /// than `threshold(index)`, else down.
    #[must_use]
    pub fn at(&self, values: &[f64], threshold: impl Fn(usize) -> f64) -> Configuration {
        let mut found = self.base.clone();
        for (index, (variable, value)) in self.list.iter().zip(values).enumerate() {
            let up = value - value.floor() > threshold(index);
            let rounded =
                (value.floor() as i32 + i32::from(up)).clamp(variable.least, variable.most);
            match variable.kind {
                VariableKind::Parameter(parameter) => found.parameters.set(parameter, rounded),
                VariableKind::Weight(number) => found.weights.values_mut()[number] = rounded,
            }
        }
        found
    }

    /// The configuration with each value rounded to the nearest whole number.
    #[must_use]
    pub fn nearest(&self, values: &[f64]) -> Configuration {
        self.at(values, |_| 0.5)
    }

    /// The value of each variable in a configuration.
    #[must_use]
    pub fn read(&self, configuration: &Configuration) -> Vec<i32> {
        let value = |variable: &Variable| match variable.kind {
            VariableKind::Parameter(parameter) => configuration.parameters.get(parameter),
            VariableKind::Weight(number) => configuration.weights.values()[number],
        };
        self.list.iter().map(value).collect()
    }

    /// Whether any variable is a weight.
    #[must_use]
    pub fn has_weights(&self) -> bool {
        self.list.iter().any(|variable| matches!(variable.kind, VariableKind::Weight(_)))
    }

    /// The player settings that set the search parameters of a configuration: `set.NAME=VALUE`.
    #[must_use]
    pub fn settings(&self, configuration: &Configuration) -> Vec<String> {
        let numbers = self.list.iter().filter_map(|variable| match variable.kind {
            VariableKind::Parameter(parameter) => Some(parameter),
            VariableKind::Weight(_) => None,
        });
        let setting = |parameter: &Parameter| {
            format!("set.{}={}", parameter.name, configuration.parameters.get(parameter))
        };
        numbers.map(setting).collect()
    }
}

fn of_search(parameter: &'static Parameter, base: &Configuration) -> Variable {
    let Parameter { name, least, most, step, .. } = *parameter;
    let start = base.parameters.get(parameter);
    Variable {
        name: name.to_owned(),
        start,
        least,
        most,
        step,
        kind: VariableKind::Parameter(parameter),
    }
}

/// The variables of a group of weights, or of the one weight that is named.
fn of_group<G: Evaluate>(text: &str, base: &Configuration) -> Result<Vec<Variable>, ParseError> {
    let (name, index) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((name, index)) => (name, Some(index)),
        None => (text, None),
    };
    let mut first = 0;
    for feature in G::FEATURES {
        if feature.name == name {
            let wrong = |index: &str| {
                let expected = format!("a number from 0 to {}", feature.count - 1);
                ParseError::new(format!("weights-group {name}"), index, expected)
            };
            let one = index.map(|index| {
                let number = index.parse().ok().filter(|&number: &usize| number < feature.count);
                number.ok_or_else(|| wrong(index))
            });
            let indices = one.transpose()?.map_or(0..feature.count, |one| one..one + 1);
            return Ok(indices.map(|index| of_weight(name, index, first + index, base)).collect());
        }
        first += feature.count;
    }
    let names: Vec<_> = G::FEATURES.iter().map(|feature| feature.name).collect();
    Err(ParseError::new("weights-group", name, format!("one of {}", names.join(" "))))
}

/// The variable of a weight. Its step is the greater of an eighth of the weight and a 25th of a
/// unit of log-odds. Its range is twelve steps in each direction.
fn of_weight(name: &str, index: usize, number: usize, base: &Configuration) -> Variable {
    const STEPS: i32 = 12;
    let start = base.weights.values()[number];
    let step = (start.abs() / 8).max(base.weights.scale() / 25).max(1);
    let bounded = |value: i32| value.clamp(-MAX_WEIGHT, MAX_WEIGHT);
    Variable {
        name: format!("{name}[{index}]"),
        start,
        least: bounded(start - STEPS * step),
        most: bounded(start + STEPS * step),
        step,
        kind: VariableKind::Weight(number),
    }
}

/// Sets the range of a variable: `NAME=LEAST..MOST/STEP`.
fn set_range(list: &mut [Variable], item: &Item<'_>) -> Result<(), ParseError> {
    let (name, range) = (Parameter::full_name(item.key), item.value());
    let wrong = || item.wrong("range", "NAME=LEAST..MOST/STEP of something varied");
    let variable = list.iter_mut().find(|variable| variable.name == name).ok_or_else(wrong)?;
    let (ends, step) = range.split_once('/').ok_or_else(wrong)?;
    let (least, most) = ends.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<i32>().map_err(|_| wrong());
    let (least, most, step) = (number(least)?, number(most)?, number(step)?);
    let (lowest, highest) = match variable.kind {
        VariableKind::Parameter(parameter) => (parameter.least, parameter.most),
        VariableKind::Weight(_) => (-MAX_WEIGHT, MAX_WEIGHT),
    };
    let start = variable.start;
    if least < lowest || most > highest || !(least..=most).contains(&start) || step < 1 {
        let expected = format!(
            "a range within {lowest}..{highest} with {start} in it, and a step from 1 to {}",
            i32::MAX
        );
        return Err(item.wrong("range", expected));
    }
    (variable.least, variable.most, variable.step) = (least, most, step);
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::Parameters;
    use eval::Weights;
    use games::benedictine::Benedictine;
    use games::{AnyState, with_state};

    use super::*;

    fn base() -> Configuration {
        let any = AnyState::parse("benedictine startpos").unwrap();
        let mut weights = with_state!(&any, state => Weights::zero(state.game()));
        weights.values_mut().fill(20);
        weights.set_scale(1000);
        Configuration { weights, parameters: Parameters::DEFAULT }
    }

    fn varied(numbers: Option<&str>, weights: Option<&str>, ranges: &[&str]) -> Variables {
        let ranges: Vec<_> = ranges.iter().map(|&range| range.to_owned()).collect();
        Variables::parse::<Benedictine>(base(), numbers, weights, &ranges, &[SearchKind::AlphaBeta])
            .unwrap()
    }

    #[test]
    fn all_are_those_that_matter() {
        let names: Vec<_> =
            varied(Some("all"), None, &[]).list.into_iter().map(|one| one.name).collect();
        assert!(names.contains(&"lmr_min_move".to_owned()), "{names:?}");
        assert!(!names.contains(&"views_sample_2".to_owned()), "no cards: {names:?}");
        assert!(!names.contains(&"time_moves".to_owned()), "no clock: {names:?}");
    }

    #[test]
    fn values_reach_their_places() {
        let variables = varied(Some("lmr_min_move"), Some("ball,missing[3]"), &["ball[1]=0..90/5"]);
        let names: Vec<_> = variables.list.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["lmr_min_move", "ball[0]", "ball[1]", "missing[3]"]);
        let start = base();
        let starts: Vec<_> = variables.list.iter().map(|variable| variable.start).collect();
        assert_eq!(variables.read(&start), starts);
        // Values are rounded up above the threshold, and limited to the range.
        let found = variables.at(&[5.25, 61.75, 99.0, -7.5], |index| [0.5, 0.5, 0.5, 0.25][index]);
        assert_eq!(variables.read(&found), [5, 62, 90, -7]);
        assert_eq!(variables.settings(&found), ["set.lmr_min_move=5"]);
        let changed = start.weights.values().iter().zip(found.weights.values());
        assert_eq!(changed.filter(|(old, new)| old != new).count(), 3, "and no others");
    }
}
