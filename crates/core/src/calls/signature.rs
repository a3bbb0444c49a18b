//! Signatures: what does a callable take and give?
//!
//! A [`Signature`] is a function type, which is the truth about the parameters, their number,
//! the block and the result; and what a callable says besides, which is no part of its type:
//! descriptions, what each parameter lets through, what is promised of every result. HCL's
//! functions have one, and PCL binds calls by one. Where a signature differs from call to
//! call, the language has a rule that makes one. Puppet's messages name a block and nothing else
//! besides the type, so theirs is a view of that (`puppet/rules/explain/call.rs`).

use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, FuncParams, FuncType, Str, Type};
use crate::values::Refinement;
use std::ops::BitOr;

/// What a parameter lets through to a callable besides known, unmarked values of its type.
/// What it does not let through the language's protocol deals with.
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
    #[inline]
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
    #[inline]
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

/// A parameter, to be put into a signature.
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
    note: Note,
}

/// What a signature says of a parameter besides its name and its type.
#[derive(Clone, Debug, Default)]
struct Note {
    description: Str,
    allows: Allow,
}

impl Parameter {
    /// A parameter whose arguments must be of a type.
    pub fn new(name: impl Into<Str>, ty: Type) -> Parameter {
        Parameter {
            param: FuncParam {
                name: Some(name.into()),
                ty,
            },
            note: Note::default(),
        }
    }

    /// Says in the host's words what it is for.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Str>) -> Parameter {
        self.note.description = description.into();
        self
    }

    /// Lets more through to the callable.
    #[must_use]
    pub fn allow(mut self, allow: Allow) -> Parameter {
        self.note.allows = self.note.allows.union(allow);
        self
    }
}

/// A parameter of a signature, lent.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRef<'a> {
    /// The name, for documentation and messages; empty where it has none.
    pub name: &'a str,
    /// The type of its arguments.
    pub ty: &'a Type,
    /// What it is for, in the host's words; empty where nothing is said.
    pub description: &'a str,
    /// What gets through to the callable.
    pub allows: Allow,
}

/// What a callable takes and gives, and what it says besides.
#[derive(Clone, Debug)]
pub struct Signature {
    func: FuncType,
    description: Str,
    /// What is said of the parameters, in the order of [`FuncParams::all`]; of those beyond
    /// the end nothing is said.
    notes: Vec<Note>,
    promise: Refinement,
}

impl Default for Signature {
    fn default() -> Signature {
        Signature::new()
    }
}

impl From<FuncType> for Signature {
    /// What the type says, and nothing besides.
    fn from(func: FuncType) -> Signature {
        Signature {
            func,
            description: Str::default(),
            notes: Vec::new(),
            promise: Refinement::NONE,
        }
    }
}

impl Signature {
    /// A signature without parameters, and without a result that is said.
    #[must_use]
    pub fn new() -> Signature {
        Signature::from(FuncType {
            params: Some(FuncParams::default()),
            ..FuncType::default()
        })
    }

    /// Says in the host's words what the callable does.
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
        // That of a variadic parameter stays behind those of the positional ones.
        self.notes.resize(self.notes.len().max(at), Note::default());
        self.notes.insert(at, parameter.note);
        self
    }

    /// Takes any number of further arguments.
    #[must_use]
    pub fn variadic(mut self, parameter: Parameter) -> Signature {
        let params = self.func.params.get_or_insert_default();
        params.variadic = Some(parameter.param);
        self.notes.resize(params.positional.len(), Note::default());
        self.notes.push(parameter.note);
        self
    }

    /// Says the type of every result.
    #[must_use]
    pub fn returns(mut self, ty: Type) -> Signature {
        self.func.result = Some(ty);
        self
    }

    /// Promises something of every result, so that it is known of unknown ones.
    /// A known result that breaks the promise is an error.
    #[must_use]
    pub fn refine_result(mut self, refinement: Refinement) -> Signature {
        self.promise = refinement;
        self
    }

    /// The type of the callable: the parameters, the block, and the result where it is the
    /// same for all arguments.
    #[must_use]
    #[inline]
    pub fn func(&self) -> &FuncType {
        &self.func
    }

    /// The description; empty where there is none.
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
        Some(self.noted(param, index))
    }

    /// The parameter of all further arguments, if the callable takes any.
    #[must_use]
    #[inline]
    pub fn variadic_parameter(&self) -> Option<ParameterRef<'_>> {
        let params = self.func.params.as_ref()?;
        let variadic = params.variadic.as_ref()?;
        Some(self.noted(variadic, params.positional.len()))
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
            .map(|(index, param)| self.noted(param, index))
    }

    /// What is known of every result.
    #[must_use]
    #[inline]
    pub fn result_refinement(&self) -> &Refinement {
        &self.promise
    }

    /// Whether a call with so many arguments is one.
    #[must_use]
    #[inline]
    pub fn takes(&self, arguments: usize) -> bool {
        let params = self.func.params.as_ref();
        params.is_none_or(|params| params.arity().contains(arguments as u64))
    }

    /// The signature with other descriptions: one for each parameter in order. That of the
    /// variadic parameter may be left away, and stays.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for another number of descriptions.
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
        signature.notes.resize(all, Note::default());
        for (note, &description) in signature.notes.iter_mut().zip(parameters) {
            note.description = description.into();
        }
        Ok(signature)
    }

    fn noted<'a>(&'a self, param: &'a FuncParam, index: usize) -> ParameterRef<'a> {
        let note = self.notes.get(index);
        ParameterRef {
            name: param.name.as_deref().unwrap_or_default(),
            ty: &param.ty,
            description: note.map_or("", |note| &note.description),
            allows: note.map_or(Allow::NONE, |note| note.allows),
        }
    }
}
