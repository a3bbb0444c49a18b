//! HCL: expressions.
//!
//! An expression is parsed once and evaluated any number of times, in any scopes. A function that
//! can report diagnostics has an output `diagnostics`. If it is NULL, the function fails if one of
//! the diagnostics is an error. If it is not NULL, the function returns a partial result, and
//! `*diagnostics` is an error with all diagnostics, including warnings, or NULL if there are none.

use super::scope::pcty_hcl_scope;
use crate::calls::Budget;
use crate::dialect::hcl::eval::{Expr, ExprCall};
use crate::dialect::hcl::syntax::Role;
use crate::dialect::hcl::syntax::json::parse_json_within;
use crate::dialect::hcl::syntax::{Expression, parse_expression_within, parse_template_within};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range, position};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::{Mode, make_diagnosed_charged, source, write_diagnostics};
use crate::ffi::guard::{
    Handle, handle, make, need, owned, quiet, run, text, unnamed, write_found,
};
use crate::ffi::reentry::{calling, within};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Error, Position, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// A parsed expression. It never changes; any number of threads may evaluate it at once, each in
/// its own scope.
///
/// ```c
/// static pcty_value *evaluated(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
///     pcty_hcl_expression *expression = NULL;
///     pcty_value *value = NULL;
///     pcty_error *error = NULL;
///     if (pcty_hcl_expression_parse(text, file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
///                                   &error) != PCTY_OK ||
///         pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) != PCTY_OK) {
///         pcty_string *found = pcty_error_format(error, PCTY_NOTATION_TEXT);
///         fprintf(stderr, "%s\n", pcty_string_cstr(found));
///         pcty_string_free(found);
///         pcty_error_free(error);
///     }
///     pcty_hcl_expression_free(expression);
///     return value;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_expression(pub(crate) Expr);

handle!(pcty_hcl_expression, Expr);

/// Expressions in order, such as the elements of a list that is not evaluated. It never changes;
/// any number of threads may use it at once.
///
/// ```c
/// // Prints the names in `[create, destroy]`.
/// static void print_keywords(const pcty_hcl_expression *expression) {
///     pcty_hcl_expressions *elements = NULL;
///     if (pcty_hcl_expression_list(expression, &elements, NULL) == PCTY_OK) {
///         for (size_t i = 0; i < pcty_hcl_expressions_count(elements); i++) {
///             pcty_string *word = pcty_hcl_expression_keyword(pcty_hcl_expressions_at(elements, i));
///             puts(word == NULL ? "?" : pcty_string_cstr(word));
///             pcty_string_free(word);
///         }
///         pcty_hcl_expressions_free(elements);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_expressions(pub(crate) Expressions);

handle!(pcty_hcl_expressions, Expressions);

/// Expressions, and the role of each if they are the parts of one expression.
pub struct Expressions {
    pub(crate) list: Vec<Expr>,
    pub(crate) roles: Vec<Role>,
}

impl From<Vec<Expr>> for Expressions {
    fn from(list: Vec<Expr>) -> Expressions {
        let roles = Vec::new();
        Expressions { list, roles }
    }
}

/// A syntax of HCL.
pub type pcty_hcl_syntax = u32;

/// Native syntax.
pub const PCTY_HCL_NATIVE: pcty_hcl_syntax = 1;
/// JSON syntax. Its strings are templates.
pub const PCTY_HCL_JSON: pcty_hcl_syntax = 2;
/// A template in native syntax, without quotes around it. It has no bodies.
pub const PCTY_HCL_TEMPLATE: pcty_hcl_syntax = 3;

/// A range of an expression, a body or a block.
pub type pcty_hcl_range_kind = u32;

