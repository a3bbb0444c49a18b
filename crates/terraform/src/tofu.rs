//! Functions of OpenTofu that Terraform does not have.

use crate::cidr;
use crate::newer;
use crate::own::{Own, own, text_function};
use flate2::read::GzDecoder;
use polycty_core::calls::{Allow, Call, Parameter, Signature};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::{Quoted, base64};
use polycty_core::types::Type;
use polycty_core::values::{RefinementBuilder, Value};
use polycty_hcl::functions::define::{
    any, collection, convert, made, makes_text, number, refused, string, text, too_long,
};
use polycty_hcl::functions::{Cost, Function, MAX_RESULT_BYTES, ReturnType};
use std::io::Read;

/// The bytes that are decompressed between two charges.
const CHUNK: usize = 1 << 12;

/// Replaces functions of Terraform 1.11 by those of OpenTofu 1.13, and adds its own.
pub(crate) fn replace(functions: &mut Vec<Own>) {
    newer::replace(functions, crate::module::Release::V1_13);
    let more = [
        newer::convert_function(),
        newer::contains_function(),
        own(
            "base64gunzip",
            Cost::Linear,
            text_function(
                "str",
                "Decodes a text from Base64 and decompresses it.",
                decompressed,
            ),
        ),
        own(
            "urldecode",
            Cost::Linear,
            text_function(
                "str",
                "Decodes a text that is escaped for the query of a URL.",
                unescaped,
            ),
        ),
        cidr::contains_function(),
        own("assumeequal", Cost::Own, assume_equal()),
        own("assumenotnull", Cost::Constant, assume_not_null()),
        own("assumestringprefix", Cost::Linear, assume_prefix()),
    ];
    functions.retain(|own| more.iter().all(|one| one.name != own.name));
    functions.extend(more);
    for (noun, make) in [
        ("list", Type::list as fn(Type) -> _),
        ("map", Type::map),
        ("set", Type::set),
    ] {
        functions.extend(assume_lengths(noun, &collection(make, Type::any())));
    }
}

fn decompressed(text: &str, call: &Call<'_>) -> Result<Value> {
    makes_text(text.len(), call)?;
    let bytes = base64::from_padded(text.as_bytes()).map_err(|_| {
        refused(format!("failed to decode base64 data {}", Quoted(text)))
            .quoting(Quotes::Argument(0))
    })?;
    let mut decoder = GzDecoder::new(&*bytes);
    let mut out = Vec::new();
    loop {
        makes_text(CHUNK, call)?;
        let part = decoder.by_ref().take(CHUNK as u64);
        let read = { part }
            .read_to_end(&mut out)
            .map_err(|error| refused(format!("failed to read gunzip raw data: {error}")))?;
        if out.len() > MAX_RESULT_BYTES {
            return Err(too_long());
        }
        if read < CHUNK {
            break;
        }
    }
    let out = String::from_utf8(out)
        .map_err(|_| refused("the result of decoding the provided string is not valid UTF-8"))?;
    made(&out, call)
}

fn unescaped(text: &str, call: &Call<'_>) -> Result<Value> {
    makes_text(text.len(), call)?;
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'+' => out.push(b' '),
            b'%' => {
                let digit = |at: usize| {
                    let byte = *after.get(at)?;
                    char::from(byte).to_digit(16).map(|digit| digit as u8)
                };
                let (Some(high), Some(low)) = (digit(0), digit(1)) else {
                    let wrong = &after[..after.len().min(2)];
                    let wrong = format!("%{}", String::from_utf8_lossy(wrong));
                    // OpenTofu prints no text of the URL.
                    let message = format!(
                        "failed to decode URL '': invalid URL escape {}",
                        Quoted(&wrong)
                    );
                    return Err(refused(message).quoting(Quotes::Argument(0)));
                };
                out.push(high * 16 + low);
                rest = &after[2..];
            }
            byte => out.push(byte),
        }
    }
    made(&String::from_utf8_lossy(&out), call)
}

/// A function that refines its first argument. Known values are checked.
fn assuming<F>(ty: &Type, signature: Signature, refine: F) -> Function
where
    F: Fn(RefinementBuilder, &[&Value]) -> Result<RefinementBuilder> + Send + Sync + 'static,
{
    let of_argument = ReturnType::found_within(|args: &[&Value], _| Ok(args[0].ty().clone()));
    let returns = if ty.is_any() || ty.is_collection() {
        of_argument
    } else {
        ReturnType::from(ty.clone())
    };
    Function::new(signature, returns, move |args: &[&Value], _: &Call<'_>| {
        let value = args[0];
        if value.is_null() && value.ty().is_any() {
            return Err(not_upheld());
        }
        let not_known = !value.is_known() && value.ty().is_any();
        if not_known {
            return Ok(value.clone());
        }
        let refined = refine(value.refine(), &args[1..])?;
        refined.build().map_err(|_| not_upheld())
    })
}

