//! Detailed inference: the most detailed type of a value.
//!
//! It is the result of `type($value)`: a tuple for an array, a struct for a hash with names as
//! keys, ranges of one value for numbers and times. The content of a Sensitive has only its general
//! type, one for all elements.

use crate::rules::infer::infer;
use crate::scalars::uri;
use crate::types::generalize::sensitive;
use crate::types::nominal::{self, Name};
use crate::types::{normal_form, object};
use crate::values::param::param_of;
use crate::values::special::Special;
use polycty_core::calls::{Budget, cost};
use polycty_core::number::Integer;
use polycty_core::source::Result;
use polycty_core::types::{
    Field, FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, Type,
};
use polycty_core::values::Value;
use std::sync::LazyLock;

/// Returns the most detailed type of a value.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the type nests too deep or grows too
/// large.
pub fn detailed_type(value: &Value, budget: &Budget) -> Result<Type> {
    let mut details = Details::new(budget, cost::is_large(value));
    details.capacity = capacity(value.size() as usize);
    details.of(value)
}

/// Returns the type that accepts exactly these values.
pub(crate) fn all_of<'v>(
    values: impl IntoIterator<Item = &'v Value, IntoIter: ExactSizeIterator>,
    budget: &Budget,
) -> Result<Type> {
    let values = values.into_iter();
    let mut details = Details::new(budget, true);
    details.capacity = capacity(values.len());
    details.variant(values)
}

/// The maximum number of cached structs.
const REMEMBERED: usize = 8;

/// The maximum length of an array whose tuple is cached.
const SHORT: usize = 8;

/// Returns the number of cache entries for a value with this number of parts: a power of two.
fn capacity(parts: usize) -> usize {
    (parts / 8).next_power_of_two().clamp(FEW, 1024)
}

/// The number of entries per allocation while types are created. For a large allocation, many
/// allocators first coalesce all small free blocks, which they would otherwise use for the next
/// types. Once those types exist, there is less to coalesce.
const FEW: usize = 64;

/// The bytes of a new type, excluding its parts.
const NODE_BYTES: u64 = 112;

/// The length from which the copy of a text is charged, and the bytes that are copied per step.
const LONG: usize = 64;
const COPIED_BYTES: usize = 64;

