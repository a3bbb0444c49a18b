//! What does it change that undef may stand for everything?
//!
//! A value of Undef is assignable to every type with the meaning "without value",
//! at whatever depth it stands; nothing but undef is assignable to Undef. Both
//! verbs ask today's rules about types that say so. As a *source* a type has in
//! place of Undef what all types accept (Unit), and of an Optional only the
//! content. As a *target* it has each of its parts optional; only a value with
//! undef, or with a type, inside is asked that way. Strings are those that the
//! specification knows. Callables, which it does not know, stay as they are, and
//! so do sets, promises and whatever else is no type of Puppet.

use super::{EARLY, is_own};
use crate::diagnostic::{Code, Error, Result};
use crate::dialect::puppet::nominal::{self, Name};
use crate::dialect::puppet::value::Special;
use crate::dialect::puppet::{Comparison, instance, same, try_assignable};
use crate::types::{
    Field, Group, Kind, NominalParam, Reference, Str, StringConstraint, Type, TypeError,
};
use crate::values::Value;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock};

/// Whether a value of type `source` may go where `target` is expected.
pub(in crate::dialect::puppet) fn assignable(target: &Type, source: &Type) -> Result<bool> {
    match source.kind() {
        // The usual sources say nothing of undef.
        Kind::None => Ok(true),
        Kind::Integer(_) | Kind::Number | Kind::Float(_) | Kind::Bool(_) => {
            try_assignable(target, source)
        }
        _ => try_assignable(target, &Rewrite::of(Role::Source).ty(source)?),
    }
}

/// Whether a value is an instance of a type.
pub(in crate::dialect::puppet) fn is_instance(value: &Value, ty: &Type) -> Result<bool> {
    let facts = value.facts();
    if !facts.marked() && !facts.unknown() {
        if value.is_null() {
            return Ok(true);
        }
        if speaks_of_undef(value) {
            return instance(value, &Rewrite::of(Role::Target).ty(ty)?);
        }
    }
    instance(value, ty)
}

/// Whether undef stands somewhere in a value, or a type, which may speak of it.
fn speaks_of_undef(value: &Value) -> bool {
    if value.is_null() || value.as_type().is_some() {
        return true;
    }
    if let Some(parts) = value.parts() {
        return parts.iter().any(speaks_of_undef);
    }
    if let Some(map) = value.as_ordered_map() {
        let either =
            |(key, element): &(Value, Value)| speaks_of_undef(key) || speaks_of_undef(element);
        return map.entries().iter().any(either);
    }
    match Special::of(value) {
        Some(Special::Sensitive(content)) => speaks_of_undef(content),
        Some(Special::Iterator(_) | Special::Object(..)) => true,
        _ => false,
    }
}

/// Whether each of two types accepts the other.
pub(in crate::dialect::puppet) fn equal(a: &Type, b: &Type) -> Result<bool> {
    Ok(same(a, b) || (assignable(a, b)? && assignable(b, a)?))
}

/// What the language answers for two types: a type within another is less.
pub(in crate::dialect::puppet) fn compare(
    operator: Comparison,
    left: &Type,
    right: &Type,
) -> Result<bool> {
    match operator {
        Comparison::Equal => equal(left, right),
        Comparison::NotEqual => equal(left, right).map(|equal| !equal),
        Comparison::Less => Ok(assignable(right, left)? && !equal(left, right)?),
        Comparison::LessOrEqual => assignable(right, left),
        Comparison::Greater => Ok(assignable(left, right)? && !equal(left, right)?),
        Comparison::GreaterOrEqual => assignable(left, right),
    }
}

/// On which side of a question a type stands.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Source,
    Target,
}

/// The most groups of aliases that name one another in a row.
const MAX_GROUPS: usize = 64;

/// A type as today's rules have to see it.
struct Rewrite {
    role: Role,
    /// The groups that have been rewritten, by their identities.
    groups: FxHashMap<u64, Arc<Group>>,
    /// How many groups are being rewritten, one for the other.
    open: usize,
}

/// What a rewrite within the definitions of a group is to use for its own
/// references: the group's identity and the new references.
type Own<'a> = Option<(u64, &'a [Type])>;

impl Rewrite {
    fn of(role: Role) -> Rewrite {
        Rewrite {
            role,
            groups: FxHashMap::default(),
            open: 0,
        }
    }

    fn ty(&mut self, ty: &Type) -> Result<Type> {
        let mut fault = None;
        let made = self.within(ty, None, &mut fault);
        match (made, fault) {
            (_, Some(fault)) => Err(fault),
            (made, None) => Ok(made?),
        }
    }

    /// Rewrites a type outside in; a fault that is no type's is left in `fault`.
    fn within(
        &mut self,
        ty: &Type,
        own: Own<'_>,
        fault: &mut Option<Error>,
    ) -> std::result::Result<Type, TypeError> {
        ty.replace(&mut |part| match part.kind() {
            Kind::Reference(reference) => match own {
                Some((identity, references)) if reference.key().0 == identity => {
                    Ok(references.get(reference.key().1 as usize).cloned())
                }
                _ => self.reference(reference, fault).map(Some),
            },
            Kind::Func(_) => Ok(Some(part.clone())),
            _ => match self.role {
                Role::Source => self.source(part, own, fault),
                Role::Target => self.target(part, own, fault),
            },
        })
    }

