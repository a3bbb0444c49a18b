//! Signatures of callables.
//!
//! A [`Signature`] contains a function type, which defines the parameters, their number, the block
//! and the result, and properties that are not part of the type: descriptions, the arguments that
//! each parameter allows, and the refinement of every result. HCL's functions have a signature, and
//! PCL resolves calls with one. If the signature differs from call to call, the language has a rule
//! that creates it. Puppet's messages need only a name for the block in addition to the type, so
//! Puppet uses a view of the type (`puppet/rules/explain/call.rs`).

use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, FuncParams, FuncType, Str, Type};
use crate::values::Refinement;
use std::ops::BitOr;

/// The special values that a parameter passes to a callable, in addition to known, unmarked values
/// of its type. The protocol of the language handles the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Allow(u8);

impl Allow {
    /// None: the protocol handles all special values.
    pub const NONE: Allow = Allow(0);
    /// Nulls. If not set, a null is an error.
    pub const NULL: Allow = Allow(1);
    /// Unknown values are passed to the implementation. If not set, the result is unknown and the
    /// implementation is not called. Unknowns inside a known value are always passed.
    pub const UNKNOWN: Allow = Allow(2);
    /// Values whose type is not known yet. If not set, the result is an unknown of the type `any`,
    /// and neither the rule for the return type nor the implementation is called. Alone it passes
    /// them to the rule only; together with [`Allow::UNKNOWN`] also to the implementation.
    pub const DYNAMIC: Allow = Allow(4);
    /// Marks. If not set, the function receives the value without marks at any depth, and the
    /// result carries them. A function that receives marked values marks its result itself.
    pub const MARKED: Allow = Allow(8);
    /// All of them.
    pub const ALL: Allow = Allow(15);

    /// The set as bits: 1 null, 2 unknown, 4 dynamic, 8 marked.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Converts bits to a set; `None` if an undefined bit is set.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Allow> {
        if bits & !Allow::ALL.0 == 0 {
            Some(Allow(bits))
        } else {
            None
        }
    }

    /// The union of both sets.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Allow) -> Allow {
        Allow(self.0 | other.0)
    }

    /// Whether `other` is a subset.
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

/// A parameter of a signature that is being created.
///
/// ```
/// use polycty_core::calls::{Allow, Parameter, Signature};
/// use polycty_core::types::Type;
/// let fallback = Parameter::new("fallback", Type::any().clone())
///     .describe("What to take instead.")
///     .allow(Allow::NULL | Allow::UNKNOWN);
/// let signature = Signature::new().parameter(fallback);
/// let first = signature.parameter_at(0).unwrap();
/// assert_eq!(first.name, "fallback");
/// assert!(first.allows.contains(Allow::NULL));
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    param: FuncParam,
    info: ParameterInfo,
}

/// The properties of a parameter in addition to its name and its type.
#[derive(Clone, Debug, Default)]
struct ParameterInfo {
    description: Str,
    allows: Allow,
}

impl Parameter {
    /// Creates a parameter with a type.
    pub fn new(name: impl Into<Str>, ty: Type) -> Parameter {
        Parameter {
            param: FuncParam {
                name: Some(name.into()),
                ty,
            },
            info: ParameterInfo::default(),
        }
    }

    /// Sets the description, a text of the host.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Str>) -> Parameter {
        self.info.description = description.into();
        self
    }

    /// Adds special values that are passed to the callable.
    #[must_use]
    pub fn allow(mut self, allow: Allow) -> Parameter {
        self.info.allows = self.info.allows.union(allow);
        self
    }
}

/// A borrowed parameter of a signature.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRef<'a> {
    /// The name, for documentation and messages; empty if it has none.
    pub name: &'a str,
    /// The type of its arguments.
    pub ty: &'a Type,
    /// The description, a text of the host; empty if it has none.
    pub description: &'a str,
    /// The special values that are passed to the callable.
    pub allows: Allow,
}

/// The type, the documentation and further properties of a callable.
#[derive(Clone, Debug)]
pub struct Signature {
    func: FuncType,
    description: Str,
    /// The properties of the parameters, in the order of [`FuncParams::all`]. Parameters past the
    /// end have the default.
    infos: Vec<ParameterInfo>,
    promise: Refinement,
}

impl Default for Signature {
    fn default() -> Signature {
        Signature::new()
    }
}

impl From<FuncType> for Signature {
    /// Creates a signature with only a type.
    fn from(func: FuncType) -> Signature {
        Signature {
            func,
            description: Str::default(),
            infos: Vec::new(),
            promise: Refinement::NONE,
        }
    }
}

impl Signature {
    /// Creates a signature without parameters and without a result type.
    #[must_use]
    pub fn new() -> Signature {
        Signature::from(FuncType {
            params: Some(FuncParams::default()),
            ..FuncType::default()
        })
    }

