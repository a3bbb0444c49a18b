//! Types: constructors, equality and hashing.
//!
//! A [`Type`] is an immutable, shared node of one of about two dozen constructors, [`Kind`]. All
//! dialects build their types from these; a type that only one language has is a [`Kind::Nominal`].
//! A node stores [`Flags`], its [`TypeTags`] and [`TypeSummary`], its nesting depth, its size as a tree,
//! and its structural hash once it was computed, so that comparing, hashing and rejecting unbounded
//! input are cheap.
//!
//! Two types are equal if their parts are equal in the same order. A dialect may define a coarser
//! equality.
//!
//! ```
//! use polycty_core::types::{Field, Type};
//! let port = Type::number();
//! let server = Type::object([
//!     Field::new("name", Type::string().clone()),
//!     Field::new("port", port.clone()),
//! ]).unwrap();
//! let servers = Type::list(server).unwrap();
//! assert!(servers.element().unwrap().field("port").unwrap().ty() == port);
//! ```

mod annotation;
mod build;
mod capsule;
mod conformance;
mod error;
mod friendly;
mod group;
mod keyed;
mod memory;
mod numbered;
mod order;
mod parts;
mod scalar;
mod type_summary;
mod type_tags;
mod walk;

pub use annotation::Annotation;
pub use capsule::{CapsuleData, CapsuleOps, CapsuleType, OpaqueOps};
pub use conformance::{MAX_NONCONFORMITIES, Nonconformity};
pub use error::TypeError;
pub use group::{Group, GroupMember, Reference};
pub use keyed::{Keyed, KeyedHasher, KeyedMap, KeyedSet, keyed_hasher};
pub use numbered::{IdHasher, IdMap, IdSet};
pub use parts::{
    BlockParam, Field, FloatRange, FuncParam, FuncParams, FuncType, IntegerRange, NominalParam,
    NominalType, ObjectType, SizeRange, StringConstraint, VariableScope,
};
pub use scalar::Scalar;
pub use type_summary::TypeSummary;
pub use type_tags::{NameNumber, TypeTags, head};
pub use walk::{PartStep, Visit};

use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shared text of types: names of fields, tokens, enumerated strings.
pub type Str = Arc<str>;

/// The maximum nesting of a type. Constructors reject deeper types with [`TypeError::TooDeep`].
/// Everything that recurses over types relies on it.
pub const MAX_DEPTH: u32 = 128;

/// The maximum number of nodes of a type that is written out as a tree. Constructors reject larger
/// types with [`TypeError::TooLarge`]. Nodes are shared, so without this limit a few dozen calls
/// could make a type whose traversal never ends.
pub const MAX_SIZE: u32 = 1 << 24;

/// An immutable, shared type; cheap to clone.
#[derive(Clone)]
pub struct Type(triomphe::Arc<Node>);

struct Node {
    hash: Hash64,
    type_tags: TypeTags,
    outline: TypeSummary,
    size: u32,
    heap_bytes: memory::HeapBytes,
    depth: u8,
    flags: Flags,
    kind: Kind,
    annotations: annotation::Annotations,
}

/// A structural hash that is computed on first use: most types are never compared with a type of
/// the same size.
struct Hash64(AtomicU64);

impl Hash64 {
    /// The value before the hash is computed; never a hash.
    const NOT_COMPUTED: u64 = 0;

    fn not_computed() -> Hash64 {
        Hash64(AtomicU64::new(Hash64::NOT_COMPUTED))
    }

