//! Which value does MessagePack mean, read as a given type?
//!
//! The rule is go-cty's `msgpack.Unmarshal`: every extension is an unknown value;
//! `any` reads an array of a type, as JSON, and the value; numbers may be
//! integers, floats or decimal text; of a key that comes twice the last counts;
//! nothing after the value is looked at. Two of its ways may surprise: an empty
//! array or map is the empty tuple or object whatever the type wants, and a map's
//! key that is no string reads as the empty one.

use super::extension::read_unknown;
use super::reader::{Reader, is_extension};
use crate::codec::json::document;
use crate::codec::plan::{Attributes, Plan, Plans, Shape};
use crate::codec::type_json::read_type;
use crate::codec::{MAX_OPEN, too_deep};
use crate::diagnostic::{Code, Error, Path, PathStep, Result};
use crate::number::Number;
use crate::types::{Field, Type};
use crate::values::{Value, nfc, primitive, sort_entries};
use rmp::Marker;
use std::rc::Rc;

/// Decodes MessagePack as a value of a type. Where the type has `any` in it, the
/// value's own type is what the document says.
///
/// # Errors
/// [`Code::Syntax`], [`Code::Type`] and [`Code::InvalidUtf8`] with the path to the
/// part at fault and the offset in the document; [`Code::Limit`] for what nests
/// too deep and for numbers beyond the limits.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value> {
    let mut decoder = Decoder::new(Reader::new(bytes));
    let plan = decoder.plans.of(ty)?;
    decoder.value(&plan)
}

