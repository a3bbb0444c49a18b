//! Data against classes: does data give a class the parameters that it has to have?
//!
//! The parameters come from the class's own manifest, their types with the aliases that they
//! name, their defaults evaluated in turn. Every fault is told, in the words in which Puppet
//! refuses to declare a class.

use crate::eval::code::{Lambda, Parameter};
use crate::eval::environment::Environment;
use crate::eval::interpreter::Interpreter;
use crate::eval::program::Prepared;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Stop, raised};
use crate::rules::explain::{Missing, validate_parameters};
use crate::values::special::{hash, undef};
use polycty_core::calls::Budget;
use polycty_core::source::{Error, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use std::rc::Rc;

/// The parameters that data gives a class, checked: a hash of all parameters by their names,
/// those that the data does not give with their defaults.
///
/// The class is looked for in the program and with the environment's loader. Keys of the data
/// are names of parameters, or such names behind the class's and `::` as Hiera has them; keys
/// that are about other classes are passed over.
///
/// # Errors
/// [`Code::Type`](polycty_core::source::Code::Type) with everything that is wrong, a
/// diagnostic each; [`Code::NotFound`](polycty_core::source::Code::NotFound) if nothing
/// defines the class; whatever evaluating a default says; as
/// [`evaluate`](crate::evaluate) otherwise.
pub fn class_parameters(
    program: &Prepared,
    class: &str,
    data: &Value,
    environment: &Environment,
    budget: &Budget,
) -> Result<Value> {
    let mut interpreter = Interpreter::new(program.unit(), environment, budget);
    let name = class.strip_prefix("::").unwrap_or(class).to_lowercase();
    interpreter
        .class_parameters(&name, data)
        .map_err(|stop| stop.into_error())
}

impl Interpreter<'_> {
    fn class_parameters(&mut self, name: &str, data: &Value) -> Eval<Value> {
        let Some(code) = self.defined_class(name)? else {
            let message = format!("Could not find class {name}");
            let code = polycty_core::source::Code::NotFound;
            return Err(Box::new(Stop::Raised(Error::new(code, message))));
        };
        let Some(class) = code.class(name) else {
            return Ok(undef());
        };
        let lambda = &class.lambda;
        let subject = format!("Class[{}]", capitalised(name));
        let params = self.parameters_type(&code, lambda)?;
        let given = of_class(name, data)?;
        validate_parameters(&subject, &params, &given, Missing::Refused, self.budget)?;
        let frame = self.frames.len() as u32;
        self.within_frame(&code, lambda.frame, frame, |interpreter| {
            interpreter.matched = None;
            interpreter.with_defaults(&code, lambda, &given, &subject)
        })
    }

    /// The parameters as a struct.
    fn parameters_type(&mut self, code: &Rc<Running>, lambda: &Lambda) -> Eval<Type> {
        let mut fields = Vec::with_capacity(lambda.parameters.len());
        for parameter in &lambda.parameters {
            let ty = self.parameter_type(code, parameter)?;
            fields.push(match parameter.default {
                Some(_) => Field::optional(parameter.name.clone(), ty),
                None => Field::new(parameter.name.clone(), ty),
            });
        }
        Ok(Type::object(fields)?)
    }

    fn parameter_type(&mut self, code: &Rc<Running>, parameter: &Parameter) -> Eval<Type> {
        match parameter.ty {
            Some(ty) => self.type_of(code, ty),
            None => Ok(Type::any().clone()),
        }
    }

    /// All parameters with their values; defaults see the parameters before them.
    fn with_defaults(
        &mut self,
        code: &Rc<Running>,
        lambda: &Lambda,
        given: &Value,
        subject: &str,
    ) -> Eval<Value> {
        let base = self.frames[self.frame].base;
        let mut all = Vec::with_capacity(lambda.parameters.len());
        for parameter in &lambda.parameters {
            let name = Value::string(&parameter.name);
            let said = given
                .as_ordered_map()
                .and_then(|map| map.get(&name))
                .cloned();
            let value = match (said, parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => {
                    let value = self.eval(code, default)?;
                    let ty = self.parameter_type(code, parameter)?;
                    let one = Type::object([Field::new(parameter.name.clone(), ty)])?;
                    let made = hash([(name.clone(), value.clone())])?;
                    validate_parameters(subject, &one, &made, Missing::Refused, self.budget)?;
                    value
                }
                (None, None) => undef(),
            };
            self.slots[(base + parameter.slot) as usize] = Some(value.clone());
            all.push((name, value));
        }
        self.hold_elements(2 * all.len())?;
        Ok(hash(all)?)
    }
}

/// What data says of a class: keys without the class's name in front.
fn of_class(name: &str, data: &Value) -> Eval<Value> {
    let Some(map) = data.as_ordered_map() else {
        return Err(raised("The data must be a Hash"));
    };
    let mut kept = Vec::with_capacity(map.len());
    for (key, value) in map.entries() {
        let text = key.as_str().unwrap_or_default();
        match text.rsplit_once("::") {
            None => kept.push((key.clone(), value.clone())),
            Some((class, parameter)) if class.trim_start_matches("::") == name => {
                kept.push((Value::string(parameter), value.clone()));
            }
            Some(_) => {}
        }
    }
    Ok(hash(kept)?)
}

/// The name of a class as messages have it: each part with a capital letter.
fn capitalised(name: &str) -> String {
    crate::types::resources::capitalised(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::environment::Definitions;
    use crate::mode::Strict;
    use crate::values::format::format_value;
    use crate::{Aliases, Mode, parse_value};
    use polycty_core::source::Source;

    fn answer(data: &str) -> String {
        let manifest = "class web::server(\n  Web::Port $port,\n  String[1] $label = \"p${port}\",\n  Array[String] $users = [],\n) { file { '/x': } }";
        let environment = Environment::new().loader(move |kind, name| {
            Ok(match (kind, name) {
                (Definitions::Class, "web::server") => Some(Source::new("server.pp", manifest)),
                (Definitions::Type, "web::port") => {
                    Some(Source::new("port.pp", "type Web::Port = Integer[1, 65535]"))
                }
                _ => None,
            })
        });
        let budget = Budget::new();
        let empty = Prepared::manifest(Source::new("", ""), Strict::Error, &budget).unwrap();
        let data = parse_value(data, &Aliases::default(), Mode::Current).unwrap();
        match class_parameters(&empty, "web::server", &data, &environment, &budget) {
            Ok(value) => format_value(&value),
            Err(error) => format!("! {}", error.message()),
        }
    }

    #[test]
    fn every_fault_is_told_at_once() {
        assert_eq!(
            answer("{'web::server::port' => 80, 'other::port' => 'x'}"),
            "{'port' => 80, 'label' => 'p80', 'users' => []}"
        );
        assert_eq!(
            answer("{'port' => 0, 'users' => [1], 'nope' => 1}"),
            "! Class[Web::Server]:\n  has no parameter named 'nope'\n  parameter 'port' expects a \
             Web::Port = Integer[1, 65535] value, got Integer[0, 0]\n  parameter 'users' index 0 \
             expects a String value, got Integer"
        );
        assert_eq!(
            answer("{}"),
            "! Class[Web::Server]: expects a value for parameter 'port'"
        );
    }
}
