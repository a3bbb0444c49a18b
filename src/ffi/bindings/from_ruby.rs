//! Conversion of Ruby objects to values.
//!
//! The value of an object depends on the dialect. This module converts structures of nil, true,
//! false, integers, floats, strings, symbols, arrays and hashes, of exactly these classes. Callers
//! with other objects in a structure must assemble the value themselves.

use super::interpreter::{Entries, Go, Inside, Object, Ruby, pcty_ruby};
use super::puppet::{array_of, default, hash};
use crate::calls::Budget;
use crate::codec::{Assembly, Opened, Pairs};
use crate::dialect::{DialectId, is_built_in, missing};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::make_charged;
use crate::ffi::values::value::pcty_value;
use crate::number::{Integer, Number, PARSED_PRECISION, write_shortest};
use crate::source::{Code, Error, Result};
use crate::types::{MAX_DEPTH, Str, Type};
use crate::values::Value;
use std::any::Any;
use std::mem::MaybeUninit;

/// Texts of up to this number of bytes are charged like any other part.
const SHORT: usize = 64;

/// The bytes that are processed in one step.
const BYTES_A_STEP: u64 = 16;

/// Converts the object in the variable `polycty_object` of the running fiber to a value, by the
/// table of the gem's `Value.from`.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for an object of another class inside, an object without a value,
/// structures nested too deep, and for mcl, whose values need types; PCTY_ERROR_LIMIT and
/// PCTY_ERROR_CANCELLED if the budget is exceeded or cancelled; PCTY_ERROR_INVALID_ARGUMENT for a
/// wrong `struct_size` and if a function or class of Ruby is missing.
/// Threads: a Ruby thread that holds Ruby's lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_from_ruby(
    ruby: *const pcty_ruby,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let dialect = id(dialect, "dialect")?;
        // SAFETY: by the header's contract it is NULL or has its stated size, and belongs to this
        // thread.
        let ruby = unsafe { Ruby::of(ruby) }?;
        if dialect == DialectId::Mcl {
            return Err(not_plain());
        }
        if !is_built_in(dialect) {
            return Err(missing(dialect));
        }
        let mut reading = Reading {
            ruby: &ruby,
            puppet: dialect == DialectId::Puppet,
            assembly: Assembly::new(budget),
            budget,
            depth: 0,
            names: [const { None }; NAMES],
            bytes: Vec::new(),
            text: String::new(),
            failure: None,
            panic: None,
        };
        let ended = ruby.protect(&mut reading);
        if let Some(failure) = reading.failure {
            return Err(failure);
        }
        let value = reading.assembly.finish()?;
        value.filter(|_| ended).ok_or_else(not_plain)
    })
}

#[cold]
fn not_plain() -> Error {
    Error::new(
        Code::Unsupported,
        "the object cannot be converted to a value",
    )
}

/// The number of names that are cached.
const NAMES: usize = 64;

/// The conversion of an object to a value.
struct Reading<'a> {
    ruby: &'a Ruby<'a>,
    /// Whether the dialect is Puppet; otherwise it is HCL.
    puppet: bool,
    assembly: Assembly<'a>,
    budget: &'a Budget,
    depth: u32,
    /// A cache of attribute names, each at an index computed from its text: most names occur again.
    names: [Option<Str>; NAMES],
    /// Buffers for an integer and for a float.
    bytes: Vec<u8>,
    text: String,
    failure: Option<Error>,
    panic: Option<Box<dyn Any + Send>>,
}

// SAFETY: when it calls Ruby, its frames contain only numbers, objects and borrowed data; texts,
// integers, values and errors are in `self`.
unsafe impl Inside for Reading<'_> {
    fn panicked(&mut self) -> &mut Option<Box<dyn Any + Send>> {
        &mut self.panic
    }

    fn run(&mut self) {
        self.value(self.ruby.taken());
    }
}

// SAFETY: as above.
unsafe impl Entries for Reading<'_> {
    fn entry(&mut self, key: Object, value: Object) -> Go {
        let named = if self.puppet {
            self.value(key)
        } else {
            self.name(key)
        };
        match named {
            Go::On => self.value(value),
            Go::Stop => Go::Stop,
        }
    }
}

