//! The rules of unification.
//!
//! Unification is syntactic: the same constructor, the same details, the same number of parts. The
//! names and the order of fields are significant, as in mcl. The names of a function's parameters
//! are not; they are documentation.

use crate::types::{FuncType, Kind, NominalParam, Type};

/// The rule that two types violate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Types of different constructors are not equal.
    Constructor,
    /// Types with the same constructor are different if their details differ: bounds, sizes,
    /// constraints, values, names of nominal types, omitted parts of a function.
    Detail,
    /// Tuples, unions and nominal types need the same number of parts.
    PartCount,
    /// Objects need the same number of fields.
    FieldCount,
    /// Objects need the same fields in the same order.
    FieldNames,
    /// Functions need the same number of parameters.
    ParameterCount,
    /// No type contains itself.
    Occurs,
    /// A function accepts only calls that its rule accepts.
    Reported,
    /// A generalized variable represents every type and cannot be constrained.
    Generalized,
}

impl Rule {
    /// The rule in words, as a reason.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Rule::Constructor => "the types are of different kinds",
            Rule::Detail => "the types differ in a detail",
            Rule::PartCount => "the types have different numbers of parts",
            Rule::FieldCount => "the types have different numbers of fields",
            Rule::FieldNames => "the types have different fields",
            Rule::ParameterCount => "the functions take different numbers of arguments",
            Rule::Occurs => "the type would contain itself",
            Rule::Reported => "the function rejects the call",
            Rule::Generalized => {
                "a generalized variable represents every type and cannot be constrained"
            }
        }
    }
}

/// Checks whether two constructors agree. Their parts must then be unified in order; both have the
/// same number of parts.
pub(super) fn constructors_agree(a: &Type, b: &Type) -> Result<(), Rule> {
    use Kind::*;
    match (a.kind(), b.kind()) {
        (Any, Any) | (None, None) | (Number, Number) | (Set(_), Set(_)) => Ok(()),
        (Optional(_), Optional(_)) | (NotUndef(_), NotUndef(_)) => Ok(()),
        (Promise(_), Promise(_)) | (Output(_), Output(_)) => Ok(()),
        (Bool(a), Bool(b)) => detail(a == b),
        (Integer(a), Integer(b)) => detail(a == b),
        (Float(a), Float(b)) => detail(a == b),
        (String(a), String(b)) => detail(a == b),
        (Capsule(a), Capsule(b)) => detail(a.identity() == b.identity()),
        (Reference(a), Reference(b)) => detail(a == b),
        (Variable { .. }, Variable { .. }) => detail(a == b),
        (Meta(a), Meta(b)) => detail(a.is_some() == b.is_some()),
        (List { size: a, .. }, List { size: b, .. })
        | (Map { size: a, .. }, Map { size: b, .. }) => detail(a == b),
        (
            Tuple {
                elements: a,
                size: a_size,
            },
            Tuple {
                elements: b,
                size: b_size,
            },
        ) => {
            count(a.len() == b.len(), Rule::PartCount)?;
            detail(a_size == b_size)
        }
        (Union(a), Union(b)) => count(a.len() == b.len(), Rule::PartCount),
        (Object(a), Object(b)) => {
            count(a.len() == b.len(), Rule::FieldCount)?;
            let mut pairs = a.fields().iter().zip(b.fields());
            count(
                pairs.clone().all(|(a, b)| a.name() == b.name()),
                Rule::FieldNames,
            )?;
            detail(pairs.all(|(a, b)| a.is_optional() == b.is_optional()))
        }
        (Func(a), Func(b)) => functions(a, b),
        (Literal { value: a, .. }, Literal { value: b, .. }) => detail(a == b),
        (
            Enumeration {
                token: a,
                values: a_values,
                ..
            },
            Enumeration {
                token: b,
                values: b_values,
                ..
            },
        ) => detail(a == b && a_values == b_values),
        (Nominal(a), Nominal(b)) => {
            detail(a.dialect == b.dialect && a.name == b.name)?;
            count(a.params.len() == b.params.len(), Rule::PartCount)?;
            detail(same_params(&a.params, &b.params))
        }
        _ => Err(Rule::Constructor),
    }
}

fn detail(same: bool) -> Result<(), Rule> {
    count(same, Rule::Detail)
}

fn count(same: bool, rule: Rule) -> Result<(), Rule> {
    if same { Ok(()) } else { Err(rule) }
}

fn functions(a: &FuncType, b: &FuncType) -> Result<(), Rule> {
    match (&a.params, &b.params) {
        (None, None) => {}
        (Some(a), Some(b)) => {
            count(
                a.positional.len() == b.positional.len()
                    && a.variadic.is_some() == b.variadic.is_some(),
                Rule::ParameterCount,
            )?;
            detail(a.size == b.size)?;
        }
        _ => return Err(Rule::Detail),
    }
    let optional = |func: &FuncType| func.block.as_ref().map(|block| block.optional);
    detail(optional(a) == optional(b) && a.result.is_some() == b.result.is_some())
}

/// Whether parameters of nominal types agree, ignoring the types in them. The nesting is bounded by
/// the constructor of the type.
fn same_params(a: &[NominalParam], b: &[NominalParam]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_param(a, b))
}

fn same_param(a: &NominalParam, b: &NominalParam) -> bool {
    match (a, b) {
        (NominalParam::Type(_), NominalParam::Type(_)) => true,
        (NominalParam::List(a), NominalParam::List(b)) => same_params(a, b),
        (NominalParam::Map(a), NominalParam::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|((a, x), (b, y))| same_param(a, b) && same_param(x, y))
        }
        _ => a == b,
    }
}
