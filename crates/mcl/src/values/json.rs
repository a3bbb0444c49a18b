//! Decoding of JSON to a value of a type.
//!
//! JSON kinds must match the type exactly: no number with a point or an exponent for an `int`, no
//! null for any type, and only strings as keys. The object of a struct has exactly one member per
//! field, in any order. With [`Fields::Flexible`], missing fields get zero values and members
//! without a field are ignored. The last of several members with the same name is kept. Only the
//! first value of the text is read.
//!
//! mgmt parses the whole document first, so syntax errors precede type errors. The decoder makes
//! one pass instead: a value that does not fit its type is recorded and parsed to its end.

use crate::types::view::MclType;
use crate::values::build::{no_value, sorted_map, zero_of};
use polycty_core::calls::Budget;
use polycty_core::codec::json::{Peek, Reader, document};
use polycty_core::sort::{sort_by, sort_by_key};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::collections::HashSet;

/// The maximum number of zero values for missing fields. Two bytes of the document can require as
/// many as the type has.
const MAX_ZEROS: u32 = 1 << 24;

/// The initial capacity for the fields of a struct.
const FEW: usize = 16;

/// The members that the object of a struct must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Exactly the members of the fields.
    Exact,
    /// Any members: missing fields are zero, members without a field are ignored.
    Flexible,
}

/// Decodes JSON text to a value of a type.
///
/// # Errors
/// Errors of the document have a byte offset.
/// - [`Code::Syntax`] if the text is not JSON.
/// - [`Code::Type`] with mgmt's message and the path to a value that does not fit the type.
/// - [`Code::Unsupported`] if mcl does not have the type.
/// - [`Code::Limit`] if the value has too many parts.
///
/// ```
/// use polycty_mcl::{Fields, decode_json, format_value, parse_type};
/// use polycty_core::types::VariableScope;
/// let ty = parse_type("map{str: struct{port int; open bool}}", VariableScope::new())?;
/// let text = br#"{"web": {"port": 443}}"#;
/// let error = decode_json(text, &ty, Fields::Exact).unwrap_err();
/// assert_eq!(error.message(), "incompatible number of fields");
/// let value = decode_json(text, &ty, Fields::Flexible)?;
/// assert_eq!(format_value(&value)?, r#"{"web": struct{port: 443; open: false}}"#);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn decode_json(text: &[u8], ty: &Type, fields: Fields) -> Result<Value> {
    let text = document(text);
    let mut decoder = Decoder {
        reader: Reader::new(&text),
        fields,
        zeros: MAX_ZEROS,
    };
    decoder.value(ty).map_err(|error| {
        // mgmt reports the first syntax error of the whole value.
        let error = Reader::new(&text).skip_value().err().unwrap_or(error);
        let message = format!("invalid JSON: {}", error.message());
        error.with_message(message)
    })?
}

/// Decodes JSON text to a value of a type. The charge is for the largest possible value.
///
/// # Errors
/// The errors of [`decode_json`], and [`Code::Limit`] if the budget is exceeded.
pub(crate) fn decode_json_within(
    text: &[u8],
    ty: &Type,
    fields: Fields,
    budget: &Budget,
) -> Result<Value> {
    // A value has at least two bytes and may be a struct whose fields are all missing.
    let values = text.len() as u64 / 2 + 1;
    let zeros = match fields {
        Fields::Exact => 0,
        Fields::Flexible => values
            .saturating_mul(ty.size().into())
            .min(MAX_ZEROS.into()),
    };
    budget.charge(1 + text.len() as u64 / 16)?;
    let bytes = (values + zeros) * size_of::<Value>() as u64;
    budget.hold(bytes)?;
    let decoded = decode_json(text, ty, fields);
    let kept = decoded
        .as_ref()
        .map_or(0, |value| u64::from(value.facts().size()));
    budget.release(bytes.saturating_sub(kept * size_of::<Value>() as u64));
    decoded
}

/// The type check of a value that has been parsed to its end. The enclosing result is that of the
/// syntax.
type Fitting<T> = Result<T>;

struct Decoder<'a> {
    reader: Reader<'a>,
    fields: Fields,
    /// The remaining number of zero values that may be made.
    zeros: u32,
}

impl<'a> Decoder<'a> {
    fn value(&mut self, ty: &Type) -> Result<Fitting<Value>> {
        let next = self.reader.peek()?;
        let at = self.reader.offset();
        let fits = match MclType::require(ty) {
            Err(error) => Err(error),
            Ok(shape) => match (shape, next) {
                (MclType::Bool, Peek::Bool) => Ok(Value::bool(self.reader.bool()?)),
                (MclType::Str, Peek::String) => Ok(self.string()?),
                (MclType::Int, Peek::Number) => match self.reader.small_integer() {
                    Some(int) => Ok(Value::from_integer(int.into())),
                    None => int(self.reader.number()?),
                },
                (MclType::Float, Peek::Number) => float(self.reader.number()?),
                (MclType::List(element), Peek::Array) => self.list(ty, element)?,
                (MclType::Map(key, element), Peek::Object) => self.map(ty, key, element)?,
                (MclType::Struct(fields), Peek::Object) => self.fields(ty, fields)?,
                (other, _) => {
                    self.reader.skip_value()?;
                    Err(match other {
                        MclType::Func(..)
                        | MclType::Variant
                        | MclType::Nil
                        | MclType::Variable(..) => no_value(other.kind_name(), ty),
                        _ => mismatch(ty, other),
                    })
                }
            },
        };
        if fits.is_err() && self.reader.offset() == at {
            self.reader.skip_value()?;
        }
        Ok(fits.map_err(|error| match error.offset() {
            None => error.with_offset(at),
            Some(_) => error,
        }))
    }

