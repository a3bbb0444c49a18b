//! Arguments from C: handles, pointers, arrays, and structs with a size member.
//!
//! This module contains the unsafe code that reads them, and the errors of invalid arguments.

use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;

/// A handle of the C ABI and its Rust type.
///
/// # Safety
/// The handle is a transparent wrapper of `Inner`, so that a pointer to one is a pointer to the
/// other.
pub(crate) unsafe trait Handle: Sized {
    /// The Rust type that the handle wraps.
    type Inner;

    /// Creates an owned handle: the caller of the library has to free it.
    #[inline]
    fn own(inner: Self::Inner) -> *mut Self {
        Box::into_raw(Box::new(inner)).cast()
    }

    /// Returns the Rust value.
    #[inline]
    fn inner(&self) -> &Self::Inner {
        // SAFETY: the contract of this trait.
        unsafe { &*std::ptr::from_ref(self).cast() }
    }

    /// Creates a borrowed handle, valid as long as `inner` is neither moved nor dropped.
    #[inline]
    fn borrowed(inner: &Self::Inner) -> *const Self {
        std::ptr::from_ref(inner).cast()
    }
}

/// Declares a handle: a transparent wrapper that cbindgen treats as opaque.
macro_rules! handle {
    ($handle:ident, $inner:ty) => {
        // SAFETY: the struct is declared transparent over the same type.
        unsafe impl $crate::ffi::arguments::Handle for $handle {
            type Inner = $inner;
        }
    };
}
pub(crate) use handle;

/// Exports the functions that clone and free a handle: those with a borrowed and with an owned
/// parameter. build/headers.rs expands this macro, too.
macro_rules! owned {
    () => {};
    ($(#[$doc:meta])* fn $name:ident($handle:ident: &$type:ty); $($rest:tt)*) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($handle: Option<&$type>) -> *mut $type {
            $crate::ffi::guard::cloned($handle)
        }
        $crate::ffi::guard::owned! { $($rest)* }
    };
    ($(#[$doc:meta])* fn $name:ident($handle:ident: $type:ty); $($rest:tt)*) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($handle: Option<Box<$type>>) {
            $crate::ffi::guard::release($handle)
        }
        $crate::ffi::guard::owned! { $($rest)* }
    };
}
pub(crate) use owned;

/// Returns the error for a pointer that must not be NULL.
#[cold]
pub(crate) fn null(name: &str) -> Error {
    invalid(format!("`{name}` is NULL"))
}

/// Returns the error for an invalid argument.
#[cold]
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidArgument, message)
}

/// Returns the error for a number without a constant in its enumeration.
#[cold]
pub(crate) fn unnamed(name: &str, number: u32) -> Error {
    invalid(format!("`{name}` has no constant for {number}"))
}

/// Returns an argument that must not be NULL.
#[inline]
pub(crate) fn need<T>(argument: Option<T>, name: &str) -> Result<T> {
    argument.ok_or_else(|| null(name))
}

/// Returns an array of plain data.
///
/// # Safety
/// `data` is NULL or points to `count` elements that outlive `'a`.
pub(crate) unsafe fn slice<'a, T>(data: *const T, count: usize, name: &str) -> Result<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(null(name));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(impossible(name));
    }
    // SAFETY: not NULL, so by this function's contract there are `count` elements;
    // the length in bytes has just been bounded.
    Ok(unsafe { std::slice::from_raw_parts(data, count) })
}

/// Returns a buffer of the caller for writing.
///
/// # Safety
/// `data` is NULL or points to `count` bytes that are not used elsewhere and that outlive `'a`;
/// they need not be initialized.
pub(crate) unsafe fn buffer<'a>(
    data: *mut u8,
    count: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<u8>]> {
    if data.is_null() {
        return Err(null(name));
    }
    if count > isize::MAX as usize {
        return Err(impossible(name));
    }
    // SAFETY: not NULL, so by this function's contract there are `count` bytes, whose number has
    // just been bounded.
    Ok(unsafe { std::slice::from_raw_parts_mut(data.cast(), count) })
}

/// Returns the error for an array that is larger than memory.
#[cold]
pub(crate) fn impossible(name: &str) -> Error {
    invalid(format!("`{name}` is larger than the address space"))
}

/// Returns an array of handles, cloned into their Rust types.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle.
pub(crate) unsafe fn clones<H: Handle>(
    data: *const *const H,
    count: usize,
    name: &str,
) -> Result<Vec<H::Inner>>
where
    H::Inner: Clone,
{
    // SAFETY: this function has the same contract.
    let handles = unsafe { slice(data, count, name) }?;
    let mut parts = Vec::with_capacity(count);
    for (at, &handle) in handles.iter().enumerate() {
        // SAFETY: each handle is NULL or valid, and is its `Inner` in memory.
        match unsafe { handle.cast::<H::Inner>().as_ref() } {
            Some(inner) => parts.push(inner.clone()),
            None => return Err(null(&format!("{name}[{at}]"))),
        }
    }
    Ok(parts)
}

