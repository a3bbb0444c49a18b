//! Conversion by `new`: how does a type make a value of other values?
//!
//! `Type.new(value, ...)`, in the language also `Type(value, ...)`: one argument
//! that is an instance already is the answer. Otherwise the function of the type
//! converts, and what it makes must be an instance. `Optional`, `NotUndef` and
//! aliases make what stands in them; a type without such a function refuses.
//!
//! The functions and their parameters stand in [`constructors`], how a signature is
//! chosen in [`signature`]; what they do, by what they make: [`numeric`], [`string`],
//! [`collection`], [`time`], [`binary`], [`version`], [`uri`], [`object`], and here
//! what needs few words.

mod binary;
mod boolean;
mod collection;
mod init;
mod inspect;
mod made;
mod numeric;
mod object;
mod signature;
pub(crate) mod sprintf;
mod string;
mod string_format;
mod time;
mod tree;
mod uri;
mod version;

use crate::mode::Mode;
use crate::rules::constructors;
pub(crate) use crate::rules::convert::inspect::inspected;
pub(crate) use crate::rules::convert::made::class_of;

use crate::rules::convert::made::{Made, unsupported, wrong_type};
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::parse::parse_type;
use crate::values::special::Special;
use crate::values::support::refuse_unsupported;
use polycty_core::source::{Code, Result};
use polycty_core::types::{Kind, MAX_DEPTH, Scalar, StringConstraint, Type};
use polycty_core::values::Value;

/// Makes a value of a type.
///
/// # Errors
/// With Puppet's messages: [`Code::Conversion`] for what cannot be converted,
/// [`Code::Type`] when the result is no instance of the type, with both types;
/// [`Code::Unsupported`] for types that make no values and for marks and unknown
/// values, [`Code::Limit`] for what would grow too large.
pub fn new_instance(ty: &Type, args: &[Value]) -> Result<Value> {
    for (at, arg) in args.iter().enumerate() {
        refuse_unsupported(arg).map_err(|error| error.with_argument(at))?;
    }
    if let [only] = args
        && !nominal::is(ty, Name::Init)
        && instance(only, ty)?
    {
        return Ok(only.clone());
    }
    let made = make(ty, args).map_err(|failure| failure.0)?;
    if instance(&made, ty)? {
        return Ok(made);
    }
    let subject = format!("Converted value from {}.new()", type_text(ty));
    Err(wrong_type(&subject, ty, &made)?)
}

/// Whether a type has a constructor: it is asked itself, with nothing to make a value
/// of.
#[must_use]
pub fn makes_values(ty: &Type) -> bool {
    match make(ty, &[]) {
        Ok(_) => true,
        Err(failure) => failure.0.code() != Code::Unsupported,
    }
}

/// What the function of a type makes, of which nothing has been checked.
fn make(ty: &Type, args: &[Value]) -> Made {
    let mut inner = ty.clone();
    // Each turn takes off an alias, an Optional or a NotUndef.
    for _ in 0..MAX_DEPTH {
        inner = match inner.kind() {
            Kind::Reference(reference) => reference.unfold()?,
            Kind::Optional(content) if nominal::is_unit(content) => {
                return Err(unsupported(&inner));
            }
            Kind::NotUndef(content) if content.is_any() => return unit(args),
            Kind::Optional(content) | Kind::NotUndef(content) => content.clone(),
            _ => return make_bare(&inner, args),
        };
    }
    Err(unsupported(ty))
}

fn make_bare(ty: &Type, args: &[Value]) -> Made {
    match ty.kind() {
        Kind::Bool(_) => boolean::boolean(args),
        Kind::Number => numeric::numeric(args),
        Kind::Integer(_) => numeric::integer(args),
        Kind::Float(_) => numeric::float(args),
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::Literal {
            value: Scalar::String(_),
            ..
        } => {
            let function = constructors::string();
            // Any value is taken; only formats need to be looked at.
            if args.len() != 1 {
                function.select(args)?;
            }
            let text = string::to_string(&args[0], args.get(1))?;
            Ok(Value::string(&text))
        }
        Kind::List { .. } | Kind::Tuple { .. } => collection::array(args),
        Kind::Map { .. } | Kind::Object(_) => collection::hash(args),
        Kind::Meta(_) => {
            constructors::of_type().select(args)?;
            let text = args[0].as_str().unwrap_or_default();
            let made = parse_type(text, &Aliases::default(), Mode::Current)?;
            Ok(Value::from_type(made)?)
        }
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((name, params)) => match name {
                Name::Unit => unit(args),
                Name::Init => init::init(ty, params, args),
                Name::Sensitive => sensitive(args),
                Name::Regexp => boolean::regexp(args),
                Name::Timespan => time::timespan(args),
                Name::Timestamp => time::timestamp(args),
                Name::SemVer => version::version(args),
                Name::SemVerRange => version::range(args),
                Name::Binary => binary::binary(args),
                Name::Uri => uri::uri(args),
                Name::Object | Name::Error | Name::Deferred => object::object(ty, args),
                _ => Err(unsupported(ty)),
            },
            None => Err(unsupported(ty)),
        },
        _ => Err(unsupported(ty)),
    }
}

fn unit(args: &[Value]) -> Made {
    constructors::unit().select(args)?;
    Ok(args[0].clone())
}

fn sensitive(args: &[Value]) -> Made {
    constructors::sensitive().select(args)?;
    match Special::of(&args[0]) {
        // Nothing is hidden twice.
        Some(Special::Sensitive(_)) => Ok(args[0].clone()),
        _ => Ok(Special::Sensitive(args[0].clone()).into_value()?),
    }
}

#[cfg(test)]
mod tests;
