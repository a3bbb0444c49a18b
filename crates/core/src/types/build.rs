//! Constructors of types.
//!
//! Constructors reject types that no dialect allows (reversed bounds, duplicate fields, nesting and
//! size past the limits) and keep the given order. The constructors of a dialect normalize the
//! parts first.

use super::memory::HeapBytes;
use super::{
    BlockParam, CapsuleType, Field, Flags, FloatRange, FuncParam, FuncType, Hash64, IntegerRange,
    KeyedHasher, Kind, MAX_DEPTH, MAX_SIZE, NameNumber, Node, NominalParam, NominalType,
    ObjectType, Reference, Scalar, SizeRange, Str, StringConstraint, Type, TypeError, TypeSummary,
    TypeTags, VariableScope,
};
use crate::number::{DIGIT_BITS, TEXT_LIMIT};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

macro_rules! shared_types {
    ($($(#[$doc:meta])* $name:ident = $kind:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name() -> &'static Type {
                static TYPE: LazyLock<Type> = LazyLock::new(|| Type::leaf($kind));
                &TYPE
            }
        )*
    };
}

/// Types without parts: one shared node each.
impl Type {
    shared_types! {
        /// The type that is not yet known, or the top type.
        any = Kind::Any;
        /// The type with one value, the absence of a value (PCL's `none`, Puppet's `undef`).
        none = Kind::None;
        /// All booleans.
        bool = Kind::Bool(None);
        /// Numbers of arbitrary precision.
        number = Kind::Number;
        /// All strings.
        string = Kind::String(StringConstraint::Plain);
        /// All exact integers.
        integer = Kind::Integer(IntegerRange::default());
        /// All doubles.
        float = Kind::Float(FloatRange::default());
        /// The type of every type.
        meta_any = Kind::Meta(None);
        /// The union without members: Puppet's bare `Variant`. A union that is made of parts has at
        /// least one.
        union_any = Kind::Union(Box::default());
        /// The enumeration without strings: Puppet's bare `Enum`.
        string_enumeration_any = Kind::String(StringConstraint::Enumeration {
            values: Box::default(),
            ignore_case: false,
        });
        /// The pattern constraint without expressions: Puppet's bare `Pattern`.
        string_patterns_any = Kind::String(StringConstraint::Patterns(Box::default()));
    }
}

/// Constructors.
impl Type {
    /// The boolean type with one value.
    #[must_use]
    pub fn bool_value(value: bool) -> Type {
        Type::leaf(Kind::Bool(Some(value)))
    }

    /// Integers within inclusive bounds.
    pub fn integer_range(range: IntegerRange) -> Result<Type, TypeError> {
        match (&range.min, &range.max) {
            (Some(min), Some(max)) if min > max => Err(TypeError::ReversedBounds),
            _ => Ok(Type::leaf(Kind::Integer(range))),
        }
    }

    /// Doubles within inclusive bounds; NaN is not a valid bound.
    pub fn float_range(range: FloatRange) -> Result<Type, TypeError> {
        let nan = |bound: Option<f64>| bound.is_some_and(f64::is_nan);
        match (range.min, range.max) {
            (Some(min), Some(max)) if min > max => Err(TypeError::ReversedBounds),
            (min, max) if nan(min) || nan(max) => Err(TypeError::ReversedBounds),
            _ => Ok(Type::leaf(Kind::Float(range))),
        }
    }

    /// Strings under a constraint.
    pub fn string_constraint(constraint: StringConstraint) -> Result<Type, TypeError> {
        match &constraint {
            StringConstraint::Length(size) => check_size(Some(*size))?,
            StringConstraint::Enumeration { values, .. } if values.is_empty() => {
                return Err(TypeError::Empty("enumeration"));
            }
            StringConstraint::Patterns(patterns) if patterns.is_empty() => {
                return Err(TypeError::Empty("pattern"));
            }
            _ => {}
        }
        Type::make(Kind::String(constraint))
    }

    /// A list of any size.
    pub fn list(element: Type) -> Result<Type, TypeError> {
        Type::make(Kind::List {
            element,
            size: None,
        })
    }

