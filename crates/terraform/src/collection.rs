//! Functions of collections that cty does not have or defines differently.

use crate::own::{Own, own, standard};
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature};
use polycty_core::dialect::Safety;
use polycty_core::source::{Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::functions::define::{
    any, collection, convert, list_of_strings, makes_elements, never_null, refused, string, text,
    whole,
};
use polycty_hcl::functions::{Cost, Function, ReturnType, length as cty_length};
use polycty_hcl::unify;
use std::collections::BTreeMap;

pub(crate) fn functions() -> Vec<Own> {
    vec![
        own(
            "alltrue",
            Cost::Linear,
            of_bools("Returns whether all elements are true.", all_true),
        ),
        own(
            "anytrue",
            Cost::Linear,
            of_bools("Returns whether at least one element is true.", any_true),
        ),
        own("coalesce", Cost::Constant, coalesce()),
        own("element", Cost::Constant, element()),
        own("index", Cost::Linear, index()),
        own("length", Cost::Constant, length()),
        own("lookup", Cost::Key, lookup()),
        own("matchkeys", Cost::Own, match_keys()),
        own("one", Cost::Constant, one()),
        own("sum", Cost::Linear, sum()),
        own("transpose", Cost::Linear, transpose()),
    ]
}

fn about(description: &str) -> Signature {
    Signature::new().describe(description)
}

/// A parameter of a list with any type of elements.
fn list_of_any(name: &str) -> Parameter {
    Parameter::new(name, collection(Type::list, Type::any()))
}

fn of_bools(description: &str, answer: fn(&[Value]) -> Option<bool>) -> Function {
    let list = Parameter::new("list", collection(Type::list, Type::bool()));
    Function::new(
        never_null(about(description).parameter(list)),
        Type::bool().clone(),
        move |args: &[&Value], _: &Call<'_>| {
            Ok(match answer(args[0].parts().unwrap_or_default()) {
                Some(answer) => Value::bool(answer),
                None => Value::unknown(Type::bool().clone()),
            })
        },
    )
}

/// A null is not true. Elements after the first unknown one have no effect.
fn all_true(elements: &[Value]) -> Option<bool> {
    for element in elements {
        if !element.is_known() {
            return None;
        }
        if element.as_bool() != Some(true) {
            return Some(false);
        }
    }
    Some(true)
}

fn any_true(elements: &[Value]) -> Option<bool> {
    if elements
        .iter()
        .any(|element| element.as_bool() == Some(true))
    {
        return Some(true);
    }
    elements.iter().all(Value::is_known).then_some(false)
}

fn coalesce() -> Function {
    let unified = |args: &[&Value], budget: &Budget| {
        let nodes = args.iter().map(|arg| u64::from(arg.ty().size()));
        budget.charge(nodes.sum())?;
        let types = args.iter().map(|arg| arg.ty());
        unify(types, Safety::Unsafe)
            .map(|unified| unified.ty)
            .ok_or_else(|| refused("all arguments must have the same type"))
    };
    Function::new(
        about("Returns the first argument that is neither null nor an empty string.")
            .variadic(any("vals", "").allow(Allow::NULL | Allow::UNKNOWN | Allow::DYNAMIC)),
        ReturnType::found_within(unified),
        |args: &[&Value], call: &Call<'_>| {
            for arg in args {
                let value = convert(arg, call.returns, call.budget)?;
                if !value.is_known() {
                    return Ok(Value::unknown(call.returns.clone()));
                }
                if !value.is_null() && value.as_str() != Some("") {
                    return Ok(value);
                }
            }
            Err(refused("no non-null, non-empty-string arguments"))
        },
    )
}

/// cty's `element`, except that negative indexes of tuples before the first element are errors,
/// because Terraform's own version of the function fails for them.
fn element() -> Function {
    let of_cty = standard("element");
    let signature = about(of_cty.signature().description())
        .parameter(any("list", "").allow(Allow::MARKED))
        .parameter(Parameter::new("index", Type::number().clone()));
    let inside = |args: &[&Value]| {
        let list = args[0].unmarked();
        if list.ty().is_tuple()
            && args[1].is_known()
            && let (Ok(length), Ok(index)) = (list.length_int(), whole(args[1]))
            && index < 0
            && length > 0
            && index % length as i64 != 0
        {
            let message = format!(
                "a negative index of a tuple must be a multiple of its length, found {index}"
            );
            return Err(refused(message).quoting(Quotes::Argument(1)));
        }
        Ok(())
    };
    let returns = ReturnType::found_within(move |args: &[&Value], budget| {
        inside(args)?;
        of_cty.return_type_within(args, budget)
    });
    Function::new(
        signature,
        returns,
        move |args: &[&Value], call: &Call<'_>| {
            inside(args)?;
            of_cty.call_within(args, call.budget)
        },
    )
}

