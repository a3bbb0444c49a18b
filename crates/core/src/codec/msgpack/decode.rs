//! Decoding of MessagePack as a value of a given type (go-cty `msgpack.Unmarshal`).
//!
//! - Every extension is an unknown value.
//! - `any` is an array of a type, as JSON, and the value.
//! - Numbers may be integers, floats or decimal text.
//! - The last of repeated keys is used.
//! - Bytes after the value are ignored.
//! - An empty array or map is the empty tuple or object, whatever the type.
//! - A key of a map that is not a string is read as the empty string.

use super::extension::read_unknown;
use super::reader::{Reader, is_extension};
use crate::calls::Budget;
use crate::codec::json::document;
use crate::codec::meter::Meter;
use crate::codec::plan::{Attributes, Plan, PlanKind, Plans, Typing};
use crate::codec::type_json::read_type;
use crate::codec::{MAX_OPEN, MISSING, enter, list_of, map_of, set_of, tuple_of, unsupported};
use crate::source::{Code, Error, Path, PathStep, Result};
use crate::syntax::Nesting;
use crate::types::{Field, Type};
use crate::values::{Value, nfc};
use rmp::Marker;
use std::rc::Rc;

/// Decodes MessagePack as a value of a type. If the type contains `any`, the document determines
/// the exact type of the value.
///
/// # Errors
/// [`Code::Syntax`], [`Code::Type`] and [`Code::InvalidUtf8`] with the path to the invalid part and
/// the offset in the document; [`Code::Limit`] for documents that are nested too deep and for
/// numbers beyond the limits.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value> {
    decode_within(bytes, ty, &Budget::new())
}

/// Decodes MessagePack as [`decode`] does, and charges a budget.
///
/// # Errors
/// As [`decode`]; [`Code::Limit`] if the budget is exceeded.
pub fn decode_within(bytes: &[u8], ty: &Type, budget: &Budget) -> Result<Value> {
    // Strings are copied once.
    budget.hold(bytes.len() as u64)?;
    let mut decoder = Decoder::new(Reader::new(bytes), budget);
    // A value takes at least one byte, and usually several.
    let plan = decoder.plans.of(&ty.for_many(bytes.len() as u64 / 4))?;
    match decoder.value(&plan) {
        Ok(()) => {
            decoder.meter.finish(decoder.parts)?;
            decoder.pop()
        }
        Err(error) if error.code() == Code::InvalidUtf8 => {
            // cty accepts the string and may find a different error later.
            let mut decoder = Decoder::new(Reader::new(bytes), budget);
            decoder.encoding = Encoding::Lossy;
            decoder.value(&plan)?;
            Err(error)
        }
        Err(error) => Err(error),
    }
}

/// The treatment of strings that are not UTF-8.
enum Encoding {
    Strict,
    Lossy,
}

struct Decoder<'a> {
    reader: Reader<'a>,
    plans: Plans,
    /// The number of open containers.
    open: Nesting<MAX_OPEN>,
    /// The parts of the open containers, the innermost last: elements, keys and elements, or values
    /// of attributes in document order.
    stack: Vec<Value>,
    /// For the open objects, the index of the value of each attribute, relative to the first value.
    places: Vec<u32>,
    /// The type of the last value of the type `any`.
    last_type: Option<(&'a [u8], Rc<Plan>)>,
    encoding: Encoding,
    /// Whether the stack has a value whose type differs from its plan, so that its container takes
    /// its type from its parts.
    deviated: bool,
    /// The number of decoded values.
    parts: usize,
    meter: Meter<'a>,
}