    #[inline]
    fn known(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The hash, computed if necessary. Concurrent threads compute the same value.
    #[inline]
    fn of(&self, kind: &Kind) -> u64 {
        match self.known() {
            Hash64::NOT_COMPUTED => self.make(kind),
            known => known,
        }
    }

    /// Computes the hash of each part at most once. The recursion is bounded by the nesting of
    /// types.
    #[cold]
    #[inline(never)]
    fn make(&self, kind: &Kind) -> u64 {
        let mut hasher = keyed_hasher();
        build::hash_kind(kind, &mut hasher);
        let hash = hasher.finish().max(Hash64::NOT_COMPUTED + 1);
        self.0.store(hash, Ordering::Relaxed);
        hash
    }
}

impl Clone for Hash64 {
    fn clone(&self) -> Hash64 {
        Hash64(AtomicU64::new(self.known()))
    }
}

/// Properties of a type that hold for any part at any depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u8);

impl Flags {
    /// No property.
    pub const NONE: Flags = Flags(0);
    /// [`Kind::Any`] occurs: cty calls this "has dynamic types".
    pub const ANY: Flags = Flags(1);
    /// A [`Kind::Variable`] occurs.
    pub const VARIABLE: Flags = Flags(2);
    /// An object with an optional field occurs.
    pub const OPTIONAL_FIELD: Flags = Flags(4);
    /// A [`Kind::Reference`] occurs.
    pub const REFERENCE: Flags = Flags(8);
    /// A [`Kind::Capsule`] occurs.
    pub const CAPSULE: Flags = Flags(16);
    /// A [`Kind::Promise`] or [`Kind::Output`] occurs.
    pub const EVENTUAL: Flags = Flags(32);
    /// A [`Kind::Set`] occurs.
    pub const SET: Flags = Flags(64);
    /// A [`Kind::Func`] occurs.
    pub const FUNC: Flags = Flags(128);

    /// Whether all properties of `other` are set.
    #[must_use]
    #[inline]
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The properties of both.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// The constructors of types.
#[derive(Clone, Debug, PartialEq)]
// Exhaustive: the C ABI maps every variant.
pub enum Kind {
    /// Not yet known (HCL), dynamic (PCL), the top type (Puppet), variant (mcl).
    Any,
    /// The type with one value, the absence of a value: PCL's `none`, Puppet's `Undef`.
    None,
    /// Booleans, optionally a single one.
    Bool(Option<bool>),
    /// Numbers of arbitrary precision.
    Number,
    /// Exact integers within optional inclusive bounds.
    Integer(IntegerRange),
    /// IEEE doubles within optional inclusive bounds.
    Float(FloatRange),
    /// Strings, plain or constrained.
    String(StringConstraint),
    /// Sequences of one element type, optionally sized.
    List {
        /// The type of every element.
        element: Type,
        /// The number of elements, if the type specifies it.
        size: Option<SizeRange>,
    },
    /// Sets of one element type.
    Set(Type),
    /// Maps from a key type to an element type, optionally sized.
    Map {
        /// The type of every key; plain strings in HCL and PCL.
        key: Type,
        /// The type of every element.
        element: Type,
        /// The number of entries, if the type specifies it.
        size: Option<SizeRange>,
    },
    /// Sequences with a type for each position. With a size, the last type repeats and trailing
    /// elements may be missing, as in Puppet.
    Tuple {
        /// The types by position.
        elements: Box<[Type]>,
        /// The number of elements, if it differs from the number of types.
        size: Option<SizeRange>,
    },
    /// Named fields in order.
    Object(ObjectType),
    /// Functions.
    Func(Box<FuncType>),
    /// One of several types.
    Union(Box<[Type]>),
    /// The type or undef.
    Optional(Type),
    /// The type without undef.
    NotUndef(Type),
    /// A deferred value.
    Promise(Type),
    /// A deferred value with its dependencies.
    Output(Type),
    /// One value of a type.
    Literal {
        /// The type that the value belongs to.
        ty: Type,
        /// The only value.
        value: Scalar,
    },
    /// A named enumeration.
    Enumeration {
        /// The name of the enumeration. Enumerations with the same name are still compared by their
        /// values.
        token: Str,
        /// The type of the values.
        ty: Type,
        /// The values, in order of declaration.
        values: Box<[Scalar]>,
    },
    /// A native type of the host.
    Capsule(Arc<CapsuleType>),
    /// The type of a type, or of all types if `None`.
    Meta(Option<Type>),
    /// A unification variable.
    Variable {
        /// The scope of the variable.
        scope: VariableScope,
        /// The number of the variable within the scope.
        id: u32,
    },
    /// A named, possibly recursive type.
    Reference(Reference),
    /// A type that only one dialect has.
    Nominal(Box<NominalType>),
}

impl Type {
    /// The constructor and its parts.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// The properties of this type and its parts.
    #[must_use]
    #[inline]
    pub fn flags(&self) -> Flags {
        self.0.flags
    }

