//! Symbols, folds and selections of a document.

use super::scan::Kind;
use super::skeleton::{Decl, DeclKind, Skeleton};
use crate::answer::{Fold, FoldKind, Symbol, SymbolKind, nested};
use crate::layout::LineBreaks;
use polycty_core::sort::sort_by_key;
use polycty_core::source::Span;

/// The declarations and resources, nested by their spans.
pub(super) fn symbols(text: &str, skeleton: &Skeleton) -> Vec<Symbol> {
    let decls = skeleton.decls.iter().filter_map(|decl| {
        let (kind, name) = match decl.kind {
            DeclKind::Var => (SymbolKind::Variable, format!("${}", decl.name)),
            DeclKind::Func => (SymbolKind::Function, decl.name.clone()),
            DeclKind::Class => (SymbolKind::Class, decl.name.clone()),
            DeclKind::Import => (SymbolKind::Module, decl.name.clone()),
            DeclKind::Param | DeclKind::Include => return None,
        };
        let ty = decl.ty.map_or("", |ty| ty.slice(text));
        Some(symbol(name, kind, decl.span, decl.name_span, ty.to_owned()))
    });
    let resources = skeleton.resources.iter();
    let resources = resources
        .filter(|each| each.span.end > each.kind.end)
        .map(|each| {
            let title = each.title.map_or("", |title| title.slice(text));
            let name = format!("{} {title}", each.kind.slice(text));
            let name = name.trim_end().to_owned();
            symbol(
                name,
                SymbolKind::Resource,
                each.span,
                each.kind,
                String::new(),
            )
        });
    let mut all: Vec<Symbol> = decls.chain(resources).collect();
    // A symbol comes before those inside of it.
    sort_by_key(&mut all, |each| {
        (each.span.start, std::cmp::Reverse(each.span.end))
    });
    let mut open: Vec<Symbol> = Vec::new();
    let mut done = Vec::new();
    for symbol in all {
        while open
            .last()
            .is_some_and(|last| last.span.end < symbol.span.end)
        {
            close(&mut open, &mut done);
        }
        open.push(symbol);
    }
    while !open.is_empty() {
        close(&mut open, &mut done);
    }
    done
}

/// Moves the last open symbol into the one around it.
fn close(open: &mut Vec<Symbol>, done: &mut Vec<Symbol>) {
    if let Some(symbol) = open.pop() {
        match open.last_mut() {
            Some(outer) => outer.children.push(symbol),
            None => done.push(symbol),
        }
    }
}

fn symbol(name: String, kind: SymbolKind, span: Span, name_span: Span, detail: String) -> Symbol {
    Symbol {
        name,
        detail,
        kind,
        span,
        name_span,
        children: Vec::new(),
    }
}

/// Brackets of several lines, and consecutive comments.
pub(super) fn folds(text: &str, skeleton: &Skeleton) -> Vec<Fold> {
    let breaks = LineBreaks::of(text);
    let has_lines = |span: Span| breaks.any_in(span);
    let mut folds = Vec::new();
    let mut open = Vec::new();
    let mut comments: Option<Span> = None;
    let mut newlines = 0;
    for token in &skeleton.tokens {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{', 0) => open.push(token.span),
            Kind::Mark(b')' | b']' | b'}', 0) => {
                let span = open.pop().map(|start: Span| start.to(token.span));
                folds.extend(span.filter(|span| has_lines(*span)).map(|span| Fold {
                    span,
                    kind: FoldKind::Region,
                }));
            }
            _ => {}
        }
        match token.kind {
            Kind::Newline => newlines += 1,
            Kind::Comment => {
                comments = match comments {
                    Some(before) if newlines <= 1 => Some(before.to(token.span)),
                    before => {
                        folds.extend(comment(before, text));
                        Some(token.span)
                    }
                };
                newlines = 0;
            }
            _ => folds.extend(comment(comments.take(), text)),
        }
    }
    folds.extend(comment(comments, text));
    sort_by_key(&mut folds, |fold| {
        (fold.span.start, std::cmp::Reverse(fold.span.end))
    });
    folds
}

fn comment(span: Option<Span>, text: &str) -> Option<Fold> {
    let span = span.filter(|span| span.slice(text).contains('\n'))?;
    Some(Fold {
        span,
        kind: FoldKind::Comment,
    })
}

/// The token, brackets, statements and document around a byte.
pub(super) fn selections(text: &str, skeleton: &Skeleton, byte: u32) -> Vec<Span> {
    let contains = |span: &Span| span.start <= byte && byte <= span.end;
    let mut spans: Vec<Span> = Vec::new();
    let tokens = skeleton.tokens.iter();
    let tokens = tokens.filter(|token| token.kind != Kind::Newline && contains(&token.span));
    // Of two tokens, the one that starts at the byte.
    spans.extend(tokens.map(|token| token.span).next_back());
    let mut open: Vec<Span> = Vec::new();
    for token in &skeleton.tokens {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{', 0) => open.push(token.span),
            Kind::Mark(b')' | b']' | b'}', 0) => {
                let span = open.pop().map(|start| start.to(token.span));
                spans.extend(span.filter(contains));
            }
            _ => {}
        }
    }
    let statements = skeleton.statements.iter().map(|each| each.span);
    spans.extend(statements.filter(contains));
    let decls = skeleton.decls.iter();
    spans.extend(decls.map(|decl: &Decl| decl.span).filter(contains));
    spans.push(Span::new(0, text.len()));
    sort_by_key(&mut spans, |span| (span.end - span.start, span.start));
    nested(spans)
}
