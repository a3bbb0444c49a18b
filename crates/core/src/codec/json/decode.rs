//! Decoding of JSON as a value of a given type (go-cty `ctyjson.Unmarshal`).
//!
//! The type determines the expected syntax. Numbers, bools and strings are converted if cty
//! converts them. Missing attributes are null. The last of repeated keys is used. `any` is an
//! object with `value` and `type`. Text after the value is ignored.
//!
//! cty first reads each member of the outermost container as raw text, which checks its whole
//! grammar, and then decodes it with its type. This decoder does both at once. After an error it
//! reads the member again to determine which of the two errors cty would report.

use super::reader::{Peek, Reader, StringToken};
use crate::calls::Budget;
use crate::codec::meter::Meter;
use crate::codec::plan::{Attributes, Plan, PlanKind, Plans, Typing};
use crate::codec::type_json::read_type;
use crate::codec::{
    MAX_OPEN, MISSING, enter, list_of, map_of, set_of, too_deep, tuple_of, unsupported,
};
use crate::number::{Number, PARSED_PRECISION};
use crate::source::{Code, Error, Path, PathStep, Result};
use crate::syntax::Nesting;
use crate::text::Quoted;
use crate::types::{Field, Type};
use crate::values::{Records, Value, nfc, primitive};
use std::borrow::Cow;
use std::rc::Rc;

/// The names of these containers in the messages of cty.
const LIST: &str = "list";
const SET: &str = "set";
const TUPLE: &str = "tuple";
const MAP: &str = "map";
const OBJECT: &str = "object";
const WRAPPER: &str = "dynamic type descriptor";

/// The maximum number of nulls for attributes that are missing in the document.
const MAX_ABSENT: usize = 1 << 24;

/// The maximum nesting of wrappers of `any`.
const MAX_WRAPPERS: u32 = 32;

/// Decodes JSON text as a value of a type. If the type contains `any`, the text determines the
/// exact type of the value.
///
/// # Errors
/// [`Code::Syntax`], [`Code::Type`] and [`Code::Conversion`] with the path to the invalid part and
/// the offset in the text; [`Code::Limit`] for text that is nested too deep and for numbers beyond
/// the limits.
///
/// ```
/// use polycty_core::codec::json;
/// use polycty_core::types::Type;
/// let ports = Type::list(Type::number().clone())?;
/// let value = json::decode(br#"[80, "443"]"#, &ports)?;
/// assert_eq!(value.parts().unwrap()[1].as_number().unwrap().to_i64(), Some(443));
/// assert!(json::decode(b"[true]", &ports).is_err());
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn decode(text: &[u8], ty: &Type) -> Result<Value> {
    decode_within(text, ty, &Budget::new())
}

/// Decodes JSON text as [`decode`] does, and charges a budget.
///
/// # Errors
/// As [`decode`]; [`Code::Limit`] if the budget is exceeded.
pub fn decode_within(text: &[u8], ty: &Type, budget: &Budget) -> Result<Value> {
    // Strings are copied once.
    budget.hold(text.len() as u64)?;
    let text = document(text);
    super::charge_document(&text, budget)?;
    let mut decoder = Decoder {
        reader: Reader::new(&text),
        plans: Plans::default(),
        open: Nesting::default(),
        wrappers: 0,
        stack: Vec::new(),
        places: Vec::new(),
        spare: Vec::new(),
        last_type: None,
        short_path: false,
        absent: MAX_ABSENT,
        parts: 0,
        meter: Meter::of_parts(budget),
    };
    // A value takes about eight bytes.
    let plan = decoder.plans.of(&ty.for_many(text.len() as u64 / 8))?;
    decoder
        .value(&plan)
        .map_err(|error| decoder.outermost(error))?;
    decoder.meter.finish(decoder.parts)?;
    // A successful decoder leaves one value.
    decoder
        .stack
        .pop()
        .ok_or_else(|| Error::new(Code::Internal, "no value was decoded"))
}

