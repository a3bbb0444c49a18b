//! Documents as values of a type, and documents that convert to a type.
//!
//! A document is the written form of a value. Numbers are read as the type requires, without a
//! change of the value: `1` is an Integer of Puppet, and a Float for a type Float. A language
//! cannot read every document: strings of HCL and PCL are in normal form C, numbers of Puppet are
//! integers or doubles, and numbers of mcl are doubles. A document that cannot be read is not a
//! value of any type, and no statement is made about it.

#[cfg(feature = "puppet")]
mod puppet;

use crate::document::Document;
use crate::evaluate::Validity;
use crate::numeral::Numeral;
use crate::values::value_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::nfc;
use polycty_dialects::dialect;
use polycty_translate::mapping;
use polycty_translate::semantic::double_of;
use std::borrow::Cow;

/// A question about a document and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Question {
    /// Whether the document is a value of the type without a conversion.
    IsValue = 1,
    /// Whether the document converts to the type.
    Converts = 2,
}

/// The maximum number of characters of an integer for Puppet.
const MAX_WHOLE: usize = 400;

/// The maximum number of digits of other numbers. More digits would be lost.
const MAX_DIGITS: usize = 150;

/// Returns whether a language can read a document.
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
            // A number that is rounded or becomes zero would be a different number.
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

/// The double that is equal to a number of a document.
fn double(numeral: &Numeral) -> Option<f64> {
    let number = (numeral.digits() <= MAX_DIGITS).then(|| numeral.to_number())?;
    double_of(&number?).filter(|double| double.is_finite())
}

/// The fields of a type that are looked up in a document in a step.
const FIELDS_A_STEP: u64 = 32;

/// Returns whether a document is a value of a type, or converts to it. The result is unknown if the
/// language cannot read the document or its rules cannot decide.
///
/// # Errors
/// - [`Code::Unsupported`] if the type is not a type of the language.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn fits(
    document: &Document,
    ty: &Type,
    language: DialectId,
    question: Question,
    budget: &Budget,
) -> Result<Validity> {
    // Fields that are missing in the document are also looked up.
    budget.charge(document.size() + u64::from(ty.size()) / FIELDS_A_STEP)?;
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
    let target = mapping(language)?;
    match (language, question) {
        #[cfg(feature = "puppet")]
        (DialectId::Puppet, question) => puppet::answer(document, ty, question, budget),
        // mcl has no conversions: a document is read for its type.
        (_, Question::IsValue) | (DialectId::Mcl, Question::Converts) => target
            .instance_of(&value_of(document, target)?, ty, budget)
            .map(drop),
        (_, Question::Converts) => {
            let value = target.settled(value_of(document, target)?)?;
            dialect(language).convert(&value, ty, budget).map(drop)
        }
    }
}
