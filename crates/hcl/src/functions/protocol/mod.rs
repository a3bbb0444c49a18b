//! cty's call protocol: functions and their handling of unknown, null and marked arguments.
//!
//! A [`Function`] is a callable with a rule for its [`ReturnType`]. The call protocol is that of
//! cty: it checks the arguments against the parameters, returns an unknown result for unknown
//! arguments, and copies marks from the arguments to the result, so that an implementation receives
//! only values that its parameters [allow](polycty_core::calls::Allow).
//!
//! - `call`: the protocol, and the fast path for plain arguments
//! - `outcome`: the checks and the refinements of results
//! - `summary`: a summary check whether values conform to a type
//! - `cost`: cost classes, which the protocol charges before a call
//! - `checked`: functions with inferred signatures
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
mod summary;

pub use cost::Cost;
use polycty_core::calls::{Budget, Call, Callable, Output, Signature};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::fmt;
use std::sync::Arc;
use summary::TypeSummaries;

/// A rule that determines the return type for some arguments. Any of them may be unknown, whatever
/// the parameters allow.
type ReturnRule = dyn Fn(&[&Value], &Budget) -> Result<Type> + Send + Sync;

/// A function on values. It is immutable, shared, and cheap to clone.
///
/// It can be called from several threads at once.
#[derive(Clone)]
pub struct Function(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    callable: Callable,
    /// For each positional parameter, the arguments that need no further check.
    positional: Box<[TypeSummaries]>,
    /// For the variadic parameter, the arguments that need no further check.
    variadic: Option<TypeSummaries>,
    returns: Returns,
    cost: Cost,
}

/// The return type of a function, or the rule that determines it.
#[derive(Clone)]
pub struct ReturnType(Returns);

#[derive(Clone)]
enum Returns {
    /// A type, and the results that conform to it by a summary check.
    Fixed(Type, TypeSummaries),
    Found(Arc<ReturnRule>),
}

impl ReturnType {
    /// The same type for all arguments.
    #[must_use]
    #[inline]
    pub fn fixed(ty: Type) -> ReturnType {
        let conforming = TypeSummaries::conforming_to(&ty);
        ReturnType(Returns::Fixed(ty, conforming))
    }

    /// A type that a rule determines from the arguments. Any of them may be unknown, whatever the
    /// parameters allow. The rule returns `any` if it cannot determine the type yet, and an error
    /// if the arguments do not fit together.
    pub fn found<F>(rule: F) -> ReturnType
    where
        F: Fn(&[&Value]) -> Result<Type> + Send + Sync + 'static,
    {
        ReturnType::found_within(move |arguments, _| rule(arguments))
    }

    /// A type as in [`ReturnType::found`], by a rule that evaluates expressions or calls functions
    /// with the budget of the call.
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
    /// Creates a function.
    ///
    /// The implementation receives arguments that match the signature, and the return type. Its
    /// result must conform to that type, which is checked, and may be unknown only if an argument
    /// is, which is not checked. Its errors are passed to the caller unchanged;
    /// [`Error::with_argument`] sets the index of the erroneous argument.
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
                .map(|param| TypeSummaries::conforming_to(&param.ty))
                .collect(),
            variadic: variadic.map(|parameter| TypeSummaries::conforming_to(parameter.ty)),
            returns,
            cost: Cost::Constant,
            callable: Callable::new(signature, implementation),
        }))
    }

    /// Returns the function with a different cost class. [`Function::new`] creates functions of
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

    /// The parameters of the function and the refinements of its result.
    #[must_use]
    #[inline]
    pub fn signature(&self) -> &Signature {
        self.0.callable.signature()
    }

    /// The return type, if it is the same for all arguments.
    #[must_use]
    #[inline]
    pub fn fixed_return_type(&self) -> Option<&Type> {
        match &self.0.returns {
            Returns::Fixed(ty, _) => Some(ty),
            Returns::Found(_) => None,
        }
    }

    /// Returns the function with new descriptions: one for each parameter in order. The description
    /// of the variadic parameter may be omitted, and is then kept.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the number of descriptions is wrong.
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

    /// Returns the function with a result that is always unknown: it checks its arguments and
    /// returns the type, for a run that must not have effects yet.
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
