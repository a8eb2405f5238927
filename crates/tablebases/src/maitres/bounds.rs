//! Bounds of a chance, in work and as tables store them.

use games::WinChance;

use crate::maitres::material::TableId;

/// A chance to win is at least and at most this, in units of `1 / ONE`. Both are proven, whatever
/// an endless game is worth: a bound from below takes it for lost, one from above for won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: u32,
    pub(crate) high: u32,
}

/// How much further apart the bounds of a table may be at the end for each of its
/// [`TableId::depth`]: 2^-19 of a game. The greatest depth is 8, so all are within 2^-16.
const STEP: u32 = 1 << 12;
/// What one unit of a stored code is worth: 2^-16 of a game.
const UNIT: u32 = 1 << 15;

impl Bounds {
    /// The chance of a sure win.
    pub(crate) const ONE: u32 = 1 << 31;
    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self { low: 0, high: Self::ONE };

    /// A sure loss.
    pub(crate) const LOST: Self = Self { low: 0, high: 0 };
    /// A sure win.
    pub(crate) const WON: Self = Self { low: Self::ONE, high: Self::ONE };

    #[inline]
    pub(crate) const fn width(self) -> u32 {
        self.high - self.low
    }

    /// What is left where the other can choose between two.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// How far apart bounds of a table are at most when it is done. What it leads to is known more
    /// closely, so its own bounds come as near as that.
    pub(crate) fn slack(id: TableId) -> u32 {
        STEP * id.depth()
    }

    /// Bounds of a table that are near enough to be left alone while others still come nearer.
    pub(crate) fn enough(id: TableId) -> u32 {
        Self::slack(id) - STEP / 2
    }

    /// What stays of bounds in a file: the lower one, and how far above it the upper one may be.
    pub(crate) fn settled(self, id: TableId) -> Self {
        // A unit below a sure win, so that its code and rest have 16 bits.
        let low = self.low.min(Self::ONE - 1);
        Self { low, high: (low + Self::slack(id)).min(Self::ONE) }
    }

    /// The code that a table stores: the bounds lie within a unit on either side of it.
    pub(crate) fn code(self) -> u16 {
        let middle = self.low + self.width() / 2;
        ((middle + UNIT / 2) / UNIT).min(u16::MAX.into()) as u16
    }

    /// What a code leaves open of the lower bound, for those who go on with more pieces.
    pub(crate) fn rest(self) -> u16 {
        (self.low + UNIT - UNIT * u32::from(self.code())) as u16
    }

    /// The bounds of a code and its rest; `None` where no bounds have them.
    pub(crate) fn of(code: u16, rest: u16, id: TableId) -> Option<Self> {
        let low = (UNIT * u32::from(code) + u32::from(rest)).checked_sub(UNIT)?;
        let found = Self { low, high: low }.settled(id);
        (found.low == low && found.code() == code).then_some(found)
    }
}

/// What a code says: a chance that is proven to lie within 2^-15.
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
