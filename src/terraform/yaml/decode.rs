//! Reading a document.
//!
//! The parser wants a line break behind the last line of a block, and something behind a
//! backslash, which a text need not have at its end. So what follows a text is made up, and taken
//! away from what comes of it.

use super::scalar::{Scalar, resolve};
use libyaml_safer::{
    Error as Fault, ErrorKind, Event, EventData, MAP_TAG, Mark, Parser, SEQ_TAG, ScalarStyle,
};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{MAX_DEPTH, Str, Type};
use polycty_core::values::{Value, nfc};
use polycty_hcl::convert;
use polycty_hcl::functions::define::refused;
use std::collections::{BTreeMap, HashMap};
use std::io::{Chain, Read};

/// The bytes of a part of a container while that is made.
const PART: u64 = 120;

/// The steps of an event.
const EVENT: u64 = 4;

/// The value of a document, which has to be the only one.
pub(super) fn decode(text: &str, budget: &Budget) -> Result<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reading = Reading::new(text, missing_break(text), budget);
    let mut value = reading.document();
    if value.is_err() && reading.is_unclosed {
        // Where such a text ends is told. What is behind a backslash is no escape.
        let behind = if text.ends_with('\\') { "q" } else { "" };
        value = Reading::new(text, behind, budget).document();
    }
    value.map_err(|error| error.quoting(Quotes::Argument(0)))
}

/// The line break that is to follow a text. Of those that there are, the parser keeps two as they
/// are: one of them shows in a block that it belongs to. It is the one that the blank lines at the
/// end of the text do not have; where they have both, the last of them may be taken for it.
fn missing_break(text: &str) -> &'static str {
    const BREAKS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    if text.is_empty() || text.ends_with(BREAKS) {
        return "";
    }
    let content = text.trim_end_matches(|c| c == ' ' || BREAKS.contains(&c));
    match text[content.len()..].contains('\u{2028}') {
        true => "\u{2029}",
        false => "\u{2028}",
    }
}

/// A container that is being read, with its anchor.
struct Open {
    anchor: Option<String>,
    made: Made,
}

/// What of a container is there so far.
enum Made {
    Sequence(Vec<Value>),
    Mapping {
        attributes: BTreeMap<Str, Value>,
        /// The key whose value comes next, none for one that merges, and where it stands.
        key: Option<(Option<Str>, Mark)>,
    },
}

impl Open {
    /// Whether what comes next is a key.
    fn wants_key(&self) -> bool {
        matches!(&self.made, Made::Mapping { key: None, .. })
    }
}

/// The state of reading one text.
struct Reading<'r> {
    parser: Parser<Chain<&'r [u8], &'r [u8]>>,
    /// The bytes of the text.
    length: u64,
    /// What was made up behind it.
    behind: &'static str,
    budget: &'r Budget,
    /// What anchors stand for; nothing while their values are read.
    anchors: HashMap<String, Option<Value>>,
    /// Whether the text ended within quotes.
    is_unclosed: bool,
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

