//! Digests (`md5`, `sha1`, `sha256`, `digest`), and `fqdn_rand`, which is based on one.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes, no_text};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use md5::{Digest, Md5};
use polycty_core::number::Integer;
use polycty_core::text::hexadecimal;
use polycty_core::values::Value;
use sha1::Sha1;
use sha2::Sha256;

pub(super) const TABLE: &[Entry] = &[
    Entry::legacy("md5", Cost::Linear, Makes::Shallow, Takes::Exactly(1), md5),
    Entry::legacy(
        "sha1",
        Cost::Linear,
        Makes::Shallow,
        Takes::Exactly(1),
        sha1,
    ),
    Entry::legacy(
        "sha256",
        Cost::Linear,
        Makes::Shallow,
        Takes::Exactly(1),
        sha256,
    ),
    Entry::legacy(
        "digest",
        Cost::Linear,
        Makes::Shallow,
        Takes::Exactly(1),
        sha256,
    ),
    Entry::legacy(
        "fqdn_rand",
        Cost::Linear,
        Makes::Nothing,
        Takes::AtLeast(1),
        fqdn_rand,
    ),
];

fn of<D: Digest>(arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let text = value.as_str().ok_or_else(|| no_text(value))?;
    let digest = D::digest(text.as_bytes());
    Ok(Value::string(&hexadecimal(&digest)))
}

fn md5(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    of::<Md5>(arguments)
}

fn sha1(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    of::<Sha1>(arguments)
}

fn sha256(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    of::<Sha256>(arguments)
}

/// Ruby's random number generator: the Mersenne twister, seeded by an array of words.
struct Twister {
    words: [u32; 624],
    at: usize,
}

impl Twister {
    fn begun_by(key: &[u32]) -> Twister {
        let mut words = [0u32; 624];
        words[0] = 19_650_218;
        for at in 1..624 {
            let before = words[at - 1];
            words[at] = 1_812_433_253u32
                .wrapping_mul(before ^ (before >> 30))
                .wrapping_add(at as u32);
        }
        let (mut i, mut j) = (1usize, 0usize);
        let mixed = |words: &[u32; 624], i: usize, factor: u32| {
            let before = words[i - 1];
            words[i] ^ (before ^ (before >> 30)).wrapping_mul(factor)
        };
        for _ in 0..key.len().max(624) {
            words[i] = mixed(&words, i, 1_664_525)
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % key.len();
            if i >= 624 {
                words[0] = words[623];
                i = 1;
            }
        }
        for _ in 0..623 {
            words[i] = mixed(&words, i, 1_566_083_941).wrapping_sub(i as u32);
            i += 1;
            if i >= 624 {
                words[0] = words[623];
                i = 1;
            }
        }
        words[0] = 0x8000_0000;
        Twister { words, at: 624 }
    }

    fn next(&mut self) -> u32 {
        if self.at >= 624 {
            for at in 0..624 {
                let y = (self.words[at] & 0x8000_0000) | (self.words[(at + 1) % 624] & 0x7fff_ffff);
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.words[at] = self.words[(at + 397) % 624] ^ (y >> 1) ^ odd;
            }
            self.at = 0;
        }
        let mut y = self.words[self.at];
        self.at += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// Returns a number below a bound as Ruby does: it draws as many bits as the bound has until
    /// the number is below it.
    fn below(&mut self, bound: u64) -> u64 {
        let limit = bound - 1;
        let mask = u64::MAX.checked_shr(limit.leading_zeros()).unwrap_or(0);
        loop {
            let mut drawn = 0u64;
            let mut retry = false;
            for half in [1u32, 0] {
                if (mask >> (half * 32)) & 0xffff_ffff == 0 {
                    continue;
                }
                let part = (u64::from(self.next()) << (half * 32)) & mask;
                drawn |= part;
                if drawn > limit {
                    retry = true;
                    break;
                }
            }
            if !retry {
                return drawn;
            }
        }
    }
}

fn fqdn_rand(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let most = arguments.values[0]
        .as_small_whole()
        .or_else(|| arguments.text(0).parse().ok())
        .filter(|most| *most > 0)
        .ok_or_else(|| raised("fqdn_rand(): The first argument must be a positive integer"))?;
    let facts = interpreter.global("facts").cloned();
    let part = |value: Option<Value>, name: &str| -> Option<Value> {
        value?.as_ordered_map()?.get(&Value::string(name)).cloned()
    };
    let name = part(part(facts.clone(), "networking"), "fqdn").or_else(|| part(facts, "fqdn"));
    let Some(name) = name else {
        return Err(raised(
            "fqdn_rand() requires the fact 'networking.fqdn', which the host does not provide",
        ));
    };
    let mut seed = host_text(&name, interpreter.budget)?;
    // The colon is present even without a seed.
    seed.push_str(&format!(":{most}:"))?;
    for (at, value) in arguments.values[1..].iter().enumerate() {
        if at > 0 {
            seed.push_str(":")?;
        }
        seed.push(value)?;
    }
    let digest = Md5::digest(seed.as_bytes());
    // The words of the digest as a number, the lowest first.
    let mut key: Vec<u32> = digest
        .chunks_exact(4)
        .rev()
        .map(|word| {
            word.iter()
                .fold(0u32, |all, byte| (all << 8) | u32::from(*byte))
        })
        .collect();
    while key.len() > 1 && key.last() == Some(&0) {
        key.pop();
    }
    let drawn = Twister::begun_by(&key).below(most as u64);
    Ok(Value::from_integer(Integer::from(i128::from(drawn))))
}
