//! The search of the draughts protocols, Hub and DXP.

use clap::Args;
use cli::Failure;
use draughts::check_game;
use engine::{AnySearcher, Techniques};
use games::{AnyState, with_state};

use super::args::MeansArguments;
use super::endings::TablesChoice;

/// The game, and the means of a search.
#[derive(Args, Clone, Debug)]
pub(crate) struct DraughtsArguments {
    /// The game: etoile with board=square8 or board=square10 and compulsory captures
    #[arg(
        long,
        value_name = "GAME[:options]",
        default_value = "etoile:board=square10,landing=any,majority=yes,omit=must,players=2"
    )]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) means: MeansArguments,
}

impl DraughtsArguments {
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
        let means = self.means.named("hash", &TablesChoice::Off);
        with_state!(&start, state => {
            let weights = self.means.weights().load(state.game())?;
            let techniques = Techniques::for_weights(&weights);
            Ok(means.searcher(state.game(), &weights, techniques)?.into())
        })
    }
}
