//! Calls of functions: the arguments of an implementation and its environment.

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

/// A call of a function: the arguments, which have the types of the parameters, and the
/// environment.
pub struct Call<'a> {
    /// The arguments.
    pub arguments: &'a [&'a Value],
    /// The inferred type of the function.
    pub ty: &'a Type,
    /// The folder of the calling file in the deploy, with a final slash.
    pub base: &'a str,
    /// The host.
    pub host: &'a dyn Host,
    /// The budget of the call.
    pub budget: &'a Budget,
    /// The validity of the result in milliseconds, if the function sets it.
    pub(super) lasts: Cell<Option<u64>>,
}

impl<'a> Call<'a> {
    /// Creates a call.
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

    /// Returns a `str` argument.
    pub(super) fn str(&self, at: usize) -> &'a str {
        self.arguments
            .get(at)
            .and_then(|value| value.as_str())
            .unwrap_or_default()
    }

    /// Returns an `int` argument.
    pub(super) fn int(&self, at: usize) -> i64 {
        let value = self.arguments.get(at).and_then(|value| value.as_integer());
        value.and_then(|value| value.to_i64()).unwrap_or_default()
    }

    /// Returns a `float` argument.
    pub(super) fn float(&self, at: usize) -> f64 {
        self.arguments
            .get(at)
            .and_then(|value| value.as_double())
            .unwrap_or_default()
    }

    /// Returns a `bool` argument.
    pub(super) fn bool(&self, at: usize) -> bool {
        self.arguments
            .get(at)
            .and_then(|value| value.as_bool())
            .unwrap_or_default()
    }

    /// Returns the elements of a list argument.
    pub(super) fn list(&self, at: usize) -> &'a [Value] {
        self.arguments
            .get(at)
            .and_then(|value| value.parts())
            .unwrap_or_default()
    }

    /// Returns an argument.
    pub(super) fn value(&self, at: usize) -> Result<&'a Value, Failure> {
        let value = self.arguments.get(at).copied();
        value.ok_or_else(|| fatal(Code::InvalidArgument, "an argument is missing"))
    }

    /// Returns the result type.
    pub(super) fn returns(&self) -> &'a Type {
        result(self.ty)
    }

    /// Charges the parts of the arguments from an index on, and the bytes of those that are a `str`.
    fn charge_arguments(&self, from: usize) -> Result<(), Failure> {
        let steps = |value: &&Value| {
            let bytes = value.as_str().map_or(0, str::len) as u64;
            bytes / 16 + u64::from(value.facts().size()) / 16
        };
        Ok((self.budget).charge(self.arguments.iter().skip(from).map(steps).sum())?)
    }

    /// Charges the processing of a text.
    pub(super) fn charge_scan(&self, text: &str) -> Result<(), Failure> {
        Ok(self.budget.charge(1 + text.len() as u64 / 16)?)
    }

    /// Charges a text that is about to be created.
    pub(super) fn charge_text(&self, bytes: usize) -> Result<(), Failure> {
        self.budget.charge(1 + bytes as u64 / 16)?;
        Ok(self.budget.hold(bytes as u64)?)
    }

    /// Repeats a text. The charge includes `more` bytes.
    #[expect(clippy::disallowed_methods, reason = "the text is charged before")]
    pub(super) fn repeated(
        &self,
        text: &str,
        count: usize,
        more: usize,
    ) -> Result<String, Failure> {
        self.charge_text(text.len().saturating_mul(count).saturating_add(more))?;
        Ok(text.repeat(count))
    }

    /// Charges elements that are about to be created.
    pub(super) fn charge_elements(&self, count: usize) -> Result<(), Failure> {
        let count = (count as u64).saturating_add(1);
        Ok(self.budget.parts(count, size_of::<Value>() as u64)?)
    }

    /// Returns a string value and charges it.
    pub(super) fn text(&self, text: &str) -> Outcome {
        self.charge_text(text.len())?;
        Ok(Value::string(text))
    }

    /// Returns a list of strings.
    pub(super) fn texts<T: AsRef<str>>(&self, texts: impl IntoIterator<Item = T>) -> Outcome {
        let mut parts = Vec::new();
        for text in texts {
            self.charge_elements(1)?;
            parts.push(self.text(text.as_ref())?);
        }
        Ok(Value::list_of(Type::string(), parts)?)
    }

    /// Returns a struct of strings of the result type.
    pub(super) fn fields<const N: usize>(&self, texts: [&str; N]) -> Outcome {
        let parts: Result<Vec<Value>, Failure> =
            texts.into_iter().map(|text| self.text(text)).collect();
        Ok(Value::object_with_type(self.returns().clone(), parts?)?)
    }

    /// Returns the host's answer, which must have the result type.
    pub(super) fn ask(&self, function: &str) -> Outcome {
        let answer = self.host.answer(function, self.arguments, self.returns());
        let answer = answer
            .map_err(reported)?
            .ok_or_else(|| unanswered(function))?;
        of_type(answer, self.returns(), function)
    }
}

