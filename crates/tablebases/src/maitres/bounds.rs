//! Bounds of the probability of a win, in memory and in table files.

use games::WinChance;

use crate::maitres::material::TableId;

/// A lower and an upper bound of the probability of a win, in units of `1 / ONE`. Both are proven,
/// whatever the value of an endless game is: the lower bound counts it as lost, the upper bound as
/// won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: u32,
    pub(crate) high: u32,
}

/// The allowed final distance between two bounds, for each unit of [`TableId::depth`]: 2^-19 of a
/// game. The greatest depth is 8, so all distances are at most 2^-16.
const STEP: u32 = 1 << 12;
/// The value of one unit of a stored code: 2^-16 of a game.
const UNIT: u32 = 1 << 15;

impl Bounds {
    /// The probability of a certain win.
    pub(crate) const ONE: u32 = 1 << 31;
    /// The bounds of a position of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self { low: 0, high: Self::ONE };

    /// A certain loss.
    pub(crate) const LOST: Self = Self { low: 0, high: 0 };
    /// A certain win.
    pub(crate) const WON: Self = Self { low: Self::ONE, high: Self::ONE };

    #[inline]
    pub(crate) const fn width(self) -> u32 {
        self.high - self.low
    }

    /// The bounds of a choice of the other player between two positions.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The greatest distance between two bounds of a finished table. The bounds of the tables that
    /// it leads to are closer, so its own bounds can become as close as this.
    pub(crate) fn slack(id: TableId) -> u32 {
        STEP * id.depth()
    }

    /// The distance at which bounds are left unchanged while others still come closer.
    pub(crate) fn enough(id: TableId) -> u32 {
        Self::slack(id) - STEP / 2
    }

    /// The bounds as a file stores them: the lower bound, and the upper bound at its greatest
    /// distance.
    pub(crate) fn settled(self, id: TableId) -> Self {
        // The limit is a unit below a certain win, so that the code and the rest fit in 16 bits.
        let low = self.low.min(Self::ONE - 1);
        Self { low, high: (low + Self::slack(id)).min(Self::ONE) }
    }

    /// The stored code. The bounds are at most one unit away from it.
    pub(crate) fn code(self) -> u16 {
        let middle = self.low + self.width() / 2;
        ((middle + UNIT / 2) / UNIT).min(u16::MAX.into()) as u16
    }

    /// The difference between the lower bound and its code. Builds of tables with more pieces need
    /// it.
    pub(crate) fn rest(self) -> u16 {
        (self.low + UNIT - UNIT * u32::from(self.code())) as u16
    }

    /// The bounds of a code and its rest. `None` if no bounds have this code and rest.
    pub(crate) fn of(code: u16, rest: u16, id: TableId) -> Option<Self> {
        let low = (UNIT * u32::from(code) + u32::from(rest)).checked_sub(UNIT)?;
        let found = Self { low, high: low }.settled(id);
        (found.low == low && found.code() == code).then_some(found)
    }
}

/// The meaning of a code: a probability with proven bounds that are 2^-15 apart.
pub(crate) fn chance(code: u16) -> WinChance {
    let code = u32::from(code);
    WinChance { low: code.saturating_sub(1), high: code + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_hold_what_they_stand_for() {
        let id: TableId = "ss-ss".parse().unwrap();
        let slack = Bounds::slack(id);
        assert!(slack <= 1 << 15, "bounds of 2^-16 fit a code");
        for step in 0..40_000u32 {
            let low = (step * 53_687) % Bounds::ONE;
            let lows = [
                low,
                step,
                Bounds::ONE - step,
                UNIT * (step % 65_536),
                UNIT / 2 + UNIT * (step % 65_535),
            ];
            for low in lows {
                let bounds = Bounds { low, high: low }.settled(id);
                let chance = chance(bounds.code());
                assert!(
                    u64::from(chance.low) * u64::from(UNIT) <= u64::from(bounds.low),
                    "{bounds:?}"
                );
                assert!(
                    u64::from(chance.high) * u64::from(UNIT) >= u64::from(bounds.high),
                    "{bounds:?}"
                );
                assert!(chance.high <= WinChance::ONE && chance.high - chance.low <= 2);
                assert_eq!(Bounds::of(bounds.code(), bounds.rest(), id), Some(bounds));
            }
        }
        assert_eq!(Bounds::of(0, 0, id), None);
    }
}
