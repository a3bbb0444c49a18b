//! How is a type written in HCL's native syntax?
//!
//! `list(object({ name = string, port = number }))`: a type's text is an
//! expression, read like any other; what it stands for as a type is
//! [`read_type`]'s to say.

use super::syntax::{TOO_DEEP, is_identifier, parse_expression};
use super::type_expression::{Mode, TypeExpression, read_type};
use crate::source::{Code, Diagnostic, Error, Position, Result};
use crate::types::{Kind, Quoted, StringConstraint, Type};
use std::fmt::Write;

/// The type that a text stands for.
///
/// ```
/// use polycty_hcl::{Mode, format_type, parse_type};
/// let ty = parse_type("map( object({ port = number }) )", Mode::Type).unwrap();
/// assert_eq!(format_type(&ty).unwrap(), "map(object({port=number}))");
/// let error = parse_type("list(strin)", Mode::Type).unwrap_err();
/// assert_eq!(error.diagnostics()[0].subject.unwrap().start.column, 6);
/// ```
///
/// # Errors
/// [`Code::Syntax`] when the text is no expression and [`Code::Type`] when the
/// expression is no type, both with a diagnostic for each fault and the first
/// one's byte offset; [`Code::Limit`] when it nests too deep.
pub fn parse_type(text: &str, mode: Mode) -> Result<Type> {
    parse_type_expression(text, mode).map(|read| read.ty)
}

/// The type that a text stands for, and with [`Mode::Defaults`] the defaults inside
/// it.
///
/// ```
/// use polycty_hcl::{Mode, parse_type_expression};
/// let read = parse_type_expression("object({ port = optional(number, 80) })", Mode::Defaults);
/// let defaults = read.unwrap().defaults.unwrap();
/// assert_eq!(defaults.values()["port"].as_number().unwrap().to_i64(), Some(80));
/// ```
///
/// # Errors
/// As [`parse_type`].
pub fn parse_type_expression(text: &str, mode: Mode) -> Result<TypeExpression> {
    let parsed = parse_expression(text.as_bytes(), "type", Position::START);
    if !parsed.diagnostics.is_empty() {
        return Err(refuse(Code::Syntax, parsed.diagnostics));
    }
    read_type(&parsed.tree, parsed.root, mode)
        .map_err(|diagnostics| refuse(Code::Type, diagnostics))
}

/// The text of a type, as HCL's `TypeString` writes it: without spaces, and
/// without a word on which attributes are optional. Names of attributes that are
/// no identifiers stand in quotes, which no reader accepts; nor can an object be
/// read whose first attribute is called `for`.
///
/// # Errors
/// [`Code::Unsupported`] for types that HCL has not.
pub fn format_type(ty: &Type) -> Result<String> {
    let mut out = String::new();
    write_type(ty, &mut out)?;
    Ok(out)
}

fn write_type(ty: &Type, out: &mut String) -> Result<()> {
    match ty.kind() {
        Kind::Any => out.push_str("any"),
        Kind::Bool(None) => out.push_str("bool"),
        Kind::Number => out.push_str("number"),
        Kind::String(StringConstraint::Plain) => out.push_str("string"),
        Kind::List {
            element,
            size: None,
        } => write_call("list", element, out)?,
        Kind::Set(element) => write_call("set", element, out)?,
        Kind::Map {
            key,
            element,
            size: None,
        } if key == Type::string() => write_call("map", element, out)?,
        Kind::Tuple {
            elements,
            size: None,
        } => {
            out.push_str("tuple([");
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_type(element, out)?;
            }
            out.push_str("])");
        }
        Kind::Object(object) => {
            out.push_str("object({");
            for (at, field) in object.sorted_fields().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                if is_identifier(field.name()) {
                    out.push_str(field.name());
                } else {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{}", Quoted(field.name()));
                }
                out.push('=');
                write_type(field.ty(), out)?;
            }
            out.push_str("})");
        }
        _ => {
            return Err(Error::new(
                Code::Unsupported,
                format!("{} is not a type of HCL", ty.friendly_name()),
            )
            .with_found(ty));
        }
    }
    Ok(())
}

fn write_call(name: &str, element: &Type, out: &mut String) -> Result<()> {
    out.push_str(name);
    out.push('(');
    write_type(element, out)?;
    out.push(')');
    Ok(())
}

/// The error that tells these diagnostics, of which there is at least one.
#[cold]
fn refuse(code: Code, diagnostics: Vec<Diagnostic>) -> Error {
    let limit = |diagnostic: &Diagnostic| diagnostic.summary == TOO_DEEP;
    let code = match diagnostics.iter().any(limit) {
        true => Code::Limit,
        false => code,
    };
    let starts = diagnostics.iter().filter_map(|found| found.subject);
    let first = starts.map(|subject| subject.start.byte).min();
    let error = Error::from_diagnostics(code, diagnostics);
    match first {
        Some(byte) => error.with_offset(byte),
        None => error,
    }
}

#[cfg(test)]
mod tests;
