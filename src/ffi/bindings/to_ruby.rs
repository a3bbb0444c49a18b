//! Conversion of values to Ruby objects.
//!
//! Containers become arrays and hashes; their contents become nil, true, false, integers, floats,
//! strings and symbols. A value without a class in Ruby's core is represented by a placeholder and
//! reported, so that the gem can replace it.

use super::interpreter::{Inside, Object, Ruby, pcty_ruby};
use super::puppet::is_default;
use crate::calls::Budget;
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::{need, run_charged, unnamed};
use crate::ffi::values::value::pcty_value;
use crate::number::write_shortest;
use crate::source::{Code, Error, Result};
use crate::types::Kind;
use crate::values::{OrderedMap, Value};
use std::any::Any;
use std::mem::MaybeUninit;

/// The keys of hashes that represent maps and objects.
pub type pcty_ruby_keys = u32;

/// Strings.
pub const PCTY_RUBY_KEYS_STRINGS: pcty_ruby_keys = 1;
/// Symbols.
pub const PCTY_RUBY_KEYS_SYMBOLS: pcty_ruby_keys = 2;

/// The steps and the bytes charged for an object.
const STEPS: u64 = 3;
const BYTES: u64 = 48;

/// The bytes of a text that are copied in one step.
const BYTES_A_STEP: u64 = 16;

/// Converts a value to a Ruby object, by the table of the gem's `Value#to_ruby`. The result is an
/// array in the variable `polycty_object` of the running fiber. Its first element is the object.
/// Its second element is nil, or an array with three elements for each replacement that the caller
/// must make:
///
/// - the array or hash that contains the placeholder;
/// - the position or key in it;
/// - the decimal text of the number that belongs there, or nil if the placeholder is an array that
///   must become a set.
///
/// Inner replacements come first.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a part that is marked or unknown, that only one dialect has,
/// or that no object represents, and if Ruby raises an exception; PCTY_ERROR_LIMIT and
/// PCTY_ERROR_CANCELLED if the budget is exceeded or cancelled; PCTY_ERROR_INVALID_ARGUMENT for a
/// wrong `struct_size` and if a function or class of Ruby is missing.
/// Ownership: Ruby owns the objects.
/// Threads: a Ruby thread that holds Ruby's lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_to_ruby(
    value: Option<&pcty_value>,
    ruby: *const pcty_ruby,
    dialect: pcty_dialect,
    keys: pcty_ruby_keys,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let value = &need(value, "value")?.0;
        let dialect = id(dialect, "dialect")?;
        let symbols = match keys {
            PCTY_RUBY_KEYS_STRINGS => false,
            PCTY_RUBY_KEYS_SYMBOLS => true,
            _ => return Err(unnamed("keys", keys)),
        };
        // SAFETY: by the header's contract it is NULL or has its stated size, and belongs to this
        // thread.
        let ruby = unsafe { Ruby::of(ruby) }?;
        if dialect == DialectId::Mcl {
            return Err(none());
        }
        let mut writing = Writing {
            ruby: &ruby,
            value,
            puppet: dialect == DialectId::Puppet,
            symbols,
            budget,
            nil: ruby.no(),
            yes: ruby.no(),
            later: ruby.no(),
            is_final: false,
            is_done: false,
            text: String::new(),
            shortest: String::new(),
            bytes: Vec::new(),
            failure: None,
            panic: None,
        };
        let ended = ruby.protect(&mut writing);
        match writing.failure {
            Some(failure) => Err(failure),
            None if ended && writing.is_done => Ok(()),
            None => Err(none()),
        }
    })
}

#[cold]
fn none() -> Error {
    Error::new(
        Code::Unsupported,
        "the value cannot be converted to a plain object",
    )
}

