//! Formatting of types in mcl syntax.
//!
//! The output is mgmt's: one space after `:`, `;` and `,`; an argument without a name has its
//! position as its name; variables are numbered from 1 in the order of their first occurrence.

use crate::types::view::{AFTER_FIELD_NAME, MclType, repeated_name, unsupported};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Type, VariableScope};
use std::collections::HashMap;
use std::fmt::Write;

/// Formats a type in mcl syntax.
///
/// # Errors
/// [`Code::Unsupported`] with the part that mcl does not have. This includes names that cannot be
/// parsed again: empty names, names with brackets, spaces or separators, and equal names of two
/// arguments.
pub fn format_type(ty: &Type) -> Result<String> {
    let mut text = String::new();
    write_type(ty, &mut text)?;
    Ok(text)
}

/// Appends a type in mcl syntax.
///
/// # Errors
/// The errors of [`format_type`].
pub fn write_type(ty: &Type, out: &mut String) -> Result<()> {
    Writer {
        out,
        variables: HashMap::new(),
    }
    .ty(ty)
}

struct Writer<'a> {
    out: &'a mut String,
    variables: HashMap<(VariableScope, u32), usize>,
}

impl Writer<'_> {
    fn ty(&mut self, ty: &Type) -> Result<()> {
        match MclType::require(ty)? {
            MclType::List(element) => {
                self.out.push_str("[]");
                self.ty(element)?;
            }
            MclType::Map(key, element) => {
                self.out.push_str("map{");
                self.ty(key)?;
                self.out.push_str(": ");
                self.ty(element)?;
                self.out.push('}');
            }
            MclType::Struct(fields) => {
                self.out.push_str("struct{");
                for (at, field) in fields.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str("; ");
                    }
                    self.name(field.name(), &AFTER_FIELD_NAME)?;
                    self.ty(field.ty())?;
                }
                self.out.push('}');
            }
            MclType::Func(params, result) => {
                if repeated_name(params.iter().map(|param| param.name.as_deref())).is_some() {
                    let message = "two arguments of the function have the same name";
                    return Err(unsupported(ty).with_message(message));
                }
                self.out.push_str("func(");
                for (at, param) in params.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    match &param.name {
                        None => self.count(at, " "),
                        Some(name) => {
                            self.name(name, &[' ', ',', '(', ')', '[', ']', '{', '}'])?;
                        }
                    }
                    self.ty(&param.ty)?;
                }
                self.out.push(')');
                if let Some(result) = result {
                    self.out.push(' ');
                    self.ty(result)?;
                }
            }
            MclType::Variable(scope, id) => {
                let next = self.variables.len() + 1;
                let number = *self.variables.entry((scope, id)).or_insert(next);
                self.out.push('?');
                self.count(number, "");
            }
            plain => self.out.push_str(plain.kind_name()),
        }
        Ok(())
    }

    fn count(&mut self, number: usize, after: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{number}{after}");
    }

    /// Writes a name that can be parsed again, and the space after it.
    fn name(&mut self, name: &str, ends: &[char]) -> Result<()> {
        if name.is_empty() || name.contains(ends) {
            let message = format!("mcl cannot write the name {name:?}");
            return Err(Error::new(Code::Unsupported, message));
        }
        self.out.push_str(name);
        self.out.push(' ');
        Ok(())
    }
}
