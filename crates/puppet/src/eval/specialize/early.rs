//! Types with parameters in the early specification.
//!
//! The parameter values are converted to arguments of its notation and passed to its type parser,
//! which also reports mismatches.

use crate::eval::access::flattened;
use crate::eval::code::ExprId;
use crate::eval::interpreter::Interpreter;
use crate::eval::running::Running;
use crate::eval::stop::{Eval, Location};
use crate::types::early::format;
use crate::types::nominal::{self, Name};
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::early::{parametrised, shared_params};
use crate::values::format::format_value;
use crate::values::special::{Special, array};
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::rc::Rc;

impl Interpreter<'_> {
    /// Returns a type of the early specification with parameters. Several titles are several types,
    /// and `Pattern` with an expression is that expression.
    pub(super) fn specialize_early(
        &mut self,
        code: &Rc<Running>,
        id: ExprId,
        ty: &Type,
        keys: Vec<(Value, u32)>,
    ) -> Eval<Value> {
        let keys = flattened(keys);
        let name = match nominal::view(ty) {
            Some((Name::Runtime, [])) => "Ruby".to_owned(),
            _ => format::text(ty)?,
        };
        let refuse =
            |message: &str| Location::new(code, code.position(id)).fail(Code::Type, message);
        let shown: Vec<String> = keys.iter().map(|(key, _)| format_value(key)).collect();
        let text = format!("{name}[{}]", shown.join(", "));
        if name.contains('[') || keys.is_empty() {
            let message = format!("The expression <{text}> is not a valid type specification.");
            return Err(refuse(&message));
        }
        let expression = Expression {
            text: &text,
            name: &name,
            start: 0,
            end: text.len(),
        };
        let made = |keys: &mut dyn Iterator<Item = &(Value, u32)>| {
            let mut arguments: Vec<Arg<'_>> = keys.map(|(key, _)| argument(key)).collect();
            parametrised(expression, &mut arguments)
                .map_err(|error| refuse(error.into_error("type", &text).message()))
        };
        let Some(shared) = shared_params(&name, keys.len()) else {
            return value_of(made(&mut keys.iter())?);
        };
        let mut all = Vec::with_capacity(keys.len());
        for own in &keys[shared..] {
            self.budget.charge(1 + shared as u64)?;
            let ty = made(&mut keys[..shared].iter().chain([own]))?;
            all.push(Value::from_type(ty)?);
        }
        self.hold_elements(all.len())?;
        Ok(array(all)?)
    }
}

/// Returns a type as a value; `Pattern` with one expression is that expression.
fn value_of(ty: Type) -> Eval<Value> {
    if let Some((Name::Regexp, [source])) = nominal::view(&ty)
        && let Some(source) = source.as_text()
    {
        return Ok(Special::Regexp(source.clone()).into_value()?);
    }
    Ok(Value::from_type(ty)?)
}

/// Returns a value as an argument in brackets.
fn argument(value: &Value) -> Arg<'_> {
    let what = if let Some(ty) = value.as_type() {
        What::Type(ty.clone())
    } else if let Some(text) = value.as_str() {
        What::Text(Cow::Borrowed(text))
    } else if let Some(integer) = value.as_integer() {
        match integer.to_i64() {
            Some(small) => What::Integer(small),
            None => What::BigInteger(Box::new(integer)),
        }
    } else {
        match Special::of(value) {
            Some(Special::Default) => What::Default,
            Some(Special::Regexp(source)) => What::Regexp(Cow::Borrowed(source)),
            _ => What::Other,
        }
    };
    Arg {
        what,
        start: 0,
        end: 0,
    }
}
