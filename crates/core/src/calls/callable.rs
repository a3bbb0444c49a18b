//! Callables.
//!
//! A [`Callable`] is a [`Signature`] and an implementation. The steps between a call in a program
//! and the implementation (conversions, unknowns, nulls, marks) and the handling of the result are
//! the protocol of the calling language and are defined there.

use super::{Budget, Signature};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::Value;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Properties of a call that an implementation receives in addition to the arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The required type of the result, as far as it is known before the call.
    pub returns: &'a Type,
    /// The budget of the calling operation. An implementation that evaluates or calls passes it on,
    /// and one that runs long charges it.
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
    /// Creates a callable.
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

    /// The signature.
    #[must_use]
    #[inline]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Returns the callable with a different signature.
    #[must_use]
    #[inline]
    pub fn with_signature(&self, signature: Signature) -> Callable {
        Callable {
            signature,
            implementation: self.implementation.clone(),
        }
    }

    /// Calls the implementation with arguments that fit the signature. Panics are propagated;
    /// [`guard`] catches them.
    ///
    /// # Errors
    /// The errors of the implementation.
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

/// The result of an implementation: a value, or a value that is already boxed. A box is passed
/// through to callers that need a box.
#[derive(Clone, Debug)]
pub enum Output {
    /// A value.
    Value(Value),
    /// A boxed value.
    Boxed(Box<Value>),
}

impl Output {
    /// The value, borrowed.
    #[must_use]
    #[inline]
    pub fn value(&self) -> &Value {
        match self {
            Output::Value(value) => value,
            Output::Boxed(value) => value,
        }
    }

    /// Returns the value without the box.
    #[must_use]
    #[inline]
    pub fn into_value(self) -> Value {
        match self {
            Output::Value(value) => value,
            Output::Boxed(value) => *value,
        }
    }

    /// Returns the boxed value; an existing box is kept.
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

/// Runs a function that calls a callback, and converts a panic to an error. The callbacks are `Fn`,
/// so state that a panic leaves inconsistent is their own, in locks or cells.
///
/// # Errors
/// [`Code::Misbehaved`] for a panic, otherwise the error of the callback.
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
