//! Which variables and functions may an expression use, and of which types?
//!
//! A [`TypeScope`] holds types instead of values. Names of functions are apart from
//! those of variables. A function has one [`TypedSignature`], or, when it is generic,
//! makes one for each call. Scopes nest: what an inner one does not have is looked up
//! further out.

use polycty_core::source::{Code, Diagnostic, Error, Range, Result};
use polycty_core::types::{Str, Type};
use polycty_hcl::syntax::{ExprId, Expression};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// How many scopes may lie within each other.
pub const MAX_SCOPES: u32 = 256;

/// Variables and functions by name. A clone changes by itself; what neither changes they
/// share.
#[derive(Clone, Debug, Default)]
pub struct TypeScope {
    variables: Arc<FxHashMap<Str, Type>>,
    functions: Arc<FxHashMap<Str, TypedFunction>>,
    outer: Option<Arc<TypeScope>>,
    depth: u32,
}

impl TypeScope {
    /// A scope without names.
    #[must_use]
    pub fn new() -> TypeScope {
        TypeScope::default()
    }

    /// A scope within this one as it is now: later changes of this one do not reach it.
    ///
    /// # Errors
    /// [`Code::Limit`] beyond [`MAX_SCOPES`].
    pub fn child(&self) -> Result<TypeScope> {
        if self.depth >= MAX_SCOPES {
            return Err(Error::new(Code::Limit, "too many scopes within each other"));
        }
        Ok(TypeScope {
            outer: Some(Arc::new(self.clone())),
            depth: self.depth + 1,
            ..TypeScope::default()
        })
    }

    /// Defines a variable, in place of an earlier one of that name.
    pub fn set_variable(&mut self, name: impl Into<Str>, ty: Type) {
        Arc::make_mut(&mut self.variables).insert(name.into(), ty);
    }

    /// Defines a function, in place of an earlier one of that name.
    pub fn set_function(&mut self, name: impl Into<Str>, function: impl Into<TypedFunction>) {
        Arc::make_mut(&mut self.functions).insert(name.into(), function.into());
    }

    /// The type of a variable, here or further out.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Type> {
        self.outward().find_map(|scope| scope.variables.get(name))
    }

    /// A function, here or further out.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&TypedFunction> {
        self.outward().find_map(|scope| scope.functions.get(name))
    }

    fn outward(&self) -> impl Iterator<Item = &TypeScope> {
        std::iter::successors(Some(self), |scope| scope.outer.as_deref())
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

/// A call that a generic function makes a signature for.
#[derive(Clone, Debug)]
pub struct TypedCall<'a> {
    /// The call, in whose tree the arguments are.
    pub expression: &'a Expression,
    /// The arguments, the elements of a last one with `...` one by one.
    pub arguments: &'a [TypedArgument],
}

/// What a generic function says of a call: its signature, and what is wrong.
pub type GenericAnswer = (TypedSignature, Vec<Diagnostic>);

/// What makes a signature for a call.
pub type MakeSignature = dyn Fn(&TypedCall<'_>) -> GenericAnswer + Send + Sync;

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
        signature: impl Fn(&TypedCall<'_>) -> GenericAnswer + Send + Sync + 'static,
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
