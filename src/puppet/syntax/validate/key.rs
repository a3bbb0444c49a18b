//! Keys: which entries of a hash are plainly the same?
//!
//! Literals are compared, signs before numbers and literals in arrays included. Names of
//! types compare as strings in lower case, and types with parameters by these alone; that
//! is what Puppet does.

use super::super::tree::{ExprId, ExprKind, Program, ValueId};
use std::borrow::Cow;
use std::fmt::Write;

/// A key, as another one is compared with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<'p> {
    Undef,
    Default,
    Bool(bool),
    Integer(i64),
    Float(u64),
    String(Cow<'p, str>),
    Regexp(&'p str),
    Array(Vec<Key<'p>>),
}

/// What a key is, if it is a literal.
pub(super) fn key(program: &Program, id: ExprId) -> Option<Key<'_>> {
    let text = |value: ValueId| program[value].as_str().unwrap_or_default();
    Some(match program[id].kind {
        ExprKind::Undef => Key::Undef,
        ExprKind::Default => Key::Default,
        ExprKind::Bool(value) => Key::Bool(value),
        ExprKind::Integer(value) => Key::Integer(value),
        ExprKind::Float(value) => Key::Float(value.to_bits()),
        ExprKind::String(value) => Key::String(Cow::Borrowed(text(value))),
        ExprKind::Name(name) => Key::String(Cow::Borrowed(program.name(name))),
        ExprKind::Regexp(value) => Key::Regexp(text(value)),
        ExprKind::TypeName(name) => Key::String(Cow::Owned(program.name(name).to_lowercase())),
        ExprKind::Minus(operand) => match key(program, operand)? {
            Key::Integer(value) => Key::Integer(-value),
            Key::Float(value) => Key::Float((-f64::from_bits(value)).to_bits()),
            _ => return None,
        },
        ExprKind::Array(elements) => Key::Array(keys(program, &program[elements])?),
        ExprKind::Access { of, keys: within } => match program[of].kind {
            ExprKind::TypeName(_) => Key::Array(keys(program, &program[within])?),
            _ => return None,
        },
        ExprKind::Heredoc { text, .. } => key(program, text)?,
        _ => return None,
    })
}

fn keys<'p>(program: &'p Program, list: &[ExprId]) -> Option<Vec<Key<'p>>> {
    list.iter().map(|id| key(program, *id)).collect()
}

/// A key as messages show it.
pub(super) fn shown(key: &Key<'_>) -> String {
    match key {
        Key::Undef => String::new(),
        Key::Default => "default".into(),
        Key::Bool(value) => value.to_string(),
        Key::Integer(value) => value.to_string(),
        Key::Float(value) => crate::scalars::text::float_text(f64::from_bits(*value)),
        Key::String(text) => text.clone().into_owned(),
        Key::Regexp(source) => format!("(?-mix:{source})"),
        Key::Array(keys) => {
            let mut text = String::from("[");
            for (at, key) in keys.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                match key {
                    Key::Undef => text.push_str("nil"),
                    Key::Default => text.push_str(":default"),
                    // Writing to a string cannot fail.
                    Key::String(string) => drop(write!(text, "{string:?}")),
                    Key::Regexp(source) => drop(write!(text, "/{source}/")),
                    _ => text.push_str(&shown(key)),
                }
            }
            text.push(']');
            text
        }
    }
}
