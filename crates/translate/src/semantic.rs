//! Semantic types and values, which all dialects express with their own types.
//!
//! A [`SemanticType`] is the semantic type at the outermost level of a type, independent of the
//! dialect's notation; a [`SemanticValue`] is the same for a value. Both describe *data*: null, bools,
//! numbers, strings, sequences, and entries under strings. Entries under other keys are data if
//! both dialects have them. Other values of a dialect do not occur in any other dialect.

use polycty_core::calls::Budget;
use polycty_core::number::{Integer, Number};
use polycty_core::source::{Key, PathStep, Result};
use polycty_core::types::{
    Field, FloatRange, IntegerRange, Reference, SizeRange, Str, StringConstraint, Type, TypeError,
};
use polycty_core::values::Value;

/// The semantic types and values of a dialect, and its nearest types and values.
pub trait Mapping: Sync {
    /// Returns the semantic type of a type of this dialect.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if the type is not a type of
    /// this dialect.
    fn view(&self, ty: &Type) -> Result<View>;

    /// Returns the nearest type to a semantic type, without null.
    ///
    /// # Errors
    /// If the type would be nested too deeply or too large.
    fn nearest(&self, meaning: SemanticType<TargetPart<'_>>) -> Result<Nearest, TypeError>;

    /// Adds null to a result of [`Mapping::nearest`] or removes it. Also returns the mismatch if
    /// that is not possible.
    ///
    /// # Errors
    /// If the type would be nested too deeply.
    fn with_null(&self, ty: &Type, null: Null) -> Result<(Type, Option<NullMismatch>), TypeError>;

    /// Returns the semantic value of a value of this dialect.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if the value is not data.
    fn datum<'a>(&self, value: &'a Value) -> Result<SemanticValue<&'a Value>>;

    /// Whether values may have marks. They are removed before a call of [`Mapping::datum`].
    fn has_marks(&self) -> bool {
        false
    }

    /// Whether the keys of entries may be other values than strings.
    fn has_other_keys(&self) -> bool;

    /// Returns the value of a semantic value, whose parts are also results of this function. The
    /// value may be provisional. Only [`Mapping::settled`] and [`Mapping::instance_of`] accept
    /// provisional values.
    ///
    /// # Errors
    /// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) if this dialect has no such
    /// value.
    fn value(&self, datum: SemanticValue<Value>) -> Result<Value>;

    /// Returns the final value of a provisional value if no type is required.
    ///
    /// # Errors
    /// As [`Mapping::value`].
    fn settled(&self, provisional: Value) -> Result<Value> {
        Ok(provisional)
    }

    /// Converts a result of [`Mapping::value`] to an instance of a type. The caller has charged the
    /// parts of the value; members of unions that do not match are charged in addition.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded;
    /// [`Code::Conversion`](polycty_core::source::Code::Conversion) with the path to the part that
    /// is not an instance.
    fn instance_of(&self, value: &Value, ty: &Type, budget: &Budget) -> Result<Value>;
}

/// Whether null is a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// It is.
    Admitted,
    /// It is not.
    Excluded,
}