pub(super) struct Decoder<'a> {
    reader: Reader<'a>,
    plans: Plans,
    /// How many containers are open.
    open: u32,
    /// The parts of the open sequences and objects, one above the other.
    slots: Vec<Option<Value>>,
    /// The entries of the open maps.
    entries: Vec<(Value, Value)>,
    /// The type that the last value of the type `any` named.
    last_type: Option<(&'a [u8], Rc<Plan>)>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(reader: Reader<'a>) -> Decoder<'a> {
        Decoder {
            reader,
            plans: Plans::default(),
            open: 0,
            slots: Vec::new(),
            entries: Vec::new(),
            last_type: None,
        }
    }

    pub(super) fn into_reader(self) -> Reader<'a> {
        self.reader
    }

    /// A bound of a number: the number, and whether it is possible itself.
    pub(super) fn bound(&mut self) -> Result<[Value; 2]> {
        if self.reader.array_length()? != Some(2) {
            return Err(self.required("a tuple of length 2 is required"));
        }
        let number = self.plans.of(Type::number())?;
        let bool = self.plans.of(Type::bool())?;
        Ok([self.value(&number)?, self.value(&bool)?])
    }

    fn value(&mut self, plan: &Plan) -> Result<Value> {
        let next = self.reader.peek()?;
        if is_extension(next) {
            return read_unknown(&mut self.reader, &plan.ty);
        }
        if next == Marker::Null {
            self.reader.skip()?;
            return Ok(Value::null(plan.ty.clone()));
        }
        match &plan.shape {
            Shape::String => self.string(),
            Shape::Number => self.number(next),
            Shape::Bool => (self.reader.bool())
                .map(Value::bool)
                .map_err(|_| self.required("bool is required")),
            Shape::Object(attributes) => self.object(plan, attributes),
            Shape::Map(element) => self.map(plan, element),
            Shape::List(element) => self.list(plan, element),
            Shape::Set(element) => self.set(plan, element),
            Shape::Tuple(elements) => self.tuple(plan, elements),
            Shape::Any => self.dynamic(),
            Shape::Unsupported => Err(Error::new(
                Code::Unsupported,
                format!("unsupported type {}", plan.given.friendly_name()),
            )
            .with_offset(self.reader.offset())),
        }
    }

    fn string(&mut self) -> Result<Value> {
        let bytes = (self.reader.bytes()).map_err(|_| self.required("string is required"))?;
        self.text(bytes)
    }

    /// A string in normal form C.
    #[inline]
    fn text(&self, bytes: &[u8]) -> Result<Value> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            Error::new(Code::InvalidUtf8, "string is not valid UTF-8")
                .with_offset(self.reader.offset() - bytes.len() + error.valid_up_to())
        })?;
        Ok(if text.is_ascii() {
            Value::text(text, true)
        } else {
            Value::text(&nfc(text), true)
        })
    }

    fn number(&mut self, next: Marker) -> Result<Value> {
        let number = match next {
            Marker::U64 => self.reader.u64().map(Number::from_u64).ok(),
            Marker::F32 | Marker::F64 => self.reader.f64().ok().and_then(Number::from_f64),
            Marker::FixPos(_)
            | Marker::FixNeg(_)
            | Marker::U8
            | Marker::U16
            | Marker::U32
            | Marker::I8
            | Marker::I16
            | Marker::I32
            | Marker::I64 => self.reader.i64().map(Number::from_i64).ok(),
            _ => {
                let text = self.reader.bytes().ok();
                match text.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
                    Some(text) => match primitive::parse_number(text) {
                        Err(error) if error.code() == Code::Limit => {
                            return Err(error.with_offset(self.reader.offset()));
                        }
                        parsed => parsed.ok(),
                    },
                    None => None,
                }
            }
        };
        number
            .map(Value::from_number)
            .ok_or_else(|| self.required("number is required"))
    }

    fn list(&mut self, plan: &Plan, element: &Plan) -> Result<Value> {
        let length = self.array("a list is required")?;
        let base = self.sequence(length, |_| element)?;
        let parts = drain(&mut self.slots, base);
        if plan.exact || length == 0 {
            return Value::sequence(plan.ty.clone(), parts);
        }
        Value::list(parts.collect())
    }

    fn set(&mut self, plan: &Plan, element: &Plan) -> Result<Value> {
        let length = self.array("a set is required")?;
        let base = self.sequence(length, |_| element)?;
        let parts: Vec<Value> = drain(&mut self.slots, base).collect();
        if plan.exact || length == 0 {
            return Value::set_with_type(plan.ty.clone(), parts);
        }
        Value::set(parts)
    }

    fn tuple(&mut self, plan: &Plan, elements: &[Rc<Plan>]) -> Result<Value> {
        let length = self.array("a tuple is required")?;
        if length == 0 {
            return Value::tuple(Vec::new());
        }
        if length != elements.len() {
            let message = format!("a tuple of length {} is required", elements.len());
            return Err(self.required(message));
        }
        let base = self.sequence(length, |at| &elements[at])?;
        let parts = drain(&mut self.slots, base);
        if plan.exact {
            return Value::sequence(plan.ty.clone(), parts);
        }
        Value::tuple(parts.collect())
    }

    /// Takes the head of an array that is not nil.
    fn array(&mut self, required: &str) -> Result<usize> {
        match self.reader.array_length() {
            Ok(length) => Ok(length.unwrap_or(0)),
            Err(_) => Err(self.required(required)),
        }
    }

    /// Takes the elements of an array onto the stack; where they begin there.
    fn sequence<'p>(&mut self, length: usize, plan: impl Fn(usize) -> &'p Plan) -> Result<usize> {
        let base = self.slots.len();
        let open = self.enter()?;
        // Every element takes a byte at least.
        self.slots.reserve(length.min(self.reader.remaining()));
        for index in 0..length {
            let value = self
                .value(plan(index))
                .map_err(|error| error.in_index(index))?;
            self.slots.push(Some(value));
        }
        self.open = open;
        Ok(base)
    }

    fn map(&mut self, plan: &Plan, element: &Plan) -> Result<Value> {
        let length = self.entries_length("a map is required")?;
        let base = self.entries.len();
        let open = self.enter()?;
        for _ in 0..length {
            let key = match self.reader.bytes() {
                Ok(bytes) => self.text(bytes)?,
                Err(_) => Value::text("", true),
            };
            match self.value(element) {
                Ok(value) => self.entries.push((key, value)),
                Err(error) => return Err(error.in_index(key.to_key())),
            }
        }
        self.open = open;
        if plan.exact || length == 0 {
            let sorted = sort_entries(self.entries.drain(base..))?;
            return Value::map_with_type(plan.ty.clone(), sorted.into_iter());
        }
        Value::map(self.entries.drain(base..))
    }

    fn object(&mut self, plan: &Plan, attributes: &Attributes) -> Result<Value> {
        let length = self.entries_length("an object is required")?;
        if length == 0 {
            return Value::object([]);
        }
        let fields = plan.given.fields();
        if length != fields.len() {
            let want = fields.len();
            let message = format!("an object with {want} attributes is required ({length} given)");
            return Err(self.required(message));
        }
        let open = self.enter()?;
        let base = self.slots.len();
        self.slots.resize_with(base + length, || None);
        for turn in 0..length {
            let key =
                (self.reader.bytes()).map_err(|_| self.required("all keys must be strings"))?;
            let guess = attributes.order[turn].get() as usize;
            let at = if fields[guess].name().as_bytes() == key {
                guess
            } else {
                let at = self.attribute(plan, key)?;
                attributes.order[turn].set(at as u32);
                at
            };
            // The reference says an index here, where it means an attribute.
            let value = self
                .value(&attributes.plans[at])
                .map_err(|error| error.in_index(fields[at].shared_name().clone()))?;
            self.slots[base + at] = Some(value);
        }
        self.open = open;
        if plan.exact && self.slots[base..].iter().all(Option::is_some) {
            let parts = drain(&mut self.slots, base);
            return Value::object_with_type(plan.ty.clone(), parts);
        }
        // An attribute that came twice leaves another one out altogether.
        let (fields, parts): (Vec<Field>, Vec<Value>) = (fields.iter())
            .zip(self.slots.drain(base..))
            .filter_map(|(field, slot)| {
                let value = slot?;
                let name = field.shared_name().clone();
                Some((Field::new(name, value.ty().clone()), value))
            })
            .unzip();
        Value::object_with_type(Type::object(fields)?, parts)
    }

    #[cold]
    fn attribute(&self, plan: &Plan, key: &[u8]) -> Result<usize> {
        let step = match self.text(key) {
            Ok(name) => PathStep::Index(name.to_key()),
            Err(error) => return Err(error),
        };
        std::str::from_utf8(key)
            .ok()
            .and_then(|key| plan.given.as_object()?.position(key))
            .ok_or_else(|| self.required("unsupported attribute").in_step(step))
    }

    /// Takes the head of a map that is not nil.
    fn entries_length(&mut self, required: &str) -> Result<usize> {
        match self.reader.map_length() {
            Ok(length) => Ok(length.unwrap_or(0)),
            Err(_) => Err(self.required(required)),
        }
    }

    /// A value of the type `any`: its type, as JSON, and the value.
    fn dynamic(&mut self) -> Result<Value> {
        if self.reader.array_length()? != Some(2) {
            return Err(self.required("dynamic value array must have exactly two elements"));
        }
        let open = self.enter()?;
        let plan = self.named_plan()?;
        let value = self.value(&plan)?;
        self.open = open;
        Ok(value)
    }

    fn named_plan(&mut self) -> Result<Rc<Plan>> {
        let json = self.reader.bytes()?;
        if let Some((last, plan)) = &self.last_type
            && *last == json
        {
            return Ok(plan.clone());
        }
        let start = self.reader.offset() - json.len();
        let ty = read_type(&document(json)).map_err(|error| {
            let offset = start + error.offset().unwrap_or(0);
            error.with_path(Path::new()).with_offset(offset)
        })?;
        let plan = self.plans.of(&ty)?;
        self.last_type = Some((json, plan.clone()));
        Ok(plan)
    }

    /// Opens a container; how many were open before.
    #[inline]
    fn enter(&mut self) -> Result<u32> {
        let open = self.open;
        if open >= MAX_OPEN {
            return Err(too_deep().with_offset(self.reader.offset()));
        }
        self.open += 1;
        Ok(open)
    }

    #[cold]
    fn required(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Type, message).with_offset(self.reader.offset())
    }
}

/// The parts of a sequence that has just ended; all of them are there.
#[inline]
fn drain(slots: &mut Vec<Option<Value>>, base: usize) -> impl ExactSizeIterator<Item = Value> {
    slots
        .drain(base..)
        .map(|slot| slot.unwrap_or_else(Value::dynamic))
}