    /// A list within a size range.
    pub fn sized_list(element: Type, size: SizeRange) -> Result<Type, TypeError> {
        check_size(Some(size))?;
        Type::make(Kind::List {
            element,
            size: Some(size),
        })
    }

    /// A set.
    pub fn set(element: Type) -> Result<Type, TypeError> {
        Type::make(Kind::Set(element))
    }

    /// A map with plain strings as keys.
    pub fn map(element: Type) -> Result<Type, TypeError> {
        Type::map_of(Type::string().clone(), element, None)
    }

    /// A map of any key type, optionally within a size range.
    pub fn map_of(key: Type, element: Type, size: Option<SizeRange>) -> Result<Type, TypeError> {
        check_size(size)?;
        Type::make(Kind::Map { key, element, size })
    }

    /// A tuple with one type for each position.
    pub fn tuple(elements: impl Into<Box<[Type]>>) -> Result<Type, TypeError> {
        Type::make(Kind::Tuple {
            elements: elements.into(),
            size: None,
        })
    }

    /// A tuple within a size range; the last type repeats.
    pub fn sized_tuple(
        elements: impl Into<Box<[Type]>>,
        size: SizeRange,
    ) -> Result<Type, TypeError> {
        check_size(Some(size))?;
        Type::make(Kind::Tuple {
            elements: elements.into(),
            size: Some(size),
        })
    }

    /// An object with these fields, in this order.
    pub fn object(fields: impl Into<Box<[Field]>>) -> Result<Type, TypeError> {
        let object = ObjectType::new(fields.into()).map_err(TypeError::DuplicateField)?;
        Type::make(Kind::Object(object))
    }

    /// Replaces the types of the fields of an object, by `ty` of the position. Names and their
    /// order stay valid and are not checked again. Other types are returned unchanged.
    pub fn with_field_types<E: From<TypeError>>(
        &self,
        mut ty: impl FnMut(usize) -> Result<Type, E>,
    ) -> Result<Type, E> {
        let Kind::Object(object) = self.kind() else {
            return Ok(self.clone());
        };
        let object = object.with_types(|at, _| ty(at))?;
        Ok(Type::make(Kind::Object(object))?)
    }

    /// A function type.
    pub fn func(func: FuncType) -> Result<Type, TypeError> {
        check_size(func.params.as_ref().and_then(|params| params.size))?;
        Type::make(Kind::Func(Box::new(func)))
    }

    /// A union of at least one member, in this order.
    pub fn union(members: impl Into<Box<[Type]>>) -> Result<Type, TypeError> {
        let members = members.into();
        if members.is_empty() {
            return Err(TypeError::Empty("union"));
        }
        Type::make(Kind::Union(members))
    }

    /// The type or undef.
    pub fn optional(inner: Type) -> Result<Type, TypeError> {
        Type::make(Kind::Optional(inner))
    }

    /// The type without undef.
    pub fn not_undef(inner: Type) -> Result<Type, TypeError> {
        Type::make(Kind::NotUndef(inner))
    }

    /// A deferred value of the type.
    pub fn promise(inner: Type) -> Result<Type, TypeError> {
        Type::make(Kind::Promise(inner))
    }

    /// A deferred value of the type, with its dependencies.
    pub fn output(inner: Type) -> Result<Type, TypeError> {
        Type::make(Kind::Output(inner))
    }

    /// One value of a type.
    pub fn literal(ty: Type, value: Scalar) -> Result<Type, TypeError> {
        check_scalar(&ty, &value)?;
        Type::make(Kind::Literal { ty, value })
    }

    /// An enumeration of values of one type.
    pub fn enumeration(
        token: impl Into<Str>,
        ty: Type,
        values: impl Into<Box<[Scalar]>>,
    ) -> Result<Type, TypeError> {
        let values = values.into();
        if values.is_empty() {
            return Err(TypeError::Empty("enumeration"));
        }
        for value in &values {
            check_scalar(&ty, value)?;
        }
        Type::make(Kind::Enumeration {
            token: token.into(),
            ty,
            values,
        })
    }

