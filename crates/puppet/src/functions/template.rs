//! Templates: `epp` and `inline_epp`.
//!
//! A template is code with text between; it sees the variables of the program, one in the text
//! also those of the lambdas and the function around it, and those that the call gives. Where it
//! names its parameters they are checked as those of a class are.

use crate::eval::cost::{Cost, Makes};
use crate::eval::environment::Definitions;
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, is_the_operations, mistyped, raised};
use crate::eval::template::Sees;
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
    written(interpreter, &code, &arguments, "epp", Sees::Globals)
}

fn inline_epp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let source = Source::new("inlined-epp-text", arguments.text(0));
    let code = interpreter
        .read(source, Definitions::Template)
        .map_err(|stop| invalid(*stop))?;
    written(interpreter, &code, &arguments, "inline_epp", Sees::Caller)
}

/// What is wrong with a template that stands in the text.
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

/// What a template writes, or what it returns; where that is what it ends with `next`, and it
/// checks its parameters, it has to be a text.
fn written(
    interpreter: &mut Interpreter<'_>,
    code: &Rc<Running>,
    arguments: &Arguments<'_>,
    name: &str,
    sees: Sees,
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

/// What a template may be worth.
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