    /// Whether all properties of `flags` are set.
    #[must_use]
    #[inline]
    pub fn has(&self, flags: Flags) -> bool {
        self.0.flags.contains(flags)
    }

    /// The outermost constructors.
    #[inline]
    pub fn type_tags(&self) -> TypeTags {
        self.0.type_tags
    }

    /// The summary of its parts and bounds.
    #[inline]
    pub fn outline(&self) -> TypeSummary {
        self.0.outline
    }

    /// The nesting depth: 1 for a type without parts.
    #[must_use]
    #[inline]
    pub fn depth(&self) -> u32 {
        u32::from(self.0.depth)
    }

    /// The number of nodes of this type written out as a tree. A long text or number in it counts
    /// as several nodes.
    #[must_use]
    #[inline]
    pub fn size(&self) -> u32 {
        self.0.size
    }

    /// The structural hash: equal types have equal hashes. It differs between processes, so that no
    /// document can contain types that collide.
    #[must_use]
    #[inline]
    pub fn structural_hash(&self) -> u64 {
        self.0.hash.of(&self.0.kind)
    }

    /// Whether both are the same node in memory; equal types need not be.
    #[must_use]
    #[inline]
    pub fn is_same_node(&self, other: &Type) -> bool {
        triomphe::Arc::ptr_eq(&self.0, &other.0)
    }

    /// The address of the node, an identity for memoization within one operation that keeps the
    /// type alive.
    #[must_use]
    #[inline]
    pub fn address(&self) -> usize {
        triomphe::Arc::as_ptr(&self.0) as usize
    }

    /// Whether this is [`Kind::Any`].
    #[must_use]
    #[inline]
    pub fn is_any(&self) -> bool {
        matches!(self.kind(), Kind::Any)
    }

    /// Whether this is a bool type, of both values or of one.
    #[must_use]
    #[inline]
    pub fn is_bool(&self) -> bool {
        matches!(self.kind(), Kind::Bool(_))
    }

    /// Whether this is [`Kind::Number`].
    #[must_use]
    #[inline]
    pub fn is_number(&self) -> bool {
        matches!(self.kind(), Kind::Number)
    }

    /// Whether this is a string type, plain or constrained.
    #[must_use]
    #[inline]
    pub fn is_string(&self) -> bool {
        matches!(self.kind(), Kind::String(_))
    }

    /// Whether this is one of cty's primitive types: bool, number or plain string.
    #[must_use]
    #[inline]
    pub fn is_primitive(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Bool(None) | Kind::Number | Kind::String(StringConstraint::Plain)
        )
    }

    /// Whether this is a list.
    #[must_use]
    #[inline]
    pub fn is_list(&self) -> bool {
        matches!(self.kind(), Kind::List { .. })
    }

    /// Whether this is a set.
    #[must_use]
    #[inline]
    pub fn is_set(&self) -> bool {
        matches!(self.kind(), Kind::Set(_))
    }

    /// Whether this is a map.
    #[must_use]
    #[inline]
    pub fn is_map(&self) -> bool {
        matches!(self.kind(), Kind::Map { .. })
    }

    /// Whether this is a tuple.
    #[must_use]
    #[inline]
    pub fn is_tuple(&self) -> bool {
        matches!(self.kind(), Kind::Tuple { .. })
    }

    /// Whether this is an object.
    #[must_use]
    #[inline]
    pub fn is_object(&self) -> bool {
        matches!(self.kind(), Kind::Object(_))
    }