    /// The type of a capsule.
    #[must_use]
    pub fn capsule(capsule: Arc<CapsuleType>) -> Type {
        Type::leaf(Kind::Capsule(capsule))
    }

    /// The type of a type.
    pub fn meta(inner: Type) -> Result<Type, TypeError> {
        Type::make(Kind::Meta(Some(inner)))
    }

    /// A unification variable.
    #[must_use]
    pub fn variable(scope: VariableScope, id: u32) -> Type {
        Type::leaf(Kind::Variable { scope, id })
    }

    /// A type that only one dialect has.
    pub fn nominal(
        dialect: impl Into<Str>,
        name: impl Into<Str>,
        params: impl Into<Box<[NominalParam]>>,
    ) -> Result<Type, TypeError> {
        Type::numbered_nominal(dialect.into(), name.into(), NameNumber::default(), params)
    }

    /// Creates a type as [`Type::nominal`] does, with the number that the dialect assigned to the
    /// name.
    pub fn numbered_nominal(
        dialect: Str,
        name: Str,
        number: NameNumber,
        params: impl Into<Box<[NominalParam]>>,
    ) -> Result<Type, TypeError> {
        let params = params.into();
        if params.iter().any(|p| p.nesting(MAX_DEPTH) >= MAX_DEPTH) {
            return Err(TypeError::TooDeep);
        }
        Type::make(Kind::Nominal(Box::new(NominalType {
            dialect,
            name,
            number,
            params,
        })))
    }

    pub(super) fn reference(reference: Reference) -> Type {
        Type::leaf(Kind::Reference(reference))
    }

    /// Creates a type of a kind whose parts are valid.
    pub(super) fn make(kind: Kind) -> Result<Type, TypeError> {
        let mut depth = 0u32;
        let mut size = 1u32.saturating_add(long_texts(&kind));
        let mut flags = own_flags(&kind);
        kind.each_part(&mut |part: &Type| {
            depth = depth.max(part.depth());
            size = size.saturating_add(part.size());
            flags = flags.union(part.flags());
        });
        if depth >= MAX_DEPTH {
            return Err(TypeError::TooDeep);
        }
        if size > MAX_SIZE {
            return Err(TypeError::TooLarge);
        }
        Ok(Type(triomphe::Arc::new(Node {
            hash: Hash64::not_computed(),
            heap_bytes: HeapBytes::default(),
            size,
            type_tags: TypeTags::of(&kind),
            outline: TypeSummary::of(&kind, flags),
            depth: (depth + 1) as u8,
            flags,
            kind,
            annotations: None,
        })))
    }

    /// Creates a type without parts, which cannot exceed a limit.
    fn leaf(kind: Kind) -> Type {
        Type(triomphe::Arc::new(Node {
            hash: Hash64::not_computed(),
            heap_bytes: HeapBytes::default(),
            type_tags: TypeTags::of(&kind),
            outline: TypeSummary::of(&kind, Flags::NONE),
            size: long_texts(&kind).saturating_add(1).min(MAX_SIZE),
            depth: 1,
            flags: own_flags(&kind),
            kind,
            annotations: None,
        }))
    }
}