impl Reading<'_> {
    fn value(&mut self, object: Object) -> Go {
        let ruby = self.ruby;
        let class = ruby.class(object);
        if class == ruby.string_class {
            self.string(object)
        } else if class == ruby.integer_class {
            self.integer(object)
        } else if class == ruby.hash_class {
            self.hash(object)
        } else if class == ruby.array_class {
            self.array(object)
        } else if class == ruby.true_class || class == ruby.false_class {
            self.push(Value::bool(class == ruby.true_class))
        } else if class == ruby.nil_class {
            self.push(Value::null(Type::any().clone()))
        } else if class == ruby.float_class {
            self.float(object)
        } else if class == ruby.symbol_class {
            self.symbol(object)
        } else {
            self.refuse()
        }
    }

    /// Converts a symbol to the text of its name, except the symbol `default` for Puppet.
    fn symbol(&mut self, symbol: Object) -> Go {
        let string = self.ruby.string_of(symbol);
        // SAFETY: no function of Ruby is called while they are compared.
        if !self.puppet || unsafe { self.ruby.bytes(string) } != Some(b"default") {
            return self.string(string);
        }
        match default() {
            Ok(word) => self.push(word),
            Err(_) => self.refuse(),
        }
    }

    #[inline]
    fn push(&mut self, value: Value) -> Go {
        match self.assembly.push(value) {
            Ok(()) => Go::On,
            Err(spent) => self.fail(spent),
        }
    }

    #[cold]
    fn fail(&mut self, failure: Error) -> Go {
        self.failure = Some(failure);
        Go::Stop
    }

    #[cold]
    fn refuse(&mut self) -> Go {
        self.fail(not_plain())
    }

    /// Charges a long text.
    fn long(&mut self, length: usize) -> Result<()> {
        self.budget.charge(length as u64 / BYTES_A_STEP)?;
        Ok(self.budget.hold(length as u64)?)
    }

    fn string(&mut self, string: Object) -> Go {
        // SAFETY: no function of Ruby is called before they are copied.
        let bytes = unsafe { self.ruby.bytes(string) };
        let Some(text) = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
            return self.refuse();
        };
        if text.len() > SHORT
            && let Err(spent) = self.long(text.len())
        {
            return self.fail(spent);
        }
        self.push(if self.puppet {
            Value::string(text)
        } else {
            Value::nfc_string(text)
        })
    }

    /// Sets the name of the next attribute.
    fn name(&mut self, key: Object) -> Go {
        let ruby = self.ruby;
        let class = ruby.class(key);
        let string = if class == ruby.string_class {
            key
        } else if class == ruby.symbol_class {
            ruby.string_of(key)
        } else {
            return self.refuse();
        };
        // SAFETY: no function of Ruby is called before they are copied.
        let bytes = unsafe { ruby.bytes(string) };
        let Some(text) = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
            return self.refuse();
        };
        if text.len() > SHORT
            && let Err(spent) = self.long(text.len())
        {
            return self.fail(spent);
        }
        let place = match text.as_bytes() {
            [] => 0,
            [first, .., last] => (usize::from(*first) * 5 + usize::from(*last)) * 3 + text.len(),
            [only] => usize::from(*only),
        };
        let known = &mut self.names[place % NAMES];
        let name = match known {
            Some(known) if **known == *text => known.clone(),
            _ => known.insert(text.into()).clone(),
        };
        self.assembly.name(name);
        Go::On
    }

    fn integer(&mut self, object: Object) -> Go {
        if let Some(small) = self.ruby.small(object) {
            return self.push(if self.puppet {
                Value::from_integer(small.into())
            } else {
                Value::from_number(Number::small(small, PARSED_PRECISION))
            });
        }
        self.ruby.pack(object, &mut self.bytes);
        if let Err(spent) = self.long(self.bytes.len()) {
            return self.fail(spent);
        }
        let Ok(integer) = Integer::from_be_bytes(&self.bytes) else {
            return self.refuse();
        };
        self.push(if self.puppet {
            Value::from_integer(integer)
        } else {
            // Like the gem: the precision is that of numbers parsed from text, unless the
            // integer has more bits. Ruby's bit length of a negative integer `n` is that of `-n
            // - 1`.
            let number = Number::from_integer(&integer);
            let counted = if integer.signum() < 0 {
                integer
                    .add(&Integer::from(1i64))
                    .map_or(0, |next| next.bit_length())
            } else {
                integer.bit_length()
            };
            Value::from_number(if counted > u64::from(PARSED_PRECISION) {
                number
            } else {
                number.with_precision(PARSED_PRECISION)
            })
        })
    }

    fn float(&mut self, object: Object) -> Go {
        let double = self.ruby.double(object);
        if self.puppet {
            return self.push(Value::from_double(double));
        }
        let number = match double.is_finite() {
            // The decimal that Ruby prints.
            true => {
                self.text.clear();
                write_shortest(double, &mut self.text);
                Number::parse(&self.text).ok()
            }
            false => Number::from_f64(double),
        };
        match number {
            Some(number) => self.push(Value::from_number(number)),
            None => self.refuse(),
        }
    }

    fn open(&mut self) -> Option<Opened> {
        if self.depth >= MAX_DEPTH {
            self.refuse();
            return None;
        }
        match self.assembly.open() {
            Ok(opened) => {
                self.depth += 1;
                Some(opened)
            }
            Err(spent) => {
                self.fail(spent);
                None
            }
        }
    }

    fn array(&mut self, object: Object) -> Go {
        let Some(opened) = self.open() else {
            return Go::Stop;
        };
        let mut index = 0;
        while let Some(element) = self.ruby.element(object, index) {
            if self.value(element) == Go::Stop {
                return Go::Stop;
            }
            index += 1;
        }
        let made = if self.puppet {
            self.assembly.container(opened, |parts| array_of(parts))
        } else {
            self.assembly.tuple(opened)
        };
        self.close(made)
    }

    fn hash(&mut self, object: Object) -> Go {
        let Some(opened) = self.open() else {
            return Go::Stop;
        };
        let ruby = self.ruby;
        ruby.entries(object, self);
        if self.failure.is_some() || self.panic.is_some() {
            return Go::Stop;
        }
        let made = if self.puppet {
            (self.assembly).container(opened, |parts| hash(Pairs(parts)))
        } else {
            self.assembly.object(opened)
        };
        self.close(made)
    }

    fn close(&mut self, made: Result<()>) -> Go {
        self.depth -= 1;
        match made {
            Ok(()) => Go::On,
            // The nesting is too deep.
            Err(_) => self.refuse(),
        }
    }
}
