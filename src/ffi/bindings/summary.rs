//! Values: summaries of many values in one call.
//!
//! A binding that creates its own objects needs nearly the same data of each value: its kind, its
//! state and its content. A summary contains the data that can be read without computation. One
//! call writes the summaries of the parts of a container, or of the attribute with one name of each
//! part, like a column of a table.

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

/// The data of a value that can be read without computation. If there is no value, all members are
/// 0, false or NULL.
#[repr(C)]
pub struct pcty_summary {
    /// The value, borrowed like a part of a container.
    pub value: *const pcty_value,
    /// The text of a known string without marks, owned by the value and valid while it lives.
    pub text: pcty_str,
    /// A bool, as 0 or 1; a whole number or an integer, if `is_small`; for a container the number
    /// of its parts, as `pcty_value_length` writes it.
    pub number: i64,
    /// The kind of the value's type.
    pub kind: pcty_kind,
    /// Whether the value is known, null or unknown.
    pub state: pcty_state,
    /// Whether the content is in `text` or in `number`.
    pub has_content: bool,
    /// Whether `pcty_value_small` copies the value: then `value` points to the copy.
    pub is_small: bool,
    /// Whether the value itself carries marks.
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
            value: pcty_value::borrowed(value),
            text: text.map_or(pcty_str::NONE, pcty_str::borrowed_bytes),
            number: number.unwrap_or(0),
            kind: kind(value.ty()),
            state: state(value),
            has_content: number.is_some() || text.is_some(),
            is_small: value.is_in_place(),
            is_marked,
        }
    }
}

/// Writes the summary of a value.
///
/// Ownership: the pointers in `*out` are owned by the value and valid while it lives; the rest is
/// plain data.
/// NULL: writes the summary of no value; `out` may be NULL.
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

/// Writes the summaries of up to `count` parts of a container, starting at the position `from`, in
/// the order of `pcty_value_element_at`.
///
/// Returns: the number of parts in this range; 0 for other values and for a marked value.
/// Ownership: the pointers in the summaries are owned by `value` and valid while it lives.
/// NULL: returns 0 if `value` is NULL; `out` may be NULL if `count` is 0.
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
            // SAFETY: by the header's contract `out` has memory for `count` summaries.
            unsafe { write(out, at, part) };
        }
        count
    })
}

/// Writes for each part of a container the summary of its attribute with a name, or of its map
/// element under this key. The range of parts is that of `pcty_value_part_summaries`. A part that
/// is marked or has nothing under the name has the summary of no value.
///
/// Returns: the number of parts in this range, as `pcty_value_part_summaries`.
/// Ownership: the pointers in the summaries are owned by `value` and valid while it lives.
/// NULL: returns 0 if `value` is NULL; `out` may be NULL if `count` is 0.
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
            // SAFETY: by the header's contract `out` has memory for `count` summaries.
            unsafe { write(out, at, found) };
        }
        count
    })
}

/// Returns the parts of a container without marks.
fn unmarked(value: Option<&pcty_value>) -> Option<Parts<'_>> {
    let value = value.map(|value| &value.0);
    value.filter(|value| !value.is_marked()).and_then(Parts::of)
}

/// Writes a summary at a position.
///
/// # Safety
/// `out` is NULL or has memory for a summary at this position.
#[inline]
unsafe fn write(out: *mut pcty_summary, at: usize, value: Option<&Value>) {
    if !out.is_null() {
        // SAFETY: by this function's contract.
        write_glance(unsafe { &mut *out.add(at).cast() }, value);
    }
}

/// Writes each field directly to its destination: copying the whole struct would wait for the
/// writes of its small fields.
#[inline]
fn write_glance(out: &mut MaybeUninit<pcty_summary>, value: Option<&Value>) {
    match value {
        Some(value) => out.write(pcty_summary::at(value)),
        None => out.write(pcty_summary::NOTHING),
    };
}

/// A search for a name in consecutive parts, which mostly have the same type.
struct Column<'a> {
    name: Option<&'a str>,
    /// The last object type, and the position of the name in it.
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

/// Returns up to `count` parts of a container, starting at the position `from`, as a list that does
/// not keep the container alive.
///
/// Errors: PCTY_ERROR_TYPE if they are not of one type; PCTY_ERROR_NOT_FOUND if there are none.
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
                format!("the value has no parts at position {from} or later"),
            ));
        };
        budget.charge(parts.len() as u64)?;
        let element = match value.0.ty().element() {
            Some(element) => element,
            None => {
                for at in 1..parts.len() {
                    let of_another = parts.get(at).filter(|part| part.ty() != first.ty());
                    if let Some(other) = of_another {
                        let error = other_type(
                            other,
                            first.ty(),
                            "a part of the same type as the first part",
                        );
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
