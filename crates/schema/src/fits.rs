//! Values in documents: is a document a value of a type, and does it convert to one?
//!
//! A document is what a value of a language is written as. Its numbers are read as what the
//! type wants, as long as that is their value: `1` is an Integer of Puppet, and a Float where a
//! Float is wanted. Not every document can be read: HCL and PCL have strings in normal form C
//! alone, Puppet has numbers that are whole or doubles, mcl doubles. What cannot be read is of no
//! type, and nothing is claimed about it.

use crate::document::Document;
use crate::evaluate::Validity;
use crate::numeral::Numeral;
use crate::values::value_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Kind, Type};
use polycty_core::values::{Value, nfc};
use polycty_puppet::{hash, instance, new_instance};
use polycty_translate::meaning::{Datum, double_of};
use polycty_translate::{dialect, mapping};
use std::borrow::Cow;

/// What is asked of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Question {
    /// Is it a value of the type, as it is?
    IsValue = 1,
    /// Does its value convert to the type?
    Converts = 2,
}

/// The most characters of a whole number that are read for Puppet.
const MAX_WHOLE: usize = 400;

/// The most digits of another number: of more, some would be lost.
const MAX_DIGITS: usize = 150;

/// How often one part of a document may be read for another type.
const MAX_READINGS: u32 = 64;

/// Whether a language can read a document at all.
#[must_use]
pub fn is_readable(document: &Document, language: DialectId) -> bool {
    let normal = matches!(language, DialectId::Hcl | DialectId::Pcl);
    let text = |text: &str| !normal || matches!(nfc(text), Cow::Borrowed(_));
    match document {
        Document::Null | Document::Bool(_) => true,
        Document::String(string) => text(string),
        Document::Number(numeral) => {
            let written = numeral.to_string();
            let Ok(number) = Number::parse(&written) else {
                return false;
            };
            // What is rounded, or becomes zero, would be another number.
            let is_double = || double(numeral).is_some();
            match language {
                DialectId::Hcl | DialectId::Pcl => {
                    let digits = (numeral.digits() as u64).saturating_add(numeral.zeros());
                    digits <= MAX_DIGITS as u64 && number.is_zero() == (written == "0")
                }
                DialectId::Puppet => {
                    let short = written.len() <= MAX_WHOLE && !written.contains('e');
                    numeral.is_whole() && short || is_double()
                }
                DialectId::Mcl => is_double(),
            }
        }
        Document::Array(elements) => elements.iter().all(|part| is_readable(part, language)),
        Document::Object(members) => {
            (members.iter()).all(|(name, part)| text(name) && is_readable(part, language))
        }
    }
}

/// The double that a number of a document is.
fn double(numeral: &Numeral) -> Option<f64> {
    let number = (numeral.digits() <= MAX_DIGITS).then(|| numeral.to_number())?;
    double_of(&number?).filter(|double| double.is_finite())
}

/// Whether a document is a value of a type, or converts to it; unknown for one that the language
/// cannot read, and where its rules cannot tell.
///
/// # Errors
/// [`Code::Unsupported`] for what is no type of the language; what is spent.
pub fn fits(
    document: &Document,
    ty: &Type,
    language: DialectId,
    question: Question,
    budget: &Budget,
) -> Result<Validity> {
    budget.charge(document.size())?;
    budget.hold(document.size() * 128)?;
    let answer = answer(document, ty, language, question, budget);
    budget.release(document.size() * 128);
    match answer {
        Ok(()) => Ok(Validity::Valid),
        Err(error) if matches!(error.code(), Code::Limit | Code::Cancelled) => {
            budget.finish()?;
            Ok(Validity::Unknown)
        }
        Err(error) if error.code() == Code::Unsupported && language == DialectId::Puppet => {
            Ok(Validity::Unknown)
        }
        Err(_) if !is_readable(document, language) => Ok(Validity::Unknown),
        Err(_) => Ok(Validity::Invalid),
    }
}

