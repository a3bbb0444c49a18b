//! `String.new`: formatting of values by a format.
//!
//! Each kind of value has its letters; the format of a value is found by its most detailed type.
//! Arrays and hashes format their parts: nested containers by the same formats, all other parts by
//! the inner formats of the container's format. The alternate form `#` breaks lines and indents.

use crate::rules::convert::made::{Failure, class_of};
use crate::rules::convert::numeric;
use crate::rules::convert::sprintf::{Arg, Other, push_text, sprintf, truncated};
use crate::rules::convert::string_format::{Format, FormatMap};
use crate::rules::infer::detailed::detailed_type;
use crate::rules::infer::infer_general;
use crate::scalars::inspect::inspected_bytes;
use crate::scalars::regexp_text;
use crate::scalars::text::{float_text, push_double_quoted, push_formatted, push_quoted};
use crate::scalars::time::SECOND;
use crate::scalars::time::{timespan_text, timestamp_text};
use crate::types::format::{Detail, format_type, type_text};
use crate::types::{nominal, normal_form};
use crate::values::format::write_value;
use crate::values::special::{self, Special, array_elements};
use crate::words::{capitalised, lower};
use nominal::Name;
use polycty_core::calls::{Budget, GrowingText, cost};
use polycty_core::number::Integer;
use polycty_core::text::base64;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::rc::Rc;

/// The maximum length of a formatted text.
const MAX_STRING_BYTES: usize = 1 << 26;

type Outcome = Result<(), Failure>;

/// Returns the text of a value by formats: a format for its own type, a map of types and formats,
/// or the default formats.
pub(super) fn to_string(
    value: &Value,
    formats: Option<&Value>,
    budget: &Budget,
) -> Result<String, Failure> {
    let mut map = usual();
    match formats {
        None => {}
        Some(formats) if is_default(formats) => {}
        Some(formats) => {
            let user = match formats.as_str() {
                Some(format) => {
                    let format = Format::parse(format)?;
                    FormatMap::new([(own_type(value, budget)?, format)])
                }
                None => read_map(formats)?,
            };
            map = user.over(&map, budget)?;
        }
    }
    let mut writer = Writer::new(budget);
    writer.value(value, &map, Indentation::NONE)?;
    Ok(writer.out.into_string())
}

fn is_default(value: &Value) -> bool {
    matches!(Special::of(value), Some(Special::Default))
}

/// Returns the type to which a single format applies; containers keep the default formats of their
/// parts.
fn own_type(value: &Value, budget: &Budget) -> Result<Type, Failure> {
    Ok(if array_elements(value).is_some() {
        normal_form::array_any().clone()
    } else if value.as_ordered_map().is_some() {
        normal_form::hash_any().clone()
    } else {
        detailed_type(value, budget)?
    })
}

fn usual() -> FormatMap {
    let inner = Rc::new(usual_inner());
    let array = Format {
        separator: Some(", ".into()),
        association: Some(", ".into()),
        inner: Some(inner.clone()),
        ..Format::simple('a')
    };
    let hash = Format {
        separator: Some(", ".into()),
        association: Some(" => ".into()),
        inner: Some(inner),
        ..Format::simple('h')
    };
    FormatMap::new([
        (nominal::bare(Name::Object).clone(), Format::simple('p')),
        (Type::float().clone(), Format::simple('f')),
        (Type::number().clone(), Format::simple('d')),
        (normal_form::array_any().clone(), array),
        (normal_form::hash_any().clone(), hash),
        (nominal::bare(Name::Binary).clone(), Format::simple('B')),
        (Type::any().clone(), Format::simple('s')),
    ])
}

fn usual_inner() -> FormatMap {
    FormatMap::new([(Type::any().clone(), Format::simple('p'))])
}

