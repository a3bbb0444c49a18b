//! Resources: field types and equality.

use super::kind::{ResourceField, ResourceKind, ResourceKinds, Trait};
use super::meta::Meta;
use crate::rules::infer::type_of;
use crate::types::format::format_type;
use crate::values::build::zero;
use crate::values::format::format_value;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::fmt;

/// A resource: a kind, a name, fields with values and meta parameters. The position does not count in
/// comparisons.
#[derive(Clone, Debug)]
pub struct Resource {
    kind: Str,
    name: Str,
    /// The set fields, in the order of the kind.
    fields: Vec<(Str, Value)>,
    /// The meta parameters.
    pub meta: Meta,
    position: Option<Box<(Str, u32)>>,
}

impl PartialEq for Resource {
    fn eq(&self, other: &Resource) -> bool {
        (&self.kind, &self.name, &self.meta) == (&other.kind, &other.name, &other.meta)
            && self.fields == other.fields
    }
}

impl Resource {
    /// Creates a resource of a different system, whose kinds the host does not define.
    #[must_use]
    pub fn foreign(kind: Str, name: Str, fields: Vec<(Str, Value)>) -> Resource {
        Resource {
            kind,
            name,
            fields,
            meta: Meta::default(),
            position: None,
        }
    }

    /// Sets the file and the line, from 1, of the declaration.
    #[must_use]
    pub fn at(mut self, file: Str, line: u32) -> Resource {
        self.position = Some(Box::new((file, line)));
        self
    }

    /// Returns the file and the line of the declaration, if they are known.
    #[must_use]
    pub fn position(&self) -> Option<(&Str, u32)> {
        self.position.as_deref().map(|(file, line)| (file, *line))
    }

    /// Creates a resource without fields.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is no such kind.
    pub fn new(kinds: &ResourceKinds, kind: &Str, name: impl Into<Str>) -> Result<Resource> {
        let name = name.into();
        if let Err(error) = kinds.find(kind) {
            let outer = format!("cannot create resource kind `{kind}` with name `{name}`");
            return Err(Error::new(
                error.code(),
                format!("{outer}: {}", error.message()),
            ));
        }
        Ok(Resource {
            kind: kind.clone(),
            name,
            fields: Vec::new(),
            meta: Meta::default(),
            position: None,
        })
    }

    /// Returns a copy with a different name.
    #[must_use]
    pub fn renamed(&self, name: impl Into<Str>) -> Resource {
        Resource {
            name: name.into(),
            ..self.clone()
        }
    }