/// Converts the document to text. Each byte that is not valid UTF-8 becomes U+FFFD, as in cty.
pub fn document(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut clean = String::with_capacity(text.len() + text.len() / 8);
            for chunk in text.utf8_chunks() {
                clean.push_str(chunk.valid());
                for _ in chunk.invalid() {
                    clean.push(char::REPLACEMENT_CHARACTER);
                }
            }
            Cow::Owned(clean)
        }
    }
}

struct Decoder<'a> {
    reader: Reader<'a>,
    plans: Plans,
    /// The number of open containers, including wrappers of `any`.
    open: Nesting<MAX_OPEN>,
    /// The number of open wrappers of `any`.
    wrappers: u32,
    /// The parts of the open containers, the innermost last: elements, keys and elements, or values
    /// of attributes in document order. A value is written here once and moved into its container.
    stack: Vec<Value>,
    /// For the open objects, the index of the value of each attribute, relative to the first value.
    places: Vec<u32>,
    /// The record builders of completed lists, for reuse. Nested lists need one builder each.
    spare: Vec<Records>,
    /// The type of the last wrapper of `any`.
    last_type: Option<(&'a str, Rc<Plan>)>,
    /// Whether the next step must be omitted from the path of the error that is being returned.
    short_path: bool,
    /// The remaining number of nulls for attributes that are missing in the document. The document
    /// may contain the type itself, so that two bytes could produce any number of nulls.
    absent: usize,
    /// The number of decoded values.
    parts: usize,
    meter: Meter<'a>,
}

/// The positions of the attributes of an object that was read.
struct OpenObject {
    /// The start in the stack.
    base: usize,
    /// The start in `places`.
    first_place: usize,
}

impl OpenObject {
    /// Returns the values of the attributes in the order of the type's fields.
    #[inline]
    fn parts<'s>(
        &self,
        stack: &'s mut [Value],
        places: &'s [u32],
        attributes: &'s Attributes,
    ) -> impl ExactSizeIterator<Item = Value> + 's {
        let values = &mut stack[self.base..];
        let places = places[self.first_place..].iter().enumerate();
        places.map(|(at, place)| match values.get_mut(*place as usize) {
            // The rest of the stack is not read again.
            Some(value) => std::mem::replace(value, Value::bool(false)),
            None => Value::null(attributes.plans[at].ty.clone()),
        })
    }
}

impl<'a> Decoder<'a> {
    /// Reads a value and pushes it on the stack.
    fn value(&mut self, plan: &Plan) -> Result<()> {
        self.parts += 1;
        self.meter.reached(self.parts)?;
        let next = self.reader.peek()?;
        if next == Peek::Null {
            self.reader.null()?;
            self.stack.push(Value::null(plan.ty.clone()));
            return Ok(());
        }
        match &plan.kind {
            PlanKind::String => self.string(next),
            PlanKind::Number => self.number(next),
            PlanKind::Bool => self.bool(next),
            PlanKind::Object(attributes) => self.object(plan, attributes),
            PlanKind::Map(element) => self.map(plan, element),
            PlanKind::List(element) => self.list(plan, element),
            PlanKind::Set(element) => self.set(plan, element),
            PlanKind::Tuple(elements) => self.tuple(plan, elements),
            PlanKind::Any => self.dynamic(),
            PlanKind::Unsupported => Err(unsupported(&plan.given, self.reader.offset())),
        }
    }

    #[inline]
    fn string(&mut self, next: Peek) -> Result<()> {
        if next == Peek::String {
            if let Some(text) = self.reader.plain_string() {
                self.stack.push(Value::text(text, true));
                return Ok(());
            }
            let text = self.reader.string_text()?;
            self.push_text(&text);
            return Ok(());
        }
        let text = match next {
            Peek::Number => self.reader.number()?,
            Peek::Bool => primitive::bool_text(self.reader.bool()?),
            _ => return Err(self.required(Type::string(), "string is required")),
        };
        self.stack.push(Value::text(text, true));
        Ok(())
    }

    /// Pushes a string in normal form C on the stack.
    #[inline(never)]
    fn push_text(&mut self, text: &StringToken<'_>) {
        if text.ascii {
            self.stack.push(Value::text(&text.text, true));
        } else {
            self.stack.push(Value::text(&nfc(&text.text), true));
        }
    }

