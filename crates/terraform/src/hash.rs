//! Hashes: MD5, the families of SHA, bcrypt, and UUIDs.
//!
//! The hash of a text is that of its UTF-8 bytes. All texts here are in normal form C.

use crate::own::{Own, Shared, own, text_function};
use md5::{Digest, Md5};
use polycty_core::calls::{Call, Parameter, Signature};
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::{base64, hexadecimal};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{made, never_null, refused, string, text, whole};
use polycty_hcl::functions::{Cost, Function};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// The bytes that are hashed in a step.
const STEP_BYTES: usize = 16;

/// The steps charged for a round of bcrypt. The number of rounds is two to the power of the cost.
const ROUND: u64 = 800;

/// The steps charged for random bytes of the host.
const RANDOM: u32 = 64;

/// The maximum length of a text for bcrypt, in bytes.
const MAX_PASSWORD: usize = 72;

const DEFAULT_COST: i64 = 10;
const COSTS: std::ops::RangeInclusive<i64> = 4..=31;

/// The notation of a digest.
#[derive(Clone, Copy)]
pub(crate) enum Notation {
    Hex,
    Base64,
}

/// Hashes bytes and formats the digest.
pub(crate) type Hash = fn(&[u8], Notation) -> String;

/// The hashes by the names of their functions.
pub(crate) const HASHES: [(&str, Hash, Notation); 6] = [
    ("md5", digest::<Md5>, Notation::Hex),
    ("sha1", digest::<Sha1>, Notation::Hex),
    ("sha256", digest::<Sha256>, Notation::Hex),
    ("sha512", digest::<Sha512>, Notation::Hex),
    ("base64sha256", digest::<Sha256>, Notation::Base64),
    ("base64sha512", digest::<Sha512>, Notation::Base64),
];

fn digest<D: Digest>(bytes: &[u8], notation: Notation) -> String {
    let digest = D::digest(bytes);
    match notation {
        Notation::Hex => hexadecimal(&digest),
        Notation::Base64 => base64::strict(&digest),
    }
}

/// Charges the hashing of bytes.
pub(crate) fn hashes(bytes: usize, call: &Call<'_>) -> Result<()> {
    Ok(call.budget.charge((bytes / STEP_BYTES) as u64)?)
}

