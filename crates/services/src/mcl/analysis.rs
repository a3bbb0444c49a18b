//! The analysis of an mcl program: its skeleton, its first error and the types of its expressions.
//!
//! The compiler ends at the first error. For the types of the rest, the smallest statement with the
//! error is replaced by spaces and the program is compiled again, a few times. The compiler infers
//! types only of variables that a resource uses, so that program also has a resource that uses all
//! variables of the outermost scope.

use super::skeleton::{Decl, DeclKind, Resource, Skeleton, Use, UseKind};
use crate::language::Context;
use crate::languages::{OptionError, Options, recorded};
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Result, Span};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_mcl::functions::{Core, NoHost};
use polycty_mcl::host::{Files, Host, Library};
use polycty_mcl::resources::{FieldTable, ResourceField, ResourceKind, ResourceKinds};
use polycty_mcl::scope::program::NodeKind;
use polycty_mcl::typing::{Typed, unify};
use polycty_mcl::{CompileError, graph, scope};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of statements that are left out to find types.
const MAX_LEFT_OUT: usize = 6;

/// The maximum number of types of one name, whose function has several copies.
const MAX_TYPES: usize = 4;

/// The kind of the resource that uses variables.
const USER: &str = "polycty:services";

/// The folder of imported modules in a program.
const MODULES: &str = "/modules/";

/// The options of the language.
#[derive(Debug, Default)]
pub(super) struct Setup {
    pub modules: Option<String>,
    /// The kinds of resources, if the user names them.
    pub kinds: Option<ResourceKinds>,
}

impl Setup {
    pub fn of(options: &Options, errors: &mut Vec<OptionError>) -> Setup {
        let kinds = options.mcl_kinds.as_ref().and_then(|text| {
            let mut kinds = ResourceKinds::default();
            let added = kinds.add_schema(text.as_bytes(), &Budget::standard());
            recorded("mcl_kinds", added.map(|()| kinds), errors)
        });
        Setup {
            modules: options.mcl_modules.clone(),
            kinds,
        }
    }

    /// The path of the workspace for a path of a program.
    fn path(&self, path: &str) -> String {
        match (&self.modules, path.strip_prefix(MODULES)) {
            (Some(modules), Some(below)) => format!("{}/{below}", modules.trim_end_matches('/')),
            _ => path.to_owned(),
        }
    }
}

/// The files of the workspace, with one of them replaced.
struct WorkspaceFiles<'w> {
    workspace: &'w Workspace,
    budget: &'w Budget,
    setup: &'w Setup,
    replaced: (&'w str, Str),
}

impl Files for WorkspaceFiles<'_> {
    fn read(&self, path: &str) -> Option<Str> {
        if path == self.replaced.0 {
            return Some(self.replaced.1.clone());
        }
        let path = self.setup.path(path);
        let text = self.workspace.text(&path, self.budget);
        // An exceeded budget also ends the compilation.
        Some((&*text.ok()??).into())
    }
}

/// The core functions and the variables of each program.
pub(super) fn library() -> Core {
    Core::new(Arc::new(NoHost))
        .variable("hostname", Value::string("localhost"))
        .variable("purpleidea", Value::string("hello world!"))
}

/// A program and its errors.
pub(super) struct Analysis {
    pub text: Arc<str>,
    pub skeleton: Skeleton,
    /// The first error.
    pub diagnostics: Vec<(String, Diagnostic)>,
    /// The types of variables and calls, by the byte where they start.
    types: BTreeMap<u32, Vec<Type>>,
    /// The types of variables that only the added resource uses.
    unused_types: BTreeMap<String, Type>,
    /// The types of declarations.
    decl_types: Vec<Vec<Type>>,
}

impl Analysis {
    pub fn new(context: &Context<'_>, setup: &Setup) -> Result<Analysis> {
        let text = context.document.text().clone();
        context.budget.charge(1 + text.len() as u64)?;
        context.budget.hold(text.len() as u64 * 8)?;
        let mut analysis = Analysis {
            skeleton: Skeleton::of(&text),
            text,
            diagnostics: Vec::new(),
            types: BTreeMap::new(),
            unused_types: BTreeMap::new(),
            decl_types: Vec::new(),
        };
        analysis.compile(context, setup)?;
        analysis.set_decl_types();
        context.budget.finish()?;
        Ok(analysis)
    }

