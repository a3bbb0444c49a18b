//! Values of `count`, `for_each` and `enabled`.

use super::sink::{DiagnosticSink, Location};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert;

fn place_of_expr(expr: &Expr) -> Option<Location> {
    Some(Location::new(expr.source()?, expr.range()))
}

/// Reports a `count` that is not a whole number of instances.
pub(crate) fn check_count(expr: &Expr, value: &Value, sink: &mut DiagnosticSink<'_>) -> Result<()> {
    const SUMMARY: &str = "Invalid count argument";
    let Some(place) = place_of_expr(expr) else {
        return Ok(());
    };
    if value.marks().contains(EPHEMERAL) {
        let detail = "The given \"count\" is derived from an ephemeral value, which means that Terraform cannot persist it between plan/apply rounds. Use only non-ephemeral values to specify the number of resource instances.";
        return sink.report(place.error(SUMMARY, detail));
    }
    let value = value.unmarked();
    if value.is_null() {
        let detail = "The given \"count\" argument value is null. An integer is required.";
        return sink.report(place.error(SUMMARY, detail));
    }
    let number = match convert(value, Type::number(), sink.budget) {
        Ok(number) => number,
        Err(error) if error.code().is_refusal() => return Err(error),
        Err(error) => {
            let detail = format!("Invalid expression value: {}.", sink.reason(&error));
            return sink.report(place.error("Incorrect value type", detail));
        }
    };
    let Some(number) = number.as_number() else {
        return Ok(());
    };
    let wrong = match number.to_i64() {
        Some(0..) => return Ok(()),
        Some(_) => "must be greater than or equal to zero",
        None => {
            "value must be a whole number, between -9223372036854775808 and 9223372036854775807"
        }
    };
    let detail = format!("The given \"count\" argument value is unsuitable: {wrong}.");
    sink.report(place.error(SUMMARY, detail))
}

/// Reports a `for_each` that is neither a map nor a set of strings.
pub(crate) fn check_for_each(
    expr: &Expr,
    value: &Value,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    const SUMMARY: &str = "Invalid for_each argument";
    const GIVEN: &str = "The given \"for_each\" argument value is unsuitable:";
    let Some(place) = place_of_expr(expr) else {
        return Ok(());
    };
    for (mark, what) in [(SENSITIVE, "Sensitive"), (EPHEMERAL, "Ephemeral")] {
        if value.marks().contains(mark) {
            let lower = what.to_lowercase();
            sink.report(place.error(SUMMARY, format!("{what} values, or values derived from {lower} values, cannot be used as for_each arguments. If used, the {lower} value could be exposed as a resource instance key.")))?;
        }
    }
    let value = value.unmarked();
    let ty = value.ty();
    if value.is_null() {
        return sink.report(place.error(SUMMARY, format!("{GIVEN} the given \"for_each\" argument value is null. A map, or set of strings is allowed.")));
    }
    if ty.is_any() || ty.is_map() || ty.is_object() {
        return Ok(());
    }
    if !ty.is_set() {
        return sink.report(place.error(SUMMARY, format!("{GIVEN} the \"for_each\" argument must be a map, or set of strings, and you have provided a value of type {}.", ty.friendly_name())));
    }
    const OF_SET: &str = "Invalid for_each set argument";
    let element = ty.element();
    if value.part_count() == Some(0) || !value.is_wholly_known() {
        return Ok(());
    }
    if let Some(of) = element.filter(|ty| !ty.is_string()) {
        let of = of.friendly_name();
        return sink.report(place.error(OF_SET, format!("{GIVEN} \"for_each\" supports maps and sets of strings, but you have provided a set containing type {of}.")));
    }
    sink.budget.charge(value.part_count().unwrap_or(0) as u64)?;
    if value
        .parts()
        .is_some_and(|parts| parts.iter().any(Value::is_null))
    {
        return sink.report(place.error(
            OF_SET,
            format!("{GIVEN} \"for_each\" sets must not contain null values."),
        ));
    }
    Ok(())
}

/// Reports an `enabled` of OpenTofu that is not a boolean. Returns the value, none if it is unknown
/// or wrong.
pub(crate) fn check_enabled(
    expr: &Expr,
    value: &Value,
    sink: &mut DiagnosticSink<'_>,
) -> Result<Option<bool>> {
    const SUMMARY: &str = "Invalid enabled argument";
    const GIVEN: &str = "The given \"enabled\" argument value is unsuitable:";
    let Some(place) = place_of_expr(expr) else {
        return Ok(None);
    };
    let before = sink.count();
    if value.marks().contains(SENSITIVE) {
        sink.report(place.error(SUMMARY, "Sensitive values, or values derived from sensitive values, cannot be used in \"enabled\" arguments. If used, the sensitive value would be exposed by whether an instance is present."))?;
    }
    if value.marks().contains(EPHEMERAL) {
        sink.report(place.error(SUMMARY, format!("{GIVEN} the given value is ephemeral.")))?;
    }
    let value = value.unmarked();
    if value.is_null() {
        sink.report(place.error(SUMMARY, format!("{GIVEN} the given value is null.")))?;
    }
    if sink.failed_since(before) {
        return Ok(None);
    }
    match convert(value, Type::bool(), sink.budget) {
        Ok(value) => Ok(value.as_bool()),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(error) => {
            let detail = format!("{GIVEN} {}.", sink.reason(&error));
            sink.report(place.error(SUMMARY, detail))?;
            Ok(None)
        }
    }
}
