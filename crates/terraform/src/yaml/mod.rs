//! YAML: decoding and encoding of values.
//!
//! Documents are decoded as by go-cty-yaml, from the events of
//! [`polycty_core::syntax::yaml`]. Documents are encoded as by its port of libyaml.
//!
//! - `scalar`: resolution of scalars
//! - `decode`: events to a value
//! - `encode`: a value as a document

mod decode;
mod encode;
mod scalar;

use crate::own::{Own, own};
use polycty_core::calls::{Allow, Call, Signature};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{any, made, never_null, string, text as text_of};
use polycty_hcl::functions::{Cost, Function};

pub(crate) fn functions() -> Vec<Own> {
    let decode = Function::new(
        Signature::new()
            .describe("Reads a document of YAML.")
            .parameter(string("src", "The document.")),
        // The type is known only after decoding, which is done once.
        Type::any().clone(),
        |args: &[&Value], call: &Call<'_>| {
            let text = text_of(args[0])?;
            decode::decode(text, call.budget)
        },
    );
    let encode = Function::new(
        never_null(
            Signature::new()
                .describe("Writes a value as a document of YAML.")
                .parameter(
                    any("value", "The value.").allow(Allow::NULL | Allow::DYNAMIC | Allow::UNKNOWN),
                ),
        ),
        Type::string().clone(),
        |args: &[&Value], call: &Call<'_>| {
            if !args[0].is_wholly_known() {
                return Ok(Value::unknown(Type::string().clone()));
            }
            made(&encode::encode(args[0], call.budget)?, call)
        },
    );
    vec![
        own("yamldecode", Cost::Linear, decode),
        own("yamlencode", Cost::Own, encode),
    ]
}

#[cfg(test)]
mod tests;
