//! Friendly names: the names of types in messages.
//!
//! The names of cty's types are those of go-cty's `FriendlyName`, such as "list of string". Objects
//! and tuples are just "object" and "tuple", since their parts are too long for a sentence. As a
//! constraint, `any` is "any type", or "any single type" as the element of a collection. The other
//! constructors are named in the same manner.

use super::{IntegerRange, Kind, Reference, Scalar, SizeRange, StringConstraint, Type};
use crate::text::Quoted;
use std::fmt::{Display, Write};

impl Type {
    /// The name of the type, such as "map of list of string" or "dynamic".
    #[must_use]
    pub fn friendly_name(&self) -> String {
        self.name(Naming::Type)
    }

    /// The name of the type as a constraint on values: "any type" in place of "dynamic".
    #[must_use]
    pub fn friendly_name_for_constraint(&self) -> String {
        self.name(Naming::Constraint)
    }

    fn name(&self, naming: Naming) -> String {
        let mut out = String::new();
        write_name(self, naming, UnionContext::TopLevel, &mut out);
        out
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Type,
    Constraint,
}

/// The members of a union are listed only if it is not within a different union, so that the length
/// of a name is proportional to the depth of the type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnionContext {
    TopLevel,
    InUnion,
}

/// The maximum number of members of a union or an enumeration that a name lists.
const MEMBERS: usize = 8;

fn write_name(ty: &Type, naming: Naming, context: UnionContext, out: &mut String) {
    match ty.kind() {
        Kind::Any if naming == Naming::Constraint => out.push_str("any type"),
        Kind::Any => out.push_str("dynamic"),
        Kind::None => out.push_str("none"),
        Kind::Bool(None) => out.push_str("bool"),
        Kind::Bool(Some(value)) => append(out, format_args!("bool {value}")),
        Kind::Number => out.push_str("number"),
        Kind::Integer(range) => write_integer(range, out),
        Kind::Float(range) => {
            out.push_str("float");
            write_bounds(range.min, range.max, out);
        }
        Kind::String(constraint) => write_string(constraint, out),
        Kind::List { element, size } => {
            write_element("list of ", element, naming, context, out);
            write_size(*size, out);
        }
        Kind::Set(element) => write_element("set of ", element, naming, context, out),
        Kind::Map { element, size, .. } => {
            write_element("map of ", element, naming, context, out);
            write_size(*size, out);
        }
        Kind::Tuple { .. } => out.push_str("tuple"),
        Kind::Object(_) => out.push_str("object"),
        Kind::Func(_) => out.push_str("function"),
        Kind::Union(_) if context == UnionContext::InUnion => out.push_str("union"),
        Kind::Union(members) => {
            out.push_str("union of ");
            write_list(members, out, |member, out| {
                write_name(member, naming, UnionContext::InUnion, out);
            });
        }
        Kind::Optional(inner) => write_part("optional ", inner, naming, context, out),
        Kind::NotUndef(inner) => write_part("defined ", inner, naming, context, out),
        Kind::Promise(inner) => write_part("promise of ", inner, naming, context, out),
        Kind::Output(inner) => write_part("output of ", inner, naming, context, out),
        Kind::Literal { value, .. } => {
            out.push_str("literal ");
            write_scalar(value, out);
        }
        Kind::Enumeration { token, .. } => append(out, format_args!("enumeration {token}")),
        Kind::Capsule(capsule) => out.push_str(capsule.name()),
        Kind::Meta(None) => out.push_str("type"),
        Kind::Meta(Some(inner)) => write_part("type of ", inner, naming, context, out),
        Kind::Variable { id, .. } => append(out, format_args!("type variable {id}")),
        Kind::Reference(reference) => out.push_str(&reference_name(reference)),
        Kind::Nominal(nominal) => out.push_str(&nominal.name),
    }
}

fn write_element(
    prefix: &str,
    element: &Type,
    naming: Naming,
    context: UnionContext,
    out: &mut String,
) {
    if naming == Naming::Constraint && element.is_any() {
        out.push_str(prefix);
        out.push_str("any single type");
    } else {
        write_part(prefix, element, naming, context, out);
    }
}

fn write_part(prefix: &str, part: &Type, naming: Naming, context: UnionContext, out: &mut String) {
    out.push_str(prefix);
    write_name(part, naming, context, out);
}

fn write_integer(range: &IntegerRange, out: &mut String) {
    out.push_str("integer");
    write_bounds(range.min.as_ref(), range.max.as_ref(), out);
}

