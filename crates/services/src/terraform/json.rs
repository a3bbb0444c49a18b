//! Files in JSON syntax, also those with errors: their members, names, symbols and completion.

use super::Terraform;
use super::blocks::items;
use super::meaning::Meaning;
use super::sites::{Name, Site, expression_sites, mode_of};
use crate::answer::{
    Completion, CompletionKind, Fold, FoldKind, Hover, Symbol, SymbolKind, TextEdit, nested,
};
use crate::hcl::outline::Kinds;
use crate::language::{Context, LanguageId};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Position, Result, Span};
use polycty_core::types::KeyedSet;
use polycty_hcl::syntax::parse_template_within;

/// The maximum nesting of members; deeper ones are left out.
const MAX_NESTING: usize = 64;

/// A member of an object, or an element of an array without a name.
#[derive(Debug)]
pub(super) struct Member {
    /// The name without its quotes.
    name: Option<Span>,
    value: Span,
    members: Vec<Member>,
}

impl Member {
    fn span(&self) -> Span {
        match self.name {
            Some(name) => Span::new(name.start as usize - 1, self.value.end as usize),
            None => self.value,
        }
    }

    fn name<'t>(&self, text: &'t str) -> &'t str {
        self.name.map_or("", |name| name.slice(text))
    }

    /// The members of the value, also those of the objects in an array.
    fn bodies(&self) -> impl Iterator<Item = &Member> {
        let (named, elements): (Vec<&Member>, Vec<&Member>) = self
            .members
            .iter()
            .partition(|member| member.name.is_some());
        let inner = elements.into_iter().flat_map(|element| &element.members);
        named.into_iter().chain(inner)
    }
}

/// The innermost object or array at a byte.
#[derive(Debug, Default)]
struct Cursor {
    /// The names of the members around the byte, the outermost first.
    path: Vec<String>,
    /// The names of the other members of the innermost object.
    set: KeyedSet<String>,
    /// Whether the next string is the name of a member.
    is_name: bool,
    /// The opening quote of a string that contains the byte.
    quote: Option<u32>,
}

/// Returns the members of the outermost value. A text with errors has the members that are complete
/// enough to be read.
pub(super) fn members(text: &str, budget: &Budget) -> Result<Vec<Member>> {
    begin(text, size_of::<Member>(), budget)?;
    let mut reader = Reader { text, at: 0 };
    Ok(reader.value(0).map_or_else(Vec::new, |root| root.members))
}

/// Charges the reading of a text, and holds the memory of its parts.
fn begin(text: &str, part_bytes: usize, budget: &Budget) -> Result<()> {
    budget.charge(1 + text.len() as u64)?;
    // Each part begins with one of these, and a vector may have twice the capacity that it needs.
    let parts = text.bytes().filter(|byte| b"\"{[".contains(byte)).count();
    budget.hold((parts * part_bytes * 2) as u64)?;
    Ok(())
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Reads a string from its quote. A string without an end ends with its line.
    fn string(&mut self) -> Span {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        self.at = start;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Span::new(start, self.at - 1);
                }
                b'\n' => break,
                b'\\' if bytes.get(self.at + 1).is_some_and(|next| *next != b'\n') => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(bytes.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    fn value(&mut self, nesting: usize) -> Option<Member> {
        let first = self.peek()?;
        let start = self.at;
        let mut members = Vec::new();
        match first {
            b'"' => {
                self.string();
            }
            b'{' | b'[' if nesting > MAX_NESTING => self.skip(),
            b'{' | b'[' => {
                self.at += 1;
                loop {
                    match self.peek() {
                        None => break,
                        Some(b'}' | b']') => {
                            self.at += 1;
                            break;
                        }
                        Some(b'"') if first == b'{' => members.push(self.member(nesting)),
                        Some(b'"' | b'{' | b'[') if first == b'[' => {
                            members.extend(self.value(nesting + 1));
                        }
                        Some(_) => self.at += 1,
                    }
                }
            }
            _ => {
                let bytes = self.text.as_bytes().get(self.at..).unwrap_or_default();
                let is_end = |byte: &u8| b",:{}[]\"\n".contains(byte);
                let length = bytes.iter().position(is_end).unwrap_or(bytes.len());
                self.at += length;
                if length == 0 {
                    return None;
                }
            }
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Some(Member {
            name: None,
            value: Span::new(start, self.at),
            members,
        })
    }

    /// Reads a member from the quote of its name.
    fn member(&mut self, nesting: usize) -> Member {
        let name = self.string();
        let end = Span::at(self.at);
        let mut member = Member {
            name: Some(name),
            value: end,
            members: Vec::new(),
        };
        if self.peek() == Some(b':') {
            self.at += 1;
            if !matches!(self.peek(), None | Some(b',' | b'}' | b']'))
                && let Some(value) = self.value(nesting + 1)
            {
                (member.value, member.members) = (value.value, value.members);
            }
        }
        member
    }

    /// Passes over a value with brackets.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }
}

/// The member at a path of names.
fn member_at<'m>(text: &str, all: &'m [Member], path: &[&str]) -> Option<&'m Member> {
    let (first, rest) = path.split_first()?;
    let found = all.iter().rfind(|member| member.name(text) == *first)?;
    match rest {
        [] => Some(found),
        rest => member_at(text, &found.members, rest),
    }
}

