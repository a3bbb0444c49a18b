//! A PCL program: the declarations of all `.pp` and `.pcl` files of a folder, and their types.
//!
//! Types of resources are `dynamic`: there are no schemas of packages.

use crate::language::Context;
use polycty_core::calls::{Budget, Parameter, Signature};
use polycty_core::source::{Diagnostic, Position, Range, Reporter, Result, Span};
use polycty_core::types::Type;
use polycty_hcl::body::{Attribute, Block, Body, Item, parse_config_within};
use polycty_hcl::syntax::parse_expression_within;
use polycty_pcl::{self as pcl, Options, TypeScope};
use std::collections::BTreeSet;
use std::sync::Arc;

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
    pub body: Body,
    pub diagnostics: Vec<Diagnostic>,
}

/// The files of a folder.
pub(super) struct Program {
    pub files: Vec<File>,
    /// The index of the document.
    pub own: usize,
    pub decls: Vec<Decl>,
}

impl Program {
    pub fn read(context: &Context<'_>) -> Result<Program> {
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
            let parsed =
                parse_config_within(text.as_bytes(), &*path, Position::START, context.budget);
            context.budget.finish()?;
            files.push(File {
                path,
                text,
                body: parsed.body,
                diagnostics: parsed.diagnostics,
            });
        }
        let own = files.iter().position(|file| file.path == own).unwrap_or(0);
        let mut program = Program {
            files,
            own,
            decls: Vec::new(),
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
                            name_span: span(attribute.name_range),
                            span: span(attribute.range),
                            ty: Type::any().clone(),
                            label: String::new(),
                        });
                    }
                    Item::Block(block) => {
                        if let Some(decl) = declared(&block, at, &file.text, budget)? {
                            self.decls.push(decl);
                        }
                    }
                    Item::Either(..) => {}
                }
            }
        }
        for _ in 0..PASSES {
            let scope = self.scope();
            for (decl, attribute) in &values {
                if let Some((checked, _)) = check(attribute, &scope, budget)? {
                    self.decls[*decl].ty = checked;
                }
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
        let uses = references.into_iter().filter_map(|(traversal, _)| {
            let root = traversal.root()?.to_string();
            let start = traversal.steps.first()?.range.start.byte;
            Some((root.clone(), Span::new(start, start + root.len())))
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
                let range = self.range(decl.name_span);
                found.push(Reporter::Pcl.error(summary, "").with_subject(range));
            }
        }
        self.body_diagnostics(&file.body, &self.scope(), &mut found, budget)?;
        Ok(found)
    }

    /// The range of a span of the document. Lines and columns are not used.
    fn range(&self, span: Span) -> Range {
        let at = |byte: u32| Position {
            byte: byte as usize,
            ..Position::START
        };
        Range {
            start: at(span.start),
            end: at(span.end),
        }
    }

    /// Adds the diagnostics of the expressions of a body and its blocks.
    fn body_diagnostics(
        &self,
        body: &Body,
        scope: &TypeScope,
        found: &mut Vec<Diagnostic>,
        budget: &Budget,
    ) -> Result<()> {
        for item in body.items_within(budget)? {
            match &item {
                Item::Attribute(attribute) if !PROPERTIES.contains(&&*attribute.name) => {
                    if let Some((_, diagnostics)) = check(attribute, scope, budget)? {
                        found.extend(diagnostics);
                    }
                }
                Item::Block(block) => {
                    let mut inner = scope.child()?;
                    if matches!(&*block.block_type, "resource" | "component") {
                        inner.set_variable("range", Type::any().clone());
                    }
                    // The parser bounds the nesting of blocks.
                    self.body_diagnostics(&block.body, &inner, found, budget)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The declaration of a block.
fn declared(block: &Block, file: usize, text: &str, budget: &Budget) -> Result<Option<Decl>> {
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
    let mut name_span = span(*range);
    if name_span.slice(text).starts_with('"') {
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
        file,
        name_span,
        span: Span::new(block.def_range.start.byte, end.byte),
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

/// Checks the value of an attribute. An expression that is nested too deep has no type.
fn check(
    attribute: &Attribute,
    scope: &TypeScope,
    budget: &Budget,
) -> Result<Option<(Type, Vec<Diagnostic>)>> {
    let Some(text) = attribute.expr.text() else {
        return Ok(None);
    };
    check_text(text, attribute.expr.range().start, scope, budget)
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

/// The bytes of a range.
pub(super) fn span(range: Range) -> Span {
    Span::new(range.start.byte, range.end.byte)
}