    #[inline]
    fn number(&mut self, next: Peek) -> Result<()> {
        if next == Peek::Number
            && let Some(int) = self.reader.small_integer()
        {
            let number = Number::small(int, PARSED_PRECISION);
            self.stack.push(Value::from_number(number));
            return Ok(());
        }
        let start = self.reader.offset();
        let text = match next {
            Peek::Number => Cow::Borrowed(self.reader.number()?),
            Peek::String => self.reader.string()?,
            _ => return Err(self.required(Type::number(), "number is required")),
        };
        self.meter.reads(&text)?;
        let number = primitive::parse_number(&text).map_err(|error| error.with_offset(start))?;
        self.stack.push(Value::from_number(number));
        Ok(())
    }

    #[inline]
    fn bool(&mut self, next: Peek) -> Result<()> {
        let start = self.reader.offset();
        let value = match next {
            Peek::Bool => self.reader.bool()?,
            Peek::String => primitive::parse_bool(&self.reader.string()?)
                .map_err(|error| error.with_offset(start))?,
            _ => return Err(self.required(Type::bool(), "bool is required")),
        };
        self.stack.push(Value::bool(value));
        Ok(())
    }

    /// Reads an element of a list, and pushes it on the stack or adds it to the records.
    #[inline]
    fn element(&mut self, plan: &Plan, records: &mut Option<Records>) -> Result<()> {
        let (Some(records), PlanKind::Object(attributes)) = (records, &plan.kind) else {
            return self.value(plan);
        };
        if self.reader.peek()? == Peek::Null {
            records.finish(&mut self.stack)?;
            return self.value(plan);
        }
        self.parts += 1;
        self.meter.reached(self.parts)?;
        let open = self.attributes(plan, attributes)?;
        records.push(open.parts(&mut self.stack, &self.places, attributes))?;
        self.close(&open);
        records.flush_if_full(&mut self.stack)
    }

    /// Returns a record builder if the elements are objects of one type.
    fn records(&mut self, element: &Plan) -> Option<Records> {
        element.is_of_records().then(|| match self.spare.pop() {
            Some(spare) => spare.reused(&element.ty),
            None => Records::new(&element.ty),
        })
    }

    /// Pushes the pending records on the stack.
    fn flush_records(&mut self, records: Option<Records>) -> Result<()> {
        if let Some(mut records) = records {
            records.finish(&mut self.stack)?;
            self.spare.push(records);
        }
        Ok(())
    }

    fn list(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let base = self.stack.len();
        let mut items = self.reader.begin_array()?;
        let open = enter(&mut self.open, self.reader.offset())?;
        let mut index = 0usize;
        let mut records = self.records(element);
        while (self.reader.next_element(&mut items))
            .map_err(|error| self.separator(LIST, error, || index_step(index)))?
        {
            let start = self.reader.offset();
            self.element(element, &mut records)
                .map_err(|error| self.child(open, start, LIST, error, index_step(index)))?;
            index += 1;
        }
        self.open.leave();
        self.flush_records(records)?;
        let list = list_of(&plan.ty, plan.typing, &mut self.stack, base)?;
        self.stack.push(list);
        Ok(())
    }

    fn set(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let base = self.stack.len();
        let mut items = self.reader.begin_array()?;
        let open = enter(&mut self.open, self.reader.offset())?;
        // An element of a set has no known key before its value is known.
        let step = || PathStep::Index(Value::unknown(element.given.clone()).to_key());
        while (self.reader.next_element(&mut items))
            .map_err(|error| self.separator(SET, error, step))?
        {
            let start = self.reader.offset();
            self.value(element)
                .map_err(|error| self.child(open, start, SET, error, step()))?;
        }
        self.open.leave();
        let set = set_of(&plan.ty, plan.typing, &mut self.stack, base)?;
        self.stack.push(set);
        Ok(())
    }

