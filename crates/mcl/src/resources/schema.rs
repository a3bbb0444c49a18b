//! Schemas: which kinds of resources does a JSON document say there are?
//!
//! It is an array of kinds, or kinds one after another, as in a file with one a line. A kind is an
//! object of
//!
//! - `kind`: its name, `http:server`;
//! - `fields`: an array of its fields, none if it is missing;
//! - `traits`: an array of what its resources can do, by [`Trait::of`], besides `sendable`, which
//!   says that it sends, and `base` and `graphqueryable`, which say nothing here;
//! - `sends`: an array of what it sends, as its fields.
//!
//! A field is an object of
//!
//! - `lang`: the name that the language has for it, of letters, digits and `_`;
//! - `type`: its type, as the language writes types; `variant` takes any value. A field that no
//!   program can say has `func` or `unrepresentable` there, as in the reference's list: it is left out;
//! - `name`: the name that it is stored under, else the same;
//! - `storage`: the type that it is stored as, in Go's words (`uint8`, `*string`), else what fits
//!   the type: `*` says that it may be unset, and an integer has to fit.

use super::kind::{FieldTable, ResourceField, ResourceKind, ResourceKinds, Trait};
use crate::types::parse::parse_type;
use crate::types::shape::Shape;
use polycty_core::calls::Budget;
use polycty_core::codec::json::{Peek, Reader, document};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Str, Type, VariableScope};
use std::borrow::Cow;

/// The bytes that are charged for a field.
const FIELD_BYTES: u64 = 160;

impl ResourceKinds {
    /// Adds the kinds of a document, each in place of an earlier one of that name.
    ///
    /// # Errors
    /// [`Code::Syntax`] for what is no JSON; [`Code::Type`], with the path, for what is no schema or
    /// names no type; [`Code::Limit`]. Each has its byte. Then nothing is added.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// use polycty_mcl::resources::ResourceKinds;
    /// let text = br#"[{"kind": "dir", "fields": [{"lang": "mode", "type": "str"}]}]"#;
    /// let mut kinds = ResourceKinds::default();
    /// kinds.add_schema(text, &Budget::standard())?;
    /// assert_eq!(&*kinds.find("dir")?.fields.as_slice()[0].storage, "string");
    /// # Ok::<(), polycty_core::source::Error>(())
    /// ```
    pub fn add_schema(&mut self, text: &[u8], budget: &Budget) -> Result<()> {
        budget.charge(1 + text.len() as u64 / 16)?;
        budget.hold(text.len() as u64)?;
        let text = document(text);
        let mut schema = Schema {
            reader: Reader::new(&text),
            budget,
        };
        let kinds = schema.document()?;
        self.0.extend(kinds);
        Ok(())
    }
}

/// The type that a field is stored as which says no other: the one in Go's words that holds the
/// values of its type.
#[must_use]
pub fn storage_of(ty: &Type) -> String {
    match Shape::of(ty) {
        Some(Shape::Bool) => "bool".to_owned(),
        Some(Shape::Str) => "string".to_owned(),
        Some(Shape::Int) => "int64".to_owned(),
        Some(Shape::Float) => "float64".to_owned(),
        Some(Shape::List(element)) => format!("[]{}", storage_of(element)),
        Some(Shape::Map(key, element)) => {
            format!("map[{}]{}", storage_of(key), storage_of(element))
        }
        Some(Shape::Struct(_)) => "struct".to_owned(),
        Some(Shape::Func(..)) => "func".to_owned(),
        Some(_) | None => "any".to_owned(),
    }
}

struct Schema<'a> {
    reader: Reader<'a>,
    budget: &'a Budget,
}

impl<'a> Schema<'a> {
    fn document(&mut self) -> Result<Vec<(Str, ResourceKind)>> {
        let mut kinds = Vec::new();
        if self.reader.peek()? == Peek::Array {
            let mut items = self.reader.begin_array()?;
            while self.reader.next_element(&mut items)? {
                let kind = self.kind().map_err(|error| error.in_index(kinds.len()))?;
                kinds.push(kind);
            }
        } else {
            while self.reader.peek_byte().is_some() {
                let kind = self.kind().map_err(|error| error.in_index(kinds.len()))?;
                kinds.push(kind);
            }
        }
        match self.reader.peek_byte() {
            None => Ok(kinds),
            Some(_) => Err(self.reader.fault("there is text behind the kinds")),
        }
    }

