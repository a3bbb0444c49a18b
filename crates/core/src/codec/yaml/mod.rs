//! YAML as data.
//!
//! The value of a document is that of the same document in JSON: mappings are objects, sequences
//! are tuples, and null is of the type any. Plain scalars are resolved by the core schema of
//! YAML 1.2, so `yes` and `1:30` are strings.
//!
//! - The text has at most one document. A text without content is null.
//! - A key is a scalar, and its text is the name of the attribute. A mapping has each key once.
//! - The plain key `<<` merges mappings. The keys of the mapping itself take precedence, then those
//!   of the first merged mapping.
//! - Tags are those of the core schema. A scalar with the tag `!` is a string.

mod number;

pub use number::number;

use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use crate::syntax::yaml::{Event, EventKind, Parser, Properties, Style, SyntaxError, is_forbidden};
use crate::text::Quoted;
use crate::types::{MAX_DEPTH, Str, Type};
use crate::values::{Value, nfc};
use std::collections::{BTreeMap, HashMap};

/// The bytes charged for a node.
const NODE_BYTES: u64 = 160;

/// The bytes charged for a mapping that a merge key names.
const MERGED_BYTES: u64 = 32;

/// The steps charged for an event.
const EVENT_STEPS: u64 = 4;

/// The bytes of a text that are charged as one step.
const STEP_BYTES: u64 = 16;

const STANDARD: &str = "tag:yaml.org,2002:";

/// The byte order mark, which may precede a document.
const BOM: &str = crate::source::BOM;

/// Returns the value of a text.
///
/// # Errors
/// [`Code::Syntax`] with the byte of the text, also for keys and tags that are not supported;
/// [`Code::Value`] for a number that is not supported; [`Code::InvalidUtf8`]; [`Code::Limit`] for a
/// text that is nested too deep and if the budget is exceeded.
pub fn decode_within(text: &[u8], budget: &Budget) -> Result<Value> {
    let text = std::str::from_utf8(text).map_err(|error| {
        Error::new(Code::InvalidUtf8, "the document is not valid UTF-8")
            .with_offset(error.valid_up_to())
    })?;
    let mut events = Events::new(text, budget)?;
    let mut decoder = Decoder {
        budget,
        anchors: HashMap::new(),
        open: Vec::new(),
    };
    let Some(first) = events.begin()? else {
        return Ok(Value::null(Type::any().clone()));
    };
    let mut event = first;
    let value = loop {
        if let Some(value) = decoder.node(event)? {
            break value;
        }
        event = events.next()?;
    };
    events.end()?;
    Ok(value)
}

/// The events of the one document of a text. The marks count from the beginning of the text.
pub(super) struct Events<'t> {
    parser: Parser<'t>,
    budget: &'t Budget,
    /// The bytes before the text of the parser.
    skipped: usize,
}

impl<'t> Events<'t> {
    pub(super) fn new(text: &'t str, budget: &'t Budget) -> Result<Events<'t>> {
        budget.charge(text.len() as u64 / STEP_BYTES)?;
        let inner = text.strip_prefix(BOM).unwrap_or(text);
        let skipped = text.len() - inner.len();
        if let Some((at, c)) = inner.char_indices().find(|(_, c)| is_forbidden(*c)) {
            let message = format!("control character {c:?} is not allowed");
            return Err(Error::new(Code::Syntax, message).with_offset(skipped + at));
        }
        Ok(Events {
            parser: Parser::new(inner).accepting_versions(),
            budget,
            skipped,
        })
    }

    /// Returns the first event of the content, or `None` if there is no document.
    pub(super) fn begin(&mut self) -> Result<Option<Event>> {
        match self.next()?.kind {
            EventKind::StreamEnd => Ok(None),
            _ => self.next().map(Some),
        }
    }

    pub(super) fn next(&mut self) -> Result<Event> {
        self.budget.charge(EVENT_STEPS)?;
        let skipped = self.skipped;
        let syntax = |SyntaxError { problem, byte, .. }| {
            Error::new(Code::Syntax, problem).with_offset(skipped + byte)
        };
        let mut event = self.parser.next().map_err(syntax)?;
        event.start.index += skipped;
        event.end.index += skipped;
        Ok(event)
    }

    /// Checks that the document and the text end after its content.
    pub(super) fn end(&mut self) -> Result<()> {
        for wanted in [EventKind::DocumentEnd, EventKind::StreamEnd] {
            let end = self.next()?;
            if end.kind != wanted {
                return Err(at(&end, "expected one document, found more content"));
            }
        }
        Ok(())
    }
}