/// The number of parts that the long texts and numbers in a type count as: processing, and above
/// all writing, takes time in proportion to them. Equal scalars count alike, whatever their kind of
/// number. The values of an enumeration do not count, since in PCL the name alone identifies it.
fn long_texts(kind: &Kind) -> u32 {
    /// Texts of up to `SHORT` bytes and numbers of up to `SHORT_NUMBER` bits count with the type,
    /// so that numbers read from a few digits and doubles never count extra.
    const SHORT: usize = 64;
    const SHORT_NUMBER: u64 = 1_200;
    /// The number of bytes of a text that count as one part.
    const BYTES: u64 = 4;
    /// The bytes that a text of a list counts in addition to its length: its allocation takes half
    /// of a node.
    const LISTED: u64 = 2;

    struct Long(u64);

    impl Long {
        fn text(&mut self, text: &str) {
            if text.len() > SHORT {
                self.0 += text.len() as u64;
            }
        }

        fn bits(&mut self, bits: u64) {
            if bits > SHORT_NUMBER {
                self.0 += (bits / DIGIT_BITS).min(TEXT_LIMIT as u64);
            }
        }

        fn scalar(&mut self, scalar: &Scalar) {
            match scalar {
                Scalar::Number(number) => self.bits(number.exact_bits()),
                Scalar::Integer(integer) => self.bits(integer.bit_length()),
                Scalar::String(text) => self.text(text),
                Scalar::Bool(_) | Scalar::Double(_) => {}
            }
        }

        /// Parameters are nested no deeper than types.
        fn param(&mut self, param: &NominalParam) {
            match param {
                NominalParam::Scalar(scalar) => self.scalar(scalar),
                NominalParam::Regexp(text) => self.text(text),
                NominalParam::List(params) => params.iter().for_each(|param| self.param(param)),
                NominalParam::Map(entries) => entries.iter().for_each(|(key, value)| {
                    self.param(key);
                    self.param(value);
                }),
                NominalParam::Own(own) => self.param(&own.1),
                NominalParam::Type(_) | NominalParam::Default | NominalParam::Undef => {}
            }
        }
    }

    let mut long = Long(0);
    match kind {
        Kind::Integer(range) => {
            let bounds = range.min.iter().chain(&range.max);
            bounds.for_each(|bound| long.bits(bound.bit_length()));
        }
        Kind::String(
            StringConstraint::Enumeration { values: texts, .. } | StringConstraint::Patterns(texts),
        ) => {
            long.0 += texts.len() as u64 * LISTED;
            texts.iter().for_each(|text| long.text(text));
        }
        Kind::Object(object) => object
            .fields()
            .iter()
            .for_each(|field| long.text(field.name())),
        Kind::Literal { value, .. } => long.scalar(value),
        Kind::Enumeration { token, .. } => long.text(token),
        Kind::Capsule(capsule) => long.text(capsule.name()),
        Kind::Nominal(nominal) => {
            long.text(&nominal.name);
            nominal.params.iter().for_each(|param| long.param(param));
        }
        _ => {}
    }
    u32::try_from(long.0 / BYTES).unwrap_or(u32::MAX)
}

fn check_size(size: Option<SizeRange>) -> Result<(), TypeError> {
    match size {
        Some(SizeRange {
            min,
            max: Some(max),
        }) if min > max => Err(TypeError::ReversedBounds),
        _ => Ok(()),
    }
}

/// Checks that a scalar has the kind of the type. The dialect checks further constraints.
fn check_scalar(ty: &Type, value: &Scalar) -> Result<(), TypeError> {
    let fits = match value {
        Scalar::Bool(_) => ty.is_bool(),
        Scalar::Number(_) => ty.is_number(),
        Scalar::Integer(_) => matches!(ty.kind(), Kind::Integer(_) | Kind::Number),
        Scalar::Double(_) => matches!(ty.kind(), Kind::Float(_)),
        Scalar::String(_) => ty.is_string(),
    };
    if fits || ty.is_any() {
        Ok(())
    } else {
        Err(TypeError::LiteralOfOtherType)
    }
}

#[inline]
fn own_flags(kind: &Kind) -> Flags {
    match kind {
        Kind::Any => Flags::ANY,
        Kind::Variable { .. } => Flags::VARIABLE,
        Kind::Reference(_) => Flags::REFERENCE,
        Kind::Capsule(_) => Flags::CAPSULE,
        Kind::Set(_) => Flags::SET,
        Kind::Func(_) => Flags::FUNC,
        Kind::Promise(_) | Kind::Output(_) => Flags::EVENTUAL,
        Kind::Object(object) if object.fields().iter().any(Field::is_optional) => {
            Flags::OPTIONAL_FIELD
        }
        _ => Flags::NONE,
    }
}

