//! A PCL program: the declarations of all `.pp` and `.pcl` files of a folder, and their types.
//!
//! Types of resources are `dynamic`: there are no schemas of packages.

use crate::hcl::repair::{Repaired, repair};
use crate::language::Context;
use polycty_core::calls::{Budget, Parameter, Signature};
use polycty_core::source::{
    Diagnostic, Position, Range, Reporter, Result, Source, SourceText, Span,
};
use polycty_core::types::Type;
use polycty_hcl::body::{Attribute, Block, Body, Item, SyntaxAtPosition, parse_config_within};
use polycty_hcl::syntax::parse_expression_within;
use polycty_pcl::{self as pcl, Options, TypeScope};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The number of times that the types of locals are inferred: a local may use later ones.
const PASSES: usize = 3;

/// The options of a resource that contain names of properties.
const PROPERTIES: [&str; 3] = [
    "ignoreChanges",
    "replaceOnChanges",
    "additionalSecretOutputs",
];

/// The functions of PCL. Their types depend on the calls, so that results are `dynamic`.
pub(super) const FUNCTIONS: [&str; 34] = [
    "assetArchive",
    "can",
    "cwd",
    "element",
    "entries",
    "fileArchive",
    "fileAsset",
    "filebase64",
    "filebase64sha256",
    "fromBase64",
    "getOutput",
    "invoke",
    "join",
    "length",
    "lookup",
    "mimeType",
    "notImplemented",
    "organization",
    "project",
    "pulumiResourceName",
    "pulumiResourceType",
    "range",
    "readDir",
    "readFile",
    "remoteArchive",
    "remoteAsset",
    "rootDirectory",
    "secret",
    "sha1",
    "singleOrNone",
    "split",
    "stack",
    "stringAsset",
    "try",
];

/// Further functions.
pub(super) const CONVERSIONS: [&str; 3] = ["toBase64", "toJSON", "unsecret"];

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Config,
    Local,
    Resource,
    Component,
    Output,
}

impl Kind {
    /// The type of the block; a local is an attribute.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Config => "config",
            Kind::Local => "local",
            Kind::Resource => "resource",
            Kind::Component => "component",
            Kind::Output => "output",
        }
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Decl {
    pub kind: Kind,
    pub name: String,
    /// The index of the file.
    pub file: usize,
    /// The name without quotes.
    pub name_span: Span,
    pub span: Span,
    pub ty: Type,
    /// The second label: the type of a config or resource, or the source of a component.
    pub label: String,
}

/// A file of a program.
pub(super) struct File {
    pub path: String,
    pub text: Arc<str>,
    /// The body of the text, or of the repaired text if there is one.
    pub body: Body,
    /// The errors of syntax.
    pub diagnostics: Vec<Diagnostic>,
    /// The repaired text, if the text has errors of syntax.
    repaired: Option<Repaired>,
    lines: OnceLock<SourceText>,
}

impl File {
    fn parse(path: String, text: Arc<str>, budget: &Budget) -> Result<File> {
        let parse = |text: &str| {
            let parsed = parse_config_within(text.as_bytes(), &*path, Position::START, budget);
            budget.finish().map(|()| parsed)
        };
        let parsed = parse(&text)?;
        let (mut body, diagnostics) = (parsed.body, parsed.diagnostics);
        let mut repaired = None;
        if !diagnostics.is_empty() {
            let found = repair(&text, budget)?;
            let parsed = parse(&found.text)?;
            if parsed.diagnostics.len() <= diagnostics.len() {
                (body, repaired) = (parsed.body, Some(found));
            }
        }
        Ok(File {
            path,
            text,
            body,
            diagnostics,
            repaired,
            lines: OnceLock::new(),
        })
    }

    /// The bytes of the text for a range of the body.
    pub fn span(&self, range: Range) -> Span {
        self.outer(Span::new(range.start.byte, range.end.byte))
    }

    fn outer(&self, span: Span) -> Span {
        match &self.repaired {
            Some(repaired) => repaired.outer(span),
            None => span,
        }
    }

    /// The range of a part of the text.
    fn range(&self, span: Span) -> Range {
        let source = || Source::new(&*self.path, &*self.text);
        let lines = self
            .lines
            .get_or_init(|| SourceText::new(source(), Vec::new()));
        lines.range(span)
    }

