//! The parameters of a request that does not come from a message.

use super::convert::{Range, position_json, range_json};
use crate::languages::HclSpecification;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The parameters of a request: a JSON object.
pub struct Arguments(Value);

impl Arguments {
    /// Parses an object. The empty text is an object without members.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for another text, [`Code::Limit`] if the budget is exceeded.
    pub fn parse(text: &str, budget: &Budget) -> Result<Arguments> {
        if text.is_empty() {
            return Ok(Arguments(Value::Object(Map::new())));
        }
        budget.charge(1 + text.len() as u64 / 8)?;
        // A value of one byte of text is the largest part in relation to its text.
        budget.hold(text.len() as u64 * 32)?;
        let invalid = |message: String| Error::new(Code::InvalidArgument, message);
        match serde_json::from_str(text) {
            Ok(value @ Value::Object(_)) => Ok(Arguments(value)),
            Ok(_) => Err(invalid("`arguments` must be a JSON object".to_owned())),
            Err(error) => Err(invalid(format!("`arguments`: {error}"))),
        }
    }

    /// Sets the document. A range is also the position of requests about a position.
    pub fn set_document(&mut self, uri: &str, range: Option<Range>) {
        self.0["textDocument"] = json!({ "uri": uri });
        if let Some((start, end)) = range {
            self.0["position"] = position_json(start);
            self.0["range"] = range_json((start, end));
            if self.0.get("positions").is_none() {
                self.0["positions"] = json!([position_json(start)]);
            }
        }
    }

    /// The query of `workspace/symbol`; the empty text if there is none.
    #[must_use]
    pub fn query(&self) -> &str {
        let query = self.0.get("query").and_then(Value::as_str);
        query.unwrap_or_default()
    }

    /// The parameters.
    #[must_use]
    pub fn params(&self) -> &Value {
        &self.0
    }
}

/// Reads the specifications in a JSON object of their texts by the ends of paths.
///
/// # Errors
/// [`Code::Syntax`](polycty_core::source::Code::Syntax) if the text is not such an object.
pub fn specifications(json: &str) -> Result<Vec<HclSpecification>> {
    let texts: BTreeMap<String, String> =
        serde_json::from_str(json).map_err(|error| Error::new(Code::Syntax, error.to_string()))?;
    let all = texts.into_iter().map(|(ending, text)| HclSpecification {
        ending,
        text: text.into(),
    });
    Ok(all.collect())
}