/// The reason why null is or is not a value, contrary to the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullMismatch {
    /// Null is a value although it should not be.
    Added(&'static str),
    /// Null is not a value although it should be.
    Lacking(&'static str),
}

/// A type as its dialect's mapping sees it.
pub enum View {
    /// A semantic type whose parts are not yet converted.
    SemanticType {
        /// The semantic type, without null.
        meaning: SemanticType<Type>,
        /// Whether null is a value.
        null: Null,
        /// How the type differs from the semantic type.
        beyond: Option<Beyond>,
    },
    /// A different type with null added or removed.
    With(Type, Null),
    /// A different type, and additional values that are not data, with the reason.
    Besides(Type, &'static str),
    /// A name of a different type.
    Alias(Reference),
}

/// The difference between a type and its semantic type.
#[derive(Clone, Copy, Debug)]
pub struct Beyond {
    /// The reason.
    pub why: &'static str,
    /// Whether the semantic type has data that is not an instance of the type.
    pub loose: bool,
    /// Whether the type has instances that are not data.
    pub lost: bool,
}

impl View {
    /// A semantic type that is equivalent to the type.
    #[must_use]
    pub fn data(meaning: SemanticType<Type>, null: Null) -> View {
        View::SemanticType {
            meaning,
            null,
            beyond: None,
        }
    }
}

/// The semantic type at the outermost level of a type, without null. `P` is the type of the parts.
pub enum SemanticType<P> {
    /// All data.
    Top,
    /// All data, and entries under keys of any type.
    Anything,
    /// Null alone.
    Null,
    /// Bools, or only one of them.
    Bool(Option<bool>),
    /// Integers and fractions.
    Number(Wholes),
    /// Integers.
    Integer(IntegerRange),
    /// Doubles.
    Float(FloatRange),
    /// Strings.
    String(StringConstraint),
    /// One string.
    Text(Str),
    /// Sequences of any length.
    List {
        /// The type of the elements.
        element: P,
        /// The range of the number of elements.
        size: Option<SizeRange>,
        /// Whether the elements share a type.
        alike: Alike,
    },
    /// Unordered collections without duplicates.
    Set {
        /// The type of the elements.
        element: P,
        /// Whether the elements share a type.
        alike: Alike,
    },
    /// Entries under any strings.
    Map {
        /// The permitted keys.
        keys: Keys,
        /// The type of the values.
        element: P,
        /// The range of the number of entries.
        size: Option<SizeRange>,
        /// Whether the values share a type.
        alike: Alike,
    },
    /// Entries under keys of a type. The keys are not strings, or, for a dialect whose keys are
    /// always strings, some strings.
    Table {
        /// The type of the keys.
        key: P,
        /// The type of the values.
        element: P,
        /// The range of the number of entries.
        size: Option<SizeRange>,
    },
    /// Sequences with a type for each position.
    Tuple(Vec<P>),
    /// Entries under these strings.
    Object(Vec<Attribute<P>>),
    /// Any one of several types.
    Union(Vec<P>),
}

impl<P> SemanticType<P> {
    /// Converts the parts, in order.
    ///
    /// # Errors
    /// The first error of `with`.
    pub fn map<Q>(
        self,
        with: &mut dyn FnMut(PartPosition<'_>, P) -> Result<Q>,
    ) -> Result<SemanticType<Q>> {
        Ok(match self {
            SemanticType::Top => SemanticType::Top,
            SemanticType::Anything => SemanticType::Anything,
            SemanticType::Null => SemanticType::Null,
            SemanticType::Bool(value) => SemanticType::Bool(value),
            SemanticType::Number(wholes) => SemanticType::Number(wholes),
            SemanticType::Integer(range) => SemanticType::Integer(range),
            SemanticType::Float(range) => SemanticType::Float(range),
            SemanticType::String(constraint) => SemanticType::String(constraint),
            SemanticType::Text(text) => SemanticType::Text(text),
            SemanticType::List {
                element,
                size,
                alike,
            } => SemanticType::List {
                element: with(PartPosition::Element, element)?,
                size,
                alike,
            },
            SemanticType::Set { element, alike } => SemanticType::Set {
                element: with(PartPosition::Element, element)?,
                alike,
            },
            SemanticType::Map {
                keys,
                element,
                size,
                alike,
            } => SemanticType::Map {
                keys,
                element: with(PartPosition::Entry, element)?,
                size,
                alike,
            },
            SemanticType::Table { key, element, size } => SemanticType::Table {
                key: with(PartPosition::Key, key)?,
                element: with(PartPosition::Entry, element)?,
                size,
            },
            SemanticType::Tuple(elements) => SemanticType::Tuple(
                (elements.into_iter().enumerate())
                    .map(|(at, element)| with(PartPosition::Position(at), element))
                    .collect::<Result<_>>()?,
            ),
            SemanticType::Object(attributes) => SemanticType::Object(
                attributes
                    .into_iter()
                    .map(|attribute| {
                        Ok(Attribute {
                            part: with(PartPosition::Attribute(&attribute.name), attribute.part)?,
                            name: attribute.name,
                            presence: attribute.presence,
                        })
                    })
                    .collect::<Result<_>>()?,
            ),
            SemanticType::Union(members) => SemanticType::Union(
                (members.into_iter())
                    .map(|member| with(PartPosition::Member, member))
                    .collect::<Result<_>>()?,
            ),
        })
    }
}

/// The position of a part in a semantic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartPosition<'a> {
    /// Any element of a sequence.
    Element,
    /// The value under any key.
    Entry,
    /// Any key.
    Key,
    /// The element at this index of a sequence.
    Position(usize),
    /// The value under this name.
    Attribute(&'a Str),
    /// One of several types of the same value.
    Member,
}

impl PartPosition<'_> {
    /// The path step to the part, or `None` for members and keys, which have the path of the whole.
    #[must_use]
    pub fn step(self) -> Option<PathStep> {
        let any = |key: &Type| PathStep::Index(Value::unknown(key.clone()).to_key());
        match self {
            PartPosition::Element => Some(any(Type::number())),
            PartPosition::Entry => Some(any(Type::string())),
            PartPosition::Position(at) => Some(PathStep::Index(Key::from(at))),
            PartPosition::Attribute(name) => Some(PathStep::Attr(name.clone())),
            PartPosition::Member | PartPosition::Key => None,
        }
    }
}

/// Whether an integer is distinct from the double of the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wholes {
    /// There is one kind of numbers, as in HCL.
    Numbers,
    /// Integers are distinct, as in Puppet.
    Integers,
}

/// Whether the elements of a collection share one type in addition to their declared type. cty's
/// elements do if the declared type contains `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// They do.
    Required,
    /// They do not have to.
    Free,
}

