//! The laws of [`Game`], [`Notation`], [`Symmetric`], [`Tactics`] and [`Hidden`], for every game,
//! under every two words of its options, over random games and random positions.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use games::{
    Actor, AnyState, GameMove, Information, Key, MAX_MOVE_SCORE, Outcome, Paint, SeatSet, State,
    format_game, format_position, perft, successors, with_state,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cases::{Case, Player, each_case, option_sets, with_options};
use crate::{reading, tactics, twin};

/// The number of moves of a position that are read back. Reading one lists all of them.
const READ: usize = 6;
/// The most other routes that are listed.
const MOST_ROUTES: usize = 1000;
/// In positions with more moves than this, not all children are visited.
const MANY: usize = 400;
/// Games whose rules name moves that lead to the same position: cards that reach one cell in two
/// ways, and a 6 of one piece or of two equal pieces in a line.
const ALIKE: &[&str] = &["buteur", "maitres"];
/// Fields that the rule of repetition ignores.
const COUNTERS: &[&str] = &["quiet"];

fn text_round_trips<G: Player>() {
    each_case::<G>(|case| {
        let any =
            AnyState::parse(&case.text).unwrap_or_else(|error| panic!("{}: {error}", case.text));
        let text = with_state!(&any, state => format_position(state.game(), state.position()));
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
        let values = game.option_values();
        for (info, value) in G::OPTIONS.iter().zip(&values) {
            let chosen = options.split(',').find(|option| option.starts_with(info.key));
            let chosen = chosen.is_none_or(|option| option == format!("{}={value}", info.key));
            assert!(chosen || value == info.default, "{} in {options}", info.key);
        }
        let head = format_game(&game);
        let written = head.split_once(':').map_or("", |(_, options)| options);
        if !written.is_empty() {
            let again: G = with_options(written);
            assert_eq!(again.option_values(), values, "{head} from {options}");
        }
        let any = AnyState::parse(&format!("{}:{options} startpos", G::NAME)).expect("a start");
        let text = with_state!(&any, state => format_position(state.game(), state.position()));
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
                share_of_the_point(case, outcome);
            }
            Actor::Seat(seat) => {
                case.holds(children > 0, "a seat that acts has a move");
                case.same(&seat, &game.mover(position), "who acts is the mover");
                case.holds(seat.number() < game.seats(), "a seat of the game");
                share_of_the_point(case, game.drawn(position));
                case.holds(game.in_play(position).contains(seat), "who acts is in play");
            }
            Actor::Chance => chance_adds_up(case),
        }
    });
}

fn share_of_the_point<G: Player>(case: &Case<'_, G>, outcome: Outcome) {
    case.holds(!outcome.winners().is_empty(), "somebody gets the point");
    let seats = SeatSet::first(case.game.seats());
    case.holds(outcome.winners().seats().all(|seat| seats.contains(seat)), "seats of the game");
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
        if moves.len() > MANY {
            return;
        }
        let texts: HashSet<_> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
        case.same(&texts.len(), &moves.len(), "no text twice");
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        for &mv in moves.sample(&mut rng, READ) {
            let text = game.format_move(position, mv);
            case.same(&game.parse_move(position, &text), &Ok(mv), "a move comes back");
            let move_score = game.move_score(position, mv);
            case.holds(move_score.abs() < MAX_MOVE_SCORE, "a move score within its bounds");
        }
    });
}

/// The routes of moves are routes of the same moves, and the first ones come in the same order.
fn routes_lead_to_moves<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let (mut known, mut firsts, mut routes) = (HashSet::new(), Vec::new(), 0);
        game.each_route(position, |mv| {
            routes += 1;
            if known.insert(mv) {
                firsts.push(mv);
            }
        });
        case.same(&firsts, &case.moves(), "the moves that routes lead to");
        let others = game.other_routes(position);
        let count = (routes - firsts.len()).min(MOST_ROUTES);
        case.same(&others.len(), &count, "the number of other routes");
        case.holds(others.is_sorted(), "other routes in order");
        for text in others.iter().take(READ) {
            let mv = game.parse_move(position, text).expect("another route");
            case.holds(known.contains(&mv), "another route of a legal move");
            case.holds(game.format_move(position, mv) < *text, "the first text of a move");
        }
    });
}

