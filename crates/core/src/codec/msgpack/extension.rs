//! MessagePack extension types: the encoding of unknown values (as in go-cty).
//!
//! An extension of one byte is an unknown value without refinements. An extension of the type 0x0c
//! contains a map of refinements with small integers as keys. Unknown keys are reserved and
//! ignored.

use super::reader::Reader;
use super::writer::{write_bool, write_head, write_integer, write_number, write_text};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::{Bound, BoundKind, Detail, Refinement, Value, safe_prefix};
use rmp::Marker;

/// The extension type of an unknown value with refinements.
const REFINED: u8 = 0x0c;

/// The maximum length of refinements that are read, in bytes.
const MAX_BODY: usize = 1024;

/// The maximum length of a prefix. Longer prefixes are truncated, which is correct, since
/// refinements may be less precise.
const MAX_PREFIX: usize = 256;

const NULLNESS: i64 = 1;
const PREFIX: i64 = 2;
const NUMBER_MIN: i64 = 3;
const NUMBER_MAX: i64 = 4;
const LENGTH_MIN: i64 = 5;
const LENGTH_MAX: i64 = 6;

/// Writes an unknown value.
#[expect(clippy::string_slice, reason = "the end is moved back to a boundary")]
pub(super) fn write_unknown(refinement: &Refinement, out: &mut Vec<u8>) -> Result<()> {
    let mut body = Vec::new();
    let mut count = 0u8;
    let mut key = |key: i64, body: &mut Vec<u8>| {
        count += 1;
        write_integer(key, body);
    };
    if refinement.not_null {
        key(NULLNESS, &mut body);
        body.push(Marker::False.to_u8());
    }
    match &refinement.detail {
        Detail::Nothing => {}
        Detail::Prefix(prefix) => {
            let mut prefix: &str = prefix;
            if prefix.len() > MAX_PREFIX {
                let mut cut = MAX_PREFIX - 1;
                while !prefix.is_char_boundary(cut) {
                    cut -= 1;
                }
                prefix = safe_prefix(&prefix[..cut]);
            }
            key(PREFIX, &mut body);
            write_text(prefix.as_bytes(), &mut body);
        }
        Detail::Number { min, max } => {
            for (name, bound) in [(NUMBER_MIN, min), (NUMBER_MAX, max)] {
                if let Some(Bound { value, inclusive }) = bound
                    && !value.is_infinite()
                {
                    key(name, &mut body);
                    body.push(Marker::FixArray(2).to_u8());
                    write_number(value, &mut body)?;
                    write_bool(*inclusive, &mut body);
                }
            }
        }
        Detail::Length { min, max } => {
            if *min != 0 {
                key(LENGTH_MIN, &mut body);
                write_integer(*min as i64, &mut body);
            }
            if let Some(max) = max {
                key(LENGTH_MAX, &mut body);
                write_integer(*max as i64, &mut body);
            }
        }
    }
    if count == 0 {
        out.extend_from_slice(&[Marker::FixExt1.to_u8(), 0, 0]);
        return Ok(());
    }
    write_head(
        body.len() + 1,
        |length| match length {
            1 => Some(Marker::FixExt1),
            2 => Some(Marker::FixExt2),
            4 => Some(Marker::FixExt4),
            8 => Some(Marker::FixExt8),
            16 => Some(Marker::FixExt16),
            _ => None,
        },
        [Marker::Ext8, Marker::Ext16, Marker::Ext32].map(Some),
        out,
    );
    out.push(REFINED);
    out.push(Marker::FixMap(count).to_u8());
    out.extend_from_slice(&body);
    Ok(())
}