fn index() -> Function {
    Function::new(
        about("Returns the index of the first element that equals a value.")
            .parameter(any("list", ""))
            .parameter(any("value", "")),
        Type::number().clone(),
        |args: &[&Value], _: &Call<'_>| {
            if !args[0].ty().is_list() && !args[0].ty().is_tuple() {
                return Err(refused("argument must be a list or tuple"));
            }
            let elements = args[0].parts().unwrap_or_default();
            if elements.is_empty() {
                return Err(refused("cannot search an empty list"));
            }
            for (at, element) in elements.iter().enumerate() {
                let equal = element.equals(args[1])?;
                match equal.unmarked().as_bool() {
                    None => return Ok(Value::unknown(Type::number().clone())),
                    Some(true) => return Ok(Value::from_u64(at as u64)),
                    Some(false) => {}
                }
            }
            Err(refused("item not found"))
        },
    )
}

/// `length`, also of strings, objects and tuples.
fn length() -> Function {
    let strlen = standard("strlen");
    Function::new(
        never_null(
            about("Returns the number of elements or characters.")
                .parameter(any("value", "").allow(Allow::UNKNOWN | Allow::DYNAMIC | Allow::MARKED)),
        ),
        ReturnType::found(|args| match args[0].ty() {
            ty if ty.is_number() || ty.is_bool() || ty.is_capsule() => Err(refused(
                "argument must be a string, a collection type, or a structural type",
            )),
            _ => Ok(Type::number().clone()),
        }),
        move |args: &[&Value], call: &Call<'_>| {
            let value = args[0].unmarked();
            let length = match value.ty() {
                ty if ty.is_any() => Value::unknown(Type::number().clone()),
                ty if ty.is_string() => strlen.call_within(&[value], call.budget)?.into_value(),
                ty if ty.is_object() => Value::from_u64(ty.fields().len() as u64),
                _ => cty_length(value)?,
            };
            Ok(length.with_marks(&args[0].marks()))
        },
    )
}

fn lookup() -> Function {
    let signature = about("Returns the element with a key, or a default if there is none.")
        .parameter(any("inputMap", "").allow(Allow::MARKED))
        .parameter(string("key", "").allow(Allow::MARKED))
        .variadic(any("default", "").allow(Allow::ALL));
    let returns = ReturnType::found_within(|args: &[&Value], budget| {
        if args.len() > 3 {
            let message = format!("lookup() takes two or three arguments, got {}", args.len());
            return Err(refused(message));
        }
        let (ty, default) = (args[0].ty(), args.get(2));
        if let Some(object) = ty.as_object() {
            let Some(key) = args[1].unmarked().as_str() else {
                return Ok(Type::any().clone());
            };
            return match (object.get(key), default) {
                (Some(field), _) => Ok(field.ty().clone()),
                (None, Some(default)) => Ok(default.ty().clone()),
                (None, None) => {
                    let message = format!("the given object has no attribute {}", Quoted(key));
                    Err(refused(message)
                        .with_argument(0)
                        .quoting(Quotes::Argument(1)))
                }
            };
        }
        let Some(element) = ty.element().filter(|_| ty.is_map()) else {
            return Err(refused("lookup() requires a map as the first argument").with_argument(0));
        };
        if let Some(default) = default {
            convert(default, element, budget).map_err(|error| {
                if error.code().is_refusal() {
                    error
                } else {
                    refused("the default value must have the same type as the map elements")
                        .with_argument(2)
                }
            })?;
        }
        Ok(element.clone())
    });
    Function::new(signature, returns, |args: &[&Value], call: &Call<'_>| {
        let marks = args[0].marks().union(&args[1].marks());
        let (mapping, key) = (args[0].unmarked(), text(args[1].unmarked())?);
        if !mapping.is_wholly_known() {
            return Ok(Value::unknown(call.returns.clone()).with_marks(&marks));
        }
        let found = mapping.attribute(key).or_else(|| mapping.element(key));
        let result = match (found, args.get(2)) {
            (Some(found), _) => found.clone(),
            (None, Some(default)) => convert(default, call.returns, call.budget)?,
            (None, None) => {
                let key = if args[1].is_marked() {
                    crate::sensitive::WITHHELD.to_owned()
                } else {
                    Quoted(key).to_string()
                };
                return Err(refused(format!("lookup failed to find key {key}")));
            }
        };
        Ok(result.with_marks(&marks))
    })
}

