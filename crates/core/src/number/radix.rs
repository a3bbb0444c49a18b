//! Conversion of digits of a radix to a whole number.
//!
//! If digits are converted one after the other, each step costs as much as all digits before it. So
//! only short chunks are converted in that way. Pairs of chunks are then combined repeatedly, each
//! time with the square of the previous power. The cost is that of a multiplication of the whole
//! length, which is far less than quadratic.

use num_bigint::BigUint;
use num_traits::{Num, Pow};

/// The number of digits of a chunk. For longer chunks multiplication is faster; shorter chunks need
/// more memory for intermediate results.
const PIECE: usize = 8192;

/// Converts at least one digit in a radix from 2 to 36. Returns `None` if there is any other byte,
/// such as a separator.
pub(super) fn magnitude(digits: &[u8], radix: u32) -> Option<BigUint> {
    let pieces = digits.rchunks(PIECE).map(|piece| short(piece, radix));
    let mut numbers = pieces.collect::<Option<Vec<BigUint>>>()?;
    let mut power = match numbers.len() {
        0 => return None,
        1 => return numbers.pop(),
        _ => BigUint::from(radix).pow(PIECE),
    };
    loop {
        let two_and_two = numbers.chunks_mut(2).map(|pair| {
            let low = std::mem::take(&mut pair[0]);
            match pair.get(1) {
                Some(high) => low + high * &power,
                None => low,
            }
        });
        numbers = two_and_two.collect();
        if numbers.len() == 1 {
            return numbers.pop();
        }
        power = &power * &power;
    }
}

fn short(piece: &[u8], radix: u32) -> Option<BigUint> {
    let valid = |byte: &u8| char::from(*byte).is_digit(radix);
    if piece.iter().all(valid) {
        BigUint::from_str_radix(std::str::from_utf8(piece).ok()?, radix).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_combined_to_the_number() {
        for count in [1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 5 * PIECE + 3] {
            for radix in [2, 10, 36] {
                let digit = |at: usize| char::from_digit(at as u32 * 7 % radix, radix);
                let digits: String = (1..=count).filter_map(digit).collect();
                let whole = BigUint::from_str_radix(&digits, radix).ok();
                assert_eq!(
                    magnitude(digits.as_bytes(), radix),
                    whole,
                    "{count} {radix}"
                );
            }
        }
    }

    #[test]
    fn other_bytes_than_digits_are_rejected() {
        let long = format!("{}_{}", "1".repeat(PIECE), "1".repeat(PIECE));
        for text in ["", "+1", "1_0", "12", &long] {
            assert_eq!(magnitude(text.as_bytes(), 2), None, "{text}");
        }
    }
}
