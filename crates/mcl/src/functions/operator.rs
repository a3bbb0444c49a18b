//! The operators: the function `_operator`, whose first argument is the operator.

use super::call::{Call, catchable, int, refused};
use super::define::{
    Cost, Function, Known, Names, Outcome, did_not_match, no_type, one_of, parameters, read,
};
use crate::host::KnownCall;
use crate::types::format::format_type;
use crate::types::view::MclType;
use crate::values::access::shape_of;
use crate::values::order::value_cmp;
use polycty_core::source::Result;
use polycty_core::types::{FuncParams, FuncType, Kind, Type, Visit};
use polycty_core::values::Value;
use std::cmp::Ordering;

pub(super) static TABLE: &[Function] = &[Function::pure("_operator", "", Cost::Own, run)
    .inferred(&["op"], Names::Letters, infer)
    .checked_by_call(check)];

/// An operator: its text, its type without the operator argument, and the operand types that it
/// accepts.
struct Operator {
    text: &'static str,
    ty: &'static str,
    takes: &'static [&'static str],
}

const fn row(text: &'static str, ty: &'static str, takes: &'static [&'static str]) -> Operator {
    Operator { text, ty, takes }
}

/// Equality accepts all types that contain no function.
const ANY: &[&str] = &[];
const NUMBERS: &[&str] = &["func(int, int) int", "func(float, float) float"];
const ORDERED: &[&str] = &["func(int, int) bool", "func(float, float) bool"];

static OPERATORS: [Operator; 13] = [
    row(
        "+",
        "?1, ?1) ?1",
        &[
            "func(str, str) str",
            "func(int, int) int",
            "func(float, float) float",
        ],
    ),
    row("-", "?1, ?1) ?1", NUMBERS),
    row("*", "?1, ?1) ?1", NUMBERS),
    row(
        "/",
        "?1, ?1) float",
        &["func(int, int) float", "func(float, float) float"],
    ),
    row("==", "?1, ?1) bool", ANY),
    row("!=", "?1, ?1) bool", ANY),
    row("<", "?1, ?1) bool", ORDERED),
    row(">", "?1, ?1) bool", ORDERED),
    row("<=", "?1, ?1) bool", ORDERED),
    row(">=", "?1, ?1) bool", ORDERED),
    row("and", "bool, bool) bool", ANY),
    row("or", "bool, bool) bool", ANY),
    row("not", "bool) bool", ANY),
];

fn find(text: &str) -> Option<&'static Operator> {
    OPERATORS.iter().find(|operator| operator.text == text)
}

/// Infers the type from the operator, which must be known.
fn infer(known: &KnownCall<'_>) -> Result<Type> {
    let Some(text) = known.text(0) else {
        return Err(no_type("operator is not known statically"));
    };
    let Some(operator) = find(text) else {
        return Err(no_type(format!("operator `{text}` was not found")));
    };
    let count = known.count().saturating_sub(1);
    let wanted = if operator.text == "not" { 1 } else { 2 };
    if count != wanted {
        return Err(no_type(format!(
            "operator `{text}` needs {wanted} args, not {count}"
        )));
    }
    read(&format!("func(op str, {}", named(operator.ty)))
}

/// Adds mgmt's parameter names to a type.
fn named(ty: &str) -> String {
    match ty.split_once(", ") {
        Some((first, second)) => format!("a {first}, b {second}"),
        None => format!("a {ty}"),
    }
}

/// Types of some operators, for an operator that is not known.
const SOME: &[&str] = &[
    "func(str, str) str",
    "func(int, int) int",
    "func(float, float) float",
    "func(int, int) float",
];

fn check(solved: &Type, values: &[Option<Value>]) -> Result<()> {
    if let Some(Some(text)) = values.first()
        && let Some(text) = text.as_str()
    {
        return operator(text, solved);
    }
    let operands = without_text(solved)?;
    if let Kind::Func(func) = operands.kind()
        && func.result.as_ref() == Some(Type::bool())
    {
        return comparable(&operands);
    }
    one_of(&operands, SOME)
}

/// Returns an error for functions, which cannot be compared.
fn comparable(operands: &Type) -> Result<()> {
    let mut comparable = true;
    for operand in parameters(operands) {
        operand.ty.walk(&mut |_, part| {
            comparable &= !matches!(part.kind(), Kind::Func(_) | Kind::Any);
            Visit::Into
        });
    }
    if comparable {
        Ok(())
    } else {
        Err(no_type("not comparable"))
    }
}

/// Returns the type of an operator call without the operator argument.
fn without_text(solved: &Type) -> Result<Type> {
    let Kind::Func(func) = solved.kind() else {
        return Err(did_not_match());
    };
    let operands = parameters(solved).get(1..).ok_or_else(did_not_match)?;
    Ok(Type::func(FuncType {
        params: Some(FuncParams {
            positional: operands.into(),
            ..FuncParams::default()
        }),
        ..(**func).clone()
    })?)
}

