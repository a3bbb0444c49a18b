//! Formats of `String.new`, and the choice of one for a value.
//!
//! A format is `%`, flags, a width, a precision and a letter. The format of a container also
//! contains its separators and the formats of its parts. Formats are in a map by type; the first
//! type that accepts the type of the value determines the format. The map is sorted so that a type
//! precedes the types that accept it, and formats of the user remove defaults of narrower types.

use crate::rules::assignable::accepted;
use crate::rules::convert::sprintf::MAX_WIDTH;
use crate::rules::infer::detailed::detailed_type;
use crate::types::format::{Detail, format_type};
use crate::types::nominal::{self, Name};
use crate::values::special::array_elements;
use polycty_core::calls::{Budget, HeldBytes, cost};
use polycty_core::source::Result;
use polycty_core::text::Directive;
use polycty_core::types::{KeyedMap, KeyedSet, Kind, StringConstraint, Type};
use polycty_core::values::Value;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// A format.
#[derive(Clone, Debug)]
pub(super) struct Format {
    /// The format as written.
    pub(super) text: Rc<str>,
    pub(super) directive: Directive,
    pub(super) delimiters: Delimiters,
    /// The separator between the elements of a container.
    pub(super) separator: Option<Rc<str>>,
    /// The separator between a key and its element.
    pub(super) association: Option<Rc<str>>,
    /// The formats of a container's parts, other than containers.
    pub(super) inner: Option<Rc<FormatMap>>,
}

/// The delimiters of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiters {
    /// The defaults of the container.
    Usual,
    Nothing,
    Pair(char, char),
}

impl Delimiters {
    fn of_flag(flag: char) -> Option<Delimiters> {
        Some(match flag {
            '[' => Delimiters::Pair('[', ']'),
            '{' => Delimiters::Pair('{', '}'),
            '(' => Delimiters::Pair('(', ')'),
            '<' => Delimiters::Pair('<', '>'),
            '|' => Delimiters::Pair('|', '|'),
            _ => return None,
        })
    }

    /// Returns the opening and the closing delimiter.
    pub(super) fn pair(self, usual: (char, char)) -> (Option<char>, Option<char>) {
        let (open, close) = match self {
            Delimiters::Usual => usual,
            Delimiters::Nothing => return (None, None),
            Delimiters::Pair(open, close) => (open, close),
        };
        (Some(open), Some(close))
    }
}

impl Format {
    /// Parses a format.
    ///
    /// # Errors
    /// Puppet's message.
    pub(super) fn parse(text: &str) -> std::result::Result<Format, String> {
        let Some(parts) = text.split('\n').find_map(Parts::of_line) else {
            return Err(format!(
                "The format '{text}' is not a valid format on the form '%<flags><width>.<prec><format>'"
            ));
        };
        let flags = parts.flags;
        let twice = |flag: char| flags.chars().filter(|other| *other == flag).count() > 1;
        if flags.chars().any(twice) {
            return Err(format!("The same flag can only be used once, got '{text}'"));
        }
        let mut delimiters = Delimiters::Usual;
        for found in flags.chars().filter_map(Delimiters::of_flag) {
            if delimiters != Delimiters::Usual {
                return Err(format!(
                    "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{text}'"
                ));
            }
            delimiters = found;
        }
        if delimiters == Delimiters::Usual && flags.contains(' ') {
            delimiters = Delimiters::Nothing;
        }
        // The delimiters are not flags of `printf`.
        let mut directive = Directive::default();
        for flag in flags.bytes() {
            directive.set_flag(flag);
        }
        let number = |digits: Option<&str>, what: &str| match digits {
            None => Ok(None),
            Some(digits) => match digits.parse() {
                Ok(number) if number <= MAX_WIDTH => Ok(Some(number)),
                _ => Err(format!("{what} too big")),
            },
        };
        Ok(Format {
            text: text.into(),
            directive: Directive {
                width: number(parts.width, "width")?,
                precision: number(parts.precision, "precision")?,
                letter: parts.letter,
                ..directive
            },
            delimiters,
            separator: None,
            association: None,
            inner: None,
        })
    }

    /// A format with only a letter, for the defaults.
    pub(super) fn simple(letter: char) -> Format {
        Format {
            text: format!("%{letter}").into(),
            directive: Directive {
                letter,
                ..Directive::default()
            },
            delimiters: Delimiters::Usual,
            separator: None,
            association: None,
            inner: None,
        }
    }