/// Returns an array of handles as references to their Rust types, without a copy.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle, that outlive `'a`.
#[inline]
pub(crate) unsafe fn refs<'a, H: Handle>(
    data: *const *const H,
    count: usize,
    name: &str,
) -> Result<&'a [&'a H::Inner]> {
    // SAFETY: this function has the same contract.
    let handles = unsafe { slice(data, count, name) }?;
    if let Some(at) = handles.iter().position(|handle| handle.is_null()) {
        return Err(null(&format!("{name}[{at}]")));
    }
    // SAFETY: a handle is its `Inner` in memory, none is NULL, and so each is valid.
    Ok(unsafe { std::slice::from_raw_parts(handles.as_ptr().cast(), count) })
}

/// Returns an error if a handle is NULL.
pub(crate) fn need_pointer<H>(handle: *const H, name: &str) -> Result<()> {
    if handle.is_null() {
        Err(null(name))
    } else {
        Ok(())
    }
}

/// Returns a copy of the content of a handle. A call that changes one handle copies its other
/// arguments first, because they may be borrowed from the changed handle.
///
/// # Safety
/// `handle` is NULL or valid.
pub(crate) unsafe fn copied<H: Handle>(handle: *const H, name: &str) -> Result<H::Inner>
where
    H::Inner: Clone,
{
    // SAFETY: this function has the same contract, and a handle is its `Inner` in memory.
    match unsafe { handle.cast::<H::Inner>().as_ref() } {
        Some(inner) => Ok(inner.clone()),
        None => Err(null(name)),
    }
}

/// Changes the content of a handle.
///
/// # Safety
/// `handle` is NULL or valid and not used elsewhere, and `change` holds no reference to its
/// content.
pub(crate) unsafe fn changed<H: Handle, T>(
    handle: *mut H,
    name: &str,
    change: impl FnOnce(&mut H::Inner) -> T,
) -> Result<T> {
    // SAFETY: this function has the same contract, and a handle is its `Inner` in memory.
    match unsafe { handle.cast::<H::Inner>().as_mut() } {
        Some(inner) => Ok(change(inner)),
        None => Err(null(name)),
    }
}

/// Returns a struct of the caller that has a size member. It is read only after its size is
/// checked.
///
/// # Safety
/// `data` is NULL or points to a struct that begins with its `u32` size, has this size and outlives
/// `'a`.
pub(crate) unsafe fn versioned<'a, T>(data: *const T, name: &str) -> Result<&'a T> {
    if data.is_null() {
        return Err(null(name));
    }
    // SAFETY: not NULL, so by this function's contract it begins with the size.
    let struct_size = unsafe { data.cast::<u32>().read() };
    sized(struct_size, size_of::<T>(), name)?;
    // SAFETY: the struct has at least our size.
    Ok(unsafe { &*data })
}

/// Returns an array of structs with a size member, all of the size of the first.
///
/// # Safety
/// `first` is NULL or points to `count` structs. Each begins with its `u32` size, has this size,
/// and outlives `'a`.
pub(crate) unsafe fn versioned_slice<'a, T>(
    first: *const T,
    count: usize,
    name: &str,
) -> Result<Vec<&'a T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if first.is_null() {
        return Err(null(name));
    }
    // SAFETY: not NULL, so by this function's contract it begins with the size.
    let struct_size = unsafe { first.cast::<u32>().read() };
    sized(struct_size, size_of::<T>(), name)?;
    let size = struct_size as usize;
    if !size.is_multiple_of(align_of::<T>()) {
        return Err(invalid(format!(
            "`{name}->struct_size` is {size}, which is not the size of any version"
        )));
    }
    if count > isize::MAX as usize / size {
        return Err(impossible(name));
    }
    let mut found = Vec::with_capacity(count.min(1024));
    for at in 0..count {
        // SAFETY: the array has more than `at` structs of this size and fits into memory, so the
        // address is inside it; the size is a multiple of the alignment and large enough.
        let element = unsafe { first.byte_add(size * at) };
        // SAFETY: as before, and each struct begins with its size.
        if unsafe { element.cast::<u32>().read() } != struct_size {
            return Err(invalid(format!(
                "`{name}[{at}].struct_size` differs from that of the first element"
            )));
        }
        // SAFETY: as before, and the struct has at least our size.
        found.push(unsafe { &*element });
    }
    Ok(found)
}

/// Checks the size member of a struct: at least the size of its first version. Members that a newer
/// caller's struct has after ours are not read.
pub(crate) fn sized(struct_size: u32, least: usize, name: &str) -> Result<()> {
    if (struct_size as usize) < least {
        return Err(invalid(format!(
            "`{name}->struct_size` is {struct_size}, which is not the size of any version"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn impossible_arrays_are_refused() {
        let one = [1u64];
        // SAFETY: the length is refused before anything is read.
        assert!(unsafe { slice(one.as_ptr(), usize::MAX / 8, "one") }.is_err());
        // SAFETY: NULL is allowed.
        assert!(unsafe { slice::<u64>(ptr::null(), 1, "none") }.is_err());
        // SAFETY: NULL is allowed.
        let none = unsafe { slice::<u64>(ptr::null(), 0, "none") };
        assert!(none.unwrap().is_empty());
    }
}