    /// Returns a copy that conforms to other kinds.
    ///
    /// # Errors
    /// The errors of [`Resource::new`] and [`Resource::set`].
    pub fn under(&self, kinds: &ResourceKinds) -> Result<Resource> {
        let mut made = Resource::new(kinds, &self.kind, self.name.clone())?;
        made.meta = self.meta.clone();
        for (name, value) in &self.fields {
            made.set(kinds, name, value.clone())?;
        }
        Ok(made)
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &Str {
        &self.kind
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// Returns the names and values of the set fields, in the order of the kind.
    #[must_use]
    pub fn fields(&self) -> &[(Str, Value)] {
        &self.fields
    }

    /// Returns the value of a field, or `None` if it is not set.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        let mut fields = self.fields.iter();
        fields
            .find(|(have, _)| **have == *name)
            .map(|(_, value)| value)
    }

    /// Sets a field.
    ///
    /// # Errors
    /// - [`Code::NotFound`] if the kind has no such field.
    /// - [`Code::Type`] if the value has a different type.
    /// - [`Code::Value`] if the value cannot be stored.
    pub fn set(&mut self, kinds: &ResourceKinds, name: &str, value: Value) -> Result<()> {
        let fields = &kinds.find(&self.kind)?.fields;
        let (Some(field), Some(position)) = (fields.get(name), fields.position(name)) else {
            let message = format!("field `{name}` does not exist in `{}` resource", self.kind);
            return Err(Error::new(Code::NotFound, message));
        };
        storable(field, &value)?;
        let before =
            |(have, _): &(Str, Value)| fields.position(have).is_some_and(|at| at < position);
        let at = self.fields.partition_point(before);
        match self.fields.get_mut(at) {
            Some((have, old)) if **have == *name => *old = value,
            _ => self.fields.insert(at, (field.name.clone(), value)),
        }
        Ok(())
    }

    /// Removes the value of a field.
    pub fn unset(&mut self, name: &str) {
        self.fields.retain(|(have, _)| **have != *name);
    }

    /// Checks the resource. The rules of its kind apply only if it is not hidden.
    ///
    /// # Errors
    /// [`Code::Value`] with mgmt's message if the resource is not valid.
    pub fn validate(&self, kinds: &ResourceKinds) -> Result<()> {
        let why = || -> Result<()> {
            if self.name.is_empty() {
                return Err(Error::new(Code::Value, "the Res name is empty"));
            }
            if self.name.starts_with('$') && !self.meta.dollar {
                let message = "the Res name starts with a $";
                return Err(Error::new(Code::Value, message));
            }
            self.meta.validate()?;
            match &kinds.find(&self.kind)?.behavior {
                Some(behavior) if !self.meta.hidden => behavior.validate(self),
                _ => Ok(()),
            }
        };
        why().map_err(|error| {
            let message = format!("{self} did not Validate: {}", error.message());
            Error::new(error.code(), message)
        })
    }

    /// Returns whether `other` can replace this resource in any graph without changes to edges or
    /// other resources.
    pub(super) fn can_replace(&self, kinds: &ResourceKinds, other: &Resource) -> bool {
        let plain = |resource: &Resource| !resource.meta.hidden && resource.meta.export.is_empty();
        if (&self.kind, &self.name) != (&other.kind, &other.name) || !plain(self) || !plain(other) {
            return false;
        }
        let Ok(kind) = kinds.find(&self.kind) else {
            return false;
        };
        match &kind.behavior {
            Some(behavior) if kind.has(Trait::HasEdges) => {
                self.meta.autoedge == other.meta.autoedge
                    && behavior.comes_after(self) == behavior.comes_after(other)
            }
            _ => true,
        }
    }

    /// Compares with another resource of the same kind and name. An unset field equals the zero
    /// value, unless the field may be unset.
    pub(super) fn compare(&self, kind: &ResourceKind, other: &Resource) -> Result<()> {
        let behavior = kind.behavior.as_ref();
        if let Some(answer) = behavior.and_then(|behavior| behavior.compare(self, other)) {
            answer?;
        } else {
            for field in kind.fields.as_slice() {
                let (a, b) = (self.field(&field.name), other.field(&field.name));
                if !same(field, a, b) {
                    let name = &field.stored;
                    let message = if field.storage.starts_with('*') && a.is_some() && b.is_some() {
                        format!("the contents of {name} differ")
                    } else {
                        format!("the {name} differs")
                    };
                    return Err(Error::new(Code::Value, message));
                }
            }
        }
        // The reset of retries is not compared, as in mgmt.
        let differing = self.meta.differing(&other.meta);
        match differing.iter().find(|name| **name != "retryreset") {
            None => Ok(()),
            Some(name) => Err(Error::new(
                Code::Value,
                format!("the meta parameter {name} differs"),
            )),
        }
    }

    /// Formats the fields that differ from their unset state, one per line.
    #[must_use]
    pub fn lines(&self, kinds: &ResourceKinds) -> Vec<String> {
        let Ok(kind) = kinds.find(&self.kind) else {
            return Vec::new();
        };
        let set = self.fields.iter().filter_map(|(name, value)| {
            let field = kind.fields.get(name)?;
            let value_text = format_value(value).ok()?;
            let differs = !same(field, Some(value), None);
            differs.then(|| format!("Field: {self}.{} = {value_text}", field.stored))
        });
        set.collect()
    }
}

impl fmt::Display for Resource {
    /// Writes `kind[name]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.kind, self.name)
    }
}

/// A reference to a resource by kind and name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResourceRef {
    /// The kind.
    pub kind: Str,
    /// The name.
    pub name: Str,
}

impl fmt::Display for ResourceRef {
    /// Writes `kind[name]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.kind, self.name)
    }
}

/// Returns whether the values of a field are equal.
fn same(field: &ResourceField, a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        (None, None) => true,
        (Some(set), None) | (None, Some(set)) => {
            !field.may_be_unset() && zero(&field.ty).is_ok_and(|zero| zero == *set)
        }
    }
}

/// Checks that a field can store a value.
fn storable(field: &ResourceField, value: &Value) -> Result<()> {
    // A field of any type also accepts only values of the language.
    let ty = type_of(value)?;
    if field.ty != *Type::any() && ty != field.ty {
        let (wanted, found) = (format_type(&field.ty)?, format_type(&ty)?);
        let name = &field.name;
        let message = format!("field `{name}` is of type {wanted}, not {found}");
        return Err(Error::new(Code::Type, message));
    }
    let Some(integer) = value.as_integer().and_then(|integer| integer.to_i64()) else {
        return Ok(());
    };
    let storage = field.bare();
    let (least, most) = match storage {
        "int8" => (i64::from(i8::MIN), i64::from(i8::MAX)),
        "int16" => (i64::from(i16::MIN), i64::from(i16::MAX)),
        "int32" | "rune" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        "uint8" | "byte" => (0, i64::from(u8::MAX)),
        "uint16" => (0, i64::from(u16::MAX)),
        "uint32" => (0, i64::from(u32::MAX)),
        "uint" | "uint64" => (0, i64::MAX),
        _ => (i64::MIN, i64::MAX),
    };
    if integer < 0 && least == 0 {
        let message =
            format!("can't store negative int `{integer}` into unsigned `{storage}` field");
        return Err(Error::new(Code::Value, message));
    }
    if integer < least || integer > most {
        let message = format!("can't store int `{integer}` into `{storage}` field: overflow");
        return Err(Error::new(Code::Value, message));
    }
    Ok(())
}
