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
use polycty_core::calls::{Budget, GrowingText, HeldBytes, cost};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::ops::Deref;

/// Texts and parts of up to this number of bytes are counted after they are written.
const GRAIN: usize = 1 << 12;

/// The bytes of a quoted text that are written per step, in addition to those of the whole text.
const TEXT_STEP: usize = 64;

/// The approximate size of a part of an object or a type in a text.
const PART_BYTES: u64 = 32;

/// A text that is composed of values. Its memory is held as it grows, until it is dropped.
#[derive(Debug)]
pub(crate) struct HostText<'b> {
    out: GrowingText<'b>,
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
            out: GrowingText::new(budget),
        }
    }

    /// Returns the text and releases its memory from the budget.
    pub(crate) fn into_string(self) -> String {
        self.out.into_string()
    }

    /// Appends a text.
    pub(crate) fn push_str(&mut self, text: &str) -> Eval<()> {
        bounded(self.out.len().saturating_add(text.len()))?;
        Ok(self.out.push_str(text)?)
    }

    /// Appends the text of a value.
    pub(crate) fn push(&mut self, value: &Value) -> Eval<()> {
        if array_elements(value).is_some() || value.as_ordered_map().is_some() {
            return self.push_inspected(value);
        }
        self.out.budget().charge(1)?;
        match Special::of(value) {
            Some(Special::Regexp(source)) => self.push_str(&regexp_text::as_group(source)),
            _ => self.push_part(value),
        }
    }

    /// Appends the text of a value within a different value.
    pub(crate) fn push_inspected(&mut self, value: &Value) -> Eval<()> {
        let budget = self.out.budget();
        budget.charge(1)?;
        if value.is_null() {
            return self.push_str("nil");
        }
        if let Some(text) = value.as_str() {
            return self.push_quoted(text);
        }
        if let Some(flag) = value.as_bool() {
            return self.push_str(if flag { "true" } else { "false" });
        }
        if let Some(integer) = value.as_integer() {
            cost::write_integer(&integer, budget)?;
            return self.push_str(&integer.to_string());
        }
        if let Some(float) = value.as_double() {
            return self.written(|out| push_float(out, float));
        }
        if let Some(ty) = value.as_type() {
            let mut memory = HeldBytes::new(budget);
            hold_part(ty.size(), &mut memory)?;
            return self.written(|out| write_type_text(out, ty));
        }
        if let Some(parts) = array_elements(value) {
            self.push_str("[")?;
            for (at, part) in parts.iter().enumerate() {
                self.push_str(if at > 0 { ", " } else { "" })?;
                self.push_inspected(part)?;
            }
            return self.push_str("]");
        }
        if let Some(map) = value.as_ordered_map() {
            self.push_str("{")?;
            for (at, (key, element)) in map.entries().iter().enumerate() {
                self.push_str(if at > 0 { ", " } else { "" })?;
                self.push_inspected(key)?;
                self.push_str("=>")?;
                self.push_inspected(element)?;
            }
            return self.push_str("}");
        }
        match Special::of(value) {
            Some(Special::Default) => self.push_str(":default"),
            Some(Special::Regexp(source)) => {
                self.written(|out| regexp_text::push_inspected(out, source))
            }
            Some(Special::Sensitive(_)) => self.push_str("#<Sensitive [value redacted]>"),
            Some(Special::Uri(components)) => {
                let class = class_of(value);
                self.push_str(&format!("#<{class} {}>", components.text()))
            }
            _ => self.push_part(value),
        }
    }

    /// Appends a value whose text is the same within other values.
    fn push_part(&mut self, value: &Value) -> Eval<()> {
        let budget = self.out.budget();
        if let Some(integer) = value.as_integer() {
            cost::write_integer(&integer, budget)?;
        }
        let mut memory = HeldBytes::new(budget);
        if value.as_str().is_none() {
            hold_part(
                value.as_type().map_or(value.size(), Type::size),
                &mut memory,
            )?;
        }
        self.written(|out| {
            if push_text(out, value, Mode::Current, &memory).is_err() {
                out.push_str("...");
            }
        })
    }

    /// Appends a quoted text.
    fn push_quoted(&mut self, text: &str) -> Eval<()> {
        let mut memory = HeldBytes::new(self.out.budget());
        hold_quoted(text, &mut memory)?;
        self.push_str(&inspected(text))
    }

    /// Appends a part whose size is limited.
    fn written(&mut self, part: impl FnOnce(&mut String)) -> Eval<()> {
        self.out.write(part)?;
        Ok(bounded(self.out.len())?)
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
        memory.parts(u64::from(size), PART_BYTES)?;
    }
    Ok(())
}

impl Deref for HostText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.out
    }
}
