//! PCL: checking expressions.
//!
//! An expression, parsed by `pcty_hcl_expression_parse` or read from a body, is checked in a scope
//! of types. There is always a result: a part that has an error is reported by a diagnostic, and
//! its node is `dynamic`. A value is accepted for a type if it converts to the type's input form
//! (PCTY_PCL_DERIVE_INPUT), so an output is accepted wherever its value is. An expression that
//! depends on a deferred value is deferred itself.

use super::node::{Node, borrowed, certainty, nodes, pcty_pcl_conversion, pcty_pcl_node};
use super::scope::pcty_pcl_type_scope;
use crate::dialect::hcl::eval::Expr;
use crate::dialect::pcl::{
    self, CheckedExpression, Literals, Options, ProblemSeverity, Refusal, TypeScope,
};
use crate::ffi::base::error::{PCTY_SEVERITY_ERROR, PCTY_SEVERITY_WARNING};
use crate::ffi::base::error::{pcty_error, pcty_range, pcty_severity};
use crate::ffi::base::status::pcty_status;
use crate::ffi::dialects::dialect::{PCTY_CONVERSION_SAME, pcty_conversion};
use crate::ffi::guard::{
    Handle, answer_charged, fill, handle, make, need, owned, quiet, unnamed, versioned, write_found,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::reentry::within;
use crate::ffi::types::constructors::pcty_type;
use crate::source::{Code, Diagnostic, Error, Result, Severity};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

/// A checked expression, with the types of all of its nodes. It never changes; any number of
/// threads may use it at once.
///
/// ```c
/// // Prints the diagnostics of an argument that must be of the type `wanted`.
/// static bool check(const pcty_hcl_expression *given, const pcty_pcl_type_scope *scope,
///                   const pcty_type *wanted) {
///     pcty_pcl_checked *checked = NULL;
///     pcty_error *refused = NULL;
///     pcty_conversion kind;
///     if (pcty_pcl_checked_new(given, scope, NULL, &checked, NULL) != PCTY_OK) {
///         return false;
///     }
///     pcty_pcl_checked_data data;
///     pcty_pcl_checked_info(checked, &data);
///     pcty_string *text = pcty_error_format(data.diagnostics, PCTY_NOTATION_TEXT);
///     if (pcty_pcl_checked_accepted_as(checked, wanted, &kind, &refused) != PCTY_OK) {
///         pcty_string_free(text);
///         text = pcty_error_format(refused, PCTY_NOTATION_TEXT); // with the source line
///     }
///     if (text != NULL) {
///         puts(pcty_string_cstr(text));
///     }
///     bool good = refused == NULL && !data.has_errors;
///     pcty_string_free(text);
///     pcty_error_free(refused);
///     pcty_pcl_checked_free(checked);
///     return good;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_pcl_checked(Checked);

handle!(pcty_pcl_checked, Checked);

/// A checked expression, and its data for C.
pub struct Checked {
    checked: CheckedExpression,
    /// The diagnostics, if there are any.
    diagnostics: Option<Error>,
    /// Whether one of them is an error.
    has_errors: bool,
    /// The nodes, created by the first access.
    root: OnceLock<Node>,
}

/// The data of a checked expression.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_pcl_checked_data {
    /// The type of the whole expression.
    pub ty: *const pcty_type,
    /// An error with all diagnostics, at most 1000, errors and warnings in the order of detection.
    /// NULL if there are none.
    pub diagnostics: *const pcty_error,
    /// Whether one of the diagnostics is an error.
    pub has_errors: bool,
    /// The number of conversions that the expression needs: `pcty_pcl_checked_conversion_at`.
    pub conversion_count: usize,
}

/// Options of checking an expression. Start from PCTY_PCL_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_pcl_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The severity of a reference to a variable that is not defined.
    pub missing_variables: pcty_severity,
    /// The severity of an iteration over a value that is not a collection.
    pub iteration: pcty_severity,
    /// If true, every whole literal is an int, and a literal that is not exact is an error, as in
    /// the specification. If false, literals of 32 bits are ints and larger ones are numbers, as in
    /// the reference implementation.
    pub exact_int_literals: bool,
}

fn leniency(severity: pcty_severity, name: &str) -> Result<ProblemSeverity> {
    match severity {
        PCTY_SEVERITY_ERROR => Ok(ProblemSeverity::Error),
        PCTY_SEVERITY_WARNING => Ok(ProblemSeverity::Warning),
        other => Err(unnamed(name, other)),
    }
}

/// # Safety
/// `options` is NULL or valid.
unsafe fn options(options: *const pcty_pcl_options) -> Result<Options> {
    if options.is_null() {
        return Ok(Options::default());
    }
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(options, "options") }?;
    Ok(Options {
        missing_variables: leniency(given.missing_variables, "options->missing_variables")?,
        iteration: leniency(given.iteration, "options->iteration")?,
        literals: if given.exact_int_literals {
            Literals::ExactInts
        } else {
            Literals::SmallInts
        },
    })
}

