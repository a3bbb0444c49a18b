//! PCL: deferred values, and the member of a union that a value is converted to.
//!
//! A deferred value has a promise or an output type. It has data of the host and is equal only to
//! itself. Converted to a different deferred type, it stays the same deferred value. When a value
//! is resolved, the host provides the value of each deferred one, which is then converted, too. A
//! plain value is accepted for a deferred type. Ints are created by
//! `pcty_value_integer_from_int64`. All other values are converted, checked and compared as in
//! every dialect.

use crate::dialect::pcl::{self, DeferredValue, PclType};
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

/// Returns the value of a deferred value, which is borrowed for the call. Its type is the type that
/// it was converted to; `pcty_pcl_value_origin` returns the type that it was created with. On
/// success it sets `*out`, which is initially NULL, to a new value, which the library takes
/// ownership of; the new value may be deferred again. On failure it sets `*error` to a new error
/// and returns the code of that error.
pub type pcty_pcl_resolver = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        eventual: *const pcty_value,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Creates a deferred value of a promise or output type. It is different from all other deferred
/// values.
///
/// Errors: PCTY_ERROR_TYPE for a type that is neither.
/// Ownership: the caller owns `*out`. The library takes ownership of `data`, also on failure;
/// `destroy` releases it exactly once.
/// NULL: `data`, `destroy` (nothing is released) and `error` may be NULL.
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
        // Captures the whole variable, not its fields, so that it is always dropped.
        let data = data;
        pcl::eventual(&need(ty, "type")?.0, Arc::new(data))
    })
}

/// Writes the host's data in a deferred value.
///
/// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that
/// is not deferred.
/// Ownership: `*out` is owned by `value` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_data(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut c_void>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        let data = DeferredValue::of(value).and_then(|eventual| {
            let owned = eventual.data().downcast_ref::<Owned>()?;
            Some(owned.data)
        });
        data.ok_or_else(|| {
            Error::new(Code::Type, "a deferred value is required").with_found(value.ty())
        })
    })
}

fn eventual(value: Option<&pcty_value>) -> Option<&DeferredValue> {
    DeferredValue::of(&value?.0)
}

/// Returns the number that identifies a deferred value in the process. Conversions and marks do not
/// change it.
///
/// NULL: returns 0. Also returns 0 for other values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_identity(value: Option<&pcty_value>) -> u64 {
    quiet(0, || eventual(value).map_or(0, DeferredValue::identity))
}

/// Returns the type that a deferred value was created with. A resolved value is first converted to
/// this type, and then to the type that the deferred value was converted to.
///
/// Ownership: owned by `value` and valid while it lives.
/// NULL: returns NULL. Also returns NULL for other values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_value_origin(value: Option<&pcty_value>) -> *const pcty_type {
    quiet(ptr::null(), || {
        eventual(value).map_or(ptr::null(), |eventual| {
            pcty_type::borrowed(eventual.origin())
        })
    })
}

/// Replaces each deferred value in a value by the value that the resolver returns, converted to the
/// promised type. Marks stay in place. If a deferred value occurs twice, the resolver is called
/// twice.
///
/// Errors: the errors of the resolver, and PCTY_ERROR_CONVERSION for a value that does not have the
/// promised type, both with the path to the deferred value; PCTY_ERROR_LIMIT if more than 64
/// deferred values are resolved from one another; PCTY_ERROR_MISBEHAVED for a resolver that returns
/// neither a value nor an error.
/// Ownership: the caller owns `*out`. The library takes ownership of `user_data`, also on failure;
/// `destroy` releases it exactly once, before the function returns.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
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
    // Taken before any error is possible, so that it is always released.
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        // Captures the whole variable, not its fields, so that it is always dropped.
        let host = host;
        // The resolver may free the value.
        let value = need(value, "value")?.0.clone();
        let resolver = need(resolver, "resolver")?;
        calling(|budget| {
            let mut resolved = |eventual: &DeferredValue| {
                let borrowed = Value::extension(eventual.clone());
                let mut out = ptr::null_mut();
                let mut error = ptr::null_mut();
                during(budget, || {
                    // SAFETY: the host registered the resolver with this data; its argument
                    // outlives the call.
                    let status = unsafe {
                        resolver(
                            host.data,
                            pcty_value::borrowed(&borrowed),
                            &raw mut out,
                            &raw mut error,
                        )
                    };
                    // SAFETY: the results of the callback are NULL or owned.
                    unsafe { answered(status, out, error) }.map(|value| *value)
                })
            };
            pcl::resolve_value(&value, &mut resolved, budget)
        })
    })
}

/// Converts a value to a member of a union, and writes the position of this member, from 0. It is
/// the first member that is the value's type, else the first that the value converts to safely,
/// else the first that the value converts to. `pcty_value_convert` chooses the same member.
///
/// Errors: PCTY_ERROR_CONVERSION if the value converts to no member; PCTY_ERROR_TYPE for a type
/// that is not a union.
/// Ownership: the caller owns `*out`; `*member` is plain data, a position for `pcty_type_part_at`
/// of the union, or of the union that a recursive type unfolds to.
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
        let PclType::Union(members) = pcl::shape(&unfolded) else {
            return Err(Error::new(Code::Type, "a union is required").with_found(ty));
        };
        let (at, chosen) = calling(|budget| pcl::choose_member(value, members, budget))?;
        member.write(at);
        out.write(pcty_value::own(chosen));
        Ok(())
    })
}
