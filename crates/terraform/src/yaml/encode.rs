//! Encoding of documents.
//!
//! Strings are in double quotes, except strings of several lines, which are blocks where the syntax
//! allows it. Characters beyond the first plane of Unicode are escaped, which libyaml does not do.

use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{Code, Error, Result};
use polycty_core::values::Value;
use polycty_hcl::functions::define::refused;
use std::fmt::Write;

/// The steps charged for a part of a value.
const STEPS: u64 = 8;

/// The bytes charged for a part in addition to its text: line break, indentation, quotes.
const PART: u64 = 32;

/// The bytes of text that are written in a step.
const TEXT_STEP: u64 = 8;

/// The marker of the end of a document.
const END: &str = "...\n";

/// Returns a value as a document.
pub(super) fn encode(value: &Value, budget: &Budget) -> Result<String> {
    let mut out = Vec::new();
    let mut writing = Writing {
        emitter: Emitter::new(),
        budget,
        astral: false,
    };
    writing.emitter.set_output_string(&mut out);
    writing.emitter.set_unicode(true);
    writing.emit(Event::stream_start(Encoding::Utf8))?;
    writing.emit(Event::document_start(None, &[], true))?;
    writing.value(value)?;
    writing.emit(Event::document_end(true))?;
    writing.emit(Event::stream_end())?;
    let astral = writing.astral;
    drop(writing);
    let mut text =
        String::from_utf8(out).map_err(|_| refused("the document is not valid UTF-8"))?;
    // The end marker is written only after a plain scalar at the top level.
    if text.ends_with("\n...\n") {
        text.truncate(text.len() - END.len());
    }
    if value.is_null() || value.as_number().is_some() || value.as_bool().is_some() {
        text.push_str(END);
    }
    Ok(if astral { escaped(&text) } else { text })
}

/// Escapes characters beyond the first plane. All strings with such characters are in quotes.
fn escaped(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut out, c| {
            match u32::from(c) {
                code @ 0x1_0000.. => {
                    let _ = write!(out, "\\U{code:08X}");
                }
                _ => out.push(c),
            }
            out
        })
}

struct Writing<'w, 'b> {
    emitter: Emitter<'w>,
    budget: &'b Budget,
    /// Whether there is a character that must be escaped afterwards.
    astral: bool,
}

impl Writing<'_, '_> {
    fn emit(&mut self, event: Event) -> Result<()> {
        self.emitter
            .emit(event)
            .map_err(|error| refused(error.problem()))
    }

    /// The recursion is as deep as the value, whose depth is limited.
    fn value(&mut self, value: &Value) -> Result<()> {
        self.budget.charge(STEPS)?;
        self.budget.hold(PART)?;
        let ty = value.ty();
        if value.is_null() {
            return self.scalar("null", ScalarStyle::Plain);
        }
        if let Some(text) = value.as_str() {
            return self.string(text);
        }
        if let Some(truth) = value.as_bool() {
            return self.scalar(if truth { "true" } else { "false" }, ScalarStyle::Plain);
        }
        if let Some(number) = value.as_number() {
            let text = if number.is_infinite() && number.is_negative() {
                "-.inf".to_owned()
            } else if number.is_infinite() {
                ".inf".to_owned()
            } else {
                cost::write_number(&number, self.budget)?;
                number.to_text()?
            };
            return self.scalar(&text, ScalarStyle::Plain);
        }
        if ty.is_object() || ty.is_map() {
            self.emit(Event::mapping_start(None, None, true, MappingStyle::Block))?;
            for (key, part) in value.elements()? {
                let key = key.to_value();
                self.string(key.as_str().unwrap_or_default())?;
                self.value(part)?;
            }
            return self.emit(Event::mapping_end());
        }
        let Some(parts) = value.parts() else {
            let message = format!("a value of {} has no notation in YAML", ty.friendly_name());
            return Err(Error::new(Code::Type, message));
        };
        self.emit(Event::sequence_start(
            None,
            None,
            true,
            SequenceStyle::Block,
        ))?;
        for part in parts {
            self.value(part)?;
        }
        self.emit(Event::sequence_end())
    }

    fn string(&mut self, text: &str) -> Result<()> {
        self.budget.charge(text.len() as u64 / TEXT_STEP)?;
        let astral = text.chars().any(|c| u32::from(c) >= 0x1_0000);
        self.astral |= astral;
        let style = if text.contains('\n') && !astral {
            ScalarStyle::Literal
        } else {
            ScalarStyle::DoubleQuoted
        };
        self.scalar(text, style)
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle) -> Result<()> {
        // A character may be written as four.
        self.budget.hold(4 * text.len() as u64)?;
        self.emit(Event::scalar(None, None, text, true, true, style))
    }
}