impl Kind {
    /// The index of the constructor in the table of kinds. The order of types compares it first.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Kind::Any => 0,
            Kind::None => 1,
            Kind::Bool(_) => 2,
            Kind::Number => 3,
            Kind::Integer(_) => 4,
            Kind::Float(_) => 5,
            Kind::String(_) => 6,
            Kind::List { .. } => 7,
            Kind::Set(_) => 8,
            Kind::Map { .. } => 9,
            Kind::Tuple { .. } => 10,
            Kind::Object(_) => 11,
            Kind::Func(_) => 12,
            Kind::Union(_) => 13,
            Kind::Optional(_) => 14,
            Kind::NotUndef(_) => 15,
            Kind::Promise(_) => 16,
            Kind::Output(_) => 17,
            Kind::Literal { .. } => 18,
            Kind::Enumeration { .. } => 19,
            Kind::Capsule(_) => 20,
            Kind::Meta(_) => 21,
            Kind::Variable { .. } => 22,
            Kind::Reference(_) => 23,
            Kind::Nominal(_) => 24,
        }
    }

    /// Calls `visit` with every direct part that is a type, in order.
    #[inline]
    pub(super) fn each_part(&self, visit: &mut impl FnMut(&Type)) {
        match self {
            Kind::List { element, .. } | Kind::Set(element) => visit(element),
            Kind::Map { key, element, .. } => {
                visit(key);
                visit(element);
            }
            Kind::Tuple { elements, .. } | Kind::Union(elements) => {
                elements.iter().for_each(visit);
            }
            Kind::Object(object) => object.fields().iter().for_each(|field| visit(field.ty())),
            Kind::Func(func) => each_func_part(func, visit),
            Kind::Optional(inner)
            | Kind::NotUndef(inner)
            | Kind::Promise(inner)
            | Kind::Output(inner)
            | Kind::Meta(Some(inner))
            | Kind::Literal { ty: inner, .. }
            | Kind::Enumeration { ty: inner, .. } => visit(inner),
            Kind::Nominal(nominal) => {
                for param in &nominal.params {
                    param.each_type(visit);
                }
            }
            Kind::Any
            | Kind::None
            | Kind::Bool(_)
            | Kind::Number
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::String(_)
            | Kind::Capsule(_)
            | Kind::Meta(None)
            | Kind::Variable { .. }
            | Kind::Reference(_) => {}
        }
    }
}

fn each_func_part(func: &FuncType, visit: &mut dyn FnMut(&Type)) {
    if let Some(params) = &func.params {
        for FuncParam { ty, .. } in params.positional.iter().chain(&params.variadic) {
            visit(ty);
        }
    }
    if let Some(BlockParam { ty, .. }) = &func.block {
        visit(ty);
    }
    if let Some(result) = &func.result {
        visit(result);
    }
}

pub(super) fn hash_kind(kind: &Kind, state: &mut KeyedHasher) {
    state.write_u8(kind.rank());
    match kind {
        Kind::Any | Kind::None | Kind::Number => {}
        Kind::Bool(value) => value.hash(state),
        Kind::Integer(range) => range.hash(state),
        Kind::Float(range) => range.bits().hash(state),
        Kind::String(constraint) => constraint.hash(state),
        Kind::List { element, size } => (element, size).hash(state),
        Kind::Set(element) => element.hash(state),
        Kind::Map { key, element, size } => (key, element, size).hash(state),
        Kind::Tuple { elements, size } => (elements, size).hash(state),
        Kind::Object(object) => object.fields().hash(state),
        Kind::Func(func) => func.hash(state),
        Kind::Union(members) => members.hash(state),
        Kind::Optional(inner)
        | Kind::NotUndef(inner)
        | Kind::Promise(inner)
        | Kind::Output(inner) => inner.hash(state),
        Kind::Literal { ty, value } => (ty, value).hash(state),
        Kind::Enumeration { token, ty, values } => (token, ty, values).hash(state),
        Kind::Capsule(capsule) => capsule.identity().hash(state),
        Kind::Meta(inner) => inner.hash(state),
        Kind::Variable { scope, id } => (scope, id).hash(state),
        Kind::Reference(reference) => reference.hash(state),
        Kind::Nominal(nominal) => nominal.hash(state),
    }
}
