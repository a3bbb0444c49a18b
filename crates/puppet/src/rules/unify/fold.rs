//! The common type of many types, computed incrementally.
//!
//! The fold is Puppet's, from the left, pair by pair. A literal implementation would copy an
//! enumeration for each string that joins it. While the types are of one kind, a [`Fold`] therefore
//! keeps their common type in parts that grow in place: a set of strings, a range, and folds of
//! elements and keys. The parts are converted to a type on demand, or when a type of a different
//! kind follows, which the rules of [`common_type`] then join.

use crate::rules::assignable::assignable;
use crate::rules::unify::{common_type, hull_of_floats, hull_of_integers};
use crate::types::{nominal, normal_form};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{
    FloatRange, IntegerRange, Kind, Scalar, SizeRange, Str, StringConstraint, Type,
};
use std::collections::HashSet;

/// Returns the common type of many types, folded from the left; Undef if there are none.
///
/// # Errors
/// As [`common_type`].
pub fn common_type_of<'a>(
    types: impl IntoIterator<Item = &'a Type>,
    budget: &Budget,
) -> Result<Type> {
    let mut fold = Fold::default();
    for ty in types {
        fold.absorb(ty, budget)?;
    }
    fold.into_type()
}

/// The common type of the types so far.
#[derive(Default)]
pub(crate) struct Fold {
    /// The type, if it has been built.
    ty: Option<Type>,
    /// The same type in parts; present if `ty` is absent.
    parts: Option<Parts>,
}

/// A type that can grow in place.
enum Parts {
    Strings(Strings),
    Integers(IntegerRange),
    Floats(FloatRange),
    List {
        element: Box<Fold>,
        size: Option<SizeRange>,
    },
    Map {
        key: Box<Fold>,
        element: Box<Fold>,
        size: Option<SizeRange>,
    },
    Meta(Box<Fold>),
}

impl Fold {
    /// Returns the type so far, if it has been built.
    #[inline]
    pub(crate) fn known(&self) -> Option<&Type> {
        self.ty.as_ref()
    }

    /// Returns the kind of scalar if all types so far are integers, doubles or strings.
    #[inline]
    pub(crate) fn scalars(&self) -> Option<Scalars> {
        match (&self.parts, &self.ty) {
            (Some(Parts::Strings(_)), _) => Some(Scalars::Strings),
            (Some(Parts::Integers(_)), _) => Some(Scalars::Integers),
            (Some(Parts::Floats(_)), _) => Some(Scalars::Floats),
            (Some(_), _) | (None, None) => None,
            (None, Some(ty)) => match ty.kind() {
                Kind::Integer(_) => Some(Scalars::Integers),
                Kind::Float(_) => Some(Scalars::Floats),
                Kind::Bool(_) => Some(Scalars::Bools),
                Kind::String(_)
                | Kind::Literal {
                    value: Scalar::String(_),
                    ..
                } => Some(Scalars::Strings),
                _ => None,
            },
        }
    }

    /// Replaces the common type.
    #[inline]
    pub(crate) fn set(&mut self, ty: Type) {
        self.ty = Some(ty);
        self.parts = None;
    }

    /// Joins the type of one string.
    pub(crate) fn absorb_text(&mut self, text: &str, budget: &Budget) -> Result<()> {
        if let Some(Parts::Strings(strings)) = &mut self.parts {
            if strings.add(text) {
                self.ty = None;
            }
            return Ok(());
        }
        if self.ty.is_none() && self.parts.is_none() {
            self.parts = Some(Parts::Strings(Strings::literal(text.into())));
            return Ok(());
        }
        self.absorb(&normal_form::literal_string(text)?, budget)
    }