/// No two moves lead to the same position, but in the games of [`ALIKE`]: else a search would
/// follow both.
fn moves_lead_apart<G: Player>() {
    let mut alike = 0;
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let children = successors(game, position);
        if matches!(game.actor(position), Actor::Seat(_)) && children.len() <= MANY {
            let different: HashSet<_> = children.iter().collect();
            alike += children.len() - different.len();
            let allowed = ALIKE.contains(&G::NAME) || alike == 0;
            case.holds(allowed, "different moves lead to different positions");
        }
    });
    assert_eq!(alike > 0, ALIKE.contains(&G::NAME), "{alike} moves lead to the same position");
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
    // A game with fewer positions in all is small enough to be covered.
    let met = known.len();
    assert!(
        met > 1000,
        "{met} different positions, expected more than 1000: the twin makes them up"
    );
}

/// A position without its counters.
fn uncounted<G: Player>(case: &Case<'_, G>) -> String {
    let fields = case.game.format_fields(&case.position);
    let named = fields.split(' ').zip(case.game.fields());
    let kept: Vec<_> = named.filter(|(_, name)| !COUNTERS.contains(name)).collect();
    format!("{} {kept:?}", format_game(case.game))
}

fn repetition_looks_past_counters<G: Player>() {
    let mut texts: HashMap<(String, Key), String> = HashMap::new();
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let key = game.repetition_key(position);
        let text = uncounted(case);
        let first = texts.entry((format_game(game), key)).or_insert_with(|| text.clone());
        case.same(&*first, &text, "one key, one position but for counters");
        let Some(at) = game.fields().iter().position(|name| COUNTERS.contains(name)) else {
            case.same(&key, &game.key(position), "the key, where nothing is counted");
            return;
        };
        let fields = game.format_fields(position);
        let mut fields: Vec<&str> = fields.split(' ').collect();
        fields[at] = "7";
        if let Ok(later) = game.parse_fields(&fields) {
            case.same(&game.repetition_key(&later), &key, "the key when more was counted");
            case.holds(later == *position || game.key(&later) != game.key(position), "the key");
        }
    });
}

fn mapped_actor<G: Player>(game: &G, symmetry: usize, actor: Actor) -> Actor {
    match actor {
        Actor::Seat(seat) => Actor::Seat(game.map_seat(symmetry, seat)),
        Actor::Chance => Actor::Chance,
        Actor::Over(outcome) => {
            let winners = outcome.winners().seats().map(|seat| game.map_seat(symmetry, seat));
            Actor::Over(Outcome::shared(winners.collect()))
        }
    }
}

