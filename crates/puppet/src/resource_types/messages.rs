//! Puppet's messages about resources of a type.

use crate::catalog::model::place;
use crate::eval::host_text::inspected_value;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::values::Value;

/// The file and the line of a declaration, if it has them.
pub type DeclaredAt<'a> = Option<(&'a str, u32)>;

/// Returns a position with a leading blank; empty without a position.
fn plain(at: DeclaredAt<'_>) -> String {
    at.map_or_else(String::new, |(file, line)| {
        place(Some(file), Some(line), None)
    })
}

/// Returns a position after the word "at"; empty without a position.
fn at_place(at: DeclaredAt<'_>) -> String {
    match at {
        Some(_) => format!(" at{}", plain(at)),
        None => String::new(),
    }
}

/// Returns the message for an attribute that the type of a resource does not have. `set` is the
/// position of the attribute, `declared` that of the resource.
#[must_use]
pub fn unknown_attribute(
    attribute: &str,
    set: DeclaredAt<'_>,
    reference: &str,
    declared: DeclaredAt<'_>,
) -> String {
    format!(
        "no parameter named '{attribute}'{} on {reference}{}",
        plain(set),
        plain(declared)
    )
}

/// Returns the message for a second declaration of a type and a title.
#[must_use]
pub fn duplicate_declaration(
    reference: &str,
    first: DeclaredAt<'_>,
    second: DeclaredAt<'_>,
) -> String {
    format!(
        "Duplicate declaration: {reference} is already declared{}; cannot redeclare{}",
        at_place(first),
        plain(second)
    )
}

/// Returns the message for a second resource with the same key attributes or the same alias. `key`
/// is the array of the key attributes, or the alias.
///
/// # Errors
/// If the budget is exceeded.
pub fn cannot_alias(
    reference: &str,
    resource_type: &str,
    key: &Value,
    second: DeclaredAt<'_>,
    first: DeclaredAt<'_>,
    budget: &Budget,
) -> Result<String> {
    let shown = inspected_value(key, budget).map_err(|stop| stop.into_error())?;
    // The key of a resource is a list of the type and of the elements of its own key.
    let inner = shown
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(&shown);
    Ok(format!(
        "Cannot alias {reference} to {}{}; resource [\"{resource_type}\", {inner}] already \
         declared{}",
        &*shown,
        at_place(second),
        plain(first)
    ))
}
