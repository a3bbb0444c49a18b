//! Conversion of values for languages without marks, unknown values, nulls and HCL numbers.

use polycty_core::types::Kind;
use polycty_core::values::Value;

/// The constructors of collections of a language. They return `None` for parts that it rejects.
pub struct Collections {
    pub list: fn(Vec<Value>) -> Option<Value>,
    pub map: fn(Vec<(Value, Value)>) -> Option<Value>,
}

impl Collections {
    /// The content of a value as a value of the language; `None` if it has none, such as a fraction.
    pub fn content(&self, value: &Value) -> Option<Value> {
        if value.contains_marked() || !value.is_known() || value.is_null() {
            return None;
        }
        if value.as_str().is_some() {
            return Some(value.clone());
        }
        if let Some(number) = value.as_number() {
            return Some(Value::from_integer(number.to_i64()?.into()));
        }
        let parts = value.parts()?.iter();
        let parts: Vec<Value> = parts
            .map(|part| self.content(part))
            .collect::<Option<_>>()?;
        match (value.ty().kind(), value.entries()) {
            (Kind::Map { .. }, Some(entries)) => {
                let keys = entries.iter().map(|entry| entry.key().clone());
                (self.map)(keys.zip(parts).collect())
            }
            _ => (self.list)(parts),
        }
    }
}
