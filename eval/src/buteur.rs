//! Features of Buteur: goals, the ball, the cards. All are in expected goals, weighted by the value
//! of a goal with the remaining turns.
//!
//! Hidden cards are never used: a hidden hand counts by its possible cards, and all unseen cards
//! are equally likely.

use std::sync::LazyLock;

use games::buteur::{Arrow, BLUE, Buteur, Clock, Hand, Landing, Phase, Position, RED, Reach};

use crate::feature::{Evaluate, Feature, Sink, WeightFiles, features};
use crate::layout::{FROM_ONE, GroupTable, Layout, bars};

features! {
    GOAL: 6, "goal", "a goal scored, by cards left to be drawn: to 3, 7, 15, 31, 63, more",
        bars("cards left", &["to 3", "to 7", "to 15", "to 31", "to 63", "more"]);
    PLAY: 56, "play", "the turn, the ball in play, by row from home (14), then column: at the touchline, second, third, in the middle",
        Layout::Table(pitch);
    THROW: 14, "throw", "the turn with a throw-in, by row from home",
        bars("row from home", FROM_ONE);
    RESTART: 3, "restart", "the turn with a kick-off, a goal kick, the ball to clear",
        bars("how play goes on", &["kick-off", "goal kick", "to clear"]);
    SHOT: 2, "shot", "the turn against a shot: as far as it cannot be stopped, as far as it can",
        bars("the shot", &["not stopped", "stopped"]);
    CUT: 2, "cut", "a corner or penalty to be cut, for the attackers: the chance of a goal, the turn after it",
        bars("the chance of", &["a goal", "the turn"]);
    SHOOT: 3, "shoot", "the turn: the chance to shoot, to shoot past the goalkeeper, to shoot with a free kick",
        bars("the chance to shoot", &["at all", "past the keeper", "free kick"]);
    ENTER: 2, "enter", "the turn: the chance to enter the area with a penalty card, without one",
        bars("penalty card", &["with", "without"]);
    STOP: 3, "stop", "cards of a hand that stop shots: the first, the second, more",
        bars("cards that stop shots", &["first", "second", "more"]);
    CARD: 11, "card", "cards of a hand: penalty, free kick, corner, straight of 2, 3, 4, 5, diagonal of 2, 3, 4, 5",
        bars("card: straight s, diagonal d", &["pen", "free", "cor", "s2", "s3", "s4", "s5", "d2", "d3", "d4", "d5"]);
    NEXT: 2, "next", "the turn after this one: the chance, over the ways in which the ball may come back, to shoot, to enter the area with a penalty card",
        bars("the chance to", &["shoot", "enter"]);
}

/// The largest number of goals of a team that is counted.
const MOST_GOALS: u16 = 9;

/// Hands lose their value over this many last cards of the match.
const FADING: i32 = 16;

/// Probabilities are counted in units of this fraction.
const PARTS: i32 = 64;

/// Half of the pitch: rows from home, the farthest above, and columns from the touchline to the
/// middle.
fn pitch() -> GroupTable {
    let columns = ["touchline", "2", "3", "middle"].map(str::to_owned).to_vec();
    let mut table = GroupTable::by_rows(columns, (1..=14).map(|row: i32| row.to_string()));
    table.rows.reverse();
    table
}

impl Evaluate for Buteur {
    const FEATURES: &'static [Feature] = FEATURES;

    const WEIGHTS: WeightFiles = &[
        ("buteur-two", include_bytes!("../weights/buteur-two.toml")),
        ("buteur-three", include_bytes!("../weights/buteur-three.toml")),
        ("buteur-four", include_bytes!("../weights/buteur-four.toml")),
    ];

    fn weight_set(&self) -> &'static str {
        match self.players {
            2 => "buteur-two",
            3 => "buteur-three",
            _ => "buteur-four",
        }
    }

    fn features(&self, position: &Position, sink: &mut impl Sink) {
        let urgency = urgency(self, position);
        // Twice as many cards each, from 4 on.
        let left = cards_left(self, position).max(2).ilog2() - 1;
        let goal = GOAL + left.min(5) as usize;
        for seat in [RED, BLUE] {
            sink.add(seat, goal, urgency * i32::from(position.goals(seat).min(MOST_GOALS)));
        }
        place_features(self, position, urgency, sink);
        for hand in 0..self.players as usize {
            hand_features(self, position, hand, urgency, sink);
        }
    }
}

