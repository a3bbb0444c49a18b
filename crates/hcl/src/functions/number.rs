//! Functions of numbers.
//!
//! Arithmetic is implemented in [`polycty_core::number`]. Functions of doubles (`log`, `pow`)
//! follow the algorithms of Go's `math` package, in [`double`], because other algorithms round the
//! last bits differently.

mod double;

use super::define::{DYNAMIC, any, never_null, number, numeric, refused, text, whole, wrong};
use crate::functions::Function;
use num_bigint::{BigInt, BigUint, Sign};
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature, cost};
use polycty_core::number::{BITS_LIMIT, Integer, Number};
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::Value;

standard! {
    /// Returns the absolute value of a number.
    ABSOLUTE: absolute(num) [Own] = |about| Function::new(
        never_null(about.parameter(operand("num", "The number.").allow(Allow::MARKED))),
        Type::number().clone(),
        |args, call| {
            remakes(args[0], call)?;
            args[0].absolute()
        },
    );
    /// Returns the sum of two numbers.
    ADD: add(a, b) [Own] = |about| arithmetic(
        about,
        ["The first summand.", "The second summand."],
        "can't compute sum of opposing infinities",
        Value::add,
    );
    /// Returns the difference of two numbers.
    SUBTRACT: subtract(a, b) [Own] = |about| arithmetic(
        about,
        ["The number to subtract from.", "The number to subtract."],
        "can't subtract infinity from itself",
        Value::subtract,
    );
    /// Returns the product of two numbers.
    MULTIPLY: multiply(a, b) [Own] = |about| arithmetic(
        about,
        ["The first factor.", "The second factor."],
        "can't multiply zero by infinity",
        Value::multiply,
    );
    /// Returns the quotient of two numbers.
    DIVIDE: divide(a, b) [Own] = |about| arithmetic(
        about,
        ["The dividend.", "The divisor."],
        "can't divide zero by zero or infinity by infinity",
        Value::divide,
    );
    /// Returns the remainder of a division, which has the sign of the dividend.
    MODULO: modulo(a, b) [Own] = |about| arithmetic(
        about,
        ["The dividend.", "The divisor."],
        "can't use modulo with zero and infinity",
        Value::modulo,
    );
    /// Returns whether the first number is greater than the second.
    GREATERTHAN: greaterthan(a, b) [Linear] = |about| comparison(about, Value::greater_than);
    /// Returns whether the first number is greater than or equal to the second.
    GREATERTHANOREQUALTO: greaterthanorequalto(a, b) [Linear] =
        |about| comparison(about, Value::greater_than_or_equal);
    /// Returns whether the first number is less than the second.
    LESSTHAN: lessthan(a, b) [Linear] = |about| comparison(about, Value::less_than);
    /// Returns whether the first number is less than or equal to the second.
    LESSTHANOREQUALTO: lessthanorequalto(a, b) [Linear] =
        |about| comparison(about, Value::less_than_or_equal);
    /// Returns a number with the opposite sign.
    NEGATE: negate(num) [Own] = |about| Function::new(
        never_null(about.parameter(operand("num", "The number.").allow(Allow::MARKED))),
        Type::number().clone(),
        |args, call| {
            remakes(args[0], call)?;
            args[0].negate()
        },
    );
    /// Returns the least of several numbers.
    MIN: min(; numbers) [Linear] = |about| extreme(about, |next, best| next < best);
    /// Returns the greatest of several numbers.
    MAX: max(; numbers) [Linear] = |about| extreme(about, |next, best| next > best);
    /// Returns the whole part of a number, truncated toward zero.
    INT: int(num) [Own] = |about| Function::new(
        never_null(about.parameter(operand("num", "The number."))),
        Type::number().clone(),
        |args, call| {
            remakes(args[0], call)?;
            whole_part(args[0])
        },
    );
    /// Returns the least whole number that is not less than a number.
    CEIL: ceil(num) [Own] = |about| Function::new(
        never_null(about.parameter(number("num", "The number."))),
        Type::number().clone(),
        |args, call| {
            remakes(args[0], call)?;
            towards(&numeric(args[0])?, 1)
        },
    );
    /// Returns the greatest whole number that is not greater than a number.
    FLOOR: floor(num) [Own] = |about| Function::new(
        never_null(about.parameter(number("num", "The number."))),
        Type::number().clone(),
        |args, call| {
            remakes(args[0], call)?;
            towards(&numeric(args[0])?, -1)
        },
    );
    /// Returns the logarithm of a number in a base, computed with doubles.
    LOG: log(num, base) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(number("num", "The number to take the logarithm of."))
                .parameter(number("base", "The base of the logarithm.")),
        ),
        Type::number().clone(),
        |args, _| from_double(double::ln(as_double(args[0])?) / double::ln(as_double(args[1])?)),
    );
    /// Returns a number raised to a power, computed with doubles.
    POW: pow(num, power) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(number("num", "The number to raise."))
                .parameter(number("power", "The power to raise it to.")),
        ),
        Type::number().clone(),
        |args, _| from_double(double::pow(as_double(args[0])?, as_double(args[1])?)),
    );
    /// Returns the sign of a whole number: -1, 0 or 1.
    SIGNUM: signum(num) [Linear] = |about| Function::new(
        never_null(about.parameter(number("num", "The whole number."))),
        Type::number().clone(),
        |args, _| Ok(Value::from_i64(whole(args[0])?.signum())),
    );
    /// Parses a whole number in a base from 2 to 62. In bases above 36, lower case letters are the
    /// digits before upper case letters; in other bases, case is ignored.
    PARSEINT: parseint(number, base) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(any("number", "The digits, after a sign if there is one."))
                .parameter(number("base", "The base, from 2 to 62.")),
        ),
        crate::functions::ReturnType::found(|args| {
            let ty = args[0].ty();
            if ty.is_string() {
                return Ok(Type::number().clone());
            }
            let found = ty.friendly_name();
            Err(refused(format!("first argument must be a string, not {found}")).with_argument(0))
        }),
        |args, call| {
            let digits = text(args[0])?;
            cost::read_number(digits.as_bytes(), call.budget)?;
            let base = whole(args[1]).map_err(|error| error.with_argument(1))?;
            parse_digits(digits, base, call.budget)
        },
    );
}

