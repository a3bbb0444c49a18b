//! HCL: the trees of expressions.
//!
//! These functions return the form and the parts of an expression, without evaluating it. A part is
//! an expression like any other: it has a range and a text, and it can be evaluated. In JSON an
//! array is a tuple, and a string is the template that it holds.

use super::expression::{Expressions, pcty_hcl_expression, pcty_hcl_expressions};
use crate::dialect::hcl::eval::{Expr, Form};
use crate::dialect::hcl::syntax::Role;
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{make, need, quiet, write_found};
use crate::ffi::reentry::within;
use std::mem::MaybeUninit;

/// The form of an expression.
pub type pcty_hcl_form = u32;

/// There is no expression.
pub const PCTY_HCL_FORM_MISSING: pcty_hcl_form = 0;
/// A number, a string without sequences, `true`, `false` or `null`.
pub const PCTY_HCL_FORM_LITERAL: pcty_hcl_form = 1;
/// A template or heredoc of several pieces.
pub const PCTY_HCL_FORM_TEMPLATE: pcty_hcl_form = 2;
/// A template that is one interpolation; its value has any type.
pub const PCTY_HCL_FORM_TEMPLATE_WRAP: pcty_hcl_form = 3;
/// The joined results of the `for` directive of a template.
pub const PCTY_HCL_FORM_TEMPLATE_JOIN: pcty_hcl_form = 4;
/// A variable and constant steps into it.
pub const PCTY_HCL_FORM_TRAVERSAL: pcty_hcl_form = 5;
/// Constant steps into another expression.
pub const PCTY_HCL_FORM_RELATIVE_TRAVERSAL: pcty_hcl_form = 6;
/// A call of a function.
pub const PCTY_HCL_FORM_CALL: pcty_hcl_form = 7;
/// `a ? b : c`, or a template's `if` directive.
pub const PCTY_HCL_FORM_CONDITIONAL: pcty_hcl_form = 8;
/// `a[b]` with a key that is computed.
pub const PCTY_HCL_FORM_INDEX: pcty_hcl_form = 9;
/// `[a, b]`.
pub const PCTY_HCL_FORM_TUPLE: pcty_hcl_form = 10;
/// `{a = b}`.
pub const PCTY_HCL_FORM_OBJECT: pcty_hcl_form = 11;
/// `[for v in c : v]` or `{for k, v in c : k => v}`.
pub const PCTY_HCL_FORM_FOR: pcty_hcl_form = 12;
/// `a[*]` or `a.*`.
pub const PCTY_HCL_FORM_SPLAT: pcty_hcl_form = 13;
/// The current element of a splat. Evaluated alone, it is unknown.
pub const PCTY_HCL_FORM_SPLAT_ITEM: pcty_hcl_form = 14;
/// `-a` or `!a`.
pub const PCTY_HCL_FORM_UNARY: pcty_hcl_form = 15;
/// Operators of one precedence, from left to right: `a + b - c` has three operands.
pub const PCTY_HCL_FORM_OPERATIONS: pcty_hcl_form = 16;
/// `(a)`.
pub const PCTY_HCL_FORM_PARENTHESES: pcty_hcl_form = 17;
/// A part of the text that could not be parsed.
pub const PCTY_HCL_FORM_INVALID: pcty_hcl_form = 18;
/// A value without a text, such as the values of an unknown body.
pub const PCTY_HCL_FORM_VALUE: pcty_hcl_form = 19;

/// The data of an expression.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_expression_data {
    /// The form.
    pub form: pcty_hcl_form,
    /// The text of the expression as it is written, in JSON with the quotes; no text for
    /// PCTY_HCL_FORM_VALUE.
    pub text: pcty_str,
    /// The name of the text that the expression is in.
    pub file: pcty_str,
    /// The function that the expression calls, with `::` between its parts, or the variable that it
    /// begins with; no text for other forms.
    pub name: pcty_str,
    /// The name of the variable for each key of a `for`; no text if there is none.
    pub key_name: pcty_str,
    /// The name of the variable for each value of a `for`; no text for other forms.
    pub value_name: pcty_str,
}