    /// Joins a type.
    ///
    /// # Errors
    /// As [`assignable`].
    pub(crate) fn absorb(&mut self, ty: &Type, budget: &Budget) -> Result<()> {
        budget.charge(1)?;
        if matches!(ty.kind(), Kind::None) {
            if self.ty.is_none() && self.parts.is_none() {
                self.set(ty.clone());
            }
            return Ok(());
        }
        if self.ty.as_ref().is_some_and(|have| have == ty) {
            return Ok(());
        }
        if self.parts.is_none() {
            match &self.ty {
                None => {
                    self.set(ty.clone());
                    return Ok(());
                }
                // Undef and Unit give way to any other type.
                Some(have) if matches!(have.kind(), Kind::None) || nominal::is_unit(have) => {
                    self.set(ty.clone());
                    return Ok(());
                }
                Some(have) => self.parts = Parts::growing(have, ty),
            }
        }
        if nominal::is_unit(ty) {
            return Ok(());
        }
        match self.parts.as_mut().map(|parts| parts.grow(ty, budget)) {
            Some(answer) => match answer? {
                Growth::None => Ok(()),
                Growth::Inside => {
                    self.ty = None;
                    Ok(())
                }
                Growth::Replaced => {
                    self.set(ty.clone());
                    Ok(())
                }
                Growth::OtherKind => self.join(ty, budget),
            },
            None => self.join(ty, budget),
        }
    }

    fn join(&mut self, ty: &Type, budget: &Budget) -> Result<()> {
        let have = self.written()?.clone();
        let joined = common_type(&have, ty, budget)?;
        if !joined.is_same_node(&have) {
            self.set(joined);
        }
        Ok(())
    }

    /// Returns the common type; Undef if there are no types.
    pub(crate) fn into_type(mut self) -> Result<Type> {
        self.written()?;
        Ok(self.ty.unwrap_or_else(|| Type::none().clone()))
    }

    fn written(&mut self) -> Result<&Type> {
        if self.ty.is_none()
            && let Some(parts) = &mut self.parts
        {
            self.ty = Some(parts.written()?);
        }
        Ok(self.ty.get_or_insert_with(|| Type::none().clone()))
    }

    /// Whether the common type accepts a type.
    fn accepts(&mut self, ty: &Type, budget: &Budget) -> Result<bool> {
        if self.ty.as_ref().is_some_and(|have| have == ty) {
            return Ok(true);
        }
        if let Some(parts) = &mut self.parts
            && let Some(answer) = parts.accepts(ty, budget)?
        {
            return Ok(answer);
        }
        assignable(ty, self.written()?, budget)
    }

    /// Whether a type accepts the common type.
    fn goes_into(&mut self, ty: &Type, budget: &Budget) -> Result<bool> {
        if let Some(parts) = &mut self.parts
            && let Some(answer) = parts.go_into(ty, budget)?
        {
            return Ok(answer);
        }
        assignable(self.written()?, ty, budget)
    }
}

impl From<&Type> for Fold {
    fn from(ty: &Type) -> Fold {
        Fold {
            ty: Some(ty.clone()),
            parts: None,
        }
    }
}

/// A kind of scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalars {
    Integers,
    Floats,
    Bools,
    Strings,
}

/// The effect of joining a type to parts.
enum Growth {
    /// None: the type was accepted.
    None,
    /// The parts have grown.
    Inside,
    /// The type replaces them.
    Replaced,
    /// The type is of a different kind.
    OtherKind,
}

impl Growth {
    fn replaced_if(accepts: bool) -> Option<Growth> {
        accepts.then_some(Growth::Replaced)
    }
}

impl Parts {
    /// Returns the parts of a type, if the next type is of the same kind.
    fn growing(have: &Type, next: &Type) -> Option<Parts> {
        Some(match (have.kind(), next.kind()) {
            (Kind::Integer(range), Kind::Integer(_)) => Parts::Integers(range.clone()),
            (Kind::Float(range), Kind::Float(_)) => Parts::Floats(*range),
            (Kind::List { element, size }, Kind::List { .. }) => Parts::List {
                element: Box::new(Fold::from(element)),
                size: *size,
            },
            (Kind::Map { key, element, size }, Kind::Map { .. }) => Parts::Map {
                key: Box::new(Fold::from(key)),
                element: Box::new(Fold::from(element)),
                size: *size,
            },
            (Kind::Meta(Some(inner)), Kind::Meta(Some(_))) => {
                Parts::Meta(Box::new(Fold::from(inner)))
            }
            _ => {
                strings_of(next)?;
                Parts::Strings(Strings::of(have)?)
            }
        })
    }

