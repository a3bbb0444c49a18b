//! What do the names of type aliases stand for?
//!
//! A set of aliases is one [`Group`]: each may name itself and the others. A
//! body is brought to its normal form when it is defined; a union that names
//! itself as a member drops that member. Data and RichData are the aliases that
//! every text knows.

use super::build::Scope;
use super::fault::Fault;
use super::normalize::normalize_pending;
use super::parser::{self, Goal, What};
use super::undef::accepts_undef_pending;
use super::{Mode, normal};
use crate::source::{Code, Error, Result};
use crate::types::{Group, GroupMember, Kind, Str, Type, TypeError};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Type aliases by name.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    names: Names,
}

/// Types by name, in the order in which they came. Of equal names the first counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    types: Vec<(Str, Type)>,
    /// The positions, by names without regard to the case of letters, then ascending.
    order: Box<[u32]>,
}

impl Names {
    fn new(types: Vec<(Str, Type)>) -> Names {
        let mut order: Box<[u32]> = (0..types.len() as u32).collect();
        let name = |at: &u32| &*types[*at as usize].0;
        // Stable, so that of equal names the first stays in front.
        order.sort_by(|a, b| cmp_folded(name(a), name(b)));
        Names { types, order }
    }

    /// The type of this name.
    pub(super) fn exact(&self, name: &str) -> Option<&Type> {
        self.folded(name)
            .find(|(known, _)| **known == *name)
            .map(|(_, ty)| ty)
    }

    /// The type of this name in any case of letters.
    pub(super) fn in_any_case(&self, name: &str) -> Option<&Type> {
        self.folded(name).next().map(|(_, ty)| ty)
    }

    fn folded(&self, wanted: &str) -> impl Iterator<Item = &(Str, Type)> {
        let at = |at: &u32| &self.types[*at as usize];
        let start = self
            .order
            .partition_point(|place| cmp_folded(&at(place).0, wanted).is_lt());
        self.order[start..]
            .iter()
            .map(at)
            .take_while(|(known, _)| known.eq_ignore_ascii_case(wanted))
    }
}

/// The order of names without regard to the case of letters.
fn cmp_folded(a: &str, b: &str) -> Ordering {
    fn folded(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().map(|byte| byte.to_ascii_lowercase())
    }
    folded(a).cmp(folded(b))
}

/// How the body of an alias is kept.
#[derive(Clone, Copy)]
enum Bodies {
    /// In its normal form.
    Normal,
    /// As it is written.
    AsWritten,
}

impl Aliases {
    /// Defines aliases, which may name themselves and one another.
    ///
    /// # Errors
    /// What is wrong with the text of a definition, with its byte and the alias
    /// as the path; [`Code::Type`] for an alias of nothing but aliases, and
    /// [`Code::InvalidArgument`] for what is no name of a type or defined twice.
    pub fn define<'a>(
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Aliases> {
        Aliases::default().with(definitions)
    }

    /// These aliases and further ones, which may name them too.
    ///
    /// # Errors
    /// As [`Aliases::define`].
    pub fn with<'a>(
        &self,
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Aliases> {
        self.with_bodies(definitions, Bodies::Normal)
    }