fn answer(
    document: &Document,
    ty: &Type,
    language: DialectId,
    question: Question,
    budget: &Budget,
) -> Result<()> {
    if !is_readable(document, language) {
        return Err(Error::new(Code::Conversion, "the document cannot be read"));
    }
    let target = mapping(language);
    match (language, question) {
        (DialectId::Puppet, Question::IsValue) => {
            let mut reading = Reading {
                budget,
                depth: MAX_READINGS,
            };
            let value = reading.read(document, ty)?;
            match instance(&value, ty, budget)? {
                true => Ok(()),
                false => Err(Error::new(Code::Conversion, "no instance")),
            }
        }
        (DialectId::Puppet, Question::Converts) => {
            let value = value_of(document, target)?;
            new_instance(ty, &[value], budget).map(drop)
        }
        // mcl converts nothing: a document is read for its type.
        (_, Question::IsValue) | (DialectId::Mcl, Question::Converts) => target
            .instance_of(&value_of(document, target)?, ty)
            .map(drop),
        (_, Question::Converts) => {
            let value = target.settled(value_of(document, target)?)?;
            dialect(language).convert(&value, ty, budget).map(drop)
        }
    }
}

/// Puppet's reading of a document for a type.
struct Reading<'a> {
    budget: &'a Budget,
    /// How many wrappers may still be looked into.
    depth: u32,
}

impl Reading<'_> {
    /// The value that a document is for a type: numbers are Floats where such are wanted. It need
    /// not be an instance of the type.
    fn read(&mut self, document: &Document, ty: &Type) -> Result<Value> {
        let budget = self.budget;
        budget.charge(cost(document))?;
        let target = mapping(DialectId::Puppet);
        let plain = || match document {
            // Puppet's are not bounded by the digits that HCL's numbers have.
            Document::Number(number) if number.is_whole() => match number.to_integer() {
                Some(whole) => target.value(Datum::Integer(whole)),
                None => value_of(document, target),
            },
            _ => free(document, budget),
        };
        let Some(depth) = self.depth.checked_sub(1) else {
            return plain();
        };
        let before = std::mem::replace(&mut self.depth, depth);
        let value = match (ty.kind(), document) {
            (Kind::Float(_), Document::Number(number)) => match double(number) {
                Some(double) => Value::from_double(double),
                None => {
                    let why = "the number is no double";
                    return Err(Error::new(Code::Unsupported, why));
                }
            },
            (Kind::Optional(inner) | Kind::NotUndef(inner), _) => self.read(document, inner)?,
            (Kind::Reference(reference), _) => match reference.unfold() {
                Ok(definition) => self.read(document, &definition)?,
                Err(_) => plain()?,
            },
            (Kind::Union(members), _) if !document.is_scalar() || is_number(document) => {
                let (mut found, mut unread) = (None, None);
                for member in members {
                    if !self.may_hold(member, document)? {
                        continue;
                    }
                    let value = match self.read(document, member) {
                        // Another member may read it.
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

    /// A part of a document, in which wrappers are counted afresh: documents nest only so deep.
    fn part(&mut self, document: &Document, ty: &Type) -> Result<Value> {
        let before = std::mem::replace(&mut self.depth, MAX_READINGS);
        let value = self.read(document, ty);
        self.depth = before;
        value
    }

    /// Whether a member of a union may hold a document: a Struct has no other keys, and has those
    /// that it needs. To look at the names is much cheaper than to read what stands under them.
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

/// The steps that it is to read a document for a type, what its parts take aside.
fn cost(document: &Document) -> u64 {
    match document {
        Document::Array(elements) => 4 + 2 * elements.len() as u64,
        Document::Object(members) => 8 + 4 * members.len() as u64,
        _ => 1,
    }
}

/// The value of a document where no type is wanted.
fn free(document: &Document, budget: &Budget) -> Result<Value> {
    budget.charge(document.size() * 4)?;
    value_of(document, mapping(DialectId::Puppet))
}

fn is_number(document: &Document) -> bool {
    matches!(document, Document::Number(_))
}
