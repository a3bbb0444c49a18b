//! Values: how much memory they hold, and copies of small ones.
//!
//! For a garbage collector that cannot see the memory of the library, and for a binding that copies
//! small values instead of holding handles.

use crate::ffi::guard::quiet;
use crate::ffi::values::value::pcty_value;
use crate::types::{Flags, Kind};
use crate::values::Value;
use std::mem::MaybeUninit;

/// About how many bytes a value keeps alive, without its type and the texts of its parts. The value
/// knows the number, so its parts are not read; a part that occurs twice counts twice. A string
/// counts its text. An element also keeps its neighbors alive, which are not counted:
/// `docs/explanation/ownership.md` says how many. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_footprint(value: Option<&pcty_value>) -> u64 {
    quiet(0, || {
        value.map_or(0, |value| {
            let text = value.0.as_str_bytes().map_or(0, <[u8]>::len);
            u64::from(value.0.size()) * size_of::<Value>() as u64 + text as u64
        })
    })
}

/// Whether a value keeps at most `bytes` bytes alive, with the texts of its parts and without its type
/// and its neighbors, and holds nothing of the host: no capsule, no function, no deferred value. For
/// a host that frees many such values at once. It reads no more parts than fit into `bytes`. NULL:
/// gives true.
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
    // The size counts 16 bytes of a text as one, and leaves out what is less: so it is more than half
    // of the whole. Where the type tells that no part is a function, that may be enough.
    let hides = [Flags::ANY, Flags::FUNC, Flags::REFERENCE, Flags::VARIABLE];
    let most = 2 * size_of::<Value>() as u64 * u64::from(value.size());
    let mut room = bytes;
    most <= bytes && !hides.iter().any(|&flag| ty.has(flag)) || fits(value, &mut room)
}

/// Takes what a value keeps alive off the room for it; false where that ends. The limit of depth
/// bounds the recursion.
fn fits(value: &Value, room: &mut u64) -> bool {
    if value.is_in_place() {
        // Most parts are, and nothing else is to be asked of them.
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

/// Takes bytes off a room; false where it has not so many.
#[inline]
fn takes(bytes: usize, room: &mut u64) -> bool {
    let rest = room.checked_sub(bytes as u64);
    *room = rest.unwrap_or(*room);
    rest.is_some()
}

/// Space for a value of two words. Only the library reads the words; bytes that it does not use are
/// undefined.
#[repr(C)]
pub struct pcty_small {
    /// The first word.
    pub first: u64,
    /// The second word.
    pub second: u64,
}

/// Copies a value of two words that refers to nothing: known bools, whole numbers and integers of 64
/// bits, doubles and strings of up to 14 bytes, without marks. A pointer to the copy is a valid
/// `const pcty_value *` while the copy is neither moved nor changed. The copy may be copied again and
/// is never freed. In a number from `pcty_value_number_from_int64`,
/// `pcty_value_integer_from_int64`, or `pcty_value_number_from_text` with a whole number within
/// `int64_t`, the second word is the number, and the first word is the same for all numbers of one
/// of these functions. Which other values are copied may change between versions of the library.
///
/// Ownership: `*out` is plain data. NULL: gives false, as does any other value; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_small(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_small>>,
) -> bool {
    const { assert!(size_of::<pcty_small>() == size_of::<Value>()) };
    const { assert!(align_of::<pcty_small>() >= align_of::<Value>()) };
    quiet(false, || {
        let found = value.filter(|value| value.0.is_in_place());
        // SAFETY: both are 16 bytes that may be uninitialised in part, and are aligned the same; who
        // reads the copy as a value reads one that is in place, which owns nothing, so that two of it
        // are as good as one, whether they are dropped or not.
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
