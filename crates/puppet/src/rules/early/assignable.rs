//! Early assignability: undef is a value of every type.
//!
//! A value of Undef is assignable to every type with the meaning "without value", at any depth;
//! only undef is assignable to Undef. Both operations rewrite types and apply the current rules to
//! the result. In a *source*, Undef becomes the type that all types accept (Unit), and an Optional
//! becomes its content. In a *target*, each part becomes optional; a target is rewritten only for a
//! value that contains undef or a type. Strings are those of the specification. Callables, type
//! sets, promises and all other types that the specification does not have are unchanged.

use crate::rules::assignable as today;
use crate::rules::instance::instance;
use crate::types::early::data::{EARLY, is_own};
use crate::types::nominal::{self, Name};
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{
    Field, Flags, Group, GroupMember, IdMap, IdSet, Kind, NominalParam, Reference, Str,
    StringConstraint, Type, TypeError, Visit,
};
use polycty_core::values::Value;
use std::sync::{Arc, LazyLock};

/// Whether `target` accepts every value of type `source`.
pub(crate) fn assignable(source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
    match source.kind() {
        // The most frequent sources cannot contain undef.
        Kind::None => Ok(true),
        Kind::Integer(_) | Kind::Number | Kind::Float(_) | Kind::Bool(_) => {
            today::assignable(source, target, budget)
        }
        _ => today::assignable(&Rewrite::of(Role::Source).ty(source)?, target, budget),
    }
}

/// Whether a value is an instance of a type.
pub(crate) fn is_instance(value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
    let facts = value.facts();
    if !facts.marked() && !facts.unknown() {
        if value.is_null() {
            return Ok(true);
        }
        if speaks_of_undef(value) {
            return instance(value, &Rewrite::of(Role::Target).ty(ty)?, budget);
        }
    }
    instance(value, ty, budget)
}

/// Whether a value contains undef, or a type, which may refer to undef.
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

/// The side of a type in a comparison.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Source,
    Target,
}

type Rewritten = std::result::Result<Type, TypeError>;

/// A rewriter of types for the current rules.
struct Rewrite {
    role: Role,
    /// The rewritten groups of aliases, by identity.
    groups: IdMap<u64, Arc<Group>>,
}

/// The references to use for the group that is being rewritten: the group's identity and the new
/// references.
type Own<'a> = Option<(u64, &'a [Type])>;

impl Rewrite {
    fn of(role: Role) -> Rewrite {
        Rewrite {
            role,
            groups: IdMap::default(),
        }
    }

    fn ty(&mut self, ty: &Type) -> Rewritten {
        if ty.has(Flags::REFERENCE) {
            self.aliases(ty)?;
        }
        self.within(ty, None)
    }

    /// Rewrites the groups that a type names, each after the groups that it names. The length of
    /// such chains is unbounded, so there is no recursion.
    fn aliases(&mut self, ty: &Type) -> std::result::Result<(), TypeError> {
        let mut seen = IdSet::default();
        let mut open: Vec<(Arc<Group>, u64, bool)> = Vec::new();
        named(ty, &mut open);
        while let Some((group, identity, is_ready)) = open.pop() {
            if is_ready {
                let rewritten = self.group(&group, identity)?;
                self.groups.insert(identity, rewritten);
            } else if seen.insert(identity) {
                open.push((group.clone(), identity, true));
                for index in 0..group.len() as u32 {
                    if let Some(definition) = group.definition(index) {
                        named(definition, &mut open);
                    }
                }
            }
        }
        Ok(())
    }

    fn group(
        &self,
        group: &Arc<Group>,
        identity: u64,
    ) -> std::result::Result<Arc<Group>, TypeError> {
        let names: std::result::Result<Vec<Str>, TypeError> = (0..group.len())
            .map(|index| match group.reference(index)?.kind() {
                Kind::Reference(reference) => reference.name().ok_or(TypeError::ReleasedGroup),
                _ => Err(TypeError::NoSuchDefinition(index)),
            })
            .collect();
        Group::define(names?, |members| {
            let references: Vec<Type> = members.iter().map(GroupMember::reference).collect();
            (0..members.len())
                .map(|index| {
                    let definition = group.definition(index as u32);
                    let definition = definition.ok_or(TypeError::NoSuchDefinition(index))?;
                    self.within(definition, Some((identity, &references)))
                })
                .collect()
        })
    }

