//! Values in templates, with Go's types.
//!
//! A struct is a map whose keys are the names of its fields with a capital first letter. Maps with
//! string keys and lists of compound values hold values of any type; a list of simple values holds
//! values of its element type.

use crate::types::view::MclType;
use crate::values::access::shape_of;
use crate::values::order::entries_in_order;
use polycty_core::sort::sort_by;
use polycty_core::text::case::simple_title;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

/// A value of a Go type.
#[derive(Clone, Debug)]
pub(super) enum GoValue {
    /// No value (nil).
    Nil,
    Bool(bool),
    Int(i64, Width),
    Float(f64),
    Text(Rc<str>),
    List(Rc<List>),
    Map(Rc<Map>),
    /// Fields by name. Only keys of maps are structs.
    Struct(Rc<[(Box<str>, GoValue)]>),
}

/// Go's integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Int,
    Int64,
    Byte,
}

#[derive(Debug)]
pub(super) struct List {
    pub(super) element: GoType,
    pub(super) items: Vec<GoValue>,
}

#[derive(Debug)]
pub(super) struct Map {
    pub(super) key: GoType,
    pub(super) element: GoType,
    /// The entries in the order of the keys.
    pub(super) entries: Vec<(GoValue, GoValue)>,
}

/// A Go type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GoType {
    Bool,
    Int(Width),
    Float,
    Text,
    Any,
    List(Rc<GoType>),
    Map(Rc<(GoType, GoType)>),
    Struct(Rc<[(Box<str>, GoType)]>),
}

impl fmt::Display for GoType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoType::Bool => f.write_str("bool"),
            GoType::Int(Width::Int) => f.write_str("int"),
            GoType::Int(Width::Int64) => f.write_str("int64"),
            GoType::Int(Width::Byte) => f.write_str("uint8"),
            GoType::Float => f.write_str("float64"),
            GoType::Text => f.write_str("string"),
            GoType::Any => f.write_str("interface {}"),
            GoType::List(element) => write!(f, "[]{element}"),
            GoType::Map(types) => write!(f, "map[{}]{}", types.0, types.1),
            GoType::Struct(fields) if fields.is_empty() => f.write_str("struct {}"),
            GoType::Struct(fields) => {
                f.write_str("struct {")?;
                for (at, (name, ty)) in fields.iter().enumerate() {
                    write!(f, "{} {name} {ty}", if at > 0 { ";" } else { "" })?;
                }
                f.write_str(" }")
            }
        }
    }
}

impl GoValue {
    pub(super) fn text(text: &str) -> GoValue {
        GoValue::Text(text.into())
    }

    /// Returns the type; nil has none.
    pub(super) fn ty(&self) -> Option<GoType> {
        Some(match self {
            GoValue::Nil => return None,
            GoValue::Bool(_) => GoType::Bool,
            GoValue::Int(_, width) => GoType::Int(*width),
            GoValue::Float(_) => GoType::Float,
            GoValue::Text(_) => GoType::Text,
            GoValue::List(list) => GoType::List(Rc::new(list.element.clone())),
            GoValue::Map(map) => GoType::Map(Rc::new((map.key.clone(), map.element.clone()))),
            GoValue::Struct(fields) => {
                let ty = |go_value: &GoValue| go_value.ty().unwrap_or(GoType::Any);
                GoType::Struct(
                    fields
                        .iter()
                        .map(|(name, field)| (name.clone(), ty(field)))
                        .collect(),
                )
            }
        })
    }

    /// Returns whether the value is true in a condition.
    pub(super) fn truth(&self) -> bool {
        match self {
            GoValue::Nil => false,
            GoValue::Bool(flag) => *flag,
            GoValue::Int(int, _) => *int != 0,
            GoValue::Float(float) => *float != 0.0,
            GoValue::Text(text) => !text.is_empty(),
            GoValue::List(list) => !list.items.is_empty(),
            GoValue::Map(map) => !map.entries.is_empty(),
            GoValue::Struct(_) => true,
        }
    }
}