/// Parses a hash of formats, whose shape has been checked.
fn read_map(formats: &Value) -> Result<FormatMap, Failure> {
    let Some(map) = formats.as_ordered_map() else {
        return Err("expected a hash with type to format mappings".into());
    };
    let mut entries = Vec::with_capacity(map.len());
    for (key, format) in map.entries() {
        let ty = key
            .as_type()
            .ok_or("top level keys in the format hash must be data types")?;
        let format = match format.as_ordered_map() {
            None => Format::parse(format.as_str().unwrap_or_default())?,
            Some(parts) => {
                let part = |name: &str| parts.get(&Value::string(name));
                let text = |name: &str| part(name).and_then(Value::as_str);
                let mut format = Format::parse(text("format").unwrap_or_default())?;
                format.separator = text("separator").map(Into::into);
                format.association = text("separator2").map(Into::into);
                if let Some(inner) = part("string_formats") {
                    format.inner = Some(Rc::new(read_map(inner)?));
                }
                format
            }
        };
        entries.push((ty.clone(), format));
    }
    Ok(FormatMap::new(entries))
}

/// The indentation in a container.
#[derive(Clone, Copy)]
struct Indentation {
    level: usize,
    /// Whether it is the first part of the enclosing container.
    first: bool,
    active: bool,
}

impl Indentation {
    const NONE: Indentation = Indentation {
        level: 0,
        first: true,
        active: false,
    };

    fn increased(self, active: bool) -> Indentation {
        Indentation {
            level: self.level + 1,
            first: true,
            active,
        }
    }

    fn breaks(self) -> bool {
        self.active && self.level > 0 && !self.first
    }
}

fn is_array_or_hash(value: &Value) -> bool {
    array_elements(value).is_some() || value.as_ordered_map().is_some()
}

/// Whether a value inside a container uses the formats of the container.
fn is_container(value: &Value) -> bool {
    is_array_or_hash(value) || matches!(Special::of(value), Some(Special::Object(..)))
}

struct Writer<'b> {
    out: GrowingText<'b>,
    budget: &'b Budget,
}

