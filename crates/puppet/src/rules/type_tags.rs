//! Type tags: fast rejection of pairs of types.
//!
//! Most pairs of types are unrelated. The [`TypeTag`] of a type is its constructor, or its name if
//! only Puppet has it. Two tables contain the tags that a tag may accept, and the tags of values
//! that may be its instances. All tags of a target are compared at once: a Variant accepts
//! everything that its members accept. For two types, the
//! [`Outline`](polycty_core::types::TypeSummary)s are compared in addition: the first facts that a rule
//! compares, which are the bounds of a range, or the sizes of an array, then the first part. No
//! rule accepts a pair that is rejected here, and no rule returns an error before it reaches this
//! decision. The rules decide the remaining pairs.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Type, TypeTags, head};
use polycty_core::values::Value;
use std::hint::select_unpredictable;

macro_rules! tags {
    ([$($own:ident),*] [$($name:ident),*]) => {
        /// The constructor of a type, or its name. Types without a definite tag have the tag of a
        /// Variant or [`TypeTag::Foreign`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum TypeTag {
            $($own,)*
            $($name,)*
        }

        impl TypeTag {
            const ALL: [TypeTag; COUNT] = [$(TypeTag::$own,)* $(TypeTag::$name,)*];

            const fn named(name: Name) -> TypeTag {
                match name {
                    $(Name::$name => TypeTag::$name,)*
                }
            }

        }

        const COUNT: usize = [$(stringify!($own),)* $(stringify!($name),)*].len();
    };
}

tags! {
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
    TypeTag::Variant,
    TypeTag::NotUndef,
    TypeTag::Reference,
    TypeTag::Foreign,
    TypeTag::Other,
    TypeTag::Unit,
]);
const INTEGERS: Set = set(&[TypeTag::Integer, TypeTag::Descending]);
const SCALAR_DATA: Set = INTEGERS
    | set(&[
        TypeTag::Bool,
        TypeTag::Number,
        TypeTag::Float,
        TypeTag::String,
        TypeTag::ScalarData,
    ]);
const SCALAR: Set = SCALAR_DATA
    | set(&[
        TypeTag::Scalar,
        TypeTag::Regexp,
        TypeTag::SemVer,
        TypeTag::SemVerRange,
        TypeTag::Timespan,
        TypeTag::Timestamp,
    ]);
const ARRAYS: Set = set(&[TypeTag::Array, TypeTag::Tuple]);
const HASHES: Set = set(&[TypeTag::Hash, TypeTag::Struct]);
const OBJECTS: Set = set(&[
    TypeTag::Object,
    TypeTag::Error,
    TypeTag::Deferred,
    TypeTag::Pcore,
]);

const fn set(tags: &[TypeTag]) -> Set {
    let mut set = 0;
    let mut at = 0;
    while at < tags.len() {
        set |= 1 << tags[at] as u8;
        at += 1;
    }
    set
}

/// Returns the tags of types that a tag may accept; for a tag that names other types, in addition
/// to those that these accept.
const fn accepted_tags(target: TypeTag) -> Set {
    match target {
        TypeTag::Any
        | TypeTag::Reference
        | TypeTag::Foreign
        | TypeTag::Other
        | TypeTag::Unit
        | TypeTag::Init => EVERY,
        TypeTag::Variant | TypeTag::NotUndef => OPEN,
        TypeTag::Undef | TypeTag::Optional => OPEN | set(&[TypeTag::Undef, TypeTag::Optional]),
        TypeTag::Number => OPEN | INTEGERS | set(&[TypeTag::Number, TypeTag::Float]),
        TypeTag::Integer | TypeTag::Descending => OPEN | INTEGERS,
        TypeTag::Array | TypeTag::Tuple => OPEN | ARRAYS,
        TypeTag::Hash | TypeTag::Struct => OPEN | HASHES,
        TypeTag::Scalar => OPEN | SCALAR,
        TypeTag::ScalarData => OPEN | SCALAR_DATA,
        TypeTag::Collection => OPEN | ARRAYS | HASHES | set(&[TypeTag::Collection]),
        TypeTag::Iterable => {
            OPEN | ARRAYS
                | HASHES
                | INTEGERS
                | set(&[
                    TypeTag::String,
                    TypeTag::Meta,
                    TypeTag::Collection,
                    TypeTag::Iterable,
                    TypeTag::Iterator,
                ])
        }
        TypeTag::CatalogEntry => {
            OPEN | set(&[
                TypeTag::CatalogEntry,
                TypeTag::Resource,
                TypeTag::Class,
                TypeTag::Node,
                TypeTag::Stage,
            ])
        }
        TypeTag::Object | TypeTag::Error | TypeTag::Deferred | TypeTag::Pcore => OPEN | OBJECTS,
        same => OPEN | set(&[same]),
    }
}

