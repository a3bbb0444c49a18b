//! PCL: eventual values, and which member of a union a value becomes.
//!
//! An eventual value is of a promise or an output type. It has data of the host's and is
//! equal to itself alone; converted to another eventual type it stays the same one. The host
//! says what it has become when a value is resolved, and then that is converted, too. Where
//! an eventual type is wanted a plain value will do. Ints are those of
//! `pcty_value_integer_from_int64`; the rest is converted, checked and compared as in every
//! dialect.

use crate::dialect::pcl::{self, Eventual, Shape};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, answer, answered, make, need, quiet, run};
use crate::ffi::reading::readable;
use crate::ffi::reentry::{calling, during};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Says what an eventual value has become, which is lent for the call: its type is what it
/// was converted to, `pcty_pcl_value_origin` what it was made as. On success it puts a value
/// of its own into `*out`, which is NULL at first, and the library takes it; that may be
/// eventual again. On failure it puts an error of its own into `*error` and returns its code.
pub type pcty_pcl_resolver = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        eventual: *const pcty_value,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// A new eventual value of a promise or output type, different from every other one.
///
/// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
/// `destroy` releases it exactly once.
/// Errors: PCTY_ERROR_TYPE for a type that is neither.
/// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_value_deferred(
    ty: Option<&pcty_type>,
    data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let data = Owned::new(data, destroy);
    make(out, error, move || {
        // The whole of it, not its fields, so that it is dropped in any case.
        let data = data;
        pcl::eventual(&need(ty, "type")?.0, Arc::new(data))
    })
}

/// The host's data in an eventual value.
///
/// Ownership: `*out` is lent as long as the value.
/// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a
/// value that is not eventual.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_data(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut c_void>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        let data = Eventual::of(value).and_then(|eventual| {
            let owned = eventual.data().downcast_ref::<Owned>()?;
            Some(owned.data)
        });
        data.ok_or_else(|| {
            Error::new(Code::Type, "an eventual value is required").with_found(value.ty())
        })
    })
}

fn eventual(value: Option<&pcty_value>) -> Option<&Eventual> {
    Eventual::of(&value?.0)
}

/// The number that tells an eventual value from all others of the process; it is kept
/// through conversions and marks. NULL: gives 0, as do other values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_identity(value: Option<&pcty_value>) -> u64 {
    quiet(0, || eventual(value).map_or(0, Eventual::identity))
}

/// The type that an eventual value was made with; what it becomes is first of that, and then
/// of the type it was converted to.
///
/// Ownership: lent as long as the value. NULL: gives NULL, as do other values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_origin(value: Option<&pcty_value>) -> *const pcty_type {
    quiet(ptr::null(), || {
        eventual(value).map_or(ptr::null(), |eventual| pcty_type::lend(eventual.origin()))
    })
}

/// The value with each eventual one in it replaced by what the resolver says that it has
/// become, converted to what was promised. Marks stay where they are. One value that occurs
/// twice is asked for twice.
///
/// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
/// failure: `destroy` releases it exactly once, before the function returns.
/// Errors: what the resolver says, and PCTY_ERROR_CONVERSION for a value of another type than
/// was promised, both with the path to the eventual value; PCTY_ERROR_LIMIT where more than 64
/// eventual values come out of each other; PCTY_ERROR_MISBEHAVED for a resolver that gives
/// neither a value nor an error.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: the resolver runs on this thread before the function returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_value_resolve(
    value: Option<&pcty_value>,
    resolver: pcty_pcl_resolver,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        // The whole of it, not its fields, so that it is dropped in any case.
        let host = host;
        // The resolver may free the value.
        let value = need(value, "value")?.0.clone();
        let resolver = need(resolver, "resolver")?;
        calling(|budget| {
            let mut resolved = |eventual: &Eventual| {
                let lent = Value::extension(eventual.clone());
                let mut out = ptr::null_mut();
                let mut error = ptr::null_mut();
                during(budget, || {
                    // SAFETY: the host gave the resolver for this data; what it gets outlives
                    // the call.
                    let status = unsafe {
                        resolver(
                            host.data,
                            pcty_value::lend(&lent),
                            &raw mut out,
                            &raw mut error,
                        )
                    };
                    // SAFETY: what the callback gives is NULL or owned.
                    unsafe { answered(status, out, error) }.map(|value| *value)
                })
            };
            pcl::resolve_value(&value, &mut resolved, budget)
        })
    })
}

/// The value as one of a union, and which member it was converted to, from 0: the first that
/// is the value's type, else the first that it converts to safely, else the first that it
/// converts to. `pcty_value_convert` makes the same choice without saying so.
///
/// Ownership: `*out` is the caller's; `*member` is plain data, a position for
/// `pcty_type_part_at` of the union, or of what a recursive one unfolds to.
/// Errors: PCTY_ERROR_CONVERSION if it converts to none; PCTY_ERROR_TYPE for a type that is
/// no union.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_choose(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    member: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let (out, member) = (need(out, "out")?, need(member, "member")?);
        let (value, ty) = (&need(value, "value")?.0, &need(ty, "type")?.0);
        let unfolded = pcl::unfolded(ty).ok_or(crate::types::TypeError::ReleasedGroup)?;
        let Shape::Union(members) = pcl::shape(&unfolded) else {
            return Err(Error::new(Code::Type, "a union is required").with_found(ty));
        };
        let (at, chosen) = calling(|budget| pcl::choose_member(value, members, budget))?;
        member.write(at);
        out.write(pcty_value::own(chosen));
        Ok(())
    })
}
