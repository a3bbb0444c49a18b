//! The module `golang`: Go's templates.
//!
//! - `scan` and `parse`: from a text to a `tree`
//! - `go_value`: values with Go's types
//! - `run`: execution of a tree; `builtin`: built-in functions
//! - `print`: Go's `fmt`

mod builtin;
mod go_value;
mod parse;
mod print;
mod run;
mod scan;
mod tree;

use super::call::{Call, refused};
use super::define::{Cost, Function, Known, Names, Outcome, no_type, read};
use crate::host::KnownCall;
use go_value::GoValue;
use polycty_core::source::Result;
use polycty_core::types::{KeyedMap, Type};
use polycty_core::values::Value;
use std::sync::LazyLock;

pub(super) static TABLE: &[Function] =
    &[
        Function::pure("golang.template", "", Cost::Linear, template)
            .inferred(&["template", "vars"], Names::None, infer)
            .impure(),
    ];

fn infer(known: &KnownCall<'_>) -> Result<Type> {
    match known.count() {
        1 => read("func(template str) str"),
        2 => read("func(template str, vars ?1) str"),
        _ => Err(no_type("must have at either one or two args")),
    }
}

fn template(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    call.charge_scan(text)?;
    let templates =
        parse::parse(text, call.budget).map_err(|stop| stop.failure("template: parse error"))?;
    let data = match call.arguments.get(1) {
        None => GoValue::Nil,
        Some(vars) => {
            let size = u64::from(vars.facts().size());
            call.budget.parts(size, size_of::<GoValue>() as u64)?;
            go_value::of_value(vars).map_err(refused)?
        }
    };
    let out = run::run(&templates, data, call)
        .map_err(|stop| stop.failure("template: execution error"))?;
    Ok(Value::string(&out))
}

/// Returns the core function that templates call by this name. Separators in names are `_`;
/// functions with separators precede those that have the same name without.
fn core_function(name: &str) -> Option<&'static Function> {
    static NAMES: LazyLock<KeyedMap<String, &'static Function>> = LazyLock::new(|| {
        let functions = super::all().filter(|function| function.in_templates());
        let named = functions.map(|function| {
            let name = function.name().replace(['.', '/'], "_");
            if name == function.name() {
                (format!("_{name}"), function)
            } else {
                (name, function)
            }
        });
        named.collect()
    });
    NAMES.get(name).copied()
}

/// The reason why a template ends early.
pub(super) enum Stop {
    /// An error in the template.
    Error(String),
    /// A limit, or an error of the host.
    Refused(polycty_engine::Failure),
}

impl Stop {
    fn failure(self, outer: &str) -> polycty_engine::Failure {
        match self {
            Stop::Error(message) => refused(format!("{outer}: {message}")),
            Stop::Refused(failure) => failure,
        }
    }
}

impl From<polycty_core::calls::BudgetError> for Stop {
    fn from(spent: polycty_core::calls::BudgetError) -> Stop {
        Stop::Refused(spent.into())
    }
}

/// The name of the template of the whole text.
const NAME: &str = "template";

/// The maximum nesting of blocks, parentheses and template calls.
const MAX_LEVELS: usize = 100;

#[cold]
fn too_deep() -> Stop {
    let message = format!("a template is nested more than {MAX_LEVELS} levels deep");
    Stop::Refused(super::call::fatal(
        polycty_core::source::Code::Limit,
        message,
    ))
}