/// Returns the tags of values that may be instances of a tag; for a tag that names other types, in
/// addition to those of these.
const fn instance_tags(target: TypeTag) -> Set {
    match target {
        TypeTag::Any | TypeTag::Reference | TypeTag::Foreign | TypeTag::Unit | TypeTag::Init => {
            EVERY
        }
        TypeTag::Variant | TypeTag::NotUndef => 0,
        TypeTag::Optional => set(&[TypeTag::Undef]),
        TypeTag::Number => set(&[TypeTag::Integer, TypeTag::Float]),
        TypeTag::Descending => set(&[TypeTag::Integer]),
        TypeTag::Array | TypeTag::Tuple => set(&[TypeTag::Array]),
        TypeTag::Hash | TypeTag::Struct => set(&[TypeTag::Hash]),
        TypeTag::Scalar => SCALAR,
        TypeTag::ScalarData => SCALAR_DATA,
        TypeTag::Collection => set(&[TypeTag::Array, TypeTag::Hash]),
        TypeTag::Iterable => set(&[
            TypeTag::String,
            TypeTag::Integer,
            TypeTag::Array,
            TypeTag::Hash,
            TypeTag::Meta,
            TypeTag::Iterator,
        ]),
        TypeTag::Object => set(&[TypeTag::Object, TypeTag::Meta]),
        TypeTag::Error | TypeTag::Deferred => set(&[TypeTag::Object]),
        TypeTag::Pcore | TypeTag::TypeSet => set(&[TypeTag::Meta]),
        // Catalog and runtime types have no values, and neither have unresolved types.
        TypeTag::CatalogEntry
        | TypeTag::Resource
        | TypeTag::Class
        | TypeTag::Node
        | TypeTag::Stage
        | TypeTag::Runtime
        | TypeTag::TypeReference
        | TypeTag::TypeAlias
        | TypeTag::Other => 0,
        same => set(&[same]),
    }
}

/// Returns the tag for the number of a type's first tag in the library.
const fn tag_of_head(number: u8) -> TypeTag {
    match number {
        head::UNION => TypeTag::Variant,
        head::OPTIONAL => TypeTag::Optional,
        head::NOT_UNDEF => TypeTag::NotUndef,
        head::ANY => TypeTag::Any,
        head::NONE => TypeTag::Undef,
        head::BOOL => TypeTag::Bool,
        head::NUMBER => TypeTag::Number,
        head::INTEGER => TypeTag::Integer,
        head::FLOAT => TypeTag::Float,
        head::STRING | head::LITERAL => TypeTag::String,
        head::LIST => TypeTag::Array,
        head::MAP => TypeTag::Hash,
        head::TUPLE => TypeTag::Tuple,
        head::OBJECT => TypeTag::Struct,
        head::FUNC => TypeTag::Callable,
        head::META => TypeTag::Meta,
        head::REFERENCE => TypeTag::Reference,
        head::NOMINAL => TypeTag::Foreign,
        _ => {
            let at = number.saturating_sub(head::NUMBERED) as usize;
            if number >= head::NUMBERED && at < Name::ALL.len() {
                TypeTag::named(Name::ALL[at])
            } else {
                TypeTag::Other
            }
        }
    }
}

/// The tag for each tag number of the library.
static TAGS: [TypeTag; head::COUNT] = TAGS_OF_HEADS;

const TAGS_OF_HEADS: [TypeTag; head::COUNT] = {
    let mut tags = [TypeTag::Other; head::COUNT];
    let mut at = 0;
    while at < head::COUNT {
        tags[at] = tag_of_head(at as u8);
        at += 1;
    }
    tags
};

#[derive(Clone, Copy)]
enum Table {
    Accepted,
    Instances,
}

