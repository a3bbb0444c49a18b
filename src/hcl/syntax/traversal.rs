//! How is a traversal read that stands alone?
//!
//! A variable, then attributes and constant indexes, up to the end of the text.
//! Nothing is recovered here: the first fault ends it.

use super::ast::{List, Span, Step, StepKind};
use super::finding::Finding;
use super::parser::{Parser, take};
use super::scan::Kind;
use polycty_core::values::Value;

impl Parser<'_> {
    /// The steps of a traversal that begins with a variable, as far as they could be
    /// read.
    pub(super) fn absolute_traversal(&mut self) -> List<Step> {
        self.absolute_steps();
        take(&mut self.nodes.steps, &mut self.scratch.steps, 0)
    }

    fn absolute_steps(&mut self) {
        let before = self.errors;
        let root = self.read();
        if root.kind != Kind::Ident {
            return self.find(Finding::new(
                "Variable name required",
                "Must begin with a variable name.",
                root.span,
            ));
        }
        let name = self.name(root.span);
        self.push_step(root.span, StepKind::Root(name));
        while self.errors == before {
            let next = self.peek();
            match next.kind {
                Kind::End => return,
                Kind::Dot => self.attribute_step(root.span),
                Kind::OpenBracket => self.index_step(root.span),
                _ => self.find(
                    Finding::new(
                        "Invalid character",
                        "Expected an attribute access or an index operator.",
                        next.span,
                    )
                    .within(root.span.to(next.span)),
                ),
            }
        }
    }

    fn push_step(&mut self, span: Span, kind: StepKind) {
        self.scratch.steps.push(Step { span, kind });
    }

    fn attribute_step(&mut self, root: Span) {
        let dot = self.read().span;
        let name = self.read();
        let detail = match name.kind {
            Kind::Ident => {
                let attribute = self.name(name.span);
                return self.push_step(dot.to(name.span), StepKind::Attr(attribute));
            }
            Kind::Star => "Splat expressions (.*) may not be used here.",
            _ => "Dot must be followed by attribute name.",
        };
        self.find(
            Finding::new("Attribute name required", detail, name.span).within(root.to(name.span)),
        );
    }

    fn index_step(&mut self, root: Span) {
        let open = self.read().span;
        let key = self.peek();
        let value = match key.kind {
            Kind::Number => {
                self.read();
                self.number(key)
            }
            Kind::OpenQuote => {
                self.read();
                let (text, _) = self.quoted_string(key.span);
                Value::nfc_string(&text)
            }
            found => {
                let (summary, detail) = match found {
                    Kind::Star => (
                        "Attribute name required",
                        "Splat expressions ([*]) may not be used here.",
                    ),
                    _ => (
                        "Index value required",
                        "Index brackets must contain either a literal number or a literal string.",
                    ),
                };
                return self
                    .find(Finding::new(summary, detail, key.span).within(root.to(key.span)));
            }
        };
        let close = self.read();
        if close.kind != Kind::CloseBracket {
            self.find(
                Finding::new(
                    "Unclosed index brackets",
                    "Index key must be followed by a closing bracket.",
                    close.span,
                )
                .within(open.to(close.span)),
            );
        }
        let value = self.add_value(value);
        self.push_step(open.to(close.span), StepKind::Index(value));
    }
}
