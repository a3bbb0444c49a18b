//! Checks of a value against a type, with all mismatches.
//!
//! A conversion stops at its first error; [`check`] continues. If the value and the type have the
//! same shape, each part is checked on its own in the order of the value's parts; missing parts are
//! reported last. The inner types of optional and deferred types are checked; a mismatch with a
//! union of several types is one error. Paths refer to the original value.

use crate::rules::conversion::Convertibility;
use crate::rules::convert::{Conversions, is_limit};
use crate::rules::infer::own_type;
use crate::types::view::{PclType, shape, unfolded};
use crate::values::{DeferredValue, MAX_DEPTH};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, MAX_DIAGNOSTICS, PathStep, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;

/// Returns the reasons why a value does not convert to a type, at most [`MAX_DIAGNOSTICS`]; empty if it
/// does.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_pcl as pcl;
/// use polycty_core::values::Value;
/// let wanted = pcl::parse_type("object({n = int, tags = list(bool), x = none})")?;
/// let tags = Value::tuple(vec![Value::string("true"), Value::string("maybe")])?;
/// let given = Value::object([("n".into(), Value::string("one")), ("tags".into(), tags)])?;
/// let mismatches: Vec<String> = pcl::check(&given, &wanted, &Budget::standard())?
///     .iter()
///     .map(|mismatch| mismatch.path().to_string())
///     .collect();
/// assert_eq!(mismatches, [".n", ".tags[1]"]);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
///
/// # Errors
/// [`Code::Limit`] if the budget is exceeded.
pub fn check(value: &Value, wanted: &Type, budget: &Budget) -> Result<Vec<Error>> {
    let mut checking = Checking {
        budget,
        conversions: Conversions::new(budget),
        path: Vec::new(),
        mismatches: Vec::new(),
    };
    checking.check_part(value, wanted, 0)?;
    Ok(checking.mismatches)
}

struct Checking<'b> {
    budget: &'b Budget,
    conversions: Conversions<'b>,
    path: Vec<PathStep>,
    mismatches: Vec<Error>,
}

/// The extent of a check by parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartsCheck {
    /// All parts were checked: without errors in the parts, the whole has none.
    All,
    /// The parts were not checked, or not against the required type.
    Incomplete,
}

impl Checking<'_> {
    fn check_part(&mut self, value: &Value, wanted: &Type, depth: usize) -> Result<()> {
        if self.mismatches.len() >= MAX_DIAGNOSTICS {
            return Ok(());
        }
        self.budget.charge(1)?;
        let before = self.mismatches.len();
        let value = value.unmarked();
        // Null has a type of its own, on its own and as a part.
        let whole = value.parts().is_none() && value.entries().is_none() && !value.is_null();
        if whole && value.ty() == wanted {
            return Ok(());
        }
        let checked = if depth < MAX_DEPTH && value.is_known() && !value.is_null() {
            self.check_parts(value, wanted, depth + 1)?
        } else {
            PartsCheck::Incomplete
        };
        // An error of the whole value still has to be found.
        if self.mismatches.len() == before
            && checked == PartsCheck::Incomplete
            && let Err(error) = self.conversions.convert(value, wanted)
        {
            self.report(error)?;
        }
        Ok(())
    }

    fn report(&mut self, mismatch: Error) -> Result<()> {
        // A text that exceeds its limit is a mismatch like any other.
        if is_limit(&mismatch) {
            self.budget.finish()?;
        }
        let bytes = size_of_val(&*self.path) + mismatch.message().len();
        self.budget.hold(bytes as u64)?;
        let steps = self.path.iter().rev();
        let mismatch = steps.fold(mismatch, |mismatch, step| mismatch.in_step(step.clone()));
        self.mismatches.push(mismatch);
        Ok(())
    }

    fn step(&mut self, step: PathStep, part: &Value, wanted: &Type, depth: usize) -> Result<()> {
        self.path.push(step);
        self.check_part(part, wanted, depth)?;
        self.path.pop();
        Ok(())
    }

    /// Checks each part on its own if both sides have parts.
    fn check_parts(&mut self, value: &Value, wanted: &Type, depth: usize) -> Result<PartsCheck> {
        let Some(unfolded) = unfolded(wanted) else {
            return Ok(PartsCheck::Incomplete);
        };
        let found = value.ty();
        let parts = value.parts().unwrap_or_default();
        let sequence = found.is_list() || found.is_tuple() || found.is_set();
        match shape(&unfolded) {
            PclType::Union(members) => {
                let mut some = members
                    .iter()
                    .filter(|member| !matches!(shape(member), PclType::None));
                let (Some(only), None) = (some.next(), some.next()) else {
                    return Ok(PartsCheck::Incomplete);
                };
                self.check_part(value, only, depth)?;
                // A union member accepts only values whose type converts to it.
                if self.conversions.kind(&own_type(value), only)? == Convertibility::None {
                    return Ok(PartsCheck::Incomplete);
                }
            }
            PclType::Promise(inner) | PclType::Output(inner)
                if DeferredValue::of(value).is_none() =>
            {
                self.check_part(value, inner, depth)?;
            }
            PclType::List(element) | PclType::Set(element) if sequence => {
                for (at, part) in parts.iter().enumerate() {
                    self.step(PathStep::Index(at.into()), part, element, depth)?;
                }
            }
            PclType::Tuple(elements) if sequence && elements.len() == parts.len() => {
                for (at, (part, element)) in parts.iter().zip(elements).enumerate() {
                    self.step(PathStep::Index(at.into()), part, element, depth)?;
                }
            }
            PclType::Map(element) if found.is_map() => {
                for entry in value.entries().unwrap_or_default() {
                    let step = PathStep::Index(entry.key_str().into());
                    self.step(step, entry.value(), element, depth)?;
                }
            }
            PclType::Map(element) if found.is_object() => {
                for (field, part) in found.fields().iter().zip(parts) {
                    let step = PathStep::Attr(field.shared_name().clone());
                    self.step(step, part, element, depth)?;
                }
            }
            PclType::Object(object) if found.is_object() || found.is_map() => {
                let step = |name: &Str| {
                    if found.is_map() {
                        PathStep::Index(name.clone().into())
                    } else {
                        PathStep::Attr(name.clone())
                    }
                };
                let mut missing = Vec::new();
                for field in object.fields() {
                    let name = field.shared_name();
                    match value.attribute(name).or_else(|| value.element(name)) {
                        Some(part) => self.step(step(name), part, field.ty(), depth)?,
                        None => missing.push(field),
                    }
                }
                let null = Value::null(Type::none().clone());
                for field in missing {
                    if self.mismatches.len() < MAX_DIAGNOSTICS
                        && self.conversions.convert(&null, field.ty()).is_err()
                    {
                        let message = format!("property {} is required", Quoted(field.name()));
                        let mismatch = Error::new(Code::Conversion, message)
                            .with_expected(wanted)
                            .with_found(found);
                        self.report(mismatch)?;
                    }
                }
            }
            _ => return Ok(PartsCheck::Incomplete),
        }
        Ok(PartsCheck::All)
    }
}
