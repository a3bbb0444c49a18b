//! Tests of numbers.
//!
//! Tables for the rules that are conventions, and properties for the rest: text is parsed as the
//! number that it was written for, 53-bit arithmetic agrees with doubles, order and hash depend on
//! the value alone, integers agree with 128-bit and with big arithmetic.

use std::collections::hash_map::DefaultHasher;

use proptest::prelude::*;

use super::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn at(text: &str, precision: u32) -> Number {
    Number::parse_with_precision(text, precision).unwrap()
}

fn text(number: &Number) -> String {
    number.to_text().unwrap()
}

fn double(value: f64) -> Number {
    Number::from_f64(value).unwrap()
}

fn hash(value: &impl Hash) -> u64 {
    let mut state = DefaultHasher::new();
    value.hash(&mut state);
    state.finish()
}

fn is_small(number: &Number) -> bool {
    matches!(number.0, Repr::Small { .. })
}

#[test]
fn a_number_is_two_words() {
    fn shared<T: Send + Sync>() {}
    shared::<Number>();
    shared::<Integer>();
    assert_eq!(size_of::<Number>(), 16);
    assert_eq!(size_of::<Integer>(), 16);
}

#[test]
fn texts_that_are_numbers() {
    for (from, to) in [
        ("0", "0"),
        ("-0", "-0"),
        ("-0.00e7", "-0"),
        ("+5", "5"),
        ("00012", "12"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1.10", "1.1"),
        ("1e21", "1000000000000000000000"),
        ("1E-5", "0.00001"),
        ("-2.25e3", "-2250"),
        ("25e-2", "0.25"),
        ("1p5", "32"),
        ("3P-1", "1.5"),
        ("1.5p1", "3"),
        ("Inf", "Infinity"),
        ("-inf", "-Infinity"),
        ("0e9223372036854775807", "0"),
        ("1e-999999999", "0"),
        ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("12345678901234567890.125", "12345678901234567890.125"),
    ] {
        assert_eq!(text(&number(from)), to, "{from}");
        assert_eq!(number(from).precision(), PARSED_PRECISION, "{from}");
    }
}

#[test]
fn texts_that_are_not_numbers() {
    for refused in [
        "",
        "+",
        "-",
        ".",
        "x",
        " 1",
        "1 ",
        "1_000",
        "0x10",
        "0b1",
        "e5",
        "1e",
        "1e+",
        "1e5.",
        "1.2.3",
        "--1",
        "+-1",
        "Infinity",
        "INF",
        "NaN",
        "١",
        "1\0",
        "1e9223372036854775808",
        "0e9223372036854775808",
        "1e2147483648",
        "1e-9223372036854775808",
    ] {
        let error = Number::parse(refused).unwrap_err();
        assert_eq!(error, ParseNumberError::NotANumber, "{refused}");
        assert_eq!(error.to_string(), "a number is required");
    }
    for refused in ["1e999999999", "-1e700000000"] {
        assert_eq!(Number::parse(refused), Err(ParseNumberError::TooLarge));
    }
    let long = "1".repeat(PARSED_DIGITS_LIMIT);
    assert!(Number::parse(&long).is_ok());
    assert_eq!(
        Number::parse(&(long + "1")),
        Err(ParseNumberError::TooManyDigits)
    );
    assert_eq!(number(&format!("0.{}", "0".repeat(200_000))), Number::ZERO);
}

#[test]
fn equal_values_have_one_representation() {
    for small in ["1.0", "1e18", "-9223372036854775808", "10e-1", "0.5e1"] {
        assert!(is_small(&number(small)), "{small}");
    }
    for big in ["-0", "0.5", "9223372036854775808", "-9223372036854775809"] {
        assert!(!is_small(&number(big)), "{big}");
    }
    assert!(is_small(&number("0.5").add(&number("0.5")).unwrap()));
    assert!(is_small(&number("9223372036854775808").neg()));
    assert!(is_small(&number("-0").neg()));
    assert_eq!(text(&number("0").neg()), "-0");
    assert_eq!(
        text(&Number::from_i64(i64::MIN).neg()),
        "9223372036854775808"
    );
    assert_eq!(
        text(&Number::from_i64(i64::MIN).abs()),
        "9223372036854775808"
    );
}

#[test]
fn the_precision_decides_the_digits() {
    for (from, precision, to) in [
        ("0.1", 512, "0.1"),
        ("0.1", 53, "0.1"),
        ("1e23", 53, "100000000000000000000000"),
        ("1152921504606846976", 53, "1152921504606847000"),
        ("1152921504606846976", 64, "1152921504606846976"),
        ("0.30000000000000004", 53, "0.30000000000000004"),
        ("0.30000000000000004", 24, "0.3"),
        ("5e-324", 53, &format!("0.{}5", "0".repeat(323))),
        ("255", 3, "260"),
        ("7", 1, "8"),
    ] {
        assert_eq!(text(&at(from, precision)), to, "{from} at {precision}");
    }
    let tenth = double(0.1).with_precision(PARSED_PRECISION);
    assert_eq!(
        text(&tenth),
        "0.1000000000000000055511151231257827021181583404541015625"
    );
    let third = number("1").div(&number("3")).unwrap();
    assert_eq!(text(&third), format!("0.{}5", "3".repeat(154)));
    // The power of five is too large to be exact, but still near enough.
    assert_eq!(text(&number("1e400")), format!("1{}", "0".repeat(400)));
}

#[test]
fn the_text_has_a_limit() {
    let mut out = String::from("x");
    assert!(number("1e999999").write_text(&mut out).is_ok());
    assert_eq!(out.len(), 1 + TEXT_LIMIT);
    for far in [
        "1e1000000",
        "-1e999999",
        "1e-1000000",
        "1e500000000",
        "1e-500000000",
    ] {
        let mut out = String::from("x");
        assert_eq!(number(far).write_text(&mut out), Err(DigitsLimit), "{far}");
        assert_eq!(out, "x");
    }
    assert_eq!(number("-3p2000000000").to_string(), "-0x3p2000000000");
}

#[test]
fn arithmetic_at_the_edges() {
    type Operation = fn(&Number, &Number) -> Result<Number, ArithmeticError>;
    let cases: [(Operation, &str, &str, Result<&str, ArithmeticError>); 27] = [
        (
            Number::add,
            "Inf",
            "-Inf",
            Err(ArithmeticError::OpposingInfinities),
        ),
        (
            Number::sub,
            "Inf",
            "Inf",
            Err(ArithmeticError::OpposingInfinities),
        ),
        (Number::add, "Inf", "Inf", Ok("Infinity")),
        (Number::sub, "1", "Inf", Ok("-Infinity")),
        (
            Number::mul,
            "0",
            "Inf",
            Err(ArithmeticError::ZeroTimesInfinity),
        ),
        (Number::mul, "-2", "Inf", Ok("-Infinity")),
        (Number::mul, "0", "-5", Ok("-0")),
        (Number::mul, "-0.5", "-0", Ok("0")),
        (Number::div, "0", "0", Err(ArithmeticError::ZeroByZero)),
        (
            Number::div,
            "Inf",
            "-Inf",
            Err(ArithmeticError::InfinityByInfinity),
        ),
        (Number::div, "1", "-0", Ok("-Infinity")),
        (Number::div, "-1", "0", Ok("-Infinity")),
        (Number::div, "1", "-Inf", Ok("-0")),
        (Number::div, "0", "-7", Ok("-0")),
        (Number::add, "-0", "-0", Ok("-0")),
        (Number::add, "1", "-1", Ok("0")),
        (Number::sub, "-0", "0", Ok("-0")),
        (Number::modulo, "7", "-2", Ok("1")),
        (Number::modulo, "-7", "2", Ok("-1")),
        (Number::modulo, "-4", "2", Ok("0")),
        (Number::modulo, "5.5", "2", Ok("1.5")),
        (Number::modulo, "5", "0", Ok("5")),
        (Number::modulo, "1", "-Inf", Ok("-Infinity")),
        (Number::modulo, "-Inf", "2", Ok("-Infinity")),
        (
            Number::modulo,
            "0",
            "Inf",
            Err(ArithmeticError::ZeroTimesInfinity),
        ),
        (
            Number::modulo,
            "1p2000000000",
            "1p-2000000000",
            Err(ArithmeticError::TooLarge),
        ),
        (
            Number::mul,
            "1p2000000000",
            "-1p2000000000",
            Ok("-Infinity"),
        ),
    ];
    for (operation, a, b, answer) in cases {
        let got = operation(&number(a), &number(b)).map(|number| text(&number));
        assert_eq!(got.as_deref(), answer.as_ref().copied(), "{a} {b}");
    }
    // Far apart, with only a sticky bit between them.
    let (far, near) = (number("1p2000000000"), number("1p-2000000000"));
    assert_eq!(far.add(&near).unwrap(), far);
    assert_eq!(far.sub(&near).unwrap(), far);
    assert!(at("1p100", 1).sub(&number("1").with_precision(1)).unwrap() == at("1p100", 1));
    assert_eq!(text(&near.mul(&near).unwrap()), "0");
}

#[test]
fn results_have_the_specified_precision() {
    let narrow = double(3.0);
    let wide = number("7");
    assert_eq!(narrow.add(&wide).unwrap().precision(), 512);
    assert_eq!(narrow.div(&narrow).unwrap().precision(), 53);
    assert_eq!(narrow.modulo(&wide).unwrap().precision(), 53);
    assert_eq!(Number::infinity().precision(), 0);
    assert_eq!(
        Number::from_i64(1)
            .div(&Number::infinity())
            .unwrap()
            .precision(),
        64
    );
    // A product keeps the bits it needs, beyond those of the operands.
    let wide_double = double(9007199254740991.0);
    let square = wide_double.mul(&wide_double).unwrap();
    assert_eq!(square.precision(), 106);
    assert_eq!(text(&square), "81129638414606663681390495662081");
    // A sum does not.
    let sum = wide_double.add(&double(4.0)).unwrap();
    assert_eq!(sum.to_i64(), Some(9007199254740996));
    assert_eq!(number("1.5").with_precision(0).to_i64(), Some(0));
    assert_eq!(number("1").with_precision(u32::MAX).precision(), BITS_LIMIT);
}

#[test]
fn conversions() {
    assert_eq!(number("18446744073709551615").to_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").to_u64(), None);
    assert_eq!(number("9223372036854775808").to_i64(), None);
    assert_eq!(
        (number("-0").to_i64(), number("-0").to_u64()),
        (Some(0), Some(0))
    );
    assert_eq!(
        (number("1.5").to_i64(), number("-1").to_u64()),
        (None, None)
    );
    assert_eq!(Number::from_u64(u64::MAX), number("18446744073709551615"));
    assert!(Number::from_f64(f64::NAN).is_none());
    for (from, to, exact) in [
        ("0.1", 0.1, false),
        ("0.5", 0.5, true),
        ("1e400", f64::INFINITY, false),
        ("-Inf", f64::NEG_INFINITY, true),
        ("1p-1074", 5e-324, true),
        ("1p-1075", 0.0, false),
        ("3p-1076", 5e-324, false),
        ("1e-400", 0.0, false),
        ("9007199254740993", 9007199254740992.0, false),
        ("9223372036854775807", 9223372036854775808.0, false),
        ("1.7976931348623157e308", f64::MAX, false),
        ("1p1024", f64::INFINITY, false),
    ] {
        assert_eq!(number(from).to_f64(), (to, exact), "{from}");
    }
    assert!(number("-0").to_f64().0.is_sign_negative());
    assert_eq!(number("1.5").to_integer(), None);
    assert_eq!(number("1p524288").to_integer(), None);
    assert_eq!(
        number("1p524287").to_integer().unwrap().bit_length(),
        524_288
    );
    let wide = Integer::parse(&"7".repeat(400)).unwrap();
    let wide_number = Number::from_integer(&wide);
    assert_eq!(u64::from(wide_number.precision()), wide.bit_length());
    assert_eq!(text(&wide_number), "7".repeat(400));
    assert_eq!(wide_number.to_integer(), Some(wide));
}

#[test]
fn integers_at_the_edges() {
    let integer = |text: &str| Integer::parse(text).unwrap();
    for refused in ["", "+", "-", "1.0", "1e3", "1_0", " 1", "0x1", "+-1", "١"] {
        assert_eq!(
            Integer::parse(refused),
            Err(ParseIntegerError::NotAnInteger)
        );
    }
    assert_eq!(Integer::parse_radix("1", 37), Err(ParseIntegerError::Radix));
    assert_eq!(
        Integer::parse_radix("-Zz", 36).unwrap().to_i64(),
        Some(-1295)
    );
    assert_eq!(integer("-9223372036854775808").to_i64(), Some(i64::MIN));
    assert_eq!(
        integer("-9223372036854775808").neg().to_u64(),
        Some(1 << 63)
    );
    assert_eq!(
        integer("-9223372036854775808").neg().neg().to_i64(),
        Some(i64::MIN)
    );
    let (min, minus) = (Integer::from(i64::MIN), Integer::from(-1i64));
    assert_eq!(
        min.div_floor(&minus).unwrap().to_string(),
        "9223372036854775808"
    );
    assert_eq!(min.rem_trunc(&minus).unwrap().to_i64(), Some(0));
    assert_eq!(
        min.rem_floor(&Integer::from(0i64)),
        Err(ArithmeticError::DivisionByZero)
    );
    assert_eq!(
        integer("2").pow(100).unwrap().to_text_radix(16),
        format!("1{}", "0".repeat(25))
    );
    assert_eq!(integer("-1").pow(u32::MAX).unwrap().to_i64(), Some(-1));
    assert_eq!(integer("0").pow(0).unwrap().to_i64(), Some(1));
    assert_eq!(integer("3").pow(u32::MAX), Err(ArithmeticError::TooLarge));
    let widest = integer("2").pow(BITS_LIMIT - 1).unwrap();
    assert_eq!(widest.add(&widest), Err(ArithmeticError::TooLarge));
    assert_eq!(widest.mul(&widest), Err(ArithmeticError::TooLarge));
    assert_eq!(
        Integer::parse(&"9".repeat(157_827)),
        Err(ParseIntegerError::TooLarge)
    );
    assert_eq!(
        Integer::from_be_bytes(&[1; 70_000]),
        Err(ParseIntegerError::TooLarge)
    );
    assert_eq!(Integer::from_be_bytes(&[]).unwrap().to_i64(), Some(0));
    assert_eq!(Integer::from(-129i64).to_be_bytes(), [0xff, 0x7f]);
    assert_eq!(Integer::from(0i64).to_be_bytes(), [0]);
    for (value, other, order) in [
        (2, 2.5, Ordering::Less),
        (-2, -2.5, Ordering::Greater),
        (2, 2.0, Ordering::Equal),
        (0, -0.0, Ordering::Equal),
        (i64::MAX, 9223372036854775808.0, Ordering::Less),
        (1, f64::NEG_INFINITY, Ordering::Greater),
        (0, 5e-324, Ordering::Less),
        (i64::MAX, 1e300, Ordering::Less),
    ] {
        assert_eq!(
            Integer::from(value).partial_cmp_f64(other),
            Some(order),
            "{value} {other}"
        );
    }
    assert_eq!(minus.partial_cmp_f64(f64::NAN), None);
}

/// A double of any finite bit pattern, or one of everyday size.
fn doubles() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |value| value.is_finite()),
        (-1_000_000i64..1_000_000, 0u32..12)
            .prop_map(|(value, scale)| value as f64 / 10f64.powi(scale as i32)),
        any::<i64>().prop_map(|value| value as f64),
    ]
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?[0-9]{1,25}",
        "-?[0-9]{0,12}\\.[0-9]{1,30}",
        "-?[0-9]{1,20}e-?[0-9]{1,3}",
        "-?[0-9]{1,20}p-?[0-9]{1,3}",
        "-?[1-9][0-9]{100,200}",
    ]
}

