//! Templates: the expressions of a value, which are found once.
//!
//! The template of a value names its parts with expressions. A value without expressions has no
//! template, and no search for expressions is needed when the value is found again.

use super::key::{Key, Piece, Segment, split};
use crate::values::special::array_elements;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::sync::Arc;

/// The expressions of a value.
#[derive(Debug)]
pub(crate) enum Template {
    Text(Box<TextTemplate>),
    /// Those of elements of an array, by position.
    Array(Box<[(usize, Template)]>),
    /// Those of elements of a hash, by position. The keys have none.
    Elements(Box<[(usize, Template)]>),
    /// Those of keys and elements of a hash, by position.
    Entries(Box<[Entry]>),
}

/// The expressions of a value of a document.
#[derive(Debug)]
pub(crate) struct ValueTemplate {
    pub(super) template: Template,
    /// The variables on which the value depends alone, if it is a container without lookups.
    pub(super) references: Option<Box<[Arc<Reference>]>>,
}

/// The expressions of an entry of a hash.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(super) at: usize,
    pub(super) key: Option<Template>,
    pub(super) element: Option<Template>,
}

/// The expressions of a text.
#[derive(Debug)]
pub(crate) struct TextTemplate {
    pub(super) subject: Str,
    pub(super) parts: Box<[Part]>,
    /// The position after the last expression.
    pub(super) end: usize,
}

/// An expression, and the text before it.
#[derive(Debug)]
pub(super) struct Part {
    /// The position of the text before the expression.
    pub(super) start: usize,
    /// The position of the expression.
    pub(super) at: usize,
    /// Whether the expression is the whole text.
    pub(super) is_whole: bool,
    pub(super) method: Method,
    /// Whether the expression has the form of a call.
    pub(super) is_call: bool,
    /// The argument of the method.
    pub(super) name: Str,
}

/// The method of an expression.
#[derive(Debug)]
pub(super) enum Method {
    /// The expression has no value.
    Empty,
    Scope(Arc<Reference>),
    /// The key, unless it is invalid.
    Lookup(Option<Box<Key>>),
    Alias(Option<Box<Key>>),
    Literal,
    Unknown(Str),
}

/// A variable with a path into its value.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) key: Str,
    pub(super) root: Root,
    pub(super) segments: Box<[Segment]>,
}

/// The variable of a reference.
#[derive(Debug)]
pub(super) enum Root {
    Name(Str),
    Index(i64),
    /// The reference has a syntax error.
    Invalid,
}

/// The expressions without a value.
const EMPTY: [&str; 6] = ["", "::", "\"\"", "''", "\"::\"", "'::'"];

/// Whether a text contains an expression.
pub(super) fn has_expression(text: &[u8]) -> bool {
    expression_at(text, 0).is_some()
}

