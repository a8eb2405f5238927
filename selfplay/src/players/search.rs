//! Players that search in this process.

use std::path::Path;
use std::str::FromStr;

use engine::{
    Answer, MAX_HASH, Opponents, Parameters, Playable, Request, Searcher, SearcherBuilder,
    StopFlag, TableError, Technique, Techniques, Uncertainty, check_choice,
};
use eval::{Linear, Weights};
use games::ParseError;
use reader::whole;

use crate::Error;
use crate::players::bot::{Bot, Fault, GameStart, Reply, no_move};
use crate::players::kind::{BotFactory, PlayerKind, Table};
use crate::players::limit::Allowance;
use crate::players::settings::{Settings, Unread, yes_or_no};
use crate::players::switches::{self, SET};
use crate::players::view::View;
use crate::players::weights::WeightsSource;

/// The player that searches in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The weights of the evaluation.
    pub weights: WeightsSource,
    /// The model of the opponents, with three seats.
    pub opponents: Option<Opponents>,
    /// The search for hidden cards, if the game has any.
    pub uncertainty: Option<Uncertainty>,
    /// The techniques to turn on or off.
    pub switches: Vec<(&'static Technique, bool)>,
    /// The parameters of the search.
    pub parameters: Parameters,
    /// The size of the transposition table in MiB.
    pub hash: u32,
}

/// The default size of a player's table in MiB. It is small, since each game begins with an empty
/// table, and clearing 8 MiB takes a millisecond.
pub(crate) const HASH: u32 = 2;

impl Default for Search {
    fn default() -> Self {
        Self {
            weights: WeightsSource::Default,
            opponents: None,
            uncertainty: None,
            switches: Vec::new(),
            parameters: Parameters::DEFAULT,
            hash: HASH,
        }
    }
}

impl Search {
    /// The settings of its searcher, with the weights read.
    ///
    /// # Errors
    /// A file of weights that cannot be read.
    pub fn load<G: Playable>(&self, game: &G) -> Result<SearchSettings, Error> {
        let mut searcher = SearchSettings::new(&self.weights.load(game)?, self.hash);
        if let Some(opponents) = self.opponents {
            searcher.techniques.opponents = opponents;
        }
        if let Some(uncertainty) = self.uncertainty {
            searcher.techniques.uncertainty = uncertainty;
        }
        searcher.techniques.parameters = self.parameters;
        for &(technique, on) in &self.switches {
            technique.set(&mut searcher.techniques, on);
        }
        Ok(searcher)
    }
}

/// Reads an option word, if it was given.
fn word<T: FromStr<Err = ParseError>>(
    unread: &mut Unread<'_>,
    key: &str,
) -> Result<Option<T>, ParseError> {
    let Some(word) = unread.take(key) else { return Ok(None) };
    let of_player = |error| ParseError { field: format!("player {key}"), ..error };
    word.parse().map(Some).map_err(of_player)
}

/// The option word of a value.
fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, known)| known == value).map_or("", |&(word, _)| word)
}

