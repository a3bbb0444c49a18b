//! Reports: mismatches as one error.
//!
//! The message is Puppet's whole text, one line per mismatch. Each of the first thousand mismatches
//! is a diagnostic of its own, with its path in the value and the expected and the found type. The
//! error of a single mismatch also has the path.

use crate::rules::assignable::assignable;
use crate::rules::explain::describe::{describe, type_mismatch};
use crate::rules::explain::message;
use crate::rules::explain::mismatch::{Mismatch, PathElement};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::generalize::generalize;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, MAX_DIAGNOSTICS, Reporter, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns the mismatches of a type with the expected one as an error, for a subject; `None` if the
/// type is assignable.
///
/// # Errors
/// As [`describe()`] and [`assignable`].
pub fn type_error(
    subject: &str,
    actual: &Type,
    expected: &Type,
    budget: &Budget,
) -> Result<Option<Error>> {
    if assignable(actual, expected, budget)? {
        Ok(None)
    } else {
        refused(subject, actual, expected, budget).map(Some)
    }
}

/// Returns the mismatches of a value as an error, like [`type_error`] for its most detailed type;
/// `None` for an instance.
///
/// # Errors
/// As [`type_error`]; [`Code::Unsupported`] for marked and unknown values.
pub fn value_error(
    subject: &str,
    value: &Value,
    expected: &Type,
    budget: &Budget,
) -> Result<Option<Error>> {
    if instance(value, expected, budget)? {
        Ok(None)
    } else {
        refused(subject, &detailed_type(value, budget)?, expected, budget).map(Some)
    }
}

fn refused(subject: &str, actual: &Type, expected: &Type, budget: &Budget) -> Result<Error> {
    let path = vec![PathElement::Subject(subject.into())];
    let mut found = describe(path.clone(), actual, expected, budget)?;
    if found.is_empty() {
        // Types that differ only in size are not always described.
        found.push(type_mismatch(path, actual, expected)?);
    }
    let error = report(message::whole(&found, budget)?, &found, "", budget)?;
    Ok(error.with_expected(expected).with_found(actual))
}

