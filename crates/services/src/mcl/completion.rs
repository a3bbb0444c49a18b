//! Completion.

use super::analysis::{Analysis, Setup, library};
use super::hover::declaration;
use super::navigation::{file, imported};
use super::scan::Kind;
use super::signature::core_label;
use super::skeleton::{Decl, DeclKind, KEYWORDS};
use crate::answer::{Completion, CompletionKind, TextEdit};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_mcl::format_type;
use polycty_mcl::functions::{Function, all};
use polycty_mcl::host::Library;
use polycty_mcl::resources::Meta;
use polycty_mcl::scope::module::folder;
use std::collections::BTreeSet;

/// The properties of a resource that are edges.
const EDGES: [&str; 4] = ["Before", "Depend", "Listen", "Notify"];

/// The place of a completion.
struct At<'a> {
    analysis: &'a Analysis,
    setup: &'a Setup,
    context: &'a Context<'a>,
    /// The part of the name before the position and after it.
    span: Span,
    scope: usize,
    found: Vec<Completion>,
}

pub(super) fn completions(
    analysis: &Analysis,
    setup: &Setup,
    context: &Context<'_>,
    byte: u32,
) -> Result<Vec<Completion>> {
    let bytes = analysis.text.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = bytes.get(..byte as usize).unwrap_or_default();
    let length = before.iter().rev().take_while(|byte| is_name(byte)).count();
    let start = before.len() - length;
    let mut at = At {
        analysis,
        setup,
        context,
        span: Span::new(start, before.len()),
        scope: analysis.skeleton.scope_at(byte),
        found: Vec::new(),
    };
    let mut tokens = analysis.skeleton.tokens.iter();
    let around = tokens.find(|token| {
        let is_open = match token.kind {
            Kind::Comment => true,
            Kind::String => {
                let text = token.span.slice(&analysis.text);
                text.len() < 2 || !text.ends_with('"')
            }
            _ => false,
        };
        let end = token.span.end + u32::from(is_open);
        token.span.start < byte && byte < end
    });
    match around.map(|token| token.kind) {
        Some(Kind::Comment) => {}
        Some(Kind::String) => {
            at.in_string(around.map_or(start as u32, |token| token.span.start))?
        }
        _ => at.in_code(&before[..start])?,
    }
    Ok(at.found)
}

