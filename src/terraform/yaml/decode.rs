//! Reading a document.

use super::scalar::{Scalar, resolve};
use libyaml_safer::{Error as Fault, ErrorKind, Event, EventData, MAP_TAG, Parser, SEQ_TAG};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{MAX_DEPTH, Str, Type};
use polycty_core::values::{Value, nfc};
use polycty_hcl::convert;
use polycty_hcl::functions::define::refused;
use std::collections::{BTreeMap, HashMap};

/// The bytes of a part of a container while that is made.
const PART: u64 = 120;

/// The steps of an event.
const EVENT: u64 = 4;

/// The value of a document, which has to be the only one.
pub(super) fn decode(text: &str, budget: &Budget) -> Result<Value> {
    let mut input = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut input);
    let mut reading = Reading {
        parser,
        budget,
        anchors: HashMap::new(),
    };
    reading
        .document()
        .map_err(|error| error.quoting(Quotes::Argument(0)))
}

/// The state of reading one text.
struct Reading<'r, 'b> {
    parser: Parser<&'r mut &'r [u8]>,
    budget: &'b Budget,
    /// What anchors stand for; nothing while their values are read.
    anchors: HashMap<String, Option<Value>>,
}

/// What is wrong at an event. Lines are counted from zero, and nothing is said of the first.
#[cold]
fn at(event: &Event, message: impl std::fmt::Display) -> Error {
    placed(event.start_mark.line, event.start_mark.column, message)
}

#[cold]
fn placed(line: u64, column: u64, message: impl std::fmt::Display) -> Error {
    refused(match line {
        0 => message.to_string(),
        line => format!("on line {line}, column {}: {message}", column + 1),
    })
}

/// What is wrong with the text itself, at the place that the reference names.
#[cold]
fn of_parser(fault: &Fault) -> Error {
    let problem = match fault.problem() {
        "" => "invalid YAML syntax",
        problem => problem,
    };
    match (fault.problem_mark(), fault.context_mark()) {
        (Some(mark), _) if mark.line != 0 => match fault.kind() {
            ErrorKind::Scanner => placed(mark.line + 1, 0, problem),
            _ => placed(mark.line, mark.column, problem),
        },
        (_, Some(mark)) => placed(mark.line, mark.column, problem),
        _ => refused(problem),
    }
}

impl Reading<'_, '_> {
    fn next(&mut self) -> Result<Event> {
        self.budget.charge(EVENT)?;
        self.parser.parse().map_err(|fault| of_parser(&fault))
    }

    fn document(&mut self) -> Result<Value> {
        self.next()?;
        let start = self.next()?;
        if !matches!(start.data, EventData::DocumentStart { .. }) {
            let line = start.start_mark.line.max(1);
            return Err(placed(line, 0, "missing start of document"));
        }
        let first = self.next()?;
        let value = self.value(first, 0)?;
        let end = self.next()?;
        if !matches!(end.data, EventData::DocumentEnd { .. }) {
            return Err(at(&end, "unexpected extra content after value"));
        }
        let end = self.next()?;
        if !matches!(end.data, EventData::StreamEnd) {
            return Err(at(&end, "unexpected extra content after value"));
        }
        Ok(value)
    }

    /// The value that begins with an event. As deep as values may be.
    fn value(&mut self, event: Event, depth: u32) -> Result<Value> {
        if depth >= MAX_DEPTH {
            return Err(Error::new(Code::Limit, "the document nests too deep"));
        }
        self.budget.hold(PART)?;
        let (anchor, value) = match &event.data {
            EventData::Scalar {
                anchor,
                tag,
                value,
                style,
                ..
            } => {
                let scalar = resolve(tag.as_deref(), value, *style)
                    .map_err(|error| at(&event, error.message()))?;
                self.budget.hold(value.len() as u64)?;
                (anchor.clone(), scalar.value())
            }
            EventData::Alias { anchor } => return self.alias(&event, anchor),
            EventData::SequenceStart { anchor, tag, .. } => {
                if let Some(tag) = tag.as_deref().filter(|tag| !matches!(*tag, "" | SEQ_TAG)) {
                    return Err(at(
                        &event,
                        format_args!("can't interpret sequence as {tag}"),
                    ));
                }
                self.begin(anchor.as_deref());
                (anchor.clone(), self.sequence(depth)?)
            }
            EventData::MappingStart { anchor, tag, .. } => {
                if let Some(tag) = tag.as_deref().filter(|tag| !matches!(*tag, "" | MAP_TAG)) {
                    return Err(at(&event, format_args!("can't interpret mapping as {tag}")));
                }
                self.begin(anchor.as_deref());
                (anchor.clone(), self.mapping(depth)?)
            }
            _ => return Err(at(&event, "unexpected end of the document")),
        };
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Some(value.clone()));
        }
        Ok(value)
    }

    fn begin(&mut self, anchor: Option<&str>) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.to_owned(), None);
        }
    }

    fn alias(&mut self, event: &Event, anchor: &str) -> Result<Value> {
        match self.anchors.get(anchor) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => Err(at(
                event,
                format_args!(
                    "cannot refer to anchor {} from inside its own definition",
                    Quoted(anchor)
                ),
            )),
            None => {
                let message = format!("reference to undefined anchor {}", Quoted(anchor));
                Err(at(event, message))
            }
        }
    }

    fn sequence(&mut self, depth: u32) -> Result<Value> {
        let mut parts = Vec::new();
        loop {
            let event = self.next()?;
            if let EventData::SequenceEnd = event.data {
                return Value::tuple(parts);
            }
            parts.push(self.value(event, depth + 1)?);
        }
    }

    fn mapping(&mut self, depth: u32) -> Result<Value> {
        let mut attributes: BTreeMap<Str, Value> = BTreeMap::new();
        loop {
            let event = self.next()?;
            let scalar = match &event.data {
                EventData::MappingEnd => return Value::object(attributes),
                EventData::Scalar {
                    tag, value, style, ..
                } => resolve(tag.as_deref(), value, *style)
                    .map_err(|error| at(&event, error.message()))?,
                _ => return Err(at(&event, "only strings are allowed as mapping keys")),
            };
            let key = match scalar {
                Scalar::Merge => {
                    let next = self.next()?;
                    let merged = self.value(next, depth + 1)?;
                    self.merge(&event, &merged, &mut attributes)?;
                    continue;
                }
                Scalar::Value(key) => key,
            };
            if key.is_null() {
                return Err(at(&event, "mapping key cannot be null"));
            }
            let key = convert(&key, Type::string())
                .map_err(|_| at(&event, "only strings are allowed as mapping keys"))?;
            let key: Str = nfc(key.as_str().unwrap_or_default()).as_ref().into();
            self.budget.hold(PART + key.len() as u64)?;
            let next = self.next()?;
            let value = self.value(next, depth + 1)?;
            attributes.insert(key, value);
        }
    }

    fn merge(
        &mut self,
        event: &Event,
        merged: &Value,
        attributes: &mut BTreeMap<Str, Value>,
    ) -> Result<()> {
        if merged.is_null() || !merged.ty().is_object() {
            let ty = merged.ty().friendly_name();
            return Err(at(event, format_args!("cannot merge {ty} into mapping")));
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