impl PlayerKind for Search {
    const USAGE: &'static str = "weights= and techniques";
    const KEYS: &'static [&'static str] = &["weights", "search", "hidden", "hash"];

    fn read(unread: &mut Unread<'_>) -> Result<Option<Self>, ParseError> {
        let weights = WeightsSource::read(unread)?;
        let hash = unread
            .take("hash")
            .map_or(Ok(HASH), |value| whole("player hash", value, 1..=MAX_HASH))?;
        let opponents = word(unread, "search")?;
        let uncertainty = word(unread, "hidden")?;
        let (mut switches, mut parameters) = (Vec::new(), Parameters::DEFAULT);
        for (key, value) in std::mem::take(&mut unread.items) {
            match (switches::find(key), key.strip_prefix(SET)) {
                (Some(technique), _) => switches.push((technique, yes_or_no(key, value)?)),
                (None, Some(name)) => parameters.read(name, value)?,
                (None, None) => unread.items.push((key, value)),
            }
        }
        Ok(Some(Self { weights, opponents, uncertainty, switches, parameters, hash }))
    }

    fn write(&self, settings: Settings) -> Settings {
        let mut settings = self.weights.write(settings);
        if let Some(opponents) = self.opponents {
            settings = settings.with("search", word_of(&Opponents::WORDS, &opponents));
        }
        if let Some(uncertainty) = self.uncertainty {
            settings = settings.with("hidden", word_of(&Uncertainty::WORDS, &uncertainty));
        }
        for &(technique, on) in &self.switches {
            settings = settings.with(technique.name, if on { "yes" } else { "no" });
        }
        for parameter in Parameters::TABLE {
            let value = self.parameters.get(parameter);
            if value != Parameters::DEFAULT.get(parameter) {
                settings = settings.with(&format!("{SET}{}", parameter.name), value);
            }
        }
        if self.hash == HASH { settings } else { settings.with("hash", self.hash) }
    }

    fn file(&self) -> Option<&Path> {
        self.weights.file()
    }

    fn check_effects<G: Playable>(&self, table: &Table<'_, G>) -> Result<(), Error> {
        let techniques = self.load(table.start.game())?.techniques;
        let searches = table.limit.searches(table.start, &techniques);
        for (technique, on) in &self.switches {
            technique.check_read(&searches).map_err(|error| {
                let word = if *on { "yes" } else { "no" };
                ParseError::new(format!("player {}", technique.name), word, error.expected)
            })?;
        }
        Ok(())
    }

    fn factory<G: Playable>(&self, table: &Table<'_, G>) -> Result<BotFactory<G>, Error> {
        check_choice(table.start.game(), self.opponents, self.uncertainty)
            .map_err(|error| ParseError { field: format!("player {}", error.field), ..error })?;
        let settings = self.load(table.start.game())?;
        let searches = table.limit.searches(table.start, &settings.techniques);
        self.parameters.check_read(&searches)?;
        // One searcher is built now: a table that does not fit must not lose games later.
        settings.searcher(table.start.game()).map_err(|error| {
            let expected = format!("a smaller size: {error}");
            ParseError::new("player hash", &self.hash.to_string(), expected)
        })?;
        Ok(settings.factory())
    }
}

/// A search with its weights read.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The techniques and parameters.
    pub techniques: Techniques,
    /// The evaluation.
    pub evaluator: Linear,
    /// The size of the transposition table in MiB.
    pub hash: u32,
}

impl SearchSettings {
    /// A search with the given weights, and the engine's default techniques for them.
    #[must_use]
    pub fn new(weights: &Weights, hash: u32) -> Self {
        Self { techniques: Techniques::for_weights(weights), evaluator: Linear::new(weights), hash }
    }

    /// The factory of its bots.
    #[must_use]
    pub fn factory<G: Playable>(self) -> BotFactory<G> {
        BotFactory::new(move || SearchBot { settings: self.clone(), searcher: None, seed: 0 })
    }

    fn searcher<G: Playable>(&self, game: &G) -> Result<Searcher<G>, TableError> {
        let builder = SearcherBuilder::new(game.clone(), self.evaluator.clone());
        builder.techniques(self.techniques).hash(self.hash as usize).build()
    }
}

/// The player at the board.
struct SearchBot<G: Playable> {
    settings: SearchSettings,
    searcher: Option<Searcher<G>>,
    seed: u64,
}

impl<G: Playable> Bot<G> for SearchBot<G> {
    fn begin(&mut self, game: &G, start: GameStart) -> Result<(), Fault> {
        self.seed = start.search_seed;
        if let Some(searcher) = self.searcher.as_mut().filter(|known| known.game() == game) {
            searcher.forget();
            return Ok(());
        }
        let searcher = self.settings.searcher(game);
        self.searcher = Some(searcher.map_err(|error| Fault::Crash(error.to_string()))?);
        Ok(())
    }

    fn choose(
        &mut self,
        view: &View<'_, G>,
        allowance: &Allowance,
        stop: &StopFlag,
    ) -> Result<Reply<G::Move>, Fault> {
        let searcher = self.searcher.as_mut().ok_or_else(no_move)?;
        let limits = allowance.limits(view.seat, &self.settings.techniques.parameters);
        let request = Request::from(limits).seed(self.seed).stop(stop);
        reply(&searcher.search(&view.playthrough.state, &request)).ok_or_else(no_move)
    }
}

/// The reply of a search, if it has found a move.
fn reply<M: Copy>(answer: &Answer<M>) -> Option<Reply<M>> {
    let best = answer.variations.first()?;
    Some(Reply {
        mv: answer.best()?,
        value: Some(best.value.to_f64()),
        proof: best.proof(),
        depth: Some(answer.depth),
        nodes: Some(answer.nodes),
    })
}
