//! The functions of vertices that are not core functions.

use crate::host;
use crate::rules::infer::type_of;
use crate::types::format::format_type;
use crate::types::view::MclType;
use crate::values::build::sorted_map;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_engine::{Computed, Failure, Function, Inputs, Sender, Transaction};
use std::sync::Arc;

/// Creates a function that builds a list, map or struct from its parts. The parts of a map are its
/// keys, then its values.
pub(super) fn composite(ty: Type, parts: u32, tag: u64) -> Box<dyn Function> {
    let composite = Computed::new("composite", parts, move |inputs, budget| {
        budget.hold((inputs.len() * size_of::<Value>()) as u64)?;
        let part = |at: usize| inputs.value(at).cloned();
        Ok(match MclType::of(&ty) {
            Some(MclType::Map(..)) => {
                let count = inputs.len() / 2;
                let entries = (0..count).map(|at| Ok((part(at)?, part(count + at)?)));
                sorted_map(&ty, entries.collect::<Result<_, Failure>>()?)?
            }
            shape => {
                let parts: Vec<Value> = (0..inputs.len()).map(part).collect::<Result<_, _>>()?;
                match shape {
                    Some(MclType::Struct(_)) => Value::object_with_type(ty.clone(), parts)?,
                    _ => Value::sequence(ty.clone(), parts)?,
                }
            }
        })
    });
    Box::new(composite.tagged(tag))
}

/// Creates a function that returns its input.
pub(super) fn pass() -> Box<dyn Function> {
    Box::new(Computed::new("pass", 1, |inputs, _| {
        inputs.value(0).cloned()
    }))
}

/// Creates a function that returns a part of a list or struct by its position.
pub(super) fn pick(at: usize) -> Box<dyn Function> {
    Box::new(Computed::new("pick", 1, move |inputs, _| {
        let parts = inputs.value(0)?.parts().unwrap_or_default();
        parts.get(at).cloned().ok_or_else(|| {
            let message = format!("there is no part {at}");
            Failure::fatal(Error::new(Code::Internal, message))
        })
    }))
}

/// Creates a function that pairs the elements of two lists up to the end of the shorter one. The
/// result is a list of structs with two fields; `ty` is its type.
pub(super) fn pairs(ty: Type) -> Box<dyn Function> {
    Box::new(Computed::new("pairs", 2, move |inputs, budget| {
        let [a, b] =
            [inputs.value(0)?, inputs.value(1)?].map(|list| list.parts().unwrap_or_default());
        let count = a.len().min(b.len());
        budget.parts(count as u64, 4 * size_of::<Value>() as u64)?;
        let pair = |(a, b): (&Value, &Value)| {
            let pair = ty.element().unwrap_or(Type::any());
            Value::object_with_type(pair.clone(), vec![a.clone(), b.clone()])
        };
        let pairs: Result<Vec<Value>, Error> = a.iter().zip(b).map(pair).collect();
        Ok(Value::sequence(ty.clone(), pairs?)?)
    }))
}

/// Creates a function that filters a list of the type `ty`. The first input is the list; the other
/// inputs are a condition per element.
pub(super) fn filter(ty: Type, elements: u32, tag: u64) -> Box<dyn Function> {
    let filter = Computed::new("filter", 1 + elements, move |inputs, budget| {
        budget.hold((inputs.len() * size_of::<Value>()) as u64)?;
        let list = inputs.value(0)?.parts().unwrap_or_default();
        let mut kept = Vec::new();
        for (at, element) in list.iter().enumerate() {
            if inputs.value(1 + at)?.as_bool() == Some(true) {
                kept.push(element.clone());
            }
        }
        Ok(Value::sequence(ty.clone(), kept)?)
    });
    Box::new(filter.tagged(tag))
}

/// A host function.
pub(super) struct Applied {
    function: Arc<dyn host::Function>,
    result: Type,
    inputs: u32,
    tag: u64,
    sender: Option<Sender>,
    /// The arguments of the current subscription.
    followed: Option<Vec<Value>>,
}

impl Applied {
    /// Creates a host function whose result type is `result`.
    pub fn new(function: Arc<dyn host::Function>, result: Type, inputs: u32, tag: u64) -> Applied {
        Applied {
            function,
            result,
            inputs,
            tag,
            sender: None,
            followed: None,
        }
    }
}

impl Function for Applied {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn inputs(&self) -> u32 {
        self.inputs
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
        if self.function.streams() {
            self.sender = Some(sender.clone());
        }
        Ok(())
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let arguments: Vec<Value> = inputs.values()?.into_iter().cloned().collect();
        if let Some(sender) = &self.sender
            && self.followed.as_ref() != Some(&arguments)
        {
            // The subscription precedes the call, so that no change in between is lost.
            self.function.subscribe(&arguments, sender)?;
            self.followed = Some(arguments.clone());
        }
        let value = self.function.call(&arguments, budget)?;
        budget.charge(u64::from(value.size()))?;
        let found = type_of(&value)?;
        if found != self.result {
            let (found, wanted) = (format_type(&found)?, format_type(&self.result)?);
            let name = self.function.name();
            let message = format!("{name}: expected a result of type {wanted}, found {found}");
            return Err(Failure::fatal(Error::new(Code::Misbehaved, message)));
        }
        Ok(value)
    }

    fn stop(&mut self) {
        if let (Some(sender), Some(_)) = (self.sender.take(), self.followed.take()) {
            self.function.unsubscribe(&sender);
        }
    }
}
