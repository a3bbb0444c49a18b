//! How is a function called with values that may be unknown, null or marked?
//!
//! A [`Function`] is a [`Signature`], a rule for its [`ReturnType`], and an
//! implementation. Calling it is a protocol, cty's: the protocol checks the
//! arguments against the parameters, answers for unknown arguments, and carries
//! marks from the arguments to the result, so that an implementation sees only
//! what its parameters [allow](Allow).
//!
//! - [`signature`](Signature): parameters and what they let through
//! - `call`: the protocol, and the way past it for plain arguments
//! - `outcome`: what a result must be, and what is known of it
//! - `shape`: what a value is, at a glance
//!
//! ```
//! use polycty_core::calls::{Function, Parameter, Signature};
//! use polycty_core::types::Type;
//! use polycty_core::values::{Refinement, Value};
//!
//! let shout = Function::new(
//!     Signature::new()
//!         .describe("Says it loudly.")
//!         .parameter(Parameter::new("text", Type::string().clone()))
//!         .refine_result(Refinement::NOT_NULL),
//!     Type::string().clone(),
//!     |args, _| Ok(Value::string(&args[0].as_str().unwrap_or_default().to_uppercase())),
//! );
//!
//! let loud = shout.call(&[&Value::string("hi").mark("private")]).unwrap();
//! assert_eq!(loud, Value::string("HI").mark("private"));
//!
//! let unknown = shout.call(&[&Value::unknown(Type::string().clone())]).unwrap();
//! assert_eq!(unknown.refinement(), Some(&Refinement::NOT_NULL));
//!
//! let error = shout.call(&[&Value::null(Type::string().clone())]).unwrap_err();
//! assert_eq!(error.to_string(), "argument must not be null");
//! assert_eq!(error.argument(), Some(0));
//! ```

mod call;
mod outcome;
mod shape;
mod signature;

pub use signature::{Allow, Parameter, Signature};

use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use shape::Shapes;
use std::fmt;
use std::sync::Arc;

/// The implementation of a function: the result for these arguments, which
/// conform to the parameters, and the return type that was found for them.
type Implementation = dyn Fn(&[&Value], &Type) -> Result<Output> + Send + Sync;

/// A rule that finds the return type for these arguments, any of which may be
/// unknown, whatever the parameters allow.
type ReturnRule = dyn Fn(&[&Value]) -> Result<Type> + Send + Sync;

/// A function that can be called with values: immutable, shared, cheap to clone.
///
/// It may be called from any number of threads at once.
#[derive(Clone)]
pub struct Function(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    signature: Signature,
    returns: ReturnType,
    /// The results that conform to a fixed return type at a glance.
    conforming: Shapes,
    implementation: Arc<Implementation>,
}

/// What type a function's result has.
#[derive(Clone)]
pub struct ReturnType(Returns);

#[derive(Clone)]
enum Returns {
    Fixed(Type),
    Found(Arc<ReturnRule>),
}

impl ReturnType {
    /// The same type for all arguments.
    #[must_use]
    pub fn fixed(ty: Type) -> ReturnType {
        ReturnType(Returns::Fixed(ty))
    }

    /// A type that a rule finds for the arguments, any of which may be unknown
    /// whatever the parameters allow. The rule answers with `any` where it cannot
    /// tell yet, and with an error where the arguments do not fit together.
    pub fn found<F>(rule: F) -> ReturnType
    where
        F: Fn(&[&Value]) -> Result<Type> + Send + Sync + 'static,
    {
        ReturnType(Returns::Found(Arc::new(rule)))
    }
}

/// What an implementation gives: a value, or one that stands in a box already,
/// which then goes all the way to a caller that wants it boxed.
#[derive(Clone, Debug)]
pub enum Output {
    /// A value.
    Value(Value),
    /// A value in a box.
    Boxed(Box<Value>),
}

impl Output {
    /// The value, lent.
    #[must_use]
    #[inline]
    pub fn value(&self) -> &Value {
        match self {
            Output::Value(value) => value,
            Output::Boxed(value) => value,
        }
    }

    /// The value without a box.
    #[must_use]
    #[inline]
    pub fn into_value(self) -> Value {
        match self {
            Output::Value(value) => value,
            Output::Boxed(value) => *value,
        }
    }

    /// The value in a box: the one it stands in, if it does.
    #[must_use]
    #[inline]
    pub fn into_boxed(self) -> Box<Value> {
        match self {
            Output::Value(value) => Box::new(value),
            Output::Boxed(value) => value,
        }
    }
}

impl From<Value> for Output {
    #[inline]
    fn from(value: Value) -> Output {
        Output::Value(value)
    }
}

impl From<Box<Value>> for Output {
    #[inline]
    fn from(value: Box<Value>) -> Output {
        Output::Boxed(value)
    }
}

impl From<Type> for ReturnType {
    fn from(ty: Type) -> ReturnType {
        ReturnType::fixed(ty)
    }
}

impl Function {
    /// A function.
    ///
    /// The implementation receives arguments that fit the signature, and the
    /// return type. Its result must conform to that type, which is checked, and
    /// be unknown only if an argument is, which is not. Errors that it returns
    /// reach the caller as they are; it says which argument is at fault with
    /// [`Error::with_argument`].
    ///
    /// [`Error::with_argument`]: crate::source::Error::with_argument
    pub fn new<F, R>(
        signature: Signature,
        returns: impl Into<ReturnType>,
        implementation: F,
    ) -> Function
    where
        F: Fn(&[&Value], &Type) -> Result<R> + Send + Sync + 'static,
        R: Into<Output>,
    {
        let returns = returns.into();
        let conforming = match &returns.0 {
            Returns::Fixed(ty) => Shapes::conforming_to(ty),
            Returns::Found(_) => Shapes::NONE,
        };
        Function(Arc::new(Inner {
            signature,
            returns,
            conforming,
            implementation: Arc::new(move |arguments: &[&Value], ty: &Type| {
                implementation(arguments, ty).map(Into::into)
            }),
        }))
    }

    /// What the function takes, and what is known of its result.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.0.signature
    }

    /// The return type where it is the same for all arguments.
    #[must_use]
    pub fn fixed_return_type(&self) -> Option<&Type> {
        match &self.0.returns.0 {
            Returns::Fixed(ty) => Some(ty),
            Returns::Found(_) => None,
        }
    }

    /// The same function under other descriptions: one for each parameter in
    /// order. That of the variadic parameter may be left away, and stays.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for another number of descriptions.
    ///
    /// [`Code::InvalidArgument`]: crate::source::Code::InvalidArgument
    pub fn with_new_descriptions(
        &self,
        description: &str,
        parameters: &[&str],
    ) -> Result<Function> {
        Ok(Function(Arc::new(Inner {
            signature: self.0.signature.redescribed(description, parameters)?,
            ..(*self.0).clone()
        })))
    }

    /// The same function with a result that is never known: it checks its
    /// arguments and promises a type, for a run that must not act yet.
    #[must_use]
    pub fn unpredictable(&self) -> Function {
        Function(Arc::new(Inner {
            implementation: Arc::new(|_: &[&Value], ty: &Type| {
                Ok(Output::Value(Value::unknown(ty.clone())))
            }),
            ..(*self.0).clone()
        }))
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("signature", &self.0.signature)
            .field("returns", &self.fixed_return_type())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
