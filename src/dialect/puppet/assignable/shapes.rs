//! Which pairs can be refused at a glance?
//!
//! Most pairs of types have nothing to do with each other. A type's [`Shape`] is
//! its constructor, or its name where only Puppet has it, and two tables say which
//! shapes a shape may accept, and values of which shapes may be its instances.
//! What a table refuses no rule accepts; the rules look at the rest.

use crate::dialect::puppet::nominal::{self, Name};
use crate::dialect::puppet::value::Special;
use crate::types::{Kind, Type};
use crate::values::{OrderedMap, TypeValue, Value};

macro_rules! shapes {
    ([$($own:ident),*] [$($name:ident),*]) => {
        /// The constructor of a type, or its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(in crate::dialect::puppet) enum Shape {
            $($own,)*
            $($name,)*
        }

        impl Shape {
            const ALL: [Shape; COUNT] = [$(Shape::$own,)* $(Shape::$name,)*];

            const fn named(name: Name) -> Shape {
                match name {
                    $(Name::$name => Shape::$name,)*
                }
            }

            /// The name, of what only Puppet has.
            pub(in crate::dialect::puppet) const fn name(self) -> Option<Name> {
                match self {
                    $(Shape::$name => Some(Name::$name),)*
                    _ => None,
                }
            }
        }

        const COUNT: usize = [$(stringify!($own),)* $(stringify!($name),)*].len();
    };
}

shapes! {
    [Any, Undef, Bool, Number, Integer, Float, String, Array, Tuple, Hash, Struct, Callable,
        Variant, Optional, NotUndef, Meta, Reference, Other]
    [Default, Unit, Scalar, ScalarData, Collection, Iterable, Iterator, Sensitive, Regexp,
        SemVer, SemVerRange, Timespan, Timestamp, Binary, Uri, CatalogEntry, Resource, Class,
        Runtime, Init, Object, TypeSet, Error, Deferred, TypeReference, TypeAlias, Pcore,
        Descending, Node, Stage]
}

/// A set of shapes.
type Set = u64;

const EVERY: Set = !0;
/// What may stand for any other type.
const OPEN: Set = set(&[
    Shape::Variant,
    Shape::NotUndef,
    Shape::Reference,
    Shape::Other,
    Shape::Unit,
]);
const INTEGERS: Set = set(&[Shape::Integer, Shape::Descending]);
const SCALAR_DATA: Set = INTEGERS
    | set(&[
        Shape::Bool,
        Shape::Number,
        Shape::Float,
        Shape::String,
        Shape::ScalarData,
    ]);
const SCALAR: Set = SCALAR_DATA
    | set(&[
        Shape::Scalar,
        Shape::Regexp,
        Shape::SemVer,
        Shape::SemVerRange,
        Shape::Timespan,
        Shape::Timestamp,
    ]);
const ARRAYS: Set = set(&[Shape::Array, Shape::Tuple]);
const HASHES: Set = set(&[Shape::Hash, Shape::Struct]);
const OBJECTS: Set = set(&[Shape::Object, Shape::Error, Shape::Deferred, Shape::Pcore]);

const fn set(shapes: &[Shape]) -> Set {
    let mut set = 0;
    let mut at = 0;
    while at < shapes.len() {
        set |= 1 << shapes[at] as u8;
        at += 1;
    }
    set
}

/// The shapes of types that a shape may accept.
const fn accepted(target: Shape) -> Set {
    match target {
        Shape::Any
        | Shape::Variant
        | Shape::Optional
        | Shape::Reference
        | Shape::Other
        | Shape::Unit
        | Shape::Init => EVERY,
        Shape::NotUndef => EVERY & !set(&[Shape::Undef]),
        Shape::Undef => OPEN | set(&[Shape::Undef, Shape::Optional]),
        Shape::Number => OPEN | INTEGERS | set(&[Shape::Number, Shape::Float]),
        Shape::Integer | Shape::Descending => OPEN | INTEGERS,
        Shape::Array | Shape::Tuple => OPEN | ARRAYS,
        Shape::Hash | Shape::Struct => OPEN | HASHES,
        Shape::Scalar => OPEN | SCALAR,
        Shape::ScalarData => OPEN | SCALAR_DATA,
        Shape::Collection => OPEN | ARRAYS | HASHES | set(&[Shape::Collection]),
        Shape::Iterable => {
            OPEN | ARRAYS
                | HASHES
                | INTEGERS
                | set(&[
                    Shape::String,
                    Shape::Meta,
                    Shape::Collection,
                    Shape::Iterable,
                    Shape::Iterator,
                ])
        }
        Shape::CatalogEntry => {
            OPEN | set(&[
                Shape::CatalogEntry,
                Shape::Resource,
                Shape::Class,
                Shape::Node,
                Shape::Stage,
            ])
        }
        Shape::Object | Shape::Error | Shape::Deferred | Shape::Pcore => OPEN | OBJECTS,
        same => OPEN | set(&[same]),
    }
}

