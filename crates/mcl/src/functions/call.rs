//! Calls of functions: the arguments of an implementation, and its result.

use super::define::{Cost, Function, Outcome, Work};
use super::host::{Host, reported};
use crate::rules::infer::type_of;
use crate::types::format::format_type;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;
use polycty_engine::Failure;
use std::cell::Cell;

/// A call of a function: the arguments, which are of the types of its parameters, and what is
/// around it.
pub struct Call<'a> {
    /// The arguments.
    pub arguments: &'a [&'a Value],
    /// The type that was solved for the function.
    pub ty: &'a Type,
    /// The folder of the file that makes the call, with its final slash, in the deploy.
    pub base: &'a str,
    /// Who is asked of the world.
    pub host: &'a dyn Host,
    /// What the operation may take.
    pub budget: &'a Budget,
    /// For how many milliseconds the answer lasts, where a function says so.
    pub(super) lasts: Cell<Option<u64>>,
}

impl<'a> Call<'a> {
    /// A call.
    pub fn new(
        arguments: &'a [&'a Value],
        ty: &'a Type,
        base: &'a str,
        host: &'a dyn Host,
        budget: &'a Budget,
    ) -> Call<'a> {
        Call {
            arguments,
            ty,
            base,
            host,
            budget,
            lasts: Cell::new(None),
        }
    }

    /// The text of an argument that is one.
    pub(super) fn str(&self, at: usize) -> &'a str {
        self.arguments
            .get(at)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
    }

    /// The number of an argument that is an `int`.
    pub(super) fn int(&self, at: usize) -> i64 {
        let value = self.arguments.get(at).and_then(|value| value.as_integer());
        value.and_then(|value| value.to_i64()).unwrap_or_default()
    }

    /// The number of an argument that is a `float`.
    pub(super) fn float(&self, at: usize) -> f64 {
        self.arguments
            .get(at)
            .and_then(|value| value.as_double())
            .unwrap_or_default()
    }

    /// Whether an argument is `true`.
    pub(super) fn bool(&self, at: usize) -> bool {
        self.arguments
            .get(at)
            .and_then(|value| value.as_bool())
            .unwrap_or_default()
    }

    /// The elements of an argument that is a list.
    pub(super) fn list(&self, at: usize) -> &'a [Value] {
        self.arguments
            .get(at)
            .and_then(|value| value.parts())
            .unwrap_or_default()
    }

    /// An argument.
    pub(super) fn value(&self, at: usize) -> Result<&'a Value, Failure> {
        let value = self.arguments.get(at).copied();
        value.ok_or_else(|| fatal(Code::InvalidArgument, "an argument is missing"))
    }

    /// The type of the result.
    pub(super) fn returns(&self) -> &'a Type {
        result(self.ty)
    }

    /// Charges the parts of the arguments, and the bytes of those that are texts.
    fn looks_at_arguments(&self) -> Result<(), Failure> {
        let steps = |value: &&Value| {
            let bytes = value.as_str().map_or(0, str::len) as u64;
            bytes / 16 + u64::from(value.facts().size()) / 16
        };
        Ok((self.budget).charge(self.arguments.iter().map(steps).sum())?)
    }

    /// Charges for text that is gone through.
    pub(super) fn reads(&self, text: &str) -> Result<(), Failure> {
        Ok(self.budget.charge(1 + text.len() as u64 / 16)?)
    }

    /// Charges for text that is about to be made.
    pub(super) fn makes(&self, bytes: usize) -> Result<(), Failure> {
        self.budget.charge(1 + bytes as u64 / 16)?;
        Ok(self.budget.hold(bytes as u64)?)
    }

    /// A text so many times, which is charged together with `more` bytes.
    #[expect(clippy::disallowed_methods, reason = "the text is charged before")]
    pub(super) fn repeated(
        &self,
        text: &str,
        count: usize,
        more: usize,
    ) -> Result<String, Failure> {
        self.makes(text.len().saturating_mul(count).saturating_add(more))?;
        Ok(text.repeat(count))
    }

    /// Charges for elements that are about to be made.
    pub(super) fn makes_elements(&self, count: usize) -> Result<(), Failure> {
        self.budget.charge((count as u64).saturating_add(1))?;
        Ok(self
            .budget
            .hold(count.saturating_mul(size_of::<Value>()) as u64)?)
    }

    /// A text that was made, or that is as long as one that was gone through.
    pub(super) fn text(&self, text: &str) -> Outcome {
        self.makes(text.len())?;
        Ok(Value::string(text))
    }

    /// A list of texts.
    pub(super) fn texts<T: AsRef<str>>(&self, texts: impl IntoIterator<Item = T>) -> Outcome {
        let mut parts = Vec::new();
        for text in texts {
            self.makes_elements(1)?;
            parts.push(self.text(text.as_ref())?);
        }
        Ok(Value::list_of(Type::string(), parts)?)
    }

    /// A struct of texts, of the type of the result.
    pub(super) fn fields<const N: usize>(&self, texts: [&str; N]) -> Outcome {
        let parts: Result<Vec<Value>, Failure> =
            texts.into_iter().map(|text| self.text(text)).collect();
        Ok(Value::object_with_type(self.returns().clone(), parts?)?)
    }

    /// What the host says, which has to be of the type of the result.
    pub(super) fn ask(&self, function: &str) -> Outcome {
        let answer = self.host.answer(function, self.arguments, self.returns());
        let answer = answer
            .map_err(reported)?
            .ok_or_else(|| unanswered(function))?;
        of_type(answer, self.returns(), function)
    }
}

