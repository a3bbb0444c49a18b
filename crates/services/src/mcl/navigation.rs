//! Definitions, references and renaming, in a document and across imports.

use super::analysis::{Analysis, Setup};
use super::skeleton::{Decl, DeclKind, Skeleton, Use, UseKind, fits};
use crate::answer::{FileEdit, Location, replacements};
use crate::language::Context;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_mcl::scope::import::{Origin, read};
use polycty_mcl::scope::module::{METADATA, Metadata, folder, join};
use polycty_mcl::syntax::is_name;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of files that a search for references reads.
const MAX_FILES: usize = 2000;

/// A text and its skeleton.
pub(super) struct File {
    pub path: String,
    pub text: Arc<str>,
    pub skeleton: Skeleton,
}

/// Whether the uses with a text in a scope refer to a declaration. All uses are of its kind.
type Resolved = BTreeMap<(usize, String), bool>;

/// A declaration in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub path: String,
    pub decl: usize,
}

/// Reads a file of the workspace.
pub(super) fn file(context: &Context<'_>, path: &str) -> Result<Option<File>> {
    let Some(text) = context.workspace.text(path, context.budget)? else {
        return Ok(None);
    };
    context.budget.charge(1 + text.len() as u64)?;
    Ok(Some(File {
        path: path.to_owned(),
        skeleton: Skeleton::of(&text),
        text,
    }))
}

/// Returns the path of an imported file; `None` for a system module.
pub(super) fn imported(
    context: &Context<'_>,
    setup: &Setup,
    from: &str,
    import: &str,
) -> Result<Option<String>> {
    let Ok(name) = read(import) else {
        return Ok(None);
    };
    let (base, path) = match &name.origin {
        Origin::System => return Ok(None),
        Origin::File(path) => return Ok(Some(join(folder(from), path).to_string())),
        Origin::Folder(path) => (folder(from).to_owned(), path),
        Origin::Remote { path, .. } => match &setup.modules {
            Some(modules) => (format!("{}/", modules.trim_end_matches('/')), path),
            None => return Ok(None),
        },
    };
    let module = join(&base, path);
    let metadata = context
        .workspace
        .text(&join(&module, METADATA), context.budget)?;
    let metadata = metadata.and_then(|text| Metadata::read(&text).ok());
    let main = metadata.unwrap_or_default().main;
    Ok(Some(join(&module, &main).to_string()))
}

/// Finds the declaration that a use in a file refers to.
pub(super) fn resolve(
    context: &Context<'_>,
    setup: &Setup,
    (path, text, skeleton): (&str, &str, &Skeleton),
    found: &Use,
) -> Result<Option<Target>> {
    let part = |at: usize| found.parts.get(at).map_or("", |span| span.slice(text));
    let named = |scope: usize, name: &str, is_wanted: &dyn Fn(DeclKind) -> bool| {
        skeleton.named(scope, name, is_wanted)
    };
    let own = |decl: usize| {
        Some(Target {
            path: path.to_owned(),
            decl,
        })
    };
    match found.parts.len() {
        1 => {
            if let Some(decl) = named(found.scope, part(0), &|kind| fits(found.kind, kind)) {
                return Ok(own(decl));
            }
            // A name of an import without alias.
            for (_, import) in &skeleton.imports_of_all {
                if let Some(target) = in_import(context, setup, path, import, part(0), found.kind)?
                {
                    return Ok(Some(target));
                }
            }
            Ok(None)
        }
        2 => {
            let is_alias = |kind| matches!(kind, DeclKind::Import | DeclKind::Include);
            let Some(alias) = named(found.scope, part(0), &is_alias) else {
                return Ok(None);
            };
            let alias = &skeleton.decls[alias];
            if alias.kind == DeclKind::Import {
                return in_import(context, setup, path, &alias.of, part(1), found.kind);
            }
            // A variable of an included class.
            let class = named(alias.scope, &alias.of, &|kind| kind == DeclKind::Class);
            let inner = class.and_then(|class| skeleton.decls[class].inner);
            let decl = inner.and_then(|inner| {
                skeleton.declared(inner, part(1), &|kind| fits(found.kind, kind))
            });
            Ok(decl.and_then(own))
        }
        _ => Ok(None),
    }
}

