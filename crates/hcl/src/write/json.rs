//! Conversion of a body to JSON syntax.
//!
//! - Literals, lists and objects become JSON values.
//! - Strings become templates with escaped text. Any other expression becomes a single
//!   interpolation.
//! - The blocks of one type become one property: nested objects, one for each label, and an array
//!   if there are several blocks.
//!
//! The order of blocks of one type is kept. Layout is lost.
//!
//! A language may treat some arguments differently ([`JsonForms`]): Terraform expects names and types
//! as strings, for example.

use super::file::File;
use super::json_comments::Comments;
use super::parse;
use crate::eval::evaluate_within;
use crate::syntax::{
    Block, BodyId, ExprId, ExprKind, Expression, MAX_NESTING, Name, ObjectItem, Span, Tree,
    UnaryOp, significant,
};
use polycty_core::calls::{Budget, GrowingText, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::types::Kind;
use polycty_core::values::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The form of an argument in JSON syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonForm {
    /// An expression, which is evaluated. Its strings are templates.
    Expression,
    /// A value that is evaluated without variables. Its strings are not templates.
    Literal,
    /// Names, references or types, which are not evaluated. Each is a string with its source text;
    /// only lists and objects are written as such.
    Static,
}

/// The rules of a language for its JSON syntax.
pub trait JsonForms {
    /// Returns the form of an argument. `block_types` are the types of the blocks that contain it,
    /// the outermost one first.
    fn form(&self, block_types: &[&str], argument: &str) -> JsonForm;

    /// Whether the labels of the blocks of a type identify them, so that the blocks may be properties
    /// of one object. `block_types` are the types of the blocks that contain them.
    fn is_keyed(&self, block_types: &[&str], block_type: &str) -> bool;
}

/// The rules of HCL itself: all arguments are expressions, and the order of blocks is kept.
struct AllExpressions;

impl JsonForms for AllExpressions {
    fn form(&self, _: &[&str], _: &str) -> JsonForm {
        JsonForm::Expression
    }

    fn is_keyed(&self, _: &[&str], _: &str) -> bool {
        false
    }
}

impl File {
    /// Returns the body of the file in JSON syntax, as [`body_as_json`] does.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if the text cannot be parsed; otherwise the errors of
    /// [`body_as_json`].
    pub fn write_json(&self, budget: &Budget) -> Result<String> {
        let text = self.write(budget)?;
        let parsed = parse::config(&text, "", budget)?;
        body_as_json(&parsed.tree, parsed.root, budget)
    }
}

/// Returns a body in JSON syntax that parses to the same body: its arguments have the same values
/// in every scope.
///
/// # Errors
/// [`Code::Unsupported`] if an argument and a block have the same name, which JSON syntax cannot
/// represent; [`Code::Limit`] if the budget is exceeded or the body nests too deep.
pub fn body_as_json(tree: &Tree, body: BodyId, budget: &Budget) -> Result<String> {
    let mut writer = Writer::new(budget);
    writer.body(tree, body, 0, Vec::new())?;
    writer.finish()
}

/// Returns a text in native syntax as JSON syntax by the rules of a language. Comments become the
/// property `//` of the body that contains them, which JSON syntax ignores.
///
/// # Errors
/// [`Code::Syntax`] with diagnostics if the text cannot be parsed; otherwise the errors of
/// [`body_as_json`].
pub fn config_as_json(
    text: &[u8],
    name: &str,
    forms: &dyn JsonForms,
    budget: &Budget,
) -> Result<String> {
    let parsed = parse::config(text, name, budget)?;
    let tokens = significant(&parsed.tree.source().text, budget)?;
    budget.hold(size_of_val(&*tokens) as u64)?;
    let mut writer = Writer {
        forms,
        tree: Some(&parsed.tree),
        comments: Some(Comments::new(tokens)),
        ..Writer::new(budget)
    };
    writer.body(&parsed.tree, parsed.root, 0, Vec::new())?;
    writer.finish()
}

/// Returns the text of an expression on one line, if its form permits it: calls, tuples and objects,
/// such as types, are joined with commas, and their comments are left out.
///
/// # Errors
/// [`Code::Syntax`] with diagnostics if the text cannot be parsed; [`Code::Limit`] if the budget is
/// exceeded.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_hcl::write::on_one_line;
/// let text = "object({\n  a = string # ours\n  b = number\n})";
/// let line = on_one_line(text, &Budget::standard()).unwrap();
/// assert_eq!(line, "object({ a = string, b = number })");
/// ```
pub fn on_one_line(text: &str, budget: &Budget) -> Result<String> {
    let parsed = parse::expression(text, budget)?;
    budget.hold(text.len() as u64)?;
    let mut line = String::with_capacity(text.len());
    write_line(&parsed.tree, parsed.root, &mut line);
    Ok(line)
}

/// Returns a value as an expression in JSON syntax. Strings are escaped, so that they contain no
/// template sequences.
///
/// # Errors
/// [`Code::Unknown`], [`Code::Marked`] or [`Code::Unsupported`] if the value has no notation;
/// [`Code::Limit`] if the budget is exceeded or the value nests too deep.
pub fn value_as_json(value: &Value, budget: &Budget) -> Result<String> {
    let mut writer = Writer::new(budget);
    writer.value(value, Strings::Templates, 0)?;
    Ok(writer.out.into_held()?)
}

struct Writer<'a> {
    out: GrowingText<'a>,
    budget: &'a Budget,
    forms: &'a dyn JsonForms,
    /// The tree, if values without variables may be evaluated.
    tree: Option<&'a Arc<Tree>>,
    comments: Option<Comments>,
    /// The types of the blocks that contain the current body.
    path: Vec<String>,
}

