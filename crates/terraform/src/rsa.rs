//! Decryption with an RSA private key (`rsadecrypt`).
//!
//! PKCS #1 v1.5, with a key in PEM, as PKCS #1 or PKCS #8. The decryption does not run in constant
//! time: its duration depends on the key and on the padding. SECURITY.md describes the consequence.
//!
//! The crate `rsa` (0.9.10) does not replace this module: it has the same weakness
//! (RUSTSEC-2023-0071, without a fixed release), and it brings a second implementation of big
//! integers, an older generation of `digest`, and `rand`. The budget is charged by the size of the
//! key before the computation.

use crate::own::{Own, own};
use crate::sensitive::WITHHELD;
use num_bigint::BigUint;
use num_traits::Zero;
use polycty_core::calls::{Allow, Call, Signature};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::{Quoted, base64};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{goes_through, made, never_null, refused, string, text};
use polycty_hcl::functions::{Cost, Function};

/// The maximum length of a key, in bits.
const MAX_BITS: u64 = 16_384;

/// The steps of decryption with a key of 1000 bits. They grow with the square of the modulus's
/// length and with the exponent's length.
const STEPS: u64 = 20_000;

/// The factor for an even modulus, which no valid key has.
const EVEN: u64 = 4;

pub(crate) fn functions() -> Vec<Own> {
    let signature = Signature::new()
        .describe("Decrypts a text with an RSA private key.")
        .parameter(string("ciphertext", "The text, in Base64.").allow(Allow::MARKED))
        .parameter(string("privatekey", "The key, in PEM.").allow(Allow::MARKED));
    let function = Function::new(
        never_null(signature),
        Type::string().clone(),
        |args: &[&Value], call: &Call<'_>| {
            let marks = args[0].marks().union(&args[1].marks());
            let (encrypted, key) = (text(args[0].unmarked())?, text(args[1].unmarked())?);
            goes_through(encrypted, call)?;
            goes_through(key, call)?;
            let bytes = base64::from_padded(encrypted.as_bytes()).map_err(|_| {
                let shown = if args[0].is_marked() {
                    WITHHELD.to_owned()
                } else {
                    Quoted(encrypted).to_string()
                };
                let message =
                    format!("failed to decode input {shown}: cipher text must be base64-encoded");
                refused(message).with_argument(0)
            })?;
            let key = Key::read(key)?;
            call.budget.charge(key.steps())?;
            let plain = key
                .decrypt(&bytes)
                .ok_or_else(|| refused("failed to decrypt: crypto/rsa: decryption error"))?;
            let plain = String::from_utf8(plain)
                .map_err(|_| refused("the decrypted text is not valid UTF-8"))?;
            Ok(made(&plain, call)?.with_marks(&marks))
        },
    );
    vec![own("rsadecrypt", Cost::Own, function)]
}

/// A private key.
struct Key {
    modulus: BigUint,
    exponent: BigUint,
}

#[cold]
fn invalid(why: &str) -> Error {
    refused(format!("invalid private key: {why}")).with_argument(1)
}

#[cold]
fn not_asn1() -> Error {
    refused("invalid ASN1 data in the given private key").with_argument(1)
}

impl Key {
    /// Parses the key in the first block of a PEM text.
    fn read(pem: &str) -> Result<Key> {
        let none = || invalid("ssh: no key found");
        let (_, pem) = pem.split_once("-----BEGIN ").ok_or_else(none)?;
        let (label, body) = pem.split_once("-----").ok_or_else(none)?;
        let end = format!("-----END {label}-----");
        let (body, _) = body.split_once(&end).ok_or_else(none)?;
        if body.contains("ENCRYPTED") || label.starts_with("ENCRYPTED") {
            return Err(invalid("ssh: this private key is passphrase protected"));
        }
        let compact: String = body.chars().filter(|c| !c.is_whitespace()).collect();
        let der = base64::from_padded(compact.as_bytes()).map_err(|_| none())?;
        match label {
            "RSA PRIVATE KEY" => Key::of_pkcs1(&der),
            "PRIVATE KEY" => Key::of_pkcs8(&der),
            "EC PRIVATE KEY" | "DSA PRIVATE KEY" | "OPENSSH PRIVATE KEY" => Err(other_kind()),
            label => {
                let why = format!("ssh: unsupported key type {}", Quoted(label));
                Err(invalid(&why).quoting(Quotes::Argument(1)))
            }
        }
    }

