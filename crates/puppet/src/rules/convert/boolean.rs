//! `Boolean.new` and `Regexp.new`: booleans from words and numbers, regular expressions from texts.

use crate::rules::constructors;
use crate::rules::convert::made::{Made, no_conversion};
use crate::scalars::regexp;
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::values::Value;

/// Returns a boolean: numbers except zero are true; a few words are accepted, ignoring case.
pub(super) fn boolean(args: &[Value], budget: &Budget) -> Made {
    let [from] = args else {
        return Err(constructors::boolean().rejection(args, budget));
    };
    let flag = if let Some(flag) = from.as_bool() {
        Some(flag)
    } else if let Some(float) = from.as_double() {
        Some(float != 0.0).filter(|_| !float.is_nan())
    } else if let Some(integer) = from.as_integer() {
        Some(!integer.is_zero())
    } else {
        from.as_str().and_then(of_word)
    };
    match flag {
        Some(flag) => Ok(Value::bool(flag)),
        None => Err(constructors::boolean().refuse(&no_conversion(from, "Boolean", budget)?)),
    }
}

fn of_word(word: &str) -> Option<bool> {
    let is = |wanted: &&str| word.eq_ignore_ascii_case(wanted);
    if ["true", "yes", "y"].iter().any(is) {
        Some(true)
    } else if ["false", "no", "n"].iter().any(is) {
        Some(false)
    } else {
        None
    }
}

/// Returns a regular expression from its source, or one that matches a text literally.
pub(super) fn regexp(args: &[Value], budget: &Budget) -> Made {
    constructors::regexp().select(args, budget)?;
    let text = args[0].as_str().unwrap_or_default();
    // The expression is validated at each call.
    budget.parts(text.len() as u64, 1)?;
    let source = match args.get(1).and_then(Value::as_bool) {
        Some(true) => escaped(text),
        _ => text.to_owned(),
    };
    if let Some(error) = regexp::syntax_error(&source) {
        return Err(format!("{error}: /{source}/").into());
    }
    Ok(Special::Regexp(source.into()).into_value()?)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        let letter = match c {
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\x0c' => 'f',
            '\x0b' => 'v',
            ' ' | '#' | '$' | '(' | ')' | '*' | '+' | '-' | '.' | '?' | '[' | '\\' | ']' | '^'
            | '{' | '|' | '}' => c,
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push('\\');
        out.push(letter);
    }
    out
}
