//! HCL, writing: snippets.
//!
//! Expressions that are made, of values, names, parts, tokens and texts, to be put into files. A
//! snippet is laid out and was read once, so that whatever it is put into can be read again;
//! where a part of another expression needs parentheses, it gets them.

use super::tokens::{kind_of, pcty_hcl_token};
use crate::calls::Budget;
use crate::dialect::hcl::syntax::{Traversal, TraversalStep, TraversalStepKind};
use crate::dialect::hcl::write::{Arguments, Expr, Texts, value_as_json};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, handle, make_charged, need, quiet, refs, release, slice, text, texts, unnamed,
};
use crate::ffi::values::value::pcty_value;
use crate::source::{Path, PathStep, Position, Range, Result};
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// An expression that was made. Never changes; any number of threads may use it at once.
///
/// ```c
/// // coalesce(var.NAME, OTHERWISE)
/// static pcty_hcl_fragment *variable_or(pcty_str name, const pcty_value *otherwise) {
///     pcty_path *path = pcty_path_new();
///     pcty_hcl_fragment *arguments[2] = {NULL, NULL}, *call = NULL;
///     must(pcty_path_append_attribute(path, PCTY_STR("var"), NULL));
///     must(pcty_path_append_attribute(path, name, NULL));
///     if (pcty_hcl_fragment_traversal(path, &arguments[0], NULL) == PCTY_OK &&
///         pcty_hcl_fragment_value(otherwise, PCTY_HCL_STRING_QUOTED, &arguments[1], NULL) == PCTY_OK) {
///         must(pcty_hcl_fragment_call(PCTY_STR("coalesce"), (const pcty_hcl_fragment *const *)arguments, 2,
///                                    PCTY_HCL_ARGUMENTS_SINGLE, &call, NULL));
///     }
///     pcty_hcl_fragment_free(arguments[0]);
///     pcty_hcl_fragment_free(arguments[1]);
///     pcty_path_free(path);
///     return call;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_fragment(pub(crate) Arc<Expr>);

handle!(pcty_hcl_fragment, Arc<Expr>);

/// How the texts of a value are written.
pub type pcty_hcl_string_style = u32;

/// In quotes, each on one line.
pub const PCTY_HCL_STRING_QUOTED: pcty_hcl_string_style = 1;
/// Those of several lines as heredocs, where a heredoc can say them and a newline may follow:
/// the value as a whole, and what attributes of objects and keys of maps lead to.
pub const PCTY_HCL_STRING_HEREDOC: pcty_hcl_string_style = 2;

/// What the last argument of a call is.
pub type pcty_hcl_arguments = u32;

/// One argument like the others.
pub const PCTY_HCL_ARGUMENTS_SINGLE: pcty_hcl_arguments = 1;
/// A list of arguments, `...`.
pub const PCTY_HCL_ARGUMENTS_EXPANDED: pcty_hcl_arguments = 2;

fn texts_of(number: pcty_hcl_string_style) -> Result<Texts> {
    match number {
        PCTY_HCL_STRING_QUOTED => Ok(Texts::Quoted),
        PCTY_HCL_STRING_HEREDOC => Ok(Texts::Heredocs),
        other => Err(unnamed("texts", other)),
    }
}

/// Some steps as a variable and the steps into it: the first is into an attribute of the
/// variable's name.
pub(super) fn traversal(path: Option<&pcty_path>) -> Result<Traversal> {
    let path: &Path = &need(path, "path")?.0;
    let range = Range {
        start: Position::START,
        end: Position::START,
    };
    let step = |(at, step): (usize, &PathStep)| {
        let kind = match step {
            PathStep::Attr(name) if at == 0 => TraversalStepKind::Root(name.clone()),
            PathStep::Attr(name) => TraversalStepKind::Attr(name.clone()),
            PathStep::Index(key) => TraversalStepKind::Index(Value::from_key(key)),
        };
        TraversalStep { kind, range }
    };
    Ok(Traversal {
        steps: path.steps().enumerate().map(step).collect(),
    })
}

/// The expression that a text is, laid out anew. It may have comments and several lines, around
/// which it gets parentheses where it needs them.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics if it is none; PCTY_ERROR_LIMIT for what nests
/// deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_parse(
    source_text: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        Ok(Arc::new(Expr::raw(
            text(&source_text, "source_text")?,
            budget,
        )?))
    })
}

/// The expression that gives a value: objects and maps a line an item, lists on one line. As
/// expressions have it, a list is written as a tuple and a map as an object.
///
/// Ownership: `*out` is the caller's; the value stays the caller's.
/// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for what has no
/// notation, inside of it too; PCTY_ERROR_LIMIT for what nests deeper than expressions may;
/// PCTY_ERROR_INVALID_ARGUMENT for `texts` without a constant.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_value(
    value: Option<&pcty_value>,
    texts: pcty_hcl_string_style,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (value, texts) = (&need(value, "value")?.0, texts_of(texts)?);
        Ok(Arc::new(Expr::value_with(value, texts, budget)?))
    })
}

