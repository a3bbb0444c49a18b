//! Equality of mcl types and the messages about their differences.
//!
//! [`compare`] is the equality of the language. Types are equal if they have the same kinds at the
//! same positions, the same fields in the same order, and the same number of arguments. Names of
//! arguments are ignored, and variables may have different names if they correspond one to one.
//! [`complex_compare`] accepts `variant` in place of any type and a missing type in place of an
//! unknown one. The messages are mgmt's.

use crate::types::view::MclType;
use polycty_core::source::{Code, Error, MAX_DIAGNOSTICS, Result};
use polycty_core::types::{Type, VariableScope};
use std::collections::HashMap;

/// Checks that two types are equal.
///
/// # Errors
/// [`Code::Type`] with mgmt's message about the difference; [`Code::Unsupported`] for a type that
/// mcl does not have.
///
/// ```
/// use polycty_mcl::{compare, parse_type};
/// use polycty_core::types::VariableScope;
/// let ty = |text| parse_type(text, VariableScope::new()).unwrap();
/// assert!(compare(&ty("func(a ?1) ?1"), &ty("func(b ?7) ?7")).is_ok());
/// let error = compare(&ty("[]str"), &ty("[]int")).unwrap_err();
/// assert_eq!(error.message(), "base kind does not match (str != int)");
/// ```
pub fn compare(a: &Type, b: &Type) -> Result<()> {
    Comparison::default().run(a, b).map(|_| ())
}

/// The relaxations that [`complex_compare`] needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// A type is missing on one side.
    pub partial: bool,
    /// One side is `variant`.
    pub variant: bool,
}

impl Match {
    /// Returns mgmt's name: empty for equal types, or `partial`, `variant` or `both`.
    #[must_use]
    pub fn status(self) -> &'static str {
        match (self.partial, self.variant) {
            (false, false) => "",
            (true, false) => "partial",
            (false, true) => "variant",
            (true, true) => "both",
        }
    }
}

/// Checks that two types are equal where both are known and neither is `variant`, and returns the
/// relaxations that this needed. `None` is an unknown type.
///
/// # Errors
/// The errors of [`compare`].
///
/// ```
/// use polycty_mcl::{complex_compare, parse_type};
/// use polycty_core::types::VariableScope;
/// let ty = |text| parse_type(text, VariableScope::new()).unwrap();
/// let (list, any) = (ty("[][]str"), ty("[]variant"));
/// assert_eq!(complex_compare(Some(&list), Some(&any))?.status(), "variant");
/// assert_eq!(complex_compare(None, Some(&list))?.status(), "partial");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn complex_compare(a: Option<&Type>, b: Option<&Type>) -> Result<Match> {
    let mut comparison = Comparison {
        wildcards: true,
        ..Comparison::default()
    };
    match (a, b) {
        (Some(a), Some(b)) => comparison.run(a, b),
        _ => comparison
            .optional(a, b)
            .map(|()| comparison.found)
            .map_err(Mismatch::into_error),
    }
}

/// The reason why two types are not equal.
enum Mismatch {
    /// The messages about the differences; a map has one for its keys and one for its values.
    Differ(Vec<String>),
    Other(Error),
}

impl Mismatch {
    #[cold]
    fn new(message: impl Into<String>) -> Mismatch {
        Mismatch::Differ(vec![message.into()])
    }

    /// Converts to an error. Several messages are joined to a list, as in mgmt.
    fn into_error(self) -> Error {
        match self {
            Mismatch::Other(error) => error,
            Mismatch::Differ(messages) => {
                let message = match &messages[..] {
                    [one] => one.clone(),
                    all => format!(
                        "{} errors occurred:\n\t* {}\n\n",
                        all.len(),
                        all.join("\n\t* ")
                    ),
                };
                Error::new(Code::Type, message)
            }
        }
    }
}

type Variable = (VariableScope, u32);

#[derive(Default)]
struct Comparison {
    wildcards: bool,
    found: Match,
    forward: HashMap<Variable, Variable>,
    backward: HashMap<Variable, Variable>,
}

impl Comparison {
    fn run(&mut self, a: &Type, b: &Type) -> Result<Match> {
        match self.types(a, b) {
            Ok(()) => Ok(self.found),
            Err(mismatch) => Err(mismatch.into_error().with_expected(a).with_found(b)),
        }
    }

    fn types(&mut self, a: &Type, b: &Type) -> Result<(), Mismatch> {
        let shape = |ty| MclType::require(ty).map_err(Mismatch::Other);
        let (a, b) = (shape(a)?, shape(b)?);
        match (a, b) {
            (MclType::Variant, _) | (_, MclType::Variant) if self.wildcards => {
                self.found.variant = true;
                Ok(())
            }
            (MclType::List(a), MclType::List(b)) => self.types(a, b),
            (MclType::Map(key_a, a), MclType::Map(key_b, b)) => {
                match (self.types(key_a, key_b), self.types(a, b)) {
                    (Err(Mismatch::Differ(mut keys)), Err(Mismatch::Differ(values))) => {
                        // Types with shared parts can have an unlimited number of differences.
                        let remaining = MAX_DIAGNOSTICS.saturating_sub(keys.len());
                        keys.extend(values.into_iter().take(remaining));
                        Err(Mismatch::Differ(keys))
                    }
                    (keys, values) => keys.and(values),
                }
            }
            (MclType::Struct(a), MclType::Struct(b)) => {
                if a.len() != b.len() {
                    return Err(Mismatch::new("struct field count differs"));
                }
                if a.iter().zip(b).any(|(a, b)| a.name() != b.name()) {
                    return Err(Mismatch::new("struct fields differ"));
                }
                let mut pairs = a.iter().zip(b);
                pairs.try_for_each(|(a, b)| self.types(a.ty(), b.ty()))
            }
            (MclType::Func(a, result_a), MclType::Func(b, result_b)) => {
                if a.len() != b.len() {
                    return Err(Mismatch::new("func arg count differs"));
                }
                for (a, b) in a.iter().zip(b) {
                    self.types(&a.ty, &b.ty)?;
                }
                match (result_a, result_b) {
                    (None, None) => Ok(()),
                    _ => self.optional(result_a, result_b),
                }
            }
            (MclType::Variable(scope_a, a), MclType::Variable(scope_b, b)) => {
                let (a, b) = ((scope_a, a), (scope_b, b));
                let there = *self.forward.entry(a).or_insert(b) == b;
                if there && *self.backward.entry(b).or_insert(a) == a {
                    Ok(())
                } else {
                    Err(Mismatch::new("unbalanced unification variables"))
                }
            }
            _ if a.kind_name() == b.kind_name() => Ok(()),
            _ => Err(kinds_differ(a.kind_name(), b.kind_name())),
        }
    }

    /// Compares two types if at least one is missing.
    fn optional(&mut self, a: Option<&Type>, b: Option<&Type>) -> Result<(), Mismatch> {
        if let (Some(a), Some(b)) = (a, b) {
            return self.types(a, b);
        }
        let shape = match a.or(b) {
            None => None,
            Some(ty) => Some(MclType::require(ty).map_err(Mismatch::Other)?),
        };
        if self.wildcards {
            self.found.partial = true;
            self.found.variant |= matches!(shape, Some(MclType::Variant));
            return Ok(());
        }
        let name = |ty: Option<&Type>| ty.and_then(MclType::of).map_or("nil", MclType::kind_name);
        Err(kinds_differ(name(a), name(b)))
    }
}

#[cold]
fn kinds_differ(a: &str, b: &str) -> Mismatch {
    Mismatch::new(format!("base kind does not match ({a} != {b})"))
}
