//! Messages of mismatches.
//!
//! A message is ` PATH COMPLAINT`. Types are written in full only if that is necessary: if they are
//! of one kind, if an alias is involved, or if the expected kind would accept the actual type but
//! for its parameters. Otherwise short names suffice: a String where an Integer is expected.

use crate::rules::assignable::accepted;
use crate::rules::explain::mismatch::{Complaint, Mismatch, PathElement, is_alias, resolved};
use crate::types::format::{Detail, format_type, short_name};
use crate::types::generalize::generalize;
use crate::types::nominal::{self, Name};
use crate::types::{normal_form, object};
use crate::words::a_an;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, NominalParam, Scalar, SizeRange, StringConstraint, Type};
use std::fmt::{self, Display, Formatter, Write};

/// The number of bytes after which the remaining mismatches are only counted.
const MAX_MESSAGE_BYTES: usize = 1 << 22;

/// Returns the mismatches, one per line.
///
/// # Errors
/// As [`joined`].
pub(super) fn whole(found: &[Mismatch], budget: &Budget) -> Result<String> {
    let text = joined(found, "\n ", budget)?;
    Ok(match found.len() {
        1 => text.trim().to_owned(),
        _ => text,
    })
}

/// Returns the mismatches, separated by `separator`.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub(super) fn joined(found: &[Mismatch], separator: &str, budget: &Budget) -> Result<String> {
    let mut out = String::new();
    for (at, mismatch) in found.iter().enumerate() {
        if at > 0 {
            out.push_str(separator);
        }
        if out.len() > MAX_MESSAGE_BYTES {
            let _ = write!(out, " and {} more", found.len() - at);
            break;
        }
        push_mismatch(&mut out, mismatch, budget)?;
    }
    Ok(out)
}

impl Display for PathElement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PathElement::Subject(text) | PathElement::Block(text) => f.write_str(text),
            PathElement::Entry(key) => write!(f, "entry '{key}'"),
            PathElement::KeyOfEntry(key) => write!(f, "key of entry '{key}'"),
            PathElement::Parameter(name) => write!(f, "parameter '{name}'"),
            PathElement::Index(index) => write!(f, "index {index}"),
            PathElement::Return => f.write_str("return"),
            PathElement::Variant(index) => write!(f, "variant {index}"),
            PathElement::Signature(index) => write!(f, "{}.", index + 1),
        }
    }
}

impl Mismatch {
    /// Returns the text, with a space before each step of the path and before the complaint. The
    /// level of detail of the types depends on their comparison.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub fn text(&self, budget: &Budget) -> Result<String> {
        let mut out = String::new();
        push_mismatch(&mut out, self, budget)?;
        Ok(out)
    }

    /// Returns the text for the part at [`Mismatch::value_path`], without the steps of that path
    /// and without the name of the whole value.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub fn text_of_part(&self, budget: &Budget) -> Result<String> {
        let mut out = String::new();
        let others = self.path.iter().filter(|step| step.value_step().is_none());
        for step in others.filter(|step| !matches!(step, PathElement::Subject(_))) {
            let _ = write!(out, "{step} ");
        }
        push_complaint(&mut out, &self.complaint, budget)?;
        budget.hold(out.len() as u64)?;
        Ok(out)
    }
}

fn push_mismatch(out: &mut String, mismatch: &Mismatch, budget: &Budget) -> Result<()> {
    let before = out.len();
    for step in &mismatch.path {
        let _ = write!(out, " {step}");
    }
    out.push(' ');
    push_complaint(out, &mismatch.complaint, budget)?;
    Ok(budget.hold((out.len() - before) as u64)?)
}

fn push_complaint(out: &mut String, complaint: &Complaint, budget: &Budget) -> Result<()> {
    // Writing to a string cannot fail.
    let _ = match complaint {
        Complaint::MissingKey(key) => write!(out, "expects a value for key '{key}'"),
        Complaint::UnrecognizedKey(key) => write!(out, "unrecognized key '{key}'"),
        Complaint::MissingParameter(name) => {
            write!(out, "expects a value for parameter '{name}'")
        }
        Complaint::UnknownParameter(name) => write!(out, "has no parameter named '{name}'"),
        Complaint::MissingBlock => out.write_str("expects a block"),
        Complaint::UnexpectedBlock => out.write_str("does not expect a block"),
        Complaint::Unresolved(name) => write!(out, "references an unresolved type '{name}'"),
        Complaint::Type { expected, actual } => return push_types(out, actual, expected, budget),
        Complaint::Pattern { expected, actual } => {
            push_match(out, actual, expected);
            Ok(())
        }
        Complaint::Size { expected, actual } => {
            let (expected, actual) = (Range(*expected, "0"), Range(*actual, "0"));
            write!(out, "expects size to be {expected}, got {actual}")
        }
        Complaint::Count { expected, actual } => {
            let plural = match expected {
                SizeRange {
                    min: 1,
                    max: Some(1) | None,
                }
                | SizeRange {
                    min: 0,
                    max: Some(1),
                } => "",
                _ => "s",
            };
            let (expected, actual) = (Range(*expected, "no"), Range(*actual, "none"));
            write!(out, "expects {expected} argument{plural}, got {actual}")
        }
    };
    Ok(())
}

