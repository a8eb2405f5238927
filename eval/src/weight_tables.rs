//! Long tables in weights files: bytes after the text.
//!
//! ```text
//! text   as without tables, with how many weights each table has
//! 0      one byte, which no text holds
//! bytes  the weights of each table in the text's order: a weight w as the number 2w, or -2w - 1 where it is negative,
//!        seven bits to a byte, the low ones first, bit 7 set in all but the last byte (LEB128); and a run of zeros as
//!        the number 0 and how many more there are
//! sum    CRC-32 of all before, four bytes, the lowest first
//! ```

use std::collections::BTreeMap;

use crate::feature::Feature;
use crate::weights::{MAX_WEIGHT, WeightsError, fail};

/// The text of a weights file, and the bytes of its tables, if any.
pub(crate) fn split(file: &[u8]) -> Result<(&str, Option<&[u8]>), WeightsError> {
    let (text, tables) = match file.iter().position(|&byte| byte == 0) {
        Some(end) => (&file[..end], Some(checked(file, end + 1)?)),
        None => (file, None),
    };
    match std::str::from_utf8(text) {
        Ok(text) => Ok((text, tables)),
        Err(error) => {
            fail(format!("weights: read bytes that are no text ({error}), expected UTF-8"))
        }
    }
}

/// The bytes from `start` on, without their checksum, which must be right.
fn checked(file: &[u8], start: usize) -> Result<&[u8], WeightsError> {
    let Some((body, sum)) = file.split_last_chunk::<4>().filter(|(body, _)| body.len() >= start)
    else {
        return fail(
            "tables: read a file that is cut off, expected a checksum of 4 bytes".to_owned(),
        );
    };
    let (read, expected) = (u32::from_le_bytes(*sum), crc32fast::hash(body));
    // Fuzzing skips the checksum, which a fuzzer would hardly guess.
    if read != expected && !cfg!(fuzzing) {
        return fail(format!("tables: read checksum {read:08x}, expected {expected:08x}"));
    }
    Ok(&body[start..])
}

/// Tables of weights that are not yet read.
pub(crate) struct WeightTables<'a> {
    /// The number of weights of each.
    pub(crate) sizes: BTreeMap<String, usize>,
    /// Their bytes. Those of the next table come first.
    pub(crate) bytes: &'a [u8],
}

impl WeightTables<'_> {
    /// Adds the weights of a table; zeros if the file has none.
    pub(crate) fn read(
        &mut self,
        feature: &Feature,
        values: &mut Vec<i32>,
    ) -> Result<(), WeightsError> {
        let Feature { name, count, .. } = *feature;
        let end = values.len() + count;
        let size = self.sizes.remove(name);
        if size.is_some_and(|size| size != count) {
            let size = size.unwrap_or_default();
            return fail(format!("tables {name}: read {size} weights, expected {count}"));
        }
        while size.is_some() && values.len() < end {
            let left = end - values.len();
            let zeros = match take_number(&mut self.bytes) {
                Some(0) => take_number(&mut self.bytes)
                    .map(|more| more as usize + 1)
                    .filter(|&zeros| zeros <= left),
                Some(number) => {
                    let weight = weight_of(number);
                    values.push(weight);
                    Some(0).filter(|_| weight.abs() <= MAX_WEIGHT)
                }
                None => None,
            };
            let Some(zeros) = zeros else {
                let at = count - left;
                return fail(format!(
                    "tables {name}: read damaged bytes at weight {at}, expected {count} weights"
                ));
            };
            values.resize(values.len() + zeros, 0);
        }
        values.resize(end, 0);
        Ok(())
    }
}

/// The first number of some bytes, which it leaves out of them.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The weight of a number.
pub(crate) fn weight_of(number: u32) -> i32 {
    let size = (number / 2 + number % 2) as i32;
    if number.is_multiple_of(2) { size } else { -size }
}

/// The number of a weight.
pub(crate) fn number_of(weight: i32) -> u32 {
    2 * weight.unsigned_abs() - u32::from(weight < 0)
}

/// Adds the bytes of a table.
pub(crate) fn push_table(bytes: &mut Vec<u8>, mut table: &[i32]) {
    while let Some((&weight, rest)) = table.split_first() {
        table = rest;
        if weight == 0 {
            let zeros = rest.iter().take_while(|&&weight| weight == 0).count();
            table = &rest[zeros..];
            push_number(bytes, 0);
            push_number(bytes, zeros as u32);
        } else {
            push_number(bytes, number_of(weight));
        }
    }
}

/// Adds a number to some bytes.
pub(crate) fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
