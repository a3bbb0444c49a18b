//! Fields, parameters, bounds and sizes: parts of constructors that are not types.

use super::{NameNumber, Str, Type};
use crate::number::Integer;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An inclusive range of sizes; no upper bound means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SizeRange {
    /// The smallest size.
    pub min: u64,
    /// The largest size.
    pub max: Option<u64>,
}

impl SizeRange {
    /// All sizes.
    pub const UNLIMITED: SizeRange = SizeRange { min: 0, max: None };

    /// Exactly this size.
    #[must_use]
    #[inline]
    pub const fn exactly(size: u64) -> SizeRange {
        SizeRange {
            min: size,
            max: Some(size),
        }
    }

    /// Whether a size is within the range.
    #[must_use]
    #[inline]
    pub fn contains(self, size: u64) -> bool {
        size >= self.min && self.max.is_none_or(|max| size <= max)
    }
}

/// Inclusive bounds of an integer type; no bound means unlimited.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct IntegerRange {
    /// The smallest value.
    pub min: Option<Integer>,
    /// The largest value.
    pub max: Option<Integer>,
}

/// Inclusive bounds of a float type; no bound means unlimited.
#[derive(Clone, Copy, Debug, Default)]
pub struct FloatRange {
    /// The smallest value.
    pub min: Option<f64>,
    /// The largest value.
    pub max: Option<f64>,
}

impl FloatRange {
    pub(super) fn bits(self) -> (Option<u64>, Option<u64>) {
        (self.min.map(f64::to_bits), self.max.map(f64::to_bits))
    }
}

impl PartialEq for FloatRange {
    /// Compares bits, so that equality, order and hash agree.
    fn eq(&self, other: &FloatRange) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for FloatRange {}

/// The strings of a string type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StringConstraint {
    /// Every string.
    Plain,
    /// Strings of these lengths, in the unit of the dialect.
    Length(SizeRange),
    /// One of these strings.
    Enumeration {
        /// The strings, in the order of the type's normal form.
        values: Box<[Str]>,
        /// Whether the case of letters is ignored.
        ignore_case: bool,
    },
    /// Strings that match one of these regular expressions, as source text.
    Patterns(Box<[Str]>),
}

/// A field of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    name: Str,
    ty: Type,
    optional: bool,
}

impl Field {
    /// Sorts fields by name in ascending order; fields with the same name keep their order.
    #[inline]
    pub fn sort_by_name(fields: &mut [Field]) {
        fields.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// Creates a required field.
    pub fn new(name: impl Into<Str>, ty: Type) -> Field {
        Field {
            name: name.into(),
            ty,
            optional: false,
        }
    }

    /// Creates an optional field.
    pub fn optional(name: impl Into<Str>, ty: Type) -> Field {
        Field {
            name: name.into(),
            ty,
            optional: true,
        }
    }

    /// The name.
    #[must_use]
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name as shared text.
    #[must_use]
    #[inline]
    pub fn shared_name(&self) -> &Str {
        &self.name
    }

    /// The type.
    #[must_use]
    #[inline]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether the field may be missing.
    #[must_use]
    #[inline]
    pub fn is_optional(&self) -> bool {
        self.optional
    }
}

/// The fields of an object type, with a lookup by name.
#[derive(Clone, Debug)]
pub struct ObjectType {
    fields: Box<[Field]>,
    /// The indices of the fields by ascending name; `None` if the fields are already in that order.
    by_name: Option<Arc<[u32]>>,
}

impl ObjectType {
    /// Creates the type after checking that names are unique; keeps the given order.
    pub(super) fn new(fields: Box<[Field]>) -> Result<ObjectType, Str> {
        let sorted = fields.is_sorted_by(|a, b| a.name < b.name);
        if sorted {
            return Ok(ObjectType {
                fields,
                by_name: None,
            });
        }
        let mut by_name: Vec<u32> = (0..fields.len() as u32).collect();
        by_name.sort_by(|&a, &b| fields[a as usize].name.cmp(&fields[b as usize].name));
        for pair in by_name.windows(2) {
            let (a, b) = (&fields[pair[0] as usize], &fields[pair[1] as usize]);
            if a.name == b.name {
                return Err(a.name.clone());
            }
        }
        let in_order = by_name.is_sorted();
        Ok(ObjectType {
            fields,
            by_name: (!in_order).then(|| by_name.into()),
        })
    }