pub(crate) fn functions(host: &Shared) -> Vec<Own> {
    let mut all: Vec<Own> = HASHES
        .iter()
        .map(|(name, hash, notation)| {
            let function =
                text_function("str", "Returns the hash of a text.", move |text, call| {
                    hashes(text.len(), call)?;
                    made(&hash(text.as_bytes(), *notation), call)
                });
            own(name, Cost::Linear, function)
        })
        .collect();
    let random = host.clone();
    let bcrypt = Function::new(
        never_null(
            Signature::new()
                .describe("Returns a hash of a password, with a random salt.")
                .parameter(string("str", "The password."))
                .variadic(Parameter::new("cost", Type::number().clone())),
        ),
        Type::string().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            let cost = match &args[1..] {
                [] => DEFAULT_COST,
                [cost] => whole(cost)?,
                _ => return Err(refused("bcrypt() takes no more than two arguments")),
            };
            let failed =
                |why: &str| refused(format!("error occured generating password bcrypt: {why}"));
            let password = text(args[0])?;
            if password.len() > MAX_PASSWORD {
                return Err(failed("password length exceeds 72 bytes"));
            }
            let cost = match cost {
                cost if cost > *COSTS.end() => {
                    let why = format!(
                        "crypto/bcrypt: cost {cost} is outside allowed inclusive range 4..31"
                    );
                    return Err(failed(&why).quoting(Quotes::Argument(1)));
                }
                cost if cost < *COSTS.start() => DEFAULT_COST,
                cost => cost,
            };
            call.budget.charge(ROUND << cost)?;
            let mut salt = [0; 16];
            random.fill(&mut salt, call.budget)?;
            let hash = bcrypt::hash_with_salt(password, cost as u32, salt)
                .map_err(|error| Error::new(Code::Value, error.to_string()))?;
            made(&hash.format_for_version(bcrypt::Version::TwoA), call)
        },
    );
    all.push(own("bcrypt", Cost::Own, bcrypt));
    let random = host.clone();
    let uuid = Function::new(
        Signature::new().describe("Returns a random identifier."),
        Type::string().clone(),
        move |_: &[&Value], call: &Call<'_>| {
            let mut bytes = [0; 16];
            random.fill(&mut bytes, call.budget)?;
            made(&uuid_text(&bytes), call)
        },
    );
    all.push(own("uuid", Cost::Steps(RANDOM), uuid));
    let uuidv5 = Function::new(
        never_null(
            Signature::new()
                .describe("Returns the identifier of a name in a namespace.")
                .parameter(string(
                    "namespace",
                    "The namespace: dns, url, oid, x500, or a UUID.",
                ))
                .parameter(string("name", "The name.")),
        ),
        Type::string().clone(),
        |args: &[&Value], call: &Call<'_>| {
            let (namespace, name) = (text(args[0])?, text(args[1])?);
            let namespace = namespace_of(namespace).map_err(|why| {
                refused(format!(
                    "uuidv5() doesn't support namespace {namespace} ({why})"
                ))
                .quoting(Quotes::Argument(0))
            })?;
            let mut hash = Sha1::new();
            hash.update(namespace);
            hash.update(name);
            let digest = hash.finalize();
            let mut uuid = [0; 16];
            uuid.copy_from_slice(&digest[..16]);
            uuid[6] = uuid[6] & 0x0f | 0x50;
            uuid[8] = uuid[8] & 0x3f | 0x80;
            made(&uuid_text(&uuid), call)
        },
    );
    all.push(own("uuidv5", Cost::Linear, uuidv5));
    all
}

#[expect(clippy::string_slice, reason = "hexadecimal digits are ASCII")]
fn uuid_text(bytes: &[u8; 16]) -> String {
    let hex = hexadecimal(bytes);
    let parts = [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ];
    parts.join("-")
}

/// The namespaces of RFC 4122, which differ in one digit.
fn namespace_of(name: &str) -> Result<[u8; 16], String> {
    let known = |last: &str| uuid(&format!("6ba7b81{last}-9dad-11d1-80b4-00c04fd430c8"));
    match name {
        "dns" => known("0"),
        "url" => known("1"),
        "oid" => known("2"),
        "x500" => known("4"),
        other => uuid(other),
    }
}

/// Parses a UUID: plain, in braces, as a URN, or without hyphens.
fn uuid(text: &str) -> Result<[u8; 16], String> {
    let inner = match text.len() {
        36 | 32 => text,
        45 => {
            let (prefix, rest) = text.split_at_checked(9).unwrap_or_default();
            if !prefix.eq_ignore_ascii_case("urn:uuid:") {
                return Err(format!(
                    "invalid urn prefix: {}",
                    polycty_core::text::Quoted(prefix)
                ));
            }
            rest
        }
        // The first and the last character are not checked.
        38 => text.get(1..37).ok_or("invalid UUID format")?,
        length => return Err(format!("invalid UUID length: {length}")),
    };
    let invalid = || "invalid UUID format".to_owned();
    let bytes = inner.as_bytes();
    let hyphens = [8, 13, 18, 23];
    if bytes.len() == 36 && hyphens.iter().any(|at| bytes[*at] != b'-') {
        return Err(invalid());
    }
    let digits: Vec<u8> = match bytes.len() {
        36 => (bytes.iter().enumerate())
            .filter(|(at, _)| !hyphens.contains(at))
            .map(|(_, byte)| *byte)
            .collect(),
        _ => bytes.to_vec(),
    };
    let mut uuid = [0; 16];
    for (byte, pair) in uuid.iter_mut().zip(digits.chunks(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16).ok_or_else(invalid);
        *byte = (digit(0)? << 4 | digit(1)?) as u8;
    }
    Ok(uuid)
}
