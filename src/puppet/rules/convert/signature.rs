//! Overload resolution: which signature of a function do its arguments fit?
//!
//! The first that they fit is taken. When none does, the message lists what each of
//! them rejects.

use crate::rules::constructors::Function;
use crate::rules::convert::made::Failure;
use crate::rules::explain::{Signature, describe_call};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::{nominal, normal_form};
use polycty_core::types::{FuncType, SizeRange, Type};
use polycty_core::values::Value;

impl Function {
    /// The first signature that the arguments fit.
    pub(super) fn select(&self, args: &[Value]) -> Result<usize, Failure> {
        for (at, signature) in self.signatures.iter().enumerate() {
            if fits(signature, args)? {
                return Ok(at);
            }
        }
        Err(self.rejection(args))
    }

    /// Why no signature takes the arguments.
    #[cold]
    pub(super) fn rejection(&self, args: &[Value]) -> Failure {
        match self.describe(args) {
            Ok(message) => message.into(),
            Err(failure) => failure,
        }
    }

    fn describe(&self, args: &[Value]) -> Result<String, Failure> {
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
                let types: Vec<Type> = args.iter().map(detailed_type).collect::<Result<_, _>>()?;
                Type::tuple(types)?
            }
        };
        Ok(describe_call(self.name, &signatures, &arguments)?)
    }

    /// A message of the function itself about its arguments.
    #[cold]
    pub(super) fn refuse(&self, message: &str) -> Failure {
        format!("'{}' {message}", self.name).into()
    }
}

fn fits(signature: &FuncType, args: &[Value]) -> Result<bool, Failure> {
    let Some(params) = &signature.params else {
        return Ok(true);
    };
    let most = params.positional.len() as u64;
    let size = params.size.unwrap_or(SizeRange::exactly(most));
    if !size.contains(args.len() as u64) {
        return Ok(false);
    }
    for (param, arg) in params.positional.iter().zip(args) {
        if !instance(arg, &param.ty)? {
            return Ok(false);
        }
    }
    Ok(true)
}