impl<'a> Decoder<'a> {
    fn new(reader: Reader<'a>, budget: &'a Budget) -> Decoder<'a> {
        Decoder {
            reader,
            plans: Plans::default(),
            open: Nesting::default(),
            stack: Vec::new(),
            places: Vec::new(),
            last_type: None,
            encoding: Encoding::Strict,
            deviated: false,
            parts: 0,
            meter: Meter::of_parts(budget),
        }
    }

    /// Pops the value that was read last.
    fn pop(&mut self) -> Result<Value> {
        let value = self.stack.pop();
        value.ok_or_else(|| Error::new(Code::Internal, "no value was decoded"))
    }

    /// Reads a value and pushes it on the stack.
    fn value(&mut self, plan: &Plan) -> Result<()> {
        self.parts += 1;
        self.meter.reached(self.parts)?;
        let next = self.reader.peek()?;
        if is_extension(next) {
            let unknown = read_unknown(&mut self.reader, &plan.ty)?;
            self.stack.push(unknown);
            return Ok(());
        }
        if next == Marker::Null {
            self.reader.skip()?;
            self.stack.push(Value::null(plan.ty.clone()));
            return Ok(());
        }
        match &plan.kind {
            PlanKind::String => self.string(),
            PlanKind::Number => self.number(),
            PlanKind::Bool => match self.reader.bool() {
                Ok(value) => {
                    self.stack.push(Value::bool(value));
                    Ok(())
                }
                Err(_) => Err(self.required("bool is required")),
            },
            PlanKind::Object(attributes) => self.object(plan, attributes),
            PlanKind::Map(element) => self.map(plan, element),
            PlanKind::List(element) => self.list(plan, element),
            PlanKind::Set(element) => self.set(plan, element),
            PlanKind::Tuple(elements) => self.tuple(plan, elements),
            PlanKind::Any => self.dynamic(),
            PlanKind::Unsupported => Err(unsupported(&plan.given, self.reader.offset())),
        }
    }

    fn string(&mut self) -> Result<()> {
        let bytes = (self.reader.bytes()).map_err(|_| self.required("string is required"))?;
        self.push_text(bytes)
    }

    /// Pushes a string in normal form C on the stack.
    #[inline]
    fn push_text(&mut self, bytes: &[u8]) -> Result<()> {
        if let Some(text) = Value::short_ascii(bytes) {
            self.stack.push(text);
            return Ok(());
        }
        let text = self.text(bytes)?;
        if text.is_ascii() {
            self.stack.push(Value::text(text, true));
        } else {
            self.stack.push(Value::text(&nfc(text), true));
        }
        Ok(())
    }

    #[inline]
    fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str> {
        std::str::from_utf8(bytes).or_else(|error| {
            if let Encoding::Lossy = self.encoding {
                return Ok("");
            }
            let offset = self.reader.offset() - bytes.len() + error.valid_up_to();
            Err(Error::new(Code::InvalidUtf8, "string is not valid UTF-8").with_offset(offset))
        })
    }

    fn number(&mut self) -> Result<()> {
        let number = self.reader.number(|text| self.meter.reads(text))?;
        let number = number.ok_or_else(|| self.required("number is required"))?;
        self.stack.push(Value::from_number(number));
        Ok(())
    }

    fn list(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let length = self.array("a list is required")?;
        let base = self.sequence(length, |_| element)?;
        let list = list_of(&plan.ty, self.typing(plan), &mut self.stack, base)?;
        self.stack.push(list);
        Ok(())
    }

    fn set(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let length = self.array("a set is required")?;
        let base = self.sequence(length, |_| element)?;
        let set = set_of(&plan.ty, self.typing(plan), &mut self.stack, base)?;
        self.stack.push(set);
        Ok(())
    }

    fn tuple(&mut self, plan: &Plan, elements: &[Rc<Plan>]) -> Result<()> {
        let length = self.array("a tuple is required")?;
        if length != 0 && length != elements.len() {
            let message = format!("a tuple of length {} is required", elements.len());
            return Err(self.required(message));
        }
        let base = self.sequence(length, |at| &elements[at])?;
        self.deviated |= length != elements.len();
        let tuple = tuple_of(&plan.ty, self.typing(plan), &mut self.stack, base)?;
        self.stack.push(tuple);
        Ok(())
    }

    /// Reads the head of an array that is not nil.
    fn array(&mut self, required: &str) -> Result<usize> {
        match self.reader.array_length() {
            Ok(length) => Ok(length.unwrap_or(0)),
            Err(_) => Err(self.required(required)),
        }
    }

    /// Reads the elements of an array to the stack. Returns the index of the first.
    fn sequence<'p>(&mut self, length: usize, plan: impl Fn(usize) -> &'p Plan) -> Result<usize> {
        let base = self.stack.len();
        enter(&mut self.open, self.reader.offset())?;
        // Every element takes at least one byte.
        self.stack.reserve(length.min(self.reader.remaining()));
        for index in 0..length {
            self.value(plan(index))
                .map_err(|error| error.in_index(index))?;
        }
        self.open.leave();
        Ok(base)
    }

    fn map(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let length = self.entries_length("a map is required")?;
        let base = self.stack.len();
        enter(&mut self.open, self.reader.offset())?;
        for _ in 0..length {
            match self.reader.bytes() {
                Ok(bytes) => self.push_text(bytes)?,
                Err(_) => self.stack.push(Value::text("", true)),
            }
            let at = self.stack.len() - 1;
            if let Err(error) = self.value(element) {
                return Err(error.in_index(self.stack[at].to_key()));
            }
        }
        self.open.leave();
        let map = map_of(&plan.ty, self.typing(plan), &mut self.stack, base)?;
        self.stack.push(map);
        Ok(())
    }

    fn object(&mut self, plan: &Plan, attributes: &Attributes) -> Result<()> {
        let length = self.entries_length("an object is required")?;
        let fields = plan.given.fields();
        if length != 0 && length != fields.len() {
            let want = fields.len();
            let message = format!("an object with {want} attributes is required ({length} given)");
            return Err(self.required(message));
        }
        enter(&mut self.open, self.reader.offset())?;
        if length == 0 && !fields.is_empty() {
            // The cost of one byte must not depend on the width of the type.
            self.open.leave();
            self.deviated = true;
            let empty = Value::object_with_type(Type::object([])?, [])?;
            self.stack.push(empty);
            return Ok(());
        }
        let (base, first_place) = (self.stack.len(), self.places.len());
        self.places.resize(first_place + fields.len(), MISSING);
        for turn in 0..length {
            let key =
                (self.reader.bytes()).map_err(|_| self.required("all keys must be strings"))?;
            let predicted = attributes.order[turn].get() as usize;
            let at = if fields[predicted].name().as_bytes() == key {
                predicted
            } else {
                let at = self.attribute(plan, key)?;
                attributes.order[turn].set(at as u32);
                at
            };
            self.places[first_place + at] = turn as u32;
            // cty reports an index here, although it is an attribute.
            self.value(&attributes.plans[at])
                .map_err(|error| error.in_index(fields[at].shared_name().clone()))?;
        }
        self.open.leave();
        let places = &self.places[first_place..];
        self.deviated |= places.contains(&MISSING);
        let typing = self.typing(plan);
        let values = &mut self.stack[base..];
        // The rest of the stack is not read again.
        let object = if typing == Typing::Given {
            Value::object_of(plan.ty.clone(), values, places)?
        } else {
            let parts = places.iter().map(|place| {
                let value = values.get_mut(*place as usize);
                value.map(|value| std::mem::replace(value, Value::bool(false)))
            });
            // A repeated attribute leaves a different one out, and an empty map leaves all of them
            // out.
            let (fields, parts): (Vec<Field>, Vec<Value>) = (fields.iter().zip(parts))
                .filter_map(|(field, value)| {
                    let value = value?;
                    let name = field.shared_name().clone();
                    Some((Field::new(name, value.ty().clone()), value))
                })
                .unzip();
            Value::object_with_type(Type::object(fields)?, parts)?
        };
        self.stack.truncate(base);
        self.places.truncate(first_place);
        self.stack.push(object);
        Ok(())
    }

    #[cold]
    fn attribute(&self, plan: &Plan, key: &[u8]) -> Result<usize> {
        let name = self.text(key)?;
        let position = plan.given.as_object().and_then(|o| o.position(name));
        position.ok_or_else(|| {
            let step = PathStep::Index(nfc(name).as_ref().into());
            self.required("unsupported attribute").in_step(step)
        })
    }

    /// Reads the head of a map that is not nil.
    fn entries_length(&mut self, required: &str) -> Result<usize> {
        match self.reader.map_length() {
            Ok(length) => Ok(length.unwrap_or(0)),
            Err(_) => Err(self.required(required)),
        }
    }

    /// Reads a value of the type `any`: its type, as JSON, and the value.
    fn dynamic(&mut self) -> Result<()> {
        if self.reader.array_length()? != Some(2) {
            return Err(self.required("dynamic value array must have exactly two elements"));
        }
        enter(&mut self.open, self.reader.offset())?;
        let plan = self.named_plan()?;
        self.value(&plan)?;
        self.open.leave();
        Ok(())
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

    /// The source of the type of a container.
    #[inline]
    fn typing(&self, plan: &Plan) -> Typing {
        if self.deviated {
            Typing::FromParts
        } else {
            plan.typing
        }
    }

    #[cold]
    fn required(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Type, message).with_offset(self.reader.offset())
    }
}
