//! Memory of types: the bytes of the nodes of a type on the heap.
//!
//! Nodes without parts that all types share ([`Type::string`] and so on) need none. Other shared
//! nodes count at each position. Sizes are those of allocations, with the word that most allocators
//! add. A node stores its bytes when they are first asked for, so a type is traversed at most once.

use super::{FuncType, Kind, Node, NominalParam, Scalar, StringConstraint, Type};
use crate::number::Integer;
use std::mem::size_of_val;
use std::sync::atomic::{AtomicU16, Ordering};

/// The bytes of annotations, of a capsule and of a reference.
const OTHER_BYTES: u64 = 256;

/// The bytes of the counters of a shared allocation.
const COUNTERS: usize = 2 * size_of::<usize>();

/// The bytes of a type on the heap, in words; 0 before they are computed.
///
/// The number has 11 significant bits and is rounded up, since a node with a longer number is too
/// large for the free lists of glibc's allocator (`benches/run count`: 7 % of the instructions of
/// P3b).
#[derive(Default)]
pub(super) struct HeapBytes(AtomicU16);

impl HeapBytes {
    /// The significant bits, without the first one of large numbers.
    const BITS: u32 = 10;

    fn words(&self) -> Option<u64> {
        let code = u64::from(self.0.load(Ordering::Relaxed));
        let leading = 1 << HeapBytes::BITS;
        match code {
            0 => None,
            _ if code < 2 * leading => Some(code),
            _ => {
                let shift = (code >> HeapBytes::BITS) - 1;
                Some(((code & (leading - 1)) + leading) << shift)
            }
        }
    }

    fn set(&self, words: u32) {
        let shift = (u32::BITS - words.leading_zeros()).saturating_sub(HeapBytes::BITS + 1);
        // A number that is rounded up to one more bit carries into the shift.
        let rounded = u64::from(words).div_ceil(1 << shift);
        let code = (u64::from(shift) << HeapBytes::BITS) + rounded;
        self.0.store(code as u16, Ordering::Relaxed);
    }
}

impl Type {
    /// The bytes of the type on the heap. The recursion is bounded by the nesting of types.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        const WORD: u64 = size_of::<usize>() as u64;
        if is_shared_leaf(self) {
            return 0;
        }
        let known = &self.0.heap_bytes;
        if let Some(words) = known.words() {
            return words * WORD;
        }
        let mut bytes = allocation(size_of::<Node>() + size_of::<usize>()) + own(self.kind());
        if self.0.annotations.is_some() {
            bytes += OTHER_BYTES;
        }
        let mut add = |part: &Type| bytes = bytes.saturating_add(part.heap_bytes());
        self.kind().each_part(&mut add);
        known.set(u32::try_from(bytes / WORD).unwrap_or(u32::MAX));
        known.words().map_or(bytes, |words| words * WORD)
    }
}

/// Whether the type is one of the nodes that all types share.
fn is_shared_leaf(ty: &Type) -> bool {
    let shared = match ty.kind() {
        Kind::Any => Type::any(),
        Kind::None => Type::none(),
        Kind::Bool(None) => Type::bool(),
        Kind::Number => Type::number(),
        Kind::String(StringConstraint::Plain) => Type::string(),
        Kind::Integer(_) => Type::integer(),
        Kind::Float(_) => Type::float(),
        Kind::Meta(None) => Type::meta_any(),
        _ => return false,
    };
    ty.is_same_node(shared)
}

/// The bytes of an allocation.
fn allocation(bytes: usize) -> u64 {
    const WORD: usize = size_of::<usize>();
    match bytes {
        0 => 0,
        _ => (bytes + WORD).next_multiple_of(2 * WORD) as u64,
    }
}

fn text(text: &str) -> u64 {
    allocation(COUNTERS + text.len())
}

fn integer(integer: &Integer) -> u64 {
    match integer.to_i64() {
        Some(_) => 0,
        // The number and its digits.
        None => allocation(64) + allocation(integer.bit_length() as usize / 8 + size_of::<usize>()),
    }
}

fn scalar(scalar: &Scalar) -> u64 {
    match scalar {
        Scalar::Bool(_) | Scalar::Double(_) => 0,
        Scalar::Number(number) => allocation(number.exact_bits() as usize / 8 + 64),
        Scalar::Integer(value) => integer(value),
        Scalar::String(value) => text(value),
    }
}

