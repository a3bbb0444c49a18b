//! Symbols, folds and selections of a document.

use super::hover::detail;
use super::program::{Decl, File, Kind, Program};
use crate::answer::{Fold, FoldKind, Symbol, SymbolKind, nested};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::body::{Body, Item};

pub(super) fn symbols(program: &Program, budget: &Budget) -> Result<Vec<Symbol>> {
    let own = program.decls.iter().filter(|decl| decl.file == program.own);
    let mut symbols = Vec::new();
    for decl in own {
        let detail = detail(decl);
        let texts = decl.name.len() + detail.len();
        budget.push_owning(&mut symbols, texts, symbol(decl, detail))?;
    }
    Ok(symbols)
}

fn symbol(decl: &Decl, detail: String) -> Symbol {
    Symbol {
        name: decl.name.clone(),
        detail,
        kind: match decl.kind {
            Kind::Config | Kind::Local => SymbolKind::Variable,
            Kind::Resource => SymbolKind::Resource,
            Kind::Component => SymbolKind::Module,
            Kind::Output => SymbolKind::Output,
        },
        span: decl.span,
        name_span: decl.name_span,
        children: Vec::new(),
    }
}

/// The bodies of blocks and the values of several lines.
pub(super) fn folds(program: &Program, budget: &Budget) -> Result<Vec<Fold>> {
    let mut spans = Vec::new();
    let file = program.file();
    parts(file, &file.body, &mut spans, budget)?;
    let text = &*file.text;
    spans.retain(|span| {
        text.get(span.start as usize..span.end as usize)
            .is_some_and(|text| text.contains('\n'))
    });
    let folds = spans.into_iter().map(|span| Fold {
        span,
        kind: FoldKind::Region,
    });
    Ok(folds.collect())
}

fn parts(file: &File, body: &Body, spans: &mut Vec<Span>, budget: &Budget) -> Result<()> {
    for item in body.items_within(budget)? {
        match item {
            Item::Attribute(attribute) => spans.push(file.span(attribute.expr.range())),
            Item::Block(block) => {
                if let (Some(open), Some(close)) = (block.open_range(), block.close_range()) {
                    spans.push(file.span(open).to(file.span(close)));
                }
                parts(file, &block.body, spans, budget)?;
            }
            Item::Either(..) => {}
        }
    }
    Ok(())
}

/// The expressions, the argument, the blocks and the document around a byte.
pub(super) fn selections(program: &Program, byte: u32) -> Vec<Span> {
    let file = program.file();
    let at = file.at(byte);
    let mut spans: Vec<Span> = at
        .expressions
        .iter()
        .map(|each| file.span(each.range()))
        .collect();
    spans.reverse();
    spans.extend(at.attribute.map(|attribute| file.span(attribute.range)));
    let blocks = at.blocks.iter().rev();
    spans.extend(blocks.filter_map(|block| {
        let close = block.close_range()?;
        Some(file.span(block.def_range).to(file.span(close)))
    }));
    spans.push(Span::new(0, file.text.len()));
    nested(spans)
}