/// A value and its static type: its own type or any.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) go_value: GoValue,
    pub(super) any: bool,
}

impl Operand {
    pub(super) fn own(go_value: GoValue) -> Operand {
        Operand {
            go_value,
            any: false,
        }
    }

    /// Returns a part of a container with this element type.
    pub(super) fn of(go_value: &GoValue, element: &GoType) -> Operand {
        Operand {
            go_value: go_value.clone(),
            any: *element == GoType::Any,
        }
    }

    /// Returns the type for messages; nil has none.
    pub(super) fn ty(&self) -> Option<GoType> {
        if self.any {
            Some(GoType::Any)
        } else {
            self.go_value.ty()
        }
    }
}

/// Converts an mcl value for a template.
pub(super) fn of_value(value: &Value) -> Result<GoValue, String> {
    match shape_of(value) {
        Some(MclType::Bool | MclType::Str | MclType::Int | MclType::Float) => Ok(concrete(value)),
        Some(MclType::List(_)) if reflects(value.ty()) => Ok(concrete(value)),
        Some(MclType::List(_)) => {
            let items: Result<_, String> = value
                .parts()
                .unwrap_or_default()
                .iter()
                .map(of_value)
                .collect();
            Ok(GoValue::List(Rc::new(List {
                element: GoType::Any,
                items: items?,
            })))
        }
        Some(MclType::Map(..)) => {
            let mut entries = Vec::new();
            for (key, value) in entries_in_order(value).unwrap_or_default() {
                entries.push((as_key(key), of_value(value)?));
            }
            // An empty map has no known key type.
            let key = entries
                .first()
                .and_then(|(key, _)| key.ty())
                .unwrap_or(GoType::Text);
            Ok(GoValue::Map(Rc::new(Map {
                key,
                element: GoType::Any,
                entries,
            })))
        }
        Some(MclType::Struct(fields)) => {
            let mut entries = Vec::with_capacity(fields.len());
            for (field, part) in fields.iter().zip(value.parts().unwrap_or_default()) {
                entries.push((GoValue::text(&titled(field.name())), of_value(part)?));
            }
            sort_by(&mut entries, |a, b| key_cmp(&a.0, &b.0));
            Ok(GoValue::Map(Rc::new(Map {
                key: GoType::Text,
                element: GoType::Any,
                entries,
            })))
        }
        shape => {
            let kind = shape.map_or("unknown", MclType::kind_name);
            Err(format!("can't use `{kind}` as vars input"))
        }
    }
}

/// Capitalizes the name of a field, as exported fields in Go are.
fn titled(name: &str) -> String {
    let mut chars = name.chars();
    chars
        .next()
        .map(simple_title)
        .into_iter()
        .chain(chars)
        .collect()
}

/// Returns whether Go has the type unchanged: no struct in it has a field that starts with a
/// lowercase letter.
pub(super) fn reflects(ty: &Type) -> bool {
    match MclType::of(ty) {
        Some(MclType::Bool | MclType::Str | MclType::Int | MclType::Float) => true,
        Some(MclType::List(element)) => reflects(element),
        Some(MclType::Map(key, element)) => reflects(key) && reflects(element),
        Some(MclType::Struct(fields)) => fields
            .iter()
            .all(|field| titled(field.name()) == field.name() && reflects(field.ty())),
        _ => false,
    }
}

/// Returns the unchanged Go type of an mcl type.
pub(super) fn go_type(ty: &Type) -> GoType {
    match MclType::of(ty) {
        Some(MclType::Bool) => GoType::Bool,
        Some(MclType::Str) => GoType::Text,
        Some(MclType::Int) => GoType::Int(Width::Int64),
        Some(MclType::Float) => GoType::Float,
        Some(MclType::List(element)) => GoType::List(Rc::new(go_type(element))),
        Some(MclType::Map(key, element)) => GoType::Map(Rc::new((go_type(key), go_type(element)))),
        Some(MclType::Struct(fields)) => GoType::Struct(
            fields
                .iter()
                .map(|field| (field.name().into(), go_type(field.ty())))
                .collect(),
        ),
        _ => GoType::Any,
    }
}

