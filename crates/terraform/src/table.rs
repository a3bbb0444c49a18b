//! The table of functions, Terraform's own and cty's.
//!
//! Functions with the same behavior in both sets are those of the standard library, under
//! Terraform's names. All others are defined in the file of their family.

use crate::host::Host;
use crate::module::{Dialect, Release};
use crate::own::{Own, Shared, named, own, standard};
use crate::template::Others;
use crate::{
    cidr, collection, encoding, file, hash, path, rsa, sensitive, template, text, time, yaml,
};
use polycty_core::calls::{Allow, Call, Parameter, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::functions::define::string;
use polycty_hcl::functions::{Cost, Function, ReturnType, define as words, standard_function};
use polycty_hcl::{FunctionSet, Scope, can_function, try_function};
use std::sync::{Arc, LazyLock};

/// The functions of cty, with Terraform's name and cty's name.
const OF_CTY: [(&str, &str); 55] = [
    ("abs", "absolute"),
    ("ceil", "ceil"),
    ("chomp", "chomp"),
    ("chunklist", "chunklist"),
    ("coalescelist", "coalescelist"),
    ("compact", "compact"),
    ("concat", "concat"),
    ("csvdecode", "csvdecode"),
    ("distinct", "distinct"),
    ("flatten", "flatten"),
    ("floor", "floor"),
    ("formatdate", "formatdate"),
    ("indent", "indent"),
    ("join", "join"),
    ("jsondecode", "jsondecode"),
    ("jsonencode", "jsonencode"),
    ("keys", "keys"),
    ("log", "log"),
    ("lower", "lower"),
    ("max", "max"),
    ("merge", "merge"),
    ("min", "min"),
    ("parseint", "parseint"),
    ("pow", "pow"),
    ("range", "range"),
    ("regex", "regex"),
    ("regexall", "regexall"),
    ("reverse", "reverselist"),
    ("setintersection", "setintersection"),
    ("setproduct", "setproduct"),
    ("setsubtract", "setsubtract"),
    ("setunion", "setunion"),
    ("signum", "signum"),
    ("slice", "slice"),
    ("sort", "sort"),
    ("split", "split"),
    ("strrev", "reverse"),
    ("substr", "substr"),
    ("timeadd", "timeadd"),
    ("title", "title"),
    ("tobool", "tobool"),
    ("tolist", "tolist"),
    ("tomap", "tomap"),
    ("tonumber", "tonumber"),
    ("toset", "toset"),
    ("tostring", "tostring"),
    ("trim", "trim"),
    ("trimprefix", "trimprefix"),
    ("trimspace", "trimspace"),
    ("trimsuffix", "trimsuffix"),
    ("upper", "upper"),
    ("values", "values"),
    ("zipmap", "zipmap"),
    ("contains", "contains"),
    ("format", "format"),
];

/// All functions under their plain names, in no order.
fn plain(host: &Shared, release: Release) -> Vec<Own> {
    let mut all = without_templates(host, release);
    all.extend(templates(host, release));
    all
}

/// The functions that render templates. Templates may call the functions of the same release.
fn templates(host: &Shared, release: Release) -> Vec<Own> {
    let make = without_templates;
    template::functions(host, Others { make, release })
}

/// All functions of a release except those that render templates.
fn without_templates(host: &Shared, release: Release) -> Vec<Own> {
    let mut all = SHARED.clone();
    all.extend(with_host(host));
    match release.dialect() {
        Dialect::OpenTofu => crate::tofu::replace(&mut all),
        Dialect::Terraform => crate::newer::replace(&mut all, release),
    }
    all
}

/// The functions that do not depend on the host, once for all hosts.
static SHARED: LazyLock<Vec<Own>> = LazyLock::new(without_host);

/// The same functions as a table.
static SHARED_SET: LazyLock<FunctionSet> =
    LazyLock::new(|| FunctionSet::new(named(SHARED.clone())).unwrap_or_default());

/// The functions that use the host, except those that render templates.
fn with_host(host: &Shared) -> Vec<Own> {
    let mut all = file::functions(host);
    all.extend(hash::functions(host));
    all.extend(path::functions(host));
    all.extend(time::functions(host));
    all
}

/// The functions that do not depend on the host.
fn without_host() -> Vec<Own> {
    let mut all: Vec<Own> = OF_CTY
        .iter()
        .filter_map(|(name, of_cty)| {
            let function = standard_function(of_cty)?.function();
            let function = adapted(name, function);
            // A function of the standard library keeps its cost class.
            Some(Own { name, function })
        })
        .collect();
    all.push(own(
        "formatlist",
        Cost::Constant,
        formatting(standard("formatlist")),
    ));
    all.push(own("try", Cost::Own, try_function()));
    all.push(own("can", Cost::Own, can_function()));
    all.push(own(
        "list",
        Cost::Constant,
        gone("list", "tolist([ ... ]) syntax to write a literal list"),
    ));
    all.push(own(
        "map",
        Cost::Constant,
        gone("map", "tomap({ ... }) syntax to write a literal map"),
    ));
    all.extend(cidr::functions());
    all.extend(collection::functions());
    all.extend(encoding::functions());
    all.extend(rsa::functions());
    all.extend(sensitive::functions());
    all.extend(text::functions());
    all.extend(yaml::functions());
    all
}

/// A function of cty with the argument rules of Terraform's version.
fn adapted(name: &str, function: &Function) -> Function {
    match name {
        // A null to search for is an error.
        "contains" => over(
            function,
            Signature::new()
                .parameter(words::any("list", "The list, tuple or set."))
                .parameter(words::any("value", "The value to look for.")),
        ),
        "format" => formatting(function),
        "tobool" => converting(function, Type::bool()),
        "tonumber" => converting(function, Type::number()),
        "tostring" => converting(function, Type::string()),
        "tolist" => converting(function, &words::collection(Type::list, Type::any())),
        "tomap" => converting(function, &words::collection(Type::map, Type::any())),
        "toset" => converting(function, &words::collection(Type::set, Type::any())),
        _ => function.clone(),
    }
}

/// A function whose result is unknown if an argument is an untyped null.
fn formatting(function: &Function) -> Function {
    let argument = Parameter::new("args", Type::any().clone());
    over(
        function,
        Signature::new()
            .parameter(string("format", "The format."))
            .variadic(argument.allow(Allow::NULL | Allow::UNKNOWN)),
    )
}

/// A conversion that keeps the marks inside of a value.
fn converting(function: &Function, ty: &Type) -> Function {
    let (rule, inner, ty) = (function.clone(), function.clone(), ty.clone());
    let value = words::any("v", "The value.");
    let signature = Signature::new()
        .describe(function.signature().description())
        .parameter(value.allow(Allow::NULL | Allow::DYNAMIC | Allow::MARKED));
    let returns = ReturnType::found_within(move |args: &[&Value], budget| {
        rule.return_type_within(args, budget)
    });
    Function::new(
        signature,
        returns,
        move |args: &[&Value], call: &Call<'_>| {
            match words::convert(args[0], &ty, call.budget) {
                Ok(converted) => Ok(converted.into()),
                // The function reports the error with its own text.
                Err(_) => inner.call_within(args, call.budget),
            }
        },
    )
}

