//! Description of mismatches by comparison of two types.
//!
//! The expected type determines the comparison, one rule per constructor, as in Puppet's describer:
//! structs entry by entry, tuples index by index, a Variant member by member, callables by
//! arguments, result and block, and any other type as a whole. The described pair need not be a
//! mismatch: an enumeration is assumed to be described because it did not match.

use crate::rules::assignable::assignable;
use crate::rules::explain::merge::{Sizes, merge};
use crate::rules::explain::mismatch::{Complaint, Mismatch, PathElement, is_alias};
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::normalize::normalize;
use crate::types::same::same;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::source::{MAX_DIAGNOSTICS, Result};
use polycty_core::types::{
    BlockParam, Field, FuncType, IdMap, IdSet, Kind, Reference, SizeRange, Str, StringConstraint,
    Type, Visit,
};
use std::collections::HashSet;

/// The maximum number of pairs of types that are compared part by part; further pairs are described
/// as a whole. Otherwise recursive aliases in Variants would multiply the work with each level of
/// the actual type.
const MAX_PAIRS: u32 = 1 << 18;

/// The bytes of a node of a type; most nodes have no parts and are shared.
const NODE_BYTES: u64 = 48;

/// The maximum nesting of pairs that are compared part by part; deeper pairs are described as a
/// whole. Types alone nest less, but chains of aliases have no limit.
const MAX_PAIR_NESTING: u32 = 320;

/// Describes the mismatches of `actual` with `expected`, each with a path that begins with `path`.
/// Returns at most [`MAX_DIAGNOSTICS`] of them.
///
/// # Errors
/// - [`Code::Limit`] if a type nests too deep or the budget is exceeded.
/// - Puppet's error for an `Init` of a type that cannot be constructed.
///
/// [`Code::Limit`]: polycty_core::source::Code::Limit
pub fn describe(
    path: Vec<PathElement>,
    actual: &Type,
    expected: &Type,
    budget: &Budget,
) -> Result<Vec<Mismatch>> {
    if let Some(name) = unresolved(expected) {
        let complaint = Complaint::Unresolved(name);
        return Ok(vec![Mismatch { path, complaint }]);
    }
    let mut describer = Describer {
        budget: HeldBytes::new(budget),
        path,
        found: Vec::new(),
        assumed: Vec::new(),
        normal: IdMap::default(),
        definitions: IdMap::default(),
        pairs: 0,
        nesting: 0,
        alternatives: 0,
    };
    describer.parts(actual, expected)?;
    Ok(describer.found)
}

/// Returns a mismatch of whole types, both in their simplest form.
pub(super) fn type_mismatch(
    path: Vec<PathElement>,
    actual: &Type,
    expected: &Type,
) -> Result<Mismatch> {
    let complaint = Complaint::Type {
        expected: normalize(expected)?,
        actual: normalize(actual)?,
    };
    Ok(Mismatch { path, complaint })
}

/// The type of a block parameter.
pub(super) fn block_type(block: &BlockParam) -> Result<Type> {
    Ok(if block.optional {
        Type::optional(block.ty.clone())?
    } else {
        block.ty.clone()
    })
}

/// Whether `expected` contains every size of `actual`.
pub(super) fn covers(actual: SizeRange, expected: SizeRange) -> bool {
    actual.min >= expected.min
        && match (expected.max, actual.max) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(expected), Some(actual)) => actual <= expected,
        }
}

/// Returns the parameters of a function as a tuple: their types, and the size if specified. Without
/// either, the tuple has any size, though it is written as empty.
pub(super) fn param_tuple(func: &FuncType) -> Option<(Vec<&Type>, Option<SizeRange>)> {
    let params = func.params.as_ref()?;
    let all = params.positional.iter().chain(&params.variadic);
    let types: Vec<&Type> = all.map(|param| &param.ty).collect();
    let size = match params.size {
        None if params.variadic.is_some() => Some(SizeRange {
            min: params.positional.len() as u64,
            max: None,
        }),
        size => size,
    };
    Some((types, size))
}

