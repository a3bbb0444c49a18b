//! Meanings: what do all dialects express, each in types of its own?
//!
//! A [`Meaning`] is what a type means at its outermost level, without regard to how
//! a dialect writes it; a [`Datum`] the same for a value. Both are about *data*: null,
//! booleans, numbers, strings, sequences, and entries under strings. Entries under other
//! keys are data where both dialects have them; what a dialect has beyond data no other
//! dialect has.

use polycty_core::number::{Integer, Number};
use polycty_core::source::{Key, PathStep, Result};
use polycty_core::types::{
    Field, FloatRange, IntegerRange, Reference, SizeRange, Str, StringConstraint, Type, TypeError,
};
use polycty_core::values::Value;

/// What the types and values of a dialect mean, and its nearest ones to a meaning.
pub trait Mapping: Sync {
    /// What a type of this dialect means.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for what is no
    /// type of this dialect.
    fn view(&self, ty: &Type) -> Result<View>;

    /// The nearest type for a meaning, null aside.
    ///
    /// # Errors
    /// When the type would nest too deep or grow too large.
    fn nearest(&self, meaning: Meaning<TargetPart<'_>>) -> Result<Nearest, TypeError>;

    /// A type that [`Mapping::nearest`] gave with null among its values or not, and how it
    /// fails in this.
    ///
    /// # Errors
    /// When the type would nest too deep.
    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMisfit>), TypeError>;

    /// What a value of this dialect means.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for what is no
    /// data.
    fn datum<'a>(&self, value: &'a Value) -> Result<Datum<&'a Value>>;

    /// Whether values may have marks, which [`Mapping::datum`] then never sees.
    fn has_marks(&self) -> bool {
        false
    }

    /// Whether entries may stand under other keys than strings.
    fn has_other_keys(&self) -> bool;

    /// The value that means this, of parts that were made here too. It may be a draft,
    /// which only [`Mapping::settled`] and [`Mapping::instance_of`] understand.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for what this
    /// dialect has no value for.
    fn value(&self, datum: Datum<Value>) -> Result<Value>;

    /// The value that a draft is where no type is wanted.
    ///
    /// # Errors
    /// As [`Mapping::value`].
    fn settled(&self, draft: Value) -> Result<Value> {
        Ok(draft)
    }

    /// A value that [`Mapping::value`] gave as an instance of a type.
    ///
    /// # Errors
    /// [`Code::Conversion`](polycty_core::source::Code::Conversion) with the path to the
    /// part that is none.
    fn instance_of(&self, value: &Value, ty: &Type) -> Result<Value>;
}

/// Whether null is among the values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// It is.
    Admitted,
    /// It is not.
    Excluded,
}