    /// Compiles the program, and then without the statements that have errors.
    fn compile(&mut self, context: &Context<'_>, setup: &Setup) -> Result<()> {
        let path = context.document.path();
        let mut left_out: Vec<Span> = Vec::new();
        match compile(context, setup, &(&*self.text).into()) {
            Ok(typed) => self.set_types(&typed, path, &self.text.clone()),
            Err(error) => {
                let error = ended(error)?;
                self.report(context, setup, &error);
                match self.faulty(path, &error, &left_out) {
                    Some(span) => left_out.push(span),
                    None => return Ok(()),
                }
            }
        }
        let uses = self.unused();
        if left_out.is_empty() && uses.is_empty() {
            return Ok(());
        }
        for _ in 0..MAX_LEFT_OUT {
            let text = self.without(&left_out, &uses);
            match compile(context, setup, &text) {
                Ok(typed) => {
                    self.set_types(&typed, path, &text);
                    break;
                }
                Err(error) => match self.faulty(path, &ended(error)?, &left_out) {
                    Some(span) => left_out.push(span),
                    None => break,
                },
            }
        }
        Ok(())
    }

    /// Records the types of the variables, parameters and called functions of the document, which
    /// was compiled as `text`.
    fn set_types(&mut self, typed: &Typed, path: &str, text: &str) {
        let program = &typed.program;
        let rows = Rows::of(text);
        self.types.clear();
        let mut files = program.files.iter();
        let Some(file) = files.position(|file| &*file.name == path) else {
            return;
        };
        for id in (0..program.len()).filter_map(|number| program.id(number)) {
            let node = &program[id];
            if node.at.file as usize != file || node.interpolated {
                continue;
            }
            let ty = match &node.kind {
                NodeKind::Var(..) | NodeKind::Param(..) => typed.ty(id),
                NodeKind::Call(call) => typed.ty(call.callee),
                _ => None,
            };
            let at = rows.byte(text, node.at.area.row, node.at.area.col);
            let (Some(ty), Some(at)) = (ty, at) else {
                continue;
            };
            match &node.kind {
                NodeKind::Var(name, _) if at as usize >= self.text.len() => {
                    self.unused_types.insert(name.to_string(), ty.clone());
                    continue;
                }
                // A call of an operator starts where its first operand does.
                NodeKind::Call(_) if text.as_bytes().get(at as usize) == Some(&b'$') => continue,
                _ => {}
            }
            let types = self.types.entry(at).or_default();
            if !types.contains(ty) && types.len() < MAX_TYPES {
                types.push(ty.clone());
            }
        }
    }

    /// The variables of the outermost scope that the text does not use.
    fn unused(&self) -> Vec<usize> {
        let uses = self.skeleton.uses.iter();
        let used: BTreeSet<&str> = uses
            .map(|each| each.name_span().slice(&self.text))
            .collect();
        let decls = self.skeleton.decls.iter().enumerate();
        let unused = decls.filter(|(_, decl)| {
            let is_outermost = decl.kind == DeclKind::Var && decl.scope == 0;
            is_outermost && !used.contains(&*decl.name)
        });
        unused.map(|(at, _)| at).collect()
    }

    /// The text with spaces in place of some statements, and with a resource that uses variables.
    fn without(&self, left_out: &[Span], used: &[usize]) -> Str {
        let is_left_out = |at: usize| {
            let mut spans = left_out.iter();
            spans.any(|span| (span.start as usize..span.end as usize).contains(&at))
        };
        let bytes = self.text.bytes().enumerate();
        let bytes = bytes.map(|(at, byte)| match byte != b'\n' && is_left_out(at) {
            true => b' ',
            false => byte,
        });
        let mut text = String::from_utf8(bytes.collect()).unwrap_or_default();
        let used = used.iter().map(|at| &self.skeleton.decls[*at]);
        let used = used.filter(|decl| !is_left_out(decl.span.start as usize));
        let lines = used.enumerate();
        let lines = lines.map(|(at, decl)| format!("\tfield{at} => ${},\n", decl.name));
        text.push_str(&format!(
            "\n{USER} \"name\" {{\n{}}}\n",
            lines.collect::<String>()
        ));
        text.into()
    }

