//! Shapes: which pairs of types can be refused at a glance?
//!
//! Most pairs of types have nothing to do with each other. A type's [`Shape`] is
//! its constructor, or its name where only Puppet has it, and two tables say which
//! shapes a shape may accept, and values of which shapes may be its instances. A
//! target is asked for all its heads at once: a Variant accepts what its members
//! do. Of two types one more look tells whether the [`Outline`](polycty_core::types::Outline) of the one lies
//! outside that of the other: what a rule looks at first, of a range its bounds, of
//! an array the sizes, then the first part. What is refused so no rule accepts, and
//! none comes before that to something that has no answer; the rules look at the rest.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Heads, Type, head};
use polycty_core::values::Value;
use std::hint::select_unpredictable;

macro_rules! shapes {
    ([$($own:ident),*] [$($name:ident),*]) => {
        /// The constructor of a type, or its name. What cannot be told at a glance
        /// has the shape of a Variant, or is a [`Shape::Foreign`].
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

/// A set of shapes.
type Set = u64;

const EVERY: Set = !0;
/// What may stand for any other type.
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

/// The shapes of types that a shape may accept; of one that names others, beside
/// what those accept.
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

/// The shapes of values that may be instances of a shape; of one that names
/// others, beside what those hold.
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

/// The shape of what has this head first.
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

/// For each head, its shape.
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

/// For each shape, the heads of types that may accept it or hold values of it.
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

/// Whether a type may accept one of this shape.
#[inline]
pub(crate) fn may_accept(target: &Type, source: Shape) -> bool {
    ACCEPTING[source as usize].meets(target.heads())
}

/// What the first part of a source of some shape has to be accepted by.
#[derive(Clone, Copy)]
struct FirstPart {
    /// Targets of these heads: their first part has to accept it.
    beside: Heads,
    /// The heads which stand beside those of any other target as if it had them: every one, but
    /// none where the source stands for others, since then the target itself has to accept it.
    otherwise: Heads,
    /// Targets of these heads: they look at something else, such as names, before they count.
    uncounted: Heads,
    /// What is asked about: the part, or the shape of what the source gives when it is iterated.
    asked: Asked,
}

#[derive(Clone, Copy)]
enum Asked {
    Part,
    /// The part, if it is no type that may accept undef: without undef it is not that type.
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

/// An Iterable that accepts whatever can be iterated has a first part that accepts Any, and so
/// every part of a source.
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

/// What is asked of a target, by the first head of the source.
struct Source {
    /// Which heads accept its shape.
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

/// By the first head of a source and that of its first part, a head of the shape that is asked
/// about. To accept a Variant is no more than to accept some of its members.
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

/// Whether a type does not accept another one, as far as a glance tells.
#[inline]
pub(crate) fn refuses(target: &Type, source: &Type) -> bool {
    let (have, want) = (source.outline(), target.outline());
    let (head, heads) = (source.heads().first(), target.heads());
    let asked = ASKED[usize::from(head)][usize::from(have.first().first())];
    let source = &SOURCES[usize::from(head)];
    let beside = heads.within(source.part.beside);
    let asks = select_unpredictable(beside, want.first(), heads.or(source.part.otherwise));
    // Each is told by a sign, and all of them by one branch: nobody foresees which it will be.
    let fits = !have.margin(want) | source.part.uncounted.and(heads).sign();
    let shapes = source.accepting.and(heads).sign();
    let parts = SOURCES[usize::from(asked)].accepting.and(asks).sign();
    fits & shapes & parts >= 0
}

/// Whether a value of this shape may be an instance of a type.
#[inline]
pub(crate) fn may_hold(ty: &Type, value: Shape) -> bool {
    HOLDING[value as usize].meets(ty.heads())
}

impl Shape {
    /// The shape of a type.
    #[inline]
    pub(crate) fn of(ty: &Type) -> Shape {
        SHAPES[usize::from(ty.heads().first())]
    }

    /// The shape of a type, with what is not told at a glance looked up by its name.
    pub(crate) fn by_name(ty: &Type) -> Shape {
        match (Shape::of(ty), nominal::view(ty)) {
            (Shape::Foreign, Some((name, _))) => Shape::named(name),
            (Shape::Foreign, None) => Shape::Other,
            (shape, _) => shape,
        }
    }

    /// Whether a type of this shape accepts one of another only by its own rule.
    pub(crate) fn may_accept(self, source: Shape) -> bool {
        accepted(self) & (1 << source as u8) != 0
    }

    /// Whether a type of this shape holds values of another only by its own rule.
    pub(crate) fn may_hold(self, value: Shape) -> bool {
        held(self) & (1 << value as u8) != 0
    }

    /// The shape of a value: that of the type that says no more than its kind.
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