    fn tuple(&mut self, plan: &Plan, elements: &[Rc<Plan>]) -> Result<()> {
        let base = self.stack.len();
        let mut items = self.reader.begin_array()?;
        let open = enter(&mut self.open, self.reader.offset())?;
        let need = elements.len();
        let mut index = 0usize;
        // The builder for consecutive elements with the same plan.
        let mut records = None;
        loop {
            let more = self.reader.next_element(&mut items);
            let Some(element) = elements.get(index) else {
                match more {
                    Ok(false) => break,
                    Err(error) if self.at_end() => return Err(error),
                    _ => {}
                }
                return Err(self.wrong_length(format!("too many tuple elements (need {need})")));
            };
            if !more.map_err(|error| self.separator(TUPLE, error, || index_step(index)))? {
                // cty omits the last step of this path; in the outermost tuple there is no step to
                // omit.
                self.short_path = true;
                let message = format!("not enough tuple elements (need {need})");
                return Err(self.wrong_length(message));
            }
            let is_next =
                |other: Option<&Rc<Plan>>| other.is_some_and(|it| Rc::ptr_eq(it, element));
            let before = index.checked_sub(1).and_then(|before| elements.get(before));
            if !is_next(before) {
                self.flush_records(records.take())?;
                if is_next(elements.get(index + 1)) {
                    records = self.records(element);
                }
            }
            let start = self.reader.offset();
            self.element(element, &mut records)
                .map_err(|error| self.child(open, start, TUPLE, error, index_step(index)))?;
            index += 1;
        }
        self.open.leave();
        self.flush_records(records)?;
        let tuple = tuple_of(&plan.ty, plan.typing, &mut self.stack, base)?;
        self.stack.push(tuple);
        Ok(())
    }

    fn map(&mut self, plan: &Plan, element: &Plan) -> Result<()> {
        let base = self.stack.len();
        let mut items = self.reader.begin_object()?;
        let open = enter(&mut self.open, self.reader.offset())?;
        while (self.reader.next_member(&mut items))
            .map_err(|error| self.member_error(MAP, error, unknown_key()))?
        {
            if let Some(key) = self.reader.plain_string() {
                self.stack.push(Value::text(key, true));
            } else {
                let key =
                    (self.reader.key()).map_err(|error| key_error(MAP, error, unknown_key()))?;
                self.push_text(&key);
            }
            let at = self.stack.len() - 1;
            if let Err(error) = self.reader.colon() {
                let step = PathStep::Index(self.stack[at].to_key());
                return Err(self.colon_error(MAP, error, step));
            }
            let start = self.reader.offset();
            if let Err(error) = self.value(element) {
                let step = PathStep::Index(self.stack[at].to_key());
                return Err(self.child(open, start, MAP, error, step));
            }
        }
        self.open.leave();
        let map = map_of(&plan.ty, plan.typing, &mut self.stack, base)?;
        self.stack.push(map);
        Ok(())
    }

    fn object(&mut self, plan: &Plan, attributes: &Attributes) -> Result<()> {
        let open = self.attributes(plan, attributes)?;
        let parts = open.parts(&mut self.stack, &self.places, attributes);
        let object = if plan.typing == Typing::Given {
            Value::object_with_type(plan.ty.clone(), parts)?
        } else {
            let parts: Vec<Value> = parts.collect();
            let fields: Box<[Field]> = (plan.given.fields().iter().zip(&parts))
                .map(|(field, value)| Field::new(field.shared_name().clone(), value.ty().clone()))
                .collect();
            Value::object_with_type(Type::object(fields)?, parts)?
        };
        self.close(&open);
        self.stack.push(object);
        Ok(())
    }

