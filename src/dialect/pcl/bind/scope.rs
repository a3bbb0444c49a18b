//! Which variables and functions may an expression use, and of which types?
//!
//! A [`TypeScope`] holds types instead of values. Names of functions are apart from
//! those of variables. A function has one [`Signature`], or, when it is generic, makes
//! one for the arguments of each call.

use crate::diagnostic::{Diagnostic, Range};
use crate::dialect::hcl::syntax::ExprId;
use crate::types::{Str, Type};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// Variables and functions by name.
#[derive(Clone, Debug, Default)]
pub struct TypeScope {
    variables: FxHashMap<Str, Type>,
    functions: FxHashMap<Str, TypedFunction>,
}

impl TypeScope {
    /// A scope without names.
    #[must_use]
    pub fn new() -> TypeScope {
        TypeScope::default()
    }

    /// Defines a variable, in place of an earlier one of that name.
    pub fn set_variable(&mut self, name: impl Into<Str>, ty: Type) {
        self.variables.insert(name.into(), ty);
    }

    /// Defines a function, in place of an earlier one of that name.
    pub fn set_function(&mut self, name: impl Into<Str>, function: impl Into<TypedFunction>) {
        self.functions.insert(name.into(), function.into());
    }

    /// The type of a variable.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Type> {
        self.variables.get(name)
    }

    /// A function.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&TypedFunction> {
        self.functions.get(name)
    }
}

/// What a function takes in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedParameter {
    /// The parameter's name, for messages.
    pub name: Str,
    /// What it takes.
    pub ty: Type,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedSignature {
    /// What it takes by position. A parameter whose type is optional may be missing.
    pub parameters: Vec<TypedParameter>,
    /// What any further argument must be.
    pub variadic: Option<TypedParameter>,
    /// What it gives for arguments that are there.
    pub returns: Type,
}

/// An argument of a call that a generic function makes a signature for.
#[derive(Clone, Debug)]
pub struct TypedArgument {
    /// The argument's type.
    pub ty: Type,
    /// The expression.
    pub expression: ExprId,
    /// Where it stands.
    pub range: Range,
}

/// What a generic function says of a call: its signature, and what is wrong.
pub type GenericAnswer = (TypedSignature, Vec<Diagnostic>);

/// What makes a signature for the arguments of a call.
pub type MakeSignature = dyn Fn(&[TypedArgument]) -> GenericAnswer + Send + Sync;

/// A function by what it takes and gives.
#[derive(Clone)]
pub enum TypedFunction {
    /// The same for each call.
    Fixed(Arc<TypedSignature>),
    /// Made for the arguments of each call.
    Generic(Arc<MakeSignature>),
}

impl TypedFunction {
    /// A function that makes a signature for each call.
    pub fn generic(
        signature: impl Fn(&[TypedArgument]) -> GenericAnswer + Send + Sync + 'static,
    ) -> TypedFunction {
        TypedFunction::Generic(Arc::new(signature))
    }
}

impl From<TypedSignature> for TypedFunction {
    fn from(signature: TypedSignature) -> TypedFunction {
        TypedFunction::Fixed(Arc::new(signature))
    }
}

impl fmt::Debug for TypedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypedFunction::Fixed(signature) => signature.fmt(f),
            TypedFunction::Generic(_) => f.write_str("generic"),
        }
    }
}
