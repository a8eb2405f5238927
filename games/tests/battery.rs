//! The laws of [`Game`], [`Notation`], [`Symmetric`], [`Tactics`] and [`Hidden`], for every game, under every word
//! of its options, over random games and random positions. A failure names the seed and the position.

mod twin;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;

use games::{
    Actor, AnyState, Game, GameMove, Hidden, Key, MAX_PROMISE, Notation, OptionInfo, OptionValues,
    Options, Outcome, Paint, State, Symmetric, Tactics, format_game, format_position, perft,
    random_step, successors, with_state,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random games for each set of options, and the most steps of one.
const GAMES: u64 = 8;
const STEPS: usize = 150;
/// Random positions for each set of options.
const MADE_UP: u64 = 300;
/// Moves of one position that are read back; reading one looks at them all.
const READ: usize = 6;
/// Positions with more moves than this are not followed into all children.
const MANY: usize = 400;

/// A game that the battery runs on.
trait Player: Notation + Symmetric + Tactics + Hidden {}
impl<G: Notation + Symmetric + Tactics + Hidden> Player for G {}

/// A position under test, named in every failure.
struct Case<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    text: String,
    seed: u64,
}

impl<G: Player> Case<'_, G> {
    fn new(game: &G, position: G::Position, seed: u64) -> Case<'_, G> {
        Case { game, position, text: format_position(game, &position), seed }
    }

    #[track_caller]
    fn same<T: PartialEq + Debug>(&self, left: &T, right: &T, law: &str) {
        assert_eq!(left, right, "{law}: seed {}, {}", self.seed, self.text);
    }

    #[track_caller]
    fn holds(&self, condition: bool, law: &str) {
        assert!(condition, "{law}: seed {}, {}", self.seed, self.text);
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.each_move(&self.position, |mv| moves.push(mv));
        moves
    }

    fn events(&self) -> Vec<(G::Event, u32)> {
        let mut events = Vec::new();
        self.game.each_event(&self.position, |event, weight| events.push((event, weight)));
        events
    }
}

/// Every choice of words of a game's options with its numbers as they are, and its first words with
/// the numbers off, and small.
fn option_sets<G: Notation>() -> Vec<String> {
    let mut sets = vec![Vec::new()];
    for info in G::OPTIONS {
        let values = match info.values {
            OptionValues::Words(words) => words,
            OptionValues::Count(_) | OptionValues::Pack => &[info.default],
        };
        let extended = |set: &Vec<String>| -> Vec<Vec<String>> {
            let with = |value| [&set[..], &[format!("{}={value}", info.key)]].concat();
            values.iter().map(with).collect()
        };
        sets = sets.iter().flat_map(extended).collect();
    }
    for number in [0, 9] {
        let value = |info: &OptionInfo| match info.values {
            OptionValues::Words(_) | OptionValues::Pack => {
                format!("{}={}", info.key, info.default)
            }
            OptionValues::Count(_) => format!("{}={number}", info.key),
        };
        sets.push(G::OPTIONS.iter().map(value).collect());
    }
    sets.iter().map(|set| set.join(",")).collect()
}

fn with_options<G: Notation>(options: &str) -> G {
    let options = Options::parse(G::OPTIONS, Some(options)).expect("options of the game");
    G::from_options(&options).expect("options that go together")
}

/// Positions of random games, and made-up ones, under one set of options.
fn positions<G: Player>(game: &G, seed: u64) -> Vec<(G::Position, u64)> {
    let mut positions = Vec::new();
    let mut buffer = Vec::new();
    for seed in seed..seed + GAMES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(game.clone(), game.start());
        positions.push((state.position, seed));
        for _ in 0..STEPS {
            if random_step(&mut state, &mut buffer, &mut rng).is_some() {
                break;
            }
            positions.push((state.position, seed));
        }
    }
    let head = format_game(game);
    for seed in seed..seed + MADE_UP {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let fields = twin::made_up(G::NAME, &head, &mut rng);
        let fields: Vec<&str> = fields.split(' ').collect();
        let position = game.parse_fields(&fields);
        positions.push((position.unwrap_or_else(|error| panic!("seed {seed}: {error}")), seed));
    }
    positions
}