    /// Reads the attributes of an object and pushes their values on the stack in document order.
    #[inline]
    fn attributes(&mut self, plan: &Plan, attributes: &Attributes) -> Result<OpenObject> {
        let (base, first_place) = (self.stack.len(), self.places.len());
        let fields = plan.given.fields();
        let mut items = self.reader.begin_object()?;
        let open = enter(&mut self.open, self.reader.offset())?;
        self.places.resize(first_place + fields.len(), MISSING);
        let mut last = None;
        let mut turn = 0usize;
        while (self.reader.next_member(&mut items))
            .map_err(|error| self.member_error(OBJECT, error, attribute_step(fields, last)))?
        {
            let at = self.attribute(plan, attributes, turn, last)?;
            last = Some(at);
            self.places[first_place + at] = turn as u32;
            turn += 1;
            let start = self.reader.offset();
            self.value(&attributes.plans[at]).map_err(|error| {
                let step = PathStep::Attr(fields[at].shared_name().clone());
                self.child(open, start, OBJECT, error, step)
            })?;
        }
        self.open.leave();
        if turn < fields.len() {
            let absent = fields.len() - turn;
            self.meter.hold(absent * size_of::<Value>())?;
            self.absent = self.absent.checked_sub(absent).ok_or_else(|| {
                let message = format!("more than {MAX_ABSENT} attributes are missing");
                Error::new(Code::Limit, message).with_offset(self.reader.offset())
            })?;
        }
        Ok(OpenObject { base, first_place })
    }

    /// Removes the rest of an object's attributes.
    #[inline]
    fn close(&mut self, object: &OpenObject) {
        self.stack.truncate(object.base);
        self.places.truncate(object.first_place);
    }

    /// Reads a key and its colon. Returns the index of the attribute.
    #[inline]
    fn attribute(
        &mut self,
        plan: &Plan,
        attributes: &Attributes,
        turn: usize,
        last: Option<usize>,
    ) -> Result<usize> {
        let fields = plan.given.fields();
        if let Some(predicted) = attributes.order.get(turn) {
            let at = predicted.get() as usize;
            if attributes.plain[at] && self.reader.expected_key(fields[at].name()) {
                return Ok(at);
            }
        }
        let start = self.reader.offset();
        let key = (self.reader.key())
            .map_err(|error| key_error(OBJECT, error, attribute_step(fields, last)))?;
        let Some(at) = plan.given.as_object().and_then(|o| o.position(&key.text)) else {
            let message = format!("unsupported attribute {}", Quoted(&key.text));
            return Err(Error::new(Code::Type, message).with_offset(start));
        };
        if let Some(predicted) = attributes.order.get(turn) {
            predicted.set(at as u32);
        }
        self.reader.colon().map_err(|error| {
            let step = PathStep::Attr(fields[at].shared_name().clone());
            self.colon_error(OBJECT, error, step)
        })?;
        Ok(at)
    }

    /// Reads a value of the type `any`, whose type is the member before or after it.
    fn dynamic(&mut self) -> Result<()> {
        let opening = self.reader.offset();
        let mut items = self.reader.begin_object()?;
        enter(&mut self.open, self.reader.offset())?;
        let mut plan = None;
        let mut content = None;
        while (self.reader.next_member(&mut items))
            .map_err(|error| self.member_error(WRAPPER, error, None))?
        {
            let start = self.reader.offset();
            let key = (self.reader.key()).map_err(|error| key_error(WRAPPER, error, None))?;
            (self.reader.colon()).map_err(|error| self.colon_error(WRAPPER, error, None))?;
            let raw =
                (self.reader.raw_value()).map_err(|error| prefixed(WRAPPER, "value", error))?;
            match &*key.text {
                "type" => plan = Some(self.named_plan(raw)?),
                "value" => content = Some(self.reader.offset() - raw.len()),
                other => {
                    let other = Quoted(other);
                    let message = format!("invalid key {other} in dynamically-typed value");
                    return Err(Error::new(Code::Type, message).with_offset(start));
                }
            }
        }
        let missing = |what: &str| {
            let message = format!("missing {what} in dynamically-typed value");
            Error::new(Code::Type, message).with_offset(opening)
        };
        let plan = plan.ok_or_else(|| missing("type"))?;
        let content = content.ok_or_else(|| missing("value"))?;
        // The content of a wrapper is read twice, so the nesting of wrappers is limited more than
        // the nesting of values. Encoders never nest wrappers directly.
        if self.wrappers >= MAX_WRAPPERS {
            return Err(too_deep().with_offset(opening));
        }
        self.wrappers += 1;
        let end = self.reader.offset();
        self.reader.seek(content);
        self.value(&plan)?;
        self.reader.seek(end);
        self.wrappers -= 1;
        self.open.leave();
        Ok(())
    }

