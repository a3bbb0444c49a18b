//! Tokens with their meaning.
//!
//! The scanner finds comments, strings, numbers and operators; the tree gives names their meaning.

use super::file::File;
use super::place::{attributes, each_body, each_expression};
use crate::answer::{Token, TokenKind};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::{
    Block, Call, ExprId, ExprKind, Kind, StepKind, Token as Scanned, Tree, tokens as scan,
};
use std::collections::HashMap;

/// The meaning of names in a language.
pub(crate) trait Meanings {
    /// The kind of a label of a block, and whether the label is the name of a declaration.
    fn label(&self, tree: &Tree, block: &Block, label: usize) -> (TokenKind, bool);

    /// Whether the names of attributes in the innermost of some blocks are declarations.
    fn declares(&self, tree: &Tree, blocks: &[&Block]) -> bool;

    /// Whether an attribute has a type expression as its value.
    fn is_type(&self, tree: &Tree, blocks: &[&Block], name: &str) -> bool;

    /// Whether a name without a dot before it is a keyword, such as `var`.
    fn is_keyword(&self, name: &str) -> bool;
}

/// The meanings of HCL without a schema.
pub(crate) struct Plain;

impl Meanings for Plain {
    fn label(&self, _: &Tree, _: &Block, _: usize) -> (TokenKind, bool) {
        (TokenKind::String, false)
    }

    fn declares(&self, _: &Tree, _: &[&Block]) -> bool {
        false
    }

    fn is_type(&self, _: &Tree, _: &[&Block], _: &str) -> bool {
        false
    }

    fn is_keyword(&self, _: &str) -> bool {
        false
    }
}

/// The names of a tree by their first bytes.
struct Names<'f> {
    file: &'f File,
    found: HashMap<u32, Token>,
}

impl Names<'_> {
    fn add(&mut self, span: Span, kind: TokenKind, declaration: bool) {
        let span = self.file.outer(span);
        if span.start < span.end {
            self.found.insert(
                span.start,
                Token {
                    span,
                    kind,
                    declaration,
                    deprecated: false,
                },
            );
        }
    }

    fn expression(&mut self, tree: &Tree, value: ExprId, is_type: bool, meanings: &dyn Meanings) {
        each_expression(tree, value, &mut |id| match tree[id].kind {
            ExprKind::ScopeTraversal(steps) | ExprKind::RelativeTraversal { steps, .. } => {
                for step in &tree[steps] {
                    match step.kind {
                        StepKind::Root(name) if is_type => {
                            let kind = match tree.text(name) {
                                "string" | "number" | "bool" | "any" | "list" | "map" | "set"
                                | "object" | "tuple" => TokenKind::Type,
                                _ => TokenKind::Variable,
                            };
                            self.add(step.span, kind, false);
                        }
                        StepKind::Root(name) => {
                            let kind = match tree.text(name) {
                                name if meanings.is_keyword(name) => TokenKind::Keyword,
                                _ => TokenKind::Variable,
                            };
                            self.add(step.span, kind, false);
                        }
                        StepKind::Attr(_) => {
                            // The name is after the dot and blanks.
                            let text = tree.slice(step.span);
                            let blanks = text.len() - text.trim_start_matches(['.', ' ']).len();
                            let start = step.span.start as usize + blanks;
                            let span = Span::new(start, step.span.end as usize);
                            self.add(span, TokenKind::Property, false);
                        }
                        StepKind::Index(_) => {}
                    }
                }
            }
            ExprKind::Call(call) => {
                let Call { name_span, .. } = tree[call];
                let kind = if is_type {
                    TokenKind::Type
                } else {
                    TokenKind::Function
                };
                self.add(name_span, kind, false);
            }
            ExprKind::Object(items) => {
                for item in &tree[items] {
                    if item.literal_key.is_some() {
                        self.add(tree[item.key].span, TokenKind::Property, false);
                    }
                }
            }
            _ => {}
        });
    }
}

