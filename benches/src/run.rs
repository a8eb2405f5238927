//! What a benchmark's arguments ask for.

/// The parts to run, and whether just to try them.
#[derive(Clone, Debug, Default)]
pub struct BenchRun {
    parts: Vec<String>,
    quick: bool,
}

impl BenchRun {
    /// From the program's arguments: names of parts, `--quick`; what cargo adds is passed over.
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

    /// Whether a part is asked for; all are where none is named.
    #[must_use]
    pub fn includes(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|name| name == part)
    }

    /// A size: in full, or just to try.
    pub fn of<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }
}