/// A range of sizes, and the word for an empty one.
struct Range(SizeRange, &'static str);

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Range(SizeRange { min, max }, zero) = *self;
        match (min, max) {
            (0, Some(0)) => f.write_str(zero),
            (min, Some(max)) if min == max => write!(f, "{min}"),
            (0, None) => f.write_str("unlimited"),
            (0, Some(max)) => write!(f, "at most {max}"),
            (min, None) => write!(f, "at least {min}"),
            (min, Some(max)) => write!(f, "between {min} and {max}"),
        }
    }
}

/// Returns the type without its Optional, and the words for the Optional.
fn required<'t>(ty: &'t Type, words: &'static str) -> (&'t Type, &'static str) {
    match ty.kind() {
        Kind::Optional(inner) => (inner, words),
        _ => (ty, ""),
    }
}

fn push_types(out: &mut String, actual: &Type, expected: &Type, budget: &Budget) -> Result<()> {
    let (inner, undef) = required(expected, "Undef");
    let alternatives: &[Type] = match inner.kind() {
        Kind::Union(members) => members,
        _ => std::slice::from_ref(inner),
    };
    let mut names: Vec<String> = Vec::with_capacity(alternatives.len() + 1);
    if !undef.is_empty() {
        names.push(undef.to_owned());
    }
    let found = if needs_detail(actual, alternatives, budget)? {
        let expanded = |ty: &Type| format_type(ty, Detail::Expanded);
        names.extend(alternatives.iter().map(expanded));
        detailed_actual(actual, alternatives, budget)?
    } else {
        let mut seen = std::collections::HashSet::new();
        let short = alternatives.iter().map(type_name);
        names.extend(short.filter(|name| seen.insert(name.clone())));
        type_name(actual)
    };
    let _ = match &names[..] {
        [one] => write!(out, "expects {} value, got {found}", a_an(one)),
        [one, other] => write!(out, "expects a value of type {one} or {other}, got {found}"),
        [most @ .., last] => {
            let most = most.join(", ");
            write!(
                out,
                "expects a value of type {most}, or {last}, got {found}"
            )
        }
        // An empty Variant.
        [] => write!(out, "expects a value of type , or , got {found}"),
    };
    Ok(())
}

fn push_match(out: &mut String, actual: &Type, expected: &Type) {
    let (expected, undef) = required(expected, "an undef value or ");
    let expected = format_type(expected, Detail::Expanded);
    let _ = write!(out, "expects {undef}a match for {expected}, got ");
    match actual.kind() {
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => {
            let _ = write!(out, "'{text}'");
        }
        _ => out.push_str(&type_name(actual)),
    }
}

/// Returns the short name of a type, with that of its content.
fn type_name(ty: &Type) -> String {
    let name = short_name(ty);
    match contained(ty) {
        Some(inner) if !inner.is_any() => {
            let inner = match nominal::view(inner) {
                // An object type without a definition has no name of its own.
                Some((Name::Object, params)) => object::name(params)
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                _ => short_name(inner),
            };
            format!("{name}[{inner}]")
        }
        _ => name,
    }
}

