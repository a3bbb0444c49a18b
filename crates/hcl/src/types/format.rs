//! Formatting of types.
//!
//! Types are written as type expressions, for example `list(object({name=string,port=number}))`.

use crate::syntax::is_identifier;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Kind, StringConstraint, Type};
use std::fmt::Write;

/// Returns the text of a type, as HCL's `TypeString` writes it: without spaces, and without
/// optional modifiers. Names of attributes that are not identifiers are quoted, which no parser
/// accepts. An object whose first attribute is called `for` cannot be parsed either.
///
/// # Errors
/// [`Code::Unsupported`] for types that HCL does not have.
pub fn format_type(ty: &Type) -> Result<String> {
    let mut out = String::new();
    write_type(ty, Optional::Passed, &mut out)?;
    Ok(out)
}

/// Returns the text of a type constraint, with `optional(T)` for optional attributes.
///
/// # Errors
/// The errors of [`format_type`].
pub fn format_constraint(ty: &Type) -> Result<String> {
    let mut out = String::new();
    write_type(ty, Optional::Written, &mut out)?;
    Ok(out)
}

/// The notation of optional attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Optional {
    Written,
    Passed,
}

fn write_type(ty: &Type, optional: Optional, out: &mut String) -> Result<()> {
    match ty.kind() {
        Kind::Any => out.push_str("any"),
        Kind::Bool(None) => out.push_str("bool"),
        Kind::Number => out.push_str("number"),
        Kind::String(StringConstraint::Plain) => out.push_str("string"),
        Kind::List {
            element,
            size: None,
        } => write_call("list", element, optional, out)?,
        Kind::Set(element) => write_call("set", element, optional, out)?,
        Kind::Map {
            key,
            element,
            size: None,
        } if key == Type::string() => write_call("map", element, optional, out)?,
        Kind::Tuple {
            elements,
            size: None,
        } => {
            out.push_str("tuple([");
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_type(element, optional, out)?;
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
                if field.is_optional() && optional == Optional::Written {
                    write_call("optional", field.ty(), optional, out)?
                } else {
                    write_type(field.ty(), optional, out)?
                }
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

fn write_call(name: &str, element: &Type, optional: Optional, out: &mut String) -> Result<()> {
    out.push_str(name);
    out.push('(');
    write_type(element, optional, out)?;
    out.push(')');
    Ok(())
}
