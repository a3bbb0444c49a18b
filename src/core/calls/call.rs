//! What happens when a function is called?
//!
//! The protocol, in this order:
//!
//! 1. The number of arguments is checked.
//! 2. Marks are taken off each argument whose parameter does not let them
//!    through. The result gets them back, also an unknown result.
//! 3. From left to right: a null that its parameter does not let through is an
//!    error. At a value of the type `any` that its parameter does not let through
//!    the call ends with an unknown of the type `any`; any other argument must
//!    conform to the type of its parameter.
//! 4. The return type is found.
//! 5. With an unknown argument that its parameter does not let through, the
//!    result is an unknown of the return type.
//! 6. Otherwise the implementation is called, and its result must conform to the
//!    return type.
//! 7. The result is refined by what is known of every result.
//!
//! Plain arguments, known at a glance to need none of this, go straight to the
//! steps 4 and 6.

use super::{Allow, Function, Inner, Output, Parameter, Returns, Shapes, outcome};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::{MarkSet, Value};
use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Function {
    /// Calls the function.
    ///
    /// # Errors
    /// - [`Code::InvalidArgument`] for a wrong number of arguments
    /// - [`Code::Null`] and [`Code::Type`] with the argument's index, for an
    ///   argument that its parameter does not take
    /// - [`Code::Misbehaved`] when the function panics, or its result does not
    ///   keep what it promises
    /// - whatever the function itself reports
    #[inline]
    pub fn call(&self, arguments: &[&Value]) -> Result<Value> {
        self.call_for_output(arguments).map(Output::into_value)
    }

    /// Calls the function and gives its result the way the implementation made
    /// it: what it boxed stays in its box.
    ///
    /// # Errors
    /// As [`Function::call`].
    #[inline]
    pub fn call_for_output(&self, arguments: &[&Value]) -> Result<Output> {
        let function = &*self.0;
        if !function.is_plain(arguments) {
            return function.call_with_care(arguments);
        }
        match &function.returns.0 {
            Returns::Fixed(ty) => function.run_plain(arguments, ty, function.conforming),
            Returns::Found(_) => {
                let ty = function.find_return_type(arguments)?;
                function.run_plain(arguments, &ty, Shapes::conforming_to(&ty))
            }
        }
    }

    /// The type of the result for arguments of these types.
    ///
    /// # Errors
    /// As [`Function::return_type_for_values`].
    pub fn return_type(&self, types: &[Type]) -> Result<Type> {
        let unknowns: Vec<Value> = types.iter().cloned().map(Value::unknown).collect();
        self.return_type_for_values(&unknowns.iter().collect::<Vec<_>>())
    }

    /// The type of the result for these arguments, of which any may be unknown;
    /// the more is known, the more the type can say.
    ///
    /// # Errors
    /// As [`Function::call`], as far as the arguments and the rule for the return
    /// type are concerned.
    pub fn return_type_for_values(&self, arguments: &[&Value]) -> Result<Type> {
        let function = &*self.0;
        if function.is_plain(arguments) {
            return function.find_return_type(arguments);
        }
        function.check_number(arguments.len())?;
        let bare = function.unmark(arguments);
        let arguments = bare.arguments();
        match function.check(&arguments)? {
            Checked::Typed => function.find_return_type(&arguments),
            Checked::Untyped => Ok(Type::any().clone()),
        }
    }
}

/// What the arguments are, once they fit their parameters.
enum Checked {
    /// Every type is known or let through.
    Typed,
    /// A type is not known and not let through.
    Untyped,
}

/// The arguments as the callbacks see them.
struct Bare<'a> {
    given: &'a [&'a Value],
    /// Those that lost marks, by their positions.
    replaced: Vec<(usize, Value)>,
    /// The marks that they lost.
    marks: MarkSet,
}

impl Bare<'_> {
    fn arguments(&self) -> Cow<'_, [&Value]> {
        let mut arguments = Cow::Borrowed(self.given);
        for (at, value) in &self.replaced {
            arguments.to_mut()[*at] = value;
        }
        arguments
    }
}

impl Inner {
    /// Whether the arguments need no more of the protocol than the callbacks; a
    /// wrong number of them is not plain.
    #[inline]
    fn is_plain(&self, arguments: &[&Value]) -> bool {
        let positional = self.signature.positional();
        let Some((fixed, rest)) = arguments.split_at_checked(positional.len()) else {
            return false;
        };
        let plain = positional
            .iter()
            .zip(fixed)
            .all(|(parameter, argument)| parameter.takes_at_a_glance(argument));
        plain
            && (rest.is_empty()
                || self
                    .signature
                    .variadic_parameter()
                    .is_some_and(|variadic| rest.iter().all(|a| variadic.takes_at_a_glance(a))))
    }