impl At<'_> {
    fn add(&mut self, label: &str, kind: CompletionKind, detail: String, rank: u32) {
        self.insert(label, kind, detail, rank, label.to_owned(), false);
    }

    fn insert(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: String,
        rank: u32,
        text: String,
        snippet: bool,
    ) {
        let budget = self.context.budget;
        let length = 2 * label.len() + detail.len() + text.len();
        if budget.text(length).is_err() {
            return;
        }
        self.found.push(Completion {
            label: label.to_owned(),
            kind,
            detail,
            documentation: String::new(),
            edit: TextEdit {
                span: self.span,
                text,
            },
            snippet,
            deprecated: false,
            rank,
        });
    }

    fn in_code(&mut self, before: &[u8]) -> Result<()> {
        match before {
            [rest @ .., b'.'] => {
                let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                let length = rest.iter().rev().take_while(is_name).count();
                let alias = &rest[rest.len() - length..];
                let alias = String::from_utf8_lossy(alias).into_owned();
                let is_variable = rest[..rest.len() - length].ends_with(b"$");
                self.members(&alias, is_variable)
            }
            [.., b'$'] => {
                self.variables();
                Ok(())
            }
            _ => {
                self.names(before);
                Ok(())
            }
        }
    }

    /// The members of an import or of an included class.
    fn members(&mut self, alias: &str, is_variable: bool) -> Result<()> {
        let is_alias = |kind| matches!(kind, DeclKind::Import | DeclKind::Include);
        let Some(decl) = self.analysis.skeleton.named(self.scope, alias, &is_alias) else {
            return Ok(());
        };
        let decl = self.analysis.skeleton.decls[decl].clone();
        if decl.kind == DeclKind::Include {
            let class = self
                .analysis
                .skeleton
                .named(decl.scope, &decl.of, &|kind| kind == DeclKind::Class);
            let class = class.map(|class| &self.analysis.skeleton.decls[class]);
            let inner = class.and_then(|class| class.inner);
            let decls = self.analysis.skeleton.decls.iter();
            let own: Vec<Decl> = decls
                .filter(|each| Some(each.scope) == inner)
                .cloned()
                .collect();
            let text = self.analysis.text.clone();
            for each in own {
                self.decl(&each, &text, &[], is_variable);
            }
            return Ok(());
        }
        let path = self.context.document.path();
        if let Some(path) = imported(self.context, self.setup, path, &decl.of)? {
            if let Some(file) = file(self.context, &path)? {
                for each in file.skeleton.decls.iter().filter(|each| each.scope == 0) {
                    self.decl(each, &file.text, &[], is_variable);
                }
            }
            return Ok(());
        }
        if is_variable {
            for (name, value) in library().variables(&decl.of) {
                let ty = polycty_mcl::type_of(&value).ok();
                let ty = ty.and_then(|ty| format_type(&ty).ok());
                self.add(&name, CompletionKind::Variable, ty.unwrap_or_default(), 0);
            }
            return Ok(());
        }
        for function in all().filter(|function| function.module().0 == decl.of) {
            self.function(function);
        }
        Ok(())
    }

    fn decl(&mut self, decl: &Decl, text: &str, types: &[Type], is_variable: bool) {
        let detail = declaration(decl, text, types);
        match decl.kind {
            DeclKind::Var | DeclKind::Param if is_variable => {
                self.add(&decl.name, CompletionKind::Variable, detail, 0);
            }
            DeclKind::Func if !is_variable => {
                let call = format!("{}($1)", decl.name);
                self.insert(&decl.name, CompletionKind::Function, detail, 1, call, true);
            }
            DeclKind::Class if !is_variable => {
                self.add(&decl.name, CompletionKind::Class, detail, 1);
            }
            _ => {}
        }
    }

    fn function(&mut self, function: &'static Function) {
        let name = function.module().1;
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return;
        }
        let (label, _) = core_label(function);
        let call = format!("{name}($1)");
        self.insert(name, CompletionKind::Function, label, 2, call, true);
    }

    fn variables(&mut self) {
        let analysis = self.analysis;
        for at in analysis.visible(self.scope) {
            if self.context.budget.finish().is_err() {
                return;
            }
            let decl = &analysis.skeleton.decls[at];
            let types = analysis.types_of_decl(at);
            match decl.kind {
                DeclKind::Import | DeclKind::Include => {
                    let detail = declaration(decl, &analysis.text, &[]);
                    self.add(&decl.name, CompletionKind::Module, detail, 2);
                }
                _ => self.decl(decl, &analysis.text, types, true),
            }
        }
        for (name, value) in library().variables("") {
            let ty = polycty_mcl::type_of(&value).ok();
            let ty = ty.and_then(|ty| format_type(&ty).ok()).unwrap_or_default();
            self.add(&name, CompletionKind::Variable, ty, 3);
        }
    }

    /// Names without a prefix: by the tokens before them in the line.
    fn names(&mut self, before: &[u8]) {
        let analysis = self.analysis;
        let start = before.iter().rposition(|byte| *byte == b'\n');
        let line = &before[start.map_or(0, |at| at + 1)..];
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start();
        if line
            .strip_prefix("include")
            .is_some_and(|rest| rest.trim().is_empty())
        {
            for decl in analysis.visible_decls(self.scope) {
                if decl.kind == DeclKind::Class {
                    self.decl(decl, &analysis.text, &[], false);
                }
            }
            return;
        }
        let resource = analysis.skeleton.resource_at(self.span.start);
        if let Some(resource) = resource.filter(|_| line.is_empty() || line == "Meta:") {
            if line == "Meta:" {
                for name in Meta::NAMES {
                    let text = format!("{name} => $1,");
                    self.insert(
                        name,
                        CompletionKind::Attribute,
                        String::new(),
                        0,
                        text,
                        true,
                    );
                }
                return;
            }
            let kind = resource.kind.slice(&analysis.text);
            let used: BTreeSet<&str> = resource
                .fields
                .iter()
                .filter(|field| field.end != self.span.end)
                .map(|field| field.slice(&analysis.text))
                .collect();
            let kinds = self.setup.kinds.as_ref();
            let fields = kinds.and_then(|kinds| kinds.0.get(kind));
            let fields = fields.map_or(&[][..], |kind| kind.fields.as_slice());
            for field in fields.iter().filter(|field| !used.contains(&*field.name)) {
                let ty = format_type(&field.ty).unwrap_or_default();
                let text = format!("{} => $1,", field.name);
                self.insert(&field.name, CompletionKind::Attribute, ty, 0, text, true);
            }
            for name in EDGES {
                let text = format!("{name} => $1,");
                self.insert(name, CompletionKind::Keyword, "edge".into(), 1, text, true);
            }
            let text = "Meta:${1:noop} => $2,".to_owned();
            self.insert(
                "Meta",
                CompletionKind::Keyword,
                String::new(),
                1,
                text,
                true,
            );
            return;
        }
        if line.is_empty() {
            self.statements();
        }
        for decl in analysis.visible_decls(self.scope) {
            match decl.kind {
                DeclKind::Func => self.decl(decl, &analysis.text, &[], false),
                DeclKind::Import => {
                    let detail = declaration(decl, &analysis.text, &[]);
                    self.add(&decl.name, CompletionKind::Module, detail, 2);
                }
                _ => {}
            }
        }
        if !line.is_empty() {
            for function in all().filter(|function| function.module().0.is_empty()) {
                self.function(function);
            }
        }
        for keyword in KEYWORDS {
            self.add(keyword, CompletionKind::Keyword, String::new(), 9);
        }
    }

    /// The kinds of resources.
    fn statements(&mut self) {
        let mut kinds: BTreeSet<String> = BTreeSet::new();
        match &self.setup.kinds {
            Some(known) => kinds.extend(known.0.keys().map(|kind| kind.to_string())),
            None => {
                let resources = self.analysis.skeleton.resources.iter();
                let used = resources.filter(|each| each.span.end > each.kind.end);
                let used = used.map(|each| each.kind.slice(&self.analysis.text).to_owned());
                kinds.extend(used);
            }
        }
        for kind in kinds {
            let text = format!("{kind} \"${{1:name}}\" {{\n\t$0\n}}");
            let detail = "resource".to_owned();
            self.insert(&kind, CompletionKind::Resource, detail, 0, text, true);
        }
    }

    /// The variables of an interpolation, or the texts of imports.
    fn in_string(&mut self, string: u32) -> Result<()> {
        let text = self.analysis.text.clone();
        let inside = Span {
            start: string,
            end: self.span.start,
        };
        let inside = inside.slice(&text);
        if inside.ends_with("${") {
            self.variables();
            return Ok(());
        }
        let line = text.get(..string as usize).unwrap_or_default();
        let line = line.rsplit('\n').next().unwrap_or_default().trim();
        if line != "import" {
            return Ok(());
        }
        // The edit replaces all of the string before the position.
        self.span.start = string + 1;
        let modules: BTreeSet<&str> = all().map(|function| function.module().0).collect();
        for module in modules.into_iter().filter(|module| !module.is_empty()) {
            self.add(module, CompletionKind::Module, "system".into(), 1);
        }
        let own = self.context.document.path();
        let folder = folder(own).to_owned();
        for path in self.context.workspace.list(&folder, self.context.budget)? {
            let name = path.strip_prefix(&*folder).unwrap_or(&path);
            let is_module = name.ends_with('/') || name.ends_with(".mcl");
            if is_module && path != own && !name.starts_with('.') {
                self.add(name, CompletionKind::Module, "local".into(), 0);
            }
        }
        Ok(())
    }
}
