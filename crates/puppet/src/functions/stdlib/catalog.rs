//! Functions that declare resources: `ensure_resource`, `ensure_resources`, `ensure_packages`,
//! `defined_with_params`, `getparam`, and `assert_private`.
//!
//! A resource that is declared with the wanted parameters is not declared again.

use crate::catalog::state::Origin;
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::types::nominal::{self, Name};
use crate::types::resources;
use crate::values::special::{array_elements, hash, undef};
use polycty_core::types::{NominalParam, Type};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "ensure_resource",
        Cost::Linear,
        Makes::Nothing,
        &["String type, Variant[String, Array[String]] titles, Optional[Hash] parameters?"],
        ensure_resource,
    ),
    Entry::new(
        "ensure_resources",
        Cost::Linear,
        Makes::Nothing,
        &["String type, Hash[String, Optional[Hash]] resources, Optional[Hash] defaults?"],
        ensure_resources,
    ),
    Entry::new(
        "ensure_packages",
        Cost::Linear,
        Makes::Nothing,
        &[
            "Variant[String[1], Array[String[1]], Hash[String[1], Optional[Hash]]] packages, \
             Optional[Hash] defaults?",
        ],
        ensure_packages,
    ),
    Entry::new(
        "defined_with_params",
        Cost::Linear,
        Makes::Nothing,
        &[
            "Variant[String, CatalogEntry, Type[CatalogEntry]] reference, Optional[Hash] parameters?",
        ],
        defined_with_params,
    ),
    Entry::new(
        "getparam",
        Cost::Linear,
        Makes::Nothing,
        &["Variant[String, Type[CatalogEntry]] reference, String name"],
        getparam,
    ),
    Entry::new(
        "assert_private",
        Cost::Constant,
        Makes::Nothing,
        &["Optional[String] message?"],
        assert_private,
    ),
];

/// Returns the type that refers to a resource by its text or by itself.
fn reference(value: &Value) -> Eval<Option<Type>> {
    if let Some(ty) = value.as_type() {
        return Ok(Some(ty.clone()));
    }
    let text = value.as_str().unwrap_or_default();
    let parts = text.strip_suffix(']').and_then(|text| text.split_once('['));
    match parts {
        Some((name, title)) => resource(name, title).map(Some),
        None => Ok(None),
    }
}

fn resource(name: &str, title: &str) -> Eval<Type> {
    let spelled = resources::capitalised(name);
    if spelled == "Class" {
        let class = title.strip_prefix("::").unwrap_or(title).to_lowercase();
        return Ok(nominal::with(Name::Class, [NominalParam::text(class)])?);
    }
    let title = Some(NominalParam::text(title));
    Ok(resources::resource(spelled.into(), title)?)
}

