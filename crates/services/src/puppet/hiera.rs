//! Data of Hiera: keys with their positions, and their checks against the parameters of classes.
//!
//! The keys of the outermost hash are found in the text by its lines or brackets, so that they have
//! positions also in a damaged file. The values are those that Puppet reads; they are not checked
//! if they interpolate or are encrypted.

use super::file::{DefinedKind, UseKind, lower};
use super::hover::{ParameterTexts, parameter};
use super::index::Index;
use super::resolve::parameter_of_key;
use super::types::{Types, is_sensitive};
use crate::answer::{
    Completion, CompletionKind, Fold, FoldKind, Hover, Symbol, SymbolKind, TextEdit, Token,
    TokenKind,
};
use crate::language::{Context, FileReport};
use polycty_core::calls::Budget;
use polycty_core::calls::cost::suggest;
use polycty_core::source::{Code, Diagnostic, Edit, Reporter, Result, Source, SourceText, Span};
use polycty_core::types::Kind;
use polycty_core::values::Value;
use polycty_puppet::hiera::read_yaml;
use polycty_puppet::{explain, instance, read_json};
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

/// A file of data.
#[derive(Debug)]
pub(super) struct Data {
    pub(super) path: String,
    /// The keys of the outermost hash in the order of the text.
    pub(super) keys: Vec<DataKey>,
    /// The keys whose options are set: those of `lookup_options`.
    pub(super) options: Vec<DataKey>,
    /// The value of the file, if it can be read.
    value: Option<Value>,
    /// The error of a file that cannot be read.
    error: Option<(String, Span)>,
}

/// A key of data.
#[derive(Debug)]
pub(super) struct DataKey {
    pub(super) key: String,
    /// The key without quotes.
    pub(super) span: Span,
    /// The value.
    pub(super) value: Span,
}

impl DataKey {
    /// The part of the key after its last `::`.
    pub(super) fn name_span(&self) -> Span {
        let name = self.key.rsplit("::").next().map_or(0, str::len);
        Span {
            start: self.span.end - Span::at(name).start,
            ..self.span
        }
    }
}

impl Data {
    /// The keys of data, and those whose options are set.
    pub(super) fn all_keys(&self) -> impl Iterator<Item = &DataKey> {
        self.keys.iter().chain(&self.options)
    }

    /// The key at a byte.
    pub(super) fn key_at(&self, byte: u32) -> Option<&DataKey> {
        let mut keys = self.all_keys();
        keys.find(|key| key.span.start <= byte && byte <= key.span.end)
    }

    /// Whether the options of lookups convert the value of a key. A pattern applies to all keys with
    /// its literal beginning.
    fn converts(&self, key: &str) -> bool {
        let options = self.get("lookup_options").and_then(Value::as_ordered_map);
        let mut all = options.into_iter().flat_map(|all| all.entries());
        all.any(|(pattern, options)| {
            let applies = pattern.as_str().is_some_and(|pattern| {
                let is_literal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
                match pattern.strip_prefix('^') {
                    Some(pattern) => {
                        let end = pattern.find(|c| !is_literal(c)).unwrap_or(pattern.len());
                        key.starts_with(pattern.get(..end).unwrap_or_default())
                    }
                    None => pattern == key,
                }
            });
            let has = |options: &Value| {
                let map = options.as_ordered_map();
                map.is_some_and(|map| map.get(&Value::string("convert_to")).is_some())
            };
            applies && has(options)
        })
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.value
            .as_ref()?
            .as_ordered_map()?
            .get(&Value::string(key))
    }
}

/// Reads a file of data.
pub(super) fn data(path: &str, text: &str, budget: &Budget) -> Result<Data> {
    budget.parts(text.len() as u64, 1)?;
    let is_json = path.ends_with(".json");
    let read = match is_json {
        true => read_json(text),
        false => read_yaml(text, budget),
    };
    budget.finish()?;
    let (value, error) = match read {
        Ok(value) => (Some(value), None),
        Err(error) => {
            let at = error.offset().unwrap_or(text.len()).min(text.len());
            (None, Some((error.message().to_owned(), Span::at(at))))
        }
    };
    let keys = match is_json {
        true => json_keys(text, error.is_some()),
        false => yaml_keys(text, 0..text.len(), 0),
    };
    let options = keys.iter().find(|key| key.key == "lookup_options");
    let options = options.map_or_else(Vec::new, |options| keys_of(text, options.value, is_json));
    Ok(Data {
        path: path.to_owned(),
        keys,
        options,
        value,
        error,
    })
}

