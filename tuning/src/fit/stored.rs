//! How long rows of numbers are stored in checkpoints. If most numbers are zero, only the others
//! are stored. Table features that never occur in a fit's positions are all zero.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A length greater than that of any game's weights. A damaged length must not take all the memory.
const MOST: usize = 1 << 26;

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredNumbers<'a> {
    All(Cow<'a, [f64]>),
    /// A row of `length` numbers that are zero except at these places.
    Few {
        length: usize,
        places: Vec<usize>,
        numbers: Vec<f64>,
    },
}

pub(super) fn serialize<S: Serializer>(all: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    let few = all.iter().enumerate().filter(|(_, number)| **number != 0.0);
    let (places, numbers): (Vec<_>, Vec<_>) = few.unzip();
    let stored = if 2 * numbers.len() < all.len() {
        StoredNumbers::Few { length: all.len(), places, numbers }
    } else {
        StoredNumbers::All(all.into())
    };
    stored.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<f64>, D::Error> {
    match StoredNumbers::deserialize(deserializer)? {
        StoredNumbers::All(all) => Ok(all.into_owned()),
        StoredNumbers::Few { length, .. } if length > MOST => {
            let expected = format!("a length up to {MOST}, read {length}");
            Err(serde::de::Error::custom(expected))
        }
        StoredNumbers::Few { length, places, numbers } => {
            let mut all = vec![0.0; length];
            for (place, number) in places.into_iter().zip(numbers) {
                *all.get_mut(place).ok_or_else(|| {
                    let expected = format!("a place below {length}, read {place}");
                    serde::de::Error::custom(expected)
                })? = number;
            }
            Ok(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Kept(#[serde(with = "super")] Vec<f64>);

    #[test]
    fn numbers_come_back_to_the_last_digit() {
        let third = 1.0 / 3.0;
        for (numbers, text) in [
            (vec![], "[]"),
            (vec![third, 0.0], "[0.3333333333333333,0.0]"),
            (vec![0.0; 3], "{\"length\":3,\"places\":[],\"numbers\":[]}"),
            (
                vec![0.0, 0.0, -third],
                "{\"length\":3,\"places\":[2],\"numbers\":[-0.3333333333333333]}",
            ),
        ] {
            let written = serde_json::to_string(&Kept(numbers.clone())).expect("numbers");
            assert_eq!(written, text);
            assert_eq!(serde_json::from_str::<Kept>(&written).expect("the same"), Kept(numbers));
        }
        let wrong = "{\"length\":3,\"places\":[3],\"numbers\":[1.0]}";
        let error = serde_json::from_str::<Kept>(wrong).expect_err("no place");
        assert!(error.to_string().contains("a place below 3, read 3"), "{error}");
        let wrong = "{\"length\":1000000000000,\"places\":[],\"numbers\":[]}";
        let error = serde_json::from_str::<Kept>(wrong).expect_err("too long");
        assert!(error.to_string().contains("read 1000000000000"), "{error}");
    }
}
