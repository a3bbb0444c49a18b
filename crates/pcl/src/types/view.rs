//! The PCL form of types.
//!
//! | PCL | the universe |
//! |---|---|
//! | `bool`, `string`, `number`, `int` | booleans, plain strings, numbers, exact integers |
//! | `dynamic`, `none` | any, none |
//! | `id`, opaque types | nominal types of the dialect |
//! | `list`, `set`, `map`, `tuple`, `object` | the same, without sizes; fields by name |
//! | `union` | a union in normal form |
//! | `promise`, `output` | the same in normal form |
//! | const | a literal; for null and minus zero a nominal type |
//! | enum | an enumeration, identified by its token |
//! | recursive object | a reference to a definition of a group |
//!
//! There is no optional type; it is the union with `none`. Each rule of the dialect inspects a type
//! through [`PclType`]. The constructors of types with parts are in `normal_form`.

use polycty_core::number::Number;
use polycty_core::types::{
    Group, IntegerRange, Kind, NominalParam, NominalType, ObjectType, Reference, Scalar, Str,
    StringConstraint, Type, TypeError,
};
use std::sync::LazyLock;

/// The name of the dialect in nominal types.
const DIALECT: &str = "pcl";

/// The nominal type `id`.
const ID: &str = "id";

/// The nominal type of constants that no literal can represent. Names of opaque types do not start
/// like this.
const CONSTANT: &str = "\u{0}const";

