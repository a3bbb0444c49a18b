//! Conversion between values and documents.

use crate::document::Document;
use crate::numeral::Numeral;
use polycty_core::calls::{Budget, cost};
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_translate::mapping;
use polycty_translate::semantic::{Mapping, SemanticValue};

/// Returns the document that a value is written as.
///
/// # Errors
/// [`Code::Unsupported`] with the path to a part that cannot be written as a document.
pub fn document_of(value: &Value, language: DialectId, budget: &Budget) -> Result<Document> {
    written(value, mapping(language)?, budget)
}

/// The recursion is bounded by the nesting of values.
fn written(value: &Value, mapping: &dyn Mapping, budget: &Budget) -> Result<Document> {
    budget.parts(1, 64)?;
    if value.is_marked() {
        let why = "cannot write a marked value: its marks would be lost";
        return Err(Error::new(Code::Unsupported, why));
    }
    let number = |text: Option<String>| match text {
        Some(text) => Numeral::parse(&text, budget).map(Document::Number),
        None => Err(Error::new(
            Code::Unsupported,
            "a document cannot represent the number",
        )),
    };
    Ok(match mapping.datum(value)? {
        SemanticValue::Null => Document::Null,
        SemanticValue::Bool(bool) => Document::Bool(bool),
        SemanticValue::Number(exact) => number(if exact.is_infinite() {
            None
        } else {
            cost::write_number(&exact, budget)?;
            exact.to_text().ok()
        })?,
        SemanticValue::Integer(integer) => {
            cost::write_integer(&integer, budget)?;
            Document::Number(Numeral::from_integer(&integer))
        }
        SemanticValue::Float(double) => match Numeral::from_f64(double) {
            Some(numeral) => Document::Number(numeral),
            None => number(None)?,
        },
        SemanticValue::Text(text) => Document::string(text.as_str().unwrap_or_default()),
        SemanticValue::Sequence(parts) => {
            let parts = parts.into_iter().enumerate();
            let parts = parts.map(|(at, part)| {
                written(part, mapping, budget).map_err(|error| error.in_index(at))
            });
            Document::Array(parts.collect::<Result<_>>()?)
        }
        SemanticValue::Entries(entries) => {
            let entries = entries.into_iter().map(|(key, part)| match key.as_str() {
                Some(name) => match written(part, mapping, budget) {
                    Ok(part) => Ok((Str::from(name), part)),
                    Err(error) => Err(error.in_index(name)),
                },
                None => Err(Error::new(
                    Code::Unsupported,
                    "the keys of a document must be strings",
                )),
            });
            Document::Object(entries.collect::<Result<_>>()?)
        }
    })
}

/// Returns the value of a document if no type is required.
///
/// # Errors
/// [`Code::Unsupported`] for a document that the language has no value for.
pub fn value_of(document: &Document, target: &dyn Mapping) -> Result<Value> {
    let datum = match document {
        Document::Null => SemanticValue::Null,
        Document::Bool(bool) => SemanticValue::Bool(*bool),
        Document::Number(number) => SemanticValue::Number(
            number
                .to_number()
                .ok_or_else(|| Error::new(Code::Unsupported, "the number is out of range"))?,
        ),
        Document::String(text) => SemanticValue::Text(Value::string(text)),
        Document::Array(elements) => {
            let elements = elements.iter().map(|element| value_of(element, target));
            SemanticValue::Sequence(elements.collect::<Result<_>>()?)
        }
        Document::Object(members) => {
            let members = members.iter();
            let members =
                members.map(|(name, part)| Ok((Value::string(name), value_of(part, target)?)));
            SemanticValue::Entries(members.collect::<Result<_>>()?)
        }
    };
    target.value(datum)
}
