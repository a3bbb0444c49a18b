//! The module `encoding`: Base64 and JSON.

use super::call::{Call, fatal, refused};
use super::define::{Cost, Function, Known, Names, Outcome, no_type, read};
use crate::host::KnownCall;
use crate::rules::equal::compare;
use crate::types::parse::parse_type;
use crate::values::json::{Fields, decode_json_within};
use polycty_core::source::{Code, Result};
use polycty_core::text::base64;
use polycty_core::types::{Type, VariableScope};
use polycty_core::values::Value;

pub(super) static TABLE: &[Function] = &[
    Function::pure(
        "encoding.base64_encode",
        "func(data str) str",
        Cost::Linear,
        |call| {
            let data = call.str(0);
            call.charge_text(data.len() / 3 * 4)?;
            Ok(Value::string(&base64::strict(data.as_bytes())))
        },
    ),
    Function::pure(
        "encoding.base64_decode",
        "func(data str) str",
        Cost::Linear,
        base64_decode,
    ),
    Function::pure("encoding.decode_json", "", Cost::Linear, |call| {
        decode(call, Fields::Exact)
    })
    .inferred(&["data", "type"], Names::None, infer)
    .not_speculative(),
    Function::pure("encoding.decode_json_flexible", "", Cost::Linear, |call| {
        decode(call, Fields::Flexible)
    })
    .inferred(&["data", "type"], Names::None, infer)
    .not_speculative(),
];

fn base64_decode(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    call.charge_text(text.len())?;
    let bytes = base64::from_padded(text.as_bytes()).map_err(|at| {
        let message = format!("could not decode base64: illegal base64 data at input byte {at}");
        refused(message)
    })?;
    let text = String::from_utf8(bytes);
    let text =
        text.map_err(|_| fatal(Code::InvalidUtf8, "the decoded Base64 is not valid UTF-8"))?;
    Ok(Value::string(&text))
}

/// The result type is in the second argument or is inferred from the use of the result.
fn infer(known: &KnownCall<'_>) -> Result<Type> {
    let result = match (known.count(), known.text(1)) {
        (1, _) | (2, None) => "?1",
        (2, Some(text)) => {
            // The text must be a complete type of its own.
            if parse_type(text, VariableScope::new()).is_err() {
                return Err(no_type("invalid type specification"));
            }
            text
        }
        _ => return Err(no_type("must have at either one or two args")),
    };
    match known.count() {
        1 => read(&format!("func(data str) {result}")),
        _ => read(&format!("func(data str, type str) {result}")),
    }
}

fn decode(call: &Call<'_>, fields: Fields) -> Outcome {
    if call.arguments.len() == 2 {
        let named = parse_type(call.str(1), VariableScope::new());
        if let Err(error) = named.and_then(|named| compare(call.returns(), &named)) {
            return Err(refused(format!("incompatible types: {}", error.message())));
        }
    }
    Ok(decode_json_within(
        call.str(0).as_bytes(),
        call.returns(),
        fields,
        call.budget,
    )?)
}
