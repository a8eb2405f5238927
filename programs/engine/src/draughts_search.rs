//! The search of the draughts protocols, Hub and DXP.

use std::path::{Path, PathBuf};

use clap::Args;
use cli::{Failure, whole};
use draughts::{Variant, check_game};
use engine::{AnySearcher, MAX_HASH, Techniques};
use games::{AnyState, with_state};
use selfplay::WeightsSource;

use super::args::ThreadsArgument;
use super::search::SearchMeans;

#[derive(Args, Debug)]
pub(crate) struct DraughtsArguments {
    /// The game: etoile with board=square8 or board=square10 and compulsory captures
    #[arg(
        long,
        value_name = "GAME[:options]",
        default_value = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2"
    )]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgument,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole::<u64>(1, MAX_HASH.into()))]
    pub(crate) hash: u64,
    /// A folder of endgame tables, built by `engine tables build`
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// A weights file
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<String>,
}

/// The settings of a search.
#[derive(Clone, Debug)]
pub(crate) struct DraughtsSettings {
    pub(crate) game: String,
    pub(crate) threads: usize,
    pub(crate) hash: u64,
    pub(crate) weights: Option<String>,
    pub(crate) tables: Option<PathBuf>,
}

impl From<&DraughtsArguments> for DraughtsSettings {
    fn from(args: &DraughtsArguments) -> Self {
        Self {
            game: args.game.clone(),
            threads: args.threads.count(),
            hash: args.hash,
            weights: args.weights.clone(),
            tables: args.tables.clone(),
        }
    }
}

impl DraughtsSettings {
    /// The start of the game.
    ///
    /// # Errors
    /// A game that the protocols cannot transfer.
    pub(crate) fn start(&self) -> Result<AnyState, Failure> {
        let start = AnyState::start(&self.game)?;
        check_game(&start)?;
        Ok(start)
    }

    /// A searcher for the game.
    ///
    /// # Errors
    /// Weights or tables that cannot be read; too little memory.
    pub(crate) fn searcher(&self) -> Result<AnySearcher, Failure> {
        let start = self.start()?;
        let weights = self.weights.as_deref().map_or(WeightsSource::Default, WeightsSource::parse);
        let tables: Option<&Path> = self.tables.as_deref();
        let means = SearchMeans { hash: ("hash", self.hash), threads: self.threads, tables };
        with_state!(&start, state => {
            let weights = weights.load(state.game())?;
            let techniques = Techniques::for_weights(&weights);
            Ok(means.searcher(state.game(), &weights, techniques)?.into())
        })
    }
}

/// The variant of the settings' game in the Hub protocol.
pub(crate) fn variant_of(game: &str) -> &'static str {
    let start = AnyState::start(game).ok();
    start.as_ref().and_then(Variant::of_game).map_or("normal", |variant| variant.hub)
}