    fn with_bodies<'a>(
        &self,
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
        bodies: Bodies,
    ) -> Result<Aliases> {
        let definitions: Vec<(&str, &str)> = definitions.into_iter().collect();
        if definitions.is_empty() {
            return Ok(self.clone());
        }
        let defined = names_of(&definitions)?;
        // Whether a struct's key is optional depends on whether an alias accepts
        // undef, and that on the definitions: they are read twice.
        let mut undefs = vec![false; definitions.len()];
        self.group(&definitions, &mut undefs, bodies)?;
        let group = self.group(&definitions, &mut undefs, bodies)?;
        let others = self.names.types.iter();
        let mut types: Vec<(Str, Type)> = others
            .filter(|(known, _)| !defined.contains(&**known))
            .cloned()
            .collect();
        for (index, (name, _)) in definitions.iter().enumerate() {
            types.push(((*name).into(), group.reference(index)?));
        }
        let names = Names::new(types);
        Ok(Aliases { names })
    }

    /// The alias of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.names.exact(name)
    }

    /// The aliases with what they stand for, in the order of their definitions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Type)> {
        self.names.types.iter().map(|(name, ty)| (&**name, ty))
    }

    pub(super) fn types(&self) -> &Names {
        &self.names
    }

    /// Reads the definitions; `undefs` says which aliases are taken to accept
    /// undef, and afterwards which do.
    fn group(
        &self,
        definitions: &[(&str, &str)],
        undefs: &mut [bool],
        bodies: Bodies,
    ) -> Result<std::sync::Arc<Group>> {
        let names: Vec<Str> = definitions.iter().map(|(name, _)| (*name).into()).collect();
        let mut fault: Option<Error> = None;
        let group = Group::define(names, |members| {
            self.bodies(definitions, members, undefs, bodies)
                .map_err(|error| {
                    fault = Some(error);
                    TypeError::NoSuchDefinition(0)
                })
        });
        match (group, fault) {
            (_, Some(error)) => Err(error),
            (Err(TypeError::EmptyRecursion(name)), None) => Err(unresolvable(&name)),
            (group, None) => Ok(group?),
        }
    }

    fn bodies(
        &self,
        definitions: &[(&str, &str)],
        members: &[GroupMember],
        undefs: &mut [bool],
        bodies: Bodies,
    ) -> Result<Vec<Type>> {
        let own: Vec<(Str, Type)> = definitions
            .iter()
            .zip(members)
            .map(|((name, _), member)| ((*name).into(), member.reference()))
            .collect();
        let keys: Vec<(u64, u32)> = own
            .iter()
            .filter_map(|(_, ty)| match ty.kind() {
                Kind::Reference(reference) => Some(reference.key()),
                _ => None,
            })
            .collect();
        let mut pending: Vec<((u64, u32), bool)> =
            keys.iter().copied().zip(undefs.iter().copied()).collect();
        let mut aliases = own.clone();
        aliases.extend(self.names.types.iter().cloned());
        let aliases = Names::new(aliases);
        let scope = Scope {
            mode: Mode::Current,
            aliases: &aliases,
            pending: &pending,
        };
        let mut raw = Vec::with_capacity(definitions.len());
        for ((name, text), (_, reference)) in definitions.iter().zip(&own) {
            let ty = read(text, &scope)
                .map_err(|fault| fault.into_error(name, text).in_attribute(name))?;
            raw.push(without_itself(name, &ty, reference)?);
        }
        // An alias accepts undef if its body does: to the fixed point, upwards.
        for (_, known) in &mut pending {
            *known = false;
        }
        loop {
            let mut changed = false;
            for (at, body) in raw.iter().enumerate() {
                if !pending[at].1 && accepts_undef_pending(body, &pending) {
                    pending[at].1 = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (known, (_, found)) in undefs.iter_mut().zip(&pending) {
            *known = *found;
        }
        raw.iter()
            .map(|body| match bodies {
                Bodies::Normal => Ok(normalize_pending(body, &pending)?),
                Bodies::AsWritten => Ok(body.clone()),
            })
            .collect()
    }
}

fn read(text: &str, scope: &Scope<'_>) -> std::result::Result<Type, Fault> {
    let arg = parser::parse(text, scope, Goal::Type)?;
    match arg.what {
        What::Type(ty) => Ok(ty),
        _ => Err(parser::invalid(text, arg.start, arg.end)),
    }
}

/// The names that are defined, none of them twice and each such that a text can name it.
fn names_of<'d>(definitions: &[(&'d str, &str)]) -> Result<HashSet<&'d str>> {
    let mut known = HashSet::with_capacity(definitions.len());
    for (name, _) in definitions {
        let segments = name.strip_prefix("::").unwrap_or(name).split("::");
        let fault = if segments.into_iter().any(|segment| !is_segment(segment)) {
            "is not the name of a type"
        } else if !known.insert(*name) {
            "is defined twice"
        } else {
            continue;
        };
        let message = format!("'{name}' {fault}");
        return Err(Error::new(Code::InvalidArgument, message).in_attribute(name));
    }
    Ok(known)
}

