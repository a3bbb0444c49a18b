//! cty's call protocol: functions and their handling of unknown, null and marked arguments.
//!
//! A [`Function`] is a callable with a rule for its [`ReturnType`]. Calling it is a protocol,
//! cty's: the protocol checks the arguments against the parameters, answers for unknown
//! arguments, and carries marks from the arguments to the result, so that an implementation
//! sees only what its parameters [allow](polycty_core::calls::Allow).
//!
//! - `call`: the protocol, and the way past it for plain arguments
//! - `outcome`: what a result must be, and what is known of it
//! - `shape`: which values conform to a type, at a glance
//! - `cost`: cost classes, which the protocol charges before a call
//! - `checked`: functions that an inferred signature checks
//!
//! ```
//! use polycty_core::calls::{Parameter, Signature};
//! use polycty_core::types::Type;
//! use polycty_core::values::{Refinement, Value};
//! use polycty_hcl::functions::Function;
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
mod checked;
mod cost;
mod outcome;
mod shape;

pub use cost::Cost;
use polycty_core::calls::{Budget, Call, Callable, Output, Signature};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use shape::Shapes;
use std::fmt;
use std::sync::Arc;

/// A rule that finds the return type for these arguments, any of which may be
/// unknown, whatever the parameters allow.
type ReturnRule = dyn Fn(&[&Value], &Budget) -> Result<Type> + Send + Sync;

/// A function that can be called with values: immutable, shared, cheap to clone.
///
/// It may be called from any number of threads at once.
#[derive(Clone)]
pub struct Function(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    callable: Callable,
    /// The arguments of each positional parameter that need no further look.
    positional: Box<[Shapes]>,
    /// Those of the variadic parameter.
    variadic: Option<Shapes>,
    returns: Returns,
    cost: Cost,
}

/// What type a function's result has.
#[derive(Clone)]
pub struct ReturnType(Returns);

#[derive(Clone)]
enum Returns {
    /// A type, and the results that conform to it at a glance.
    Fixed(Type, Shapes),
    Found(Arc<ReturnRule>),
}

impl ReturnType {
    /// The same type for all arguments.
    #[must_use]
    #[inline]
    pub fn fixed(ty: Type) -> ReturnType {
        let conforming = Shapes::conforming_to(&ty);
        ReturnType(Returns::Fixed(ty, conforming))
    }

    /// A type that a rule finds for the arguments, any of which may be unknown
    /// whatever the parameters allow. The rule answers with `any` where it cannot
    /// tell yet, and with an error where the arguments do not fit together.
    pub fn found<F>(rule: F) -> ReturnType
    where
        F: Fn(&[&Value]) -> Result<Type> + Send + Sync + 'static,
    {
        ReturnType::found_within(move |arguments, _| rule(arguments))
    }

    /// A type as [`ReturnType::found`] has it, by a rule that evaluates or calls in its turn,
    /// and passes on the budget of the call.
    pub fn found_within<F>(rule: F) -> ReturnType
    where
        F: Fn(&[&Value], &Budget) -> Result<Type> + Send + Sync + 'static,
    {
        ReturnType(Returns::Found(Arc::new(rule)))
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
    /// [`Error::with_argument`]: polycty_core::source::Error::with_argument
    pub fn new<F, R>(
        signature: Signature,
        returns: impl Into<ReturnType>,
        implementation: F,
    ) -> Function
    where
        F: Fn(&[&Value], &Call<'_>) -> Result<R> + Send + Sync + 'static,
        R: Into<Output>,
    {
        let ReturnType(returns) = returns.into();
        let signature = match &returns {
            Returns::Fixed(ty, _) => signature.returns(ty.clone()),
            Returns::Found(_) => signature,
        };
        let params = signature.func().params.iter();
        let positional = params.flat_map(|params| &params.positional);
        let variadic = signature.variadic_parameter();
        Function(Arc::new(Inner {
            positional: positional
                .map(|param| Shapes::conforming_to(&param.ty))
                .collect(),
            variadic: variadic.map(|parameter| Shapes::conforming_to(parameter.ty)),
            returns,
            cost: Cost::Constant,
            callable: Callable::new(signature, implementation),
        }))
    }

    /// The same function with another cost class. [`Function::new`] makes functions of
    /// [`Cost::Constant`].
    #[must_use]
    pub fn costs(self, cost: Cost) -> Function {
        Function(Arc::new(Inner {
            cost,
            ..(*self.0).clone()
        }))
    }

    /// The cost class, which the protocol charges before each call.
    #[must_use]
    #[inline]
    pub fn cost(&self) -> Cost {
        self.0.cost
    }

    /// What the function takes, and what is known of its result.
    #[must_use]
    #[inline]
    pub fn signature(&self) -> &Signature {
        self.0.callable.signature()
    }

    /// The return type where it is the same for all arguments.
    #[must_use]
    #[inline]
    pub fn fixed_return_type(&self) -> Option<&Type> {
        match &self.0.returns {
            Returns::Fixed(ty, _) => Some(ty),
            Returns::Found(_) => None,
        }
    }

    /// The same function under other descriptions: one for each parameter in
    /// order. That of the variadic parameter may be left away, and stays.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for another number of descriptions.
    ///
    /// [`Code::InvalidArgument`]: polycty_core::source::Code::InvalidArgument
    pub fn with_new_descriptions(
        &self,
        description: &str,
        parameters: &[&str],
    ) -> Result<Function> {
        let signature = self.signature().redescribed(description, parameters)?;
        Ok(Function(Arc::new(Inner {
            callable: self.0.callable.with_signature(signature),
            ..(*self.0).clone()
        })))
    }

    /// The same function with a result that is never known: it checks its
    /// arguments and promises a type, for a run that must not act yet.
    #[must_use]
    pub fn unpredictable(&self) -> Function {
        let unknown = |_: &[&Value], call: &Call<'_>| Ok(Value::unknown(call.returns.clone()));
        Function(Arc::new(Inner {
            callable: Callable::new(self.signature().clone(), unknown),
            ..(*self.0).clone()
        }))
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("signature", self.signature())
            .field("returns", &self.fixed_return_type())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
