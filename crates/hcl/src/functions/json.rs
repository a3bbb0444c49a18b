//! JSON functions: encoding and decoding.
//!
//! The codec is [`polycty_core::codec::json`]. This file adds the results for unknown values and
//! texts.

use super::define::{DYNAMIC, any, made, never_null, refused, string, text};
use crate::functions::{Function, ReturnType};
use polycty_core::calls::Allow;
use polycty_core::codec::json;
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::QuotedChar;
use polycty_core::types::Type;
use polycty_core::values::{Nullness, Value};

standard! {
    /// Returns a value as JSON text.
    JSONENCODE: jsonencode(val) [Own] = |about| Function::new(
        never_null(about.parameter(
            any("val", "The value to write.").allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC),
        )),
        Type::string().clone(),
        |args, call| {
            if !args[0].is_wholly_known() {
                return unknown_text(args[0]);
            }
            if args[0].is_null() {
                return Ok(Value::string("null"));
            }
            let text = json::encode_within(args[0], args[0].ty(), call.budget)?;
            // From here on, the text is charged as part of the value.
            call.budget.release(text.len() as u64);
            made(&text, call)
        },
    );
    /// Parses JSON text. Objects become objects and arrays become tuples.
    JSONDECODE: jsondecode(str) [Own] = |about| Function::new(
        about.parameter(string("str", "The text to read.")),
        ReturnType::found_within(|args, budget| match args[0].as_str() {
            Some(text) => json::implied_type_within(text.as_bytes(), budget).map_err(quoting),
            None => prefixed_type(args[0]),
        }),
        |args, call| {
            let text = text(args[0])?.as_bytes();
            json::decode_within(text, call.returns, call.budget).map_err(quoting)
        },
    );
}

/// Marks an error about a text as one whose message may quote a character or a name of it.
fn quoting(error: Error) -> Error {
    error.quoting(Quotes::Argument(0))
}

/// Returns the unknown JSON text of an unknown value. If the value is not null, the first character
/// is determined by its type, except for numbers and bools.
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

/// Returns the type of every document that starts with the known prefix of this text.
fn prefixed_type(text: &Value) -> Result<Type> {
    let range = text.unmarked().range()?;
    let prefix = range.string_prefix().unwrap_or_default();
    Ok(match prefix.trim_start().chars().next() {
        None | Some('{' | '[' | 'n') => Type::any(),
        Some('"') => Type::string(),
        Some('t' | 'f') => Type::bool(),
        Some('-' | '.' | '0'..='9') => Type::number(),
        Some(other) => {
            let message = format!(
                "a JSON document cannot begin with the character {}",
                QuotedChar(other)
            );
            return Err(quoting(refused(message).with_argument(0)));
        }
    }
    .clone())
}