/// Checks an expression in a scope. Without a scope there are no variables and no functions. An
/// expression with errors does not fail the call: `pcty_pcl_checked_info` returns the diagnostics.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for an expression in JSON syntax, and for an expression of a
/// block that a `dynamic` block generated; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`,
/// and for a severity that is not one of the constants.
/// Ownership: the caller owns `*out`, which is independent of the expression and the scope.
/// NULL: `scope`, `options` (PCTY_PCL_OPTIONS_INIT applies) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_checked_new(
    expression: Option<&pcty_hcl_expression>,
    scope: Option<&pcty_pcl_type_scope>,
    options: *const pcty_pcl_options,
    out: Option<&mut MaybeUninit<*mut pcty_pcl_checked>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // A rule may free the expression, and change or free the scope.
        let Expr::Native(expression) = need(expression, "expression")?.0.clone() else {
            return Err(Error::new(
                Code::Unsupported,
                "only expressions in native syntax can be checked",
            ));
        };
        // SAFETY: by the header's contract `options` is NULL or has the size in its `struct_size`.
        let options = unsafe { self::options(options) }?;
        let scope = scope.map_or_else(TypeScope::new, |scope| scope.0.clone());
        let mut checked = within(|budget| pcl::bind(&expression, &scope, options, budget))?;
        let diagnostics = std::mem::take(&mut checked.diagnostics);
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        let has_errors = diagnostics.iter().any(is_error);
        let diagnostics = (!diagnostics.is_empty()).then(|| {
            Error::from_diagnostics(Code::Diagnostics, diagnostics)
                .with_source(expression.tree.source().clone())
        });
        Ok(Checked {
            checked,
            diagnostics,
            has_errors,
            root: OnceLock::new(),
        })
    })
}

owned! {
    /// Frees a checked expression, with its nodes.
    fn pcty_pcl_checked_free(checked: pcty_pcl_checked);
}

/// Writes the data of a checked expression.
///
/// Returns: whether there is one.
/// Ownership: the pointers in `*out` are owned by `checked` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_checked_info(
    checked: Option<&pcty_pcl_checked>,
    out: Option<&mut MaybeUninit<pcty_pcl_checked_data>>,
) -> bool {
    quiet(false, || {
        let data = checked.map(|pcty_pcl_checked(checked)| pcty_pcl_checked_data {
            ty: pcty_type::borrowed(checked.checked.ty()),
            diagnostics: (checked.diagnostics.as_ref()).map_or(ptr::null(), pcty_error::borrowed),
            has_errors: checked.has_errors,
            conversion_count: checked.checked.conversions.len(),
        });
        write_found(data, out)
    })
}

/// Writes the conversion at a position, from 0, of the conversions that the expression needs, in
/// the order of checking. `pcty_pcl_node_conversion` returns the conversion of a node. The
/// conversions of the elements of a last argument with `...` are returned only here, with the range
/// of the argument.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by `checked` and
/// valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_checked_conversion_at(
    checked: Option<&pcty_pcl_checked>,
    index: usize,
    out: *mut pcty_pcl_conversion,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let checked = &need(checked, "checked")?.0.checked;
        let needed = checked.conversions.get(index).ok_or_else(|| {
            Error::new(
                Code::NotFound,
                format!("there is no conversion at index {index}"),
            )
        })?;
        let range = pcty_range::of(Some(checked.tree().range(needed.span)));
        Ok(borrowed(struct_size, needed, range))
    };
    // SAFETY: by the header's contract `out` is NULL or has the size in its `struct_size`.
    unsafe { fill(out, error, body) }
}

/// Writes the kind of the conversion of the whole expression to a type, such as the type of a
/// resource's input. It is PCTY_CONVERSION_SAME if the types are equal.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS if the expression is not accepted, with a diagnostic at the
/// expression, the path to the part that does not convert, and the expected and found types of that
/// part; PCTY_ERROR_LIMIT.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_checked_accepted_as(
    checked: Option<&pcty_pcl_checked>,
    wanted: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_conversion>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let checked = &need(checked, "checked")?.0.checked;
        let wanted = &need(wanted, "wanted")?.0;
        match checked.accepted_as(wanted, budget) {
            _ if pcl::equal(wanted, checked.ty()) => Ok(PCTY_CONVERSION_SAME),
            Ok(kind) => Ok(certainty(kind)),
            Err(Refusal::Limit(limit)) => Err(*limit),
            Err(Refusal::Unaccepted {
                diagnostic,
                obstacle,
            }) => {
                let error = Error::from_diagnostics(Code::Diagnostics, vec![*diagnostic])
                    .with_source(checked.tree().source().clone());
                Err(match obstacle {
                    Some(obstacle) => error
                        .with_path(obstacle.path)
                        .with_expected(&obstacle.target)
                        .with_found(&obstacle.source),
                    None => error.with_expected(wanted).with_found(checked.ty()),
                })
            }
        }
    })
}

/// Returns the root of the nodes. It is not part of `pcty_pcl_checked_info` because the first call
/// creates the nodes.
///
/// Ownership: the result and all nodes below it are owned by `checked` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_checked_root(
    checked: Option<&pcty_pcl_checked>,
) -> *const pcty_pcl_node {
    quiet(ptr::null(), || {
        checked.map_or(ptr::null(), |checked| {
            let checked = &checked.0;
            pcty_pcl_node::borrowed(checked.root.get_or_init(|| nodes(&checked.checked)))
        })
    })
}