/// Returns the mismatches as one error with this text; the messages of its diagnostics begin with a
/// prefix.
#[cold]
pub(super) fn report(
    text: String,
    found: &[Mismatch],
    prefix: &str,
    budget: &Budget,
) -> Result<Error> {
    let reported = found.iter().take(MAX_DIAGNOSTICS);
    let reported = reported.map(|mismatch| {
        let message = format!("{prefix}{}", mismatch.text(budget)?.trim_start());
        let diagnostic = Reporter::Puppet.error(message, "").with_code(Code::Type);
        let diagnostic = diagnostic.with_path(mismatch.part_path());
        Ok(match mismatch.types() {
            // The actual type may be that of one string, which can be a secret.
            Some((expected, actual)) => diagnostic
                .with_expected(expected)
                .with_found(&generalize(actual)?),
            None => diagnostic,
        })
    });
    let error = Error::summing_up(Code::Type, text, reported.collect::<Result<_>>()?);
    Ok(match found {
        [single] => error.with_path_in_words(single.value_path()),
        _ => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::rules::explain::{Missing, Signature, call_error, validate_parameters};
    use crate::types::alias::Aliases;
    use crate::{parse_type, parse_value};
    use polycty_core::types::Kind;

    fn ty(text: &str) -> Type {
        parse_type(text, &Aliases::default(), Mode::Current).unwrap()
    }

    fn value(text: &str) -> Value {
        parse_value(text, &Aliases::default(), Mode::Current).unwrap()
    }

    fn summaries(error: &Error) -> Vec<&str> {
        let diagnostics = error.diagnostics().iter();
        diagnostics.map(|each| each.summary.as_str()).collect()
    }

    #[test]
    fn each_mismatch_is_a_diagnostic() {
        let params = ty("Struct[{port => Integer, name => String}]");
        let refused = |given| {
            validate_parameters(
                "Class[Ntp]",
                &params,
                &value(given),
                Missing::Refused,
                &Budget::standard(),
            )
            .unwrap_err()
        };
        let error = refused("{'port' => 'x', 'other' => 1}");
        assert_eq!(
            summaries(&error),
            [
                "Class[Ntp]: has no parameter named 'other'",
                "Class[Ntp]: parameter 'port' expects an Integer value, got String",
                "Class[Ntp]: expects a value for parameter 'name'"
            ]
        );
        assert_eq!(
            error.to_string(),
            "Class[Ntp]: has no parameter named 'other', and 2 other diagnostic(s)"
        );
        assert!(error.path().is_empty());
        let parts: Vec<String> = (error.diagnostics().iter())
            .map(|each| {
                let types = each.expected().zip(each.found());
                let types = types.map(|(expected, found)| {
                    [expected, found]
                        .map(|ty| crate::format_type(ty, crate::Detail::Canonical))
                        .join(" ")
                });
                format!("{} {}", each.path(), types.unwrap_or_default())
            })
            .collect();
        assert_eq!(
            parts,
            [r#"["other"] "#, r#"["port"] Integer String"#, " "],
            "the missing parameter has the path of the whole data"
        );
        let error = refused("{'port' => 'x', 'name' => 'y'}");
        assert_eq!(error.path().to_string(), "[\"port\"]");
        assert_eq!(summaries(&error).len(), 1);
        // The message contains the path within the value; outer steps are in the error's path.
        let line = error.in_attribute("given").to_string();
        assert!(line.starts_with(".given: Class[Ntp]"), "{line}");
        assert!(
            line.contains("parameter 'port' expects an Integer"),
            "{line}"
        );
    }

    #[test]
    fn what_fits_is_no_error() {
        let wanted = ty("Array[Integer]");
        let error = value_error("$x", &value("[1, 'a']"), &wanted, &Budget::standard())
            .unwrap()
            .unwrap();
        assert_eq!(
            error.message(),
            "$x index 1 expects an Integer value, got String"
        );
        assert_eq!(error.path().to_string(), "[1]");
        assert!(
            value_error("$x", &value("[1]"), &wanted, &Budget::standard())
                .unwrap()
                .is_none()
        );
        assert!(
            type_error("$x", &wanted, &wanted, &Budget::standard())
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn several_mismatches_are_one_line_for_people() {
        let actual = ty("Struct[{a => String, b => String}]");
        let wanted = ty("Struct[{a => Integer, b => Integer}]");
        let error = type_error("$x", &actual, &wanted, &Budget::standard());
        let error = error.unwrap().unwrap();
        let (first, second) = (
            "$x entry 'a' expects an Integer value, got String",
            "$x entry 'b' expects an Integer value, got String",
        );
        assert_eq!(error.message(), format!(" {first}\n  {second}"));
        assert_eq!(
            error.to_string(),
            format!("{first}, and 1 other diagnostic(s)")
        );
        assert_eq!(error.render_text(), error.message());
    }

    #[test]
    fn a_call_is_described_by_signature() {
        let callables = [ty("Callable[Integer]"), ty("Callable[String, String]")];
        let signatures: Vec<Signature<'_>> = callables
            .iter()
            .filter_map(|callable| match callable.kind() {
                Kind::Func(func) => Some(Signature {
                    func,
                    block_name: "block",
                }),
                _ => None,
            })
            .collect();
        let call =
            |arguments| call_error("f", &signatures, &ty(arguments), &Budget::standard()).unwrap();
        let error = call("Tuple[Boolean]").unwrap();
        let rejected: Vec<&str> = error
            .diagnostics()
            .iter()
            .map(|each| &*each.detail)
            .collect();
        assert_eq!(
            rejected,
            [
                "rejected: parameter '' expects an Integer value, got Boolean",
                "rejected: expects 2 arguments, got 1"
            ]
        );
        assert!(call("Tuple[Integer[3, 3]]").is_none());
        assert!(call("Tuple[Integer, Callable[String]]").is_some());
        let with_block = ty("Callable[Integer, Callable[String]]");
        let Kind::Func(func) = with_block.kind() else {
            panic!("a Callable")
        };
        let block_name = "block";
        let call = |arguments| {
            let signatures = [Signature { func, block_name }];
            call_error("f", &signatures, &ty(arguments), &Budget::standard()).unwrap()
        };
        assert!(call("Tuple[Integer, Callable[String]]").is_none());
        assert!(call("Tuple[Integer]").is_some());
        assert!(
            call_error("f", &[], &ty("Tuple[Integer]"), &Budget::standard())
                .unwrap()
                .is_none()
        );
    }
}