/// Returns the content type of a type, if the short name includes it.
fn contained(ty: &Type) -> Option<&Type> {
    match ty.kind() {
        Kind::Optional(inner) if nominal::is_unit(inner) => None,
        Kind::Optional(inner) | Kind::NotUndef(inner) | Kind::Meta(Some(inner)) => Some(inner),
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((
                Name::Iterable | Name::Iterator | Name::Init | Name::Sensitive,
                [NominalParam::Type(inner), ..],
            )) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// The kinds of types that Puppet distinguishes.
#[derive(PartialEq)]
enum Class {
    Constructor(std::mem::Discriminant<Kind>),
    String,
    Enum,
    Pattern,
    Alias,
    Nominal(Name),
}

fn class(ty: &Type) -> Class {
    match ty.kind() {
        Kind::String(StringConstraint::Enumeration { .. }) => Class::Enum,
        Kind::String(StringConstraint::Patterns(_)) => Class::Pattern,
        Kind::String(_) => Class::String,
        Kind::Literal {
            value: Scalar::String(_),
            ..
        } => Class::String,
        Kind::Reference(_) if is_alias(ty) => Class::Alias,
        Kind::Reference(_) => Class::Nominal(Name::Object),
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((Name::TypeAlias, _)) => Class::Alias,
            // With parameters it is an extension of an object type, not an object type itself.
            Some((Name::Error, [_, ..])) => Class::Nominal(Name::Error),
            Some((Name::Error | Name::Deferred | Name::Pcore, _)) => Class::Nominal(Name::Object),
            Some((name, _)) => Class::Nominal(name),
            None => Class::Constructor(std::mem::discriminant(ty.kind())),
        },
        kind => Class::Constructor(std::mem::discriminant(kind)),
    }
}

/// Returns the bare type of a type's kind.
fn bare(ty: &Type) -> &Type {
    match ty.kind() {
        Kind::Bool(_) => Type::bool(),
        Kind::Integer(_) => Type::integer(),
        Kind::Float(_) => Type::float(),
        Kind::String(StringConstraint::Enumeration { .. }) => Type::string_enumeration_any(),
        Kind::String(StringConstraint::Patterns(_)) => Type::string_patterns_any(),
        Kind::String(_) | Kind::Literal { .. } => Type::string(),
        Kind::List { .. } => normal_form::array_any(),
        Kind::Map { .. } => normal_form::hash_any(),
        Kind::Tuple { .. } => normal_form::tuple_any(),
        Kind::Object(_) => normal_form::struct_any(),
        Kind::Func(_) => normal_form::callable_any(),
        Kind::Union(_) => Type::union_any(),
        Kind::Optional(_) => nominal::optional_any(),
        Kind::NotUndef(_) => nominal::not_undef_any(),
        Kind::Meta(_) => Type::meta_any(),
        Kind::Nominal(_) => match nominal::view(ty) {
            // An extension has no bare form of its own.
            Some((Name::Error, [_, ..])) => Type::any(),
            Some((Name::Error | Name::Deferred | Name::Pcore, _)) => nominal::bare(Name::Object),
            Some((name, _)) => nominal::bare(name),
            None => ty,
        },
        Kind::Reference(_) if !is_alias(ty) => nominal::bare(Name::Object),
        _ => ty,
    }
}

/// Whether both types are of one kind for the reader of the message.
fn of_one_kind(actual: &Type, expected: &Type) -> bool {
    let (e, a) = (class(expected), class(actual));
    e == a
        || e == Class::Alias
        || a == Class::Alias
        || matches!(
            (expected.kind(), actual.kind()),
            (Kind::Object(_), Kind::Map { .. }) | (Kind::Tuple { .. }, Kind::List { .. })
        )
}

/// Whether short names do not distinguish the types.
fn needs_detail(actual: &Type, expected: &[Type], budget: &Budget) -> Result<bool> {
    if expected.iter().any(|ty| of_one_kind(actual, ty)) {
        return Ok(true);
    }
    // Successive types of one kind are compared once.
    let mut asked: Option<&Type> = None;
    for bare in expected.iter().map(bare) {
        if asked.is_some_and(|asked| asked.is_same_node(bare)) {
            continue;
        }
        if accepted(actual, bare, budget)? {
            return Ok(true);
        }
        asked = Some(bare);
    }
    Ok(false)
}

/// Returns the actual type, in full if its parameters are significant.
fn detailed_actual(actual: &Type, expected: &[Type], budget: &Budget) -> Result<String> {
    let expected: Vec<Type> = expected.iter().map(resolved).collect();
    let mut full = expected.iter().any(|ty| of_one_kind(actual, ty));
    if let (false, Ok(general)) = (full, generalize(actual)) {
        for ty in &expected {
            full = full || accepted(&general, ty, budget)?;
        }
    }
    Ok(match nominal::view(actual) {
        _ if full => format_type(actual, Detail::Expanded),
        Some((Name::TypeSet, _)) => Name::TypeSet.text().to_owned(),
        _ => short_name(actual),
    })
}
