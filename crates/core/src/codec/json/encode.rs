//! Encoding of values as JSON (go-cty `ctyjson.Marshal`).
//!
//! The value must already conform to the type. If the type is `any`, the value's own type is
//! written as well, `{"value":…,"type":…}`. Attributes and keys are in ascending order, numbers in
//! plain digits. Strings are escaped as in Go's `encoding/json`, so that they are safe inside HTML
//! and JavaScript.

use crate::calls::Budget;
use crate::codec::meter::Meter;
use crate::codec::type_json::write_type;
use crate::codec::{attribute, nonconforming, other_attributes, unwritable_type};
use crate::number::{Number, digit_bytes, digits_in_word};
use crate::source::{Code, Error, PathStep, Result};
use crate::text::json::{self, Escaping};
use crate::types::{Field, Kind, ObjectType, StringConstraint, Type};
use crate::values::Value;

/// Encodes a value that conforms to a type.
///
/// # Errors
/// With the path to the invalid part: [`Code::Type`] if the value does not conform,
/// [`Code::Marked`], [`Code::Unknown`], [`Code::Unsupported`] for a value without a JSON form, and
/// [`Code::Limit`] for numbers with too many digits.
///
/// ```
/// use polycty_core::codec::json;
/// use polycty_core::types::Type;
/// use polycty_core::values::Value;
/// let value = Value::tuple(vec![Value::string("a<b"), Value::from_i64(1)])?;
/// assert_eq!(json::encode(&value, value.ty())?, r#"["a\u003cb",1]"#);
/// let any = json::encode(&value, Type::any())?;
/// assert_eq!(any, r#"{"value":["a\u003cb",1],"type":["tuple",["string","number"]]}"#);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn encode(value: &Value, ty: &Type) -> Result<String> {
    encode_within(value, ty, &Budget::new())
}

/// Encodes a value as [`encode`] does, and charges a budget.
///
/// # Errors
/// As [`encode`]; [`Code::Limit`] if the budget is exceeded.
pub fn encode_within<'a>(value: &'a Value, ty: &'a Type, budget: &'a Budget) -> Result<String> {
    let mut encoder = Encoder {
        out: Vec::new(),
        number: String::new(),
        names: Vec::new(),
        meter: Meter::of_bytes(budget),
    };
    encoder.value(value, ty)?;
    encoder.meter.finish(encoder.out.len())?;
    // Only whole strings and ASCII were written.
    String::from_utf8(encoder.out).map_err(|error| Error::new(Code::Internal, error.to_string()))
}

struct Encoder<'a> {
    out: Vec<u8>,
    /// A buffer for long numbers.
    number: String,
    /// The encoded names of frequent object types.
    names: Vec<Names<'a>>,
    meter: Meter<'a>,
}

/// The encoded names of the attributes of an object type.
struct Names<'a> {
    of: &'a ObjectType,
    /// The names, in output order.
    each: Box<[Name]>,
}

/// A quoted name with the preceding bracket or comma and the following colon.
enum Name {
    /// A name that fits in a word, and its length.
    Short([u8; 16], u8),
    Long(Box<[u8]>),
}

impl Name {
    fn new(lead: u8, name: &str) -> Name {
        let mut text = vec![lead];
        string(name.as_bytes(), &mut text);
        text.push(b':');
        let mut word = [0; 16];
        match word.get_mut(..text.len()) {
            Some(bytes) => {
                bytes.copy_from_slice(&text);
                Name::Short(word, text.len() as u8)
            }
            None => Name::Long(text.into()),
        }
    }

    /// The size of its allocation in bytes.
    fn heap_bytes(&self) -> usize {
        match self {
            Name::Short(..) => 0,
            Name::Long(text) => text.len(),
        }
    }
}