    fn written(&mut self) -> Result<Type> {
        Ok(match self {
            Parts::Strings(strings) => strings.written()?,
            Parts::Integers(range) => Type::integer_range(range.clone())?,
            Parts::Floats(range) => Type::float_range(*range)?,
            Parts::List { element, size } => normal_form::array(element.written()?.clone(), *size)?,
            Parts::Map { key, element, size } => {
                normal_form::hash(key.written()?.clone(), element.written()?.clone(), *size)?
            }
            Parts::Meta(inner) => Type::meta(inner.written()?.clone())?,
        })
    }

    /// Joins a type that is not equal.
    fn grow(&mut self, ty: &Type, budget: &Budget) -> Result<Growth> {
        if self.accepts(ty, budget)? == Some(true) {
            return Ok(Growth::None);
        }
        let replaced = match self.go_into(ty, budget)? {
            None => return Ok(Growth::OtherKind),
            Some(accepts) => Growth::replaced_if(accepts),
        };
        if let Some(replaced) = replaced {
            return Ok(replaced);
        }
        match (self, ty.kind()) {
            (Parts::Integers(have), Kind::Integer(range)) => *have = hull_of_integers(have, range),
            (Parts::Floats(have), Kind::Float(range)) => *have = hull_of_floats(have, range),
            (Parts::List { element, size }, Kind::List { element: joins, .. }) => {
                element.absorb(joins, budget)?;
                *size = None;
            }
            (
                Parts::Map { key, element, size },
                Kind::Map {
                    key: joins_key,
                    element: joins,
                    ..
                },
            ) => {
                key.absorb(joins_key, budget)?;
                element.absorb(joins, budget)?;
                *size = None;
            }
            (Parts::Meta(inner), Kind::Meta(Some(joins))) => inner.absorb(joins, budget)?,
            (Parts::Strings(strings), _) => match strings_of(ty) {
                Some(texts) => {
                    for text in texts {
                        strings.add(text);
                    }
                }
                None => return Ok(Growth::OtherKind),
            },
            _ => return Ok(Growth::OtherKind),
        }
        Ok(Growth::Inside)
    }