/// The PCL form of a type.
#[derive(Clone, Copy, Debug)]
pub enum PclType<'a> {
    /// Unknown before values are known.
    Dynamic,
    /// The type of null.
    None,
    /// Booleans.
    Bool,
    /// Exact integers.
    Int,
    /// Numbers.
    Number,
    /// Strings.
    String,
    /// Identifiers of resources, given as strings.
    Id,
    /// A type known by its name alone.
    Opaque(&'a Str),
    /// Sequences of one element type.
    List(&'a Type),
    /// Sets of one element type.
    Set(&'a Type),
    /// Maps from strings.
    Map(&'a Type),
    /// Sequences with a type for each position.
    Tuple(&'a [Type]),
    /// Named properties.
    Object(&'a ObjectType),
    /// One of several types.
    Union(&'a [Type]),
    /// A deferred value.
    Promise(&'a Type),
    /// A deferred value with additional information.
    Output(&'a Type),
    /// One value; `None` for null.
    Const(&'a Type, Option<&'a Scalar>),
    /// A named enumeration.
    Enum {
        /// The token, which identifies the enumeration.
        token: &'a Str,
        /// The type of the values.
        ty: &'a Type,
        /// The values, as declared.
        values: &'a [Scalar],
    },
    /// A definition of a group.
    Recursive(&'a Reference),
    /// A type of a different dialect, which is equal only to itself. A definition that refers to
    /// itself only through unions and deferred types is treated in the same way.
    Foreign,
}

/// Returns the PCL form of a type.
#[must_use]
pub fn shape(ty: &Type) -> PclType<'_> {
    match ty.kind() {
        Kind::Any => PclType::Dynamic,
        Kind::None => PclType::None,
        Kind::Bool(None) => PclType::Bool,
        Kind::Number => PclType::Number,
        Kind::Integer(IntegerRange {
            min: None,
            max: None,
        }) => PclType::Int,
        Kind::String(StringConstraint::Plain) => PclType::String,
        Kind::List {
            element,
            size: None,
        } => PclType::List(element),
        Kind::Set(element) => PclType::Set(element),
        Kind::Map {
            key,
            element,
            size: None,
        } if matches!(key.kind(), Kind::String(StringConstraint::Plain)) => PclType::Map(element),
        Kind::Tuple {
            elements,
            size: None,
        } => PclType::Tuple(elements),
        Kind::Object(object) => PclType::Object(object),
        Kind::Union(members) => PclType::Union(members),
        Kind::Promise(inner) => PclType::Promise(inner),
        Kind::Output(inner) => PclType::Output(inner),
        Kind::Literal { ty, value } => PclType::Const(ty, Some(value)),
        Kind::Enumeration { token, ty, values } => PclType::Enum { token, ty, values },
        Kind::Reference(reference) if reference.is_guarded() => PclType::Recursive(reference),
        Kind::Nominal(nominal) if &*nominal.dialect == DIALECT => nominal_shape(nominal),
        _ => PclType::Foreign,
    }
}

fn nominal_shape(nominal: &NominalType) -> PclType<'_> {
    match (&*nominal.name, &*nominal.params) {
        (ID, []) => PclType::Id,
        (CONSTANT, [NominalParam::Type(ty), NominalParam::Scalar(value)]) => {
            PclType::Const(ty, Some(value))
        }
        (CONSTANT, [NominalParam::Type(ty), _]) => PclType::Const(ty, None),
        (_, []) => PclType::Opaque(&nominal.name),
        _ => PclType::Foreign,
    }
}

/// Returns the type of exact integers.
#[must_use]
pub fn int() -> &'static Type {
    Type::integer()
}

/// Returns the type of identifiers of resources.
#[must_use]
pub fn id() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| nominal(ID, []));
    &TYPE
}

/// Returns an opaque type, or the built-in type if the name is that of one.
#[must_use]
pub fn opaque(name: &str) -> Type {
    match built_in(name) {
        Some(ty) => ty.clone(),
        // The reserved prefix is removed from the name.
        None => nominal(name.trim_start_matches('\0'), []),
    }
}

fn nominal<const N: usize>(name: &str, params: [NominalParam; N]) -> Type {
    // The parameters of the dialect are flat, so they never exceed a limit.
    Type::nominal(DIALECT, name, params).unwrap_or_else(|_| Type::any().clone())
}

/// Returns the built-in type with a name.
#[must_use]
pub fn built_in(name: &str) -> Option<&'static Type> {
    Some(match name {
        "bool" => Type::bool(),
        "int" => int(),
        "number" => Type::number(),
        "string" => Type::string(),
        "id" => id(),
        "dynamic" => Type::any(),
        "none" => Type::none(),
        _ => return None,
    })
}

/// Returns the constant type of a value; `None` is null.
///
/// # Errors
/// [`TypeError::LiteralOfOtherType`] if the value has a different type.
pub fn constant(ty: &Type, value: Option<Scalar>) -> Result<Type, TypeError> {
    let value = match (ty.kind(), value) {
        (Kind::Integer(_), Some(Scalar::Number(number))) => match number.to_integer() {
            Some(_) if number.is_zero() && number.is_negative() => {
                return Ok(odd_constant(
                    ty,
                    NominalParam::Scalar(Scalar::Number(number)),
                ));
            }
            Some(integer) => Scalar::Integer(integer),
            None => return Err(TypeError::LiteralOfOtherType),
        },
        (Kind::Number, Some(Scalar::Integer(integer))) => {
            Scalar::Number(Number::from_integer(&integer))
        }
        (_, Some(value)) => value,
        (_, None) => return Ok(odd_constant(ty, NominalParam::Undef)),
    };
    Type::literal(ty.clone(), value)
}

fn odd_constant(ty: &Type, value: NominalParam) -> Type {
    nominal(CONSTANT, [NominalParam::Type(ty.clone()), value])
}

/// Returns a named enumeration. Enumerations with the same token are equal.
///
/// # Errors
/// [`TypeError::LiteralOfOtherType`] if a value has a different type, [`TypeError::Empty`] if there
/// are no values.
pub fn enumeration(
    token: &str,
    ty: &Type,
    values: impl IntoIterator<Item = Scalar>,
) -> Result<Type, TypeError> {
    let values: Result<Vec<Scalar>, TypeError> = values
        .into_iter()
        .map(|value| match (ty.kind(), value) {
            (Kind::Integer(_), Scalar::Number(number)) => number
                .to_integer()
                .map(Scalar::Integer)
                .ok_or(TypeError::LiteralOfOtherType),
            (Kind::Number, Scalar::Integer(integer)) => {
                Ok(Scalar::Number(Number::from_integer(&integer)))
            }
            (_, value) => Ok(value),
        })
        .collect();
    Type::enumeration(token, ty.clone(), values?)
}

/// The error for a definition that is a union or a promise of itself.
pub(crate) const UNGUARDED: &str =
    "a recursive type contains itself only through unions, promises and outputs";

/// Returns whether no definition of a group refers to itself that way.
pub(crate) fn all_guarded(group: &Group) -> bool {
    (0..group.len() as u32).all(|index| group.is_guarded(index))
}

/// Returns the definition of a recursive type, and any other type unchanged; `None` after the group
/// has been released.
#[must_use]
pub fn unfolded(ty: &Type) -> Option<Type> {
    match shape(ty) {
        PclType::Recursive(reference) => reference.unfold().ok(),
        _ => Some(ty.clone()),
    }
}

/// Returns whether a union has the member `none`.
#[must_use]
pub(crate) fn has_none(members: &[Type]) -> bool {
    members
        .iter()
        .any(|member| matches!(member.kind(), Kind::None))
}

/// Returns the primitive type with a long name that differs from `name` in one character: missing,
/// added, replaced, or swapped with the next one. Such a name is more likely misspelled than
/// opaque.
pub(crate) fn misspelled(name: &str) -> Option<&'static str> {
    // Short names are similar to other words, for example node and pool.
    const NAMES: [&str; 3] = ["dynamic", "number", "string"];
    let is_near = |known: &&&str| {
        let (a, b) = (known.as_bytes(), name.as_bytes());
        let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a, b) = (&a[before..], &b[before..]);
        match (a, b) {
            ([], []) => false,
            _ if a.len() == b.len() + 1 => a[1..] == *b,
            _ if a.len() + 1 == b.len() => *a == b[1..],
            ([_, a @ ..], [_, b @ ..]) if a == b => true,
            ([a1, a2, a @ ..], [b1, b2, b @ ..]) => (a1, a2) == (b2, b1) && a == b,
            _ => false,
        }
    };
    NAMES.iter().find(is_near).copied()
}

#[cfg(test)]
mod misspelled_tests {
    use super::misspelled;

    #[test]
    fn names_similar_to_a_type_are_misspelled() {
        for name in ["strin", "strings", "sting", "sTring", "strnig", "xstring"] {
            assert_eq!(misspelled(name), Some("string"), "{name}");
        }
        assert_eq!(misspelled("nmuber"), Some("number"));
        for name in [
            "string", "number", "str", "node", "pool", "stringly", "", "é",
        ] {
            assert_eq!(misspelled(name), None, "{name}");
        }
    }
}