/// The whole: an expression; a body with its braces, or a file; a block from its type to its
/// closing brace. In JSON, a block extends from the name of the property to the end of the object
/// that is its body.
pub const PCTY_HCL_RANGE_WHOLE: pcty_hcl_range_kind = 1;
/// The start of an expression, which is the range of diagnostics about the whole expression: its
/// first operand, its opening bracket or quote, or the name of its function.
pub const PCTY_HCL_RANGE_START: pcty_hcl_range_kind = 2;
/// The type and the labels of a block.
pub const PCTY_HCL_RANGE_HEADER: pcty_hcl_range_kind = 3;
/// The type of a block.
pub const PCTY_HCL_RANGE_TYPE: pcty_hcl_range_kind = 4;
/// The opening brace of a block.
pub const PCTY_HCL_RANGE_OPEN_BRACE: pcty_hcl_range_kind = 5;
/// The closing brace of a block.
pub const PCTY_HCL_RANGE_CLOSE_BRACE: pcty_hcl_range_kind = 6;
/// The position for diagnostics about items that are missing in a body.
pub const PCTY_HCL_RANGE_MISSING: pcty_hcl_range_kind = 7;

/// Parses a text in one of the syntaxes, and returns the diagnostics.
pub(crate) fn read(
    syntax: pcty_hcl_syntax,
    file: &pcty_str,
    source_text: &pcty_str,
    start: Position,
    budget: &Budget,
) -> Result<(Expr, Vec<Diagnostic>)> {
    let (name, bytes) = (text(file, "file")?, source(source_text)?);
    let parsed = match syntax {
        PCTY_HCL_NATIVE => parse_expression_within(bytes, name, start, budget),
        PCTY_HCL_TEMPLATE => parse_template_within(bytes, name, start, budget),
        PCTY_HCL_JSON => {
            let parsed = parse_json_within(bytes, name, start, budget);
            return Ok((Expr::Json(parsed.expression), parsed.diagnostics));
        }
        other => return Err(unnamed("syntax", other)),
    };
    // Moved, because a clone would increment a reference count.
    let (tree, id) = (parsed.tree, parsed.root);
    Ok((Expr::Native(Expression { tree, id }), parsed.diagnostics))
}

/// Parses a text that is one expression. `file` is the name of the text in diagnostics. If the text
/// is a part of a larger one, `start` is the position of its first byte, and all positions count
/// from there. A byte that is not UTF-8 is a diagnostic. HCL requires a newline after the closing
/// marker of a heredoc, which the `text` of an expression does not contain: append it first, or use
/// `pcty_hcl_file_expression` or `pcty_hcl_fragment_parse`, which append it.
///
/// Returns: the expression; with `diagnostics`, as much of it as can be parsed.
/// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
/// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
/// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
/// NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_parse(
    source_text: pcty_str,
    file: pcty_str,
    start: Option<&pcty_position>,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expression>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed_charged(out, diagnostics, error, |mode, budget| {
        let (expression, diagnostics) = read(
            syntax,
            &file,
            &source_text,
            position(start, "start")?,
            budget,
        )?;
        mode.settle(Code::Syntax, expression, diagnostics)
    })
}

owned! {
    /// Returns a new handle of the same expression. Only a reference count changes.
    fn pcty_hcl_expression_clone(expression: &pcty_hcl_expression);
    /// Frees an expression.
    fn pcty_hcl_expression_free(expression: pcty_hcl_expression);
}

/// Returns a range of an expression: PCTY_HCL_RANGE_WHOLE or PCTY_HCL_RANGE_START. Each call counts
/// the lines and columns.
///
/// Returns: the start of a text for a different constant.
/// NULL: returns the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_range(
    expression: Option<&pcty_hcl_expression>,
    kind: pcty_hcl_range_kind,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        let found = expression.and_then(|pcty_hcl_expression(expression)| match kind {
            PCTY_HCL_RANGE_WHOLE => Some(expression.range()),
            PCTY_HCL_RANGE_START => Some(expression.start_range()),
            _ => None,
        });
        pcty_range::of(found)
    })
}

/// Evaluates an expression in a scope. Without a scope there are no variables and no functions, and
/// strings of JSON are not templates.
///
/// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
/// error.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: the caller owns `*out` and `*diagnostics`.
/// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_evaluate(
    expression: Option<&pcty_hcl_expression>,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let out = need(out, "out")?;
        let mode = Mode::of(&diagnostics);
        // A callback may free the expression, and change or free the scope.
        let expression = need(expression, "expression")?.0.clone();
        let scope = scope.map(|scope| scope.0.clone());
        let scope = scope.as_ref();
        let (value, found) = within(|budget| {
            let found = expression.evaluate_within(scope, budget);
            // Boxed here, so that only a pointer is passed on.
            mode.settle(Code::Diagnostics, Box::new(found.value), found.diagnostics)
        })?;
        out.write(Box::into_raw(value).cast());
        write_diagnostics(found, diagnostics);
        Ok(())
    })
}