impl<'a> Names<'a> {
    fn of(object: &'a ObjectType) -> Names<'a> {
        let name = |(turn, field): (usize, &Field)| {
            Name::new(if turn == 0 { b'{' } else { b',' }, field.name())
        };
        Names {
            of: object,
            each: object.sorted_fields().enumerate().map(name).collect(),
        }
    }
}

/// The number of objects of a type that makes the type frequent.
const OFTEN: usize = 8;

/// The maximum number of types whose names are stored.
const MAX_NAMES: usize = 8;

/// The maximum number of bytes that a byte of a string is escaped to.
const ESCAPED: usize = 6;

/// Strings of up to this length need no check of the budget.
const SHORT: usize = 128;

impl<'a> Encoder<'a> {
    /// Writes a part. Short strings, the most frequent parts, are written inline, since a call
    /// costs more than writing them.
    #[inline(always)]
    fn part(&mut self, part: &'a Value, ty: &'a Type) -> Result<()> {
        if let Some((text, len)) = part.as_inline_text()
            && matches!(ty.kind(), Kind::String(StringConstraint::Plain))
            && json::write_short(text, len, &mut self.out)
        {
            return self.meter.reached(self.out.len());
        }
        self.value(part, ty)
    }

    fn value(&mut self, value: &'a Value, ty: &'a Type) -> Result<()> {
        self.meter.reached(self.out.len())?;
        if value.is_marked() {
            return Err(Error::new(
                Code::Marked,
                "value has marks, so it cannot be serialized as JSON",
            ));
        }
        if ty.is_any() && !value.ty().is_any() {
            return self.dynamic(value);
        }
        match ty.kind() {
            Kind::String(StringConstraint::Plain) => {
                if let Some(text) = value.as_str_bytes() {
                    if text.len() > SHORT {
                        self.meter
                            .check_memory(text.len().saturating_mul(ESCAPED))?;
                    }
                    string(text, &mut self.out);
                    return Ok(());
                }
            }
            Kind::Number => {
                if let Some(number) = value.as_number() {
                    return self.number(&number);
                }
            }
            Kind::Bool(None) => {
                if let Some(value) = value.as_bool() {
                    let text: &[u8] = if value { b"true" } else { b"false" };
                    self.out.extend_from_slice(text);
                    return Ok(());
                }
            }
            Kind::Object(object) => {
                if let (Some(parts), Some(given)) = (value.parts(), value.ty().as_object()) {
                    return self.object(parts, given, object);
                }
            }
            Kind::Map {
                key,
                element,
                size: None,
            } if key == Type::string() => {
                if value.entries().is_some() {
                    return self.map(value, element);
                }
            }
            Kind::List {
                element,
                size: None,
            } => {
                if let Some(parts) = value.parts().filter(|_| value.ty().is_list()) {
                    self.keep_names(element, parts.len())?;
                    return self.sequence(parts, |_| element, |at, _| index_step(at));
                }
            }
            Kind::Set(element) => {
                if let Some(parts) = value.parts().filter(|_| value.ty().is_set()) {
                    let step = |_, part: &Value| PathStep::Index(part.to_key());
                    self.keep_names(element, parts.len())?;
                    return self.sequence(parts, |_| element, step);
                }
            }
            Kind::Tuple {
                elements,
                size: None,
            } => {
                if let Some(parts) = value.parts()
                    && value.ty().is_tuple()
                    && parts.len() == elements.len()
                {
                    return self.sequence(parts, |at| &elements[at], |at, _| index_step(at));
                }
            }
            Kind::Any => {}
            _ => {
                return Err(Error::new(
                    Code::Unsupported,
                    format!("cannot JSON-serialize {}", ty.friendly_name()),
                ));
            }
        }
        if value.is_null() {
            self.out.extend_from_slice(b"null");
            Ok(())
        } else if value.is_known() {
            Err(nonconforming(value, ty))
        } else {
            Err(Error::new(Code::Unknown, "value is not known"))
        }
    }

    fn number(&mut self, number: &Number) -> Result<()> {
        if let Some(int) = number.to_i64()
            && number.precision() >= 64
            && !(int == 0 && number.is_negative())
        {
            write_integer(int, &mut self.out);
            return Ok(());
        }
        if number.is_infinite() {
            return Err(Error::new(
                Code::Unsupported,
                "cannot serialize infinity as JSON",
            ));
        }
        self.meter.writes(number)?;
        self.number.clear();
        number.write_text(&mut self.number)?;
        self.out.extend_from_slice(self.number.as_bytes());
        Ok(())
    }