/// The tokens of a text. A string without an end would contain the statements after it, so the damaged
/// parts of a text are scanned on their own.
fn scanned(file: &File, budget: &Budget) -> Result<Vec<Scanned>> {
    let Some(repaired) = &file.repaired else {
        return Ok(scan(file.text.as_bytes(), budget)?);
    };
    let values = repaired.damaged.iter().map(|(_, value)| *value);
    let mut damaged: Vec<Span> = values.chain(repaired.blanked.iter().copied()).collect();
    budget.sort(&mut damaged)?;
    let is_damaged = |span: Span| {
        let after = damaged.partition_point(|part| part.start <= span.start);
        after
            .checked_sub(1)
            .is_some_and(|at| span.end <= damaged[at].end)
    };
    let mut found = scan(repaired.text.as_bytes(), budget)?;
    for token in &mut found {
        token.span = file.outer(token.span);
    }
    found.retain(|token| token.span.start < token.span.end && !is_damaged(token.span));
    for part in &damaged {
        let tokens = scan(part.slice(&file.text).as_bytes(), budget)?.into_iter();
        found.extend(tokens.map(|token| Scanned {
            span: Span {
                start: token.span.start + part.start,
                end: token.span.end + part.start,
            },
            ..token
        }));
    }
    budget.sort_by_key(&mut found, |token| token.span)?;
    Ok(found)
}

/// The tokens that touch a part of a file.
pub(crate) fn tokens(
    file: &File,
    within: Span,
    meanings: &dyn Meanings,
    budget: &Budget,
) -> Result<Vec<Token>> {
    let tree = &*file.tree;
    let mut names = Names {
        file,
        found: HashMap::new(),
    };
    let outside = |span: Span| {
        let span = file.outer(span);
        span.end < within.start || within.end < span.start
    };
    each_body(tree, file.root, &mut |path, body| {
        if outside(tree[body].span) {
            return;
        }
        let declares = meanings.declares(tree, path);
        for attribute in attributes(tree, body).filter(|attribute| !outside(attribute.span)) {
            names.add(attribute.name_span, TokenKind::Property, declares);
            let is_type = meanings.is_type(tree, path, tree.text(attribute.name));
            // Keys of objects are added after the names in them, which they replace.
            names.expression(tree, attribute.value, is_type, meanings);
            each_expression(tree, attribute.value, &mut |id| {
                if let ExprKind::Object(items) = tree[id].kind {
                    for item in &tree[items] {
                        if item.literal_key.is_some() {
                            names.add(tree[item.key].span, TokenKind::Property, false);
                        }
                    }
                }
            });
        }
        for block in &tree[tree[body].blocks] {
            names.add(block.type_span, TokenKind::Keyword, false);
            for (at, label) in tree[block.labels].iter().enumerate() {
                let (kind, declaration) = meanings.label(tree, block, at);
                names.add(label.span, kind, declaration);
            }
        }
    });
    let mut found: Vec<Token> = Vec::new();
    let mut end = 0;
    for token in scanned(file, budget)? {
        if token.span.start < end || token.span.end < within.start {
            continue;
        }
        if token.span.start > within.end {
            break;
        }
        if let Some(name) = names.found.get(&token.span.start) {
            found.push(*name);
            end = name.span.end;
            continue;
        }
        let kind = match token.kind {
            Kind::Comment => TokenKind::Comment,
            Kind::Number => TokenKind::Number,
            Kind::OpenQuote
            | Kind::CloseQuote
            | Kind::QuotedText
            | Kind::PlainText
            | Kind::OpenHeredoc
            | Kind::CloseHeredoc => TokenKind::String,
            Kind::Ident => match token.span.slice(&file.text) {
                "true" | "false" | "null" => TokenKind::Constant,
                "for" | "in" | "if" | "else" | "endif" | "endfor" => TokenKind::Keyword,
                _ => TokenKind::Variable,
            },
            Kind::Star
            | Kind::Slash
            | Kind::Percent
            | Kind::Plus
            | Kind::Minus
            | Kind::Equal
            | Kind::EqualEqual
            | Kind::NotEqual
            | Kind::Less
            | Kind::LessOrEqual
            | Kind::Greater
            | Kind::GreaterOrEqual
            | Kind::And
            | Kind::Or
            | Kind::Bang
            | Kind::Ellipsis
            | Kind::FatArrow
            | Kind::Question
            | Kind::Interpolation
            | Kind::Directive
            | Kind::SequenceEnd => TokenKind::Operator,
            _ => continue,
        };
        match found.last_mut() {
            Some(last)
                if kind == TokenKind::String
                    && last.kind == kind
                    && last.span.end == token.span.start
                    && token.kind != Kind::OpenQuote =>
            {
                last.span.end = token.span.end;
            }
            _ => {
                let token = Token {
                    span: token.span,
                    kind,
                    declaration: false,
                    deprecated: false,
                };
                budget.push(&mut found, token)?;
            }
        }
    }
    Ok(found)
}