/// A function with different parameters.
fn over(function: &Function, signature: Signature) -> Function {
    let signature = signature.describe(function.signature().description());
    let (rule, inner) = (function.clone(), function.clone());
    let returns = ReturnType::found_within(move |args: &[&Value], budget| {
        rule.return_type_within(args, budget)
    });
    Function::new(
        signature,
        returns,
        move |args: &[&Value], call: &Call<'_>| inner.call_within(args, call.budget),
    )
}

/// A removed function. A call fails with a message that names the replacement.
fn gone(name: &'static str, instead: &'static str) -> Function {
    let values = Parameter::new("vals", Type::any().clone());
    let signature = Signature::new()
        .describe("Is no longer available.")
        .variadic(values.allow(Allow::ALL));
    Function::new(
        signature,
        Type::any().clone(),
        move |_: &[&Value], _: &Call<'_>| {
            Err::<Value, _>(Error::new(
                Code::Unsupported,
                format!(
                    "the \"{name}\" function was deprecated in Terraform v0.12 and is no longer available; use {instead}"
                ),
            ))
        },
    )
}

/// All functions of Terraform by their names: each plain, and under `core::`.
#[must_use]
pub fn functions(host: &Host) -> Vec<(Str, Function)> {
    named(plain(&Arc::new(host.clone()), Release::V1_11))
}

/// All functions of a release by their names, as a plan has them: the results of those that differ
/// between a plan and its application are unknown.
pub(crate) fn functions_of(host: &Host, release: Release) -> Vec<(Str, Function)> {
    let mut all = own_functions_of(host, release);
    crate::newer::without_impure(&mut all, host);
    named(all)
}

/// All functions of a release by their names: each plain, and under `core::`.
#[must_use]
pub fn functions_of_release(host: &Host, release: Release) -> Vec<(Str, Function)> {
    named(own_functions_of(host, release))
}

fn own_functions_of(host: &Host, release: Release) -> Vec<Own> {
    plain(&Arc::new(host.clone()), release)
}

/// Defines all functions of Terraform in a scope, except those that the scope already defines.
///
/// # Errors
/// None for these names.
pub fn define(scope: &mut Scope, host: &Host) -> Result<()> {
    let host = Arc::new(host.clone());
    let mut own = with_host(&host);
    own.extend(templates(&host, Release::V1_11));
    scope.offer_functions(&FunctionSet::over(&SHARED_SET, named(own))?);
    Ok(())
}
