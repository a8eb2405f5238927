//! `engine bestmove` and `engine analyse`.

use std::time::{Duration, Instant};

use cli::{Failure, available_mib, print_line, stop_on_interrupt};
use engine::{
    Answer, Limits, Playable, Request, SearchKind, Searcher, SearcherBuilder, Techniques,
    TimeLimit, check_choice,
};
use eval::Weights;
use games::{Actor, AnyState, Notation, ParseError, State, with_state};
use tablebases::Tabled;
use ugi::server::seen_by_player;
use ugi::{LastPrinted, info_lines, line_texts};

use super::args::SearchArguments;
use super::closed_pipe;
use super::endings::TablesChoice;
use super::output::answer_json;

/// The command that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchCommand {
    /// Ends with a best move.
    BestMove,
    /// Goes on until interrupted; the position may be one where chance acts.
    Analysis,
}

/// The time for a best move without another limit.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

/// Searches a position.
pub(crate) fn run(
    any: &AnyState,
    args: &SearchArguments,
    kind: SearchCommand,
    started: Instant,
) -> Result<(), Failure> {
    with_state!(any, state => search(state, args, kind, started))
}

fn search<G: Playable + Tabled>(
    state: &State<G>,
    args: &SearchArguments,
    kind: SearchCommand,
    started: Instant,
) -> Result<(), Failure> {
    check_actor(state, args, kind)?;
    let mut question = SearchQuestion::new(state, args, kind, started)?;
    let SearchQuestion { state, searcher, request, .. } = &mut question;
    let tables = args.means.tables.as_ref().unwrap_or(&TablesChoice::Own);
    if let Some(line) = tables.line(searcher).filter(|_| !args.json) {
        print_line(&line)?;
    }
    let last = LastPrinted::default();
    let mut output = Output { state, args, kind, last, result: Ok(()) };
    let answer = searcher.search_with(state, request, |answer| output.iteration(answer));
    if output.result.is_ok() && output.last.differs(&answer) {
        output.iteration(&answer);
    }
    output.result?;
    output_end(state, args, kind, &answer)
}

/// The search that the arguments describe.
pub(crate) struct SearchQuestion<G: Playable> {
    pub(crate) state: State<G>,
    pub(crate) weights: Weights,
    pub(crate) searcher: Searcher<G>,
    pub(crate) request: Request,
}

impl<G: Playable + Tabled> SearchQuestion<G> {
    /// Prepares the search; an interrupt ends it.
    pub(crate) fn new(
        state: &State<G>,
        args: &SearchArguments,
        kind: SearchCommand,
        started: Instant,
    ) -> Result<Self, Failure> {
        check_choice(state.game(), args.search, args.hidden)
            .map_err(|error| ParseError { field: format!("--{}", error.field), ..error })?;
        let state = asked(state, args.open)?;
        let weights = args.means.weights().load(state.game())?;
        let means = args.means.named("--hash", &TablesChoice::Own);
        let limits = limits(args, kind, started);
        let usual = Techniques::for_weights(&weights);
        let mut techniques = Techniques {
            opponents: args.search.unwrap_or(usual.opponents),
            uncertainty: args.hidden.unwrap_or(usual.uncertainty),
            ..usual
        };
        let search = SearchKind::of(&state, &techniques, &limits);
        techniques.parameters = args.settings.parameters(&[search])?;
        let searcher = means.searcher(state.game(), &weights, techniques)?;
        let interrupt = stop_on_interrupt()?;
        closed_pipe::watch(interrupt.clone());
        let request = Request::from(limits)
            .variations(args.multipv.unwrap_or(1) as usize)
            .seed(args.seed)
            .stop(&interrupt);
        Ok(Self { state, weights, searcher, request })
    }
}

/// The output of a running search.
struct Output<'a, G: Notation> {
    state: &'a State<G>,
    args: &'a SearchArguments,
    kind: SearchCommand,
    last: LastPrinted<G::Move>,
    result: Result<(), Failure>,
}

