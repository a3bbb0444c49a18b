//! Validation of hashes: duplicate keys.
//!
//! Literals are compared, including signed numbers and literals in arrays and hashes. As in Puppet,
//! type names compare as lowercase strings, and types with parameters compare by their parameters
//! alone.

use super::super::tree::{Entry, ExprId, ExprKind, Program, ValueId};
use crate::scalars::inspect::inspected;
use crate::scalars::regexp_text;
use std::borrow::Cow;

/// A key in comparable form.
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
    Hash(Vec<(Key<'p>, Key<'p>)>),
}

/// Returns the comparable form of a key, if it is a literal.
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
        ExprKind::Hash(entries) => {
            let entry =
                |entry: &Entry| Some((key(program, entry.key)?, key(program, entry.value)?));
            Key::Hash(program[entries].iter().map(entry).collect::<Option<_>>()?)
        }
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
        Key::Regexp(source) => regexp_text::as_group(source),
        Key::Array(_) | Key::Hash(_) => {
            let mut text = String::new();
            push_key(&mut text, key);
            text
        }
    }
}

/// Appends a key that is part of a different key, as messages show it.
fn push_key(text: &mut String, key: &Key<'_>) {
    let separate = |text: &mut String, at: usize| text.push_str(if at > 0 { ", " } else { "" });
    match key {
        Key::Undef => text.push_str("nil"),
        Key::Default => text.push_str(":default"),
        Key::String(string) => text.push_str(&inspected(string)),
        Key::Regexp(source) => {
            regexp_text::push_inspected(text, source);
        }
        Key::Array(keys) => {
            text.push('[');
            for (at, key) in keys.iter().enumerate() {
                separate(text, at);
                push_key(text, key);
            }
            text.push(']');
        }
        Key::Hash(entries) => {
            text.push('{');
            for (at, (key, value)) in entries.iter().enumerate() {
                separate(text, at);
                push_key(text, key);
                text.push_str("=>");
                push_key(text, value);
            }
            text.push('}');
        }
        Key::Bool(_) | Key::Integer(_) | Key::Float(_) => text.push_str(&shown(key)),
    }
}