/// Why null is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMisfit {
    /// It is among the values although it should not be.
    Added(&'static str),
    /// It is not among the values although it should be.
    Lacking(&'static str),
}

/// A type as its dialect's mapping sees it.
pub enum View {
    /// A meaning, with its parts still to be looked at.
    Meaning {
        /// What it means, null aside.
        meaning: Meaning<Type>,
        /// Whether null is among the values.
        null: Null,
        /// How the type differs from the meaning.
        beyond: Option<Beyond>,
    },
    /// Another type with null added or taken away.
    With(Type, Null),
    /// Another type, and for the reason given further values that are no data.
    Besides(Type, &'static str),
    /// A name for another type.
    Alias(Reference),
}

/// How a type differs from the meaning that stands for it.
#[derive(Clone, Copy, Debug)]
pub struct Beyond {
    /// The reason.
    pub why: &'static str,
    /// Whether the meaning has data that is no instance of the type.
    pub loose: bool,
    /// Whether the type has instances that are no data.
    pub lost: bool,
}

impl View {
    /// A meaning that says all of a type.
    #[must_use]
    pub fn data(meaning: Meaning<Type>, null: Null) -> View {
        View::Meaning {
            meaning,
            null,
            beyond: None,
        }
    }
}

/// What a type means at its outermost level. Null stands beside it; `P` stands for
/// the parts.
pub enum Meaning<P> {
    /// All data.
    Top,
    /// All data, and entries under whichever keys.
    Anything,
    /// Null alone.
    Null,
    /// Booleans, perhaps only one.
    Bool(Option<bool>),
    /// Whole numbers and fractions.
    Number(Wholes),
    /// Whole numbers.
    Integer(IntegerRange),
    /// Numbers that are kept as doubles.
    Float(FloatRange),
    /// Strings.
    String(StringConstraint),
    /// One string.
    Text(Str),
    /// Sequences of any length.
    List {
        /// Every element.
        element: P,
        /// How many there are.
        size: Option<SizeRange>,
        /// Whether they share a type.
        alike: Alike,
    },
    /// Sequences without order in which nothing comes twice.
    Set {
        /// Every element.
        element: P,
        /// Whether they share a type.
        alike: Alike,
    },
    /// Entries under whichever strings.
    Map {
        /// Which keys there may be.
        keys: Keys,
        /// What stands under every key.
        element: P,
        /// How many entries there are.
        size: Option<SizeRange>,
        /// Whether what stands under the keys shares a type.
        alike: Alike,
    },
    /// Entries under keys of a type: of one of which none is a string, or, for what has strings as
    /// keys alone, of some strings.
    Table {
        /// Every key.
        key: P,
        /// What stands under every key.
        element: P,
        /// How many entries there are.
        size: Option<SizeRange>,
    },
    /// Sequences with a type for each position.
    Tuple(Vec<P>),
    /// Entries under these strings.
    Object(Vec<Attribute<P>>),
    /// One of several.
    Union(Vec<P>),
}

impl<P> Meaning<P> {
    /// The same meaning of other parts, made in order.
    ///
    /// # Errors
    /// The first that `with` gives.
    pub fn map<Q>(self, with: &mut dyn FnMut(Place<'_>, P) -> Result<Q>) -> Result<Meaning<Q>> {
        Ok(match self {
            Meaning::Top => Meaning::Top,
            Meaning::Anything => Meaning::Anything,
            Meaning::Null => Meaning::Null,
            Meaning::Bool(value) => Meaning::Bool(value),
            Meaning::Number(wholes) => Meaning::Number(wholes),
            Meaning::Integer(range) => Meaning::Integer(range),
            Meaning::Float(range) => Meaning::Float(range),
            Meaning::String(constraint) => Meaning::String(constraint),
            Meaning::Text(text) => Meaning::Text(text),
            Meaning::List {
                element,
                size,
                alike,
            } => Meaning::List {
                element: with(Place::Element, element)?,
                size,
                alike,
            },
            Meaning::Set { element, alike } => Meaning::Set {
                element: with(Place::Element, element)?,
                alike,
            },
            Meaning::Map {
                keys,
                element,
                size,
                alike,
            } => Meaning::Map {
                keys,
                element: with(Place::Entry, element)?,
                size,
                alike,
            },
            Meaning::Table { key, element, size } => Meaning::Table {
                key: with(Place::Key, key)?,
                element: with(Place::Entry, element)?,
                size,
            },
            Meaning::Tuple(elements) => Meaning::Tuple(
                (elements.into_iter().enumerate())
                    .map(|(at, element)| with(Place::Position(at), element))
                    .collect::<Result<_>>()?,
            ),
            Meaning::Object(attributes) => Meaning::Object(
                attributes
                    .into_iter()
                    .map(|attribute| {
                        Ok(Attribute {
                            part: with(Place::Attribute(&attribute.name), attribute.part)?,
                            name: attribute.name,
                            presence: attribute.presence,
                        })
                    })
                    .collect::<Result<_>>()?,
            ),
            Meaning::Union(members) => Meaning::Union(
                (members.into_iter())
                    .map(|member| with(Place::Member, member))
                    .collect::<Result<_>>()?,
            ),
        })
    }
}

/// Where a part of a meaning stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// Any position of a sequence.
    Element,
    /// Under any key.
    Entry,
    /// Any key.
    Key,
    /// This position of a sequence.
    Position(usize),
    /// Under this name.
    Attribute(&'a Str),
    /// One of several types of the same value.
    Member,
}

impl Place<'_> {
    /// The step that leads there; members and keys stand where the whole does.
    #[must_use]
    pub fn step(self) -> Option<PathStep> {
        let any = |key: &Type| PathStep::Index(Value::unknown(key.clone()).to_key());
        match self {
            Place::Element => Some(any(Type::number())),
            Place::Entry => Some(any(Type::string())),
            Place::Position(at) => Some(PathStep::Index(Key::from(at))),
            Place::Attribute(name) => Some(PathStep::Attr(name.clone())),
            Place::Member | Place::Key => None,
        }
    }
}

/// Whether a whole number is another thing than the double of this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wholes {
    /// There is one kind of numbers, as in HCL.
    Numbers,
    /// They are integers, as in Puppet.
    Integers,
}

/// Whether the elements of a collection share one type beyond what their type says,
/// as cty's do where `any` stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// It is.
    Required,
    /// They need not.
    Free,
}