impl<G: Notation> Output<'_, G> {
    /// Prints an iteration. Returns whether the search goes on; it ends when the output cannot be
    /// written.
    fn iteration(&mut self, answer: &Answer<G::Move>) -> bool {
        let multipv = self.args.multipv.is_some();
        self.last.note(answer);
        self.result = if !self.args.json {
            let lines = info_lines(self.state, answer, multipv);
            lines.iter().try_for_each(|line| print_line(&line.to_string()))
        } else if self.kind == SearchCommand::Analysis {
            print_line(&answer_json(self.state, answer, multipv))
        } else {
            Ok(())
        };
        self.result.is_ok()
    }
}

fn output_end<G: Notation>(
    state: &State<G>,
    args: &SearchArguments,
    kind: SearchCommand,
    answer: &Answer<G::Move>,
) -> Result<(), Failure> {
    if args.json {
        return match kind {
            SearchCommand::BestMove => {
                print_line(&answer_json(state, answer, args.multipv.is_some()))
            }
            SearchCommand::Analysis => Ok(()),
        };
    }
    match answer.best() {
        Some(mv) => print_line(&format!("bestmove {}", line_texts(state, &[mv]).join(" "))),
        None => Ok(()),
    }
}

/// The position to be searched: as the player to act sees it, or all of it if `open`.
pub(crate) fn asked<G: Notation>(state: &State<G>, open: bool) -> Result<State<G>, ParseError> {
    let seen = seen_by_player(state)?;
    Ok(if open { state.clone() } else { seen })
}

/// Refuses a position in which nothing can be searched.
pub(crate) fn check_actor<G: Notation>(
    state: &State<G>,
    args: &SearchArguments,
    kind: SearchCommand,
) -> Result<(), Failure> {
    let wrong = |expected: &str| {
        let text = &args.position.position;
        Err(Failure::from(games::ParseError::new("position", text, expected)))
    };
    match state.actor() {
        Actor::Over(_) => wrong("a game that is not over"),
        Actor::Chance if kind == SearchCommand::BestMove => {
            let mut events = Vec::new();
            let game = state.game();
            game.each_event(state.position(), |event, _| events.push(game.format_event(event)));
            let events = events.join(" ");
            wrong(&format!(
                "a position where a player acts, not chance: let it happen after moves ({events})"
            ))
        }
        _ => Ok(()),
    }
}

/// The resources of a searcher.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchMeans<'a> {
    /// The size of the transposition table in MiB, with the name of the option that sets it.
    pub(crate) hash: (&'a str, u64),
    pub(crate) threads: usize,
    pub(crate) tables: &'a TablesChoice,
}

impl SearchMeans<'_> {
    /// A searcher with these resources and techniques, if there is enough memory.
    pub(crate) fn searcher<G: Playable + Tabled>(
        self,
        game: &G,
        weights: &Weights,
        techniques: Techniques,
    ) -> Result<Searcher<G>, Failure> {
        let Self { hash: (option, hash), threads, tables } = self;
        let wrong = |expected: String| {
            Failure::input(format!("{option}: read {hash}, expected {expected}"))
        };
        if let Some(available) = available_mib().filter(|&available| hash > available) {
            return Err(wrong(format!("1 to the {available} MiB of free memory")));
        }
        let mib = usize::try_from(hash).unwrap_or(usize::MAX);
        let endings = tables.open(game)?;
        let builder = SearcherBuilder::with_weights(game.clone(), weights);
        let builder = builder.hash(mib).threads(threads);
        let builder = builder.endings(endings);
        let built = builder.techniques(techniques).build();
        built.map_err(|error| wrong(format!("a size that can be had ({error})")))
    }
}

fn limits(args: &SearchArguments, kind: SearchCommand, started: Instant) -> Limits {
    let unlimited = args.time.is_none() && args.depth.is_none() && args.nodes.is_none();
    let default = (unlimited && kind == SearchCommand::BestMove).then_some(DEFAULT_TIME);
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time.or(default).map(|time| TimeLimit::for_move(started, time)),
    }
}
