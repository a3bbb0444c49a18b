//! Arguments from C: handles, pointers, arrays, structs that say their size.
//!
//! All that is unsafe about taking them, and the errors of what no call may have.

use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;

/// A handle of the C ABI and what it stands for.
///
/// # Safety
/// The handle is a transparent wrapper of `Inner`, so that a pointer to the one
/// is a pointer to the other.
pub(crate) unsafe trait Handle: Sized {
    /// What the handle stands for.
    type Inner;

    /// An owned handle: the caller of the library has to free it.
    #[inline]
    fn own(inner: Self::Inner) -> *mut Self {
        Box::into_raw(Box::new(inner)).cast()
    }

    /// A lent handle, valid as long as `inner` stays where it is.
    #[inline]
    fn lend(inner: &Self::Inner) -> *const Self {
        std::ptr::from_ref(inner).cast()
    }
}

/// Declares a handle: a transparent wrapper that cbindgen takes for opaque.
macro_rules! handle {
    ($handle:ident, $inner:ty) => {
        // SAFETY: the struct is declared transparent over the same type.
        unsafe impl $crate::ffi::arguments::Handle for $handle {
            type Inner = $inner;
        }
    };
}
pub(crate) use handle;

/// The error for a pointer that may not be NULL.
#[cold]
pub(crate) fn null(name: &str) -> Error {
    invalid(format!("`{name}` is NULL"))
}

/// The error for an argument that no call may have.
#[cold]
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidArgument, message)
}

/// The error for a number that no constant of its enumeration has.
#[cold]
pub(crate) fn unnamed(name: &str, number: u32) -> Error {
    invalid(format!("`{name}` has no constant for {number}"))
}

/// An argument that may not be NULL.
#[inline]
pub(crate) fn need<T>(argument: Option<T>, name: &str) -> Result<T> {
    argument.ok_or_else(|| null(name))
}

/// An array of plain data.
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

/// A buffer of the caller's that is to be filled.
///
/// # Safety
/// `data` is NULL or points to `count` bytes that nobody else has and that outlive `'a`; they
/// need not be initialised.
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

/// The error for an array that no memory holds.
#[cold]
pub(crate) fn impossible(name: &str) -> Error {
    invalid(format!("`{name}` has an impossible length"))
}

/// An array of handles, cloned into what they stand for.
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

/// An array of handles as references to what they stand for, without a copy.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle, that
/// outlive `'a`.
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

/// Refuses a handle that may not be NULL.
pub(crate) fn need_pointer<H>(handle: *const H, name: &str) -> Result<()> {
    match handle.is_null() {
        true => Err(null(name)),
        false => Ok(()),
    }
}

/// What a handle stands for, copied: of an argument that the handle which the call changes may
/// have lent, so that nothing refers to it any more when that is changed.
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

/// Changes what a handle stands for.
///
/// # Safety
/// `handle` is NULL or valid and in use nowhere else, and nothing that `change` has refers to
/// what it stands for.
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

/// A struct that may grow, from the caller: it is read only once the size that it says is
/// known to be enough.
///
/// # Safety
/// `data` is NULL or points to a struct that begins with its `u32` size, and is as large
/// as that says and outlives `'a`.
pub(crate) unsafe fn versioned<'a, T>(data: *const T, name: &str) -> Result<&'a T> {
    if data.is_null() {
        return Err(null(name));
    }
    // SAFETY: not NULL, so by this function's contract the size stands there.
    let struct_size = unsafe { data.cast::<u32>().read() };
    sized(struct_size, size_of::<T>(), name)?;
    // SAFETY: the struct is as large as ours at least.
    Ok(unsafe { &*data })
}

/// An array of structs that may grow, each as large as the first one says.
///
/// # Safety
/// `first` is NULL or points to an array of `count` structs, each of which begins with its `u32`
/// size, is as large as that says, and outlives `'a`.
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
    // SAFETY: not NULL, so by this function's contract the size is there.
    let struct_size = unsafe { first.cast::<u32>().read() };
    sized(struct_size, size_of::<T>(), name)?;
    let size = struct_size as usize;
    if !size.is_multiple_of(align_of::<T>()) {
        return Err(invalid(format!(
            "`{name}->struct_size` is {size}, which no version has"
        )));
    }
    if count > isize::MAX as usize / size {
        return Err(impossible(name));
    }
    let mut found = Vec::with_capacity(count.min(1024));
    for at in 0..count {
        // SAFETY: the array has more than `at` structs of this size, and is not longer than
        // memory, so the place lies in it; the size is a multiple of the alignment, and enough.
        let element = unsafe { first.byte_add(size * at) };
        // SAFETY: as before, and each struct begins with its size.
        if unsafe { element.cast::<u32>().read() } != struct_size {
            return Err(invalid(format!(
                "`{name}[{at}].struct_size` is not that of the first"
            )));
        }
        // SAFETY: as before, and the struct is as large as ours at least.
        found.push(unsafe { &*element });
    }
    Ok(found)
}

/// Checks the size that the caller gave to a struct: at least the size of its
/// first version. What a newer caller's struct has beyond ours is not read.
pub(crate) fn sized(struct_size: u32, least: usize, name: &str) -> Result<()> {
    if (struct_size as usize) < least {
        return Err(invalid(format!(
            "`{name}->struct_size` is {struct_size}, which no version has"
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
