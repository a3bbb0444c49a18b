//! Type scopes: which variables and functions may an expression use, and of which types?
//!
//! A [`TypeScope`] holds types instead of values. Names of functions are apart from
//! those of variables. A function has one [`Signature`], or, when it is generic,
//! makes one for each call. Scopes nest: what an inner one does not have is looked up
//! further out.

use polycty_core::calls::Signature;
use polycty_core::scope::Scope;
use polycty_core::source::{Diagnostic, Range, Result};
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_hcl::syntax::{ExprId, Expression};
use std::fmt;
use std::sync::Arc;

/// Variables and functions by name. A clone changes by itself; what neither changes they
/// share.
#[derive(Clone, Debug, Default)]
pub struct TypeScope(Scope<Names>);

/// What a frame has. The tables are shared one by one: a scope of type expressions gets
/// variables and keeps its functions.
#[derive(Clone, Debug, Default)]
struct Names {
    variables: Arc<KeyedMap<Str, Type>>,
    functions: Arc<KeyedMap<Str, TypedFunction>>,
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
    ///
    /// [`Code::Limit`]: polycty_core::source::Code::Limit
    /// [`MAX_SCOPES`]: polycty_core::scope::MAX_SCOPES
    pub fn child(&self) -> Result<TypeScope> {
        self.0.child(Names::default()).map(TypeScope)
    }

    /// Defines a variable, in place of an earlier one of that name.
    pub fn set_variable(&mut self, name: impl Into<Str>, ty: Type) {
        Arc::make_mut(&mut self.0.frame_mut().variables).insert(name.into(), ty);
    }

    /// Defines a function, in place of an earlier one of that name.
    pub fn set_function(&mut self, name: impl Into<Str>, function: impl Into<TypedFunction>) {
        Arc::make_mut(&mut self.0.frame_mut().functions).insert(name.into(), function.into());
    }

    /// The type of a variable, here or further out.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Type> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.variables.get(name))
    }

    /// A function, here or further out.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&TypedFunction> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.functions.get(name))
    }
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
pub type GenericAnswer = (Signature, Vec<Diagnostic>);

/// What makes a signature for a call.
pub type MakeSignature = dyn Fn(&TypedCall<'_>) -> GenericAnswer + Send + Sync;

/// A function by what it takes and gives. A parameter whose type is optional may be missing;
/// where a signature says no result, that is `dynamic`.
#[derive(Clone)]
pub enum TypedFunction {
    /// The same for each call.
    Fixed(Arc<Signature>),
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

impl From<Signature> for TypedFunction {
    fn from(signature: Signature) -> TypedFunction {
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