fn operand(name: &str, description: &str) -> Parameter {
    number(name, description).allow(DYNAMIC)
}

/// Charges an operation with two numbers, and its result.
#[inline]
fn computes(a: &Value, b: &Value, call: &Call<'_>) -> Result<()> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(cost::compute(&a, &b, call.budget)?),
        _ => Ok(()),
    }
}

/// Charges a number that is created from another in one pass.
#[inline]
fn remakes(number: &Value, call: &Call<'_>) -> Result<()> {
    match number.as_number() {
        Some(number) => Ok(cost::remake_number(&number, call.budget)?),
        None => Ok(()),
    }
}

/// Creates the function of an operator on two numbers. `undefined` is the message if the result is
/// undefined.
fn arithmetic(
    about: Signature,
    [a, b]: [&str; 2],
    undefined: &'static str,
    operator: fn(&Value, &Value) -> Result<Value>,
) -> Function {
    Function::new(
        never_null(about.parameter(operand("a", a)).parameter(operand("b", b))),
        Type::number().clone(),
        move |args, call| {
            computes(args[0], args[1], call)?;
            operator(args[0], args[1]).map_err(|error| match error.code() {
                Code::Arithmetic => error.with_message(undefined),
                _ => error,
            })
        },
    )
}

fn comparison(about: Signature, order: fn(&Value, &Value) -> Result<Value>) -> Function {
    let side = |name, description| operand(name, description).allow(Allow::MARKED | Allow::UNKNOWN);
    Function::new(
        never_null(
            about
                .parameter(side("a", "The first number."))
                .parameter(side("b", "The second number.")),
        ),
        Type::bool().clone(),
        move |args, _| order(args[0], args[1]),
    )
}