    /// Stores the names of an object type if at least [`OFTEN`] objects of it follow.
    fn keep_names(&mut self, element: &'a Type, count: usize) -> Result<()> {
        if count >= OFTEN
            && let Some(object) = element.as_object()
            && self.names.len() < MAX_NAMES
            && self.names_of(object).is_none()
        {
            let names = Names::of(object);
            let bytes = names
                .each
                .iter()
                .map(|name| size_of::<Name>() + name.heap_bytes());
            self.meter.hold(bytes.sum())?;
            self.names.push(names);
        }
        Ok(())
    }

    #[inline]
    fn names_of(&self, object: &ObjectType) -> Option<usize> {
        self.names
            .iter()
            .position(|names| std::ptr::eq(names.of, object))
    }

    fn sequence(
        &mut self,
        parts: &'a [Value],
        ty: impl Fn(usize) -> &'a Type,
        step: impl Fn(usize, &Value) -> PathStep,
    ) -> Result<()> {
        self.out.push(b'[');
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            self.part(part, ty(at))
                .map_err(|error| error.in_step(step(at, part)))?;
        }
        self.out.push(b']');
        Ok(())
    }

    fn map(&mut self, value: &'a Value, element: &'a Type) -> Result<()> {
        let entries = value.entries().unwrap_or_default();
        self.keep_names(element, entries.len())?;
        let mut lead = b'{';
        for entry in entries {
            self.key(lead, entry.key());
            lead = b',';
            self.part(entry.value(), element)
                .map_err(|error| error.in_index(entry.key().to_key()))?;
        }
        self.end(lead);
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self, lead: u8, key: &Value) {
        let short = key.as_inline_text();
        if !short.is_some_and(|(text, len)| json::write_short_key(lead, text, len, &mut self.out)) {
            self.out.push(lead);
            string(key.as_str_bytes().unwrap_or_default(), &mut self.out);
            self.out.push(b':');
        }
    }

    /// Ends a map or an object. `lead` is the byte before its next member.
    #[inline(always)]
    fn end(&mut self, lead: u8) {
        if lead == b'{' {
            self.out.push(lead);
        }
        self.out.push(b'}');
    }

    fn object(
        &mut self,
        parts: &'a [Value],
        given: &ObjectType,
        wanted: &'a ObjectType,
    ) -> Result<()> {
        if parts.len() != wanted.len() {
            return Err(other_attributes());
        }
        let names = self.names_of(wanted);
        let mut lead = b'{';
        for (turn, field) in wanted.sorted_fields().enumerate() {
            match names.map(|names| &self.names[names].each[turn]) {
                Some(Name::Short(word, len)) => {
                    let word = u128::from_le_bytes(*word);
                    json::push_word(word, usize::from(*len), &mut self.out);
                }
                Some(Name::Long(text)) => self.out.extend_from_slice(text),
                None => {
                    self.out.push(lead);
                    string(field.name().as_bytes(), &mut self.out);
                    self.out.push(b':');
                }
            }
            lead = b',';
            let part = attribute(parts, given, field, turn).ok_or_else(other_attributes)?;
            self.part(part, field.ty())
                .map_err(|error| error.in_attribute(field.name()))?;
        }
        self.end(lead);
        Ok(())
    }

    fn dynamic(&mut self, value: &'a Value) -> Result<()> {
        self.out.extend_from_slice(b"{\"value\":");
        self.value(value, value.ty())?;
        self.out.extend_from_slice(b",\"type\":");
        write_type(value.ty(), &mut self.out).map_err(unwritable_type)?;
        self.out.push(b'}');
        Ok(())
    }
}

fn index_step(at: usize) -> PathStep {
    PathStep::Index(at.into())
}

/// Appends a whole number's digits.
#[inline]
pub(crate) fn write_integer(int: i64, out: &mut Vec<u8>) {
    if let Some((digits, len)) = digits_in_word(int) {
        return json::push_word(u128::from_le_bytes(digits), len, out);
    }
    if int < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(digit_bytes(int.unsigned_abs(), &mut [0; 20]));
}

/// Appends a string in quotes.
pub fn write_string(text: &[u8], out: &mut Vec<u8>) {
    string(text, out);
}

// Inlined: calls for short strings take 8 % of the encoding time.
#[inline(always)]
fn string(text: &[u8], out: &mut Vec<u8>) {
    json::write_string(text, Escaping::Html, out);
}
