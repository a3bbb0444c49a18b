//! Random changes to inputs, without coverage information.
//!
//! libFuzzer counts the edges that each input reaches and continues with new ones, which costs far
//! more than most targets do. Here an input is one of the kept inputs, or parts of several, changed
//! at random: ten to a hundred times as many inputs are run. The same seed produces the same
//! inputs.

use std::ops::Range;

/// Reproducible pseudo-random numbers: xorshift, after Marsaglia.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // Consecutive seeds begin far from each other; a state of zero would remain zero.
        Self((seed.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// A range within `length` bytes, usually a short one.
    fn part(&mut self, length: usize) -> Range<usize> {
        let from = self.below(length + 1);
        let longest = match self.below(3) {
            0 => length,
            1 => 16,
            _ => 4,
        };
        let count = 1 + self.below(longest);
        from..from.saturating_add(count).min(length)
    }
}

/// One of `kept`, changed in one to eight positions, with at most `most` bytes.
pub fn input(kept: &[Vec<u8>], most: usize, random: &mut Random, input: &mut Vec<u8>) {
    input.clear();
    if !kept.is_empty() {
        input.extend_from_slice(&kept[random.below(kept.len())]);
    }
    for _ in 0..1 + random.below(8) {
        change(input, kept, random);
    }
    input.truncate(most);
}

/// Removes, replaces, repeats or inserts a part, also of a different input.
fn change(input: &mut Vec<u8>, kept: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    match random.below(8) {
        0 => drop(input.drain(random.part(input.len()))),
        1 if at < input.len() => input[at] = random.byte(),
        2 if at < input.len() => input[at] ^= 1 << random.below(8),
        3 => input.truncate(at.max(1)),
        4 => {
            let again = input[random.part(input.len())].to_vec();
            input.splice(at..at, again);
        }
        5 | 6 if !kept.is_empty() => {
            let other = &kept[random.below(kept.len())];
            let part = random.part(other.len());
            let over = match random.below(2) {
                0 => at,
                _ => (at + part.len()).min(input.len()),
            };
            input.splice(at..over, other[part].iter().copied());
        }
        _ => {
            let count = 1 + random.below(8);
            input.splice(at..at, (0..count).map(|_| random.byte()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs() {
        let kept = [b"list(string)".to_vec(), b"map(number)".to_vec()];
        let made = |seed| {
            let mut random = Random::new(seed);
            let mut all = Vec::new();
            for _ in 0..1_000 {
                let mut one = Vec::new();
                input(&kept, 24, &mut random, &mut one);
                assert!(one.len() <= 24);
                all.push(one);
            }
            all
        };
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        let crossed = |one: &Vec<u8>| {
            let has = |word: &[u8]| one.windows(word.len()).any(|part| part == word);
            has(b"list(") && has(b"number")
        };
        assert!(made(1).iter().any(crossed), "parts of two inputs meet");
    }

    #[test]
    fn nothing_kept_is_no_fault() {
        let mut random = Random::new(0);
        let mut one = Vec::new();
        for _ in 0..1_000 {
            input(&[], 8, &mut random, &mut one);
        }
    }
}
