//! Type tags: fast rejection of pairs of types.
//!
//! Most pairs of types are unrelated. The [`Shape`] of a type is its constructor, or its name if
//! only Puppet has it. Two tables contain the tags that a tag may accept, and the tags of values
//! that may be its instances. All tags of a target are compared at once: a Variant accepts
//! everything that its members accept. For two types, the
//! [`Outline`](polycty_core::types::Outline)s are compared in addition: the first facts that a rule
//! compares, which are the bounds of a range, or the sizes of an array, then the first part. No
//! rule accepts a pair that is rejected here, and no rule returns an error before it reaches this
//! decision. The rules decide the remaining pairs.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Heads, Type, head};
use polycty_core::values::Value;
use std::hint::select_unpredictable;

macro_rules! shapes {
    ([$($own:ident),*] [$($name:ident),*]) => {
        /// The constructor of a type, or its name. Types without a definite tag have the tag of a
        /// Variant or [`Shape::Foreign`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Shape {
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

        }

        const COUNT: usize = [$(stringify!($own),)* $(stringify!($name),)*].len();
    };
}

shapes! {
    [Any, Undef, Bool, Number, Integer, Float, String, Array, Tuple, Hash, Struct, Callable,
        Variant, Optional, NotUndef, Meta, Reference, Foreign, Other]
    [Default, Unit, Scalar, ScalarData, Collection, Iterable, Iterator, Sensitive, Regexp,
        SemVer, SemVerRange, Timespan, Timestamp, Binary, Uri, CatalogEntry, Resource, Class,
        Runtime, Init, Object, TypeSet, Error, Deferred, TypeReference, TypeAlias, Pcore,
        Descending, Node, Stage]
}

/// A set of tags.
type Set = u64;

