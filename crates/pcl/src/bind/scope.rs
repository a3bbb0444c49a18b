//! Type scopes: the variables and functions of an expression with their types.
//!
//! Functions and variables have separate namespaces. A function has one [`Signature`], or a generic
//! function creates one for each call. Scopes nest: a name that is not in the inner scope is looked
//! up in the outer ones.

use polycty_core::calls::Signature;
use polycty_core::scope::Scope;
use polycty_core::source::{Diagnostic, Range, Result};
use polycty_core::types::{KeyedMap, Str, Type};
use polycty_hcl::syntax::{ExprId, Expression};
use std::fmt;
use std::sync::Arc;

/// Variables and functions by name. A clone is independent; unchanged tables are shared.
#[derive(Clone, Debug, Default)]
pub struct TypeScope(Scope<Names>);

/// The names of a frame. The tables are shared separately, since a scope of type expressions gets
/// new variables and keeps its functions.
#[derive(Clone, Debug, Default)]
struct Names {
    variables: Arc<KeyedMap<Str, Type>>,
    functions: Arc<KeyedMap<Str, TypedFunction>>,
}

impl TypeScope {
    /// Creates an empty scope.
    #[must_use]
    pub fn new() -> TypeScope {
        TypeScope::default()
    }

    /// Creates a scope within the current state of this one. Later changes of this scope do not
    /// affect it.
    ///
    /// # Errors
    /// [`Code::Limit`] beyond [`MAX_SCOPES`].
    ///
    /// [`Code::Limit`]: polycty_core::source::Code::Limit
    /// [`MAX_SCOPES`]: polycty_core::scope::MAX_SCOPES
    pub fn child(&self) -> Result<TypeScope> {
        self.0.child(Names::default()).map(TypeScope)
    }

    /// Defines a variable and replaces an existing one with the name.
    pub fn set_variable(&mut self, name: impl Into<Str>, ty: Type) {
        Arc::make_mut(&mut self.0.frame_mut().variables).insert(name.into(), ty);
    }

    /// Defines a function and replaces an existing one with the name.
    pub fn set_function(&mut self, name: impl Into<Str>, function: impl Into<TypedFunction>) {
        Arc::make_mut(&mut self.0.frame_mut().functions).insert(name.into(), function.into());
    }

    /// Returns the type of a variable in this or an outer scope.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Type> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.variables.get(name))
    }

    /// Returns a function in this or an outer scope.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&TypedFunction> {
        let mut frames = self.0.frames();
        frames.find_map(|names| names.functions.get(name))
    }
}

/// An argument of a call of a generic function.
#[derive(Clone, Debug)]
pub struct TypedArgument {
    /// The type.
    pub ty: Type,
    /// The expression.
    pub expression: ExprId,
    /// The range of the expression.
    pub range: Range,
}

/// A call of a generic function.
#[derive(Clone, Debug)]
pub struct TypedCall<'a> {
    /// The call, whose tree contains the arguments.
    pub expression: &'a Expression,
    /// The arguments; a last argument with `...` is replaced by its elements.
    pub arguments: &'a [TypedArgument],
}

/// The result of a generic function for a call: a signature and diagnostics.
pub type GenericResult = (Signature, Vec<Diagnostic>);

/// A function that creates the signature of a call.
pub type MakeSignature = dyn Fn(&TypedCall<'_>) -> GenericResult + Send + Sync;

/// The type of a function. A parameter with an optional type may be missing; a signature without a
/// result type returns `dynamic`.
#[derive(Clone)]
pub enum TypedFunction {
    /// The same signature for each call.
    Fixed(Arc<Signature>),
    /// A signature for each call.
    Generic(Arc<MakeSignature>),
}

impl TypedFunction {
    /// Creates a generic function.
    pub fn generic(
        signature: impl Fn(&TypedCall<'_>) -> GenericResult + Send + Sync + 'static,
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
