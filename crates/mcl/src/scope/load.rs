//! Imports of files and modules.
//!
//! A file is read once, however often it is imported. Each import gets a copy of its definitions,
//! as the graph of functions shows, up to [`MAX_COPIES`]. An imported file may contain definitions
//! but no statements with an output.

use super::build::{Builder, Built, Entries, NODE_BYTES, STATEMENT, Unit};
use super::frame::{FrameId, FuncDef, Namespace};
use super::import::{self, Origin};
use super::module::{METADATA, Metadata, Search, folder, join};
use super::program::{At, NodeId, NodeKind};
use super::reference::{NameKind, made, short};
use super::validate::validate;
use crate::area::Area;
use crate::compile_error::{CompileError, Location, Stage};
use crate::syntax::tree::{Alias, StmtKind};
use crate::syntax::{interpolate, parse};
use polycty_core::source::{Code, Source};
use polycty_core::types::{KeyedSet, Str};
use polycty_core::values::Value;
use std::rc::Rc;

/// The maximum number of copies of a file's definitions; further imports share the last copy.
/// Without this limit, a file would have a copy for each path in the import graph.
const MAX_COPIES: u32 = 16;

impl Builder<'_> {
    /// Reads a file. A file that has been read already is not read again. The error includes the
    /// stage that failed.
    pub(super) fn unit(
        &mut self,
        path: &Str,
        text: Str,
        search: Search,
    ) -> Result<u32, (Stage, Box<CompileError>)> {
        if let Some(&unit) = self.read.get(path) {
            return Ok(unit);
        }
        let source = Source::new(path.clone(), text);
        let staged = |failure: Box<CompileError>| (failure.stage, failure);
        let tree = parse(source.clone(), self.budget).map_err(staged)?;
        validate(&tree).map_err(staged)?;
        let interpolated = interpolate(&tree).map_err(staged)?;
        let unit = self.units.len() as u32;
        self.program.files.push(source);
        self.units.push(Rc::new(Unit {
            tree,
            interpolated,
            search,
            file: unit,
        }));
        self.read.insert(path.clone(), unit);
        self.near = Some(At {
            file: unit,
            area: Area::START,
        });
        Ok(unit)
    }

    /// Returns the frame of the global variables, which all files share.
    pub(super) fn root(&mut self) -> Built<FrameId> {
        if let Some(root) = self.root {
            return Ok(root);
        }
        let root = self.frame(None)?;
        self.root = Some(root);
        for (name, value) in self.host.library.variables("") {
            let node = self.constant(value)?;
            self.frames.get_mut(root).vars.insert(name, node);
        }
        Ok(root)
    }

    fn constant(&mut self, value: Value) -> Built<NodeId> {
        let at = At {
            file: 0,
            area: Area::NONE,
        };
        self.node(NodeKind::Const(value), at)
    }

    /// Resolves the imports of a block.
    #[inline(never)]
    pub(super) fn imports(&mut self, unit: u32, entries: &Entries, frame: FrameId) -> Built<()> {
        let of = self.units[unit as usize].clone();
        let (mut names, mut aliases) = (KeyedSet::default(), KeyedSet::default());
        for entry @ (id, _) in entries {
            let StmtKind::Import { name, alias } = of.tree[*id].kind else {
                continue;
            };
            let at = of.at(of.tree[*id].area);
            let text = &of.tree[name];
            if !names.insert(text.clone()) {
                return Err(self.wrong(format!("import `{text}` already exists in this scope"), at));
            }
            let named = import::read(text)
                .map_err(|why| self.wrong(format!("import `{text}` is not valid: {why}"), at))?;
            let key = made(&of.tree, entry).filter(|key| key.kind == NameKind::Scoped);
            if let Some(key) = &key
                && !aliases.insert(key.name.clone())
            {
                let message = format!("import alias `{}` already exists in this scope", key.name);
                return Err(self.wrong(message, at));
            }
            self.enter(STATEMENT, at)?;
            let namespace = self.import(&of, text, &named.origin);
            let namespace = namespace.map_err(|failure| failure.at(&self.program.location(at)))?;
            self.leave(STATEMENT);
            match (key, alias) {
                (Some(key), _) => {
                    self.frames
                        .get_mut(frame)
                        .namespaces
                        .insert(key.name, namespace);
                }
                (None, Alias::All) => self.import_all(&namespace, frame)?,
                (None, _) => {}
            }
        }
        Ok(())
    }

    /// Makes all imported names available without a prefix.
    fn import_all(&mut self, namespace: &Namespace, frame: FrameId) -> Built<()> {
        let (Namespace::Own(from) | Namespace::Seen(from) | Namespace::Module(_, from)) =
            *namespace;
        let from = self.frames.get(from);
        let vars = from.vars.clone();
        // The copy that the check of the definition made is reserved for one call.
        let funcs = from.funcs.iter().map(|(name, def)| {
            let def = FuncDef {
                first: None,
                ..def.clone()
            };
            (name.clone(), def)
        });
        let funcs: Vec<(Str, FuncDef)> = funcs.collect();
        let (classes, namespaces) = (from.classes.clone(), from.namespaces.clone());
        let mut modules = from.modules.clone();
        if let Namespace::Module(module, _) = namespace {
            modules.push(module.clone());
        }
        let names = vars.len() + funcs.len() + classes.len() + namespaces.len();
        let charged = self.budget.hold(names as u64 * NODE_BYTES);
        charged.map_err(|spent| self.spent(spent))?;
        let into = self.frames.get_mut(frame);
        into.vars.extend(vars);
        into.funcs.extend(funcs);
        into.classes.extend(classes);
        into.namespaces.extend(namespaces);
        into.modules.extend(modules);
        Ok(())
    }

    /// Resolves an import.
    fn import(&mut self, of: &Unit, text: &str, origin: &Origin) -> Built<Namespace> {
        let new = |message: String| CompileError::new(Stage::SetScope, Code::NotFound, message);
        match origin {
            Origin::System => {
                let module = self.system(text, &of.search);
                module.map_err(|failure| failure.wrap(&format!("system import of `{text}` failed")))
            }
            Origin::File(path) => {
                let path = join(folder(&of.tree.source.name), path);
                let frame = match self.host.files.read(&path) {
                    Some(text) => self.file(&path, text, of.search.clone()),
                    None => Err(new(format!("can't read file: {path}"))),
                };
                let frame = frame
                    .map_err(|failure| failure.wrap(&format!("local import of `{text}` failed")))?;
                Ok(Namespace::Own(frame))
            }
            Origin::Folder(path) => {
                let path = join(folder(&of.tree.source.name), path);
                let frame = self.folder(&path, &of.search);
                let frame = frame
                    .map_err(|failure| failure.wrap(&format!("local import of `{text}` failed")))?;
                Ok(Namespace::Own(frame))
            }
            Origin::Remote { path, .. } => {
                let files = self.host.files;
                let there = |folder: &Str| files.read(&join(folder, METADATA)).is_some();
                let found = of.search.folders(path).find(there);
                let frame = match found {
                    Some(folder) => self.folder(&folder, &of.search),
                    None => Err(new(format!("could not find module: {path}"))),
                };
                let frame = frame.map_err(|failure| {
                    failure.wrap(&format!("remote import of `{text}` failed"))
                })?;
                Ok(Namespace::Own(frame))
            }
        }
    }

    /// Resolves the import of a system module.
    fn system(&mut self, module: &str, search: &Search) -> Built<Namespace> {
        let library = self.host.library;
        let frame = self.frame(None)?;
        for (name, value) in library.variables(module) {
            let node = self.constant(value)?;
            self.frames.get_mut(frame).vars.insert(name, node);
        }
        for (path, text) in library.sources(module) {
            let own = self.file(&path, text, search.clone())?;
            self.import_all(&Namespace::Own(own), frame)?;
        }
        if !library.has_module(module) && self.frames.get(frame).is_empty() {
            let message = format!("could not find any non-empty scope named: {module}");
            return Err(CompileError::new(Stage::SetScope, Code::NotFound, message));
        }
        Ok(Namespace::Module(module.into(), frame))
    }

    /// Resolves the import of a module in a folder.
    fn folder(&mut self, folder: &str, search: &Search) -> Built<FrameId> {
        let new = |message: String| CompileError::new(Stage::SetScope, Code::NotFound, message);
        let (path, search) = self.module(folder, search).map_err(new)?;
        let text = self.host.files.read(&path);
        let text = text.ok_or_else(|| new(format!("can't read file: {path}")))?;
        self.file(&path, text, search)
    }

    /// Returns the entry file of a module and the folders that are searched for its imports.
    pub(super) fn module(&self, folder: &str, search: &Search) -> Result<(Str, Search), String> {
        let path = join(folder, METADATA);
        let metadata = match self.host.files.read(&path) {
            Some(text) => Metadata::read(&text)?,
            None => Metadata::default(),
        };
        Ok((
            join(folder, &metadata.main),
            search.within(folder, &metadata),
        ))
    }

    /// Returns the frame of the definitions of a file.
    fn file(&mut self, path: &Str, text: Str, search: Search) -> Built<FrameId> {
        let unit = self.unit(path, text, search).map_err(|(stage, failure)| {
            let outer = match stage {
                Stage::LexParse => "could not generate AST from import",
                Stage::Init => "could not init and validate AST",
                _ => "could not interpolate AST from import",
            };
            let mut failure = failure.wrap(outer);
            failure.stage = Stage::SetScope;
            failure
        })?;
        let copies = match self.imported.get(&unit) {
            Some((copies, frame)) if *copies >= MAX_COPIES => return Ok(*frame),
            found => found.map_or(0, |(copies, _)| *copies),
        };
        let of = self.units[unit as usize].clone();
        let entries = self.entries(&of.tree.body, unit);
        for (id, _) in &entries {
            if !matches!(
                of.tree[*id].kind,
                StmtKind::Import { .. }
                    | StmtKind::Bind { .. }
                    | StmtKind::Func { .. }
                    | StmtKind::Class { .. }
            ) {
                let found = short(&of.tree, *id);
                let message = format!("module contains unused statements: found stmt: {found}");
                let failure = CompileError::new(Stage::SetScope, Code::Syntax, message);
                return Err(failure.at(&Location::new(&of.tree.source, of.tree[*id].area)));
            }
        }
        let root = self.root()?;
        let frame = self.frame(Some(root))?;
        // Binds of a file do not depend on a loop around its import.
        let loops = std::mem::take(&mut self.loops);
        let body = self.body(unit, &entries, frame);
        self.loops = loops;
        body.map_err(|failure| failure.wrap("could not set scope from import"))?;
        self.imported.insert(unit, (copies + 1, frame));
        Ok(frame)
    }
}