/// For each tag, the tag numbers of types that may accept it or have values of it.
const fn takers(table: Table) -> [TypeTags; COUNT] {
    let mut takers = [TypeTags::NONE; COUNT];
    let mut at = 0;
    while at < COUNT {
        assert!(TypeTag::ALL[at] as usize == at && COUNT <= Set::BITS as usize);
        let mut bits = 0;
        let mut number = 0;
        while number < head::COUNT {
            let target = tag_of_head(number as u8);
            let taken = match table {
                Table::Accepted => accepted_tags(target),
                Table::Instances => instance_tags(target),
            };
            bits |= (taken >> at & 1) << number;
            number += 1;
        }
        takers[at] = TypeTags::from_bits(bits);
        at += 1;
    }
    takers
}

static ACCEPTING: [TypeTags; COUNT] = ACCEPTED;

const ACCEPTED: [TypeTags; COUNT] = takers(Table::Accepted);
static INSTANCES: [TypeTags; COUNT] = takers(Table::Instances);

/// Whether a type may accept one with this tag.
#[inline]
pub(crate) fn may_accept(target: &Type, source: TypeTag) -> bool {
    ACCEPTING[source as usize].meets(target.type_tags())
}

/// The targets that must accept the first part of a source with some tag.
#[derive(Clone, Copy)]
struct FirstPart {
    /// Targets with these tags: their first part must accept it.
    targets: TypeTags,
    /// The tags that are added to those of any other target: all, or none if the source represents
    /// other types, because then the target itself must accept them.
    added: TypeTags,
    /// Targets with these tags compare something else, such as names, before they compare sizes.
    unsized_targets: TypeTags,
    /// The compared part: the first part, or the tag of the source's elements.
    compared: Compared,
}

#[derive(Clone, Copy)]
enum Compared {
    Part,
    /// The part, unless it may accept undef: without undef it is a different type.
    Content,
    Tuple,
    Integer,
    String,
}

const fn tags_of(tags: Set) -> TypeTags {
    let mut bits = 0;
    let mut number = 0;
    while number < head::COUNT {
        bits |= (tags >> tag_of_head(number as u8) as u8 & 1) << number;
        number += 1;
    }
    TypeTags::from_bits(bits)
}

/// An Iterable that accepts every iterable type has a first part that accepts Any, and so every
/// part of a source.
const fn first_part(source: TypeTag) -> FirstPart {
    const ITERABLE: Set = set(&[TypeTag::Iterable]);
    let (targets, compared) = match source {
        TypeTag::Array | TypeTag::Tuple => (ARRAYS | ITERABLE, Compared::Part),
        TypeTag::Iterable => (ITERABLE, Compared::Part),
        TypeTag::Iterator => (ITERABLE | set(&[TypeTag::Iterator]), Compared::Part),
        TypeTag::Meta => (ITERABLE | set(&[TypeTag::Meta]), Compared::Part),
        TypeTag::Sensitive => (set(&[TypeTag::Sensitive]), Compared::Part),
        TypeTag::Hash | TypeTag::Struct => (ITERABLE, Compared::Tuple),
        TypeTag::Integer => (ITERABLE, Compared::Integer),
        TypeTag::String => (ITERABLE, Compared::String),
        TypeTag::NotUndef => (0, Compared::Content),
        _ => (0, Compared::Part),
    };
    FirstPart {
        targets: tags_of(targets),
        added: match source {
            TypeTag::Variant | TypeTag::Optional | TypeTag::NotUndef => TypeTags::NONE,
            _ => TypeTags::EVERY,
        },
        unsized_targets: match source {
            TypeTag::Struct | TypeTag::Variant | TypeTag::Optional => {
                tags_of(set(&[TypeTag::Struct]))
            }
            _ => TypeTags::NONE,
        },
        compared,
    }
}

/// The requirements for a target, by the first tag of the source.
struct Requirements {
    /// The tags that accept the source's tag.
    accepting: TypeTags,
    part: FirstPart,
}

static REQUIREMENTS: [Requirements; head::COUNT] = {
    const NONE: Requirements = Requirements {
        accepting: TypeTags::NONE,
        part: first_part(TypeTag::Other),
    };
    let mut sources = [NONE; head::COUNT];
    let mut at = 0;
    while at < head::COUNT {
        sources[at] = Requirements {
            accepting: ACCEPTED[TAGS_OF_HEADS[at] as usize],
            part: first_part(TAGS_OF_HEADS[at]),
        };
        at += 1;
    }
    sources
};

