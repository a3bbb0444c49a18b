//! JSON documents with the equality of JSON Schema.
//!
//! Numbers are compared by value ([`Numeral`]): `1` and `1.0` are equal. Members of an object keep
//! the order in which they were read, but the order has no effect on equality. If a name occurs
//! twice, the last value is kept. The nesting of a document is limited by [`MAX_DEPTH`], on which
//! all recursive functions rely.

use crate::numeral::Numeral;
use polycty_core::calls::Budget;
use polycty_core::codec::json::{Peek, Reader};
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::json::{Escaping, write_string};
use polycty_core::types::{KeyedMap, Str, keyed_hasher};
use std::hash::{Hash, Hasher};

/// The maximum nesting of a document.
pub const MAX_DEPTH: u32 = 300;

/// The bytes charged for a part of a document.
const PART: u64 = 64;

/// The bytes of a text or of a number's digits that are processed in a step.
const BYTES_A_STEP: u64 = 64;

/// Up to this number, members are compared and searched linearly.
const FEW: usize = 8;

/// A JSON document.
#[derive(Clone, Debug)]
pub enum Document {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Numeral),
    /// A string.
    String(Str),
    /// An array.
    Array(Vec<Document>),
    /// An object without duplicate names.
    Object(Vec<(Str, Document)>),
}

/// The layout of a document as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// On one line without spaces.
    Compact,
    /// One line for each member and element, indented by two spaces for each level.
    Pretty,
}

impl Document {
    /// Parses a document.
    ///
    /// # Errors
    /// - [`Code::Syntax`] with the position of the error in bytes.
    /// - [`Code::Limit`] for nesting deeper than [`MAX_DEPTH`], for numbers with too many digits,
    ///   or if the budget is exceeded.
    pub fn parse(text: &str, budget: &Budget) -> Result<Document> {
        budget.charge(text.len() as u64 / 8)?;
        let mut reader = Reader::new(text);
        let document = read(&mut reader, MAX_DEPTH, budget)?;
        match reader.peek_byte() {
            None => Ok(document),
            Some(_) => Err(reader.failure("extraneous data after JSON value")),
        }
    }

    /// Returns the document as text, with the members in their order.
    #[must_use]
    pub fn to_text(&self, layout: Layout) -> String {
        let mut out = Vec::new();
        self.write(layout, 0, &mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    fn write(&self, layout: Layout, level: usize, out: &mut Vec<u8>) {
        match self {
            Document::Null => out.extend(b"null"),
            Document::Bool(true) => out.extend(b"true"),
            Document::Bool(false) => out.extend(b"false"),
            Document::Number(number) => out.extend(number.to_string().as_bytes()),
            Document::String(text) => write_string(text.as_bytes(), Escaping::Needed, out),
            Document::Array(elements) => {
                // A list of scalars is easier to read on one line.
                let flat = layout == Layout::Pretty && elements.iter().all(Document::is_scalar);
                let inner = if flat { Layout::Compact } else { layout };
                out.push(b'[');
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        out.extend(if flat { &b", "[..] } else { b"," });
                    }
                    line(inner, level + 1, out);
                    element.write(layout, level + 1, out);
                }
                if !elements.is_empty() {
                    line(inner, level, out);
                }
                out.push(b']');
            }
            Document::Object(members) => {
                out.push(b'{');
                for (at, (name, member)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(b',');
                    }
                    line(layout, level + 1, out);
                    write_string(name.as_bytes(), Escaping::Needed, out);
                    out.extend(match layout {
                        Layout::Compact => &b":"[..],
                        Layout::Pretty => b": ",
                    });
                    member.write(layout, level + 1, out);
                }
                if !members.is_empty() {
                    line(layout, level, out);
                }
                out.push(b'}');
            }
        }
    }

    /// A string.
    #[must_use]
    pub fn string(text: impl Into<Str>) -> Document {
        Document::String(text.into())
    }

    /// A small integer.
    #[must_use]
    pub fn whole(number: i64) -> Document {
        Document::Number(Numeral::from_i64(number))
    }

    /// Whether the document has no parts.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        !matches!(self, Document::Array(_) | Document::Object(_))
    }

    /// The member of an object with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Document> {
        match self {
            Document::Object(members) => {
                (members.iter().find(|(known, _)| **known == *name)).map(|(_, member)| member)
            }
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&Str> {
        match self {
            Document::String(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Document]> {
        match self {
            Document::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The members of an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(Str, Document)]> {
        match self {
            Document::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The number of its parts, including itself.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Document::Array(elements) => 1 + elements.iter().map(Document::size).sum::<u64>(),
            Document::Object(members) => {
                1 + members.iter().map(|(_, part)| part.size()).sum::<u64>()
            }
            _ => 1,
        }
    }

    /// The number of steps to traverse the whole document, for example to hash it: its parts with
    /// their names and texts. Equal documents have the same weight.
    pub(crate) fn weight(&self) -> u64 {
        u64::MAX - self.left_of(u64::MAX).unwrap_or_default()
    }

    /// Returns `steps` minus the weight, or `None` if the weight is larger. The traversal visits at
    /// most `steps` parts.
    pub(crate) fn left_of(&self, steps: u64) -> Option<u64> {
        let left = steps.checked_sub(1)?;
        match self {
            Document::Null | Document::Bool(_) => Some(left),
            Document::Number(number) => left.checked_sub(number.bytes() / BYTES_A_STEP),
            Document::String(text) => left.checked_sub(text_weight(text)),
            Document::Array(elements) => {
                (elements.iter()).try_fold(left, |left, element| element.left_of(left))
            }
            Document::Object(members) => members.iter().try_fold(left, |left, (name, part)| {
                part.left_of(left.checked_sub(text_weight(name))?)
            }),
        }
    }

    /// The part that a JSON pointer selects; `""` selects the whole document.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Document> {
        let Some(steps) = pointer.strip_prefix('/') else {
            return pointer.is_empty().then_some(self);
        };
        let mut part = self;
        for step in steps.split('/') {
            let name = step.replace("~1", "/").replace("~0", "~");
            part = match part {
                Document::Array(elements) => elements.get(name.parse::<usize>().ok()?)?,
                other => other.get(&name)?,
            };
        }
        Some(part)
    }
}

/// Compares by value, independently of the order of members.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        match (self, other) {
            (Document::Null, Document::Null) => true,
            (Document::Bool(a), Document::Bool(b)) => a == b,
            (Document::Number(a), Document::Number(b)) => a == b,
            (Document::String(a), Document::String(b)) => a == b,
            (Document::Array(a), Document::Array(b)) => a == b,
            (Document::Object(a), Document::Object(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                // If the members have the same order, no sorting is needed.
                if a.iter().zip(b).all(|((a, _), (b, _))| a == b) {
                    a == b
                } else {
                    by_name(a) == by_name(b)
                }
            }
            _ => false,
        }
    }
}

