//! The arguments of a benchmark.

/// The parts to run, and whether to run them only briefly.
#[derive(Clone, Debug, Default)]
pub struct BenchRun {
    parts: Vec<String>,
    quick: bool,
}

impl BenchRun {
    /// Parses the arguments: names of parts, and `--quick`. Arguments of cargo are ignored.
    #[must_use]
    pub fn from_arguments() -> Self {
        let mut run = Self::default();
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "--quick" => run.quick = true,
                other if other.starts_with('-') => {}
                other => run.parts.push(other.to_owned()),
            }
        }
        run
    }

    /// Whether a part is selected. Without names, all parts are.
    #[must_use]
    pub fn includes(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|name| name == part)
    }

    /// A size: the full one, or the one for a brief run.
    pub fn of<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }
}