fn not_upheld() -> Error {
    refused("assumption was not upheld").with_argument(0)
}

fn value_parameter(ty: &Type) -> Parameter {
    Parameter::new("value", ty.clone())
        .describe("The value to make the assumption about.")
        .allow(Allow::NULL | Allow::UNKNOWN | Allow::DYNAMIC)
}

fn assume_not_null() -> Function {
    let signature = Signature::new()
        .describe("Assumes that a value is not null.")
        .parameter(value_parameter(Type::any()));
    let returns = ReturnType::found_within(|args: &[&Value], _| Ok(args[0].ty().clone()));
    Function::new(signature, returns, |args: &[&Value], _: &Call<'_>| {
        if args[0].ty().is_any() {
            // The backslashes are those of OpenTofu.
            let message = "given value must have a known type; consider using the \\\"convert\\\" function to specify a type to assume";
            return Err(refused(message).with_argument(0));
        }
        args[0].refine_not_null().map_err(|_| not_upheld())
    })
}

fn assume_prefix() -> Function {
    let signature = Signature::new()
        .describe("Assumes that a string has a prefix.")
        .parameter(value_parameter(Type::string()))
        .parameter(string("prefix", "The prefix to assume."));
    assuming(Type::string(), signature, |builder, args| {
        Ok(builder.prefix(text(args[0])?))
    })
}

fn assume_equal() -> Function {
    let signature = Signature::new()
        .describe("Assumes that a value equals another value, and returns that value.")
        .parameter(value_parameter(Type::any()))
        .parameter(
            any("assumed", "The value to assume.")
                .allow(Allow::NULL | Allow::UNKNOWN | Allow::DYNAMIC),
        );
    let returns = ReturnType::found_within(|args: &[&Value], _| Ok(args[1].ty().clone()));
    Function::new(signature, returns, |args: &[&Value], call: &Call<'_>| {
        let (value, assumed) = (args[0], args[1]);
        call.budget
            .charge(u64::from(value.size()) + u64::from(assumed.size()))?;
        let converted = match convert(value, assumed.ty(), call.budget) {
            Ok(converted) => converted,
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(_) => {
                let message = format!(
                    "actual value type {} does not match assumed value type {}",
                    value.ty().friendly_name(),
                    assumed.ty().friendly_name()
                );
                return Err(refused(message).with_argument(0));
            }
        };
        let equal = converted.equals(assumed)?;
        if equal.unmarked().as_bool() == Some(false) {
            let message = "the actual value does not match the assumed value";
            return Err(refused(message).with_argument(0));
        }
        Ok(assumed.clone())
    })
}

/// The functions of the length of a kind of collections: exact bounds, the lower and the upper
/// bound.
fn assume_lengths(noun: &'static str, ty: &Type) -> [Own; 3] {
    let names = match noun {
        "list" => [
            "assumelistlength",
            "assumelistlengthmin",
            "assumelistlengthmax",
        ],
        "map" => [
            "assumemaplength",
            "assumemaplengthmin",
            "assumemaplengthmax",
        ],
        _ => [
            "assumesetlength",
            "assumesetlengthmin",
            "assumesetlengthmax",
        ],
    };
    let signature = |what: &str| {
        Signature::new()
            .describe(format!("Assumes {what} of the length of a {noun}."))
            .parameter(value_parameter(ty))
    };
    let bound = |name: &str| number(name, "A number of elements.");
    let both = signature("both bounds")
        .parameter(bound("min"))
        .parameter(bound("max"));
    let lower = signature("the lower bound").parameter(bound("min"));
    let upper = signature("the upper bound").parameter(bound("max"));
    [
        own(
            names[0],
            Cost::Constant,
            assuming(ty, both, |builder, args| {
                let (lower, upper) = (length(args, 0)?, length(args, 1)?);
                Ok(builder.length_at_least(lower).length_at_most(upper))
            }),
        ),
        own(
            names[1],
            Cost::Constant,
            assuming(ty, lower, |builder, args| {
                Ok(builder.length_at_least(length(args, 0)?))
            }),
        ),
        own(
            names[2],
            Cost::Constant,
            assuming(ty, upper, |builder, args| {
                Ok(builder.length_at_most(length(args, 0)?))
            }),
        ),
    ]
}

fn length(args: &[&Value], at: usize) -> Result<u64> {
    let number = args[at].as_number().and_then(|number| number.to_i64());
    match number {
        Some(number) if number < i64::MAX => Ok(u64::try_from(number).unwrap_or(0)),
        _ => Err(
            refused(format!("must be a whole number between 0 and {}", i64::MAX))
                .with_argument(at + 1),
        ),
    }
}
