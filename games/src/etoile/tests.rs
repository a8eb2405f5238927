//! The shifts of bitboards agree with the corner points: every step and every jump of men, cell by
//! cell.

use std::marker::PhantomData;

use super::board::{Board, Cell, Square8, Square10, Star};
use super::geometry::Corner;
use super::rules::{Nation, Rules};
use super::steps::MovingSide;
use crate::Bits;

fn cell<B: Board>(index: u8) -> Cell {
    Cell::at(index, B::COLUMNS, B::ROWS)
}

/// The cells that share the corner point of one, each with the number of its own corner there.
fn next<B: Board>(from: u8, corner: u8) -> Vec<(u8, u8)> {
    let point = |index, corner| cell::<B>(index).corner(Corner(corner), B::CAMPS, B::ROWS);
    let mut found = Vec::new();
    for index in Bits(B::CELLS).filter(|&index| index != from) {
        for other in (0..4).filter(|&other| point(index, other).same(point(from, corner))) {
            found.push((index, other));
        }
    }
    found
}

/// Whether a corner lies forward of a man of a camp.
fn is_forward<B: Board>(camp: usize, from: u8, corner: u8) -> bool {
    let up = if B::CAMPS == 1 { camp == 0 } else { usize::from(cell::<B>(from).camp) == camp };
    (corner >= 2) == up
}

/// A lone man, with an enemy piece to capture or without, and some free cells.
fn man<B: Board, const CAMP: usize>(
    rules: &Rules,
    from: u8,
    prey: u64,
    empty: u64,
) -> MovingSide<'_, B, CAMP> {
    MovingSide {
        rules,
        men: 1 << from,
        kings: 0,
        backward: if rules.men_capture_back { 1 << from } else { 0 },
        flyers: 0,
        prey_of_hoppers: prey,
        prey_of_flyers: prey,
        empty,
        base: 0,
        board: PhantomData,
    }
}

fn steps_are_forward_neighbours<B: Board, const CAMP: usize>(from: u8) {
    let rules = Rules::new(Nation::English, 2);
    let mut found = 0_u64;
    man::<B, CAMP>(&rules, from, 0, B::CELLS).each_step(|start, to| {
        assert_eq!(start, from);
        assert_eq!(found >> to & 1, 0, "{from} to {to} twice");
        found |= 1 << to;
    });
    let corners = (0..4).filter(|&corner| is_forward::<B>(CAMP, from, corner));
    let wanted = corners.flat_map(|corner| next::<B>(from, corner));
    assert_eq!(found, wanted.fold(0, |set, (to, _)| set | 1 << to), "{} {from}", B::NAME);
}

/// With one enemy piece and one free landing cell a jump is found exactly where the corner points
/// allow it.
fn hops_go_on_through_opposite_corners<B: Board, const CAMP: usize>(from: u8) {
    for (nation, back) in [(Nation::English, false), (Nation::French, true)] {
        let rules = Rules::new(nation, 2);
        let mut hops = Vec::new();
        for corner in (0..4).filter(|&corner| back || is_forward::<B>(CAMP, from, corner)) {
            for (over, entered) in next::<B>(from, corner) {
                hops.extend(next::<B>(over, 3 - entered).iter().map(|&(land, _)| (over, land)));
            }
        }
        for over in Bits(B::CELLS & !(1 << from)) {
            for land in Bits(B::CELLS & !(1 << from | 1 << over)) {
                let side = man::<B, CAMP>(&rules, from, 1 << over, 1 << land);
                let wanted = u64::from(hops.contains(&(over, land))) << from;
                assert_eq!(side.capturers(), wanted, "{} {from} {over} {land}", B::NAME);
            }
        }
    }
}

fn check<B: Board, const CAMP: usize>() {
    for from in Bits(B::CELLS) {
        steps_are_forward_neighbours::<B, CAMP>(from);
        hops_go_on_through_opposite_corners::<B, CAMP>(from);
    }
}

#[test]
fn shifts_follow_the_corner_points() {
    check::<Star, 0>();
    check::<Star, 1>();
    check::<Star, 2>();
    check::<Square8, 0>();
    check::<Square8, 1>();
    check::<Square10, 0>();
    check::<Square10, 1>();
}