impl<'b> Writer<'b> {
    fn new(budget: &'b Budget) -> Writer<'b> {
        Writer {
            out: GrowingText::new(budget),
            budget,
        }
    }

    fn push(&mut self, text: &str) -> Outcome {
        Ok(self.out.push_str(text)?)
    }

    fn indent(&mut self, level: usize) -> Outcome {
        let blanks = std::iter::repeat_n("  ", level);
        Ok(self.out.write(|out| out.extend(blanks))?)
    }

    fn line(&mut self, level: usize) -> Outcome {
        self.push("\n")?;
        self.indent(level)
    }

    fn value(&mut self, value: &Value, map: &FormatMap, indentation: Indentation) -> Outcome {
        self.budget.charge(1)?;
        if let Some(integer) = value.as_integer() {
            cost::write_integer(&integer, self.budget)?;
        }
        if self.out.len() > MAX_STRING_BYTES {
            return Err(Failure::limit(format!(
                "the text would be longer than {MAX_STRING_BYTES} bytes"
            )));
        }
        if let Some(Special::Iterator(sequence)) = Special::of(value) {
            let array = special::array(sequence.all(self.budget)?.into_owned())?;
            return self.value(&array, map, indentation);
        }
        let plain;
        let format = match map.find(value, self.budget)? {
            Some(format) => format,
            None => {
                plain = Format::simple('s');
                &plain
            }
        };
        if array_elements(value).is_some() {
            return self.array(value.parts().unwrap_or_default(), format, map, indentation);
        }
        if let Some(hash) = value.as_ordered_map() {
            return self.hash(hash.entries(), format, map, indentation);
        }
        if value.is_null() {
            return self.flagged(format, undef(format)?);
        }
        if let Some(flag) = value.as_bool() {
            return self.boolean(flag, format);
        }
        if let Some(text) = value.as_str() {
            return self.string(text, format);
        }
        if let Some(integer) = value.as_integer() {
            return self.integer(&integer, format);
        }
        if let Some(float) = value.as_double() {
            return self.float(float, format);
        }
        if let Some(ty) = value.as_type() {
            return self.ty(ty, format);
        }
        match Special::of(value) {
            Some(special) => self.special(special, value, format, indentation),
            None => Err(Failure::unsupported(
                "the value has a type that Puppet does not have",
            )),
        }
    }

    /// Applies the format as written.
    fn apply(&mut self, format: &str, arg: &Arg<'_>) -> Outcome {
        let written = self.out.write(|out| sprintf(out, format, arg))?;
        written.map_err(Failure::from)
    }

    fn text(&mut self, format: &str, text: &str) -> Outcome {
        self.apply(format, &Arg::Text(text))
    }

    /// Applies only the width, the precision and the alignment.
    fn flagged(&mut self, format: &Format, text: &str) -> Outcome {
        let directive = &format.directive;
        Ok(self.out.write(|out| push_text(out, directive, text))?)
    }

    #[expect(clippy::string_slice, reason = "the words are ASCII")]
    fn boolean(&mut self, flag: bool, format: &Format) -> Outcome {
        let words = |yes: &'static str, no: &'static str| {
            let word = if flag { yes } else { no };
            if format.directive.sharp {
                &word[..1]
            } else {
                word
            }
        };
        let word = match format.directive.letter {
            't' => words("true", "false"),
            'T' => words("True", "False"),
            'y' => words("yes", "no"),
            'Y' => words("Yes", "No"),
            's' | 'p' => {
                if flag {
                    "true"
                } else {
                    "false"
                }
            }
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                return self.integer(&Integer::from(i64::from(flag)), format);
            }
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
                return self.float(f64::from(u8::from(flag)), format);
            }
            _ => return Err(illegal("Boolean", format, "tTyYdxXobBeEfgGaAsp")),
        };
        self.flagged(format, word)
    }

    fn integer(&mut self, integer: &Integer, format: &Format) -> Outcome {
        match format.directive.letter {
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => {
                self.apply(&format.text, &Arg::Integer(integer))
            }
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
                self.apply(&format.text, &Arg::Float(integer.to_f64().0))
            }
            'c' => {
                let out_of_range = "pack(U): value out of range";
                let code = integer.to_i64().ok_or(out_of_range)?;
                let code = u32::try_from(code)
                    .ok()
                    .filter(|code| *code <= 0x7fff_ffff)
                    .ok_or(out_of_range)?;
                let c = char::from_u32(code)
                    .ok_or_else(|| format!("{code:#x} is not a valid character"))?;
                let text = if format.directive.sharp {
                    format!("\"{c}\"")
                } else {
                    c.to_string()
                };
                self.text(&format.with_letter('s'), &text)
            }
            's' => {
                let letter = if format.directive.sharp { 'p' } else { 's' };
                self.text(&format.with_letter(letter), &integer.to_string())
            }
            _ => Err(illegal("Integer", format, "dxXobBeEfgGaAspc")),
        }
    }

    fn float(&mut self, float: f64, format: &Format) -> Outcome {
        match format.directive.letter {
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                self.apply(&format.text, &Arg::Integer(&truncated(float)?))
            }
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => {
                self.apply(&format.text, &Arg::Float(float))
            }
            's' => {
                let text = float_text(float);
                let text = if format.directive.sharp {
                    format!("\"{text}\"")
                } else {
                    text
                };
                self.text(&format.text, &text)
            }
            _ => Err(illegal("Float", format, "dxXobBeEfgGaAsp")),
        }
    }

    fn string(&mut self, text: &str, format: &Format) -> Outcome {
        let changed: Cow<'_, str> = match format.directive.letter {
            's' => return self.text(&format.text, text),
            'p' => return self.flagged(format, &quoted(text, format.directive.sharp)),
            'c' => capitalised(text).into(),
            'C' => segments(text).into(),
            'u' => text.to_uppercase().into(),
            'd' => lower(text).into(),
            't' => stripped(text).into(),
            _ => return Err(illegal("String", format, "cCudspt")),
        };
        if format.directive.sharp {
            self.flagged(format, &quoted(&changed, false))
        } else {
            self.text(&format.with_letter('s'), &changed)
        }
    }

    fn ty(&mut self, ty: &Type, format: &Format) -> Outcome {
        let text = type_text(ty);
        match format.directive.letter {
            's' if format.directive.sharp => self.text(&format.text, &format!("\"{text}\"")),
            's' => self.text(&format.text, &text),
            'p' => self.text(&format.with_letter('s'), &text),
            _ => Err(illegal("Type", format, "sp")),
        }
    }

    fn special(
        &mut self,
        special: &Special,
        value: &Value,
        format: &Format,
        indentation: Indentation,
    ) -> Outcome {
        match special {
            Special::Default => {
                let word = match (format.directive.letter, format.directive.sharp) {
                    ('d' | 's' | 'p', false) => "default",
                    ('d' | 's' | 'p', true) => "\"default\"",
                    ('D', false) => "Default",
                    ('D', true) => "\"Default\"",
                    _ => return Err(illegal("Default", format, "dDsp")),
                };
                self.flagged(format, word)
            }
            Special::Regexp(source) => match format.directive.letter {
                'p' => {
                    let mut text = String::new();
                    regexp_text::push_delimited(&mut text, source);
                    self.text(&format.with_letter('s'), &text)
                }
                's' if format.directive.sharp => {
                    let text = regexp_text::source_text(source);
                    self.text(&format.text, &quoted(&text, false))
                }
                's' => self.text(&format.text, &regexp_text::source_text(source)),
                _ => Err(illegal("Regexp", format, "sp")),
            },
            Special::Binary(bytes) => self.binary(bytes, format),
            Special::Uri(components) => match format.directive.letter {
                'p' => {
                    self.push("URI(")?;
                    self.out.write(|out| push_quoted(out, &components.text()))?;
                    self.push(")")
                }
                's' if format.directive.sharp => {
                    self.text(&format.text, &quoted(&components.text(), false))
                }
                's' => self.text(&format.text, &components.text()),
                _ => Err(illegal("URI", format, "sp")),
            },
            Special::Object(ty, attributes) => match format.directive.letter {
                'p' if format.directive.sharp || indentation.active => {
                    let level = indentation.level;
                    self.object(ty, attributes, Some(level))
                }
                'p' | 's' => self.object(ty, attributes, None),
                _ => Err(illegal("Object", format, "spq")),
            },
            _ => self.other(special, value, format),
        }
    }

    /// Formats a value by its text or its number.
    fn other(&mut self, special: &Special, value: &Value, format: &Format) -> Outcome {
        let number = |nanos: i128| {
            let seconds = nanos.div_euclid(SECOND);
            Some((Integer::from(seconds), numeric::seconds(nanos)))
        };
        let (text, inspected, number) = match special {
            Special::Sensitive(_) => (
                "Sensitive [value redacted]".to_owned(),
                "#<Sensitive [value redacted]>".to_owned(),
                None,
            ),
            Special::SemVer(version) => (version.to_string(), version.to_string(), None),
            Special::SemVerRange(ranges) => (ranges.text().to_owned(), ranges.normal_text(), None),
            // Puppet writes a memory address here; the value is written instead.
            Special::Timespan(nanos) => {
                let text = timespan_text(*nanos);
                let call = format!("Timespan('{text}')");
                (text, call, number(*nanos))
            }
            Special::Timestamp(nanos) => {
                let text = timestamp_text(*nanos);
                let call = format!("Timestamp('{text}')");
                (text, call, number(*nanos))
            }
            _ => {
                return Err(Failure::unsupported("the value has no text form"));
            }
        };
        let class = class_of(value);
        self.apply(
            &format.text,
            &Arg::Other(Other {
                text: &text,
                inspected: &inspected,
                number,
                class: &class,
            }),
        )
    }

    fn binary(&mut self, bytes: &[u8], format: &Format) -> Outcome {
        let letter = if format.directive.sharp { 'p' } else { 's' };
        let text = match format.directive.letter {
            's' if format.directive.sharp => {
                let text = inspected_bytes(bytes);
                return self.text(&format.text, &text);
            }
            's' => match std::str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(_) => {
                    let first = bytes.iter().find(|byte| !byte.is_ascii());
                    return Err(format!(
                        "\"\\x{:02X}\" from ASCII-8BIT to UTF-8",
                        first.copied().unwrap_or_default()
                    )
                    .into());
                }
            },
            'p' => {
                self.push("Binary(\"")?;
                self.text(&format.with_letter('s'), &base64::strict(bytes))?;
                self.push("\")")?;
                return Ok(());
            }
            'b' => base64::relaxed(bytes),
            'B' => base64::strict(bytes),
            'u' => base64::url_safe(bytes),
            't' => "Binary".to_owned(),
            'T' => "BINARY".to_owned(),
            _ => return Err(illegal("Binary", format, "bButTsp")),
        };
        self.text(&format.with_letter(letter), &text)
    }

    fn array(
        &mut self,
        parts: &[Value],
        format: &Format,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Outcome {
        if !matches!(format.directive.letter, 'a' | 's' | 'p') {
            return Err(illegal("Array", format, "asp"));
        }
        let indentation = Indentation {
            active: format.directive.sharp || indentation.active,
            ..indentation
        };
        let separator = format.separator.as_deref().unwrap_or(", ");
        let usual_inner = usual_inner();
        let inner = format.inner.as_deref().unwrap_or(&usual_inner);
        let (open, close) = format.delimiters.pair(('[', ']'));
        if indentation.breaks() {
            self.line(indentation.level)?;
        }
        self.out.write(|out| out.extend(open))?;
        let children = Indentation {
            first: false,
            ..indentation.increased(format.directive.sharp)
        };
        let mut mapped = Vec::with_capacity(parts.len());
        let mut total = self.out.len();
        for part in parts {
            let mut writer = Writer::new(self.budget);
            let formats = if is_container(part) { map } else { inner };
            writer.value(part, formats, children)?;
            total += writer.out.len() + separator.len();
            if total > MAX_STRING_BYTES {
                return Err(Failure::limit(format!(
                    "the text would be longer than {MAX_STRING_BYTES} bytes"
                )));
            }
            mapped.push(writer.out);
        }
        let broken = format.directive.sharp
            && format
                .directive
                .width
                .is_some_and(|width| widest(parts, &mapped) > width);
        for (at, (part, text)) in parts.iter().zip(&mapped).enumerate() {
            let flat = !is_array_or_hash(part);
            if at == 0 {
                if broken && flat {
                    self.push(" ")?;
                }
            } else {
                self.push(separator)?;
                let after_container = format.directive.sharp && is_array_or_hash(&parts[at - 1]);
                if flat && (broken || after_container) {
                    if !self.out.ends_with('\n') {
                        self.strip_end();
                    }
                    self.line(children.level)?;
                }
            }
            if self.out.ends_with(' ') && text.starts_with('\n') {
                self.strip_end();
            }
            self.push(text)?;
        }
        self.out.write(|out| out.extend(close))?;
        Ok(())
    }

    /// Removes white space and NUL characters from the end.
    fn strip_end(&mut self) {
        let kept = self.out.trim_end_matches(is_space).len();
        self.out.truncate(kept);
    }

    fn hash(
        &mut self,
        entries: &[(Value, Value)],
        format: &Format,
        map: &FormatMap,
        indentation: Indentation,
    ) -> Outcome {
        match format.directive.letter {
            'a' => {
                let pair = |(key, element): &(Value, Value)| {
                    special::array(vec![key.clone(), element.clone()])
                };
                let pairs = entries.iter().map(pair).collect::<Result<_, _>>()?;
                let pairs = special::array(pairs)?;
                return self.value(&pairs, map, indentation);
            }
            'h' | 's' | 'p' => {}
            _ => return Err(illegal("Hash", format, "hasp")),
        }
        let mut separator: Cow<'_, str> = format.separator.as_deref().unwrap_or(", ").into();
        if format.directive.sharp {
            let bare = if separator.ends_with('\n') {
                &separator
            } else {
                separator.trim_end_matches(is_space)
            };
            separator = format!("{bare}\n").into();
        }
        let association = format.association.as_deref().unwrap_or(" => ");
        let usual_inner = usual_inner();
        let inner = format.inner.as_deref().unwrap_or(&usual_inner);
        let (open, close) = format.delimiters.pair(('{', '}'));
        let indentation = Indentation {
            active: format.directive.sharp || indentation.active,
            ..indentation
        };
        if indentation.breaks() {
            self.line(indentation.level)?;
        }
        let children = indentation.increased(false);
        self.out.write(|out| out.extend(open))?;
        if format.directive.sharp {
            self.push("\n")?;
        }
        for (at, (key, element)) in entries.iter().enumerate() {
            if at > 0 {
                self.push(&separator)?;
            }
            if format.directive.sharp {
                self.indent(children.level)?;
            }
            for (part, before) in [(key, ""), (element, association)] {
                self.push(before)?;
                let formats = if is_container(part) { map } else { inner };
                self.value(part, formats, children)?;
            }
        }
        if format.directive.sharp {
            self.line(indentation.level)?;
        }
        self.out.write(|out| out.extend(close))?;
        Ok(())
    }

    /// Formats an object as a call of its type; with a level, one entry per line.
    fn object(&mut self, ty: &Type, attributes: &[(Str, Value)], level: Option<usize>) -> Outcome {
        self.push(&format_type(ty, Detail::Canonical))?;
        self.push("(")?;
        let entries: Vec<(Value, Value)> = attributes
            .iter()
            .map(|(name, value)| (Value::string(name), value.clone()))
            .collect();
        self.literal_entries(&entries, level)?;
        self.push(")")?;
        Ok(())
    }

    fn literal_entries(&mut self, entries: &[(Value, Value)], level: Option<usize>) -> Outcome {
        self.push("{")?;
        for (at, (key, element)) in entries.iter().enumerate() {
            match level {
                Some(level) => {
                    if at > 0 {
                        self.push(",")?;
                    }
                    self.line(level + 1)?;
                }
                None if at > 0 => self.push(", ")?,
                None => {}
            }
            self.literal(key, level.map(|level| level + 1))?;
            self.push(" => ")?;
            self.literal(element, level.map(|level| level + 1))?;
        }
        if let Some(level) = level.filter(|_| !entries.is_empty()) {
            self.line(level)?;
        }
        self.push("}")?;
        Ok(())
    }

    fn literal(&mut self, value: &Value, level: Option<usize>) -> Outcome {
        if let Some(hash) = value.as_ordered_map() {
            return self.literal_entries(hash.entries(), level);
        }
        if let Some(parts) = array_elements(value) {
            self.push("[")?;
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    self.push(", ")?;
                }
                self.literal(part, level)?;
            }
            self.push("]")?;
            return Ok(());
        }
        match Special::of(value) {
            Some(Special::Object(ty, attributes)) => self.object(ty, attributes, level),
            // Sensitive content remains redacted.
            Some(Special::Sensitive(_)) => {
                let ty = infer_general(value, self.budget)?;
                self.push("Instance of ")?;
                self.push(&type_text(&ty))?;
                Ok(())
            }
            _ => Ok(self.out.write(|out| write_value(out, value))?),
        }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r' | '\0')
}

