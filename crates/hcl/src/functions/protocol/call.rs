//! Function calls by cty's call protocol.
//!
//! The protocol has these steps, after the cost class of the function is charged:
//!
//! 1. The number of arguments is checked.
//! 2. Marks are removed from each argument whose parameter does not allow them. They are added to
//!    the result, even if it is unknown.
//! 3. The arguments are checked from left to right. A null that its parameter does not allow is an
//!    error. At a value of type `any` that its parameter does not allow, the call ends with an
//!    unknown value of type `any`. All other arguments must conform to the type of their parameter.
//! 4. The return type is determined.
//! 5. If an argument is unknown and its parameter does not allow this, the result is an unknown
//!    value of the return type.
//! 6. Otherwise the implementation is called, and its result must conform to the return type.
//! 7. The result is refined by the refinements that all results have.
//!
//! If some arguments are marked, errors of the return-type rule and of the implementation are
//! reported without text that quotes these arguments.
//!
//! If a summary check shows that all arguments are plain and need none of this, only steps 4 and 6
//! are executed.

use super::{Function, Inner, Returns, TypeSummaries, outcome};
use polycty_core::calls::{Allow, Budget, Call, Output, ParameterRef, guard};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{Detail, MarkSet, Value, ValueSummary};
use std::borrow::Cow;

/// The number of bytes of a message that are written in one step.
const MESSAGE_BYTES: usize = 2;

/// The size of a mark in a set of marks that is created for a result.
const MARK: u64 = 32;

/// Charges the message of an error, which may quote arguments.
#[cold]
#[inline(never)]
fn charge_message(error: Error, budget: &Budget) -> Error {
    let steps = error.message().len() / MESSAGE_BYTES;
    match budget.charge(steps as u64) {
        Err(spent) if !error.code().is_refusal() => Error::from(spent),
        _ => error,
    }
}

impl Function {
    /// Calls the function outside of any operation.
    ///
    /// # Errors
    /// - [`Code::InvalidArgument`] if the number of arguments is wrong
    /// - [`Code::Null`] or [`Code::Type`], with the index of the argument, if its parameter does
    ///   not accept it
    /// - [`Code::Misbehaved`] if the function panics or its result violates its signature
    /// - the errors of the function itself
    #[inline]
    pub fn call(&self, arguments: &[&Value]) -> Result<Value> {
        self.call_within(arguments, &Budget::new())
            .map(Output::into_value)
    }

    /// Calls the function within an operation, with its budget, and returns the result as the
    /// implementation created it: a boxed result stays in its box.
    ///
    /// # Errors
    /// The errors of [`Function::call`].
    #[inline]
    pub fn call_within(&self, arguments: &[&Value], budget: &Budget) -> Result<Output> {
        self.0.cost.charge(arguments, budget)?;
        match self.call_charged(arguments, budget) {
            Err(error) => Err(charge_message(error, budget)),
            result => result,
        }
    }

    /// Calls the function, whose cost class has been charged.
    #[inline]
    fn call_charged(&self, arguments: &[&Value], budget: &Budget) -> Result<Output> {
        let function = &*self.0;
        if !function.is_plain(arguments) {
            return function.call_with_care(arguments, budget);
        }
        match &function.returns {
            Returns::Fixed(returns, conforming) => {
                function.run_plain(arguments, &Call { returns, budget }, *conforming)
            }
            Returns::Found(_) => {
                let returns = &function.find_return_type(arguments, budget)?;
                let conforming = TypeSummaries::conforming_to(returns);
                function.run_plain(arguments, &Call { returns, budget }, conforming)
            }
        }
    }

    /// Returns the type of the result for arguments of these types.
    ///
    /// # Errors
    /// The errors of [`Function::return_type_for_values`].
    #[inline]
    pub fn return_type(&self, types: &[Type]) -> Result<Type> {
        let unknowns: Vec<Value> = types.iter().cloned().map(Value::unknown).collect();
        self.return_type_for_values(&unknowns.iter().collect::<Vec<_>>())
    }

