//! Configuration files in either syntax as bodies, with the positions of all names.
//!
//! A [`Document`] is a parsed file. In JSON, a schema decides which properties are blocks. Names and
//! references have the bytes of the file as their positions, also inside JSON strings with escapes.

use polycty_core::calls::Budget;
use polycty_core::source::{
    Code, Diagnostic, Error, Position, Range, Result, Severity, Source, Span,
};
use polycty_hcl::syntax::json::{JsonExpression, parse_json_within};
use polycty_hcl::syntax::{
    BodyId, ExprId, ExprKind, Parsed, Tree, parse_config_within, parse_expression_within,
    parse_template_within,
};

/// The bytes charged for a name or an item of a body.
const ITEM: u64 = 120;

/// A parsed file.
pub(super) enum Document {
    Native(Parsed<BodyId>),
    Json(JsonExpression),
}

/// A body of a [`Document`].
#[derive(Clone)]
pub(super) enum BodyView<'d> {
    Native(&'d Tree, BodyId),
    /// The objects whose properties form the body.
    Json(Vec<JsonExpression>),
}

/// The value of an argument.
#[derive(Clone)]
pub(super) enum ValueView<'d> {
    Native(&'d Tree, ExprId),
    Json(JsonExpression),
}

/// A name with the bytes that it occupies, without quotes.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) text: String,
    pub(super) span: Span,
}

/// An argument of a body.
pub(super) struct Argument<'d> {
    pub(super) name: Named,
    pub(super) value: ValueView<'d>,
}

/// A block of a body.
pub(super) struct BlockView<'d> {
    pub(super) block_type: String,
    pub(super) labels: Vec<Named>,
    pub(super) body: BodyView<'d>,
    /// The whole block in native syntax, or its body in JSON.
    pub(super) span: Span,
}

/// The blocks that a body may have: their types and the number of their labels.
pub(crate) type Blocks = [(&'static str, usize)];

impl Document {
    /// Parses a file. The syntax is JSON if the name ends in `.json`.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if the text cannot be parsed.
    pub(super) fn parse(name: &str, text: &[u8], budget: &Budget) -> Result<Document> {
        let (document, diagnostics) = if name.ends_with(".json") {
            let parsed = parse_json_within(text, name, Position::START, budget);
            (Document::Json(parsed.expression), parsed.diagnostics)
        } else {
            let parsed = parse_config_within(text, name, Position::START, budget);
            let diagnostics = parsed.diagnostics.clone();
            (Document::Native(parsed), diagnostics)
        };
        budget.finish()?;
        let is_error = |one: &Diagnostic| one.severity == Severity::Error;
        if diagnostics.iter().any(is_error) {
            return Err(Error::from_diagnostics(Code::Syntax, diagnostics));
        }
        Ok(document)
    }

    /// The file with a range of it.
    pub(super) fn location(&self, span: Span) -> (Source, Range) {
        match self {
            Document::Native(parsed) => (parsed.tree.source().clone(), parsed.tree.range(span)),
            Document::Json(root) => {
                let document = root.document();
                (document.source().clone(), document.range(span))
            }
        }
    }

    /// The body of the file.
    pub(super) fn body(&self) -> BodyView<'_> {
        match self {
            Document::Native(parsed) => BodyView::Native(&parsed.tree, parsed.root),
            Document::Json(root) => BodyView::Json(objects(root)),
        }
    }
}

/// The objects of a JSON value that is an object or an array of objects.
fn objects(value: &JsonExpression) -> Vec<JsonExpression> {
    match value.as_list() {
        Some(parts) => parts.iter().flat_map(objects).collect(),
        None => vec![value.clone()],
    }
}

impl<'d> BodyView<'d> {
    /// The arguments and blocks of the body in source order.
    pub(super) fn items(
        &self,
        schema: &Blocks,
        budget: &Budget,
    ) -> Result<(Vec<Argument<'d>>, Vec<BlockView<'d>>)> {
        let (mut arguments, mut blocks) = (Vec::new(), Vec::new());
        match self {
            BodyView::Native(tree, id) => {
                let body = &tree[*id];
                for attribute in budget.charged_holding(ITEM, &tree[body.attributes])? {
                    arguments.push(Argument {
                        name: Named {
                            text: tree.text(attribute.name).to_owned(),
                            span: attribute.name_span,
                        },
                        value: ValueView::Native(tree, attribute.value),
                    });
                }
                for block in budget.charged_holding(ITEM, &tree[body.blocks])? {
                    let labels = tree[block.labels].iter().map(|label| Named {
                        text: tree.text(label.text).to_owned(),
                        span: inside_quotes(tree.slice(label.span), label.span),
                    });
                    blocks.push(BlockView {
                        block_type: tree.text(block.block_type).to_owned(),
                        labels: labels.collect(),
                        body: BodyView::Native(tree, block.body),
                        span: Span {
                            start: block.type_span.start,
                            end: block.close.end,
                        },
                    });
                }
            }
            BodyView::Json(parts) => {
                for item in budget.each(parts.iter().filter_map(JsonExpression::as_map).flatten()) {
                    let (key, value) = item?;
                    budget.hold(ITEM)?;
                    let name = json_name(&key, budget)?;
                    let labels = schema.iter().find(|(known, _)| *known == name.text);
                    match labels {
                        // A comment.
                        None if name.text == "//" => {}
                        None => arguments.push(Argument {
                            name,
                            value: ValueView::Json(value),
                        }),
                        Some((block_type, count)) => {
                            let mut labels = Vec::new();
                            json_blocks(
                                block_type,
                                *count,
                                &value,
                                &mut labels,
                                &mut blocks,
                                budget,
                            )?;
                        }
                    }
                }
            }
        }
        Ok((arguments, blocks))
    }
}

/// Adds the blocks of a property. The recursion is as deep as the block has labels and arrays.
fn json_blocks(
    block_type: &str,
    count: usize,
    value: &JsonExpression,
    labels: &mut Vec<Named>,
    blocks: &mut Vec<BlockView<'_>>,
    budget: &Budget,
) -> Result<()> {
    budget.charge(1)?;
    if let Some(parts) = value.as_list() {
        return parts
            .iter()
            .try_for_each(|part| json_blocks(block_type, count, part, labels, blocks, budget));
    }
    if labels.len() == count {
        budget.hold(ITEM)?;
        blocks.push(BlockView {
            block_type: block_type.to_owned(),
            labels: labels.clone(),
            body: BodyView::Json(vec![value.clone()]),
            span: value.span(),
        });
        return Ok(());
    }
    for (key, value) in value.as_map().unwrap_or_default() {
        let name = json_name(&key, budget)?;
        if name.text == "//" {
            continue;
        }
        labels.push(name);
        json_blocks(block_type, count, &value, labels, blocks, budget)?;
        labels.pop();
    }
    Ok(())
}

/// The `dynamic` blocks that the value of a JSON property contains.
pub(super) fn dynamic_blocks(
    value: &JsonExpression,
    budget: &Budget,
) -> Result<Vec<BlockView<'static>>> {
    let mut blocks = Vec::new();
    json_blocks("dynamic", 1, value, &mut Vec::new(), &mut blocks, budget)?;
    Ok(blocks)
}