/// The declaration of a name in an imported file.
fn in_import(
    context: &Context<'_>,
    setup: &Setup,
    from: &str,
    import: &str,
    name: &str,
    kind: UseKind,
) -> Result<Option<Target>> {
    let Some(path) = imported(context, setup, from, import)? else {
        return Ok(None);
    };
    let Some(file) = file(context, &path)? else {
        return Ok(None);
    };
    let decl = file.skeleton.declared(0, name, &|of| fits(kind, of));
    Ok(decl.map(|decl| Target { path, decl }))
}

/// The declaration at a byte, or the one that the name at the byte refers to.
fn target(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Option<Target>> {
    let path = context.document.path();
    if let Some(decl) = analysis.skeleton.decl_at(byte) {
        let path = path.to_owned();
        return Ok(Some(Target { path, decl }));
    }
    let Some(found) = analysis.skeleton.use_at(byte) else {
        return Ok(None);
    };
    // The alias of an import or include.
    if let ([first, _, ..], false) = (&found.parts[..], found.name_span().start <= byte) {
        let is_alias = |kind| matches!(kind, DeclKind::Import | DeclKind::Include);
        let decl = analysis
            .skeleton
            .named(found.scope, first.slice(&analysis.text), &is_alias);
        let path = path.to_owned();
        return Ok(decl.map(|decl| Target { path, decl }));
    }
    let own = (path, &*analysis.text, &analysis.skeleton);
    resolve(context, setup, own, found)
}

pub(super) fn definitions(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Vec<Location>> {
    // The definition of an import is its file.
    if let Some(decl) = analysis.skeleton.decl_at(byte) {
        let decl = &analysis.skeleton.decls[decl];
        if decl.kind == DeclKind::Import {
            let path = imported(context, setup, context.document.path(), &decl.of)?;
            let path = path.into_iter();
            return Ok(path
                .map(|path| Location {
                    path,
                    span: Span::at(0),
                })
                .collect());
        }
    }
    let Some(target) = target(analysis, setup, context, byte)? else {
        return Ok(Vec::new());
    };
    let Some(file) = file(context, &target.path)? else {
        return Ok(Vec::new());
    };
    let span = file.skeleton.decls[target.decl].name_span;
    let path = target.path;
    Ok(vec![Location { path, span }])
}

pub(super) fn references(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
    declarations: bool,
) -> Result<Vec<Location>> {
    let Some(target) = target(analysis, setup, context, byte)? else {
        return Ok(Vec::new());
    };
    occurrences(setup, context, &target, declarations)
}

/// All occurrences of the name of a declaration in the workspace, in order.
fn occurrences(
    setup: &Setup,
    context: &Context<'_>,
    target: &Target,
    declarations: bool,
) -> Result<Vec<Location>> {
    let Some(home) = file(context, &target.path)? else {
        return Ok(Vec::new());
    };
    let decl = home.skeleton.decls[target.decl].clone();
    let mut files = Vec::new();
    // Only names of the outermost scope are visible in other files.
    let is_visible = decl.scope == 0 && !matches!(decl.kind, DeclKind::Import | DeclKind::Include);
    if is_visible {
        for path in programs(context, &target.path)? {
            files.extend(file(context, &path)?);
        }
    }
    files.push(home);
    let mut found = BTreeSet::new();
    for file in &files {
        let own = (&*file.path, &*file.text, &file.skeleton);
        // Uses with the same text in the same scope have the same declaration.
        let mut known = Resolved::new();
        for each in context.budget.charged(&file.skeleton.uses)? {
            for span in matching(context, setup, own, each, (target, &decl), &mut known)? {
                found.insert(Location {
                    path: file.path.clone(),
                    span,
                });
            }
        }
    }
    let own = Location {
        path: target.path.clone(),
        span: decl.name_span,
    };
    match declarations {
        true => found.insert(own),
        false => found.remove(&own),
    };
    Ok(found.into_iter().collect())
}

/// The parts of a use that name a declaration.
fn matching(
    context: &Context<'_>,
    setup: &Setup,
    own: (&str, &str, &Skeleton),
    found: &Use,
    (target, decl): (&Target, &Decl),
    known: &mut Resolved,
) -> Result<Vec<Span>> {
    let (path, text, skeleton) = own;
    if matches!(decl.kind, DeclKind::Import | DeclKind::Include) {
        let [first, _, ..] = found.parts[..] else {
            return Ok(Vec::new());
        };
        let mut scopes = skeleton.scopes_from(found.scope);
        let is_alias = |kind| matches!(kind, DeclKind::Import | DeclKind::Include);
        let alias = scopes.find_map(|scope| skeleton.declared(scope, first.slice(text), &is_alias));
        let is_same = path == target.path && alias == Some(target.decl);
        return Ok(is_same.then_some(first).into_iter().collect());
    }
    // The last part of a use is the name.
    let name = found.name_span();
    if name.slice(text) != decl.name || !fits(found.kind, decl.kind) {
        return Ok(Vec::new());
    }
    let key = (found.scope, found.span().slice(text).to_owned());
    let is_same = match known.get(&key) {
        Some(is_same) => *is_same,
        None => {
            let is_same = resolve(context, setup, own, found)?.as_ref() == Some(target);
            known.insert(key, is_same);
            is_same
        }
    };
    Ok(is_same.then_some(name).into_iter().collect())
}

/// The other programs of the workspace.
fn programs(context: &Context<'_>, except: &str) -> Result<Vec<String>> {
    let workspace = context.workspace;
    let mut found: BTreeSet<String> = BTreeSet::new();
    let open = workspace.documents().map(|document| document.path());
    found.extend(
        open.filter(|path| path.ends_with(".mcl"))
            .map(str::to_owned),
    );
    let mut folders = workspace.folders().to_vec();
    while let Some(folder) = folders.pop() {
        for path in workspace.list(&folder, context.budget)? {
            match path.strip_suffix('/') {
                Some(inner) if !inner.rsplit('/').next().unwrap_or("").starts_with('.') => {
                    folders.push(inner.to_owned());
                }
                None if path.ends_with(".mcl") => {
                    found.insert(path);
                }
                _ => {}
            }
        }
        if found.len() > MAX_FILES {
            break;
        }
    }
    found.remove(except);
    Ok(found.into_iter().collect())
}

pub(super) fn renameable(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Option<Span>> {
    let Some(target) = target(analysis, setup, context, byte)? else {
        return Ok(None);
    };
    let Some(file) = file(context, &target.path)? else {
        return Ok(None);
    };
    if !has_own_name(&file.skeleton.decls[target.decl], &file.text) {
        return Ok(None);
    }
    if let Some(decl) = analysis.skeleton.decl_at(byte) {
        return Ok(Some(analysis.skeleton.decls[decl].name_span));
    }
    let found = analysis.skeleton.use_at(byte);
    let part = found.and_then(|found| {
        let mut parts = found.parts.iter();
        parts.find(|part| byte <= part.end).copied()
    });
    Ok(part)
}

/// Returns whether the name of a declaration is in the text: the alias of an import without `as` is
/// not, and the name of a nested class has colons.
fn has_own_name(decl: &Decl, text: &str) -> bool {
    decl.name_span.slice(text) == decl.name && !decl.name.contains(':')
}

pub(super) fn rename(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
    name: &str,
) -> Result<Vec<FileEdit>> {
    if !is_name(name) || super::skeleton::is_keyword(name) {
        let message = format!("`{name}` is not a valid name");
        return Err(Error::new(Code::Value, message));
    }
    if renameable(analysis, setup, context, byte)?.is_none() {
        let message = "there is no name of this workspace at the position";
        return Err(Error::new(Code::Value, message));
    }
    let Some(target) = target(analysis, setup, context, byte)? else {
        return Ok(Vec::new());
    };
    if let Some(home) = file(context, &target.path)? {
        let decl = &home.skeleton.decls[target.decl];
        let mut decls = home.skeleton.decls.iter();
        let is_taken = |other: &Decl| {
            other.scope == decl.scope && other.kind == decl.kind && other.name == name
        };
        if decls.any(is_taken) {
            let message = format!("`{name}` already exists in this scope");
            return Err(Error::new(Code::Value, message));
        }
    }
    let found = occurrences(setup, context, &target, true)?;
    Ok(replacements(found, name))
}
