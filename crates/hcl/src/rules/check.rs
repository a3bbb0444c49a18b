//! Checks of values: all reasons why a value does not convert to a type.
//!
//! A conversion stops at its first error. [`check`] continues: if a value and the wanted type have
//! the same structure, it checks each part separately, so that a user who edits a document sees all
//! errors at once, each with its path, the wanted type and the found type.

use super::convert::converted;
use polycty_core::calls::{Budget, BudgetError, HeldBytes};
use polycty_core::source::{Code, Error, PathStep};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, Flags, Kind, Type};
use polycty_core::values::Value;

/// The maximum number of errors that are collected.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// Returns all reasons why a value does not convert to a type, in the order of the value's parts,
/// at most [`MAX_DIAGNOSTICS`]. Empty if the value converts.
///
/// Marks are ignored. Unknown parts are checked by their possible values.
#[must_use]
pub fn check(value: &Value, wanted: &Type) -> Vec<Error> {
    // An unlimited budget is never exceeded.
    check_within(value, wanted, &Budget::new()).unwrap_or_default()
}

/// Checks a value as [`check`] does, with a budget that has been charged for the value.
///
/// # Errors
/// [`BudgetError`] if the budget is exceeded.
pub(super) fn check_within(
    value: &Value,
    wanted: &Type,
    budget: &Budget,
) -> Result<Vec<Error>, BudgetError> {
    let mut check = Check {
        path: Vec::new(),
        failures: Vec::new(),
        budget,
    };
    check_part(value, wanted, &mut check)?;
    budget.finish()?;
    Ok(check.failures)
}

/// The errors so far, and the path of the current part.
struct Check<'b> {
    path: Vec<PathStep>,
    failures: Vec<Error>,
    budget: &'b Budget,
}

impl Check<'_> {
    /// Returns the error of converting a value to a type, if there is one.
    fn obstacle(&self, value: &Value, wanted: &Type) -> Result<Option<Error>, BudgetError> {
        let (result, _held) = HeldBytes::of(self.budget, || converted(value, wanted, self.budget));
        let error = result.err();
        // A number that is too large is an error of the value; the budget is not exceeded.
        if error
            .as_ref()
            .is_some_and(|error| error.code().is_refusal())
        {
            self.budget.finish()?;
        }
        Ok(error)
    }
}

/// Adds the errors of one part.
fn check_part(value: &Value, wanted: &Type, check: &mut Check<'_>) -> Result<(), BudgetError> {
    if check.failures.len() >= MAX_DIAGNOSTICS || value.ty() == wanted {
        return Ok(());
    }
    // Only parts that correspond to `any` have to agree with each other; otherwise checking the
    // parts is enough.
    let whole = if wanted.has(Flags::ANY) {
        match check.obstacle(value, wanted)? {
            None => return Ok(()),
            error => error,
        }
    } else {
        None
    };
    let before = check.failures.len();
    let parts = value.part_count();
    let inside = parts.is_some() && check_inside(value, wanted, check)?;
    let error = match whole {
        _ if check.failures.len() > before => return Ok(()),
        Some(error) => error,
        // For a collection without parts, only its type can be checked.
        None if inside && parts != Some(0) => return Ok(()),
        None => match check.obstacle(value, wanted)? {
            None => return Ok(()),
            Some(error) => error,
        },
    };
    let mut failure = if error.expected().is_some() {
        error
    } else {
        error.with_expected(wanted).with_found(value.ty())
    };
    for step in check.path.iter().rev() {
        failure = failure.in_step(step.clone());
    }
    check.failures.push(failure);
    Ok(())
}

/// Checks each part separately if the value and the type have the same structure. Returns whether
/// they do.
fn check_inside(value: &Value, wanted: &Type, check: &mut Check<'_>) -> Result<bool, BudgetError> {
    let inside = match (wanted.kind(), value.ty().kind()) {
        (Kind::Object(object), Kind::Object(_) | Kind::Map { .. }) => {
            for field in object.fields() {
                let part = value
                    .attribute(field.name())
                    .or_else(|| value.element(field.name()));
                if let Some(part) = part {
                    let step = into_field(value, field);
                    check_step(step, part, field.ty(), check)?;
                } else if !field.is_optional() {
                    let message = format!("attribute {} is required", Quoted(field.name()));
                    check
                        .failures
                        .push(failure(message, wanted, value, &check.path));
                }
            }
            true
        }
        (Kind::Map { element, .. }, Kind::Object(found)) if !element.is_any() => {
            let parts = value.parts().unwrap_or_default();
            for (field, part) in found.fields().iter().zip(parts) {
                let step = into_field(value, field);
                check_step(step, part, element, check)?;
            }
            true
        }
        (Kind::Map { element, .. }, Kind::Map { .. }) if !element.is_any() => {
            for entry in value.entries().unwrap_or_default() {
                let step = PathStep::Index(entry.key_str().into());
                check_step(step, entry.value(), element, check)?;
            }
            true
        }
        (
            Kind::List { element, .. } | Kind::Set(element),
            Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. },
        ) if !element.is_any() => {
            for (at, part) in value.parts().unwrap_or_default().iter().enumerate() {
                check_step(PathStep::Index(at.into()), part, element, check)?;
            }
            true
        }
        (
            Kind::Tuple { elements, .. },
            Kind::Tuple {
                elements: found, ..
            },
        ) => {
            if elements.len() != found.len() {
                let (want, have) = (elements.len(), found.len());
                let message = format!("a tuple of {want} elements is required, but it has {have}");
                check
                    .failures
                    .push(failure(message, wanted, value, &check.path));
                return Ok(true);
            }
            let parts = value.parts().unwrap_or_default();
            for (at, (part, element)) in parts.iter().zip(elements).enumerate() {
                check_step(PathStep::Index(at.into()), part, element, check)?;
            }
            true
        }
        _ => false,
    };
    Ok(inside)
}