/// Calls `test` with the positions of every set of options.
fn each_case<G: Player>(mut test: impl FnMut(&Case<'_, G>)) {
    for (index, options) in option_sets::<G>().iter().enumerate() {
        let game: G = with_options(options);
        for (position, seed) in positions(&game, 1000 * index as u64) {
            test(&Case::new(&game, position, seed));
        }
    }
}

fn text_round_trips<G: Player>() {
    each_case::<G>(|case| {
        let any =
            AnyState::parse(&case.text).unwrap_or_else(|error| panic!("{}: {error}", case.text));
        let text = with_state!(&any, state => format_position(&state.game, &state.position));
        case.same(&text, &case.text, "a canonical text comes back");
        let fields = case.game.format_fields(&case.position);
        let fields: Vec<&str> = fields.split(' ').collect();
        case.same(&fields.len(), &case.game.fields().len(), "one text a field");
        let read = case.game.parse_fields(&fields).expect("fields that were written");
        case.same(&read, &case.position, "a position comes back");
        case.same(&case.game.key(&read), &case.game.key(&case.position), "the key from scratch");
        for paint in [Paint::Plain, Paint::Colour] {
            case.holds(case.game.diagram(&case.position, paint).ends_with('\n'), "whole lines");
        }
    });
}

fn options_round_trip<G: Player>() {
    for options in option_sets::<G>() {
        let game: G = with_options(&options);
        let values: Vec<_> = G::OPTIONS
            .iter()
            .zip(game.option_values())
            .map(|(info, value)| format!("{}={value}", info.key))
            .collect();
        assert_eq!(values.join(","), options);
        let any = AnyState::parse(&format!("{}:{options} startpos", G::NAME)).expect("a start");
        let text = with_state!(&any, state => format_position(&state.game, &state.position));
        assert_eq!(text, format_position(&game, &game.start()));
    }
}

fn somebody_acts<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let children = successors(game, position).len() as u64;
        case.same(&perft(game, position, 1), &children, "perft counts the children");
        match game.actor(position) {
            Actor::Over(outcome) => {
                case.same(&children, &0, "no move after the end");
                case.holds(!outcome.winners.is_empty(), "somebody gets the point");
            }
            Actor::Seat(seat) => {
                case.holds(children > 0, "a seat that acts has a move");
                case.same(&seat, &game.mover(position), "who acts is the mover");
                case.holds(seat.0 < game.seats(), "a seat of the game");
            }
            Actor::Chance => chance_adds_up(case),
        }
    });
}

fn chance_adds_up<G: Player>(case: &Case<'_, G>) {
    case.holds(G::CHANCE, "chance in a game with chance only");
    let events = case.events();
    let total: u64 = events.iter().map(|&(_, weight)| u64::from(weight)).sum();
    case.same(&total, &u64::from(case.game.total_weight(&case.position)), "the weights add up");
    case.holds(events.iter().all(|&(_, weight)| weight > 0), "no event without weight");
    let texts: HashSet<_> =
        events.iter().map(|&(event, _)| case.game.format_event(event)).collect();
    case.same(&texts.len(), &events.len(), "events have different texts");
    case.same(&case.events(), &events, "events in a fixed order");
}

fn moves_are_sound<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let moves = case.moves();
        case.same(&case.moves(), &moves, "moves in a fixed order");
        case.same(&game.count_moves(position), &(moves.len() as u64), "the count of moves");
        let values: HashSet<_> = moves.iter().collect();
        case.same(&values.len(), &moves.len(), "no move twice");
        let bits: HashSet<_> = moves.iter().map(|mv| mv.bits()).collect();
        case.same(&bits.len(), &moves.len(), "different moves have different bits");
        let texts: HashSet<_> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
        case.same(&texts.len(), &moves.len(), "no text twice");
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        for &mv in moves.sample(&mut rng, READ) {
            let text = game.format_move(position, mv);
            case.same(&game.parse_move(position, &text), &Ok(mv), "a move comes back");
            let promise = game.promise(position, mv);
            case.holds(promise.abs() < MAX_PROMISE, "a promise in its bounds");
        }
    });
}

