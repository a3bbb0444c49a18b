//! Definitions of Terraform's own functions.

use crate::host::Host;
use polycty_core::calls::{Call, Signature};
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::functions::define::{never_null, string, text};
use polycty_hcl::functions::{Cost, Function, standard_function};
use std::sync::Arc;

/// The host, as functions store it.
pub(crate) type Shared = Arc<Host>;

/// A function of Terraform's own.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) name: &'static str,
    pub(crate) function: Function,
}

/// A function under its name, with its cost class.
pub(crate) fn own(name: &'static str, cost: Cost, function: Function) -> Own {
    let function = function.costs(cost);
    Own { name, function }
}

/// A function of the standard library.
pub(crate) fn standard(name: &str) -> &'static Function {
    let function = standard_function(name);
    function
        .expect("a function of the standard library")
        .function()
}

/// A function of one text. Its cost class covers its work.
pub(crate) fn text_function<F>(parameter: &str, description: &str, convert: F) -> Function
where
    F: Fn(&str, &Call<'_>) -> Result<Value> + Send + Sync + 'static,
{
    let signature = Signature::new().describe(description);
    let signature = never_null(signature.parameter(string(parameter, "")));
    Function::new(
        signature,
        Type::string().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            let given = text(args[0])?;
            convert(given, call)
        },
    )
}

/// Functions by both of their names.
pub(crate) fn named(functions: Vec<Own>) -> Vec<(Str, Function)> {
    let both = |own: Own| {
        let core = format!("core::{}", own.name);
        [
            (own.name.into(), own.function.clone()),
            (core.into(), own.function),
        ]
    };
    functions.into_iter().flat_map(both).collect()
}
