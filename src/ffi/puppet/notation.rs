//! Puppet: the notation of types and of literal values.
//!
//! The functions correspond to `pcty_type_parse` and similar functions of all dialects, and add the
//! options that only Puppet has: type aliases, the language of the early specification, and the
//! detail of a type's text.

use super::aliases::pcty_puppet_aliases;
use crate::calls::{Budget, cost};
use crate::dialect::puppet::{
    Aliases, Detail, Mode, format_type, format_value, instance, parse_type, parse_value, short_name,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, make_charged, need, quiet, text, unnamed, versioned};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// The version of Puppet whose notation and rules apply.
pub type pcty_puppet_mode = u32;

/// The current language.
pub const PCTY_PUPPET_CURRENT: pcty_puppet_mode = 1;
/// The language of the early specification, with its names, defaults and rules.
pub const PCTY_PUPPET_EARLY: pcty_puppet_mode = 2;

pub(crate) fn mode_of(mode: pcty_puppet_mode, name: &str) -> Result<Mode> {
    match mode {
        PCTY_PUPPET_CURRENT => Ok(Mode::Current),
        PCTY_PUPPET_EARLY => Ok(Mode::Early),
        other => Err(unnamed(name, other)),
    }
}

/// The detail of a type's text.
pub type pcty_puppet_detail = u32;

/// The canonical text: defaults are omitted, and an alias is its name.
pub const PCTY_PUPPET_CANONICAL: pcty_puppet_detail = 1;
/// Aliases as `Name = definition`, and object types in full.
pub const PCTY_PUPPET_EXPANDED: pcty_puppet_detail = 2;
/// The canonical text, with the string of a type that has exactly one string.
pub const PCTY_PUPPET_DEBUG: pcty_puppet_detail = 3;
/// The expanded text, with the string of a type that has exactly one string.
pub const PCTY_PUPPET_EXPANDED_DEBUG: pcty_puppet_detail = 4;

/// The options for parsing Puppet's notation. Start from PCTY_PUPPET_OPTIONS_INIT: the current
/// language without aliases.
#[repr(C)]
pub struct pcty_puppet_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The language.
    pub mode: pcty_puppet_mode,
    /// The aliases, or NULL for none.
    pub aliases: *const pcty_puppet_aliases,
}

/// Parses with the options of a C caller.
///
/// # Safety
/// `options` is NULL or valid.
unsafe fn with<T>(
    options: *const pcty_puppet_options,
    read: impl FnOnce(&Aliases, Mode) -> Result<T>,
) -> Result<T> {
    if options.is_null() {
        return read(&Aliases::default(), Mode::Current);
    }
    // SAFETY: this function has the same contract.
    let options = unsafe { versioned(options, "options") }?;
    let mode = mode_of(options.mode, "options->mode")?;
    // SAFETY: the struct's pointer keeps the header's contract.
    match unsafe { options.aliases.as_ref() } {
        Some(aliases) => read(&aliases.0, mode),
        None => read(&Aliases::default(), mode),
    }
}

/// Parses a type.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with Puppet's message, the byte and a diagnostic;
/// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` or a mode without a constant.
/// Ownership: `*out` is owned by the caller, and stays valid after the aliases are freed.
/// NULL: `options` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_type_parse(
    notation: pcty_str,
    options: *const pcty_puppet_options,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let notation = text(&notation, "notation")?;
        cost::read(notation, budget)?;
        // SAFETY: by the header's contract `options` is NULL or has its `struct_size`.
        unsafe { with(options, |aliases, mode| parse_type(notation, aliases, mode)) }
    })
}

/// Formats a type in the notation of a mode, which can be parsed again. Only the current mode
/// supports details other than PCTY_PUPPET_CANONICAL.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that the early notation cannot express, and for a
/// detail other than PCTY_PUPPET_CANONICAL in the early mode; PCTY_ERROR_INVALID_ARGUMENT for a
/// detail or a mode without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_format(
    ty: Option<&pcty_type>,
    detail: pcty_puppet_detail,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        let detail = match detail {
            PCTY_PUPPET_CANONICAL => Detail::Canonical,
            PCTY_PUPPET_EXPANDED => Detail::Expanded,
            PCTY_PUPPET_DEBUG => Detail::Debug,
            PCTY_PUPPET_EXPANDED_DEBUG => Detail::ExpandedDebug,
            other => return Err(unnamed("detail", other)),
        };
        let text = match (mode_of(mode, "mode")?, detail) {
            (Mode::Current, detail) => {
                cost::write_type(ty, budget)?;
                format_type(ty, detail)
            }
            (mode, Detail::Canonical) => mode.format_type(ty, budget)?,
            _ => {
                let message = "the early notation supports only the canonical detail";
                return Err(Error::new(Code::Unsupported, message));
            }
        };
        Ok(OwnedText::new(text))
    })
}

/// Returns the name of a type without parameters, as used in messages, such as `Integer`, or the
/// name of an alias or an object type.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_short_name(ty: Option<&pcty_type>) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        ty.map_or(ptr::null_mut(), |ty| {
            pcty_string::own(OwnedText::new(short_name(&ty.0)))
        })
    })
}

/// Parses a value: a literal such as `[1, 'a', undef]` or `/[a-z]/`, a type, or a call of a type
/// with literals such as `SemVer('1.2.3')`.
///
/// Errors: as `pcty_puppet_type_parse`; PCTY_ERROR_UNSUPPORTED for a call whose result is not a
/// literal value.
/// NULL: `options` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_value_parse(
    literal: pcty_str,
    options: *const pcty_puppet_options,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let literal = text(&literal, "literal")?;
        cost::read(literal, budget)?;
        // SAFETY: by the header's contract `options` is NULL or has its `struct_size`.
        unsafe { with(options, |aliases, mode| parse_value(literal, aliases, mode)) }
    })
}

/// Formats a value as a literal that can be parsed again. The literal shows the content of a
/// Sensitive: do not use it in logs.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_format(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = supported(&need(value, "value")?.0, budget)?;
        Ok(OwnedText::new(format_value(value)))
    })
}

/// Rejects marks and unknown values, with their path: Puppet has neither, and all its functions
/// report them.
pub(crate) fn supported<'v>(value: &'v Value, budget: &Budget) -> Result<&'v Value> {
    instance(value, Type::any(), budget).map(|_| value)
}
