//! Nominal types: the types that only Puppet has.
//!
//! Each Puppet type that is not a shared constructor is a [`Kind::Nominal`] of the dialect `puppet`
//! with one of these [`Name`]s; the comment of each name describes its parameters. No other module
//! contains these names as text.

use polycty_core::types::{
    Kind, NameNumber, NominalParam, NominalType, Scalar, Str, Type, TypeError,
};
use std::sync::LazyLock;

/// The dialect of all these types.
pub const DIALECT: &str = "puppet";

macro_rules! names {
    ($($(#[doc = $doc:literal])* $variant:ident = $text:literal;)*) => {
        /// The types that only Puppet has, with their parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Name {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Name {
            /// All names.
            pub const ALL: &'static [Name] = &[$(Name::$variant,)*];

            /// The name as written in types.
            #[must_use]
            #[inline]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Name::$variant => $text,)*
                }
            }

            /// Returns the name with this text.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Name> {
                match text {
                    $($text => Some(Name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

names! {
    /// The type of the value `default`; no parameters.
    Default = "Default";
    /// The element type of an empty collection, accepted by all types; no parameters and no
    /// notation. `Optional` without a parameter is `Optional` of this type.
    Unit = "Unit";
    /// Strings, numbers, booleans, expressions, versions and times.
    Scalar = "Scalar";
    /// Strings, numbers and booleans.
    ScalarData = "ScalarData";
    /// Arrays and hashes; bare, or the minimum and maximum size (an integer or default).
    Collection = "Collection";
    /// Values that can be iterated; bare, or the type of the elements.
    Iterable = "Iterable";
    /// Lazy sequences; bare, or the type of the elements.
    Iterator = "Iterator";
    /// Hidden values; bare, or the type of the content.
    Sensitive = "Sensitive";
    /// Regular expressions; bare, or the source of the only one.
    Regexp = "Regexp";
    /// Versions; bare, or the texts of the ranges.
    SemVer = "SemVer";
    /// Ranges of versions; no parameters.
    SemVerRange = "SemVerRange";
    /// Durations; bare, or the minimum and maximum in nanoseconds (an integer or default).
    Timespan = "Timespan";
    /// Points in time; bare, or the earliest and latest in nanoseconds since 1970 (an integer or
    /// default).
    Timestamp = "Timestamp";
    /// Bytes; no parameters.
    Binary = "Binary";
    /// Uniform resource identifiers; bare, or one map of the components.
    Uri = "URI";
    /// Resources and classes; no parameters.
    CatalogEntry = "CatalogEntry";
    /// Resources; bare, or the name of the resource type and an optional title.
    Resource = "Resource";
    /// Classes; bare, or the name.
    Class = "Class";
    /// Types of a runtime; bare, or the runtime, and the name or a list of a pattern and its
    /// replacement.
    Runtime = "Runtime";
    /// Values that can be converted to a type; bare, or the type and further arguments.
    Init = "Init";
    /// User-defined types; bare, or the map of the definition.
    Object = "Object";
    /// Type sets; bare, or the map of the definition.
    TypeSet = "TypeSet";
    /// The object type of failures; bare, or its kind and its issue code.
    Error = "Error";
    /// The object type of deferred calls; no parameters.
    Deferred = "Deferred";
    /// An unresolved name; the text.
    TypeReference = "TypeReference";
    /// The type of unresolved aliases; no parameters.
    TypeAlias = "TypeAlias";
    /// The object type that describes a type; its name.
    Pcore = "Pcore";
    /// Integers that are iterated in descending order (early specification); the range, with both
    /// bounds. Its notation is that of `Integer`.
    Descending = "Descending";
    /// Nodes (early specification, in which they are not resources); bare, or the name.
    Node = "Node";
    /// Stages, like nodes.
    Stage = "Stage";
}

impl Name {
    const fn number(self) -> NameNumber {
        match self {
            Name::Collection => NameNumber::of_sizes(self as usize),
            _ => NameNumber::new(self as usize),
        }
    }
}

const _: () = assert!(Name::ALL.len() <= NameNumber::COUNT);

/// The shared texts of all these types.
struct Shared {
    dialect: Str,
    names: Box<[Str]>,
    bare: Box<[Type]>,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let dialect: Str = DIALECT.into();
    let names: Box<[Str]> = Name::ALL.iter().map(|name| name.text().into()).collect();
    let bare = Name::ALL
        .iter()
        .zip(&names)
        .filter_map(|(name, text)| {
            Type::numbered_nominal(dialect.clone(), text.clone(), name.number(), []).ok()
        })
        .collect();
    Shared {
        dialect,
        names,
        bare,
    }
});

/// Returns the type with this name and no parameters.
#[must_use]
#[inline]
pub fn bare(name: Name) -> &'static Type {
    &SHARED.bare[name as usize]
}

/// Returns the type with this name and parameters; the bare type if there are none.
///
/// # Errors
/// If the type nests too deep or grows too large.
pub fn with(name: Name, params: impl Into<Box<[NominalParam]>>) -> Result<Type, TypeError> {
    let params = params.into();
    if params.is_empty() {
        return Ok(bare(name).clone());
    }
    Type::numbered_nominal(
        SHARED.dialect.clone(),
        SHARED.names[name as usize].clone(),
        name.number(),
        params,
    )
}

/// Returns the name and the parameters of a type that only Puppet has.
#[must_use]
pub fn view(ty: &Type) -> Option<(Name, &[NominalParam])> {
    match ty.kind() {
        Kind::Nominal(nominal) => name_of(nominal).map(|name| (name, &*nominal.params)),
        _ => None,
    }
}

/// Returns the name of a nominal type of this dialect.
#[must_use]
#[inline]
pub fn name_of(nominal: &NominalType) -> Option<Name> {
    match nominal.number.get() {
        Some(number) => Name::ALL.get(usize::from(number)).copied(),
        None => by_text(nominal),
    }
}

#[cold]
fn by_text(nominal: &NominalType) -> Option<Name> {
    if *nominal.dialect == *DIALECT {
        Name::from_text(&nominal.name)
    } else {
        None
    }
}

/// Whether a type has this name, with or without parameters.
#[must_use]
pub fn is(ty: &Type, name: Name) -> bool {
    view(ty).is_some_and(|(found, _)| found == name)
}

/// The element type of an empty collection.
#[must_use]
pub fn unit() -> &'static Type {
    bare(Name::Unit)
}

/// Whether the type is [`Name::Unit`].
#[must_use]
pub fn is_unit(ty: &Type) -> bool {
    ty.is_same_node(unit()) || is(ty, Name::Unit)
}

/// `Optional` without a parameter, which is `Optional[Unit]`: it accepts everything, and all types
/// accept its content.
#[must_use]
pub fn optional_any() -> &'static Type {
    static TYPE: LazyLock<Type> =
        LazyLock::new(|| Type::optional(unit().clone()).unwrap_or_else(|_| Type::any().clone()));
    &TYPE
}

/// `NotUndef` without a parameter, which is `NotUndef[Any]`.
#[must_use]
pub fn not_undef_any() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| {
        Type::not_undef(Type::any().clone()).unwrap_or_else(|_| Type::any().clone())
    });
    &TYPE
}

/// The bounds of a [`Name::Timespan`] or [`Name::Timestamp`] in nanoseconds.
#[must_use]
pub fn time_bounds(params: &[NominalParam]) -> (Option<i128>, Option<i128>) {
    let bound = |at: usize| match params.get(at) {
        Some(NominalParam::Scalar(Scalar::Integer(nanos))) => nanos.to_i128(),
        _ => None,
    };
    (bound(0), bound(1))
}

/// Returns the parameters for these bounds; empty if both are `None`.
#[must_use]
pub fn time_params(from: Option<i128>, to: Option<i128>) -> Vec<NominalParam> {
    let bound = |nanos: Option<i128>| match nanos {
        Some(nanos) => NominalParam::Scalar(Scalar::Integer(nanos.into())),
        None => NominalParam::Default,
    };
    match (from, to) {
        (None, None) => Vec::new(),
        _ => vec![bound(from), bound(to)],
    }
}

/// Returns the type in the first parameter, or Any.
pub(crate) fn content(params: &[NominalParam]) -> &Type {
    match params {
        [NominalParam::Type(ty), ..] => ty,
        _ => Type::any(),
    }
}
