//! `golang/math`.

use crate::functions::call::int;
use crate::functions::convert::truncated;
use crate::functions::define::{Cost, Function};
use polycty_core::values::Value;

/// Defines a function of one number.
macro_rules! of_one {
    ($name:literal, $run:expr) => {
        Function::pure(
            concat!("golang/math.", $name),
            "func(x float) float",
            Cost::Constant,
            |call| {
                let run: fn(f64) -> f64 = $run;
                Ok(Value::from_double(run(call.float(0))))
            },
        )
    };
}

/// Defines a function of two numbers with these names.
macro_rules! of_two {
    ($name:literal, $a:literal, $b:literal, $run:expr) => {
        Function::pure(
            concat!("golang/math.", $name),
            concat!("func(", $a, " float, ", $b, " float) float"),
            Cost::Constant,
            |call| {
                let run: fn(f64, f64) -> f64 = $run;
                Ok(Value::from_double(run(call.float(0), call.float(1))))
            },
        )
    };
}

pub(in crate::functions) static TABLE: &[Function] = &[
    of_one!("abs", f64::abs),
    of_one!("acos", libm::acos),
    of_one!("acosh", libm::acosh),
    of_one!("asin", libm::asin),
    of_one!("asinh", libm::asinh),
    of_one!("atan", libm::atan),
    of_two!("atan_2", "y", "x", libm::atan2),
    of_one!("atanh", libm::atanh),
    of_one!("cbrt", libm::cbrt),
    of_one!("ceil", f64::ceil),
    of_two!("copysign", "f", "sign", f64::copysign),
    of_one!("cos", libm::cos),
    of_one!("cosh", libm::cosh),
    of_two!("dim", "x", "y", |x, y| {
        let difference = x - y;
        if difference <= 0.0 { 0.0 } else { difference }
    }),
    of_one!("erf", libm::erf),
    of_one!("erfc", libm::erfc),
    of_one!("erfcinv", |x| inverse_erf(1.0 - x)),
    of_one!("erfinv", inverse_erf),
    of_one!("exp", libm::exp),
    of_one!("exp_2", libm::exp2),
    of_one!("expm_1", libm::expm1),
    Function::pure(
        "golang/math.fma",
        "func(x float, y float, z float) float",
        Cost::Constant,
        |call| {
            Ok(Value::from_double(libm::fma(
                call.float(0),
                call.float(1),
                call.float(2),
            )))
        },
    ),
    of_one!("floor", f64::floor),
    of_one!("gamma", libm::tgamma),
    of_two!("hypot", "p", "q", libm::hypot),
    Function::pure(
        "golang/math.ilogb",
        "func(x float) int",
        Cost::Constant,
        |call| {
            Ok(int(match call.float(0) {
                0.0 => i64::from(i32::MIN),
                x if !x.is_finite() => i64::from(i32::MAX),
                x => i64::from(libm::ilogb(x)),
            }))
        },
    ),
    Function::pure(
        "golang/math.inf",
        "func(sign int) float",
        Cost::Constant,
        |call| {
            let negative = call.int(0) < 0;
            Ok(Value::from_double(if negative {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }))
        },
    ),
    Function::pure(
        "golang/math.is_inf",
        "func(f float, sign int) bool",
        Cost::Constant,
        |call| {
            let (x, sign) = (call.float(0), call.int(1));
            let positive = sign >= 0 && x == f64::INFINITY;
            Ok(Value::bool(
                positive || (sign <= 0 && x == f64::NEG_INFINITY),
            ))
        },
    ),
    Function::pure(
        "golang/math.is_na_n",
        "func(f float) bool",
        Cost::Constant,
        |call| Ok(Value::bool(call.float(0).is_nan())),
    ),
    of_one!("j_0", libm::j0),
    of_one!("j_1", libm::j1),
    Function::pure(
        "golang/math.jn",
        "func(n int, x float) float",
        Cost::Constant,
        |call| {
            Ok(Value::from_double(libm::jn(
                order(call.int(0), call.budget)?,
                call.float(1),
            )))
        },
    ),
    Function::pure(
        "golang/math.ldexp",
        "func(frac float, exp int) float",
        Cost::Constant,
        |call| {
            let exponent = call.int(1).clamp(-10_000, 10_000) as i32;
            Ok(Value::from_double(libm::ldexp(call.float(0), exponent)))
        },
    ),
    of_one!("log", libm::log),
    of_one!("log_10", libm::log10),
    of_one!("log_1_p", libm::log1p),
    of_one!("log_2", libm::log2),
    of_one!("logb", |x| match x {
        0.0 => f64::NEG_INFINITY,
        x if x.is_infinite() => f64::INFINITY,
        x if x.is_nan() => x,
        x => f64::from(libm::ilogb(x)),
    }),
    of_two!("max", "x", "y", |x, y| {
        let infinite = x == f64::INFINITY || y == f64::INFINITY;
        if infinite {
            f64::INFINITY
        } else {
            ordered(x, y, f64::max)
        }
    }),
    of_two!("min", "x", "y", |x, y| {
        let infinite = x == f64::NEG_INFINITY || y == f64::NEG_INFINITY;
        if infinite {
            f64::NEG_INFINITY
        } else {
            ordered(x, y, f64::min)
        }
    }),
    of_two!("mod", "x", "y", |x, y| x % y),
    Function::pure("golang/math.na_n", "func() float", Cost::Constant, |_| {
        Ok(Value::from_double(f64::NAN))
    }),
    of_two!("nextafter", "x", "y", |x, y| if x == y {
        x
    } else {
        libm::nextafter(x, y)
    }),
    of_two!("pow", "x", "y", libm::pow),
    Function::pure(
        "golang/math.pow_10",
        "func(n int) float",
        Cost::Constant,
        |call| {
            let exponent = call.int(0);
            Ok(Value::from_double(match exponent {
                ..-323 => 0.0,
                309.. => f64::INFINITY,
                exponent => format!("1e{exponent}").parse().unwrap_or_default(),
            }))
        },
    ),
    of_two!("remainder", "x", "y", libm::remainder),
    of_one!("round", f64::round),
    of_one!("round_to_even", f64::round_ties_even),
    Function::pure(
        "golang/math.signbit",
        "func(x float) bool",
        Cost::Constant,
        |call| Ok(Value::bool(call.float(0).is_sign_negative())),
    ),
    of_one!("sin", libm::sin),
    of_one!("sinh", libm::sinh),
    of_one!("sqrt", f64::sqrt),
    of_one!("tan", libm::tan),
    of_one!("tanh", libm::tanh),
    of_one!("trunc", f64::trunc),
    of_one!("y_0", libm::y0),
    of_one!("y_1", libm::y1),
    Function::pure(
        "golang/math.yn",
        "func(n int, x float) float",
        Cost::Constant,
        |call| {
            Ok(Value::from_double(libm::yn(
                order(call.int(0), call.budget)?,
                call.float(1),
            )))
        },
    ),
];