impl<'r> Reading<'r> {
    fn new(text: &'r str, behind: &'static str, budget: &'r Budget) -> Reading<'r> {
        let mut parser = Parser::new();
        parser.set_input(text.as_bytes().chain(behind.as_bytes()));
        Reading {
            parser,
            length: text.len() as u64,
            behind,
            budget,
            anchors: HashMap::new(),
            is_unclosed: false,
        }
    }

    fn next(&mut self) -> Result<Event> {
        self.budget.charge(EVENT)?;
        let mut event = self.parser.parse().map_err(|fault| {
            self.is_unclosed = fault.problem() == "found unexpected end of stream";
            of_parser(&fault)
        })?;
        match &mut event.data {
            // The only version that there was, when the reference's parser was written.
            EventData::DocumentStart {
                version_directive: Some(version),
                ..
            } if version.minor != 1 => {
                return Err(at(&event, "found incompatible YAML document"));
            }
            EventData::Scalar {
                value,
                style: ScalarStyle::Literal | ScalarStyle::Folded,
                ..
            } if event.end_mark.index > self.length && value.ends_with(self.behind) => {
                value.truncate(value.len() - self.behind.len());
            }
            _ => {}
        }
        Ok(event)
    }

    fn document(&mut self) -> Result<Value> {
        self.next()?;
        let start = self.next()?;
        if !matches!(start.data, EventData::DocumentStart { .. }) {
            let line = start.start_mark.line.max(1);
            return Err(placed(line, 0, "missing start of document"));
        }
        let value = self.value()?;
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

    /// The value that comes next. What it has is kept in a list, not within each other, as deep
    /// as values may be.
    fn value(&mut self) -> Result<Value> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let event = self.next()?;
            self.budget.hold(PART)?;
            let value = match event.data {
                EventData::SequenceEnd | EventData::MappingEnd => match open.pop() {
                    Some(Open { anchor, made }) => self.closed(anchor, made)?,
                    None => return Err(at(&event, "unexpected end of the document")),
                },
                _ if open.last().is_some_and(Open::wants_key) => {
                    let key = self.key(&event)?;
                    if let Some(Made::Mapping { key: place, .. }) =
                        open.last_mut().map(|open| &mut open.made)
                    {
                        *place = Some((key, event.start_mark));
                    }
                    continue;
                }
                EventData::Scalar {
                    ref anchor,
                    ref tag,
                    ref value,
                    style,
                    ..
                } => {
                    let scalar = resolve(tag.as_deref(), value, style)
                        .map_err(|error| at(&event, error.message()))?;
                    self.budget.hold(value.len() as u64)?;
                    self.known(anchor.as_deref(), scalar.value())
                }
                EventData::Alias { ref anchor } => self.alias(&event, anchor)?,
                EventData::SequenceStart {
                    ref anchor,
                    ref tag,
                    ..
                } => {
                    if let Some(tag) = tag.as_deref().filter(|tag| !matches!(*tag, "" | SEQ_TAG)) {
                        return Err(at(
                            &event,
                            format_args!("can't interpret sequence as {tag}"),
                        ));
                    }
                    open.push(self.begun(anchor, Made::Sequence(Vec::new()), open.len())?);
                    continue;
                }
                EventData::MappingStart {
                    ref anchor,
                    ref tag,
                    ..
                } => {
                    if let Some(tag) = tag.as_deref().filter(|tag| !matches!(*tag, "" | MAP_TAG)) {
                        return Err(at(&event, format_args!("can't interpret mapping as {tag}")));
                    }
                    let made = Made::Mapping {
                        attributes: BTreeMap::new(),
                        key: None,
                    };
                    open.push(self.begun(anchor, made, open.len())?);
                    continue;
                }
                _ => return Err(at(&event, "unexpected end of the document")),
            };
            match open.last_mut() {
                None => return Ok(value),
                Some(open) => self.add(&mut open.made, value)?,
            }
        }
    }

    /// A container that begins, with its anchor, inside of so many others.
    fn begun(&mut self, anchor: &Option<String>, made: Made, depth: usize) -> Result<Open> {
        if depth >= MAX_DEPTH as usize {
            return Err(Error::new(Code::Limit, "the document nests too deep"));
        }
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.clone(), None);
        }
        Ok(Open {
            anchor: anchor.clone(),
            made,
        })
    }

    /// A value with its anchor.
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

    /// The key that an event stands for; none for the one that merges.
    fn key(&mut self, event: &Event) -> Result<Option<Str>> {
        let EventData::Scalar {
            tag, value, style, ..
        } = &event.data
        else {
            return Err(at(event, "only strings are allowed as mapping keys"));
        };
        let scalar =
            resolve(tag.as_deref(), value, *style).map_err(|error| at(event, error.message()))?;
        let Scalar::Value(key) = scalar else {
            return Ok(None);
        };
        if key.is_null() {
            return Err(at(event, "mapping key cannot be null"));
        }
        let key = convert(&key, Type::string())
            .map_err(|_| at(event, "only strings are allowed as mapping keys"))?;
        let key: Str = nfc(key.as_str().unwrap_or_default()).as_ref().into();
        self.budget.hold(PART + key.len() as u64)?;
        Ok(Some(key))
    }

    /// Adds a value to the container that it stands in.
    fn add(&mut self, made: &mut Made, value: Value) -> Result<()> {
        match made {
            Made::Sequence(parts) => parts.push(value),
            Made::Mapping { attributes, key } => match key.take() {
                Some((Some(key), _)) => {
                    attributes.insert(key, value);
                }
                Some((None, place)) => self.merge(place, &value, attributes)?,
                // A key was read before.
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
            let message = format_args!("cannot merge {ty} into mapping");
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
