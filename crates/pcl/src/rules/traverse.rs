//! Traversal of types: the type of a part.
//!
//! A traversal makes one step at a time, by the shape of the type. A step that fails reports an
//! error and returns `dynamic`, and the traversal continues from there. A step into a deferred
//! value returns a deferred type. A step into a union is made into each member; it fails only if it
//! fails for all members.

use crate::rules::assignable::assignable;
use crate::rules::conversion::{Convertibility, conversion};
use crate::types::deferred::input;
use crate::types::format::line;
use crate::types::normal_form;
use crate::types::view::{self, PclType, shape};
use polycty_core::calls::Budget;
use polycty_core::number::Number;
use polycty_core::source::{Diagnostic, Reporter, Result, Severity};
use polycty_core::types::{MAX_DEPTH, ObjectType, Str, Type, TypeError};
use polycty_core::values::Value;
use std::sync::LazyLock;

/// One step into a value.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeStep {
    /// `.name`
    Attr(Str),
    /// `["key"]`
    Key(Str),
    /// `[0]`
    Position(Number),
    /// `[true]`
    Bool(bool),
    /// `[null]`
    Null,
    /// `[key]` with an unknown key of this type.
    Unknown(Type),
}

impl TypeStep {
    /// Returns the step `[key]`; for an unknown key, a step by its type.
    #[must_use]
    pub fn of_key(key: &Value) -> TypeStep {
        if key.is_null() {
            return TypeStep::Null;
        }
        if !key.is_known() {
            return TypeStep::Unknown(key.ty().clone());
        }
        if let Some(integer) = key.as_integer() {
            return TypeStep::Position(Number::from_integer(&integer));
        }
        match (key.as_str(), key.as_bool(), key.as_number()) {
            (Some(text), _, _) => TypeStep::Key(text.into()),
            (_, Some(value), _) => TypeStep::Bool(value),
            (_, _, Some(number)) => TypeStep::Position(number),
            _ => TypeStep::Unknown(key.ty().clone()),
        }
    }

    /// Returns the type of the key.
    fn key_type(&self) -> &Type {
        match self {
            TypeStep::Attr(_) | TypeStep::Key(_) => Type::string(),
            TypeStep::Position(_) => Type::number(),
            TypeStep::Bool(_) => Type::bool(),
            TypeStep::Null => Type::any(),
            TypeStep::Unknown(ty) => ty,
        }
    }

    /// Returns the key as the name of a property, if it is known.
    fn as_name(&self) -> Option<Str> {
        match self {
            TypeStep::Attr(name) | TypeStep::Key(name) => Some(name.clone()),
            TypeStep::Position(number) => Some(number.to_string().into()),
            TypeStep::Bool(value) => Some(value.to_string().into()),
            TypeStep::Null | TypeStep::Unknown(_) => None,
        }
    }
}

/// The result of a traversal.
#[derive(Clone, Debug)]
pub struct Traversed {
    /// The resulting type.
    pub ty: Type,
    /// Errors and warnings in order, without ranges.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the type after a step.
///
/// # Errors
/// Errors of the limits of types, and `Code::Limit` if a step follows too many definitions of
/// recursive types or the budget is exceeded.
pub fn traverse(ty: &Type, step: &TypeStep, budget: &Budget) -> Result<Traversed> {
    traverse_all(ty, std::slice::from_ref(step), budget)
}

/// Returns the type after several steps.
///
/// # Errors
/// The errors of [`traverse`].
pub fn traverse_all(ty: &Type, steps: &[TypeStep], budget: &Budget) -> Result<Traversed> {
    let mut diagnostics = Vec::new();
    let mut ty = ty.clone();
    for step in steps {
        ty = into(&ty, step, &mut diagnostics, &mut Followed::new(budget))?;
    }
    Ok(Traversed { ty, diagnostics })
}

/// Returns the input form of `number`.
pub(crate) fn number_input() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| primitive_input(Type::number()));
    &TYPE
}

/// Returns the input form of `string`.
pub(crate) fn string_input() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| primitive_input(Type::string()));
    &TYPE
}

/// Returns the input form of `bool`.
pub(crate) fn bool_input() -> &'static Type {
    static TYPE: LazyLock<Type> = LazyLock::new(|| primitive_input(Type::bool()));
    &TYPE
}

/// The input form of a primitive type never exceeds the limits of types.
fn primitive_input(ty: &Type) -> Type {
    input(ty).unwrap_or_else(|_| ty.clone())
}

/// Returns an error. The name is the second part of its identifier.
fn error(name: &'static str, summary: impl Into<String>) -> Diagnostic {
    Reporter::Pcl.error(summary, "").with_name(name)
}

/// The definitions of recursive types that a step has followed.
///
/// A host can create chains of definitions of any length, with an exponential number of paths.
struct Followed<'b> {
    budget: &'b Budget,
    /// The number of definitions on the current path.
    open: u32,
    /// The total number of definitions.
    count: u32,
}

/// The maximum number of definitions that one step follows.
const MAX_FOLLOWED: u32 = 1 << 12;

impl Followed<'_> {
    fn new(budget: &Budget) -> Followed<'_> {
        Followed {
            budget,
            open: 0,
            count: 0,
        }
    }

    fn enter(&mut self) -> Result<()> {
        self.budget.charge(1)?;
        if self.open == MAX_DEPTH {
            return Err(TypeError::TooDeep.into());
        }
        if self.count == MAX_FOLLOWED {
            return Err(TypeError::TooLarge.into());
        }
        self.open += 1;
        self.count += 1;
        Ok(())
    }
}

