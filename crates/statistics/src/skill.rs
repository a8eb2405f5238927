//! Skills that are updated game by game, for games of more than two players, as on rating servers.
//! Unlike in [`rate`](crate::rate), the order of the games matters.
//!
//! CITE: R. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", 2011,
//! algorithm 4 (Plackett-Luce), with the constants of OpenSkill.

/// The estimated skill of a player, as mean and standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Default for Skill {
    fn default() -> Self {
        Self { mean: MEAN, deviation: MEAN / 3.0 }
    }
}

/// The mean skill of a new player.
const MEAN: f64 = 25.0;

/// The standard deviation of the performance in one game.
const PLAY: f64 = MEAN / 6.0;

/// The standard deviation of the change of a skill from game to game.
const CHANGE: f64 = MEAN / 300.0;

/// The least factor by which a game multiplies the variance of a skill.
const LEAST: f64 = 1e-4;

/// The skill and the rank of a team in a game.
struct Team {
    mean: f64,
    variance: f64,
    rank: u32,
}

/// Updates the skills after a game of some teams. Each team has a rank, 0 for the first.
pub fn learn(teams: &mut [(Vec<Skill>, u32)]) {
    for skill in teams.iter_mut().flat_map(|(skills, _)| skills) {
        skill.deviation = skill.deviation.hypot(CHANGE);
    }
    let add_up = |(skills, rank): &(Vec<Skill>, u32)| Team {
        mean: skills.iter().map(|skill| skill.mean).sum(),
        variance: skills.iter().map(|skill| skill.deviation.powi(2)).sum(),
        rank: *rank,
    };
    let sums: Vec<_> = teams.iter().map(add_up).collect();
    let spread = sums.iter().map(|team| team.variance + PLAY * PLAY).sum::<f64>().sqrt();
    for (place, (skills, _)) in teams.iter_mut().enumerate() {
        let (surplus, certainty) = lesson(&sums, place, spread);
        let variance = sums[place].variance;
        let shift = surplus * variance / spread;
        let shrink = certainty * (variance / (spread * spread)) * (variance.sqrt() / spread);
        for skill in skills {
            let part = skill.deviation.powi(2) / variance;
            skill.mean += part * shift;
            skill.deviation *= (1.0 - part * shrink).max(LEAST).sqrt();
        }
    }
}

/// The surplus of a team over its expected result, and the information of its game. Both are sums
/// over the ranks down to its own: at each rank, the best of the remaining teams is chosen.
fn lesson(teams: &[Team], place: usize, spread: f64) -> (f64, f64) {
    let strength = |team: &Team| (team.mean / spread).exp();
    let own = &teams[place];
    let (mut surplus, mut certainty) = (0.0, 0.0);
    for (other, team) in teams.iter().enumerate().filter(|(_, team)| team.rank <= own.rank) {
        let left = teams.iter().filter(|rival| rival.rank >= team.rank);
        let chance = strength(own) / left.map(strength).sum::<f64>();
        let tied = teams.iter().filter(|rival| rival.rank == team.rank).count() as f64;
        surplus += (f64::from(other == place) - chance) / tied;
        certainty += chance * (1.0 - chance) / tied;
    }
    (surplus, certainty)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(teams: &[(usize, u32)]) -> Vec<Skill> {
        let team = |&(players, rank): &(usize, u32)| (vec![Skill::default(); players], rank);
        let mut teams: Vec<_> = teams.iter().map(team).collect();
        learn(&mut teams);
        teams.into_iter().flat_map(|(skills, _)| skills).collect()
    }

    #[track_caller]
    fn check(found: &[Skill], expected: &[(f64, f64)]) {
        assert_eq!(found.len(), expected.len());
        for (found, &(mean, deviation)) in found.iter().zip(expected) {
            let near = |one: f64, two: f64| (one - two).abs() < 1e-12;
            assert!(near(found.mean, mean) && near(found.deviation, deviation), "{found:?}");
        }
    }

    /// The published examples of OpenSkill 6.2.0.
    #[test]
    fn published_examples() {
        let (won, lost) = (26.964_294_621_803_063, 23.035_705_378_196_937);
        let deviation = 8.177_962_604_389_991;
        let pairs = [(won, deviation), (won, deviation), (lost, deviation), (lost, deviation)];
        check(&after(&[(2, 0), (2, 1)]), &pairs);
        let three = [
            (27.869_048_680_749_426, 8.205_243_377_397_993),
            (25.717_262_170_187_357, 8.058_224_222_802_378),
            (21.413_689_149_063_217, 8.058_224_222_802_378),
        ];
        check(&after(&[(1, 0), (1, 1), (1, 2)]), &three);
    }

    #[test]
    fn a_draw_of_equals_moves_nobody() {
        let skills = after(&[(1, 0), (1, 0), (1, 0)]);
        assert!(skills.iter().all(|skill| (skill.mean - MEAN).abs() < 1e-12), "{skills:?}");
        assert!(skills.iter().all(|skill| skill.deviation < MEAN / 3.0), "{skills:?}");
    }
}
