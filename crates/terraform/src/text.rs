//! Texts: Base64, URLs, prefixes and suffixes, replacement.

use crate::own::{Own, own, standard, text_function};
use flate2::{Compression, write::GzEncoder};
use polycty_core::calls::{Allow, Call, Signature};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::{Quoted, base64, push_query};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{made, makes_text, never_null, refused, string, text};
use polycty_hcl::functions::{Cost, Function};
use std::io::Write;

/// The bytes that are compressed in a step.
const COMPRESSED_STEP: usize = 4;

pub(crate) fn functions() -> Vec<Own> {
    vec![
        own(
            "base64encode",
            Cost::Linear,
            text_function("str", "Encodes a text in Base64.", |text, call| {
                makes_text(base64::length(text.len()), call)?;
                Ok(Value::string(&base64::strict(text.as_bytes())))
            }),
        ),
        own(
            "base64decode",
            Cost::Linear,
            text_function("str", "Decodes a text from Base64.", decoded),
        ),
        own(
            "base64gzip",
            Cost::Linear,
            text_function(
                "str",
                "Compresses a text and encodes it in Base64.",
                compressed,
            ),
        ),
        own(
            "urlencode",
            Cost::Linear,
            text_function("str", "Escapes a text for the query of a URL.", escaped),
        ),
        own("startswith", Cost::Linear, starts_with()),
        own(
            "endswith",
            Cost::Linear,
            of_two(
                "suffix",
                "Returns whether a text ends with another text.",
                |text, suffix| text.ends_with(suffix),
            ),
        ),
        own(
            "strcontains",
            Cost::Linear,
            of_two(
                "substr",
                "Returns whether a text contains another text.",
                |text, part| text.contains(part),
            ),
        ),
        own("replace", Cost::Constant, replace()),
    ]
}

fn decoded(text: &str, call: &Call<'_>) -> Result<Value> {
    let quoting = |error: Error| error.quoting(Quotes::Argument(0));
    makes_text(text.len(), call)?;
    let bytes = base64::from_padded(text.as_bytes()).map_err(|_| {
        quoting(refused(format!(
            "failed to decode base64 data {}",
            Quoted(text)
        )))
    })?;
    let decoded = String::from_utf8(bytes)
        .map_err(|_| refused("the result of decoding the provided string is not valid UTF-8"))?;
    made(&decoded, call)
}

fn compressed(text: &str, call: &Call<'_>) -> Result<Value> {
    makes_text(text.len(), call)?;
    call.budget.charge((text.len() / COMPRESSED_STEP) as u64)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let bytes = encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish())
        .map_err(|error| refused(format!("failed to write gzip raw data: {error}")))?;
    makes_text(base64::length(bytes.len()), call)?;
    Ok(Value::string(&base64::strict(&bytes)))
}

fn escaped(text: &str, call: &Call<'_>) -> Result<Value> {
    makes_text(3 * text.len(), call)?;
    let mut out = String::with_capacity(text.len());
    push_query(text, &mut out);
    Ok(Value::string(&out))
}

/// A predicate of two texts, by their bytes.
fn of_two(second: &str, description: &str, answer: fn(&str, &str) -> bool) -> Function {
    let signature = Signature::new().describe(description);
    let signature = signature
        .parameter(string("str", ""))
        .parameter(string(second, ""));
    Function::new(
        never_null(signature),
        Type::bool().clone(),
        move |args: &[&Value], _: &Call<'_>| {
            let (text, other) = (text(args[0])?, text(args[1])?);
            Ok(Value::bool(answer(text, other)))
        },
    )
}

/// `startswith`: the known prefix of an unknown text may suffice for the result.
fn starts_with() -> Function {
    let signature = Signature::new()
        .describe("Returns whether a text begins with a prefix.")
        .parameter(string("str", "").allow(Allow::UNKNOWN))
        .parameter(string("prefix", ""));
    Function::new(
        never_null(signature),
        Type::bool().clone(),
        move |args: &[&Value], _: &Call<'_>| {
            let prefix = text(args[1])?;
            if args[0].is_known() {
                return Ok(Value::bool(text(args[0])?.starts_with(prefix)));
            }
            let range = args[0].range()?;
            let known = range.string_prefix().unwrap_or_default();
            Ok(if known.starts_with(prefix) {
                Value::bool(true)
            } else if known.len() >= prefix.len() {
                Value::bool(false)
            } else {
                Value::unknown(Type::bool().clone())
            })
        },
    )
}

/// `replace`: a pattern between slashes is a regular expression, any other text is literal.
fn replace() -> Function {
    let signature = Signature::new()
        .describe("Replaces each occurrence of a text, or each match of a pattern between slashes.")
        .parameter(string("str", ""))
        .parameter(string("substr", ""))
        .parameter(string("replace", ""));
    let (plain, by_pattern) = (standard("replace"), standard("regexreplace"));
    Function::new(
        signature,
        Type::string().clone(),
        move |args: &[&Value], call: &Call<'_>| {
            let wanted = text(args[1])?;
            let pattern = wanted
                .strip_prefix('/')
                .and_then(|rest| rest.strip_suffix('/'));
            let result = match pattern {
                Some(pattern) => {
                    let pattern = Value::string(pattern);
                    by_pattern.call_within(&[args[0], &pattern, args[2]], call.budget)
                }
                None => plain.call_within(args, call.budget),
            };
            result.map(polycty_core::calls::Output::into_value)
        },
    )
}
