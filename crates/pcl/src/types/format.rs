//! Formatting of types in one line.
//!
//! Constructors are written by name: `list(T)`, `object({a = T})`, `union(T, U)`. A constant is
//! written as the Go expression of its value, because unions are sorted by this text. The
//! definition of a recursive type is written at its first occurrence and is `...` within itself. If
//! that would denote an object further inside, [`format_type`] writes the number of objects in
//! between: `...1` is the object around the innermost one. A recursive definition that is not an
//! object, which Pulumi does not have, is written as `rec(T)` and counts as an object. A text has
//! at most [`MAX_DISPLAY_BYTES`] bytes.

use crate::types::view::{PclType, misspelled, shape};
use polycty_core::number::{DigitsLimit, Number};
use polycty_core::sort::sort;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Field, ObjectType, Scalar, Type};
use polycty_hcl::syntax::is_identifier;
use std::cell::OnceCell;
use std::cmp::Ordering;

/// The maximum length of the text of a type in bytes.
pub const MAX_DISPLAY_BYTES: usize = 1 << 24;

/// Formats a type in one line.
///
/// # Errors
/// [`Code::Limit`] if the text exceeds [`MAX_DISPLAY_BYTES`]; [`Code::Unsupported`] for a type of a
/// different dialect.
pub fn format_type(ty: &Type) -> Result<String> {
    let mut writer = Writer::new(Recursion::Counted);
    writer.write(ty);
    if writer.out.len() > MAX_DISPLAY_BYTES {
        return Err(Error::new(
            Code::Limit,
            format!("the type's text has more than {MAX_DISPLAY_BYTES} bytes"),
        ));
    }
    match writer.unwritable {
        Some(foreign) => Err(Error::new(
            Code::Unsupported,
            format!("type {} is not a type of PCL", foreign.friendly_name()),
        )
        .with_found(&foreign)),
        None => Ok(writer.out),
    }
}

/// Formats a type in one line for a message; a text that is too long is truncated.
#[must_use]
pub fn line(ty: &Type) -> String {
    let mut writer = Writer::new(Recursion::WrittenOut);
    writer.write(ty);
    writer.out
}

/// The sort key of a member of a union: its text. A recursive type is not expanded, since its
/// definition may not be complete yet. Most texts differ early, so a text is completed only if its
/// beginning is not sufficient.
pub(crate) struct SortKey {
    ty: Type,
    /// The text, or its first bytes.
    beginning: Vec<u8>,
    whole: OnceCell<String>,
}

/// The length of the beginning in bytes.
const BEGINNING: usize = 64;

impl SortKey {
    pub(crate) fn of(ty: Type) -> SortKey {
        let mut writer = Writer::new(Recursion::Sketched);
        writer.most = BEGINNING;
        writer.write(&ty);
        let mut beginning = writer.out.into_bytes();
        beginning.truncate(BEGINNING + 1);
        let whole = OnceCell::new();
        SortKey {
            ty,
            beginning,
            whole,
        }
    }

    pub(crate) fn ty(&self) -> &Type {
        &self.ty
    }

    pub(crate) fn into_type(self) -> Type {
        self.ty
    }

    /// Compares the texts.
    pub(crate) fn compare(&self, other: &SortKey) -> Ordering {
        let more = |key: &SortKey| key.beginning.len() > BEGINNING;
        match self.beginning.cmp(&other.beginning) {
            Ordering::Equal if more(self) && !self.ty.is_same_node(&other.ty) => {
                self.whole().cmp(other.whole())
            }
            order => order,
        }
    }

