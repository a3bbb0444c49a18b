//! Assignability: whether values of one type are values of a different type.
//!
//! A source is assignable to a target if both are equal up to their variables. The target's
//! `variant` accepts any type.

use crate::rules::explain::explain;
use crate::types::view::{MclType, require_mcl};
use polycty_core::inference::{Mismatch, Unifier};
use polycty_core::source::Result;
use polycty_core::types::{Field, Flags, PartStep, Type};

/// Checks whether values of a source type are assignable to a target: both must be equal up to
/// their variables, and the target's `variant` accepts any type.
///
/// # Errors
/// The errors of [`unify`](crate::unify).
///
/// ```
/// use polycty_mcl::{assignable, parse_type};
/// use polycty_core::types::VariableScope;
/// let scope = VariableScope::new();
/// let ty = |text| parse_type(text, scope).unwrap();
/// assert!(assignable(&ty("map{str: []int}"), &ty("map{str: variant}")).is_ok());
/// assert!(assignable(&ty("map{str: variant}"), &ty("map{str: []int}")).is_err());
/// let error = assignable(&ty("func(int) str"), &ty("func(?1) ?1")).unwrap_err();
/// assert_eq!(error.message(), "type error: int != str");
/// ```
pub fn assignable(source: &Type, target: &Type) -> Result<()> {
    require_mcl(target)?;
    require_mcl(source)?;
    let mut equations = Equations {
        unifier: Unifier::new(),
        path: Vec::new(),
    };
    equations
        .types(source, target)
        .map_err(|mismatch| explain(&mismatch, target, source))
}

/// The equations of a source and a target, without those that `variant` satisfies. The target is
/// the left side of each equation.
struct Equations {
    unifier: Unifier,
    path: Vec<PartStep>,
}

impl Equations {
    fn types(&mut self, source: &Type, target: &Type) -> Result<(), Box<Mismatch>> {
        if target.is_any() {
            return Ok(());
        }
        let (Some(from), Some(to)) = (MclType::of(source), MclType::of(target)) else {
            return self.unify(source, target);
        };
        // If the constructors differ, the unifier reports the error.
        match (from, to) {
            _ if !target.has(Flags::ANY) => self.unify(source, target),
            (MclType::List(from), MclType::List(to)) => self.part(PartStep::Element, from, to),
            (MclType::Map(from_key, from), MclType::Map(to_key, to)) => {
                self.part(PartStep::Key, from_key, to_key)?;
                self.part(PartStep::Element, from, to)
            }
            (MclType::Struct(from), MclType::Struct(to)) if same_names(from, to) => {
                let mut pairs = from.iter().zip(to);
                pairs.try_for_each(|(from, to)| {
                    self.part(
                        PartStep::Field(to.shared_name().clone()),
                        from.ty(),
                        to.ty(),
                    )
                })
            }
            (MclType::Func(from, from_result), MclType::Func(to, to_result))
                if from.len() == to.len() && from_result.is_some() == to_result.is_some() =>
            {
                for (at, (from, to)) in from.iter().zip(to).enumerate() {
                    self.part(PartStep::Position(at), &from.ty, &to.ty)?;
                }
                match (from_result, to_result) {
                    (Some(from), Some(to)) => self.part(PartStep::Result, from, to),
                    _ => Ok(()),
                }
            }
            _ => self.unify(source, target),
        }
    }

    fn part(&mut self, step: PartStep, source: &Type, target: &Type) -> Result<(), Box<Mismatch>> {
        self.path.push(step);
        self.types(source, target)?;
        self.path.pop();
        Ok(())
    }

    fn unify(&mut self, source: &Type, target: &Type) -> Result<(), Box<Mismatch>> {
        self.unifier.unify(target, source).map_err(|mut mismatch| {
            let inside = std::mem::replace(&mut mismatch.path, self.path.clone());
            mismatch.path.extend(inside);
            mismatch
        })
    }
}

fn same_names(a: &[Field], b: &[Field]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name() == b.name())
}
