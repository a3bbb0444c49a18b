//! Values: a summary of each of many, in one call.
//!
//! A binding that makes its own objects needs nearly the same of each value: its kind, its state and
//! its content. A summary has all that can be read without work. A call gives the summaries of the
//! parts of a container, or of the attribute with one name of each part, as a column of a table.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, make_charged, need, quiet, text};
use crate::ffi::reading::other_type;
use crate::ffi::types::parts::{PCTY_KIND_MISSING, kind, pcty_kind};
use crate::ffi::values::container::Parts;
use crate::ffi::values::value::{PCTY_STATE_NONE, pcty_state, pcty_value, state};
use crate::source::{Code, Error};
use crate::types::Type;
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// What is known of a value without work. Where there is none, all is 0, false or NULL.
#[repr(C)]
pub struct pcty_summary {
    /// The value, lent as a part of a container is.
    pub value: *const pcty_value,
    /// The text of a known string without marks, lent as long as the value.
    pub text: pcty_str,
    /// A bool, as 0 or 1; a whole number or an integer, if `is_small`; of a container the number of its
    /// parts, as `pcty_value_length` tells it.
    pub number: i64,
    /// Which constructor made its type.
    pub kind: pcty_kind,
    /// Whether it is known, null or unknown.
    pub state: pcty_state,
    /// Whether its content is in `text` or in `number`.
    pub has_content: bool,
    /// Whether `pcty_value_small` copies it: then what stands at `value` is the copy.
    pub is_small: bool,
    /// Whether it carries marks itself.
    pub is_marked: bool,
}

impl pcty_summary {
    const NOTHING: pcty_summary = pcty_summary {
        value: ptr::null(),
        text: pcty_str::NONE,
        number: 0,
        kind: PCTY_KIND_MISSING,
        state: PCTY_STATE_NONE,
        has_content: false,
        is_small: false,
        is_marked: false,
    };

    #[inline(always)]
    fn at(value: &Value) -> pcty_summary {
        let is_marked = value.is_marked();
        let text = value.as_str_bytes().filter(|_| !is_marked);
        let number = value.as_small_whole().or_else(|| {
            let length = || Parts::of(value).map(|parts| parts.len() as i64);
            value.as_bool().map(i64::from).or_else(length)
        });
        let number = number.filter(|_| !is_marked);
        pcty_summary {
            value: pcty_value::lend(value),
            text: text.map_or(pcty_str::NONE, pcty_str::lend_bytes),
            number: number.unwrap_or(0),
            kind: kind(value.ty()),
            state: state(value),
            has_content: number.is_some() || text.is_some(),
            is_small: value.is_in_place(),
            is_marked,
        }
    }
}

/// A summary of a value.
///
/// Ownership: what `*out` has is lent as long as the value; the rest is plain data. NULL: gives the
/// summary of no value; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_summary(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_summary>>,
) {
    quiet((), || {
        if let Some(out) = out {
            write_glance(out, value.map(|value| &value.0));
        }
    });
}

/// What the parts of a container are, at a glance each, from a position on and at most so many, in the
/// order of `pcty_value_element_at`. Gives how many these are.
///
/// Ownership: what they have is lent as long as `value`. NULL: gives 0, as do other values and what
/// carries marks; `out` may be if `count` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_part_summaries(
    value: Option<&pcty_value>,
    from: usize,
    count: usize,
    out: *mut pcty_summary,
) -> usize {
    quiet(0, || {
        let parts = unmarked(value).map(|parts| parts.slice(from, count));
        let count = parts.map_or(0, Parts::len);
        for at in 0..count {
            let part = parts.and_then(|parts| parts.get(at));
            // SAFETY: by the header's contract there is room for as many.
            unsafe { write(out, at, part) };
        }
        count
    })
}