    /// Replaces the types of the fields, by their indices and previous types.
    pub(super) fn with_types<E>(
        &self,
        mut ty: impl FnMut(usize, &Type) -> Result<Type, E>,
    ) -> Result<ObjectType, E> {
        let mut types = Vec::with_capacity(self.fields.len());
        for (at, field) in self.fields.iter().enumerate() {
            types.push(ty(at, &field.ty)?);
        }
        // Fields are constructed in place, after all types exist.
        let fields = self.fields.iter().zip(types);
        let fields = fields.map(|(field, ty)| Field {
            ty,
            name: field.name.clone(),
            optional: field.optional,
        });
        Ok(ObjectType {
            fields: fields.collect(),
            by_name: self.by_name.clone(),
        })
    }

    /// The fields in the type's order.
    #[must_use]
    #[inline]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The number of fields.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there are no fields.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether the fields are in ascending order of their names, as HCL and PCL keep them.
    #[must_use]
    #[inline]
    pub fn is_sorted(&self) -> bool {
        self.by_name.is_none()
    }

    /// The fields in ascending order of their names.
    #[inline]
    pub fn sorted_fields(&self) -> impl Iterator<Item = &Field> {
        (0..self.fields.len()).map(|at| match &self.by_name {
            None => &self.fields[at],
            Some(order) => &self.fields[order[at] as usize],
        })
    }

    /// The index of a field.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        match &self.by_name {
            None if self.fields.len() <= 8 => self.fields.iter().position(|f| &*f.name == name),
            None => self
                .fields
                .binary_search_by(|field| (*field.name).cmp(name))
                .ok(),
            Some(order) => order
                .binary_search_by(|&at| (*self.fields[at as usize].name).cmp(name))
                .ok()
                .map(|found| order[found] as usize),
        }
    }

    /// The field with this name.
    #[must_use]
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.position(name).map(|at| &self.fields[at])
    }
}

impl PartialEq for ObjectType {
    fn eq(&self, other: &ObjectType) -> bool {
        self.fields == other.fields
    }
}

impl Eq for ObjectType {}

/// A parameter of a function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncParam {
    /// The name, if it has one.
    pub name: Option<Str>,
    /// The type.
    pub ty: Type,
}

/// The parameters of a function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FuncParams {
    /// The positional parameters.
    pub positional: Box<[FuncParam]>,
    /// The type of further arguments.
    pub variadic: Option<FuncParam>,
    /// The number of arguments, if it differs from the number of positional parameters.
    pub size: Option<SizeRange>,
}

impl FuncParams {
    /// The positional parameters in order, then the variadic one.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = &FuncParam> {
        self.positional.iter().chain(&self.variadic)
    }

    /// The range of the number of arguments.
    #[must_use]
    pub fn arity(&self) -> SizeRange {
        let positional = self.positional.len() as u64;
        self.size.unwrap_or(SizeRange {
            min: positional,
            max: self.variadic.is_none().then_some(positional),
        })
    }
}

/// The block parameter of a function type, as Puppet has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockParam {
    /// The block's type.
    pub ty: Type,
    /// Whether the block may be omitted.
    pub optional: bool,
}

/// A function type. Without parameters it is the type of every function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FuncType {
    /// The parameters; `None` if any are allowed.
    pub params: Option<FuncParams>,
    /// The block parameter, if the function takes one.
    pub block: Option<BlockParam>,
    /// The type of the result, if it is specified.
    pub result: Option<Type>,
}

impl FuncType {
    /// Returns the type with the types of all parameters, of the block and of the result replaced.
    ///
    /// # Errors
    /// The first error of `part`.
    pub fn map_types(
        &self,
        part: &mut dyn FnMut(&Type) -> Result<Type, TypeError>,
    ) -> Result<FuncType, TypeError> {
        let mut param = |param: &FuncParam| -> Result<FuncParam, TypeError> {
            Ok(FuncParam {
                name: param.name.clone(),
                ty: part(&param.ty)?,
            })
        };
        let params = match &self.params {
            Some(params) => Some(FuncParams {
                positional: params
                    .positional
                    .iter()
                    .map(&mut param)
                    .collect::<Result<_, _>>()?,
                variadic: params.variadic.as_ref().map(&mut param).transpose()?,
                size: params.size,
            }),
            None => None,
        };
        let block = match &self.block {
            Some(block) => Some(BlockParam {
                ty: part(&block.ty)?,
                optional: block.optional,
            }),
            None => None,
        };
        Ok(FuncType {
            params,
            block,
            result: self.result.as_ref().map(part).transpose()?,
        })
    }
}