fn numbers() -> impl Strategy<Value = Number> {
    let precisions = prop_oneof![Just(512u32), Just(53), Just(64), 1u32..700];
    prop_oneof![
        (texts(), precisions).prop_map(|(text, precision)| at(&text, precision)),
        doubles().prop_map(double),
        any::<i64>().prop_map(Number::from_i64),
        any::<u64>().prop_map(Number::from_u64),
    ]
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,20}", bytes in proptest::collection::vec(any::<u8>(), 0..20)) {
        let _ = Number::parse(&text);
        let _ = Number::parse_bytes(&bytes, PARSED_PRECISION);
        let _ = Integer::parse(&text);
    }

    #[test]
    fn fast_and_general_parsing_agree(negative: bool, mantissa in any::<u64>(), exponent in -400i32..400) {
        let direct = Number::from_decimal(negative, mantissa, exponent).unwrap();
        let sign = if negative { "-" } else { "" };
        // Zeros at both ends make the text too long for the fast algorithm.
        let long = number(&format!("{sign}{}{mantissa}.{}e{exponent}", "0".repeat(20), "0".repeat(10)));
        prop_assert_eq!(&direct, &long);
        prop_assert_eq!(&direct, &number(&format!("{sign}{mantissa}e{exponent}")));
        prop_assert_eq!(direct.is_negative(), negative);
    }

    #[test]
    fn texts_are_parsed_back(value in numbers()) {
        // Go treats the interval of a power of two as symmetric, so its text may be that of the
        // neighbor below.
        prop_assume!(value.min_precision() != 1);
        prop_assert_eq!(&at(&text(&value), value.precision().max(1)), &value);
    }

    #[test]
    fn doubles_have_their_shortest_text(value in doubles()) {
        // A power of two is the only case with a different interval, and a subnormal double has
        // fewer bits than a number with the full precision.
        prop_assume!(value.is_normal() && value.to_bits() & ((1 << 52) - 1) != 0);
        // Of several shortest texts Go does not always take the nearest.
        let (ours, shortest) = (text(&double(value)), value.to_string());
        prop_assert_eq!(ours.len(), shortest.len());
        prop_assert_eq!(ours.parse::<f64>().unwrap().to_bits(), value.to_bits());
        prop_assert_eq!(double(value).to_f64(), (value, true));
    }

    #[test]
    fn texts_of_doubles_are_parsed_as_doubles(text in texts()) {
        let value: f64 = if text.contains('p') { return Ok(()) } else { text.parse().unwrap() };
        prop_assume!(value == 0.0 || (value.is_normal() && text.len() < 40));
        prop_assert_eq!(at(&text, 53).to_f64().0, value);
    }

    #[test]
    fn arithmetic_at_53_bits_agrees_with_doubles(a in doubles(), b in doubles()) {
        let (x, y) = (double(a), double(b));
        let usual = |value: f64| value == 0.0 || value.is_normal();
        for (got, expected) in [
            (x.add(&y), a + b),
            (x.sub(&y), a - b),
            (x.mul(&y), a * b),
            (x.div(&y), a / b),
        ] {
            // The range of a double is narrower: beyond it the two need not agree, but the
            // converted result does.
            if let (Ok(got), true) = (got, usual(expected)) {
                prop_assert_eq!(got.to_f64().0, expected);
            }
        }
    }

    #[test]
    fn wide_sums_are_exact(a in any::<i64>(), b in any::<i64>(), shift in 0u32..200) {
        let scale = number(&format!("1p-{shift}"));
        let x = number(&a.to_string()).mul(&scale).unwrap();
        let y = number(&b.to_string());
        prop_assert_eq!(x.add(&y).unwrap().sub(&y).unwrap(), x.clone());
        prop_assert_eq!(x.add(&y).unwrap(), y.add(&x).unwrap());
        let sum = x.add(&y).unwrap().mul(&y).unwrap();
        prop_assert_eq!(sum, x.mul(&y).unwrap().add(&y.mul(&y).unwrap()).unwrap());
    }

    #[test]
    fn quotient_and_remainder_agree(a in any::<i64>(), b in any::<i64>()) {
        prop_assume!(b != 0);
        let (x, y) = (number(&a.to_string()), number(&b.to_string()));
        prop_assert_eq!(x.modulo(&y).unwrap().to_i64(), Some(a.wrapping_rem(b)));
        let half = number("0.5");
        let halves = x.mul(&half).unwrap().modulo(&y.mul(&half).unwrap()).unwrap();
        prop_assert_eq!(halves.add(&halves).unwrap().to_i64(), Some(a.wrapping_rem(b)));
    }

    #[test]
    fn order_follows_the_difference(a in numbers(), b in numbers()) {
        let difference = a.sub(&b).unwrap().signum();
        prop_assert_eq!(a.cmp(&b) as i32, difference);
        prop_assert_eq!(b.cmp(&a) as i32, -difference);
        prop_assert_eq!(a == b, difference == 0);
        prop_assert_eq!(a.cmp(&Number::infinity()), Ordering::Less);
    }

    #[test]
    fn hash_follows_equality(a in numbers(), more in 0u32..100) {
        let b = a.with_precision(a.precision() + more);
        prop_assert_eq!(&a, &b);
        prop_assert_eq!(hash(&a), hash(&b));
        prop_assert_eq!(hash(&number("-0")), hash(&Number::ZERO));
    }

    #[test]
    fn representations_are_normalized(a in numbers(), b in numbers()) {
        let results = [a.add(&b), a.sub(&b), a.mul(&b), a.div(&b), a.modulo(&b), Ok(a.neg())];
        for result in results.into_iter().flatten() {
            prop_assert!(result.min_precision() <= result.precision());
            if let Repr::Big(big) = &result.0
                && let Magnitude::Finite { mantissa, .. } = &big.magnitude {
                    prop_assert!(mantissa.bit(0));
                    let exact = result.to_integer().and_then(|integer| integer.to_i64());
                    prop_assert_eq!(exact, None);
                }
        }
    }

    #[test]
    fn integers_agree_with_128_bit_arithmetic(a in any::<i64>(), b in any::<i64>(), c in any::<i64>()) {
        let (x, y) = (Integer::from(a), Integer::from(b));
        let (wide_a, wide_b) = (i128::from(a), i128::from(b));
        prop_assert_eq!(x.add(&y).unwrap().to_i128(), Some(wide_a + wide_b));
        prop_assert_eq!(x.sub(&y).unwrap().to_i128(), Some(wide_a - wide_b));
        let product = x.mul(&y).unwrap();
        prop_assert_eq!(product.to_i128(), Some(wide_a * wide_b));
        prop_assert_eq!(product.to_string(), (wide_a * wide_b).to_string());
        prop_assert_eq!(&Integer::from(wide_a * wide_b), &product);
        prop_assert_eq!(product.cmp(&x), (wide_a * wide_b).cmp(&wide_a));
        prop_assert_eq!(product.to_f64().0, (wide_a * wide_b) as f64);
        let divisor = Integer::from(c);
        prop_assume!(c != 0);
        let (floor, rem) = (product.div_floor(&divisor).unwrap(), product.rem_floor(&divisor).unwrap());
        prop_assert_eq!(floor.mul(&divisor).unwrap().add(&rem).unwrap(), product.clone());
        prop_assert!(rem.is_zero() || rem.signum() == divisor.signum());
        let (cut, rem) = (product.div_trunc(&divisor).unwrap(), product.rem_trunc(&divisor).unwrap());
        prop_assert_eq!(cut.to_i128(), Some(wide_a * wide_b / i128::from(c)));
        prop_assert_eq!(rem.to_i128(), Some(wide_a * wide_b % i128::from(c)));
    }

    #[test]
    fn integers_are_parsed_back(digits in "-?[1-9][0-9]{0,60}", radix in 2u32..=36) {
        let value = Integer::parse(&digits).unwrap();
        prop_assert_eq!(value.to_string(), digits);
        prop_assert_eq!(&Integer::parse_radix(&value.to_text_radix(radix), radix).unwrap(), &value);
        prop_assert_eq!(&Integer::from_be_bytes(&value.to_be_bytes()).unwrap(), &value);
        prop_assert_eq!(Number::from_integer(&value).to_integer(), Some(value.clone()));
        let (double, _) = value.to_f64();
        let order = value.cmp(&Integer::from_f64(double).unwrap());
        prop_assert_eq!(value.partial_cmp_f64(double), Some(order));
    }
}

