//! Catalog functions: `include`, `contain`, `require`, `realize` and similar ones.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, Report, is_the_operations};
use crate::values::special::undef;
use polycty_core::source::Code;
use polycty_core::values::Value;

macro_rules! asked {
    ($($name:ident),* $(,)?) => {
        $(fn $name(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
            ask(interpreter, arguments, stringify!($name))
        })*
    };
}

asked!(
    include,
    contain,
    require,
    realize,
    create_resources,
    tag,
    tagged
);

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "include",
        Cost::Linear,
        Makes::Whole,
        &["Any names+"],
        include,
    ),
    Entry::new(
        "contain",
        Cost::Linear,
        Makes::Whole,
        &["Any names+"],
        contain,
    ),
    Entry::new(
        "require",
        Cost::Linear,
        Makes::Whole,
        &["Any names+"],
        require,
    ),
    Entry::legacy(
        "realize",
        Cost::Linear,
        Makes::Whole,
        Takes::AtLeast(0),
        realize,
    ),
    Entry::legacy(
        "create_resources",
        Cost::Linear,
        Makes::Whole,
        Takes::AtLeast(2),
        create_resources,
    ),
    Entry::legacy("tag", Cost::Linear, Makes::Whole, Takes::AtLeast(0), tag),
    Entry::legacy(
        "tagged",
        Cost::Linear,
        Makes::Whole,
        Takes::AtLeast(0),
        tagged,
    ),
];

/// Whether a function names classes to evaluate.
fn names_classes(name: &str) -> bool {
    matches!(name, "include" | "contain" | "require")
}

fn ask(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>, name: &str) -> Eval<Value> {
    if interpreter.compiler.is_some() {
        return interpreter.catalog_function(name, arguments);
    }
    let answer = interpreter
        .environment
        .asked()
        .catalog(name, arguments.values);
    if interpreter.evaluating_classes > 0 {
        // Without a catalog, classes are evaluated for their variables.
        if names_classes(name) {
            interpreter.evaluate_included(arguments.values)?;
        }
        if answer
            .as_ref()
            .is_err_and(|error| error.code() == Code::Unsupported)
        {
            return Ok(undef());
        }
    }
    answer.map_err(|error| {
        if is_the_operations(error.code()) {
            error.into()
        } else {
            let message = error.message().to_owned();
            Report::at(arguments.location(), error.code(), message)
        }
    })
}
