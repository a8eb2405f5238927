//! A sort for the cold parts of programs.

/// Sorts a list by a number. Items of equal number keep their order.
///
/// The sort of the standard library is compiled anew for each type and key. That was a fifth of the
/// code of a WebAssembly module. Here all lists share one sort, of numbers. It allocates, so parts
/// that are run at every node use the standard library.
///
/// ```
/// let mut words = ["three", "one", "two", "four"];
/// games::sort_by_number(&mut words, |word| word.len() as i64);
/// assert_eq!(words, ["one", "two", "four", "three"]);
/// ```
pub fn sort_by_number<T>(list: &mut [T], number: impl FnMut(&T) -> i64) {
    let order = order(list.iter().map(number).collect());
    for place in 0..order.len() {
        let mut from = order[place];
        // An item that was in one of the first places has been exchanged since.
        while from < place {
            from = order[from];
        }
        list.swap(place, from);
    }
}

/// The places of numbers in their order.
fn order(numbers: Vec<i64>) -> Vec<usize> {
    let mut order: Vec<_> = numbers.into_iter().zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library() {
        let mut state = 1_u64;
        for length in 0..100 {
            let mut list: Vec<(i64, usize)> = Vec::new();
            for place in 0..length {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                list.push(((state >> 60) as i64 - 8, place));
            }
            let mut sorted = list.clone();
            sorted.sort_by_key(|&(number, _)| number);
            sort_by_number(&mut list, |&(number, _)| number);
            assert_eq!(list, sorted);
        }
    }
}
