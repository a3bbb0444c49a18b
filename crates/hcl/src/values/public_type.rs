//! Types without the structure of marked values.
//!
//! The attribute names of an object and the length of a tuple are data: if the value is marked,
//! its type must not show them.

use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

/// The type of a value, with `any` in place of the type of each marked part that has attributes
/// or a length.
///
/// ```
/// use polycty_core::values::Value;
/// use polycty_hcl::{format_type, public_type};
/// let secret = Value::object([("key".into(), Value::from_i64(1))]).unwrap().mark("sensitive");
/// let parts = [("a".into(), secret), ("b".into(), Value::string("x").mark("sensitive"))];
/// let value = Value::object(parts).unwrap();
/// let ty = public_type(&value);
/// assert_eq!(format_type(&ty).unwrap(), "object({a=any,b=string})");
/// ```
#[must_use]
pub fn public_type(value: &Value) -> Type {
    if !value.contains_marked() {
        return value.ty().clone();
    }
    let public: Result<Value> = value.transform(&mut |_, part| {
        Ok(if part.is_marked() && has_structure(part.ty()) {
            Value::unknown(Type::any().clone())
        } else {
            part
        })
    });
    match public {
        Ok(public) => public.ty().clone(),
        // The elements of a collection do not have one type any more.
        Err(_) => Type::any().clone(),
    }
}

/// Whether a type is more than a primitive type or collections of one.
fn has_structure(ty: &Type) -> bool {
    let mut ty = ty;
    while let Some(element) = ty.element().filter(|_| ty.is_collection()) {
        ty = element;
    }
    !ty.is_primitive() && !ty.is_any()
}