/// Checks that an operator accepts operands of the inferred types. The type is the whole one, with
/// the operator as its first argument.
///
/// # Errors
/// `Type` with mgmt's message if it does not.
pub fn operator(text: &str, solved: &Type) -> Result<()> {
    let operator = find(text).ok_or_else(did_not_match)?;
    let operands = without_text(solved)?;
    match operator.takes {
        [] => comparable(&operands),
        takes => one_of(&operands, takes).map_err(|error| match applied(text, &operands) {
            Ok(applied) => no_type(format!("did not match: {applied}")),
            Err(_) => error,
        }),
    }
}

/// Formats an operator with the types of its operands.
fn applied(text: &str, operands: &Type) -> Result<String> {
    let types = parameters(operands).iter();
    let types = types.map(|param| format_type(&param.ty));
    Ok(match &*types.collect::<Result<Vec<String>>>()? {
        [a] => format!("{text} {a}"),
        types => types.join(&format!(" {text} ")),
    })
}

fn run(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    if text == "not" {
        return Ok(Value::bool(!call.bool(1)));
    }
    let (a, b) = (call.value(1)?, call.value(2)?);
    // A comparison ends with the smaller operand. The size of a text is a sixteenth of its bytes.
    let size = a.facts().size().min(b.facts().size());
    call.budget.charge(u64::from(size) / 4)?;
    match text {
        "and" => return Ok(Value::bool(call.bool(1) && call.bool(2))),
        "or" => return Ok(Value::bool(call.bool(1) || call.bool(2))),
        "==" => return Ok(Value::bool(value_cmp(a, b) == Ordering::Equal)),
        "!=" => return Ok(Value::bool(value_cmp(a, b) != Ordering::Equal)),
        _ => {}
    }
    match shape_of(a) {
        Some(MclType::Int) => whole(text, call.int(1), call.int(2)),
        Some(MclType::Float) => fractional(text, call.float(1), call.float(2)),
        Some(MclType::Str) if text == "+" => {
            let (a, b) = (call.str(1), call.str(2));
            call.text(&[a, b].concat())
        }
        shape => Err(refused(format!(
            "unsupported kind: {}",
            shape.map_or("unknown", MclType::kind_name)
        ))),
    }
}

fn whole(text: &str, a: i64, b: i64) -> Outcome {
    Ok(match text {
        "+" => int(a.wrapping_add(b)),
        "-" => int(a.wrapping_sub(b)),
        "*" => int(a.wrapping_mul(b)),
        "/" if b == 0 => return Err(catchable("can't divide by zero")),
        "/" => Value::from_double(a as f64 / b as f64),
        _ => Value::bool(ordered(text, a.cmp(&b).into())?),
    })
}

fn fractional(text: &str, a: f64, b: f64) -> Outcome {
    Ok(match text {
        "+" => Value::from_double(a + b),
        "-" => Value::from_double(a - b),
        "*" => Value::from_double(a * b),
        "/" if b == 0.0 => return Err(catchable("can't divide by zero")),
        "/" => Value::from_double(a / b),
        _ => Value::bool(ordered(text, a.partial_cmp(&b))?),
    })
}

/// A comparison with NaN is false.
fn ordered(text: &str, order: Option<Ordering>) -> Result<bool, polycty_engine::Failure> {
    Ok(match text {
        "<" => order.is_some_and(Ordering::is_lt),
        ">" => order.is_some_and(Ordering::is_gt),
        "<=" => order.is_some_and(Ordering::is_le),
        ">=" => order.is_some_and(Ordering::is_ge),
        _ => return Err(refused(format!("operator `{text}` was not found"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse::parse_type;
    use polycty_core::types::VariableScope;

    #[test]
    fn an_operator_accepts_certain_types() {
        for (text, ty, takes) in [
            ("+", "func(op str, a str, b str) str", true),
            ("-", "func(op str, a str, b str) str", false),
            ("+", "func(op str, a bool, b bool) bool", false),
            ("/", "func(op str, a int, b int) float", true),
            ("<", "func(op str, a str, b str) bool", false),
            ("==", "func(op str, a []str, b []str) bool", true),
            ("==", "func(op str, a func() str, b func() str) bool", false),
            ("not", "func(op str, a bool) bool", true),
            ("?", "func(op str, a int, b int) int", false),
        ] {
            let ty = parse_type(ty, VariableScope::new()).unwrap();
            assert_eq!(operator(text, &ty).is_ok(), takes, "{text}");
        }
        let lists = parse_type("func(op str, a []int, b []int) []int", VariableScope::new());
        assert_eq!(
            check(&lists.unwrap(), &[]).unwrap_err().message(),
            "did not match"
        );
    }
}
