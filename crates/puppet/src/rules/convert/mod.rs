//! Conversion by `new`.
//!
//! `Type.new(value, ...)`, in the language also `Type(value, ...)`: a single argument that is
//! already an instance is the result. Otherwise the constructor of the type converts, and its
//! result must be an instance. `Optional`, `NotUndef` and aliases use the constructor of their
//! content; a type without a constructor is an error.
//!
//! [`constructors`] contains the functions with their parameters, and [`signature`] the choice of a
//! signature. The functions are in the module of the type that they return: [`numeric`],
//! [`string`], [`collection`], [`time`], [`binary`], [`version`], [`uri`], [`object`]. Short ones
//! are here.

mod binary;
mod boolean;
mod collection;
mod init;
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
pub(crate) use crate::rules::convert::made::{class_of, class_of_type};
pub(crate) use crate::rules::convert::object::from_hash as object_from_hash;

use crate::rules::convert::made::{Failure, Made, unsupported, wrong_type};
use crate::rules::instance::instance;
use crate::types::alias::Aliases;
use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::types::parse::parse_type_within;
use crate::values::special::Special;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{Code, Result};
use polycty_core::types::{Kind, MAX_DEPTH, Scalar, StringConstraint, Type};
use polycty_core::values::Value;

/// Creates a value of a type, without a clock: `Timestamp.new()` is an error.
///
/// # Errors
/// With Puppet's messages:
///
/// - [`Code::Conversion`] for a value that cannot be converted.
/// - [`Code::Type`] if the result is not an instance of the type, with both types.
/// - [`Code::Unsupported`] for types without values and for marked and unknown values.
/// - [`Code::Limit`] for a result that would grow too large, and if the budget is exceeded.
pub fn new_instance(ty: &Type, args: &[Value], budget: &Budget) -> Result<Value> {
    new_instance_at(None, ty, args, budget)
}

/// Creates a value of a type, at a time in nanoseconds since 1970 if there is a clock.
///
/// # Errors
/// As [`new_instance`].
pub(crate) fn new_instance_at(
    now: Option<i128>,
    ty: &Type,
    args: &[Value],
    budget: &Budget,
) -> Result<Value> {
    for (at, arg) in args.iter().enumerate() {
        refuse_unsupported(arg).map_err(|error| error.with_argument(at))?;
    }
    if let [only] = args
        && !nominal::is(ty, Name::Init)
        && instance(only, ty, budget)?
    {
        return Ok(only.clone());
    }
    let made = make(now, ty, args, budget).map_err(|failure| failure.0)?;
    if instance(&made, ty, budget)? {
        return Ok(made);
    }
    let subject = format!("Converted value from {}.new()", type_text(ty));
    Err(wrong_type(&subject, ty, &made, budget)?)
}

/// Whether a type has a constructor. The constructor is called without arguments, at an arbitrary
/// time.
///
/// # Errors
/// [`Code::Limit`] and [`Code::Cancelled`], by the budget.
pub fn makes_values(ty: &Type, budget: &Budget) -> Result<bool> {
    match make(Some(0), ty, &[], budget) {
        Ok(_) => Ok(true),
        Err(Failure(error)) => match error.code() {
            Code::Limit | Code::Cancelled => Err(error),
            code => Ok(code != Code::Unsupported),
        },
    }
}

/// Returns the unchecked result of a type's constructor.
fn make(now: Option<i128>, ty: &Type, args: &[Value], budget: &Budget) -> Made {
    let mut inner = ty.clone();
    // Each iteration unwraps an alias, an Optional or a NotUndef.
    for _ in 0..MAX_DEPTH {
        inner = match inner.kind() {
            Kind::Reference(reference) => reference.unfold()?,
            Kind::Optional(content) if nominal::is_unit(content) => {
                return Err(unsupported(&inner));
            }
            Kind::NotUndef(content) if content.is_any() => return unit(args, budget),
            Kind::Optional(content) | Kind::NotUndef(content) => content.clone(),
            _ => return make_bare(now, &inner, args, budget),
        };
    }
    Err(unsupported(ty))
}

fn make_bare(now: Option<i128>, ty: &Type, args: &[Value], budget: &Budget) -> Made {
    match ty.kind() {
        Kind::Bool(_) => boolean::boolean(args, budget),
        Kind::Number => numeric::numeric(args, budget),
        Kind::Integer(_) => numeric::integer(args, budget),
        Kind::Float(_) => numeric::float(args, budget),
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::Literal {
            value: Scalar::String(_),
            ..
        } => {
            let function = constructors::string();
            // Any value is accepted; only formats need a check.
            if args.len() != 1 {
                function.select(args, budget)?;
            }
            let text = string::to_string(&args[0], args.get(1), budget)?;
            Ok(Value::string(&text))
        }
        Kind::List { .. } | Kind::Tuple { .. } => collection::array(args, budget),
        Kind::Map { .. } | Kind::Object(_) => collection::hash(args, budget),
        Kind::Meta(_) => {
            constructors::of_type().select(args, budget)?;
            let text = args[0].as_str().unwrap_or_default();
            cost::read(text, budget)?;
            let made =
                parse_type_within(budget.levels(), text, &Aliases::default(), Mode::Current)?;
            Ok(Value::from_type(made)?)
        }
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((name, params)) => match name {
                Name::Unit => unit(args, budget),
                Name::Init => init::init(now, ty, params, args, budget),
                Name::Sensitive => sensitive(args, budget),
                Name::Regexp => boolean::regexp(args, budget),
                Name::Timespan => time::timespan(args, budget),
                Name::Timestamp => time::timestamp(now, args, budget),
                Name::SemVer => version::version(args, budget),
                Name::SemVerRange => version::range(args, budget),
                Name::Binary => binary::binary(args, budget),
                Name::Uri => uri::uri(args, budget),
                Name::Object | Name::Error | Name::Deferred => object::object(ty, args, budget),
                _ => Err(unsupported(ty)),
            },
            None => Err(unsupported(ty)),
        },
        _ => Err(unsupported(ty)),
    }
}

fn unit(args: &[Value], budget: &Budget) -> Made {
    constructors::unit().select(args, budget)?;
    Ok(args[0].clone())
}

fn sensitive(args: &[Value], budget: &Budget) -> Made {
    constructors::sensitive().select(args, budget)?;
    match Special::of(&args[0]) {
        // A sensitive value is not wrapped twice.
        Some(Special::Sensitive(_)) => Ok(args[0].clone()),
        _ => Ok(Special::Sensitive(args[0].clone()).into_value()?),
    }
}

#[cfg(test)]
mod tests;
