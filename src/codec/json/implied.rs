//! Which type does JSON text imply?
//!
//! The rule is go-cty's `ctyjson.ImpliedType`: objects are objects, arrays are
//! tuples, null is `any`, and of a key that comes twice the last counts. Equal
//! types of one document are one node: a document tends to have many parts of few
//! shapes, and whoever decodes or converts it then meets each shape once.

use super::decode::document;
use super::reader::{Peek, Reader, too_deep};
use crate::diagnostic::{Code, Error, Result};
use crate::types::{Field, MAX_DEPTH, Str, Type};
use crate::values::nfc;
use rustc_hash::{FxHashMap, FxHasher};
use std::borrow::Cow;
use std::hash::Hasher;

/// The type that JSON text implies.
///
/// # Errors
/// [`Code::Syntax`] with the offset in the text, also for what stands after the
/// value; [`Code::Limit`] for what nests too deep.
pub fn implied_type(text: &[u8]) -> Result<Type> {
    let text = document(text);
    let mut implier = Implier {
        reader: Reader::new(&text),
        open: 0,
        members: Vec::new(),
        elements: Vec::new(),
        objects: FxHashMap::default(),
        tuples: FxHashMap::default(),
    };
    let ty = implier.value()?;
    // The reference takes a closing bracket for the end.
    match implier.reader.peek_byte() {
        None | Some(b']' | b'}') => Ok(ty),
        Some(_) => Err(implier.reader.fault("extraneous data after JSON object")),
    }
}

struct Implier<'a> {
    reader: Reader<'a>,
    open: u32,
    /// The members of the open objects, one above the other.
    members: Vec<(Cow<'a, str>, Type)>,
    /// The elements of the open arrays.
    elements: Vec<Type>,
    /// The last object type of each hash. Two that collide are both right, they
    /// only take turns in being shared.
    objects: FxHashMap<u64, Shape>,
    tuples: FxHashMap<u64, Type>,
}

/// An object type, and its members as they came.
struct Shape {
    members: Box<[(Str, Type)]>,
    ty: Type,
}

impl<'a> Implier<'a> {
    fn value(&mut self) -> Result<Type> {
        match self.reader.peek()? {
            Peek::Null => {
                self.reader.null()?;
                Ok(Type::any().clone())
            }
            Peek::Bool => {
                self.reader.bool()?;
                Ok(Type::bool().clone())
            }
            Peek::Number => {
                if self.reader.small_integer().is_none() {
                    self.reader.number()?;
                }
                Ok(Type::number().clone())
            }
            Peek::String => {
                self.reader.string_text()?;
                Ok(Type::string().clone())
            }
            Peek::Object => self.object(),
            Peek::Array => self.tuple(),
        }
    }

    fn object(&mut self) -> Result<Type> {
        self.enter()?;
        let base = self.members.len();
        let mut items = self.reader.begin_object()?;
        while let Some(key) = self.reader.next_key(&mut items)? {
            let ty = self.value()?;
            self.members.push((key, ty));
        }
        self.open -= 1;
        let ty = self.object_type(base)?;
        self.members.truncate(base);
        Ok(ty)
    }

    fn object_type(&mut self, base: usize) -> Result<Type> {
        let members = &self.members[base..];
        let mut hasher = FxHasher::default();
        for (name, ty) in members {
            hasher.write(name.as_bytes());
            hasher.write_usize(ty.address());
        }
        let hash = hasher.finish();
        if let Some(shape) = self.objects.get(&hash)
            && shape.members.len() == members.len()
            && (shape.members.iter().zip(members))
                .all(|(a, b)| *a.0 == *b.0 && a.1.is_same_node(&b.1))
        {
            return Ok(shape.ty.clone());
        }
        let shape: Box<[(Str, Type)]> = members
            .iter()
            .map(|(name, ty)| (Str::from(&**name), ty.clone()))
            .collect();
        let ty = object_of(&shape)?;
        self.objects.insert(
            hash,
            Shape {
                members: shape,
                ty: ty.clone(),
            },
        );
        Ok(ty)
    }

    fn tuple(&mut self) -> Result<Type> {
        self.enter()?;
        let base = self.elements.len();
        let mut items = self.reader.begin_array()?;
        while self.reader.next_element(&mut items)? {
            let ty = self.value()?;
            self.elements.push(ty);
        }
        self.open -= 1;
        let elements = &self.elements[base..];
        let mut hasher = FxHasher::default();
        for ty in elements {
            hasher.write_usize(ty.address());
        }
        let hash = hasher.finish();
        let shared = self.tuples.get(&hash).filter(|ty| {
            ty.elements().is_some_and(|known| {
                known.len() == elements.len()
                    && known.iter().zip(elements).all(|(a, b)| a.is_same_node(b))
            })
        });
        let ty = match shared {
            Some(ty) => ty.clone(),
            None => {
                let ty = Type::tuple(elements)?;
                self.tuples.insert(hash, ty.clone());
                ty
            }
        };
        self.elements.truncate(base);
        Ok(ty)
    }

    fn enter(&mut self) -> Result<()> {
        if self.open >= MAX_DEPTH {
            return Err(too_deep().with_offset(self.reader.offset()));
        }
        self.open += 1;
        Ok(())
    }
}

/// The object type of members; names in normal form C and in order, and of one
/// name the last.
pub(crate) fn object_of(members: &[(Str, Type)]) -> Result<Type> {
    let mut fields: Vec<Field> = members
        .iter()
        .map(|(name, ty)| match nfc(name) {
            Cow::Borrowed(_) => Field::new(name.clone(), ty.clone()),
            Cow::Owned(name) => Field::new(name, ty.clone()),
        })
        .collect();
    fields.reverse();
    fields.sort_by(|a, b| a.name().cmp(b.name()));
    fields.dedup_by(|later, first| later.name() == first.name());
    Ok(Type::object(fields)?)
}
