//! Object types with values for their type parameters: `P['a']`.
//!
//! A value is an instance of such a type if its attributes with the names of the parameters match
//! the values like options of a case. Values are passed by position, with `default` for any value,
//! or by name in one hash.

use super::{Parameters, is_default};
use crate::eval::stop::{Eval, mistyped, raised};
use crate::rules::explain::message;
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::format::short_name;
use crate::types::object;
use crate::values::format::format_redacted;
use crate::values::label::of_value;
use crate::values::param::param_of;
use crate::words::capital_a_an;
use polycty_core::types::{NominalParam, Type};
use polycty_core::values::Value;

impl Parameters<'_> {
    /// Returns an object type with values for its type parameters.
    pub(super) fn object(&self, ty: &Type) -> Eval<Type> {
        let name = short_name(ty);
        let known = object::type_parameters(ty);
        if known.is_empty() {
            let message = format!("The {name}-Type cannot be parameterized using []");
            return Err(raised(message));
        }
        let mut values = vec![NominalParam::Default; known.len()];
        let mut set = |at: usize, value: &Value| -> Eval<()> {
            let (parameter, ty) = &known[at];
            let ty = Type::optional(ty.clone())?;
            if !instance(value, &ty, self.budget)? {
                let found = detailed_type(value, self.budget)?;
                let subject = format!("type_parameter {name}[{parameter}] has wrong type,");
                return Err(mistyped(message(&subject, &found, &ty, self.budget)?));
            }
            values[at] = param_of(value).ok_or_else(|| {
                let what = capital_a_an(&of_value(value));
                raised(format!("{what} cannot be a parameter of a type"))
            })?;
            Ok(())
        };
        let by_name = match &*self.keys {
            // A hash that the first parameter accepts is the value of that parameter.
            [(only, _)] if !instance(only, &known[0].1, self.budget)? => only.as_ordered_map(),
            _ => None,
        };
        match (by_name, &*self.keys) {
            (Some(map), _) => {
                for (key, value) in map.entries() {
                    let at = key
                        .as_str()
                        .and_then(|key| known.iter().position(|(known, _)| **known == *key));
                    let Some(at) = at else {
                        let key = format_redacted(key);
                        let message =
                            format!("{key} is not a known type parameter for {name}-Type");
                        return Err(raised(message));
                    };
                    if !is_default(value) {
                        set(at, value)?;
                    }
                }
            }
            (None, keys) => {
                for (at, (value, _)) in keys.iter().enumerate().take(known.len()) {
                    if !is_default(value) {
                        set(at, value)?;
                    }
                }
            }
        }
        if values.iter().all(|value| *value == NominalParam::Default) {
            let message =
                format!("The {name}-Type cannot be parameterized using an empty parameter list");
            return Err(raised(message));
        }
        Ok(object::with_parameters(ty, values)?)
    }
}
