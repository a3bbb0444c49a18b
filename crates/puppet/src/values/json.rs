//! Parsing of JSON as Hiera does for its data.
//!
//! Objects are hashes in the order of the document, null is undef, a number without fraction and
//! exponent is an Integer, and any other number is a Float. A repeated key keeps its first position
//! and its last element.

use crate::values::special::{array, hash, undef};
use polycty_core::codec::json::{Peek, Reader};
use polycty_core::number::Integer;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::MAX_DEPTH;
use polycty_core::values::Value;

/// Returns the value of a JSON document.
///
/// # Errors
/// - [`Code::Syntax`] with the byte in the document.
/// - [`Code::Limit`] for a document that nests too deep and for numbers of too many digits.
pub fn read_json(text: &str) -> Result<Value> {
    let mut document = Document {
        reader: Reader::new(text),
        open: 0,
    };
    let value = document.value()?;
    match document.reader.peek_byte() {
        None => Ok(value),
        Some(_) => Err(document.reader.failure("extraneous data after JSON value")),
    }
}

struct Document<'t> {
    reader: Reader<'t>,
    open: u32,
}

impl Document<'_> {
    fn value(&mut self) -> Result<Value> {
        match self.reader.peek()? {
            Peek::Null => self.reader.null().map(|()| undef()),
            Peek::Bool => self.reader.bool().map(Value::bool),
            Peek::Number => self.number(),
            Peek::String => Ok(Value::string(&self.reader.string()?)),
            Peek::Array => {
                self.enter()?;
                let mut items = self.reader.begin_array()?;
                let mut elements = Vec::new();
                while self.reader.next_element(&mut items)? {
                    elements.push(self.value()?);
                }
                self.open -= 1;
                array(elements)
            }
            Peek::Object => {
                self.enter()?;
                let mut items = self.reader.begin_object()?;
                let mut entries = Vec::new();
                while let Some(key) = self.reader.next_key(&mut items)? {
                    entries.push((Value::string(&key), self.value()?));
                }
                self.open -= 1;
                hash(entries)
            }
        }
    }

    fn number(&mut self) -> Result<Value> {
        if let Some(small) = self.reader.small_integer() {
            return Ok(Value::from_integer(small.into()));
        }
        let at = self.reader.offset();
        let text = self.reader.number()?;
        if text.contains(['.', 'e', 'E']) {
            // JSON's number syntax is a subset of Rust's; numbers out of range are Infinity.
            let double = text.parse().unwrap_or(f64::NAN);
            return Ok(Value::from_double(double));
        }
        let integer = Integer::parse(text)
            .map_err(|error| Error::new(Code::Limit, error.to_string()).with_offset(at))?;
        Ok(Value::from_integer(integer))
    }

    fn enter(&mut self) -> Result<()> {
        if self.open >= MAX_DEPTH {
            let error = Error::new(Code::Limit, "the document is nested too deep");
            return Err(error.with_offset(self.reader.offset()));
        }
        self.open += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::format::format_value;

    #[test]
    fn documents_are_data() {
        for (json, puppet) in [
            ("null", "undef"),
            (" [1, -0, 2.0, 1e2, true] ", "[1, 0, 2.0, 100.0, true]"),
            (
                r#"{"b": 1, "a": {"c": []}, "b": "\u00e9"}"#,
                "{'b' => 'é', 'a' => {'c' => []}}",
            ),
            (
                "123456789012345678901234567890",
                "123456789012345678901234567890",
            ),
        ] {
            assert_eq!(format_value(&read_json(json).unwrap()), puppet);
        }
    }

    #[test]
    fn what_is_no_document_is_refused_where_it_is() {
        for (json, code, at) in [
            ("", Code::Syntax, 0),
            ("[1,]", Code::Syntax, 3),
            ("{} {}", Code::Syntax, 3),
            ("[1, 01]", Code::Syntax, 5),
        ] {
            let error = read_json(json).unwrap_err();
            assert_eq!((error.code(), error.offset()), (code, Some(at)), "{json}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(read_json(&deep).unwrap_err().code(), Code::Limit);
    }
}