/// An error at an event.
#[cold]
fn at(event: &Event, message: impl Into<String>) -> Error {
    Error::new(Code::Syntax, message).with_offset(event.start.index)
}

/// The containers that are open, the innermost last, and the values of anchors.
struct Decoder<'b> {
    budget: &'b Budget,
    /// The values of anchors, or `None` inside of their own definitions.
    anchors: HashMap<String, Option<Value>>,
    open: Vec<Open>,
}

struct Open {
    anchor: Option<String>,
    content: Content,
}

enum Content {
    Sequence(Vec<Value>),
    Mapping(Mapping),
}

#[derive(Default)]
struct Mapping {
    attributes: BTreeMap<Str, Value>,
    /// The mappings that merge keys name, in their order of precedence.
    merged: Vec<Value>,
    key: Option<Key>,
}

/// A key whose value follows.
enum Key {
    Name(Str),
    Merge,
}

impl Decoder<'_> {
    /// Processes an event, and returns the value of the document if it is complete.
    fn node(&mut self, event: Event) -> Result<Option<Value>> {
        self.budget.hold(NODE_BYTES)?;
        if let Some(Content::Mapping(mapping)) = self.open.last_mut().map(|open| &mut open.content)
            && mapping.key.is_none()
            && event.kind != EventKind::MappingEnd
        {
            mapping.key = Some(key(&event, mapping, self.budget)?);
            return Ok(None);
        }
        let (value, anchor) = match &event.kind {
            EventKind::Scalar { text, style } => {
                self.budget.hold(text.len() as u64)?;
                let value = scalar(&event, text, *style, self.budget)?;
                (value, event.properties.anchor.clone())
            }
            EventKind::Alias(name) => (self.alias(&event, name)?, None),
            EventKind::SequenceStart => {
                untagged(&event, "seq")?;
                return self.begin(&event, Content::Sequence(Vec::new()));
            }
            EventKind::MappingStart => {
                untagged(&event, "map")?;
                return self.begin(&event, Content::Mapping(Mapping::default()));
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => match self.open.pop() {
                Some(Open { anchor, content }) => (self.closed(content)?, anchor),
                None => return Err(at(&event, "unexpected end of a collection")),
            },
            EventKind::StreamEnd | EventKind::DocumentStart | EventKind::DocumentEnd => {
                return Err(at(&event, "unexpected end of the document"));
            }
        };
        if let Some(anchor) = anchor {
            self.budget.hold(anchor.len() as u64)?;
            self.anchors.insert(anchor, Some(value.clone()));
        }
        match self.open.last_mut() {
            None => return Ok(Some(value)),
            Some(open) => match &mut open.content {
                Content::Sequence(elements) => elements.push(value),
                Content::Mapping(mapping) => match mapping.key.take() {
                    Some(Key::Name(name)) => drop(mapping.attributes.insert(name, value)),
                    _ => mapping.merge(&event, value, self.budget)?,
                },
            },
        }
        Ok(None)
    }

    fn begin(&mut self, event: &Event, content: Content) -> Result<Option<Value>> {
        if self.open.len() >= MAX_DEPTH as usize {
            return Err(super::too_deep().with_offset(event.start.index));
        }
        let anchor = event.properties.anchor.clone();
        if let Some(anchor) = &anchor {
            self.budget.hold(anchor.len() as u64)?;
            self.anchors.insert(anchor.clone(), None);
        }
        self.open.push(Open { anchor, content });
        Ok(None)
    }

    fn closed(&mut self, content: Content) -> Result<Value> {
        match content {
            Content::Sequence(elements) => Value::tuple(elements),
            Content::Mapping(mapping) => {
                let mut attributes = mapping.attributes;
                for merged in &mapping.merged {
                    let fields = merged.ty().fields();
                    self.budget.charge(1 + fields.len() as u64)?;
                    for field in fields {
                        if let Some(value) = merged.attribute(field.name())
                            && !attributes.contains_key(field.name())
                        {
                            self.budget.hold(NODE_BYTES)?;
                            attributes.insert(field.shared_name().clone(), value.clone());
                        }
                    }
                }
                Value::object(attributes)
            }
        }
    }

    fn alias(&self, event: &Event, name: &str) -> Result<Value> {
        match self.anchors.get(name) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => {
                let message = format!("anchor {} is used in its own definition", Quoted(name));
                Err(at(event, message))
            }
            None => Err(at(event, format!("undefined anchor {}", Quoted(name)))),
        }
    }
}