impl Eq for Document {}

/// Consistent with `==`.
impl Hash for Document {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Document::Null => state.write_u8(0),
            Document::Bool(value) => (1u8, value).hash(state),
            Document::Number(number) => (2u8, number).hash(state),
            Document::String(text) => (3u8, text).hash(state),
            Document::Array(elements) => (4u8, elements).hash(state),
            Document::Object(members) => {
                // The sum is independent of the order of members. The hash key is secret, so an
                // attacker cannot choose the terms.
                let each = members.iter().map(|member| {
                    let mut state = keyed_hasher();
                    member.hash(&mut state);
                    state.finish()
                });
                (5u8, members.len(), each.fold(0, u64::wrapping_add)).hash(state);
            }
        }
    }
}

/// The number of steps to traverse a text, in addition to that of the part that contains it.
pub(crate) fn text_weight(text: &str) -> u64 {
    text.len() as u64 / BYTES_A_STEP
}

/// The step of a JSON pointer that selects a name.
#[must_use]
pub fn pointer_step(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn line(layout: Layout, level: usize, out: &mut Vec<u8>) {
    if layout == Layout::Pretty {
        out.push(b'\n');
        out.resize(out.len() + level * 2, b' ');
    }
}

fn by_name(members: &[(Str, Document)]) -> Vec<(&Str, &Document)> {
    let mut members: Vec<_> = members.iter().map(|(name, part)| (name, part)).collect();
    sort_by(&mut members, |a, b| a.0.cmp(b.0));
    members
}

fn read(reader: &mut Reader<'_>, depth: u32, budget: &Budget) -> Result<Document> {
    budget.parts(1, PART)?;
    let deeper = |depth: u32| {
        let why = "the document is nested too deep";
        depth
            .checked_sub(1)
            .ok_or_else(|| Error::new(Code::Limit, why))
    };
    Ok(match reader.peek()? {
        Peek::Null => reader.null().map(|()| Document::Null)?,
        Peek::Bool => Document::Bool(reader.bool()?),
        Peek::Number => Document::Number(Numeral::parse(reader.number()?, budget)?),
        Peek::String => Document::String(budget.copy(&reader.string()?)?),
        Peek::Array => {
            let depth = deeper(depth)?;
            let mut items = reader.begin_array()?;
            let mut elements = Vec::new();
            while reader.next_element(&mut items)? {
                elements.push(read(reader, depth, budget)?);
            }
            Document::Array(elements)
        }
        Peek::Object => {
            let depth = deeper(depth)?;
            let mut items = reader.begin_object()?;
            let mut members: Vec<(Str, Document)> = Vec::new();
            let mut known: KeyedMap<Str, usize> = KeyedMap::default();
            while let Some(name) = reader.next_key(&mut items)? {
                let name: Str = budget.copy(&name)?;
                let member = read(reader, depth, budget)?;
                if members.len() == FEW {
                    known.extend((0..FEW).map(|at| (members[at].0.clone(), at)));
                }
                let before = if members.len() < FEW {
                    members.iter().position(|(before, _)| *before == name)
                } else {
                    known.get(&name).copied()
                };
                match before {
                    Some(at) => members[at].1 = member,
                    None => {
                        if members.len() >= FEW {
                            known.insert(name.clone(), members.len());
                        }
                        members.push((name, member));
                    }
                }
            }
            Document::Object(members)
        }
    })
}

/// An object from a list of members.
#[must_use]
pub fn object<const N: usize>(members: [(&str, Document); N]) -> Document {
    Document::Object((members.into_iter()).map(|(k, v)| (k.into(), v)).collect())
}