/// Converts a value to its unchanged Go type.
pub(super) fn concrete(value: &Value) -> GoValue {
    let parts = value.parts().unwrap_or_default();
    match shape_of(value) {
        Some(MclType::Bool) => GoValue::Bool(value.as_bool().unwrap_or_default()),
        Some(MclType::Str) => GoValue::text(value.as_str().unwrap_or_default()),
        Some(MclType::Int) => {
            let int = value.as_integer().and_then(|int| int.to_i64());
            GoValue::Int(int.unwrap_or_default(), Width::Int64)
        }
        Some(MclType::Float) => GoValue::Float(value.as_double().unwrap_or_default()),
        Some(MclType::List(element)) => GoValue::List(Rc::new(List {
            element: go_type(element),
            items: parts.iter().map(concrete).collect(),
        })),
        Some(MclType::Map(key, element)) => {
            let entries = entries_in_order(value).unwrap_or_default().into_iter();
            GoValue::Map(Rc::new(Map {
                key: go_type(key),
                element: go_type(element),
                entries: entries
                    .map(|(key, value)| (concrete(key), concrete(value)))
                    .collect(),
            }))
        }
        Some(MclType::Struct(fields)) => {
            let fields = fields.iter().zip(parts);
            GoValue::Struct(
                fields
                    .map(|(field, part)| (field.name().into(), concrete(part)))
                    .collect(),
            )
        }
        _ => GoValue::Nil,
    }
}

/// Converts a key. A struct key is a Go struct with capitalized field names.
fn as_key(key: &Value) -> GoValue {
    match shape_of(key) {
        Some(MclType::Struct(fields)) => {
            let fields = fields.iter().zip(key.parts().unwrap_or_default());
            GoValue::Struct(
                fields
                    .map(|(field, part)| (titled(field.name()).into(), as_key(part)))
                    .collect(),
            )
        }
        _ => concrete(key),
    }
}

/// Compares keys in the order of iteration over a map.
pub(super) fn key_cmp(a: &GoValue, b: &GoValue) -> Ordering {
    match (a, b) {
        (GoValue::Bool(a), GoValue::Bool(b)) => a.cmp(b),
        (GoValue::Int(a, _), GoValue::Int(b, _)) => a.cmp(b),
        (GoValue::Float(a), GoValue::Float(b)) => a
            .partial_cmp(b)
            .unwrap_or_else(|| b.is_nan().cmp(&a.is_nan())),
        (GoValue::Text(a), GoValue::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
        (GoValue::Struct(a), GoValue::Struct(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            let order = pairs
                .find_map(|((_, a), (_, b))| Some(key_cmp(a, b)).filter(|order| order.is_ne()));
            order.unwrap_or(Ordering::Equal)
        }
        _ => Ordering::Equal,
    }
}

/// Converts a value of a template to an mcl value of a type.
pub(super) fn to_value(go_value: &GoValue, ty: &Type) -> Option<Value> {
    match (go_value, MclType::of(ty)?) {
        (GoValue::Bool(flag), MclType::Bool) => Some(Value::bool(*flag)),
        (GoValue::Int(int, _), MclType::Int) => Some(Value::from_integer((*int).into())),
        (GoValue::Float(float), MclType::Float) => Some(Value::from_double(*float)),
        (GoValue::Text(text), MclType::Str) => Some(Value::string(text)),
        (GoValue::List(list), MclType::List(element)) => {
            let parts: Option<Vec<Value>> = list
                .items
                .iter()
                .map(|item| to_value(item, element))
                .collect();
            Value::sequence(ty.clone(), parts?).ok()
        }
        (GoValue::Map(map), MclType::Map(key, element)) => {
            let entries = map.entries.iter();
            let entries: Option<Vec<(Value, Value)>> = entries
                .map(|(k, v)| Some((to_value(k, key)?, to_value(v, element)?)))
                .collect();
            crate::values::build::sorted_map(ty, entries?).ok()
        }
        _ => None,
    }
}
