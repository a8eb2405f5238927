//! Moves of the two boards by their squares.

use std::collections::BTreeSet;

use games::etoile::{Board, Etoile, Move, MoveKind};
use games::{AnyMove, AnyState, Bits, Listed, Notation, State, Step};
use reader::ParseError;

use crate::board::{Layout, Square};
use crate::parser::{MoveText, SquareText};

/// Runs an expression on a state of one of the two boards.
macro_rules! on_board {
    ($any:expr, $state:ident => $body:expr, else $other:expr) => {
        match $any {
            games::AnyState::EtoileSquare8($state) => $body,
            games::AnyState::EtoileSquare10($state) => $body,
            _ => $other,
        }
    };
}
pub(crate) use on_board;

/// Whether a state is of a game on `square8` or `square10`.
#[must_use]
pub fn is_draughts(any: &AnyState) -> bool {
    on_board!(any, _state => true, else false)
}

/// Checks that the protocols can transfer the moves of a game.
///
/// # Errors
/// A game that is not on `square8` or `square10`, or in which captures can be omitted.
pub fn check_game(any: &AnyState) -> Result<(), ParseError> {
    let huffs = on_board!(any, state => state.game().rules().huff, else true);
    if huffs {
        let expected = "etoile with board=square8 or board=square10, and compulsory captures";
        return Err(ParseError::new("game", &any.game_text(), expected));
    }
    Ok(())
}

/// The number of columns of the board; 10 for other games.
pub(crate) fn size(any: &AnyState) -> u8 {
    if matches!(any, AnyState::EtoileSquare8(_)) { 8 } else { 10 }
}

/// Reads a legal move.
///
/// # Errors
/// A text that is no legal move, or that fits several captures.
pub(crate) fn read(
    any: &AnyState,
    text: &MoveText,
    layout: &Layout,
) -> Result<AnyMove, ParseError> {
    let wrong = |expected: &str| ParseError::new("move", &text.text, expected);
    let resolve = |square: &SquareText| match *square {
        SquareText::Number(number) => layout.square(number),
        SquareText::Named(file, rank) => layout.named(file, rank),
    };
    let squares: Option<Vec<_>> = text.squares.iter().map(resolve).collect();
    let squares = squares.ok_or_else(|| wrong("squares of the board"))?;
    if any.result().is_some() {
        return Err(wrong("no move: the game is over"));
    }
    on_board!(any, state => {
        find(state, &squares, text.captures).map_err(|found| refusal(state, &found, layout, &wrong))
    }, else Err(wrong("a game on square8 or square10")))
}

/// The error for a text that fits no move, or several.
fn refusal<B: Board>(
    state: &State<Etoile<B>>,
    found: &[Move],
    layout: &Layout,
    wrong: &dyn Fn(&str) -> ParseError,
) -> ParseError {
    if found.is_empty() {
        return wrong("a legal move here");
    }
    let texts: Vec<_> = found.iter().map(|&mv| join(&route(state, mv), 'x', layout)).collect();
    wrong(&format!("all squares of one capture, as in {}", texts.join(" or ")))
}

/// The only legal move with these squares, or all moves that the squares fit.
fn find<B: Board>(
    state: &State<Etoile<B>>,
    squares: &[Square],
    captures: Option<bool>,
) -> Result<AnyMove, Vec<Move>>
where
    Etoile<B>: Listed<Move = Move>,
{
    let game = state.game();
    let ends = [squares.first(), squares.last()]
        .map(|square| square.and_then(|square| cell(game, *square)));
    let [Some(from), Some(to)] = ends else { return Err(Vec::new()) };
    let mut found = state.legal_moves();
    // A capture is written with a hyphen in some files, but a step never as a capture.
    found.retain(|mv| {
        let kind = match mv.kind() {
            MoveKind::Step => captures != Some(true) && squares.len() == 2,
            kind => kind == MoveKind::Capture,
        };
        kind && (mv.from(), mv.to()) == (from, to)
    });
    if let &[mv] = &found[..] {
        let fits = squares.len() == 2 || passes(state, mv, squares);
        return if fits { Ok(any(mv, state)) } else { Err(Vec::new()) };
    }
    if squares.len() > 2 {
        // The whole route names one capture.
        let names: Vec<_> = squares.iter().map(|square| square.name()).collect();
        if let Ok(mv) = state.parse_move(&names.join("x")) {
            return Ok(any(mv, state));
        }
        found.retain(|&mv| passes(state, mv, squares));
    } else if let Some(&mv) = found.iter().find(|mv| mv.victims() == 1) {
        // Two squares are the whole route of a capture of one piece.
        return Ok(any(mv, state));
    }
    match &found[..] {
        &[mv] => Ok(any(mv, state)),
        _ => Err(found),
    }
}

fn any<B: Board>(mv: Move, _: &State<Etoile<B>>) -> AnyMove
where
    Etoile<B>: Listed<Move = Move>,
{
    <Etoile<B> as Listed>::any_move(Step::Move(mv))
}