fn keys_tell_positions_apart<G: Player>() {
    let mut known: HashMap<Key, G::Position> = HashMap::new();
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let mut meet = |position: G::Position| {
            let first = known.entry(game.key(&position)).or_insert(position);
            case.same(first, &position, "one key, one position");
        };
        meet(*position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let moves = case.moves();
        for &mv in moves.iter().take(MANY) {
            let child = game.play(position, mv);
            case.same(&game.key_after(position, mv), &game.key(&child), "the key after a move");
            meet(child);
        }
    });
    assert!(known.len() > 1000, "{} positions say little", known.len());
}

fn mapped_actor<G: Player>(game: &G, symmetry: usize, actor: Actor) -> Actor {
    match actor {
        Actor::Seat(seat) => Actor::Seat(game.map_seat(symmetry, seat)),
        Actor::Chance => Actor::Chance,
        Actor::Over(outcome) => {
            let winners = outcome.winners.seats().map(|seat| game.map_seat(symmetry, seat));
            Actor::Over(Outcome { winners: winners.collect() })
        }
    }
}

fn symmetries_commute<G: Player>() {
    each_case::<G>(|case| {
        for symmetry in 0..G::SYMMETRIES {
            symmetry_commutes(case, symmetry);
        }
    });
}

fn symmetry_commutes<G: Player>(case: &Case<'_, G>, symmetry: usize) {
    let (game, position) = (case.game, &case.position);
    let image = game.map_position(symmetry, position);
    let back = game.map_position(game.inverse(symmetry), &image);
    case.same(&back, position, "the inverse undoes a symmetry");
    let actor = mapped_actor(game, symmetry, game.actor(position));
    case.same(&game.actor(&image), &actor, "the image of who acts");
    let mover = game.map_seat(symmetry, game.mover(position));
    case.same(&game.mover(&image), &mover, "the image of the mover");
    match game.actor(position) {
        Actor::Over(_) => {}
        _ if !game.holds(symmetry, position) => {}
        Actor::Chance => {
            let weight = game.winning_weight(position);
            case.same(&game.winning_weight(&image), &weight, "the image's chances");
            for (event, _) in case.events() {
                let child = game.map_position(symmetry, &game.happen(position, event));
                let mapped = game.map_event(symmetry, event);
                case.same(&game.happen(&image, mapped), &child, "the image of an event");
            }
        }
        Actor::Seat(_) => {
            case.same(&game.wins_now(&image), &game.wins_now(position), "the image of a win");
            let moves = case.moves();
            let mut images = Vec::new();
            for &mv in &moves {
                let mapped = game.map_move(symmetry, position, mv);
                let child = game.map_position(symmetry, &game.play(position, mv));
                case.same(&game.play(&image, mapped), &child, "the image of a move");
                images.push(mapped);
            }
            images.sort_unstable();
            let mut wanted = Case::new(game, image, case.seed).moves();
            wanted.sort_unstable();
            case.same(&images, &wanted, "the images are the image's moves");
        }
    }
}

fn wins_are_wins<G: Player>() {
    let mut seen = [0; 2];
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        match game.actor(position) {
            Actor::Over(_) => {}
            Actor::Chance => {
                let events = case.events();
                let wins = events
                    .iter()
                    .filter(|(event, _)| game.wins_now(&game.happen(position, *event)));
                let weight: u32 = wins.map(|(_, weight)| weight).sum();
                case.same(&game.winning_weight(position), &weight, "the weight of winning events");
            }
            Actor::Seat(seat) => {
                let won = Actor::Over(Outcome::win(seat));
                let found =
                    case.moves().iter().any(|&mv| game.actor(&game.play(position, mv)) == won);
                let claimed = game.wins_now(position);
                case.holds(found || !claimed, "a win that is claimed is there");
                // Where nothing is left to chance, no win is missed.
                case.holds(claimed || !found || G::CHANCE, "a win that is there is claimed");
                seen[usize::from(claimed)] += 1;
            }
        }
    });
    assert!(seen[0] > 100 && seen[1] > 50, "wins and others: {seen:?}");
}

