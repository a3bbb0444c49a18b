//! The module `fmt`: `printf`.
//!
//! mgmt processes a format byte by byte and writes each byte as a character, so non-ASCII
//! characters in a format are encoded twice in the output.

use super::call::refused;
use super::define::{Cost, Function, Known, Names, is_open, no_type, read};
use crate::host::KnownCall;
use crate::rules::equal::compare;
use crate::types::format::{format_type, write_type};
use crate::types::view::int;
use crate::values::access::own_type;
use crate::values::format::write_within;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_engine::Failure;
use std::fmt::Write;
use std::sync::LazyLock;

pub(super) static TABLE: &[Function] = &[Function::pure("fmt.printf", "", Cost::Linear, |call| {
    let text = print(
        call.str(0),
        call.arguments.get(1..).unwrap_or_default(),
        call.budget,
    )?;
    Ok(Value::string(&text))
})
.inferred(&["format"], Names::Letters, infer)];

/// A piece of a format.
enum Piece {
    /// A byte, written as the character with its number.
    Byte(u8),
    Verb(Verb),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    Bool,
    Str,
    Quoted,
    Int,
    Float,
    Any,
    Type,
}

impl Verb {
    /// Returns the type of the argument, or `None` for any type.
    fn ty(self) -> Option<&'static Type> {
        static FLOAT: LazyLock<Type> = LazyLock::new(|| Value::from_double(0.0).ty().clone());
        Some(match self {
            Verb::Bool => Type::bool(),
            Verb::Str | Verb::Quoted => Type::string(),
            Verb::Int => int(),
            Verb::Float => &FLOAT,
            Verb::Any | Verb::Type => return None,
        })
    }
}

/// Returns the pieces of a format. A percent sign at the end is ignored.
fn pieces(format: &str) -> impl Iterator<Item = Result<Piece, usize>> + '_ {
    let mut bytes = format.bytes().enumerate();
    std::iter::from_fn(move || {
        let (_, byte) = bytes.next()?;
        if byte != b'%' {
            return Some(Ok(Piece::Byte(byte)));
        }
        let (at, letter) = bytes.next()?;
        Some(Ok(Piece::Verb(match letter {
            b'%' => return Some(Ok(Piece::Byte(b'%'))),
            b't' => Verb::Bool,
            b's' => Verb::Str,
            b'q' => Verb::Quoted,
            b'd' => Verb::Int,
            b'f' => Verb::Float,
            b'v' => Verb::Any,
            b'T' => Verb::Type,
            _ => return Some(Err(at)),
        })))
    })
}

fn invalid(at: usize) -> String {
    format!("invalid format string at {at}")
}

/// Returns the argument types of the verbs of a format, in order; `None` for a verb that accepts
/// any type.
///
/// # Errors
/// `Type` with mgmt's message if the format is not valid.
pub fn argument_types(format: &str) -> Result<Vec<Option<Type>>> {
    let mut types = Vec::new();
    for piece in pieces(format) {
        if let Piece::Verb(verb) = piece.map_err(|at| no_type(invalid(at)))? {
            types.push(verb.ty().cloned());
        }
    }
    Ok(types)
}

/// Formats arguments. Arguments without a verb are ignored.
///
/// # Errors
/// A fatal failure if the format is not valid or an argument does not fit its verb, or if the
/// budget is exceeded.
pub fn print(format: &str, arguments: &[&Value], budget: &Budget) -> Result<String, Failure> {
    budget.charge(1 + format.len() as u64 / 16)?;
    budget.hold(2 * format.len() as u64)?;
    let mut out = String::with_capacity(format.len());
    let mut used = 0;
    for piece in pieces(format) {
        let verb = match piece.map_err(|at| refused(invalid(at)))? {
            Piece::Byte(byte) => {
                out.push(char::from(byte));
                continue;
            }
            Piece::Verb(verb) => verb,
        };
        let Some(argument) = arguments.get(used) else {
            let (wanted, given) = (used + 1, arguments.len());
            return Err(refused(format!(
                "more specifiers ({wanted}) than values ({given})"
            )));
        };
        used += 1;
        if let Some(wanted) = verb.ty()
            && let Err(error) = compare(wanted, own_type(argument))
        {
            return Err(refused(format!("unexpected type: {}", error.message())));
        }
        budget.charge(1 + u64::from(argument.facts().size()) / 8)?;
        let before = out.len();
        match (verb, argument.as_str()) {
            (Verb::Type, _) => write_type(own_type(argument), &mut out)?,
            (Verb::Str | Verb::Any, Some(text)) => {
                budget.hold(text.len() as u64)?;
                out.push_str(text);
                continue;
            }
            _ => write_within(argument, &mut out, budget)?,
        }
        budget.hold((out.len() - before) as u64)?;
    }
    Ok(out)
}

