//! Templates: `epp` and `inline_epp`.
//!
//! A template is code with text between; it sees the variables of the program, one in the text
//! also those of the lambdas and the function around it, and those that the call gives. Where it names its parameters they are checked as those of a class are.

use crate::eval::environment::Definitions;
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Sees;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, raised};
use crate::functions::{Arguments, Entry, Takes};
use polycty_core::source::Source;
use polycty_core::values::Value;
use std::rc::Rc;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "epp",
        &["String path, Hash[Pattern[/^\\w+$/], Any] parameters?"],
        epp,
    ),
    Entry::new(
        "inline_epp",
        &["String template, Hash[Pattern[/^\\w+$/], Any] parameters?"],
        inline_epp,
    ),
    Entry::legacy("template", Takes::AtLeast(1), template),
    Entry::legacy("inline_template", Takes::AtLeast(1), inline_template),
];

fn epp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let path = arguments.text(0);
    let Some(code) = interpreter.loaded(Definitions::Template, path)? else {
        return Err(raised(format!("Could not find template '{path}'")));
    };
    written(interpreter, &code, arguments.get(1), Sees::Globals)
}

fn inline_epp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let source = Source::new("", arguments.text(0));
    let code = interpreter.read(source, Definitions::Template)?;
    written(interpreter, &code, arguments.get(1), Sees::Caller)
}

/// What a template writes.
fn written(
    interpreter: &mut Interpreter<'_>,
    code: &Rc<Running>,
    given: Option<&Value>,
    sees: Sees,
) -> Eval<Value> {
    let text = interpreter.run_template(code, given, sees)?;
    Ok(Value::string(&text))
}

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