/// The turn, by phase and place of the ball.
fn place_features(game: &Buteur, position: &Position, urgency: i32, sink: &mut impl Sink) {
    let (mover, pitch) = (position.team(), game.pack.pitch());
    let row_of = |cell| {
        let row = pitch.row_from(mover, pitch.row(cell)) as usize;
        if pitch.rows == 14 { row } else { row * 14 / pitch.rows as usize }
    };
    let mut turn = |feature| sink.add(mover, feature, urgency);
    match position.phase() {
        Phase::Play => {
            let column = pitch.column(position.ball());
            let column = column.min(pitch.columns - 1 - column).min(3) as usize;
            turn(PLAY + 4 * row_of(position.ball()) + column);
            chances(game, position, urgency, sink);
            next_chances(game, position, urgency, sink);
        }
        Phase::Throw => {
            turn(THROW + row_of(position.ball()));
            chances(game, position, urgency, sink);
            next_chances(game, position, urgency, sink);
        }
        Phase::Kickoff => turn(RESTART),
        Phase::GoalKick(_) => turn(RESTART + 1),
        Phase::Clear => turn(RESTART + 2),
        Phase::Shot => {
            let stops =
                chance(position, hand_to_act(game, position), game.pack.classes().stoppers());
            sink.add(mover, SHOT, urgency * (PARTS - stops) / PARTS);
            sink.add(mover, SHOT + 1, urgency * stops / PARTS);
        }
        Phase::CornerRed | Phase::CornerBlue | Phase::Penalty => {
            cut_features(game, position, urgency, sink);
        }
        Phase::End => {}
    }
}

fn cut_features(game: &Buteur, position: &Position, urgency: i32, sink: &mut impl Sink) {
    let classes = game.pack.classes();
    let (attackers, goals) = match position.phase() {
        Phase::Penalty => (position.team().other(), !classes.hand),
        Phase::CornerRed => (position.team(), classes.red),
        _ => (position.team(), classes.blue),
    };
    let cards = if position.clock() == Clock::Run {
        *position.unseen()
    } else {
        position.discards(&game.pack)
    };
    let total = i32::from(cards.total()).max(1);
    let goals = cards.count_of(goals & cards.kinds()) as i32;
    sink.add(attackers, CUT, urgency * goals / total);
    sink.add(attackers, CUT + 1, urgency);
}

/// The possibilities of the player to act with the ball.
fn chances(game: &Buteur, position: &Position, urgency: i32, sink: &mut impl Sink) {
    let (mover, hand) = (position.team(), hand_to_act(game, position));
    let classes = game.pack.classes();
    let thrown = position.phase() == Phase::Throw;
    let reach: Reach = game.pack.reach(mover, position.ball(), thrown);
    let shoot = chance(position, hand, reach.shoot);
    // The player after this one answers the shot.
    let next = game.hand_after(position);
    let open = PARTS - chance(position, next, classes.stoppers());
    let mut add = |feature, parts: i32| sink.add(mover, feature, urgency * parts / PARTS);
    add(SHOOT, shoot);
    add(SHOOT + 1, shoot * open / PARTS);
    if reach.free_kick_shoots || reach.free_shoot != 0 {
        let kick = chance(position, hand, classes.free_kicks);
        let with =
            if reach.free_kick_shoots { PARTS } else { chance(position, hand, reach.free_shoot) };
        add(SHOOT + 2, (PARTS - shoot) * kick / PARTS * with / PARTS);
    }
    if reach.enter != 0 {
        let enter = chance(position, hand, reach.enter);
        let penalty = chance(position, hand, classes.penalties);
        add(ENTER, enter * penalty / PARTS);
        add(ENTER + 1, enter * (PARTS - penalty) / PARTS);
    }
}

/// The possibilities of the next player with the ball, after one of the usual attackers has moved
/// it.
fn next_chances(game: &Buteur, position: &Position, urgency: i32, sink: &mut impl Sink) {
    const DISTANCES: std::ops::RangeInclusive<u8> = 2..=5;
    const WAYS: i32 = 12;
    let (mover, hand) = (position.team(), game.hand_after(position));
    let penalty = chance(position, hand, game.pack.classes().penalties);
    let (mut shoot, mut enter) = (0, 0);
    for arrow in [Arrow::North, Arrow::Left, Arrow::Right] {
        for distance in DISTANCES {
            let landing = game.pack.landing(mover, arrow, distance, position.ball());
            let (Landing::Field(cell) | Landing::Throw(cell)) = landing else { continue };
            let thrown = matches!(landing, Landing::Throw(_));
            let reach = game.pack.reach(mover.other(), cell, thrown);
            if reach.shoot != 0 {
                shoot += chance(position, hand, reach.shoot);
            }
            if reach.enter != 0 && penalty != 0 {
                enter += chance(position, hand, reach.enter) * penalty / PARTS;
            }
        }
    }
    sink.add(mover.other(), NEXT, urgency * shoot / (WAYS * PARTS));
    sink.add(mover.other(), NEXT + 1, urgency * enter / (WAYS * PARTS));
}