    /// Returns the format with a different letter.
    pub(super) fn with_letter(&self, letter: char) -> String {
        self.text
            .chars()
            .map(|c| {
                if c == self.directive.letter {
                    letter
                } else {
                    c
                }
            })
            .collect()
    }

    /// Merges this format over `lower`, which supplies the missing parts.
    fn over(&self, lower: &Format, budget: &Budget) -> Result<Format> {
        let inner = match (&lower.inner, &self.inner) {
            (Some(lower), Some(higher)) => Some(Rc::new(higher.over(lower, budget)?)),
            (lower, higher) => higher.clone().or_else(|| lower.clone()),
        };
        Ok(Format {
            separator: self.separator.clone().or_else(|| lower.separator.clone()),
            association: self
                .association
                .clone()
                .or_else(|| lower.association.clone()),
            inner,
            ..self.clone()
        })
    }
}

struct Parts<'a> {
    flags: &'a str,
    width: Option<&'a str>,
    precision: Option<&'a str>,
    letter: char,
}

impl<'a> Parts<'a> {
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length of a trimmed text"
    )]
    fn of_line(line: &'a str) -> Option<Parts<'a>> {
        let rest = line.strip_prefix('%')?;
        let is_flag = |c: char| " \t\r\x0b\x0c[+#0{<(|-".contains(c);
        let (flags, rest) = split_while(rest, is_flag);
        let (width, rest) = match rest.as_bytes().first() {
            Some(b'1'..=b'9') => {
                let (width, rest) = split_while(rest, |c| c.is_ascii_digit());
                (Some(width), rest)
            }
            _ => (None, rest),
        };
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (digits, rest) = split_while(rest, |c| c.is_ascii_digit());
                (Some(digits).filter(|digits| !digits.is_empty()), rest)
            }
            None => (None, rest),
        };
        if precision.is_none() && line[..line.len() - rest.len()].ends_with('.') {
            return None;
        }
        let mut letters = rest.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(Parts {
                flags,
                width,
                precision,
                letter,
            }),
            _ => None,
        }
    }
}

