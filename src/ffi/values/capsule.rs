//! Capsules: types and data of the host inside values.
//!
//! A capsule type is identified by its creation only: two types that were created separately differ
//! even if they have the same name.

use super::value::pcty_value;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{answer, make, need, quiet, text, versioned};
use crate::ffi::reading::readable;
use crate::ffi::reentry::{apart, is_over};
use crate::ffi::types::constructors::pcty_type;
use crate::source::{Code, Error, Result};
use crate::types::{CapsuleData, CapsuleOps, CapsuleType, Type};
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Returns whether two pieces of a host's data are equal.
pub type pcty_capsule_equal = Option<
    unsafe extern "C" fn(user_data: *mut c_void, a: *const c_void, b: *const c_void) -> bool,
>;

/// Returns a hash that agrees with the equality.
pub type pcty_capsule_hash =
    Option<unsafe extern "C" fn(user_data: *mut c_void, data: *const c_void) -> u64>;

/// The operations on a host's data. Start from PCTY_CAPSULE_OPS_INIT: data is equal by identity.
/// The functions may be called from any thread that uses the values.
#[repr(C)]
pub struct pcty_capsule_ops {
    /// The size of this struct.
    pub struct_size: u32,
    /// The equality; NULL means equality by identity.
    pub equal: pcty_capsule_equal,
    /// The hash; NULL means a hash by identity, or with `equal` the same hash for all data.
    pub hash: pcty_capsule_hash,
    /// The first argument of `equal` and `hash`.
    pub user_data: *mut c_void,
    /// Releases `user_data` with the last use of the type; may be NULL.
    pub destroy: pcty_destroy,
}

struct HostOps {
    equal: pcty_capsule_equal,
    hash: pcty_capsule_hash,
    user_data: Owned,
}

fn pointer(data: &CapsuleData) -> Option<*mut c_void> {
    Some(data.downcast_ref::<Owned>()?.data)
}

impl CapsuleOps for HostOps {
    fn equals(&self, a: &CapsuleData, b: &CapsuleData) -> Option<bool> {
        let equal = self.equal?;
        let (a, b) = (pointer(a)?, pointer(b)?);
        if is_over() {
            return Some(a == b);
        }
        // SAFETY: the host passed the function for this data.
        Some(apart(|| unsafe { equal(self.user_data.data, a, b) }))
    }

    fn hash(&self, data: &CapsuleData) -> Option<u64> {
        match self.hash {
            Some(_) if is_over() => Some(0),
            Some(hash) => {
                let data = pointer(data)?;
                // SAFETY: the host passed the function for this data.
                Some(apart(|| unsafe { hash(self.user_data.data, data) }))
            }
            None => self.equal.map(|_| 0),
        }
    }
}

/// Creates a capsule type with a friendly name, different from every other type.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: the caller owns `*out`. `ops->user_data` is owned by the library from this call on,
/// also on failure, unless `struct_size` is wrong.
/// NULL: `ops` (then PCTY_CAPSULE_OPS_INIT) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_capsule(
    name: pcty_str,
    ops: *const pcty_capsule_ops,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    // SAFETY: by the header's contract `ops` is NULL or valid.
    let ops = quiet(Ok(None), || unsafe { host_ops(ops) });
    make(out, error, || {
        let ops = ops?;
        let name = text(&name, "name")?;
        Ok(Type::capsule(match ops {
            Some(ops) => CapsuleType::new(name, ops),
            None => CapsuleType::new(name, crate::types::OpaqueOps),
        }))
    })
}

/// # Safety
/// `ops` is NULL or valid.
unsafe fn host_ops(ops: *const pcty_capsule_ops) -> Result<Option<HostOps>> {
    if ops.is_null() {
        return Ok(None);
    }
    // SAFETY: this function has the same contract.
    let ops = unsafe { versioned(ops, "ops") }?;
    Ok(Some(HostOps {
        equal: ops.equal,
        hash: ops.hash,
        user_data: Owned::new(ops.user_data, ops.destroy),
    }))
}

/// Creates a capsule with the host's data.
///
/// Errors: PCTY_ERROR_TYPE for a type that is not a capsule.
/// Ownership: the caller owns `*out`. `data` is owned by the library from this call on, also on
/// failure: `destroy` releases it exactly once.
/// NULL: `data`, `destroy` (then the data is not released) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_capsule(
    ty: Option<&pcty_type>,
    data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let data = Owned::new(data, destroy);
    make(out, error, move || {
        // The closure captures the whole struct, not its fields, so that it is dropped in any case.
        let data = data;
        let ty = &need(ty, "type")?.0;
        match ty.as_capsule() {
            Some(capsule) => Ok(Value::capsule(capsule.clone(), Arc::new(data))),
            None => Err(Error::new(Code::Type, "the type is not a capsule").with_found(ty)),
        }
    })
}

/// Returns the host's data in a capsule.
///
/// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that
/// is not a capsule of this type.
/// Ownership: `*out` is owned by the value and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_capsule(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut c_void>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        let ty = &need(ty, "type")?.0;
        let data = match value.as_capsule() {
            Some(data) if value.ty() == ty => pointer(data),
            _ => None,
        };
        data.ok_or_else(|| {
            Error::new(Code::Type, "another type of capsule is required")
                .with_expected(ty)
                .with_found(value.ty())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::guard::Handle;
    use crate::ffi::values::value::pcty_value_free;

    unsafe extern "C" fn count(destroyed: *mut c_void) {
        // SAFETY: the host's data is a number, which outlives the value.
        unsafe { *destroyed.cast::<u32>() += 1 };
    }

    #[test]
    fn data_is_destroyed_once_with_its_value_or_the_list_that_contains_it() {
        let (mut alone, mut within) = (0u32, 0u32);
        let ty = CapsuleType::new("number", crate::types::OpaqueOps);
        let capsule = |destroyed: *mut u32| {
            let data = Owned::new(destroyed.cast(), Some(count));
            Value::capsule(ty.clone(), Arc::new(data))
        };
        let list = Value::list(vec![capsule(&mut within)]).unwrap();
        for value in [capsule(&mut alone), list] {
            // SAFETY: the handle is made here, and freed once.
            pcty_value_free(Some(unsafe { Box::from_raw(pcty_value::own(value)) }));
        }
        assert_eq!((alone, within), (1, 1));
    }
}