    /// Returns the type of the result for these arguments. Any of them may be unknown; known
    /// arguments make the type more specific.
    ///
    /// # Errors
    /// The errors of [`Function::call`] about the arguments and the return-type rule.
    #[inline]
    pub fn return_type_for_values(&self, arguments: &[&Value]) -> Result<Type> {
        self.return_type_within(arguments, &Budget::new())
    }

    /// Returns the type of the result as [`Function::return_type_for_values`] does, within an
    /// operation: a rule that evaluates expressions uses its budget.
    ///
    /// # Errors
    /// The errors of [`Function::return_type_for_values`].
    pub fn return_type_within(&self, given: &[&Value], budget: &Budget) -> Result<Type> {
        let function = &*self.0;
        if function.is_plain(given) {
            return function.find_return_type(given, budget);
        }
        function.check_number(given.len())?;
        let bare = function.unmark(given, budget)?;
        let arguments = bare.arguments();
        match function.check(&arguments)? {
            Checked::Typed => (function.find_return_type(&arguments, budget))
                .map_err(|error| outcome::discreet(error, given, budget)),
            Checked::Untyped => Ok(Type::any().clone()),
        }
    }
}

/// The result of checking the arguments.
enum Checked {
    /// Every type is known or allowed.
    Typed,
    /// A type is unknown and not allowed.
    Untyped,
}

