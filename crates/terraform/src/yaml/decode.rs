//! Decoding of documents.

use super::scalar::{Scalar, resolve};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::syntax::yaml::{
    Event, EventKind, Mark, Parser, Properties, SyntaxError, is_forbidden,
};
use polycty_core::text::Quoted;
use polycty_core::types::{MAX_DEPTH, Str, Type};
use polycty_core::values::{Value, nfc};
use polycty_hcl::functions::define::{convert, refused};
use std::collections::{BTreeMap, HashMap};

/// The bytes charged for an element of a container.
const PART: u64 = 120;

/// The steps charged for an event.
const EVENT: u64 = 4;

/// The implicit tags of containers.
const SEQUENCE: &str = "tag:yaml.org,2002:seq";
const MAPPING: &str = "tag:yaml.org,2002:map";

/// Returns the value of a text that contains exactly one document.
pub(super) fn decode(text: &str, budget: &Budget) -> Result<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.chars().any(is_forbidden) {
        return Err(refused("control characters are not allowed"));
    }
    let mut reading = Reading {
        parser: Parser::new(text),
        budget,
        anchors: HashMap::new(),
    };
    reading
        .document()
        .map_err(|error| error.quoting(Quotes::Argument(0)))
}

/// A container that is being decoded, with its anchor.
struct Open {
    anchor: Option<String>,
    made: Made,
}

/// The elements of a container so far.
enum Made {
    Sequence(Vec<Value>),
    Mapping {
        attributes: BTreeMap<Str, Value>,
        /// The key of the next value, with its position. The key is `None` for a merge key.
        key: Option<(Option<Str>, Mark)>,
    },
}

impl Open {
    /// Returns whether the next node is a key.
    fn wants_key(&self) -> bool {
        matches!(&self.made, Made::Mapping { key: None, .. })
    }
}

/// The state of decoding one text.
struct Reading<'r> {
    parser: Parser<'r>,
    budget: &'r Budget,
    /// The values of anchors, or `None` while they are being decoded.
    anchors: HashMap<String, Option<Value>>,
}

/// An error at an event. Lines are counted from zero, and a position in the first line is not
/// reported.
#[cold]
fn at(start: Mark, message: impl std::fmt::Display) -> Error {
    placed(start.line, start.column, message)
}

#[cold]
fn placed(line: usize, column: usize, message: impl std::fmt::Display) -> Error {
    refused(match line {
        0 => message.to_string(),
        line => format!("on line {line}, column {}: {message}", column + 1),
    })
}

/// Checks that a container has no tag other than its implicit tag.
fn untagged(properties: &Properties, own: &str, what: &str, start: Mark) -> Result<()> {
    match properties.tag.as_deref() {
        Some(tag) if tag != own => Err(at(start, format_args!("can't interpret {what} as {tag}"))),
        _ => Ok(()),
    }
}