    fn of_pkcs1(der: &[u8]) -> Result<Key> {
        let mut key = Der(der).sequence().ok_or_else(not_asn1)?;
        let version = key.integer();
        let numbers = version.and_then(|_| Some((key.integer()?, key.integer()?, key.integer()?)));
        let (modulus, _, exponent) = numbers.ok_or_else(not_asn1)?;
        if modulus.bits() > MAX_BITS || exponent.bits() > MAX_BITS {
            return Err(invalid("the key is too long"));
        }
        if modulus.is_zero() {
            return Err(invalid("the key has no modulus"));
        }
        Ok(Key { modulus, exponent })
    }

    fn of_pkcs8(der: &[u8]) -> Result<Key> {
        /// The bytes of 1.2.840.113549.1.1.1.
        const RSA: [u8; 9] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
        let mut outer = Der(der).sequence().ok_or_else(not_asn1)?;
        outer.integer().ok_or_else(not_asn1)?;
        let mut algorithm = outer.sequence().ok_or_else(not_asn1)?;
        if algorithm.read(6).ok_or_else(not_asn1)? != RSA {
            return Err(other_kind());
        }
        Key::of_pkcs1(outer.read(4).ok_or_else(not_asn1)?)
    }

    /// The steps of decryption with this key.
    fn steps(&self) -> u64 {
        let kilobits = |number: &BigUint| number.bits() / 1000 + 1;
        let steps = STEPS * kilobits(&self.modulus).pow(2) * kilobits(&self.exponent);
        if self.modulus.bit(0) {
            steps
        } else {
            EVEN * steps
        }
    }

    /// Decrypts a text and removes the padding, `00 02 random 00 text`.
    fn decrypt(&self, encrypted: &[u8]) -> Option<Vec<u8>> {
        let number = BigUint::from_bytes_be(encrypted);
        let length = self.modulus.bits().div_ceil(8) as usize;
        if number >= self.modulus || encrypted.len() > length {
            return None;
        }
        let padded = number.modpow(&self.exponent, &self.modulus).to_bytes_be();
        // The number has no leading zero byte.
        if padded.len() + 1 != length || padded.first() != Some(&2) {
            return None;
        }
        let end = padded.iter().position(|byte| *byte == 0)?;
        (end > 8).then(|| padded[end + 1..].to_vec())
    }
}

#[cold]
fn other_kind() -> Error {
    refused("invalid private key type: an RSA key is required").with_argument(1)
}

/// The rest of a text in DER.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// Returns the content of the next element, which must have a tag.
    fn read(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(2)?;
        if head[0] != tag {
            return None;
        }
        let (length, rest) = match head[1] {
            short @ 0..0x80 => (usize::from(short), rest),
            long => {
                let (digits, rest) = rest.split_at_checked(usize::from(long & 0x7f))?;
                if digits.len() > 4 {
                    return None;
                }
                let length = digits
                    .iter()
                    .fold(0, |sum, byte| sum << 8 | usize::from(*byte));
                (length, rest)
            }
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(content)
    }

    fn sequence(&mut self) -> Option<Der<'a>> {
        self.read(0x30).map(Der)
    }

    fn integer(&mut self) -> Option<BigUint> {
        self.read(2).map(BigUint::from_bytes_be)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_key_depends_on_modulus_and_exponent() {
        let steps = |modulus: u64, exponent: u64| {
            let longest = |bits: u64| (BigUint::from(1u8) << bits) - 1u8;
            let key = |modulus| Key {
                modulus,
                exponent: longest(exponent),
            };
            let (odd, even) = (longest(modulus), longest(modulus) - 1u8);
            (key(odd).steps(), key(even).steps())
        };
        assert_eq!(steps(999, 999), (STEPS, 4 * STEPS));
        assert_eq!(steps(2048, 2048).0, 27 * STEPS);
        assert_eq!(steps(999, MAX_BITS).0, 17 * STEPS);
        assert_eq!(steps(MAX_BITS, 17).0, 289 * STEPS);
    }
}
