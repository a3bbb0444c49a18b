//! Assembly of values from the parts of an untyped structure of a host.
//!
//! The rules are those of a document: sequences are tuples, maps are objects, a repeated name
//! replaces the earlier part, and equal types share one node. Parts are added from the inside out
//! and wait on a stack until their container takes them.

use super::enter;
use super::implied::ImpliedTypes;
use crate::calls::Budget;
use crate::source::Result;
use crate::types::Str;
use crate::values::Value;

/// A builder of one value that charges a budget.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::codec::Assembly;
/// use polycty_core::values::Value;
/// let budget = Budget::standard();
/// let mut assembly = Assembly::new(&budget);
/// let outside = assembly.open()?;
/// assembly.name("port".into());
/// assembly.push(Value::from_i64(80))?;
/// assembly.object(outside)?;
/// let server = assembly.finish()?.unwrap();
/// assert_eq!(server.attribute("port"), Some(&Value::from_i64(80)));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub struct Assembly<'a> {
    types: ImpliedTypes<'a, Str>,
    names: Vec<Str>,
    values: Vec<Value>,
}

/// A container that is not complete yet.
#[derive(Clone, Copy)]
pub struct Opened {
    names: usize,
    values: usize,
}

impl<'a> Assembly<'a> {
    /// Creates a builder without values.
    #[must_use]
    pub fn new(budget: &'a Budget) -> Assembly<'a> {
        Assembly {
            types: ImpliedTypes::new(budget),
            names: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a complete value.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    #[inline]
    pub fn push(&mut self, value: Value) -> Result<()> {
        self.types.part()?;
        self.values.push(value);
        Ok(())
    }

    /// Sets the name of the next part of an object.
    #[inline]
    pub fn name(&mut self, name: Str) {
        self.names.push(name);
    }

    /// Begins a container. Its parts follow.
    ///
    /// # Errors
    /// `Code::Limit` if it is nested too deep or the budget is exceeded.
    pub fn open(&mut self) -> Result<Opened> {
        self.types.part()?;
        enter(self.types.nesting(), 0)?;
        Ok(Opened {
            names: self.names.len(),
            values: self.values.len(),
        })
    }

    /// Completes a container as a tuple.
    ///
    /// # Errors
    /// `Code::Limit` if it is nested too deep.
    pub fn tuple(&mut self, opened: Opened) -> Result<()> {
        let base = self.types.elements.len();
        let parts = &mut self.values[opened.values..];
        for part in &*parts {
            let ty = self.types.of(part.ty());
            self.types.elements.push(ty);
        }
        let ty = self.types.tuple(base)?;
        let tuple = Value::sequence_of(self.types.ty(ty).clone(), parts)?;
        self.close(opened, tuple);
        Ok(())
    }

    /// Completes a container as an object.
    ///
    /// # Errors
    /// `Code::Limit` if it is nested too deep.
    pub fn object(&mut self, opened: Opened) -> Result<()> {
        let base = self.types.members.len();
        let parts = &mut self.values[opened.values..];
        for (name, part) in self.names.drain(opened.names..).zip(&*parts) {
            let ty = self.types.of(part.ty());
            self.types.members.push((name, ty));
        }
        let (implied, ty) = self.types.object(base)?;
        let object = Value::object_of(ty.clone(), parts, &implied.places)?;
        self.close(opened, object);
        Ok(())
    }

    /// Completes a container with a constructor of a dialect.
    ///
    /// # Errors
    /// The errors of the constructor.
    pub fn container(
        &mut self,
        opened: Opened,
        make: impl FnOnce(std::vec::Drain<'_, Value>) -> Result<Value>,
    ) -> Result<()> {
        self.types.nesting().leave();
        let made = make(self.values.drain(opened.values..))?;
        self.close(opened, made);
        Ok(())
    }

    fn close(&mut self, opened: Opened, value: Value) {
        self.values.truncate(opened.values);
        self.values.push(value);
    }

    /// Returns the value, if there is one.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub fn finish(mut self) -> Result<Option<Value>> {
        self.types.finish()?;
        Ok(self.values.pop())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json;
    use crate::source::Code;
    use crate::types::MAX_DEPTH;

    #[test]
    fn an_assembled_value_equals_the_decoded_document() {
        let budget = Budget::standard();
        let mut assembly = Assembly::new(&budget);
        let list = assembly.open().unwrap();
        for (first, second) in [("b", "a"), ("b", "a"), ("e\u{301}", "\u{e9}")] {
            let object = assembly.open().unwrap();
            for (name, value) in [(first, Value::bool(true)), (second, Value::string("x"))] {
                assembly.name(name.into());
                assembly.push(value).unwrap();
            }
            assembly.object(object).unwrap();
        }
        assembly.tuple(list).unwrap();
        let made = assembly.finish().unwrap().unwrap();
        let text = r#"[{"b":true,"a":"x"},{"b":true,"a":"x"},{"é":true,"é":"x"}]"#;
        let ty = json::implied_type(text.as_bytes()).unwrap();
        assert_eq!(made, json::decode(text.as_bytes(), &ty).unwrap());
        let types = made.ty().elements().unwrap();
        assert!(types[0].is_same_node(&types[1]));
    }

    fn nested(depth: u32) -> Result<Option<Value>> {
        let budget = Budget::standard();
        let mut assembly = Assembly::new(&budget);
        let opened: Vec<Opened> = (0..depth).map(|_| assembly.open()).collect::<Result<_>>()?;
        for opened in opened.into_iter().rev() {
            assembly.tuple(opened)?;
        }
        assembly.finish()
    }

    #[test]
    fn excessive_nesting_is_rejected() {
        assert!(nested(MAX_DEPTH - 1).unwrap().is_some());
        for depth in [MAX_DEPTH + 1, 100_000] {
            assert_eq!(nested(depth).unwrap_err().code(), Code::Limit);
        }
    }

    #[test]
    fn parts_are_charged() {
        let budget = Budget::new().limit_bytes(100_000);
        let mut assembly = Assembly::new(&budget);
        let refused = (0..10_000).find_map(|_| assembly.push(Value::bool(true)).err());
        assert_eq!(refused.unwrap().code(), Code::Limit);
    }
}
