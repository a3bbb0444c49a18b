//! Native syntax from JSON syntax.
//!
//! JSON syntax does not distinguish a block from an argument whose value is an object. Terraform's own
//! blocks are known, those of providers are in their schemas. A property that may be either is written
//! as an argument and reported.

use super::forms::{Terraform, blocks};
use crate::project::{Schemas, blocks_of};
use crate::refactor::Unescaped;
use polycty_core::calls::Budget;
use polycty_core::source::{
    Code, Diagnostic, Error, MAX_DIAGNOSTICS, Position, Reporter, Result, Severity,
};
use polycty_core::types::KeyedMap;
use polycty_core::values::Value;
use polycty_hcl::syntax::json::{JsonExpression, parse_json_within};
use polycty_hcl::syntax::{is_identifier, parse_expression_within};
use polycty_hcl::write::{Expr, JsonForm, JsonForms, Style, Texts, format};
use std::fmt::Write;

/// A file in native syntax.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Native {
    /// The text.
    pub text: String,
    /// Warnings about arguments that may be blocks of a provider.
    pub warnings: Vec<Diagnostic>,
}

/// The nested blocks of a body that a provider defines.
#[derive(Default)]
pub(crate) struct ProviderBlocks(pub(crate) Vec<ProviderBlock>);

/// A nested block that a provider defines.
pub(crate) struct ProviderBlock {
    pub(crate) name: String,
    /// The number of its labels.
    pub(crate) labels: usize,
    pub(crate) inner: ProviderBlocks,
}

impl ProviderBlocks {
    fn find(&self, name: &str) -> Option<&ProviderBlock> {
        self.0.iter().find(|block| block.name == name)
    }
}

/// Returns a file in JSON syntax as native syntax. The property `//` of a body becomes comments.
///
/// # Errors
/// - [`Code::Syntax`] with diagnostics if the text cannot be parsed, or a string is not a valid
///   template.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn to_native(
    name: &str,
    text: &[u8],
    schemas: Option<&Schemas>,
    budget: &Budget,
) -> Result<Native> {
    let parsed = parse_json_within(text, name, Position::START, budget);
    budget.finish()?;
    let is_error = |one: &Diagnostic| one.severity == Severity::Error;
    if parsed.diagnostics.iter().any(is_error) {
        return Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics));
    }
    let mut writer = Writer {
        kind: Terraform::of(name),
        schemas,
        budget,
        out: String::new(),
        path: Vec::new(),
        warnings: Vec::new(),
    };
    writer.file(&parsed.expression)?;
    let text = format(writer.out.as_bytes(), name, Style::Layout, None, budget)?;
    Ok(Native {
        text,
        warnings: writer.warnings,
    })
}

struct Writer<'w> {
    kind: Terraform,
    schemas: Option<&'w Schemas>,
    budget: &'w Budget,
    out: String,
    /// The types of the blocks that contain the current body.
    path: Vec<String>,
    warnings: Vec<Diagnostic>,
}

/// The item before the current one in a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Argument,
    Block,
}

/// The properties of a body.
#[derive(Default)]
struct Properties {
    /// The comments of the body itself.
    comments: Vec<String>,
    /// The comments that begin with the name of an argument or a block, by this name.
    of_items: KeyedMap<String, Vec<String>>,
    /// All properties but the comments.
    all: Vec<(String, JsonExpression)>,
}

