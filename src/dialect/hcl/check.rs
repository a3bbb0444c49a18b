//! What is wrong with this value, all of it?
//!
//! A conversion stops at its first fault. [`check`] goes on: where a value and
//! the wanted type have the same shape, it looks at each part by itself, so that
//! a person who fixes a document sees every fault at once, each with its path,
//! what was wanted and what was found.

use super::convert::convert;
use crate::diagnostic::{Code, Error, PathStep};
use crate::types::{Kind, Type};
use crate::values::Value;

/// At most so many faults are collected.
pub const MAX_FAULTS: usize = 1000;

/// Every reason why a value does not convert to a type, in the order of the
/// value's parts; none when it does. At most [`MAX_FAULTS`].
///
/// Marks do not matter; unknown parts count as what they may become.
#[must_use]
pub fn check(value: &Value, wanted: &Type) -> Vec<Error> {
    let mut faults = Vec::new();
    check_part(value, wanted, &mut Vec::new(), &mut faults);
    faults
}

/// Adds the faults of one part; its path stands in `path`.
fn check_part(value: &Value, wanted: &Type, path: &mut Vec<PathStep>, faults: &mut Vec<Error>) {
    if faults.len() >= MAX_FAULTS || value.ty() == wanted {
        return;
    }
    let before = faults.len();
    if is_container(value) && check_inside(value, wanted, path, faults) {
        // Faults that only the whole shows, such as element types without a common
        // one, still have to be found.
        if faults.len() > before {
            return;
        }
    }
    if let Err(error) = convert(value, wanted) {
        let mut fault = if error.wanted().is_some() {
            error
        } else {
            error.with_wanted(wanted).with_found(value.ty())
        };
        for step in path.iter().rev() {
            fault = fault.in_step(step.clone());
        }
        faults.push(fault);
    }
}

fn is_container(value: &Value) -> bool {
    value.parts().is_some() || value.entries().is_some()
}

/// Adds the faults of the part one step further in.
fn inside(
    step: PathStep,
    part: &Value,
    wanted: &Type,
    path: &mut Vec<PathStep>,
    faults: &mut Vec<Error>,
) {
    path.push(step);
    check_part(part, wanted, path, faults);
    path.pop();
}

/// Looks at each part by itself where value and type have the same shape; says
/// whether they have.
fn check_inside(
    value: &Value,
    wanted: &Type,
    path: &mut Vec<PathStep>,
    faults: &mut Vec<Error>,
) -> bool {
    match (wanted.kind(), value.ty().kind()) {
        (Kind::Object(object), Kind::Object(_) | Kind::Map { .. }) => {
            for field in object.fields() {
                let part = value
                    .attribute(field.name())
                    .or_else(|| value.element(field.name()));
                if let Some(part) = part {
                    let step = PathStep::Attr(field.shared_name().clone());
                    inside(step, part, field.ty(), path, faults);
                } else if !field.is_optional() {
                    faults.push(missing(field.name(), wanted, value, path));
                }
            }
            true
        }
        (Kind::Map { element, .. }, Kind::Object(found)) if !element.is_any() => {
            let parts = value.parts().unwrap_or_default();
            for (field, part) in found.fields().iter().zip(parts) {
                let step = PathStep::Index(field.shared_name().clone().into());
                inside(step, part, element, path, faults);
            }
            true
        }
        (Kind::Map { element, .. }, Kind::Map { .. }) if !element.is_any() => {
            for entry in value.entries().unwrap_or_default() {
                let step = PathStep::Index(entry.key_str().into());
                inside(step, entry.value(), element, path, faults);
            }
            true
        }
        (
            Kind::List { element, .. } | Kind::Set(element),
            Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. },
        ) if !element.is_any() => {
            for (at, part) in value.parts().unwrap_or_default().iter().enumerate() {
                inside(PathStep::Index(at.into()), part, element, path, faults);
            }
            true
        }
        (
            Kind::Tuple { elements, .. },
            Kind::Tuple {
                elements: found, ..
            },
        ) if elements.len() == found.len() => {
            let parts = value.parts().unwrap_or_default();
            for (at, (part, element)) in parts.iter().zip(elements).enumerate() {
                inside(PathStep::Index(at.into()), part, element, path, faults);
            }
            true
        }
        _ => false,
    }
}

fn missing(name: &str, wanted: &Type, value: &Value, path: &[PathStep]) -> Error {
    let fault = Error::new(
        Code::Conversion,
        format!("attribute \"{name}\" is required"),
    )
    .with_wanted(wanted)
    .with_found(value.ty());
    path.iter()
        .rev()
        .fold(fault, |fault, step| fault.in_step(step.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::hcl::{Mode, parse_type};

    fn ty(text: &str) -> Type {
        parse_type(text, Mode::Constraint).unwrap()
    }

    fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::object(fields.map(|(name, value)| (name.into(), value))).unwrap()
    }

    fn lines(value: &Value, wanted: &str) -> Vec<String> {
        let faults = check(value, &ty(wanted));
        faults.iter().map(Error::to_string).collect()
    }

    #[test]
    fn every_fault_is_told_with_its_path_and_types() {
        let server = object([
            ("name", Value::null(Type::string().clone())),
            ("port", Value::string("x")),
            (
                "tags",
                Value::tuple(vec![Value::bool(true), object([])]).unwrap(),
            ),
        ]);
        let wanted = "object({name=string,port=number,region=string,tags=list(string)})";
        assert_eq!(
            lines(
                &Value::tuple(vec![server]).unwrap(),
                &format!("list({wanted})")
            ),
            [
                "[0].port: a number is required",
                "[0]: attribute \"region\" is required",
                "[0].tags[1]: string required, but have object",
            ]
        );
    }

    #[test]
    fn what_converts_has_no_fault_and_what_does_not_has_one() {
        let values = [
            Value::string("5"),
            Value::string("x").mark("secret"),
            Value::dynamic(),
            Value::unknown(Type::bool().clone()),
            object([("a", Value::string("5")), ("b", Value::bool(true))]),
            Value::tuple(vec![Value::string("5"), object([])])
                .unwrap()
                .mark("m"),
            Value::map([(Value::string("a"), Value::string("x"))]).unwrap(),
        ];
        let types = [
            "number",
            "map(number)",
            "map(any)",
            "list(any)",
            "set(string)",
            "object({a=number,c=optional(string)})",
            "tuple([number,any])",
        ];
        for value in &values {
            for wanted in types.map(ty) {
                assert_eq!(
                    check(value, &wanted).is_empty(),
                    convert(value, &wanted).is_ok(),
                    "{value:?} as {wanted:?}"
                );
            }
        }
    }

    #[test]
    fn there_is_an_end_to_the_faults() {
        let list = Value::list(vec![Value::string("x"); 2 * MAX_FAULTS]).unwrap();
        assert_eq!(check(&list, &ty("list(number)")).len(), MAX_FAULTS);
    }
}