    /// The nodes of the body at a byte of the text.
    pub fn at(&self, byte: u32) -> SyntaxAtPosition {
        let inner = self
            .repaired
            .as_ref()
            .map_or(byte, |repaired| repaired.inner(byte));
        self.body.at(None, inner as usize).unwrap_or_default()
    }

    /// The text of the body.
    fn body_text(&self) -> &str {
        self.repaired
            .as_ref()
            .map_or(&*self.text, |repaired| &*repaired.text)
    }
}

/// The files of a folder.
pub(super) struct Program {
    pub files: Vec<Arc<File>>,
    /// The index of the document.
    pub own: usize,
    pub decls: Vec<Decl>,
    /// The types of expressions, which all programs of the folder share.
    types: Arc<Mutex<Types>>,
}

impl Program {
    /// Reads the program of a document. Files that did not change and the types of expressions are
    /// those of other programs of the folder, if there are any.
    pub fn read(context: &Context<'_>, others: &[Arc<Program>]) -> Result<Program> {
        let own = context.document.path();
        let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut paths = context.workspace.list(folder, context.budget)?;
        paths.retain(|path| path.ends_with(".pp") || path.ends_with(".pcl") || path == own);
        if !paths.iter().any(|path| path == own) {
            paths.push(own.to_owned());
        }
        let mut files = Vec::new();
        for path in paths {
            let text = match path == own {
                true => Some(context.document.text().clone()),
                false => context.workspace.text(&path, context.budget)?,
            };
            let Some(text) = text else { continue };
            let mut known = others.iter().flat_map(|other| &other.files);
            let known = known.find(|file| file.path == path && file.text == text);
            if let Some(known) = known {
                files.push(known.clone());
                continue;
            }
            files.push(Arc::new(File::parse(path, text, context.budget)?));
        }
        let own = files.iter().position(|file| file.path == own).unwrap_or(0);
        let types = others.first().map(|other| other.types.clone());
        let mut program = Program {
            files,
            own,
            decls: Vec::new(),
            types: types.unwrap_or_default(),
        };
        program.declare(context.budget)?;
        Ok(program)
    }

    pub fn file(&self) -> &File {
        &self.files[self.own]
    }

    /// Collects the declarations and infers the types of locals.
    fn declare(&mut self, budget: &Budget) -> Result<()> {
        let mut values: Vec<(usize, Attribute)> = Vec::new();
        for (at, file) in self.files.iter().enumerate() {
            for item in file.body.items_within(budget)? {
                match item {
                    Item::Attribute(attribute) => {
                        values.push((self.decls.len(), attribute.clone()));
                        self.decls.push(Decl {
                            kind: Kind::Local,
                            name: attribute.name.to_string(),
                            file: at,
                            name_span: file.span(attribute.name_range),
                            span: file.span(attribute.range),
                            ty: Type::any().clone(),
                            label: String::new(),
                        });
                    }
                    Item::Block(block) => {
                        if let Some(decl) = declared(&block, at, file, budget)? {
                            self.decls.push(decl);
                        }
                    }
                    Item::Either(..) => {}
                }
            }
        }
        let types = self.types.clone();
        let mut types = types.lock().unwrap_or_else(PoisonError::into_inner);
        types.start();
        for _ in 0..PASSES {
            let scope = self.scope();
            let mut has_changed = false;
            for (decl, attribute) in &values {
                if let Some((checked, _)) = types.check(attribute, &scope, budget)? {
                    has_changed |= self.decls[*decl].ty != checked;
                    self.decls[*decl].ty = checked;
                }
            }
            if !has_changed {
                break;
            }
        }
        Ok(())
    }

    /// The variables and functions of expressions.
    pub fn scope(&self) -> TypeScope {
        let mut scope = TypeScope::new();
        for name in FUNCTIONS.into_iter().chain(CONVERSIONS) {
            let any = Parameter::new("arguments", Type::any().clone());
            let signature = Signature::new().variadic(any).returns(Type::any().clone());
            scope.set_function(name, signature);
        }
        for decl in self.decls.iter().filter(|decl| decl.kind != Kind::Output) {
            scope.set_variable(&*decl.name, decl.ty.clone());
        }
        scope
    }