/// Reads an extension as an unknown value of a type.
pub(super) fn read_unknown(reader: &mut Reader<'_>, ty: &Type) -> Result<Value> {
    let (code, length) = (reader.extension())
        .map_err(|error| error.with_message("extension code is required for unknown value"))?;
    if length <= 1 {
        read_body(reader, length)?;
        return Ok(Value::unknown(ty.clone()));
    }
    if code != REFINED {
        // cty prints the code as a signed byte.
        let (sign, code) = match code as i8 {
            code @ ..0 => ("-", code.unsigned_abs()),
            code => ("", code as u8),
        };
        let digits = if sign.is_empty() { 2 } else { 1 };
        let message =
            format!("unsupported extension type {sign}0x{code:0digits$x} with len {length}");
        return Err(Error::new(Code::Unsupported, message).with_offset(reader.offset()));
    }
    if length > MAX_BODY {
        let message = "oversize unknown value refinement";
        return Err(Error::new(Code::Limit, message).with_offset(reader.offset()));
    }
    let start = reader.offset();
    read_refinements(read_body(reader, length)?, ty).map_err(|error| error.with_offset(start))
}

fn read_body<'a>(reader: &mut Reader<'a>, length: usize) -> Result<&'a [u8]> {
    reader.take(length).map_err(|error| {
        let message = format!("failed to read msgpack extension body: {}", error.message());
        error.with_message(message)
    })
}

fn read_refinements(body: &[u8], ty: &Type) -> Result<Value> {
    let mut reader = Reader::new(body);
    let count = reader.map_length().map_err(|_| broken("not a map"))?;
    if ty.is_any() {
        return Ok(Value::unknown(ty.clone()));
    }
    let mut builder = Value::unknown(ty.clone()).refine();
    for _ in 0..count.unwrap_or(0) {
        let key = (reader.i64()).map_err(|_| broken("non-integer key in map"))?;
        builder = match key {
            NULLNESS => {
                let null = (reader.bool()).map_err(|_| broken("null refinement is not boolean"))?;
                if null {
                    builder.null()
                } else {
                    builder.not_null()
                }
            }
            PREFIX => {
                if !ty.is_string() {
                    return Err(broken("string prefix refinement for non-string type"));
                }
                let prefix = (reader.bytes())
                    .map_err(|_| broken("string prefix refinement is not string"))?;
                let prefix = std::str::from_utf8(prefix)
                    .map_err(|_| broken("string prefix refinement is not valid UTF-8"))?;
                builder.prefix_full(prefix)
            }
            NUMBER_MIN | NUMBER_MAX => {
                if !ty.is_number() {
                    return Err(broken("numeric bound refinement for non-number type"));
                }
                let (bound, kind) = read_bound(&mut reader).ok_or_else(|| {
                    broken("length bound refinement must be [number, bool] array")
                })?;
                if key == NUMBER_MIN {
                    builder.at_least(&bound, kind)
                } else {
                    builder.at_most(&bound, kind)
                }
            }
            LENGTH_MIN | LENGTH_MAX => {
                if !ty.is_collection() {
                    return Err(broken(
                        "length lower bound refinement for non-collection type",
                    ));
                }
                let bound = reader.i64().map_err(|_| {
                    broken("length bound refinement must be integer or [integer, bool] array")
                })?;
                match (u64::try_from(bound), key) {
                    (Ok(bound), LENGTH_MIN) => builder.length_at_least(bound),
                    (Ok(bound), _) => builder.length_at_most(bound),
                    // Every length is at least a negative one.
                    (Err(_), LENGTH_MIN) => builder,
                    (Err(_), _) => return Err(broken("negative length")),
                }
            }
            _ => builder,
        };
    }
    builder
        .build()
        .map_err(|error| error.of_input(Code::Syntax))
}

/// Reads a bound of a number: the number, and whether the bound includes it.
fn read_bound(reader: &mut Reader<'_>) -> Option<(Value, BoundKind)> {
    if reader.array_length().ok()? != Some(2) {
        return None;
    }
    // The whole body is short.
    let bound = reader.number(|_| Ok(())).ok()??;
    // The reader treats nil as false.
    if reader.peek().ok()? == Marker::Null {
        return None;
    }
    let kind = if reader.bool().ok()? {
        BoundKind::Inclusive
    } else {
        BoundKind::Exclusive
    };
    Some((Value::from_number(bound), kind))
}

#[cold]
fn broken(message: &str) -> Error {
    Error::new(
        Code::Syntax,
        format!("failed to decode msgpack extension body: {message}"),
    )
}
