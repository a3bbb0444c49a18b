//! Puppet: type aliases.
//!
//! The names that a module's `type` definitions give to types, as a handle that parsing
//! takes. Data and RichData are always known.

use crate::dialect::puppet::Aliases;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, make, quiet, release, text, texts};
use crate::ffi::types::constructors::pcty_type;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Type aliases by name. Never changes; any number of threads may use it at once.
///
/// ```c
/// static pcty_puppet_aliases *port_aliases(void) {
///     const pcty_str names[] = {PCTY_STR_INIT("Port"), PCTY_STR_INIT("Ports")};
///     const pcty_str notations[] = {PCTY_STR_INIT("Integer[0, 65535]"),
///                                   PCTY_STR_INIT("Variant[Port, Array[Ports]]")};
///     pcty_puppet_aliases *aliases = NULL;
///     pcty_error *error = NULL;
///     if (pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, &error) != PCTY_OK) {
///         pcty_string *line = pcty_error_to_line(error); // begins with the alias's name
///         fprintf(stderr, "%s\n", pcty_string_cstr(line));
///         pcty_string_free(line);
///         pcty_error_free(error);
///     }
///     return aliases;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_aliases(pub(crate) Arc<Aliases>);

handle!(pcty_puppet_aliases, Arc<Aliases>);

/// Defines aliases on top of others. Each definition may name itself, the other ones and
/// those of `base`; a name of `base` may be defined anew.
///
/// Ownership: `*out` is the caller's; the texts are copied, and `base` stays the caller's.
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a text that is not a type, with the alias's name as the path and the byte of its text;
/// PCTY_ERROR_TYPE for an alias of nothing but aliases; PCTY_ERROR_INVALID_ARGUMENT for a name
/// that is no name of a type or comes twice; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// NULL: `names`, `notations` (if `count` is 0) and `base` (then there are no others) and
/// `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_aliases_new(
    base: Option<&pcty_puppet_aliases>,
    names: *const pcty_str,
    notations: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_aliases>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `names` has as many elements as the call says.
        let names = unsafe { texts(names, count, "names") }?;
        // SAFETY: by the header's contract `notations` has as many elements as the call says.
        let notations = unsafe { texts(notations, count, "notations") }?;
        let definitions = names.into_iter().zip(notations);
        Ok(Arc::new(match base {
            Some(base) => base.0.with(definitions)?,
            None => Aliases::define(definitions)?,
        }))
    })
}

/// Another handle of the same aliases; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_clone(
    aliases: Option<&pcty_puppet_aliases>,
) -> *mut pcty_puppet_aliases {
    quiet(ptr::null_mut(), || {
        aliases.map_or(ptr::null_mut(), |aliases| {
            pcty_puppet_aliases::own(aliases.0.clone())
        })
    })
}

/// Frees aliases; types that were parsed with them live on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_free(aliases: Option<Box<pcty_puppet_aliases>>) {
    release(aliases)
}

/// The number of aliases. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_count(aliases: Option<&pcty_puppet_aliases>) -> usize {
    quiet(0, || aliases.map_or(0, |aliases| aliases.0.iter().len()))
}

/// The name of an alias by its position, from 0: those of the base come first, then the
/// others in the order in which they were given.
///
/// Ownership: lent as long as the aliases. NULL: gives no text, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_name_at(
    aliases: Option<&pcty_puppet_aliases>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        aliases
            .and_then(|aliases| aliases.0.iter().nth(index))
            .map_or(pcty_str::NONE, |(name, _)| pcty_str::lend(name))
    })
}

/// The type that names an alias, by the alias's position: a reference, which
/// `pcty_type_unfold` opens.
///
/// Ownership: lent as long as the aliases. NULL: gives NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_type_at(
    aliases: Option<&pcty_puppet_aliases>,
    index: usize,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        aliases
            .and_then(|aliases| aliases.0.iter().nth(index))
            .map_or(ptr::null(), |(_, ty)| pcty_type::lend(ty))
    })
}

/// The type that names an alias, by the alias's name.
///
/// Ownership: lent as long as the aliases. NULL: gives NULL, as does a name that is not
/// defined.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_get(
    aliases: Option<&pcty_puppet_aliases>,
    name: pcty_str,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        aliases
            .zip(name)
            .and_then(|(aliases, name)| aliases.0.get(name))
            .map_or(ptr::null(), pcty_type::lend)
    })
}