/// Returns the error for an expression of a different form.
pub(crate) fn refused(failure: Diagnostic) -> Error {
    Error::from_diagnostics(Code::Diagnostics, vec![failure])
}

/// Returns an expression that is a single name, without evaluating it. `true`, `false` and `null`
/// are such names.
///
/// NULL: returns NULL. Also returns NULL for any other expression.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_keyword(
    expression: Option<&pcty_hcl_expression>,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        expression
            .and_then(|expression| {
                calling(|budget| Ok(expression.0.keyword_within(budget))).ok()?
            })
            .map_or(ptr::null_mut(), |word| {
                pcty_string::own(OwnedText::new(word.to_string()))
            })
    })
}

/// Writes the elements of an expression that is written as a list, without evaluating it.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_list(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let expression = &need(expression, "expression")?.0;
        let other = || expression.of_another_form("A static list expression is required.");
        let list = expression.as_list().ok_or_else(|| refused(other()))?;
        Ok(Expressions::from(list))
    })
}

/// Writes the keys and the values of an expression that is written as a map or object, without
/// evaluating it. There is one value for each key.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
/// Ownership: the caller owns `*keys` and `*values`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_map(
    expression: Option<&pcty_hcl_expression>,
    keys: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    values: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let expression = &need(expression, "expression")?.0;
        let (keys, values) = (need(keys, "keys")?, need(values, "values")?);
        let other = || expression.of_another_form("A static map expression is required.");
        let items = expression.as_map().ok_or_else(|| refused(other()))?;
        let (all_keys, all_values): (Vec<Expr>, Vec<Expr>) = items.into_iter().unzip();
        keys.write(pcty_hcl_expressions::own(all_keys.into()));
        values.write(pcty_hcl_expressions::own(all_values.into()));
        Ok(())
    })
}

fn as_call(expression: &Expr) -> Result<ExprCall> {
    let other = || expression.of_another_form("A static function call is required.");
    calling(|budget| {
        let call = expression.as_call_within(budget);
        budget.finish()?;
        call.ok_or_else(|| refused(other()))
    })
}

/// Writes the name of the function and the arguments of an expression that is written as a call,
/// and their ranges, without evaluating it. The range of the arguments includes the parentheses.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
/// Ownership: the caller owns `*name` and `*arguments`; the ranges are plain data.
/// NULL: `name`, `arguments`, `name_range`, `arguments_range` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_call(
    expression: Option<&pcty_hcl_expression>,
    name: Option<&mut MaybeUninit<*mut pcty_string>>,
    arguments: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    name_range: Option<&mut MaybeUninit<pcty_range>>,
    arguments_range: Option<&mut MaybeUninit<pcty_range>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let call = as_call(&need(expression, "expression")?.0)?;
        if let Some(name) = name {
            name.write(pcty_string::own(OwnedText::new(call.name.to_string())));
        }
        if let Some(arguments) = arguments {
            arguments.write(pcty_hcl_expressions::own(call.arguments.into()));
        }
        let (of_name, of_arguments) = (call.name_range, call.arguments_range);
        write_found(Some(pcty_range::of(Some(of_name))), name_range);
        write_found(Some(pcty_range::of(Some(of_arguments))), arguments_range);
        Ok(())
    })
}

/// Returns the number of expressions.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expressions_count(expressions: Option<&pcty_hcl_expressions>) -> usize {
    quiet(0, || {
        expressions.map_or(0, |expressions| expressions.0.list.len())
    })
}

/// Returns the expression at a position, from 0.
///
/// Ownership: owned by `expressions` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expressions_at(
    expressions: Option<&pcty_hcl_expressions>,
    index: usize,
) -> *const pcty_hcl_expression {
    quiet(ptr::null(), || {
        expressions
            .and_then(|expressions| expressions.0.list.get(index))
            .map_or(ptr::null(), pcty_hcl_expression::borrowed)
    })
}

owned! {
    /// Frees expressions.
    fn pcty_hcl_expressions_free(expressions: pcty_hcl_expressions);
}