impl Writer<'_> {
    fn file(&mut self, root: &JsonExpression) -> Result<()> {
        let properties = self.properties(root)?;
        for line in &properties.comments {
            self.comment(line);
        }
        if !properties.comments.is_empty() {
            self.out.push('\n');
        }
        self.body(properties, None)
    }

    /// The properties of an object, or of the objects of an array.
    fn properties(&self, body: &JsonExpression) -> Result<Properties> {
        let mut found = Properties::default();
        let mut comments = Vec::new();
        let parts = body.as_list().unwrap_or_else(|| vec![body.clone()]);
        for part in parts {
            let pairs = part.as_map().unwrap_or_default();
            for (key, value) in self.budget.charged_holding(200, pairs)? {
                let name = text_of(&key).unwrap_or_default();
                if name == "//" {
                    self.comment_lines(&value, &mut comments)?;
                } else {
                    found.all.push((name, value));
                }
            }
        }
        if comments.is_empty() {
            return Ok(found);
        }
        let names = found.all.iter().map(|(name, _)| (name.clone(), Vec::new()));
        found.of_items = names.collect();
        for line in comments {
            let parts = line.split_once(": ");
            match parts.and_then(|(name, rest)| Some((found.of_items.get_mut(name)?, rest))) {
                Some((lines, rest)) => lines.push(rest.to_owned()),
                None => found.comments.push(line),
            }
        }
        Ok(found)
    }

    /// Writes the items of a body. The recursion is as deep as the text nests, which is limited.
    fn body(&mut self, properties: Properties, provider: Option<&ProviderBlocks>) -> Result<()> {
        let path: Vec<&str> = self.path.iter().map(|name| &**name).collect();
        let known = match self.kind {
            Terraform::Configuration => blocks(&path),
            Terraform::Values => &[],
        };
        let mut before = Before::Nothing;
        for (name, value) in &properties.all {
            let labels = known
                .iter()
                .find_map(|(known, labels)| (known == name).then_some(*labels));
            let nested = provider.and_then(|provider| provider.find(name));
            let comments = properties.of_items.get(name).map(|lines| &**lines);
            let comments = comments.unwrap_or_default();
            let labels = labels.or(nested.map(|block| block.labels));
            let nested = nested.map(|block| &block.inner);
            if let Some(labels) = labels {
                if !comments.is_empty() && before != Before::Nothing {
                    self.out.push('\n');
                }
                for line in comments {
                    before = Before::Nothing;
                    self.comment(line);
                }
                self.blocks(
                    name,
                    labels,
                    value,
                    nested.or(provider),
                    &mut Vec::new(),
                    &mut before,
                )?;
                continue;
            }
            if std::mem::replace(&mut before, Before::Argument) == Before::Block {
                self.out.push('\n');
            }
            for line in comments {
                self.comment(line);
            }
            if provider.is_none() {
                self.check_argument(name, value)?;
            }
            let path: Vec<&str> = self.path.iter().map(|name| &**name).collect();
            let form = self.kind.form(&path, name);
            if !is_identifier(name) {
                return Err(invalid(
                    value,
                    format!("{name:?} is not a valid name of an argument"),
                ));
            }
            self.out.push_str(name);
            self.out.push_str(" = ");
            self.value(value, form)?;
            self.out.push('\n');
        }
        Ok(())
    }

    /// Adds the lines of a comment, which may be any value.
    fn comment_lines(&self, value: &JsonExpression, lines: &mut Vec<String>) -> Result<()> {
        let parts = value.as_list().unwrap_or_else(|| vec![value.clone()]);
        for part in &parts {
            let written = written(part);
            let line = text_of(part).unwrap_or_else(|| written.to_owned());
            self.budget.push_owning(lines, 200 + written.len(), line)?;
        }
        Ok(())
    }

    fn comment(&mut self, line: &str) {
        for line in line.lines() {
            self.out.push_str(if line.is_empty() { "#" } else { "# " });
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    /// Writes the blocks of a property. The recursion is as deep as blocks have labels.
    fn blocks(
        &mut self,
        name: &str,
        count: usize,
        value: &JsonExpression,
        provider: Option<&ProviderBlocks>,
        labels: &mut Vec<String>,
        before: &mut Before,
    ) -> Result<()> {
        self.budget.charge(1)?;
        if let Some(parts) = value.as_list() {
            return parts
                .iter()
                .try_for_each(|part| self.blocks(name, count, part, provider, labels, before));
        }
        if labels.len() < count {
            for (key, value) in value.as_map().unwrap_or_default() {
                let label = text_of(&key).unwrap_or_default();
                if label == "//" {
                    continue;
                }
                labels.push(label);
                self.blocks(name, count, &value, provider, labels, before)?;
                labels.pop();
            }
            return Ok(());
        }
        // Null is no block.
        if value.as_map().is_none() {
            return Ok(());
        }
        let properties = self.properties(value)?;
        if std::mem::replace(before, Before::Block) != Before::Nothing {
            self.out.push('\n');
        }
        for line in &properties.comments {
            self.comment(line);
        }
        self.out.push_str(name);
        for label in &*labels {
            let label = Expr::value_with(&Value::string(label), Texts::Quoted, self.budget)?;
            self.out.push(' ');
            self.out.push_str(label.text());
        }
        if properties.all.is_empty() {
            self.out.push_str(" {}\n");
            return self.hold();
        }
        self.out.push_str(" {\n");
        let found = if self.path.is_empty() {
            self.provider_blocks(name, labels)?
        } else {
            None
        };
        let generated = match (name, provider) {
            ("dynamic", Some(provider)) => {
                let block = labels.last().and_then(|label| provider.find(label));
                block.map(|block| &block.inner)
            }
            (_, provider) => provider,
        };
        self.path.push(name.to_owned());
        let inner = found.as_ref().or(generated);
        let own = ["lifecycle", "connection", "provisioner"].contains(&name);
        let written = self.body(properties, inner.filter(|_| !own));
        self.path.pop();
        written?;
        self.out.push_str("}\n");
        self.hold()
    }

    /// The blocks that the schemas define for a block of a file.
    fn provider_blocks(&self, name: &str, labels: &[String]) -> Result<Option<ProviderBlocks>> {
        match (self.schemas, labels.first()) {
            (Some(schemas), Some(label)) => blocks_of(schemas, name, label, self.budget),
            _ => Ok(None),
        }
    }

    /// Reports an argument of a provider that may be a block.
    fn check_argument(&mut self, name: &str, value: &JsonExpression) -> Result<()> {
        let of_provider = match self.path.first().map(|first| &**first) {
            Some("resource" | "data" | "ephemeral" | "action" | "list" | "provider") => {
                !self.path.iter().any(|name| name == "lifecycle")
            }
            _ => false,
        };
        let objects = |value: &JsonExpression| match value.as_list() {
            Some(parts) => !parts.is_empty() && parts.iter().all(|part| part.as_map().is_some()),
            None => false,
        };
        if !of_provider || !objects(value) || self.warnings.len() >= MAX_DIAGNOSTICS {
            return Ok(());
        }
        let detail = format!(
            "{name:?} is written as an argument. If the provider defines it as a block, convert the file with the schemas of the provider."
        );
        let warning = Reporter::Terraform.warning("Argument or blocks", detail);
        let mut warning = warning.with_subject(value.range());
        warning.source = Some(value.document().source().clone());
        Ok(self
            .budget
            .push_owning(&mut self.warnings, warning.memory(), warning)?)
    }

    fn hold(&self) -> Result<()> {
        // The text is formatted later, which is charged there.
        self.budget.charge(1 + self.out.len() as u64 / 1_000_000)?;
        Ok(())
    }

    /// Writes a value. The recursion is as deep as the text nests, which is limited.
    fn value(&mut self, value: &JsonExpression, form: JsonForm) -> Result<()> {
        self.budget.charge(1)?;
        if let Some(parts) = value.as_list() {
            let is_short = parts.iter().all(|part| {
                part.as_list().is_none() && part.as_map().is_none_or(|pairs| pairs.is_empty())
            });
            let span = value.span();
            let is_short = parts.len() <= 1 || is_short && span.end - span.start <= 80;
            self.out.push('[');
            for (at, part) in parts.iter().enumerate() {
                match (is_short, at) {
                    (false, _) => self.out.push('\n'),
                    (true, 0) => {}
                    (true, _) => self.out.push_str(", "),
                }
                self.value(part, form)?;
                if !is_short {
                    self.out.push(',');
                }
            }
            self.out.push_str(if is_short { "]" } else { "\n]" });
            return Ok(());
        }
        if let Some(pairs) = value.as_map() {
            self.out.push('{');
            for (key, value) in &pairs {
                self.out.push('\n');
                self.key(key, form)?;
                self.out.push_str(" = ");
                self.value(value, form)?;
            }
            self.out
                .push_str(if pairs.is_empty() { "}" } else { "\n}" });
            return Ok(());
        }
        match text_of(value) {
            Some(text) => {
                let text = self.string(&text, form, value)?;
                self.budget.hold(text.len() as u64)?;
                self.out.push_str(&text);
            }
            None => self.out.push_str(written(value)),
        }
        Ok(())
    }

    fn key(&mut self, key: &JsonExpression, form: JsonForm) -> Result<()> {
        let text = text_of(key).unwrap_or_default();
        // `for` begins a different expression.
        if is_identifier(&text) && text != "for" {
            self.out.push_str(&text);
            return Ok(());
        }
        let written = self.string(&text, form, key)?;
        let is_plain = written.starts_with('"') || form == JsonForm::Static;
        let _ = match is_plain {
            true => write!(self.out, "{written}"),
            false => write!(self.out, "({written})"),
        };
        Ok(())
    }

    /// The expression of a string.
    fn string(&self, text: &str, form: JsonForm, value: &JsonExpression) -> Result<String> {
        let budget = self.budget;
        let quoted = || {
            let value = Value::string(text);
            Ok(Expr::value_with(&value, Texts::Quoted, budget)?
                .text()
                .to_owned())
        };
        match form {
            JsonForm::Expression => {
                let made = Expr::template(text, budget);
                let made = made.map_err(|error| match error.code() {
                    Code::Syntax => invalid(value, error.to_string()),
                    _ => error,
                })?;
                Ok(made.text().to_owned())
            }
            JsonForm::Static if self.is_reference(text) => {
                let inner = text
                    .strip_prefix("${")
                    .and_then(|inner| inner.strip_suffix('}'));
                let inner = inner.unwrap_or(text).trim();
                let parsed = parse_expression_within(inner.as_bytes(), "", Position::START, budget);
                budget.finish()?;
                if parsed.diagnostics.is_empty() {
                    return Ok(Expr::raw(inner, budget)?.text().to_owned());
                }
                quoted()
            }
            _ => quoted(),
        }
    }

    /// Whether a string of the current body is the text of a reference, a type or a name. The others
    /// are strings in native syntax, too: sources and versions of providers.
    fn is_reference(&self, text: &str) -> bool {
        let path: Vec<&str> = self.path.iter().map(|name| &**name).collect();
        match path[..] {
            // Sources and versions have characters that names do not have.
            ["terraform", "required_providers"] => is_alias(text),
            _ => true,
        }
    }
}

/// Whether a text is the name of a provider and an alias.
fn is_alias(text: &str) -> bool {
    text.split_once('.')
        .is_some_and(|(name, alias)| is_identifier(name) && is_identifier(alias))
}

/// The text of a JSON string.
fn text_of(value: &JsonExpression) -> Option<String> {
    let span = value.span();
    let written = written(value);
    (written.starts_with('"')).then(|| Unescaped::of(written, span.start).text)
}

/// The text of a JSON value in the file.
fn written(value: &JsonExpression) -> &str {
    value.span().slice(&value.document().source().text)
}

#[cold]
fn invalid(value: &JsonExpression, detail: String) -> Error {
    let diagnostic = Reporter::Terraform.error("No form in native syntax", detail);
    let mut diagnostic = diagnostic.with_subject(value.range());
    diagnostic.source = Some(value.document().source().clone());
    Error::from_diagnostics(Code::Syntax, vec![diagnostic])
}
