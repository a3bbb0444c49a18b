//! Shared traversal of the parts of types.

use polycty_core::types::{Field, Kind, Scalar, Str, StringConstraint, Type, TypeError};

/// Maps the parts of a tuple, a struct or a callable; `None` for any other type.
///
/// # Errors
/// Those of the mapping, and if the type would nest too deep.
pub(crate) fn map_parts(
    ty: &Type,
    each: &mut dyn FnMut(&Type) -> Result<Type, TypeError>,
) -> Option<Result<Type, TypeError>> {
    Some(match ty.kind() {
        Kind::Tuple { elements, size } => {
            let elements = elements.iter().map(each).collect::<Result<Vec<Type>, _>>();
            elements.and_then(|elements| match size {
                None => Type::tuple(elements),
                Some(size) => Type::sized_tuple(elements, *size),
            })
        }
        Kind::Object(object) => {
            let fields = object.fields().iter().map(|field| {
                let (name, ty) = (field.shared_name().clone(), each(field.ty())?);
                Ok(if field.is_optional() {
                    Field::optional(name, ty)
                } else {
                    Field::new(name, ty)
                })
            });
            let fields: Result<Vec<Field>, TypeError> = fields.collect();
            fields.and_then(Type::object)
        }
        Kind::Func(func) => func.map_types(each).and_then(Type::func),
        _ => return None,
    })
}

/// Returns the string of a type that has only one.
pub(crate) fn only_string(ty: &Type) -> Option<Str> {
    match ty.kind() {
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => Some(text.clone()),
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: false,
        }) => match &**values {
            [only] => Some(only.clone()),
            _ => None,
        },
        _ => None,
    }
}