    /// Returns the plan of the type in a wrapper.
    fn named_plan(&mut self, raw: &'a str) -> Result<Rc<Plan>> {
        if let Some((last, plan)) = &self.last_type
            && *last == raw
        {
            return Ok(plan.clone());
        }
        let ty = read_type(raw).map_err(|error| {
            let message = error.message().to_owned();
            error
                .with_path(Path::new())
                .with_offset(self.reader.offset() - raw.len())
                .with_message(format!(
                    "failed to decode type for dynamic value: {message}"
                ))
        })?;
        let plan = self.plans.of(&ty)?;
        self.last_type = Some((raw, plan.clone()));
        Ok(plan)
    }

    /// Whether the outermost container ends here, with a bracket of either kind.
    fn at_end(&mut self) -> bool {
        matches!(self.reader.peek_byte(), None | Some(b']' | b'}'))
    }

    #[cold]
    fn required(&self, wanted: &Type, message: &str) -> Error {
        Error::new(Code::Type, message)
            .with_expected(wanted)
            .with_offset(self.reader.offset())
    }

    #[cold]
    fn wrong_length(&self, message: String) -> Error {
        Error::new(Code::Type, message).with_offset(self.reader.offset())
    }

    /// Returns the error of the whole document. The grammar of a scalar is checked before its type.
    #[cold]
    fn outermost(&mut self, error: Error) -> Error {
        self.reader.seek(0);
        if let Some(b'[' | b'{') = self.reader.peek_byte() {
            return error;
        }
        self.reader.skip_value().err().unwrap_or(error)
    }

    /// Returns the error in a part of a container with `open` containers around it. In the
    /// outermost container the grammar of the whole part is checked before its type.
    #[cold]
    fn child(
        &mut self,
        open: u32,
        start: usize,
        what: &str,
        error: Error,
        step: PathStep,
    ) -> Error {
        let short_path = std::mem::take(&mut self.short_path);
        if open == 0 {
            self.reader.seek(start);
            if let Err(error) = self.reader.skip_value() {
                return prefixed(what, "value", error).in_step(step);
            }
        }
        if short_path {
            error
        } else {
            error.in_step(step)
        }
    }

    /// The error for a missing comma or end after an element.
    #[cold]
    fn separator(&mut self, what: &str, error: Error, step: impl Fn() -> PathStep) -> Error {
        if self.at_end() {
            return error;
        }
        let error = error.with_message("expected comma after array element");
        prefixed(what, "value", error).in_step(step())
    }

    /// The error for a missing comma or end after a member.
    #[cold]
    fn member_error(
        &mut self,
        what: &str,
        error: Error,
        step: impl Into<Option<PathStep>>,
    ) -> Error {
        if self.at_end() {
            return error;
        }
        key_error(what, error, step)
    }

    /// The error for a missing colon after a key.
    #[cold]
    fn colon_error(
        &mut self,
        what: &str,
        error: Error,
        step: impl Into<Option<PathStep>>,
    ) -> Error {
        let error = match self.reader.peek_byte() {
            None => error,
            Some(_) => error.with_message("expected colon after object key"),
        };
        let error = prefixed(what, "value", error);
        match step.into() {
            Some(step) => error.in_step(step),
            None => error,
        }
    }
}

fn index_step(index: usize) -> PathStep {
    PathStep::Index(index.into())
}

/// The step to an error in a map before the key is known.
fn unknown_key() -> PathStep {
    PathStep::Index(Value::unknown(Type::string().clone()).to_key())
}

/// The step to an error in an object before the next key is known: the previous attribute.
fn attribute_step(fields: &[Field], last: Option<usize>) -> Option<PathStep> {
    last.map(|at| PathStep::Attr(fields[at].shared_name().clone()))
}

/// The error for a missing key.
#[cold]
fn key_error(what: &str, error: Error, step: impl Into<Option<PathStep>>) -> Error {
    let error = prefixed(what, "key", error);
    match step.into() {
        Some(step) => error.in_step(step),
        None => error,
    }
}

#[cold]
fn prefixed(what: &str, part: &str, error: Error) -> Error {
    let message = format!("failed to read {what} {part}: {}", error.message());
    error.with_message(message)
}