    /// Rewrites a type from the outside in.
    fn within(&self, ty: &Type, own: Own<'_>) -> Rewritten {
        ty.replace(&mut |part| match part.kind() {
            Kind::Reference(reference) => self.reference(reference, own),
            Kind::Func(_) => Ok(Some(part.clone())),
            _ => match self.role {
                Role::Source => self.source(part, own),
                Role::Target => self.target(part, own),
            },
        })
    }

    fn reference(
        &self,
        reference: &Reference,
        own: Own<'_>,
    ) -> std::result::Result<Option<Type>, TypeError> {
        let (identity, index) = reference.key();
        if let Some((_, references)) = own.filter(|(own, _)| *own == identity) {
            return Ok(references.get(index as usize).cloned());
        }
        let group = match self.groups.get(&identity) {
            Some(group) => group,
            None if is_own(reference.key()) && self.role == Role::Target => match &*TARGETS {
                Some(group) => group,
                None => return Ok(None),
            },
            // The specification's own definitions do not contain undef.
            None => return Ok(None),
        };
        group.reference(index as usize).map(Some)
    }

    fn source(&self, part: &Type, own: Own<'_>) -> std::result::Result<Option<Type>, TypeError> {
        Ok(match part.kind() {
            Kind::None => Some(nominal::unit().clone()),
            Kind::Optional(content) => Some(self.within(content, own)?),
            Kind::String(StringConstraint::Plain) => Some(EARLY.string.clone()),
            _ => None,
        })
    }

    fn target(&self, part: &Type, own: Own<'_>) -> std::result::Result<Option<Type>, TypeError> {
        let optional = |inner: &Type| -> Rewritten {
            let inner = self.within(inner, own)?;
            match inner.kind() {
                Kind::Any | Kind::None | Kind::Optional(_) => Ok(inner),
                _ => Type::optional(inner),
            }
        };
        let many = |inner: &[Type]| inner.iter().map(optional).collect();
        Ok(Some(match part.kind() {
            Kind::List {
                element,
                size: None,
            } => Type::list(optional(element)?)?,
            Kind::List {
                element,
                size: Some(size),
            } => Type::sized_list(optional(element)?, *size)?,
            Kind::Map { key, element, size } => {
                Type::map_of(optional(key)?, optional(element)?, *size)?
            }
            Kind::Tuple { elements, size } => {
                let elements: std::result::Result<Vec<Type>, TypeError> = many(elements);
                match size {
                    Some(size) => Type::sized_tuple(elements?, *size)?,
                    None => Type::tuple(elements?)?,
                }
            }
            Kind::Object(object) => {
                let fields: std::result::Result<Vec<Field>, TypeError> = object
                    .fields()
                    .iter()
                    .map(|field| {
                        let (name, ty) = (field.shared_name().clone(), optional(field.ty())?);
                        Ok(if field.is_optional() {
                            Field::optional(name, ty)
                        } else {
                            Field::new(name, ty)
                        })
                    })
                    .collect();
                Type::object(fields?)?
            }
            Kind::Meta(Some(inner)) => Type::meta(optional(inner)?)?,
            Kind::Nominal(_) => match nominal::view(part) {
                Some((
                    name @ (Name::Iterable | Name::Iterator | Name::Sensitive),
                    [NominalParam::Type(inner)],
                )) => nominal::with(name, [NominalParam::Type(optional(inner)?)])?,
                // None of their parts is a type.
                _ => part.clone(),
            },
            _ => return Ok(None),
        }))
    }
}

/// Adds the groups that a type names, except the specification's own.
fn named(ty: &Type, open: &mut Vec<(Arc<Group>, u64, bool)>) {
    ty.walk(&mut |_, part| match part.kind() {
        _ if !part.has(Flags::REFERENCE) => Visit::Over,
        Kind::Reference(reference) => {
            if !is_own(reference.key())
                && let Some(group) = reference.group()
            {
                open.push((group, reference.key().0, false));
            }
            Visit::Over
        }
        _ => Visit::Into,
    });
}