/// The number of labels of a block in the outermost body.
fn labels_of(block_type: &str) -> usize {
    match block_type {
        "variable" | "output" | "module" | "provider" | "check" => 1,
        _ if mode_of(block_type).is_some() => 2,
        _ => 0,
    }
}

/// Calls a function with the labels and the member of each block of a type.
fn each_block<'m>(
    text: &str,
    member: &'m Member,
    left: usize,
    labels: &mut Vec<&'m Member>,
    budget: &Budget,
    add: &mut dyn FnMut(&[&'m Member]),
) -> Result<()> {
    for inner in member.bodies() {
        if inner.name(text) == "//" {
            continue;
        }
        labels.push(inner);
        if left > 1 {
            each_block(text, inner, left - 1, labels, budget, add)?;
        } else {
            // The labels are copied for each block.
            let bytes: usize = labels.iter().map(|label| label.name(text).len()).sum();
            budget.charge(1 + bytes as u64)?;
            budget.hold(2 * bytes as u64)?;
            add(labels);
        }
        labels.pop();
    }
    Ok(())
}

/// The names of declarations, and those that templates refer to.
pub(super) fn sites(text: &str, is_values: bool) -> Vec<Site> {
    let budget = Budget::standard();
    let Ok(all) = members(text, &budget) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut site = |name, span, is_declaration| {
        found.push(Site {
            name,
            call: None,
            span,
            is_declaration,
        });
    };
    for member in &all {
        let (Some(span), name) = (member.name, member.name(text)) else {
            continue;
        };
        if is_values {
            site(Name::Variable(name.to_owned()), span, false);
            continue;
        }
        if name == "locals" {
            for local in member.bodies() {
                if let Some(span) = local.name {
                    site(Name::Local(local.name(text).to_owned()), span, true);
                }
            }
        }
        let mut declare = |labels: &[&Member]| {
            let label = |at: usize| labels[at].name(text).to_owned();
            let declared = match (name, labels) {
                ("variable", [_]) => Name::Variable(label(0)),
                ("output", [_]) => Name::Output(label(0)),
                ("module", [_]) => Name::Module(label(0)),
                (_, [_, _]) => match mode_of(name) {
                    Some(mode) => Name::Resource(mode, label(0), label(1)),
                    None => return,
                },
                _ => return,
            };
            if let Some(span) = labels.last().and_then(|last| last.name) {
                site(declared, span, true);
            }
        };
        match labels_of(name) {
            0 => {}
            count => {
                let labels = &mut Vec::new();
                if each_block(text, member, count, labels, &budget, &mut declare).is_err() {
                    return Vec::new();
                }
            }
        }
    }
    if !is_values {
        let mut open: Vec<&Member> = all.iter().collect();
        while let Some(member) = open.pop() {
            open.extend(&member.members);
            templates(text, member.value, &budget, &mut found);
        }
    }
    sort_by_key(&mut found, |site| site.span);
    found
}

/// The text of a string in JSON, and the byte of the string for each byte of the text and for its end.
/// A damaged escape stands for itself.
fn unescaped(string: &str) -> (String, Vec<u32>) {
    let mut text = String::with_capacity(string.len());
    let mut bytes: Vec<u32> = Vec::with_capacity(string.len() + 1);
    let mut at = 0;
    let unit = |at: usize| {
        let digits = string.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    while let Some(c) = string.get(at..).and_then(|rest| rest.chars().next()) {
        let next = string.as_bytes().get(at + 1).copied();
        let (decoded, length) = match (c, next) {
            ('\\', Some(b'n')) => ('\n', 2),
            ('\\', Some(b't')) => ('\t', 2),
            ('\\', Some(b'r')) => ('\r', 2),
            ('\\', Some(b'b')) => ('\u{8}', 2),
            ('\\', Some(b'f')) => ('\u{c}', 2),
            ('\\', Some(escaped @ (b'"' | b'\\' | b'/'))) => (char::from(escaped), 2),
            ('\\', Some(b'u')) => match (unit(at), unit(at + 6)) {
                (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
                    let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    (char::from_u32(code).unwrap_or(c), 12)
                }
                (Some(code), _) => (char::from_u32(code).unwrap_or('\u{fffd}'), 6),
                (None, _) => (c, 1),
            },
            _ => (c, c.len_utf8()),
        };
        text.push(decoded);
        bytes.resize(text.len(), Span::at(at).start);
        at += length;
    }
    bytes.push(Span::at(at).start);
    (text, bytes)
}

/// Adds the names in a string that is a template.
fn templates(text: &str, value: Span, budget: &Budget, found: &mut Vec<Site>) {
    let Some(inner) = value.slice(text).strip_prefix('"') else {
        return;
    };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains("${") || budget.hold(5 * inner.len() as u64).is_err() {
        return;
    }
    let (inner, bytes) = unescaped(inner);
    let outer = |byte: u32| {
        let byte = bytes.get(byte as usize).or(bytes.last());
        value.start + 1 + byte.copied().unwrap_or_default()
    };
    let parsed = parse_template_within(inner.as_bytes(), "", Position::START, budget);
    expression_sites(
        &parsed.tree,
        parsed.root,
        &mut |name, call, span, is_declaration| {
            found.push(Site {
                name,
                call: call.map(str::to_owned),
                span: Span {
                    start: outer(span.start),
                    end: outer(span.end),
                },
                is_declaration,
            });
        },
    );
}

/// The symbols of a document: blocks with their labels, and members.
pub(super) fn symbols(context: &Context<'_>) -> Result<Vec<Symbol>> {
    let text = &**context.document.text();
    let meaning = Meaning::of(context);
    let is_values = context.document.language() == LanguageId::TerraformVariables;
    let mut found = Vec::new();
    begin(text, size_of::<Symbol>(), context.budget)?;
    for member in &members(text, context.budget)? {
        let name = member.name(text);
        let count = match is_values {
            true => 0,
            false => labels_of(name),
        };
        if count == 0 {
            let kind = match member.members.is_empty() || is_values {
                true => meaning.attribute(&[]),
                false => meaning.block(&[], name),
            };
            found.extend(symbol(
                text,
                member,
                name.to_owned(),
                kind,
                &[name],
                &meaning,
            ));
            continue;
        }
        let kind = meaning.block(&[], name);
        let labels = &mut Vec::new();
        each_block(text, member, count, labels, context.budget, &mut |labels| {
            let shown = labels
                .iter()
                .map(|label| format!(" \"{}\"", label.name(text)));
            let shown = format!("{name}{}", shown.collect::<String>());
            if let Some(last) = labels.last() {
                found.extend(symbol(text, last, shown, kind, &[name], &meaning));
            }
        })?;
    }
    context
        .budget
        .sort_by_key(&mut found, |symbol| symbol.span)?;
    Ok(found)
}

fn symbol(
    text: &str,
    member: &Member,
    name: String,
    kind: SymbolKind,
    within: &[&str],
    meaning: &Meaning,
) -> Option<Symbol> {
    let children = member.bodies().filter_map(|inner| {
        let kind = meaning.attribute(within);
        symbol(
            text,
            inner,
            inner.name(text).to_owned(),
            kind,
            &["value"],
            meaning,
        )
    });
    Some(Symbol {
        name,
        detail: String::new(),
        kind,
        span: member.span(),
        name_span: member.name?,
        children: children.collect(),
    })
}

/// Objects and arrays of several lines.
pub(super) fn folds(context: &Context<'_>) -> Result<Vec<Fold>> {
    let text = &**context.document.text();
    let all = members(text, context.budget)?;
    let mut open: Vec<&Member> = all.iter().collect();
    let mut found = Vec::new();
    while let Some(member) = open.pop() {
        open.extend(&member.members);
        let value = member.value.slice(text);
        if value.starts_with(['{', '[']) && value.contains('\n') {
            found.push(Fold {
                span: member.value,
                kind: FoldKind::Region,
            });
        }
    }
    context
        .budget
        .hold((found.len() * size_of::<Fold>()) as u64)?;
    context.budget.sort_by_key(&mut found, |fold| {
        (fold.span.start, std::cmp::Reverse(fold.span.end))
    })?;
    Ok(found)
}

/// The names, values and members around a byte.
pub(super) fn selections(context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
    let text = &**context.document.text();
    let all = members(text, context.budget)?;
    let contains = |span: &Span| span.start <= byte && byte <= span.end;
    let mut spans = vec![context.document.span()];
    let mut inner: &[Member] = &all;
    while let Some(member) = inner.iter().rfind(|member| contains(&member.span())) {
        let parts = [Some(member.span()), Some(member.value), member.name];
        spans.extend(parts.into_iter().flatten().filter(contains));
        inner = &member.members;
    }
    context
        .budget
        .sort_by_key(&mut spans, |span| (span.end - span.start, span.start))?;
    Ok(nested(spans))
}

/// A bracket around a byte, with the names of its object and the member that it is the value of.
type Open = (u8, Vec<String>, Option<String>);

/// Reads a text up to a byte.
fn cursor(text: &str, byte: u32, budget: &Budget) -> Result<Cursor> {
    let before = text.get(..byte as usize).unwrap_or_default();
    begin(before, size_of::<Open>(), budget)?;
    budget.hold(before.len() as u64 * 2)?;
    let mut open: Vec<Open> = Vec::new();
    let mut reader = Reader {
        text: before,
        at: 0,
    };
    let (mut name, mut is_value) = (None, false);
    while let Some(first) = reader.peek() {
        match first {
            b'"' => {
                let start = reader.at;
                let span = reader.string();
                let is_name = !is_value && open.last().is_some_and(|last| last.0 == b'{');
                if reader.at == before.len() && span.end as usize == before.len() {
                    let mut found = found(open);
                    (found.is_name, found.quote) = (is_name, Some(Span::at(start).start));
                    return Ok(found);
                }
                if is_name {
                    let read = span.slice(before).to_owned();
                    if let Some((_, names, _)) = open.last_mut() {
                        names.push(read.clone());
                    }
                    name = Some(read);
                }
                continue;
            }
            b'{' | b'[' => {
                open.push((first, Vec::new(), name.take()));
                is_value = false;
            }
            b'}' | b']' => {
                open.pop();
                is_value = false;
            }
            b',' => is_value = false,
            b':' => is_value = true,
            _ => {}
        }
        reader.at += 1;
    }
    let is_name = !is_value && open.last().is_some_and(|last| last.0 == b'{');
    let mut found = found(open);
    let last = before.trim_end().as_bytes().last();
    found.is_name = is_name && matches!(last, Some(b'{' | b','));
    Ok(found)
}

fn found(mut open: Vec<Open>) -> Cursor {
    let set = open.last_mut().map(|last| std::mem::take(&mut last.1));
    let set = set.into_iter().flatten().collect();
    let path = open.into_iter().filter_map(|(_, _, name)| name);
    Cursor {
        path: path.collect(),
        set,
        ..Cursor::default()
    }
}

/// The types of blocks around a path of members, without labels. `None` in the place of a label.
fn types_of(path: &[String]) -> Option<Vec<&str>> {
    let Some((first, rest)) = path.split_first() else {
        return Some(Vec::new());
    };
    let rest = rest.get(labels_of(first)..)?;
    let types = std::iter::once(first).chain(rest);
    Some(types.map(String::as_str).collect())
}

impl Terraform {
    /// The names of members at a byte: variables in a file of values, otherwise the arguments and blocks of
    /// the language and the variables of a called module.
    pub(super) fn json_completions(
        &self,
        context: &Context<'_>,
        byte: u32,
    ) -> Result<Vec<Completion>> {
        let text = &**context.document.text();
        let cursor = cursor(text, byte, context.budget)?;
        if !cursor.is_name {
            return Ok(Vec::new());
        }
        let mut names: Vec<(String, String, CompletionKind)> = Vec::new();
        let is_values = context.document.language() == LanguageId::TerraformVariables;
        let folder = self.own_folder(context)?;
        let called = match (&*cursor.path, &folder) {
            ([], Some(folder)) if is_values => Some(folder.clone()),
            ([module, call], Some(folder)) if !is_values && module == "module" => {
                // The call is not known to the module of a text with an error.
                let all = members(text, context.budget)?;
                match member_at(text, &all, &[module, call, "source"]) {
                    Some(source) => {
                        let source = source.value.slice(text).trim_matches('"');
                        self.called_at(context, folder, call, source)?
                    }
                    None => None,
                }
            }
            _ => None,
        };
        for variable in called
            .iter()
            .flat_map(|called| &called.module.inventory().variables)
        {
            let documentation = variable.description.as_deref().unwrap_or_default();
            names.push((
                variable.name.to_string(),
                documentation.to_owned(),
                CompletionKind::Variable,
            ));
        }
        if let Some(types) = types_of(&cursor.path).filter(|_| !is_values) {
            let all = items(&types).iter();
            names.extend(all.map(|item| {
                let documentation = item.documentation.to_owned();
                (
                    item.name.to_owned(),
                    documentation,
                    CompletionKind::Attribute,
                )
            }));
        }
        context.budget.charge(names.len() as u64)?;
        names.retain(|(name, ..)| !cursor.set.contains(name));
        let names = names.into_iter().map(|(label, documentation, kind)| {
            let edit = match cursor.quote {
                Some(quote) => TextEdit {
                    span: Span {
                        start: quote + 1,
                        end: byte,
                    },
                    text: label.clone(),
                },
                None => TextEdit {
                    span: Span::at(byte as usize),
                    text: format!("\"{label}\": "),
                },
            };
            Completion {
                label,
                kind,
                detail: String::new(),
                documentation,
                edit,
                snippet: false,
                deprecated: false,
                rank: 0,
            }
        });
        Ok(names.collect())
    }

    /// The description of the name at a byte: of a declaration, or of an argument of the language.
    pub(super) fn json_description(
        &self,
        context: &Context<'_>,
        byte: u32,
    ) -> Result<Option<Hover>> {
        if let Some(found) = self.of_site(context, byte)? {
            return Ok(Some(found));
        }
        let text = &**context.document.text();
        let all = members(text, context.budget)?;
        let (mut path, mut inner): (Vec<String>, &[Member]) = (Vec::new(), &all);
        let contains = |span: Span| span.start <= byte && byte <= span.end;
        while let Some(member) = inner.iter().find(|member| contains(member.span())) {
            if let Some(name) = member.name.filter(|name| contains(*name)) {
                let types = types_of(&path).unwrap_or_default();
                let wanted = member.name(text);
                let item = items(&types).iter().find(|item| item.name == wanted);
                let is_module = context.document.language() == LanguageId::Terraform;
                return Ok(item.filter(|_| is_module).map(|item| Hover {
                    span: name,
                    text: item.documentation.to_owned(),
                }));
            }
            if member.name.is_some() {
                path.push(member.name(text).to_owned());
            }
            inner = &member.members;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_strings_and_their_texts_correspond() {
        for (string, text, last) in [
            ("a", "a", 0),
            (r#"é\"b"#, "é\"b", 4),
            (r"\n\u00e9\ud83d\ude00x", "\né😀x", 20),
            (r"\ud83dx", "\u{fffd}x", 6),
            (r"\q\u12", "\\q\\u12", 5),
        ] {
            let (found, bytes) = unescaped(string);
            assert_eq!(found, text);
            assert_eq!(bytes.len(), text.len() + 1);
            assert_eq!(bytes[text.len() - 1], last, "{string}");
            assert_eq!(bytes[text.len()] as usize, string.len());
        }
    }
}