    #[inline(never)]
    pub(super) fn call_with_care(&self, arguments: &[&Value]) -> Result<Output> {
        self.check_number(arguments.len())?;
        let bare = self.unmark(arguments);
        let arguments = bare.arguments();
        if let Checked::Untyped = self.check(&arguments)? {
            return Ok(Value::dynamic().with_marks(&bare.marks).into());
        }
        let ty = self.find_return_type(&arguments)?;
        let unknown = self
            .signature
            .pairs(&arguments)
            .any(|(parameter, argument)| {
                !argument.is_known() && !allows(parameter, Allow::UNKNOWN)
            });
        let result = if unknown {
            Value::unknown(ty)
        } else {
            let result = guard(|| (self.implementation)(&arguments, &ty))?.into_value();
            outcome::check_conformance(&result, &ty)?;
            result
        };
        let result = outcome::refine(result, self.signature.result_refinement())?;
        Ok(Output::Value(if bare.marks.is_empty() {
            result
        } else {
            result.with_marks(&bare.marks)
        }))
    }

    fn check_number(&self, given: usize) -> Result<()> {
        if self.signature.takes(given) {
            return Ok(());
        }
        let required = self.signature.positional().len();
        let at_least = match self.signature.variadic_parameter() {
            Some(_) => "at least ",
            None => "",
        };
        Err(Error::new(
            Code::InvalidArgument,
            format!("wrong number of arguments ({at_least}{required} required; {given} given)"),
        ))
    }

    /// Takes the marks off the arguments whose parameters do not let them through.
    fn unmark<'a>(&self, given: &'a [&'a Value]) -> Bare<'a> {
        let mut replaced = Vec::new();
        let mut marks = Vec::new();
        for (at, (parameter, argument)) in self.signature.pairs(given).enumerate() {
            if argument.contains_marked() && !allows(parameter, Allow::MARKED) {
                let value = argument.strip(&mut marks);
                replaced.push((at, value));
            }
        }
        Bare {
            given,
            replaced,
            marks: MarkSet::union_of(marks),
        }
    }

    fn check(&self, arguments: &[&Value]) -> Result<Checked> {
        for (at, (parameter, argument)) in self.signature.pairs(arguments).enumerate() {
            if argument.is_null() && !allows(parameter, Allow::NULL) {
                return Err(Error::new(Code::Null, "argument must not be null")
                    .with_argument(at)
                    .with_wanted(parameter.ty()));
            }
            if argument.ty().is_any() {
                if !allows(parameter, Allow::DYNAMIC) {
                    return Ok(Checked::Untyped);
                }
            } else if let Some(error) = outcome::nonconformity(argument, parameter.ty()) {
                // cty counts a variadic argument that does not conform from the
                // first variadic one, and a null one from the first of all.
                let positional = self.signature.positional().len();
                let counted = at.checked_sub(positional).unwrap_or(at);
                return Err(error.with_argument(counted));
            }
        }
        Ok(Checked::Typed)
    }

    fn find_return_type(&self, arguments: &[&Value]) -> Result<Type> {
        match &self.returns.0 {
            Returns::Fixed(ty) => Ok(ty.clone()),
            Returns::Found(rule) => guard(|| rule(arguments)),
        }
    }

    /// Calls the implementation with plain arguments.
    #[inline]
    fn run_plain(&self, arguments: &[&Value], ty: &Type, conforming: Shapes) -> Result<Output> {
        // All within one guard: moving the result out of it is what costs.
        guard(|| {
            let result = (self.implementation)(arguments, ty);
            if let Ok(output) = &result
                && conforming.includes(Shapes::of(output.value()))
                && self.signature.promises_no_detail()
            {
                return result;
            }
            let result = result?;
            outcome::check_conformance(result.value(), ty)?;
            let promise = self.signature.result_refinement();
            if promise.is_none() {
                return Ok(result);
            }
            outcome::refine(result.into_value(), promise).map(Output::Value)
        })
    }
}

fn allows(parameter: &Parameter, what: Allow) -> bool {
    parameter.allows().contains(what)
}

/// Runs a callback; a panic becomes an error. The callbacks are `Fn`, so what a
/// panic leaves half done is theirs, behind locks or cells of their own.
#[inline]
fn guard<T>(callback: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(callback)).unwrap_or_else(|payload| Err(panicked(&*payload)))
}

#[cold]
fn panicked(payload: &(dyn Any + Send)) -> Error {
    let said = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = match said {
        Some(said) => format!("the function panicked: {said}"),
        None => "the function panicked".to_owned(),
    };
    Error::new(Code::Misbehaved, message)
}