    /// The declaration of a name, other than of an output.
    pub fn decl(&self, name: &str) -> Option<usize> {
        let mut decls = self.decls.iter();
        decls.position(|decl| decl.kind != Kind::Output && decl.name == name)
    }

    /// The declaration whose name is at a byte of the document.
    pub fn decl_at(&self, byte: u32) -> Option<usize> {
        let mut decls = self.decls.iter();
        decls.position(|decl| {
            let span = decl.name_span;
            decl.file == self.own && span.start <= byte && byte <= span.end
        })
    }

    /// The variables that a file uses: their names and spans.
    pub fn uses(&self, file: usize, budget: &Budget) -> Result<Vec<(String, Span)>> {
        let references = self.files[file].body.variables_within(budget)?;
        let file = &self.files[file];
        let uses = references.into_iter().filter_map(|(traversal, _)| {
            let root = traversal.root()?.to_string();
            let start = traversal.steps.first()?.range.start.byte;
            let span = file.outer(Span::new(start, start + root.len()));
            Some((root, span))
        });
        Ok(uses.collect())
    }

    /// The diagnostics of the document.
    pub fn diagnostics(&self, budget: &Budget) -> Result<Vec<Diagnostic>> {
        let file = self.file();
        let mut found = file.diagnostics.clone();
        let mut names = BTreeSet::new();
        for decl in &self.decls {
            let is_new = names.insert((decl.kind == Kind::Output, &*decl.name));
            if decl.file == self.own && !is_new {
                let summary = format!("\"{}\" already declared", decl.name);
                let range = file.range(decl.name_span);
                let error = Reporter::Pcl.error(summary, "");
                found.push(error.with_name("duplicate-declaration").with_subject(range));
            }
        }
        let mut types = self.types.lock().unwrap_or_else(PoisonError::into_inner);
        let syntax = found.len();
        body_diagnostics(&file.body, &self.scope(), &mut types, &mut found, budget)?;
        if file.repaired.is_some() {
            for diagnostic in &mut found[syntax..] {
                let outer = |range: Range| file.range(file.span(range));
                diagnostic.subject = diagnostic.subject.map(outer);
                diagnostic.context = diagnostic.context.map(outer);
            }
        }
        Ok(found)
    }
}