    fn whole(&self) -> &str {
        self.whole.get_or_init(|| {
            let mut writer = Writer::new(Recursion::Sketched);
            writer.write(&self.ty);
            writer.out
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Recursion {
    /// In Pulumi's form.
    WrittenOut,
    /// In a form that can be parsed again.
    Counted,
    Sketched,
}

struct Writer {
    out: String,
    /// The maximum number of bytes.
    most: usize,
    recursion: Recursion,
    /// The enclosing definitions, each with its number of enclosing frames.
    open: Vec<((u64, u32), usize)>,
    /// The number of enclosing frames: objects and definitions that are not objects.
    frames: usize,
    /// The first part without a text.
    unwritable: Option<Type>,
}

impl Writer {
    fn new(recursion: Recursion) -> Writer {
        Writer {
            out: String::new(),
            most: MAX_DISPLAY_BYTES,
            recursion,
            open: Vec::new(),
            frames: 0,
            unwritable: None,
        }
    }

    fn write(&mut self, ty: &Type) {
        if self.is_full() {
            return;
        }
        match shape(ty) {
            PclType::Dynamic => self.out.push_str("dynamic"),
            PclType::None => self.out.push_str("none"),
            PclType::Bool => self.out.push_str("bool"),
            PclType::Int => self.out.push_str("int"),
            PclType::Number => self.out.push_str("number"),
            PclType::String => self.out.push_str("string"),
            PclType::Id => self.out.push_str("id"),
            PclType::Opaque(name) => self.out.push_str(&opaque_text(name)),
            PclType::List(element) => self.wrapped("list", element),
            PclType::Set(element) => self.wrapped("set", element),
            PclType::Map(element) => self.wrapped("map", element),
            PclType::Promise(inner) => self.wrapped("promise", inner),
            PclType::Output(inner) => self.wrapped("output", inner),
            PclType::Tuple(elements) => self.listed("tuple", elements),
            PclType::Union(members) => self.listed("union", members),
            PclType::Object(object) => self.object(object),
            PclType::Const(_, value) => self.out.push_str(&value_text(value)),
            PclType::Enum { token, ty, values } => {
                self.out.push_str("enum(");
                self.out.push_str(token);
                self.wrapped("", ty);
                self.out.push_str(": ");
                for (at, value) in values.iter().enumerate() {
                    if self.is_full() {
                        break;
                    }
                    if at > 0 {
                        self.out.push(',');
                    }
                    self.out.push_str(&value_text(Some(value)));
                }
                self.out.push(')');
            }
            PclType::Recursive(_) if self.recursion == Recursion::Sketched => {
                self.out.push_str("object({...})");
            }
            PclType::Recursive(reference) => {
                let key = reference.key();
                if let Some((_, around)) = self.open.iter().rfind(|(open, _)| *open == key) {
                    self.out.push_str("...");
                    let further_out = self.frames.saturating_sub(around + 1);
                    if self.recursion == Recursion::Counted && further_out > 0 {
                        self.out.push_str(&further_out.to_string());
                    }
                    return;
                }
                match reference.unfold() {
                    Ok(definition) if self.open.len() < 64 => {
                        self.open.push((key, self.frames));
                        let framed = self.recursion == Recursion::Counted
                            && !definition.is_object()
                            && reference.is_recursive();
                        if framed {
                            self.frames += 1;
                            self.wrapped("rec", &definition);
                            self.frames -= 1;
                        } else {
                            self.write(&definition);
                        }
                        self.open.pop();
                    }
                    _ => {
                        self.out.push_str("...");
                        self.unwritable.get_or_insert_with(|| ty.clone());
                    }
                }
            }
            PclType::Foreign => {
                self.out.push_str(&ty.friendly_name());
                self.unwritable.get_or_insert_with(|| ty.clone());
            }
        }
    }

    fn is_full(&self) -> bool {
        self.out.len() > self.most
    }

    fn object(&mut self, object: &ObjectType) {
        self.out.push_str("object({");
        self.frames += 1;
        // The properties are sorted by the text `name = type`. This is the order of the names,
        // except for names with a character up to the space.
        let by_name = |field: &Field| field.name().bytes().all(|byte| byte > b' ');
        if object.fields().iter().all(by_name) {
            for (at, field) in object.sorted_fields().enumerate() {
                if self.is_full() {
                    break;
                }
                if at > 0 {
                    self.out.push_str(", ");
                }
                self.property(field);
            }
        } else {
            self.sorted_properties(object)
        }
        self.frames -= 1;
        self.out.push_str("})");
    }

    fn sorted_properties(&mut self, object: &ObjectType) {
        let mut properties: Vec<String> = Vec::with_capacity(object.len());
        let mut length = 0;
        let begin = self.out.len();
        for field in object.fields() {
            self.property(field);
            length += self.out.len() - begin;
            properties.push(self.out.split_off(begin));
            if begin + length > MAX_DISPLAY_BYTES {
                break;
            }
        }
        sort(&mut properties);
        self.out.push_str(&properties.join(", "));
    }

    fn property(&mut self, field: &Field) {
        self.out.push_str(field.name());
        self.out.push_str(" = ");
        self.write(field.ty());
    }

    fn wrapped(&mut self, name: &str, inner: &Type) {
        self.out.push_str(name);
        self.out.push('(');
        self.write(inner);
        self.out.push(')');
    }

    fn listed(&mut self, name: &str, parts: &[Type]) {
        self.out.push_str(name);
        self.out.push('(');
        for (at, part) in parts.iter().enumerate() {
            if self.is_full() {
                break;
            }
            if at > 0 {
                self.out.push_str(", ");
            }
            self.write(part);
        }
        self.out.push(')');
    }
}

/// Formats an opaque type: its name, or `type(name)` if the name is not an identifier or looks like
/// a misspelled type.
pub(crate) fn opaque_text(name: &str) -> String {
    if is_identifier(name) && misspelled(name).is_none() {
        name.to_owned()
    } else {
        format!("type({name})")
    }
}

/// Formats a constant as the Go expression of its value.
fn value_text(value: Option<&Scalar>) -> String {
    match value {
        None => "cty.NullVal(cty.DynamicPseudoType)".to_owned(),
        Some(Scalar::Bool(true)) => "cty.True".to_owned(),
        Some(Scalar::Bool(false)) => "cty.False".to_owned(),
        Some(Scalar::String(text)) => format!("cty.StringVal({})", Quoted(text)),
        Some(Scalar::Integer(int)) => number_text(&Number::from_integer(int)),
        Some(Scalar::Number(number)) => number_text(number),
        Some(Scalar::Double(double)) => match Number::from_f64(*double) {
            Some(number) => number_text(&number),
            None => "NaN".to_owned(),
        },
    }
}

fn number_text(number: &Number) -> String {
    // `%g` writes these numbers without an exponent. Negative zero is excluded, since an integer
    // has no sign of zero.
    if let Some(int) = number.to_i64()
        && int.unsigned_abs() < 1_000_000
        && (int < 0) == number.is_negative()
    {
        return format!("cty.NumberIntVal({int})");
    }
    // The shortest digits distinguish numbers in the precision of literals.
    let number = number.with_precision(
        number
            .min_precision()
            .max(polycty_core::number::PARSED_PRECISION),
    );
    let double = number.to_f64();
    if number.is_infinite() {
        let sign = if number.is_negative() {
            "Negative"
        } else {
            "Positive"
        };
        format!("cty.{sign}Infinity")
    } else if number.is_integer() {
        format!("cty.NumberIntVal({})", shortest(&number, None))
    } else if double.1 {
        format!("cty.NumberFloatVal({})", shortest(&number, Some(double.0)))
    } else {
        format!("cty.MustParseNumberVal(\"{number}\")")
    }
}

/// Formats a number as Go's shortest `%g`: with an exponent from 10⁶ on and below 10⁻⁴. If the
/// number is a double, the digits are those of the double.
fn shortest(number: &Number, double: Option<f64>) -> String {
    let precise = match double {
        Some(_) => number.with_precision(polycty_core::number::DOUBLE_PRECISION),
        None => number.clone(),
    };
    general(&precise, None)
}

/// Formats a number with at most ten significant digits, as Go's `%.10g`.
pub(crate) fn ten_digits(number: &Number) -> String {
    if number.is_infinite() {
        return if number.is_negative() { "-Inf" } else { "+Inf" }.to_owned();
    }
    general(number, Some(10))
}

/// Formats a number as Go's `%g`, or in full if it has too many digits for that.
fn general(number: &Number, precision: Option<usize>) -> String {
    let mut out = String::from(if number.is_negative() { "-" } else { "" });
    match number.write_general(precision, b'e', &mut out) {
        Ok(()) => out,
        Err(DigitsLimit) => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_an_exponent_from_a_million_on() {
        let text = |number| number_text(&Number::parse(number).unwrap());
        for plain in ["0", "-0", "1", "-7", "100000", "999999", "-999999"] {
            assert_eq!(text(plain), format!("cty.NumberIntVal({plain})"));
        }
        assert_eq!(text("1000000"), "cty.NumberIntVal(1e+06)");
        assert_eq!(text("-1234567"), "cty.NumberIntVal(-1.234567e+06)");
        assert_eq!(text("0.5"), "cty.NumberFloatVal(0.5)");
    }
}
