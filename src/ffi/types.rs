//! Types: making them.
//!
//! Constructors keep the order that they are given and check only what no dialect
//! allows: reversed bounds, a field twice, nesting and size past the limits
//! (PCTY_ERROR_LIMIT). A dialect's notation brings the parts to its normal form first;
//! by hand, HCL and PCL want the attributes of an object in ascending order of their
//! names.

use super::guard::{Handle, handle, quiet};
use super::string::pcty_str;
use crate::types::{SizeRange, Type};

/// A type of the universe. Never changes; any number of threads may use it at once.
///
/// ```c
/// static bool takes_ports(const pcty_type *wanted) {
///     pcty_type *ports = NULL;
///     if (pcty_type_list(pcty_type_number(), &ports, NULL) != PCTY_OK) {
///         return false;
///     }
///     bool same = pcty_type_equal(wanted, ports);
///     pcty_type_free(ports);
///     return same;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_type(pub(super) Type);

handle!(pcty_type, Type);

/// An inclusive range of sizes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_size_range {
    /// The smallest size.
    pub min: u64,
    /// The largest size, or PCTY_SIZE_UNLIMITED.
    pub max: u64,
}

/// No upper bound.
pub const PCTY_SIZE_UNLIMITED: u64 = u64::MAX;

impl pcty_size_range {
    pub(super) fn range(self) -> SizeRange {
        SizeRange {
            min: self.min,
            max: (self.max != PCTY_SIZE_UNLIMITED).then_some(self.max),
        }
    }

    pub(super) fn of(range: SizeRange) -> pcty_size_range {
        pcty_size_range {
            min: range.min,
            max: range.max.unwrap_or(PCTY_SIZE_UNLIMITED),
        }
    }
}

/// Whether the case of letters counts.
pub type pcty_case = u32;

/// It counts.
pub const PCTY_CASE_SENSITIVE: pcty_case = 0;
/// It does not.
pub const PCTY_CASE_IGNORED: pcty_case = 1;

/// Whether a field, or a function's block, may be missing.
pub type pcty_presence = u32;

/// It has to be there.
pub const PCTY_REQUIRED: pcty_presence = 0;
/// It may be missing.
pub const PCTY_OPTIONAL: pcty_presence = 1;

/// A field of an object type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_field {
    /// The name.
    pub name: pcty_str,
    /// The type.
    pub ty: *const pcty_type,
    /// Whether the field may be missing.
    pub presence: pcty_presence,
}

/// Another handle of the same type; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_clone(ty: Option<&pcty_type>) -> *mut pcty_type {
    quiet(std::ptr::null_mut(), || {
        ty.map_or(std::ptr::null_mut(), |ty| pcty_type::own(ty.0.clone()))
    })
}

/// Frees a type. NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_free(ty: *mut pcty_type) {
    // SAFETY: by the header's contract NULL, or owned by the caller.
    unsafe { pcty_type::release(ty) }
}

fn shared(ty: impl FnOnce() -> &'static Type) -> *const pcty_type {
    quiet(std::ptr::null(), || pcty_type::lend(ty()))
}

/// The type that is not yet known (HCL), dynamic (PCL), the top type (Puppet).
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_any() -> *const pcty_type {
    shared(Type::any)
}

/// The type of nothing: PCL's none, Puppet's Undef.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_none() -> *const pcty_type {
    shared(Type::none)
}

/// All bools.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_bool() -> *const pcty_type {
    shared(Type::bool)
}

/// Numbers of arbitrary precision.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_number() -> *const pcty_type {
    shared(Type::number)
}

/// All strings.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_string() -> *const pcty_type {
    shared(Type::string)
}

/// All exact integers.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_integer() -> *const pcty_type {
    shared(Type::integer)
}

/// All doubles.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_float() -> *const pcty_type {
    shared(Type::float)
}

/// The type of every type.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_meta() -> *const pcty_type {
    shared(Type::meta_any)
}
