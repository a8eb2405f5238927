//! Pairings and seats.

use serde::{Deserialize, Serialize};

/// The kind of the pairings of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentKind {
    /// Every player meets every other one; with two players this is a match.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// One player has all seats. Its games compare no players; they are training data.
    Solo,
}

/// The seats of the players in every game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<Vec<usize>>,
    seatings: Vec<Vec<usize>>,
}

impl Schedule {
    /// The schedule of some players in a game with some seats. The players in a game are as many as
    /// its seats, or all players if there are fewer.
    #[must_use]
    pub fn new(kind: TournamentKind, players: usize, seats: usize) -> Self {
        let group = players.min(seats);
        Self { pairings: pairings(kind, players, group), seatings: seatings(seats, group) }
    }

    /// The number of games in a unit.
    #[must_use]
    pub fn games_per_unit(&self) -> u32 {
        self.seatings.len() as u32
    }

    /// The number of units in a round. In a round every pairing plays once from the same start.
    #[must_use]
    pub fn units_per_round(&self) -> u64 {
        self.pairings.len() as u64
    }

    /// The number of the player in each seat of a game.
    #[must_use]
    pub fn seated(&self, unit: u64, game: u32) -> Vec<usize> {
        let group = &self.pairings[(unit % self.units_per_round()) as usize];
        self.seatings[game as usize].iter().map(|&place| group[place]).collect()
    }
}

/// The groups of `size` players that meet in each round, each with ascending player numbers.
#[must_use]
pub fn pairings(kind: TournamentKind, players: usize, size: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new()];
    for _ in 0..size {
        let longer = |group: &Vec<usize>| {
            let next = group.last().map_or(0, |last| last + 1);
            let group = group.clone();
            (next..players).map(move |player| [&group[..], &[player]].concat()).collect::<Vec<_>>()
        };
        groups = groups.iter().flat_map(longer).collect();
    }
    groups.retain(|group| kind == TournamentKind::RoundRobin || group.first() == Some(&0));
    groups
}

/// All ways to seat a group so that each of its players has a seat, in lexicographic order. Each
/// way gives the place in the group of the player in each seat. Two players in two seats have 2
/// ways, three in three have 6, and two in three, where one player has two seats, have 6.
#[must_use]
pub fn seatings(seats: usize, size: usize) -> Vec<Vec<usize>> {
    let mut seated = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |row: &Vec<usize>| {
            let row = row.clone();
            (0..size).map(move |player| [&row[..], &[player]].concat()).collect::<Vec<_>>()
        };
        seated = seated.iter().flat_map(longer).collect();
    }
    seated.retain(|row| (0..size).all(|player| row.contains(&player)));
    seated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets() {
        assert_eq!(pairings(TournamentKind::RoundRobin, 2, 2), [[0, 1]]);
        assert_eq!(pairings(TournamentKind::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(pairings(TournamentKind::Gauntlet, 4, 2), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(
            pairings(TournamentKind::RoundRobin, 4, 3),
            [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
        );
        assert_eq!(pairings(TournamentKind::Gauntlet, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn seats_are_permuted() {
        assert_eq!(seatings(2, 2), [[0, 1], [1, 0]]);
        let three = seatings(3, 3);
        assert_eq!((three.len(), &three[0], &three[5]), (6, &vec![0, 1, 2], &vec![2, 1, 0]));
        assert_eq!(seatings(3, 2).len(), 6);
        assert_eq!(seatings(4, 4).len(), 24);
    }

    /// Each player has each seat equally often, so no player profits from a seat's advantage.
    #[test]
    fn seatings_are_fair() {
        for (seats, size) in [(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)] {
            let rows = seatings(seats, size);
            for seat in 0..seats {
                for player in 0..size {
                    let count = rows.iter().filter(|row| row[seat] == player).count();
                    assert_eq!(count * size, rows.len(), "{seats} {size}");
                }
            }
        }
    }
}
