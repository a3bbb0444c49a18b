//! Conversion functions.
//!
//! The conversions are those of [`crate::convert`]. This file contains the functions for named
//! types, with error messages for the author of a call.

use super::define::{DYNAMIC, any, collection, convert, never_null, refused};
use crate::functions::{Function, ReturnType};
use crate::rules::{converter, mismatch_message};
use polycty_core::calls::{Allow, Call, Signature};
use polycty_core::dialect::Safety;
use polycty_core::source::{Code, Quotes, Result};
use polycty_core::text::{Quoted, floor_char_boundary};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// The maximum number of bytes of a text that a message shows.
const MAX_SHOWN: usize = 1024;

standard! {
    /// Returns a value unchanged, and fails if it is null.
    ASSERTNOTNULL: assertnotnull(v) [Constant] = |about| Function::new(
        never_null(about.parameter(any("v", "The value."))),
        ReturnType::found(|args| Ok(args[0].ty().clone())),
        |args, _| Ok(args[0].clone()),
    );
    /// Converts a value to a string.
    TOSTRING: tostring(v) [Own] = |about| conversion(about, Type::string().clone());
    /// Converts a value to a number.
    TONUMBER: tonumber(v) [Own] = |about| conversion(about, Type::number().clone());
    /// Converts a value to a bool.
    TOBOOL: tobool(v) [Own] = |about| conversion(about, Type::bool().clone());
    /// Converts a set or a tuple to a list.
    TOLIST: tolist(v) [Own] = |about| conversion(about, collection(Type::list, Type::any()));
    /// Converts a list or a tuple to a set.
    TOSET: toset(v) [Own] = |about| conversion(about, collection(Type::set, Type::any()));
    /// Converts an object to a map.
    TOMAP: tomap(v) [Own] = |about| conversion(about, collection(Type::map, Type::any()));
}

/// Creates a function that converts its argument to a type.
pub(super) fn conversion(about: Signature, to: Type) -> Function {
    let wanted = to.clone();
    Function::new(
        about.parameter(any("v", "The value to convert.").allow(Allow::NULL | DYNAMIC)),
        ReturnType::found(move |args| {
            let found = args[0].ty();
            if *found == wanted || converter(found, &wanted, Safety::Unsafe).is_some() {
                return Ok(wanted.clone());
            }
            Err(refused(impossible(found, &wanted))
                .with_code(Code::Conversion)
                .with_expected(&wanted)
                .with_found(found)
                .with_argument(0))
        }),
        move |args, call| converted(args[0], call),
    )
}

fn converted(value: &Value, call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    convert(value, ty, call.budget).map_err(|error| {
        if error.code().is_refusal() {
            return error;
        }
        let (found, what) = (
            value.ty(),
            value
                .as_str()
                .map(|text| Quoted(beginning(text)).to_string()),
        );
        let what = what.unwrap_or_else(|| "string".to_owned());
        let quotes = found.is_string() && (ty.is_bool() || ty.is_number());
        let message = if found.is_string() && ty.is_bool() {
            format!(
                "cannot convert {what} to bool; only the strings \"true\" or \"false\" are allowed"
            )
        } else if found.is_string() && ty.is_number() {
            format!(
                "cannot convert {what} to number; given string must be a decimal representation \
                 of a number"
            )
        } else {
            cannot(found, ty)
        };
        let error = error.with_message(message).with_argument(0);
        if quotes {
            error.quoting(Quotes::Argument(0))
        } else {
            error
        }
    })
}

/// Returns the part of a text that a message shows.
#[expect(
    clippy::string_slice,
    reason = "the end comes from `floor_char_boundary`"
)]
fn beginning(text: &str) -> &str {
    &text[..floor_char_boundary(text, MAX_SHOWN)]
}

fn impossible(found: &Type, wanted: &Type) -> String {
    let why = || mismatch_message(found, wanted);
    if found.is_tuple() && wanted.is_tuple() {
        format!("incompatible tuple type for conversion: {}", why())
    } else if found.is_object() && wanted.is_object() {
        format!("incompatible object type for conversion: {}", why())
    } else {
        cannot(found, wanted)
    }
}

fn cannot(found: &Type, wanted: &Type) -> String {
    format!(
        "cannot convert {} to {}",
        found.friendly_name(),
        wanted.friendly_name_for_constraint()
    )
}