fn match_keys() -> Function {
    let common = |keys: &Value, searched: &Value| {
        unify([keys.ty(), searched.ty()], Safety::Unsafe)
            .map(|unified| unified.ty)
            .ok_or_else(|| refused("keys and searchset must be of the same type"))
    };
    Function::new(
        about("Returns the elements of a list whose keys are in a set.")
            .parameter(list_of_any("values"))
            .parameter(list_of_any("keys"))
            .parameter(list_of_any("searchset")),
        ReturnType::found(move |args| {
            common(args[1], args[2])?;
            Ok(args[0].ty().clone())
        }),
        move |args: &[&Value], call: &Call<'_>| {
            let ty = common(args[1], args[2])?;
            let values = args[0].parts().unwrap_or_default();
            if values.len() != args[1].part_count().unwrap_or_default() {
                return Err(refused("length of keys and values should be equal"));
            }
            let keys = convert(args[1], &ty, call.budget)?;
            let searched = convert(args[2], &ty, call.budget)?;
            let element = call.returns.element().unwrap_or(Type::any());
            let searched_parts = searched.parts().unwrap_or_default();
            if searched_parts.is_empty() {
                return Value::list_of(element, Vec::new());
            }
            if !args[0].is_wholly_known() || !keys.is_wholly_known() {
                return Ok(Value::unknown(call.returns.clone()));
            }
            let mut found = Vec::new();
            for (key, value) in keys.parts().unwrap_or_default().iter().zip(values) {
                for wanted in searched_parts {
                    // The comparison visits at most the size of the smaller value.
                    call.budget.charge(key.size().min(wanted.size()).into())?;
                    let equal = key.equals(wanted)?;
                    match equal.as_bool() {
                        None => return Ok(Value::unknown(call.returns.clone())),
                        Some(true) => {
                            found.push(value.clone());
                            break;
                        }
                        Some(false) => {}
                    }
                }
            }
            makes_elements(found.len(), call)?;
            Value::list_of(element, found)
        },
    )
}

fn one() -> Function {
    let several = || {
        refused("must be a list, set, or tuple value with either zero or one elements")
            .with_argument(0)
    };
    Function::new(
        about("Returns the only element of a collection, or null if it is empty.")
            .parameter(any("list", "")),
        ReturnType::found(move |args| {
            let ty = args[0].ty();
            match (ty.elements(), ty.element()) {
                (Some([]), _) => Ok(Type::any().clone()),
                (Some([only]), _) => Ok(only.clone()),
                (None, Some(element)) if ty.is_list() || ty.is_set() => Ok(element.clone()),
                _ => Err(several()),
            }
        }),
        move |args: &[&Value], call: &Call<'_>| match args[0].parts() {
            Some([]) => Ok(Value::null(call.returns.clone())),
            Some([only]) => Ok(only.clone()),
            _ => Err(several()),
        },
    )
}

fn sum() -> Function {
    let wrong = |message: &str| refused(message).with_argument(0);
    let number = move |value: &Value, call: &Call<'_>| -> Result<Value> {
        let no_number = || wrong("argument must be list, set, or tuple of number values");
        let converted = convert(value, Type::number(), call.budget);
        match converted {
            Ok(number) if !number.is_null() => Ok(number),
            Err(error) if error.code().is_refusal() => Err(error),
            _ => Err(no_number()),
        }
    };
    Function::new(
        about("Returns the sum of numbers.").parameter(any("list", "")),
        Type::number().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            let (value, ty) = (args[0], args[0].ty());
            if !value.can_iterate_elements() {
                return Err(wrong("cannot sum noniterable"));
            }
            if value.part_count() == Some(0) {
                return Err(wrong("cannot sum an empty list"));
            }
            if !(ty.is_list() || ty.is_set() || ty.is_tuple()) {
                let received = ty.friendly_name();
                return Err(wrong(&format!(
                    "argument must be list, set, or tuple. Received {received}"
                )));
            }
            if !value.is_wholly_known() {
                return Ok(Value::unknown(Type::number().clone()));
            }
            let mut parts = value.parts().unwrap_or_default().iter();
            let Some(first) = parts.next() else {
                return Err(wrong("cannot sum an empty list"));
            };
            let first = number(first, call)?;
            parts.try_fold(first, |sum, part| sum.add(&number(part, call)?))
        },
    )
}

fn transpose() -> Function {
    let ty = collection(Type::map, list_of_strings());
    let returns = ty.clone();
    Function::new(
        never_null(
            about("Swaps the keys and the values of a map of lists of strings.")
                .parameter(Parameter::new("values", ty)),
        ),
        returns,
        |args: &[&Value], call: &Call<'_>| {
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(call.returns.clone()));
            }
            let mut turned: BTreeMap<Str, Vec<Value>> = BTreeMap::new();
            for entry in args[0].entries().unwrap_or_default() {
                let list = entry.value();
                if list.is_null() {
                    return Err(refused("input must not contain null list"));
                }
                for element in list.parts().unwrap_or_default() {
                    let null = || refused("input list must not contain null string");
                    let name = element.as_str().ok_or_else(null)?;
                    makes_elements(1, call)?;
                    turned
                        .entry(name.into())
                        .or_default()
                        .push(entry.key().clone());
                }
            }
            let entries: Result<Vec<(Value, Value)>> = turned
                .into_iter()
                .map(|(name, keys)| {
                    let list = Value::list_of(Type::string(), keys)?;
                    Ok((Value::nfc_string(&name), list))
                })
                .collect();
            Value::map_of(list_of_strings(), entries?)
        },
    )
}