/// Returns the number of characters of the longest run of elements that are not containers.
fn widest(parts: &[Value], mapped: &[GrowingText<'_>]) -> usize {
    let mut widest = 0;
    let mut run = 0;
    for (part, text) in parts.iter().zip(mapped) {
        if is_array_or_hash(part) {
            run = 0;
        } else {
            run += text.chars().count();
        }
        widest = widest.max(run);
    }
    widest
}

fn undef(format: &Format) -> Result<&'static str, Failure> {
    Ok(match (format.directive.letter, format.directive.sharp) {
        ('n', false) => "nil",
        ('n', true) => "null",
        ('u', false) => "undef",
        ('u', true) => "undefined",
        ('d' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A', _) => "NaN",
        ('v', _) => "n/a",
        ('V', _) => "N/A",
        ('s', false) => "",
        ('s', true) => "\"\"",
        ('p', false) => "undef",
        ('p', true) => "\"undef\"",
        _ => return Err(illegal("Undef", format, "nudxXobBeEfgGaAvVsp")),
    })
}

#[cold]
fn illegal(kind: &str, format: &Format, letters: &str) -> Failure {
    format!(
        "Illegal format '{}' specified for value of {kind} type - expected one of the characters '{letters}'",
        format.directive.letter
    )
    .into()
}

fn quoted(text: &str, double: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if double {
        push_double_quoted(&mut out, text)
    } else {
        push_formatted(&mut out, text)
    }
    out
}

/// Capitalizes each segment between double colons; trailing empty segments are dropped.
fn segments(text: &str) -> String {
    let mut parts: Vec<String> = text.split("::").map(capitalised).collect();
    while parts.last().is_some_and(String::is_empty) {
        parts.pop();
    }
    parts.join("::")
}

/// Removes white space and NUL characters from both ends.
fn stripped(text: &str) -> &str {
    text.trim_matches(is_space)
}