/// Which keys the entries of a map may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Whether every string may be one.
    pub all_strings: bool,
    /// Whether what is no string may be one.
    pub others: bool,
}

impl Keys {
    /// Every string, and nothing else.
    pub const STRINGS: Keys = Keys {
        all_strings: true,
        others: false,
    };
}

/// An attribute of an object.
pub struct Attribute<P> {
    /// The string under which it stands.
    pub name: Str,
    /// What stands there.
    pub part: P,
    /// Whether it may be missing.
    pub presence: Presence,
}

/// What a value without an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// None of the object's.
    Required,
    /// One of the object's.
    Optional,
    /// The same as one in which the attribute is null, as in HCL.
    OptionalAsNull,
}

impl<P> Attribute<P> {
    /// The attribute as a field of the universe's objects.
    #[must_use]
    pub fn field(&self, ty: Type) -> Field {
        match self.presence {
            Presence::Required => Field::new(self.name.clone(), ty),
            Presence::Optional | Presence::OptionalAsNull => Field::optional(self.name.clone(), ty),
        }
    }
}

/// A part that is translated already.
#[derive(Clone, Copy)]
pub struct TargetPart<'a> {
    /// The type, with null as it should be.
    pub ty: &'a Type,
    /// The type, null aside: what members of a union are.
    pub bare: &'a Type,
    /// Whether it stands for null alone.
    pub is_null: bool,
    /// Whether it has data, null aside, that the source's part has not.
    pub loose: bool,
}

/// The nearest type to a meaning, and what keeps it from being exact.
pub struct Nearest {
    /// The type.
    pub ty: Type,
    /// Why the type has further data, besides what its parts bring in.
    pub loose: Vec<&'static str>,
    /// Why the meaning has instances that the type has not, besides its parts.
    pub lost: Vec<&'static str>,
    /// What becomes of the further data of the parts.
    pub parts: Parts,
}

/// What becomes of the further data of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The whole has further data where a part has.
    Kept,
    /// The type does not depend on them: the mapping's own reasons are all there are.
    Dropped,
}

impl Nearest {
    /// A type that says all of a meaning.
    #[must_use]
    pub fn exact(ty: Type) -> Nearest {
        Nearest {
            ty,
            loose: Vec::new(),
            lost: Vec::new(),
            parts: Parts::Kept,
        }
    }

    /// A type that has further data, for a reason.
    #[must_use]
    pub fn loose(ty: Type, why: &'static str) -> Nearest {
        Nearest {
            loose: vec![why],
            ..Nearest::exact(ty)
        }
    }

    /// A type that stands for whatever the parts may be.
    #[must_use]
    pub fn dropped(ty: Type, why: &'static str) -> Nearest {
        Nearest {
            parts: Parts::Dropped,
            ..Nearest::loose(ty, why)
        }
    }
}

/// What a value means at its outermost level.
pub enum Datum<V> {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number of whichever kind.
    Number(Number),
    /// A whole number.
    Integer(Integer),
    /// A double.
    Float(f64),
    /// A known string value.
    Text(Value),
    /// Parts in order.
    Sequence(Vec<V>),
    /// Known values, mostly strings, and what stands under them.
    Entries(Vec<(Value, V)>),
}

/// The double whose shortest digits read as a number, or which is exactly this number.
#[must_use]
pub fn double_of(number: &Number) -> Option<f64> {
    let (double, exact) = number.to_f64();
    let reads_back = || Number::parse(&format!("{double:e}")).is_ok_and(|read| read == *number);
    (number.is_infinite() || exact || (double.is_finite() && reads_back())).then_some(double)
}
