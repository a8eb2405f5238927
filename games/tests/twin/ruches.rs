//! The twin of Bataille de ruches.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::{Children, Square, name, shift};

/// A token: whether it is a bee, and its number.
type Token = (bool, u8);

#[derive(Clone)]
struct Game {
    /// The options of the text.
    options: String,
    placing: bool,
    bees_act: bool,
    board: BTreeMap<Square, Token>,
    /// The numbers that the bees have captured, and those that the drones have.
    captured: [BTreeSet<u8>; 2],
    removable: Option<Square>,
    liable: BTreeSet<Square>,
}

fn square(text: &str) -> Square {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn dark() -> Vec<Square> {
    let all = (0..9).flat_map(|rank| (0..7).map(move |file| (file, rank)));
    all.filter(|(file, rank)| (file + 1 + rank + 1) % 2 == 1).collect()
}

/// Rank by rank, as squares are ordered.
fn order(squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<_> = squares.into_iter().collect();
    squares.sort_by_key(|&(file, rank)| (rank, file));
    squares
}

/// The value of a token in a fight.
fn value((_, number): Token) -> u8 {
    if number == 0 { 10 } else { number }
}

fn is_home((_, rank): Square, bees: bool) -> bool {
    if bees { rank < 3 } else { rank > 5 }
}

impl Game {
    fn read(options: &str, fields: &[&str]) -> Self {
        let mut board = BTreeMap::new();
        for (text, bees) in [(fields[2], true), (fields[3], false)] {
            for token in text.split(',').filter(|&token| token != "-") {
                board.insert(square(&token[1..]), (bees, token.as_bytes()[0] - b'0'));
            }
        }
        let numbers =
            |text: &str| text.bytes().filter(|&digit| digit != b'-').map(|d| d - b'0').collect();
        let marked = |mark: char| {
            let marks = fields[6].split(',').filter_map(move |text| text.strip_prefix(mark));
            marks.map(square)
        };
        Self {
            options: options.to_owned(),
            placing: fields[0] == "place",
            bees_act: fields[1] == "a",
            board,
            captured: [numbers(fields[4]), numbers(fields[5])],
            removable: marked('*').next(),
            liable: marked('!').collect(),
        }
    }

    fn write(&self) -> String {
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let side = |bees| {
            let mut tokens: Vec<_> =
                self.board.iter().filter(|(_, token)| token.0 == bees).collect();
            tokens.sort_by_key(|(_, token)| token.1);
            let texts = tokens.iter().map(|(at, token)| format!("{}{}", token.1, name(**at)));
            dash(texts.collect::<Vec<_>>().join(","))
        };
        let taken = |seat: usize| dash(self.captured[seat].iter().map(u8::to_string).collect());
        let mut marks: Vec<_> = self.removable.iter().map(|&at| format!("*{}", name(at))).collect();
        let liable = order(self.liable.iter().copied());
        marks.extend(liable.into_iter().map(|at| format!("!{}", name(at))));
        format!(
            "{} {} {} {} {} {} {}",
            if self.placing { "place" } else { "play" },
            if self.bees_act { "a" } else { "b" },
            side(true),
            side(false),
            taken(0),
            taken(1),
            dash(marks.join(","))
        )
    }

    fn has(&self, option: &str) -> bool {
        self.options.split(',').any(|given| given == option)
    }

    fn on_board((file, rank): Square) -> bool {
        (0..7).contains(&file) && (0..9).contains(&rank)
    }

    fn is_free(&self, at: Square) -> bool {
        Self::on_board(at) && !self.board.contains_key(&at)
    }

    /// The two diagonals ahead of a side.
    fn ahead(bees: bool) -> [Square; 2] {
        let up = if bees { 1 } else { -1 };
        [(-1, up), (1, up)]
    }

    fn of(&self, bees: bool) -> Vec<Square> {
        self.board.iter().filter(|(_, token)| token.0 == bees).map(|(at, _)| *at).collect()
    }

    fn steps(&self, bees: bool) -> Vec<(Square, Square)> {
        let ways = self
            .of(bees)
            .into_iter()
            .flat_map(|from| Self::ahead(bees).map(|direction| (from, shift(from, direction, 1))));
        ways.filter(|&(_, to)| self.is_free(to)).collect()
    }

    /// Every chain of captures: its squares from the first to the last, and the squares of the
    /// captured tokens.
    fn captures(&self, bees: bool) -> Vec<(Vec<Square>, Vec<Square>)> {
        let mut found = Vec::new();
        for from in self.of(bees) {
            self.go_on(&[from], &[], &mut found);
        }
        found
    }

    fn go_on(&self, way: &[Square], taken: &[Square], found: &mut Vec<(Vec<Square>, Vec<Square>)>) {
        let at = way[way.len() - 1];
        let captor = self.board[&at];
        for direction in Self::ahead(captor.0) {
            let met = shift(at, direction, 1);
            let Some(&other) = self.board.get(&met) else { continue };
            if other.0 == captor.0 {
                continue;
            }
            let to = if value(captor) == value(other) {
                met
            } else if value(captor) > value(other) && self.is_free(shift(at, direction, 2)) {
                shift(at, direction, 2)
            } else {
                continue;
            };
            let mut after = self.clone();
            after.board.remove(&at);
            after.board.remove(&met);
            after.board.insert(to, captor);
            let way = [way, &[to]].concat();
            let taken = [taken, &[met]].concat();
            after.go_on(&way, &taken, found);
            found.push((way, taken));
        }
    }

    /// The tokens of the other side that have `at` in front of them, and a greater value.
    fn removers(&self, at: Square) -> Vec<Square> {
        let token = self.board[&at];
        let mut found = self.of(!token.0);
        found.retain(|&other| {
            let near = Self::ahead(!token.0).map(|direction| shift(other, direction, 1));
            near.contains(&at) && value(self.board[&other]) > value(token)
        });
        found
    }

    fn is_decided(&self) -> bool {
        let arrived = |bees: bool| {
            let border = if bees { 8 } else { 0 };
            self.of(bees).into_iter().filter(|at| at.1 == border).count()
        };
        !self.placing && (arrived(true) >= 3 || arrived(false) >= 3 || self.board.len() <= 1)
    }

    fn is_over(&self) -> bool {
        let stuck = |bees| self.steps(bees).is_empty() && self.captures(bees).is_empty();
        let penalty = self.removable.is_some() || !self.liable.is_empty();
        !self.placing && (self.is_decided() || !penalty && stuck(true) && stuck(false))
    }

    fn points(&self, bees: bool) -> u32 {
        let border = if bees { 8 } else { 0 };
        let arrived = self.board.iter().filter(|(at, token)| token.0 == bees && at.1 == border);
        let arrived = arrived.map(|(_, &token)| 2 * u32::from(value(token)));
        let taken = &self.captured[usize::from(!bees)];
        let taken = taken.iter().map(|&number| u32::from(value((!bees, number))));
        arrived.chain(taken).sum()
    }

    /// The next position, with the token that moved last and the liable tokens if the game
    /// continues.
    fn hand_over(&mut self, moved: Option<Square>, liable: BTreeSet<Square>) {
        self.bees_act = !self.bees_act;
        let over = self.is_decided();
        let open =
            |at: &Square| !over && !self.has("contact=jump") && !self.removers(*at).is_empty();
        self.removable = moved.filter(open);
        self.liable = if over { BTreeSet::new() } else { liable };
    }

    fn take(&mut self, at: Square) {
        let (bees, number) = self.board.remove(&at).expect("a token to take");
        self.captured[usize::from(bees)].insert(number);
    }

    /// RULING R4: the liable tokens after a step.
    fn omitted(&self, from: Square, to: Square) -> BTreeSet<Square> {
        let captures = self.captures(self.bees_act);
        if self.has("omit=free") {
            return BTreeSet::new();
        }
        if self.has("omit=withdraw") {
            let taken = captures.into_iter().flat_map(|(_, taken)| taken);
            return taken.chain(self.removable).collect();
        }
        let captors = captures.into_iter().map(|(way, _)| way[0]);
        let removers = self.removable.into_iter().flat_map(|at| self.removers(at));
        captors.chain(removers).map(|at| if at == from { to } else { at }).collect()
    }

    fn children(&self) -> Children {
        let mut children = Children::new();
        let bees = self.bees_act;
        if self.placing {
            return self.placements();
        }
        for (from, to) in self.steps(bees) {
            let mut next = self.clone();
            let token = next.board.remove(&from).expect("a token");
            next.board.insert(to, token);
            next.hand_over(Some(to), self.omitted(from, to));
            children.insert(format!("{}-{}", name(from), name(to)), next.write());
        }
        for (way, taken) in self.captures(bees) {
            let mut next = self.clone();
            taken.iter().for_each(|&at| next.take(at));
            let token = next.board.remove(&way[0]).expect("a token");
            let end = way[way.len() - 1];
            next.board.insert(end, token);
            next.hand_over(Some(end), BTreeSet::new());
            let names: Vec<_> = way.into_iter().map(name).collect();
            children.insert(names.join("x"), next.write());
        }
        if let Some(at) = self.removable {
            let mut next = self.clone();
            next.take(at);
            next.hand_over(None, BTreeSet::new());
            children.insert(format!("-{}", name(at)), next.write());
        }
        for &at in &self.liable {
            let mut next = self.clone();
            next.board.remove(&at);
            next.hand_over(None, BTreeSet::new());
            children.insert(format!("!{}", name(at)), next.write());
        }
        if children.is_empty() {
            let mut next = self.clone();
            next.hand_over(None, BTreeSet::new());
            children.insert("pass".to_owned(), next.write());
        }
        children
    }

    fn placements(&self) -> Children {
        let mut children = Children::new();
        let used: Vec<u8> = self
            .board
            .values()
            .filter(|token| token.0 == self.bees_act)
            .map(|token| token.1)
            .collect();
        for at in dark().into_iter().filter(|&at| is_home(at, self.bees_act) && self.is_free(at)) {
            for number in (0..10).filter(|number| !used.contains(number)) {
                let mut next = self.clone();
                next.board.insert(at, (self.bees_act, number));
                next.placing = next.board.len() < 20;
                next.hand_over(None, BTreeSet::new());
                children.insert(format!("{number}@{}", name(at)), next.write());
            }
        }
        children
    }
}

pub(super) fn children(options: &str, fields: &[&str]) -> Children {
    Game::read(options, fields).children()
}

/// The side with more points at the end; both sides if the points are equal.
pub(super) fn winners(options: &str, fields: &[&str]) -> BTreeSet<String> {
    let game = Game::read(options, fields);
    let [bees, drones] = [true, false].map(|side| game.points(side));
    let winner = |name: &str, own, other| (game.is_over() && own >= other).then(|| name.to_owned());
    winner("a", bees, drones).into_iter().chain(winner("b", drones, bees)).collect()
}

/// Few tokens or many, anywhere or in the middle where they meet, with all possible marks. Some
/// positions are near the end, some in the placement phase.
pub(super) fn made_up(options: &str, rng: &mut impl Rng) -> String {
    let mut game = Game::read(options, &["play", "a", "-", "-", "-", "-", "-"]);
    game.bees_act = rng.random_bool(0.5);
    if !game.has("setup=ordered") && rng.random_range(0..8) == 0 {
        return placing(game, rng).write();
    }
    let most = *[1, 2, 3, 6, 10].choose(rng).expect("one of five");
    let bottom = rng.random_range(0..=6);
    let ranks = if rng.random_bool(0.5) { 0..9 } else { bottom..bottom + 3 };
    for bees in [true, false] {
        let mut numbers: Vec<u8> = (0..10).collect();
        numbers.shuffle(rng);
        let count = rng.random_range(0..=most);
        for (index, number) in numbers.into_iter().enumerate() {
            let mut free = dark();
            free.retain(|&at| game.is_free(at) && ranks.contains(&at.1));
            match free.choose(rng) {
                Some(&at) if index < count => drop(game.board.insert(at, (bees, number))),
                _ if rng.random_bool(0.5) => drop(game.captured[usize::from(bees)].insert(number)),
                _ => {}
            }
        }
    }
    if !game.is_decided() {
        add_marks(&mut game, rng);
    }
    game.write()
}

fn add_marks(game: &mut Game, rng: &mut impl Rng) {
    let mut open = game.of(!game.bees_act);
    open.retain(|&at| !game.removers(at).is_empty());
    if !game.has("contact=jump") && rng.random_bool(0.6) {
        game.removable = open.choose(rng).copied();
    }
    if !game.has("omit=free") && rng.random_bool(0.5) {
        let whose = game.has("omit=withdraw") == game.bees_act;
        game.liable = game.of(whose).into_iter().filter(|_| rng.random_bool(0.3)).collect();
    }
}

/// A position with some tokens placed.
fn placing(mut game: Game, rng: &mut impl Rng) -> Game {
    game.placing = true;
    let count = rng.random_range(0..20);
    game.bees_act = count % 2 == 0;
    for bees in [true, false] {
        let mut numbers: Vec<u8> = (0..10).collect();
        numbers.shuffle(rng);
        let mut home: Vec<_> = dark().into_iter().filter(|&at| is_home(at, bees)).collect();
        home.shuffle(rng);
        let placed = (count + usize::from(bees)) / 2;
        for (at, number) in home.into_iter().zip(numbers).take(placed) {
            game.board.insert(at, (bees, number));
        }
    }
    game
}