/// Returns the position of the first `%{` from a position on.
fn expression_at(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let next = text.get(from..)?.iter().position(|byte| *byte == b'%')?;
        let at = from + next;
        if text.get(at + 1) == Some(&b'{') {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Whether a value contains an expression.
pub(super) fn needs_interpolation(value: &Value) -> bool {
    if let Some(text) = value.as_str_bytes() {
        return has_expression(text);
    }
    if let Some(elements) = array_elements(value) {
        return elements.iter().any(needs_interpolation);
    }
    match value.as_ordered_map() {
        Some(map) => map
            .entries()
            .iter()
            .any(|(key, value)| needs_interpolation(key) || needs_interpolation(value)),
        None => false,
    }
}

impl Template {
    /// Returns the template of a value, or `None` if it contains no expressions.
    pub(super) fn of(value: &Value) -> Option<Template> {
        if let Some(bytes) = value.as_str_bytes() {
            let text = value.as_str().filter(|_| has_expression(bytes))?;
            return Some(Template::Text(Box::new(TextTemplate::of(text))));
        }
        if let Some(elements) = array_elements(value) {
            return Some(Template::Array(of_elements(elements.iter())?));
        }
        let entries = value.as_ordered_map()?.entries();
        if !entries.iter().any(|(key, _)| needs_interpolation(key)) {
            let elements = entries.iter().map(|(_, element)| element);
            return Some(Template::Elements(of_elements(elements)?));
        }
        let entries = entries.iter().enumerate();
        let entries = entries.map(|(at, (key, element))| Entry {
            at,
            key: Template::of(key),
            element: Template::of(element),
        });
        Some(Template::Entries(entries.collect()))
    }

    /// Adds the variables of the expressions; returns whether no expression looks up a key.
    fn add_references(&self, found: &mut Vec<Arc<Reference>>) -> bool {
        match self {
            Template::Text(text) => text.parts.iter().all(|part| match &part.method {
                Method::Scope(reference) => {
                    if !found.iter().any(|known| known.key == reference.key) {
                        found.push(reference.clone());
                    }
                    true
                }
                Method::Empty | Method::Literal => true,
                _ => false,
            }),
            Template::Array(parts) | Template::Elements(parts) => {
                parts.iter().all(|(_, part)| part.add_references(found))
            }
            Template::Entries(entries) => entries.iter().all(|entry| {
                let parts = [&entry.key, &entry.element];
                let mut parts = parts.into_iter().flatten();
                parts.all(|part| part.add_references(found))
            }),
        }
    }

    /// The number of expressions and of containers with expressions.
    pub(super) fn parts(&self) -> usize {
        let within = |inner: &Option<Template>| inner.as_ref().map_or(0, Template::parts);
        match self {
            Template::Text(text) => 1 + text.parts.len(),
            Template::Array(inner) | Template::Elements(inner) => {
                1 + inner.iter().map(|(_, inner)| inner.parts()).sum::<usize>()
            }
            Template::Entries(entries) => {
                let parts = entries.iter();
                let parts = parts.map(|entry| 1 + within(&entry.key) + within(&entry.element));
                1 + parts.sum::<usize>()
            }
        }
    }
}

impl ValueTemplate {
    pub(super) fn new(template: Template) -> ValueTemplate {
        let mut found = Vec::new();
        let is_alone =
            !matches!(template, Template::Text(_)) && template.add_references(&mut found);
        ValueTemplate {
            template,
            references: is_alone.then(|| found.into()),
        }
    }
}

fn of_elements<'v>(elements: impl Iterator<Item = &'v Value>) -> Option<Box<[(usize, Template)]>> {
    let parts: Box<[_]> = elements
        .enumerate()
        .filter_map(|(at, element)| Some((at, Template::of(element)?)))
        .collect();
    (!parts.is_empty()).then_some(parts)
}

impl TextTemplate {
    pub(super) fn of(subject: &str) -> TextTemplate {
        let (mut parts, mut start) = (Vec::new(), 0);
        while let Some(at) = expression_at(subject.as_bytes(), start)
            && let Some(rest) = subject.get(at + 2..)
            && let Some((inner, after)) = rest.split_once('}')
        {
            parts.push(Part::new(inner, (start, at), subject.len()));
            start = subject.len() - after.len();
        }
        TextTemplate {
            subject: subject.into(),
            parts: parts.into(),
            end: start,
        }
    }

    /// The text before a part.
    pub(super) fn before(&self, part: &Part) -> &str {
        self.subject.get(part.start..part.at).unwrap_or_default()
    }

    /// The text after the last part.
    pub(super) fn rest(&self) -> &str {
        self.subject.get(self.end..).unwrap_or_default()
    }
}

impl Part {
    /// Reads an expression, which is between `%{` and `}` in a text of this length.
    fn new(inner: &str, (start, at): (usize, usize), whole: usize) -> Part {
        let expression = inner.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\0');
        let call = method_of(expression);
        let (method, name) = call.unwrap_or(("scope", expression));
        let key = || Key::parse(name).map(Box::new);
        let method = match method {
            _ if expression.len() <= 4 && EMPTY.contains(&expression) => Method::Empty,
            "scope" => Method::Scope(Arc::new(Reference::new(name))),
            "lookup" | "hiera" => Method::Lookup(key()),
            "alias" => Method::Alias(key()),
            "literal" => Method::Literal,
            other => Method::Unknown(other.into()),
        };
        Part {
            start,
            at,
            is_whole: at == 0 && inner.len() + 3 == whole,
            method,
            is_call: call.is_some(),
            name: name.into(),
        }
    }
}

impl Reference {
    pub(super) fn new(key: &str) -> Reference {
        let mut segments = split(key).unwrap_or_default().into_iter();
        let root = match segments.next() {
            Some(Piece::Text(root)) => Root::Name(root.into()),
            Some(Piece::Index(index)) => Root::Index(index),
            None => Root::Invalid,
        };
        Reference {
            key: key.into(),
            root,
            segments: segments.map(Piece::segment).collect(),
        }
    }
}

/// Returns the method and the argument of an expression, or `None` for that of a variable.
fn method_of(expression: &str) -> Option<(&str, &str)> {
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let (method, rest) = expression.split_once('(')?;
    let quoted = rest.strip_suffix(')')?;
    let quote = quoted.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let argument = quoted.strip_prefix(quote)?.strip_suffix(quote)?;
    let valid = is_word(method) && !argument.is_empty() && !argument.contains(quote);
    valid.then_some((method, argument))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_has_one_quoted_argument() {
        for (text, found) in [
            ("lookup('a')", Some(("lookup", "a"))),
            ("alias(\"a.b\")", Some(("alias", "a.b"))),
            ("literal('%{env}')", Some(("literal", "%{env}"))),
            ("lookup( 'a' )", None),
            ("lookup('')", None),
            ("lookup(a)", None),
            ("a b", None),
        ] {
            assert_eq!(method_of(text), found, "{text}");
        }
    }

    #[test]
    fn a_template_has_the_parts_with_expressions() {
        let text = TextTemplate::of("a%{b}c%%{ d }%{e");
        let parts = text.parts.iter();
        let parts: Vec<(&str, &str)> = parts.map(|part| (text.before(part), &*part.name)).collect();
        assert_eq!(parts, [("a", "b"), ("c%", "d")]);
        assert_eq!(text.rest(), "%{e");
        assert!(TextTemplate::of("%{a}").parts[0].is_whole);
        assert!(!TextTemplate::of("%{a}%{b}").parts[0].is_whole);
        assert!(Template::of(&Value::string("50 % {a}")).is_none());
    }
}
