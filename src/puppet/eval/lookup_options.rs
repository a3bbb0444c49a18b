//! Lookup options: what does data say that its own values become?
//!
//! Under the key `lookup_options` data has options by keys, or by patterns of keys that begin
//! with `^`. One of them is about the value itself: `convert_to`, a type, or a list of a type and
//! of what its `new` is given besides. An option of the very key counts before those of patterns,
//! of which the first that matches does.

use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, is_the_operations};
use crate::functions::Arguments;
use crate::values::special::array_elements;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::rc::Rc;

/// The key that the options stand under.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Interpreter<'_> {
    /// A value of data as its options want it, or why it cannot be so. The options are those of
    /// all the data; the key is the whole one.
    pub(super) fn as_options_want(
        &mut self,
        code: &Rc<Running>,
        options: &Value,
        key: &str,
        value: &Value,
    ) -> Eval<Result<Value, String>> {
        let options = self.options_of(options, key)?;
        let options = options.as_ref().and_then(Value::as_ordered_map);
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
                let why = reason(stop)?;
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
                let why = reason(stop)?;
                Ok(Err(format!(
                    "The convert_to lookup_option for key '{key}' raised error: {why}"
                )))
            }
        }
    }

    /// The options of a key.
    fn options_of(&mut self, options: &Value, key: &str) -> Eval<Option<Value>> {
        let Some(all) = options.as_ordered_map() else {
            return Ok(None);
        };
        let subject = Value::string(key);
        if let Some(own) = all.get(&subject) {
            return Ok(Some(own.clone()));
        }
        for (pattern, found) in all.entries() {
            let Some(source) = pattern.as_str().filter(|source| source.starts_with('^')) else {
                continue;
            };
            if self.match_text(&Str::from(source), &subject)? {
                return Ok(Some(found.clone()));
            }
        }
        Ok(None)
    }
}

/// What a failure says; what ends the operation does so here too.
fn reason(stop: Box<Stop>) -> Eval<String> {
    let error = stop.into_error();
    match is_the_operations(error.code()) {
        true => Err(error.into()),
        false => Ok(error.message().to_owned()),
    }
}
