//! Definitions of type aliases from their texts.
//!
//! A set of aliases is one [`Group`]: each may refer to itself and to the others. A body is
//! normalized when it is defined. A union that has itself as a member drops that member.

use crate::mode::Mode;
use crate::types::alias::{Aliases, Folded, Known};
use crate::types::normal_form;
use crate::types::normalize::normalize_pending;
use crate::types::parse::{Scope, read_type};
use crate::types::undef::settle;
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Group, GroupMember, Kind, Str, Type, TypeError};
use std::collections::HashSet;
use std::sync::Arc;

/// The steps and the bytes that a definition takes in addition to its texts.
const DEFINITION: u64 = 32;
const DEFINITION_BYTES: u64 = 512;

impl Aliases {
    /// Defines aliases, which may refer to themselves and to each other.
    ///
    /// # Errors
    /// - Those of [`parse_type`](crate::parse_type) for the text of a definition, with the byte,
    ///   and the alias as the path.
    /// - [`Code::Type`] for an alias that consists of aliases only.
    /// - [`Code::InvalidArgument`] for an invalid name, and for a name that is defined twice,
    ///   ignoring case.
    pub fn define<'a>(
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Aliases> {
        Aliases::default().with(definitions, &Budget::new())
    }

    /// Returns these aliases and further ones, which may refer to these.
    ///
    /// # Errors
    /// As [`Aliases::define`], and [`Code::Limit`] if the budget is exceeded.
    pub fn with<'a>(
        &self,
        definitions: impl IntoIterator<Item = (&'a str, &'a str)>,
        budget: &Budget,
    ) -> Result<Aliases> {
        let definitions: Vec<(&str, &str)> = definitions.into_iter().collect();
        if definitions.is_empty() {
            return Ok(self.clone());
        }
        let defined =
            define(self.into(), 0, &definitions, budget).map_err(|error| match error.code() {
                // Only the texts of definitions have this code.
                Code::Value => error.with_code(Code::Type),
                _ => error,
            })?;
        let names: HashSet<Folded> = defined
            .iter()
            .map(|(name, _)| Folded(name.clone()))
            .collect();
        let others = self.types().iter();
        let others = others.filter(|(known, _)| !names.contains(&Folded(known.clone())));
        Ok(Aliases::new(others.chain(&defined).cloned()))
    }
}

/// Defines aliases at a level of an evaluation; returns their names with their definitions.
///
/// # Errors
/// As [`Aliases::define`].
pub(crate) fn define(
    known: Known<'_>,
    levels: u32,
    definitions: &[(&str, &str)],
    budget: &Budget,
) -> Result<Vec<(Str, Type)>> {
    for (name, text) in definitions {
        cost::read(name, budget)?;
        cost::read(text, budget)?;
        budget.parts(DEFINITION, DEFINITION_BYTES / DEFINITION)?;
    }
    check_names(definitions)?;
    let names: Vec<Str> = definitions.iter().map(|(name, _)| (*name).into()).collect();
    let definer = Definer {
        known,
        levels,
        definitions,
        names: &names,
        budget,
    };
    // The key of a struct is optional if its alias accepts undef, which depends on the definitions.
    // They are therefore parsed twice.
    let mut undefs = vec![false; definitions.len()];
    definer.group(&mut undefs)?;
    let group = definer.group(&mut undefs)?;
    group.note(undefs);
    let defined = names.into_iter().enumerate();
    defined
        .map(|(at, name)| Ok((name, group.reference(at)?)))
        .collect()
}

/// The definitions and their scope.
struct Definer<'d> {
    known: Known<'d>,
    levels: u32,
    definitions: &'d [(&'d str, &'d str)],
    names: &'d [Str],
    budget: &'d Budget,
}

impl Definer<'_> {
    /// Parses the definitions. `undefs` contains the aliases that are assumed to accept undef;
    /// afterwards, those that do.
    fn group(&self, undefs: &mut [bool]) -> Result<Arc<Group>> {
        let mut failure: Option<Error> = None;
        let group = Group::define(self.names, |members| {
            self.bodies(members, undefs).map_err(|error| {
                failure = Some(error);
                TypeError::NoSuchDefinition(0)
            })
        });
        match (group, failure) {
            (_, Some(error)) => Err(error),
            (Err(TypeError::EmptyRecursion(name)), None) => Err(unresolvable(&name)),
            (group, None) => Ok(group?),
        }
    }

    fn bodies(&self, members: &[GroupMember], undefs: &mut [bool]) -> Result<Vec<Type>> {
        let references = members.iter().map(GroupMember::reference);
        let own = Aliases::new(self.names.iter().cloned().zip(references));
        let keys = own.types().iter().filter_map(|(_, ty)| match ty.kind() {
            Kind::Reference(reference) => Some(reference.key()),
            _ => None,
        });
        let mut pending: Vec<((u64, u32), bool)> = keys.zip(undefs.iter().copied()).collect();
        let scope = Scope {
            mode: Mode::Current,
            aliases: Known {
                own: Some(&own),
                ..self.known
            },
            pending: &pending,
            levels: self.levels,
        };
        let mut raw = Vec::with_capacity(self.definitions.len());
        for ((name, text), (_, reference)) in self.definitions.iter().zip(own.types()) {
            self.budget.charge(text.len() as u64)?;
            let ty = read_type(text, &scope).map_err(|error| {
                error
                    .of_text(Code::Value)
                    .into_error(name, text)
                    .in_attribute(name)
            })?;
            raw.push(without_itself(name, &ty, reference)?);
        }
        settle(&raw, &mut pending);
        for (known, (_, found)) in undefs.iter_mut().zip(&pending) {
            *known = *found;
        }
        (self.budget.charged(&raw)?)
            .map(|body| Ok(normalize_pending(body, &pending)?))
            .collect()
    }
}