/// Returns the number of elements of a tuple; any number if it has no types.
pub(super) fn tuple_size(types: usize, size: Option<SizeRange>) -> SizeRange {
    match (size, types) {
        (Some(size), _) => size,
        (None, 0) => SizeRange::UNLIMITED,
        (None, count) => SizeRange::exactly(count as u64),
    }
}

/// Returns the first unresolved name inside a type, following aliases.
pub(super) fn unresolved(ty: &Type) -> Option<Str> {
    let mut seen = IdSet::default();
    let mut later = Vec::new();
    let mut found = unresolved_in(ty, 0, &mut seen, &mut later);
    while found.is_none() {
        let definition = later.pop()?;
        found = unresolved_in(&definition, 0, &mut seen, &mut later);
    }
    found
}

/// Follows aliases recursively up to a limit; deeper ones are added to `later`.
fn unresolved_in(
    ty: &Type,
    nesting: u32,
    seen: &mut IdSet<(u64, u32)>,
    later: &mut Vec<Type>,
) -> Option<Str> {
    const MAX_SHOWN_LEVELS: u32 = 4;
    let mut found = None;
    ty.walk(&mut |_, part| {
        match part.kind() {
            Kind::Reference(reference) if seen.insert(reference.key()) => {
                match reference.unfold() {
                    Ok(definition) if nesting < MAX_SHOWN_LEVELS => {
                        found = unresolved_in(&definition, nesting + 1, seen, later);
                    }
                    Ok(definition) => later.push(definition),
                    Err(_) => {}
                }
            }
            Kind::Nominal(_) => match nominal::view(part) {
                Some((Name::TypeReference, [name])) => found = name.as_text().cloned(),
                Some((Name::TypeReference | Name::TypeAlias, _)) => {
                    found = Some("UnresolvedReference".into());
                }
                _ => {}
            },
            _ => {}
        }
        if found.is_some() {
            Visit::Stop
        } else {
            Visit::Into
        }
    });
    found
}

/// The kind of size mismatch.
#[derive(Clone, Copy)]
enum Counted {
    /// Of a collection's elements.
    Elements,
    /// Of a call's arguments.
    Arguments,
}

struct Describer<'b> {
    budget: HeldBytes<'b>,
    /// The path of the current part.
    path: Vec<PathElement>,
    found: Vec<Mismatch>,
    /// The pairs of alias and type that are being described: a repeated pair is described as a
    /// whole.
    assumed: Vec<((u64, u32), Type)>,
    /// The simplest forms of types by node; the entry keeps the node alive, so that its address is
    /// not reused.
    normal: IdMap<usize, (Type, Type)>,
    /// The definitions of aliases, in the simplest form.
    definitions: IdMap<(u64, u32), Type>,
    pairs: u32,
    nesting: u32,
    /// The number of enclosing Variants, which need all mismatches of their members.
    alternatives: u32,
}

