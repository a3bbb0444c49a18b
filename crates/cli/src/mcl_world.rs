//! Answers of a simulated host: the file of `--world`.
//!
//! The file is a JSON object with the members
//!
//! - `hostname`: the host name;
//! - `environment`: an object of the environment variables for `sys.getenv` and related functions;
//! - `answers`: an array of objects with `function`, the full name of a function; optionally
//!   `arguments`, an array, which restricts the answer to calls with these arguments; and `value`,
//!   of the return type of the function, in the language's JSON encoding. The first matching answer
//!   applies.

use crate::process::Outcome;
use polycty::codec::json;
use polycty::dialect::mcl::functions::{Core, NoHost};
use polycty::dialect::mcl::host::Library;
use polycty::dialect::mcl::{Fields, decode_json, type_of, value_cmp};
use polycty::source::{Code, Error};
use polycty::types::Type;
use polycty::values::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// The answers of a host.
#[derive(Default)]
pub struct World {
    pub hostname: Option<String>,
    /// The variables of the environment; `None` for those of the process.
    pub environment: Option<Vec<(String, String)>>,
    answers: Vec<Answer>,
}

struct Answer {
    function: String,
    /// The arguments as JSON; `None` for all calls.
    arguments: Option<Vec<String>>,
    /// The value as JSON.
    value: String,
}

impl World {
    /// Reads the text of a file.
    pub fn read(file: &str, text: &[u8]) -> Outcome<World> {
        let located = |error: Error| {
            let message = format!("{file}: {}", error.message());
            error.with_message(message)
        };
        World::of(text).map_err(located)
    }

    fn of(text: &[u8]) -> Outcome<World> {
        let document = json::decode(text, &json::implied_type(text)?)?;
        let mut world = World::default();
        for (name, value) in members(&document, "the document")? {
            match name {
                "hostname" => world.hostname = Some(string(value, name)?),
                "environment" => {
                    let variables = members(value, name)?.into_iter().map(|(name, value)| {
                        let value = string(value, &format!("environment.{name}"))?;
                        Ok((name.to_owned(), value))
                    });
                    world.environment = Some(variables.collect::<Outcome<_>>()?);
                }
                "answers" => {
                    for (at, answer) in elements(value, name)?.iter().enumerate() {
                        let answer = Answer::of(answer, &format!("answers[{at}]"))?;
                        world.answers.push(answer);
                    }
                }
                _ => return Err(unknown("the document", name)),
            }
        }
        Ok(world)
    }

    /// Returns the answer to a call, if there is one.
    pub fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Outcome<Option<Value>> {
        let fits = |answer: &&Answer| answer.function == function && answer.fits(arguments);
        let Some(answer) = self.answers.iter().find(fits) else {
            return Ok(None);
        };
        decode_json(answer.value.as_bytes(), returns, Fields::Exact)
            .map(Some)
            .map_err(|error| {
                let message = format!("the answer of {function}: {}", error.message());
                error.with_message(message)
            })
    }
}

impl Answer {
    fn of(value: &Value, place: &str) -> Outcome<Answer> {
        let (mut function, mut arguments, mut answer) = (None, None, None);
        for (name, value) in members(value, place)? {
            match name {
                "function" => function = Some(string(value, &format!("{place}.function"))?),
                "arguments" => {
                    let parts = elements(value, &format!("{place}.arguments"))?;
                    let parts = parts.iter().map(|part| json::encode(part, part.ty()));
                    arguments = Some(parts.collect::<Outcome<_>>()?);
                }
                "value" => answer = Some(json::encode(value, value.ty())?),
                _ => return Err(unknown(place, name)),
            }
        }
        let missing = |name: &str| wrong(format!("{place}: `{name}` is missing"));
        let function = function.ok_or_else(|| missing("function"))?;
        let core = Core::new(Arc::new(NoHost));
        if core.function(&function).is_none() {
            return Err(wrong(format!("{place}: unknown function `{function}`")));
        }
        Ok(Answer {
            function,
            arguments,
            value: answer.ok_or_else(|| missing("value"))?,
        })
    }

    fn fits(&self, arguments: &[&Value]) -> bool {
        let Some(own) = &self.arguments else {
            return true;
        };
        let equal = |(own, argument): (&String, &&Value)| {
            let ty = type_of(argument);
            let own = ty.and_then(|ty| decode_json(own.as_bytes(), &ty, Fields::Exact));
            own.is_ok_and(|own| value_cmp(&own, argument) == Ordering::Equal)
        };
        own.len() == arguments.len() && own.iter().zip(arguments).all(equal)
    }
}

/// The members of an object.
fn members<'a>(value: &'a Value, place: &str) -> Outcome<Vec<(&'a str, &'a Value)>> {
    let fields = value.ty().is_object().then(|| value.ty().fields());
    let fields = fields.ok_or_else(|| wrong(format!("{place}: expected an object")))?;
    let parts = value.parts().unwrap_or_default();
    Ok(fields.iter().map(|field| field.name()).zip(parts).collect())
}

fn elements<'a>(value: &'a Value, place: &str) -> Outcome<&'a [Value]> {
    let parts = value.parts().filter(|_| !value.ty().is_object());
    parts.ok_or_else(|| wrong(format!("{place}: expected an array")))
}

fn string(value: &Value, place: &str) -> Outcome<String> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| wrong(format!("{place}: expected a string")))
}

fn unknown(place: &str, name: &str) -> Error {
    wrong(format!("{place}: unknown member `{name}`"))
}

#[cold]
fn wrong(message: String) -> Error {
    Error::new(Code::Type, message)
}
