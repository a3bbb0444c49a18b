//! The type that JSON text implies (go-cty `ctyjson.ImpliedType`).
//!
//! Objects are objects, arrays are tuples, null is `any`, and the last of repeated keys is used.

use super::decode::document;
use super::reader::{Peek, Reader};
use crate::calls::Budget;
use crate::codec::implied::{Implied, ImpliedTypes};
use crate::source::Result;
use crate::types::Type;

/// Returns the type that JSON text implies. Equal types in it share one node.
///
/// # Errors
/// [`Code::Syntax`] with the offset in the text, also for text after the value; [`Code::Limit`] for
/// text that is nested too deep.
///
/// [`Code::Syntax`]: crate::source::Code::Syntax
/// [`Code::Limit`]: crate::source::Code::Limit
pub fn implied_type(text: &[u8]) -> Result<Type> {
    implied_type_within(text, &Budget::new())
}

/// Returns the type as [`implied_type`] does, and charges a budget.
///
/// # Errors
/// As [`implied_type`]; [`Code::Limit`] if the budget is exceeded.
///
/// [`Code::Limit`]: crate::source::Code::Limit
pub fn implied_type_within(text: &[u8], budget: &Budget) -> Result<Type> {
    let text = document(text);
    super::charge_document(&text, budget)?;
    let mut implier = Implier {
        reader: Reader::new(&text),
        types: ImpliedTypes::new(budget),
    };
    let ty = implier.value()?;
    implier.types.finish()?;
    // cty accepts a closing bracket as the end.
    match implier.reader.peek_byte() {
        None | Some(b']' | b'}') => Ok(implier.types.ty(ty).clone()),
        Some(_) => Err(implier.reader.failure("extraneous data after JSON object")),
    }
}

struct Implier<'a> {
    reader: Reader<'a>,
    types: ImpliedTypes<'a>,
}

impl Implier<'_> {
    fn value(&mut self) -> Result<Implied> {
        self.types.part()?;
        let ty = match self.reader.peek()? {
            Peek::Null => {
                self.reader.null()?;
                Implied::ANY
            }
            Peek::Bool => {
                self.reader.bool()?;
                Implied::BOOL
            }
            Peek::Number => {
                if self.reader.small_integer().is_none() {
                    self.reader.number()?;
                }
                Implied::NUMBER
            }
            Peek::String => {
                self.reader.string_text()?;
                Implied::STRING
            }
            Peek::Object => return self.object(),
            Peek::Array => return self.tuple(),
        };
        Ok(ty)
    }

    fn object(&mut self) -> Result<Implied> {
        self.types.enter(self.reader.offset())?;
        let base = self.types.members.len();
        let mut items = self.reader.begin_object()?;
        while let Some(key) = self.reader.next_key(&mut items)? {
            let ty = self.value()?;
            self.types.members.push((key, ty));
        }
        Ok(self.types.object(base)?.0.ty)
    }

    fn tuple(&mut self) -> Result<Implied> {
        self.types.enter(self.reader.offset())?;
        let base = self.types.elements.len();
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            let ty = self.value()?;
            self.types.elements.push(ty);
        }
        self.types.tuple(base)
    }
}
