//! Texts: interpolation, heredocs with a syntax, and the output of templates.

use crate::eval::code::ExprId;
use crate::eval::coercion::{bounded, push_bytes, push_text, text_of_bytes};
use crate::eval::environment::Definitions;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location};
use crate::values::json::read_json;
use crate::values::special::undef;
use polycty_core::calls::{HeldBytes, cost};
use polycty_core::source::{Code, Source};
use polycty_core::text::base64;
use polycty_core::values::Value;
use std::rc::Rc;

/// The bytes of a value's text that are written per step.
pub(crate) const WRITTEN_BYTES: u64 = 16;

impl Interpreter<'_> {
    /// Evaluates a text of several parts.
    #[inline(never)]
    pub(crate) fn text(&mut self, code: &Rc<Running>, parts: &[ExprId]) -> Eval<Value> {
        let mut text = Vec::with_capacity(64);
        /// The bytes that are written before they are charged.
        const GRAIN: u64 = 1 << 12;
        let mut memory = HeldBytes::new(self.budget);
        for part in parts {
            self.look(code, *part, |interpreter, value| {
                Ok(push_bytes(
                    &mut text,
                    value,
                    interpreter.mode,
                    interpreter.budget,
                )?)
            })?;
            let written = text.len() as u64 - memory.held();
            if written >= GRAIN {
                memory.charge(written / WRITTEN_BYTES)?;
                memory.hold(written)?;
            }
        }
        let rest = text.len() as u64 - memory.held();
        self.budget.charge(rest / WRITTEN_BYTES)?;
        bounded(text.len())?;
        let value = Value::string(&text_of_bytes(text));
        self.hold_shallow(&value)?;
        Ok(value)
    }

    /// Returns values as in messages, joined by blanks.
    pub(crate) fn joined(&self, values: &[Value]) -> Eval<String> {
        let mut text = String::new();
        let mut memory = HeldBytes::new(self.budget);
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            let before = text.len();
            push_text(&mut text, value, self.mode, self.budget)?;
            bounded(text.len())?;
            let written = (text.len() - before) as u64;
            memory.charge(written / WRITTEN_BYTES)?;
            memory.hold(written)?;
        }
        drop(memory);
        self.hold_text(text.len())?;
        Ok(text)
    }

    /// Evaluates a heredoc that has a syntax.
    #[inline(never)]
    pub(crate) fn checked(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        text: ExprId,
        syntax: &str,
    ) -> Eval<Value> {
        let value = self.eval(code, text)?;
        let text = value.as_str().unwrap_or_default();
        let mark = self.mark();
        cost::read(text, self.budget)?;
        let problem = match syntax.rsplit('+').next().unwrap_or(syntax) {
            "json" => read_json(text).err().map(|error| {
                format!(
                    "JSON syntax checker: Cannot parse invalid JSON string. \"{}\"",
                    error.message()
                )
            }),
            "base64" => base64::from_strict(text.trim_end_matches('\n'))
                .is_none()
                .then(|| {
                    "Base64 syntax checker: Cannot parse invalid Base64 string - padding is not \
                 correct"
                        .to_owned()
                }),
            "pp" => {
                let source = Source::new("", text);
                let read = self.read(source, Definitions::Class, None);
                read.err()
                    .map(|stop| format!("PP syntax checker: \"{}\"", stop.into_error().message()))
            }
            _ => None,
        };
        self.forget(mark);
        match problem {
            None => Ok(value),
            Some(problem) => {
                let message = format!("Invalid produced text having syntax: '{syntax}'. {problem}");
                Err(Location::new(code, code.position(id)).fail(Code::Syntax, message))
            }
        }
    }

    /// Writes a value to the output of a template.
    #[inline(never)]
    pub(crate) fn render(&mut self, code: &Rc<Running>, inner: ExprId) -> Eval<Value> {
        self.look(code, inner, Interpreter::write)?;
        Ok(undef())
    }
}
