//! The meta parameters of resources.

use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;

/// The meta parameters of a resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// Nothing is changed, only checked.
    pub noop: bool,
    /// The number of retries; negative for no limit.
    pub retry: i16,
    /// A success resets the count of retries.
    pub retry_reset: bool,
    /// The delay between tries in milliseconds.
    pub delay: u64,
    /// The timeout of a try in seconds; 0 for none.
    pub timeout: u64,
    /// The polling interval in seconds; 0 if changes are watched instead.
    pub poll: u32,
    /// The maximum rate of events per second.
    pub limit: f64,
    /// The maximum number of events in a burst.
    pub burst: i64,
    /// The state of the resource is not taken over from the previous graph.
    pub reset: bool,
    /// The semaphores that the resource acquires, each followed by a colon and its size.
    pub sema: Vec<Str>,
    /// The watch is restarted after an error.
    pub rewatch: bool,
    /// The resource is applied even if its state is correct.
    pub realize: bool,
    /// The name may begin with a dollar sign.
    pub dollar: bool,
    /// The resource exists for other hosts only and is not applied.
    pub hidden: bool,
    /// The hosts that the resource is exported to; `*` for all.
    pub export: Vec<Str>,
    /// The resource is reverted when it is removed.
    pub reverse: bool,
    /// The resource has automatic edges.
    pub autoedge: bool,
    /// The resource may be grouped with others.
    pub autogroup: bool,
}

impl Default for Meta {
    /// Returns the default meta parameters.
    fn default() -> Meta {
        Meta {
            noop: false,
            retry: 0,
            retry_reset: false,
            delay: 0,
            timeout: 0,
            poll: 0,
            limit: f64::INFINITY,
            burst: 0,
            reset: false,
            sema: Vec::new(),
            rewatch: false,
            realize: false,
            dollar: false,
            hidden: false,
            export: Vec::new(),
            reverse: false,
            autoedge: true,
            autogroup: true,
        }
    }
}

impl Meta {
    /// The names of all parameters, in mgmt's order.
    pub const NAMES: [&'static str; 18] = [
        "noop",
        "retry",
        "retryreset",
        "delay",
        "timeout",
        "poll",
        "limit",
        "burst",
        "reset",
        "sema",
        "rewatch",
        "realize",
        "dollar",
        "hidden",
        "export",
        "reverse",
        "autoedge",
        "autogroup",
    ];

    /// Returns the value of a parameter as a value of the language.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value> {
        let int = |value: i64| Value::from_integer(value.into());
        let wide = |value: u64| int(i64::try_from(value).unwrap_or(i64::MAX));
        let texts = |texts: &[Str]| {
            let texts: Vec<Value> = texts.iter().map(|text| Value::string(text)).collect();
            Value::list_of(Type::string(), texts).ok()
        };
        Some(match name {
            "noop" => Value::bool(self.noop),
            "retry" => int(self.retry.into()),
            "retryreset" => Value::bool(self.retry_reset),
            "delay" => wide(self.delay),
            "timeout" => wide(self.timeout),
            "poll" => int(self.poll.into()),
            "limit" => Value::from_double(self.limit),
            "burst" => int(self.burst),
            "reset" => Value::bool(self.reset),
            "sema" => texts(&self.sema)?,
            "rewatch" => Value::bool(self.rewatch),
            "realize" => Value::bool(self.realize),
            "dollar" => Value::bool(self.dollar),
            "hidden" => Value::bool(self.hidden),
            "export" => texts(&self.export)?,
            "reverse" => Value::bool(self.reverse),
            "autoedge" => Value::bool(self.autoedge),
            "autogroup" => Value::bool(self.autogroup),
            _ => return None,
        })
    }

    /// Sets a parameter to a value of its type.
    ///
    /// # Errors
    /// - [`Code::Value`] if the value is out of range.
    /// - [`Code::Type`] if the value has a different type.
    /// - [`Code::NotFound`] if there is no such parameter.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        match name {
            "noop" => self.noop = flag(value)?,
            "retry" => {
                let count = whole(value)?;
                self.retry = i16::try_from(count)
                    .map_err(|_| out_of_range(format!("retry value {count} overflows int16")))?;
            }
            "retryreset" => self.retry_reset = flag(value)?,
            "delay" => self.delay = natural("delay", value)?,
            "timeout" => self.timeout = natural("timeout", value)?,
            "poll" => {
                let seconds = whole(value)?;
                // The whole range of int32 is accepted and stored as unsigned, as in mgmt.
                self.poll = i32::try_from(seconds)
                    .map_err(|_| out_of_range(format!("poll value {seconds} overflows int32")))?
                    .cast_unsigned();
            }
            "limit" => {
                self.limit = value.as_double().ok_or_else(|| no_such("float"))?;
            }
            "burst" => self.burst = whole(value)?,
            "reset" => self.reset = flag(value)?,
            "sema" => self.sema = texts(value)?,
            "rewatch" => self.rewatch = flag(value)?,
            "realize" => self.realize = flag(value)?,
            "dollar" => self.dollar = flag(value)?,
            "hidden" => self.hidden = flag(value)?,
            "export" => self.export = texts(value)?,
            "reverse" => self.reverse = flag(value)?,
            "autoedge" => self.autoedge = flag(value)?,
            "autogroup" => self.autogroup = flag(value)?,
            _ => {
                let message = format!("there is no meta parameter `{name}`");
                return Err(Error::new(Code::NotFound, message));
            }
        }
        Ok(())
    }

    /// Checks that the parameters are consistent.
    pub(super) fn validate(&self) -> Result<()> {
        if self.burst == 0 && self.limit.is_finite() {
            return Err(out_of_range("permanently limited (rate != Inf, burst = 0)"));
        }
        if self.sema.iter().any(|sema| sema.is_empty()) {
            return Err(out_of_range("semaphore is empty"));
        }
        if self.sema.iter().any(|sema| sema.parse::<i64>().is_ok()) {
            return Err(out_of_range("semaphore format is invalid"));
        }
        Ok(())
    }

    /// Returns the names of the parameters whose values differ from those of `other`.
    #[must_use]
    pub fn differing(&self, other: &Meta) -> Vec<&'static str> {
        if self == other {
            return Vec::new();
        }
        let differs = |name: &&'static str| self.get(name) != other.get(name);
        Meta::NAMES.into_iter().filter(differs).collect()
    }
}

fn flag(value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| no_such("bool"))
}

fn whole(value: &Value) -> Result<i64> {
    let whole = value.as_integer().and_then(|integer| integer.to_i64());
    whole.ok_or_else(|| no_such("int"))
}

fn natural(name: &str, value: &Value) -> Result<u64> {
    let value = whole(value)?;
    u64::try_from(value).map_err(|_| out_of_range(format!("{name} value {value} is negative")))
}

fn texts(value: &Value) -> Result<Vec<Str>> {
    let parts = value.parts().ok_or_else(|| no_such("[]str"))?;
    let text = |part: &Value| part.as_str().map(Str::from).ok_or_else(|| no_such("[]str"));
    parts.iter().map(text).collect()
}

#[cold]
fn out_of_range(message: impl Into<String>) -> Error {
    Error::new(Code::Value, message)
}

#[cold]
fn no_such(ty: &str) -> Error {
    Error::new(Code::Type, format!("a value of type {ty} is required"))
}
