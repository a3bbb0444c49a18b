//! Symbols, folds and selections of a manifest or template.

use super::file::{Defined, DefinedKind, File, Owner};
use crate::answer::{Fold, FoldKind, Symbol, SymbolKind};
use crate::layout::LineBreaks;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Result, Span};
use polycty_puppet::syntax::LexemeKind;
use polycty_puppet::syntax::tree::ExprId;

/// The maximum length of the text of a title or type in a symbol.
const MAX_TEXT: usize = 80;

/// The declarations of a file: definitions with their parameters and resources, and variables of
/// the top scope.
pub(super) fn symbols(file: &File) -> Vec<Symbol> {
    let mut flat: Vec<Symbol> = Vec::new();
    for defined in &file.definitions {
        flat.push(definition(file, defined));
    }
    for scope in &file.scopes {
        let is_body = scope.parent.is_none() || scope.definition.is_some();
        for variable in scope
            .variables
            .iter()
            .filter(|each| is_body && !each.is_parameter)
        {
            let end = variable.value.map(|id| file.program[id].span);
            flat.push(Symbol {
                name: format!("${}", variable.name),
                detail: String::new(),
                kind: SymbolKind::Variable,
                span: end.map_or(variable.span, |end| variable.span.to(end)),
                name_span: variable.span,
                children: Vec::new(),
            });
        }
    }
    for resource in &file.resources {
        let Some(title) = resource.title else {
            continue;
        };
        let ty = match &resource.owner {
            Owner::Class(_) => "class",
            Owner::ResourceType(name) => name,
        };
        let end = ty.char_indices().nth(MAX_TEXT);
        let ty = end.map_or(ty, |(end, _)| ty.get(..end).unwrap_or_default());
        flat.push(Symbol {
            name: format!("{ty} {}", short(file.expression(title))),
            detail: String::new(),
            kind: SymbolKind::Resource,
            span: resource.span,
            name_span: file.program[title].span,
            children: Vec::new(),
        });
    }
    nested(flat)
}

fn definition(file: &File, defined: &Defined) -> Symbol {
    let word = match defined.kind {
        DefinedKind::Class => "class",
        DefinedKind::Define => "define",
        DefinedKind::Function => "function",
        DefinedKind::Node => "node",
        DefinedKind::Type => "type",
    };
    let name = match defined.kind {
        DefinedKind::Node => {
            let text = file.slice(defined.span);
            let head = text.split('{').next().unwrap_or(text);
            short(head.trim())
        }
        DefinedKind::Type => defined.shown.clone(),
        _ => defined.name.clone(),
    };
    let parameters = defined.parameters.iter().map(|parameter| Symbol {
        name: format!("${}", parameter.name),
        detail: parameter
            .ty
            .map(|ty| short(file.slice(ty)))
            .unwrap_or_default(),
        kind: SymbolKind::Attribute,
        span: parameter
            .ty
            .map_or(parameter.span, |ty| ty.to(parameter.span)),
        name_span: parameter.span,
        children: Vec::new(),
    });
    Symbol {
        name,
        detail: word.to_owned(),
        kind: match defined.kind {
            DefinedKind::Class | DefinedKind::Define => SymbolKind::Class,
            DefinedKind::Function => SymbolKind::Function,
            DefinedKind::Node => SymbolKind::Node,
            DefinedKind::Type => SymbolKind::Type,
        },
        span: defined.span,
        name_span: defined.name_span,
        children: parameters.collect(),
    }
}