/// The shapes of values that may be instances of a shape.
const fn held(target: Shape) -> Set {
    match target {
        Shape::Any
        | Shape::Variant
        | Shape::Optional
        | Shape::Reference
        | Shape::Unit
        | Shape::Init => EVERY,
        Shape::NotUndef => EVERY & !set(&[Shape::Undef]),
        Shape::Number => set(&[Shape::Integer, Shape::Float]),
        Shape::Descending => set(&[Shape::Integer]),
        Shape::Array | Shape::Tuple => set(&[Shape::Array]),
        Shape::Hash | Shape::Struct => set(&[Shape::Hash]),
        Shape::Callable => set(&[Shape::Other]),
        Shape::Scalar => SCALAR,
        Shape::ScalarData => SCALAR_DATA,
        Shape::Collection => set(&[Shape::Array, Shape::Hash]),
        Shape::Iterable => set(&[
            Shape::String,
            Shape::Integer,
            Shape::Array,
            Shape::Hash,
            Shape::Meta,
            Shape::Iterator,
        ]),
        Shape::Object => set(&[Shape::Object, Shape::Meta]),
        Shape::Error | Shape::Deferred => set(&[Shape::Object]),
        Shape::Pcore | Shape::TypeSet => set(&[Shape::Meta]),
        // What is in a catalog, or of the platform, is no value; what is not known
        // has none.
        Shape::CatalogEntry
        | Shape::Resource
        | Shape::Class
        | Shape::Node
        | Shape::Stage
        | Shape::Runtime
        | Shape::TypeReference
        | Shape::TypeAlias
        | Shape::Other => 0,
        same => set(&[same]),
    }
}

const fn table(of: Table) -> [Set; COUNT] {
    let mut sets = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        let shape = Shape::ALL[at];
        assert!(shape as usize == at && COUNT <= 64);
        sets[at] = match of {
            Table::Accepted => accepted(shape),
            Table::Held => held(shape),
        };
        at += 1;
    }
    sets
}

#[derive(Clone, Copy)]
enum Table {
    Accepted,
    Held,
}

static ACCEPTED: [Set; COUNT] = table(Table::Accepted);
static HELD: [Set; COUNT] = table(Table::Held);

impl Shape {
    /// The shape of a type.
    #[inline]
    pub(in crate::dialect::puppet) fn of(ty: &Type) -> Shape {
        let kind = ty.kind();
        match kind {
            Kind::Nominal(found) => match nominal::name_of(found) {
                Some(name) => Shape::named(name),
                None => Shape::Other,
            },
            _ => Shape::of_constructor(kind),
        }
    }

    /// A mere table, apart from what must be looked up by its name: kept out of
    /// line, it is no jump that has to be predicted.
    #[inline(never)]
    fn of_constructor(kind: &Kind) -> Shape {
        match kind {
            Kind::Any => Shape::Any,
            Kind::None => Shape::Undef,
            Kind::Bool(_) => Shape::Bool,
            Kind::Number => Shape::Number,
            Kind::Integer(_) => Shape::Integer,
            Kind::Float(_) => Shape::Float,
            Kind::String(_) | Kind::Literal { .. } => Shape::String,
            Kind::List { .. } => Shape::Array,
            Kind::Tuple { .. } => Shape::Tuple,
            Kind::Map { .. } => Shape::Hash,
            Kind::Object(_) => Shape::Struct,
            Kind::Func(_) => Shape::Callable,
            Kind::Union(_) => Shape::Variant,
            Kind::Optional(_) => Shape::Optional,
            Kind::NotUndef(_) => Shape::NotUndef,
            Kind::Meta(_) => Shape::Meta,
            Kind::Reference(_) => Shape::Reference,
            _ => Shape::Other,
        }
    }

    /// The shape of a value: that of the type that says no more than its kind.
    pub(in crate::dialect::puppet) fn of_value(value: &Value) -> Shape {
        if value.as_str_bytes().is_some() {
            return Shape::String;
        }
        if let Some(extension) = value.as_extension() {
            let any = extension.as_any();
            return if any.is::<OrderedMap>() {
                Shape::Hash
            } else if any.is::<TypeValue>() {
                Shape::Meta
            } else {
                match Special::of(value) {
                    Some(Special::Default) => Shape::Default,
                    Some(Special::Regexp(_)) => Shape::Regexp,
                    Some(Special::Sensitive(_)) => Shape::Sensitive,
                    Some(Special::SemVer(_)) => Shape::SemVer,
                    Some(Special::SemVerRange(_)) => Shape::SemVerRange,
                    Some(Special::Timespan(_)) => Shape::Timespan,
                    Some(Special::Timestamp(_)) => Shape::Timestamp,
                    Some(Special::Binary(_)) => Shape::Binary,
                    Some(Special::Uri(_)) => Shape::Uri,
                    Some(Special::Iterator(_)) => Shape::Iterator,
                    Some(Special::Object(..)) => Shape::Object,
                    None => Shape::Other,
                }
            };
        }
        if value.is_null() {
            return Shape::Undef;
        }
        match value.ty().kind() {
            Kind::Integer(_) => Shape::Integer,
            Kind::Bool(_) => Shape::Bool,
            Kind::Float(_) => Shape::Float,
            Kind::List { .. } | Kind::Tuple { .. } => Shape::Array,
            _ => Shape::Other,
        }
    }

    /// Whether a type of this shape is, as a source, looked at in place of another.
    #[inline]
    pub(in crate::dialect::puppet) fn stands_for_others(self) -> bool {
        const STAND_INS: Set = set(&[Shape::Unit, Shape::Descending]);
        STAND_INS & (1 << self as u8) != 0
    }

    /// Whether a type of this shape may accept one of another.
    #[inline]
    pub(in crate::dialect::puppet) fn may_accept(self, source: Shape) -> bool {
        ACCEPTED[self as usize] & (1 << source as u8) != 0
    }

    /// Whether a value of another shape may be an instance of a type of this one.
    #[inline]
    pub(in crate::dialect::puppet) fn may_hold(self, value: Shape) -> bool {
        HELD[self as usize] & (1 << value as u8) != 0
    }
}