#[test]
fn huge_numbers_are_parsed_back() {
    let huge = number("12345e222122");
    assert_eq!(number(&text(&huge)), huge);
    let nines = "9".repeat(PARSED_DIGITS_LIMIT + 1);
    assert_eq!(Number::parse(&nines), Err(ParseNumberError::TooManyDigits));
}

#[test]
fn no_text_is_longer_than_its_bound() {
    let bounded = |number: &Number| {
        let (text, bound) = (number.to_text().unwrap(), number.text_bound());
        assert!(text.len() as u64 <= bound, "{text}");
        // The bound exceeds the text by at most all digits of the precision.
        let digits = u64::from(number.precision()) / 3 + 16;
        assert!(
            bound <= text.len() as u64 + digits + text.len() as u64 / 1000,
            "{text}"
        );
    };
    for text in [
        "0",
        "-0",
        "7",
        "-12345678901234567890",
        "0.1",
        "-0.1",
        "1e20",
        "1e-20",
        "123.456",
        "1e600",
        "-1e600",
        "1.5e-600",
        "1e100000",
        "-1e-100000",
        "9.99e99999",
        "+Inf",
        "-Inf",
    ] {
        let number = Number::parse(text).unwrap();
        bounded(&number);
        bounded(&number.with_precision(53));
        bounded(&number.with_precision(4_000));
    }
    let third = Number::from_i64(-1)
        .div(&Number::parse("3").unwrap())
        .unwrap();
    bounded(&third);
    bounded(&third.mul(&Number::parse("1e-300").unwrap()).unwrap());
    assert_eq!(
        Number::parse("1e600000000").unwrap().text_bound(),
        1_000_000
    );
}
