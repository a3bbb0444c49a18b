//! JSON functions: encoding and decoding.
//!
//! The text is [`polycty_core::codec::json`]'s; here stands what can be said of it while
//! the value, or the text, is not known yet.

use super::define::{DYNAMIC, any, never_null, refused, string, text};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::{Allow, Call};
use polycty_core::codec::json;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::{Nullness, Value};

standard! {
    /// Gives a value as JSON text.
    JSONENCODE: jsonencode(val) = |about| Function::new(
        never_null(about.parameter(
            any("val", "The value to write.").allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC),
        )),
        Type::string().clone(),
        |args, _| {
            if !args[0].is_wholly_known() {
                return unknown_text(args[0]);
            }
            if args[0].is_null() {
                return Ok(Value::string("null"));
            }
            super::define::made(&json::encode(args[0], args[0].ty())?)
        },
    );
    /// Reads JSON text. Objects become objects and arrays become tuples.
    JSONDECODE: jsondecode(str) = |about| Function::new(
        about.parameter(string("str", "The text to read.")),
        ReturnType::found(|args| match args[0].as_str() {
            Some(text) => json::implied_type(text.as_bytes()),
            None => prefixed_type(args[0]),
        }),
        |args, &Call { returns: ty, .. }| json::decode(text(args[0])?.as_bytes(), ty),
    );
}

/// What is not null begins with a character that its type tells, save numbers and
/// bools.
fn unknown_text(value: &Value) -> Result<Value> {
    let unknown = Value::unknown(Type::string().clone());
    let ty = value.ty();
    let prefix = match value.range()?.null() {
        Nullness::Never if ty.is_string() => "\"",
        Nullness::Never if ty.is_object() || ty.is_map() => "{",
        Nullness::Never if ty.is_tuple() || ty.is_list() || ty.is_set() => "[",
        _ => return Ok(unknown),
    };
    unknown.refine().not_null().prefix_full(prefix).build()
}

/// The type of every document that begins as this text does.
fn prefixed_type(text: &Value) -> Result<Type> {
    let range = text.unmarked().range()?;
    let prefix = range.string_prefix().unwrap_or_default();
    Ok(match prefix.trim_start().chars().next() {
        None | Some('{' | '[' | 'n') => Type::any(),
        Some('"') => Type::string(),
        Some('t' | 'f') => Type::bool(),
        Some('-' | '0'..='9') => Type::number(),
        Some(other) => {
            let message = format!("a JSON document cannot begin with the character {other:?}");
            return Err(refused(message).with_argument(0));
        }
    }
    .clone())
}