impl Reading<'_> {
    fn next(&mut self) -> Result<Event> {
        self.budget.charge(EVENT)?;
        let of_text = |SyntaxError {
                           problem,
                           line,
                           column,
                           ..
                       }| placed(line, column, problem);
        self.parser.next().map_err(of_text)
    }

    fn document(&mut self) -> Result<Value> {
        let start = self.next()?;
        if start.kind != EventKind::DocumentStart {
            let line = start.start.line.max(1);
            return Err(placed(line, 0, "missing start of document"));
        }
        let value = self.value()?;
        for wanted in [EventKind::DocumentEnd, EventKind::StreamEnd] {
            let end = self.next()?;
            if end.kind != wanted {
                return Err(at(end.start, "unexpected extra content after value"));
            }
        }
        Ok(value)
    }

    /// Decodes the next value. Open containers are in a list, so the depth of values does not use
    /// the stack.
    fn value(&mut self) -> Result<Value> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let event = self.next()?;
            self.budget.hold(PART)?;
            let Event {
                kind,
                properties,
                start,
                ..
            } = event;
            let value = match kind {
                EventKind::SequenceEnd | EventKind::MappingEnd => match open.pop() {
                    Some(Open { anchor, made }) => self.closed(anchor, made)?,
                    None => return Err(at(start, "unexpected end of the document")),
                },
                kind if open.last().is_some_and(Open::wants_key) => {
                    let key = self.key(&kind, &properties, start)?;
                    if let Some(Made::Mapping { key: place, .. }) =
                        open.last_mut().map(|open| &mut open.made)
                    {
                        *place = Some((key, start));
                    }
                    continue;
                }
                EventKind::Scalar { text, style } => {
                    let scalar = resolve(properties.tag.as_deref(), &text, style, self.budget)
                        .map_err(|error| {
                            if error.code().is_refusal() {
                                error
                            } else {
                                at(start, error.message())
                            }
                        })?;
                    self.budget.hold(text.len() as u64)?;
                    self.known(properties.anchor.as_deref(), scalar.value())
                }
                EventKind::Alias(anchor) => self.alias(start, &anchor)?,
                EventKind::SequenceStart => {
                    untagged(&properties, SEQUENCE, "sequence", start)?;
                    let made = Made::Sequence(Vec::new());
                    open.push(self.begun(properties.anchor, made, open.len())?);
                    continue;
                }
                EventKind::MappingStart => {
                    untagged(&properties, MAPPING, "mapping", start)?;
                    let made = Made::Mapping {
                        attributes: BTreeMap::new(),
                        key: None,
                    };
                    open.push(self.begun(properties.anchor, made, open.len())?);
                    continue;
                }
                _ => return Err(at(start, "unexpected end of the document")),
            };
            match open.last_mut() {
                None => return Ok(value),
                Some(open) => self.add(&mut open.made, value)?,
            }
        }
    }

    /// Begins a container with its anchor, at a depth.
    fn begun(&mut self, anchor: Option<String>, made: Made, depth: usize) -> Result<Open> {
        if depth >= MAX_DEPTH as usize {
            return Err(Error::new(Code::Limit, "the document is nested too deep"));
        }
        if let Some(anchor) = &anchor {
            self.anchors.insert(anchor.clone(), None);
        }
        Ok(Open { anchor, made })
    }

    /// Stores a value under its anchor.
    fn known(&mut self, anchor: Option<&str>, value: Value) -> Value {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.to_owned(), Some(value.clone()));
        }
        value
    }

    fn closed(&mut self, anchor: Option<String>, made: Made) -> Result<Value> {
        let value = match made {
            Made::Sequence(parts) => Value::tuple(parts)?,
            Made::Mapping { attributes, .. } => Value::object(attributes)?,
        };
        Ok(self.known(anchor.as_deref(), value))
    }

    fn alias(&mut self, start: Mark, anchor: &str) -> Result<Value> {
        match self.anchors.get(anchor) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => Err(at(
                start,
                format_args!(
                    "cannot refer to anchor {} from inside its own definition",
                    Quoted(anchor)
                ),
            )),
            None => {
                let message = format!("reference to undefined anchor {}", Quoted(anchor));
                Err(at(start, message))
            }
        }
    }

    /// Decodes a key, or returns `None` for a merge key.
    fn key(
        &mut self,
        kind: &EventKind,
        properties: &Properties,
        start: Mark,
    ) -> Result<Option<Str>> {
        let EventKind::Scalar { text, style } = kind else {
            return Err(at(start, "only strings are allowed as mapping keys"));
        };
        // Errors of a key are reported without their position.
        let Scalar::Value(key) = resolve(properties.tag.as_deref(), text, *style, self.budget)?
        else {
            return Ok(None);
        };
        if key.is_null() {
            return Err(at(start, "mapping key cannot be null"));
        }
        let key = convert(&key, Type::string(), self.budget).map_err(|error| {
            if error.code().is_refusal() {
                error
            } else {
                at(start, "only strings are allowed as mapping keys")
            }
        })?;
        let key: Str = nfc(key.as_str().unwrap_or_default()).as_ref().into();
        self.budget.hold(PART + key.len() as u64)?;
        Ok(Some(key))
    }

    /// Adds a value to its container.
    fn add(&mut self, made: &mut Made, value: Value) -> Result<()> {
        match made {
            Made::Sequence(parts) => parts.push(value),
            Made::Mapping { attributes, key } => match key.take() {
                Some((Some(key), _)) => {
                    attributes.insert(key, value);
                }
                Some((None, place)) => self.merge(place, &value, attributes)?,
                // The key was read before.
                None => {}
            },
        }
        Ok(())
    }

    fn merge(
        &mut self,
        place: Mark,
        merged: &Value,
        attributes: &mut BTreeMap<Str, Value>,
    ) -> Result<()> {
        if merged.is_null() || !merged.ty().is_object() {
            let ty = merged.ty().friendly_name();
            let message = format!("cannot merge {ty} into mapping");
            return Err(placed(place.line, place.column, message));
        }
        for field in merged.ty().fields() {
            if let Some(value) = merged.attribute(field.name()) {
                self.budget.hold(PART)?;
                attributes.insert(field.shared_name().clone(), value.clone());
            }
        }
        Ok(())
    }
}
