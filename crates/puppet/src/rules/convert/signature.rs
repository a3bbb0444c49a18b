//! Overload resolution: the signature of a function for given arguments.
//!
//! The first signature that the arguments match is used. If there is none, the message lists the
//! mismatch for each signature.

use crate::rules::constructors::Function;
use crate::rules::convert::made::Failure;
use crate::rules::explain::{Signature, describe_call};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::{nominal, normal_form};
use polycty_core::calls::Budget;
use polycty_core::types::{FuncType, SizeRange, Type};
use polycty_core::values::Value;

impl Function {
    /// Returns the index of the first signature that the arguments match.
    pub(super) fn select(&self, args: &[Value], budget: &Budget) -> Result<usize, Failure> {
        for (at, signature) in self.signatures.iter().enumerate() {
            if fits(signature, args, budget)? {
                return Ok(at);
            }
        }
        Err(self.rejection(args, budget))
    }

    /// The error for arguments that match no signature.
    #[cold]
    pub(super) fn rejection(&self, args: &[Value], budget: &Budget) -> Failure {
        match self.describe(args, budget) {
            Ok(message) => message.into(),
            Err(failure) => failure,
        }
    }

    fn describe(&self, args: &[Value], budget: &Budget) -> Result<String, Failure> {
        let signatures: Vec<Signature<'_>> = self
            .signatures
            .iter()
            .map(|func| Signature {
                func,
                block_name: "block",
            })
            .collect();
        let arguments = match args {
            [] => normal_form::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))?,
            _ => {
                let types: Vec<Type> = args
                    .iter()
                    .map(|arg| detailed_type(arg, budget))
                    .collect::<Result<_, _>>()?;
                Type::tuple(types)?
            }
        };
        Ok(describe_call(self.name, &signatures, &arguments, budget)?)
    }

    /// The error with a message of the function itself.
    #[cold]
    pub(super) fn refuse(&self, message: &str) -> Failure {
        format!("'{}' {message}", self.name).into()
    }
}

fn fits(signature: &FuncType, args: &[Value], budget: &Budget) -> Result<bool, Failure> {
    let Some(params) = &signature.params else {
        return Ok(true);
    };
    let most = params.positional.len() as u64;
    let size = params.size.unwrap_or(SizeRange::exactly(most));
    if !size.contains(args.len() as u64) {
        return Ok(false);
    }
    for (param, arg) in params.positional.iter().zip(args) {
        if !instance(arg, &param.ty, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}
