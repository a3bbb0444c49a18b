//! Which substitution makes two types of mcl equal, and is one type good for another?
//!
//! [`unify`] finds the most general substitution, and says with the reference's words
//! why there is none: `type error: A != B` with the names of the kinds, where a
//! variable's value stands on the left; what differs between structs and functions;
//! `directly in the same set` where a type would contain itself. Fields count by name
//! and order, the names of arguments do not.
//!
//! [`assignable`] is the same question with `variant` in the target for whatever the
//! source has there.

use super::shape::{Shape, unsupported};
use crate::inference::{Clash, Rule, Unifier};
use crate::source::{Code, Error, Result};
use crate::types::{Flags, Step, Type, Visit};
use crate::values::path_into;

/// The most general substitution that makes two types equal.
///
/// # Errors
/// [`Code::Type`] with the path to the first parts that cannot be equal, and both types;
/// [`Code::Unsupported`] for a type that mcl does not have.
///
/// ```
/// use polycty_mcl::{format_type, parse_type, unify};
/// use polycty_core::types::VariableScope;
/// let scope = VariableScope::new();
/// let ty = |text| parse_type(text, scope).unwrap();
/// let mut substitution = unify(&ty("func(?1, []?2) ?2"), &ty("func(int, ?3) str"))?;
/// let result = substitution.resolve(&ty("map{?1: ?3}"))?;
/// assert_eq!(format_type(&result)?, "map{int: []str}");
/// let error = unify(&ty("map{str: ?1}"), &ty("map{str: []?1}")).err().unwrap();
/// assert_eq!(error.message(), "directly in the same set");
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn unify(a: &Type, b: &Type) -> Result<Unifier> {
    require_mcl(a)?;
    require_mcl(b)?;
    let mut unifier = Unifier::new();
    match unifier.unify(a, b) {
        Ok(()) => Ok(unifier),
        Err(clash) => Err(explain(&first_fault(a, b, *clash), a, b)),
    }
}

/// The reference looks for a type that would contain itself at each variable as it
/// comes, and so before whatever stands behind it.
fn first_fault(a: &Type, b: &Type, clash: Clash) -> Clash {
    let mut until_clash = Unifier::new();
    if clash.rule != Rule::Occurs
        && until_clash.equate(a, b).is_err()
        && let Err(occurs) = until_clash.check()
    {
        return *occurs;
    }
    clash
}

/// The type that several types become under the most general substitution that makes
/// all of them equal.
///
/// # Errors
/// As [`unify`]; [`Code::InvalidArgument`] for no types.
pub fn unify_all(types: &[&Type]) -> Result<(Type, Unifier)> {
    let Some((first, rest)) = types.split_first() else {
        return Err(Error::new(Code::InvalidArgument, "no types to unify"));
    };
    require_mcl(first)?;
    let mut unifier = Unifier::new();
    for ty in rest {
        require_mcl(ty)?;
        unifier
            .unify(first, ty)
            .map_err(|clash| explain(&clash, first, ty))?;
    }
    let ty = unifier.resolve(first)?;
    Ok((ty, unifier))
}

/// Whether values of a source type are good for a target: the two are equal up to what
/// their variables stand for, and the target's `variant` is good for everything.
///
/// # Errors
/// As [`unify`], where they are not.
///
/// ```
/// use polycty_mcl::{assignable, parse_type};
/// use polycty_core::types::VariableScope;
/// let scope = VariableScope::new();
/// let ty = |text| parse_type(text, scope).unwrap();
/// assert!(assignable(&ty("map{str: variant}"), &ty("map{str: []int}")).is_ok());
/// assert!(assignable(&ty("func(?1) ?1"), &ty("func(int) int")).is_ok());
/// let error = assignable(&ty("func(?1) ?1"), &ty("func(int) str")).unwrap_err();
/// assert_eq!(error.message(), "type error: int != str");
/// ```
pub fn assignable(target: &Type, source: &Type) -> Result<()> {
    require_mcl(target)?;
    require_mcl(source)?;
    let mut relation = Relation {
        unifier: Unifier::new(),
        path: Vec::new(),
    };
    relation
        .types(target, source)
        .map_err(|clash| explain(&clash, target, source))
}

/// The equations of a target and a source, without those that `variant` answers.
struct Relation {
    unifier: Unifier,
    path: Vec<Step>,
}

impl Relation {
    fn types(&mut self, target: &Type, source: &Type) -> Result<(), Box<Clash>> {
        if target.is_any() {
            return Ok(());
        }
        let (Some(a), Some(b)) = (Shape::of(target), Shape::of(source)) else {
            return self.unify(target, source);
        };
        // Where the constructors do not agree, the unifier says how.
        match (a, b) {
            _ if !target.has(Flags::ANY) => self.unify(target, source),
            (Shape::List(a), Shape::List(b)) => self.part(Step::Element, a, b),
            (Shape::Map(key_a, a), Shape::Map(key_b, b)) => {
                self.part(Step::Key, key_a, key_b)?;
                self.part(Step::Element, a, b)
            }
            (Shape::Struct(a), Shape::Struct(b))
                if a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name() == b.name()) =>
            {
                let mut pairs = a.iter().zip(b);
                pairs.try_for_each(|(a, b)| {
                    self.part(Step::Field(a.shared_name().clone()), a.ty(), b.ty())
                })
            }
            (Shape::Func(a, result_a), Shape::Func(b, result_b))
                if a.len() == b.len() && result_a.is_some() == result_b.is_some() =>
            {
                for (at, (a, b)) in a.iter().zip(b).enumerate() {
                    self.part(Step::Position(at), &a.ty, &b.ty)?;
                }
                match (result_a, result_b) {
                    (Some(a), Some(b)) => self.part(Step::Result, a, b),
                    _ => Ok(()),
                }
            }
            _ => self.unify(target, source),
        }
    }

    fn part(&mut self, step: Step, target: &Type, source: &Type) -> Result<(), Box<Clash>> {
        self.path.push(step);
        self.types(target, source)?;
        self.path.pop();
        Ok(())
    }

    fn unify(&mut self, target: &Type, source: &Type) -> Result<(), Box<Clash>> {
        self.unifier.unify(target, source).map_err(|mut clash| {
            let inside = std::mem::replace(&mut clash.path, self.path.clone());
            clash.path.extend(inside);
            clash
        })
    }
}

/// The first part of a type that mcl does not have is an error.
pub(super) fn require_mcl(ty: &Type) -> Result<()> {
    let mut foreign = None;
    ty.walk(&mut |_, part| {
        if Shape::of(part).is_some() {
            return Visit::Into;
        }
        foreign = Some(unsupported(part));
        Visit::Stop
    });
    foreign.map_or(Ok(()), Err)
}

/// Why two types cannot be equal, in the reference's words.
#[cold]
fn explain(clash: &Clash, a: &Type, b: &Type) -> Error {
    let kind = |ty| Shape::of(ty).map_or("unknown", Shape::kind_name);
    let message = match clash.rule {
        Rule::FieldCount => "struct field count differs".to_owned(),
        Rule::FieldNames => "struct fields differ".to_owned(),
        Rule::ParameterCount => "func arg count differs".to_owned(),
        Rule::Occurs => "directly in the same set".to_owned(),
        Rule::Constructor => {
            format!(
                "type error: {} != {}",
                kind(&clash.left),
                kind(&clash.right)
            )
        }
        // What else two types of mcl may differ in: whether a function says its result.
        other => other.reason().to_owned(),
    };
    Error::new(Code::Type, message)
        .with_path(path_into(a, &clash.path))
        .with_wanted(a)
        .with_found(b)
}
