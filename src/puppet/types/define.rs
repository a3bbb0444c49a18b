//! Defining type aliases: what do their texts define?
//!
//! A set of aliases is one [`Group`]: each may name itself and the others. A
//! body is brought to its normal form when it is defined; a union that names
//! itself as a member drops that member.

use crate::mode::Mode;
use crate::types::alias::Aliases;
use crate::types::normal_form;
use crate::types::normalize::normalize_pending;
use crate::types::parse::{Scope, read_type};
use crate::types::undef::settle;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Group, GroupMember, Kind, Str, Type, TypeError};
use std::collections::HashSet;
use std::sync::Arc;

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
        self.with_within(0, definitions)
    }

    /// The same inside of so many levels of an evaluation.
    pub(crate) fn with_within<'a>(
        &self,
        levels: u32,
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Aliases> {
        let definitions: Vec<(&str, &str)> = definitions.into_iter().collect();
        if definitions.is_empty() {
            return Ok(self.clone());
        }
        let defined = names_of(&definitions)?;
        // Whether a struct's key is optional depends on whether an alias accepts
        // undef, and that on the definitions: they are read twice.
        let mut undefs = vec![false; definitions.len()];
        self.group(levels, &definitions, &mut undefs)?;
        let group = self.group(levels, &definitions, &mut undefs)?;
        let others = self.types().iter();
        let mut types: Vec<(Str, Type)> = others
            .filter(|(known, _)| !defined.contains(&**known))
            .cloned()
            .collect();
        for (index, (name, _)) in definitions.iter().enumerate() {
            types.push(((*name).into(), group.reference(index)?));
        }
        Ok(Aliases::new(types))
    }

    /// Reads the definitions; `undefs` says which aliases are taken to accept
    /// undef, and afterwards which do.
    fn group(
        &self,
        levels: u32,
        definitions: &[(&str, &str)],
        undefs: &mut [bool],
    ) -> Result<Arc<Group>> {
        let names: Vec<Str> = definitions.iter().map(|(name, _)| (*name).into()).collect();
        let mut fault: Option<Error> = None;
        let group = Group::define(names, |members| {
            self.bodies(levels, definitions, members, undefs)
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
        levels: u32,
        definitions: &[(&str, &str)],
        members: &[GroupMember],
        undefs: &mut [bool],
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
        aliases.extend_from_slice(self.types());
        let aliases = Aliases::new(aliases);
        let scope = Scope {
            mode: Mode::Current,
            aliases: &aliases,
            pending: &pending,
            levels,
        };
        let mut raw = Vec::with_capacity(definitions.len());
        for ((name, text), (_, reference)) in definitions.iter().zip(&own) {
            let ty = read_type(text, &scope)
                .map_err(|fault| fault.into_error(name, text).in_attribute(name))?;
            raw.push(without_itself(name, &ty, reference)?);
        }
        settle(&raw, &mut pending);
        for (known, (_, found)) in undefs.iter_mut().zip(&pending) {
            *known = *found;
        }
        raw.iter()
            .map(|body| Ok(normalize_pending(body, &pending)?))
            .collect()
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
    if let Kind::Optional(inner) = body.kind()
        && inner == reference
    {
        // Nothing but undef is left.
        return Ok(Type::none().clone());
    }
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
    Ok(normal_form::variant(others)?)
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
    fn undef_is_found_behind_any_number_of_aliases() {
        let wanted = |end: &str, forwards: bool| {
            let mut definitions: Vec<(String, String)> = (0..50)
                .map(|at| (format!("A{at}"), format!("Variant[A{}, Integer]", at + 1)))
                .collect();
            definitions.push(("A50".into(), end.into()));
            definitions.push(("S".into(), "Struct[{a => A0}]".into()));
            if !forwards {
                definitions.reverse();
            }
            let lent = definitions.iter().map(|(name, text)| (&**name, &**text));
            let aliases = Aliases::define(lent).unwrap();
            match aliases.get("S").map(Type::kind) {
                Some(Kind::Reference(reference)) => {
                    reference.unfold().unwrap().as_object().unwrap().fields()[0].is_optional()
                }
                other => panic!("{other:?}"),
            }
        };
        for forwards in [true, false] {
            assert!(wanted("Optional[Integer]", forwards));
            assert!(!wanted("Variant[A0, String]", forwards));
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
        assert_eq!(more.in_any_case("a"), more.get("A"));
    }
}