/// Returns the order of a Bessel function. The cost is proportional to the order.
fn order(order: i64, budget: &polycty_core::calls::Budget) -> Result<i32, polycty_engine::Failure> {
    let order = truncated(order as f64).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    budget.charge(1 + u64::from(order.unsigned_abs()) / 16)?;
    Ok(order)
}

/// Returns NaN if an argument is NaN. Zeros are ordered by their signs.
fn ordered(x: f64, y: f64, choose: fn(f64, f64) -> f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 && y == 0.0 {
        let negative = choose(1f64.copysign(x), 1f64.copysign(y)) < 0.0;
        return if negative { -0.0 } else { 0.0 };
    }
    choose(x, y)
}

/// Returns the inverse of the error function: an estimate by Winitzki's formula, improved by
/// Newton's method.
fn inverse_erf(x: f64) -> f64 {
    /// The constant of Winitzki's formula.
    const A: f64 = 0.147;
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return x * f64::INFINITY;
    }
    if x == 0.0 {
        return x;
    }
    let log = libm::log1p(-x * x);
    let half = 2.0 / (std::f64::consts::PI * A) + log / 2.0;
    let mut guess = ((half * half - log / A).sqrt() - half).sqrt().copysign(x);
    for _ in 0..4 {
        let slope = libm::exp(-guess * guess) * std::f64::consts::FRAC_2_SQRT_PI;
        // For large arguments, the complement has more significant digits than the function itself.
        let error = if x.abs() > 0.5 {
            (libm::erfc(guess.abs()) - (1.0 - x.abs())) * x.signum()
        } else {
            x - libm::erf(guess)
        };
        guess += error / slope;
    }
    guess
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_of_erf_is_accurate() {
        for x in [
            -0.999_999,
            -0.9,
            -0.5,
            -1e-9,
            0.0,
            1e-300,
            0.1,
            0.5,
            0.75,
            0.99,
            0.999_999_999,
        ] {
            let back = libm::erf(inverse_erf(x));
            assert!(
                (back - x).abs() <= 4.0 * f64::EPSILON * x.abs(),
                "{x} {back}"
            );
        }
        assert_eq!(inverse_erf(1.0), f64::INFINITY);
        assert!(inverse_erf(1.5).is_nan());
    }

    #[test]
    fn zeros_have_signs() {
        assert!(ordered(0.0, -0.0, f64::min).is_sign_negative());
        assert!(ordered(0.0, -0.0, f64::max).is_sign_positive());
        assert!(ordered(f64::NAN, 1.0, f64::max).is_nan());
    }
}
