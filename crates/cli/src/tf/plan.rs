//! The command `tf plan`: the changes of a plan with their types.

use crate::process::{Outcome, failed, read};
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::hcl::{NotationPolicy, format_value};
use polycty::dialect::terraform::plan::{Action, Change, Plan as Document, State};
use polycty::values::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(Args)]
pub struct Plan {
    /// The output of `terraform show -json` for a plan or a state.
    file: String,
    /// The output of `terraform providers schema -json`. Without it, values have no types.
    #[arg(long, value_name = "FILE")]
    schemas: Option<String>,
}

impl Plan {
    pub(super) fn file(&self) -> &str {
        &self.file
    }
}

pub(super) fn run(command: &Plan) -> Outcome<String> {
    let text = read(&command.file)?;
    let text = String::from_utf8(text).map_err(|error| failed(&command.file, &error))?;
    let schemas = super::schemas(command.schemas.as_deref())?;
    let plan = Document::read(&text, schemas.as_ref(), &Budget::standard())?;
    let mut printed = String::new();
    for (title, changes) in [
        ("", &plan.resource_changes),
        (
            "changed outside of the configuration: ",
            &plan.resource_drift,
        ),
    ] {
        for one in changes.iter().filter(|one| one.action != Action::NoOp) {
            let address = &one.resource.address;
            let _ = write!(printed, "{title}{} {address}", one.action.name());
            if let Some(previous) = &one.previous_address {
                let _ = write!(printed, " (moved from {previous})");
            }
            printed.push('\n');
            if let Some(mismatch) = &one.mismatch {
                let _ = writeln!(printed, "  # differs from its schema: {mismatch}");
            }
            // A type of the schema has no names that a value contains.
            let has_schema = schemas.is_some() && one.mismatch.is_none();
            print_change(&one.change, has_schema, &mut printed)?;
        }
    }
    for (name, action, change) in &plan.output_changes {
        if *action != Action::NoOp {
            let _ = write!(printed, "{} output {name}", action.name());
            print_pair(None, &change.before, &change.after, false, &mut printed)?;
        }
    }
    if plan.planned_values.is_none()
        && let Some(state) = &plan.prior_state
    {
        print_state(state, &mut printed)?;
    }
    if printed.is_empty() {
        printed.push_str("no changes");
    }
    printed.truncate(printed.trim_end_matches('\n').len());
    Ok(printed)
}

/// Prints the attributes that differ, or `(sensitive value)` for an object that is sensitive as a
/// whole.
fn print_change(change: &Change, has_schema: bool, printed: &mut String) -> Outcome<()> {
    if change.before.is_marked() || change.after.is_marked() {
        printed.push_str("  (sensitive value)\n");
        return Ok(());
    }
    let names = |value: &Value| -> BTreeSet<String> {
        let fields = value.ty().fields().iter();
        fields.map(|field| field.name().to_owned()).collect()
    };
    let mut all = names(&change.before);
    all.extend(names(&change.after));
    let null = Value::null(polycty::types::Type::any().clone());
    for name in &all {
        let part = |value: &Value| {
            let found = value.attribute(name).cloned();
            found.unwrap_or_else(|| null.clone())
        };
        let (before, after) = (part(&change.before), part(&change.after));
        if before != after && !(before.is_null() && after.is_null()) {
            printed.push_str("  ");
            printed.push_str(name);
            print_pair(Some(&after), &before, &after, has_schema, printed)?;
        }
    }
    Ok(())
}

/// Whether a type may be printed: the names of attributes of a sensitive object are sensitive, too.
fn shows_type(value: &Value) -> bool {
    let has_names = |ty: &polycty::types::Type| {
        let mut inner = ty;
        while let Some(element) = inner.element() {
            inner = element;
        }
        inner.is_object() || inner.is_tuple()
    };
    !value.contains_marked()
        || !has_names(value.ty())
        || (!value.is_marked()
            && value
                .parts()
                .is_some_and(|parts| parts.iter().all(shows_type)))
}

/// Prints the type of a value, and the value before and after a change.
fn print_pair(
    typed: Option<&Value>,
    before: &Value,
    after: &Value,
    has_schema: bool,
    printed: &mut String,
) -> Outcome<()> {
    let ty = typed.unwrap_or(after).ty();
    let ty = if ty.is_any() { before.ty() } else { ty };
    let shown = |value: &Value| format_value(value, NotationPolicy::Withheld);
    if has_schema || (shows_type(before) && shows_type(after)) {
        let ty = polycty::dialect::hcl::format_type(ty)?;
        let _ = write!(printed, " ({})", one_line(&ty));
    }
    printed.push_str(": ");
    if !before.is_null() || after.is_null() {
        let _ = write!(printed, "{} -> ", shown(before)?);
    }
    let _ = writeln!(printed, "{}", shown(after)?);
    Ok(())
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Prints the resources and the outputs of a state.
fn print_state(state: &State, printed: &mut String) -> Outcome<()> {
    for one in &state.resources {
        let value = format_value(&one.value, NotationPolicy::Withheld)?;
        let _ = writeln!(printed, "{} = {value}", one.resource.address);
    }
    for (name, value) in &state.outputs {
        let value = format_value(value, NotationPolicy::Withheld)?;
        let _ = writeln!(printed, "output {name} = {value}");
    }
    Ok(())
}
