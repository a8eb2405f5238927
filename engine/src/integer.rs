//! Square roots and logarithms in integers: the same on every machine.

/// The square root of a number, in units of 2^-8.
pub(crate) fn square_root(number: u64) -> u64 {
    (number << 16).isqrt()
}

/// The binary logarithm in 256ths, linear between powers of two; 0 has that of 1.
pub(crate) fn log2_linear(number: u64) -> u64 {
    let whole = u64::from(number.max(1).ilog2());
    (whole << 8) + ((u128::from(number.max(1)) << 8 >> whole) as u64 - 256)
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
            let linear = log2_linear(number as u64) as f64 / 256.0;
            assert!((-0.1..0.01).contains(&(linear - exact)), "{number}: {linear} and {exact}");
        }
    }

    #[test]
    fn roots_agree_with_floating_point() {
        for number in [0, 1, 2, 100, 1 << 20] {
            let exact = (number as f64).sqrt() * 256.0;
            assert_eq!(square_root(number), exact.floor() as u64, "{number}");
        }
    }
}