/// An operator of an expression.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_operator {
    /// The operator as it is written: `+` or `!`.
    pub text: pcty_str,
    /// Its range.
    pub range: pcty_range,
}

/// The role of a part in its expression.
pub type pcty_hcl_role = u32;

/// Not a part, or in a list of expressions that are not the parts of one expression.
pub const PCTY_HCL_ROLE_NONE: pcty_hcl_role = 0;
/// A piece of a template.
pub const PCTY_HCL_ROLE_PIECE: pcty_hcl_role = 1;
/// The expression in parentheses.
pub const PCTY_HCL_ROLE_INNER: pcty_hcl_role = 2;
/// The expression that steps, an index or a splat apply to.
pub const PCTY_HCL_ROLE_SOURCE: pcty_hcl_role = 3;
/// The expression that a splat evaluates for each element.
pub const PCTY_HCL_ROLE_EACH: pcty_hcl_role = 4;
/// An argument of a call.
pub const PCTY_HCL_ROLE_ARGUMENT: pcty_hcl_role = 5;
/// The condition of a conditional, or the condition that a `for` selects by.
pub const PCTY_HCL_ROLE_CONDITION: pcty_hcl_role = 6;
/// The result of a conditional if its condition is true.
pub const PCTY_HCL_ROLE_THEN: pcty_hcl_role = 7;
/// The result of a conditional if its condition is false.
pub const PCTY_HCL_ROLE_ELSE: pcty_hcl_role = 8;
/// The collection that a `for` iterates over.
pub const PCTY_HCL_ROLE_COLLECTION: pcty_hcl_role = 9;
/// A computed key: of an index, of an item of an object, of a `for`.
pub const PCTY_HCL_ROLE_KEY: pcty_hcl_role = 10;
/// A key of an item of an object that is a name, not a variable.
pub const PCTY_HCL_ROLE_NAME: pcty_hcl_role = 11;
/// A value: of an item of an object, of a `for`.
pub const PCTY_HCL_ROLE_VALUE: pcty_hcl_role = 12;
/// An element of a tuple.
pub const PCTY_HCL_ROLE_ELEMENT: pcty_hcl_role = 13;
/// An operand.
pub const PCTY_HCL_ROLE_OPERAND: pcty_hcl_role = 14;

fn form_number(form: Form) -> pcty_hcl_form {
    match form {
        Form::Literal => PCTY_HCL_FORM_LITERAL,
        Form::Template => PCTY_HCL_FORM_TEMPLATE,
        Form::TemplateWrap => PCTY_HCL_FORM_TEMPLATE_WRAP,
        Form::TemplateJoin => PCTY_HCL_FORM_TEMPLATE_JOIN,
        Form::Traversal => PCTY_HCL_FORM_TRAVERSAL,
        Form::RelativeTraversal => PCTY_HCL_FORM_RELATIVE_TRAVERSAL,
        Form::Call => PCTY_HCL_FORM_CALL,
        Form::Conditional => PCTY_HCL_FORM_CONDITIONAL,
        Form::Index => PCTY_HCL_FORM_INDEX,
        Form::Tuple => PCTY_HCL_FORM_TUPLE,
        Form::Object => PCTY_HCL_FORM_OBJECT,
        Form::For => PCTY_HCL_FORM_FOR,
        Form::Splat => PCTY_HCL_FORM_SPLAT,
        Form::SplatItem => PCTY_HCL_FORM_SPLAT_ITEM,
        Form::Unary => PCTY_HCL_FORM_UNARY,
        Form::Operations => PCTY_HCL_FORM_OPERATIONS,
        Form::Parentheses => PCTY_HCL_FORM_PARENTHESES,
        Form::Invalid => PCTY_HCL_FORM_INVALID,
        Form::Value => PCTY_HCL_FORM_VALUE,
    }
}