/// The keys of a hash in a part of a text.
fn keys_of(text: &str, part: Span, is_json: bool) -> Vec<DataKey> {
    let part = part.start as usize..part.end as usize;
    let inner = text.get(part.clone()).unwrap_or_default();
    if is_json {
        let mut keys = json_keys(inner, false);
        for key in &mut keys {
            for span in [&mut key.span, &mut key.value] {
                *span = Span::new(
                    span.start as usize + part.start,
                    span.end as usize + part.start,
                );
            }
        }
        return keys;
    }
    let lines = inner.lines().map(|line| (line, line.trim_start()));
    let first = lines
        .filter(|(_, content)| !content.is_empty() && !content.starts_with('#'))
        .map(|(line, content)| line.len() - content.len())
        .find(|indent| *indent > 0);
    first.map_or_else(Vec::new, |indent| yaml_keys(text, part, indent))
}

/// The keys of a YAML hash in a part of a text: the lines with an indentation.
fn yaml_keys(text: &str, part: Range<usize>, indent: usize) -> Vec<DataKey> {
    let mut keys: Vec<DataKey> = Vec::new();
    let mut start = part.start;
    let part = text.get(part).unwrap_or_default();
    for line in part.split_inclusive('\n') {
        let own = line.split_at_checked(line.len().min(indent));
        let at = start + line.len().min(indent);
        start += line.len();
        let Some(("", line)) = own.map(|(blanks, own)| (blanks.trim(), own)) else {
            continue;
        };
        let first = line.chars().next().unwrap_or(' ');
        let is_blank = line.trim().is_empty();
        if first.is_whitespace() || matches!(first, '#' | '-' | '%' | '.' | '{' | '[') {
            if let Some(last) = keys.last_mut().filter(|_| !is_blank && first != '#') {
                last.value.end = Span::at(at + line.trim_end().len()).start;
            }
            continue;
        }
        let (skipped, key) = match first {
            '\'' | '"' => {
                let inner = line.get(1..).unwrap_or_default();
                (1, inner.split(first).next().unwrap_or_default())
            }
            _ => {
                let mut colons = line.match_indices(':');
                let ends = |at: usize| {
                    let next = line.get(at + 1..).and_then(|rest| rest.chars().next());
                    next.is_none_or(char::is_whitespace)
                };
                let end = colons.find(|(at, _)| ends(*at)).map(|(at, _)| at);
                (0, line.get(..end.unwrap_or(0)).unwrap_or_default())
            }
        };
        if key.is_empty() {
            continue;
        }
        let end = skipped * 2 + key.len();
        let rest = line.get(end..).unwrap_or_default();
        let Some(value) = rest.trim_start().strip_prefix(':') else {
            continue;
        };
        let blanks = value.len() - value.trim_start().len();
        let value_start = line.len() - value.len() + blanks;
        let value_end = line.trim_end().len().max(value_start);
        keys.push(DataKey {
            key: key.trim_end().to_owned(),
            span: Span::new(at + skipped, at + skipped + key.trim_end().len()),
            value: Span::new(
                at + value_start.min(line.len()),
                at + value_end.min(line.len()),
            ),
        });
    }
    keys
}

/// The keys of a JSON object. In a text with errors, a name at the start of a line with the indentation
/// of the first key is a key whatever is open before it.
fn json_keys(text: &str, has_errors: bool) -> Vec<DataKey> {
    let mut keys: Vec<DataKey> = Vec::new();
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_u32, 0);
    let mut string = (0, 0);
    // Whether the value of the last key is open.
    let mut open = false;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                at += 1;
                // A string without an end ends with its line.
                while bytes.get(at).is_some_and(|byte| !b"\"\n".contains(byte)) {
                    at += 1 + usize::from(bytes.get(at) == Some(&b'\\'));
                }
                at = at.min(bytes.len());
                string = (start + 1, at);
            }
            _ => {}
        }
        at += 1;
        // A name is directly before its colon.
        let between = text.get(string.1 + 1..start).unwrap_or(".");
        let is_colon = *byte == b':' && between.trim().is_empty();
        if has_errors
            && is_colon
            && let Some(key) = keys.first()
            && let Some(indent) = indentation(text, key.span.start as usize)
            && indentation(text, string.0) == Some(indent)
        {
            (depth, open) = (1, false);
        }
        if depth == 0 || depth == 1 && *byte == b',' {
            open = false;
        } else if depth == 1 && is_colon && !open {
            if let Some(key) = text.get(string.0..string.1) {
                open = true;
                keys.push(DataKey {
                    key: key.to_owned(),
                    span: Span::new(string.0, string.1),
                    value: Span::at(0),
                });
            }
        } else if let Some(key) = keys.last_mut().filter(|_| open)
            && !byte.is_ascii_whitespace()
        {
            let end = at.min(bytes.len());
            key.value = match key.value.end {
                0 => Span::new(start, end),
                _ => key.value.to(Span::new(start, end)),
            };
        }
    }
    keys
}

