//! Texts of values in messages, `join` and `sprintf`, as Ruby writes them.
//!
//! At the top level they are those of interpolation, except for regular expressions. Within arrays
//! and hashes values are Ruby literals: `nil`, `:default`, double-quoted strings, `=>` without
//! blanks.

use crate::eval::coercion::{bounded, push_text};
use crate::eval::stop::Eval;
use crate::mode::Mode;
use crate::rules::convert::class_of;
use crate::scalars::inspect::{inspected, inspected_length};
use crate::scalars::regexp_text;
use crate::scalars::text::push_float;
use crate::types::format::write_type_text;
use crate::values::special::{Special, array_elements};
use polycty_core::calls::{Budget, HeldBytes, cost};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::fmt::Write;
use std::ops::Deref;

/// The bytes of a text that are written before they are held.
const GRAIN: usize = 1 << 12;

/// The bytes of a text that are written per step.
const TEXT_STEP: usize = 64;

/// The approximate size of a part of an object or a type in a text.
const PART_BYTES: u64 = 32;

/// A text that is composed of values. Its memory is held as it grows, until it is dropped.
#[derive(Debug)]
pub(crate) struct HostText<'b> {
    out: String,
    memory: HeldBytes<'b>,
}

/// The text of a value.
pub(crate) fn host_text<'b>(value: &Value, budget: &'b Budget) -> Eval<HostText<'b>> {
    let mut text = HostText::new(budget);
    text.push(value)?;
    Ok(text)
}

/// The text of a value within a different value.
pub(crate) fn inspected_value<'b>(value: &Value, budget: &'b Budget) -> Eval<HostText<'b>> {
    let mut text = HostText::new(budget);
    text.push_inspected(value)?;
    Ok(text)
}

impl<'b> HostText<'b> {
    pub(crate) fn new(budget: &'b Budget) -> HostText<'b> {
        HostText {
            out: String::new(),
            memory: HeldBytes::new(budget),
        }
    }

    /// Returns the text and releases its memory from the budget.
    pub(crate) fn into_string(self) -> String {
        self.out
    }

    /// Appends a text.
    pub(crate) fn push_str(&mut self, text: &str) -> Eval<()> {
        self.out.push_str(text);
        self.grown()
    }

    /// Appends the text of a value.
    pub(crate) fn push(&mut self, value: &Value) -> Eval<()> {
        if array_elements(value).is_some() || value.as_ordered_map().is_some() {
            return self.push_inspected(value);
        }
        self.memory.charge(1)?;
        if let Some(Special::Regexp(source)) = Special::of(value) {
            self.out.push_str(&regexp_text::as_group(source));
        } else {
            self.push_part(value)?;
        }
        self.grown()
    }

    /// Appends the text of a value within a different value.
    pub(crate) fn push_inspected(&mut self, value: &Value) -> Eval<()> {
        self.memory.charge(1)?;
        let out = &mut self.out;
        if value.is_null() {
            out.push_str("nil");
        } else if let Some(text) = value.as_str() {
            self.push_quoted(text)?;
        } else if let Some(flag) = value.as_bool() {
            out.push_str(if flag { "true" } else { "false" });
        } else if let Some(integer) = value.as_integer() {
            cost::write_integer(&integer, &self.memory)?;
            let _ = write!(out, "{integer}");
        } else if let Some(float) = value.as_double() {
            push_float(out, float);
        } else if let Some(ty) = value.as_type() {
            let mut memory = HeldBytes::new(self.memory.budget());
            hold_part(ty.size(), &mut memory)?;
            write_type_text(&mut self.out, ty);
        } else if let Some(parts) = array_elements(value) {
            out.push('[');
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    self.out.push_str(", ");
                }
                self.push_inspected(part)?;
            }
            self.out.push(']');
        } else if let Some(map) = value.as_ordered_map() {
            out.push('{');
            for (at, (key, element)) in map.entries().iter().enumerate() {
                if at > 0 {
                    self.out.push_str(", ");
                }
                self.push_inspected(key)?;
                self.out.push_str("=>");
                self.push_inspected(element)?;
            }
            self.out.push('}');
        } else {
            match Special::of(value) {
                Some(Special::Default) => out.push_str(":default"),
                Some(Special::Regexp(source)) => regexp_text::push_inspected(out, source),
                Some(Special::Sensitive(_)) => out.push_str("#<Sensitive [value redacted]>"),
                Some(Special::Uri(components)) => {
                    let _ = write!(out, "#<{} {}>", class_of(value), components.text());
                }
                _ => self.push_part(value)?,
            }
        }
        self.grown()
    }

    /// Appends a value whose text is the same within other values.
    fn push_part(&mut self, value: &Value) -> Eval<()> {
        if let Some(integer) = value.as_integer() {
            cost::write_integer(&integer, &self.memory)?;
        }
        let mut memory = HeldBytes::new(self.memory.budget());
        if value.as_str().is_none() {
            hold_part(
                value.as_type().map_or(value.size(), Type::size),
                &mut memory,
            )?;
        }
        if push_text(&mut self.out, value, Mode::Current, &memory).is_err() {
            self.out.push_str("...");
        }
        Ok(())
    }

    /// Appends a quoted text.
    fn push_quoted(&mut self, text: &str) -> Eval<()> {
        let mut memory = HeldBytes::new(self.memory.budget());
        hold_quoted(text, &mut memory)?;
        self.out.push_str(&inspected(text));
        Ok(())
    }

    /// Counts the bytes that were written since the last count.
    #[inline]
    fn grown(&mut self) -> Eval<()> {
        let more = self.out.len() - self.memory.held() as usize;
        if more > GRAIN {
            bounded(self.out.len())?;
            self.memory.charge((more / TEXT_STEP) as u64)?;
            self.memory.hold(more as u64)?;
        }
        Ok(())
    }
}

/// Counts a text that is written in quotes, if it is long.
pub(crate) fn hold_quoted(text: &str, memory: &mut HeldBytes<'_>) -> Eval<()> {
    if text.len() > GRAIN {
        memory.charge((text.len() / TEXT_STEP) as u64)?;
        memory.hold(inspected_length(text) as u64)?;
    }
    Ok(())
}

/// Counts a type or a value of this size that is written at once, if it is large.
pub(crate) fn hold_part(size: u32, memory: &mut HeldBytes<'_>) -> Eval<()> {
    if u64::from(size) * PART_BYTES > GRAIN as u64 {
        memory.charge(u64::from(size))?;
        memory.hold(u64::from(size) * PART_BYTES)?;
    }
    Ok(())
}

impl Deref for HostText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.out
    }
}