/// The conversion of a value to an object.
struct Writing<'a> {
    ruby: &'a Ruby<'a>,
    value: &'a Value,
    /// Whether the dialect is Puppet.
    puppet: bool,
    symbols: bool,
    budget: &'a Budget,
    nil: Object,
    yes: Object,
    /// The pending replacements: false, or an array.
    later: Object,
    /// Whether no replacement is possible any more.
    is_final: bool,
    is_done: bool,
    /// Buffers for a decimal, for the decimal that it is compared with, and for an integer.
    text: String,
    shortest: String,
    bytes: Vec<u8>,
    failure: Option<Error>,
    panic: Option<Box<dyn Any + Send>>,
}

/// The position of an object in its container.
#[derive(Clone, Copy)]
struct Place {
    container: Object,
    key: Key,
}

#[derive(Clone, Copy)]
enum Key {
    At(usize),
    Of(Object),
}

// SAFETY: when it calls Ruby, its frames contain only numbers, objects and borrowed data; texts,
// integers and errors are in `self`.
unsafe impl Inside for Writing<'_> {
    fn panicked(&mut self) -> &mut Option<Box<dyn Any + Send>> {
        &mut self.panic
    }

    fn run(&mut self) {
        let whole = self.ruby.array(2);
        self.nil = self.ruby.nil(whole);
        self.yes = self.ruby.yes(whole);
        let place = Place {
            container: whole,
            key: Key::At(0),
        };
        let Some(object) = self.object(self.value, place) else {
            return;
        };
        self.ruby.push(whole, object);
        let later = if self.later == self.ruby.no() {
            self.nil
        } else {
            self.later
        };
        self.ruby.push(whole, later);
        self.ruby.give(whole);
        self.is_done = true;
    }
}