impl Mapping {
    /// Remembers the value of a merge key. `event` is its last event. An alias makes a long sequence
    /// of a short text, so its elements are charged.
    fn merge(&mut self, event: &Event, value: Value, budget: &Budget) -> Result<()> {
        let is_mapping = |value: &Value| value.ty().is_object() && !value.is_null();
        if is_mapping(&value) {
            self.merged.push(value);
            return Ok(());
        }
        let mut parts = Vec::new();
        if value.ty().is_tuple() && !value.is_null() {
            let count = value.ty().elements().map_or(0, <[Type]>::len) as u64;
            budget.parts(count, MERGED_BYTES)?;
            parts.extend(value.elements()?.map(|(_, part)| part.clone()));
        }
        if parts.is_empty() || !parts.iter().all(is_mapping) {
            let message = "expected a mapping or a sequence of mappings after the merge key";
            return Err(at(event, message));
        }
        self.merged.extend(parts);
        Ok(())
    }
}

/// Whether an event is the key `<<`, which is plain and has no tag.
pub(super) fn is_merge_key(event: &Event) -> bool {
    matches!(&event.kind, EventKind::Scalar { text, style: Style::Plain } if text == "<<")
        && event.properties.tag.is_none()
}

/// Returns the key at an event.
fn key(event: &Event, mapping: &Mapping, budget: &Budget) -> Result<Key> {
    let EventKind::Scalar { text, style } = &event.kind else {
        return Err(at(event, "a key must be a scalar"));
    };
    if is_merge_key(event) {
        return Ok(Key::Merge);
    }
    if *style == Style::Plain && event.properties.tag.is_none() && is_null(text) {
        return Err(at(event, "a key must not be null"));
    }
    budget.hold(text.len() as u64)?;
    let name: Str = nfc(text).as_ref().into();
    if mapping.attributes.contains_key(&name) {
        return Err(at(event, format!("duplicate key {}", Quoted(text))));
    }
    Ok(Key::Name(name))
}

/// Checks that a collection has only the tag of its kind.
fn untagged(event: &Event, kind: &str) -> Result<()> {
    match event.properties.tag.as_deref() {
        None | Some("!") => Ok(()),
        Some(tag) if tag.strip_prefix(STANDARD) == Some(kind) => Ok(()),
        Some(tag) => Err(at(event, format!("unsupported tag {}", Quoted(tag)))),
    }
}

/// Resolves a scalar.
fn scalar(event: &Event, text: &str, style: Style, budget: &Budget) -> Result<Value> {
    let Properties { tag, .. } = &event.properties;
    let number = || match number(text, budget) {
        Err(error) if !error.code().is_refusal() => Err(error.with_offset(event.start.index)),
        other => other,
    };
    let Some(tag) = tag else {
        if style != Style::Plain {
            return Ok(Value::nfc_string(text));
        }
        if is_null(text) {
            return Ok(Value::null(Type::any().clone()));
        }
        if let Some(value) = bool_of(text) {
            return Ok(Value::bool(value));
        }
        return Ok(number()?.map_or_else(|| Value::nfc_string(text), Value::from_number));
    };
    let value = match tag.strip_prefix(STANDARD).unwrap_or(tag) {
        "!" | "str" => Some(Value::nfc_string(text)),
        "null" => is_null(text).then(|| Value::null(Type::any().clone())),
        "bool" => bool_of(text).map(Value::bool),
        "int" => number()?
            .filter(|number| number.is_integer())
            .map(Value::from_number),
        "float" => number()?.map(Value::from_number),
        _ => return Err(at(event, format!("unsupported tag {}", Quoted(tag)))),
    };
    // The message does not quote the scalar, which can be a secret.
    value.ok_or_else(|| {
        at(
            event,
            format!("the scalar is not a value of the tag {}", Quoted(tag)),
        )
    })
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

fn bool_of(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