fn into(
    ty: &Type,
    step: &TypeStep,
    out: &mut Vec<Diagnostic>,
    followed: &mut Followed<'_>,
) -> Result<Type> {
    let PclType::Recursive(_) = shape(ty) else {
        return into_unfolded(ty, ty, step, out, followed);
    };
    let unfolded = view::unfolded(ty).ok_or(TypeError::ReleasedGroup)?;
    followed.enter()?;
    let found = into_unfolded(ty, &unfolded, step, out, followed);
    followed.open -= 1;
    found
}

/// Makes a step into a type whose definition is `unfolded`.
fn into_unfolded(
    ty: &Type,
    unfolded: &Type,
    step: &TypeStep,
    out: &mut Vec<Diagnostic>,
    followed: &mut Followed<'_>,
) -> Result<Type> {
    let refuse = |out: &mut Vec<Diagnostic>, summary: String| {
        out.push(error("not-traversable", summary));
        Ok(Type::any().clone())
    };
    match shape(unfolded) {
        PclType::Dynamic => Ok(ty.clone()),
        PclType::None => {
            let warning = Reporter::Pcl.warning("cannot traverse value of type none", "");
            out.push(warning.with_name("not-traversable"));
            Ok(ty.clone())
        }
        PclType::List(element) => {
            if conversion(step.key_type(), number_input(), followed.budget)? == Convertibility::None
            {
                out.push(error("invalid-index", "list indices must be numbers"));
            }
            Ok(element.clone())
        }
        PclType::Map(element) => {
            if conversion(step.key_type(), string_input(), followed.budget)? == Convertibility::None
            {
                out.push(error("invalid-index", "map keys must be strings"));
            }
            Ok(element.clone())
        }
        PclType::Tuple(elements) => tuple(elements, step, out, followed.budget),
        PclType::Object(object) => property(object, step, out, followed.budget),
        PclType::Const(inner, _) => into(inner, step, out, followed),
        PclType::Enum { .. } => Ok(ty.clone()),
        PclType::Promise(inner) => Ok(normal_form::promise(into(inner, step, out, followed)?)?),
        PclType::Output(inner) => Ok(normal_form::output(into(inner, step, out, followed)?)?),
        PclType::Union(members) => union(unfolded, members, step, out, followed),
        PclType::Bool
        | PclType::Int
        | PclType::Number
        | PclType::String
        | PclType::Id
        | PclType::Opaque(_)
        | PclType::Set(_)
        | PclType::Foreign
        | PclType::Recursive(_) => {
            refuse(out, format!("cannot traverse value of type {}", line(ty)))
        }
    }
}

fn tuple(
    elements: &[Type],
    step: &TypeStep,
    out: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Result<Type> {
    let takes = assignable(step.key_type(), number_input(), budget)?;
    let number = match step {
        _ if !takes => None,
        TypeStep::Unknown(_) => return Ok(normal_form::union(elements.iter().cloned())?),
        TypeStep::Position(number) if number.is_integer() => Some(number),
        _ => None,
    };
    let Some(number) = number else {
        out.push(error("invalid-index", "tuple indices must be integers"));
        return Ok(Type::any().clone());
    };
    let found = number
        .to_u64()
        .and_then(|at| elements.get(usize::try_from(at).ok()?));
    Ok(match found {
        Some(element) => element.clone(),
        None => {
            let summary = format!("tuple index must be between 0 and {}", elements.len());
            out.push(error("invalid-index", summary));
            Type::any().clone()
        }
    })
}

fn property(
    object: &ObjectType,
    step: &TypeStep,
    out: &mut Vec<Diagnostic>,
    budget: &Budget,
) -> Result<Type> {
    let takes = conversion(step.key_type(), string_input(), budget)? != Convertibility::None;
    if let (true, TypeStep::Unknown(_)) = (takes, step) {
        let types = object.fields().iter().map(|field| field.ty().clone());
        return Ok(normal_form::union(types)?);
    }
    let Some(name) = step.as_name().filter(|_| takes) else {
        out.push(error("invalid-index", "object properties must be strings"));
        return Ok(Type::any().clone());
    };
    if let Some(field) = object.get(&name) {
        return Ok(field.ty().clone());
    }
    if let Some(field) = object
        .sorted_fields()
        .find(|field| same_but_for_case(field.name(), &name))
    {
        let detail = format!("Matched {name} with {}", field.name());
        let warning = Reporter::Pcl.warning("Found matching case-insensitive property", detail);
        out.push(warning.with_name("property-of-another-case"));
        return Ok(field.ty().clone());
    }
    let names: Vec<&str> = object.sorted_fields().map(|field| field.name()).collect();
    let summary = format!("unknown property '{name}' among [{}]", names.join(" "));
    out.push(error("unknown-property", summary));
    Ok(Type::any().clone())
}

/// Returns whether two names differ at most in the case of letters.
fn same_but_for_case(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
        || a.chars()
            .flat_map(char::to_lowercase)
            .eq(b.chars().flat_map(char::to_lowercase))
}

fn union(
    ty: &Type,
    members: &[Type],
    step: &TypeStep,
    out: &mut Vec<Diagnostic>,
    followed: &mut Followed<'_>,
) -> Result<Type> {
    let mut found = Vec::new();
    let mut all = Vec::new();
    for member in members {
        if matches!(shape(member), PclType::None) {
            found.push(member.clone());
            continue;
        }
        let before = all.len();
        let next = into(member, step, &mut all, followed)?;
        let refused = all[before..]
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        if !refused {
            found.push(next);
        }
    }
    // `none` alone is not a result, even if it is the result of a step.
    if found
        .iter()
        .all(|next| matches!(shape(next), PclType::None))
        && found.len() < 2
    {
        out.append(&mut all);
        let summary = format!("cannot traverse value of type {}", line(ty));
        out.push(error("not-traversable", summary));
        return Ok(Type::any().clone());
    }
    Ok(normal_form::union(found)?)
}