fn write_bounds<T: Display>(min: Option<T>, max: Option<T>, out: &mut String) {
    match (min, max) {
        (None, None) => {}
        (Some(min), None) => append(out, format_args!(" of at least {min}")),
        (None, Some(max)) => append(out, format_args!(" of at most {max}")),
        (Some(min), Some(max)) => append(out, format_args!(" from {min} to {max}")),
    }
}

fn write_size(size: Option<SizeRange>, out: &mut String) {
    match size {
        None => {}
        Some(SizeRange { min, max: None }) => {
            append(out, format_args!(" with at least {min} elements"));
        }
        Some(SizeRange {
            min,
            max: Some(max),
        }) => append(out, format_args!(" with {min} to {max} elements")),
    }
}

fn write_string(constraint: &StringConstraint, out: &mut String) {
    out.push_str("string");
    match constraint {
        StringConstraint::Plain => {}
        StringConstraint::Length(size) => {
            out.push_str(" of length");
            write_bounds(Some(size.min).filter(|_| size.max.is_some()), size.max, out);
            if size.max.is_none() {
                append(out, format_args!(" at least {}", size.min));
            }
        }
        StringConstraint::Enumeration { values, .. } => {
            out.push_str(" of ");
            write_list(values, out, |value, out| {
                append(out, format_args!("{}", Quoted(value)));
            });
        }
        StringConstraint::Patterns(_) => out.push_str(" of a pattern"),
    }
}

/// "a", "a or b", "a, b or c", "a, b or 7 others".
fn write_list<T>(items: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    let shown = if items.len() > MEMBERS {
        MEMBERS - 1
    } else {
        items.len()
    };
    for (at, item) in items[..shown].iter().enumerate() {
        if at > 0 {
            out.push_str(if at + 1 == items.len() { " or " } else { ", " });
        }
        write(item, out);
    }
    if shown < items.len() {
        append(out, format_args!(" or {} others", items.len() - shown));
    }
}

fn write_scalar(value: &Scalar, out: &mut String) {
    match value {
        Scalar::Bool(value) => append(out, format_args!("{value}")),
        Scalar::Number(value) => append(out, format_args!("{value}")),
        Scalar::Integer(value) => append(out, format_args!("{value}")),
        Scalar::Double(value) => append(out, format_args!("{value:?}")),
        Scalar::String(value) => append(out, format_args!("{}", Quoted(value))),
    }
}

fn reference_name(reference: &Reference) -> String {
    reference.name().map_or_else(
        || String::from("type of a released group"),
        |name| name.to_string(),
    )
}

fn append(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use crate::number::Integer;
    use crate::types::{IntegerRange, SizeRange, StringConstraint, Type};

    #[test]
    fn the_name_of_any_depends_on_the_context() {
        let ty = Type::list(Type::set(Type::any().clone()).unwrap()).unwrap();
        assert_eq!(ty.friendly_name(), "list of set of dynamic");
        assert_eq!(
            ty.friendly_name_for_constraint(),
            "list of set of any single type"
        );
        assert_eq!(Type::any().friendly_name_for_constraint(), "any type");
    }

    #[test]
    fn names_beyond_cty() {
        let range = IntegerRange {
            min: Some(Integer::from(1_i64)),
            max: Some(Integer::from(5_i64)),
        };
        let integer = Type::integer_range(range).unwrap();
        let union = Type::union([
            Type::bool().clone(),
            Type::promise(Type::string().clone()).unwrap(),
            integer,
        ])
        .unwrap();
        assert_eq!(
            union.friendly_name(),
            "union of bool, promise of string or integer from 1 to 5"
        );
        let nested = Type::union([union.clone(), Type::none().clone()]).unwrap();
        assert_eq!(nested.friendly_name(), "union of union or none");
        let length = |min, max| {
            Type::string_constraint(StringConstraint::Length(SizeRange { min, max }))
                .unwrap()
                .friendly_name()
        };
        assert_eq!(length(1, Some(3)), "string of length from 1 to 3");
        assert_eq!(length(1, None), "string of length at least 1");
    }

    #[test]
    fn long_unions_are_cut() {
        let members: Vec<Type> = (0..10_i64)
            .map(|at| {
                Type::integer_range(IntegerRange {
                    min: Some(Integer::from(at)),
                    max: None,
                })
                .unwrap()
            })
            .collect();
        assert!(
            Type::union(members)
                .unwrap()
                .friendly_name()
                .ends_with("integer of at least 6 or 3 others")
        );
    }
}