    /// Whether the parts accept a type, if both are of one kind.
    fn accepts(&mut self, ty: &Type, budget: &Budget) -> Result<Option<bool>> {
        Ok(Some(match (self, ty.kind()) {
            (Parts::Integers(have), Kind::Integer(range)) => hull_of_integers(have, range) == *have,
            (Parts::Floats(have), Kind::Float(range)) => within_floats(range, have),
            (
                Parts::List { element, size },
                Kind::List {
                    element: inner,
                    size: inner_size,
                },
            ) => within(*inner_size, *size) && element.accepts(inner, budget)?,
            (
                Parts::Map { key, element, size },
                Kind::Map {
                    key: inner_key,
                    element: inner,
                    size: inner_size,
                },
            ) => {
                within(*inner_size, *size)
                    && key.accepts(inner_key, budget)?
                    && element.accepts(inner, budget)?
            }
            (Parts::Meta(have), Kind::Meta(Some(inner))) => have.accepts(inner, budget)?,
            // The type of one string accepts every enumeration of one string.
            (Parts::Strings(strings), Kind::String(_)) if strings.list.len() == 1 => {
                match strings_of(ty) {
                    Some(texts) => texts.len() == 1,
                    None => return Ok(None),
                }
            }
            (Parts::Strings(strings), _) => match strings_of(ty) {
                Some(texts) => texts.iter().all(|text| strings.has(text)),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// Whether a type accepts the parts, if both are of one kind.
    fn go_into(&mut self, ty: &Type, budget: &Budget) -> Result<Option<bool>> {
        Ok(Some(match (self, ty.kind()) {
            (Parts::Integers(have), Kind::Integer(range)) => {
                hull_of_integers(have, range) == *range
            }
            (Parts::Floats(have), Kind::Float(range)) => within_floats(have, range),
            (
                Parts::List { element, size },
                Kind::List {
                    element: outer,
                    size: outer_size,
                },
            ) => within(*size, *outer_size) && element.goes_into(outer, budget)?,
            (
                Parts::Map { key, element, size },
                Kind::Map {
                    key: outer_key,
                    element: outer,
                    size: outer_size,
                },
            ) => {
                within(*size, *outer_size)
                    && key.goes_into(outer_key, budget)?
                    && element.goes_into(outer, budget)?
            }
            (Parts::Meta(have), Kind::Meta(Some(outer))) => have.goes_into(outer, budget)?,
            (Parts::Strings(strings), _) => match strings_of(ty) {
                Some(texts) => strings.all_in(texts),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }
}

fn within(size: Option<SizeRange>, outer: Option<SizeRange>) -> bool {
    let (size, outer) = (
        size.unwrap_or(SizeRange::UNLIMITED),
        outer.unwrap_or(SizeRange::UNLIMITED),
    );
    outer.min <= size.min
        && match (size.max, outer.max) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(size), Some(outer)) => size <= outer,
        }
}

fn within_floats(range: &FloatRange, outer: &FloatRange) -> bool {
    outer
        .min
        .is_none_or(|outer| range.min.is_some_and(|min| outer <= min))
        && outer
            .max
            .is_none_or(|outer| range.max.is_some_and(|max| max <= outer))
}

/// Returns the strings of a type that lists them.
fn strings_of(ty: &Type) -> Option<&[Str]> {
    match ty.kind() {
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => Some(std::slice::from_ref(text)),
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: false,
        }) if !values.is_empty() => Some(values),
        _ => None,
    }
}

/// The number of strings from which the set has an index.
const INDEXED_FROM: usize = 12;

/// A growing set of strings: a single one is the literal type of that string, several are an
/// enumeration.
struct Strings {
    list: Vec<Str>,
    index: HashSet<Str>,
}

impl Strings {
    fn literal(text: Str) -> Strings {
        Strings {
            list: vec![text],
            index: HashSet::new(),
        }
    }

    /// Returns the strings of a type, unless it is an enumeration of one string.
    fn of(ty: &Type) -> Option<Strings> {
        let list = strings_of(ty)?.to_vec();
        if list.len() == 1 && ty.is_string() {
            return None;
        }
        let index = if list.len() >= INDEXED_FROM {
            list.iter().cloned().collect()
        } else {
            HashSet::new()
        };
        Some(Strings { list, index })
    }

    fn has(&self, text: &str) -> bool {
        if self.list.len() < INDEXED_FROM {
            self.list.iter().any(|have| **have == *text)
        } else {
            self.index.contains(text)
        }
    }

    /// Adds a string; returns `false` if it was already present.
    fn add(&mut self, text: &str) -> bool {
        if self.has(text) {
            return false;
        }
        let text: Str = text.into();
        if self.list.len() >= INDEXED_FROM {
            self.index.insert(text.clone());
        }
        self.list.push(text);
        if self.list.len() == INDEXED_FROM {
            self.index = self.list.iter().cloned().collect();
        }
        true
    }

    /// Whether a sorted list contains all strings.
    fn all_in(&self, sorted: &[Str]) -> bool {
        self.list.len() <= sorted.len()
            && self
                .list
                .iter()
                .all(|text| sorted.binary_search(text).is_ok())
    }

    fn written(&self) -> Result<Type> {
        Ok(match &*self.list {
            [one] => Type::literal(Type::string().clone(), Scalar::String(one.clone()))?,
            list => normal_form::enumeration(list.to_vec(), false)?,
        })
    }
}

#[cfg(test)]
mod tests;