    #[inline]
    fn string(&mut self) -> Result<Value> {
        match self.reader.plain_string() {
            Some(text) => Ok(Value::text(text, true)),
            None => Ok(Value::string(&self.reader.string()?)),
        }
    }

    fn list(&mut self, ty: &Type, element: &Type) -> Result<Fitting<Value>> {
        let mut items = self.reader.begin_array()?;
        let mut parts: Fitting<Vec<Value>> = Ok(Vec::new());
        while self.reader.next_element(&mut items)? {
            match &mut parts {
                Err(_) => self.reader.skip_value()?,
                Ok(have) => match self.value(element)? {
                    Ok(part) => have.push(part),
                    Err(error) => parts = Err(error.in_index(have.len())),
                },
            }
        }
        Ok(parts.and_then(|parts| Value::sequence(ty.clone(), parts)))
    }

    fn map(&mut self, ty: &Type, key: &Type, element: &Type) -> Result<Fitting<Value>> {
        let mut items = self.reader.begin_object()?;
        let mut entries: Vec<(Cow<'a, str>, Fitting<Value>)> = Vec::new();
        while let Some(name) = self.reader.next_key(&mut items)? {
            entries.push((name, self.value(element)?));
        }
        // The last of several equal names is kept.
        sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
        entries.reverse();
        entries.dedup_by(|a, b| a.0 == b.0);
        entries.reverse();
        Ok(map_of(ty, key, entries))
    }

    fn fields(&mut self, ty: &Type, fields: &[Field]) -> Result<Fitting<Value>> {
        let mut items = self.reader.begin_object()?;
        let mut found: Vec<(usize, Fitting<Value>)> = Vec::with_capacity(fields.len().min(FEW));
        let mut others: HashSet<Cow<'a, str>> = HashSet::new();
        let positions = ty.as_object();
        while let Some(name) = self.reader.next_key(&mut items)? {
            match positions.and_then(|object| object.position(&name)) {
                Some(at) => found.push((at, self.value(fields[at].ty())?)),
                None => {
                    self.reader.skip_value()?;
                    if self.fields == Fields::Exact {
                        others.insert(name);
                    }
                }
            }
        }
        // The last of several members of a field is kept.
        sort_by_key(&mut found, |(at, _)| *at);
        found.reverse();
        found.dedup_by_key(|(at, _)| *at);
        found.reverse();
        let members = found.len() + others.len();
        Ok(self.struct_of(ty, found, members))
    }

    fn struct_of(
        &mut self,
        ty: &Type,
        found: Vec<(usize, Fitting<Value>)>,
        members: usize,
    ) -> Fitting<Value> {
        let fields = ty.fields();
        let exact = self.fields == Fields::Exact;
        if exact && members != fields.len() {
            let message = "incompatible number of fields";
            return Err(Error::new(Code::Type, message).with_expected(ty));
        }
        let mut parts = Vec::with_capacity(fields.len());
        let mut found = found.into_iter().peekable();
        for (at, field) in fields.iter().enumerate() {
            let part = match found.next_if(|(position, _)| *position == at) {
                Some((_, part)) => part,
                None if exact => {
                    let message = format!("field {} was not found in struct", field.name());
                    return Err(Error::new(Code::Type, message).with_expected(ty));
                }
                None => zero_of(field.ty(), &mut self.zeros),
            };
            parts.push(part.map_err(|error| error.in_attribute(field.name()))?);
        }
        Value::object_with_type(ty.clone(), parts)
    }
}

/// Builds a map from members with different names.
fn map_of(ty: &Type, key: &Type, entries: Vec<(Cow<'_, str>, Fitting<Value>)>) -> Fitting<Value> {
    let mut parts = Vec::with_capacity(entries.len());
    for (name, part) in entries {
        if !key.is_string() {
            let error = mismatch(key, MclType::require(key)?);
            return Err(error.in_index(&*name));
        }
        let part = part.map_err(|error| error.in_index(&*name))?;
        parts.push((Value::string(&name), part));
    }
    sorted_map(ty, parts)
}

#[cold]
fn mismatch(ty: &Type, shape: MclType<'_>) -> Error {
    Error::new(
        Code::Type,
        format!("type doesn't match {}", shape.kind_name()),
    )
    .with_expected(ty)
}

fn int(text: &str) -> Fitting<Value> {
    match text.parse::<i64>() {
        Ok(int) => Ok(Value::from_integer(int.into())),
        Err(_) => Err(Error::new(Code::Type, "num doesn't contain int64")),
    }
}

fn float(text: &str) -> Fitting<Value> {
    match text.parse::<f64>() {
        Ok(double) if double.is_finite() => Ok(Value::from_double(double)),
        _ => Err(Error::new(Code::Type, "num doesn't contain float64")),
    }
}
