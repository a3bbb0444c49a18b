//! Lookup options: conversions of data values.
//!
//! The key `lookup_options` of the data contains options by key, or by a pattern of keys that
//! begins with `^`. The option `convert_to` concerns the value itself: a type, or a list of a type
//! and further arguments of its `new`. An option for the exact key has precedence over patterns;
//! among patterns the first match counts.

use crate::eval::function::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, is_the_operations};
use crate::scalars::pattern;
use crate::values::special::array_elements;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

/// The key of the options in the data.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Interpreter<'_> {
    /// Converts a data value by its options; the inner error is the reason why it cannot be
    /// converted. `key` is the qualified key.
    pub(super) fn as_options_want(
        &mut self,
        code: &Rc<Running>,
        options: &Value,
        key: &str,
        value: &Value,
    ) -> Eval<Result<Value, String>> {
        let options = options.as_ordered_map();
        let wanted = options.and_then(|map| map.get(&Value::string("convert_to")));
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_null()) else {
            return Ok(Ok(value.clone()));
        };
        let alone = std::slice::from_ref(wanted);
        let Some((target, further)) = array_elements(wanted).unwrap_or(alone).split_first() else {
            return Ok(Ok(value.clone()));
        };
        let Some(text) = target.as_str() else {
            return Ok(Err(format!(
                "Invalid data type in lookup_options for key '{key}'"
            )));
        };
        let ty = match self.read_type(text) {
            Ok(ty) => Value::from_type(ty)?,
            Err(stop) => {
                let why = reason(*stop)?;
                return Ok(Err(format!(
                    "Invalid data type in lookup_options for key '{key}' could not parse '{text}', \
                     error: '{why}'"
                )));
            }
        };
        let mut values = vec![ty, value.clone()];
        values.extend_from_slice(further);
        let arguments = Arguments {
            values: &values,
            which: 0,
            block: None,
            code,
            position: 0,
        };
        match self.call_by_name("new", arguments) {
            Ok(made) => Ok(Ok(made.unwrap_or_else(|| value.clone()))),
            Err(stop) => {
                let why = reason(*stop)?;
                Ok(Err(format!(
                    "The convert_to lookup_option for key '{key}' raised error: {why}"
                )))
            }
        }
    }

    /// Returns the options of each key. A pattern is matched with all keys before the next pattern,
    /// so that each is compiled once.
    pub(super) fn options_of(&self, options: &Value, keys: &[String]) -> Eval<Vec<Option<Value>>> {
        let Some(all) = options.as_ordered_map() else {
            return Ok(vec![None; keys.len()]);
        };
        let own = |key: &String| all.get(&Value::string(key)).cloned();
        let mut found: Vec<Option<Value>> = keys.iter().map(own).collect();
        for (pattern, options) in all.entries() {
            let Some(source) = pattern.as_str().filter(|source| source.starts_with('^')) else {
                continue;
            };
            let source = Str::from(source);
            for (key, found) in keys.iter().zip(&mut found) {
                if found.is_none() && pattern::is_match(&source, key, self.budget)? {
                    *found = Some(options.clone());
                }
            }
        }
        Ok(found)
    }
}

/// Returns the message of a failure; an error that ends the operation is returned as an error.
fn reason(stop: Stop) -> Eval<String> {
    let error = stop.into_error();
    if is_the_operations(error.code()) {
        Err(error.into())
    } else {
        Ok(error.message().to_owned())
    }
}
