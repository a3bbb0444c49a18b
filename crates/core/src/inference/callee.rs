//! Functions in calls.
//!
//! A callee is, as in mcl, a fixed signature with argument names, a polymorphic signature whose
//! variables are instantiated for each call, or a rule of the host that builds a signature from the
//! known types of a call, as a format string determines the arguments of `printf`. All kinds can be
//! checked again when the function is called with values.

use super::scheme::Scheme;
use super::unifier::{Mismatch, Unifier};
use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, FuncParams, FuncType, PartStep, Str, Type};
use std::fmt;
use std::sync::Arc;

/// The known types of a call. Variables represent unknown parts.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialCall {
    /// The types of the arguments, in order.
    pub arguments: Vec<Type>,
    /// The type of the result.
    pub result: Type,
}

/// A rule that builds a signature from the known types of a call: a function type whose variables
/// belong to the call, `None` if the types are not sufficient yet, or an error if the call is never
/// valid.
///
/// Rules must be monotone: an answer must stay valid when more types are known. A rule is called
/// again, in any order of new information, until it answers.
pub type SignatureRule = dyn Fn(&PartialCall) -> Result<Option<Type>> + Send + Sync;

/// A called function: its signature, or a rule that builds one.
#[derive(Clone)]
pub struct Callee(CalleeKind);

#[derive(Clone)]
enum CalleeKind {
    Known(Scheme),
    Built(Arc<SignatureRule>),
}

impl Callee {
    /// Creates a function of this type, polymorphic in all its variables.
    ///
    /// # Errors
    /// [`Code::Type`] for a type that is not a function type, or that does not specify parameters
    /// or result.
    pub fn new(ty: Type) -> Result<Callee> {
        check_signature(&ty)?;
        Ok(Callee(CalleeKind::Known(Scheme::closed(ty))))
    }

    /// Creates a function of named parameters and a result.
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

    /// Creates a function whose signature a rule builds for each call.
    pub fn built<F>(rule: F) -> Callee
    where
        F: Fn(&PartialCall) -> Result<Option<Type>> + Send + Sync + 'static,
    {
        Callee(CalleeKind::Built(Arc::new(rule)))
    }

    /// The scheme, if the signature is not built by a rule.
    #[must_use]
    pub fn scheme(&self) -> Option<&Scheme> {
        match &self.0 {
            CalleeKind::Known(scheme) => Some(scheme),
            CalleeKind::Built(_) => None,
        }
    }

    /// The rule, if there is one.
    #[must_use]
    pub fn rule(&self) -> Option<&Arc<SignatureRule>> {
        match &self.0 {
            CalleeKind::Built(rule) => Some(rule),
            CalleeKind::Known(_) => None,
        }
    }

    /// Returns the type of the function in a call with arguments of these types.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for a wrong number of arguments; [`Code::Type`] for an argument of
    /// a wrong type, with its index and both types; [`Code::Unknown`] if the arguments do not
    /// determine the signature; the errors of the rule.
    pub fn check(&self, arguments: &[Type]) -> Result<Type> {
        let mut unifier = Unifier::new();
        let result = unifier.fresh();
        let wanted = match &self.0 {
            CalleeKind::Known(scheme) => unifier.instantiate(scheme.ty()),
            CalleeKind::Built(rule) => {
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
            .map_err(|found| mismatch(&found))?;
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
            CalleeKind::Known(scheme) => scheme.ty().fmt(f),
            CalleeKind::Built(_) => f.write_str("(built by a rule)"),
        }
    }
}

/// Checks that a type specifies parameters and result of a call.
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
    let message = "expected a function type with parameters and a result";
    Err(Error::new(Code::Type, message).with_found(ty))
}

/// Creates the type of functions of these parameters.
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

fn mismatch(mismatch: &Mismatch) -> Error {
    let error = Error::new(Code::Type, mismatch.rule.reason())
        .with_expected(&mismatch.left)
        .with_found(&mismatch.right);
    match mismatch.path.first() {
        Some(PartStep::Position(at)) => error.with_argument(*at),
        _ => error,
    }
}