fn param(param: &NominalParam) -> u64 {
    match param {
        NominalParam::Type(_) | NominalParam::Default | NominalParam::Undef => 0,
        NominalParam::Scalar(value) => scalar(value),
        NominalParam::Regexp(source) => text(source),
        NominalParam::List(params) => {
            let parts = params.iter().map(self::param);
            allocation(size_of_val(&**params)) + parts.sum::<u64>()
        }
        NominalParam::Map(entries) => {
            let parts = entries
                .iter()
                .map(|(key, value)| self::param(key) + self::param(value));
            allocation(size_of_val(&**entries)) + parts.sum::<u64>()
        }
        NominalParam::Own(own) => {
            allocation(size_of_val(&**own)) + text(&own.0) + self::param(&own.1)
        }
    }
}

fn func(func: &FuncType) -> u64 {
    let params = func.params.iter();
    let positional = params.map(|params| {
        let names = params.positional.iter().chain(&params.variadic);
        let names = names.filter_map(|param| param.name.as_deref()).map(text);
        allocation(size_of_val(&*params.positional)) + names.sum::<u64>()
    });
    allocation(size_of::<FuncType>()) + positional.sum::<u64>()
}

/// The bytes of a kind, without the node and its parts.
fn own(kind: &Kind) -> u64 {
    match kind {
        Kind::Integer(range) => range.min.iter().chain(&range.max).map(integer).sum(),
        Kind::String(
            StringConstraint::Enumeration { values, .. } | StringConstraint::Patterns(values),
        ) => {
            allocation(size_of_val(&**values)) + values.iter().map(|value| text(value)).sum::<u64>()
        }
        Kind::Tuple { elements, .. } | Kind::Union(elements) => {
            allocation(size_of_val(&**elements))
        }
        Kind::Object(object) => {
            let fields = object.fields();
            let names = fields.iter().map(|field| text(field.name()));
            // The sort order is stored only if it differs from the declared order.
            let order = allocation(COUNTERS + size_of_val(fields) / 8);
            allocation(size_of_val(fields)) + order + names.sum::<u64>()
        }
        Kind::Func(function) => func(function),
        Kind::Literal { value, .. } => scalar(value),
        Kind::Enumeration { token, values, .. } => {
            let values = values
                .iter()
                .map(|value| size_of::<Scalar>() as u64 + scalar(value));
            text(token) + values.sum::<u64>()
        }
        Kind::Nominal(nominal) => {
            let params = nominal.params.iter().map(param);
            allocation(size_of_val(&**nominal))
                + allocation(size_of_val(&*nominal.params))
                + params.sum::<u64>()
        }
        Kind::Any
        | Kind::None
        | Kind::Bool(_)
        | Kind::Number
        | Kind::Float(_)
        | Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::List { .. }
        | Kind::Set(_)
        | Kind::Map { .. }
        | Kind::Optional(_)
        | Kind::NotUndef(_)
        | Kind::Promise(_)
        | Kind::Output(_)
        | Kind::Meta(_)
        | Kind::Variable { .. } => 0,
        Kind::Capsule(_) | Kind::Reference(_) => OTHER_BYTES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_rounded_up_to_eleven_bits() {
        let stored = |words: u32| {
            let bytes = HeapBytes::default();
            assert_eq!(bytes.words(), None);
            bytes.set(words);
            bytes.words().unwrap()
        };
        for words in [1, 16, 1023, 1024, 2046, 2047, 2048, 1 << 20, 1 << 31] {
            assert_eq!(stored(words), u64::from(words));
        }
        assert_eq!(
            (stored(2049), stored(4095), stored(4097)),
            (2050, 4096, 4100)
        );
        assert_eq!(stored(u32::MAX), 1 << 32);
        for words in (1..1 << 22).step_by(997) {
            let stored = stored(words);
            let most = u64::from(words) + u64::from(words) / 1024;
            assert!(
                (u64::from(words)..=most).contains(&stored),
                "{words}: {stored}"
            );
        }
    }

    #[test]
    fn nodes_fit_into_the_free_lists_of_the_allocator() {
        // glibc's limit for blocks that are reused without being merged, on 64-bit systems.
        const FAST: usize = 128 - size_of::<usize>();
        assert!(size_of::<usize>() < 8 || size_of::<Node>() + size_of::<usize>() <= FAST);
    }
}
