//! YAML: decoding and encoding of values.
//!
//! Documents are decoded as by go-cty-yaml, which reads YAML 1.1 as the first versions of libyaml
//! did. The accepted documents and the reported positions follow from the order in which its
//! scanner works. Documents are encoded as by its port of libyaml.
//!
//! - `cursor`: a position in a text; `error`: syntax errors
//! - `text`: scalars; `properties`: anchors, tags, directives
//! - `scan`: text to tokens (`token`)
//! - `parse`: tokens to events
//! - `scalar`: resolution of scalars
//! - `decode`: events to a value
//! - `encode`: a value as a document

mod cursor;
mod decode;
mod encode;
mod error;
mod parse;
mod properties;
mod scalar;
mod scan;
mod text;
mod token;

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
