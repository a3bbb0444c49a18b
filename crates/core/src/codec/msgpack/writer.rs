//! Writer of MessagePack tokens.
//!
//! Every token uses the shortest format. Fractions are doubles if these are exact; numbers that are
//! neither 64-bit integers nor doubles are decimal text.

use crate::number::Number;
use crate::source::Result;
use rmp::Marker;

/// Appends a bool.
pub(super) fn write_bool(value: bool, out: &mut Vec<u8>) {
    out.push(if value { Marker::True } else { Marker::False }.to_u8());
}

/// Appends the head of a map.
pub(super) fn write_map_head(length: usize, out: &mut Vec<u8>) {
    write_head(
        length,
        |length| (length < 16).then_some(Marker::FixMap(length as u8)),
        [None, Some(Marker::Map16), Some(Marker::Map32)],
        out,
    );
}

/// Appends a string.
#[inline]
pub(super) fn write_text(text: &[u8], out: &mut Vec<u8>) {
    write_head(
        text.len(),
        |length| (length < 32).then_some(Marker::FixStr(length as u8)),
        [Marker::Str8, Marker::Str16, Marker::Str32].map(Some),
        out,
    );
    out.extend_from_slice(text);
}

/// Appends the head of a value with a length: a marker that includes the length, or a marker and a
/// length of 8, 16 or 32 bits.
#[inline]
pub(super) fn write_head(
    length: usize,
    fixed: impl Fn(usize) -> Option<Marker>,
    [small, medium, large]: [Option<Marker>; 3],
    out: &mut Vec<u8>,
) {
    if let Some(marker) = fixed(length) {
        out.push(marker.to_u8());
    } else if let (Some(marker), Ok(length)) = (small, u8::try_from(length)) {
        out.extend_from_slice(&[marker.to_u8(), length]);
    } else if let (Some(marker), Ok(length)) = (medium, u16::try_from(length)) {
        out.push(marker.to_u8());
        out.extend_from_slice(&length.to_be_bytes());
    } else if let Some(marker) = large {
        out.push(marker.to_u8());
        out.extend_from_slice(&(length as u32).to_be_bytes());
    }
}

/// Appends a number: a 64-bit integer, a double if that is exact and not whole, or decimal text.
pub(super) fn write_number(number: &Number, out: &mut Vec<u8>) -> Result<()> {
    if let Some(int) = number.to_i64() {
        write_integer(int, out);
        return Ok(());
    }
    let (double, exact) = number.to_f64();
    if number.is_infinite() || (exact && !number.is_integer()) {
        out.push(Marker::F64.to_u8());
        out.extend_from_slice(&double.to_be_bytes());
        return Ok(());
    }
    write_text(number.to_text()?.as_bytes(), out);
    Ok(())
}

/// Appends an integer in its shortest format.
pub(super) fn write_integer(int: i64, out: &mut Vec<u8>) {
    macro_rules! write {
        ($marker:expr, $int:expr) => {{
            out.push($marker.to_u8());
            out.extend_from_slice(&$int.to_be_bytes());
        }};
    }
    match int {
        0..=0x7f => out.push(Marker::FixPos(int as u8).to_u8()),
        -32..=-1 => out.push(Marker::FixNeg(int as i8).to_u8()),
        0x80..=0xff => write!(Marker::U8, int as u8),
        0x100..=0xffff => write!(Marker::U16, int as u16),
        0x1_0000..=0xffff_ffff => write!(Marker::U32, int as u32),
        0x1_0000_0000.. => write!(Marker::U64, int),
        -0x80..=-33 => write!(Marker::I8, int as i8),
        -0x8000..=-0x81 => write!(Marker::I16, int as i16),
        -0x8000_0000..=-0x8001 => write!(Marker::I32, int as i32),
        _ => write!(Marker::I64, int),
    }
}