/// The type of the result of a function type.
pub(super) fn result(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Func(func) => func.result.as_ref().unwrap_or(Type::any()),
        _ => Type::any(),
    }
}

/// What the host says of a function, which has to be of the type of the result.
pub(super) fn of_type(answer: Value, wanted: &Type, function: &str) -> Outcome {
    let found = type_of(&answer)?;
    if found != *wanted {
        let (found, wanted) = (format_type(&found)?, format_type(wanted)?);
        let message = format!("the host answers {function} with {found}, not {wanted}");
        return Err(fatal(Code::Misbehaved, message));
    }
    Ok(answer)
}

impl Function {
    /// What the function gives. One that remembers something, or changes the graph, needs a
    /// place in it, and cannot be called alone.
    ///
    /// # Errors
    /// Catchable ones where the reference's can be caught.
    pub fn call(&self, call: &Call<'_>) -> Result<Value, Failure> {
        call.budget.charge(1)?;
        if self.cost == Cost::Linear {
            call.looks_at_arguments()?;
        }
        match self.work {
            // The message of a failure may quote the arguments, character by character.
            Work::Run(run) => run(call).or_else(|failure| {
                for _ in 0..QUOTED {
                    call.looks_at_arguments()?;
                }
                Err(failure)
            }),
            Work::Ask => call.ask(self.name()),
            Work::Remember(_) | Work::Form(_) => {
                let message = format!("{} needs a place in the graph", self.name());
                Err(fatal(Code::Unsupported, message))
            }
        }
    }
}

/// The cost of quoting a text, as a multiple of the cost of reading it.
const QUOTED: usize = 4;

/// The most bytes of the message of a failure that can be caught: each vertex that fails keeps its
/// message.
const MOST_OF_MESSAGE: usize = 1024;

/// A failure that `<|>` recovers from. A message that is too long ends with `…`.
#[cold]
pub(super) fn catchable(message: impl Into<String>) -> Failure {
    let mut message = message.into();
    if message.len() > MOST_OF_MESSAGE {
        let end = (0..=MOST_OF_MESSAGE).rfind(|at| message.is_char_boundary(*at));
        message.truncate(end.unwrap_or_default());
        message.push('…');
        message.shrink_to_fit();
    }
    Failure::catchable(Error::new(Code::Value, message))
}

/// A failure that ends everything.
#[cold]
pub(super) fn fatal(code: Code, message: impl Into<String>) -> Failure {
    Failure::fatal(Error::new(code, message))
}

/// A failure of arguments that ends everything.
#[cold]
pub(super) fn refused(message: impl Into<String>) -> Failure {
    fatal(Code::Value, message)
}

/// The fault of a question that the host does not answer.
#[cold]
pub(super) fn unanswered(function: &str) -> Failure {
    fatal(
        Code::Unsupported,
        format!("{function} needs a host that answers it"),
    )
}

/// An `int`.
pub(super) fn int(value: i64) -> Value {
    Value::from_integer(value.into())
}