fn check_step(
    step: PathStep,
    part: &Value,
    wanted: &Type,
    check: &mut Check<'_>,
) -> Result<(), BudgetError> {
    check.path.push(step);
    check_part(part, wanted, check)?;
    check.path.pop();
    Ok(())
}

/// Returns the path step to the part of a value for a field. Paths lead into the value as it is,
/// not as it is wanted.
fn into_field(value: &Value, field: &Field) -> PathStep {
    let name = field.shared_name().clone();
    if value.ty().is_map() {
        PathStep::Index(name.into())
    } else {
        PathStep::Attr(name)
    }
}

fn failure(message: String, wanted: &Type, value: &Value, path: &[PathStep]) -> Error {
    let failure = Error::new(Code::Conversion, message)
        .with_expected(wanted)
        .with_found(value.ty());
    path.iter()
        .rev()
        .fold(failure, |failure, step| failure.in_step(step.clone()))
}

#[cfg(test)]
mod tests {
    use super::{check, check_within};
    use crate::types::{NoDefaults, Notation, parse};
    use polycty_core::calls::{Budget, BudgetError};
    use polycty_core::codec::json;
    use polycty_core::number::Number;
    use polycty_core::types::Type;
    use polycty_core::values::Value;

    /// Formats the errors of a JSON document for a type, one per line.
    fn failures(document: &str, ty: &str) -> Vec<String> {
        let implied = json::implied_type(document.as_bytes()).unwrap();
        let value = json::decode(document.as_bytes(), &implied).unwrap();
        check(
            &value,
            &parse(ty, Notation::<NoDefaults>::Constraint, &Budget::standard())
                .unwrap()
                .ty,
        )
        .iter()
        .map(|failure| {
            assert!(failure.expected().is_some() && failure.found().is_some());
            failure.to_string()
        })
        .collect()
    }

    #[test]
    fn every_fault_is_found_with_its_path() {
        let found = failures(
            r#"{"a": "x", "b": [1, "two", "3"], "c": {"k": true, "l": []}}"#,
            "object({a = number, b = list(number), c = map(bool), d = string})",
        );
        assert_eq!(
            found,
            [
                ".a: a number is required",
                ".b[1]: a number is required",
                ".c.l: bool required, but have tuple",
                "attribute \"d\" is required",
            ]
        );
    }

    #[test]
    fn what_converts_has_no_fault() {
        let none: Vec<String> = Vec::new();
        assert_eq!(
            failures(r#"{"a": "1", "z": 0}"#, "object({a = number})"),
            none
        );
        assert_eq!(failures(r#"[1, "a", true]"#, "set(string)"), none);
        assert_eq!(failures("null", "list(string)"), none);
    }

    #[test]
    fn what_is_spent_is_no_fault_of_the_value() {
        let number = |text: &str| Value::from_number(Number::parse(text).unwrap());
        let texts = Type::list(Type::string().clone()).unwrap();
        let long = Value::tuple(vec![number("1e100000"); 100]).unwrap();
        for (little, spent) in [
            (Budget::new().limit_steps(1_000), BudgetError::Steps(1_000)),
            (Budget::new().limit_bytes(1_000), BudgetError::Bytes(1_000)),
        ] {
            assert_eq!(check_within(&long, &texts, &little).unwrap_err(), spent);
        }
        assert!(
            check_within(&long, &texts, &Budget::standard())
                .unwrap()
                .is_empty()
        );
        // A number without a text is an error, and the errors after it are found, too.
        let far = Value::tuple(vec![number("1e100000000"); 3]).unwrap();
        assert_eq!(
            check_within(&far, &texts, &Budget::standard())
                .unwrap()
                .len(),
            3
        );
    }

    #[test]
    fn a_fault_of_the_whole_is_found_where_no_part_has_one() {
        assert_eq!(
            failures(r#"[1, {}]"#, "list(any)"),
            ["all list elements must have the same type"]
        );
        assert_eq!(
            failures("[1]", "tuple([number, number])"),
            ["a tuple of 2 elements is required, but it has 1"]
        );
    }
}