/// The name of a property.
fn json_name(key: &JsonExpression, budget: &Budget) -> Result<Named> {
    let span = key.span();
    let written = span.slice(&key.document().source().text);
    budget.hold(written.len() as u64)?;
    Ok(Named {
        text: Unescaped::of(written, span.start).text,
        span: inside_quotes(written, span),
    })
}

/// The span without the quotes of the text.
fn inside_quotes(written: &str, span: Span) -> Span {
    let is_quoted = written.len() >= 2 && written.starts_with('"') && written.ends_with('"');
    let quote = u32::from(is_quoted);
    Span {
        start: span.start + quote,
        end: span.end - quote,
    }
}

/// The text of a JSON string with the position of each byte in the file.
pub(crate) struct Unescaped {
    pub(crate) text: String,
    /// By byte of the text, and for its end, the byte of the file.
    at: Vec<u32>,
}

impl Unescaped {
    /// Reads a string with quotes that starts at a byte of the file.
    pub(crate) fn of(written: &str, start: u32) -> Unescaped {
        let mut found = Unescaped {
            text: String::with_capacity(written.len()),
            at: Vec::with_capacity(written.len()),
        };
        let inner = written.strip_prefix('"').unwrap_or(written);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        let first = start + (written.len() > inner.len()) as u32;
        let mut high = None;
        let mut chars = inner.char_indices();
        while let Some((at, c)) = chars.next() {
            let place = first + at as u32;
            let decoded = if c == '\\' {
                match chars.next().map(|(_, escape)| escape) {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('u') => {
                        let digits = chars.by_ref().take(4);
                        let code = digits.fold(0, |code, (_, digit)| {
                            code * 16 + digit.to_digit(16).unwrap_or_default()
                        });
                        match (high.take(), code) {
                            (None, 0xD800..=0xDBFF) => {
                                high = Some((code, place));
                                continue;
                            }
                            (Some((high, place)), 0xDC00..=0xDFFF) => {
                                let code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00);
                                found.push(char::from_u32(code).unwrap_or('\u{fffd}'), place);
                                continue;
                            }
                            (_, code) => char::from_u32(code).unwrap_or('\u{fffd}'),
                        }
                    }
                    Some(other) => other,
                    None => '\\',
                }
            } else {
                c
            };
            if let Some((_, place)) = high.take() {
                found.push('\u{fffd}', place);
            }
            found.push(decoded, place);
        }
        found.at.push(first + inner.len() as u32);
        found
    }

    fn push(&mut self, c: char, place: u32) {
        self.text.push(c);
        self.at.extend(std::iter::repeat_n(place, c.len_utf8()));
    }

    /// The bytes of the file that a span of the text occupies.
    fn span(&self, span: Span) -> Span {
        let last = self.at.len() - 1;
        Span {
            start: self.at[(span.start as usize).min(last)],
            end: self.at[(span.end as usize).min(last)],
        }
    }
}