fn symmetries_commute<G: Player>() {
    each_case::<G>(|case| {
        for symmetry in 0..case.game.symmetries() {
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
    let drawn = mapped_actor(game, symmetry, Actor::Over(game.drawn(position)));
    case.same(&Actor::Over(game.drawn(&image)), &drawn, "the image of a draw");
    let mover = game.map_seat(symmetry, game.mover(position));
    case.same(&game.mover(&image), &mover, "the image of the mover");
    match game.actor(position) {
        Actor::Over(_) => {}
        _ if !game.holds(symmetry, position) => {}
        Actor::Chance => {
            let weight = game.winning_weight(position);
            case.same(&game.winning_weight(&image), &weight, "the image's chances");
            for (event, _) in case.events() {
                let child = game.map_position(symmetry, &game.apply_event(position, event));
                let mapped = game.map_event(symmetry, event);
                case.same(&game.apply_event(&image, mapped), &child, "the image of an event");
            }
        }
        Actor::Seat(_) => {
            case.same(&game.wins_now(&image), &game.wins_now(position), "the image of a win");
            case.same(&game.noisiness(&image), &game.noisiness(position), "the image of noisiness");
            let moves = case.moves();
            if moves.len() > MANY {
                return;
            }
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

/// The view of a player stays the same, whatever is dealt to the others.
fn deals_keep_the_view<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let mut rng = ChaCha8Rng::seed_from_u64(case.seed);
        for player in 0..G::Information::players(game) {
            let view = G::Information::view(game, position, player);
            case.same(&G::Information::view(game, &view, player), &view, "a view of a view");
            case.same(&game.actor(&view), &game.actor(position), "who acts is seen");
            case.same(
                &G::Information::player(game, &view),
                &G::Information::player(game, position),
                "and which player",
            );
            let dealt = G::Information::resample(game, &view, &mut rng);
            case.holds(
                (0..G::Information::players(game))
                    .all(|other| !G::Information::hides(game, &dealt, other)),
                "all is dealt",
            );
            if !G::Information::hides(game, position, player) {
                case.same(
                    &G::Information::view(game, &dealt, player),
                    &view,
                    "a deal agrees with the view",
                );
            }
        }
    });
}

/// The player to act has the same moves in his view. The others see these moves among his possible
/// ones, and their views after a move follow from their views before.
fn moves_are_seen<G: Player>() {
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        if !matches!(game.actor(position), Actor::Seat(_)) {
            return;
        }
        let moves = case.moves();
        for player in 0..G::Information::players(game) {
            let view = Case::new(game, G::Information::view(game, position, player), case.seed);
            let seen: HashSet<_> = view.moves().into_iter().collect();
            case.holds(moves.iter().all(|mv| seen.contains(mv)), "a move that may be made");
            if player == G::Information::player(game, position) {
                case.same(&seen.len(), &moves.len(), "the own moves");
            }
            for &mv in moves.iter().take(MANY) {
                let after = G::Information::view(game, &game.play(position, mv), player);
                case.same(&game.play(&view.position, mv), &after, "the view after a move");
            }
        }
    });
}

fn twins_agree<G: Player>() {
    let mut compared = 0;
    let mut ends = 0;
    each_case::<G>(|case| {
        let (game, position) = (case.game, &case.position);
        let mut winners = BTreeSet::new();
        if let Actor::Over(outcome) = game.actor(position) {
            winners.extend(outcome.winners().seats().map(|seat| game.seat_name(seat).to_owned()));
            ends += 1;
        }
        case.same(&winners, &twin::winners(&case.text), "the twin's winners");
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
    assert!(compared > 1000 && ends > 20, "{compared} positions and {ends} ends say little");
}

/// Games end at the limit on their length, if they have one. A text with moves leads to the same
/// position as the moves.
fn games_replay<G: Player>() {
    let capped = G::OPTIONS.iter().any(|info| info.key == "plies");
    let options = if capped { "plies=9".to_owned() } else { option_sets::<G>()[0].clone() };
    for seed in 0..10 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let game: G = with_options(&options);
        let mut state = State::new(game.clone(), game.start());
        let mut text = format!("{}:{options} startpos moves", G::NAME);
        while let Some(step) = random_text(&state, &mut rng) {
            state.try_step(&step).unwrap_or_else(|error| panic!("{text} {step}: {error}"));
            text.push(' ');
            text.push_str(&step);
        }
        assert!(!capped || state.history().plies() <= 9, "seed {seed}: {text}");
        let any =
            AnyState::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {text}: {error}"));
        let end = with_state!(&any, state => format_position(state.game(), state.position()));
        assert_eq!(end, format_position(state.game(), state.position()), "seed {seed}: {text}");
        assert!(state.try_step("pass").is_err(), "over: seed {seed}: {text}");
    }
}

/// The text of a random move or event; `None` where the game is over.
fn random_text<G: Player>(state: &State<G>, rng: &mut ChaCha8Rng) -> Option<String> {
    let mut texts = Vec::new();
    let (game, position) = (state.game(), state.position());
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
                moves_are_sound routes_lead_to_moves
                moves_lead_apart keys_tell_positions_apart repetition_looks_past_counters
                symmetries_commute twins_agree deals_keep_the_view moves_are_seen);
            battery!(@laws_of reading $game; texts_are_read_as_listed);
            battery!(@laws_of tactics $game; wins_are_wins candidates_are_moves
                tactical_moves_come_to_an_end);
        }
    };
    (@laws $game:ty; $($law:ident)*) => {
        $(#[test] fn $law() { super::$law::<$game>(); })*
    };
    (@laws_of $module:ident $game:ty; $($law:ident)*) => {
        $(#[test] fn $law() { super::$module::$law::<$game>(); })*
    };
}

games::for_each_game!(battery);

/// Bénédictine announces that its answer is exact.
#[test]
fn benedictine_misses_no_win() {
    tactics::no_win_is_missed::<games::benedictine::Benedictine>();
}