/// The tag number to compare, by the first tag of a source and that of its first part. Accepting a
/// Variant requires at least accepting some of its members.
static COMPARED: [[u8; head::COUNT]; head::COUNT] = {
    const MAY_BE_UNDEF: Set = OPEN
        | set(&[
            TypeTag::Any,
            TypeTag::Undef,
            TypeTag::Optional,
            TypeTag::Init,
        ]);
    let mut compared = [[0; head::COUNT]; head::COUNT];
    let mut source = 0;
    while source < head::COUNT {
        let mut part = 0;
        while part < head::COUNT {
            let may_be_undef = MAY_BE_UNDEF & (1 << TAGS_OF_HEADS[part] as u8) != 0;
            compared[source][part] = match first_part(TAGS_OF_HEADS[source]).compared {
                Compared::Content if may_be_undef => head::UNION,
                Compared::Part | Compared::Content => part as u8,
                Compared::Tuple => head::TUPLE,
                Compared::Integer => head::INTEGER,
                Compared::String => head::STRING,
            };
            part += 1;
        }
        source += 1;
    }
    compared
};

/// Whether the type summaries show that a type does not accept a different one.
#[inline]
pub(crate) fn rejects(target: &Type, source: &Type) -> bool {
    let (have, want) = (source.outline(), target.outline());
    let (head, type_tags) = (source.type_tags().first(), target.type_tags());
    let compared = COMPARED[usize::from(head)][usize::from(have.first().first())];
    let source = &REQUIREMENTS[usize::from(head)];
    let by_first_part = type_tags.within(source.part.targets);
    let wanted_tags =
        select_unpredictable(by_first_part, want.first(), type_tags.or(source.part.added));
    // The conditions are combined by their signs into one branch, because separate branches would
    // be unpredictable.
    let sizes = !have.margin(want) | source.part.unsized_targets.and(type_tags).sign();
    let tags = source.accepting.and(type_tags).sign();
    let parts = REQUIREMENTS[usize::from(compared)]
        .accepting
        .and(wanted_tags)
        .sign();
    sizes & tags & parts >= 0
}

/// Whether a value with this tag may be an instance of a type.
#[inline]
pub(crate) fn may_hold(ty: &Type, value: TypeTag) -> bool {
    INSTANCES[value as usize].meets(ty.type_tags())
}

impl TypeTag {
    /// Returns the tag of a type.
    #[inline]
    pub(crate) fn of(ty: &Type) -> TypeTag {
        TAGS[usize::from(ty.type_tags().first())]
    }

    /// Returns the tag of a type; for [`TypeTag::Foreign`], looks up the name.
    pub(crate) fn by_name(ty: &Type) -> TypeTag {
        match (TypeTag::of(ty), nominal::view(ty)) {
            (TypeTag::Foreign, Some((name, _))) => TypeTag::named(name),
            (TypeTag::Foreign, None) => TypeTag::Other,
            (tag, _) => tag,
        }
    }

    /// Whether a type with this tag may accept one with the other tag by its own rule.
    pub(crate) fn may_accept(self, source: TypeTag) -> bool {
        accepted_tags(self) & (1 << source as u8) != 0
    }

    /// Whether a type with this tag may have values with the other tag by its own rule.
    pub(crate) fn may_hold(self, value: TypeTag) -> bool {
        instance_tags(self) & (1 << value as u8) != 0
    }

    /// Returns the tag of a value: that of its bare type.
    pub(crate) fn of_value(value: &Value) -> TypeTag {
        if value.as_str_bytes().is_some() {
            return TypeTag::String;
        }
        if let Some(extension) = value.as_extension() {
            return match TypeTag::of(extension.ty()) {
                TypeTag::Error | TypeTag::Deferred | TypeTag::Pcore => TypeTag::Object,
                tag => tag,
            };
        }
        if value.is_null() {
            return TypeTag::Undef;
        }
        match TypeTag::of(value.ty()) {
            TypeTag::Array | TypeTag::Tuple => TypeTag::Array,
            tag @ (TypeTag::Integer | TypeTag::Bool | TypeTag::Float) => tag,
            _ => TypeTag::Other,
        }
    }
}