    fn kind(&mut self) -> Result<(Str, ResourceKind)> {
        let at = self.reader.offset();
        let mut name = None;
        let mut kind = ResourceKind::default();
        let mut sends = FieldTable::default();
        let mut is_sender = false;
        let mut members = self.reader.begin_object()?;
        while let Some(key) = self.reader.next_key(&mut members)? {
            let read = match &*key {
                "kind" => self.text().map(|text| name = Some(Str::from(&*text))),
                "fields" => self.fields().map(|fields| kind.fields = fields),
                "sends" => self.fields().map(|fields| {
                    is_sender = true;
                    sends = fields;
                }),
                "traits" => self.traits(&mut kind, &mut is_sender),
                _ => Err(self.refused("a kind has no such member")),
            };
            read.map_err(|error| error.in_attribute(&key))?;
        }
        kind.sends = is_sender.then_some(sends);
        match name {
            Some(name) if !name.is_empty() => Ok((name, kind)),
            _ => Err(wrong("a kind needs a name, `kind`").with_offset(at)),
        }
    }

    fn traits(&mut self, kind: &mut ResourceKind, is_sender: &mut bool) -> Result<()> {
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            let at = self.reader.offset();
            let name = self.text()?;
            match (&*name, Trait::of(&name)) {
                ("base" | "graphqueryable", _) => {}
                ("sendable", _) => *is_sender = true,
                (_, Some(found)) if kind.has(found) => {}
                (_, Some(found)) => kind.traits.push(found),
                (name, None) => {
                    return Err(wrong(format!("there is no trait `{name}`")).with_offset(at));
                }
            }
        }
        Ok(())
    }

    fn fields(&mut self) -> Result<FieldTable> {
        let mut fields: Vec<ResourceField> = Vec::new();
        let mut at = 0;
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            self.budget.charge(1)?;
            self.budget.hold(FIELD_BYTES)?;
            let field = self.field().map_err(|error| error.in_index(at))?;
            fields.extend(field);
            at += 1;
        }
        Ok(fields.into_iter().collect())
    }

    /// A field; none where no program can say it.
    fn field(&mut self) -> Result<Option<ResourceField>> {
        let at = self.reader.offset();
        let (mut lang, mut ty, mut name, mut storage) = (None, None, None, None);
        let mut members = self.reader.begin_object()?;
        while let Some(key) = self.reader.next_key(&mut members)? {
            let read = match &*key {
                "lang" => self.text().map(|text| lang = Some(text)),
                "name" => self.text().map(|text| name = Some(text)),
                "storage" => self.text().map(|text| storage = Some(text)),
                "type" => self.ty().map(|found| ty = Some(found)),
                _ => Err(self.refused("a field has no such member")),
            };
            read.map_err(|error| error.in_attribute(&key))?;
        }
        let missing = |what: &str| wrong(format!("a field needs `{what}`")).with_offset(at);
        let lang = lang.filter(|lang| !lang.is_empty());
        let lang = lang.ok_or_else(|| missing("lang"))?;
        let ty = ty.ok_or_else(|| missing("type"))?;
        let (stored, storage) = (name.as_deref(), storage.as_deref());
        Ok(ty.map(|ty| ResourceField::new(&lang, ty, stored, storage)))
    }

    fn ty(&mut self) -> Result<Option<Type>> {
        let at = self.reader.offset();
        let text = self.text()?;
        if matches!(&*text, "func" | "unrepresentable") {
            return Ok(None);
        }
        let ty = field_type(&text).map_err(|error| error.with_offset(at))?;
        Ok(Some(ty))
    }

    fn text(&mut self) -> Result<Cow<'a, str>> {
        match self.reader.peek()? {
            Peek::String => self.reader.string(),
            _ => Err(self.refused("a text is required")),
        }
    }

    #[cold]
    fn refused(&self, message: &str) -> Error {
        wrong(message).with_offset(self.reader.offset())
    }
}

impl ResourceField {
    /// A field by the name that the language has for it and its type; it is stored under the same
    /// name and as [`storage_of`] its type, if nothing else is said.
    #[must_use]
    pub fn new(name: &str, ty: Type, stored: Option<&str>, storage: Option<&str>) -> ResourceField {
        ResourceField {
            name: name.into(),
            stored: stored.unwrap_or(name).into(),
            storage: storage.map_or_else(|| storage_of(&ty).into(), Into::into),
            ty,
        }
    }
}

/// The type of a field, as the language writes types.
///
/// # Errors
/// [`Code::Syntax`] and [`Code::Type`] for what no field can be of.
pub fn field_type(text: &str) -> Result<Type> {
    let ty = parse_type(text, VariableScope::new())?;
    match ty.has(Flags::VARIABLE) {
        true => Err(wrong(format!("the type {text} of a field has variables"))),
        false => Ok(ty),
    }
}

#[cold]
fn wrong(message: impl Into<String>) -> Error {
    Error::new(Code::Type, message)
}
