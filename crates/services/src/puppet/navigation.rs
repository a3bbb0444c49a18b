//! Definitions, references and renames, over manifests, templates and data.

use super::file::{DefinedKind, File, Use, UseKind};
use super::hiera::{Data, data};
use super::index::Index;
use super::resolve::{Target, declarations, key, resolve, variable};
use crate::answer::{FileEdit, Location, TextEdit};
use crate::language::Context;
use polycty_core::calls::Budget;
use polycty_core::sort::{sort, sort_by_key};
use polycty_core::source::{Code, Error, Result, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The use of a name at a byte of a manifest, or the key of data.
fn found(
    context: &Context<'_>,
    index: &Index,
    file: Option<&File>,
    byte: u32,
) -> Result<Option<(Span, Target)>> {
    let Some(file) = file else {
        let data = data(
            context.document.path(),
            context.document.text(),
            context.budget,
        )?;
        let at = data.key_at(byte);
        return Ok(at.map(|each| (each.name_span(), key(index, &each.key))));
    };
    let Some(found) = file.use_at(byte) else {
        return Ok(None);
    };
    Ok(resolve(index, file, found, context.budget).map(|target| (found.span, target)))
}

/// The declarations of the name at a byte.
pub(super) fn definitions(
    context: &Context<'_>,
    index: &Index,
    file: Option<&File>,
    byte: u32,
) -> Result<Vec<Location>> {
    let Some((_, target)) = found(context, index, file, byte)? else {
        return Ok(Vec::new());
    };
    let mut all = declarations(index, file, &target);
    if let Target::Key(name) = &target {
        for each in every_data(context, index)? {
            let keys = each.keys.iter().filter(|own| own.key == *name);
            let location = |span| Location {
                path: each.path.clone(),
                span,
            };
            all.extend(keys.map(|own| location(own.span)));
        }
    }
    Ok(all)
}

/// The uses of the name at a byte in the workspace.
pub(super) fn references(
    context: &Context<'_>,
    index: &Index,
    file: Option<&File>,
    byte: u32,
    with_declarations: bool,
) -> Result<Vec<Location>> {
    let Some((_, target)) = found(context, index, file, byte)? else {
        return Ok(Vec::new());
    };
    let declared: BTreeSet<Location> = declarations(index, file, &target).into_iter().collect();
    let uses = uses(context, index, &target)?.into_iter();
    let mut all: BTreeSet<Location> = uses
        .map(|(location, _)| location)
        .filter(|location| !declared.contains(location))
        .collect();
    if with_declarations {
        all.extend(declared);
    }
    Ok(all.into_iter().collect())
}

/// The uses of a target in the workspace, with the written names.
fn uses(context: &Context<'_>, index: &Index, target: &Target) -> Result<Vec<(Location, String)>> {
    let mut all = Vec::new();
    for file in index.files.values() {
        context.budget.charge(1 + file.uses.len() as u64 / 8)?;
        for each in &file.uses {
            if may_be(file, each, target)
                && resolve(index, file, each, context.budget).as_ref() == Some(target)
            {
                context.budget.charge(4)?;
                let location = Location {
                    path: file.path.clone(),
                    span: each.span,
                };
                all.push((location, file.slice(each.span).to_owned()));
            }
        }
    }
    let is_data = match target {
        Target::Key(_) | Target::Defined(DefinedKind::Class, _) => true,
        Target::Variable { path, scope, name } => index.files.get(path).is_some_and(|file| {
            let class = file.definitions.iter().find(|each| each.scope == *scope);
            class.is_some_and(|class| {
                class.kind == DefinedKind::Class && class.parameter(name).is_some()
            })
        }),
        _ => false,
    };
    if is_data {
        for each in every_data(context, index)? {
            for own in context.budget.each(each.all_keys()) {
                let own = own?;
                let (span, written) = match target {
                    Target::Defined(_, class) => {
                        let of_class = own.key.rsplit_once("::").map(|(of_class, _)| of_class);
                        let Some(of_class) = of_class.filter(|of_class| of_class == class) else {
                            continue;
                        };
                        let end = own.span.start as usize + of_class.len();
                        (Span::new(own.span.start as usize, end), of_class)
                    }
                    _ if key(index, &own.key) != *target => continue,
                    Target::Key(_) => (own.span, &*own.key),
                    _ => (own.name_span(), &*own.key),
                };
                let location = Location {
                    path: each.path.clone(),
                    span,
                };
                all.push((location, written.to_owned()));
            }
        }
    }
    Ok(all)
}

/// Whether a use can have a target, by its name and kind alone.
fn may_be(file: &File, each: &Use, target: &Target) -> bool {
    let text = file.slice(each.span);
    let last = text.rsplit("::").next().unwrap_or(text);
    match (target, &each.kind) {
        (
            Target::Variable { name, .. },
            UseKind::Variable
            | UseKind::Declaration
            | UseKind::Parameter
            | UseKind::Attribute(_)
            | UseKind::HieraKey,
        ) => last == name,
        (Target::Variable { .. }, _) => false,
        (Target::OwnVariable(name), UseKind::Variable) => last == *name,
        (Target::OwnVariable(_), _)
        | (_, UseKind::Variable | UseKind::Declaration | UseKind::Parameter) => false,
        (Target::Key(name), UseKind::HieraKey) => text == name,
        (Target::File(_), UseKind::ModuleFile(_)) => true,
        (Target::Attribute(_, name), UseKind::Attribute(_)) => text == name,
        (Target::Defined(kind, name), kind_of_use) => match kind_of_use {
            UseKind::Class(of) => *kind == DefinedKind::Class && of == name,
            UseKind::ResourceType(of) | UseKind::Function(of) | UseKind::Type(of) => of == name,
            UseKind::Definition(at) => file
                .definitions
                .get(*at)
                .is_some_and(|defined| defined.name == *name),
            _ => false,
        },
        (
            Target::OwnFunction(name)
            | Target::RubyFunction(name)
            | Target::DataType(name)
            | Target::OwnResource(name)
            | Target::RubyType(name),
            UseKind::ResourceType(of) | UseKind::Function(of) | UseKind::Type(of),
        ) => of == name,
        _ => false,
    }
}

/// Reads the data of the workspace.
fn every_data(context: &Context<'_>, index: &Index) -> Result<Vec<Data>> {
    let open = context.workspace.documents();
    let open = open.filter(|each| each.language() == crate::LanguageId::HieraData);
    let mut paths: Vec<&str> = open
        .map(crate::Document::path)
        .chain(index.data())
        .collect();
    sort(&mut paths);
    paths.dedup();
    let mut all = Vec::new();
    for path in paths {
        if let Some(text) = context.workspace.text(path, context.budget)? {
            all.push(data(path, &text, context.budget)?);
        }
    }
    Ok(all)
}

/// The name at a byte that can be renamed.
pub(super) fn renameable(
    context: &Context<'_>,
    index: &Index,
    file: Option<&File>,
    byte: u32,
) -> Result<Option<Span>> {
    let Some((span, target)) = found(context, index, file, byte)? else {
        return Ok(None);
    };
    let text = context.document.text();
    let written = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or_default();
    Ok(match target {
        Target::Variable { .. } => Some(last_part(span, written)),
        Target::Defined(kind, _) if kind != DefinedKind::Node => Some(span),
        Target::Key(_) => Some(span),
        _ => None,
    })
}

/// The span of a name after its last `::`.
fn last_part(span: Span, written: &str) -> Span {
    let start = written.rfind("::").map_or(0, |at| at + 2);
    Span {
        start: span.start + Span::at(start).start,
        ..span
    }
}

/// The edits that rename the name at a byte.
pub(super) fn rename(
    context: &Context<'_>,
    index: &Index,
    file: Option<&File>,
    byte: u32,
    name: &str,
) -> Result<Vec<FileEdit>> {
    let Some((_, target)) = found(context, index, file, byte)? else {
        return Err(refused("the name has no declaration in the workspace"));
    };
    let name = name.strip_prefix('$').unwrap_or(name);
    check(&target, name)?;
    if is_in_use(index, file, &target, name, context.budget) {
        return Err(refused(&format!("the name {name:?} is in use")));
    }
    let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (location, written) in uses(context, index, &target)? {
        let (span, text) = match &target {
            Target::Variable { .. } => {
                let written = written.rsplit_once("::").map_or(&*written, |_| &*written);
                let own = Span {
                    start: location.span.start,
                    end: location.span.end,
                };
                // Only the last part of a qualified name is that of the variable.
                let part = match (own.end - own.start) as usize == written.len() {
                    true => last_part(own, written),
                    false => own,
                };
                (part, name.to_owned())
            }
            Target::Defined(kind, old) => {
                // The class that is defined inside of another is written without its name.
                let lower = super::file::lower(&written);
                let Some(outer) = old.strip_suffix(&*lower) else {
                    continue;
                };
                let inner = match name.to_ascii_lowercase().strip_prefix(outer) {
                    Some(_) => name.get(outer.len()..).unwrap_or(name),
                    None => name,
                };
                let capital = written.starts_with(|c: char| c.is_ascii_uppercase());
                let text = match (*kind, capital) {
                    (DefinedKind::Define, true) => super::completion::capitalized(inner),
                    _ => inner.to_owned(),
                };
                let prefix = if written.starts_with("::") { "::" } else { "" };
                (location.span, format!("{prefix}{text}"))
            }
            _ => (location.span, name.to_owned()),
        };
        edits
            .entry(location.path)
            .or_default()
            .push(TextEdit { span, text });
    }
    Ok(edits
        .into_iter()
        .map(|(path, mut edits)| {
            sort_by_key(&mut edits, |edit| edit.span);
            edits.dedup();
            FileEdit { path, edits }
        })
        .collect())
}

/// Whether something else has the new name of a target where the target is visible.
fn is_in_use(
    index: &Index,
    file: Option<&File>,
    target: &Target,
    name: &str,
    budget: &Budget,
) -> bool {
    match target {
        Target::Variable {
            path,
            scope,
            name: old,
        } => {
            let file = index.files.get(path).map(|file| &**file).or(file);
            let found = file.and_then(|file| variable(index, file, *scope, name, budget));
            old != name && found.is_some()
        }
        Target::Defined(kind, old) => {
            let name = super::file::lower(name);
            name != *old && index.get(*kind, &name).is_some()
        }
        _ => false,
    }
}

/// Checks that a name can be the new name of a target.
fn check(target: &Target, name: &str) -> Result<()> {
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let lower = |part: &str| word(part) && part.starts_with(|c: char| c.is_ascii_lowercase());
    let upper = |part: &str| word(part) && part.starts_with(|c: char| c.is_ascii_uppercase());
    let is_valid = match target {
        Target::Variable { .. } => {
            word(name) && name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        }
        Target::Defined(DefinedKind::Type, _) => name.split("::").all(upper),
        Target::Defined(DefinedKind::Node, _) => return Err(refused("a node has no name")),
        Target::Defined(..) => name.split("::").all(lower),
        Target::Key(_) => !name.is_empty() && !name.contains(['\n', '\'', '"', '#']),
        _ => return Err(refused("the declaration is not in Puppet's language")),
    };
    match is_valid {
        true => Ok(()),
        false => Err(refused(&format!("'{name}' is not a valid name"))),
    }
}

fn refused(why: &str) -> Error {
    Error::new(Code::Value, format!("cannot rename: {why}"))
}
