//! Training data as columns of numbers.

use std::path::Path;

use games::{AnyState, Listed, Resources, Seat, State, with_state};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tuning::data::{CompactGame, DataFile, Replayer, Sample};

use crate::error::value_error;

/// The samples of a file: a column for each fact.
#[derive(Default)]
struct Columns {
    observations: Vec<u8>,
    units: Vec<u64>,
    games: Vec<u32>,
    steps: Vec<u32>,
    viewers: Vec<u8>,
    seats: Vec<u8>,
    results: Vec<f32>,
    values: Vec<f32>,
    lucks: Vec<f32>,
}

impl Columns {
    fn read<G: Listed>(
        start: &State<G>,
        resources: &Resources,
        games: &[CompactGame],
    ) -> PyResult<Self> {
        let (mut columns, game) = (Self::default(), start.game());
        let replayer = Replayer::new(game, resources);
        for (number, compact) in (1..).zip(games) {
            let replayed = replayer.each_sample(compact, |sample, view| {
                columns.observations.extend(game.observation(view, sample.viewer));
                columns.add(compact, sample);
            });
            replayed.map_err(|error| value_error(format!("data: game {number}: {error}")))?;
        }
        Ok(columns)
    }

    fn add(&mut self, compact: &CompactGame, sample: &Sample) {
        let winners = compact.winners();
        let won = Seat::checked(sample.seat).is_some_and(|seat| winners.contains(seat));
        self.units.push(compact.unit);
        self.games.push(compact.game);
        self.steps.push(sample.step);
        self.viewers.push(sample.viewer);
        self.seats.push(sample.seat);
        self.results.push(if won { 1.0 / winners.len() as f32 } else { 0.0 });
        let value = sample.value.map(|value| f64::from(value) / Sample::UNIT);
        self.values.push(value.map_or(f32::NAN, |value| value as f32));
        self.lucks.push((f64::from(sample.luck) / Sample::UNIT) as f32);
    }

    /// The columns by name, each with its NumPy type and its bytes.
    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let columns = PyDict::new(py);
        let add =
            |name, kind, bytes: &[u8]| columns.set_item(name, (kind, PyBytes::new(py, bytes)));
        add("observations", "u1", &self.observations)?;
        add("units", "<u8", &bytes(&self.units, u64::to_le_bytes))?;
        add("games", "<u4", &bytes(&self.games, u32::to_le_bytes))?;
        add("steps", "<u4", &bytes(&self.steps, u32::to_le_bytes))?;
        add("viewers", "u1", &self.viewers)?;
        add("seats", "u1", &self.seats)?;
        add("results", "<f4", &bytes(&self.results, f32::to_le_bytes))?;
        add("values", "<f4", &bytes(&self.values, f32::to_le_bytes))?;
        add("lucks", "<f4", &bytes(&self.lucks, f32::to_le_bytes))?;
        Ok(columns)
    }
}

fn bytes<T: Copy, const SIZE: usize>(numbers: &[T], write: impl Fn(T) -> [u8; SIZE]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| write(number)).collect()
}

/// The game of a data file, the size of an observation, and the samples as columns.
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn read_training_data<'py>(
    py: Python<'py>,
    path: &str,
) -> PyResult<(String, usize, Bound<'py, PyDict>)> {
    let (game, size, columns) = py.detach(|| {
        let file = DataFile::read(Path::new(path)).map_err(value_error)?;
        let plan = &file.header.plan;
        let resources = match &plan.pack {
            Some(text) => {
                let pack = games::buteur::Pack::parse(text).map_err(value_error)?;
                Resources::default().with_pack(pack)
            }
            None => Resources::default(),
        };
        let start = AnyState::start_with(&plan.game, &resources).map_err(value_error)?;
        let columns = with_state!(&start, state => Columns::read(state, &resources, &file.games))?;
        PyResult::Ok((plan.game.clone(), start.observation_shape().size(), columns))
    })?;
    Ok((game, size, columns.into_dict(py)?))
}