/// The caches of one traversal, since large values repeat themselves: structs by their names, and
/// the last types of strings, integers and short arrays of these, each in the entry that its
/// content determines.
struct Details<'b, 'v> {
    budget: &'b Budget,
    /// Whether the memory of new types is held; that of small values is not.
    holds: bool,
    /// Empty for a value without parts.
    known: Known,
    /// The number of entries of that cache.
    capacity: usize,
    /// Structs with the entries whose keys are their names.
    structs: Vec<(&'v [(Value, Value)], Type)>,
    /// The index of the next struct to replace.
    oldest: usize,
}

/// A cache of types; the number of entries is a power of two.
#[derive(Default)]
struct Known(Vec<Vec<Option<Type>>>);

impl Known {
    fn new(capacity: usize) -> Known {
        Known((0..capacity / FEW).map(|_| vec![None; FEW]).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns an entry; indices wrap around. The cache must not be empty.
    #[inline]
    fn entry(&mut self, entry: usize) -> &mut Option<Type> {
        let part = (entry / FEW) & (self.0.len() - 1);
        &mut self.0[part][entry % FEW]
    }
}

impl<'b, 'v> Details<'b, 'v> {
    fn new(budget: &'b Budget, holds: bool) -> Details<'b, 'v> {
        Details {
            budget,
            holds,
            known: Known::default(),
            capacity: capacity(0),
            structs: Vec::new(),
            oldest: 0,
        }
    }

    fn of(&mut self, value: &'v Value) -> Result<Type> {
        self.budget.charge(1)?;
        if value.is_null() {
            return Ok(Type::none().clone());
        }
        if value.as_str_bytes().is_some() {
            return self.text(value);
        }
        if let Some(integer) = value.as_integer() {
            return self.leaf(value, || {
                Ok(Type::integer_range(IntegerRange {
                    min: Some(integer.clone()),
                    max: Some(integer),
                })?)
            });
        }
        if let Some(float) = value.as_double() {
            self.makes(1, NODE_BYTES)?;
            let bound = Some(float).filter(|float| !float.is_nan());
            return Ok(Type::float_range(FloatRange {
                min: bound,
                max: bound,
            })?);
        }
        if let Some(flag) = value.as_bool() {
            return Ok(bool_value(flag).clone());
        }
        if let Some(ty) = value.as_type() {
            return Ok(Type::meta(ty.clone())?);
        }
        if let Some(map) = value.as_ordered_map() {
            return self.hash(map.entries());
        }
        if let Some(special) = Special::of(value) {
            return of_special(special, self.budget);
        }
        match (value.ty().kind(), value.parts()) {
            (Kind::List { .. } | Kind::Tuple { .. }, Some([])) => Ok(normal_form::array(
                nominal::unit().clone(),
                Some(SizeRange::exactly(0)),
            )?),
            (Kind::List { .. } | Kind::Tuple { .. }, Some(parts)) => self.array(parts),
            _ => Ok(value.ty().clone()),
        }
    }

    /// Returns the type of a string, which contains a copy of the text.
    #[inline]
    fn text(&mut self, value: &'v Value) -> Result<Type> {
        let budget = self.budget;
        self.leaf(value, || {
            let text = value.as_str().unwrap_or_default();
            if text.len() >= LONG {
                budget.charge((text.len() / COPIED_BYTES) as u64)?;
                budget.hold(text.len() as u64)?;
            }
            Ok(normal_form::literal_string(text)?)
        })
    }

    /// Returns the cached type of a string or an integer, or a new one.
    #[inline]
    fn leaf(&mut self, value: &Value, made: impl FnOnce() -> Result<Type>) -> Result<Type> {
        if self.known.is_empty() {
            return made();
        }
        let Some(known) = entry(value).map(|entry| self.known.entry(entry)) else {
            self.makes(1, NODE_BYTES)?;
            return made();
        };
        if let Some(ty) = known
            && is_of(ty, value)
        {
            return Ok(ty.clone());
        }
        self.budget.hold(if self.holds { NODE_BYTES } else { 0 })?;
        Ok(known.insert(made()?).clone())
    }

    /// Returns the tuple of a nonempty array, from the cache if the array is short.
    fn array(&mut self, parts: &'v [Value]) -> Result<Type> {
        let entry = if parts.len() <= SHORT && !self.known.is_empty() {
            entry_of_all(parts)
        } else {
            None
        };
        let Some(entry) = entry else {
            return Ok(Type::tuple(self.each(parts)?)?);
        };
        if let Some(ty) = self.known.entry(entry)
            && let Kind::Tuple { elements, .. } = ty.kind()
            && elements.len() == parts.len()
            && elements.iter().zip(parts).all(|(ty, part)| is_of(ty, part))
        {
            self.budget.charge(parts.len() as u64)?;
            return Ok(ty.clone());
        }
        let ty = Type::tuple(self.each(parts)?)?;
        *self.known.entry(entry) = Some(ty.clone());
        Ok(ty)
    }

    /// Holds the memory of new objects before they are created.
    #[inline]
    fn makes(&self, count: usize, bytes: u64) -> Result<()> {
        if self.holds {
            Ok(self.budget.hold(bytes.saturating_mul(count as u64))?)
        } else {
            Ok(())
        }
    }

    /// Holds the memory of a new type with this number of parts: the parts' references, and the
    /// node.
    fn makes_whole(&mut self, parts: usize) -> Result<()> {
        if self.known.is_empty() {
            self.known = Known::new(self.capacity);
        }
        self.makes(parts, size_of::<Type>() as u64)?;
        self.makes(1, NODE_BYTES)
    }

    fn each(
        &mut self,
        values: impl IntoIterator<Item = &'v Value, IntoIter: ExactSizeIterator>,
    ) -> Result<Vec<Type>> {
        let mut values = values.into_iter();
        let count = values.len();
        self.makes_whole(count)?;
        if count <= FEW {
            let mut types = Vec::with_capacity(count);
            for value in values {
                types.push(self.of(value)?);
            }
            return Ok(types);
        }
        let mut parts = Vec::with_capacity(count.div_ceil(FEW).min(FEW));
        while values.len() > 0 {
            let mut types = Vec::with_capacity(FEW);
            for value in values.by_ref().take(FEW) {
                types.push(self.of(value)?);
            }
            parts.push(types);
        }
        let mut all = Vec::with_capacity(count);
        parts.iter_mut().for_each(|types| all.append(types));
        Ok(all)
    }

    fn hash(&mut self, entries: &'v [(Value, Value)]) -> Result<Type> {
        let size = SizeRange::exactly(entries.len() as u64);
        if entries.is_empty() {
            let unit = nominal::unit();
            return Ok(normal_form::hash(unit.clone(), unit.clone(), Some(size))?);
        }
        let known_struct = self.structs.iter().find(|(known, _)| {
            let mut keys = known.iter().zip(entries);
            known.len() == entries.len()
                && keys.all(|((known, _), (key, _))| known.has_text_of(key))
        });
        if let Some((_, ty)) = known_struct {
            let ty = ty.clone();
            self.makes_whole(entries.len())?;
            return ty.with_field_types(|at| self.of(&entries[at].1));
        }
        let unnamed = |(key, _): &(Value, Value)| key.as_str_bytes().is_none_or(<[u8]>::is_empty);
        if entries.iter().any(unnamed) {
            let keys = self.variant(entries.iter().map(|(key, _)| key))?;
            let values = self.variant(entries.iter().map(|(_, value)| value))?;
            return Ok(Type::map_of(keys, values, Some(size))?);
        }
        let types = self.each(entries.iter().map(|(_, value)| value))?;
        self.makes(entries.len(), size_of::<Field>() as u64)?;
        let names = entries
            .iter()
            .map(|(key, _)| key.as_str().unwrap_or_default());
        let fields: Vec<Field> = names
            .zip(types)
            .map(|(name, ty)| Field::new(name, ty))
            .collect();
        let ty = Type::object(fields)?;
        if self.structs.len() < REMEMBERED {
            self.structs.push((entries, ty.clone()));
        } else {
            self.structs[self.oldest] = (entries, ty.clone());
            self.oldest = (self.oldest + 1) % REMEMBERED;
        }
        Ok(ty)
    }

    fn variant(
        &mut self,
        values: impl IntoIterator<Item = &'v Value, IntoIter: ExactSizeIterator>,
    ) -> Result<Type> {
        let types = self.each(values)?;
        if types.is_empty() {
            return Ok(nominal::unit().clone());
        }
        Ok(normal_form::variant(types)?)
    }
}

/// Returns the cache entry for a string or an integer. Collisions only affect speed.
#[inline]
fn entry(value: &Value) -> Option<usize> {
    if let Some(bytes) = value.as_str_bytes() {
        let (first, last) = match bytes {
            [] => (0, 0),
            [first, .., last] => (*first, *last),
            [only] => (*only, *only),
        };
        let middle = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
        let [first, middle, last] = [first, middle, last].map(usize::from);
        return Some(bytes.len() + 7 * last + 31 * first + 3 * middle);
    }
    value.as_integer()?.to_i64().map(|integer| integer as usize)
}

/// Returns the cache entry for an array of strings and integers.
#[inline]
fn entry_of_all(values: &[Value]) -> Option<usize> {
    let mut values = values.iter();
    values.try_fold(0usize, |before, value| {
        Some(before.wrapping_mul(37).wrapping_add(entry(value)?))
    })
}

/// Whether a cached type is that of this string or integer.
#[inline]
fn is_of(ty: &Type, value: &Value) -> bool {
    match ty.kind() {
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => value.as_str_bytes() == Some(text.as_bytes()),
        Kind::Integer(range) => {
            let small = |integer: &Integer| integer.to_i64();
            let have = value.as_integer().as_ref().and_then(small);
            have.is_some() && have == range.min.as_ref().and_then(small)
        }
        _ => false,
    }
}

fn bool_value(flag: bool) -> &'static Type {
    static VALUES: LazyLock<[Type; 2]> =
        LazyLock::new(|| [Type::bool_value(false), Type::bool_value(true)]);
    &VALUES[usize::from(flag)]
}

fn of_special(special: &Special, budget: &Budget) -> Result<Type> {
    let times =
        |name, nanos: i128| nominal::with(name, nominal::time_params(Some(nanos), Some(nanos)));
    Ok(match special {
        Special::Default => nominal::bare(Name::Default).clone(),
        Special::Regexp(source) => {
            nominal::with(Name::Regexp, [NominalParam::text(source.clone())])?
        }
        Special::Sensitive(content) => sensitive(&infer(content, budget)?)?,
        Special::SemVer(version) => {
            let range = format!("{version} - {version}");
            nominal::with(Name::SemVer, [NominalParam::text(range)])?
        }
        Special::SemVerRange(_) => nominal::bare(Name::SemVerRange).clone(),
        Special::Timespan(nanos) => times(Name::Timespan, *nanos)?,
        Special::Timestamp(nanos) => times(Name::Timestamp, *nanos)?,
        Special::Binary(_) => nominal::bare(Name::Binary).clone(),
        Special::Uri(components) => nominal::with(Name::Uri, uri::of_components(components))?,
        Special::Iterator(sequence) => nominal::with(
            Name::Iterator,
            [NominalParam::Type(sequence.element.clone())],
        )?,
        Special::Object(ty, attributes) if nominal::is(ty, Name::Error) => {
            let given = ["kind", "issue_code"].map(|name| {
                let found = attributes.iter().find(|(known, _)| **known == *name);
                found
                    .and_then(|(_, value)| value.as_str())
                    .map_or(NominalParam::Undef, NominalParam::text)
            });
            nominal::with(Name::Error, given)?
        }
        Special::Object(ty, attributes) => {
            let given = object::type_parameters(ty).into_iter().map(|(name, _)| {
                let found = attributes.iter().find(|(known, _)| *known == name);
                let given = match found {
                    Some((_, value)) => param_of(value),
                    None => object::value_by_default(ty, &name),
                };
                given.unwrap_or(NominalParam::Default)
            });
            object::with_parameters(ty, given.collect())?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::parse_value;
    use crate::types::alias::Aliases;

    #[test]
    fn what_is_remembered_is_told_apart() {
        let parts = [
            "1",
            "'1'",
            "1.0",
            "-1",
            "9223372036854775808",
            "true",
            "undef",
            "''",
            "'ab'",
        ];
        let mut texts = parts.map(str::to_owned).to_vec();
        for first in parts {
            texts.push(format!("[{first}]"));
            texts.push(format!("{{'k' => {first}}}"));
            texts.extend(parts.map(|second| format!("[{first}, {second}]")));
            texts.push(format!("[[{first}], {first}]"));
        }
        let value = |text: &str| parse_value(text, &Aliases::default(), Mode::Current).unwrap();
        let budget = Budget::standard();
        let detailed = |text: &str| detailed_type(&value(text), &budget).unwrap();
        let each: Vec<Type> = texts.iter().map(|text| detailed(text)).collect();
        let twice = [&texts[..], &texts[..]].concat().join(", ");
        let whole = detailed(&format!("[{twice}]"));
        assert_eq!(whole.elements(), Some(&[&each[..], &each[..]].concat()[..]));
    }
}
