//! Schemas: JSON documents that define kinds of resources.
//!
//! A document is an array of kinds, or a sequence of kinds, for example one per line. A kind is an
//! object with these members:
//!
//! - `kind`: the name, for example `http:server`.
//! - `fields`: an array of fields, empty if missing.
//! - `traits`: an array of trait names, see [`Trait::of`]. In addition, `sendable` marks a kind
//!   that sends; `base` and `graphqueryable` have no effect.
//! - `sends`: an array of the fields that it sends, in the form of `fields`.
//!
//! A field is an object with these members:
//!
//! - `lang`: the name in the language, of letters, digits and `_`.
//! - `type`: the type in mcl syntax; `variant` accepts any value. Fields that no program can set
//!   have the type `func` or `unrepresentable`, as in mgmt's list; they are ignored.
//! - `name`: the name in Go; defaults to `lang`.
//! - `storage`: the type in Go (`uint8`, `*string`); the default fits `type`. A field whose type
//!   starts with `*` may be unset, and an integer must fit its type.

use super::kind::{FieldTable, ResourceField, ResourceKind, ResourceKinds, Trait};
use crate::types::parse::parse_type;
use crate::types::view::MclType;
use polycty_core::calls::Budget;
use polycty_core::codec::json::{Peek, Reader, document};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Str, Type, VariableScope};
use std::borrow::Cow;

/// The bytes that are charged per field.
const FIELD_BYTES: u64 = 160;

impl ResourceKinds {
    /// Adds the kinds of a document. They replace existing kinds with the same names.
    ///
    /// # Errors
    /// - [`Code::Syntax`] if the text is not JSON.
    /// - [`Code::Type`], with the path, if the document is not a schema or a type is not valid.
    /// - [`Code::Limit`] if the budget is exceeded.
    ///
    /// Each error has a byte offset. On an error, no kind is added.
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

/// Returns the default storage type of a field: the Go type for the values of its type.
#[must_use]
pub fn storage_of(ty: &Type) -> String {
    match MclType::of(ty) {
        Some(MclType::Bool) => "bool".to_owned(),
        Some(MclType::Str) => "string".to_owned(),
        Some(MclType::Int) => "int64".to_owned(),
        Some(MclType::Float) => "float64".to_owned(),
        Some(MclType::List(element)) => format!("[]{}", storage_of(element)),
        Some(MclType::Map(key, element)) => {
            format!("map[{}]{}", storage_of(key), storage_of(element))
        }
        Some(MclType::Struct(_)) => "struct".to_owned(),
        Some(MclType::Func(..)) => "func".to_owned(),
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
            Some(_) => Err(self.reader.failure("unexpected text after the kinds")),
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
                _ => Err(self.refused("unknown member of a kind")),
            };
            read.map_err(|error| error.in_attribute(&key))?;
        }
        kind.sends = is_sender.then_some(sends);
        match name {
            Some(name) if !name.is_empty() => Ok((name, kind)),
            _ => Err(wrong("a kind requires the member `kind`").with_offset(at)),
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
            self.budget.parts(1, FIELD_BYTES)?;
            let field = self.field().map_err(|error| error.in_index(at))?;
            fields.extend(field);
            at += 1;
        }
        Ok(fields.into_iter().collect())
    }

    /// Reads a field; `None` if no program can set it.
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
                _ => Err(self.refused("unknown member of a field")),
            };
            read.map_err(|error| error.in_attribute(&key))?;
        }
        let missing =
            |what: &str| wrong(format!("a field requires the member `{what}`")).with_offset(at);
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
            _ => Err(self.refused("a string is required")),
        }
    }

    #[cold]
    fn refused(&self, message: &str) -> Error {
        wrong(message).with_offset(self.reader.offset())
    }
}

impl ResourceField {
    /// Creates a field from its name in the language and its type. The defaults are the same name
    /// and the storage type [`storage_of`] the type.
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

/// Parses the type of a field.
///
/// # Errors
/// [`Code::Syntax`] or [`Code::Type`] if the text is not a type that a field can have.
pub fn field_type(text: &str) -> Result<Type> {
    let ty = parse_type(text, VariableScope::new())?;
    if ty.has(Flags::VARIABLE) {
        Err(wrong(format!(
            "the type {text} of a field must not contain variables"
        )))
    } else {
        Ok(ty)
    }
}

#[cold]
fn wrong(message: impl Into<String>) -> Error {
    Error::new(Code::Type, message)
}