    fn source(
        &mut self,
        part: &Type,
        own: Own<'_>,
        fault: &mut Option<Error>,
    ) -> std::result::Result<Option<Type>, TypeError> {
        Ok(match part.kind() {
            Kind::None => Some(nominal::unit().clone()),
            Kind::Optional(content) => Some(self.within(content, own, fault)?),
            Kind::String(StringConstraint::Plain) => Some(EARLY.string.clone()),
            _ => None,
        })
    }

    fn target(
        &mut self,
        part: &Type,
        own: Own<'_>,
        fault: &mut Option<Error>,
    ) -> std::result::Result<Option<Type>, TypeError> {
        let mut optional = |inner: &Type| -> std::result::Result<Type, TypeError> {
            let inner = self.within(inner, own, fault)?;
            match inner.kind() {
                Kind::Any | Kind::None | Kind::Optional(_) => Ok(inner),
                _ => Type::optional(inner),
            }
        };
        Ok(match part.kind() {
            Kind::List {
                element,
                size: None,
            } => Some(Type::list(optional(element)?)?),
            Kind::List {
                element,
                size: Some(size),
            } => Some(Type::sized_list(optional(element)?, *size)?),
            Kind::Map { key, element, size } => {
                Some(Type::map_of(optional(key)?, optional(element)?, *size)?)
            }
            Kind::Tuple { elements, size } => {
                let elements: std::result::Result<Vec<Type>, TypeError> =
                    elements.iter().map(optional).collect();
                Some(match size {
                    Some(size) => Type::sized_tuple(elements?, *size)?,
                    None => Type::tuple(elements?)?,
                })
            }
            Kind::Object(object) => {
                let fields: std::result::Result<Vec<Field>, TypeError> = object
                    .fields()
                    .iter()
                    .map(|field| {
                        let (name, ty) = (field.shared_name().clone(), optional(field.ty())?);
                        Ok(match field.is_optional() {
                            true => Field::optional(name, ty),
                            false => Field::new(name, ty),
                        })
                    })
                    .collect();
                Some(Type::object(fields?)?)
            }
            Kind::Meta(Some(inner)) => Some(Type::meta(optional(inner)?)?),
            Kind::Nominal(_) => match nominal::view(part) {
                Some((
                    name @ (Name::Iterable | Name::Iterator | Name::Sensitive),
                    [NominalParam::Type(inner)],
                )) => Some(nominal::with(name, [NominalParam::Type(optional(inner)?)])?),
                // Nothing inside them is the type of a part.
                _ => Some(part.clone()),
            },
            _ => None,
        })
    }

    /// A reference to the rewritten definition.
    fn reference(
        &mut self,
        reference: &Reference,
        fault: &mut Option<Error>,
    ) -> std::result::Result<Type, TypeError> {
        let (identity, index) = reference.key();
        if is_own(reference.key()) {
            let own = match self.role {
                // The definitions do not speak of undef.
                Role::Source => &EARLY.data,
                Role::Target => &*TARGET_DATA,
            };
            return match own.kind() {
                Kind::Reference(own) => own
                    .group()
                    .ok_or(TypeError::ReleasedGroup)?
                    .reference(index as usize),
                _ => Ok(own.clone()),
            };
        }
        if let Some(group) = self.groups.get(&identity) {
            return group.reference(index as usize);
        }
        let group = reference.group().ok_or(TypeError::ReleasedGroup)?;
        if self.open >= MAX_GROUPS {
            let message = format!("more than {MAX_GROUPS} sets of aliases name one another");
            fault.get_or_insert(Error::new(Code::Limit, message));
            return Err(TypeError::TooDeep);
        }
        self.open += 1;
        let rewritten = self.group(&group, identity, fault);
        self.open -= 1;
        let rewritten = rewritten?;
        self.groups.insert(identity, rewritten.clone());
        rewritten.reference(index as usize)
    }

    fn group(
        &mut self,
        group: &Arc<Group>,
        identity: u64,
        fault: &mut Option<Error>,
    ) -> std::result::Result<Arc<Group>, TypeError> {
        let mut names: Vec<Str> = Vec::with_capacity(group.len());
        let mut definitions = Vec::with_capacity(group.len());
        for index in 0..group.len() {
            let reference = group.reference(index)?;
            if let Kind::Reference(reference) = reference.kind() {
                names.push(reference.name().ok_or(TypeError::ReleasedGroup)?);
                definitions.push(reference.unfold()?);
            }
        }
        Group::define(names, |members| {
            let references: Vec<Type> = members.iter().map(|member| member.reference()).collect();
            definitions
                .iter()
                .map(|definition| self.within(definition, Some((identity, &references)), fault))
                .collect()
        })
    }
}

/// The specification's Data and Literal as targets.
static TARGET_DATA: LazyLock<Type> = LazyLock::new(|| {
    let Kind::Reference(reference) = EARLY.data.kind() else {
        return EARLY.data.clone();
    };
    let Some(group) = reference.group() else {
        return EARLY.data.clone();
    };
    let mut rewrite = Rewrite::of(Role::Target);
    let made = rewrite.group(&group, reference.key().0, &mut None);
    made.and_then(|group| group.reference(0))
        .unwrap_or_else(|_| EARLY.data.clone())
});
