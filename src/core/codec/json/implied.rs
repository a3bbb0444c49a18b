//! The type that JSON text implies.
//!
//! The rule is go-cty's `ctyjson.ImpliedType`: objects are objects, arrays are
//! tuples, null is `any`, and of a key that comes twice the last counts.

use super::decode::document;
use super::reader::{Peek, Reader};
use crate::calls::Budget;
use crate::codec::implied::ImpliedTypes;
use crate::codec::meter::Meter;
use crate::codec::too_deep;
use crate::source::Result;
use crate::types::{MAX_DEPTH, Type};

/// The type that JSON text implies. Equal types in it are one node.
///
/// # Errors
/// [`Code::Syntax`] with the offset in the text, also for what stands after the
/// value; [`Code::Limit`] for what nests too deep.
///
/// [`Code::Syntax`]: crate::source::Code::Syntax
/// [`Code::Limit`]: crate::source::Code::Limit
pub fn implied_type(text: &[u8]) -> Result<Type> {
    implied_type_within(text, &Budget::new())
}

/// The type as [`implied_type`] finds it, within an operation, out of its budget.
///
/// # Errors
/// As [`implied_type`], and [`Code::Limit`] where the budget has not what the type takes.
///
/// [`Code::Limit`]: crate::source::Code::Limit
pub fn implied_type_within(text: &[u8], budget: &Budget) -> Result<Type> {
    let text = document(text);
    let mut implier = Implier {
        reader: Reader::new(&text),
        types: ImpliedTypes::default(),
        open: 0,
        parts: 0,
        meter: Meter::of_parts(budget),
    };
    let ty = implier.value()?;
    implier.meter.finish(implier.parts)?;
    // The reference takes a closing bracket for the end.
    match implier.reader.peek_byte() {
        None | Some(b']' | b'}') => Ok(ty),
        Some(_) => Err(implier.reader.fault("extraneous data after JSON object")),
    }
}

struct Implier<'a> {
    reader: Reader<'a>,
    types: ImpliedTypes<'a>,
    open: u32,
    /// How many values were read.
    parts: usize,
    meter: Meter<'a>,
}

impl Implier<'_> {
    fn value(&mut self) -> Result<Type> {
        self.parts += 1;
        self.meter.reached(self.parts)?;
        let ty = match self.reader.peek()? {
            Peek::Null => {
                self.reader.null()?;
                Type::any()
            }
            Peek::Bool => {
                self.reader.bool()?;
                Type::bool()
            }
            Peek::Number => {
                if self.reader.small_integer().is_none() {
                    self.reader.number()?;
                }
                Type::number()
            }
            Peek::String => {
                self.reader.string_text()?;
                Type::string()
            }
            Peek::Object => return self.object(),
            Peek::Array => return self.tuple(),
        };
        Ok(ty.clone())
    }

    fn object(&mut self) -> Result<Type> {
        self.enter()?;
        let base = self.types.members.len();
        let mut items = self.reader.begin_object()?;
        while let Some(key) = self.reader.next_key(&mut items)? {
            let ty = self.value()?;
            self.types.members.push((key, ty));
        }
        self.open -= 1;
        self.types.object(base)
    }

    fn tuple(&mut self) -> Result<Type> {
        self.enter()?;
        let base = self.types.elements.len();
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            let ty = self.value()?;
            self.types.elements.push(ty);
        }
        self.open -= 1;
        self.types.tuple(base)
    }

    fn enter(&mut self) -> Result<()> {
        if self.open >= MAX_DEPTH {
            return Err(too_deep().with_offset(self.reader.offset()));
        }
        self.open += 1;
        Ok(())
    }
}