    /// Whether this is a capsule.
    #[must_use]
    #[inline]
    pub fn is_capsule(&self) -> bool {
        matches!(self.kind(), Kind::Capsule(_))
    }

    /// Whether this is a list, a set or a map.
    #[must_use]
    #[inline]
    pub fn is_collection(&self) -> bool {
        matches!(
            self.kind(),
            Kind::List { .. } | Kind::Set(_) | Kind::Map { .. }
        )
    }

    /// The element type of a list, set or map; the inner type of an optional,
    /// not-undef, promise, output, literal, enumeration or meta type.
    #[must_use]
    pub fn element(&self) -> Option<&Type> {
        match self.kind() {
            Kind::List { element, .. }
            | Kind::Map { element, .. }
            | Kind::Set(element)
            | Kind::Optional(element)
            | Kind::NotUndef(element)
            | Kind::Promise(element)
            | Kind::Output(element)
            | Kind::Literal { ty: element, .. }
            | Kind::Enumeration { ty: element, .. } => Some(element),
            Kind::Meta(inner) => inner.as_ref(),
            _ => None,
        }
    }

    /// The key type of a map.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Option<&Type> {
        match self.kind() {
            Kind::Map { key, .. } => Some(key),
            _ => None,
        }
    }

    /// The types of a tuple by position, or the members of a union.
    #[must_use]
    #[inline]
    pub fn elements(&self) -> Option<&[Type]> {
        match self.kind() {
            Kind::Tuple { elements, .. } | Kind::Union(elements) => Some(elements),
            _ => None,
        }
    }

    /// The size range of a list, map or tuple, if the type specifies one.
    #[must_use]
    #[inline]
    pub fn size_range(&self) -> Option<SizeRange> {
        match self.kind() {
            Kind::List { size, .. } | Kind::Map { size, .. } | Kind::Tuple { size, .. } => *size,
            _ => None,
        }
    }

    /// The parts of an object type.
    #[must_use]
    #[inline]
    pub fn as_object(&self) -> Option<&ObjectType> {
        match self.kind() {
            Kind::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The parts of a function type.
    #[must_use]
    #[inline]
    pub fn as_func(&self) -> Option<&FuncType> {
        match self.kind() {
            Kind::Func(func) => Some(func),
            _ => None,
        }
    }

    /// The capsule type of a capsule.
    #[must_use]
    #[inline]
    pub fn as_capsule(&self) -> Option<&Arc<CapsuleType>> {
        match self.kind() {
            Kind::Capsule(capsule) => Some(capsule),
            _ => None,
        }
    }

    /// The fields of an object, in their order; none for other types.
    #[must_use]
    #[inline]
    pub fn fields(&self) -> &[Field] {
        self.as_object().map_or(&[], ObjectType::fields)
    }

    /// The field of an object by name.
    #[must_use]
    #[inline]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.as_object()?.get(name)
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        self.is_same_node(other)
            || (self.0.size == other.0.size
                && self.0.has_hash_of(&other.0)
                && self.0.kind == other.0.kind)
    }
}

impl Node {
    /// Whether both hashes are equal, or may be equal if they are not computed yet.
    #[inline]
    fn has_hash_of(&self, other: &Node) -> bool {
        let (hash, others) = (self.hash.known(), other.hash.known());
        if hash != Hash64::NOT_COMPUTED && others != Hash64::NOT_COMPUTED {
            return hash == others;
        }
        self.is_alike(other) && self.hash.of(&self.kind) == other.hash.of(&other.kind)
    }

    /// Whether depth, properties and constructor are equal.
    fn is_alike(&self, other: &Node) -> bool {
        (self.depth, self.flags) == (other.depth, other.flags)
            && discriminant(&self.kind) == discriminant(&other.kind)
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.structural_hash());
    }
}

impl fmt::Debug for Type {
    /// A structural rendering for debugging. The dialects have their own notations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

#[cfg(test)]
mod tests;