/// Whether this is one segment of the name of a type.
fn is_segment(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cold]
fn unresolvable(name: &str) -> Error {
    Error::new(
        Code::Type,
        format!("Type alias '{name}' cannot be resolved to a real type"),
    )
    .in_attribute(name)
}

/// A union without the members that are the alias itself.
fn without_itself(name: &str, body: &Type, reference: &Type) -> Result<Type> {
    let Kind::Union(members) = body.kind() else {
        return Ok(body.clone());
    };
    let others: Vec<Type> = members
        .iter()
        .filter(|member| *member != reference)
        .cloned()
        .collect();
    if others.is_empty() && !members.is_empty() {
        return Err(unresolvable(name));
    }
    Ok(normal::variant(others)?)
}

struct BuiltIn {
    data: Type,
    rich_data: Type,
    rich_data_key: Type,
    all: Aliases,
}

static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(|| {
    let definitions = [
        (
            "Data",
            "Variant[ScalarData, Undef, Hash[String, Data], Array[Data]]",
        ),
        (
            "RichData",
            "Variant[Scalar, SemVerRange, Binary, Sensitive, Type, TypeSet, URI, Object, Undef, \
             Default, Hash[RichDataKey, RichData], Array[RichData]]",
        ),
        ("RichDataKey", "Variant[String, Numeric]"),
        ("Puppet::LookupKey", "RichDataKey"),
        ("Puppet::LookupValue", "RichData"),
    ];
    let aliases = Aliases::default()
        .with_bodies(definitions, Bodies::AsWritten)
        .unwrap_or_default();
    let get = |name: &str| aliases.get(name).unwrap_or(Type::any()).clone();
    BuiltIn {
        data: get("Data"),
        rich_data: get("RichData"),
        rich_data_key: get("RichDataKey"),
        all: aliases,
    }
});

/// What JSON can hold.
#[must_use]
pub fn data() -> &'static Type {
    &BUILT_IN.data
}

/// What Puppet's own encoding can hold.
#[must_use]
pub fn rich_data() -> &'static Type {
    &BUILT_IN.rich_data
}

/// What a key of [`rich_data`] can be.
#[must_use]
pub fn rich_data_key() -> &'static Type {
    &BUILT_IN.rich_data_key
}

/// The alias that every text knows under this name in any case of letters.
pub(super) fn built_in(name: &str) -> Option<&'static Type> {
    BUILT_IN.all.names.in_any_case(name)
}

/// Whether this is the key of a reference to one of the aliases that every text
/// knows, which are never spelled out.
#[must_use]
pub fn is_built_in(key: (u64, u32)) -> bool {
    matches!(data().kind(), Kind::Reference(reference) if reference.key().0 == key.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_says_which_alias_it_is_in() {
        for (definitions, code, alias) in [
            ([("A", "Integer"), ("B", "Array[")], Code::Syntax, ".B"),
            ([("A", "A"), ("B", "A")], Code::Type, ".A"),
            ([("A", "B"), ("A", "String")], Code::InvalidArgument, ".A"),
            ([("A", "B"), ("b", "String")], Code::InvalidArgument, ".b"),
            ([("A", "B"), ("", "String")], Code::InvalidArgument, "."),
        ] {
            let error = Aliases::define(definitions).unwrap_err();
            assert_eq!((error.code(), &*error.path().to_string()), (code, alias));
        }
    }

    #[test]
    fn later_aliases_stand_in_front_of_earlier_ones() {
        let base = Aliases::define([("A", "Integer"), ("B", "A")]).unwrap();
        let more = base.with([("A", "Array[B]")]).unwrap();
        let names: Vec<&str> = more.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["B", "A"]);
        assert_ne!(more.get("A"), base.get("A"));
        assert_eq!(more.get("B"), base.get("B"));
        assert!(more.get("a").is_none());
        assert_eq!(more.names.in_any_case("a"), more.get("A"));
    }
}