fn split_while(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// Formats by the types of values.
#[derive(Clone, Debug, Default)]
pub(super) struct FormatMap(Vec<(Type, Format)>);

impl FormatMap {
    /// Creates a map with the formats in this order; a repeated type keeps its first position and
    /// its last format.
    pub(super) fn new(entries: impl IntoIterator<Item = (Type, Format)>) -> FormatMap {
        let mut map = FormatMap::default();
        let mut indices: KeyedMap<Type, usize> = KeyedMap::default();
        for (ty, format) in entries {
            match indices.entry(ty) {
                Entry::Occupied(entry) => map.0[*entry.get()].1 = format,
                Entry::Vacant(entry) => {
                    map.0.push((entry.key().clone(), format));
                    entry.insert(map.0.len() - 1);
                }
            }
        }
        map
    }

    /// Merges this map over a different one.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub(super) fn over(&self, lower: &FormatMap, budget: &Budget) -> Result<FormatMap> {
        let narrower = |ty: &Type| -> Result<bool> {
            for (ours, _) in &self.0 {
                if ours != ty && accepted(ty, ours, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let ours: KeyedMap<&Type, &Format> = self.0.iter().map(|(ty, own)| (ty, own)).collect();
        let mut kept: KeyedSet<&Type> = KeyedSet::default();
        let mut merged: Vec<(Type, Format)> = Vec::with_capacity(lower.0.len() + self.0.len());
        for (ty, format) in &lower.0 {
            if narrower(ty)? {
                continue;
            }
            let format = match ours.get(ty) {
                Some(higher) => higher.over(format, budget)?,
                None => format.clone(),
            };
            kept.insert(ty);
            merged.push((ty.clone(), format));
        }
        for (ty, format) in &self.0 {
            if !kept.contains(ty) {
                merged.push((ty.clone(), format.clone()));
            }
        }
        Ok(FormatMap(sorted(merged, budget)?))
    }

    /// Returns the format of a value, by its most detailed type.
    pub(super) fn find(&self, value: &Value, budget: &Budget) -> Result<Option<&Format>> {
        let mut known: Option<Type> = None;
        for (accepting, format) in &self.0 {
            let accepts = match accepts_at_sight(accepting, value) {
                Some(accepts) => accepts,
                None => {
                    let ty = match &mut known {
                        Some(ty) => ty,
                        none => none.insert(detailed_type(value, budget)?),
                    };
                    accepted(ty, accepting, budget)?
                }
            };
            if accepts {
                return Ok(Some(format));
            }
        }
        Ok(None)
    }
}

/// Returns whether a type accepts the type of a value, if their kinds determine it; building the
/// type of a container takes time linear in its size.
fn accepts_at_sight(accepting: &Type, value: &Value) -> Option<bool> {
    if accepting.is_any() {
        return Some(true);
    }
    let is_hash = value.as_ordered_map().is_some();
    if !is_hash && array_elements(value).is_none() {
        return None;
    }
    match accepting.kind() {
        Kind::Bool(_)
        | Kind::Number
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::String(_)
        | Kind::Literal { .. } => Some(false),
        Kind::List {
            element,
            size: None,
        } if is_hash || element.is_any() => Some(!is_hash),
        Kind::Map {
            key,
            element,
            size: None,
        } if !is_hash || (key.is_any() && element.is_any()) => Some(is_hash),
        Kind::Nominal(_) => match nominal::view(accepting)?.0 {
            Name::Object | Name::Binary => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The maximum number of types that are compared; more are sorted by name only.
const MAX_COMPARED: usize = 4096;

/// Sorts narrow types before wide ones. The order is not total, so the result depends on the
/// algorithm: it is the merge sort of the C library.
fn sorted(entries: Vec<(Type, Format)>, budget: &Budget) -> Result<Vec<(Type, Format)>> {
    // The texts of the types are held until sorting is complete.
    let (sorted, _texts) = HeldBytes::of(budget, || {
        let with_text = |entry| (entry, OnceCell::new());
        let mut entries: Vec<Sorted> = entries.into_iter().map(with_text).collect();
        if entries.len() <= MAX_COMPARED {
            return merge_sorted(entries, budget);
        }
        for entry in &entries {
            text_of(entry, budget)?;
        }
        budget.sort_by(&mut entries, |(_, a), (_, b)| a.get().cmp(&b.get()))?;
        Ok(entries)
    });
    Ok(sorted?.into_iter().map(|(entry, _)| entry).collect())
}

/// An entry, and the text of its type, which is computed on demand.
type Sorted = ((Type, Format), OnceCell<String>);

/// Returns the text of an entry's type, which is counted when it is computed.
fn text_of<'e>(((ty, _), text): &'e Sorted, budget: &Budget) -> Result<&'e str> {
    if let Some(text) = text.get() {
        return Ok(text);
    }
    cost::write_type(ty, budget)?;
    let made = format_type(ty, Detail::Canonical);
    // A small type may have a text longer than the bytes counted in advance.
    budget.hold(made.len() as u64)?;
    Ok(text.get_or_init(|| made))
}

fn merge_sorted(mut entries: Vec<Sorted>, budget: &Budget) -> Result<Vec<Sorted>> {
    let count = entries.len();
    if count < 2 {
        return Ok(entries);
    }
    let right = merge_sorted(entries.split_off(count / 2), budget)?;
    let left = merge_sorted(entries, budget)?;
    let mut merged = Vec::with_capacity(count);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if by_specificity(a, b, budget)? == Ordering::Greater {
            merged.extend(right.next());
        } else {
            merged.extend(left.next());
        }
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

fn by_specificity(one: &Sorted, other: &Sorted, budget: &Budget) -> Result<Ordering> {
    let (a, b) = (&one.0.0, &other.0.0);
    if a == b {
        return Ok(Ordering::Equal);
    }
    Ok(match (accepted(a, b, budget)?, accepted(b, a, budget)?) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (rank(a), rank(b)) {
            (0, _) | (_, 0) => text_of(one, budget)?.cmp(text_of(other, budget)?),
            (a, b) => a.cmp(&b),
        },
    })
}

/// The rank of a kind of type in the sort; smaller is more specific.
fn rank(ty: &Type) -> u8 {
    match ty.kind() {
        Kind::Object(_) => 1,
        Kind::Map { .. } => 2,
        Kind::Tuple { .. } => 3,
        Kind::List { .. } => 4,
        Kind::String(StringConstraint::Patterns(_)) => 10,
        Kind::String(StringConstraint::Enumeration { .. }) => 11,
        Kind::String(_) | Kind::Literal { .. } => 12,
        _ => 0,
    }
}
