//! The normal distribution.

/// The quantile of the normal distribution for an interval of 95 %.
pub const QUANTILE: f64 = 1.959_963_985;

/// The distribution function of the standard normal distribution, to seven digits.
///
/// The error function is that of Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26.
#[must_use]
pub fn normal(x: f64) -> f64 {
    const FACTORS: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = series * (-z * z).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_distribution() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.0, 0.158_655_254), (QUANTILE, 0.975), (9.0, 1.0)]
        {
            assert!((normal(x) - expected).abs() < 2e-7, "{x}");
        }
    }
}
