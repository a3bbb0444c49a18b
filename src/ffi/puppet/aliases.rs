//! Puppet: type aliases.
//!
//! A handle of the type aliases that a module's `type` definitions declare; parsing functions take
//! it. Data and RichData are always defined.

use crate::dialect::puppet::Aliases;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, make_charged, owned, quiet, text, texts, write_found};
use crate::ffi::types::constructors::pcty_type;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Type aliases by name. It never changes; any number of threads may use it at once.
///
/// ```c
/// static pcty_puppet_aliases *port_aliases(void) {
///     const pcty_str names[] = {PCTY_STR_INIT("Port"), PCTY_STR_INIT("Ports")};
///     const pcty_str notations[] = {PCTY_STR_INIT("Integer[0, 65535]"),
///                                   PCTY_STR_INIT("Variant[Port, Array[Ports]]")};
///     pcty_puppet_aliases *aliases = NULL;
///     pcty_error *error = NULL;
///     if (pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, &error) != PCTY_OK) {
///         // It begins with the name of the alias.
///         pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
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

/// Defines aliases in addition to those of `base`. Each definition may refer to itself, to the
/// other definitions and to the aliases of `base`. A definition may replace an alias of `base`.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a text that is not a type, with the alias's
/// name as the path and the byte of its text; PCTY_ERROR_TYPE for an alias that consists only of
/// aliases; PCTY_ERROR_INVALID_ARGUMENT for an invalid type name and for a duplicate name;
/// PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is owned by the caller; the texts are copied, and `base` remains owned by the
/// caller.
/// NULL: `names`, `notations` (if `count` is 0) and `base` (then there are no other aliases) and
/// `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_aliases_new(
    base: Option<&pcty_puppet_aliases>,
    names: *const pcty_str,
    notations: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_aliases>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `names` has `count` elements.
        let names = unsafe { texts(names, count, "names") }?;
        // SAFETY: by the header's contract `notations` has `count` elements.
        let notations = unsafe { texts(notations, count, "notations") }?;
        let definitions = names.into_iter().zip(notations);
        let aliases = base.map(|base| Arc::clone(&base.0)).unwrap_or_default();
        Ok(Arc::new(aliases.with(definitions, budget)?))
    })
}

owned! {
    /// Returns a new handle of the same aliases. Only a reference count changes.
    fn pcty_puppet_aliases_clone(aliases: &pcty_puppet_aliases);
    /// Frees aliases. Types that were parsed with them stay valid.
    fn pcty_puppet_aliases_free(aliases: pcty_puppet_aliases);
}

/// Returns the number of aliases.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_count(aliases: Option<&pcty_puppet_aliases>) -> usize {
    quiet(0, || aliases.map_or(0, |aliases| aliases.0.iter().len()))
}

/// An alias of a type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_alias {
    /// The name.
    pub name: pcty_str,
    /// The type that refers to the alias. It is a reference, which `pcty_type_unfold` resolves.
    pub ty: *const pcty_type,
}

/// Writes an alias by its position, from 0. The aliases of the base come first, then the others in
/// the order of their definition.
///
/// Returns: false past the end.
/// Ownership: the members of `*out` are owned by `aliases` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_aliases_at(
    aliases: Option<&pcty_puppet_aliases>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_puppet_alias>>,
) -> bool {
    quiet(false, || {
        let found = aliases.and_then(|aliases| aliases.0.iter().nth(index));
        let alias = found.map(|(name, ty)| pcty_puppet_alias {
            name: pcty_str::borrowed(name),
            ty: pcty_type::borrowed(ty),
        });
        write_found(alias, out)
    })
}

/// Returns the type that refers to an alias, by the alias's name.
///
/// Returns: NULL for a name that is not defined.
/// Ownership: the result is owned by `aliases` and valid while it lives.
/// NULL: returns NULL.
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
            .map_or(ptr::null(), pcty_type::borrowed)
    })
}