/// The blanks before the quote of a name, if they start a line.
fn indentation(text: &str, name: usize) -> Option<&str> {
    let before = text.get(..name)?.strip_suffix('"')?;
    let rest = before.trim_end_matches(|c: char| c.is_whitespace() && c != '\n');
    let is_first = rest.ends_with('\n');
    is_first.then(|| before.get(rest.len()..).unwrap_or_default())
}

/// Whether the value of data is known only after a lookup.
fn is_deferred(value: &Value) -> bool {
    if let Some(text) = value.as_str() {
        return text.contains("%{") || text.starts_with("ENC[") || text.starts_with("DEC");
    }
    if let Some(map) = value.as_ordered_map() {
        return map
            .entries()
            .iter()
            .any(|(key, value)| is_deferred(key) || is_deferred(value));
    }
    let is_list = matches!(value.ty().kind(), Kind::List { .. } | Kind::Tuple { .. });
    let parts = value.parts().filter(|_| is_list);
    parts.is_some_and(|parts| parts.iter().any(is_deferred))
}

/// The diagnostics of a file of data.
pub(super) fn diagnostics(context: &Context<'_>, index: &Index) -> Result<Vec<FileReport>> {
    let budget = context.budget;
    let text = context.document.text();
    let data = data(context.document.path(), text, budget)?;
    let lines = SourceText::new(Source::new(&*data.path, &**text), Vec::new());
    let report = |diagnostic: Diagnostic, name: &'static str, span: Span| {
        diagnostic.with_name(name).with_subject(lines.range(span))
    };
    let mut found = Vec::new();
    if let Some((message, at)) = &data.error {
        let diagnostic = Reporter::Puppet
            .error(message.clone(), "")
            .with_code(Code::Syntax);
        found.push(report(diagnostic, "syntax", *at));
    }
    let mut seen = BTreeSet::new();
    let mut looked_up: Option<HashSet<String>> = None;
    let types = Types::default();
    for key in budget.charged(&data.keys)? {
        if !seen.insert(&*key.key) {
            let summary = format!("The key '{}' occurs twice; the last one counts", key.key);
            let diagnostic = Reporter::Puppet.warning(summary, "").with_code(Code::Value);
            found.push(report(diagnostic, "duplicate-key", key.span));
            continue;
        }
        let Some(((file, class), name)) = parameter_of_key(index, &key.key) else {
            found.extend(unknown(context, index, key, &mut looked_up, &lines)?);
            continue;
        };
        let ty = class.parameter(name).and_then(|parameter| parameter.ty);
        let ty = ty.map_or("", |ty| file.slice(ty));
        if ty.is_empty() {
            continue;
        }
        if let Some(value) = data.get(&key.key).filter(|value| !is_deferred(value))
            && let Some(parsed) = types.parse(index, ty, budget)?
            && !instance(value, &parsed, budget).unwrap_or(true)
        {
            budget.finish()?;
            if is_converted(context, index, &data, &key.key)? {
                continue;
            }
            let subject = format!("class {}: parameter '{name}'", class.name);
            let message = match is_sensitive(ty) {
                // The value is a secret. Data has no sensitive values without a conversion.
                true if value.is_null() => continue,
                true => Ok(format!(
                    "{subject} expects a {ty} value, got {}",
                    type_name(value)
                )),
                false => explain::message_for_value(&subject, value, &parsed, budget),
            };
            budget.finish()?;
            if let Some(message) = message.ok().filter(|message| !message.is_empty()) {
                let diagnostic = Reporter::Puppet.error(message, "").with_code(Code::Type);
                found.push(report(diagnostic, "type-mismatch", key.value));
            }
        }
    }
    Ok(vec![FileReport {
        path: data.path,
        diagnostics: found,
    }])
}

