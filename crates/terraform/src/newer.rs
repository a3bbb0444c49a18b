//! Functions of Terraform 1.12 to 1.17 that differ from those of 1.11.

use crate::host::Host;
use crate::module::Release;
use crate::own::{Own, own, standard};
use crate::project::Json;
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{any, string, text};
use polycty_hcl::functions::{Cost, Function, ReturnType};
use polycty_hcl::{TypeExpression, convert, type_argument_type, type_of_argument};

/// Replaces functions of 1.11 by those of a release.
pub(crate) fn replace(functions: &mut Vec<Own>, release: Release) {
    let mut put = |name: &'static str, cost: Cost, function: Function| {
        functions.retain(|own| own.name != name);
        functions.push(own(name, cost, function));
    };
    if release >= Release::V1_12 {
        put("element", Cost::Constant, element());
        put(
            "format",
            Cost::Constant,
            formatting("format", Type::string()),
        );
        if let Ok(list) = Type::list(Type::string().clone()) {
            put(
                "formatlist",
                Cost::Constant,
                formatting("formatlist", &list),
            );
        }
        put("jsondecode", Cost::Linear, jsondecode());
    }
    if release >= Release::V1_15 {
        let Own { name, function } = convert_function();
        put(name, Cost::Own, function);
    }
    if release >= Release::V1_16 {
        let Own { name, function } = contains_function();
        put(name, Cost::Linear, function);
    }
    if release >= Release::V1_17 {
        for name in ["pow", "log"] {
            put(name, Cost::Constant, not_a_number(standard(name)));
        }
    }
}

/// `convert` of Terraform 1.15 and OpenTofu 1.13.
pub(crate) fn convert_function() -> Own {
    own("convert", Cost::Own, convert_with_defaults())
}

/// `contains` of Terraform 1.16 and OpenTofu, which finds a null.
pub(crate) fn contains_function() -> Own {
    own("contains", Cost::Linear, standard("contains").clone())
}

/// Replaces functions whose results differ between a plan and its application: their results are
/// unknown.
pub(crate) fn without_impure(functions: &mut Vec<Own>, host: &Host) {
    let unknown = |signature: Signature| {
        let result = || Value::unknown(Type::string().clone()).refine_not_null();
        Function::new(
            signature,
            Type::string().clone(),
            move |_: &[&Value], _: &Call<'_>| result(),
        )
    };
    for name in ["bcrypt", "timestamp", "uuid"] {
        if let Some(at) = functions.iter().position(|own| own.name == name) {
            let signature = functions[at].function.signature().clone();
            functions[at] = own(name, Cost::Constant, unknown(signature));
        }
    }
    if host.plan_time.is_none() {
        functions.retain(|own| own.name != "plantimestamp");
        functions.push(own(
            "plantimestamp",
            Cost::Constant,
            unknown(Signature::new()),
        ));
    }
}

/// A function of the standard library with another signature and the same result.
fn with_signature(function: &Function, signature: Signature, returns: ReturnType) -> Function {
    let signature = signature.describe(function.signature().description());
    let inner = function.clone();
    Function::new(
        signature,
        returns,
        move |args: &[&Value], call: &Call<'_>| inner.call_within(args, call.budget),
    )
}

fn element() -> Function {
    let of_cty = standard("element").clone();
    let signature = Signature::new()
        .parameter(any("list", "").allow(Allow::MARKED))
        .parameter(Parameter::new("index", Type::number().clone()));
    let inner = of_cty.clone();
    let returns = ReturnType::found_within(move |args: &[&Value], budget| {
        inner.return_type_within(args, budget)
    });
    with_signature(&of_cty, signature, returns)
}

/// `format` and `formatlist`, whose results have a type of their own and which format nulls.
fn formatting(name: &'static str, ty: &Type) -> Function {
    let argument = any("args", "").allow(Allow::NULL | Allow::UNKNOWN | Allow::DYNAMIC);
    let signature = Signature::new()
        .parameter(string("format", "The format."))
        .variadic(argument);
    let ty = ty.clone();
    with_signature(standard(name), signature, ReturnType::from(ty))
}

/// A function whose result may not be a number, in the words of Terraform 1.17.
fn not_a_number(function: &Function) -> Function {
    let inner = function.clone();
    Function::new(
        function.signature().clone(),
        Type::number().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            inner.call_within(args, call.budget).map_err(|error| {
                if error.message() == "the result is not a number" {
                    error.with_message("result is not a number")
                } else {
                    error
                }
            })
        },
    )
}

/// `jsondecode`, which refuses two members of one name that have different types.
fn jsondecode() -> Function {
    let of_cty = standard("jsondecode").clone();
    let rule = of_cty.clone();
    let check = |args: &[&Value], rule: &Function, budget: &Budget| -> Result<()> {
        match args.first() {
            Some(given) if given.is_known() && !given.is_null() => {
                check_members(text(given)?, rule, budget)
            }
            _ => Ok(()),
        }
    };
    let returns = ReturnType::found_within(move |args: &[&Value], budget| {
        let found = rule.return_type_within(args, budget)?;
        check(args, &rule, budget)?;
        Ok(found)
    });
    let signature = of_cty.signature().clone();
    Function::new(
        signature,
        returns,
        move |args: &[&Value], call: &Call<'_>| of_cty.call_within(args, call.budget),
    )
}

fn check_members(text: &str, decode: &Function, budget: &Budget) -> Result<()> {
    let mut open = vec![Json::of(text)];
    while let Some(json) = open.pop() {
        let mut members = json.members(budget)?;
        budget.sort_by(&mut members, |a, b| a.0.cmp(&b.0))?;
        for pair in members.windows(2) {
            if pair[0].0 != pair[1].0 {
                continue;
            }
            let ty =
                |json: Json<'_>| decode.return_type_within(&[&Value::string(json.text())], budget);
            if ty(pair[0].1)? != ty(pair[1].1)? {
                let message = format!("duplicate {} property in JSON object", Quoted(&pair[0].0));
                return Err(Error::new(Code::Value, message));
            }
        }
        open.extend(members.into_iter().map(|(_, value)| value));
        open.extend(json.elements(budget)?);
    }
    Ok(())
}

/// `convert(value, type)`: the value as one of a type, with the defaults of the type.
fn convert_with_defaults() -> Function {
    let signature = Signature::new()
        .describe("Converts a value to a type.")
        .parameter(any("value", "The value to convert.").allow(Allow::ALL))
        .parameter(Parameter::new("type", type_argument_type().clone()));
    let returns = ReturnType::found_within(|args: &[&Value], budget| {
        Ok(converted(args, budget)?.ty().clone())
    });
    Function::new(signature, returns, |args: &[&Value], call: &Call<'_>| {
        converted(args, call.budget)
    })
}

fn converted(args: &[&Value], budget: &Budget) -> Result<Value> {
    let unread =
        || Error::new(Code::InvalidArgument, "a type expression is required").with_argument(1);
    let wanted: &TypeExpression = type_of_argument(args[1]).ok_or_else(unread)?;
    let given = args[0];
    let bare = wanted.ty.without_optional_fields()?;
    if !given.is_known() {
        return Ok(Value::unknown(bare).with_marks(&given.marks()));
    }
    let filled = match &wanted.defaults {
        Some(defaults) if !given.is_null() => defaults.apply_within(given, budget)?,
        _ => given.clone(),
    };
    budget.charge(u64::from(filled.size()))?;
    convert(&filled, &wanted.ty).map_err(|error| error.with_argument(0))
}
