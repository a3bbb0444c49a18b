//! Callables: what can be called?
//!
//! A [`Callable`] is a [`Signature`] and an implementation. What happens between a call that
//! a program makes and the implementation — conversions, unknowns, nulls, marks — is the
//! protocol of the language that makes the call, and stands with that language; so is what
//! becomes of the result.

use super::{Budget, Signature};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::Value;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What an implementation knows of the call that it answers, besides the arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The type that the result has to be of, as far as it is known before.
    pub returns: &'a Type,
    /// What the operation that makes the call may take. An implementation that evaluates or
    /// calls in its turn passes it on, and one that works long charges it.
    pub budget: &'a Budget,
}

/// The implementation of a callable.
pub type Implementation = dyn Fn(&[&Value], &Call<'_>) -> Result<Output> + Send + Sync;

/// A signature and an implementation. Immutable; cheap to call from any number of threads.
#[derive(Clone)]
pub struct Callable {
    signature: Signature,
    implementation: Arc<Implementation>,
}

impl Callable {
    /// A callable.
    pub fn new<F, R>(signature: Signature, implementation: F) -> Callable
    where
        F: Fn(&[&Value], &Call<'_>) -> Result<R> + Send + Sync + 'static,
        R: Into<Output>,
    {
        Callable {
            signature,
            implementation: Arc::new(move |arguments: &[&Value], call: &Call<'_>| {
                implementation(arguments, call).map(Into::into)
            }),
        }
    }

    /// What it takes and gives.
    #[must_use]
    #[inline]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The same callable under another signature.
    #[must_use]
    #[inline]
    pub fn with_signature(&self, signature: Signature) -> Callable {
        Callable {
            signature,
            implementation: self.implementation.clone(),
        }
    }

    /// What the implementation says of these arguments, which fit the signature. A panic of
    /// it goes on; [`guard`] ends it.
    ///
    /// # Errors
    /// Whatever the implementation reports.
    #[inline]
    pub fn run(&self, arguments: &[&Value], call: &Call<'_>) -> Result<Output> {
        (self.implementation)(arguments, call)
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callable")
            .field("signature", &self.signature)
            .finish_non_exhaustive()
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

/// Runs what calls a callback; a panic becomes an error. The callbacks are `Fn`, so what a
/// panic leaves half done is theirs, behind locks or cells of their own.
///
/// # Errors
/// [`Code::Misbehaved`] for a panic; else what the callback reports.
#[inline]
pub fn guard<T>(callback: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(callback)).unwrap_or_else(|payload| Err(panicked(&*payload)))
}

#[cold]
fn panicked(payload: &(dyn Any + Send)) -> Error {
    let reason = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = match reason {
        Some(reason) => format!("the function panicked: {reason}"),
        None => "the function panicked".to_owned(),
    };
    Error::new(Code::Misbehaved, message)
}