    /// Records the diagnostics of an error with the paths of their files.
    fn report(&mut self, context: &Context<'_>, setup: &Setup, error: &Error) {
        let own = context.document.path();
        if error.diagnostics().is_empty() {
            let diagnostic = Diagnostic::error(error.message(), "").with_code(error.code());
            self.diagnostics.push((own.to_owned(), diagnostic));
        }
        for diagnostic in error.diagnostics() {
            let source = diagnostic.source.as_ref().or(error.source());
            let path = source.map_or(own.to_owned(), |source| setup.path(&source.name));
            self.diagnostics.push((path, diagnostic.clone()));
        }
    }

    /// Returns the smallest statement that contains an error and is not left out.
    fn faulty(&self, path: &str, error: &Error, left_out: &[Span]) -> Option<Span> {
        // An error in an imported file is one of the import.
        let ranges = error.diagnostics().iter().flat_map(|diagnostic| {
            let own = diagnostic.source.as_ref().or(error.source());
            let subject = own.zip(diagnostic.subject);
            let related = diagnostic.related().iter();
            let related = related.filter_map(|each| Some((each.source.as_ref()?, each.range)));
            subject.into_iter().chain(related)
        });
        let mut ranges = ranges.filter(|(source, _)| &*source.name == path);
        let at = ranges.next()?.1.start.byte as u32;
        let statements = self.skeleton.statements.iter();
        let around = statements.filter(|each| {
            let span = each.span;
            let is_left_out = |out: &Span| out.start <= span.start && span.end <= out.end;
            span.start <= at && at <= span.end && !left_out.iter().any(is_left_out)
        });
        let span = around.max_by_key(|each| (each.level, each.span.start));
        span.map(|each| each.span)
    }

    /// The types of the variable or call that starts at a byte: several if copies of a function
    /// differ.
    pub fn types_at(&self, byte: u32) -> &[Type] {
        self.types.get(&byte).map_or(&[], Vec::as_slice)
    }

    /// The types of a use. A variable starts at its `$`.
    pub fn types_of_use(&self, found: &Use) -> &[Type] {
        let start = found.span().start;
        match found.kind {
            UseKind::Var => self.types_at(start.saturating_sub(1)),
            UseKind::Func => self.types_at(start),
            UseKind::Class => &[],
        }
    }

    /// The types of a declaration: those of its parameter or of its first use in the document.
    pub fn types_of_decl(&self, decl: usize) -> &[Type] {
        self.decl_types.get(decl).map_or(&[], Vec::as_slice)
    }

    /// Records the types of all declarations.
    fn set_decl_types(&mut self) {
        let decls = self.skeleton.decls.iter();
        let mut all: Vec<Vec<Type>> = decls
            .map(|decl| match decl.kind {
                DeclKind::Param => self.types_at(decl.span.start).to_vec(),
                DeclKind::Var if decl.scope == 0 => {
                    let unused = self.unused_types.get(&decl.name);
                    unused.cloned().into_iter().collect()
                }
                _ => Vec::new(),
            })
            .collect();
        for each in &self.skeleton.uses {
            if each.kind == UseKind::Var
                && let Some(decl) = self.local(each)
                && all[decl].is_empty()
            {
                all[decl] = self.types_of_use(each).to_vec();
            }
        }
        self.decl_types = all;
    }

    /// The declaration of this document that a use without aliases refers to.
    pub fn local(&self, found: &Use) -> Option<usize> {
        match found.parts[..] {
            [name] => {
                let name = name.slice(&self.text);
                self.named(found.scope, name, &|kind| fits(found.kind, kind))
            }
            _ => None,
        }
    }

    /// The declaration of a name that is visible in a scope.
    pub fn named(
        &self,
        scope: usize,
        name: &str,
        is_wanted: &dyn Fn(DeclKind) -> bool,
    ) -> Option<usize> {
        self.skeleton.named(scope, name, is_wanted)
    }

