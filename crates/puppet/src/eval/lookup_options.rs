//! Lookup options: what does data say that its own values become?
//!
//! Under the key `lookup_options` data has options by keys, or by patterns of keys that begin
//! with `^`. One of them is about the value itself: `convert_to`, a type, or a list of a type and
//! of what its `new` is given besides. An option of the very key counts before those of patterns,
//! of which the first that matches does.

use crate::eval::function::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, is_the_operations};
use crate::scalars::pattern;
use crate::values::special::array_elements;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

/// The key that the options stand under.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Interpreter<'_> {
    /// A value of data as its options want it, or why it cannot be so. The key is the whole one.
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
            place: 0,
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

    /// The options that each of some keys has. A pattern is held against all keys before the next
    /// one is, so that each is compiled once.
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

/// What a failure says; what ends the operation does so here too.
fn reason(stop: Stop) -> Eval<String> {
    let error = stop.into_error();
    match is_the_operations(error.code()) {
        true => Err(error.into()),
        false => Ok(error.message().to_owned()),
    }
}
