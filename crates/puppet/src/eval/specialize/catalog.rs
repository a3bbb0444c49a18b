//! Catalog types: resources by title, classes by name.
//!
//! Several titles are several types. The access to a declared resource returns its parameters.

use super::Parameters;
use crate::eval::interpreter::Interpreter;
use crate::eval::load::{NODE_BYTES, TYPE_VALUE_BYTES, is_class_name};
use crate::eval::stop::{Eval, Location, Stop};
use crate::rules::infer::infer_general;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::format::format_value;
use crate::values::label::of_value;
use crate::values::special::{array, undef};
use crate::words::capital_a_an;
use polycty_core::source::Code;
use polycty_core::types::{NominalParam, Str, Type};
use polycty_core::values::Value;

/// The steps for making a type from a title.
const TYPE_STEPS: u64 = 8;

impl Parameters<'_> {
    /// Returns resources of a type, by title.
    pub(super) fn resource(
        &self,
        params: &[NominalParam],
        several: bool,
        interpreter: &mut Interpreter<'_>,
    ) -> Eval<Value> {
        let mut keys = &self.keys[..];
        let name: Str = match params.first().and_then(NominalParam::as_text) {
            Some(name) => {
                if params.len() > 1 {
                    let reference = nominal::with(Name::Resource, params.to_vec())?;
                    return self.parameters_of(&reference, interpreter);
                }
                name.clone()
            }
            None => {
                let Some((first, rest)) = keys.split_first() else {
                    return Err(self.not_applicable());
                };
                keys = rest;
                match (first.0.as_str(), first.0.as_type().and_then(nominal::view)) {
                    (_, Some((Name::Resource, params))) => {
                        let Some(name) = params.first().and_then(NominalParam::as_text) else {
                            return Ok(Value::from_type(nominal::bare(Name::Resource).clone())?);
                        };
                        if params.len() > 1 && rest.is_empty() {
                            return Ok(first.0.clone());
                        }
                        name.clone()
                    }
                    (Some(text), _) => match resources::spelled(text) {
                        Some(name) => name.as_str().into(),
                        None => {
                            let spelled = resources::capitalised(text);
                            return Err(self.error_at(
                                first.1,
                                format!(
                                    "Illegal type reference. The given name '{spelled}' does \
                                     not conform to the naming rule"
                                ),
                            ));
                        }
                    },
                    _ if first.0.is_null() => return Ok(undef()),
                    _ => {
                        let found = type_text(&infer_general(&first.0, self.budget)?);
                        return Err(self.error_at(
                            first.1,
                            format!(
                                "First argument to Resource[] must be a resource type or a \
                                 String. Got {found}."
                            ),
                        ));
                    }
                }
            }
        };
        if keys.is_empty() {
            return Ok(Value::from_type(resources::resource(name, None)?)?);
        }
        let several = several && !(params.is_empty() && self.keys.len() == 2);
        let mut made = Vec::with_capacity(keys.len());
        for key in keys {
            let title = match key.0.as_str() {
                Some(title) => title,
                None if key.0.is_null() => {
                    made.push(undef());
                    continue;
                }
                None => {
                    let at = self.keys[0].1;
                    return Err(self.wrong(&(key.0.clone(), at), "a resource title String"));
                }
            };
            let title = NominalParam::text(title);
            interpreter.budget.charge(TYPE_STEPS)?;
            interpreter.budget.hold(NODE_BYTES)?;
            let ty = resources::resource(name.clone(), Some(title))?;
            made.push(interpreter.type_value(ty)?);
        }
        match (several, made.pop()) {
            (false, Some(only)) if made.is_empty() => Ok(only),
            (_, Some(last)) => {
                made.push(last);
                Ok(array(made)?)
            }
            (_, None) => Ok(undef()),
        }
    }

    /// `File['a'][mode]`: the attributes of the declared resource.
    fn parameters_of(&self, reference: &Type, interpreter: &mut Interpreter<'_>) -> Eval<Value> {
        let mut found = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            let name = match key.0.as_str() {
                Some(name) => name.to_owned(),
                None if key.0.size() <= 1 => format_value(&key.0),
                None => of_value(&key.0),
            };
            let value = interpreter.declared_attribute(reference, &name);
            found.push(value.map_err(|stop| match *stop {
                Stop::Raised(error) if error.code() == Code::Type => self.error(error.message()),
                stop => Box::new(stop),
            })?);
        }
        match (found.len(), found.pop()) {
            (1, Some(only)) => Ok(only),
            (_, last) => {
                found.extend(last);
                Ok(array(found)?)
            }
        }
    }

    /// Returns classes by name.
    pub(super) fn class(
        &self,
        params: &[NominalParam],
        listed: bool,
        interpreter: &mut Interpreter<'_>,
    ) -> Eval<Value> {
        if !params.is_empty() {
            let reference = nominal::with(Name::Class, params.to_vec())?;
            return self.parameters_of(&reference, interpreter);
        }
        let mut made = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            let name = match key.0.as_str() {
                Some(name) => name,
                None if key.0.is_null() => {
                    made.push(undef());
                    continue;
                }
                None => {
                    let found = capital_a_an(&of_value(&key.0));
                    let message = format!(
                        "Illegal Class name in class reference. {found} cannot be used where a \
                         String is expected"
                    );
                    return Err(self.error_at(key.1, message));
                }
            };
            let lower = name.to_lowercase();
            if !is_class_name(&lower) {
                let message = format!(
                    "Illegal name. The given name '{name}' does not conform to the naming rule \
                     /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/"
                );
                return Err(Location::new(self.code, key.1).fail(Code::Syntax, message));
            }
            let lower = lower.strip_prefix("::").unwrap_or(&lower);
            self.budget.charge(TYPE_STEPS)?;
            self.budget.hold(NODE_BYTES + TYPE_VALUE_BYTES)?;
            let ty = nominal::with(Name::Class, [NominalParam::text(lower)])?;
            made.push(Value::from_type(ty)?);
        }
        match made.pop() {
            Some(only) if made.is_empty() && !listed => Ok(only),
            Some(last) => {
                made.push(last);
                Ok(array(made)?)
            }
            None => Ok(undef()),
        }
    }
}