/// Whether a resource is declared with these values of parameters; a parameter that is not set is
/// `undef`.
fn is_declared_with(
    interpreter: &mut Interpreter<'_>,
    reference: &Type,
    parameters: &[(Value, Value)],
) -> Eval<bool> {
    if !interpreter.is_declared(reference)? {
        return Ok(false);
    }
    for item in interpreter.budget.each(parameters) {
        let (name, value) = item?;
        let name = name.as_str().unwrap_or_default();
        // A parameter that the type does not have is not set.
        let found = interpreter
            .declared_attribute(reference, name)
            .unwrap_or_else(|_| undef());
        let is_same = found == *value || (found.is_null() && value.is_null());
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Declares resources by `create_resources`, unless they are declared with these parameters.
fn ensure(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    name: &str,
    titles: &[&str],
    parameters: &Value,
) -> Eval<()> {
    let map = parameters.as_ordered_map();
    let entries = map.map(|map| map.entries()).unwrap_or_default();
    let plain = name.trim_start_matches('@');
    for title in titles {
        if is_declared_with(interpreter, &resource(plain, title)?, entries)? {
            continue;
        }
        let declared = hash([(Value::string(title), parameters.clone())])?;
        let values = [Value::string(name), declared];
        let arguments = Arguments {
            values: &values,
            ..arguments
        };
        if interpreter
            .call_by_name("create_resources", arguments)?
            .is_none()
        {
            return Err(raised("Unknown function: 'create_resources'."));
        }
    }
    Ok(())
}

fn texts(value: &Value) -> Vec<&str> {
    let elements = array_elements(value).unwrap_or(std::slice::from_ref(value));
    elements.iter().filter_map(Value::as_str).collect()
}

/// Returns two hashes as one; the elements of the second have precedence.
fn joined(first: &Value, second: &Value) -> Eval<Value> {
    let maps = [first, second]
        .into_iter()
        .filter_map(Value::as_ordered_map);
    Ok(hash(maps.flat_map(|map| map.entries().iter().cloned()))?)
}

fn ensure_resource(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let parameters = arguments.get(2).cloned().unwrap_or_else(undef);
    let parameters = joined(&parameters, &undef())?;
    let titles = texts(&arguments.values[1]);
    ensure(
        interpreter,
        arguments,
        arguments.text(0),
        &titles,
        &parameters,
    )?;
    Ok(undef())
}

fn ensure_resources(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let defaults = arguments.get(2).cloned().unwrap_or_else(undef);
    let name = arguments.text(0);
    each(
        interpreter,
        arguments,
        name,
        &arguments.values[1],
        &defaults,
    )
}

/// Declares the resources of a hash from titles to parameters.
fn each(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    name: &str,
    resources: &Value,
    defaults: &Value,
) -> Eval<Value> {
    let map = resources.as_ordered_map();
    for (title, parameters) in map.map(|map| map.entries()).unwrap_or_default() {
        let title = title.as_str().unwrap_or_default();
        let parameters = joined(defaults, parameters)?;
        ensure(interpreter, arguments, name, &[title], &parameters)?;
    }
    Ok(undef())
}

fn ensure_packages(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let defaults = arguments.get(1).cloned().unwrap_or_else(undef);
    let packages = &arguments.values[0];
    if packages.as_ordered_map().is_some() {
        return each(interpreter, arguments, "package", packages, &defaults);
    }
    let ensure_key = Value::string("ensure");
    let installed = hash([(ensure_key.clone(), Value::string("installed"))])?;
    let mut parameters = joined(&installed, &defaults)?;
    // The module replaces `present`, which means the same.
    let wanted = parameters
        .as_ordered_map()
        .and_then(|map| map.get(&ensure_key));
    if wanted.and_then(Value::as_str) == Some("present") {
        parameters = joined(&parameters, &installed)?;
    }
    let titles = texts(packages);
    ensure(interpreter, arguments, "package", &titles, &parameters)?;
    Ok(undef())
}

fn defined_with_params(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let Some(reference) = reference(&arguments.values[0])? else {
        return Ok(Value::bool(false));
    };
    let map = arguments.get(1).and_then(Value::as_ordered_map);
    let entries = map.map(|map| map.entries()).unwrap_or_default();
    is_declared_with(interpreter, &reference, entries).map(Value::bool)
}

fn getparam(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let found = match reference(&arguments.values[0])? {
        Some(reference) if interpreter.is_declared(&reference)? => interpreter
            .declared_attribute(&reference, arguments.text(1))
            .unwrap_or_else(|_| undef()),
        _ => undef(),
    };
    Ok(if found.is_null() {
        Value::string("")
    } else {
        found
    })
}

/// Fails if a class or a defined type was declared outside of its module.
fn assert_private(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let own = interpreter.variable_by_name("module_name")?;
    if own == interpreter.variable_by_name("caller_module_name")? {
        return Ok(undef());
    }
    let origin = interpreter
        .compiler
        .as_ref()
        .map(|compiler| compiler.origin());
    let (kind, name) = match origin {
        Some(Origin::Class(name)) => ("Class", name.to_string()),
        Some(Origin::Defined(name)) => ("Definition", name.to_string()),
        _ => return Ok(undef()),
    };
    let message = match arguments.text(0) {
        "" => format!("{kind} {name} is private"),
        given => given.to_owned(),
    };
    Err(raised(message))
}