/// The specification's Data and Literal as targets.
static TARGETS: LazyLock<Option<Arc<Group>>> = LazyLock::new(|| match EARLY.data.kind() {
    Kind::Reference(reference) => {
        let group = reference.group()?;
        let rewrite = Rewrite::of(Role::Target);
        rewrite.group(&group, reference.key().0).ok()
    }
    _ => None,
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::types::alias::Aliases;
    use crate::{parse_type, parse_value};
    use polycty_core::source::Code;

    fn accepts(aliases: &Aliases, target: &str, source: &str) -> bool {
        let ty = |text| parse_type(text, aliases, Mode::Early).unwrap();
        assignable(&ty(source), &ty(target), &Budget::standard()).unwrap()
    }

    #[test]
    fn undef_goes_everywhere_inside_of_aliases_too() {
        let aliases = Aliases::define([
            ("Maybe", "Variant[Undef, Integer]"),
            ("Perhaps", "Optional[Integer]"),
            ("Tree", "Variant[Undef, Integer, Array[Tree]]"),
            ("Exact", "Struct[{a => Integer, b => Array[String]}]"),
            ("Text", "String"),
        ])
        .unwrap();
        assert!(accepts(&aliases, "Integer", "Maybe"));
        assert!(accepts(&aliases, "Integer", "Perhaps"));
        assert!(accepts(&aliases, "Array[Integer]", "Array[Maybe]"));
        assert!(accepts(&aliases, "Data", "Tree"));
        assert!(accepts(&aliases, "Tree", "Tree"));
        assert!(accepts(&aliases, "String", "Text"));
        assert!(!accepts(&aliases, "Integer", "Tree"));
        assert!(!accepts(&aliases, "Undef", "Maybe"));
        let is = |value: &str, ty: &str| {
            let value = parse_value(value, &aliases, Mode::Early).unwrap();
            is_instance(
                &value,
                &parse_type(ty, &aliases, Mode::Early).unwrap(),
                &Budget::standard(),
            )
            .unwrap()
        };
        assert!(is("{'a' => undef, 'b' => [undef, 'x']}", "Exact"));
        assert!(!is("{'a' => undef, 'b' => [undef, 1]}", "Exact"));
        assert!(is("[undef, [1, [undef]]]", "Tree"));
        assert!(!is("[undef, [1, ['x']]]", "Tree"));
        assert!(is("[Maybe, Undef]", "Array[Type[Integer]]"));
    }

    #[test]
    fn only_undef_inside_of_a_deep_value_meets_the_limit() {
        let of = |levels: usize, content: &str| {
            let text = format!("{}{content}{}", "[".repeat(levels), "]".repeat(levels));
            let value = parse_value(&text, &Aliases::default(), Mode::Early).unwrap();
            let mut ty = Type::integer().clone();
            for _ in 0..levels {
                ty = Type::list(ty).unwrap();
            }
            is_instance(&value, &ty, &Budget::standard())
        };
        assert!(of(100, "1").unwrap());
        assert!(of(50, "undef").unwrap());
        assert_eq!(of(100, "undef").unwrap_err().code(), Code::Limit);
    }

    #[test]
    fn long_chains_of_aliases_do_not_exhaust_the_stack() {
        let chain = |length: u32| {
            let mut last = Type::none().clone();
            for _ in 0..length {
                let group = Group::define([Str::from("T")], |_| {
                    Ok(vec![Type::union([Type::float().clone(), last])?])
                });
                last = group.unwrap().reference(0).unwrap();
            }
            last
        };
        assert!(assignable(&chain(100), Type::number(), &Budget::standard()).unwrap());
        let error = assignable(&chain(100_000), Type::number(), &Budget::standard()).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
        let list = Type::list(chain(100_000)).unwrap();
        let value = parse_value("[undef]", &Aliases::default(), Mode::Early).unwrap();
        assert!(is_instance(&value, &list, &Budget::standard()).unwrap());
    }
}
