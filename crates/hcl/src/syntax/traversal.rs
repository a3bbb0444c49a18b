//! Parsing of texts that are traversals.
//!
//! A traversal is a variable, followed by attributes and constant indexes up to the end of the
//! text. There is no recovery: parsing ends at the first error.

use super::ast::{Step, StepKind};
use super::parser::Parser;
use super::scan::Kind;
use polycty_core::source::{SourceError, Span};
use polycty_core::syntax::List;
use polycty_core::values::Value;

impl Parser<'_> {
    /// Parses the steps of a traversal that starts with a variable, up to the first error.
    pub(super) fn absolute_traversal(&mut self) -> List<Step> {
        self.absolute_steps();
        self.nodes.steps.gather_copies(&mut self.scratch.steps, 0)
    }

    fn absolute_steps(&mut self) {
        let before = self.errors.count();
        let root = self.tokens.read();
        if root.kind != Kind::Ident {
            return self.report(SourceError::syntax(
                "Variable name required",
                "Must begin with a variable name.",
                root.span,
            ));
        }
        let name = self.name(root.span);
        self.push_step(root.span, StepKind::Root(name));
        while self.errors.count() == before {
            let next = self.tokens.peek();
            match next.kind {
                Kind::End => return,
                Kind::Dot => self.attribute_step(root.span),
                Kind::OpenBracket => self.index_step(root.span),
                _ => self.report(
                    SourceError::syntax(
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
        let dot = self.tokens.read().span;
        let name = self.tokens.read();
        let detail = match name.kind {
            Kind::Ident => {
                let attribute = self.name(name.span);
                return self.push_step(dot.to(name.span), StepKind::Attr(attribute));
            }
            Kind::Star => "Splat expressions (.*) may not be used here.",
            _ => "Dot must be followed by attribute name.",
        };
        self.report(
            SourceError::syntax("Attribute name required", detail, name.span)
                .within(root.to(name.span)),
        );
    }

    fn index_step(&mut self, root: Span) {
        let open = self.tokens.read().span;
        let key = self.tokens.peek();
        let value = match key.kind {
            Kind::Number => {
                self.tokens.read();
                self.number(key)
            }
            Kind::OpenQuote => {
                self.tokens.read();
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
                return self.report(
                    SourceError::syntax(summary, detail, key.span).within(root.to(key.span)),
                );
            }
        };
        let close = self.tokens.read();
        if close.kind != Kind::CloseBracket {
            self.report(
                SourceError::syntax(
                    "Unclosed index brackets",
                    "Index key must be followed by a closing bracket.",
                    close.span,
                )
                .within(open.to(close.span)),
            );
        }
        let value = self.nodes.values.add(value);
        self.push_step(open.to(close.span), StepKind::Index(value));
    }
}
