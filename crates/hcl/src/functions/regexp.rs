//! Regular expression functions.
//!
//! Patterns have the syntax of RE2 and are implemented by [`polycty_regexp`]; they match in time
//! linear in the text. The result depends on the groups of the pattern: the whole match if there
//! are none, a tuple for groups without names, an object for groups with names. A group that did
//! not participate in the match is null.

mod template;

use super::define::{
    MAX_ELEMENTS, MAX_RESULT_BYTES, goes_through, made, makes_elements, makes_text, never_null,
    refused, string, text, too_long, too_many,
};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Call, Signature};
use polycty_core::source::{Quotes, Result};
use polycty_core::types::{Field, Str, Type};
use polycty_core::values::Value;
use polycty_regexp::{Expression, PatternError, syntax};
use regex::{Captures, Regex};
use std::collections::BTreeMap;
use template::Template;

standard! {
    /// Returns the first match of a regular expression in a string: the whole match, or the texts
    /// of its groups. Fails if there is no match.
    REGEX: regex(pattern, string) [Own] = |about| Function::new(
        parameters(about),
        ReturnType::found_within(|args, budget| match args[0].as_str() {
            None => Ok(Type::any().clone()),
            Some(text) => match_type(&Expression::read(text, budget)?),
        }),
        |args, call| {
            let expression = Expression::read(text(args[0])?, call.budget)?;
            let compiled = expression.compiled(text(args[1])?, call.budget)?;
            match compiled.captures(text(args[1])?) {
                Some(found) => matched(&expression, &found, call.returns, call),
                None => Err(refused("pattern did not match any part of the given string")),
            }
        },
    );
    /// Returns a list of all non-overlapping matches of a regular expression in a string, each as
    /// the function `regex` returns it.
    REGEXALL: regexall(pattern, string) [Own] = |about| Function::new(
        parameters(about),
        ReturnType::found_within(|args, budget| match args[0].as_str() {
            None => Ok(Type::list(Type::any().clone())?),
            Some(text) => Ok(Type::list(match_type(&Expression::read(text, budget)?)?)?),
        }),
        |args, call| {
            let expression = Expression::read(text(args[0])?, call.budget)?;
            let compiled = expression.compiled(text(args[1])?, call.budget)?;
            let ty = call.returns;
            let element = ty.element().unwrap_or(Type::any());
            let mut all = Vec::new();
            for found in compiled.captures_iter(text(args[1])?) {
                all.push(matched(&expression, &found, element, call)?);
                if all.len().saturating_mul(1 + expression.groups().len()) > MAX_ELEMENTS {
                    return Err(too_many());
                }
            }
            Value::sequence(ty.clone(), all)
        },
    );
    /// Replaces all non-overlapping matches of a regular expression in a string. In the
    /// replacement, `$1` and `${name}` are the texts of groups, `$0` is the whole match, and `$$`
    /// is a dollar sign.
    REGEXREPLACE: regexreplace(str, pattern, replace) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to replace in."))
                .parameter(string("pattern", "The regular expression, in RE2 syntax."))
                .parameter(string("replace", "The replacement for each match.")),
        ),
        Type::string().clone(),
        |args, call| {
            let expression = Expression::read_as(text(args[1])?, call.budget, |failure| {
                let PatternError { what, part } = failure;
                let error = syntax(format!("error parsing regexp: {what}: `{part}`"));
                error.quoting(Quotes::Argument(1))
            })?;
            goes_through(text(args[2])?, call)?;
            let references = text(args[2])?.matches('$').count();
            let groups = 1 + expression.groups().len();
            call.budget.charge((references * groups / NAMES) as u64)?;
            let template = Template::new(text(args[2])?, expression.groups());
            let compiled = expression.compiled(text(args[0])?, call.budget)?;
            replaced(text(args[0])?, &compiled, &template, call)
        },
    );
}

/// The number of group names that are compared in one step.
const NAMES: usize = 4;

/// The steps of a match, without the search for it.
const MATCH: u64 = 4;

fn parameters(about: Signature) -> Signature {
    never_null(
        about
            .parameter(string("pattern", "The regular expression, in RE2 syntax."))
            .parameter(string("string", "The string to search.")),
    )
}

/// The type of the result for a match.
fn match_type(expression: &Expression) -> Result<Type> {
    let groups = expression.groups();
    let named = groups.iter().flatten().count();
    if named == 0 {
        return Ok(match groups.len() {
            0 => Type::string().clone(),
            count => Type::tuple(vec![Type::string().clone(); count])?,
        });
    }
    if named < groups.len() {
        let message = "invalid regexp pattern: cannot mix both named and unnamed capture groups";
        return Err(syntax(message.to_owned()).with_argument(0));
    }
    let names: BTreeMap<&str, Type> = groups
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

/// Returns the value of a match, which is charged here.
fn matched(
    expression: &Expression,
    found: &Captures<'_>,
    ty: &Type,
    call: &Call<'_>,
) -> Result<Value> {
    let groups = expression.groups();
    makes_elements(1 + groups.len(), call)?;
    let texts = found.iter().flatten().map(|part| part.len());
    // Groups may overlap, so the same text may be part of several groups.
    makes_text(texts.sum::<usize>().min(MAX_RESULT_BYTES), call)?;
    let group = |at: usize| match found.get(at) {
        Some(part) => Value::nfc_string(part.as_str()),
        None => Value::null(Type::string().clone()),
    };
    if ty.is_string() {
        return Ok(group(0));
    }
    if ty.is_tuple() {
        return Value::sequence(ty.clone(), (0..groups.len()).map(|at| group(at + 1)));
    }
    // If a name is repeated, the last group is used.
    let attributes: Vec<(Str, Value)> = (groups.iter().enumerate())
        .filter_map(|(at, name)| Some((name.clone()?, group(at + 1))))
        .collect();
    Value::object(attributes)
}

#[expect(clippy::string_slice, reason = "offsets come from matches")]
fn replaced(text: &str, regex: &Regex, template: &Template, call: &Call<'_>) -> Result<Value> {
    let mut out = String::new();
    let mut done = 0;
    for found in regex.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        call.budget.charge(MATCH + template.pieces() as u64)?;
        out.push_str(&text[done..whole.start()]);
        template.expand(&found, &mut out);
        done = whole.end();
        if out.len() > MAX_RESULT_BYTES {
            return Err(too_long());
        }
    }
    out.push_str(&text[done..]);
    made(&out, call)
}
