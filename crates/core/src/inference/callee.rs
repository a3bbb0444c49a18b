//! Callees: what is known of a function before it is called?
//!
//! In mcl's manner: a fixed signature with argument names; a polymorphic one, whose
//! variables are instantiated for each call; or one that a rule of the host builds from
//! what is known of a call so far, as a format string says what `printf` takes. Whatever
//! it is, it can be checked again when the function is called with values.

use super::scheme::Scheme;
use super::unifier::{Clash, Unifier};
use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, FuncParams, FuncType, PartStep, Str, Type};
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

/// A function that is called, by its signature or by the rule that builds one.
#[derive(Clone)]
pub struct Callee(Kind);

#[derive(Clone)]
enum Kind {
    Known(Scheme),
    Built(Arc<SignatureRule>),
}

impl Callee {
    /// A function of this type: polymorphic in all its variables.
    ///
    /// # Errors
    /// [`Code::Type`] for a type that is not a function's, or that leaves parameters or the
    /// result unsaid.
    pub fn new(ty: Type) -> Result<Callee> {
        check_signature(&ty)?;
        Ok(Callee(Kind::Known(Scheme::closed(ty))))
    }

    /// A function of named parameters and a result.
    ///
    /// # Errors
    /// [`Code::Limit`] past the limits of types.
    pub fn of(parameters: &[(&str, Type)], result: Type) -> Result<Callee> {
        let positional = parameters.iter().map(|(name, ty)| FuncParam {
            name: Some(Str::from(*name)),
            ty: ty.clone(),
        });
        Callee::new(function_type(positional.collect(), result)?)
    }

    /// A function whose signature a rule builds for each call.
    pub fn built<F>(rule: F) -> Callee
    where
        F: Fn(&PartialCall) -> Result<Option<Type>> + Send + Sync + 'static,
    {
        Callee(Kind::Built(Arc::new(rule)))
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
}

impl fmt::Debug for Callee {
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
