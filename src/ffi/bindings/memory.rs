//! Values: their memory use, and copies of small values.
//!
//! These functions are for a garbage collector that does not track the memory of the library, and
//! for a binding that copies small values instead of holding handles.

use crate::ffi::guard::quiet;
use crate::ffi::values::value::pcty_value;
use crate::types::{Flags, Kind};
use crate::values::Value;
use std::mem::MaybeUninit;

/// Returns the approximate number of bytes that a value keeps alive, without its type and the texts
/// of its parts. The number is stored in the value, so its parts are not read; a part that occurs
/// twice counts twice. The text of a string is included. An element also keeps its neighbors alive,
/// which are not counted; `docs/explanation/ownership.md` describes their number.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_footprint(value: Option<&pcty_value>) -> u64 {
    quiet(0, || {
        value.map_or(0, |value| {
            let text = value.0.as_str_bytes().map_or(0, <[u8]>::len);
            u64::from(value.0.size()) * size_of::<Value>() as u64 + text as u64
        })
    })
}

/// Returns whether a value keeps at most `bytes` bytes alive and holds no data of the host: no
/// capsule, no function, no deferred value. The bytes include the texts of its parts, but not its
/// type and its neighbors. This is for a host that frees many such values at once. The function
/// stops as soon as the parts exceed `bytes`.
///
/// NULL: returns true.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_is_light(value: Option<&pcty_value>, bytes: u64) -> bool {
    quiet(false, || {
        value.is_none_or(|value| value.0.is_in_place() || is_light(&value.0, bytes))
    })
}

fn is_light(value: &Value, bytes: u64) -> bool {
    let ty = value.ty();
    if ty.has(Flags::CAPSULE) || ty.has(Flags::EVENTUAL) {
        return false;
    }
    // The size counts 16 bytes of a text as one and omits a smaller rest, so it is more than half
    // of the real size. If the type shows that no part is a function, this estimate may be
    // sufficient.
    let hides = [Flags::ANY, Flags::FUNC, Flags::REFERENCE, Flags::VARIABLE];
    let most = 2 * size_of::<Value>() as u64 * u64::from(value.size());
    let mut room = bytes;
    most <= bytes && !hides.iter().any(|&flag| ty.has(flag)) || fits(value, &mut room)
}

/// Subtracts the bytes that a value keeps alive from the remaining number; returns false if they
/// exceed it. The nesting limit bounds the recursion.
fn fits(value: &Value, room: &mut u64) -> bool {
    if value.is_in_place() {
        // Most parts are stored in place and need no further check.
        return takes(size_of::<Value>(), room);
    }
    let value = value.unmarked();
    let text = value.as_str_bytes().map_or(0, <[u8]>::len);
    if !takes(size_of::<Value>() + text, room) {
        return false;
    }
    if let Some(parts) = value.parts() {
        parts.iter().all(|part| fits(part, room))
    } else if let Some(entries) = value.entries() {
        entries
            .iter()
            .all(|entry| takes(entry.key_bytes().len(), room) && fits(entry.value(), room))
    } else if let Some(hash) = value.as_ordered_map() {
        hash.entries()
            .iter()
            .all(|(key, part)| fits(key, room) && fits(part, room))
    } else {
        !matches!(value.ty().kind(), Kind::Func(_))
    }
}

/// Subtracts bytes from the remaining number; returns false if they exceed it.
#[inline]
fn takes(bytes: usize, room: &mut u64) -> bool {
    let rest = room.checked_sub(bytes as u64);
    *room = rest.unwrap_or(*room);
    rest.is_some()
}

/// Memory for a value of two words. Only the library reads the words; bytes that it does not use
/// are undefined.
#[repr(C)]
pub struct pcty_small {
    /// The first word.
    pub first: u64,
    /// The second word.
    pub second: u64,
}

/// Copies a value of two words that refers to no other memory: known bools, whole numbers and
/// integers of 64 bits, doubles and strings of up to 14 bytes, without marks.
///
/// A pointer to the copy is a valid `const pcty_value *` while the copy is neither moved nor
/// changed. The copy may be copied again and is never freed. In a number from
/// `pcty_value_number_from_int64`, `pcty_value_integer_from_int64`, or
/// `pcty_value_number_from_text` with a whole number within `int64_t`, the second word is the
/// number, and the first word is the same for all numbers of one of these functions. Which other
/// values are copied may change between versions of the library.
///
/// Returns: false for any other value.
/// Ownership: `*out` is plain data.
/// NULL: returns false; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_small(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_small>>,
) -> bool {
    const { assert!(size_of::<pcty_small>() == size_of::<Value>()) };
    const { assert!(align_of::<pcty_small>() >= align_of::<Value>()) };
    quiet(false, || {
        let found = value.filter(|value| value.0.is_in_place());
        // SAFETY: both are 16 bytes that may be partly uninitialized, with the same alignment.
        // Readers of the copy treat it as a value stored in place. Such a value owns nothing, so a
        // second copy is valid, whether either is dropped or not.
        let copy = found.map(|value| unsafe {
            std::ptr::from_ref(value)
                .cast::<MaybeUninit<pcty_small>>()
                .read()
        });
        match (copy, out) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(copy), Some(out)) => {
                *out = copy;
                true
            }
        }
    })
}