/// A type that only one dialect has: its name and parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NominalType {
    /// The dialect that defines the name.
    pub dialect: Str,
    /// The name.
    pub name: Str,
    /// The number that the dialect assigned to the name.
    pub number: NameNumber,
    /// The parameters, in order.
    pub params: Box<[NominalParam]>,
}

/// A parameter of a nominal type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NominalParam {
    /// A type.
    Type(Type),
    /// A single value.
    Scalar(Scalar),
    /// The default of the parameter.
    Default,
    /// Explicitly undefined.
    Undef,
    /// A regular expression, as source text.
    Regexp(Str),
    /// Several parameters in order.
    List(Box<[NominalParam]>),
    /// Parameters by key, in order.
    Map(Box<[(NominalParam, NominalParam)]>),
    /// A value of a kind that only the dialect has: the name of the kind, and the value.
    Own(Box<(Str, NominalParam)>),
}

impl NominalParam {
    /// Creates a parameter that is text.
    #[inline]
    pub fn text(text: impl Into<Str>) -> NominalParam {
        NominalParam::Scalar(Scalar::String(text.into()))
    }

    /// The text, if the parameter is text.
    #[must_use]
    #[inline]
    pub fn as_text(&self) -> Option<&Str> {
        match self {
            NominalParam::Scalar(Scalar::String(text)) => Some(text),
            _ => None,
        }
    }

    /// Calls `visit` with every type in the parameter, in order.
    pub(super) fn each_type(&self, visit: &mut dyn FnMut(&Type)) {
        match self {
            NominalParam::Type(ty) => visit(ty),
            NominalParam::List(params) => params.iter().for_each(|param| param.each_type(visit)),
            NominalParam::Map(entries) => {
                for (key, value) in entries {
                    key.each_type(visit);
                    value.each_type(visit);
                }
            }
            NominalParam::Own(own) => own.1.each_type(visit),
            NominalParam::Scalar(_)
            | NominalParam::Default
            | NominalParam::Undef
            | NominalParam::Regexp(_) => {}
        }
    }

    /// Returns the parameter with every type in it replaced.
    pub(super) fn map_types(
        &self,
        part: &mut dyn FnMut(&Type) -> Result<Type, TypeError>,
    ) -> Result<NominalParam, TypeError> {
        Ok(match self {
            NominalParam::Type(ty) => NominalParam::Type(part(ty)?),
            NominalParam::List(params) => NominalParam::List(
                params
                    .iter()
                    .map(|param| param.map_types(part))
                    .collect::<Result<_, _>>()?,
            ),
            NominalParam::Map(entries) => NominalParam::Map(
                entries
                    .iter()
                    .map(|(key, value)| Ok((key.map_types(part)?, value.map_types(part)?)))
                    .collect::<Result<_, TypeError>>()?,
            ),
            NominalParam::Own(own) => {
                NominalParam::Own(Box::new((own.0.clone(), own.1.map_types(part)?)))
            }
            other => other.clone(),
        })
    }

    /// The nesting of lists and maps, at most `limit`.
    pub(super) fn nesting(&self, limit: u32) -> u32 {
        if limit == 0 {
            return 0;
        }
        let deepest = match self {
            NominalParam::List(params) => params.iter().map(|p| p.nesting(limit - 1)).max(),
            NominalParam::Map(entries) => entries
                .iter()
                .map(|(key, value)| key.nesting(limit - 1).max(value.nesting(limit - 1)))
                .max(),
            NominalParam::Own(own) => Some(own.1.nesting(limit - 1)),
            _ => return 0,
        };
        1 + deepest.unwrap_or(0)
    }
}

use super::{Scalar, TypeError};

/// The scope of unification variables. Two scopes never share a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableScope(u64);

impl VariableScope {
    /// Creates a new scope.
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "each scope is another one, so there is no default"
    )]
    #[inline]
    pub fn new() -> VariableScope {
        VariableScope(next_identity())
    }

    /// The number that identifies this scope within the process.
    #[must_use]
    #[inline]
    pub fn identity(self) -> u64 {
        self.0
    }
}

/// Returns a number that no other scope, group or capsule type of the process has.
pub(super) fn next_identity() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