fn role_number(role: Role) -> pcty_hcl_role {
    match role {
        Role::Piece => PCTY_HCL_ROLE_PIECE,
        Role::Inner => PCTY_HCL_ROLE_INNER,
        Role::Source => PCTY_HCL_ROLE_SOURCE,
        Role::Each => PCTY_HCL_ROLE_EACH,
        Role::Argument => PCTY_HCL_ROLE_ARGUMENT,
        Role::Condition => PCTY_HCL_ROLE_CONDITION,
        Role::Then => PCTY_HCL_ROLE_THEN,
        Role::Else => PCTY_HCL_ROLE_ELSE,
        Role::Collection => PCTY_HCL_ROLE_COLLECTION,
        Role::Key => PCTY_HCL_ROLE_KEY,
        Role::Name => PCTY_HCL_ROLE_NAME,
        Role::Value => PCTY_HCL_ROLE_VALUE,
        Role::Element => PCTY_HCL_ROLE_ELEMENT,
        Role::Operand => PCTY_HCL_ROLE_OPERAND,
    }
}

/// Writes the data of an expression.
///
/// Returns: whether there is an expression.
/// Ownership: the texts in `*out` are owned by `expression` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_info(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<pcty_hcl_expression_data>>,
) -> bool {
    quiet(false, || {
        let data = expression.map(|pcty_hcl_expression(expression)| {
            let (key, value) = match expression.iterators() {
                Some((key, value)) => (key, Some(value)),
                None => (None, None),
            };
            let source = expression.source();
            let borrowed = |text: Option<&str>| text.map_or(pcty_str::NONE, pcty_str::borrowed);
            pcty_hcl_expression_data {
                form: form_number(expression.form()),
                text: borrowed(expression.text()),
                file: source.map_or(pcty_str::NONE, |source| pcty_str::borrowed(&source.name)),
                name: borrowed(expression.name()),
                key_name: borrowed(key),
                value_name: borrowed(value),
            }
        });
        write_found(data, out)
    })
}

/// Writes the parts of an expression, in the order of the text. The list is empty for an expression
/// without parts, such as a literal or a variable.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`; its expressions are independent of `expression`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_parts(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let expression = &need(expression, "expression")?.0;
        within(|budget| {
            let parts = expression.parts();
            budget.parts(1 + parts.len() as u64, size_of::<(Role, Expr)>() as u64)?;
            let (roles, list) = parts.into_iter().unzip();
            Ok(Expressions { list, roles })
        })
    })
}

/// Returns the role of the part at a position, from 0, in the expression that contains it.
///
/// NULL: returns PCTY_HCL_ROLE_NONE. Also returns it for expressions that are not parts, and past
/// the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expressions_role_at(
    expressions: Option<&pcty_hcl_expressions>,
    index: usize,
) -> pcty_hcl_role {
    quiet(PCTY_HCL_ROLE_NONE, || {
        expressions
            .and_then(|expressions| expressions.0.roles.get(index))
            .map_or(PCTY_HCL_ROLE_NONE, |role| role_number(*role))
    })
}

/// Writes the expressions at a byte, which is counted as in ranges: the expression itself and,
/// within each, the part that contains the byte. The list is empty if the byte is outside of the
/// expression.
///
/// Errors: none, except for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_at_byte(
    expression: Option<&pcty_hcl_expression>,
    byte: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expressions>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Expressions::from(
            need(expression, "expression")?.0.at(byte),
        ))
    })
}

/// Writes the operator of an expression at a position, from 0. Operator `index` precedes operand
/// `index + 1`; a unary operator precedes its only operand.
///
/// Returns: false past the end.
/// Ownership: the text in `*out` has static lifetime.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_operator_at(
    expression: Option<&pcty_hcl_expression>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_operator>>,
) -> bool {
    quiet(false, || {
        let found = expression.and_then(|expression| expression.0.operator(index));
        let operator = found.map(|(operator, range)| pcty_hcl_operator {
            text: pcty_str::borrowed(operator.symbol()),
            range: pcty_range::of(Some(range)),
        });
        write_found(operator, out)
    })
}