/// Infers the type: a known format determines the number and the types of the arguments, an unknown
/// one leaves them open.
fn infer(known: &KnownCall<'_>) -> Result<Type> {
    if known.values.is_empty() {
        return Err(no_type("must have at least one arg"));
    }
    let format = known.ty(0);
    if !is_open(format) && format != Some(Type::string()) {
        let found = format.map(format_type).transpose()?.unwrap_or_default();
        return Err(no_type(format!("format string was a {found}")));
    }
    let count = known.count() - 1;
    let wanted = match known.text(0) {
        Some(format) => argument_types(format).map_err(|error| {
            no_type(format!(
                "could not parse format string: {}",
                error.message()
            ))
        })?,
        None => vec![None; count],
    };
    if wanted.len() != count {
        let wanted = wanted.len();
        return Err(no_type(format!(
            "number of args ({count}) doesn't match format string verb count ({wanted})"
        )));
    }
    let mut text = String::from("func(format str");
    let mut fresh = 0;
    for (at, wanted) in wanted.iter().enumerate() {
        let name = super::define::letters(at);
        // The type of an argument that is a call is not known yet, even if its value is. A mismatch
        // is reported by type inference.
        let given = known.types.get(at + 1);
        if let (Some(wanted), Some(given)) = (wanted, given)
            && !is_open(Some(given))
            && let Err(error) = compare(given, wanted)
        {
            let message = format!(
                "inconsistent type at arg index {}: {}",
                at + 1,
                error.message()
            );
            return Err(no_type(message));
        }
        let _ = write!(text, ", {name} ");
        match wanted
            .as_ref()
            .or(given.filter(|given| !is_open(Some(given))))
        {
            Some(ty) => write_type(ty, &mut text)?,
            None => {
                fresh += 1;
                let _ = write!(text, "?{fresh}");
            }
        }
    }
    text.push_str(") str");
    read(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polycty_core::types::VariableScope;

    #[test]
    fn a_known_format_determines_the_types() {
        let infer = |format: Option<&str>, types: &[Option<Type>]| {
            let mut values = vec![format.map(Value::string)];
            values.resize(types.len() + 1, None);
            let open = || Type::variable(VariableScope::new(), 0);
            let given = types.iter().map(|ty| ty.clone().unwrap_or_else(open));
            let all: Vec<Type> = std::iter::once(Type::string().clone())
                .chain(given)
                .collect();
            infer(&KnownCall {
                types: &all,
                values: &values,
                result: Type::any(),
            })
            .and_then(|ty| format_type(&ty))
            .map_err(|error| error.message().to_owned())
        };
        let str = || Some(Type::string().clone());
        assert_eq!(
            infer(Some("%d %v %s"), &[None, None, str()]).unwrap(),
            "func(format str, a int, b ?1, c str) str"
        );
        assert_eq!(
            infer(None, &[str(), None]).unwrap(),
            "func(format str, a str, b ?1) str"
        );
        assert_eq!(
            infer(Some("%d"), &[str()]).unwrap_err(),
            "inconsistent type at arg index 1: base kind does not match (str != int)"
        );
        assert_eq!(
            infer(Some("%5d"), &[None]).unwrap_err(),
            "could not parse format string: invalid format string at 1"
        );
        assert!(infer(Some("%d%%%"), &[None, None]).is_err());
    }
}