/// The permitted keys of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Whether every string is permitted.
    pub all_strings: bool,
    /// Whether values other than strings are permitted.
    pub others: bool,
}

impl Keys {
    /// Exactly all strings.
    pub const STRINGS: Keys = Keys {
        all_strings: true,
        others: false,
    };
}

/// An attribute of an object.
pub struct Attribute<P> {
    /// The name.
    pub name: Str,
    /// The type of the value.
    pub part: P,
    /// Whether the attribute is optional.
    pub presence: Presence,
}

/// The status of a value without an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is not an instance of the object.
    Required,
    /// It is an instance of the object.
    Optional,
    /// It is equal to a value whose attribute is null, as in HCL.
    OptionalAsNull,
}

impl<P> Attribute<P> {
    /// The attribute as a field of an object type.
    #[must_use]
    pub fn field(&self, ty: Type) -> Field {
        match self.presence {
            Presence::Required => Field::new(self.name.clone(), ty),
            Presence::Optional | Presence::OptionalAsNull => Field::optional(self.name.clone(), ty),
        }
    }
}

/// A translated part.
#[derive(Clone, Copy)]
pub struct TargetPart<'a> {
    /// The type, with or without null as required.
    pub ty: &'a Type,
    /// The type without null, as a member of a union.
    pub bare: &'a Type,
    /// Whether null is its only value.
    pub is_null: bool,
    /// Whether it has data, other than null, that the source's part does not have.
    pub loose: bool,
}

/// The nearest type to a semantic type, with the reasons why it is not exact.
pub struct Nearest {
    /// The type.
    pub ty: Type,
    /// The reasons why the type has additional data, other than that of its parts.
    pub loose: Vec<&'static str>,
    /// The reasons why the type lacks instances, other than those of its parts.
    pub lost: Vec<&'static str>,
    /// The effect of additional data of the parts.
    pub parts: Parts,
}

/// The effect of additional data of the parts on the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The whole has additional data if a part has.
    Kept,
    /// The type does not depend on the parts: only the mapping's own reasons apply.
    Dropped,
}

impl Nearest {
    /// A type that is equivalent to the semantic type.
    #[must_use]
    pub fn exact(ty: Type) -> Nearest {
        Nearest {
            ty,
            loose: Vec::new(),
            lost: Vec::new(),
            parts: Parts::Kept,
        }
    }

    /// A type with additional data, with the reason.
    #[must_use]
    pub fn loose(ty: Type, why: &'static str) -> Nearest {
        Nearest {
            loose: vec![why],
            ..Nearest::exact(ty)
        }
    }

    /// A type that is independent of the parts.
    #[must_use]
    pub fn dropped(ty: Type, why: &'static str) -> Nearest {
        Nearest {
            parts: Parts::Dropped,
            ..Nearest::loose(ty, why)
        }
    }
}

/// The semantic value at the outermost level of a value.
pub enum SemanticValue<V> {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number of unspecified kind.
    Number(Number),
    /// An integer.
    Integer(Integer),
    /// A double.
    Float(f64),
    /// A known string value.
    Text(Value),
    /// Parts in order.
    Sequence(Vec<V>),
    /// Known keys, usually strings, with their values.
    Entries(Vec<(Value, V)>),
}

/// Returns the double whose shortest digits are read as a number, or that is exactly this number.
#[must_use]
pub fn double_of(number: &Number) -> Option<f64> {
    let (double, exact) = number.to_f64();
    let reads_back = || Number::parse(&format!("{double:e}")).is_ok_and(|read| read == *number);
    (number.is_infinite() || exact || (double.is_finite() && reads_back())).then_some(double)
}
