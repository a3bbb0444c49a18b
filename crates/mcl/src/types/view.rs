//! The mcl form of types.
//!
//! [`MclType`] is a type as mcl sees it: one of the kinds of the language with its parts. A type with
//! a property that mcl does not have (bounds other than those of 64 bits, sizes, optional fields,
//! blocks) has no shape, and all rules of mcl report it as unsupported.

use polycty_core::number::Integer;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{
    Field, FloatRange, FuncParam, IntegerRange, Kind, StringConstraint, Type, VariableScope, Visit,
};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The type `int`: exact integers of 64 bits.
#[must_use]
pub fn int() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::integer_range(IntegerRange {
            min: Some(Integer::from(i64::MIN)),
            max: Some(Integer::from(i64::MAX)),
        })
        .unwrap_or_else(|_| Type::integer().clone())
    });
    &TYPE
}

/// The mcl form of a type.
#[derive(Clone, Copy, Debug)]
pub enum MclType<'a> {
    /// `bool`
    Bool,
    /// `str`
    Str,
    /// `int`
    Int,
    /// `float`
    Float,
    /// `[]T`
    List(&'a Type),
    /// `map{K: V}`
    Map(&'a Type, &'a Type),
    /// `struct{a T; b U}`
    Struct(&'a [Field]),
    /// `func(a T, U) R`: the parameters, and the result if declared.
    Func(&'a [FuncParam], Option<&'a Type>),
    /// `variant`
    Variant,
    /// `nil`
    Nil,
    /// `?1`: a unification variable.
    Variable(VariableScope, u32),
}

impl<'a> MclType<'a> {
    /// Returns the shape of a type, or `None` if mcl does not have the type. The parts are not
    /// checked.
    #[must_use]
    pub fn of(ty: &'a Type) -> Option<MclType<'a>> {
        Some(match ty.kind() {
            Kind::Bool(None) => MclType::Bool,
            Kind::String(StringConstraint::Plain) => MclType::Str,
            Kind::Integer(_) if ty == int() => MclType::Int,
            Kind::Float(range) if *range == FloatRange::default() => MclType::Float,
            Kind::List {
                element,
                size: None,
            } => MclType::List(element),
            Kind::Map {
                key,
                element,
                size: None,
            } => MclType::Map(key, element),
            Kind::Object(object) if !object.fields().iter().any(Field::is_optional) => {
                MclType::Struct(object.fields())
            }
            Kind::Func(func) => match (&func.params, &func.block) {
                (Some(params), None) if params.variadic.is_none() && params.size.is_none() => {
                    MclType::Func(&params.positional, func.result.as_ref())
                }
                _ => return None,
            },
            Kind::Any => MclType::Variant,
            Kind::None => MclType::Nil,
            Kind::Variable { scope, id } => MclType::Variable(*scope, *id),
            _ => return None,
        })
    }

    /// Returns the shape of a type.
    ///
    /// # Errors
    /// [`Code::Unsupported`] with the type if mcl does not have it.
    pub fn require(ty: &'a Type) -> Result<MclType<'a>> {
        MclType::of(ty).ok_or_else(|| unsupported(ty))
    }

    /// Returns the name of the kind in mgmt's messages.
    #[must_use]
    pub fn kind_name(self) -> &'static str {
        match self {
            MclType::Bool => "bool",
            MclType::Str => "str",
            MclType::Int => "int",
            MclType::Float => "float",
            MclType::List(_) => "list",
            MclType::Map(..) => "map",
            MclType::Struct(_) => "struct",
            MclType::Func(..) => "func",
            MclType::Variant => "variant",
            MclType::Nil => "nil",
            MclType::Variable(..) => "unification",
        }
    }
}

#[cold]
pub(crate) fn unsupported(ty: &Type) -> Error {
    Error::new(Code::Unsupported, "mcl has no such type").with_found(ty)
}

/// Returns whether mcl has a type and all its parts.
#[must_use]
pub fn is_mcl(ty: &Type) -> bool {
    let mut all = true;
    ty.walk(&mut |_, part| {
        all = MclType::of(part).is_some();
        if all { Visit::Into } else { Visit::Stop }
    });
    all
}

/// Returns an error for the first part of a type that mcl does not have.
pub(crate) fn require_mcl(ty: &Type) -> Result<()> {
    let mut foreign = None;
    ty.walk(&mut |_, part| {
        if MclType::of(part).is_some() {
            return Visit::Into;
        }
        foreign = Some(unsupported(part));
        Visit::Stop
    });
    foreign.map_or(Ok(()), Err)
}

/// Returns whether values of a type may be keys of maps: `bool`, `str`, `int`, `float`, and structs
/// whose fields all may.
#[must_use]
pub fn is_hashable(ty: &Type) -> bool {
    match MclType::of(ty) {
        Some(MclType::Bool | MclType::Str | MclType::Int | MclType::Float) => true,
        Some(MclType::Struct(fields)) => fields.iter().all(|field| is_hashable(field.ty())),
        _ => false,
    }
}

/// The characters that end the name of a field.
pub(crate) const AFTER_FIELD_NAME: [char; 4] = [' ', ';', '{', '}'];

/// Returns whether a name can be the name of a field in mcl syntax.
#[must_use]
pub fn is_field_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(AFTER_FIELD_NAME)
}

/// Returns the position of the first name that occurred before. A part without a name has its
/// position as its name.
pub(crate) fn repeated_name<'a>(
    names: impl ExactSizeIterator<Item = Option<&'a str>> + Clone,
) -> Option<usize> {
    /// The maximum number of names for pairwise comparison.
    const FEW: usize = 8;
    let numbered = |name: &str| name.starts_with(|c: char| c.is_ascii_digit());
    if !names.clone().flatten().any(numbered) {
        // No name is a number here, so only explicit names can be equal.
        if names.len() <= FEW {
            return names.clone().enumerate().position(|(at, name)| {
                let mut before = names.clone().take(at);
                name.is_some() && before.any(|other| other == name)
            });
        }
        let mut seen = HashSet::with_capacity(names.len());
        let mut names = names;
        return names.position(|name| name.is_some_and(|name| !seen.insert(name)));
    }
    let mut seen: HashSet<Cow<'a, str>> = HashSet::with_capacity(names.len());
    names.enumerate().position(|(at, name)| {
        !seen.insert(name.map_or_else(|| at.to_string().into(), Cow::Borrowed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polycty_core::types::SizeRange;

    #[test]
    fn types_that_mcl_does_not_have_have_no_shape() {
        let sized = Type::sized_list(int().clone(), SizeRange::exactly(2)).unwrap();
        let optional = Type::object([Field::optional("a", int().clone())]).unwrap();
        for ty in [Type::integer(), Type::number(), &sized, &optional] {
            assert!(MclType::of(ty).is_none() && !is_mcl(ty), "{ty:?}");
            let list = Type::list(ty.clone()).unwrap();
            assert!(MclType::of(&list).is_some() && !is_mcl(&list), "{list:?}");
        }
        assert!(is_mcl(int()));
    }
}