impl Writing<'_> {
    /// Returns the object of a value; `None` if the conversion fails.
    fn object(&mut self, value: &Value, place: Place) -> Option<Object> {
        if let Err(spent) = self.count(value) {
            self.failure = Some(spent);
            return None;
        }
        if value.is_marked() {
            return self.refuse();
        }
        if value.is_null() {
            return Some(self.nil);
        }
        if !value.is_known() {
            return self.refuse();
        }
        if let Some(text) = value.as_str() {
            return Some(self.ruby.string(text));
        }
        if let Some(small) = value.as_small_whole() {
            return Some(self.ruby.integer(small));
        }
        if let Some(answer) = value.as_bool() {
            return Some(if answer { self.yes } else { self.ruby.no() });
        }
        if let Some(map) = value.as_ordered_map() {
            return self.ordered_map(map);
        }
        match value.ty().kind() {
            Kind::List { .. } | Kind::Tuple { .. } => self.array(value.parts(), None),
            Kind::Set(_) => self.array(value.parts(), Some(place)),
            Kind::Object(_) => self.attributes(value),
            Kind::Map { .. } => self.map(value),
            _ => self.scalar(value, place),
        }
    }

    fn count(&self, value: &Value) -> Result<()> {
        let text = value.as_str_bytes().map_or(0, <[u8]>::len) as u64;
        self.budget.charge(STEPS + text / BYTES_A_STEP)?;
        Ok(self.budget.hold(BYTES + text)?)
    }

    #[cold]
    fn refuse<T>(&mut self) -> Option<T> {
        self.failure = Some(none());
        None
    }

    /// Returns an array; it is registered as a replacement if it must become a set at this
    /// position.
    fn array(&mut self, parts: Option<&[Value]>, set: Option<Place>) -> Option<Object> {
        let Some(parts) = parts else {
            return self.refuse();
        };
        let array = self.ruby.array(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let place = Place {
                container: array,
                key: Key::At(at),
            };
            let object = self.object(part, place)?;
            self.ruby.push(array, object);
        }
        if let Some(place) = set {
            self.later(place, self.nil)?;
        }
        Some(array)
    }

    /// Registers a replacement.
    fn later(&mut self, place: Place, text: Object) -> Option<()> {
        if self.is_final {
            return self.refuse();
        }
        let ruby = self.ruby;
        if self.later == ruby.no() {
            self.later = ruby.array(3);
        }
        ruby.push(self.later, place.container);
        ruby.push(
            self.later,
            match place.key {
                Key::At(at) => ruby.integer(at as i64),
                Key::Of(key) => key,
            },
        );
        ruby.push(self.later, text);
        Some(())
    }

    fn attributes(&mut self, value: &Value) -> Option<Object> {
        let Some(parts) = value.parts() else {
            return self.refuse();
        };
        let hash = self.ruby.hash();
        for (field, part) in value.ty().fields().iter().zip(parts) {
            self.entry(hash, field.name(), part)?;
        }
        Some(hash)
    }

    fn map(&mut self, value: &Value) -> Option<Object> {
        let Some(entries) = value.entries() else {
            return self.refuse();
        };
        let hash = self.ruby.hash();
        for entry in entries {
            self.entry(hash, entry.key().as_str()?, entry.value())?;
        }
        Some(hash)
    }

    fn ordered_map(&mut self, map: &OrderedMap) -> Option<Object> {
        if !self.puppet {
            return self.refuse();
        }
        let hash = self.ruby.hash();
        for (key, part) in map.entries() {
            match key.as_str() {
                Some(name) => self.entry(hash, name, part)?,
                None => {
                    let key = self.key(key)?;
                    self.put(hash, key, part)?;
                }
            }
        }
        Some(hash)
    }

    /// Returns a key that is not a string. Nothing inside it can be replaced once it is in the
    /// hash.
    fn key(&mut self, key: &Value) -> Option<Object> {
        let place = Place {
            container: self.nil,
            key: Key::At(0),
        };
        let outside = self.is_final;
        self.is_final = true;
        let key = self.object(key, place)?;
        self.is_final = outside;
        Some(key)
    }

    fn entry(&mut self, hash: Object, name: &str, part: &Value) -> Option<()> {
        let ruby = self.ruby;
        let key = if self.symbols {
            ruby.symbol(ruby.string(name))
        } else {
            ruby.key(name)
        };
        self.put(hash, key, part)
    }

    fn put(&mut self, hash: Object, key: Object, part: &Value) -> Option<()> {
        let place = Place {
            container: hash,
            key: Key::Of(key),
        };
        let object = self.object(part, place)?;
        self.ruby.set(hash, key, object);
        Some(())
    }

    /// Returns a number, or a scalar that only Puppet has.
    fn scalar(&mut self, value: &Value, place: Place) -> Option<Object> {
        match self.content(value) {
            Content::Double(double) => Some(self.ruby.float(double)),
            Content::Integer => Some(self.ruby.unpack(&self.bytes)),
            Content::Decimal => {
                let text = self.ruby.string(&self.text);
                self.later(place, text)?;
                Some(self.nil)
            }
            Content::Default => Some(self.ruby.symbol(self.ruby.string("default"))),
            Content::Other => self.refuse(),
        }
    }

    /// Returns the kind of a scalar, and stores its bytes or its text in the buffers. All values
    /// that need a drop are in this function, and it makes no calls of Ruby.
    fn content(&mut self, value: &Value) -> Content {
        if let Some(double) = value.as_double() {
            return Content::Double(double);
        }
        if let Some(integer) = value.as_integer() {
            self.bytes = integer.to_be_bytes();
            return Content::Integer;
        }
        let Some(number) = value.as_number() else {
            return if is_default(value) {
                Content::Default
            } else {
                Content::Other
            };
        };
        if number.is_infinite() {
            return Content::Double(number.to_f64().0);
        }
        if let Some(integer) = number.to_integer() {
            self.bytes = integer.to_be_bytes();
            return Content::Integer;
        }
        self.text.clear();
        if number.write_text(&mut self.text).is_err() {
            return Content::Other;
        }
        if !self.text.contains('.') {
            return Content::Other;
        }
        // The float that prints as the same decimal, if there is one.
        let near: f64 = self.text.parse().unwrap_or(f64::NAN);
        self.shortest.clear();
        write_shortest(near, &mut self.shortest);
        if self.shortest == self.text {
            Content::Double(near)
        } else {
            Content::Decimal
        }
    }
}

/// The kind of a scalar.
#[derive(Clone, Copy)]
enum Content {
    Double(f64),
    Integer,
    Decimal,
    Default,
    Other,
}