/// A variable and steps into it, `var.zones[0]`: the first step of the path is into an attribute
/// of the variable's name, as `pcty_hcl_traversals_at` gives it.
///
/// Ownership: `*out` is the caller's; the path stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if it does not begin so, a name is none, or a key is no
/// known number or text.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_traversal(
    path: Option<&pcty_path>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        Ok(Arc::new(Expr::traversal(&traversal(path)?, budget)?))
    })
}

/// An array of snippets.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid snippet.
unsafe fn parts(
    data: *const *const pcty_hcl_fragment,
    count: usize,
    name: &str,
    budget: &Budget,
) -> Result<Vec<Expr>> {
    // SAFETY: this function has the same contract.
    let given = unsafe { refs(data, count, name) }?;
    let copied = |part: &&Arc<Expr>| {
        budget.charge(1)?;
        budget.hold(part.text().len() as u64)?;
        Ok(Expr::clone(part))
    };
    given.iter().map(copied).collect()
}

/// A call of a function, on one line where that is short. The name may have `::` between its
/// parts.
///
/// Ownership: `*out` is the caller's; the arguments stay the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, and for `last` without a
/// constant; PCTY_ERROR_LIMIT for what nests deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
/// NULL: `arguments` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_call(
    name: pcty_str,
    arguments: *const *const pcty_hcl_fragment,
    count: usize,
    last: pcty_hcl_arguments,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let name = text(&name, "name")?;
        let last = match last {
            PCTY_HCL_ARGUMENTS_SINGLE => Arguments::Single,
            PCTY_HCL_ARGUMENTS_EXPANDED => Arguments::Expanded,
            other => return Err(unnamed("last", other)),
        };
        // SAFETY: by the header's contract `arguments` has as many elements as the call says.
        let arguments = unsafe { parts(arguments, count, "arguments", budget) }?;
        Ok(Arc::new(Expr::call(name, &arguments, last, budget)?))
    })
}

/// `[a, b]`, on one line where that is short.
///
/// Ownership: `*out` is the caller's; the elements stay the caller's.
/// Errors: PCTY_ERROR_LIMIT for what nests deeper than expressions may.
/// NULL: `elements` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_tuple(
    elements: *const *const pcty_hcl_fragment,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `elements` has as many elements as the call says.
        let elements = unsafe { parts(elements, count, "elements", budget) }?;
        Ok(Arc::new(Expr::tuple(&elements, budget)?))
    })
}

/// `{ a = b }`, a line an item, in this order. A key that is no name gets quotes.
///
/// Ownership: `*out` is the caller's; the values stay the caller's.
/// Errors: PCTY_ERROR_LIMIT for what nests deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_object(
    keys: *const pcty_str,
    values: *const *const pcty_hcl_fragment,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `keys` has as many elements as the call says.
        let keys = unsafe { texts(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has as many elements as the call says.
        let values = unsafe { parts(values, count, "values", budget) }?;
        let items = keys.into_iter().zip(values);
        Ok(Arc::new(Expr::object(items, budget)?))
    })
}

/// The expression that some tokens are, without blanks: these are put where they are needed.
///
/// Ownership: `*out` is the caller's; the texts are copied.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if a text is not the token that it is said to be, as far
/// as that shows, and for a kind without a constant, PCTY_HCL_TOKEN_NONE and
/// PCTY_HCL_TOKEN_INVALID; PCTY_ERROR_SYNTAX with all diagnostics if they are no expression;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `tokens` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_tokens(
    tokens: *const pcty_hcl_token,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `tokens` has as many elements as the call says.
        let given = unsafe { slice(tokens, count, "tokens") }?;
        let mut list = Vec::with_capacity(given.len());
        for token in given {
            budget.charge(1)?;
            let kind = kind_of(token.kind);
            let kind = kind.ok_or_else(|| unnamed("tokens->kind", token.kind))?;
            list.push((kind, text(&token.text, "tokens->text")?));
        }
        Ok(Arc::new(Expr::tokens(list, budget)?))
    })
}

/// The text of a snippet, as if it began in the first column.
///
/// Ownership: lent as long as the snippet. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_text(snippet: Option<&pcty_hcl_fragment>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        snippet.map_or(pcty_str::NONE, |snippet| pcty_str::lend(snippet.0.text()))
    })
}

/// Another handle of the same snippet; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_clone(
    snippet: Option<&pcty_hcl_fragment>,
) -> *mut pcty_hcl_fragment {
    quiet(ptr::null_mut(), || {
        snippet.map_or(ptr::null_mut(), |snippet| {
            pcty_hcl_fragment::own(snippet.0.clone())
        })
    })
}

/// Frees a snippet. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_free(snippet: Option<Box<pcty_hcl_fragment>>) {
    release(snippet)
}

/// A value as an expression in JSON syntax: texts are escaped, so that no template begins in
/// them. `pcty_value_to_json` has no expressions but values.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for what has no
/// notation, inside of it too; PCTY_ERROR_LIMIT for what nests too deep.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_value_to_json(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = value_as_json(&need(value, "value")?.0, budget)?;
        Ok(OwnedText::new(json))
    })
}