fn extreme(about: Signature, better: fn(&Number, &Number) -> bool) -> Function {
    Function::new(
        never_null(about.variadic(operand("numbers", "The numbers to compare."))),
        Type::number().clone(),
        move |args: &[&Value], _: &Call<'_>| {
            let mut all = args.iter().map(|value| numeric(value));
            let mut best = all
                .next()
                .ok_or_else(|| refused("must pass at least one number"))??;
            for next in all {
                let next = next?;
                if better(&next, &best) {
                    best = next;
                }
            }
            Ok(Value::from_number(best))
        },
    )
}

fn whole_part(value: &Value) -> Result<Value> {
    let number = numeric(value)?;
    if number.is_infinite() {
        return Err(Error::new(
            Code::Arithmetic,
            "an infinity has no whole part",
        ));
    }
    if number.is_integer() {
        return Ok(value.clone());
    }
    let whole = number.truncated(number.precision());
    let whole = whole.to_integer().ok_or_else(|| wrong(value))?;
    Ok(Value::from_number(Number::from_integer(&whole)))
}

/// Returns the nearest whole number in a direction, 1 or -1, at the precision of the number.
fn towards(number: &Number, direction: i64) -> Result<Value> {
    if number.is_zero() {
        // The result is created from an integer, which has no negative zero.
        return Ok(Value::from_number(Number::small(0, number.precision())));
    }
    if number.is_infinite() || number.is_integer() {
        return Ok(Value::from_number(number.clone()));
    }
    let precision = number.precision();
    let whole = number.truncated(precision);
    let beyond = i64::from(number.signum()) == direction;
    Ok(Value::from_number(if beyond {
        whole.add(&Number::small(direction, precision))?
    } else {
        whole
    }))
}

/// Returns the double nearest to a number.
fn as_double(value: &Value) -> Result<f64> {
    let number = numeric(value)?;
    let (double, _) = number.to_f64();
    if double.is_infinite() && !number.is_infinite() {
        return Err(refused(format!(
            "value must be between {:.6} and {:.6} inclusive",
            -f64::MAX,
            f64::MAX
        )));
    }
    Ok(double)
}

fn from_double(double: f64) -> Result<Value> {
    Number::from_f64(double)
        .map(Value::from_number)
        .ok_or_else(|| Error::new(Code::Arithmetic, "the result is not a number"))
}

fn parse_digits(given: &str, base: i64, budget: &Budget) -> Result<Value> {
    if !(2..=62).contains(&base) {
        return Err(
            refused("base must be a whole number between 2 and 62 inclusive").with_argument(1),
        );
    }
    let fail = || {
        refused(format!(
            "cannot parse {} as a base {base} integer",
            Quoted(given)
        ))
        .quoting(Quotes::Any)
        .with_argument(0)
    };
    let (negative, digits) = match given.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, given.strip_prefix('+').unwrap_or(given)),
    };
    if digits.is_empty() {
        return Err(fail());
    }
    let base = base as u32;
    let digit = |byte: u8| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            _ => return None,
        };
        (u32::from(digit) < base).then_some(digit)
    };
    let digits: Vec<u8> = digits
        .bytes()
        .map(digit)
        .collect::<Option<_>>()
        .ok_or_else(fail)?;
    let zeros = digits.iter().take_while(|digit| **digit == 0).count();
    let digits = &digits[zeros..];
    // Each digit except the first adds at least the base's number of whole bits.
    let least = (digits.len().saturating_sub(1) as u64).saturating_mul(u64::from(base.ilog2()));
    let too_large = || {
        Error::new(
            Code::Limit,
            format!("the number has more than {BITS_LIMIT} bits"),
        )
        .with_argument(0)
    };
    if least > u64::from(BITS_LIMIT) {
        return Err(too_large());
    }
    let magnitude = BigUint::from_radix_be(digits, base).unwrap_or_default();
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let integer =
        Integer::try_from(BigInt::from_biguint(sign, magnitude)).map_err(|_| too_large())?;
    let number = Value::from_number(Number::from_integer(&integer));
    budget.hold(number.literal_memory() as u64)?;
    Ok(number)
}
