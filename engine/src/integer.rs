//! Square roots and logarithms in integers: the same on every machine.

/// The square root of a number, in units of 2^-8.
pub(crate) fn square_root(number: u64) -> u64 {
    (number << 16).isqrt()
}

/// The square root of a quotient, rounded down. Both numbers are below 2^50.
///
/// It is computed in floating point, which is faster, and the result is exact on every machine.
/// Where the quotient is the square of a whole number `k` or more, neither rounding leads below
/// `k`. Where it is less, it is less by `1 / divisor` at least, and its root by `1 / (2 * divisor *
/// k)`. The two roundings add less than `k * 2^-52`, and `divisor * k * k` is below 2^51.
#[inline]
pub(crate) fn root_of_quotient(dividend: u64, divisor: u64) -> u64 {
    debug_assert!(dividend.max(divisor) < 1 << 50, "the root of {dividend} / {divisor}");
    let root = (dividend as i64 as f64 / divisor as i64 as f64).sqrt() as i64 as u64;
    debug_assert_eq!(root, (dividend / divisor).isqrt(), "the root of {dividend} / {divisor}");
    root
}

/// The binary logarithm in 256ths, linear between powers of two; 0 has that of 1.
#[inline]
pub(crate) fn log2_linear(number: u64) -> u64 {
    let number = number.max(1);
    let whole = number.ilog2();
    // The first bit of the number, and the eight bits after it.
    let bits = number << (63 - whole) >> 55;
    (u64::from(whole) << 8) + bits - 256
}

/// The binary logarithm in 32nds, rounded down; 0 has that of 1, and a number above 63 that of 63.
#[inline(always)]
pub(crate) fn log2(number: i32) -> i32 {
    LOGARITHMS[number.clamp(0, 63) as usize]
}

static LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        table[number] = logarithm(number as u64);
        number += 1;
    }
    table
};

/// Five bits after the point, each by a squaring.
const fn logarithm(number: u64) -> i32 {
    let whole = number.ilog2();
    let mut rest = number << (30 - whole);
    let mut result = whole as i32;
    let mut bits = 0;
    while bits < 5 {
        rest = (rest * rest) >> 30;
        let carry = rest >> 31;
        rest >>= carry;
        result = 2 * result + carry as i32;
        bits += 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_with_floating_point() {
        for number in 1..64 {
            let exact = f64::from(number).log2();
            assert_eq!(f64::from(log2(number)), (exact * 32.0).floor(), "{number}");
        }
        for number in (1..64).chain([255, 257, 511, 1 << 40, (1 << 57) + 1, u64::MAX]) {
            let exact = (number as f64).log2();
            let linear = log2_linear(number) as f64 / 256.0;
            assert!((-0.1..0.01).contains(&(linear - exact)), "{number}: {linear} and {exact}");
        }
    }

    /// A whole root is reached at the square itself, and not below it.
    #[test]
    fn roots_of_quotients_are_exact() {
        for divisor in [1, 2, 3, 7, 1000, 65_537, 16_777_213, 4_294_967_291, (1 << 50) - 1] {
            let largest = (((1u64 << 50) - 1) / divisor).isqrt();
            let roots = (1..2000).chain((0..2000).map(|down| largest.saturating_sub(down)));
            for root in roots.filter(|&root| 1 <= root && root <= largest) {
                let square = root * root * divisor;
                assert_eq!(root_of_quotient(square, divisor), root);
                assert_eq!(root_of_quotient(square - 1, divisor), root - 1);
            }
        }
        assert_eq!(root_of_quotient(0, 5), 0);
    }

    #[test]
    fn roots_agree_with_floating_point() {
        for number in [0, 1, 2, 100, 1 << 20] {
            let exact = (number as f64).sqrt() * 256.0;
            assert_eq!(square_root(number), exact.floor() as u64, "{number}");
        }
    }
}