/// Whether one of the routes of a capture passes over these squares, in order.
fn passes<B: Board>(state: &State<Etoile<B>>, mv: Move, squares: &[Square]) -> bool {
    let others = state.game().other_routes(state.position());
    let own = state.move_text(mv);
    let mut routes = others
        .iter()
        .chain([&own])
        .filter(|route| *route == &own || state.parse_move(route).is_ok_and(|found| found == mv));
    routes.any(|route| {
        let stops: Vec<_> = route.split('x').filter_map(named).collect();
        let mut path = stops.windows(2).flat_map(|pair| line(pair[0], pair[1]));
        let mut wanted = squares[1..].iter();
        wanted.all(|square| path.any(|passed| passed == *square))
    })
}

/// The squares of a line after its first square.
fn line(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = |from: u8, to: u8| (to as i8 - from as i8).signum();
    let (across, up) = (step(from.column, to.column), step(from.row, to.row));
    let length = from.column.abs_diff(to.column) as i8;
    (1..=length).map(move |place| Square {
        column: (from.column as i8 + place * across) as u8,
        row: (from.row as i8 + place * up) as u8,
    })
}

/// The square of a name in position texts.
fn named(name: &str) -> Option<Square> {
    let mut letters = name.chars();
    let column = (letters.next()? as u32).checked_sub(u32::from(b'a'))?;
    let row: u8 = letters.as_str().parse().ok()?;
    Some(Square { column: u8::try_from(column).ok()?, row: row.checked_sub(1)? })
}

fn cell<B: Board>(game: &Etoile<B>, square: Square) -> Option<u8> {
    game.cell_at(square.column, square.row)
}

pub(crate) fn square<B: Board>(game: &Etoile<B>, cell: u8) -> Square {
    let (column, row) = game.place(cell);
    Square { column, row }
}

/// The squares by which PDN writes a move: the first and the last, and between them all others if
/// another capture has the same ends.
pub(crate) fn written<B: Board>(state: &State<Etoile<B>>, mv: Move) -> Vec<Square> {
    let ends = (mv.from(), mv.to());
    let same = |other: &Move| (other.from(), other.to()) == ends && *other != mv;
    if state.legal_moves().iter().any(same) {
        return route(state, mv);
    }
    let game = state.game();
    vec![square(game, mv.from()), square(game, mv.to())]
}

/// The squares of a route: where the piece turns, and elsewhere right behind each captured piece.
fn route<B: Board>(state: &State<Etoile<B>>, mv: Move) -> Vec<Square> {
    let text = state.move_text(mv);
    let mut stops: Vec<_> = text.split(['x', '-']).filter_map(named).collect();
    let taken: BTreeSet<_> = captured_cells(state, mv).collect();
    for place in 1..stops.len().saturating_sub(1) {
        let way = |from: Square, to: Square| (from.column < to.column, from.row < to.row);
        let (before, here, after) = (stops[place - 1], stops[place], stops[place + 1]);
        if way(before, here) == way(here, after) {
            let behind = line(before, here).skip_while(|square| !taken.contains(square)).nth(1);
            stops[place] = behind.unwrap_or(here);
        }
    }
    stops
}

fn captured_cells<B: Board>(state: &State<Etoile<B>>, mv: Move) -> impl Iterator<Item = Square> {
    let game = state.game();
    Bits(mv.captured()).map(|cell| square(game, cell))
}

/// A move as text.
pub(crate) fn join(squares: &[Square], separator: char, layout: &Layout) -> String {
    let texts: Vec<_> = squares.iter().map(|&square| layout.text(square)).collect();
    texts.join(&separator.to_string())
}

/// The text of a legal move in PDN; `None` for a move that PDN cannot write, such as a huff.
pub(crate) fn pdn_text(any: &AnyState, mv: AnyMove, layout: &Layout) -> Option<String> {
    on_board!(any, state => {
        let mv = own_move(state, mv)?;
        let separator = match mv.kind() {
            MoveKind::Step => '-',
            MoveKind::Capture => 'x',
            _ => return None,
        };
        Some(join(&written(state, mv), separator, layout))
    }, else None)
}

fn own_move<B: Board>(_: &State<Etoile<B>>, mv: AnyMove) -> Option<Move>
where
    Etoile<B>: Listed<Move = Move>,
{
    match <Etoile<B> as Listed>::step(mv)? {
        Step::Move(mv) => Some(mv),
        Step::Event(_) => None,
    }
}

/// The first and the last square of a legal move, and the squares of the captured pieces, sorted.
/// `None` for a move of another game, and for a huff.
#[must_use]
pub fn captured(any: &AnyState, mv: AnyMove) -> Option<(Square, Square, Vec<Square>)> {
    on_board!(any, state => {
        let mv = own_move(state, mv)?;
        if !matches!(mv.kind(), MoveKind::Step | MoveKind::Capture) {
            return None;
        }
        let game = state.game();
        let mut taken: Vec<_> = captured_cells(state, mv).collect();
        taken.sort_unstable();
        Some((square(game, mv.from()), square(game, mv.to()), taken))
    }, else None)
}

/// The legal move with these ends that captures these pieces, in any order.
#[must_use]
pub fn find_by_captured(
    any: &AnyState,
    from: Square,
    to: Square,
    taken: &[Square],
) -> Option<AnyMove> {
    let mut wanted = taken.to_vec();
    wanted.sort_unstable();
    let fits =
        |mv: &AnyMove| captured(any, *mv).is_some_and(|found| found == (from, to, wanted.clone()));
    any.legal_moves().into_iter().find(fits)
}