    /// Sets the description, a text of the host.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Str>) -> Signature {
        self.description = description.into();
        self
    }

    /// Adds a positional parameter.
    #[must_use]
    pub fn parameter(mut self, parameter: Parameter) -> Signature {
        let params = self.func.params.get_or_insert_default();
        let at = params.positional.len();
        let mut positional = std::mem::take(&mut params.positional).into_vec();
        positional.push(parameter.param);
        params.positional = positional.into_boxed_slice();
        // The properties of a variadic parameter stay after those of the positional parameters.
        self.infos
            .resize(self.infos.len().max(at), ParameterInfo::default());
        self.infos.insert(at, parameter.info);
        self
    }

    /// Sets the parameter for any number of further arguments.
    #[must_use]
    pub fn variadic(mut self, parameter: Parameter) -> Signature {
        let params = self.func.params.get_or_insert_default();
        params.variadic = Some(parameter.param);
        self.infos
            .resize(params.positional.len(), ParameterInfo::default());
        self.infos.push(parameter.info);
        self
    }

    /// Sets the type of every result.
    #[must_use]
    pub fn returns(mut self, ty: Type) -> Signature {
        self.func.result = Some(ty);
        self
    }

    /// Sets a refinement of every result, so that it also applies to unknown results. A known
    /// result that does not satisfy it is an error.
    #[must_use]
    pub fn refine_result(mut self, refinement: Refinement) -> Signature {
        self.promise = refinement;
        self
    }

    /// The type of the callable: the parameters, the block, and the result type if it is the same
    /// for all arguments.
    #[must_use]
    #[inline]
    pub fn func(&self) -> &FuncType {
        &self.func
    }

    /// The description; empty if there is none.
    #[must_use]
    #[inline]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The number of positional parameters.
    #[must_use]
    #[inline]
    pub fn positional_count(&self) -> usize {
        self.func
            .params
            .as_ref()
            .map_or(0, |params| params.positional.len())
    }

    /// A positional parameter.
    #[must_use]
    #[inline]
    pub fn positional(&self, index: usize) -> Option<ParameterRef<'_>> {
        let param = self.func.params.as_ref()?.positional.get(index)?;
        Some(self.with_info(param, index))
    }

    /// The parameter of all further arguments, if the callable takes any.
    #[must_use]
    #[inline]
    pub fn variadic_parameter(&self) -> Option<ParameterRef<'_>> {
        let params = self.func.params.as_ref()?;
        let variadic = params.variadic.as_ref()?;
        Some(self.with_info(variadic, params.positional.len()))
    }

    /// The parameter of the argument at an index.
    #[must_use]
    #[inline]
    pub fn parameter_at(&self, index: usize) -> Option<ParameterRef<'_>> {
        self.positional(index).or_else(|| self.variadic_parameter())
    }

    /// The positional parameters, in order.
    #[inline]
    pub fn positional_parameters(&self) -> impl Iterator<Item = ParameterRef<'_>> {
        self.parameters().take(self.positional_count())
    }

    /// The positional parameters in order, then the variadic one.
    #[inline]
    pub fn parameters(&self) -> impl Iterator<Item = ParameterRef<'_>> {
        let params = self.func.params.iter().flat_map(FuncParams::all);
        params
            .enumerate()
            .map(|(index, param)| self.with_info(param, index))
    }

    /// The refinement of every result.
    #[must_use]
    #[inline]
    pub fn result_refinement(&self) -> &Refinement {
        &self.promise
    }

    /// Whether a call may have this number of arguments.
    #[must_use]
    #[inline]
    pub fn takes(&self, arguments: usize) -> bool {
        let params = self.func.params.as_ref();
        params.is_none_or(|params| params.arity().contains(arguments as u64))
    }

    /// Returns the signature with new descriptions: one for each parameter in order. The
    /// description of the variadic parameter may be omitted, and is then kept.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the number of descriptions is wrong.
    pub fn redescribed(&self, description: &str, parameters: &[&str]) -> Result<Signature> {
        let positional = self.positional_count();
        let all = self.parameters().count();
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
        signature.infos.resize(all, ParameterInfo::default());
        for (info, &description) in signature.infos.iter_mut().zip(parameters) {
            info.description = description.into();
        }
        Ok(signature)
    }

    fn with_info<'a>(&'a self, param: &'a FuncParam, index: usize) -> ParameterRef<'a> {
        let info = self.infos.get(index);
        ParameterRef {
            name: param.name.as_deref().unwrap_or_default(),
            ty: &param.ty,
            description: info.map_or("", |info| &info.description),
            allows: info.map_or(Allow::NONE, |info| info.allows),
        }
    }
}