/// The notation of the strings of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strings {
    /// Templates.
    Templates,
    /// Expressions in native syntax, such as the elements of `depends_on`.
    Expressions,
}

/// The positions in the file of the spans of a tree.
pub(super) enum Positions<'p> {
    Same,
    Unescaped(&'p Unescaped),
}

impl Positions<'_> {
    pub(super) fn span(&self, span: Span) -> Span {
        match self {
            Positions::Same => span,
            Positions::Unescaped(text) => text.span(span),
        }
    }
}

impl ValueView<'_> {
    /// Returns the text of a string without sequences.
    pub(super) fn literal(&self, budget: &Budget) -> Result<Option<String>> {
        match self {
            ValueView::Native(tree, id) => {
                let literal = |id: ExprId| match tree[id].kind {
                    ExprKind::Literal(value) => tree[value].as_str().map(str::to_owned),
                    _ => None,
                };
                Ok(match tree[*id].kind {
                    ExprKind::Template(parts) => match tree[parts] {
                        [part] => literal(part),
                        _ => None,
                    },
                    _ => literal(*id),
                })
            }
            ValueView::Json(value) => {
                let span = value.span();
                let written = span.slice(&value.document().source().text);
                if !written.starts_with('"') {
                    return Ok(None);
                }
                budget.hold(written.len() as u64)?;
                Ok(Some(Unescaped::of(written, span.start).text))
            }
        }
    }

    /// Calls `visit` with each expression in native syntax that the value contains.
    pub(super) fn each_expression(
        &self,
        strings: Strings,
        budget: &Budget,
        visit: &mut dyn FnMut(&Tree, ExprId, &Positions<'_>) -> Result<()>,
    ) -> Result<()> {
        match self {
            ValueView::Native(tree, id) => {
                budget.charge(1)?;
                let parts = tree.static_list(*id).unwrap_or(std::slice::from_ref(id));
                if strings == Strings::Expressions {
                    for part in parts {
                        match quoted(tree, *part) {
                            Some(text) => text_expressions(&text, strings, budget, visit)?,
                            None => visit(tree, *part, &Positions::Same)?,
                        }
                    }
                    return Ok(());
                }
                visit(tree, *id, &Positions::Same)
            }
            ValueView::Json(value) => json_expressions(value, strings, budget, visit),
        }
    }
}

/// The recursion is as deep as the text nests, which is limited.
fn json_expressions(
    value: &JsonExpression,
    strings: Strings,
    budget: &Budget,
    visit: &mut dyn FnMut(&Tree, ExprId, &Positions<'_>) -> Result<()>,
) -> Result<()> {
    budget.charge(1)?;
    if let Some(parts) = value.as_list() {
        return parts
            .iter()
            .try_for_each(|part| json_expressions(part, strings, budget, visit));
    }
    if let Some(pairs) = value.as_map() {
        for (key, value) in &pairs {
            json_expressions(key, Strings::Templates, budget, visit)?;
            json_expressions(value, strings, budget, visit)?;
        }
        return Ok(());
    }
    let span = value.span();
    let written = span.slice(&value.document().source().text);
    if !written.starts_with('"') {
        return Ok(());
    }
    text_expressions(&Unescaped::of(written, span.start), strings, budget, visit)
}

/// The text of a quoted string without sequences, which older versions of Terraform required for
/// references.
fn quoted(tree: &Tree, id: ExprId) -> Option<Unescaped> {
    let span = tree[id].span;
    let is_text = match tree[id].kind {
        ExprKind::Template(parts) => match tree[parts] {
            [part] => matches!(tree[part].kind, ExprKind::Literal(_)),
            _ => false,
        },
        kind => matches!(kind, ExprKind::Literal(_)),
    };
    let written = tree.slice(span);
    (is_text && written.starts_with('"')).then(|| Unescaped::of(written, span.start))
}

fn text_expressions(
    text: &Unescaped,
    strings: Strings,
    budget: &Budget,
    visit: &mut dyn FnMut(&Tree, ExprId, &Positions<'_>) -> Result<()>,
) -> Result<()> {
    budget.hold(text.text.len() as u64 * 5)?;
    let is_template = text.text.contains("${") || text.text.contains("%{");
    let parsed = match strings {
        Strings::Templates if !is_template => return Ok(()),
        _ if is_template => {
            parse_template_within(text.text.as_bytes(), "", Position::START, budget)
        }
        _ => parse_expression_within(text.text.as_bytes(), "", Position::START, budget),
    };
    budget.finish()?;
    if !parsed.diagnostics.is_empty() {
        return Ok(());
    }
    visit(&parsed.tree, parsed.root, &Positions::Unescaped(text))
}