    /// The declarations that are visible in a scope, the nearest first.
    pub fn visible(&self, scope: usize) -> Vec<usize> {
        let around: Vec<usize> = self.skeleton.scopes_from(scope).collect();
        let mut by_scope: Vec<Vec<usize>> = vec![Vec::new(); around.len()];
        for (at, decl) in self.skeleton.decls.iter().enumerate() {
            if let Some(level) = around.iter().position(|scope| *scope == decl.scope) {
                by_scope[level].push(at);
            }
        }
        let mut names = BTreeSet::new();
        let mut found = Vec::new();
        for at in by_scope.into_iter().flatten() {
            let decl = &self.skeleton.decls[at];
            let space = match decl.kind {
                DeclKind::Var | DeclKind::Param => 0,
                DeclKind::Func => 1,
                DeclKind::Class => 2,
                DeclKind::Import | DeclKind::Include => 3,
            };
            if names.insert((space, &*decl.name)) {
                found.push(at);
            }
        }
        found
    }

    /// The declarations as [`Analysis::visible`] returns them.
    pub fn visible_decls(&self, scope: usize) -> impl Iterator<Item = &Decl> {
        let visible = self.visible(scope).into_iter();
        visible.map(|at| &self.skeleton.decls[at])
    }
}

/// Returns whether a kind of use can refer to a kind of declaration.
pub(super) fn fits(found: UseKind, kind: DeclKind) -> bool {
    match found {
        UseKind::Var => matches!(kind, DeclKind::Var | DeclKind::Param),
        UseKind::Func => kind == DeclKind::Func,
        UseKind::Class => kind == DeclKind::Class,
    }
}

/// Returns an error of the program; one of the budget ends the analysis.
fn ended(error: Box<CompileError>) -> Result<Error> {
    let error = Error::from(error);
    match error.code() {
        Code::Limit | Code::Cancelled => Err(error),
        _ => Ok(error),
    }
}

fn compile(
    context: &Context<'_>,
    setup: &Setup,
    text: &Str,
) -> std::result::Result<Typed, Box<CompileError>> {
    let path = context.document.path();
    let files = WorkspaceFiles {
        workspace: context.workspace,
        budget: context.budget,
        setup,
        replaced: (path, text.clone()),
    };
    let library = library();
    let library: &dyn Library = &library;
    let none = ResourceKinds::default();
    let host = Host {
        files: &files,
        library,
        kinds: setup.kinds.as_ref().unwrap_or(&none),
    };
    let program = scope::build(host, path, context.budget)?;
    let texts = program.files.iter().map(|file| &*file.text);
    let mut used = used_kinds(texts);
    let kinds = match &setup.kinds {
        // The kind of the added resource.
        Some(kinds) if used.0.contains_key(USER) => {
            let own = used.0.remove(USER).unwrap_or_default();
            used = kinds.clone();
            used.0.insert(USER.into(), own);
            &used
        }
        Some(kinds) => kinds,
        None => &used,
    };
    let typed = unify(program, Host { kinds, ..host }, context.budget)?;
    graph::graph(&typed, context.budget)?;
    Ok(typed)
}

/// The kinds of resources that programs use, with fields of any type. They are the kinds of a
/// workspace whose user names none.
fn used_kinds<'t>(texts: impl Iterator<Item = &'t str>) -> ResourceKinds {
    let mut fields: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for text in texts {
        for Resource {
            kind,
            fields: names,
            ..
        } in &Skeleton::of(text).resources
        {
            let known = fields.entry(kind.slice(text).to_owned()).or_default();
            known.extend(names.iter().map(|name| name.slice(text).to_owned()));
        }
    }
    let kinds = fields.into_iter().map(|(kind, names)| {
        let field = |name: &String| ResourceField::new(name, Type::any().clone(), None, None);
        let fields: FieldTable = names.iter().map(field).collect();
        let kind_of = ResourceKind {
            sends: Some(fields.clone()),
            fields,
            ..ResourceKind::default()
        };
        (Str::from(kind), kind_of)
    });
    ResourceKinds(kinds.collect())
}

/// The first bytes of rows.
struct Rows(Vec<u32>);

impl Rows {
    fn of(text: &str) -> Rows {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let after = breaks.map(|(at, _)| Span::at(at + 1).start);
        Rows(std::iter::once(0).chain(after).collect())
    }

    /// The byte of a row and a column, which count from 1; columns count characters.
    fn byte(&self, text: &str, row: u32, col: u32) -> Option<u32> {
        let start = *self.0.get(row.checked_sub(1)? as usize)? as usize;
        let line = text.get(start..)?.split('\n').next()?;
        let skipped = line.chars().take(col.checked_sub(1)? as usize);
        Some(Span::at(start + skipped.map(char::len_utf8).sum::<usize>()).start)
    }
}
