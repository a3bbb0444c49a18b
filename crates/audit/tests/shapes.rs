//! Shapes of arguments: values of any size.

use polycty_core::types::Type;
use polycty_core::values::Value;

/// A name, the first size, and the value of a size.
#[derive(Clone, Copy)]
pub struct Shape {
    pub name: &'static str,
    pub n: usize,
    pub make: fn(usize) -> Value,
}

const fn shape(name: &'static str, n: usize, make: fn(usize) -> Value) -> Shape {
    Shape { name, n, make }
}

/// Texts are long enough that a copy of the largest takes more than the free time.
pub const SHAPES: &[Shape] = &[
    shape("letters", 1 << 18, |n| Value::string(&"a".repeat(n))),
    // One cluster: a letter with n marks that normalization must sort.
    shape("marks", 1 << 14, |n| {
        Value::string(&format!("a{}", "\u{301}\u{323}".repeat(n / 2)))
    }),
    shape("accents", 1 << 16, |n| Value::string(&"x\u{323}".repeat(n))),
    shape("wide", 1 << 16, |n| Value::string(&"漢é😀".repeat(n / 3))),
    shape("digits", 1 << 14, |n| Value::string(&"7".repeat(n))),
    shape("blanks", 1 << 18, |n| Value::string(&" ".repeat(n))),
    shape("lines", 1 << 16, |n| {
        Value::string(&"a,\"b\"\n".repeat(n / 6))
    }),
    shape("json", 1 << 14, |n| {
        Value::string(&format!("[{}1]", "{\"a\":[1,\"x\"]},".repeat(n / 12)))
    }),
    shape("paths", 1 << 16, |n| {
        Value::string(&"a/../b./".repeat(n / 8))
    }),
    shape("directives", 1 << 13, |n| {
        Value::string(&"%q%v".repeat(n / 4))
    }),
    shape("dots", 1 << 15, |n| Value::string(&"1.".repeat(n / 2))),
    shape("sequences", 1 << 13, |n| {
        Value::string(&"${1}\\n&<".repeat(n / 8))
    }),
    shape("hex", 1 << 15, |n| Value::string(&"6a6a6a6a".repeat(n / 8))),
    shape("yaml", 1 << 13, |n| {
        Value::string(&"- a: [1, 'b']\n".repeat(n / 14))
    }),
    shape("number", 1 << 12, |n| number(&"7".repeat(n))),
    shape("fraction", 1 << 12, |n| {
        number(&format!("0.{}", "7".repeat(n)))
    }),
    shape("texts", 1 << 12, |n| list(n, text)),
    // One text that all elements share.
    shape("long-texts", 1 << 9, |n| {
        let long = Value::string(&"ab".repeat(1 << 12));
        list(n, |_| long.clone())
    }),
    shape("accented-texts", 1 << 9, |n| {
        let long = Value::string(&"x\u{323}".repeat(1 << 8));
        list(n, |_| long.clone())
    }),
    shape("numbers", 1 << 12, |n| {
        list(n, |at| Value::from_i64(at as i64))
    }),
    shape("lists", 1 << 11, |n| {
        list(n, |at| list(2, |part| text(2 * at + part)))
    }),
    shape("list-of-wide", 1 << 6, |n| {
        let wide = list(1 << 8, text);
        list(n, |_| wide.clone())
    }),
    shape("set", 1 << 12, |n| {
        Value::set((0..n).map(text).collect()).expect("texts")
    }),
    shape("sets", 1 << 10, |n| {
        list(n, |at| {
            Value::set(vec![text(at), text(at + 1)]).expect("texts")
        })
    }),
    shape("map", 1 << 12, |n| {
        Value::map((0..n).map(|at| (text(at), text(at)))).expect("texts")
    }),
    shape("maps", 1 << 10, |n| {
        list(n, |at| {
            Value::map([(text(at), text(at)), (text(0), text(at))]).expect("texts")
        })
    }),
    shape("object", 1 << 12, |n| object(n, 0)),
    shape("objects", 1 << 10, |n| {
        Value::tuple((0..n).map(|at| object(2, at)).collect()).expect("objects")
    }),
    shape("tuple", 1 << 12, |n| {
        Value::tuple((0..n).map(text).collect()).expect("texts")
    }),
    shape("deep", 1 << 10, |n| {
        (0..60).fold(list(n, text), |inner, _| list(1, |_| inner.clone()))
    }),
    shape("unknown-list", 1 << 12, |n| {
        list(n, |_| Value::unknown(Type::string().clone()))
    }),
    shape("marked-list", 1 << 10, |n| {
        list(n, |at| text(at).mark(&format!("m{at}")))
    }),
    shape("marked-text", 1 << 16, |n| {
        Value::string(&"a".repeat(n)).mark("secret")
    }),
    shape("unknown", 1, |_| Value::unknown(Type::string().clone())),
    shape("nulls", 1 << 12, |n| {
        list(n, |_| Value::null(Type::string().clone()))
    }),
];

pub fn text(at: usize) -> Value {
    Value::string(&format!("k{at}"))
}

fn number(digits: &str) -> Value {
    Value::from_number(polycty_core::number::Number::parse(digits).expect("digits"))
}

pub fn list(n: usize, part: impl FnMut(usize) -> Value) -> Value {
    Value::list((0..n).map(part).collect()).expect("elements of one type")
}

fn object(n: usize, from: usize) -> Value {
    let attributes = (from..from + n).map(|at| (format!("k{at}").into(), text(at)));
    Value::object(attributes).expect("names that differ")
}