/// Adds the diagnostics of the expressions of a body and its blocks.
fn body_diagnostics(
    body: &Body,
    scope: &TypeScope,
    types: &mut Types,
    found: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Result<()> {
    for item in body.items_within(budget)? {
        match &item {
            Item::Attribute(attribute) if !PROPERTIES.contains(&&*attribute.name) => {
                if let Some((_, diagnostics)) = types.check(attribute, scope, budget)? {
                    found.extend(diagnostics);
                }
            }
            Item::Block(block) => {
                let mut inner = scope.child()?;
                if matches!(&*block.block_type, "resource" | "component") {
                    inner.set_variable("range", Type::any().clone());
                }
                // The parser bounds the nesting of blocks.
                body_diagnostics(&block.body, &inner, types, found, budget)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The types of expressions without diagnostics, by their texts.
#[derive(Default)]
struct Types {
    known: HashMap<Box<str>, Known>,
    /// The number of programs that have been read.
    programs: u64,
    /// The number of texts after the last removal of old ones.
    kept: usize,
}

/// The types of an expression.
struct Known {
    /// The variables of the expression.
    variables: Vec<String>,
    /// The type for each list of types of the variables.
    types: Vec<(Vec<Option<Type>>, Type)>,
    /// The program that used it last.
    program: u64,
}

/// The number of types of one expression.
const MAX_VARIANTS: usize = 4;

/// The number of programs after which the type of an unused expression may be removed.
const MAX_AGE: u64 = 64;

impl Types {
    /// Starts a program. Types of old texts are removed.
    fn start(&mut self) {
        self.programs += 1;
        if self.known.len() > 1000 + 2 * self.kept {
            let oldest = self.programs.saturating_sub(MAX_AGE);
            self.known.retain(|_, known| known.program >= oldest);
            self.kept = self.known.len();
        }
    }

    /// Checks the value of an attribute. An expression that is nested too deep has no type.
    fn check(
        &mut self,
        attribute: &Attribute,
        scope: &TypeScope,
        budget: &Budget,
    ) -> Result<Option<(Type, Vec<Diagnostic>)>> {
        let Some(text) = attribute.expr.text() else {
            return Ok(None);
        };
        let of = |variables: &[String]| -> Vec<Option<Type>> {
            let types = variables.iter().map(|name| scope.variable(name).cloned());
            types.collect()
        };
        budget.charge(1 + text.len() as u64 / 8)?;
        if let Some(known) = self.known.get_mut(text) {
            known.program = self.programs;
            let used = of(&known.variables);
            let found = known.types.iter().find(|(types, _)| *types == used);
            if let Some((_, ty)) = found {
                return Ok(Some((ty.clone(), Vec::new())));
            }
        }
        let checked = check_text(text, attribute.expr.range().start, scope, budget)?;
        if let Some((ty, diagnostics)) = &checked
            && diagnostics.is_empty()
        {
            budget.hold(text.len() as u64 + 200)?;
            let roots = || {
                let variables = attribute.expr.variables();
                let roots = variables
                    .iter()
                    .filter_map(|each| Some(each.root()?.to_string()));
                roots.collect::<BTreeSet<_>>()
            };
            let known = self.known.entry(text.into()).or_insert_with(|| Known {
                variables: roots().into_iter().collect(),
                types: Vec::new(),
                program: self.programs,
            });
            if known.types.len() >= MAX_VARIANTS {
                known.types.remove(0);
            }
            known.types.push((of(&known.variables), ty.clone()));
        }
        Ok(checked)
    }
}

/// The declaration of a block.
fn declared(block: &Block, at: usize, file: &File, budget: &Budget) -> Result<Option<Decl>> {
    let kind = match &*block.block_type {
        "config" => Kind::Config,
        "resource" => Kind::Resource,
        "component" => Kind::Component,
        "output" => Kind::Output,
        _ => return Ok(None),
    };
    let (Some(name), Some(range)) = (block.labels.first(), block.label_ranges.first()) else {
        return Ok(None);
    };
    let mut name_span = Span::new(range.start.byte, range.end.byte);
    if name_span.slice(file.body_text()).starts_with('"') {
        name_span.start += 1;
        name_span.end = name_span.start + name.len() as u32;
    }
    let label = block.labels.get(1).map_or("", |label| &**label);
    let ty = match kind {
        Kind::Config if !label.is_empty() => declared_type(label, budget)?,
        _ => Type::any().clone(),
    };
    let end = block
        .close_range()
        .map_or(block.def_range.end, |range| range.end);
    Ok(Some(Decl {
        kind,
        name: name.to_string(),
        file: at,
        name_span: file.outer(name_span),
        span: file.outer(Span::new(block.def_range.start.byte, end.byte)),
        ty,
        label: label.to_owned(),
    }))
}

/// The type of a config; `dynamic` if it is not valid.
fn declared_type(text: &str, budget: &Budget) -> Result<Type> {
    let parsed = parse_expression_within(text.as_bytes(), "type", Position::START, budget);
    budget.finish()?;
    if !parsed.diagnostics.is_empty() {
        return Ok(Type::any().clone());
    }
    let checked = pcl::bind_type(&parsed.expression(), budget)?;
    Ok(match checked.has_errors() {
        true => Type::any().clone(),
        false => checked.ty().clone(),
    })
}

/// Checks the text of an expression.
pub(super) fn check_text(
    text: &str,
    start: Position,
    scope: &TypeScope,
    budget: &Budget,
) -> Result<Option<(Type, Vec<Diagnostic>)>> {
    let parsed = parse_expression_within(text.as_bytes(), "", start, budget);
    budget.finish()?;
    if !parsed.diagnostics.is_empty() {
        return Ok(None);
    }
    match pcl::bind(&parsed.expression(), scope, Options::default(), budget) {
        Ok(checked) => Ok(Some((checked.ty().clone(), checked.diagnostics))),
        Err(error) => match budget.finish() {
            Ok(()) => Ok(None),
            Err(_) => Err(error),
        },
    }
}