const EVERY: Set = !0;
/// The tags of types that may represent any other type.
const OPEN: Set = set(&[
    Shape::Variant,
    Shape::NotUndef,
    Shape::Reference,
    Shape::Foreign,
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

/// Returns the tags of types that a tag may accept; for a tag that names other types, in addition
/// to those that these accept.
const fn accepted(target: Shape) -> Set {
    match target {
        Shape::Any
        | Shape::Reference
        | Shape::Foreign
        | Shape::Other
        | Shape::Unit
        | Shape::Init => EVERY,
        Shape::Variant | Shape::NotUndef => OPEN,
        Shape::Undef | Shape::Optional => OPEN | set(&[Shape::Undef, Shape::Optional]),
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

/// Returns the tags of values that may be instances of a tag; for a tag that names other types, in
/// addition to those of these.
const fn held(target: Shape) -> Set {
    match target {
        Shape::Any | Shape::Reference | Shape::Foreign | Shape::Unit | Shape::Init => EVERY,
        Shape::Variant | Shape::NotUndef => 0,
        Shape::Optional => set(&[Shape::Undef]),
        Shape::Number => set(&[Shape::Integer, Shape::Float]),
        Shape::Descending => set(&[Shape::Integer]),
        Shape::Array | Shape::Tuple => set(&[Shape::Array]),
        Shape::Hash | Shape::Struct => set(&[Shape::Hash]),
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
        // Catalog and runtime types have no values, and neither have unresolved types.
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

/// Returns the tag for the number of a type's first tag in the library.
const fn shape_of_head(number: u8) -> Shape {
    match number {
        head::UNION => Shape::Variant,
        head::OPTIONAL => Shape::Optional,
        head::NOT_UNDEF => Shape::NotUndef,
        head::ANY => Shape::Any,
        head::NONE => Shape::Undef,
        head::BOOL => Shape::Bool,
        head::NUMBER => Shape::Number,
        head::INTEGER => Shape::Integer,
        head::FLOAT => Shape::Float,
        head::STRING | head::LITERAL => Shape::String,
        head::LIST => Shape::Array,
        head::MAP => Shape::Hash,
        head::TUPLE => Shape::Tuple,
        head::OBJECT => Shape::Struct,
        head::FUNC => Shape::Callable,
        head::META => Shape::Meta,
        head::REFERENCE => Shape::Reference,
        head::NOMINAL => Shape::Foreign,
        _ => {
            let at = number.saturating_sub(head::NUMBERED) as usize;
            if number >= head::NUMBERED && at < Name::ALL.len() {
                Shape::named(Name::ALL[at])
            } else {
                Shape::Other
            }
        }
    }
}

/// The tag for each tag number of the library.
static SHAPES: [Shape; head::COUNT] = SHAPES_OF_HEADS;

const SHAPES_OF_HEADS: [Shape; head::COUNT] = {
    let mut shapes = [Shape::Other; head::COUNT];
    let mut at = 0;
    while at < head::COUNT {
        shapes[at] = shape_of_head(at as u8);
        at += 1;
    }
    shapes
};

#[derive(Clone, Copy)]
enum Table {
    Accepted,
    Held,
}

/// For each tag, the tag numbers of types that may accept it or have values of it.
const fn takers(table: Table) -> [Heads; COUNT] {
    let mut takers = [Heads::NONE; COUNT];
    let mut at = 0;
    while at < COUNT {
        assert!(Shape::ALL[at] as usize == at && COUNT <= Set::BITS as usize);
        let mut bits = 0;
        let mut number = 0;
        while number < head::COUNT {
            let target = shape_of_head(number as u8);
            let taken = match table {
                Table::Accepted => accepted(target),
                Table::Held => held(target),
            };
            bits |= (taken >> at & 1) << number;
            number += 1;
        }
        takers[at] = Heads::from_bits(bits);
        at += 1;
    }
    takers
}

static ACCEPTING: [Heads; COUNT] = ACCEPTED;

const ACCEPTED: [Heads; COUNT] = takers(Table::Accepted);
static HOLDING: [Heads; COUNT] = takers(Table::Held);

/// Whether a type may accept one with this tag.
#[inline]
pub(crate) fn may_accept(target: &Type, source: Shape) -> bool {
    ACCEPTING[source as usize].meets(target.heads())
}

/// The targets that must accept the first part of a source with some tag.
#[derive(Clone, Copy)]
struct FirstPart {
    /// Targets with these tags: their first part must accept it.
    beside: Heads,
    /// The tags that are added to those of any other target: all, or none if the source represents
    /// other types, because then the target itself must accept them.
    otherwise: Heads,
    /// Targets with these tags compare something else, such as names, before they compare sizes.
    uncounted: Heads,
    /// The compared part: the first part, or the tag of the source's elements.
    asked: Asked,
}

#[derive(Clone, Copy)]
enum Asked {
    Part,
    /// The part, unless it may accept undef: without undef it is a different type.
    Content,
    Tuple,
    Integer,
    String,
}

const fn heads_of(shapes: Set) -> Heads {
    let mut bits = 0;
    let mut number = 0;
    while number < head::COUNT {
        bits |= (shapes >> shape_of_head(number as u8) as u8 & 1) << number;
        number += 1;
    }
    Heads::from_bits(bits)
}

/// An Iterable that accepts every iterable type has a first part that accepts Any, and so every
/// part of a source.
const fn first_part(source: Shape) -> FirstPart {
    const ITERABLE: Set = set(&[Shape::Iterable]);
    let (beside, asked) = match source {
        Shape::Array | Shape::Tuple => (ARRAYS | ITERABLE, Asked::Part),
        Shape::Iterable => (ITERABLE, Asked::Part),
        Shape::Iterator => (ITERABLE | set(&[Shape::Iterator]), Asked::Part),
        Shape::Meta => (ITERABLE | set(&[Shape::Meta]), Asked::Part),
        Shape::Sensitive => (set(&[Shape::Sensitive]), Asked::Part),
        Shape::Hash | Shape::Struct => (ITERABLE, Asked::Tuple),
        Shape::Integer => (ITERABLE, Asked::Integer),
        Shape::String => (ITERABLE, Asked::String),
        Shape::NotUndef => (0, Asked::Content),
        _ => (0, Asked::Part),
    };
    FirstPart {
        beside: heads_of(beside),
        otherwise: match source {
            Shape::Variant | Shape::Optional | Shape::NotUndef => Heads::NONE,
            _ => Heads::EVERY,
        },
        uncounted: match source {
            Shape::Struct | Shape::Variant | Shape::Optional => heads_of(set(&[Shape::Struct])),
            _ => Heads::NONE,
        },
        asked,
    }
}

/// The requirements for a target, by the first tag of the source.
struct Source {
    /// The tags that accept the source's tag.
    accepting: Heads,
    part: FirstPart,
}

static SOURCES: [Source; head::COUNT] = {
    const NONE: Source = Source {
        accepting: Heads::NONE,
        part: first_part(Shape::Other),
    };
    let mut sources = [NONE; head::COUNT];
    let mut at = 0;
    while at < head::COUNT {
        sources[at] = Source {
            accepting: ACCEPTED[SHAPES_OF_HEADS[at] as usize],
            part: first_part(SHAPES_OF_HEADS[at]),
        };
        at += 1;
    }
    sources
};

/// The tag number to compare, by the first tag of a source and that of its first part. Accepting a
/// Variant requires at least accepting some of its members.
static ASKED: [[u8; head::COUNT]; head::COUNT] = {
    const MAY_BE_UNDEF: Set = OPEN | set(&[Shape::Any, Shape::Undef, Shape::Optional, Shape::Init]);
    let mut asked = [[0; head::COUNT]; head::COUNT];
    let mut source = 0;
    while source < head::COUNT {
        let mut part = 0;
        while part < head::COUNT {
            let may_be_undef = MAY_BE_UNDEF & (1 << SHAPES_OF_HEADS[part] as u8) != 0;
            asked[source][part] = match first_part(SHAPES_OF_HEADS[source]).asked {
                Asked::Content if may_be_undef => head::UNION,
                Asked::Part | Asked::Content => part as u8,
                Asked::Tuple => head::TUPLE,
                Asked::Integer => head::INTEGER,
                Asked::String => head::STRING,
            };
            part += 1;
        }
        source += 1;
    }
    asked
};

/// Whether the type summaries show that a type does not accept a different one.
#[inline]
pub(crate) fn refuses(target: &Type, source: &Type) -> bool {
    let (have, want) = (source.outline(), target.outline());
    let (head, heads) = (source.heads().first(), target.heads());
    let asked = ASKED[usize::from(head)][usize::from(have.first().first())];
    let source = &SOURCES[usize::from(head)];
    let beside = heads.within(source.part.beside);
    let asks = select_unpredictable(beside, want.first(), heads.or(source.part.otherwise));
    // The conditions are combined by their signs into one branch, because separate branches would
    // be unpredictable.
    let fits = !have.margin(want) | source.part.uncounted.and(heads).sign();
    let shapes = source.accepting.and(heads).sign();
    let parts = SOURCES[usize::from(asked)].accepting.and(asks).sign();
    fits & shapes & parts >= 0
}

/// Whether a value with this tag may be an instance of a type.
#[inline]
pub(crate) fn may_hold(ty: &Type, value: Shape) -> bool {
    HOLDING[value as usize].meets(ty.heads())
}

impl Shape {
    /// Returns the tag of a type.
    #[inline]
    pub(crate) fn of(ty: &Type) -> Shape {
        SHAPES[usize::from(ty.heads().first())]
    }

    /// Returns the tag of a type; for [`Shape::Foreign`], looks up the name.
    pub(crate) fn by_name(ty: &Type) -> Shape {
        match (Shape::of(ty), nominal::view(ty)) {
            (Shape::Foreign, Some((name, _))) => Shape::named(name),
            (Shape::Foreign, None) => Shape::Other,
            (shape, _) => shape,
        }
    }

    /// Whether a type with this tag may accept one with the other tag by its own rule.
    pub(crate) fn may_accept(self, source: Shape) -> bool {
        accepted(self) & (1 << source as u8) != 0
    }

    /// Whether a type with this tag may have values with the other tag by its own rule.
    pub(crate) fn may_hold(self, value: Shape) -> bool {
        held(self) & (1 << value as u8) != 0
    }

    /// Returns the tag of a value: that of its bare type.
    pub(crate) fn of_value(value: &Value) -> Shape {
        if value.as_str_bytes().is_some() {
            return Shape::String;
        }
        if let Some(extension) = value.as_extension() {
            return match Shape::of(extension.ty()) {
                Shape::Error | Shape::Deferred | Shape::Pcore => Shape::Object,
                shape => shape,
            };
        }
        if value.is_null() {
            return Shape::Undef;
        }
        match Shape::of(value.ty()) {
            Shape::Array | Shape::Tuple => Shape::Array,
            shape @ (Shape::Integer | Shape::Bool | Shape::Float) => shape,
            _ => Shape::Other,
        }
    }
}