/// The arguments as the callbacks receive them.
struct Bare<'a> {
    given: &'a [&'a Value],
    /// The arguments whose marks were removed, with their positions.
    replaced: Vec<(usize, Value)>,
    /// The removed marks.
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
    /// Whether the arguments need only the callbacks of the protocol. A wrong number of arguments
    /// is not plain.
    #[inline]
    fn is_plain(&self, arguments: &[&Value]) -> bool {
        let Some((fixed, rest)) = arguments.split_at_checked(self.positional.len()) else {
            return false;
        };
        let mut fixed = self.positional.iter().zip(fixed).enumerate();
        fixed.all(|(at, (plain, argument))| self.accepts_by_summary(*plain, at, argument))
            && (rest.is_empty()
                || self.variadic.is_some_and(|plain| {
                    let at = self.positional.len();
                    rest.iter().all(|a| self.accepts_by_summary(plain, at, a))
                }))
    }

    /// Whether a summary check shows that the protocol has nothing to do for an argument of the
    /// parameter at an index. `false` is possible for such arguments, too.
    #[inline(always)]
    fn accepts_by_summary(&self, plain: TypeSummaries, index: usize, argument: &Value) -> bool {
        plain.include(argument)
            || argument.summary() == ValueSummary::Other && self.is_type_of(index, argument)
    }

    #[inline(never)]
    fn is_type_of(&self, index: usize, argument: &Value) -> bool {
        let parameter = self.callable.signature().parameter_at(index);
        parameter.is_some_and(|parameter| argument.ty() == parameter.ty)
    }

    /// The arguments of a call with their parameters.
    fn pairs<'a>(
        &'a self,
        arguments: &'a [&'a Value],
    ) -> impl Iterator<Item = (ParameterRef<'a>, &'a Value)> {
        let parameters = (0..).map_while(|at| self.callable.signature().parameter_at(at));
        parameters.zip(arguments.iter().copied())
    }

    #[inline(never)]
    pub(super) fn call_with_care(&self, given: &[&Value], budget: &Budget) -> Result<Output> {
        self.check_number(given.len())?;
        let bare = self.unmark(given, budget)?;
        let arguments = bare.arguments();
        if let Checked::Untyped = self.check(&arguments)? {
            return Ok(Value::dynamic().with_marks(&bare.marks).into());
        }
        let discreet = |error| outcome::discreet(error, given, budget);
        let ty = self
            .find_return_type(&arguments, budget)
            .map_err(discreet)?;
        let unknown = self.pairs(&arguments).any(|(parameter, argument)| {
            !argument.is_known() && !parameter.allows.contains(Allow::UNKNOWN)
        });
        let result = if unknown {
            Value::unknown(ty)
        } else {
            let call = Call {
                returns: &ty,
                budget,
            };
            let result = guard(|| self.callable.run(&arguments, &call));
            let result = result.map_err(discreet)?.into_value();
            outcome::check_conformance(&result, &ty)?;
            result
        };
        let result = outcome::refine(result, self.callable.signature().result_refinement())?;
        Ok(Output::Value(if bare.marks.is_empty() {
            result
        } else {
            result.with_marks(&bare.marks)
        }))
    }

    fn check_number(&self, given: usize) -> Result<()> {
        let signature = self.callable.signature();
        if signature.takes(given) {
            return Ok(());
        }
        let required = signature.positional_count();
        let at_least = match signature.variadic_parameter() {
            Some(_) => "at least ",
            None => "",
        };
        Err(Error::new(
            Code::InvalidArgument,
            format!("wrong number of arguments ({at_least}{required} required; {given} given)"),
        ))
    }

    /// Removes the marks of the arguments whose parameters do not allow them. The copies without
    /// marks are charged by their sizes, and the marks as part of the result.
    fn unmark<'a>(&self, given: &'a [&'a Value], budget: &Budget) -> Result<Bare<'a>> {
        let mut replaced = Vec::new();
        let mut marks = Vec::new();
        for (at, (parameter, argument)) in self.pairs(given).enumerate() {
            if argument.contains_marked() && !parameter.allows.contains(Allow::MARKED) {
                budget.charge(u64::from(argument.size()))?;
                let value = argument.strip(&mut marks);
                replaced.push((at, value));
            }
        }
        let several = marks.len() > 1;
        let marks = MarkSet::union_of(marks);
        if several {
            budget.hold(MARK * marks.len() as u64)?;
        }
        Ok(Bare {
            given,
            replaced,
            marks,
        })
    }

    fn check(&self, arguments: &[&Value]) -> Result<Checked> {
        for (at, (parameter, argument)) in self.pairs(arguments).enumerate() {
            if argument.is_null() && !parameter.allows.contains(Allow::NULL) {
                return Err(Error::new(Code::Null, "argument must not be null")
                    .with_argument(at)
                    .with_expected(parameter.ty));
            }
            if argument.ty().is_any() {
                if !parameter.allows.contains(Allow::DYNAMIC) {
                    return Ok(Checked::Untyped);
                }
            } else if let Some(error) = outcome::nonconformity(argument, parameter.ty) {
                // cty counts a variadic argument that does not conform from the first variadic
                // argument, and a null one from the first of all arguments.
                let counted = at.checked_sub(self.positional.len()).unwrap_or(at);
                return Err(error.with_argument(counted));
            }
        }
        Ok(Checked::Typed)
    }

    fn find_return_type(&self, arguments: &[&Value], budget: &Budget) -> Result<Type> {
        match &self.returns {
            Returns::Fixed(ty, _) => Ok(ty.clone()),
            Returns::Found(rule) => guard(|| rule(arguments, budget)),
        }
    }

    /// Calls the implementation with plain arguments.
    #[inline]
    fn run_plain(
        &self,
        arguments: &[&Value],
        call: &Call<'_>,
        conforming: TypeSummaries,
    ) -> Result<Output> {
        // Everything is inside one guard, because moving the result out of it is expensive.
        guard(|| {
            let promise = self.callable.signature().result_refinement();
            let result = self.callable.run(arguments, call);
            if let Ok(output) = &result
                && conforming.include(output.value())
                && matches!(promise.detail, Detail::Nothing)
            {
                return result;
            }
            let result = result?;
            outcome::check_conformance(result.value(), call.returns)?;
            if promise.is_none() {
                return Ok(result);
            }
            outcome::refine(result.into_value(), promise).map(Output::Value)
        })
    }
}
