//! Regular expression functions.
//!
//! Patterns are RE2's, read by [`re2`]; they match in time linear in the text.
//! What a function gives follows from the pattern's groups: the whole match where
//! there are none, a tuple for groups without names, an object for groups with
//! names. A group that did not take part gives null.

mod re2;
mod template;

use super::define::{
    MAX_ELEMENTS, MAX_TEXT, made, never_null, refused, string, text, too_long, too_many,
};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Call, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::Value;
use re2::{Fault, Pattern};
use regex::{Captures, Regex, RegexBuilder};
use std::collections::BTreeMap;
use template::Template;

standard! {
    /// Gives the first match of a regular expression in a string: the whole match, or what
    /// its groups matched. Fails where nothing matches.
    REGEX: regex(pattern, string) = |about| Function::new(
        parameters(about),
        ReturnType::found(|args| match args[0].as_str() {
            None => Ok(Type::any().clone()),
            Some(pattern) => match_type(&read(pattern)?),
        }),
        |args, &Call { returns: ty, .. }| {
            let pattern = read(text(args[0])?)?;
            match compiled(&pattern)?.captures(text(args[1])?) {
                Some(found) => matched(&pattern, &found, ty),
                None => Err(refused("pattern did not match any part of the given string")),
            }
        },
    );
    /// Gives a list of all matches of a regular expression in a string that do not overlap,
    /// each as the function `regex` gives one.
    REGEXALL: regexall(pattern, string) = |about| Function::new(
        parameters(about),
        ReturnType::found(|args| match args[0].as_str() {
            None => Ok(Type::list(Type::any().clone())?),
            Some(pattern) => Ok(Type::list(match_type(&read(pattern)?)?)?),
        }),
        |args, &Call { returns: ty, .. }| {
            let pattern = read(text(args[0])?)?;
            let element = ty.element().unwrap_or(Type::any());
            let mut all = Vec::new();
            for found in compiled(&pattern)?.captures_iter(text(args[1])?) {
                all.push(matched(&pattern, &found, element)?);
                if all.len().saturating_mul(1 + pattern.groups.len()) > MAX_ELEMENTS {
                    return Err(too_many());
                }
            }
            Value::sequence(ty.clone(), all)
        },
    );
    /// Replaces all matches of a regular expression in a string that do not overlap. In the
    /// replacement stand `$1` and `${name}` for what groups matched, `$0` for the whole
    /// match, and `$$` for a dollar sign.
    REGEXREPLACE: regexreplace(str, pattern, replace) = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to replace in."))
                .parameter(string("pattern", "The regular expression, in RE2's syntax."))
                .parameter(string("replace", "What to put in the place of each match.")),
        ),
        Type::string().clone(),
        |args, _| {
            let pattern = re2::translate(text(args[1])?).map_err(|fault| {
                let Fault { what, part } = fault;
                syntax(format!("error parsing regexp: {what}: `{part}`"))
            })?;
            let template = Template::new(text(args[2])?, &pattern.groups);
            replaced(text(args[0])?, &compiled(&pattern)?, &template)
        },
    );
}

/// The most bytes that a compiled pattern may take.
const MAX_COMPILED: usize = 1 << 25;

fn parameters(about: Signature) -> Signature {
    never_null(
        about
            .parameter(string(
                "pattern",
                "The regular expression, in RE2's syntax.",
            ))
            .parameter(string("string", "The string to search.")),
    )
}

#[cold]
fn syntax(message: String) -> Error {
    Error::new(Code::Syntax, message)
}

fn read(pattern: &str) -> Result<Pattern> {
    re2::translate(pattern).map_err(|Fault { what, part }| {
        syntax(format!("invalid regexp pattern: {what} in {part}")).with_argument(0)
    })
}

fn compiled(pattern: &Pattern) -> Result<Regex> {
    RegexBuilder::new(&pattern.text)
        .size_limit(MAX_COMPILED)
        // A group stands in a sequence in a choice, and may be repeated.
        .nest_limit(4 * re2::MAX_NESTING as u32 + 16)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => {
                Error::new(Code::Limit, "the regular expression is too large")
            }
            error => syntax(format!("invalid regexp pattern: {error}")),
        })
}

/// The type of what a match gives.
fn match_type(pattern: &Pattern) -> Result<Type> {
    let named = pattern.groups.iter().flatten().count();
    if named == 0 {
        return Ok(match pattern.groups.len() {
            0 => Type::string().clone(),
            count => Type::tuple(vec![Type::string().clone(); count])?,
        });
    }
    if named < pattern.groups.len() {
        let message = "invalid regexp pattern: cannot mix both named and unnamed capture groups";
        return Err(syntax(message.to_owned()).with_argument(0));
    }
    let names: BTreeMap<&str, Type> = pattern
        .groups
        .iter()
        .flatten()
        .map(|name| (&**name, Type::string().clone()))
        .collect();
    let fields: Vec<Field> = names
        .into_iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect();
    Ok(Type::object(fields)?)
}

fn matched(pattern: &Pattern, found: &Captures<'_>, ty: &Type) -> Result<Value> {
    let group = |at: usize| match found.get(at) {
        Some(part) => Value::nfc_string(part.as_str()),
        None => Value::null(Type::string().clone()),
    };
    if ty.is_string() {
        return Ok(group(0));
    }
    if ty.is_tuple() {
        return Value::sequence(
            ty.clone(),
            (0..pattern.groups.len()).map(|at| group(at + 1)),
        );
    }
    // Of groups of one name the last one counts.
    let attributes: Vec<(Str, Value)> = (pattern.groups.iter().enumerate())
        .filter_map(|(at, name)| Some((name.clone()?, group(at + 1))))
        .collect();
    Value::object(attributes)
}

fn replaced(text: &str, regex: &Regex, template: &Template) -> Result<Value> {
    let mut out = String::new();
    let mut done = 0;
    for found in regex.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        out.push_str(&text[done..whole.start()]);
        template.expand(&found, &mut out);
        done = whole.end();
        if out.len() > MAX_TEXT {
            return Err(too_long());
        }
    }
    out.push_str(&text[done..]);
    made(&out)
}