/// Returns the result type of a function type.
pub(super) fn result(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Func(func) => func.result.as_ref().unwrap_or(Type::any()),
        _ => Type::any(),
    }
}

/// Checks that the host's answer has the result type.
pub(super) fn of_type(answer: Value, wanted: &Type, function: &str) -> Outcome {
    let found = type_of(&answer)?;
    if found != *wanted {
        let (found, wanted) = (format_type(&found)?, format_type(wanted)?);
        let message =
            format!("{function}: expected an answer of type {wanted} from the host, found {found}");
        return Err(fatal(Code::Misbehaved, message));
    }
    Ok(answer)
}

impl Function {
    /// Calls the function. Functions that keep state or change the graph need a vertex and cannot
    /// be called here.
    ///
    /// # Errors
    /// The failure is catchable if it is catchable in mgmt.
    pub fn call(&self, call: &Call<'_>) -> Result<Value, Failure> {
        call.budget.charge(1)?;
        match self.cost {
            Cost::Constant | Cost::Own => {}
            Cost::Linear => call.charge_arguments(0)?,
            Cost::Key => call.charge_arguments(1)?,
        }
        match self.work {
            // The message of a failure may quote the arguments character by character.
            Work::Run(run) => run(call).or_else(|failure| {
                for _ in 0..QUOTED {
                    call.charge_arguments(0)?;
                }
                Err(failure)
            }),
            Work::Ask => call.ask(self.name()),
            Work::Remember(_) | Work::Form(_) => {
                let message = format!(
                    "{} can be called only at a vertex of the graph",
                    self.name()
                );
                Err(fatal(Code::Unsupported, message))
            }
        }
    }
}

/// The cost of quoting a text, as a multiple of the cost of reading it.
const QUOTED: usize = 4;

/// The maximum length in bytes of the message of a catchable failure: each vertex that fails keeps
/// its message.
const MOST_OF_MESSAGE: usize = 1024;

/// Returns a failure that `<|>` recovers from. A message that is too long is truncated and ends in
/// `…`.
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

/// Returns a failure that ends the program.
#[cold]
pub(super) fn fatal(code: Code, message: impl Into<String>) -> Failure {
    Failure::fatal(Error::new(code, message))
}

/// Returns the failure for invalid arguments, which ends the program.
#[cold]
pub(super) fn refused(message: impl Into<String>) -> Failure {
    fatal(Code::Value, message)
}

/// Returns the failure for a function that the host does not implement.
#[cold]
pub(super) fn unanswered(function: &str) -> Failure {
    fatal(
        Code::Unsupported,
        format!("the host does not implement {function}"),
    )
}

/// Returns an `int` value.
pub(super) fn int(value: i64) -> Value {
    Value::from_integer(value.into())
}
