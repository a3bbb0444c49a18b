//! Equality: how do two types of mcl differ?
//!
//! [`compare`] is the language's equality: the same kinds at the same places, the
//! same fields in the same order, as many arguments; the names of arguments do not
//! count, and variables may be called otherwise as long as they correspond one to
//! one. [`complex_compare`] takes `variant` for whatever stands on the other side, and a
//! missing type for one that is not known yet. The messages are the reference's.

use crate::types::shape::Shape;
use polycty_core::source::{Code, Error, MAX_FAULTS, Result};
use polycty_core::types::{Type, VariableScope};
use std::collections::HashMap;

/// Nothing where two types are equal, else how they differ.
///
/// # Errors
/// [`Code::Type`] with the reference's message; [`Code::Unsupported`] for a type that
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

/// What two types needed to be taken for the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Somewhere a type is missing on one side.
    pub partial: bool,
    /// Somewhere one side is `variant`.
    pub variant: bool,
}

impl Match {
    /// The reference's word: nothing for plainly equal types, `partial`, `variant` or
    /// `both`.
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

/// Whether two types are the same where both are known and neither is `variant`, and
/// what that needed. `None` is a type that is not known at all.
///
/// # Errors
/// As [`compare`].
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

/// How two types differ, or that one is none of mcl's.
enum Mismatch {
    /// One message for each of the parts of a map that differ.
    Differ(Vec<String>),
    Other(Error),
}

impl Mismatch {
    #[cold]
    fn new(message: impl Into<String>) -> Mismatch {
        Mismatch::Differ(vec![message.into()])
    }

    /// Several messages stand in a list, as the reference joins them.
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
            Err(mismatch) => Err(mismatch.into_error().with_wanted(a).with_found(b)),
        }
    }

    fn types(&mut self, a: &Type, b: &Type) -> Result<(), Mismatch> {
        let shape = |ty| Shape::require(ty).map_err(Mismatch::Other);
        let (a, b) = (shape(a)?, shape(b)?);
        match (a, b) {
            (Shape::Variant, _) | (_, Shape::Variant) if self.wildcards => {
                self.found.variant = true;
                Ok(())
            }
            (Shape::List(a), Shape::List(b)) => self.types(a, b),
            (Shape::Map(key_a, a), Shape::Map(key_b, b)) => {
                match (self.types(key_a, key_b), self.types(a, b)) {
                    (Err(Mismatch::Differ(mut keys)), Err(Mismatch::Differ(values))) => {
                        // Of shared parts there are more than anyone could read.
                        let room = MAX_FAULTS.saturating_sub(keys.len());
                        keys.extend(values.into_iter().take(room));
                        Err(Mismatch::Differ(keys))
                    }
                    (keys, values) => keys.and(values),
                }
            }
            (Shape::Struct(a), Shape::Struct(b)) => {
                if a.len() != b.len() {
                    return Err(Mismatch::new("struct field count differs"));
                }
                if a.iter().zip(b).any(|(a, b)| a.name() != b.name()) {
                    return Err(Mismatch::new("struct fields differ"));
                }
                let mut pairs = a.iter().zip(b);
                pairs.try_for_each(|(a, b)| self.types(a.ty(), b.ty()))
            }
            (Shape::Func(a, result_a), Shape::Func(b, result_b)) => {
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
            (Shape::Variable(scope_a, a), Shape::Variable(scope_b, b)) => {
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

    /// Two types of which one at least is missing.
    fn optional(&mut self, a: Option<&Type>, b: Option<&Type>) -> Result<(), Mismatch> {
        if let (Some(a), Some(b)) = (a, b) {
            return self.types(a, b);
        }
        let shape = match a.or(b) {
            None => None,
            Some(ty) => Some(Shape::require(ty).map_err(Mismatch::Other)?),
        };
        if self.wildcards {
            self.found.partial = true;
            self.found.variant |= matches!(shape, Some(Shape::Variant));
            return Ok(());
        }
        let name = |ty: Option<&Type>| ty.and_then(Shape::of).map_or("nil", Shape::kind_name);
        Err(kinds_differ(name(a), name(b)))
    }
}

#[cold]
fn kinds_differ(a: &str, b: &str) -> Mismatch {
    Mismatch::new(format!("base kind does not match ({a} != {b})"))
}
