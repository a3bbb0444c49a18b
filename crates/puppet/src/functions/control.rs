//! Functions for messages, failures and jumps: `notice`, `fail`, `break`, `next`, `return`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::environment::Level;
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::host_text::HostText;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, Stop, raised};
use crate::values::special::undef;
use polycty_core::source::Code;
use polycty_core::values::Value;

macro_rules! logging {
    ($($name:ident = $level:ident,)*) => {
        $(fn $name(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
            let message = interpreter.joined(arguments.values)?;
            interpreter.log(Level::$level, &message)?;
            Ok(undef())
        })*
    };
}

logging! {
    debug = Debug,
    info = Info,
    notice = Notice,
    warning = Warning,
    err = Err,
    alert = Alert,
    emerg = Emerg,
    crit = Crit,
}

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "debug",
        Cost::Linear,
        Makes::Nothing,
        &["Any values*"],
        debug,
    ),
    Entry::new("info", Cost::Linear, Makes::Nothing, &["Any values*"], info),
    Entry::new(
        "notice",
        Cost::Linear,
        Makes::Nothing,
        &["Any values*"],
        notice,
    ),
    Entry::new(
        "warning",
        Cost::Linear,
        Makes::Nothing,
        &["Any values*"],
        warning,
    ),
    Entry::new("err", Cost::Linear, Makes::Nothing, &["Any values*"], err),
    Entry::new(
        "alert",
        Cost::Linear,
        Makes::Nothing,
        &["Any values*"],
        alert,
    ),
    Entry::new(
        "emerg",
        Cost::Linear,
        Makes::Nothing,
        &["Any values*"],
        emerg,
    ),
    Entry::new("crit", Cost::Linear, Makes::Nothing, &["Any values*"], crit),
    Entry::legacy(
        "fail",
        Cost::Linear,
        Makes::Nothing,
        Takes::AtLeast(0),
        fail,
    ),
    Entry::new("break", Cost::Constant, Makes::Nothing, &[""], r#break),
    Entry::new(
        "next",
        Cost::Constant,
        Makes::Nothing,
        &["Any value?"],
        next,
    ),
    Entry::new(
        "return",
        Cost::Constant,
        Makes::Nothing,
        &["Any value?"],
        r#return,
    ),
    Entry::new(
        "import",
        Cost::Constant,
        Makes::Nothing,
        &["Any args*"],
        import,
    ),
];

fn fail(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut message = HostText::new(interpreter.budget);
    for (at, value) in arguments.values.iter().enumerate() {
        if at > 0 {
            message.push_str(" ")?;
        }
        message.push(value)?;
    }
    Err(raised(message.into_string()))
}

fn r#break(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    Err(Box::new(Stop::Break(arguments.location())))
}

fn next(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = arguments.get(0).cloned().unwrap_or_else(undef);
    Err(Box::new(Stop::Next(value, arguments.location())))
}

fn r#return(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = arguments.get(0).cloned().unwrap_or_else(undef);
    Err(Box::new(Stop::Return(value, arguments.location())))
}

fn import(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    Err(arguments.location().fail(
        Code::Unsupported,
        "Use of 'import' has been discontinued in favor of a manifest directory. See \
         http://links.puppet.com/puppet-import-deprecation",
    ))
}
