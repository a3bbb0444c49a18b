//! `Binary.new`.
//!
//! The argument is a text in one of five formats, an array of bytes, or a hash with either of them.

use crate::rules::constructors;
use crate::rules::convert::made::{Made, named};
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::text::base64;
use polycty_core::values::Value;

/// Bytes.
pub(super) fn binary(args: &[Value], budget: &Budget) -> Made {
    let which = constructors::binary().select(args, budget)?;
    let (from, format) = match which {
        2 => (named(&args[0], "value"), named(&args[0], "format")),
        _ => (args.first(), args.get(1)),
    };
    let Some(from) = from else {
        return Err(constructors::binary().rejection(args, budget));
    };
    let bytes = match from.as_str() {
        Some(text) => {
            of_text(text, format.and_then(Value::as_str).unwrap_or("%B")).ok_or("invalid base64")?
        }
        None => {
            let byte = |part: &Value| u8::try_from(part.as_integer()?.to_i64()?).ok();
            let parts = from.parts().unwrap_or_default();
            parts.iter().filter_map(byte).collect()
        }
    };
    Ok(Special::Binary(bytes.into()).into_value()?)
}

fn of_text(text: &str, format: &str) -> Option<Vec<u8>> {
    match format {
        "%b" => {
            let padding = ["", "=", "=="][text.chars().count() % 3];
            Some(base64::from_relaxed(&format!("{text}{padding}")))
        }
        "%u" => base64::from_url_safe(text),
        "%B" => base64::from_strict(text),
        _ => Some(text.as_bytes().to_vec()),
    }
}