impl Describer<'_> {
    /// Compares a part with the expected type as written.
    fn parts(&mut self, actual: &Type, expected: &Type) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let normal = self.normal(expected)?;
        self.pair(actual, &normal, expected)
    }

    /// Returns the simplest form of a type, which is computed once for each node.
    fn normal(&mut self, ty: &Type) -> Result<Type> {
        if ty.depth() == 1 {
            return Ok(normalize(ty)?);
        }
        if let Some((_, normal)) = self.normal.get(&ty.address()) {
            return Ok(normal.clone());
        }
        // The simplest form consists of new nodes only.
        self.budget.parts(ty.size().into(), NODE_BYTES)?;
        let normal = normalize(ty)?;
        let kept = (ty.clone(), normal.clone());
        self.normal.insert(ty.address(), kept);
        Ok(normal)
    }

    /// Compares two types. `expected` is in its simplest form; messages use `original`.
    fn pair(&mut self, actual: &Type, expected: &Type, original: &Type) -> Result<()> {
        if self.pairs >= MAX_PAIRS || self.nesting >= MAX_PAIR_NESTING {
            return if assignable(actual, expected, self.budget.budget())? {
                Ok(())
            } else {
                self.whole(actual, original)
            };
        }
        self.budget.charge(1)?;
        self.pairs += 1;
        self.nesting += 1;
        let done = self.rule(actual, expected, original);
        self.nesting -= 1;
        done
    }

    fn rule(&mut self, actual: &Type, expected: &Type, original: &Type) -> Result<()> {
        match expected.kind() {
            Kind::Union(members) => self.variant(actual, members, original),
            Kind::Object(object) => self.structure(actual, object.fields(), original),
            Kind::Map { key, element, size } => self.hash(actual, key, element, *size, original),
            Kind::Tuple { elements, size } => {
                if same(expected, actual) {
                    return Ok(());
                }
                let types: Vec<&Type> = elements.iter().collect();
                self.tuple(actual, &types, *size, original, Counted::Elements)
            }
            Kind::List { element, size } => self.array(actual, element, *size, original),
            Kind::Func(func) => self.callable(actual, func, original),
            Kind::Optional(inner) => {
                if nominal::is_unit(inner) || matches!(actual.kind(), Kind::None) {
                    return Ok(());
                }
                let original = if is_alias(original) {
                    original
                } else {
                    expected
                };
                self.pair(actual, inner, original)
            }
            Kind::String(StringConstraint::Patterns(_) | StringConstraint::Enumeration { .. }) => {
                let complaint = Complaint::Pattern {
                    expected: self.normal(original)?,
                    actual: self.normal(actual)?,
                };
                self.push(complaint)
            }
            Kind::Reference(reference) => self.alias(actual, reference, expected),
            _ if assignable(actual, expected, self.budget.budget())? => Ok(()),
            _ => self.whole(actual, original),
        }
    }

    /// Whether no further mismatch is needed.
    fn is_full(&self) -> bool {
        self.alternatives == 0 && self.found.len() >= MAX_DIAGNOSTICS
    }

    fn push(&mut self, complaint: Complaint) -> Result<()> {
        if self.is_full() {
            return Ok(());
        }
        let heap = size_of_val(&*self.path);
        let path = self.path.clone();
        Ok(self
            .budget
            .push_owning(&mut self.found, heap, Mismatch { path, complaint })?)
    }

    /// Adds a mismatch of the types as a whole.
    fn whole(&mut self, actual: &Type, original: &Type) -> Result<()> {
        let complaint = Complaint::Type {
            expected: self.normal(original)?,
            actual: self.normal(actual)?,
        };
        self.push(complaint)
    }

    fn size(&mut self, counted: Counted, actual: SizeRange, expected: SizeRange) -> Result<()> {
        self.push(match counted {
            Counted::Elements => Complaint::Size { expected, actual },
            Counted::Arguments => Complaint::Count { expected, actual },
        })
    }

    /// Compares a part one step deeper.
    fn at(&mut self, step: PathElement, actual: &Type, expected: &Type) -> Result<()> {
        self.path.push(step);
        let done = self.parts(actual, expected);
        self.path.pop();
        done
    }

    /// Compares a part one step deeper, unless it is accepted.
    fn unless_accepted(
        &mut self,
        step: impl FnOnce() -> PathElement,
        actual: &Type,
        expected: &Type,
    ) -> Result<()> {
        if self.is_full() || assignable(actual, expected, self.budget.budget())? {
            return Ok(());
        }
        self.at(step(), actual, expected)
    }

    fn alias(&mut self, actual: &Type, reference: &Reference, alias: &Type) -> Result<()> {
        let known = |(key, ty): &((u64, u32), Type)| *key == reference.key() && ty == actual;
        if self.assumed.iter().any(known) {
            return if assignable(actual, alias, self.budget.budget())? {
                Ok(())
            } else {
                self.whole(actual, alias)
            };
        }
        let resolved = match self.definitions.get(&reference.key()) {
            Some(definition) => definition.clone(),
            None => {
                let definition = normalize(&reference.unfold()?)?;
                self.definitions.insert(reference.key(), definition.clone());
                definition
            }
        };
        self.assumed.push((reference.key(), actual.clone()));
        let done = self.pair(actual, &resolved, alias);
        self.assumed.pop();
        done
    }

    fn variant(&mut self, actual: &Type, members: &[Type], original: &Type) -> Result<()> {
        let start = self.found.len();
        let undef = matches!(original.kind(), Kind::Optional(_)).then(Type::none);
        let members = undef.into_iter().chain(members);
        let mut count = 0;
        for (index, member) in members.enumerate() {
            let before = self.found.len();
            self.alternatives += 1;
            self.at(PathElement::Variant(index), actual, member)?;
            self.alternatives -= 1;
            if self.found.len() == before {
                self.found.truncate(start);
                return Ok(());
            }
            count += 1;
        }
        let described = self.found.split_off(start);
        let mut merged = merge(
            described,
            count,
            self.path.len(),
            Sizes::All,
            self.budget.budget(),
        )?;
        if is_alias(original) && merged.len() == 1 {
            // All members have the same mismatch: the alias as a whole is reported.
            return self.whole(actual, original);
        }
        self.found.append(&mut merged);
        Ok(())
    }

    fn array(
        &mut self,
        actual: &Type,
        element: &Type,
        size: Option<SizeRange>,
        original: &Type,
    ) -> Result<()> {
        let expected_size = size.unwrap_or(SizeRange::UNLIMITED);
        match actual.kind() {
            Kind::Tuple { elements, size } => {
                let actual_size = size.unwrap_or(SizeRange::exactly(elements.len() as u64));
                if !covers(actual_size, expected_size) {
                    return self.size(Counted::Elements, actual_size, expected_size);
                }
                for (index, ty) in elements.iter().enumerate() {
                    self.unless_accepted(|| PathElement::Index(index), ty, element)?;
                }
                Ok(())
            }
            Kind::List { element, size } => {
                let actual_size = size.unwrap_or(SizeRange::UNLIMITED);
                if !covers(actual_size, expected_size) {
                    return self.size(Counted::Elements, actual_size, expected_size);
                }
                self.whole(&normal_form::array(element.clone(), None)?, original)
            }
            _ => self.whole(actual, original),
        }
    }

    fn hash(
        &mut self,
        actual: &Type,
        key: &Type,
        element: &Type,
        size: Option<SizeRange>,
        original: &Type,
    ) -> Result<()> {
        let expected_size = size.unwrap_or(SizeRange::UNLIMITED);
        match actual.kind() {
            Kind::Object(object) => {
                let actual_size = entries(object.fields());
                if !covers(actual_size, expected_size) {
                    return self.size(Counted::Elements, actual_size, expected_size);
                }
                for field in object.fields() {
                    let name = field.shared_name();
                    let step = || PathElement::KeyOfEntry(name.clone());
                    self.unless_accepted(step, &key_type(field)?, key)?;
                    let step = || PathElement::Entry(name.clone());
                    self.unless_accepted(step, field.ty(), element)?;
                }
                Ok(())
            }
            Kind::Map { key, element, size } => {
                let actual_size = size.unwrap_or(SizeRange::UNLIMITED);
                if !covers(actual_size, expected_size) {
                    return self.size(Counted::Elements, actual_size, expected_size);
                }
                self.whole(
                    &normal_form::hash(key.clone(), element.clone(), None)?,
                    original,
                )
            }
            _ => self.whole(actual, original),
        }
    }

    fn structure(&mut self, actual: &Type, fields: &[Field], original: &Type) -> Result<()> {
        match actual.kind() {
            Kind::Object(object) => {
                for field in fields {
                    let name = field.shared_name();
                    let Some(found) = object.get(name) else {
                        if !field.is_optional() {
                            self.push(Complaint::MissingKey(name.clone()))?;
                        }
                        continue;
                    };
                    if found.is_optional() && !field.is_optional() {
                        let step = PathElement::KeyOfEntry(name.clone());
                        self.at(step, &key_type(found)?, &key_type(field)?)?;
                    }
                    let step = || PathElement::Entry(name.clone());
                    self.unless_accepted(step, found.ty(), field.ty())?;
                }
                let known: HashSet<&str> = fields.iter().map(Field::name).collect();
                for found in object.fields() {
                    if !known.contains(found.name()) {
                        self.push(Complaint::UnrecognizedKey(found.shared_name().clone()))?;
                    }
                }
                Ok(())
            }
            Kind::Map { key, element, size } => {
                let actual_size = size.unwrap_or(SizeRange::UNLIMITED);
                let expected_size = entries(fields);
                if !covers(actual_size, expected_size) {
                    return self.size(Counted::Elements, actual_size, expected_size);
                }
                self.whole(
                    &normal_form::hash(key.clone(), element.clone(), None)?,
                    original,
                )
            }
            _ => self.whole(actual, original),
        }
    }

    fn tuple(
        &mut self,
        actual: &Type,
        types: &[&Type],
        size: Option<SizeRange>,
        original: &Type,
        counted: Counted,
    ) -> Result<()> {
        let expected_size = tuple_size(types.len(), size);
        match actual.kind() {
            Kind::Tuple { elements, size } => {
                let actual_size = tuple_size(elements.len(), *size);
                let elements = elements.iter();
                self.positions(elements, actual_size, types, expected_size, counted)
            }
            Kind::List { .. } if types.is_empty() => Ok(()),
            Kind::List { element, size } => {
                let actual_size = size.unwrap_or(SizeRange::UNLIMITED);
                if !covers(actual_size, expected_size) {
                    return self.size(counted, actual_size, expected_size);
                }
                for (index, ty) in types.iter().enumerate() {
                    self.at(PathElement::Index(index), element, ty)?;
                }
                Ok(())
            }
            _ => self.whole(actual, original),
        }
    }

    /// Compares types by position; the last expected type repeats, with its own index.
    fn positions<'t>(
        &mut self,
        actual: impl Iterator<Item = &'t Type>,
        actual_size: SizeRange,
        types: &[&Type],
        expected_size: SizeRange,
        counted: Counted,
    ) -> Result<()> {
        if !covers(actual_size, expected_size) {
            return self.size(counted, actual_size, expected_size);
        }
        let Some(last) = types.len().checked_sub(1) else {
            return Ok(());
        };
        for (index, ty) in actual.enumerate() {
            let index = index.min(last);
            self.at(PathElement::Index(index), ty, types[index])?;
        }
        Ok(())
    }

    fn callable(&mut self, actual: &Type, func: &FuncType, original: &Type) -> Result<()> {
        let Kind::Func(found) = actual.kind() else {
            return self.whole(actual, original);
        };
        if func.params.is_none() && func.result.is_none() {
            return Ok(());
        }
        let before = self.found.len();
        match (param_tuple(func), param_tuple(found)) {
            (None, _) => {}
            // A callable without specified parameters may reject any.
            (Some(_), None) => return self.whole(actual, original),
            (Some(expected), Some(actual)) if expected == actual => {}
            (Some((types, size)), Some((found, found_size))) => {
                let expected_size = tuple_size(types.len(), size);
                let actual_size = tuple_size(found.len(), found_size);
                let found = found.into_iter();
                let counted = Counted::Arguments;
                self.positions(found, actual_size, &types, expected_size, counted)?;
            }
        }
        if self.found.len() > before {
            return Ok(());
        }
        let any = Type::any();
        let expected = func.result.as_ref().unwrap_or(any);
        let actual = found.result.as_ref().unwrap_or(any);
        if !assignable(actual, expected, self.budget.budget())? {
            return self.whole_at(PathElement::Return, actual, expected);
        }
        let block = |func: &FuncType| match &func.block {
            Some(block) => block_type(block),
            None => Ok(Type::none().clone()),
        };
        let (expected, actual) = (block(func)?, block(found)?);
        // The actual callable calls the block.
        if !assignable(&expected, &actual, self.budget.budget())? {
            return self.whole_at(PathElement::Block("block".into()), &actual, &expected);
        }
        Ok(())
    }

    fn whole_at(&mut self, step: PathElement, actual: &Type, expected: &Type) -> Result<()> {
        self.path.push(step);
        let done = self.whole(actual, expected);
        self.path.pop();
        done
    }
}

/// Returns the number of entries that a struct may have.
fn entries(fields: &[Field]) -> SizeRange {
    let required = fields.iter().filter(|field| !field.is_optional()).count();
    SizeRange {
        min: required as u64,
        max: Some(fields.len() as u64),
    }
}

/// Returns the key type of a struct's entry: its name, optional or not.
fn key_type(field: &Field) -> Result<Type> {
    let name = normal_form::literal_string(field.name())?;
    Ok(if field.is_optional() {
        Type::optional(name)?
    } else {
        name
    })
}
