//! Types as values in spec documents.
//!
//! They are expressions whose values are types: `string`, `list(string)`, `object({ name = string
//! })`. They are evaluated like all other expressions, in a scope of their own.

use crate::eval::{Expr, Scope};
use crate::functions::Function;
use polycty_core::calls::{Budget, Call, Parameter, Signature};
use polycty_core::source::{Code, Diagnostic, Error, Reporter, Result};
use polycty_core::types::{CapsuleType, Field, OpaqueOps, Str, Type};
use polycty_core::values::Value;
use std::sync::{Arc, LazyLock};

static CAPSULE: LazyLock<Arc<CapsuleType>> = LazyLock::new(|| CapsuleType::new("type", OpaqueOps));

static SCOPE: LazyLock<Scope> =
    LazyLock::new(|| scope_of_types().expect("all names are identifiers"));

fn scope_of_types() -> Result<Scope> {
    let mut scope = Scope::new();
    for (name, ty) in [
        ("string", Type::string()),
        ("bool", Type::bool()),
        ("number", Type::number()),
        ("any", Type::any()),
    ] {
        scope.set_variable(name, wrap(ty.clone()))?;
    }
    let of_element = |make: fn(Type) -> Result<Type, polycty_core::types::TypeError>| {
        constructor("element_type", of_types(), move |argument| {
            Ok(make(unwrap(argument)?)?)
        })
    };
    scope.set_function("list", of_element(Type::list))?;
    scope.set_function("set", of_element(Type::set))?;
    scope.set_function("map", of_element(Type::map))?;
    let types = Type::list(of_types()).unwrap_or_else(|_| of_types());
    scope.set_function(
        "tuple",
        constructor("element_types", types, |argument| {
            let parts = argument.parts().unwrap_or_default().iter();
            Ok(Type::tuple(parts.map(unwrap).collect::<Result<Vec<_>>>()?)?)
        }),
    )?;
    let types = Type::map(of_types()).unwrap_or_else(|_| of_types());
    scope.set_function(
        "object",
        constructor("attribute_types", types, |argument| {
            let entries = argument.entries().unwrap_or_default().iter();
            let field = |entry: &polycty_core::values::Entry| {
                Ok(Field::new(
                    Str::from(entry.key_str()),
                    unwrap(entry.value())?,
                ))
            };
            Ok(Type::object(
                entries.map(field).collect::<Result<Vec<_>>>()?,
            )?)
        }),
    )?;
    Ok(scope)
}

/// Returns the type of an expression, or any type for null, with the diagnostics.
pub(super) fn evaluate_type(expr: &Expr, budget: &Budget) -> (Type, Vec<Diagnostic>) {
    let mut evaluated = expr.evaluate_within(Some(&SCOPE), budget);
    if evaluated.value.is_null() {
        return (Type::any().clone(), evaluated.diagnostics);
    }
    if let Ok(ty) = unwrap(&evaluated.value) {
        return (ty, evaluated.diagnostics);
    }
    let detail = format!(
        "A type is required, not {}.",
        evaluated.value.ty().friendly_name()
    );
    let diagnostic = Reporter::Hcl.error("Invalid type expression", detail);
    evaluated
        .diagnostics
        .push(diagnostic.with_subject(expr.range()));
    (Type::any().clone(), evaluated.diagnostics)
}

fn of_types() -> Type {
    Type::capsule(CAPSULE.clone())
}

fn constructor(
    parameter: &str,
    takes: Type,
    make: impl Fn(&Value) -> Result<Type> + Send + Sync + 'static,
) -> Function {
    let signature = Signature::new().parameter(Parameter::new(parameter, takes));
    Function::new(
        signature,
        of_types(),
        move |arguments: &[&Value], _: &Call<'_>| Ok(wrap(make(arguments[0])?)),
    )
}

fn wrap(ty: Type) -> Value {
    Value::capsule(CAPSULE.clone(), Arc::new(ty))
}

fn unwrap(value: &Value) -> Result<Type> {
    let wanted = || Error::new(Code::Type, "a type is required").with_found(value.ty());
    if value.ty() != &of_types() {
        return Err(wanted());
    }
    let data = value
        .as_capsule()
        .and_then(|data| data.downcast_ref::<Type>());
    data.cloned().ok_or_else(wanted)
}