/// Rejects duplicate names and names that no text can contain.
fn check_names(definitions: &[(&str, &str)]) -> Result<()> {
    let mut known = HashSet::with_capacity(definitions.len());
    for (name, _) in definitions {
        let segments = name.strip_prefix("::").unwrap_or(name).split("::");
        let problem = if segments.into_iter().any(|segment| !is_segment(segment)) {
            "is not the name of a type"
        } else if !known.insert(Folded((*name).into())) {
            "is defined twice"
        } else {
            continue;
        };
        let message = format!("'{name}' {problem}");
        return Err(Error::new(Code::InvalidArgument, message).in_attribute(name));
    }
    Ok(())
}

/// Whether the text is one segment of a type name.
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

/// Returns a union without the members that are the alias itself.
fn without_itself(name: &str, body: &Type, reference: &Type) -> Result<Type> {
    if let Kind::Optional(inner) = body.kind()
        && inner == reference
    {
        // Only undef remains.
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
    use crate::types::parse::parse_type;
    use crate::types::undef::accepts_undef;

    #[test]
    fn a_fault_says_which_alias_it_is_in() {
        for (definitions, code, alias) in [
            ([("A", "Integer"), ("B", "Array[")], Code::Syntax, ".B"),
            ([("A", "A"), ("B", "A")], Code::Type, ".A"),
            ([("A", "B"), ("A", "String")], Code::InvalidArgument, ".A"),
            (
                [("Ab", "Integer"), ("AB", "String")],
                Code::InvalidArgument,
                ".AB",
            ),
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

    /// The cached result for an alias equals the result of following the alias.
    #[test]
    fn undef_is_noted_of_aliases() {
        let base = Aliases::define([("U", "Optional[String]"), ("S", "String")]).unwrap();
        let aliases = base
            .with(
                [
                    ("A", "Variant[Integer, B]"),
                    ("B", "Variant[A, C]"),
                    ("C", "U"),
                    ("D", "Variant[S, E]"),
                    ("E", "Variant[D, Integer]"),
                    ("F", "NotUndef[A]"),
                    ("G", "Init[D]"),
                    ("H", "Init[U]"),
                    ("I", "Optional[NotUndef[S]]"),
                    ("J", "Variant[NotUndef, S]"),
                ],
                &Budget::new(),
            )
            .unwrap();
        let noted = aliases.iter().map(|(name, ty)| match ty.kind() {
            Kind::Reference(reference) => {
                let found = accepts_undef(&reference.unfold().unwrap());
                assert_eq!(reference.noted(), Some(found), "{name}");
                if found { name } else { "-" }
            }
            _ => panic!("{name}"),
        });
        let noted: Vec<&str> = noted.collect();
        assert_eq!(noted.concat(), "U-ABC----HI-");
    }

    #[test]
    fn later_aliases_stand_in_front_of_earlier_ones() {
        let base = Aliases::define([("A", "Integer"), ("B", "A")]).unwrap();
        let more = base.with([("A", "Array[B]")], &Budget::new()).unwrap();
        let names: Vec<&str> = more.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["B", "A"]);
        assert_ne!(more.get("A"), base.get("A"));
        assert_eq!(more.get("B"), base.get("B"));
    }

    #[test]
    fn names_are_the_same_in_any_case() {
        let base = Aliases::define([("My::PortNo", "Integer[1, 9]"), ("A", "My::Portno")]).unwrap();
        assert!(base.get("my::portno").is_some());
        assert_eq!(base.get("MY::PORTNO"), base.get("My::PortNo"));
        let read = |text: &str| parse_type(text, &base, Mode::Current).unwrap();
        assert_eq!(read("Array[My::Portno]"), read("Array[My::PortNo]"));
        let more = base
            .with([("MY::PORTNO", "String")], &Budget::new())
            .unwrap();
        assert_ne!(more.get("My::PortNo"), base.get("My::PortNo"));
        assert_eq!(more.iter().len(), 2);
    }

    /// The number is so large that recursive resolution would overflow the stack.
    #[test]
    fn undef_is_found_behind_aliases_that_are_defined() {
        const COUNT: usize = 10_000;
        for (end, wanted) in [("Array", false), ("Optional[Array]", true)] {
            let mut definitions: Vec<(String, String)> = (0..COUNT)
                .map(|at| (format!("A{at}"), format!("Variant[Integer, A{}]", at + 1)))
                .collect();
            definitions.push((format!("A{COUNT}"), end.into()));
            let lent = definitions.iter().map(|(name, text)| (&**name, &**text));
            let aliases = Aliases::define(lent).unwrap();
            let ty = parse_type("Struct[{a => A0}]", &aliases, Mode::Current).unwrap();
            assert_eq!(ty.as_object().unwrap().fields()[0].is_optional(), wanted);
        }
    }
}
