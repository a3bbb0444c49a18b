//! What does a function take?

use super::shape::Shapes;
use crate::source::{Code, Error, Result};
use crate::types::{Str, Type};
use crate::values::{Detail, Refinement, Value};
use std::ops::BitOr;

/// What a parameter lets through to the function besides known, unmarked values
/// of its type. What it does not let through the protocol deals with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Allow(u8);

impl Allow {
    /// Nothing: the protocol deals with all of them.
    pub const NONE: Allow = Allow(0);
    /// Nulls. Otherwise a null is an error.
    pub const NULL: Allow = Allow(1);
    /// Unknown values, to the implementation. Otherwise the result is unknown,
    /// and the implementation is not called. Unknowns inside of a known value
    /// always get through.
    pub const UNKNOWN: Allow = Allow(2);
    /// Values whose type is not known yet. Otherwise the result is an unknown
    /// of the type `any`, and neither the rule for the return type nor the
    /// implementation is called. Alone it lets them through to the rule only; to
    /// the implementation together with [`Allow::UNKNOWN`].
    pub const DYNAMIC: Allow = Allow(4);
    /// Marks. Otherwise the function sees the value without the marks at any
    /// depth, and the result carries them. A function that is given marked values
    /// itself marks its result.
    pub const MARKED: Allow = Allow(8);
    /// All of them.
    pub const ALL: Allow = Allow(15);

    /// The set as bits: 1 null, 2 unknown, 4 dynamic, 8 marked.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set that these bits stand for; `None` where a bit stands for nothing.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Allow> {
        if bits & !Allow::ALL.0 == 0 {
            Some(Allow(bits))
        } else {
            None
        }
    }

    /// What either lets through.
    #[must_use]
    pub const fn union(self, other: Allow) -> Allow {
        Allow(self.0 | other.0)
    }

    /// Whether all that `other` lets through gets through.
    #[must_use]
    #[inline]
    pub const fn contains(self, other: Allow) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Allow {
    type Output = Allow;

    fn bitor(self, other: Allow) -> Allow {
        self.union(other)
    }
}

/// A parameter of a function.
///
/// ```
/// use polycty_core::calls::{Allow, Parameter};
/// use polycty_core::types::Type;
/// let fallback = Parameter::new("fallback", Type::any().clone())
///     .describe("What to take instead.")
///     .allow(Allow::NULL | Allow::UNKNOWN);
/// assert!(fallback.allows().contains(Allow::NULL));
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    name: Str,
    description: Str,
    ty: Type,
    allows: Allow,
    /// The arguments that need no further look.
    plain: Shapes,
}

impl Parameter {
    /// A parameter whose arguments must conform to a type; `any` in it stands for
    /// whichever type.
    pub fn new(name: impl Into<Str>, ty: Type) -> Parameter {
        Parameter {
            name: name.into(),
            description: Str::default(),
            plain: Shapes::conforming_to(&ty),
            ty,
            allows: Allow::NONE,
        }
    }

    /// Says in the host's words what it is for.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Str>) -> Parameter {
        self.description = description.into();
        self
    }

    /// Lets more through to the function.
    #[must_use]
    pub fn allow(mut self, allow: Allow) -> Parameter {
        self.allows = self.allows.union(allow);
        self
    }

    /// The name, for documentation and messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description; empty where there is none.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The type that arguments must conform to.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// What gets through to the function.
    #[must_use]
    pub fn allows(&self) -> Allow {
        self.allows
    }

    /// Whether the protocol has nothing to do for an argument; it may be so and
    /// remain unnoticed.
    #[inline(always)]
    pub(super) fn takes_at_a_glance(&self, argument: &Value) -> bool {
        let shape = Shapes::of(argument);
        self.plain.includes(shape) || shape == Shapes::OTHER && self.is_type_of(argument)
    }

    #[inline(never)]
    fn is_type_of(&self, argument: &Value) -> bool {
        *argument.ty() == self.ty
    }
}

/// What a function takes, and what is known of its result besides the type.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    description: Str,
    positional: Vec<Parameter>,
    variadic: Option<Parameter>,
    result: Refinement,
}

impl Signature {
    /// A function without parameters.
    #[must_use]
    pub fn new() -> Signature {
        Signature::default()
    }

    /// Says in the host's words what the function does.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Str>) -> Signature {
        self.description = description.into();
        self
    }

    /// Adds a positional parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Signature {
        self.positional.push(parameter);
        self
    }

    /// Takes any number of further arguments.
    #[must_use]
    pub fn variadic(mut self, parameter: Parameter) -> Signature {
        self.variadic = Some(parameter);
        self
    }

    /// Promises something of every result, so that it is known of unknown ones.
    /// A known result that breaks the promise is an error.
    #[must_use]
    pub fn refine_result(mut self, refinement: Refinement) -> Signature {
        self.result = refinement;
        self
    }

    /// The description; empty where there is none.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The positional parameters.
    #[must_use]
    #[inline]
    pub fn positional(&self) -> &[Parameter] {
        &self.positional
    }

    /// The parameter of all further arguments, if the function takes any.
    #[must_use]
    pub fn variadic_parameter(&self) -> Option<&Parameter> {
        self.variadic.as_ref()
    }

    /// What is known of every result.
    #[must_use]
    #[inline]
    pub fn result_refinement(&self) -> &Refinement {
        &self.result
    }

    /// The parameter of the argument at an index.
    #[must_use]
    #[inline]
    pub fn parameter_at(&self, index: usize) -> Option<&Parameter> {
        self.positional.get(index).or(self.variadic.as_ref())
    }

    /// Whether a call with so many arguments is one.
    #[inline]
    pub(super) fn takes(&self, arguments: usize) -> bool {
        let positional = self.positional.len();
        arguments == positional || arguments > positional && self.variadic.is_some()
    }

    /// Whether a result can break the promise only by being null.
    #[inline]
    pub(super) fn promises_no_detail(&self) -> bool {
        matches!(self.result.detail, Detail::Nothing)
    }

    /// Each argument of a call with its parameter.
    pub(super) fn pairs<'a>(
        &'a self,
        arguments: &'a [&'a Value],
    ) -> impl Iterator<Item = (&'a Parameter, &'a Value)> {
        self.positional
            .iter()
            .chain(self.variadic.iter().cycle())
            .zip(arguments.iter().copied())
    }

    /// The signature with other descriptions.
    pub(super) fn redescribed(&self, description: &str, parameters: &[&str]) -> Result<Signature> {
        let positional = self.positional.len();
        let all = positional + usize::from(self.variadic.is_some());
        if parameters.len() != positional && parameters.len() != all {
            let wanted = if positional == all {
                all.to_string()
            } else {
                format!("{positional} or {all}")
            };
            return Err(Error::new(
                Code::InvalidArgument,
                format!(
                    "wrong number of parameter descriptions ({wanted} required; {} given)",
                    parameters.len()
                ),
            ));
        }
        let mut signature = self.clone().describe(description);
        for (parameter, &description) in signature
            .positional
            .iter_mut()
            .chain(&mut signature.variadic)
            .zip(parameters)
        {
            parameter.description = description.into();
        }
        Ok(signature)
    }
}