/// What the parts of a container have under a name, at a glance each: an attribute of an object, or what
/// stands in a map under the key. It goes from a position on and gives how many parts there are, as
/// `pcty_value_part_summaries` does; of what has nothing under the name, or carries marks, that is a glance
/// at nothing.
///
/// Ownership: what they have is lent as long as `value`. NULL: as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_column_summaries(
    value: Option<&pcty_value>,
    name: pcty_str,
    from: usize,
    count: usize,
    out: *mut pcty_summary,
) -> usize {
    quiet(0, || {
        let mut column = Column {
            name: text(&name, "name").ok(),
            found: None,
        };
        let parts = unmarked(value).map(|parts| parts.slice(from, count));
        let count = parts.map_or(0, Parts::len);
        for at in 0..count {
            let part = parts.and_then(|parts| parts.get(at));
            let found = part.and_then(|part| column.of(part));
            // SAFETY: by the header's contract there is room for as many.
            unsafe { write(out, at, found) };
        }
        count
    })
}

/// The parts of a container without marks.
fn unmarked(value: Option<&pcty_value>) -> Option<Parts<'_>> {
    let value = value.map(|value| &value.0);
    value.filter(|value| !value.is_marked()).and_then(Parts::of)
}

/// # Safety
/// There is room for a glance at this place, unless `out` is NULL.
#[inline]
unsafe fn write(out: *mut pcty_summary, at: usize, value: Option<&Value>) {
    if !out.is_null() {
        // SAFETY: by this function's contract.
        write_glance(unsafe { &mut *out.add(at).cast() }, value);
    }
}

/// Writes each field where it is to be: a copy of the whole would wait for those of a few bytes.
#[inline]
fn write_glance(out: &mut MaybeUninit<pcty_summary>, value: Option<&Value>) {
    match value {
        Some(value) => out.write(pcty_summary::at(value)),
        None => out.write(pcty_summary::NOTHING),
    };
}

/// What is looked for in one part after the other, of which most are of one type.
struct Column<'a> {
    name: Option<&'a str>,
    /// The last type of an object, and where it has the name.
    found: Option<(&'a Type, Option<usize>)>,
}

impl<'a> Column<'a> {
    fn of(&mut self, part: &'a Value) -> Option<&'a Value> {
        let name = self.name.filter(|_| !part.is_marked())?;
        let Some(values) = part.parts() else {
            return match part.as_ordered_map() {
                Some(map) => map.get(&Value::string(name)),
                None => part.element(name),
            };
        };
        let ty = part.ty();
        let place = match self.found {
            Some((known, place)) if known == ty => place,
            _ => ty.as_object().and_then(|object| object.position(name)),
        };
        self.found = Some((ty, place));
        values.get(place?)
    }
}

/// Parts of a container, from a position on and at most so many, as a list of their own, which does not
/// keep the container alive.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE if they are not of one type; PCTY_ERROR_NOT_FOUND if there are none.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_parts(
    value: Option<&pcty_value>,
    from: usize,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = need(value, "value")?;
        let parts = unmarked(Some(value)).map(|parts| parts.slice(from, count));
        let Some((parts, first)) = parts.and_then(|parts| Some((parts, parts.get(0)?))) else {
            return Err(Error::new(
                Code::NotFound,
                format!("the value has no parts from position {from} on"),
            ));
        };
        budget.charge(parts.len() as u64)?;
        let element = match value.0.ty().element() {
            Some(element) => element,
            None => {
                for at in 1..parts.len() {
                    let of_another = parts.get(at).filter(|part| part.ty() != first.ty());
                    if let Some(other) = of_another {
                        let error = other_type(other, first.ty(), "a part of the first one's type");
                        return Err(error.in_index(at));
                    }
                }
                first.ty()
            }
        };
        let list = Type::list(element.clone())?;
        match parts {
            Parts::Values(values) => Value::joined(list, &[values]),
            Parts::Entries(entries) => {
                Value::sequence(list, entries.iter().map(|entry| entry.value().clone()))
            }
            Parts::Pairs(pairs) => {
                Value::sequence(list, pairs.iter().map(|(_, part)| part.clone()))
            }
        }
    })
}