/// What a player sees of whatever is dealt to the others is what he saw.
fn deals_keep_the_view<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        for player in 0..game.players() {
            let view = game.view(position, player);
            case.same(&game.view(&view, player), &view, "a view of a view");
            case.same(&game.actor(&view), &game.actor(position), "who acts is seen");
            case.same(&game.player(&view), &game.player(position), "and which player");
            let dealt = game.resample(&view, &mut rng);
            case.holds((0..game.players()).all(|other| !game.hides(&dealt, other)), "all is dealt");
            if !game.hides(position, player) {
                case.same(&game.view(&dealt, player), &view, "a deal agrees with the view");
            }
        }
    });
}

/// Who acts has the same moves in his view; others see them among those that he may have, and what
/// they see afterwards follows from what they saw.
fn moves_are_seen<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let moves = case.moves();
        for player in 0..game.players() {
            let view = Case::new(game, game.view(position, player), case.seed);
            let seen: HashSet<_> = view.moves().into_iter().collect();
            case.holds(moves.iter().all(|mv| seen.contains(mv)), "a move that may be made");
            if player == game.player(position) {
                case.same(&seen.len(), &moves.len(), "the own moves");
            }
            for &mv in moves.iter().take(MANY) {
                let after = game.view(&game.play(position, mv), player);
                case.same(&game.play(&view.position, mv), &after, "the view after a move");
            }
        }
    });
}

fn twins_agree<G: Player>() {
    let mut compared = 0;
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_))
            || game.count_moves(position) > MANY as u64
        {
            return;
        }
        let mut found = BTreeMap::new();
        for mv in case.moves() {
            let child = game.format_fields(&game.play(position, mv));
            found.insert(game.format_move(position, mv), child);
        }
        case.same(&found, &twin::children(&case.text), "the twin's moves");
        compared += 1;
    });
    assert!(compared > 1000, "{compared} positions say little");
}

/// Games end, by their caps where they have any, and texts with moves lead where the moves lead.
fn games_replay<G: Player>() {
    let capped = G::OPTIONS.iter().any(|info| info.key == "plies");
    let (options, head) = if capped { (Some("plies=9"), ":plies=9") } else { (None, "") };
    let options = Options::parse(G::OPTIONS, options).expect("options of the game");
    let game = G::from_options(&options).expect("options that go together");
    for seed in 0..10 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(game.clone(), game.start());
        let mut text = format!("{}{head} startpos moves", G::NAME);
        while let Some(step) = random_text(&state, &mut rng) {
            games::step(&mut state, &step).unwrap_or_else(|error| panic!("{text} {step}: {error}"));
            text.push(' ');
            text.push_str(&step);
        }
        assert!(!capped || state.history.plies() <= 9, "seed {seed}: {text}");
        let any =
            AnyState::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
        let end = with_state!(&any, state => format_position(&state.game, &state.position));
        assert_eq!(end, format_position(&state.game, &state.position), "seed {seed}: {text}");
        assert!(games::step(&mut state, "pass").is_err(), "over: seed {seed}: {text}");
    }
}

/// The text of a random move or event; `None` where the game is over.
fn random_text<G: Player>(state: &State<G>, rng: &mut ChaCha8Rng) -> Option<String> {
    let mut texts = Vec::new();
    let (game, position) = (&state.game, &state.position);
    match state.actor() {
        Actor::Over(_) => return None,
        Actor::Seat(_) => game.each_move(position, |mv| texts.push(game.format_move(position, mv))),
        Actor::Chance => game.each_event(position, |event, _| texts.push(game.format_event(event))),
    }
    Some(texts[rng.random_range(0..texts.len())].clone())
}

macro_rules! battery {
    ($id:ident, $game:ty) => {
        mod $id {
            battery!(@laws $game; text_round_trips options_round_trip games_replay somebody_acts
                moves_are_sound keys_tell_positions_apart symmetries_commute wins_are_wins
                twins_agree deals_keep_the_view moves_are_seen);
        }
    };
    (@laws $game:ty; $($law:ident)*) => {
        $(#[test] fn $law() { super::$law::<$game>(); })*
    };
}

games::for_each_game!(battery);
