//! Checks of the positions in a parsed text.
//!
//! Shared by tests and fuzz targets.

use polycty::dialect::hcl::syntax::{BodyId, ExprId, ExprKind, Name, Parsed, Span, StepKind, Tree};
use polycty::source::Position;

/// Panics if a node or a diagnostic is outside of its parent or the text, or two parts overlap.
/// Trees of texts with errors are only checked against the text.
pub fn check<T: Copy>(parsed: &Parsed<T>, walk: impl FnOnce(&mut Walk<'_>, T)) {
    let tree = &*parsed.tree;
    let len = tree.source().text.len();
    for diagnostic in &parsed.diagnostics {
        let subject = diagnostic.subject.expect("a place");
        for range in [Some(subject), diagnostic.context].into_iter().flatten() {
            assert!(range.start.byte <= range.end.byte && range.end.byte <= len);
            assert!(range.start.line <= range.end.line);
        }
    }
    let mut walk_tree = Walk {
        tree,
        strict: parsed.diagnostics.is_empty(),
    };
    walk(&mut walk_tree, parsed.root);
}

/// A walk over a tree.
pub struct Walk<'t> {
    tree: &'t Tree,
    strict: bool,
}

impl Walk<'_> {
    fn span(&self, parent: Span, span: Span) {
        let text = &self.tree.source().text;
        assert!(span.start <= span.end, "{span:?}");
        assert!(text.get(span.start as usize..span.end as usize).is_some());
        if self.strict {
            assert!(
                parent.start <= span.start && span.end <= parent.end,
                "{parent:?} {span:?}"
            );
        }
        let range = self.tree.range(span);
        assert_eq!(range.start.byte, span.start as usize);
        assert!(range.start <= range.end && range.start >= Position::START);
    }

    fn name(&self, name: Name, span: Span) {
        assert_eq!(self.tree.text(name), self.tree.slice(span));
    }

    /// The parts of an expression, one after another within it.
    fn parts(&mut self, parent: Span, parts: impl IntoIterator<Item = ExprId>) {
        let mut end = parent.start;
        for part in parts {
            let span = self.tree[part].span;
            assert!(!self.strict || end <= span.start, "{parent:?} {span:?}");
            end = span.end;
            self.expression_in(parent, part);
        }
    }

    /// Visits an expression and its parts.
    pub fn expression(&mut self, id: ExprId) {
        let span = self.tree[id].span;
        self.expression_in(span, id);
    }

    fn expression_in(&mut self, parent: Span, id: ExprId) {
        let tree = self.tree;
        let expr = &tree[id];
        // The position of a splat's element is that of its marker, which may precede the source of
        // the splat.
        match expr.kind {
            ExprKind::SplatItem => self.span(expr.span, expr.span),
            _ => self.span(parent, expr.span),
        }
        match expr.kind {
            ExprKind::Literal(_) | ExprKind::SplatItem | ExprKind::Invalid => {}
            ExprKind::Template(parts) | ExprKind::Tuple(parts) => {
                self.parts(expr.span, tree[parts].iter().copied());
            }
            ExprKind::TemplateWrap(inner)
            | ExprKind::TemplateJoin(inner)
            | ExprKind::Parentheses(inner)
            | ExprKind::Unary { operand: inner, .. } => self.expression_in(expr.span, inner),
            ExprKind::ScopeTraversal(steps) => {
                for step in &tree[steps] {
                    self.span(expr.span, step.span);
                    if let StepKind::Root(name) = step.kind {
                        self.name(name, step.span);
                    }
                }
            }
            ExprKind::RelativeTraversal { source, steps } => {
                self.expression_in(expr.span, source);
                tree[steps]
                    .iter()
                    .for_each(|step| self.span(expr.span, step.span));
            }
            ExprKind::Call(call) => {
                let call = &tree[call];
                self.span(expr.span, call.name_span);
                self.span(expr.span, call.open);
                self.parts(expr.span, tree[call.arguments].iter().copied());
                self.span(expr.span, call.close);
            }
            ExprKind::Conditional { condition, yes, no } => {
                self.parts(expr.span, [condition, yes, no]);
            }
            ExprKind::Index {
                collection, key, ..
            } => self.parts(expr.span, [collection, key]),
            ExprKind::Object(items) => {
                let items = tree[items].iter();
                self.parts(expr.span, items.flat_map(|item| [item.key, item.value]));
            }
            ExprKind::For(parts) => {
                let parts = &tree[parts];
                self.span(expr.span, parts.open);
                let inner = [parts.key, Some(parts.value), parts.condition];
                for part in [Some(parts.collection)].into_iter().chain(inner).flatten() {
                    self.expression_in(expr.span, part);
                }
                self.span(expr.span, parts.close);
            }
            ExprKind::Splat { source, item, each } => {
                self.expression_in(expr.span, source);
                self.expression_in(expr.span, item);
                self.expression_in(expr.span, each);
            }
            ExprKind::Operations { first, rest } => {
                let rest = tree[rest].iter().map(|operation| operation.operand);
                self.parts(expr.span, [first].into_iter().chain(rest));
            }
        }
    }

    /// Visits a body and its parts.
    pub fn body(&mut self, id: BodyId) {
        let tree = self.tree;
        let body = &tree[id];
        for attribute in &tree[body.attributes] {
            self.span(body.span, attribute.span);
            self.name(attribute.name, attribute.name_span);
            self.span(attribute.span, attribute.equals);
            self.expression_in(attribute.span, attribute.value);
        }
        for block in &tree[body.blocks] {
            self.span(body.span, block.type_span);
            self.name(block.block_type, block.type_span);
            for label in &tree[block.labels] {
                self.span(block.type_span.to(block.open), label.span);
            }
            self.span(body.span, block.open.to(block.close));
            self.body(block.body);
        }
    }
}
