//! Documents as values of Puppet's types.
//!
//! A number of a document is read as the type requires: `1` is an Integer, and a Float for a type
//! Float.

use super::{Question, double};
use crate::document::Document;
use crate::values::value_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;
use polycty_puppet::{hash, instance, new_instance};
use polycty_translate::mapping;
use polycty_translate::semantic::SemanticValue;

/// The maximum number of nested readings of one part of a document for different types.
const MAX_READINGS: u32 = 64;

/// Returns an error if a document is not a value of a type, or does not convert to it.
pub(super) fn answer(
    document: &Document,
    ty: &Type,
    question: Question,
    budget: &Budget,
) -> Result<()> {
    if question == Question::Converts {
        let value = value_of(document, mapping(DialectId::Puppet)?)?;
        return new_instance(ty, &[value], budget).map(drop);
    }
    let mut reading = Reading {
        budget,
        depth: MAX_READINGS,
    };
    let value = reading.read(document, ty)?;
    if instance(&value, ty, budget)? {
        Ok(())
    } else {
        Err(Error::new(
            Code::Conversion,
            "the value is not an instance of the type",
        ))
    }
}

/// Puppet's reading of a document for a type.
struct Reading<'a> {
    budget: &'a Budget,
    /// The number of wrappers that may still be entered.
    depth: u32,
}

impl Reading<'_> {
    /// Reads a document for a type: a number becomes a Float if the type requires one. The value need
    /// not be an instance of the type.
    fn read(&mut self, document: &Document, ty: &Type) -> Result<Value> {
        let budget = self.budget;
        budget.charge(cost(document))?;
        let target = mapping(DialectId::Puppet)?;
        let plain = || match document {
            // Puppet's integers have no limit of digits, unlike HCL's numbers.
            Document::Number(number) if number.is_whole() => match number.to_integer() {
                Some(whole) => target.value(SemanticValue::Integer(whole)),
                None => value_of(document, target),
            },
            _ => free(document, budget),
        };
        let mut unfolded = ty.clone();
        let mut wrappers = MAX_READINGS;
        loop {
            let Some(left) = wrappers.checked_sub(1) else {
                return plain();
            };
            wrappers = left;
            budget.charge(1)?;
            let inner = match unfolded.kind() {
                Kind::Optional(inner) | Kind::NotUndef(inner) => inner.clone(),
                Kind::Reference(reference) => match reference.unfold() {
                    Ok(definition) => definition,
                    Err(_) => return plain(),
                },
                _ => break,
            };
            unfolded = inner;
        }
        let ty = &unfolded;
        let Some(depth) = self.depth.checked_sub(1) else {
            return plain();
        };
        let before = std::mem::replace(&mut self.depth, depth);
        let value = match (ty.kind(), document) {
            (Kind::Float(_), Document::Number(number)) => match double(number) {
                Some(double) => Value::from_double(double),
                None => {
                    let why = "the number is not a double";
                    return Err(Error::new(Code::Unsupported, why));
                }
            },
            (Kind::Union(members), _) if !document.is_scalar() || is_number(document) => {
                let (mut found, mut unread) = (None, None);
                for member in members {
                    if !self.may_hold(member, document)? {
                        continue;
                    }
                    let value = match self.read(document, member) {
                        // A different member may read it.
                        Err(error) if error.code() == Code::Unsupported => {
                            self.depth = depth;
                            unread = Some(error);
                            continue;
                        }
                        read => read?,
                    };
                    if instance(&value, member, self.budget)? {
                        found = Some(value);
                        break;
                    }
                }
                match (found, unread) {
                    (Some(value), _) => value,
                    (None, Some(error)) => return Err(error),
                    (None, None) => plain()?,
                }
            }
            (Kind::List { element, .. }, Document::Array(elements)) => {
                let each = elements.iter().map(|part| self.part(part, element));
                polycty_puppet::array(each.collect::<Result<_>>()?)?
            }
            (
                Kind::Tuple {
                    elements: types, ..
                },
                Document::Array(elements),
            ) => {
                let each = elements.iter().enumerate();
                let each = each.map(|(at, part)| match types.get(at).or(types.last()) {
                    Some(ty) => self.part(part, ty),
                    None => free(part, self.budget),
                });
                polycty_puppet::array(each.collect::<Result<_>>()?)?
            }
            (Kind::Map { element, .. }, Document::Object(members)) => {
                let each = members.iter();
                let each =
                    each.map(|(name, part)| Ok((Value::string(name), self.part(part, element)?)));
                hash(each.collect::<Result<Vec<_>>>()?)?
            }
            (Kind::Object(_), Document::Object(members)) => {
                let each = members.iter().map(|(name, part)| {
                    let value = match ty.field(name) {
                        Some(field) => self.part(part, field.ty())?,
                        None => free(part, self.budget)?,
                    };
                    Ok((Value::string(name), value))
                });
                hash(each.collect::<Result<Vec<_>>>()?)?
            }
            _ => plain()?,
        };
        self.depth = before;
        Ok(value)
    }

    /// Reads a part of a document and restarts the count of wrappers, since the nesting of
    /// documents is bounded.
    fn part(&mut self, document: &Document, ty: &Type) -> Result<Value> {
        let before = std::mem::replace(&mut self.depth, MAX_READINGS);
        let value = self.read(document, ty);
        self.depth = before;
        value
    }

    /// Returns whether a document can be a value of a member of a union. A Struct requires its
    /// names and has no others. Comparing names is much cheaper than reading the values.
    fn may_hold(&self, ty: &Type, document: &Document) -> Result<bool> {
        let (Kind::Object(object), Document::Object(members)) = (ty.kind(), document) else {
            return Ok(true);
        };
        self.budget.charge(1)?;
        if members.len() > object.len() {
            return Ok(false);
        }
        self.budget
            .charge((members.len() + object.len() / 16) as u64)?;
        let mut needed = object.fields().iter().filter(|f| !f.is_optional()).count();
        for (name, _) in members {
            match object.get(name) {
                Some(field) => needed -= usize::from(!field.is_optional()),
                None => return Ok(false),
            }
        }
        Ok(needed == 0)
    }
}

/// The steps of reading a document for a type, without those of its parts.
fn cost(document: &Document) -> u64 {
    match document {
        Document::Array(elements) => 4 + 2 * elements.len() as u64,
        Document::Object(members) => 8 + 4 * members.len() as u64,
        _ => 1,
    }
}

/// Reads a document without a type.
fn free(document: &Document, budget: &Budget) -> Result<Value> {
    budget.charge(document.size() * 4)?;
    value_of(document, mapping(DialectId::Puppet)?)
}

fn is_number(document: &Document) -> bool {
    matches!(document, Document::Number(_))
}
