//! What does a function take and give, before and when it is called?
//!
//! In mcl's manner: a fixed signature with argument names; a polymorphic one, whose
//! variables are instantiated for each call; or one that a rule of the host builds from
//! what is known of a call so far, as a format string says what `printf` takes. Whatever
//! it is, it is checked again when the function is called with values.

use super::invariant::Scheme;
use super::unifier::{Clash, Unifier};
use crate::calls::{Allow, Function, Output, Parameter, ReturnType};
use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, FuncParams, FuncType, PartStep, Str, Type};
use crate::values::Value;
use std::fmt;
use std::sync::Arc;

/// What is known of a call. Variables in the types stand for what is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialCall {
    /// The types of the arguments, in order.
    pub arguments: Vec<Type>,
    /// The type of the result.
    pub result: Type,
}

/// A rule that builds a signature from what is known of a call: a function type, whose
/// variables are the call's own; `None` where it cannot tell yet; an error where the call
/// can never be one.
///
/// What it says of a call it must say of the same call when more is known: it is asked
/// again until it answers, in whatever order things become known.
pub type SignatureRule = dyn Fn(&PartialCall) -> Result<Option<Type>> + Send + Sync;

/// What a function takes and gives.
#[derive(Clone)]
pub struct Signature(Kind);

#[derive(Clone)]
enum Kind {
    Known(Scheme),
    Built(Arc<SignatureRule>),
}

impl Signature {
    /// The signature that a function type is: polymorphic in all its variables.
    ///
    /// # Errors
    /// [`Code::Type`] for a type that is not a function's, or that leaves parameters or the
    /// result unsaid.
    pub fn new(ty: Type) -> Result<Signature> {
        check_signature(&ty)?;
        Ok(Signature(Kind::Known(Scheme::closed(ty))))
    }

    /// The signature of named parameters and a result.
    ///
    /// # Errors
    /// [`Code::Limit`] past the limits of types.
    pub fn of(parameters: &[(&str, Type)], result: Type) -> Result<Signature> {
        let positional = parameters.iter().map(|(name, ty)| FuncParam {
            name: Some(Str::from(*name)),
            ty: ty.clone(),
        });
        Signature::new(function_type(positional.collect(), result)?)
    }

    /// A signature that a rule builds for each call.
    pub fn built<F>(rule: F) -> Signature
    where
        F: Fn(&PartialCall) -> Result<Option<Type>> + Send + Sync + 'static,
    {
        Signature(Kind::Built(Arc::new(rule)))
    }

    /// The scheme, where no rule has to be asked.
    #[must_use]
    pub fn scheme(&self) -> Option<&Scheme> {
        match &self.0 {
            Kind::Known(scheme) => Some(scheme),
            Kind::Built(_) => None,
        }
    }

    /// The rule, where there is one.
    #[must_use]
    pub fn rule(&self) -> Option<&Arc<SignatureRule>> {
        match &self.0 {
            Kind::Built(rule) => Some(rule),
            Kind::Known(_) => None,
        }
    }

    /// The type of the function in a call with arguments of these types.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for another number of arguments; [`Code::Type`] for an
    /// argument of another type, with its index and both types; [`Code::Unknown`] where
    /// the arguments leave the signature open; what the rule says.
    pub fn check(&self, arguments: &[Type]) -> Result<Type> {
        let mut unifier = Unifier::new();
        let result = unifier.fresh();
        let wanted = match &self.0 {
            Kind::Known(scheme) => unifier.instantiate(scheme.ty()),
            Kind::Built(rule) => {
                let call = PartialCall {
                    arguments: arguments.to_vec(),
                    result: result.clone(),
                };
                let built = rule(&call)?.ok_or_else(open)?;
                check_signature(&built)?;
                unifier.instantiate(&built)
            }
        };
        let taken = parameter_count(&wanted);
        if taken != arguments.len() {
            return Err(Error::new(
                Code::InvalidArgument,
                format!(
                    "wrong number of arguments ({taken} required; {} given)",
                    arguments.len()
                ),
            ));
        }
        let given = arguments.iter().map(|ty| FuncParam {
            name: None,
            ty: ty.clone(),
        });
        let call = function_type(given.collect(), result)?;
        unifier
            .unify(&wanted, &call)
            .map_err(|clash| misfit(&clash))?;
        let ty = unifier.resolve(&wanted)?;
        if ty.has(crate::types::Flags::VARIABLE) {
            return Err(open());
        }
        Ok(ty)
    }

    /// A function that checks its arguments and its result against the signature when it
    /// is called. `type_of` says what type a value has in the host's language.
    pub fn function<T, F>(&self, type_of: T, implementation: F) -> Function
    where
        T: Fn(&Value) -> Result<Type> + Send + Sync + 'static,
        F: Fn(&[&Value], &Type) -> Result<Output> + Send + Sync + 'static,
    {
        let signature = self.clone();
        let anything = Parameter::new("arguments", Type::any().clone()).allow(Allow::ALL);
        let parameters = match &self.0 {
            Kind::Built(_) => crate::calls::Signature::new().variadic(anything),
            Kind::Known(scheme) => {
                let names = scheme.ty().as_func().and_then(|func| func.params.as_ref());
                let names = names.map_or(&[][..], |params| &params.positional);
                names
                    .iter()
                    .fold(crate::calls::Signature::new(), |all, param| {
                        let name = param.name.clone().unwrap_or_default();
                        let parameter = Parameter::new(name, Type::any().clone());
                        all.parameter(parameter.allow(Allow::ALL))
                    })
            }
        };
        let returns = ReturnType::found(move |arguments: &[&Value]| {
            let types: Result<Vec<Type>> = arguments
                .iter()
                .enumerate()
                .map(|(at, value)| type_of(value).map_err(|error| error.with_argument(at)))
                .collect();
            let ty = signature.check(&types?)?;
            let result = ty.as_func().and_then(|func| func.result.clone());
            result.ok_or_else(open)
        });
        Function::new(parameters, returns, implementation)
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Known(scheme) => scheme.ty().fmt(f),
            Kind::Built(_) => f.write_str("(built by a rule)"),
        }
    }
}

/// Whether a type says what a call takes and gives.
pub(super) fn check_signature(ty: &Type) -> Result<()> {
    let plain = ty.as_func().is_some_and(|func| {
        func.block.is_none()
            && func.result.is_some()
            && func
                .params
                .as_ref()
                .is_some_and(|params| params.variadic.is_none() && params.size.is_none())
    });
    if plain {
        return Ok(());
    }
    let message = "a signature is a function type with its parameters and its result";
    Err(Error::new(Code::Type, message).with_found(ty))
}

/// The type of functions of these parameters.
pub(super) fn function_type(positional: Box<[FuncParam]>, result: Type) -> Result<Type> {
    Ok(Type::func(FuncType {
        params: Some(FuncParams {
            positional,
            ..FuncParams::default()
        }),
        block: None,
        result: Some(result),
    })?)
}

fn parameter_count(ty: &Type) -> usize {
    let params = ty.as_func().and_then(|func| func.params.as_ref());
    params.map_or(0, |params| params.positional.len())
}

fn open() -> Error {
    Error::new(
        Code::Unknown,
        "the arguments do not determine the signature",
    )
}

fn misfit(clash: &Clash) -> Error {
    let error = Error::new(Code::Type, clash.rule.reason())
        .with_wanted(&clash.left)
        .with_found(&clash.right);
    match clash.path.first() {
        Some(PartStep::Position(at)) => error.with_argument(*at),
        _ => error,
    }
}
