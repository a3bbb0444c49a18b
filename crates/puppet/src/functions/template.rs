//! Templates: `epp` and `inline_epp`.
//!
//! A template is text with embedded code. It can read the variables of the program and the passed
//! ones; an inline template can also read those of the enclosing lambdas and function. Declared
//! parameters are checked like those of a class.

use crate::eval::cost::{Cost, Makes};
use crate::eval::environment::Definitions;
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, is_the_operations, mistyped, raised};
use crate::eval::template::VisibleVariables;
use crate::mode::Mode;
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::types::alias::Aliases;
use crate::types::parse::parse_type;
use polycty_core::source::{Error, Source};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::LazyLock;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "epp",
        Cost::Own,
        Makes::Shallow,
        &["String path, Hash[Pattern[/^\\w+$/], Any] parameters?"],
        epp,
    ),
    Entry::new(
        "inline_epp",
        Cost::Own,
        Makes::Shallow,
        &["String template, Hash[Pattern[/^\\w+$/], Any] parameters?"],
        inline_epp,
    ),
    Entry::legacy(
        "template",
        Cost::Texts,
        Makes::Nothing,
        Takes::AtLeast(1),
        template,
    ),
    Entry::legacy(
        "inline_template",
        Cost::Texts,
        Makes::Nothing,
        Takes::AtLeast(1),
        inline_template,
    ),
];

fn epp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.hold_copy(arguments.text(0))?;
    let mut path = arguments.text(0).to_owned();
    if !path.split('\n').any(|line| line.ends_with(".epp")) {
        path.push_str(".epp");
    }
    let Some(code) = interpreter.loaded(Definitions::Template, &path)? else {
        return Err(raised(format!("Could not find template '{path}'")));
    };
    written(
        interpreter,
        &code,
        &arguments,
        "epp",
        VisibleVariables::Globals,
    )
}

fn inline_epp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let source = Source::new("inlined-epp-text", arguments.text(0));
    let code = interpreter
        .read(source, Definitions::Template, None)
        .map_err(|stop| invalid(*stop))?;
    written(
        interpreter,
        &code,
        &arguments,
        "inline_epp",
        VisibleVariables::Caller,
    )
}

/// The error for an invalid inline template.
#[cold]
fn invalid(stop: Stop) -> Box<Stop> {
    match stop {
        Stop::Raised(error) if !is_the_operations(error.code()) => {
            let message = format!("inline_epp(): Invalid EPP: {}", error.message());
            Error::new(error.code(), message).into()
        }
        stop => Box::new(stop),
    }
}

/// Returns the output of a template, or the argument of `return`. The argument of `next` must be a
/// text if the template declares parameters.
fn written(
    interpreter: &mut Interpreter<'_>,
    code: &Rc<Running>,
    arguments: &Arguments<'_>,
    name: &str,
    sees: VisibleVariables,
) -> Eval<Value> {
    let value = match interpreter.run_template(code, arguments.get(1), sees) {
        Ok(value) => value,
        Err(stop) => {
            return match *stop {
                Stop::Return(value, _) | Stop::Next(value, _) => Ok(value),
                stop => Err(Box::new(stop)),
            };
        }
    };
    if interpreter.is_instance(&value, &WRITTEN)? {
        return Ok(value);
    }
    let found = detailed_type(&value, interpreter.budget)?;
    let subject = format!("value returned from function '{name}' has wrong type,");
    let why = message(&subject, &found, &WRITTEN, interpreter.budget)?;
    Err(mistyped(why))
}

/// The type of a template's result.
static WRITTEN: LazyLock<Type> = LazyLock::new(|| {
    let written = "Variant[String, Sensitive[String]]";
    parse_type(written, &Aliases::default(), Mode::Current).unwrap_or_else(|_| Type::any().clone())
});

fn template(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    Err(raised(format!(
        "Could not find template '{}'",
        arguments.text(0)
    )))
}

fn inline_template(_: &mut Interpreter<'_>, _: Arguments<'_>) -> Eval<Value> {
    Err(raised(
        "The feature 'ERB inline_template' is only available when compiling a catalog",
    ))
}