/// Whether an option of lookups may convert the value of a key (`convert_to`), by the data of the
/// workspace and a file.
fn is_converted(context: &Context<'_>, index: &Index, own: &Data, key: &str) -> Result<bool> {
    if own.converts(key) {
        return Ok(true);
    }
    for path in index.data() {
        let text = context.workspace.text(path, context.budget)?;
        // Most files have no options.
        if let Some(text) = text.filter(|text| text.contains("convert_to"))
            && data(path, &text, context.budget)?.converts(key)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name of the type of a value of data.
fn type_name(value: &Value) -> &'static str {
    match value.ty().kind() {
        Kind::Bool(_) => "Boolean",
        Kind::Integer(_) => "Integer",
        Kind::Float(_) => "Float",
        Kind::String(_) => "String",
        Kind::List { .. } | Kind::Tuple { .. } => "Array",
        _ if value.as_ordered_map().is_some() => "Hash",
        _ => "Any",
    }
}

/// The keys that manifests and data look up.
fn looked_up(context: &Context<'_>, index: &Index) -> Result<HashSet<String>> {
    let budget = context.budget;
    let mut keys = HashSet::new();
    let mut add = |key: &str| -> Result<()> {
        budget.charge(1)?;
        if !keys.contains(key) {
            budget.hold(64 + key.len() as u64)?;
            keys.insert(key.to_owned());
        }
        Ok(())
    };
    for file in index.files.values() {
        budget.charge(1 + file.uses.len() as u64 / 8)?;
        for each in file
            .uses
            .iter()
            .filter(|each| each.kind == UseKind::HieraKey)
        {
            add(file.slice(each.span))?;
        }
    }
    let own = context.document.path();
    let others = index.data().filter(|path| *path != own);
    for path in others {
        if let Some(text) = context.workspace.text(path, budget)? {
            interpolated(&text, budget, &mut add)?;
        }
    }
    interpolated(context.document.text(), budget, &mut add)?;
    Ok(keys)
}

/// Calls a function with each key that the interpolations of data look up, such as `web::port` of
/// `%{lookup('web::port')}`. The part after the first dot is one of the value.
fn interpolated(
    text: &str,
    budget: &Budget,
    add: &mut impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    budget.charge(text.len() as u64 / 16)?;
    for part in text.split("%{").skip(1) {
        let inner = part.split(['}', '\n']).next().unwrap_or_default();
        let Some((function, argument)) = inner.split_once('(') else {
            continue;
        };
        if matches!(function.trim(), "lookup" | "hiera" | "alias") {
            let argument = argument.trim_start_matches(['\\', '"', '\'', ' ']);
            let is_end = |c: char| matches!(c, '\\' | '"' | '\'' | ' ' | ')' | '.');
            add(argument.split(is_end).next().unwrap_or_default())?;
        }
    }
    Ok(())
}

/// The diagnostic of a key whose class has no such parameter.
fn unknown(
    context: &Context<'_>,
    index: &Index,
    key: &DataKey,
    known: &mut Option<HashSet<String>>,
    lines: &SourceText,
) -> Result<Option<Diagnostic>> {
    let Some((class, name)) = key.key.rsplit_once("::") else {
        return Ok(None);
    };
    let Some((_, class)) = index.get(DefinedKind::Class, &lower(class)) else {
        return Ok(None);
    };
    // Manifests and data may look up any key.
    let known = match known {
        Some(known) => known,
        None => known.insert(looked_up(context, index)?),
    };
    if known.contains(&*key.key) {
        return Ok(None);
    }
    let names = class.parameters.iter().map(|parameter| &*parameter.name);
    let meant = suggest(name, names, context.budget);
    let summary = format!("class {}: no parameter named '{name}'", class.name);
    let hint = meant.map_or(String::new(), |meant| format!("Did you mean '{meant}'?"));
    let range = lines.range(key.name_span());
    let diagnostic = Reporter::Puppet.warning(summary, hint);
    let diagnostic = diagnostic
        .with_code(Code::NotFound)
        .with_name("unknown-parameter");
    let diagnostic = diagnostic.with_subject(range);
    Ok(Some(match meant {
        Some(meant) => diagnostic.with_edit(Edit {
            range,
            text: meant.to_owned(),
        }),
        None => diagnostic,
    }))
}

/// The keys that can be inserted at a byte: parameters of classes.
pub(super) fn completions(
    context: &Context<'_>,
    index: &Index,
    byte: u32,
) -> Result<Vec<Completion>> {
    let text = context.document.text();
    let before = text.get(..byte as usize).unwrap_or_default();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let stem = before.trim_end_matches(is_part);
    let is_json = context.document.path().ends_with(".json");
    let is_key = match is_json {
        true => stem.ends_with('"') && !stem.trim_end_matches('"').trim_end().ends_with(':'),
        false => stem.is_empty() || stem.ends_with(['\n', '\'', '"']),
    };
    // A quote must be the first character of its line.
    let line = stem.rsplit('\n').next().unwrap_or_default();
    if !is_key || !is_json && !matches!(line, "" | "'" | "\"") {
        return Ok(Vec::new());
    }
    let data = data(context.document.path(), text, context.budget)?;
    let span = Span::new(stem.len(), before.len());
    let set: BTreeSet<&str> = data.keys.iter().map(|key| &*key.key).collect();
    let mut found = Vec::new();
    for (file, class) in index.of_kind(DefinedKind::Class) {
        context.budget.charge(1 + class.parameters.len() as u64)?;
        let texts = ParameterTexts::of(&class.documentation);
        for declared in &class.parameters {
            // The label, the inserted text, and the key of a set.
            let length = class.name.len() + declared.name.len();
            context.budget.hold(3 * length as u64)?;
            let label = format!("{}::{}", class.name, declared.name);
            if set.contains(&*label) {
                continue;
            }
            let is_quoted = line.len() == 1 || is_json;
            let text = if is_quoted {
                label.clone()
            } else {
                format!("{label}: ")
            };
            found.push(Completion {
                kind: CompletionKind::Attribute,
                detail: declared.ty.map_or("", |ty| file.slice(ty)).to_owned(),
                documentation: texts.get(&declared.name).to_owned(),
                edit: TextEdit { span, text },
                snippet: false,
                deprecated: false,
                rank: u32::from(declared.value.is_some()),
                label,
            });
        }
    }
    context.budget.sort_by(&mut found, |a, b| {
        (a.rank, &a.label).cmp(&(b.rank, &b.label))
    })?;
    Ok(found)
}

/// The description of the key at a byte.
pub(super) fn hover(context: &Context<'_>, index: &Index, byte: u32) -> Result<Option<Hover>> {
    let data = data(
        context.document.path(),
        context.document.text(),
        context.budget,
    )?;
    let Some(key) = data.key_at(byte) else {
        return Ok(None);
    };
    let Some(((file, class), name)) = parameter_of_key(index, &key.key) else {
        return Ok(None);
    };
    let Some(declared) = class.parameter(name) else {
        return Ok(None);
    };
    let mut text = format!(
        "```puppet\n{}\n```\n\nParameter of class `{}`",
        parameter(file, declared),
        class.name
    );
    let texts = ParameterTexts::of(&class.documentation);
    let documented = texts.get(name);
    if !documented.is_empty() {
        text.push_str("\n\n");
        text.push_str(documented);
    }
    Ok(Some(Hover {
        span: key.span,
        text,
    }))
}

/// The keys of a file of data.
pub(super) fn symbols(context: &Context<'_>) -> Result<Vec<Symbol>> {
    let data = data(
        context.document.path(),
        context.document.text(),
        context.budget,
    )?;
    let symbols = data.keys.iter().map(|key| Symbol {
        name: key.key.clone(),
        detail: String::new(),
        kind: SymbolKind::Attribute,
        span: key.span.to(key.value),
        name_span: key.span,
        children: Vec::new(),
    });
    Ok(symbols.collect())
}

/// The values of several lines of a file of data.
pub(super) fn folds(context: &Context<'_>) -> Result<Vec<Fold>> {
    let text = context.document.text();
    let data = data(context.document.path(), text, context.budget)?;
    let spans = data.keys.iter().map(|key| key.span.to(key.value));
    let several = spans.filter(|span| {
        let part = text.get(span.start as usize..span.end as usize);
        part.is_some_and(|part| part.contains('\n'))
    });
    let fold = |span| Fold {
        span,
        kind: FoldKind::Region,
    };
    Ok(several.map(fold).collect())
}

/// The key or value at a byte, both together, and the file.
pub(super) fn selections(context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
    let text = context.document.text();
    let data = data(context.document.path(), text, context.budget)?;
    let contains = |span: &Span| span.start <= byte && byte <= span.end && span.start < span.end;
    let mut found = Vec::new();
    for key in &data.keys {
        let has_value = key.value.start >= key.span.end;
        let value = if has_value { key.value } else { key.span };
        let whole = key.span.to(value);
        if contains(&whole) {
            let part = [key.span, value].into_iter().find(contains);
            found.extend(part.filter(|part| *part != whole));
            found.push(whole);
            break;
        }
    }
    let file = context.document.span();
    if found.last() != Some(&file) {
        found.push(file);
    }
    Ok(found)
}

/// The keys in a part of a file of data.
pub(super) fn tokens(context: &Context<'_>, within: Span) -> Result<Vec<Token>> {
    let text = context.document.text();
    let data = data(context.document.path(), text, context.budget)?;
    let keys = data.keys.iter().map(|key| key.span);
    let keys = keys.filter(|span| {
        span.start < span.end && within.start <= span.end && span.start <= within.end
    });
    let tokens = keys.map(|span| Token {
        span,
        kind: TokenKind::Property,
        declaration: false,
        deprecated: false,
    });
    Ok(tokens.collect())
}
