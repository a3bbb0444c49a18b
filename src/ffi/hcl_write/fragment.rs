//! HCL, writing: fragments.
//!
//! A fragment is an expression that is made from values, names, other fragments, tokens or texts,
//! to be inserted into files. It is formatted and was parsed once, so the text that it is inserted
//! into can be parsed again. A fragment gets parentheses if it needs them as a part of another
//! expression.

use super::tokens::{kind_of, pcty_hcl_token};
use crate::calls::Budget;
use crate::dialect::hcl::syntax::{Traversal, TraversalStep, TraversalStepKind};
use crate::dialect::hcl::write::{Arguments, Expr, Texts, value_as_json};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    handle, make_charged, need, owned, quiet, refs, slice, text, texts, unnamed,
};
use crate::ffi::values::value::pcty_value;
use crate::source::{Path, PathStep, Position, Range, Result};
use crate::values::Value;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// An expression for insertion into files. It never changes; any number of threads may use it at
/// once.
///
/// ```c
/// // Creates coalesce(var.NAME, OTHERWISE).
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

/// The notation of the strings of a value.
pub type pcty_hcl_string_style = u32;

/// In quotes, each on one line.
pub const PCTY_HCL_STRING_QUOTED: pcty_hcl_string_style = 1;
/// Strings of several lines are heredocs if a heredoc can represent them and a newline may follow:
/// the value as a whole, and the values of attributes of objects and of keys of maps. Other strings
/// are in quotes.
pub const PCTY_HCL_STRING_HEREDOC: pcty_hcl_string_style = 2;

/// The kind of the last argument of a call.
pub type pcty_hcl_arguments = u32;

/// One argument, like the others.
pub const PCTY_HCL_ARGUMENTS_SINGLE: pcty_hcl_arguments = 1;
/// A list of arguments, followed by `...`.
pub const PCTY_HCL_ARGUMENTS_EXPANDED: pcty_hcl_arguments = 2;

fn texts_of(number: pcty_hcl_string_style) -> Result<Texts> {
    match number {
        PCTY_HCL_STRING_QUOTED => Ok(Texts::Quoted),
        PCTY_HCL_STRING_HEREDOC => Ok(Texts::Heredocs),
        other => Err(unnamed("texts", other)),
    }
}

/// Returns a path as a variable and the steps into it. The first step is into an attribute with the
/// name of the variable.
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

/// Parses a text that is an expression, and formats it. The text may contain comments and newlines;
/// it gets parentheses if it needs them.
///
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text is not an expression;
/// PCTY_ERROR_LIMIT if it is nested deeper than expressions may be; PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the text is copied.
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

/// Creates an expression whose result is a value. Objects and maps have one line for each item,
/// lists are on one line. As in all expressions, a list is written as a tuple, and a map as an
/// object.
///
/// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for a value, or a part
/// of it, without a notation; PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
/// PCTY_ERROR_INVALID_ARGUMENT if `texts` is not one of the constants.
/// Ownership: the caller owns `*out`, and still owns the value.
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

/// Creates a variable and steps into it, such as `var.zones[0]`. The first step of the path is into
/// an attribute with the name of the variable, like the paths of `pcty_hcl_traversals_at`.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if the path does not start with an attribute, if a name is
/// not valid, or if a key is not a known number or string.
/// Ownership: the caller owns `*out`, and still owns the path.
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

/// Copies an array of fragments.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid fragment.
unsafe fn parts(
    data: *const *const pcty_hcl_fragment,
    count: usize,
    name: &str,
    budget: &Budget,
) -> Result<Vec<Expr>> {
    // SAFETY: this function has the same contract.
    let given = unsafe { refs(data, count, name) }?;
    let copied = |part: &&Arc<Expr>| {
        budget.parts(1, part.text().len() as u64)?;
        Ok(Expr::clone(part))
    };
    given.iter().map(copied).collect()
}

/// Creates a call of a function, on one line if it is short. The name may have `::` between its
/// parts.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid, and if `last` is not one of
/// the constants; PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`, and still owns the arguments.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
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
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { parts(arguments, count, "arguments", budget) }?;
        Ok(Arc::new(Expr::call(name, &arguments, last, budget)?))
    })
}

/// Creates `[a, b]`, on one line if it is short.
///
/// Errors: PCTY_ERROR_LIMIT if it is nested deeper than expressions may be.
/// Ownership: the caller owns `*out`, and still owns the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_tuple(
    elements: *const *const pcty_hcl_fragment,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `elements` has `count` elements.
        let elements = unsafe { parts(elements, count, "elements", budget) }?;
        Ok(Arc::new(Expr::tuple(&elements, budget)?))
    })
}

/// Creates `{ a = b }`, with one line for each item, in the given order. A key that is not a valid
/// name gets quotes.
///
/// Errors: PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`, and still owns the values.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_object(
    keys: *const pcty_str,
    values: *const *const pcty_hcl_fragment,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `keys` has `count` elements.
        let keys = unsafe { texts(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { parts(values, count, "values", budget) }?;
        let items = keys.into_iter().zip(values);
        Ok(Arc::new(Expr::object(items, budget)?))
    })
}

/// Creates an expression from tokens without blanks; blanks are inserted where they are needed.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if a text is not a token of its kind, as far as this is
/// checked, if a kind is not one of the constants, and for PCTY_HCL_TOKEN_NONE and
/// PCTY_HCL_TOKEN_INVALID; PCTY_ERROR_SYNTAX with all diagnostics if the tokens are not an
/// expression; PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the texts are copied.
/// NULL: `tokens` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_fragment_tokens(
    tokens: *const pcty_hcl_token,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_fragment>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `tokens` has `count` elements.
        let given = unsafe { slice(tokens, count, "tokens") }?;
        let mut list = Vec::with_capacity(given.len());
        for token in budget.charged(given)? {
            let kind = kind_of(token.kind);
            let kind = kind.ok_or_else(|| unnamed("tokens->kind", token.kind))?;
            list.push((kind, text(&token.text, "tokens->text")?));
        }
        Ok(Arc::new(Expr::tokens(list, budget)?))
    })
}

/// Returns the text of a fragment, as if it started in the first column.
///
/// Ownership: owned by the fragment and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_fragment_text(fragment: Option<&pcty_hcl_fragment>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        fragment.map_or(pcty_str::NONE, |fragment| {
            pcty_str::borrowed(fragment.0.text())
        })
    })
}

owned! {
    /// Returns a new handle of the same fragment. Only a reference count changes.
    fn pcty_hcl_fragment_clone(fragment: &pcty_hcl_fragment);
    /// Frees a fragment.
    fn pcty_hcl_fragment_free(fragment: pcty_hcl_fragment);
}

/// Formats a value as an expression in JSON syntax. Strings are escaped, so that they do not
/// contain templates. `pcty_value_to_json` writes values, not expressions.
///
/// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for a value, or a part
/// of it, without a notation; PCTY_ERROR_LIMIT if it is nested too deep.
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