/// The notation of strings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strings {
    /// Strings are templates.
    Templates,
    /// Strings are not templates.
    Verbatim,
}

impl<'a> Writer<'a> {
    fn new(budget: &'a Budget) -> Writer<'a> {
        Writer {
            out: GrowingText::new(budget),
            budget,
            forms: &AllExpressions,
            tree: None,
            comments: None,
            path: Vec::new(),
        }
    }

    /// The form of an argument of the current body.
    fn form(&self, argument: &str) -> JsonForm {
        let path: Vec<&str> = self.path.iter().map(|name| &**name).collect();
        self.forms.form(&path, argument)
    }

    /// The text, whose memory stays held.
    fn finish(mut self) -> Result<String> {
        self.out.push('\n')?;
        Ok(self.out.into_held()?)
    }

    fn line(&mut self, indent: usize) -> Result<()> {
        self.out.push('\n')?;
        Ok(self
            .out
            .write(|out| out.extend(std::iter::repeat_n("  ", indent)))?)
    }

    fn string(&mut self, text: &str) -> Result<()> {
        let written = |out: &mut String| write_string(text.as_bytes(), Escaping::Needed, out);
        Ok(self.out.write(written)?)
    }

    /// Writes a bracketed list, calling `part` for each part. The recursion is as deep as the
    /// result nests.
    fn list<T>(
        &mut self,
        brackets: [char; 2],
        parts: impl IntoIterator<Item = T>,
        indent: usize,
        mut part: impl FnMut(&mut Self, T) -> Result<()>,
    ) -> Result<()> {
        nests(indent)?;
        self.out.push(brackets[0])?;
        let mut is_empty = true;
        for one in self.budget.each(parts) {
            let one = one?;
            if !std::mem::take(&mut is_empty) {
                self.out.push(',')?;
            }
            self.line(indent + 1)?;
            part(self, one)?;
        }
        if !is_empty {
            self.line(indent)?;
        }
        Ok(self.out.push(brackets[1])?)
    }

    /// Writes a body. `lead` are the lines of the comments of its block.
    fn body(
        &mut self,
        tree: &Tree,
        id: BodyId,
        indent: usize,
        mut lead: Vec<String>,
    ) -> Result<()> {
        let body = &tree[id];
        let mut found = self.comments_of(tree, id);
        lead.append(&mut found.own);
        // The blocks of each type, in the order of the first block of the type.
        let mut types: Vec<(&str, Vec<Lead<'_>>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut comments = found.blocks.into_iter();
        for block in &tree[body.blocks] {
            let name = tree.text(block.block_type);
            let place = *places.entry(name).or_insert_with(|| {
                types.push((name, Vec::new()));
                types.len() - 1
            });
            let lead = comments.next().unwrap_or_default();
            types[place].1.push(Lead { block, lead });
        }
        let attributes = tree[body.attributes].iter();
        let twice = attributes
            .clone()
            .find(|one| places.contains_key(tree.text(one.name)));
        if let Some(attribute) = twice {
            let name = tree.text(attribute.name);
            return Err(Error::new(
                Code::Unsupported,
                format!("in JSON an argument and a block cannot both be named {name:?}"),
            ));
        }
        enum Property<'t> {
            Comment(Vec<String>),
            Attribute(&'t crate::syntax::Attribute),
            Blocks(&'t str, Vec<Lead<'t>>),
        }
        let comment = (!lead.is_empty()).then_some(Property::Comment(lead));
        let attributes = attributes.map(Property::Attribute);
        let blocks = types
            .into_iter()
            .map(|(name, blocks)| Property::Blocks(name, blocks));
        self.list(
            ['{', '}'],
            comment.into_iter().chain(attributes).chain(blocks),
            indent,
            |writer, property| match property {
                Property::Comment(lines) => {
                    writer.out.push_str("\"//\": ")?;
                    if let [line] = &lines[..] {
                        return writer.string(line);
                    }
                    writer.list(['[', ']'], lines, indent + 1, |writer, line| {
                        writer.string(&line)
                    })
                }
                Property::Attribute(attribute) => {
                    let name = tree.text(attribute.name);
                    writer.string(name)?;
                    writer.out.push_str(": ")?;
                    match writer.form(name) {
                        JsonForm::Expression => {
                            writer.expression(tree, attribute.value, indent + 1)
                        }
                        JsonForm::Literal => writer.literal(tree, attribute.value, indent + 1),
                        JsonForm::Static => writer.names(tree, attribute.value, indent + 1),
                    }
                }
                Property::Blocks(name, blocks) => {
                    writer.string(name)?;
                    writer.out.push_str(": ")?;
                    writer.blocks(tree, name, blocks, indent + 1)
                }
            },
        )
    }

    /// The comments of a body.
    fn comments_of(&self, tree: &Tree, id: BodyId) -> super::json_comments::BodyComments {
        let Some(comments) = &self.comments else {
            return Default::default();
        };
        let body = &tree[id];
        let span = if self.path.is_empty() {
            Span::new(0, tree.source().text.len())
        } else {
            body.span
        };
        comments.of_body(tree, body, span, &|at| {
            let attribute = &tree[body.attributes][at];
            // The text of other expressions is written with its comments.
            let kind = tree[attribute.value].kind;
            matches!(kind, ExprKind::Tuple(_) | ExprKind::Object(_))
                || self.form(tree.text(attribute.name)) != JsonForm::Expression
        })
    }

    /// Writes the blocks of a type.
    fn blocks(
        &mut self,
        tree: &Tree,
        name: &str,
        mut blocks: Vec<Lead<'_>>,
        indent: usize,
    ) -> Result<()> {
        let path: Vec<&str> = self.path.iter().map(|name| &**name).collect();
        let is_keyed = self.forms.is_keyed(&path, name);
        let labels = blocks[0].block.labels.len();
        let have_same = blocks.iter().all(|one| one.block.labels.len() == labels);
        self.path.push(name.to_owned());
        let written = if is_keyed && have_same {
            self.keyed(tree, blocks, 0, indent)
        } else if blocks.len() == 1 {
            let Lead { block, lead } = blocks.remove(0);
            self.block(tree, block, indent, lead)
        } else {
            self.list(['[', ']'], blocks, indent, |writer, one| {
                writer.block(tree, one.block, indent + 1, one.lead)
            })
        };
        self.path.pop();
        written
    }

    /// Writes blocks with the same first labels as an object of their next labels. The recursion is
    /// as deep as the number of labels.
    fn keyed(
        &mut self,
        tree: &Tree,
        mut blocks: Vec<Lead<'_>>,
        level: usize,
        indent: usize,
    ) -> Result<()> {
        nests(indent)?;
        if level == blocks[0].block.labels.len() {
            if blocks.len() == 1 {
                let Lead { block, lead } = blocks.remove(0);
                return self.body(tree, block.body, indent, lead);
            }
            return self.list(['[', ']'], blocks, indent, |writer, one| {
                writer.body(tree, one.block.body, indent + 1, one.lead)
            });
        }
        let mut groups: Vec<(&str, Vec<Lead<'_>>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for one in self.budget.charged(blocks)? {
            let label = tree.text(tree[one.block.labels][level].text);
            let place = *places.entry(label).or_insert_with(|| {
                groups.push((label, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(one);
        }
        self.list(['{', '}'], groups, indent, |writer, (label, blocks)| {
            writer.string(label)?;
            writer.out.push_str(": ")?;
            writer.keyed(tree, blocks, level + 1, indent + 1)
        })
    }

    /// Writes the body of a block inside one object for each label.
    fn block(
        &mut self,
        tree: &Tree,
        block: &Block,
        indent: usize,
        lead: Vec<String>,
    ) -> Result<()> {
        let labels = &tree[block.labels];
        nests(indent + labels.len())?;
        for (level, label) in labels.iter().enumerate() {
            self.out.push('{')?;
            self.line(indent + level + 1)?;
            self.string(tree.text(label.text))?;
            self.out.push_str(": ")?;
        }
        self.body(tree, block.body, indent + labels.len(), lead)?;
        for level in (0..labels.len()).rev() {
            self.line(indent + level)?;
            self.out.push('}')?;
        }
        Ok(())
    }

    /// Writes the value of an expression without variables, or the expression if it has no value.
    fn literal(&mut self, tree: &Tree, id: ExprId, indent: usize) -> Result<()> {
        if let Some(tree) = self.tree {
            let tree = tree.clone();
            let found = evaluate_within(&Expression { tree, id }, None, self.budget);
            self.budget.finish()?;
            let value = &found.value;
            if !found.has_errors() && value.is_wholly_known() {
                return self.value(value, Strings::Verbatim, indent);
            }
        }
        self.expression(tree, id, indent)
    }

    /// Writes names, references and types as strings. The recursion is as deep as expressions nest.
    fn names(&mut self, tree: &Tree, id: ExprId, indent: usize) -> Result<()> {
        match tree[id].kind {
            ExprKind::Tuple(elements) => {
                self.list(['[', ']'], &tree[elements], indent, |writer, element| {
                    writer.names(tree, *element, indent + 1)
                })
            }
            ExprKind::Object(items) => {
                self.list(['{', '}'], &tree[items], indent, |writer, item| {
                    let key = key_of(tree, item);
                    let key = key.unwrap_or_else(|| tree.slice(tree[item.key].span).to_owned());
                    writer.string(&key)?;
                    writer.out.push_str(": ")?;
                    writer.names(tree, item.value, indent + 1)
                })
            }
            kind => {
                let part = match kind {
                    ExprKind::Template(parts) => match tree[parts] {
                        [part] => part,
                        _ => id,
                    },
                    _ => id,
                };
                if let ExprKind::Literal(value) = tree[part].kind
                    && let Some(text) = tree[value].as_str()
                {
                    return self.string(text);
                }
                let mut text = String::new();
                write_line(tree, id, &mut text);
                self.string(&text)
            }
        }
    }

    fn expression(&mut self, tree: &Tree, id: ExprId, indent: usize) -> Result<()> {
        match tree[id].kind {
            ExprKind::Literal(value) => self.value(&tree[value], Strings::Templates, indent),
            ExprKind::Unary {
                operator: UnaryOp::Negate,
                operand,
            } if is_positive(tree, operand) => {
                self.out.push('-')?;
                self.expression(tree, operand, indent)
            }
            ExprKind::Tuple(elements) => {
                self.list(['[', ']'], &tree[elements], indent, |writer, element| {
                    writer.expression(tree, *element, indent + 1)
                })
            }
            ExprKind::Object(items) if have_plain_keys(tree, &tree[items]) => {
                self.list(['{', '}'], &tree[items], indent, |writer, item| {
                    let mut key = String::new();
                    write_literal(
                        &key_of(tree, item).unwrap_or_default(),
                        Next::Text,
                        &mut key,
                    );
                    writer.string(&key)?;
                    writer.out.push_str(": ")?;
                    writer.expression(tree, item.value, indent + 1)
                })
            }
            _ => {
                let mut text = String::new();
                write_template(tree, id, &mut text);
                self.string(&text)
            }
        }
    }

    fn value(&mut self, value: &Value, strings: Strings, indent: usize) -> Result<()> {
        let refused = |code, what| Err(Error::new(code, format!("{what} cannot be written")));
        if value.is_marked() {
            return refused(Code::Marked, "a marked value");
        }
        if value.is_null() {
            return Ok(self.out.push_str("null")?);
        }
        if !value.is_known() {
            return refused(Code::Unknown, "an unknown value");
        }
        let text = |text: &str| {
            let mut template = String::with_capacity(text.len());
            match strings {
                Strings::Templates => write_literal(text, Next::Text, &mut template),
                Strings::Verbatim => template.push_str(text),
            }
            template
        };
        match value.ty().kind() {
            Kind::Bool(_) => {
                let is_true = value.as_bool() == Some(true);
                Ok(self.out.push_str(if is_true { "true" } else { "false" })?)
            }
            Kind::Number => match value.as_number() {
                Some(number) if !number.is_infinite() => {
                    cost::write_number(&number, self.budget)?;
                    Ok(self.out.write(|out| number.write_text(out))??)
                }
                _ => refused(Code::Unsupported, "infinity"),
            },
            Kind::String(_) => {
                let found = value.as_str().unwrap_or_default();
                self.budget.charge(found.len() as u64 / 8)?;
                self.string(&text(found))
            }
            Kind::List { .. } | Kind::Set(_) | Kind::Tuple { .. } => {
                let parts = value.parts().unwrap_or_default();
                self.list(['[', ']'], parts, indent, |writer, part| {
                    writer.value(part, strings, indent + 1)
                })
            }
            Kind::Object(object) => {
                let names = object.fields().iter().map(|field| field.name());
                let parts = names.zip(value.parts().unwrap_or_default());
                self.list(['{', '}'], parts, indent, |writer, (name, part)| {
                    writer.string(&text(name))?;
                    writer.out.push_str(": ")?;
                    writer.value(part, strings, indent + 1)
                })
            }
            Kind::Map { .. } => {
                let entries = value.entries().unwrap_or_default();
                if entries.iter().any(|entry| entry.key().as_str().is_none()) {
                    return refused(Code::Unsupported, "a map whose keys are not strings");
                }
                self.list(['{', '}'], entries, indent, |writer, entry| {
                    writer.string(&text(entry.key_str()))?;
                    writer.out.push_str(": ")?;
                    writer.value(entry.value(), strings, indent + 1)
                })
            }
            _ => refused(
                Code::Unsupported,
                "a value of a type that HCL does not have",
            ),
        }
    }
}

/// A block with the lines of its comments.
struct Lead<'t> {
    block: &'t Block,
    lead: Vec<String>,
}

/// Whether an expression is a literal number greater than zero.
fn is_positive(tree: &Tree, id: ExprId) -> bool {
    let ExprKind::Literal(value) = tree[id].kind else {
        return false;
    };
    let number = tree[value].as_number();
    number.is_some_and(|number| !number.is_zero() && !number.is_infinite())
}

/// Writes the text of an expression on one line, if its form permits it. The recursion is as deep as
/// expressions nest.
fn write_line(tree: &Tree, id: ExprId, out: &mut String) {
    let expr = &tree[id];
    let text = tree.slice(expr.span);
    if !text.contains('\n') {
        out.push_str(text);
        return;
    }
    let list = |parts: &[ExprId], out: &mut String| {
        for (at, part) in parts.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            write_line(tree, *part, out);
        }
    };
    match expr.kind {
        ExprKind::Call(call) if !tree[call].expand_final => {
            let call = &tree[call];
            out.push_str(tree.text(call.name));
            out.push('(');
            list(&tree[call.arguments], out);
            out.push(')');
        }
        ExprKind::Tuple(parts) => {
            out.push('[');
            list(&tree[parts], out);
            out.push(']');
        }
        ExprKind::Object(items) => {
            out.push('{');
            for (at, item) in tree[items].iter().enumerate() {
                out.push_str(if at == 0 { " " } else { ", " });
                out.push_str(tree.slice(tree[item.key].span));
                out.push_str(" = ");
                write_line(tree, item.value, out);
            }
            out.push_str(if items.is_empty() { "}" } else { " }" });
        }
        _ => out.push_str(text),
    }
}

/// Whether all keys of an object are identifiers or strings without duplicates.
fn have_plain_keys(tree: &Tree, items: &[ObjectItem]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items
        .iter()
        .all(|item| key_of(tree, item).is_some_and(|key| seen.insert(key)))
}

/// Returns the text of a key that needs no evaluation.
fn key_of(tree: &Tree, item: &ObjectItem) -> Option<String> {
    let name = |name: Name| tree.text(name).to_owned();
    match (item.literal_key, tree[item.key].kind) {
        (Some(key), _) => Some(name(key)),
        (None, ExprKind::Literal(value)) => tree[value].as_str().map(str::to_owned),
        _ => None,
    }
}

/// Checks the nesting limit of JSON parsing.
fn nests(indent: usize) -> Result<()> {
    if indent > MAX_NESTING as usize {
        let message = format!("JSON may be nested at most {MAX_NESTING} levels deep");
        return Err(Error::new(Code::Limit, message));
    }
    Ok(())
}

/// Writes an expression as a template without quotes. The recursion is as deep as expressions nest.
fn write_template(tree: &Tree, id: ExprId, out: &mut String) {
    let expr = &tree[id];
    match expr.kind {
        ExprKind::Template(parts) => write_parts(tree, &tree[parts], Next::Text, out),
        ExprKind::TemplateWrap(inner) => write_sequence("${", tree, inner, out),
        _ => write_sequence("${", tree, id, out),
    }
}

/// Writes the parts of a template.
fn write_parts(tree: &Tree, parts: &[ExprId], end: Next, out: &mut String) {
    // Adjacent literal parts are written as one text, because otherwise each may contain half of
    // the start of a sequence.
    let mut text = String::new();
    for part in parts {
        match tree[*part].kind {
            ExprKind::Literal(value) if tree[value].as_str().is_some() => {
                text.push_str(tree[value].as_str().unwrap_or_default());
            }
            _ => {
                write_literal(&text, Next::Sequence, out);
                text.clear();
                write_part(tree, *part, out);
            }
        }
    }
    write_literal(&text, end, out);
}

/// Writes a sequence of a template.
fn write_part(tree: &Tree, id: ExprId, out: &mut String) {
    let span = tree[id].span;
    let is_directive = tree.slice(span).starts_with("%{");
    match tree[id].kind {
        ExprKind::Conditional { condition, yes, no } if is_directive => {
            write_sequence("%{ if ", tree, condition, out);
            write_clause(tree, yes, out);
            out.push_str("%{ else }");
            write_clause(tree, no, out);
            out.push_str("%{ endif }");
        }
        ExprKind::TemplateJoin(inner) => {
            let ExprKind::For(each) = tree[inner].kind else {
                return;
            };
            let each = &tree[each];
            out.push_str("%{ for ");
            if let Some(key) = each.key_variable {
                out.push_str(tree.text(key));
                out.push_str(", ");
            }
            out.push_str(tree.text(each.value_variable));
            write_sequence(" in ", tree, each.collection, out);
            write_clause(tree, each.value, out);
            out.push_str("%{ endfor }");
        }
        _ => write_sequence("${", tree, id, out),
    }
}

/// Writes the template between two directives.
fn write_clause(tree: &Tree, id: ExprId, out: &mut String) {
    match tree[id].kind {
        ExprKind::Template(parts) => write_parts(tree, &tree[parts], Next::Sequence, out),
        _ => write_parts(tree, &[id], Next::Sequence, out),
    }
}

/// Writes an expression, as it is in the source text, as a sequence.
fn write_sequence(open: &str, tree: &Tree, id: ExprId, out: &mut String) {
    out.push_str(open);
    let text = tree.slice(tree[id].span);
    // The spaces prevent a `~` from becoming a strip marker and a brace from becoming part of the
    // sequence.
    let is_apart = text.starts_with(['~', '{']) || text.ends_with(['~', '}']);
    out.push_str(if is_apart { " " } else { "" });
    out.push_str(text);
    out.push_str(if is_apart { " " } else { "" });
    // A heredoc ends with a newline.
    if text.contains("<<") {
        out.push('\n');
    }
    out.push('}');
}

/// The syntax after a text in a template.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Text,
    Sequence,
}

/// Writes literal text of a template, so that it starts no sequence: a sign before a brace is
/// doubled. If doubling would join the sign with preceding signs, or if a sequence follows, the
/// preceding signs are written as a sequence of their own.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find` and lengths of suffixes"
)]
fn write_literal(text: &str, next: Next, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['$', '%']) {
        let signs = &rest[at..];
        let after = signs.trim_start_matches(['$', '%']);
        let signs = &signs[..signs.len() - after.len()];
        out.push_str(&rest[..at]);
        let bytes = signs.as_bytes();
        let is_alone = bytes.len() < 2 || bytes[bytes.len() - 1] != bytes[bytes.len() - 2];
        if after.is_empty() && next == Next::Sequence || after.starts_with('{') && !is_alone {
            out.push_str("${\"");
            out.push_str(signs);
            out.push_str("\"}");
        } else {
            out.push_str(signs);
            if after.starts_with('{') {
                out.push_str(&signs[signs.len() - 1..]);
            }
        }
        rest = after;
    }
    out.push_str(rest);
}