/// The value of a hand for later turns.
fn hand_features(
    game: &Buteur,
    position: &Position,
    number: usize,
    urgency: i32,
    sink: &mut impl Sink,
) {
    let (seat, hand, pack) = (game.team_of(number), position.hand(number), &game.pack);
    let classes = pack.classes();
    // Cards that are drawn before the player acts again are like any unseen card.
    let size = pack.hand_size(game.players, number);
    let draws = size.saturating_sub(hand.count()).min(position.stock());
    let count = |kinds| expected(position, hand, draws, kinds);
    // Towards the end of the match cards lose their value.
    let urgency = urgency * cards_left(game, position).min(FADING) / FADING;
    let mut add = |feature, parts: i32| {
        if parts != 0 {
            sink.add(seat, feature, urgency * parts / PARTS);
        }
    };
    let stops = count(classes.stoppers());
    add(STOP, stops.min(PARTS));
    add(STOP + 1, (stops - PARTS).clamp(0, PARTS));
    add(STOP + 2, (stops - 2 * PARTS).max(0));
    add(CARD, count(classes.penalties));
    add(CARD + 1, count(classes.free_kicks));
    add(CARD + 2, count(classes.corners));
    for (index, &kinds) in pack.attacker_groups().iter().enumerate() {
        add(CARD + 3 + index, count(kinds));
    }
}

fn hand_to_act(game: &Buteur, position: &Position) -> Hand {
    position.hand(games::Hidden::player(game, position) as usize)
}

/// The expected number of cards of a set of kinds in a hand after some draws, in units of the
/// fraction.
fn expected(position: &Position, hand: Hand, draws: u8, kinds: u64) -> i32 {
    let unseen = position.unseen();
    let (known, unknown) = if hand.is_hidden() {
        (0, hand.count() + draws)
    } else {
        (hand.cards().filter(|kind| kinds >> kind.0 & 1 != 0).count() as i32, draws)
    };
    if unknown == 0 {
        return PARTS * known;
    }
    let total = i32::from(unseen.total()).max(1);
    PARTS * known + PARTS * i32::from(unknown) * unseen.count_of(kinds) as i32 / total
}

/// The probability that a hand holds a card of a set of kinds, in units of the fraction.
fn chance(position: &Position, hand: Hand, kinds: u64) -> i32 {
    if hand.is_hidden() {
        let unseen = position.unseen();
        let wanted = unseen.count_of(kinds);
        i32::from(at_least_one(u32::from(unseen.total()), wanted, u32::from(hand.count())))
    } else if hand.kinds() & kinds != 0 {
        PARTS
    } else {
        0
    }
}

/// The probability that at least one of `count` cards out of `total` is among `wanted` ones, in
/// units of the fraction.
fn at_least_one(total: u32, wanted: u32, count: u32) -> u8 {
    CHANCES
        [((count.min(8) as usize) * 64 + wanted.min(63) as usize) * 256 + total.min(255) as usize]
}

static CHANCES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(9 * 64 * 256);
    for count in 0..9u64 {
        for wanted in 0..64u64 {
            for total in 0..256u64 {
                let mut none = 1u64 << 32;
                for drawn in 0..count.min(total) {
                    none = none * (total - drawn).saturating_sub(wanted) / (total - drawn);
                }
                table.push((PARTS as u64 - ((none * PARTS as u64) >> 32)) as u8);
            }
        }
    }
    table
});

/// The value of a goal, in eighths of log-odds, from the spread of the goals still to come: one in
/// about 25 turns.
fn urgency(game: &Buteur, position: &Position) -> i32 {
    URGENCY[cards_left(game, position).min(127) as usize]
}

/// The cards still to be drawn in the match.
fn cards_left(game: &Buteur, position: &Position) -> i32 {
    let stock = i32::from(position.stock());
    if position.half() == 2 {
        return stock;
    }
    let sizes = (0..game.players as usize).map(|hand| game.pack.hand_size(game.players, hand));
    stock + i32::from(game.pack.all().total()) - sizes.map(i32::from).sum::<i32>()
}

/// By the cards still to be drawn, seven of which make six turns:
/// `8 * 1.7 / sqrt(turns / 25 + 0.15)`.
static URGENCY: [i32; 128] = urgency_table();

const fn urgency_table() -> [i32; 128] {
    let mut table = [0; 128];
    let mut cards: u64 = 0;
    while cards < 128 {
        // The spread squared in millionths.
        let spread = cards * 6 * 1_000_000 / (7 * 25) + 150_000;
        table[cards as usize] = (13_600 / spread.isqrt()) as i32;
        cards += 1;
    }
    table
}
