//! Binomial coefficients, which are used to number sets of squares.

/// The number of ways to choose `k` of `n` squares.
pub(crate) fn binomial(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    (0..k).fold(1u64, |product, i| product * u64::from(n - i) / u64::from(i + 1)) as u32
}
