//! Functions with inferred signatures.
//!
//! The parameters allow all values. The argument types and the result type are inferred from the
//! callee and from the types of the arguments in the host's language.

use super::{Function, ReturnType};
use polycty_core::calls::{Allow, Budget, Call, Output, Parameter, Signature};
use polycty_core::inference::Callee;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{FuncParam, Type};
use polycty_core::values::Value;

impl Function {
    /// Creates a function that checks its arguments and its result against the signature of a
    /// callee when it is called. `type_of` returns the type of a value in the host's language.
    pub fn checked<T, F, R>(callee: &Callee, type_of: T, implementation: F) -> Function
    where
        T: Fn(&Value, &Budget) -> Result<Type> + Send + Sync + 'static,
        F: Fn(&[&Value], &Call<'_>) -> Result<R> + Send + Sync + 'static,
        R: Into<Output>,
    {
        let anything = |name: &str| Parameter::new(name, Type::any().clone()).allow(Allow::ALL);
        let signature = match callee.scheme() {
            None => Signature::new().variadic(anything("arguments")),
            Some(scheme) => {
                let params = scheme.ty().as_func().and_then(|func| func.params.as_ref());
                let named = |param: &FuncParam| anything(param.name.as_deref().unwrap_or_default());
                let positional = params.iter().flat_map(|params| &params.positional);
                positional
                    .map(named)
                    .fold(Signature::new(), Signature::parameter)
            }
        };
        let callee = callee.clone();
        let returns = ReturnType::found_within(move |arguments: &[&Value], budget: &Budget| {
            let types: Result<Vec<Type>> = arguments
                .iter()
                .enumerate()
                .map(|(at, value)| type_of(value, budget).map_err(|error| error.with_argument(at)))
                .collect();
            let ty = callee.check(&types?)?;
            let result = ty.as_func().and_then(|func| func.result.clone());
            result.ok_or_else(|| {
                let message = "the arguments do not determine the signature";
                Error::new(Code::Unknown, message)
            })
        });
        Function::new(signature, returns, implementation)
    }
}