/// Returns a text in one line of limited length.
fn short(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// Puts each symbol into the smallest one that contains it.
fn nested(mut flat: Vec<Symbol>) -> Vec<Symbol> {
    sort_by_key(&mut flat, |symbol| {
        (symbol.span.start, std::cmp::Reverse(symbol.span.end))
    });
    let mut roots: Vec<Symbol> = Vec::new();
    // The symbols around the next one, from the outermost.
    let mut open: Vec<Symbol> = Vec::new();
    let close = |open: &mut Vec<Symbol>, roots: &mut Vec<Symbol>| {
        if let Some(mut done) = open.pop() {
            sort_by_key(&mut done.children, |child| child.span);
            match open.last_mut() {
                Some(around) => around.children.push(done),
                None => roots.push(done),
            }
        }
    };
    for symbol in flat {
        while open
            .last()
            .is_some_and(|around| around.span.end < symbol.span.end)
        {
            close(&mut open, &mut roots);
        }
        open.push(symbol);
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// The parts in brackets, comments and texts of several lines.
pub(super) fn folds(file: &File, budget: &Budget) -> Result<Vec<Fold>> {
    let lexemes = file.lexemes(budget)?;
    let mut folds = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut comment: Option<Span> = None;
    let breaks = LineBreaks::of(&file.text);
    let several = |span: Span| breaks.any_in(span);
    for lexeme in budget.charged(lexemes)? {
        let text = file.slice(lexeme.span);
        if lexeme.kind == LexemeKind::Comment {
            let next = comment.filter(|before| {
                let gap = Span {
                    start: before.end,
                    end: lexeme.span.start,
                };
                let gap = file.slice(gap);
                gap.trim().is_empty() && gap.matches('\n').count() == 1
            });
            if next.is_none() {
                add(
                    &mut folds,
                    comment.filter(|span| several(*span)),
                    FoldKind::Comment,
                );
            }
            comment = Some(next.map_or(lexeme.span, |before| before.to(lexeme.span)));
            continue;
        }
        match (lexeme.kind, text) {
            (LexemeKind::Punctuation, "{" | "[" | "(") => open.push(lexeme.span.start),
            (LexemeKind::Punctuation, "}" | "]" | ")") => {
                let span = open.pop().map(|start| Span {
                    start,
                    end: lexeme.span.end,
                });
                add(
                    &mut folds,
                    span.filter(|span| several(*span)),
                    FoldKind::Region,
                );
            }
            (LexemeKind::String, _) if text.contains('\n') => {
                add(&mut folds, Some(lexeme.span), FoldKind::Region);
            }
            _ => {}
        }
    }
    add(
        &mut folds,
        comment.filter(|span| several(*span)),
        FoldKind::Comment,
    );
    budget.sort_by_key(&mut folds, |fold| fold.span)?;
    Ok(folds)
}

fn add(folds: &mut Vec<Fold>, span: Option<Span>, kind: FoldKind) {
    folds.extend(span.map(|span| Fold { span, kind }));
}

/// The parts around a byte, from the smallest: the token, the expressions and the definitions.
pub(super) fn selections(file: &File, byte: u32, budget: &Budget) -> Result<Vec<Span>> {
    let whole = Span::new(0, file.text.len());
    let contains = |span: Span| span.start <= byte && byte <= span.end;
    let mut found = vec![whole];
    let lexemes = file.lexemes(budget)?;
    let after = lexemes.partition_point(|lexeme| lexeme.span.start <= byte);
    let token = lexemes.get(..after).and_then(<[_]>::last);
    found.extend(token.map(|token| token.span).filter(|span| contains(*span)));
    let mut list: Vec<ExprId> = file.program[file.program.body()].to_vec();
    // Each round goes one level deeper.
    while !list.is_empty() {
        budget.charge(list.len() as u64)?;
        let mut next = Vec::new();
        for id in list {
            let span = file.program[id].span;
            if contains(span) {
                found.push(span);
                file.program.parts(id, &mut |part| next.push(part));
            }
        }
        list = next;
    }
    let parts = file.resources.iter().map(|resource| resource.span);
    let parts = parts.chain(file.scopes.iter().map(|scope| scope.span));
    found.extend(parts.filter(|span| contains(*span)));
    budget.sort_by_key(&mut found, |span| (span.end - span.start, span.start))?;
    found.dedup();
    // A part that does not contain the one before has no place in the list.
    let mut nested: Vec<Span> = Vec::new();
    for span in found {
        let inner = nested.last();
        if inner.is_none_or(|inner| span.start <= inner.start && inner.end <= span.end) {
            nested.push(span);
        }
    }
    Ok(nested)
}
